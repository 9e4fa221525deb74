"""Values that depend on a whole collection: sums, whether some element fits, the first that fits, parts of it.

What such a value is stays open; only two things are used. It follows from the elements' own values, so two runs have
the same one unless some element belongs to one only or differs (``couplings``). And whether some element fits is
told by an element that does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from caborules.ir import expressions as ex
from caborules.ir.types import BoolType, CardType, CollectionType, NumberType, Type
from caborules.symbolic.places import Loc, Whose
from caborules.symbolic.sets import Element, Many, choose_value, same_element
from caborules.symbolic.state import Base, State
from caborules.symbolic.symbols import Diary, Key, Summary, term_key
from caborules.symbolic.terms import Term, all_of, any_of, choose, implies, negate, same

if TYPE_CHECKING:
    from caborules.symbolic.values import Reader


def value(reader: Reader, expr: ex.Expr) -> Any:
    """The value of an expression about a collection; None if it is not one."""
    match expr:
        case ex.CardsIn():
            return cards_in(reader, reader.place(expr.place))
        case ex.EndOf():
            return _end(reader, expr)
        case ex.RestOf():
            return _rest(reader, expr)
        case ex.FirstCards():
            return _first_cards(reader, expr)
        case ex.SizeOf():
            return size_of(reader, expr, reader.many(expr.collection))
        case ex.Those():
            many = reader.many(expr.among)
            _generic(reader, expr, many, expr.variable, expr.where)
            return _those(reader, expr, many, expr.variable, expr.where)
        case ex.ThoseBest():
            return _best(reader, expr)
        case ex.FirstWhere():
            return _first_where(reader, expr)
        case ex.Exists():
            many = reader.many(expr.among)
            _generic(reader, expr, many, expr.variable, expr.where)
            return _some(reader, expr, many, expr.variable, expr.where)
        case ex.Fold():
            return _fold(reader, expr)
        case ex.Share():
            return share(reader, expr.measure, reader.many(expr.cards), expr.variable)
    return None


def size_of(reader: Reader, expr: ex.Expr, many: Many) -> Term:
    """How many elements a collection has; ``expr``: where that is asked."""
    if many.size is not None:
        return many.size()
    size = _summarise(reader, expr, many, NumberType(0, 0), lambda _x: ())
    reader.base.symbols.diary.suppose(size >= 0)
    reader.base.symbols.diary.suppose(same(size > 0, many.some()))
    return size


def same_in_both(base: Base, many: Many, what: str) -> Term:
    """Do both runs have the same collection? No, only if an element tells them apart."""
    if not base.symbols.run:
        return True
    key: Key = ("same in both", what)
    agree = base.symbols.truth(f"{what} is the same")
    record(base.symbols.diary, key, base.symbols.run, Summary(None, many.element, many.has, lambda _x: (), agree))
    return agree


# ---------------------------------------------------------------- the general case
def _key(reader: Reader, expr: ex.Expr, what: str) -> Key:
    """The same in both runs: the expression, and the elements that stand for binders' names around it."""
    bound: list[object] = [id(expr), what]
    for name in sorted(reader.names):
        element = reader.names[name]
        parts = (element.place, element.owner, element.index) if isinstance(element, Loc) else (element,)
        bound.extend(term_key(part) for part in parts)
    return tuple(bound)


def _summarise(
    reader: Reader, expr: ex.Expr, many: Many, kind: Type, parts: Callable[[Element], tuple[Term, ...]], what: str = ""
) -> Any:
    """A value of the given type that follows from what ``parts`` says of the elements."""
    symbols = reader.base.symbols
    key = _key(reader, expr, what)
    name = f"summary{symbols.diary.number_of(key)}"
    result = reader.base.fresh(kind, name, own=True)
    record(symbols.diary, key, symbols.run, Summary(result, many.element, many.has, parts))
    return result


def _summarise_set(
    reader: Reader, expr: ex.Expr, many: Many, kind: Type, parts: Callable[[Element], tuple[Term, ...]], what: str
) -> Many:
    """A collection that follows from what ``parts`` says of the elements."""
    symbols = reader.base.symbols
    key = _key(reader, expr, what)
    name = f"summary{symbols.diary.number_of(key)}"
    agree = symbols.truth(f"{name}.agree")
    common, own = reader.base.fresh(kind, f"{name}.both", own=False), reader.base.fresh(kind, name, own=True)
    record(symbols.diary, key, symbols.run, Summary(None, many.element, many.has, parts, agree))
    chosen: Many = choose_value(agree, common, own)
    return chosen


def record(diary: Diary, key: Key, run: str, summary: Summary) -> None:
    diary.summaries.setdefault(key, {})[run] = summary


