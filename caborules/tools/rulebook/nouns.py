"""Values as noun phrases: cards, players, places, numbers, and groups of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from caborules.ir import expressions as ex
from caborules.ir.system import ParamDef
from caborules.ir.types import BoolType, CardType, CollectionType, EnumType, PlayerType, Type, Value
from caborules.ir.walk import subexpressions
from caborules.tools.rulebook import conditions, relative
from caborules.tools.rulebook.english import a, capital, listed, owned, words
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
        case ex.ThoseBest(among=ex.Apply() as among, which=which, variable=name, measure=measure):
            bare = relative.bare_of(t, name, measure)
            if bare:
                return f"those with the {which} {bare} among {noun(t, among)}"
            return group(t, expr).all_of()
        case ex.Seats() | ex.Others() | ex.Those() | ex.ThoseBest() | ex.CardsIn():
            return group(t, expr).all_of()
        case ex.PlayerCount():
            return "the number of players"
        case ex.FirstSeat():
            return "the player in the first seat"
        case ex.Neighbour(side=side, player=player):
            return f"the player to the {side} of {noun(t, player)}"
        case ex.TheCard(place=place):
            return noun(t, place)
        case ex.SizeOf(collection=collection):
            return f"the number of {group(t, collection).several()}"
        case ex.Numbers(low=low, high=high):
            return f"the numbers from {noun(t, low)} to {noun(t, high)}"
        case ex.Arithmetic(op=op, left=left, right=right):
            joined = {"div": "divided (rounded down) by", "mod": "modulo"}.get(op, op)
            return f"{_part(t, left)} {joined} {_part(t, right)}"
        case ex.Either() if (limited := at_most(expr)) is not None:
            return f"{noun(t, limited)}, but at most {noun(t, expr.otherwise)}"
        case ex.Either(condition=condition, then=then, otherwise=otherwise):
            return f"{noun(t, then)} if {conditions.clause(t, condition)}, otherwise {noun(t, otherwise)}"
        case ex.PrintedNumber():
            return "the number on it"
    return _of_cards(t, expr)


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
        case ex.FirstWhere(among=among, where=where, otherwise=otherwise, variable=name):
            members = group(t, among)
            if among in t.single:
                return f"the only one {members.single()}"
            if isinstance(among, ex.Others):
                around = f", going round to the {among.side} from {noun(t, among.player)},"
                members = Group(f"of the other players{around}", players=True)
            match among:
                case ex.Either(then=ex.Others() as one, otherwise=ex.Others() as other) if one.player == other.player:
                    turned = conditions.clause(t, among.condition)
                    around = f"to the {one.side} if {turned}, otherwise to the {other.side},"
                    here = noun(t, one.player)
                    members = Group(f"of the other players, going round from {here} {around}", players=True)
            found = f"the first {members.narrowed(t, name, where).single()}"
            return f"{found} (or, if there is none, {noun(t, otherwise)})"
        case ex.Fold(which=which, measure=measure, among=among, where=where, variable=name):
            each = group(t, among).narrowed(t, name, where)
            what = "sum of" if which == "sum" else f"{which} of"
            spoken_of = [one for one in subexpressions(measure) if isinstance(one, ex.LocalRef) and one.name == name]
            if len(spoken_of) > 1:
                return f"the {what} this for {each.each()}: {noun(t.with_name(name, it(spoken_of[0].type)), measure)}"
            return f"the {what} {noun(t.with_name(name, each.each()), measure)}"
    if isinstance(expr.type, BoolType):
        return conditions.whether(t, expr)
    raise AssertionError(f"no value: {expr}")


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
    return f"the {words(part.name)}" if len(part.name) > 2 else it(part.type).replace("that ", "the ")


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


# ---------------------------------------------------------------- groups
@dataclass(frozen=True, slots=True)
class Group:
    """A collection that is spoken of: by a noun (``player``), or by a text (``the players in this round``).

    ``after`` narrows it, for one and for many: ``who has lost``, ``who have lost``.
    """

    one: str = ""
    many: str = ""
    text: str = ""
    after: tuple[str, str] = ("", "")
    players: bool = False

    @property
    def is_everybody(self) -> bool:
        """Is it all players, with nothing that narrows it?"""
        return self.one == "player" and not any(self.after)

    def single(self) -> str:
        """One of them, without article."""
        return (self.one or f"of {self.text}") + self.after[0]

    def each(self) -> str:
        return f"each {self.one or f'of {self.text}'}{self.after[0]}"

    def some(self) -> str:
        return (a(self.one) if self.one else f"one of {self.text}") + self.after[0]

    def none(self) -> str:
        return (f"no {self.one}" if self.one else f"none of {self.text}") + self.after[0]

    def several(self) -> str:
        """Many of them, without article."""
        return (self.many or self.text.removeprefix("the ")) + self.after[1]

    def all_of(self) -> str:
        if self.text:
            return self.text + self.after[1]
        whole = self.many in ("players",) and not any(self.after)
        return f"all {self.many}" if whole else f"the {self.many}{self.after[1]}"

    def narrowed(self, t: Talk, name: str, where: ex.Expr | None) -> Group:
        """Those for which a condition on the one called ``name`` holds."""
        if where is None:
            return self
        one, many = (relative.relative(t, name, where, plenty, players=self.players) for plenty in (False, True))
        return replace(self, after=(f"{self.after[0]} {one}", f"{self.after[1]} {many}"))


def group(t: Talk, expr: ex.Expr) -> Group:
    """A collection as a group."""
    match expr:
        case ex.Seats():
            return Group("player", "players", players=True)
        case ex.Others(player=player):
            who = noun(t, player)
            if who == "the player":
                return Group("other player", "other players", players=True)
            return Group(f"player other than {who}", f"players other than {who}", players=True)
        case ex.CardsIn(place=place):
            at = noun(t, place)
            return Group("card", "cards", after=(f" of {at}", f" of {at}"))
        case ex.RestOf(cards=ex.CardsIn(place=place)):
            at = f" of {noun(t, place)} beneath the top one"
            return Group("card", "cards", after=(at, at))
        case ex.Those():
            return group(t, expr.among).narrowed(t, expr.variable, expr.where)
        case ex.ThoseBest():
            bare = relative.bare_of(t, expr.variable, expr.measure)
            among = group(t, expr.among)
            which: str = expr.which
            if isinstance(expr.measure, ex.VariableRef) and conditions.is_many(
                t.system.variables[expr.measure.variable]
            ):
                which = {"highest": "most", "lowest": "fewest"}[which]
            tail = f" with the {which} {bare}" if bare else f" with the {expr.which} value of: {_best(t, expr)}"
            return replace(among, after=(among.after[0] + tail, among.after[1] + tail))
        case ex.Numbers():
            low, high = noun(t, expr.low), noun(t, expr.high)
            return Group("number", "numbers", after=(f" from {low} to {high}", f" from {low} to {high}"))
    return Group(text=noun(t, expr), players=_of_players(expr.type))


def _of_players(kind: Type) -> bool:
    return isinstance(kind, CollectionType) and isinstance(kind.of, PlayerType)


def _best(t: Talk, expr: ex.ThoseBest) -> str:
    return noun(t.with_name(expr.variable, "each of them"), expr.measure)


def it(kind: Type) -> str:
    """A member of a group when it is spoken of again."""
    match kind:
        case PlayerType():
            return "that player"
        case CardType():
            return "that card"
        case CollectionType():
            return "those cards"
        case _:
            return "that number"
