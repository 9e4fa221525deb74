"""The certificates in proofs/: of Cabo, its variants and what else was written down, each of its present text."""

from __future__ import annotations

from pathlib import Path, PurePath

import pytest

from caborules.api.load import load
from caborules.check.certificate import record
from caborules.check.certificate.certify import certify
from caborules.check.certificate.recheck import Answers, recheck, work_of
from caborules.check.run import examine
from caborules.names.sources import shipped_rulesets

PROOFS = Path(__file__).parents[2] / "proofs"
MOST_BYTES = 220_000
ALWAYS = {"cabo", "jokers-zero", "kamikaze", "no-matching", "open-peek", "published-deck", "short-match"}
"""The rulesets that have one in any case."""
NAMES = sorted(path.stem for path in PROOFS.glob("*.json"))
AGAIN = "is it stale? Write it anew, as proofs/README.md says"


def committed(name: str) -> str:
    path = PROOFS / f"{name}.json"
    assert path.is_file(), f"{path.name} is missing: write it as proofs/README.md says"
    return path.read_text(encoding="utf-8")


def test_there_is_a_certificate_for_cabo_and_its_variants_and_for_shipped_rulesets_only() -> None:
    assert ALWAYS <= set(NAMES) <= {PurePath(name).name for name in shipped_rulesets()}


@pytest.mark.parametrize("name", NAMES)
def test_a_certificate_is_of_the_present_text(name: str) -> None:
    text = committed(name)
    certificate, ruleset = record.read(text), load(name)
    assert (certificate.name, certificate.ruleset, certificate.hash) == (name, name, ruleset.hash), AGAIN
    assert len(text.encode()) < MOST_BYTES
    assert record.write(certificate) == text
    assert work_of(certificate, ruleset).proofs, AGAIN


def test_a_certificate_is_confirmed() -> None:
    """A sample; continuous integration rechecks all."""
    result = recheck(record.read(committed("no-matching")), load("no-matching"), Answers())
    assert result.status == "confirmed", (AGAIN, result.open)


@pytest.mark.slow
def test_the_certificate_is_what_a_check_writes_today() -> None:
    report, looked = examine("cabo")
    made = certify(looked.work, report.verdicts, "cabo")
    assert made is not None
    assert record.write(made) == committed("cabo"), AGAIN
    proved = {one.property for one in report.verdicts if one.evidence == "proved" and one.found in record.CLAIMS}
    assert proved == set(made.claims), "a proved property is not in the certificate"
