"""Groups of players, cards and numbers as they are spoken of: each of them, some of them, how many there are."""

from __future__ import annotations

from dataclasses import dataclass, replace

from caborules.ir import expressions as ex
from caborules.ir.types import CardType, CollectionType, PlayerType, Type
from caborules.ir.walk import subexpressions
from caborules.tools.rulebook import conditions, nouns, relative
from caborules.tools.rulebook.english import a
from caborules.tools.rulebook.talk import Talk


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
            who = nouns.noun(t, player)
            if who == "the player":
                return Group("other player", "other players", players=True)
            return Group(f"player other than {who}", f"players other than {who}", players=True)
        case ex.CardsIn(place=place):
            at = nouns.noun(t, place)
            return Group("card", "cards", after=(f" of {at}", f" of {at}"))
        case ex.RestOf(cards=ex.CardsIn(place=place)):
            at = f" of {nouns.noun(t, place)} beneath the top one"
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
            it_ = "whom" if among.players else "which"
            tail = f" with the {which} {bare}" if bare else f" for {it_} this is {expr.which}: {_best(t, expr)}"
            return replace(among, after=(among.after[0] + tail, among.after[1] + tail))
        case ex.Numbers():
            low, high = nouns.noun(t, expr.low), nouns.noun(t, expr.high)
            return Group("number", "numbers", after=(f" from {low} to {high}", f" from {low} to {high}"))
    return Group(text=nouns.noun(t, expr), players=_of_players(expr.type))


def _of_players(kind: Type) -> bool:
    return isinstance(kind, CollectionType) and isinstance(kind.of, PlayerType)


def best_among(t: Talk, expr: ex.ThoseBest) -> str:
    """Those of a group that takes many words for whom something is lowest, or highest."""
    whom = "whom" if _of_players(expr.among.type) else "which"
    return f"those for {whom}, among {nouns.noun(t, expr.among)}, this is {expr.which}: {_best(t, expr)}"


def _best(t: Talk, expr: ex.ThoseBest) -> str:
    kind = expr.among.type.of if isinstance(expr.among.type, CollectionType) else expr.among.type
    return nouns.noun(t.with_name(expr.variable, it(kind)), expr.measure)


def it_beside(t: Talk, name: str, where: ex.Expr, kind: Type) -> str:
    """The same, where a condition on the one called ``name`` also speaks of others: told apart from them."""
    others = {
        t.names.get(one.name) for one in subexpressions(where) if isinstance(one, ex.LocalRef) and one.name != name
    }
    phrase = it(kind)
    apart = (f"the {which} {phrase.removeprefix('that ')}" for which in ("other", "third", "fourth"))
    return next((one for one in (phrase, *apart) if one not in others), phrase)


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
