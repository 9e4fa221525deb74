"""The comparison of two rulesets as text, as Markdown, and as data for JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from caborules.cli.reports import plural

if TYPE_CHECKING:
    from caborules.diagnostics.span import Span
    from caborules.engine.play import Play
    from caborules.tools.difference.record import Edit, Gap, Looked, Parting, Report

MOST_SAID: Final = 6
"""So many sentences of a kind, and ways to make a choice, are told, unless all are asked for."""
_STATED: Final = ("example", "property")
"""Of these only the titles are told, unless all lines are asked for."""


def lines(report: Report, *, markdown: bool, full: bool) -> Iterator[str]:
    """The comparison for people, line by line."""
    first, second = labels(report)
    heading = "## {}" if markdown else "{}"
    item = "- {}" if markdown else "  {}"
    block = "      {}" if not markdown else "    {}"
    yield ("# {} and {}" if markdown else "{} and {}").format(first, second)
    yield ""
    for label, title in zip((first, second), report.titles, strict=True):
        yield item.format(f"{label}: {title}")
    yield ""
    yield heading.format("The texts")
    yield from ([""] if markdown else [])
    for edit in report.edits:
        yield item.format(_headline(edit))
        if edit.kind not in _STATED or full:
            yield from _changed(edit, block, markdown)
    for setting in report.settings:
        cites = "".join(f" @{clause}" for clause in setting.cites)
        clauses = f" ({cites[1:]})" if cites else ""
        yield item.format(f"{setting.option}, as chosen: {setting.before} -> {setting.after}{clauses}")
    if not report.edits and not report.settings:
        yield item.format("They say the same.")
    yield ""
    yield heading.format("The compiled rules")
    yield from ([""] if markdown else [])
    for line in _sameness(report):
        yield item.format(line)
    yield from _game(report, markdown, full)


def labels(report: Report) -> tuple[str, str]:
    """What the two are called."""
    first, second = report.names
    return (first, second) if first != second else (f"{first} (first)", f"{second} (second)")


# ---------------------------------------------------------------- the texts
def _headline(edit: Edit) -> str:
    """``form matching, offered: yes -> no (@cabo.Y4) [variants/no-matching.cabo:4]``."""
    what = f"{edit.kind} {edit.name}".strip()
    match edit.how:
        case "changed" if edit.before is not None:
            said = f"{edit.before} -> {edit.after}"
        case "added" if edit.after is not None:
            said = f"added: {edit.after}"
        case "removed" if edit.before is not None:
            said = f"removed: {edit.before}"
        case "reworded":
            said = "the same in other words"
        case how:
            said = how
    cites = " ".join(f"@{clause}" for clause in edit.cites)
    where = edit.first if edit.second is None else edit.second
    return f"{what}: {said}{f' ({cites})' if cites else ''}{_place(where)}"


def _place(span: Span | None) -> str:
    return "" if span is None else f" [{span.file}:{span.start.line}]"


def _changed(edit: Edit, block: str, markdown: bool) -> Iterator[str]:
    if not edit.lines:
        return
    if markdown:
        yield ""
        yield "  ```diff"
    for line in edit.lines:
        cites = "".join(f" @{clause}" for clause in line.cites)
        yield (f"  {line.sign} {line.text}{cites}" if markdown else block.format(f"{line.sign} {line.text}{cites}"))
    if markdown:
        yield "  ```"


# ---------------------------------------------------------------- the compiled rules
def _sameness(report: Report) -> Iterator[str]:
    same = report.same
    if same.equal:
        yield f"The same game with {_numbers(same.equal)} players: compiled rules are equal{_but_names(report)}."
    if same.renamed:
        yield "Other names: " + ", ".join(f"{old} = {new}" for old, new in same.renamed) + "."
    if same.unequal:
        yield f"Not equal with {_numbers(same.unequal)} players."
    if same.only_one:
        yield f"Only one of the two is for {_numbers(same.only_one)} players."
    if report.players is None:
        yield "There is no number of players for which both are."
        return
    both, first, second = report.cards
    if (both, both) != (first, second):
        yield f"The decks differ: of {first} and {second} cards both have {both} ({report.players} players)."
    if report.same_with_common_cards:
        yield f"With the {both} cards that both have it is the same game: compiled rules are equal."


def _but_names(report: Report) -> str:
    return " up to names" if report.same.renamed else ""


def _numbers(numbers: tuple[int, ...]) -> str:
    """``2 to 4``, ``2, 5 and 6``."""
    low, high = numbers[0], numbers[-1]
    if len(numbers) > 2 and numbers == tuple(range(low, high + 1)):
        return f"{low} to {high}"
    *some, last = (str(number) for number in numbers)
    return f"{', '.join(some)} and {last}" if some else last


# ---------------------------------------------------------------- the game
def _game(report: Report, markdown: bool, full: bool) -> Iterator[str]:
    if report.players is None or report.verdict == "same":
        return
    first, second = labels(report)
    if report.cards[0] == 0:
        yield ""
        yield "No card is in both decks: no deal is possible in both."
        return
    looked, parting = report.looked, report.parting
    if looked is None:
        return
    yield ""
    cards = f"{report.players} players, {plural(report.cards[0], 'card')}{_common(report)}"
    if parting is None:
        yield ("## {}" if markdown else "{}").format(f"No game found in which they part ({cards})")
        yield from ([""] if markdown else [])
        yield ("{}" if markdown else "  {}").format(f"{_bounds(looked)} That does not say that they are the same game.")
        return
    yield ("## {}" if markdown else "{}").format(f"A game in which they part ({cards})")
    yield from ([""] if markdown else [])
    for line in parting.story:
        yield f"{line}" if markdown else f"  {line}"
    yield from ([""] if markdown else [])
    yield ("{}" if markdown else "  {}").format("Now:")
    for gap in parting.gaps:
        yield from _gap(gap, first, second, full)
    yield ""
    yield ("{}" if markdown else "  {}").format(_how(parting, looked))


def _common(report: Report) -> str:
    both, first, second = report.cards
    return "" if (both, both) == (first, second) else " that both have"


def _gap(gap: Gap, first: str, second: str, full: bool) -> Iterator[str]:
    if len(gap.first) == len(gap.second) == 1 and gap.kind != "legal":
        yield f"  - {gap.subject}: {gap.first[0]} in {first}, {gap.second[0]} in {second}"
        return
    yield f"  - {gap.subject}:"
    for label, sentences in ((first, gap.first), (second, gap.second)):
        shown = sentences if full else sentences[:MOST_SAID]
        for sentence in shown:
            yield f"    - only in {label}: {sentence if full else _cut(sentence)}"
        if len(shown) < len(sentences):
            yield f"    - only in {label}: ... and {len(sentences) - len(shown)} more"


def _cut(sentence: str) -> str:
    """At most so many ways to make a choice."""
    ways = sentence.split("; ")
    return (
        sentence if len(ways) <= MOST_SAID else f"{'; '.join(ways[:MOST_SAID])}; ... and {len(ways) - MOST_SAID} more"
    )


def _how(parting: Parting, looked: Looked) -> str:
    if parting.moves == 0:
        return "They part before the first move."
    moves = plural(parting.moves, "move")
    if parting.how == "breadth":
        return f"{moves}. {_shortest(parting, looked)}"
    return f"{moves}, found by random play and shortened. {_shortest(parting, looked)}"


def _shortest(parting: Parting, looked: Looked) -> str:
    if parting.how == "breadth":
        others = f" and {looked.deals - 1} more" if looked.deals > 1 else ""
        return f"On this deal{others} every shorter game was looked at; on another deal they may part sooner."
    if parting.shorter + 1 >= parting.moves:
        own = "On this deal every shorter game was looked at, and none of them parts"
    else:
        own = (
            f"On this deal every game of up to {plural(parting.shorter, 'move')} was looked at, and none of them parts"
        )
    return f"{own}. {_bounds(looked)}"


def _bounds(looked: Looked) -> str:
    """How far was looked without finding anything."""
    found = (
        f"On {plural(looked.deals, 'deal')} every game of up to {plural(looked.depth, 'move')} was looked at "
        f"({looked.positions} positions), and none of them parts."
    )
    if looked.games:
        found += f" {plural(looked.games, 'random game')} of up to {looked.length} moves were played."
    return found


# ---------------------------------------------------------------- for machines
def content(report: Report) -> dict[str, object]:
    """The comparison as data; see docs/how-to/diff.md."""
    return {
        "verdict": report.verdict,
        "rulesets": [
            {"name": name, "title": title, "hash": digest}
            for name, title, digest in zip(report.names, report.titles, report.hashes, strict=True)
        ],
        "differences": [_edit(edit) for edit in report.edits],
        "chosen": [
            {"option": one.option, "first": one.before, "second": one.after, "clauses": list(one.cites)}
            for one in report.settings
        ],
        "compiled": {
            "equal": list(report.same.equal),
            "unequal": list(report.same.unequal),
            "only_one": list(report.same.only_one),
            "renamed": [list(pair) for pair in report.same.renamed],
        },
        "players": report.players,
        "cards": {"both": report.cards[0], "first": report.cards[1], "second": report.cards[2]},
        "same_with_common_cards": report.same_with_common_cards,
        "looked": None if report.looked is None else _looked(report.looked),
        "parting": None if report.parting is None else _parting(report.parting),
    }


def _edit(edit: Edit) -> dict[str, object]:
    return {
        "how": edit.how,
        "kind": edit.kind,
        "name": edit.name,
        "first": edit.before,
        "second": edit.after,
        "lines": [{"sign": one.sign, "text": one.text, "clauses": list(one.cites)} for one in edit.lines],
        "clauses": list(edit.cites),
        "places": [_json_place(edit.first), _json_place(edit.second)],
    }


def _json_place(span: Span | None) -> dict[str, object] | None:
    return None if span is None else {"file": span.file, "line": span.start.line}


def _looked(looked: Looked) -> dict[str, object]:
    return {
        "deals": looked.deals,
        "moves": looked.depth,
        "positions": looked.positions,
        "random_games": looked.games,
        "random_moves": looked.length,
    }


def _parting(parting: Parting) -> dict[str, object]:
    return {
        "moves": parting.moves,
        "found": parting.how,
        "every_game_up_to": parting.shorter,
        "story": list(parting.story),
        "gaps": [
            {"kind": gap.kind, "subject": gap.subject, "first": list(gap.first), "second": list(gap.second)}
            for gap in parting.gaps
        ],
        "traces": [_trace(parting, play) for play in (parting.first, parting.second)],
    }


def _trace(parting: Parting, play: Play | None) -> object:
    """The play as `caborules replay` reads it; None where it is not played with the ruleset's own deck."""
    return json.loads(play.trace()) if parting.whole and play is not None else None
