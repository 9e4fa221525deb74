"""``caborules explore FILE``: every position of small scopes of a ruleset, looked at one by one.

A second opinion beside the proofs, and a way to see how a game can be stuck, go on for ever, or break a property. What
is said holds for the scope that is named, and for nothing else.
"""

from __future__ import annotations

from argparse import Namespace
from itertools import islice
from typing import TYPE_CHECKING, Final

from caborules.cli import arguments as shared
from caborules.cli import exits
from caborules.cli.reports import plural
from caborules.cli.terminal import Table, Terminal
from caborules.cli.told_games import ToldGames

if TYPE_CHECKING:
    from caborules.diagnostics.verdict import Witness
    from caborules.explore.scopes import Scope
    from caborules.explore.search import Graph
    from caborules.ir.system import System

POSITIONS: Final = 2000
SCOPES: Final = 5


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--cards", type=shared.count(1, 12), default=3, metavar="N", help="cards in the deck (3)")
    parser.add_argument(
        "--scopes", type=shared.count(1, 100), default=SCOPES, metavar="N", help=f"so many small decks ({SCOPES})"
    )
    parser.add_argument(
        "--positions",
        type=shared.count(1),
        default=POSITIONS,
        metavar="N",
        help=f"positions looked at of each ({POSITIONS})",
    )
    parser.add_argument(
        "--small-options", action="store_true", help="number options that are not set at their smallest value"
    )
    shared.settings(parser)
    shared.output_format(parser)
    shared.quiet(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    from caborules.explore.scopes import scopes
    from caborules.tools.compile import open_ruleset

    system = open_ruleset(options.file).system
    level = 0 if options.small_options else None
    made = scopes(system, shared.chosen(options.settings), (options.cards,), (level,))
    looked = []
    for scope in islice(made, options.scopes):
        if not options.quiet:
            terminal.note(f"looking at {scope.text}")
        looked.append((scope, *_look(system, scope, options.positions)))
    if options.format == "json":
        terminal.json("caborules/explore/1", _content(system, looked))
    else:
        _print(system, looked, terminal)
    return exits.VIOLATED if any(wrong for *_, found in looked for _, wrong, _ in found) else exits.OK


def _look(system: System, scope: Scope, limit: int) -> tuple[Graph, list[tuple[str, bool, Witness]]]:
    """The positions of a scope, and what they show: what it is, whether it is a fault of the rules, the game."""
    from caborules.check.narrate import Words, choice_texts
    from caborules.explore.find import (
        broken_in,
        decides,
        find_endless,
        find_stuck,
        find_trap,
        find_trouble,
        watched,
    )
    from caborules.explore.watch import WATCHED
    from caborules.ir.statements import RepeatUntil
    from caborules.ir.walk import statements

    claims = [one for one in system.properties if one.kind in WATCHED]
    graph = watched(scope, claims, limit)
    found = [
        ("stuck", True, find_stuck(scope, graph=graph)[0]),
        ("cards", True, find_trouble(scope, graph=graph)[0]),
        *((f"author:{title}", True, game) for title, game in broken_in(scope, graph, claims).items()),
        ("no way to the end", False, find_trap(scope, graph=graph)[0]),
    ]
    for name, rule in system.rules.items():
        if any(isinstance(statement, RepeatUntil) for statement in statements(rule.body)):
            loop = find_endless(scope, name, needs=(decides(scope),), graph=graph)[0]
            found.append((f"{name} need not end", False, loop))
    words = Words(choice_texts(system))
    return graph, [(what, wrong, words.found(game, what)) for what, wrong, game in found if game is not None]


_Looked = list[tuple["Scope", "Graph", list[tuple[str, bool, "Witness"]]]]


def _print(system: System, looked: _Looked, terminal: Terminal) -> None:
    rows = tuple(
        (scope.text, str(len(graph.positions)), _evidence(graph), ", ".join(what for what, *_ in found) or "nothing")
        for scope, graph, found in looked
    )
    terminal.table(Table(("scope", "positions", "evidence", "found"), rows, f"{system.name}: {system.title}"))
    told: set[str] = set()
    games = ToldGames("--format json has them all")
    for _, _, found in looked:
        for what, _, witness in found:
            if what not in told:
                told.add(what)
                terminal.say()
                terminal.heading(witness.title)
                for line in games.lines(what, witness):
                    terminal.say(f"  {line}")
    terminal.say()
    terminal.say(
        f"{plural(len(looked), 'scope')}. What is said holds for these scopes only; each game was played again."
    )


def _evidence(graph: Graph) -> str:
    return "exhaustive" if graph.complete else f"bounded ({max(graph.depths)} moves)"


def _content(system: System, looked: _Looked) -> dict[str, object]:
    return {
        "ruleset": system.name,
        "scopes": [
            {
                "scope": scope.text,
                "positions": len(graph.positions),
                "moves": max(graph.depths),
                "evidence": "exhaustive" if graph.complete else "bounded",
                "found": [
                    {"what": what, "fault": wrong, "title": one.title, "steps": list(one.steps), "data": one.data}
                    for what, wrong, one in found
                ],
            }
            for scope, graph, found in looked
        ],
    }
