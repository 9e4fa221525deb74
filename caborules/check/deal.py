"""Does the deck last until the first decision? For each number of players the game is begun, and it is seen whether a
step that takes a card from a pile found none there.

Chance is the identity: nothing moves in a shuffle, the first is drawn. How many cards a deal wants is rarely a matter
of chance; where it is, this looks at one way of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Final, TypeAlias

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span
from caborules.engine.chance import Identity
from caborules.engine.faults import RulesFault
from caborules.engine.game import fixed
from caborules.engine.machine import start
from caborules.ir.expressions import EndOf, Expr, IsEmpty
from caborules.ir.statements import Announce, Block, If, Move, Statement
from caborules.ir.system import System
from caborules.ir.types import BOOL, Value

_RAN_OUT: Final = "\0"
"""What the marks say; no text of a ruleset has this character."""

Groups: TypeAlias = Sequence[tuple[tuple[int, int], Mapping[str, Value]]]


def short_decks(system: System, groups: Groups) -> tuple[Diagnostic, ...]:
    """W322 for each step before the first decision that finds no card, with the numbers of players for which it does.

    ``groups``: ranges of numbers of players with the values of all options.
    """
    marked = _marked(system)
    found: dict[Span, list[int]] = {}
    for (low, high), options in groups:
        for players in range(low, high + 1):
            for span in _short(marked, players, options):
                found.setdefault(span, []).append(players)
    return tuple(_diagnostic(span, numbers) for span, numbers in sorted(found.items()))


def _short(marked: System, players: int, options: Mapping[str, Value]) -> Iterator[Span]:
    """The steps that find no card, each once."""
    try:
        step = start(fixed(marked, players, options), Identity())
    except RulesFault:
        return  # other parts of the check, and every game, tell of it
    spans = (event.span for event in step.events if event.kind == "announced" and event.name == _RAN_OUT)
    yield from dict.fromkeys(span for span in spans if span is not None)


def _diagnostic(span: Span, numbers: list[int]) -> Diagnostic:
    low, high = numbers[0], numbers[-1]
    who = str(low) if low == high else f"{low} to {high}" if len(numbers) == high - low + 1 else _listed(numbers)
    return Diagnostic(
        "W322",
        span,
        f"With {who} players the cards run out before the first decision: here one is to be moved, and none is left.",
        "The deal ends short, and some players begin with fewer cards than others.",
        "Allow fewer players, deal fewer cards, or use a larger deck. To deal out a whole pack, ask whether a card is "
        "left before each: `if stock is not empty`.",
    )


def _listed(numbers: list[int]) -> str:
    return f"{', '.join(map(str, numbers[:-1]))} or {numbers[-1]}"


# ---------------------------------------------------------------- marks
def _marked(system: System) -> System:
    """The system with an announcement in each ``otherwise`` of a step that takes an end card of a pile: that the pile
    is empty, where it is."""
    numbers = count(max(system.blocks, default=0) + 1)
    changed: dict[int, Block] = {}
    for block in system.blocks.values():
        for at, statement in enumerate(block.statements):
            taken = _taken_from(statement)
            if not isinstance(statement, If) or taken is None:
                continue
            said = Block(next(numbers), (Announce(statement.span, (), _RAN_OUT, None),))
            mark = If(statement.span, (), IsEmpty(BOOL, statement.span, taken), said, Block(next(numbers), ()))
            otherwise = replace(statement.otherwise, statements=(mark, *statement.otherwise.statements))
            here = changed.get(block.number, block)
            statements = (*here.statements[:at], replace(statement, otherwise=otherwise), *here.statements[at + 1 :])
            changed |= {
                said.number: said,
                otherwise.number: otherwise,
                block.number: replace(here, statements=statements),
            }
    return replace(system, blocks={**system.blocks, **changed})


def _taken_from(statement: Statement) -> Expr | None:
    """The cards whose top or bottom is moved, where the statement is ``move top of P to Q otherwise ...``."""
    match statement:
        case If(instead=True, then=Block(statements=(Move(what=EndOf(cards=cards)),))):
            return cards
        case _:
            return None
