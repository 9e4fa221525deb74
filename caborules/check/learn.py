"""Who learns what: each step of the rules that shows something, and to which kinds of observer.

Read off the lowered operations. From every choice the graph is followed to the next decisions: what is passed within
the rule of the decision belongs to the choice, anything else happens by itself. Kinds of observer are the actor, the
owner of the cards, and everybody else; that something happens is seen by all, unless it happens secretly. What is
listed is what is *shown*: whether somebody knew it before is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, TypeAlias

from caborules.check.flow import Graph
from caborules.diagnostics.span import Span
from caborules.diagnostics.verdict import Json
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.show_expressions import show
from caborules.ir.types import PLAYERS
from caborules.ir.walk import with_children

Sees: TypeAlias = Literal["face", "value", "that it is possible", "that it happens", "nothing", "perhaps the face", "-"]
"""``perhaps the face``: of some such observers; ``-``: there is no such observer."""

Declared: TypeAlias = Literal["announce", "announces", "laid open", ""]

How: TypeAlias = Literal["shown", "moved", "swapped", "turned up", "announced", "chosen"]


@dataclass(frozen=True, slots=True)
class Learnt:
    """One thing that is shown.

    ``when``: the path of a choice, or ``rule NAME`` for what happens by itself; ``declared``: for what is told beside
    cards that are shown, how the author says so (``laid open``: what the choice depends on is then shown).
    """

    when: str
    how: How
    what: str
    actor: Sees
    owner: Sees
    others: Sees
    declared: Declared
    span: Span | None
    cites: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        place: Json = None
        if self.span is not None:
            place = {"file": self.span.file, "line": self.span.start.line, "column": self.span.start.column}
        return {
            "when": self.when,
            "how": self.how,
            "what": self.what,
            "actor": self.actor,
            "owner": self.owner,
            "others": self.others,
            "declared": self.declared,
            "place": place,
            "clauses": self.cites,
        }


def learning(systems: Iterable[lo.LoweredSystem]) -> tuple[Learnt, ...]:
    """What the rules show to whom, each line of the rules once for every choice that leads to it."""
    found: dict[Learnt, None] = {}
    for system in systems:
        found.update(dict.fromkeys(_Learning(Graph(system)).rows()))
    by_itself = [one for one in found if one.when.startswith("rule ")]
    return (*(one for one in found if one not in by_itself), *by_itself)


@dataclass(frozen=True, slots=True)
class _Actor:
    """Who acts, by register (None: nobody), in the choice ``path`` of a decision in the rules ``within``."""

    path: str
    register: str | None
    within: tuple[str, ...]


_Place: TypeAlias = tuple[str, ex.Expr | None]
"""A place with its owner."""

_ALL: Final = ex.Seats(PLAYERS, None)


@dataclass(frozen=True)
class _Learning:
    graph: Graph

    @property
    def system(self) -> lo.LoweredSystem:
        return self.graph.system

    def rows(self) -> Iterator[Learnt]:
        yield from self._follow(self.system.entry, None)
        for node in self.system.nodes:
            if isinstance(node.operation, lo.Ask):
                for offer in self.system.points[node.operation.point].offers:
                    if offer.kind in ("choice", "reaction"):
                        yield from _legality(offer)
                    if offer.kind != "pass":
                        actor = _Actor(offer.path, offer.actor, node.source.rules)
                        yield from self._follow(offer.target, actor)

    # ------------------------------------------------------------ following control
    def _follow(self, start: int, actor: _Actor | None) -> Iterator[Learnt]:
        """What is shown from a node on, up to the next decisions."""
        seen: set[tuple[int, bool]] = set()
        todo = [(start, actor is not None)]
        while todo:
            number, inside = todo.pop()
            node = self.system.nodes[number]
            within = () if actor is None else actor.within
            inside = inside and node.source.rules[: len(within)] == within
            if (number, inside) in seen:
                continue
            seen.add((number, inside))
            yield from self._shown(node, actor if inside else None)
            over = isinstance(node.operation, lo.Mark) and node.operation.what == "end" and node.source.rules == within
            todo += [(target, inside and not over) for target in reversed(self._onward(number))]

    def _onward(self, number: int) -> tuple[int, ...]:
        match self.system.nodes[number].operation:
            case lo.Ask():
                return ()
            case lo.Unseal(done=done):
                return (done,)
        return self.graph.targets[number]

    # ------------------------------------------------------------ one operation
    def _shown(self, node: lo.Node, actor: _Actor | None) -> Iterator[Learnt]:
        match node.operation:
            case lo.ShowCards(cards=cards, to=to, secretly=secretly):
                lie = self._lie(cards)
                what = f"cards of {self._names(lie, actor)}" if lie else "cards"
                yield self._row(node, actor, "shown", what, lie, to, secretly)
            case lo.TurnCards(cards=cards, up=True):
                lie = self._lie(cards)
                yield self._row(node, actor, "turned up", f"cards of {self._names(lie, actor)}", lie, _ALL, False)
            case lo.Lay(register=register, to=to):
                yield from self._moved(node, actor, "moved", self._held(register), self._lie(to))
            case lo.MoveAll(source=source, to=to):
                yield from self._moved(node, actor, "moved", self._lie(source), self._lie(to))
            case lo.MoveCards(cards=cards, to=to):
                yield from self._moved(node, actor, "moved", self._lie(cards), self._lie(to))
            case lo.SwapCards(left=left, right=right):
                one, other = self._lie(left), self._lie(right)
                yield from self._moved(node, actor, "swapped", one, other)
                yield from self._moved(node, actor, "swapped", other, one)
            case lo.Say(text=text, value=ex.Typed() as value):
                mine: Sees = "-" if actor is None or actor.register is None else "value"
                what = f"{text}: {_plain(value, actor)}"
                yield _learnt(node, actor, "announced", what, (mine, "-", "value"), "announce")

    def _moved(
        self, node: lo.Node, actor: _Actor | None, how: How, start: tuple[_Place, ...], end: tuple[_Place, ...]
    ) -> Iterator[Learnt]:
        """A move shows a card where it comes to a place that is seen, from one that was not."""
        for place in end:
            sight = self.system.places[place[0]].sight
            hidden = tuple(one for one in start if not self._covers(one, place))
            if sight == "face down" or not hidden:
                continue
            to = _ALL if sight == "face up" else place[1]
            what = f"a card of {self._names(hidden, actor)}, to {self._names((place,), actor)}"
            if to is not None:
                yield self._row(node, actor, how, what, hidden if sight == "face up" else (place,), to, False)

    def _covers(self, start: _Place, end: _Place) -> bool:
        """Has everybody who sees the cards at the end seen them at the start?"""
        sights = self.system.places[start[0]].sight, self.system.places[end[0]].sight
        return sights[0] == "face up" or (sights == ("seen by its owner",) * 2 and start[1] == end[1])

    def _row(
        self,
        node: lo.Node,
        actor: _Actor | None,
        how: How,
        what: str,
        lie: tuple[_Place, ...],
        to: ex.Expr,
        secretly: bool,
    ) -> Learnt:
        """The row of an operation that shows cards which ``lie`` there to the players ``to``."""
        rest: Sees = "nothing" if secretly else "that it happens"
        owners = [owner for _, owner in lie if owner is not None]
        me = None if actor is None or actor.register is None else actor.register
        mine = bool(owners) and all(_is(owner, me) for owner in owners)
        if isinstance(to, ex.Seats):
            seen: tuple[Sees, Sees, Sees] = ("face", "face", "face")
        elif me is not None and _is(to, me):
            seen = ("face", "face" if mine else rest, rest)
        elif any(owner == to for owner in owners):
            seen = (rest, "face", rest)
        elif isinstance(to, ex.LocalRef) and to.name in self.graph.system.registers and not owners:
            seen = (rest, "-", "perhaps the face")
        else:
            seen = ("perhaps the face", "perhaps the face", "perhaps the face")
            what += f", to {_plain(to, actor)}"
        shown = (seen[0] if me is not None else "-", seen[1] if owners else "-", seen[2])
        return _learnt(node, actor, how, what, shown)

    # ------------------------------------------------------------ where cards lie
    def _lie(self, cards: ex.Expr, tried: frozenset[str] = frozenset()) -> tuple[_Place, ...]:
        """The places in which the cards that an expression names may lie; or the place, or spot, itself."""
        match cards:
            case ex.PlaceRef():
                return ((cards.place, cards.owner),)
            case ex.LocalRef(name=name) if name not in tried:
                parts: Sequence[ex.Expr] = self._origins.get(name, ())
                tried |= {name}
            case ex.EndOf() | ex.RestOf() | ex.FirstCards():
                parts = (cards.cards,)
            case ex.CardsIn() | ex.TheCard() | ex.NewSpot():
                parts = (cards.place,)
            case ex.SpotOf():
                parts = (cards.card,)
            case ex.Those() | ex.ThoseBest() | ex.SomeSet():
                parts = (cards.among,)
            case ex.FirstWhere():
                parts = (cards.among, cards.otherwise)
            case ex.Either():
                parts = (cards.then, cards.otherwise)
            case _:
                parts = ()
        return tuple(dict.fromkeys(place for part in parts for place in self._lie(part, tried)))

    def _held(self, register: str) -> tuple[_Place, ...]:
        """Where the card in the hand of an operation was taken from."""
        lifted = (node.operation for node in self.system.nodes if isinstance(node.operation, lo.Lift))
        cards = [operation.card for operation in lifted if operation.register == register]
        return tuple(dict.fromkeys(place for card in cards for place in self._lie(card)))

    @cached_property
    def _origins(self) -> Mapping[str, tuple[ex.Expr, ...]]:
        """What a register was set to, or chosen or taken from."""
        found: dict[str, dict[ex.Expr, None]] = {}
        for node in self.system.nodes:
            match node.operation:
                case lo.SetRegister(register=register, value=value):
                    found.setdefault(register, {})[value] = None
                case lo.PickOne(register=register, among=among):
                    found.setdefault(register, {})[among] = None
                case lo.Lift(register=register, card=card):
                    found.setdefault(register, {})[card] = None
                case lo.NextOf(register=register, collection=collection):
                    kind = self.system.registers[collection]
                    found.setdefault(register, {})[ex.LocalRef(kind, None, collection)] = None
        for point in self.system.points:
            for offer in point.offers:
                for domain in offer.domains:
                    found.setdefault(domain.register, {})[domain.among] = None
        return {name: tuple(values) for name, values in found.items()}

    def _names(self, places: tuple[_Place, ...], actor: _Actor | None) -> str:
        """Places in words."""
        return " or ".join(dict.fromkeys(_place(name, owner, actor) for name, owner in places)) or "nowhere"


# ---------------------------------------------------------------- in words
def _learnt(
    node: lo.Node, actor: _Actor | None, how: How, what: str, sees: tuple[Sees, Sees, Sees], declared: Declared = ""
) -> Learnt:
    source = node.source
    rule = source.rules[-1] if source.rules else ""
    return Learnt(
        f"rule {rule}" if actor is None else actor.path, how, what, *sees, declared, source.span, source.cites
    )


def _legality(offer: lo.Offer) -> Iterator[Learnt]:
    """That a choice was possible tells the others something where not everybody could see that."""
    if not offer.public:
        declared: Declared = "announces" if offer.announces else "laid open"
        what, source = "that it can be chosen", offer.source
        yield Learnt(offer.path, "chosen", what, "-", "-", "that it is possible", declared, source.span, source.cites)


def _is(expr: ex.Expr, register: str | None) -> bool:
    return isinstance(expr, ex.LocalRef) and expr.name == register


def _place(name: str, owner: ex.Expr | None, actor: _Actor | None) -> str:
    if owner is None:
        return name
    return f"{name} of {_plain(owner, actor)}"


def _plain(expr: ex.Expr, actor: _Actor | None) -> str:
    """An expression with names as they are written in the rules, and the actor called so."""

    def renamed(one: ex.Expr) -> ex.Expr:
        if isinstance(one, ex.LocalRef):
            mine = actor is not None and one.name == actor.register
            return replace(one, name="the actor" if mine else _written(one.name))
        return with_children(one, renamed)

    return show(renamed(expr))


def _written(name: str) -> str:
    """``c`` for the register ``use-drawn.c-2``."""
    return re.sub(r"-[0-9]+$", "", name.rpartition(".")[2])