def named_alike(
    reader: Reader, expr: ex.Expr, many: Many, form: object, parts: Callable[[Element], tuple[Term, ...]]
) -> Term:
    """A yes or no that follows from the elements, whatever they are called: of equal ``form`` it is the same."""
    result = _summarise(reader, expr, many, BoolType(), parts)
    symbols = reader.base.symbols
    summary = Summary(result, many.element, many.has, parts)
    for number, (key, other) in enumerate(symbols.diary.alike.setdefault((form, symbols.run), [])):
        if key != _key(reader, expr, ""):
            record(symbols.diary, ("alike", form, symbols.run, number, _key(reader, expr, "")), "one", summary)
            record(symbols.diary, ("alike", form, symbols.run, number, _key(reader, expr, "")), "other", other)
    symbols.diary.alike[form, symbols.run].append((_key(reader, expr, ""), summary))
    return result


def couplings(diary: Diary, done: set[Key]) -> list[Term]:
    """That the two runs agree on each summary unless an element tells them apart; for those not yet in ``done``."""
    found = []
    for key, runs in list(diary.summaries.items()):
        if key in done or len(runs) < 2:
            continue
        done.add(key)
        left, right = runs.values()
        name = f"witness{diary.number_of(key)}"
        # Each run may speak of another owner's place: a card of either tells them apart.
        elements = [left.element(name), right.element(name)]
        if same_element(*elements) is True:
            elements.pop()
        found.append(
            any_of(
                same_element(left.result, right.result) if left.agree is None else left.agree,
                *(_told_apart(left, right, element) for element in elements),
            )
        )
    return found


def _told_apart(left: Summary, right: Summary, element: Element) -> Term:
    here, there = left.has(element), right.has(element)
    differ = [negate(same(a, b)) for a, b in zip(left.parts(element), right.parts(element), strict=True)]
    return any_of(negate(same(here, there)), all_of(here, any_of(*differ)))


def _inside(reader: Reader, variable: str, element: Element, expr: ex.Expr) -> Term:
    return reader.binding(variable, element, True).value(expr)


def _measure(reader: Reader, variable: str, measure: ex.Expr) -> Callable[[Element], tuple[Term, ...]]:
    return lambda x: (_inside(reader, variable, x, measure),)


def _generic(reader: Reader, expr: ex.Expr, many: Many, variable: str, *inside: ex.Expr | None) -> None:
    """Note what the parts inside a binder need, for any element."""
    symbols = reader.base.symbols
    element = many.element(f"any{symbols.diary.number_of(_key(reader, expr, 'any'))}")
    inner = reader.binding(variable, element, many.has(element), silent=False)
    for part in inside:
        if part is not None:
            truth = inner.value(part)
            if isinstance(part.type, BoolType):
                inner = inner.under(truth)


# ---------------------------------------------------------------- whether some element fits
def exists(reader: Reader, expr: ex.Expr, many: Many, holds: Callable[[Element], Term], what: str) -> Term:
    """Is there an element for which ``holds``?"""
    symbols = reader.base.symbols
    result = _summarise(reader, expr, many, BoolType(), lambda x: (holds(x),), what)
    number = symbols.diary.number_of(_key(reader, expr, what))
    element = many.element(f"found{number}/{symbols.run}")
    symbols.diary.witnesses.setdefault(number, element)
    symbols.diary.suppose(implies(result, all_of(many.has(element), holds(element))))
    return result


def _some(reader: Reader, expr: ex.Expr, many: Many, variable: str, where: ex.Expr) -> Term:
    return exists(reader, expr, many, lambda x: _inside(reader, variable, x, where), "exists")


def share(reader: Reader, measure: ex.Expr, many: Many, variable: str, what: str = "") -> Term:
    """Do the cards all have the same measure? ``what`` tells apart collections for which one measure is asked."""
    _generic(reader, measure, many, variable, measure)
    parts = _measure(reader, variable, measure)
    return _summarise(reader, measure, many, BoolType(), parts, f"share {what}")


def _those(reader: Reader, expr: ex.Expr, many: Many, variable: str, where: ex.Expr | None) -> Many:
    if where is None:
        return many

    def holds(x: Element) -> Term:
        return _inside(reader, variable, x, where)

    return many.where(holds, lambda: exists(reader, expr, many, holds, "some"))


def equal_sets(reader: Reader, expr: ex.Compare, left: Many, right: Many) -> Term:
    """Do two collections have the same elements (in the same order)?"""
    result = _summarise(reader, expr, left, BoolType(), lambda x: (right.has(x),), "left")
    other = _summarise(reader, expr, right, BoolType(), lambda x: (left.has(x),), "right")
    return all_of(result, other) if expr.op == "is" else negate(all_of(result, other))


def knows_all(reader: Reader, expr: ex.Knows) -> Term:
    """Does the player know all the cards?"""
    seat, many = reader.seat(expr.player), reader.many(expr.cards)
    state = reader.state
    return negate(exists(reader, expr, many, lambda x: negate(state.known_at(seat, x)), "unknown"))


