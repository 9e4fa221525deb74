"""The rulebook as a document: the sections of a ruleset with its options chosen, in the order of reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from caborules.ir import expressions as ex
from caborules.ir.statements import Block
from caborules.ir.system import DeckLine, System
from caborules.ir.types import Value
from caborules.tools.rulebook import answers, examples, kit, placing, terms
from caborules.tools.rulebook.chosen import Chosen, choose
from caborules.tools.rulebook.conditions import clause
from caborules.tools.rulebook.document import (
    Cited,
    Document,
    Grid,
    Heading,
    Item,
    Link,
    Paragraph,
    Part,
    Points,
    Text,
    cited,
    plain,
)
from caborules.tools.rulebook.english import capital, slug, words
from caborules.tools.rulebook.inplace import denies, in_place
from caborules.tools.rulebook.lets import without_lets
from caborules.tools.rulebook.nouns import noun, part_phrase, title
from caborules.tools.rulebook.outline import Section, outline
from caborules.tools.rulebook.reacting import window_parts
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
    told = {section.thing: tuple(_section(chosen, teller, section)) for section in sections}
    parts = [
        *_first(chosen, teller),
        *_tables(chosen, teller),
        *_places(chosen, teller),
        *_course(sections, teller),
        *_rules(chosen, teller, told),
        *_won(chosen, teller),
        *terms.glossary(teller),
        *_answers(system, chosen, teller),
        *_examples(system, {key: chosen.values[0][1][key] for key in settings}, told, teller),
    ]
    return Document(system.title, _shortened(tuple(parts)))


def _ready(system: System, citing: Mapping[str, tuple[str, ...]]) -> System:
    """The system as it is told: with names, terms and steps only where they help."""
    rules = {n: replace(r, body=without_lets(system, r.body)) for n, r in system.rules.items()}
    return simpler(in_place(replace(system, rules=rules), citing))


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
        yield Points(tuple(kit.kept(teller, one) for one in chosen.system.variables.values()))


# ---------------------------------------------------------------- rules
def _course(sections: tuple[Section, ...], teller: Teller) -> Iterator[Part]:
    yield _head(2, "The rules at a glance")
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


def _section(chosen: Chosen, teller: Teller, section: Section) -> Iterator[Part]:
    """A rule or a window under its heading."""
    kind, _, name = section.thing.partition(" ")
    if kind == "window":
        window = chosen.system.windows[name]
        yield _head(3, window.text or capital(words(name)), section.anchor)
        yield from window_parts(teller, window)
    else:
        yield from _rule(teller, name, section)


def _rule(teller: Teller, name: str, section: Section) -> Iterator[Part]:
    rule = teller.talk.system.rules[name]
    yield _head(3, title(teller.talk, name), section.anchor)
    inner = teller
    parts = []
    for part in rule.parameters:
        phrase = part_phrase(part)
        inner = inner.saying(inner.talk.with_name(part.name, phrase))
        parts.append(phrase)
    clauses = tuple(dict.fromkeys((*rule.cites, *teller.cites.get(section.thing, ()))))
    told = ", ".join(
        f"{part.preposition + ' ' if part.preposition else ''}{phrase}"
        for part, phrase in zip(rule.parameters, parts, strict=True)
    )
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
        yield Paragraph((f"When the play is over, these players have won: {noun(teller.talk, won)}.",))


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


def _examples(
    system: System, settings: Mapping[str, Value], sections: Mapping[str, tuple[Part, ...]], teller: Teller
) -> Iterator[Part]:
    """The examples by the heading to which they belong; what fits none comes first."""
    ready = teller.talk.system
    behind = {"needed": _cited_by(teller, ready.deck, "players", "deck")}
    behind |= {f"table {name}": frozenset(c for r in one.rows for c in r.cites) for name, one in ready.tables.items()}
    behind |= {thing: frozenset(one for part in parts for one in _clauses(part)) for thing, parts in sections.items()}
    behind["terms"] = frozenset(one for part in terms.glossary(teller) for one in _clauses(part))
    said = {thing: " ".join(_said(part) for part in sections.get(thing, ())).lower() for thing in behind}
    places = placing.Places(behind, said, placing.homes(ready, tuple(sections)), frozenset(("terms",)))
    by_place: dict[str, list[Item]] = {thing: [] for thing in ("", *behind)}
    talk = talk_of(system)
    headings = {rule: _title(teller, thing) for rule, thing in places.homes.items()}
    for example in examples.holding(system, settings):
        by_place[places.of(system, example)].append(examples.told(talk, example, headings))
    if any(by_place.values()):
        yield _head(2, "Examples")
        yield Paragraph(("The players sit in the order of the alphabet; A’s left neighbour is B.",))
    for thing, items in by_place.items():
        if items:
            if thing:
                yield _head(3, f"Examples: {_title(teller, thing)}", f"examples-{slug(thing)}")
            yield Points(tuple(items))


def _cited_by(teller: Teller, lines: tuple[DeckLine, ...], *things: str) -> frozenset[str]:
    return frozenset(one for line in lines for one in line.cites) | {
        one for thing in things for one in teller.cites.get(thing, ())
    }


def _title(teller: Teller, thing: str) -> str:
    kind, _, name = thing.partition(" ")
    system = teller.talk.system
    match kind:
        case "rule":
            return title(teller.talk, name)
        case "window":
            return system.windows[name].text or capital(words(name))
        case "table":
            return system.tables[name].text or capital(words(name))
        case "needed":
            return "What you need"
    return capital(kind)


# ---------------------------------------------------------------- clauses
def _shortened(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Clauses without the name of their catalogue, if all come from the same."""
    names = {clause_id.partition(".")[0] for part in parts for clause_id in _clauses(part)}
    if len(names) != 1:
        return parts
    return tuple(_with_texts(part, _short) for part in parts)


def _short(text: Text) -> Text:
    return tuple(
        Cited(tuple(one.partition(".")[2] for one in part.clauses)) if isinstance(part, Cited) else part
        for part in text
    )


def _said(part: Part) -> str:
    """The words of a part, in any order."""
    found: list[str] = []

    def collect(text: Text) -> Text:
        found.append(plain(text))
        return text

    _with_texts(part, collect)
    return " ".join(found)


def _clauses(part: Part) -> Iterator[str]:
    found: list[str] = []

    def collect(text: Text) -> Text:
        found.extend(clause_id for one in text if isinstance(one, Cited) for clause_id in one.clauses)
        return text

    _with_texts(part, collect)
    yield from found


def _with_texts(part: Part, change: Callable[[Text], Text]) -> Part:
    match part:
        case Paragraph():
            return Paragraph(change(part.text))
        case Points():
            return Points(tuple(_with_item(item, change) for item in part.items), part.ordered)
        case Grid():
            return Grid(part.heads, tuple(tuple(change(cell) for cell in row) for row in part.rows))
    return part


def _with_item(item: Item, change: Callable[[Text], Text]) -> Item:
    return replace(item, text=change(item.text), below=tuple(_with_item(one, change) for one in item.below))
