"""The commands, one module each: ``arguments(parser)`` says what it takes, ``run(options, terminal)`` does it."""

from __future__ import annotations

import importlib
from argparse import Namespace
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, cast

from caborules.cli.terminal import Terminal

if TYPE_CHECKING:
    from caborules.cli.arguments import Parser


class CommandModule(Protocol):
    """What each module of this folder offers."""

    def arguments(self, parser: Parser) -> None:
        """Declare the arguments on ``parser``."""

    def run(self, options: Namespace, terminal: Terminal) -> int:
        """Do it, and return the exit code. May raise UsageError and Refused."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command's name, how it is called, and what it does, for ``--help``."""

    name: str
    usage: str
    summary: str

    def module(self) -> CommandModule:
        return cast(CommandModule, importlib.import_module(f"caborules.cli.commands.{self.name}"))


COMMANDS: Final = {
    command.name: command
    for command in (
        Command("check", "check FILE...", "errors, examples, clauses and proofs of a ruleset; the main job"),
        Command("explore", "explore FILE", "every position of a few small decks: stuck, endless, broken properties"),
        Command("play", "play FILE", "play in the terminal against simple bots, seeing only your own seat"),
        Command("sim", "sim FILE", "many games between bots, with statistics"),
        Command("moves", "moves FILE|TRACE", "the legal actions of every seat in a position"),
        Command("trace", "trace FILE -o OUT", "record a game between bots"),
        Command("replay", "replay TRACE", "hold a recorded game against its ruleset; the first difference"),
        Command("recheck", "recheck FILE|FOLDER...", "what certificates claim, shown again by Z3 and cvc5"),
        Command("export", "export --smt2 FILE -o DIR", "the obligations of a proof as files of SMT-LIB 2"),
        Command("options", "options FILE", "the options of a ruleset, and which points its source leaves open"),
        Command("clauses", "clauses FILE", "what cites each clause of the source, and which clauses each part cites"),
        Command("show", "show FILE", "the ruleset after all variants, sheets and libraries are worked in"),
        Command("diff", "diff A [B]", "what differs between two rulesets, and a short game in which they part"),
        Command("rulebook", "rulebook FILE", "the rules in English for the chosen options, as Markdown or HTML"),
        Command("fmt", "fmt FILE...", "rewrite files in the one layout"),
        Command("new", "new NAME --extends BASE", "start a variant that extends a ruleset"),
        Command("explain", "explain CODE", "a diagnostic explained: what it does, why it is bad, how to mend it"),
    )
}
"""In the order of ``--help``."""
