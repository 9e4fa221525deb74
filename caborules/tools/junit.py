"""The outcome of a check as JUnit XML, as continuous integration reads it: a suite for each ruleset, a case for each
property.

A violation is a failure, with its witness. What is undecided is an error: the check did not get to an answer, and that
is no success. What was not run is skipped. A ruleset that is refused is an error of its case "accepted"; so that a
ruleset that passes has this case too, it is always there. With ``strict`` what ``--strict`` does not accept fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal
from xml.etree import ElementTree

from caborules.check.outcome import Outcome
from caborules.diagnostics.plain import plain
from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.verdict import Verdict, objections

ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class _Case:
    name: str
    seconds: float = 0.0
    mark: Literal["failure", "error", "skipped"] | None = None
    message: str = ""
    kind: str = ""
    text: str = ""


def junit(outcomes: Sequence[Outcome], strict: bool = False) -> str:
    """The whole document as a text."""
    whole = ElementTree.Element("testsuites", name="caborules")
    counted = []
    for outcome in outcomes:
        cases = list(_cases(outcome, strict))
        counted += cases
        suite = ElementTree.SubElement(whole, "testsuite", {"name": _clean(outcome.name), **_counts(cases)})
        for case in cases:
            _append(suite, outcome, case)
    whole.attrib.update(_counts(counted))
    ElementTree.indent(whole)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(whole, encoding="unicode") + "\n"


def _counts(cases: Sequence[_Case]) -> dict[str, str]:
    marks = [case.mark for case in cases]
    return {
        "tests": str(len(cases)),
        "failures": str(marks.count("failure")),
        "errors": str(marks.count("error")),
        "skipped": str(marks.count("skipped")),
        "time": f"{sum(case.seconds for case in cases):.2f}",
    }


def _append(suite: ElementTree.Element, outcome: Outcome, case: _Case) -> None:
    found = ElementTree.SubElement(
        suite, "testcase", classname=_clean(outcome.name), name=_clean(case.name), time=f"{case.seconds:.2f}"
    )
    if case.mark is None:
        if case.text:
            ElementTree.SubElement(found, "system-out").text = _clean(case.text)
        return
    mark = ElementTree.SubElement(found, case.mark, message=_clean(case.message))
    if case.mark != "skipped":
        mark.set("type", case.kind)
        mark.text = _clean(case.text)


def _cases(outcome: Outcome, strict: bool) -> Iterator[_Case]:
    errors = [one for one in outcome.diagnostics if one.severity == "error"]
    told = "\n".join(_line(one) for one in outcome.diagnostics)
    if errors:
        message = _line(errors[0]) + (f" (and {len(errors) - 1} more)" if len(errors) > 1 else "")
        yield _Case(ACCEPTED, mark="error", message=message, kind="refused", text=told)
    else:
        yield _Case(ACCEPTED, text=told)
    if outcome.report is not None:
        for verdict in outcome.report.verdicts:
            yield _case(verdict, outcome.report.seconds.get(verdict.property, 0.0), strict)


def _case(one: Verdict, seconds: float, strict: bool) -> _Case:
    objected = objections((one,)) if strict else ()
    text = "\n".join(_text(one))
    if one.found == "violated":
        title = one.property if one.witness is None else one.witness.title
        return _Case(one.property, seconds, "failure", title, "violated", text)
    if one.found == "undecided":
        return _Case(one.property, seconds, "error", f"undecided: {one.reason}", "undecided", text)
    if objected:
        return _Case(one.property, seconds, "failure", objected[0], "strict", text)
    if one.found == "none":
        return _Case(one.property, seconds, "skipped", one.reason)
    return _Case(one.property, seconds, text=text)


def _text(one: Verdict) -> Iterator[str]:
    yield f"{one.found} ({one.evidence}); {one.scope}"
    yield from (part for part in (one.reason, *one.details) if part)
    yield from (f"not declared: {part}" for part in one.undeclared)
    if one.witness is not None:
        yield one.witness.title
        yield from (f"{number:>4}  {step}" for number, step in enumerate(one.witness.steps, 1))


def _line(one: Diagnostic) -> str:
    place = "" if one.span is None else f"{one.span.file}:{one.span.start.line}:{one.span.start.column} "
    return f"{place}{one.code} {one.message}"


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return "".join(sign if sign < "\ufffe" or sign > "\uffff" else "\ufffd" for sign in plain(text))
