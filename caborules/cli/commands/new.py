"""``caborules new NAME --extends BASE``: start a variant that extends a ruleset."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from caborules.cli import arguments as shared
from caborules.cli import exits, outputs
from caborules.cli.problems import UsageError
from caborules.cli.terminal import Terminal


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("name", metavar="NAME", help="letters, digits and hyphens, such as sunday-game")
    parser.add_argument("--extends", required=True, metavar="BASE", help="a shipped ruleset, or the path of one")
    parser.add_argument("--title", help="what people call it (the name with blanks)")
    parser.output("--output", "-o", metavar="FILE", help="where to write it (NAME.cabo); `-`: standard output")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def run(options: Namespace, terminal: Terminal) -> int:
    from caborules.names.write import new_variant

    title = options.title or options.name.replace("-", " ").capitalize()
    if options.output == "-":
        terminal.out.write(new_variant(options.name, title, options.extends))
        return exits.OK
    target = Path(options.output or f"{options.name}.cabo")
    text = new_variant(options.name, title, _seen_from(target.parent, options.extends), folder=target.parent)
    _write(target, text, options.force)
    terminal.note(f"{target} extends {options.extends}. Next: caborules check {target}")
    return exits.OK


def _seen_from(folder: Path, base: str) -> str:
    """The base as the new file must name it: a shipped name as it is, a path relative to the file's folder."""
    path = Path(base)
    try:
        return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix() if path.is_file() else base
    except (OSError, ValueError) as error:
        raise UsageError(f"{shared.shorten(base)} is no path", "Give a shipped ruleset or a path.") from error


def _write(target: Path, text: str, force: bool) -> None:
    if target.exists() and not force:
        raise UsageError(f"{target} is there already", "Choose another name with -o, or write over it with --force.")
    outputs.write(target, text)
