"""Worked examples as they run: which choice a word of theirs means at that moment, and on whom a lot falls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from caborules.engine.decisions import DECLINE, PASS, decision, element_type, offers
from caborules.engine.examples import Followed, followed, set_table
from caborules.engine.setup import Setup
from caborules.engine.state import Deciding
from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.system import ExampleDef, ExampleLine, MoveText, System, ThenCan, ThenFact, WhenMove
from caborules.ir.types import PlayerType
from caborules.ir.walk import subexpressions, with_children
from caborules.tools.rulebook.english import words
from caborules.tools.rulebook.folding import SMALL, Folder, constant
from caborules.tools.words import all_choices

REFUSED: Final = (DECLINE, PASS)


@dataclass(frozen=True, slots=True)
class Traced:
    """An example with the full names of the choices in it; ``lots``: who was drawn, by the number of the line."""

    example: ExampleDef
    lots: Mapping[int, str]


def traced(system: System, example: ExampleDef) -> Traced:
    """``system`` has the options as they are chosen, and the example passes."""
    setup, seats, _ = set_table(system, example)
    values = {key: constant(setup.options[key], ex.OptionRef(o.type, None, key)) for key, o in system.options.items()}
    folder = Folder(system, values)
    picks = {one.span for block in system.blocks.values() for one in block.statements if _is_of_players(one)}
    lines: list[ExampleLine] = []
    lots: dict[int, str] = {}
    for one in followed(setup, seats, example):
        for event in one.events:
            if event.kind == "picked" and event.span in picks and isinstance(event.value, int):
                lots[len(lines)] = seats[event.value]
        lines.append(_full(setup, folder, one))
    return Traced(replace(example, lines=tuple(lines)), lots)


def _is_of_players(one: st.Statement) -> bool:
    return isinstance(one, st.Pick) and isinstance(element_type(one.among.type), PlayerType)


def _full(setup: Setup, folder: Folder, one: Followed) -> ExampleLine:
    match one.line:
        case WhenMove(move=move) | ThenCan(move=move):
            return replace(one.line, move=replace(move, choice=_path(setup, one, move)))
        case ThenFact(fact=fact):
            return replace(one.line, fact=_said(folder, fact))
    return one.line


def _path(setup: Setup, one: Followed, move: MoveText) -> str:
    """The path of the choice that has this name here and takes as much as is given: of one that is possible, else of
    one that is asked for, else of any."""
    if move.choice in REFUSED:
        return move.choice
    every = list(all_choices(setup.system))
    paths = [offer.action.choice for offer in offers(setup, one.before)]
    top = one.before.control[-1] if one.before.control else None
    if isinstance(top, Deciding):
        paths += [choice.path for choice in decision(setup, top).choices]
    named = [path for path in (*paths, *(choice.path for choice in every)) if _is_named(path, move.choice)]
    takes = {choice.path: len(choice.params) for choice in every}
    fitting = (path for path in named if len(move.arguments) <= takes[path])
    return next(fitting, named[0] if named else move.choice)


def _is_named(path: str, name: str) -> bool:
    return name in (path, path.rpartition(".")[2])


def _said(folder: Folder, fact: ex.Expr) -> ex.Expr:
    """The fact with what it means in the place of a term that has no words of its own."""
    fact = with_children(fact, lambda part: _said(folder, part))
    if isinstance(fact, ex.Apply) and not fact.arguments:
        function = folder.system.functions[fact.function]
        if function.text in (function.name, words(function.name), ""):
            body = folder.fold(function.body)
            return body if sum(1 for _ in subexpressions(body)) <= SMALL else fact
    return fact
