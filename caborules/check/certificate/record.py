"""A certificate as a value and as a text: JSON, one entry a line, the same for the same proofs.

A certificate names its ruleset by the content hash. It lists no obligations: those are found again from the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from caborules.check.certificate.section import Json, Misread, wanted
from caborules.engine.formats import json_of, refused

FORMAT: Final = "caborules/certificate/1"
_FIELDS: Final = ("format", "name", "ruleset", "hash", "options", "claims", "sections", "digest")
CLAIMS: Final = ("holds", "declared")
WIDTH: Final = 100
"""Longer lines are broken where they can be."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """``name`` of the ruleset, ``ruleset``: where it is (a shipped name, or a path from the certificate's folder),
    ``hash``: its content, ``options``: those that differ from their defaults, ``claims``: what is said to have been
    found, by property, ``sections``: the evidence, as JSON."""

    name: str
    ruleset: str
    hash: str
    options: Mapping[str, str]
    claims: Mapping[str, str]
    sections: Mapping[str, Json]


def write(certificate: Certificate) -> str:
    """The text of a certificate."""
    parts: dict[str, Any] = {
        "format": FORMAT,
        "name": certificate.name,
        "ruleset": certificate.ruleset,
        "hash": certificate.hash,
        "options": dict(sorted(certificate.options.items())),
        "claims": dict(certificate.claims),
        "sections": dict(certificate.sections),
    }
    return sealed(parts)


def sealed(parts: dict[str, Any]) -> str:
    """The text of these parts, with a digest of them: who edits a certificate by hand is told so."""
    return "\n".join(_lines({**parts, "digest": _digest(parts)}, "", "")) + "\n"


def _digest(parts: Mapping[str, Any]) -> str:
    left = {name: one for name, one in parts.items() if name != "digest"}
    return sha256(json.dumps(left, sort_keys=True).encode()).hexdigest()


def _lines(value: Json, before: str, after: str) -> Iterator[str]:
    """One entry a line; what is short stays on one line."""
    indent = before[: len(before) - len(before.lstrip())]
    short = len(before) + len(_json(value)) <= WIDTH
    if isinstance(value, dict) and not short:
        yield before + "{"
        for number, (key, one) in enumerate(value.items()):
            yield from _lines(one, f"{indent} {_json(key)}: ", "," if number < len(value) - 1 else "")
        yield indent + "}" + after
    elif isinstance(value, list) and not short:
        yield before + "["
        for number, one in enumerate(value):
            yield from _lines(one, f"{indent} ", "," if number < len(value) - 1 else "")
        yield indent + "]" + after
    else:
        yield before + _json(value) + after


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def read(text: str) -> Certificate:
    """The certificate in a text; its sections are not looked at yet. Raises Refused: E711, E712."""
    parts = json_of(text, FORMAT)
    if parts["format"] != FORMAT:
        what = f"This certificate has another format; this program reads {FORMAT}."
        raise refused("E712", what, mend="Write it anew:  caborules check FILE --certify FOLDER")
    try:
        return _certificate(parts)
    except Misread as error:
        raise refused("E711", "This certificate cannot be read.", f"{str(error)[:200]}.", "Write it anew.") from error


def _certificate(parts: dict[str, Json]) -> Certificate:
    wanted(set(parts) == set(_FIELDS), f"the parts {', '.join(_FIELDS)}")
    for name in ("name", "ruleset", "hash"):
        wanted(isinstance(parts[name], str) and bool(parts[name]), f"a text as {name}")
    for name in ("options", "claims", "sections"):
        wanted(isinstance(parts[name], dict), f"named parts in {name}")
    for name in ("options", "claims"):
        wanted(all(isinstance(one, str) for one in parts[name].values()), f"texts in {name}")
    wanted(all(one in CLAIMS for one in parts["claims"].values()), f"claims of {' or '.join(CLAIMS)}")
    wanted(parts["digest"] == _digest(parts), "what was written; it was edited or cut off (its digest differs)")
    return Certificate(*(parts[name] for name in _FIELDS[1:-1]))
