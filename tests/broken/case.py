"""What a broken game is: the host ruleset, by what means it is broken, and what has to be found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from caborules.api.game import Ruleset
from caborules.ir import lowered as lo
from caborules.ir.types import Value
from caborules.names.load import load_book
from caborules.types.elaborate import elaborate
from caborules.types.flow.check import check_flow

HOST: Final = Path(__file__).with_name("host.cabo")

Surgery: TypeAlias = Callable[[lo.LoweredSystem], lo.LoweredSystem]
Rewritten: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """One way of being broken.

    ``how`` says it in a sentence. It is done by text (``rules``: what is replaced by what, each once in the text;
    ``more``: lines at the end), by options (``settings``) or in the lowered system (``surgery``).

    ``refused``: codes of the errors with which the compiler refuses the text. The proofs are asked all the same, behind
    its back. ``finds``: the verdicts that differ from those on the host, as found and evidence; None: the property is
    gone. ``warned``: codes of warnings beyond the host's. ``length``: how many actions the witnesses have, by
    property. ``unnoticed``: why no verdict changes. ``slow``: left out of the default run.
    """

    name: str
    how: str
    rules: Rewritten = ()
    more: str = ""
    settings: Mapping[str, Value] = field(default_factory=dict)
    surgery: Surgery | None = None
    refused: tuple[str, ...] = ()
    finds: Mapping[str, tuple[str, str] | None] = field(default_factory=dict)
    warned: tuple[str, ...] = ()
    length: Mapping[str, int] = field(default_factory=dict)
    unnoticed: str = ""
    slow: bool = True


@dataclass(frozen=True, slots=True)
class Read:
    """A ruleset as it was read, past all refusals of the flow of facts; with the codes of its errors and warnings."""

    ruleset: Ruleset
    errors: tuple[str, ...]
    warnings: tuple[str, ...]


def text_of(case: Broken) -> str:
    """The ruleset of a case. A replacement that does not fit fails: the host has changed under it."""
    text = HOST.read_text(encoding="utf-8")
    for old, new in case.rules:
        assert text.count(old) == 1, f"{case.name}: {old!r} stands {text.count(old)} times in the host"
        text = text.replace(old, new)
    return text + case.more


def read(case: Broken, folder: Path) -> Read:
    """The ruleset of a case, with what the compiler says of it."""
    path = folder / "host.cabo"
    path.write_text(text_of(case), encoding="utf-8")
    made = elaborate(load_book(path))
    flowed = check_flow(made.system, made.unasked)
    errors = tuple(sorted({one.code for one in flowed.diagnostics if one.severity == "error"}))
    warnings = tuple(sorted({one.code for one in flowed.diagnostics if one.severity == "warning"}))
    return Read(Ruleset(flowed.system, (), flowed.disclosures), errors, warnings)
