"""The section of worked examples: each under the heading to which it belongs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from caborules.ir import statements as st
from caborules.ir.system import DeckLine, System
from caborules.ir.types import Value
from caborules.tools.rulebook import examples, placing, terms
from caborules.tools.rulebook.clauses import clauses, said
from caborules.tools.rulebook.document import Heading, Item, Paragraph, Part, Points, plain
from caborules.tools.rulebook.english import capital, slug, words
from caborules.tools.rulebook.nouns import title
from caborules.tools.rulebook.talk import talk_of
from caborules.tools.rulebook.telling import Teller
from caborules.tools.words import all_choices


def section(
    system: System, settings: Mapping[str, Value], sections: Mapping[str, tuple[Part, ...]], teller: Teller
) -> Iterator[Part]:
    """The examples by the heading to which they belong; what fits none comes first."""
    ready = teller.talk.system
    behind = {"needed": _cited_by(teller, ready.deck, "players", "deck")}
    behind |= {f"table {name}": frozenset(c for r in one.rows for c in r.cites) for name, one in ready.tables.items()}
    behind |= {thing: frozenset(one for part in parts for one in clauses(part)) for thing, parts in sections.items()}
    behind["terms"] = frozenset(one for part in terms.glossary(teller) for one in clauses(part))
    words_of = {thing: " ".join(said(part) for part in sections.get(thing, ())).lower() for thing in behind}
    places = placing.Places(behind, words_of, placing.homes(ready, tuple(sections)), frozenset(("terms",)))
    by_place: dict[str, list[Item]] = {thing: [] for thing in ("", *behind)}
    talk = talk_of(system)
    headings = {rule: _point(teller, rule, places.homes) for rule in places.homes}
    choices = frozenset(name for one in all_choices(ready) for name in (one.path, one.name)) | ready.windows.keys()
    for found in examples.holding(system, settings):
        by_place[places.of(system, found.example)].append(examples.told(talk, found, headings, choices))
    if any(by_place.values()):
        yield Heading(2, "Examples", "examples")
        every = " ".join(plain(below.text) for items in by_place.values() for item in items for below in item.below)
        yield Paragraph((examples.introduced(talk, every),))
    for thing, items in by_place.items():
        if items:
            if thing:
                yield Heading(3, f"Examples: {heading(teller, thing)}", f"examples-{slug(thing)}")
            yield Points(tuple(items))


def _point(teller: Teller, rule: str, homes: Mapping[str, str]) -> str:
    """Where play is when it has come to the rule. One that has no heading of its own begins where the rule does as
    whose first step it is told, or else where the first rule that it carries out does; if neither has a heading, it is
    somewhere under the heading where it is told."""
    system = teller.talk.system
    home = homes[rule]
    if rule in _first_steps(system, home.partition(" ")[2]):
        return f"“{heading(teller, home)}”"
    for at in _first_steps(system, rule):
        if homes.get(at) == f"rule {at}":
            return f"“{heading(teller, homes[at])}”"
    return f"the midst of “{heading(teller, home)}”"


def _first_steps(system: System, rule: str) -> Iterator[str]:
    """The rule, the rule that it begins by carrying out, and so on."""
    seen: set[str] = set()
    while rule in system.rules and rule not in seen:
        seen.add(rule)
        yield rule
        first = system.rules[rule].body.statements[:1]
        rule = first[0].rule if first and isinstance(first[0], st.CallRule) else ""


def _cited_by(teller: Teller, lines: tuple[DeckLine, ...], *things: str) -> frozenset[str]:
    return frozenset(one for line in lines for one in line.cites) | {
        one for thing in things for one in teller.cites.get(thing, ())
    }


def heading(teller: Teller, thing: str) -> str:
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
