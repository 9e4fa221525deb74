"""The fingerprint of a node: six hex digits that change when what the node means changes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields

from caborules.syntax.base import Node

# A text of these classes is what they mean; elsewhere `text` is what the printed rulebook says.
_MEANT = frozenset(("CardLiteral", "LaidCard"))
_WORDS = frozenset(("text", "title", "reason"))
# What the language learnt to say later does not count where it is not said: older fingerprints stay true.
_LATER = frozenset((("Decision", "must_when"),))


def fingerprint(node: Node) -> str:
    """``~`` and six hex digits: SHA-256 over the node without citations, texts for people, and layout."""
    return "~" + hashlib.sha256(canonical(node).encode()).hexdigest()[:6]


def canonical(value: object) -> str:
    """A dump of a node that is the same for equal meanings: class, then the fields that count, in their order."""
    if isinstance(value, Node):
        kind = type(value).__name__
        given = ((field.name, getattr(value, field.name)) for field in fields(value) if field.compare)
        parts = (f"{name}={canonical(part)}" for name, part in given if not _left_out(kind, name, part))
        return f"{kind}({','.join(parts)})"
    if isinstance(value, tuple):
        return f"[{','.join(canonical(part) for part in value)}]"
    return json.dumps(value, ensure_ascii=False)


def _left_out(kind: str, name: str, part: object) -> bool:
    if (kind, name) in _LATER and part is None:
        return True
    return name == "cites" or name.endswith("_cites") or (name in _WORDS and kind not in _MEANT)
