"""Directed graphs of names: every name after those that it leads to, and circles; without recursion of our own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


def after_successors(
    roots: Iterable[str], successors: Callable[[str], Iterable[str]], circle: Callable[[list[str]], None] | None = None
) -> tuple[str, ...]:
    """All names that the roots lead to, each after its successors, circles aside.

    ``circle`` is called with every circle found, as ``[a, b, a]``.
    """
    done: dict[str, None] = {}
    seen: set[str] = set()
    for root in roots:
        path: list[tuple[str, Iterator[str]]] = []
        if root not in seen:
            seen.add(root)
            path.append((root, iter(successors(root))))
        while path:
            name, rest = path[-1]
            other = next(rest, None)
            if other is None:
                done.setdefault(name)
                path.pop()
            elif other not in seen:
                seen.add(other)
                path.append((other, iter(successors(other))))
            elif circle is not None and other not in done:
                names = [each for each, _ in path]
                circle([*names[names.index(other) :], other])
    return tuple(done)
