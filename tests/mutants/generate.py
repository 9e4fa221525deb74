"""All mutants of a ruleset: one small change each to a line of its rules that formalises a clause.

In files that are wanted ``whole``, lines are changed whether they cite a clause or not.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from caborules.names.sources import Gathered, Source
from caborules.syntax import nodes as n
from caborules.syntax.fingerprint import canonical
from caborules.syntax.printer import print_item
from tests.mutants.expressions import of_expression
from tests.mutants.scope import Words, body, local_players, words
from tests.mutants.sheets import of_sheet
from tests.mutants.statements import of_statement
from tests.mutants.tree import Way, at_way, inside, put

NO_RULES = (n.Use, n.Clauses, n.CiteBlock, n.Excuse, n.RemoveStatement, n.Example, n.Property, n.Assume)
"""Items that change no game: what is read, said about the rules, or asked of them."""
_CHANGES = (n.Fix, n.Replace, n.ReplaceChoice, n.ChangeForm, n.ChangeTable, n.ChangeOptions, n.Remove)
"""What a variant changes of the game that it extends."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """``id``: file, line and operator, with a number where one line has several; ``was`` and ``now``: the lines that
    differ, in the rule, sheet or window ``where``; ``twin``: how many earlier mutants are the same in all this.
    ``clauses``: those that the line or its rule formalises. ``item``: its number in the file; ``new``: what takes its
    place (None: nothing)."""

    id: str
    operator: str
    file: str
    line: int
    clauses: tuple[str, ...]
    where: str
    was: str
    now: str
    item: int
    new: n.Node | None
    twin: int = 0


def mutants(gathered: Gathered, whole: Collection[str] = ()) -> tuple[Mutant, ...]:
    """Every mutant, in the order of the files and of the text. ``whole``: names of files of which every line counts."""
    known = words(source.file for source in gathered.sources)
    cited = _cited(gathered)
    replaced = {name for source in gathered.sources for name in _replaced(source.file)}
    found: list[Mutant] = []
    for source in gathered.sources:
        for number, item in enumerate(source.file.items):
            if isinstance(item, n.Define | n.Rule | n.Window) and item.name in replaced:
                continue  # what is replaced is not in the game
            clauses = _clauses(item, cited)
            if source.name in whole and not isinstance(item, NO_RULES):
                found += _of_item(source, number, item, clauses or (), known, every=True)
            elif clauses is not None:
                found += _of_item(source, number, item, clauses, known)
    return _numbered(found)


def mutated(gathered: Gathered, mutant: Mutant) -> Gathered:
    """The same files with the mutant in its place."""
    sources = tuple(
        replace(source, file=mutated_file(source.file, mutant)) if source.name == mutant.file else source
        for source in gathered.sources
    )
    return replace(gathered, sources=sources)


def mutated_file(file: n.File, mutant: Mutant) -> n.File:
    new: Any = () if mutant.new is None else (mutant.new,)
    return replace(file, items=(*file.items[: mutant.item], *new, *file.items[mutant.item + 1 :]))


def _replaced(file: n.File) -> Iterator[str]:
    """The rules, windows and functions that the file replaces."""
    for item in file.items:
        if isinstance(item, n.Replace) and isinstance(item.body, n.Define | n.Rule | n.Window):
            yield item.body.name


def _cited(gathered: Gathered) -> dict[str, tuple[str, ...]]:
    """The clauses that the ``cite`` blocks give to each rule, choice, window and function."""
    found: dict[str, tuple[str, ...]] = {}
    for source in gathered.sources:
        for block in source.file.items:
            for line in block.lines if isinstance(block, n.CiteBlock) else ():
                for path in line.paths:
                    found[path.text] = (*found.get(path.text, ()), *_names(line.cites))
    return found


def _names(cites: n.Cites) -> tuple[str, ...]:
    return tuple(cite.clause for cite in cites)


def _clauses(item: n.Item, cited: dict[str, tuple[str, ...]]) -> tuple[str, ...] | None:
    """The clauses of an item as a whole (sheets: none, their lines have their own); None if it formalises none."""
    core = body(item)
    match core:
        case n.Rule(name=name) | n.Window(name=name) | n.Define(name=name):
            own = _names(core.cites)
            return own + cited.get(name, ()) if own or name in cited else None
        case n.AddChoice(path=path) | n.ReplaceChoice(path=path):
            return cited.get(path.text)
        case n.Hook(path=path):
            return cited.get(path.text)
        case n.Players():
            return _names(core.cites) or None
        case n.Options() | n.Preset() | n.Deck() | n.Form() | n.Table():
            return ()
    return None


def _of_item(
    source: Source, number: int, item: n.Item, clauses: tuple[str, ...], known: Words, *, every: bool = False
) -> Iterator[Mutant]:
    """``every``: also where no clause is cited."""
    seen = {canonical(item)}
    where = _plain(print_item(item).splitlines()[0].partition(" was ~")[0].partition(" = ")[0].partition('"')[0])
    whole: list[tuple[str, n.Node, n.Node | None]] = list(_changes(item, known))
    if isinstance(item, n.AddChoice):
        whole.insert(0, ("drop-choice", item, None))
    if isinstance(item, n.Hook):
        whole.insert(0, ("drop-hook", item, None))
    if every and isinstance(item, _CHANGES):
        whole.insert(0, ("drop-change", item, None))
    if every and isinstance(item, n.Event):
        whole.insert(0, ("drop-event", item, None))
    for operator, at, new in whole:
        own = clauses or _line_clauses(item, at)
        key = "" if new is None else canonical(new)
        if (own or every) and key not in seen:
            seen.add(key)
            was, now = difference(item, new)
            name, line = f"{source.name}:{at.span.start.line} {operator}", at.span.start.line
            yield Mutant(name, operator, source.name, line, own, where, was, now, number, new)


def _changes(item: n.Item, known: Words) -> Iterator[tuple[str, n.Node, n.Node]]:
    """The changes inside an item: operator, the node that it is about, the item with the change."""
    for way, node in inside(item):
        if any(name in ("was", "target", "cites", "fingerprint") for name, _ in way):
            continue
        players = local_players(item, way, known)
        for change in (of_expression(node, players, known), of_statement(node, players, known), of_sheet(node, known)):
            for operator, at, new in change:
                if not (operator == "player" and _asks_for_nobody(item, way)):
                    yield operator, at, put(item, way, new)


def _asks_for_nobody(item: n.Node, way: Way) -> bool:
    """Does the node stand in ``... is nobody``? Only what may be nobody can stand there."""
    parent = at_way(item, way[:-1])
    return isinstance(parent, n.Binary) and isinstance(parent.right, n.Ref) and parent.right.name.text == "nobody"


def _line_clauses(item: n.Node, at: n.Node) -> tuple[str, ...]:
    """The clauses of the line of a sheet that ``at`` stands on."""
    lines = [node for _, node in inside(item) if getattr(node, "cites", ())]
    here = [line for line in lines if line.span.start <= at.span.start and line.span.end >= at.span.end]
    own = [*here[-1].cites] if here else []  # type: ignore[attr-defined]  # looked for above
    return _names(tuple(own))


def difference(item: n.Node, new: n.Node | None) -> tuple[str, str]:
    """The lines of the printed item that the change takes away, and those that it puts there."""
    before = [_plain(line) for line in print_item(item).splitlines()]  # type: ignore[arg-type]  # an item of a file
    after = [] if new is None else [_plain(line) for line in print_item(new).splitlines()]  # type: ignore[arg-type]  # so is this
    was, now = [], []
    for line in difflib.ndiff(before, after):
        if line.startswith("- "):
            was.append(line[2:])
        elif line.startswith("+ "):
            now.append(line[2:])
    return " / ".join(was), " / ".join(now)


def _plain(line: str) -> str:
    """A line without its layout and citations."""
    return " ".join(word for word in line.split() if not word.startswith("@"))


def bare(line: str) -> str:
    """A line without texts for people, which may be changed at any time."""
    return " ".join(re.sub(r'"[^"]*"', "", line).split())


def _numbered(found: list[Mutant]) -> tuple[Mutant, ...]:
    """Mutants with one id get numbers, the second one #2; and those that are alike are counted."""
    ids: Counter[str] = Counter()
    alike: Counter[tuple[str, ...]] = Counter()
    numbered = []
    for mutant in found:
        ids[mutant.id] += 1
        number = ids[mutant.id]
        name = mutant.id if number == 1 else f"{mutant.id} #{number}"
        same = (mutant.file, mutant.where, mutant.operator, bare(mutant.was), bare(mutant.now))
        numbered.append(replace(mutant, id=name, twin=alike[same]))
        alike[same] += 1
    return tuple(numbered)
