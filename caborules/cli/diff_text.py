"""The comparison of two rulesets as text and as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from caborules.cli.reports import plural
from caborules.tools.difference.record import labels

if TYPE_CHECKING:
    from caborules.diagnostics.span import Span
    from caborules.tools.difference.record import Edit, Gap, Looked, Parting, Report

MOST_SAID: Final = 6
"""So many sentences of a kind, and ways to make a choice, are told, unless all are asked for."""
_WHERE: Final = re.compile(r" \[[^\[\]]+:\d+[^\[\]]*\]$")
"""Where in the rules something is written, at the end of a sentence."""
_GOES_ON: Final = ("legal", "value", "seen")
"""Where one game is over and the other goes on, these differences follow from it; they are told if all is asked for."""
_MOVE: Final = re.compile(r"\d+\. ")
_STATED: Final = ("example", "property")
"""Of these only the titles are told, unless all lines are asked for."""


def lines(report: Report, *, markdown: bool, full: bool) -> Iterator[str]:
    """The comparison for people, line by line."""
    first, second = labels(report.names)
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


# ---------------------------------------------------------------- the texts
def _headline(edit: Edit) -> str:
    """``form matching, offered: yes -> no (@cabo.Y4) [cabo.cabo:47 -> variants/no-matching.cabo:4]``."""
    what = f"{edit.kind} {edit.name}".strip()
    match edit.how:
        case "changed" if edit.before is not None:
            said = f"{edit.before} -> {edit.after}"
        case "added" if edit.after:
            said = f"added: {edit.after}"
        case "removed" if edit.before:
            said = f"removed: {edit.before}"
        case "reworded":
            said = "the same in other words"
        case how:
            said = how
    cites = " ".join(f"@{clause}" for clause in edit.cites)
    return f"{what}: {said}{f' ({cites})' if cites else ''}{_place(edit.first, edit.second)}"


def _place(*spans: Span | None) -> str:
    """Where it is written: in one ruleset, or in both, once if that is the same line."""
    told = dict.fromkeys(f"{span.file}:{span.start.line}" for span in spans if span is not None)
    return f" [{' -> '.join(told)}]" if told else ""


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
    only_first = tuple(one for one in same.only_one if one not in same.only_second)
    for label, numbers in zip(labels(report.names), (only_first, same.only_second), strict=True):
        if numbers:
            yield f"Only {label} is for {_numbers(numbers)} players."
    if report.players is None:
        yield "There is no number of players for which both are."
        return
    both, first, second = report.cards
    if (both, both) != (first, second):
        have = f"both have {both}" if both else "none is in both"
        yield f"The decks differ: of {first} and {second} cards {have} ({report.players} players)."
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
        both, mine, theirs = report.cards
        same = "That does not say that they are the same game."
        decks = "Their own decks differ, and so do the games."
        yield ("{}" if markdown else "  {}").format(f"{_bounds(looked)} {same if both == mine == theirs else decks}")
        yield from _laid(report, markdown, full)
        return
    yield ("## {}" if markdown else "{}").format(f"A game in which they part ({cards})")
    yield from ([""] if markdown else [])
    yield from _told(_shown(parting, full), parting.gaps, report, markdown, full)
    yield ("{}" if markdown else "  {}").format(_how(parting, looked))
    yield from _laid(report, markdown, full)


def _told(story: Iterable[str], gaps: tuple[Gap, ...], report: Report, markdown: bool, full: bool) -> Iterator[str]:
    """A game or a position, and what is so then in one of the two only."""
    first, second = labels(report.names)
    for line in story:
        yield f"{line}" if markdown else f"  {line}"
        yield from ([""] if markdown and not _MOVE.match(line) else [])
    yield from ([""] if markdown else [])
    yield ("{}" if markdown else "  {}").format("Now:")
    ended = any(gap.kind == "over" for gap in gaps)
    told = [gap for gap in gaps if full or not ended or gap.kind not in _GOES_ON]
    for gap in told:
        yield from _gap(gap, first, second, full)
    if len(told) < len(gaps):
        yield f"  - ... and {plural(len(gaps) - len(told), 'difference')} more, since one of them goes on (--full)"
    yield ""


def _shown(parting: Parting, full: bool) -> Iterator[str]:
    """The deal and the moves of a game; of a long one a position shortly before its end and what comes after it, unless
    all is asked for."""
    story, late = parting.story, parting.late
    if full or late is None:
        yield from story
        return
    made, position = late
    start = len(story) - parting.moves
    yield from story[:start]
    yield f"... (--full tells moves 1 to {made})"
    yield f"The position after move {made}: {position}."
    yield from story[start + made :]


def _laid(report: Report, markdown: bool, full: bool) -> Iterator[str]:
    """A position from which they part, where an example lays one out."""
    laid = report.laid
    if laid is None:
        return
    heading = f"A position from which they part ({laid.players} players)"
    yield ""
    yield ("## {}" if markdown else "{}").format(heading)
    yield from ([""] if markdown else [])
    said = f'As the example "{laid.title}" lays it out{_place(laid.span)}.'
    yield from _told((said, *laid.story), laid.gaps, report, markdown, full)
    moves = plural(laid.moves, "move") if laid.moves else "Before any move"
    end = f"{moves}. Whether a game comes to such a position was not looked at."
    yield ("{}" if markdown else "  {}").format(end)


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
    """At most so many ways to make a choice; where it is written stays."""
    where = _WHERE.search(sentence)
    cited = "" if where is None else where[0]
    ways = sentence.removesuffix(cited).split("; ")
    if len(ways) <= MOST_SAID:
        return sentence
    return f"{'; '.join(ways[:MOST_SAID])}; ... and {len(ways) - MOST_SAID} more{cited}"


def _how(parting: Parting, looked: Looked) -> str:
    if parting.moves == 0:
        return "They part before the first move."
    moves = plural(parting.moves, "move")
    if parting.how == "breadth":
        return f"{moves}. {_shortest(parting, looked)}"
    ends = f" They part only as {parting.ends} ends, which began before the first move." if parting.ends else ""
    return f"{moves}, found by random play and shortened.{ends} {_shortest(parting, looked)}"


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
    open_end = "" if parting.shorter + 1 >= parting.moves else " There may be shorter ones."
    return f"{own}. {_bounds(looked)}{open_end}"


def _bounds(looked: Looked) -> str:
    """How far was looked without finding anything."""
    found = (
        f"On {plural(looked.deals, 'deal')} every game of up to {plural(looked.depth, 'move')} was looked at "
        f"({looked.positions} positions), and none of them parts."
    )
    if looked.games:
        found += f" {plural(looked.games, 'random game')} of up to {looked.length} moves were played."
    if looked.learnt:
        found += (
            f" {plural(looked.learnt, 'more game')} learnt from the shortest how to come there, on deals in which like "
            "cards lie together."
        )
    if looked.examples:
        found += f" {plural(looked.examples, 'example')} could be played in both."
    return found
