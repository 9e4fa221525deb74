"""The comparison of two rulesets as data for JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caborules.diagnostics.span import Span
    from caborules.engine.play import Play
    from caborules.tools.difference.record import Edit, Gap, Laid, Looked, Parting, Report


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
        "position": None if report.laid is None else _position(report.laid),
    }


def _edit(edit: Edit) -> dict[str, object]:
    return {
        "how": edit.how,
        "kind": edit.kind,
        "name": edit.name,
        "first": edit.before,
        "second": edit.after,
        "lines": [
            {"sign": one.sign, "text": one.text, "clauses": list(one.cites), "place": _json_place(one.span)}
            for one in edit.lines
        ],
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
        "learnt_games": looked.learnt,
        "examples": looked.examples,
    }


def _parting(parting: Parting) -> dict[str, object]:
    return {
        "moves": parting.moves,
        "found": parting.how,
        "every_game_up_to": parting.shorter,
        "story": list(parting.story),
        "late": None if parting.late is None else {"after": parting.late[0], "position": parting.late[1]},
        "ends": parting.ends,
        "gaps": _gaps(parting.gaps),
        "traces": [_trace(parting, play) for play in (parting.first, parting.second)],
    }


def _position(laid: Laid) -> dict[str, object]:
    return {
        "example": laid.title,
        "place": _json_place(laid.span),
        "players": laid.players,
        "moves": laid.moves,
        "story": list(laid.story),
        "gaps": _gaps(laid.gaps),
    }


def _gaps(gaps: tuple[Gap, ...]) -> list[dict[str, object]]:
    return [
        {"kind": gap.kind, "subject": gap.subject, "first": list(gap.first), "second": list(gap.second)} for gap in gaps
    ]


def _trace(parting: Parting, play: Play | None) -> object:
    """The play as `caborules replay` reads it; None where it is not played with the ruleset's own deck."""
    return json.loads(play.trace()) if parting.whole and play is not None else None
