"""Reading a clause catalogue (spec/clauses/README.md says what it is) from the bytes of its file."""

from __future__ import annotations

import tomllib
from typing import Any, Final, Literal, cast, get_args

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span
from caborules.names.book import Clause

Kind = Literal["rule", "variant", "open", "reading", "advice", "property", "example"]
KINDS: Final = get_args(Kind)
WHY: Final = "What a ruleset cites must stand in the catalogue as written there."


def read_clauses(data: bytes, most: int, name: str, span: Span, problems: list[Diagnostic]) -> list[Clause]:
    """The clauses in ``data``, a TOML text of at most ``most`` bytes; what is wrong goes to ``problems`` as E207."""

    def refuse(message: str, mend: str) -> None:
        problems.append(Diagnostic("E207", span, f"{name}: {message}", WHY, mend))

    if len(data) > most:
        refuse(f"more than {most} bytes.", "Split the catalogue.")
        return []
    try:
        table = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # ValueError also for numbers and dates that Python cannot hold
        refuse(f"not a TOML file: {error}.", "Mend that line of the catalogue.")
        return []
    rows = table.get("clause", [])
    if not isinstance(rows, list) or not rows:
        refuse("no clause in it.", "Write [[clause]] with id, kind and text.")
        return []
    clauses = []
    for number, row in enumerate(rows, 1):
        wrong = _wrong(row)
        if wrong:
            refuse(f"clause {number}: {wrong}.", f"Each has id, kind ({', '.join(KINDS)}) and text.")
        else:
            clauses.append(Clause(row["id"], cast("Kind", row["kind"]), row["text"], row.get("why", "")))
    return clauses


def _wrong(row: Any) -> str:
    """What is wrong with a row of the catalogue, or nothing."""
    if not isinstance(row, dict):
        return "not a table"
    for key in ("id", "kind", "text"):
        if not isinstance(row.get(key), str):
            return f"no {key}"
    if not isinstance(row.get("why", ""), str):
        return "why is not a text"
    if row["kind"] not in KINDS:
        return f'no such kind "{row["kind"]}"'
    return ""
