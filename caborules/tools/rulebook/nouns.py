"""Values as noun phrases: cards, players, places, numbers, and groups of them."""

from __future__ import annotations

import re

from caborules.ir import expressions as ex
from caborules.ir.system import ParamDef
from caborules.ir.types import BoolType, CardType, CollectionType, EnumType, NumberType, PlayerType, Type, Value
from caborules.ir.walk import subexpressions
from caborules.tools.rulebook import conditions, groups, relative
from caborules.tools.rulebook.english import capital, listed, owned, words
from caborules.tools.rulebook.talk import Talk


def noun(t: Talk, expr: ex.Expr) -> str:
    """A value as a noun phrase with its article: ``the top card of the stock``."""
    match expr:
        case ex.Const():
            return value(t, expr.value, expr.type)
        case ex.LocalRef():
            return t.names.get(expr.name, words(expr.name))
        case ex.VariableRef():
            return _held(t, t.system.variables[expr.variable].text or words(expr.variable), expr.owner)
        case ex.PlaceRef():
            return _held(t, t.system.places[expr.place].text or words(expr.place), expr.owner)
        case ex.Apply():
            return _applied(t, expr)
        case ex.Lookup():
            if isinstance(expr.key.type, CardType):
                return owned(words(expr.column), noun(t, expr.key))
            table = t.system.tables[expr.table].text or capital(words(expr.table))
            return f"the {words(expr.column)} that the table “{table}” gives for {noun(t, expr.key)}"
        case ex.RuleMade():
            return made(t, expr)
        case ex.ThoseBest(among=ex.Apply() | ex.ThoseBest() | ex.Those()):
            bare = relative.bare_of(t, expr.variable, expr.measure)
            if bare:
                return f"those with the {expr.which} {bare} among {noun(t, expr.among)}"
            return groups.best_among(t, expr) if isinstance(expr.among, ex.Those) else _group(t, expr)
        case ex.Those() if told := one_by_one(t, expr):
            return listed(told)
        case ex.Seats() | ex.Others() | ex.Those() | ex.ThoseBest() | ex.CardsIn():
            return _group(t, expr)
        case ex.PlayerCount():
            return "the number of players"
        case ex.FirstSeat():
            return "the player in the first seat"
        case ex.Neighbour(side=side, player=player):
            return f"the player to the {side} of {noun(t, player)}"
        case ex.TheCard(place=place):
            return noun(t, place)
        case ex.SizeOf(collection=collection):
            return f"the number of {groups.group(t, collection).several()}"
        case ex.Numbers(low=low, high=high):
            return f"the numbers from {noun(t, low)} to {noun(t, high)}"
        case ex.Arithmetic():
            return calculated(t, expr)
        case ex.Either() if (limited := at_most(expr)) is not None:
            return f"{noun(t, limited)}, but at most {noun(t, expr.otherwise)}"
        case ex.Either(condition=condition, then=then, otherwise=otherwise):
            return f"{noun(t, then)} if {conditions.clause(t, condition)}, otherwise {noun(t, otherwise)}"
        case ex.PrintedNumber():
            return "the number on it"
    return _of_cards(t, expr)


def _group(t: Talk, expr: ex.Expr) -> str:
    return groups.group(t, expr).all_of()


def _of_cards(t: Talk, expr: ex.Expr) -> str:
    match expr:
        case ex.EndOf(end=end, cards=ex.CardsIn(place=place)):
            return f"the {end} card of {noun(t, place)}"
        case ex.EndOf(end=end, cards=cards):
            return f"the {'first' if end == 'top' else 'last'} of {noun(t, cards)}"
        case ex.RestOf(cards=ex.CardsIn(place=place)):
            return f"all cards of {noun(t, place)} but the top one"
        case ex.RestOf(cards=cards):
            return f"{noun(t, cards)} but the first"
        case ex.FirstCards(count=count, cards=ex.CardsIn(place=place)):
            return f"the top {noun(t, count)} cards of {noun(t, place)}"
        case ex.FirstCards(count=count, cards=cards):
            return f"the first {noun(t, count)} of {noun(t, cards)}"
        case ex.SpotOf(card=card):
            return f"the place where {noun(t, card)} lies"
        case ex.NewSpot(place=place):
            return f"the end of {noun(t, place)}"
        case ex.PositionOf(card=card):
            return owned("position", noun(t, card))
        case ex.AttributeOf(attribute=name, card=card):
            return owned(words(name), noun(t, card))
        case ex.CardNamed(face=face):
            return t.cards.literal(face)
        case ex.FirstWhere():
            return _first(t, expr)
        case ex.Fold():
            return _folded(t, expr)
    if isinstance(expr.type, BoolType):
        return conditions.whether(t, expr)
    raise AssertionError(f"no value: {expr}")


