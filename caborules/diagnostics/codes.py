"""The table of all codes. To add a code, add an entry to the file of its hundred."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from caborules.diagnostics import (
    codes_audience,
    codes_examples,
    codes_names,
    codes_play,
    codes_text,
    codes_types,
    codes_variants,
    codes_warnings,
)
from caborules.diagnostics.code import Code

_ENTRIES: tuple[Code, ...] = (
    *codes_text.CODES,
    *codes_names.CODES,
    *codes_types.CODES,
    *codes_audience.CODES,
    *codes_variants.CODES,
    *codes_examples.CODES,
    *codes_play.CODES,
    *codes_warnings.CODES,
)

CODES: Mapping[str, Code] = MappingProxyType({entry.code: entry for entry in _ENTRIES})
"""Every code with its entry, in the order of the files."""


def code_text(code: str) -> str:
    """The entry of a code as plain text. Raises KeyError if there is no such code."""
    entry = CODES[code.upper()]
    example = "\n".join(f"    {line}" for line in entry.example.splitlines())
    return (
        f"{entry.code}: {entry.title}\n\n"
        f"What it does\n    {entry.what}\n\n"
        f"Why this is bad\n    {entry.why}\n\n"
        f"Example\n{example}\n\n"
        f"Mend\n    {entry.mend}\n"
    )
