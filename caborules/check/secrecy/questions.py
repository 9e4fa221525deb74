"""What has to be shown again of secrecy: what each place demands is worked out from the rules, and shown as stated."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.check.certificate.question import Item, Objection
from caborules.check.properties.questions import of_claim
from caborules.check.secrecy.look import told_by_facts
from caborules.check.secrecy.policy import is_secret, kept, seen
from caborules.check.secrecy.record import SecrecyRecord
from caborules.check.work import Work


def questions(work: Work, name: str, data: SecrecyRecord) -> Iterator[Item]:
    """The questions of a record of secrecy: for each place that demands something which the facts do not tell."""
    left = dict(data.demands)
    for place in work.system.places.values():
        if is_secret(place):
            claim = kept(place, but_one=True)
        elif place.sight == "face down" or told_by_facts(work, place):
            continue
        else:
            claim = seen(place)
        part = left.pop(claim.title, None)
        if part is None:
            yield Objection(name, f"it says nothing of {place.name}")
        else:
            yield from of_claim(work, name, claim, part)
    for title in left:
        yield Objection(name, f"nothing demands this: {title}")
