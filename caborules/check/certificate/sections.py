"""All sections of certificates, in the order in which they are written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final, TypeAlias

from caborules.check.certificate import facts, steps
from caborules.check.certificate.codec import decode, encode
from caborules.check.certificate.question import Item
from caborules.check.certificate.section import Json, Section, wanted
from caborules.check.ends import questions as ends
from caborules.check.ends.look import RANKINGS
from caborules.check.ends.record import EndsRecord
from caborules.check.progress import questions as progress
from caborules.check.progress.look import PROGRESS, ProgressProof
from caborules.check.proofs import ASPECTS
from caborules.check.properties import questions as stated
from caborules.check.properties.look import STATED
from caborules.check.properties.record import StatedRecord
from caborules.check.reach import questions as reach
from caborules.check.reach.look import REACH, STRATEGIES
from caborules.check.reach.record import ReachRecord
from caborules.check.secrecy import questions as secrecy
from caborules.check.secrecy.look import SECRECY
from caborules.check.secrecy.record import SecrecyRecord
from caborules.check.work import Work

FACTS: Final = "facts"
"""The section that every certificate has; the others use the facts that it states."""


def _write_facts(work: Work, _claims: Collection[str]) -> Json:
    return facts.write(work)


def _fact_questions(work: Work, _section: Json, claimed: Mapping[str, str]) -> Iterator[Item]:
    return steps.questions(work, claimed)


Ask: TypeAlias = Callable[[Work, str, Any, str], Iterator[Item]]
"""What has to be shown of a property's record, of which ``holds`` or ``declared`` is claimed."""


def whatever_is_said(ask: Callable[[Work, str, Any], Iterator[Item]]) -> Ask:
    """For records that show the property, whichever of the two is claimed."""
    return lambda work, name, data, _found: ask(work, name, data)


def of_records(name: str, kind: Any, of: str, ask: Ask) -> Section:
    """A section of a record of type ``kind`` for each property, which a look left in ``Work.evidence`` under the
    section's name; ``of``: a pattern for the names of such properties; ``ask``: what has to be shown of one. Where two
    have the same record, the second names the first."""

    def covers(one: str, section: Json) -> bool:
        return re.fullmatch(of, one) is not None and isinstance(section, dict) and one in section

    def write(work: Work, claims: Collection[str]) -> Json | None:
        records: Any = work.evidence.get(name, {})
        first: dict[str, str] = {}
        found: dict[str, Json] = {}
        for one, record in records.items():
            if one in claims:
                part = encode(record, kind)
                same = first.setdefault(json.dumps(part), one)
                found[one] = part if same == one else same
        return found or None

    def questions(work: Work, section: Json, claimed: Mapping[str, str]) -> Iterator[Item]:
        wanted(isinstance(section, dict) and set(section) <= set(claimed), f"records of {name} for what is claimed")
        for one, found in claimed.items():
            said = section[one]
            wanted(not isinstance(said, str) or said in section, f"a record that is there, not {said}")
            part = section[said] if isinstance(said, str) else said
            yield from ask(work, one, decode(part, kind), found)

    return Section(name, covers, write, questions)


SECTIONS: Final[Mapping[str, Section]] = {
    one.name: one
    for one in (
        Section(FACTS, lambda one, _section: one in ASPECTS, _write_facts, _fact_questions),
        of_records(PROGRESS, ProgressProof, PROGRESS, whatever_is_said(progress.questions)),
        of_records(SECRECY, SecrecyRecord, SECRECY, whatever_is_said(secrecy.questions)),
        of_records(STATED, StatedRecord, "author:.*", whatever_is_said(stated.questions)),
        of_records(RANKINGS, EndsRecord, "(author|ends):.*", ends.questions),
        of_records(STRATEGIES, ReachRecord, f"author:.*|{REACH}", whatever_is_said(reach.questions)),
    )
}