# ---------------------------------------------------------------- numbers and choices
def _fold(reader: Reader, expr: ex.Fold) -> Any:
    many = reader.many(expr.among)
    _generic(reader, expr, many, expr.variable, expr.where, expr.measure)
    fitting = _those(reader, expr, many, expr.variable, expr.where)
    if expr.which != "sum":
        reader.require(f"the {expr.which} of none", fitting.some())
    return _summarise(reader, expr, fitting, expr.type, _measure(reader, expr.variable, expr.measure))


def _best(reader: Reader, expr: ex.ThoseBest) -> Many:
    many = reader.many(expr.among)
    _generic(reader, expr, many, expr.variable, expr.measure)
    best = _summarise_set(reader, expr, many, expr.type, _measure(reader, expr.variable, expr.measure), "best")
    return Many(lambda x: all_of(many.has(x), best.has(x)), many.element, many.some)


def _choice(reader: Reader, expr: ex.Expr, many: Many, defined: Term, what: str) -> Element:
    """One certain element of a collection, by its order."""
    symbols = reader.base.symbols
    key = _key(reader, expr, what)
    element = many.element(f"choice{symbols.diary.number_of(key)}/{symbols.run}")
    record(symbols.diary, key, symbols.run, Summary(element, many.element, many.has, lambda _x: ()))
    symbols.diary.suppose(implies(defined, many.has(element)))
    return element


def some_element(reader: Reader, expr: ex.Expr, many: Many) -> Element:
    """An element, whichever, that belongs where there are any."""
    return _choice(reader, expr, many, many.some(), "some element")


def _first_where(reader: Reader, expr: ex.FirstWhere) -> Any:
    many = reader.many(expr.among)
    _generic(reader, expr, many, expr.variable, expr.where)
    fitting = _those(reader, expr, many, expr.variable, expr.where)
    some = fitting.some()
    chosen = _choice(reader, expr, fitting, some, "first")
    return choose_value(some, chosen, reader.under(negate(some)).value(expr.otherwise))


# ---------------------------------------------------------------- cards of a place
def cards_in(reader: Reader, whose: Whose) -> Many:
    """All cards of a place."""
    state, symbols = reader.state, reader.base.symbols

    def has(x: Element) -> Term:
        return all_of(same(x.place, whose.place), same(x.owner, whose.owner), state.lies(x))

    return Many(
        has,
        lambda name: Loc(whose.place, whose.owner, symbols.whole(name)),
        lambda: state.size_of(whose) > 0,
        lambda: state.size_of(whose),
        whose,
        whose.place if isinstance(whose.place, int) else None,
        whose if isinstance(whose.place, int) else None,
    )


def _end(reader: Reader, expr: ex.EndOf) -> Loc:
    many = reader.many(expr.cards)
    reader.require(f"the {expr.end} of none", many.some())
    whole = many.whole
    if whole is not None and isinstance(whole.place, int):
        family = reader.state.families[whole.place]
        if family.kind == "pile":
            return Loc(whole.place, whole.owner, family.size(whole.owner) - 1 if expr.end == "top" else 0)
        if family.kind == "one":
            return Loc(whole.place, whole.owner, 0)
    end: Loc = _choice(reader, expr, many, many.some(), expr.end)
    return end


def _rest(reader: Reader, expr: ex.RestOf) -> Many:
    many = reader.many(expr.cards)
    first: Any = _choice(reader, expr, many, many.some(), "rest")
    whole = many.whole
    if whole is not None and isinstance(whole.place, int) and reader.state.families[whole.place].kind == "pile":
        top = reader.state.families[whole.place].size(whole.owner) - 1
        first = Loc(whole.place, whole.owner, top)

    def other(x: Element) -> Term:
        return negate(same_element(x, first))

    if many.size is None:
        return many.where(other, lambda: exists(reader, expr, many, other, "rest some"))
    size = many.size()
    return replace(many.where(other, lambda: size > 1), size=lambda: choose(size > 0, size - 1, 0))


def _first_cards(reader: Reader, expr: ex.FirstCards) -> Many:
    many, count = reader.many(expr.cards), reader.value(expr.count)
    whole = many.whole
    if whole is not None and isinstance(whole.place, int) and reader.state.families[whole.place].kind == "pile":
        size = reader.state.families[whole.place].size(whole.owner)
        some = many.where(lambda x: x.index >= size - count, lambda: all_of(size > 0, count > 0))
        return replace(some, size=lambda: choose(count < 0, 0, choose(size < count, size, count)))
    kind = CollectionType(CardType())
    part = _summarise_set(reader, expr, many, kind, lambda _x: (count,), "first cards")
    return many.where(part.has, lambda: all_of(many.some(), count > 0))


def free_spot(base: Base, state: State, whose: Whose, what: str) -> Loc:
    """A free position of a place that keeps positions; which one follows from what all can see."""
    symbols = base.symbols
    loc = Loc(whose.place, whose.owner, symbols.whole(what))
    symbols.diary.suppose(all_of(loc.index >= 0, negate(state.lies(loc))))
    return loc
