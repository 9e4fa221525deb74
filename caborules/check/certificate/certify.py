"""From a finished check to its certificate."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from caborules.check.certificate.record import CLAIMS, Certificate
from caborules.check.certificate.section import Json
from caborules.check.certificate.sections import SECTIONS
from caborules.check.work import Work
from caborules.diagnostics.verdict import Verdict
from caborules.engine.game import value_text

RESTS_ON: Final = {"own-legality": "no-leak", "public-legality": "no-leak"}
"""A property that is proved as long as another one is. All rest on conservation."""
BASE: Final = "conservation"


def certify(work: Work, verdicts: Iterable[Verdict], ruleset: str) -> Certificate | None:
    """The certificate of what was proved; None where not even conservation was. ``ruleset``: see ``Certificate``."""
    proved = {one.property: one.found for one in verdicts if one.evidence == "proved" and one.found in CLAIMS}
    if BASE not in proved:
        return None
    sections: dict[str, Json] = {}
    for section in SECTIONS.values():
        part = section.write(work, proved)
        if part is not None:
            sections[section.name] = part
    shown = {one for one in proved if any(SECTIONS[name].covers(one, part) for name, part in sections.items())}
    covered = {name: found for name, found in proved.items() if name in shown}
    claims = {name: found for name, found in covered.items() if not unsupported(name, covered)}
    options = {key: value_text(value) for key, value in work.settings.items()}
    return Certificate(work.ruleset.name, ruleset, work.ruleset.hash, options, claims, sections)


def unsupported(name: str, claims: Iterable[str]) -> str:
    """The property that this one rests on and that is not claimed with it; "" where nothing is missing."""
    for other in (BASE, RESTS_ON.get(name, BASE)):
        if other not in claims:
            return other
    return ""
