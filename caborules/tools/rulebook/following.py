"""What the author of a ruleset states of every play: no rules, but handy to know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from caborules.ir import expressions as ex
from caborules.ir.system import PropertyDef, System
from caborules.lower.fold import is_no, is_yes
from caborules.tools.rulebook.document import Heading, Item, Paragraph, Part, Points
from caborules.tools.rulebook.english import capital, sentence
from caborules.tools.rulebook.folding import Folder

_ENDINGS: Final = ("eventually", "possible", "ends", "endless")
"""Kinds that are about whether play comes to an end: of no use at the table."""


def section(system: System, values: Mapping[str, ex.Expr]) -> Iterator[Part]:
    """The titles of the statements that say something when the options have these values; nothing where none does."""
    folder = Folder(system, values)
    items = tuple(Item((sentence(capital(one.title)),)) for one in system.properties if _says_something(folder, one))
    if items:
        yield Heading(2, "What the author promises", "what-the-author-promises")
        yield Paragraph(
            (
                "These sentences add no rule. The author of the ruleset states that it is so in every play; whether it"
                " is proved, the check of the ruleset says.",
            )
        )
        yield Points(items)


def _says_something(folder: Folder, one: PropertyDef) -> bool:
    if one.kind in _ENDINGS or (one.after is not None and is_no(folder.fold(one.after))):
        return False
    if one.claim is None or one.kind not in ("always", "never"):
        return True
    claim = folder.fold(one.claim)
    return not (is_yes(claim) if one.kind == "always" else is_no(claim))