def _first(t: Talk, expr: ex.FirstWhere) -> str:
    """The first of a group, and where the group is gone through from."""
    members = groups.group(t, expr.among)
    if expr.among in t.single:
        return f"the only one {members.single()}"
    match expr.among:
        case ex.Others(side=side, player=player):
            around = f", going round to the {side} from {noun(t, player)},"
            members = groups.Group(f"of the other players{around}", players=True)
        case ex.Either(then=ex.Others() as one, otherwise=ex.Others() as other) if one.player == other.player:
            turned = conditions.clause(t, expr.among.condition)
            around = f"to the {one.side} if {turned}, otherwise to the {other.side},"
            here = noun(t, one.player)
            members = groups.Group(f"of the other players, going round from {here} {around}", players=True)
        case ex.CardsIn(place=ex.PlaceRef() as place) if t.system.places[place.place].shape == "pile":
            members = groups.Group(f"card of {noun(t, place)}, from the top,")
    found = f"the first {members.narrowed(t, expr.variable, expr.where).single()}"
    return f"{found} (or, if there is none, {noun(t, expr.otherwise)})"


def _folded(t: Talk, expr: ex.Fold) -> str:
    """A sum, or the lowest or highest of something; what is not said in a word is told of each by itself."""
    each = groups.group(t, expr.among).narrowed(t, expr.variable, expr.where).each()
    what = "sum of" if expr.which == "sum" else f"{expr.which} of"
    name = expr.variable
    spoken_of = [one for one in subexpressions(expr.measure) if isinstance(one, ex.LocalRef) and one.name == name]
    if len(spoken_of) > 1 or (expr.which != "sum" and isinstance(expr.measure, ex.SizeOf | ex.Fold)):
        told = noun(t.with_name(name, groups.it(spoken_of[0].type)), expr.measure)
        if expr.which != "sum":
            return f"what is {expr.which} when it is counted for {each}: {told}"
        return f"the sum of this for {each}: {told}"
    return f"the {what} {noun(t.with_name(name, each), expr.measure)}"


def calculated(t: Talk, expr: ex.Arithmetic) -> str:
    """A calculation, in words that a player knows: ``the last digit of the sum``, ``half of the target``."""
    left, right = _part(t, expr.left), _part(t, expr.right)
    match expr.op, expr.right:
        case "plus" | "minus" as op, ex.Const() if isinstance(expr.left, ex.Arithmetic) and expr.left.op == "times":
            return f"{right} {'more' if op == 'plus' else 'less'} than {noun(t, expr.left)}"
        case "mod", ex.Const(value=10) if isinstance(expr.left.type, NumberType) and expr.left.type.low >= 0:
            return f"the last digit of {left}"
        case "mod", _:
            return f"what is left over when {left} is divided by {right}"
        case "times", ex.Const(value=2):
            return f"twice {left}"
        case "times", ex.Const():
            return f"{right} times {left}"
        case "div", ex.Const(value=2):
            return f"half of {left}, rounded down"
        case "div", _:
            return f"{left} divided by {right}, rounded down"
    return f"{left} {expr.op} {right}"


def one_by_one(t: Talk, expr: ex.Those) -> list[str]:
    """Those of all players who are one of several, as those: ``the player and the player's rivals``."""
    found: list[str] = []
    for one in relative.parts_of(expr.where, "or") if isinstance(expr.among, ex.Seats) else []:
        match one:
            case ex.Compare(left=ex.LocalRef(name=name), op="is", right=other) if name == expr.variable:
                found.append(noun(t, other))
            case ex.IsIn(element=ex.LocalRef(name=name), collection=other) if name == expr.variable:
                found.append(noun(t, other))
            case _:
                return []
    return found


def thing_compared(t: Talk, expr: ex.Expr) -> str:
    """``joker``, where a card is compared with something printed on it that is what such a card is called."""
    match expr:
        case ex.Compare(left=ex.AttributeOf(), op="is" | "is not", right=ex.Const(value=str(name))):
            return words(name) if any(t.cards.name(face) == words(name) for face in t.cards.faces) else ""
    return ""


