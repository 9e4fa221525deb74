"""Showing again what a certificate claims: every obligation is rebuilt from the rules, none is searched for.

The ruleset is lowered again, the facts are read, and each question is put to every solver as one and the same text.
Shared with ``check``: the lowering, the encoding of steps, and which goals a property has. Not shared: the search for
facts, rankings and strategies, and the order, memory and bookkeeping of the proofs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import islice
from typing import Final, Literal, TypeAlias

from caborules.api.game import Ruleset
from caborules.check.certificate import facts
from caborules.check.certificate.certify import unsupported
from caborules.check.certificate.question import Item, Objection, Piece, Pose, Question
from caborules.check.certificate.record import Certificate
from caborules.check.certificate.section import Misread, wanted
from caborules.check.certificate.sections import FACTS, SECTIONS
from caborules.check.certificate.smt import body, up_to_names
from caborules.check.certificate.solvers import SOLVERS, Said, Solver
from caborules.check.narrate import choice_texts
from caborules.check.proofs import Progress
from caborules.check.prove import Memory
from caborules.check.work import Work
from caborules.engine.formats import refused
from caborules.lower import groups, lower
from caborules.symbolic.terms import Term

Status: TypeAlias = Literal["confirmed", "rejected", "undecided"]
"""``rejected``: something does not follow, or is not as it must be; ``undecided``: a solver could not tell."""
MOST_TOLD: Final = 20


class DisagreementError(Exception):
    """One solver says that a claim follows, another that it does not. One of them is wrong: a fault of the tool."""


@dataclass(slots=True)
class Answers:
    """What solvers said, by question, for all certificates of one run: what is equal up to names is asked once."""

    solvers: Mapping[str, Solver] = field(default_factory=lambda: SOLVERS)
    said: dict[str, Mapping[str, Said]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    possible: dict[frozenset[Term], bool] = field(default_factory=dict)
    """Which moves a record has to speak of, as Z3 says. What a record then relies on is put to all solvers."""

    def ask(self, text: str, where: str) -> Mapping[str, Said]:
        """What each solver says. Raises DisagreementError."""
        key = sha256(up_to_names(text).encode()).hexdigest()
        if key not in self.said:
            said: dict[str, Said] = {}
            for name, solver in self.solvers.items():
                began = time.perf_counter()
                said[name] = solver(text)
                self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - began
            if {"sat", "unsat"} <= set(said.values()):
                raise DisagreementError(f"{', '.join(f'{n} says {s}' for n, s in said.items())}: {where}")
            self.said[key] = said
        return self.said[key]


@dataclass(slots=True)
class Tally:
    """Counts for one property: obligations (claims, each operation's own), those true as written, and questions: how
    many different ones, and how many of them had not been asked for another certificate; seconds by solver."""

    obligations: int = 0
    as_written: int = 0
    questions: int = 0
    asked: int = 0
    seconds: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Obligation:
    """A question that was confirmed: the property, what it says, where, and the body of its SMT-LIB text."""

    property: str
    about: str
    where: str
    text: str


@dataclass(frozen=True, slots=True)
class Rechecked:
    """What came of one certificate. ``open``: what is not confirmed, in words; ``facts``: how many are stated;
    ``obligations``: each different question that was confirmed."""

    certificate: Certificate
    status: Status
    tallies: Mapping[str, Tally]
    open: tuple[str, ...]
    facts: int
    solvers: tuple[str, ...]
    obligations: tuple[Obligation, ...]


def recheck(
    certificate: Certificate, ruleset: Ruleset, answers: Answers, progress: Progress | None = None
) -> Rechecked:
    """Show again all that a certificate claims.

    Raises Refused where it is of another ruleset or of another text of this one (E713) or its options are refused, and
    DisagreementError.
    """
    if certificate.hash != ruleset.hash:
        what = f"The certificate is of another ruleset, or of another text of {ruleset.name}: it is stale."
        why = f"It names the content {certificate.hash[:12]}; that of {ruleset.name} is {ruleset.hash[:12]}."
        raise refused("E713", what, why, "Write it anew:  caborules check FILE --certify FOLDER")
    checking = _Checking(certificate, answers)
    try:
        work = work_of(certificate, ruleset, progress, Memory(possible=answers.possible))
        for item in items(certificate, work):
            checking.take(item)
    except Misread as error:
        return checking.result(0, ("rejected", str(error)))
    stated = sum(len(here or ()) for proof in work.proofs for here in proof.facts)
    return checking.result(stated)


def work_of(
    certificate: Certificate, ruleset: Ruleset, progress: Progress | None = None, memory: Memory | None = None
) -> Work:
    """The lowered systems of the ruleset, with the facts that the certificate states. Raises Misread, Refused."""
    wanted(certificate.name == ruleset.name, f"a certificate of {ruleset.name}")
    wanted(FACTS in certificate.sections, f"a section {FACTS}")
    wanted(set(certificate.sections) <= set(SECTIONS), f"no sections but {', '.join(SECTIONS)}")
    ranges = groups(ruleset.system, certificate.options)
    lowered = tuple(lower(ruleset.system, options, players) for players, options in ranges)
    texts = choice_texts(ruleset.system)
    work = Work(ruleset, certificate.options, ranges, lowered, (), memory or Memory(), texts, progress)
    return replace(work, proofs=facts.read(work, certificate.sections[FACTS]))


def items(certificate: Certificate, work: Work) -> Iterator[Item]:
    """Everything that has to be shown, for all that is claimed. Raises Misread."""
    claims = certificate.claims
    wanted(bool(claims), "a claim")
    for name in claims:
        if missing := unsupported(name, claims):
            yield Objection(name, f"it rests on {missing}, which is not claimed")
        if not any(SECTIONS[section].covers(name, part) for section, part in certificate.sections.items()):
            yield Objection(name, "no section is evidence for it")
    for name, part in certificate.sections.items():
        covered = {one: found for one, found in claims.items() if SECTIONS[name].covers(one, part)}
        yield from SECTIONS[name].questions(work, part, covered)


@dataclass(frozen=True, slots=True)
class _Shown:
    """What came of a piece: how much it claims, and the words of what is open."""

    property: str
    obligations: int
    as_written: int


@dataclass(slots=True)
class _Checking:
    certificate: Certificate
    answers: Answers
    tallies: dict[str, Tally] = field(default_factory=dict)
    open: list[tuple[Status, str]] = field(default_factory=list)
    _shown: dict[Hashable, tuple[_Shown, ...]] = field(default_factory=dict)
    _texts: set[str] = field(default_factory=set)
    _confirmed: dict[tuple[str, str], Obligation] = field(default_factory=dict)

    def take(self, item: Item) -> None:
        match item:
            case Objection():
                self._object(item)
            case Question():
                if item.key not in self._shown:
                    self._shown[item.key] = tuple(self._show(item))
                for shown in self._shown[item.key]:
                    tally = self._tally(item.property or shown.property)
                    tally.obligations += shown.obligations
                    tally.as_written += shown.as_written

    def result(self, stated: int, *more: tuple[Status, str]) -> Rechecked:
        found = (*self.open, *more)
        status: Status = "confirmed"
        if found:
            status = "rejected" if any(one == "rejected" for one, _ in found) else "undecided"
        told = tuple(dict.fromkeys(words for _, words in found))
        solvers, confirmed = tuple(self.answers.solvers), tuple(self._confirmed.values())
        return Rechecked(self.certificate, status, self.tallies, told, stated, solvers, confirmed)

    def _tally(self, name: str) -> Tally:
        return self.tallies.setdefault(name, Tally())

    def _object(self, objection: Objection) -> None:
        self.open.append(("rejected", f"{objection.property}: {objection.about}"))

    def _show(self, question: Question) -> Iterator[_Shown]:
        """Show each piece, where need be with all facts as hypotheses."""
        wider: dict[str, Piece] | None = None
        for piece in _pieces(question.pose, self._object):
            failed = self._follows(piece, question.where)
            if failed is not None and question.again is not None:
                if wider is None:
                    wider = {one.property: one for one in _pieces(question.again, self._object)}
                if piece.property in wider:
                    failed = self._follows(wider[piece.property], question.where)
            if failed is not None:
                self.open.append(failed)
            yield _Shown(piece.property, len(piece.claims) + piece.as_written, piece.as_written)

    def _follows(self, piece: Piece, where: str) -> tuple[Status, str] | None:
        """None where all solvers confirm it."""
        text = body(piece)
        if not text:
            return None
        tally = self._tally(piece.property)
        before, asked = dict(self.answers.seconds), len(self.answers.said)
        said = self.answers.ask(text, f"{piece.property}, {where}")
        if text not in self._texts:
            self._texts.add(text)
            tally.questions += 1
            tally.asked += len(self.answers.said) - asked
        for name, seconds in self.answers.seconds.items():
            tally.seconds[name] = tally.seconds.get(name, 0.0) + seconds - before.get(name, 0.0)
        if all(one == "unsat" for one in said.values()):
            done = Obligation(piece.property, piece.about, where, text)
            self._confirmed.setdefault((piece.property, text), done)
            return None
        told = ", ".join(f"{name}: {'does not follow' if one == 'sat' else one}" for name, one in said.items())
        status: Status = "rejected" if "sat" in said.values() else "undecided"
        return status, f"{piece.property}: {piece.about} ({told}): {where}"


def _pieces(pose: Pose, objected: Callable[[Objection], None]) -> Iterable[Piece]:
    for one in pose():
        if isinstance(one, Piece):
            yield one
        else:
            objected(one)


def told(result: Rechecked) -> tuple[str, ...]:
    """The first things that are not confirmed, and how many more there are."""
    more = len(result.open) - MOST_TOLD
    return (*islice(result.open, MOST_TOLD), *((f"and {more} more",) if more > 0 else ()))
