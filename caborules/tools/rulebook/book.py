"""The rulebook as a document: the sections of a ruleset with its options chosen, in the order of reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from caborules.ir import expressions as ex
from caborules.ir.statements import Block
from caborules.ir.system import System
from caborules.ir.types import Value
from caborules.tools.rulebook import answers, clauses, following, kit, terms, tracked, worked
from caborules.tools.rulebook.chosen import Chosen, choose
from caborules.tools.rulebook.conditions import clause
from caborules.tools.rulebook.counted import counted
from caborules.tools.rulebook.document import (
    Document,
    Heading,
    Item,
    Link,
    Paragraph,
    Part,
    Points,
    cited,
)
from caborules.tools.rulebook.english import capital, slug, words
from caborules.tools.rulebook.folding import Folder
from caborules.tools.rulebook.inplace import denies, in_place
from caborules.tools.rulebook.lets import without_lets
from caborules.tools.rulebook.nouns import noun, one_by_one, part_phrase, part_told, title
from caborules.tools.rulebook.outline import Section, outline
from caborules.tools.rulebook.reacting import window_parts
from caborules.tools.rulebook.rules import Rules
from caborules.tools.rulebook.simpler import simpler
from caborules.tools.rulebook.talk import talk_of
from caborules.tools.rulebook.telling import Teller


def rulebook(system: System, settings: Mapping[str, Value], players: int | None) -> Document:
    """The printed rules for these options and, if it is given, this number of players.

    Raises Refused (E701 to E705) where the settings do not fit the ruleset.
    """
    chosen = choose(system, settings, players)
    citing = _citing(system)
    ready = _ready(chosen.system, citing)
    chosen = replace(chosen, system=ready)
    sections = outline(ready)
    anchors = {section.thing: section.anchor for section in sections}
    anchors |= {f"table {name}": f"table-{slug(name)}" for name in ready.tables}
    teller = Teller(talk_of(ready), anchors, citing)
    rules = {one.thing: tuple(_section(chosen, teller, one, {})) for one in sections if one.thing.startswith("rule ")}
    told = {one.thing: rules.get(one.thing) or tuple(_section(chosen, teller, one, rules)) for one in sections}
    parts = [
        *_first(chosen, teller),
        *_tables(chosen, teller),
        *_places(chosen, teller),
        *_course(sections, teller),
        *_rules(chosen, teller, told),
        *_won(chosen, teller),
        *terms.glossary(teller),
        *following.section(system, answers.constants(system, chosen)),
        *_answers(system, chosen, teller),
        *worked.section(system, {key: chosen.values[0][1][key] for key in settings}, told, teller),
    ]
    return Document(system.title, clauses.shortened(tuple(parts)))


def _ready(system: System, citing: Mapping[str, tuple[str, ...]]) -> System:
    """The system as it is told: with names, terms and steps only where they help."""
    rules = {n: replace(r, body=without_lets(system, r.body)) for n, r in system.rules.items()}
    said = in_place(Rules(Folder(replace(system, rules=rules), {})).system(), citing)
    return counted(simpler(said))


def _citing(system: System) -> dict[str, tuple[str, ...]]:
    """Thing (``rule lap``, ``choice turn.draw``) to the clauses behind it."""
    found: dict[str, tuple[str, ...]] = {}
    for clause_id, things in system.cited.items():
        for thing in things:
            found[thing] = (*found.get(thing, ()), clause_id)
    return found


def _head(level: int, text: str, anchor: str = "") -> Heading:
    return Heading(level, text, anchor or slug(text))


# ---------------------------------------------------------------- what is on the table
def _first(chosen: Chosen, teller: Teller) -> Iterator[Part]:
    system = chosen.system
    yield _head(1, system.title, "top")
    yield Paragraph(
        (
            f"Printed from the ruleset “{system.name}”, for the answers listed under ",
            Link("Choices made", "choices-made"),
            ". Small letters and numbers behind a sentence name the clauses of the source that it rests on.",
        )
    )
    yield _head(2, "What you need")
    yield Points(tuple(kit.needed(teller, chosen)))


def _tables(chosen: Chosen, teller: Teller) -> Iterator[Part]:
    faces = frozenset(face for line in chosen.system.deck for face in line.faces)
    yield _head(2, "Tables")
    if any(
        kit.is_nothing(cell) for one in chosen.system.tables.values() for row in one.rows for cell in row.cells.values()
    ):
        yield Paragraph((f"{kit.DASH} means: nothing.",))
    for name, table in chosen.system.tables.items():
        yield _head(3, table.text or capital(words(name)), teller.sections[f"table {name}"])
        yield kit.table(teller, table, faces)


def _places(chosen: Chosen, teller: Teller) -> Iterator[Part]:
    yield _head(2, "Where cards lie, and who sees them")
    items = [kit.place(teller, place) for place in chosen.system.places.values()]
    yield Points((*items, *(Item((text,)) for text in kit.explained(chosen.system))))
    if chosen.system.variables:
        yield _head(2, "What is kept track of")
        yield Paragraph(("All of this is known to everybody.",))
        yield Points(tuple(tracked.kept(teller, one) for one in chosen.system.variables.values()))


# ---------------------------------------------------------------- rules
def _course(sections: tuple[Section, ...], teller: Teller) -> Iterator[Part]:
    yield _head(2, "The rules at a glance")
    yield Paragraph(("Each rule stands once, where play first comes to it; others may lead to it as well.",))
    yield Points(_below(sections, 0, teller))


def _below(sections: tuple[Section, ...], depth: int, teller: Teller) -> tuple[Item, ...]:
    items: list[Item] = []
    for at, section in enumerate(sections):
        if section.depth < depth:
            break
        if section.depth == depth:
            inner = _below(sections[at + 1 :], depth + 1, teller)
            items.append(Item((teller.link(section.thing),), inner, ordered=False))
    return tuple(items)


def _rules(chosen: Chosen, teller: Teller, sections: Mapping[str, tuple[Part, ...]]) -> Iterator[Part]:
    yield _head(2, "The rules, step by step")
    yield Paragraph(
        (
            "In the names of choices (in bold) “you” is the player who makes the choice. Steps with numbers are "
            "carried out in their order; a step that names a heading carries out all that is under that heading, then "
            "play goes on with the next step. “Again and again, until ...” is looked at before each time. Whoever must "
            "do something and cannot does nothing, unless it is said otherwise.",
        )
    )
    for parts in sections.values():
        yield from parts
    for event in chosen.system.events.values():
        yield _head(3, event.text or capital(words(event.name)))
        when = "" if event.when is None else f", if {clause(teller.talk, event.when)}"
        yield Paragraph(cited((f"This may come about at any moment when somebody has to decide{when}.",), event.cites))
        yield Points(teller.block(event.body), ordered=True)


def _section(chosen: Chosen, teller: Teller, section: Section, rules: Mapping[str, tuple[Part, ...]]) -> Iterator[Part]:
    """A rule or a window under its heading; ``rules``: what is said under the headings of rules."""
    kind, _, name = section.thing.partition(" ")
    if kind == "window":
        window = chosen.system.windows[name]
        yield _head(3, window.text or capital(words(name)), section.anchor)
        yield from window_parts(teller, window, rules)
    else:
        yield from _rule(teller, name, section)


def _rule(teller: Teller, name: str, section: Section) -> Iterator[Part]:
    rule = teller.talk.system.rules[name]
    yield _head(3, title(teller.talk, name), section.anchor)
    inner = teller
    for part in rule.parameters:
        inner = inner.saying(inner.talk.with_name(part.name, part_phrase(part)))
    clauses = tuple(dict.fromkeys((*rule.cites, *teller.cites.get(section.thing, ()))))
    told = ", ".join(map(part_told, rule.parameters))
    if told not in ("", "by the player", "for the player"):
        yield Paragraph((f"({told})",))
    body = Block(0, (*rule.resets.statements, *rule.body.statements))
    items = inner.block(body)
    if items:
        items = (replace(items[0], text=cited(items[0].text, clauses)), *items[1:])
    yield Points(items, ordered=len(items) > 1)


def _won(chosen: Chosen, teller: Teller) -> Iterator[Part]:
    if chosen.system.won is not None:
        yield _head(2, "Who has won")
        won = chosen.system.won
        if isinstance(won, ex.Apply) and not won.arguments:
            body = chosen.system.functions[won.function].body
            won = won if denies(body) else body
        only = isinstance(won, ex.Those) and isinstance(won.among, ex.Seats) and isinstance(won.where, ex.Compare)
        told = one_by_one(teller.talk, won) if isinstance(won, ex.Those) else []
        who = "this player has" if only and told else "these players have"
        yield Paragraph((f"When the play is over, {who} won: {noun(teller.talk, won)}.",))


# ---------------------------------------------------------------- answers and examples
def _answers(system: System, chosen: Chosen, teller: Teller) -> Iterator[Part]:
    settled = answers.answers(teller, system, chosen, "fixed")
    options = answers.answers(teller, system, chosen, "option")
    opened = answers.answers(teller, system, chosen, "open")
    if settled is not None:
        yield _head(2, "Questions and answers")
        yield settled
    yield _head(2, "Choices made", "choices-made")
    if options is None and opened is None:
        yield Paragraph(("These rules leave no choice to the table.",))
    if opened is not None:
        yield Paragraph(("The source does not settle these points. This rulebook has chosen:",))
        yield opened
    if options is not None:
        yield Paragraph(("The rules allow a choice here. This rulebook has chosen:",))
        yield options
