"""What a watch keeps beside the state, as terms: before a step, and after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from caborules.check.properties.atoms import CARD_OF, OWNER_OF
from caborules.check.properties.watch import (
    ARMED,
    BROKEN,
    COUNT,
    MEMBER,
    PAST,
    PLAYER,
    Watch,
    begins_run,
    counts_here,
    ends_run,
    is_half_done,
    is_place,
    is_running,
)
from caborules.engine.values import over
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, CollectionType, NumberType
from caborules.ir.walk import copied, subexpressions
from caborules.symbolic.missing import NotEncodedError
from caborules.symbolic.places import SHARED, Loc, Whose
from caborules.symbolic.sets import Many, choose_value, same_element
from caborules.symbolic.state import Base, State
from caborules.symbolic.terms import Term, all_of, any_of, choose, implies, negate, same
from caborules.symbolic.values import Reader

UNCHANGED: Final = "as it was"
"""The local name of: the value is the one that was kept."""
CHANGE: Final = "change so far"
"""The local name of: by how much the number that is conserved has changed."""


_SUMMED: Final = (
    ex.Those, ex.ThoseBest, ex.FirstWhere, ex.Exists, ex.Fold, ex.Share, ex.SizeOf, ex.EndOf, ex.RestOf, ex.FirstCards,
    ex.Knows, ex.NewSpot, ex.SomeSet,
)  # fmt: skip
"""Expressions that terms may stand for by their identity; comparisons of collections do as well."""


@dataclass(frozen=True, slots=True)
class Ghosts:
    """Values beside the state. ``count`` and ``member`` are functions of the player; of a place that is kept,
    ``there`` and ``card`` are functions of the position."""

    armed: Term
    broken: Term
    over: Mapping[str, Term]
    kept: Any
    there: Callable[[Term], Term]
    card: Callable[[Term], Term]
    count: Callable[[Term], Term]
    member: Callable[[Term], Term]
    change: Term
    was: Mapping[str, Term]
    """By name, the players of variables when the claim began."""


@dataclass(slots=True)
class Maker:
    """Makes the values before and after steps of one watch. ``copies`` keeps copied expressions alive: terms that
    stand for collections go by the identity of expressions, and an expression read in two states needs two."""

    watch: Watch
    base: Base
    system: lo.LoweredSystem
    copies: list[ex.Expr]
    past: tuple[str, ...] = ()
    """The names of what variables were when the claim began (see ``watch.PAST``), where conditions speak of it."""
    summed: dict[int, tuple[ex.Expr, bool]] = field(default_factory=dict)
    """Expressions by identity, and whether some part of them stands for a collection."""

    def before(self) -> Ghosts:
        symbols, watch = self.base.symbols, self.watch
        kept: Any = None
        if watch.kind == "unchanged" and watch.claim is not None and not is_place(watch.claim):
            kept = self.base.fresh(watch.claim.type, "kept", own=False)
        return Ghosts(
            symbols.truth(ARMED),
            symbols.truth(BROKEN),
            {rule: symbols.truth(over(rule)) for rule in watch.overs},
            kept,
            symbols.truths("kept.there", 1),
            symbols.integers("kept.card", 1),
            symbols.integers(COUNT, 1),
            symbols.truths(MEMBER, 1),
            symbols.whole(CHANGE),
            {name: symbols.whole(name) for name in self.past},
        )

    def at_first(self, state: State) -> Ghosts:
        """Where the play begins."""
        from_start = self.watch.after is None and self.watch.during is None
        nothing = Ghosts(
            from_start, False, dict.fromkeys(self.watch.overs, False), None, lambda _i: False, lambda _i: 0,
            lambda _q: 0, lambda _q: False, 0, {name: self.base.symbols.whole(name) for name in self.past},
        )  # fmt: skip
        begins: Term = True
        if not from_start:
            begins = False
            if self.watch.after is not None:
                start = self._true(self.watch.after, state, nothing)
                end = self._ends(state, self._runs(nothing, self.system.entry, True))
                begins = all_of(start, negate(end), self.base.symbols.truth("begins"))
        return self._begun(nothing, begins, state, self.system.entry)

    def after(self, ghosts: Ghosts, state: State, number: int, target: int, new: State) -> Ghosts:
        """After the operation of a node, on the way to another: counted, begun, ended."""
        watch, nodes, node = self.watch, self.system.nodes, self.system.nodes[number]
        left = {rule for rule in watch.overs if ends_run(nodes, number, target, rule)}
        runs = {rule: True if rule in left else value for rule, value in ghosts.over.items()}
        counted = self._counted(ghosts, state, node)
        now = replace(ghosts, over=runs, count=counted, change=self._changed(ghosts, state, node))
        changes, half = self._may_begin(node) or bool(left), is_half_done(nodes, number, target)
        begins: Term = False
        if watch.during is not None:
            begins = begins_run(watch, nodes, number, target)
        elif watch.after is not None and changes:
            old, young = (replace(ghosts, over=over) for over in self._ended_before(number, target))
            came = all_of(self._true(watch.after, new, young), negate(self._true(watch.after, state, old)))
            fresh = self._runs(now, target, True)
            holds_on = True if half else negate(self._ends(new, fresh))  # in the middle nothing ends; more may begin
            begins = all_of(came, negate(ghosts.armed), holds_on, self.base.symbols.truth("begins"))
        now = self._begun(now, begins, new, target)
        now = self._too_many(now)
        if watch.during is not None:
            ended: Term = ends_run(nodes, number, target, watch.during)
        else:
            ended = self._ends(new, now) if changes and not half else False
        return self._ended(now, all_of(now.armed, ended))

    def _ended_before(self, number: int, target: int) -> tuple[dict[str, Term], dict[str, Term]]:
        """For ``after``, at a node and at the next: which rules have ended and do not run. (Whether one has that does
        not run all the while is left open: then more claims begin than must.)"""
        nodes, before, then = self.system.nodes, dict[str, Term](), dict[str, Term]()
        for rule in self.watch.overs:
            ever = self.base.symbols.truth(f"{rule} has ended")
            before[rule] = False if is_running(nodes, number, rule) else ever
            ends = ends_run(nodes, number, target, rule)
            then[rule] = ends if ends or is_running(nodes, target, rule) else ever
        return before, then

    def _may_begin(self, node: lo.Node) -> bool:
        """Operations that change nothing change no condition."""
        return not isinstance(node.operation, lo.Test | lo.Say)

    # ------------------------------------------------------------ beginning and ending
    def _begun(self, ghosts: Ghosts, begins: Term, new: State, number: int) -> Ghosts:
        if begins is False:
            return ghosts
        watch, claim = self.watch, self.watch.claim
        runs = self._runs(ghosts, number, begins)
        kept, there, card, member = ghosts.kept, ghosts.there, ghosts.card, ghosts.member
        if watch.kind == "unchanged" and claim is not None:
            if is_place(claim):
                old_there, old_card = there, card
                whose = self._place(claim, new, runs)
                family = new.families[whose.place]
                there = lambda i: choose(begins, family.there(whose.owner, i), old_there(i))  # noqa: E731  beside card
                card = lambda i: choose(begins, family.at(whose.owner, i), old_card(i))  # noqa: E731  beside there
            else:
                value = self.reader(new, runs, {}).value(self._copy(claim))
                kept = value if kept is None else choose_value(begins, value, kept)
        if watch.for_each and claim is not None:
            many, old = self.reader(new, runs, {}).many(self._copy(claim)), member
            member = lambda q: choose(begins, many.has(q), old(q))  # noqa: E731  as above
        counted = ghosts.count
        was = {
            name: choose(begins, _single(new, self.base, name.removesuffix(PAST)), old)
            for name, old in ghosts.was.items()
        }
        return replace(
            ghosts,
            was=was,
            armed=any_of(ghosts.armed, begins),
            over=runs.over,
            kept=kept,
            there=there,
            card=card,
            count=lambda q: choose(begins, 0, counted(q)),
            member=member,
        )

    def _runs(self, ghosts: Ghosts, number: int, begins: Term) -> Ghosts:
        """Whether runs are over, told anew where a claim begins: a run that is not going on there is over."""
        nodes = self.system.nodes
        runs = {rule: choose(begins, not is_running(nodes, number, rule), value) for rule, value in ghosts.over.items()}
        return replace(ghosts, over=runs)

    def _ends(self, state: State, ghosts: Ghosts) -> Term:
        return False if self.watch.until is None else self._true(self.watch.until, state, ghosts)

    def _ended(self, ghosts: Ghosts, ended: Term) -> Ghosts:
        if ended is False:
            return ghosts
        q = self.base.symbols.whole(PLAYER)
        wrong: Term = False
        if self.watch.kind == "exactly":
            wrong = all_of(ended, self.concerned(ghosts, q), negate(same(ghosts.count(q), self.watch.count)))
        return replace(ghosts, armed=all_of(ghosts.armed, negate(ended)), broken=any_of(ghosts.broken, wrong))

    def concerned(self, ghosts: Ghosts, q: Term) -> Term:
        """Is it counted for this player?"""
        return ghosts.member(q) if self.watch.for_each else True

    # ------------------------------------------------------------ counting
    def _counted(self, ghosts: Ghosts, state: State, node: lo.Node) -> Callable[[Term], Term]:
        count = ghosts.count
        if not counts_here(self.watch, node):
            return count
        if not self.watch.for_each:
            return lambda q: choose(ghosts.armed, count(q) + 1, count(q))
        operation = node.operation
        assert isinstance(operation, lo.Mark) and operation.player is not None
        who = self.reader(state, ghosts, {}).value(operation.player)
        return lambda q: choose(all_of(ghosts.armed, same(q, who)), count(q) + 1, count(q))

    def _too_many(self, ghosts: Ghosts) -> Ghosts:
        if not self.watch.counts:
            return ghosts
        q = self.base.symbols.whole(PLAYER)
        many = all_of(ghosts.armed, self.concerned(ghosts, q), ghosts.count(q) > self.watch.count)
        return replace(ghosts, broken=any_of(ghosts.broken, many))

    def _changed(self, ghosts: Ghosts, state: State, node: lo.Node) -> Term:
        """By how much the conserved number has changed after a variable was set."""
        operation = node.operation
        if self.watch.kind != "conserved" or not isinstance(operation, lo.SetVariable) or self.watch.claim is None:
            return ghosts.change
        factor = linear(self.watch.claim).get(operation.variable, 0)
        if factor == 0:
            return ghosts.change
        reader = self.reader(state, ghosts, {})
        old = ex.VariableRef(operation.value.type, None, operation.variable, operation.owner)
        return ghosts.change + factor * (reader.value(operation.value) - reader.value(old))

    # ------------------------------------------------------------ reading
    def reader(self, state: State, ghosts: Ghosts, names: Mapping[str, Any]) -> Reader:
        q = names.get(PLAYER, self.base.symbols.whole(PLAYER))
        owners = {OWNER_OF + name.removeprefix(CARD_OF): at.owner for name, at in names.items() if isinstance(at, Loc)}
        own = {
            PLAYER: q, ARMED: ghosts.armed, BROKEN: ghosts.broken, COUNT: ghosts.count(q), MEMBER: ghosts.member(q),
            CHANGE: ghosts.change, **{over(rule): value for rule, value in ghosts.over.items()}, **ghosts.was, **owners,
            **names,
        }  # fmt: skip
        return Reader(state, self.base, own)

    def _copy(self, expr: ex.Expr) -> ex.Expr:
        found = self.summed.get(id(expr))
        if found is None:
            found = self.summed[id(expr)] = expr, any(_is_summed(part) for part in subexpressions(expr))
        if not found[1]:
            return expr
        made = copied(expr)
        self.copies.append(made)
        return made

    def _true(self, expr: ex.Expr, state: State, ghosts: Ghosts) -> Term:
        return self.reader(state, ghosts, {}).value(self._copy(expr))

    def truth(self, expr: ex.Expr, state: State, ghosts: Ghosts, names: Mapping[str, Any]) -> Term:
        """A condition in a state, for the player and positions of ``names``."""
        if expr == AS_IT_WAS:
            return self.unchanged(state, ghosts)
        return self.reader(state, ghosts, names).value(self._copy(expr))

    def unchanged(self, state: State, ghosts: Ghosts) -> Term:
        """Is the value, or the card at any position of the place, what it was when the claim began?"""
        claim = self.watch.claim
        assert claim is not None
        if not is_place(claim):
            value = self.reader(state, ghosts, {}).value(self._copy(claim))
            return same_element(value, ghosts.kept) if ghosts.kept is not None else True
        index = self.base.symbols.whole("kept index")
        whose = self._place(claim, state, ghosts)
        family = state.families[whose.place]
        there = family.there(whose.owner, index)
        cards = implies(there, same(family.at(whose.owner, index), ghosts.card(index)))
        return all_of(same(there, ghosts.there(index)), cards)

    def _place(self, claim: ex.Expr, state: State, ghosts: Ghosts) -> Whose:
        value = self.reader(state, ghosts, {}).value(self._copy(claim))
        if isinstance(value, Many):
            value = value.whole
        if not isinstance(value, Whose) or not isinstance(value.place, int):
            raise NotEncodedError("a place that is not known")
        return value


def _single(state: State, base: Base, variable: str) -> Term:
    """The value of a variable that nobody owns."""
    return (state.variables.get(variable) or base.variable(variable))(SHARED)


def _is_summed(part: ex.Expr) -> bool:
    return isinstance(part, _SUMMED) or (isinstance(part, ex.Compare) and isinstance(part.left.type, CollectionType))


AS_IT_WAS: Final = ex.LocalRef(BOOL, None, UNCHANGED)


def linear(expr: ex.Expr) -> Mapping[str, int]:
    """A number as a sum of variables, with their factors; of a variable of each player the sum over all players.

    Raises NotEncodedError where it is no such sum.
    """
    match expr:
        case ex.Const():
            return {}
        case ex.VariableRef(owner=None):
            return {expr.variable: 1}
        case ex.Fold(which="sum", among=ex.Seats(), where=None, measure=ex.VariableRef() as measure):
            if measure.owner == ex.LocalRef(measure.owner.type, None, expr.variable) if measure.owner else False:
                return {measure.variable: 1}
        case ex.Arithmetic(op="plus" | "minus" as op):
            left, right = dict(linear(expr.left)), linear(expr.right)
            sign = 1 if op == "plus" else -1
            for name, factor in right.items():
                left[name] = left.get(name, 0) + sign * factor
            return left
        case ex.Arithmetic(op="times", left=ex.Const(value=int(factor)), right=part):
            return {name: factor * one for name, one in linear(part).items()}
        case ex.Arithmetic(op="times", right=ex.Const(value=int(factor)), left=part):
            return {name: factor * one for name, one in linear(part).items()}
    raise NotEncodedError("a number that is no sum of variables")


def number(value: int) -> ex.Const:
    return ex.Const(NumberType(value, value), None, value)
