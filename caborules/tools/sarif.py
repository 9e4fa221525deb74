"""The outcome of a check in SARIF 2.1.0, as code-scanning services read it.

The rules are the codes of diagnostics and the properties, with their help. A violation is a failure; what is undecided
is "open" and never passes; what holds is listed as passed. Properties that were not run are notes about the run.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Final
from urllib.parse import quote

from caborules.check.outcome import Outcome
from caborules.diagnostics.codes import CODES
from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span
from caborules.diagnostics.verdict import Verdict, Witness
from caborules.tools.properties import help_of, kind_of

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_KINDS: Final = {
    "holds": ("pass", "none"),
    "violated": ("fail", "error"),
    "undecided": ("open", "none"),
    "never-applies": ("notApplicable", "none"),
    "declared": ("informational", "none"),
}
"""What was found as SARIF's kind and level; a level other than "none" is for failures only."""


def sarif(outcomes: Sequence[Outcome], tool: str, code: int, strict: bool = False) -> str:
    """The whole log as a text. ``tool``: the version of the tool; ``code``: the exit code of the run."""
    results = [result for outcome in outcomes for result in _results(outcome, strict)]
    rules = {str(result["ruleId"]): None for result in results}
    order = {rule: number for number, rule in enumerate(rules)}
    for result in results:
        result["ruleIndex"] = order[str(result["ruleId"])]
    driver = {"name": "caborules", "version": tool, "rules": [_rule(rule) for rule in rules]}
    invocation = {
        "executionSuccessful": code != 2,
        "exitCode": code,
        "toolExecutionNotifications": [note for outcome in outcomes for note in _not_run(outcome)],
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


# ---------------------------------------------------------------- rules
def _rule(rule: str) -> dict[str, object]:
    if rule in CODES:
        entry = CODES[rule]
        title, what = entry.title, entry.what
        text = f"{entry.what}\n\n{entry.why}\n\n{entry.mend}"
        level = "warning" if rule.startswith("W") else "error"
    else:
        title = rule.removeprefix("property/")
        what = text = help_of(title)
        level = "error"
    return {
        "id": rule,
        "name": _pascal(title),
        "shortDescription": {"text": title},
        "fullDescription": {"text": what},
        "help": {"text": text},
        "defaultConfiguration": {"level": level},
    }


def _pascal(title: str) -> str:
    """A title as the identifier that SARIF wants beside it."""
    return "".join(word.capitalize() for word in re.findall(r"[A-Za-z0-9]+", title)) or "Rule"


# ---------------------------------------------------------------- results
def _results(outcome: Outcome, strict: bool) -> Iterator[dict[str, object]]:
    for diagnostic in outcome.diagnostics:
        yield _diagnostic(outcome, diagnostic)
    if outcome.report is None:
        return
    for verdict in outcome.report.verdicts:
        if verdict.evidence != "not-run":
            yield _verdict(outcome, verdict)
        for text in verdict.undeclared:
            rule = f"property/{kind_of(verdict.property)}"
            message = f"{verdict.property}: not declared: {text}"
            kind = {"kind": "fail", "level": "error"} if strict else {"kind": "review", "level": "none"}
            yield {"ruleId": rule, **kind, **_common(outcome, rule, message, verdict.places)}


def _diagnostic(outcome: Outcome, one: Diagnostic) -> dict[str, object]:
    message = "\n\n".join(part for part in (one.message, one.why, one.mend) if part)
    spans = () if one.span is None else (one.span,)
    return {"ruleId": one.code, "kind": "fail", "level": one.severity, **_common(outcome, one.code, message, spans)}


def _verdict(outcome: Outcome, one: Verdict) -> dict[str, object]:
    rule = f"property/{kind_of(one.property)}"
    kind, level = _KINDS[one.found]
    lines = [f"{one.property}: {one.found} ({one.evidence}). {one.scope}".strip(), one.reason, *one.details]
    if one.witness is not None:
        lines += [one.witness.title, *one.witness.steps]
    result = {
        "ruleId": rule,
        "kind": kind,
        "level": level,
        **_common(outcome, rule, "\n".join(line for line in lines if line), one.places, one.property),
        "properties": {"property": one.property, "found": one.found, "evidence": one.evidence, "scope": one.scope},
    }
    if one.witness is not None and one.witness.steps:
        result["codeFlows"] = [_flow(one.witness)]
    return result


def _flow(witness: Witness) -> dict[str, object]:
    steps = [{"location": {"message": {"text": step}}} for step in witness.steps]
    return {"message": {"text": witness.title}, "threadFlows": [{"locations": steps}]}


def _common(outcome: Outcome, rule: str, message: str, spans: Sequence[Span], key: str = "") -> dict[str, object]:
    """What every result has; ``key`` identifies it among those of its rule, by default its message does."""
    file = outcome.file if outcome.report is None else outcome.report.file
    same = hashlib.sha256("\0".join((rule, PurePath(file).name, key or message)).encode()).hexdigest()[:32]
    locations = [_location(span) for span in spans] or [{"physicalLocation": _artifact(_whole(outcome))}]
    return {"message": {"text": message}, "locations": locations, "partialFingerprints": {"caborules/v1": same}}


def _whole(outcome: Outcome) -> str:
    """The file of a ruleset: as it was asked for, if that is a file, and else as the report names it."""
    if outcome.report is None or outcome.file.endswith(".cabo"):
        return outcome.file
    return outcome.report.file


def _location(span: Span) -> dict[str, object]:
    start, end = span.start, span.end
    region = {
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    }
    return {"physicalLocation": {**_artifact(span.file), "region": region}}


def _artifact(file: str) -> dict[str, object]:
    return {"artifactLocation": {"uri": quote(PurePath(file).as_posix().encode("utf-8", "surrogateescape"))}}


def _not_run(outcome: Outcome) -> Iterator[dict[str, object]]:
    for verdict in () if outcome.report is None else outcome.report.verdicts:
        if verdict.evidence == "not-run":
            text = f"{outcome.name}: {verdict.property} was not run. {verdict.reason}".strip()
            yield {"level": "note", "message": {"text": text}}
