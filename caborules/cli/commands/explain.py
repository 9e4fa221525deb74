"""``caborules explain CODE``: what a diagnostic does, why it is bad, an example, and how to mend it."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict

from caborules.cli import arguments as shared
from caborules.cli import exits
from caborules.cli.problems import UsageError
from caborules.cli.terminal import Table, Terminal


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("codes", nargs="*", metavar="CODE", help="such as E320; without one, a list of all codes")
    shared.output_format(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    from caborules.diagnostics.codes import CODES, code_text

    wanted = [code.upper() for code in options.codes]
    for code in wanted:
        if code not in CODES:
            raise UsageError(f"there is no code {shared.shorten(code)}", _hint(code, list(CODES)))
    if options.format == "json":
        entries = [asdict(CODES[code]) for code in wanted or CODES]
        terminal.json("caborules/explain/1", {"codes": entries})
    elif wanted:
        terminal.say("\n".join(code_text(code) for code in wanted).rstrip())
    else:
        terminal.table(Table(("code", "title"), tuple((code, entry.title) for code, entry in sorted(CODES.items()))))
    return exits.OK


def _hint(code: str, known: list[str]) -> str:
    from caborules.names.nearest import suggestion

    return f"{suggestion(code, known)} `caborules explain` lists them all.".strip()
