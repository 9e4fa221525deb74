"""Numbers and truths of a position that a play reads without knowing them: each question about one forks the play.

An unknown number is a sum of variables' values at the start of the play, each times a whole number, and a constant. It
stands in the store where a number stands, so that the engine itself works out what comes of it. It is no ``int``: what
is not defined here cannot be done to it, and ends the play with a ``TypeError``; nothing is lost unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import gcd
from typing import Any, ClassVar, Literal, TypeAlias

from caborules.symbolic.terms import Term, app, negate

Key: TypeAlias = tuple[str, int | None]
"""A variable and its owner."""

Parts: TypeAlias = tuple[tuple[Key, int], ...]
"""Variables, each times a number that is not 0, in order."""

Relation: TypeAlias = Literal[">=", "="]


@dataclass(frozen=True, slots=True)
class Form:
    """A sum of variables, each times a number, and a constant."""

    parts: Parts
    rest: int

    def plus(self, other: Form, times: int = 1) -> Form:
        """This and so many times the other."""
        counted = dict(self.parts)
        for key, factor in other.parts:
            counted[key] = counted.get(key, 0) + times * factor
        return Form(_ordered(counted), self.rest + times * other.rest)

    def times(self, factor: int) -> Form:
        return Form(_ordered({key: one * factor for key, one in self.parts}), self.rest * factor)


def _ordered(counted: Mapping[Key, int]) -> Parts:
    kept = ((key, factor) for key, factor in counted.items() if factor)
    return tuple(sorted(kept, key=lambda one: (one[0][0], -1 if one[0][1] is None else one[0][1])))


# ---------------------------------------------------------------- what a path has told
@dataclass(frozen=True, slots=True)
class Span:
    """Between which numbers something lies, both ends included, and what it is not."""

    low: int
    high: int
    out: frozenset[int] = frozenset()

    def told(self, relation: Relation, limit: int) -> bool | None:
        """Is it at least, or is it, the limit? None where that is open."""
        if relation == ">=":
            return True if self.low >= limit else False if self.high < limit else None
        if not self.low <= limit <= self.high or limit in self.out:
            return False
        return True if self.low == self.high else None

    def after(self, relation: Relation, limit: int, holds: bool) -> Span:
        """The same when it is known whether it is at least, or is, the limit."""
        if relation == ">=":
            return Span(max(self.low, limit), self.high, self.out) if holds else Span(self.low, limit - 1, self.out)
        return Span(limit, limit) if holds else Span(self.low, self.high, self.out | {limit})


@dataclass(frozen=True, slots=True)
class Ledger:
    """What a path has told of unknown numbers and truths, and all that was asked on it, as terms that hold."""

    spans: Mapping[Parts, Span] = field(default_factory=dict)
    truths: Mapping[Key, bool] = field(default_factory=dict)
    conditions: tuple[Term, ...] = ()

    def noted(self, condition: Term) -> tuple[Term, ...]:
        return self.conditions if condition in self.conditions else (*self.conditions, condition)


@dataclass(slots=True)
class Forks:
    """Answers the questions of one step of one path. What is open is answered by the script, and then by yes.

    ``ranges``: of each unknown number. ``base``: the term of a variable at the start. ``others``: scripts by which the
    same step goes another way.
    """

    ranges: Mapping[str, tuple[int, int]]
    base: Callable[[Key], Term]
    ledger: Ledger = field(default_factory=Ledger)
    script: tuple[bool, ...] = ()
    others: list[tuple[bool, ...]] = field(default_factory=list)
    _at: int = 0

    def begin(self, ledger: Ledger, script: tuple[bool, ...] = ()) -> None:
        """A step begins: the path has told so much."""
        self.ledger, self.script, self._at = ledger, script, 0
        self.others.clear()

    def unknown(self, key: Key) -> Unknown:
        return Unknown(Form(((key, 1),), 0), self)

    # ------------------------------------------------------------ questions
    def compare(self, form: Form, relation: Relation) -> bool:
        """Is it at least 0, or is it 0? Noted of the path."""
        asked = self._reduced(form, relation)
        if isinstance(asked, bool):
            return asked
        parts, relation, limit, turned = asked
        span = self._span(parts)
        holds = span.told(relation, limit)
        if holds is None:
            holds = self._chosen()
            span = span.after(relation, limit, holds)
        term = app(relation, (self.term(Form(parts, 0)), limit), "Bool")
        noted = self.ledger.noted(term if holds else negate(term))
        self.ledger = Ledger({**self.ledger.spans, parts: span}, self.ledger.truths, noted)
        return holds is not turned

    def truth(self, key: Key) -> bool:
        """Does it hold?"""
        if key not in self.ledger.truths:
            holds = self._chosen()
            term = self.base(key)
            noted = self.ledger.noted(term if holds else negate(term))
            self.ledger = Ledger(self.ledger.spans, {**self.ledger.truths, key: holds}, noted)
        return self.ledger.truths[key]

    def at_least(self, form: Form) -> bool | Term:
        """Whether it is at least 0, on this path, where that is told; else the condition. Nothing is noted."""
        asked = self._reduced(form, ">=")
        if isinstance(asked, bool):
            return asked
        parts, relation, limit, turned = asked
        holds = self._span(parts).told(relation, limit)
        if holds is not None:
            return holds is not turned
        term = app(relation, (self.term(Form(parts, 0)), limit), "Bool")
        return negate(term) if turned else term

    def _chosen(self) -> bool:
        if self._at == len(self.script):
            self.others.append((*self.script, False))
            self.script = (*self.script, True)
        self._at += 1
        return self.script[self._at - 1]

    def _reduced(self, form: Form, relation: Relation) -> bool | tuple[Parts, Relation, int, bool]:
        """The question as one about a sum without a common factor whose first part is positive; is it turned round?"""
        if not form.parts:
            return form.rest >= 0 if relation == ">=" else form.rest == 0
        factor = gcd(*(one for _, one in form.parts))
        if form.parts[0][1] < 0:
            factor = -factor
        parts = tuple((key, one // factor) for key, one in form.parts)
        if relation == "=":
            return (parts, "=", -form.rest // factor, False) if form.rest % factor == 0 else False
        if factor > 0:  # parts >= -rest / factor
            return parts, ">=", -(form.rest // factor), False
        return parts, ">=", form.rest // -factor + 1, True  # parts <= rest / -factor

    def _span(self, parts: Parts) -> Span:
        if parts in self.ledger.spans:
            return self.ledger.spans[parts]
        ends = [[factor * end for end in self.ranges[name]] for (name, _), factor in parts]
        return Span(sum(min(one) for one in ends), sum(max(one) for one in ends))

    def term(self, form: Form) -> Term:
        """The sum as a term."""
        return total(
            [self.base(key) if one == 1 else app("*", (one, self.base(key)), "Int") for key, one in form.parts],
            form.rest,
        )


def total(terms: Iterable[Term], rest: int = 0) -> Term:
    """The sum of terms and a number."""
    some = tuple(terms)
    parts = (*some, rest) if rest or not some else some
    return parts[0] if len(parts) == 1 else app("+", parts, "Int")


# ---------------------------------------------------------------- what stands in a store
class Unknown:
    """An unknown number; ``forks`` answers what is asked of it. It says that it is an ``int`` to who asks politely."""

    __slots__ = ("forks", "form")
    __hash__: ClassVar[None]  # type: ignore[assignment]  # it must not be looked up: equal is a question

    def __init__(self, form: Form, forks: Forks) -> None:
        self.form = form
        self.forks = forks

    @property  # type: ignore[misc]  # as a proxy does: ``object`` has it as an attribute
    def __class__(self) -> Any:
        return int

    def __add__(self, other: object) -> Any:
        return self._made(self.form.plus(_form(other)))

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        return self._made(self.form.plus(_form(other), -1))

    def __rsub__(self, other: object) -> Any:
        return self._made(_form(other).plus(self.form, -1))

    def __neg__(self) -> Any:
        return self._made(self.form.times(-1))

    def __mul__(self, other: object) -> Any:
        factor = _form(other)
        if factor.parts:
            raise TypeError("an unknown number times another")
        return self._made(self.form.times(factor.rest))

    __rmul__ = __mul__

    def __ge__(self, other: object) -> bool:
        return self.forks.compare(self.form.plus(_form(other), -1), ">=")

    def __le__(self, other: object) -> bool:
        return self.forks.compare(_form(other).plus(self.form, -1), ">=")

    def __gt__(self, other: object) -> bool:
        return not self <= other

    def __lt__(self, other: object) -> bool:
        return not self >= other

    def __eq__(self, other: object) -> bool:
        return self.forks.compare(self.form.plus(_form(other), -1), "=")

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        raise TypeError("a number is neither true nor false")

    def _made(self, form: Form) -> Unknown | int:
        return Unknown(form, self.forks) if form.parts else form.rest


class UnknownTruth:
    """An unknown yes or no: whoever wants to know which forks the play."""

    __slots__ = ("forks", "key")
    __hash__: ClassVar[None]  # type: ignore[assignment]  # as above

    def __init__(self, key: Key, forks: Forks) -> None:
        self.key = key
        self.forks = forks

    @property  # type: ignore[misc]  # as a proxy does: ``object`` has it as an attribute
    def __class__(self) -> Any:
        return bool

    def __bool__(self) -> bool:
        return self.forks.truth(self.key)

    def __eq__(self, other: object) -> bool:
        if type(other) not in (bool, UnknownTruth):
            raise TypeError("an unknown truth and something else")
        return bool(self) is bool(other)

    def __ne__(self, other: object) -> bool:
        return not self == other


def form_of(value: object) -> Form:
    """A number, known or not, as a sum. Raises TypeError for anything else."""
    return _form(value)


def _form(value: object) -> Form:
    if type(value) is Unknown:
        return value.form
    if type(value) is int:
        return Form((), value)
    raise TypeError("an unknown number and something else")
