"""Writes down the verdict on every property of every shipped ruleset: ``python -m tests.rules.verdict_table [NAME]``.

The checks take minutes; their verdicts are kept in ``verdicts.json`` beside this file, and ``docs/verdicts.md`` is made
of it. Tests hold both current; what has changed in them is to be read before it is committed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from caborules.check.run import check
from caborules.diagnostics.verdict import Verdict
from caborules.names.sources import shipped_rulesets

PINNED = Path(__file__).with_name("verdicts.json")
PAGE = Path(__file__).parents[2] / "docs" / "verdicts.md"
COMMAND = "python -m tests.rules.verdict_table"
REASON: Final = 160
"""So much of a reason is kept."""

Entry: TypeAlias = dict[str, str]
"""``found`` and ``evidence``; ``reason`` where it is undecided."""

COLUMNS: Final = ("conservation", "own-legality", "public-legality", "no-leak", "secrecy", "progress", "end-reachable")

HEAD = f"""# The verdict on every shipped ruleset

What `caborules check NAME` finds about each of them, at its default options, for every declared number of players.
Where nothing else is said it is *proved*: for the full deck and play of any length. *Declared* is what the rules intend
to tell, or that a stage need not end although nobody breaks a rule. What stands behind each word:
[how to read a verdict](how-to/read-a-verdict.md). The stories behind them: [findings](findings.md).

This page is written by `{COMMAND}` from checks of all rulesets; a test makes them again.

"""


def rulesets() -> list[str]:
    """Every shipped ruleset, games before variants."""
    files = {name: path for name, path in shipped_rulesets().items() if "/" not in name}
    return sorted(files, key=lambda name: (files[name].parent.name == "variants", name))


def verdicts(name: str) -> dict[str, Entry]:
    """By property, in the order of the report."""
    return {one.property: _entry(one) for one in check(name).verdicts}


def _entry(verdict: Verdict) -> Entry:
    entry: Entry = {"found": verdict.found, "evidence": verdict.evidence}
    if verdict.found in ("undecided", "violated", "none"):
        entry["reason"] = (verdict.reason or " ".join(verdict.details[:1]))[:REASON]
    return entry


def pinned() -> dict[str, dict[str, Entry]]:
    found: dict[str, dict[str, Entry]] = json.loads(PINNED.read_text(encoding="utf-8"))
    return found


# ---------------------------------------------------------------- the page
def page(table: Mapping[str, Mapping[str, Entry]]) -> str:
    """Markdown: one line a ruleset, then what is not simply proved."""
    stated = "the author's statements"
    lines = [_row("ruleset", *COLUMNS, "stages that end", stated), _row(*["---"] * (len(COLUMNS) + 3))]
    for name, entries in table.items():
        cells = [_word(entries.get(column)) for column in COLUMNS]
        lines.append(_row(f"[{name}](#{name})", *cells, _stages(entries), _stated(entries)))
    return HEAD + "\n".join(lines) + "\n" + "".join(_section(name, entries) for name, entries in table.items())


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def _word(entry: Entry | None) -> str:
    if entry is None:
        return "–"
    return entry["found"] if _proved(entry) else f"{entry['found']}, {entry['evidence']}"


def _proved(entry: Entry) -> bool:
    return entry["evidence"] == "proved"


def _stages(entries: Mapping[str, Entry]) -> str:
    ends = [entry for name, entry in entries.items() if name.startswith("ends:")]
    return f"{sum(one['found'] == 'holds' for one in ends)} of {len(ends)}"


def _stated(entries: Mapping[str, Entry]) -> str:
    stated = [entry for name, entry in entries.items() if name.startswith("author:")]
    return f"{sum(one['found'] == 'holds' for one in stated)} of {len(stated)} hold"


def _section(name: str, entries: Mapping[str, Entry]) -> str:
    lines = [f"\n## {name}\n"]
    for found, said in (
        ("violated", "Violated"),
        ("undecided", "Undecided"),
        ("declared", "Declared"),
        ("never-applies", "Never applies"),
        ("none", "Not looked into"),
    ):
        lines += _listed(said, ((key, one) for key, one in entries.items() if one["found"] == found))
    lines += _listed("Holds", ((key, one) for key, one in entries.items() if one["found"] == "holds"))
    return "\n".join(lines) + "\n"


def _listed(said: str, some: Iterable[tuple[str, Entry]]) -> list[str]:
    items = [f"{_named(key)}{_behind(entry)}" for key, entry in some]
    if not items:
        return []
    return (
        ["", *(f"- {said}: {item}" for item in items)] if said == "Undecided" else ["", f"- {said}: {'; '.join(items)}"]
    )


def _named(key: str) -> str:
    kind, _, name = key.partition(":")
    return f"“{name}”" if kind == "author" else f"`{key}`"


def _behind(entry: Entry) -> str:
    behind = "" if _proved(entry) else f" ({entry['evidence']})"
    return behind + (f": {entry['reason']}" if entry.get("reason") else "")


def main(names: Iterable[str]) -> None:
    """Check the rulesets named, or all, and write both files."""
    asked = list(names) or rulesets()
    old = pinned() if PINNED.exists() else {}
    for name in asked:
        old[name] = verdicts(name)
        table = {one: old[one] for one in rulesets() if one in old}
        PINNED.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        PAGE.write_text(page(table), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
