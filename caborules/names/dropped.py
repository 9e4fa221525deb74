"""Where a citation went: the line of a variant that replaced or removed the last thing which cited a clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from caborules.diagnostics.span import Span
from caborules.names.book import Book
from caborules.names.choices import choices
from caborules.names.walk import cites_in
from caborules.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Dropped:
    """The line that took a citation away, whether it puts something in its place, and the citation."""

    span: Span
    replaces: bool
    cite: n.Cite


def dropped(book: Book, clause: str) -> Dropped | None:
    """What took the citations of a clause away that nothing cites any more; of several the outermost file's."""
    for index in range(len(book.files) - 1, 0, -1):
        cited = [item for file in book.files[:index] for item in file.items if _cite(item, clause) is not None]
        for delta in book.files[index].items if cited else ():
            for old in cited:
                span, cite = _takes(delta, old, clause), _cite(old, clause)
                if span is not None and cite is not None:
                    return Dropped(span, isinstance(delta, n.Replace | n.ReplaceChoice), cite)
    return None


def _cite(node: object, clause: str) -> n.Cite | None:
    found = [cite for cite in cites_in(node) if cite.clause == clause]
    return min(found, key=lambda cite: cite.span) if found else None


def _takes(delta: n.Item, old: n.Item, clause: str) -> Span | None:
    """Where a delta takes away what an older item says of the clause; None where it does not."""
    names = set(_names(old, clause))
    match delta:
        case n.Replace(body=body):
            return delta.span if names & set(_names(body, clause)) else None
        case n.Remove(what="event"):
            return delta.span if ("event", delta.path.text) in names else None
        case n.Remove(what="choice") | n.ReplaceChoice():
            owner, choice = delta.path.parts[0], delta.path.parts[-1]
            if ("body", owner) not in names:
                return None
            held = old.body if isinstance(old, n.Replace) else old
            if isinstance(held, n.Rule | n.Window):
                return delta.span if _cite(tuple(choices(held).get(choice, ())), clause) is not None else None
            return delta.span if ("body", owner, choice) in names else None
        case n.Remove():
            return delta.span if ("body", delta.path.text) in names else None
        case n.RemoveStatement():
            return delta.span if any((delta.what, title) in names for title in delta.titles) else None
        case n.ChangeTable():
            gone = [row for row in delta.rows if row.change == "remove"] if ("table", delta.name) in names else []
            return gone[0].span if gone else None
        case _:
            return None


def _names(item: object, clause: str) -> Iterator[tuple[str, ...]]:
    """What an item is called by those who replace or remove it; of ``cite`` lines, those about the clause."""
    match item:
        case n.Replace():
            yield from _names(item.body, clause)
        case n.Rule() | n.Window():
            yield ("body", item.name)
        case n.Define():
            yield ("define", item.name)
        case n.Event():
            yield ("event", item.name)
        case n.Deck() | n.Won():
            yield (type(item).__name__,)
        case n.Table() | n.ChangeTable():
            yield ("table", item.name)
        case n.Example():
            yield ("example", item.title)
        case n.Property():
            yield ("property", item.title)
        case n.Hook() | n.AddChoice() | n.ReplaceChoice():
            yield from (("body", *item.path.parts), ("body", item.path.parts[0]))
        case n.CiteBlock():
            for line in item.lines:
                for path in line.paths if _cite(line, clause) is not None else ():
                    for sort in ("body", "define", "event"):
                        yield from ((sort, *path.parts), (sort, path.parts[0]))
        case _:
            pass
