"""A line that cites no clause cites what its rule, choice or hook does; so what happens can be told with its clause."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from caborules.ir import statements as s


def citing(statements: Iterable[s.Statement], cites: tuple[str, ...]) -> list[s.Statement]:
    """The statements, where those that cite nothing cite these clauses, and so in all blocks inside them."""
    return [_citing(one, cites) for one in statements] if cites else list(statements)


def _citing(statement: s.Statement, cites: tuple[str, ...]) -> s.Statement:
    cited = replace(statement, cites=statement.cites or cites)
    match cited:
        case s.If():
            return replace(cited, then=_block(cited.then, cites), otherwise=_block(cited.otherwise, cites))
        case s.ForEach() | s.RepeatTimes() | s.RepeatUntil():
            return replace(cited, body=_block(cited.body, cites))
        case s.Decide():
            choices = tuple(replace(one, body=_block(one.body, cites)) for one in cited.choices)
            otherwise = None if cited.otherwise is None else _block(cited.otherwise, cites)
            return replace(cited, choices=choices, otherwise=otherwise)
        case _:
            return cited


def _block(block: s.Block, cites: tuple[str, ...]) -> s.Block:
    return replace(block, statements=tuple(citing(block.statements, cites)))
