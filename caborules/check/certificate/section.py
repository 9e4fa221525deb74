"""A section of a certificate: one kind of evidence, how it is written down, and what has to be shown of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from caborules.check.certificate.question import Item
from caborules.check.work import Work

Json: TypeAlias = Any
"""What ``json`` reads and writes."""


class Misread(Exception):  # noqa: N818 - turned into a rejection before anybody sees it
    """A part of a certificate is not what it should be; the text says what was expected."""


@dataclass(frozen=True, slots=True)
class Section:
    """See the module.

    ``covers``: is it evidence for a property, with this content? ``write``: the section for the properties named, or
    None where there is nothing to say.
    ``questions``: what has to be shown of it for the properties claimed (each with ``holds`` or ``declared``), found
    from the rules and the section without any search; raises Misread.
    """

    name: str
    covers: Callable[[str, Json], bool]
    write: Callable[[Work, Collection[str]], Json | None]
    questions: Callable[[Work, Json, Mapping[str, str]], Iterator[Item]]


def wanted(condition: bool, what: str) -> None:
    """Raises Misread where the condition does not hold."""
    if not condition:
        raise Misread(f"expected: {what}")