def _part(t: Talk, expr: ex.Expr) -> str:
    text = noun(t, expr)
    return f"({text})" if isinstance(expr, ex.Arithmetic | ex.Either) else text


def _held(t: Talk, thing: str, owner: ex.Expr | None) -> str:
    return f"the {thing}" if owner is None else owned(thing, noun(t, owner))


def _applied(t: Talk, expr: ex.Apply) -> str:
    """A term of the game: its text with what it is applied to."""
    function = t.system.functions[expr.function]
    if isinstance(function.type, BoolType):
        return conditions.whether(t, expr)
    phrases = {p.name: noun(t, argument) for p, argument in zip(function.parameters, expr.arguments, strict=True)}
    if not function.text:
        of = listed(list(phrases.values()))
        return owned(words(function.name), of) if phrases else f"the {words(function.name)}"
    text, used = spoken(function.text, phrases)
    if used or not phrases:
        return text
    short = text.removeprefix("the ")
    if short != text and len(phrases) == 1 and len(short.split()) <= 3:
        return owned(short, next(iter(phrases.values())))
    return f"{text} (of {listed(list(phrases.values()))})"


def spoken(text: str, phrases: dict[str, str]) -> tuple[str, bool]:
    """A text in which ``the NAME`` stands for a part (or ``n`` for one so called); and whether one does."""
    patterns = {rf"the {re.escape(words(name))}": phrase for name, phrase in phrases.items()}
    patterns |= {name: phrase for name, phrase in phrases.items() if len(name) == 1 and name not in "aAI"}
    if not patterns or not (found := re.compile(rf"\b({'|'.join(patterns)})\b")).search(text):
        return text, False
    spelt = {words(f"the {name}"): phrase for name, phrase in phrases.items()} | dict(phrases)
    return found.sub(lambda match: spelt[match.group()], text), True


def argument(t: Talk, expr: ex.Expr) -> str:
    """What a rule is carried out with; a word that is only a name stands in quotation marks."""
    if isinstance(expr, ex.Const) and isinstance(expr.type, EnumType):
        return f"“{noun(t, expr)}”"
    return noun(t, expr)


def part_phrase(part: ParamDef) -> str:
    """How a rule speaks of one of its parts."""
    return f"the {words(part.name)}" if len(part.name) > 2 else groups.it(part.type).replace("that ", "the ")


def told_with(part: ParamDef, given: str) -> str:
    """What a part of a rule is where the rule is named: ``by the dealer``, ``the count: 3``."""
    if part.preposition:
        return f"{part.preposition} {given}"
    named = isinstance(part.type, NumberType) and len(part.name) > 2
    return f"{part_phrase(part)}: {given}" if named else given


def part_told(part: ParamDef) -> str:
    """A part of a rule under its heading; of one that is a mere name, which names there are."""
    told = f"{part.preposition + ' ' if part.preposition else ''}{part_phrase(part)}"
    if isinstance(part.type, EnumType):
        told += f", which is {listed([f'“{words(str(one))}”' for one in part.type.members], 'or')}"
    return told


def at_most(value: ex.Either) -> ex.Expr | None:
    """``x`` where the value is ``x if x is less than limit otherwise limit``."""
    match value:
        case ex.Either(
            condition=ex.Compare(left=left, op="is less than" | "is at most", right=right), then=then, otherwise=last
        ) if left == then and right == last:
            return then
    return None


def made(t: Talk, expr: ex.RuleMade) -> str:
    """A rule in a cell."""
    if expr.rule is None:
        return "nothing"
    given = listed([noun(t, argument) for _, argument in expr.given])
    return f"“{title(t, expr.rule)}”" + (f" with {given}" if given else "")


def title(t: Talk, rule: str) -> str:
    """What a rule is called: its text, else its name in words."""
    return t.system.rules[rule].text or capital(words(rule))


def value(t: Talk, given: Value, kind: Type) -> str:
    """A constant."""
    match given:
        case bool():
            return "yes" if given else "no"
        case None:
            return "nobody" if isinstance(kind, PlayerType) else "nothing"
        case int() if isinstance(kind, PlayerType):
            return t.seats[given] if given < len(t.seats) else f"player {given + 1}"
        case tuple():
            inner = kind.of if isinstance(kind, CollectionType) else kind
            return listed([value(t, one, inner) for one in given]) or "nobody"
        case _:
            return words(str(given))
