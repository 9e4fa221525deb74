"""Going through trees: no citation is passed over, though expressions and lines of examples are not entered."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from caborules.diagnostics.span import Span
from caborules.names import walk as module
from caborules.names.walk import cites_in, walk
from caborules.syntax import nodes as n
from caborules.text import parse
from caborules.text.resources import shipped_root

SHIPPED = sorted(shipped_root().rglob("*.cabo"))


def _spans(nodes: Iterable[n.Node]) -> list[Span]:
    return sorted(node.span for node in nodes if isinstance(node, n.Cite))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.name))
def test_every_citation_is_found(path: Path) -> None:
    file = parse(path.read_bytes(), path.name)
    assert _spans(cites_in(file)) == _spans(walk(file))


def test_a_kind_of_node_that_is_wrongly_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    left_out = module._uncited() | {n.Example}
    monkeypatch.setattr(module, "_uncited", lambda: left_out)
    file = parse((shipped_root() / "cabo.cabo").read_bytes(), "cabo.cabo")
    assert _spans(cites_in(file)) != _spans(walk(file))


def test_the_walk_meets_every_node() -> None:
    def nodes(value: object) -> int:
        if isinstance(value, tuple):
            return sum(map(nodes, value))
        if not isinstance(value, n.Node):
            return 0
        return 1 + sum(nodes(getattr(value, name)) for kind in type(value).__mro__ for name in _slots(kind))

    file = parse((shipped_root() / "cabo.cabo").read_bytes(), "cabo.cabo")
    assert sum(1 for _ in walk(file)) == nodes(file) > 1000


def _slots(kind: type) -> tuple[str, ...]:
    slots = getattr(kind, "__slots__", ()) if "__slots__" in vars(kind) else ()
    return tuple(name for name in slots if name != "span")
