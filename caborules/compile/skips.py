"""Players who are passed over: the engine tells of each; in the graph they are tests before a decision.

A test that leads past the decision next to it, from the same line of the rules, passes over its one player. A register
of players still to act that loses those who cannot do anything, before such a test, passes over these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from caborules.compile.layout import Layout
from caborules.compile.writing import Piece
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo

NOWHERE: Final = lo.Source((), None, ())
"""The source of an event that the engine tells without a line of the rules."""


@dataclass(frozen=True, slots=True)
class Note:
    """Tell that the seat in ``register`` is passed over."""

    register: str
    name: str
    source: lo.Source


@dataclass(frozen=True, slots=True)
class Skips:
    layout: Layout

    def _ask(self, node: int) -> tuple[lo.Point, lo.Node] | None:
        there = self.layout.lowered.nodes[node] if node >= 0 else None
        if there is None or not isinstance(there.operation, lo.Ask):
            return None
        return self.layout.lowered.points[there.operation.point], there

    def at_test(self, node: int) -> Note | None:
        """Who is passed over where the test fails."""
        here = self.layout.lowered.nodes[node]
        asked = self._ask(here.next)
        if asked is None or asked[1].source.span != here.source.span or asked[0].window is not None:
            return None
        own = [offer for offer in asked[0].offers if offer.kind == "choice"]
        if not own or own[0].among is not None or own[0].actor is None:
            return None
        return Note(own[0].actor, "otherwise" if asked[0].must else "", here.source)

    def at_next(self, node: int) -> Note | None:
        """Who has ``otherwise`` where a player comes out of a register of those who cannot do anything."""
        here = self.layout.lowered.nodes[node]
        assert isinstance(here.operation, lo.NextOf)
        strike = self.layout.lowered.nodes[here.next]
        if self._struck(strike) is None or strike.source.span != here.source.span:
            return None
        return Note(here.operation.register, "otherwise", here.source)

    def _struck(self, node: lo.Node) -> ex.Those | None:
        """The elements that stay, where an operation takes some out of a register."""
        match node.operation:
            case lo.SetRegister(register, ex.Those(among=ex.LocalRef(name=name)) as those) if register == name:
                return those
        return None

    def before_strike(self, piece: Piece, node: int) -> str | None:
        """Those still to act, where some are passed over now."""
        here = self.layout.lowered.nodes[node]
        those = self._struck(here)
        if those is None or not isinstance(here.operation, lo.SetRegister) or here.next < 0:
            return None
        test = self.layout.lowered.nodes[here.next]
        if not isinstance(test.operation, lo.Test) or test.source.span != here.source.span:
            return None
        asked = self._ask(test.next)
        if asked is None or asked[0].must or _one_is_done(those):
            return None
        return piece.temporary(self.layout.register(here.operation.register))

    def after_strike(self, piece: Piece, node: int, before: str | None) -> None:
        here = self.layout.lowered.nodes[node]
        if before is None or not isinstance(here.operation, lo.SetRegister):
            return
        left = self.layout.register(here.operation.register)
        gone = piece.temporary(f"[p for p in {before} if p not in {left}]")
        pool = self.layout.pool
        piece.flush()
        with piece.inside(f"for p in {gone}:"):
            span, cites = pool.of(here.source.span), pool.of(here.source.cites)
            skipped = f"Event({pool.of('skipped')}, e[1], {pool.of('')}, None, (), {span}, {cites})"
            piece.line(f"s.ev.append(({piece.templates.number((skipped,))}, p))")

    def tell(self, piece: Piece, note: Note) -> None:
        seat = piece.temporary(self.layout.register(note.register))
        piece.event("skipped", note.source, seat="{0}", name=note.name, dynamic=(seat,))


def _one_is_done(those: ex.Those) -> bool:
    """Does only the player who acted fall out?"""
    match those.where:
        case ex.Compare(op="is not", left=ex.LocalRef(), right=ex.LocalRef()):
            return True
        case ex.Not(operand=ex.Compare(op="is", left=ex.LocalRef(), right=ex.LocalRef())):
            return True
    return False
