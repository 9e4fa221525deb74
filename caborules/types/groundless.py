"""Inherited examples that a variant has taken the ground from: one error at the variant, not one for each line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from caborules.diagnostics.record import Diagnostic
from caborules.syntax import nodes as n
from caborules.types.world import World

_MOST: Final = 3
"""So many different reasons are told."""
_TOO_LARGE: Final = "E313"


def gathered(w: World, errors: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The errors; those in examples that the file has from what it extends as one, E510, with the lines to write."""
    header = w.book.files[-1].header
    if header.extends is None:
        return tuple(errors)
    inherited = [one for one in w.book.examples if one.span.file != w.own_file]
    elsewhere = [one for one in errors if not any(_within(one, example) for example in inherited)]
    # What is too large is so because of what the example uses, which is still there: no example need go for it.
    errors = [one for one in errors if one.code != _TOO_LARGE or one in elsewhere or not elsewhere]
    missing = [one for one in errors if one.code != _TOO_LARGE]
    at = [next((e for e in inherited if one in missing and _within(one, e)), None) for one in errors]
    broken = [(example, one) for example, one in zip(at, errors, strict=True) if example is not None]
    if not broken:
        return tuple(errors)
    titles = tuple(dict.fromkeys(example.title for example, _ in broken))
    first: dict[str, str] = {}
    for example, one in broken:
        if one.span is not None:
            first.setdefault(one.message, f'({one.span.file}:{one.span.start.line}, in "{example.title}")')
    reasons = [f"{message.rstrip('.')} {where}." for message, where in first.items()]
    if len(reasons) > _MOST:
        reasons[_MOST:] = [f"And {len(reasons) - _MOST} more such faults."]
    one_only = len(titles) == 1
    many = "An inherited example no longer makes" if one_only else f"{len(titles)} inherited examples no longer make"
    meant = "If it shall" if one_only else "If they shall"
    lines = "\n".join(f'  remove example "{title}"' for title in titles)
    whole = Diagnostic(
        "E510",
        header.span,
        f"{many} sense with what this variant replaces or removes.",
        "\n".join(reasons),
        f"Keep what is missing; a choice may keep its name in the new rule. {meant} not hold any more, write:\n{lines}",
    )
    return (*(one for example, one in zip(at, errors, strict=True) if example is None), whole)


def _within(error: Diagnostic, example: n.Example) -> bool:
    span, all_of_it = error.span, example.span
    if span is None or span.file != all_of_it.file:
        return False
    return all_of_it.start.line <= span.start.line <= all_of_it.end.line
