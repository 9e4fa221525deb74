"""``check --witnesses FOLDER``: the games behind the verdicts as files, for machines, for viewers, and to paste."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from caborules.cli import arguments as shared
from caborules.cli.outputs import written_to

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from caborules.check.report import Report
    from caborules.check.work import Work
    from caborules.ir.types import Value


def arguments(parser: shared.Parser) -> None:
    parser.output(
        "--witnesses",
        folder=True,
        metavar="FOLDER",
        help="write the games that show something into a folder: as JSON, as ITF traces, as examples to paste",
    )


def write(folder: str, report: Report, work: Work) -> tuple[str, ...]:
    """Write the games of a report; a line for people about each file. Raises UsageError where that cannot be done."""
    from caborules.check.witness.export import exports
    from caborules.tools.files import write_atomically

    lines = []
    with written_to(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
        for verdict in report.verdicts:
            if verdict.witness is None:
                continue
            options = _options(work.ranges, verdict.witness.data.get("players"))
            texts = exports(work.system, options, verdict)
            for ending, text in texts.items():
                path = Path(folder) / f"{report.name}.{_plain(verdict.property)}.{ending}"
                write_atomically(path, text)
                lines.append(f"wrote {path}")
            if not texts:
                lines.append(f"{verdict.property}: its witness holds no game that can be written down")
    return tuple(lines)


def _options(ranges: Sequence[tuple[tuple[int, int], Mapping[str, Value]]], players: object) -> Mapping[str, Value]:
    """The options with which so many players play."""
    for (low, high), options in ranges:
        if isinstance(players, int) and low <= players <= high:
            return options
    return ranges[0][1]


def _plain(name: str) -> str:
    """A property's name as part of a file's name."""
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
