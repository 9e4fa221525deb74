"""Windows: when one may react, who may, what it costs to be late, and what happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from caborules.ir import expressions as ex
from caborules.ir.system import WindowDef
from caborules.ir.types import BOOL, PlayerType
from caborules.tools.rulebook.choosing import choice_item
from caborules.tools.rulebook.conditions import clause
from caborules.tools.rulebook.document import Inline, Item, Link, Part, Points, Strong, Text, cited
from caborules.tools.rulebook.english import capital, words
from caborules.tools.rulebook.groups import group
from caborules.tools.rulebook.nouns import noun
from caborules.tools.rulebook.relative import all_of, parts_of, speaks_of
from caborules.tools.rulebook.talk import Talk
from caborules.tools.rulebook.telling import Teller
from caborules.tools.words import all_choices


def window_parts(teller: Teller, window: WindowDef, told: Mapping[str, tuple[Part, ...]]) -> Iterator[Part]:
    """Everything there is to say about a window. ``told`` is what is said under the headings of the rules."""
    t = teller.talk
    clauses = tuple(dict.fromkeys((*teller.cites.get(f"window {window.name}", ()), *window.cites)))
    phrase = f"the {words(window.variable)}" if len(window.variable) > 2 else "that player"
    inner = teller.saying(t.with_name(window.variable, phrase))
    called = "" if phrase == "that player" else f" ({phrase} from here on)"
    who, condition = _who(t, window)
    items = [*_opening(teller, window, told), *_closing(teller, window, told)]
    for held in window.held:
        when = "" if held.when is None else f", if {clause(t, held.when)}"
        link = teller.link(f"rule {held.rule}")
        items.append(Item(("It waits, and nobody may react, while ", link, f" is going on{when}.")))
    choices = tuple(choice_item(inner, choice) for choice in window.choices)
    what = "this" if len(choices) == 1 else "one of these"
    text = f"While it is open{condition}, {who}{called} may do {what} whenever somebody has a choice to make, "
    items.append(Item((f"{text}whoever's turn it is:",), choices, ordered=False))
    text = "Whoever acts first goes first; then the choice that was broken into is made, as things now stand."
    items.append(Item((text,)))
    late = inner.block(window.late)
    text = "Whoever is forestalled, because it has closed or begun anew since they meant to react, is too late: "
    again = "Where it has begun anew, whoever still may can react to that."
    if late:
        items.append(Item((f"{again} {text}", *late[0].text), late[0].below))
    else:
        items.append(Item((f"{text}nothing happens, and it costs nothing. {again}",)))
    if clauses:
        items[0] = Item(cited(items[0].text, clauses), items[0].below, items[0].ordered)
    yield Points(tuple(items))


def _who(t: Talk, window: WindowDef) -> tuple[str, str]:
    """Those who may react; and what must hold for all of them alike, as part of a sentence."""
    match window.among:
        case ex.Those(among=among, where=where, variable=name):
            parts = parts_of(where, "and")
            alike = [one for one in parts if not speaks_of(one, name)]
            about = [one for one in parts if speaks_of(one, name)]
            who = group(t, among).narrowed(t, name, all_of(about, "and") if about else None).each()
            match about:
                case [ex.Compare(left=ex.VariableRef() as only, op="is", right=ex.LocalRef(name=found))] | [
                    ex.Compare(left=ex.LocalRef(name=found), op="is", right=ex.VariableRef() as only)
                ] if found == name and isinstance(only.type, PlayerType):
                    who = noun(t, only)
                    if not isinstance(among, ex.Seats):
                        alike.append(ex.IsIn(BOOL, None, only, among))
            return who, f" and {clause(t, all_of(alike, 'and'))}" if alike else ""
    return group(t, window.among).each(), ""


# ---------------------------------------------------------------- when it opens and closes
def _opening(teller: Teller, window: WindowDef, told: Mapping[str, tuple[Part, ...]]) -> Iterator[Item]:
    after = [(teller.link(f"rule {name}"),) for name in window.opens if name in teller.talk.system.rules]
    after += [(f"somebody has chosen “{_text(teller, name)}”",) for name in window.opens if "." in name]
    places = [*_elsewhere(teller, window, told, "opens")]
    if after or places:
        when: Text = (" after ", *_listed(after)) if after else ()
        also: Text = (", and in " if after else " in ", *_listed(places)) if places else ()
        yield Item(("It opens, or begins anew,", *when, *also, "."))


def _closing(teller: Teller, window: WindowDef, told: Mapping[str, tuple[Part, ...]]) -> Iterator[Item]:
    chosen: list[Text] = [(f"“{_text(teller, name)}”",) for name in window.closes if "." in name]
    rules: list[Text] = [(teller.link(f"rule {name}"),) for name in window.closes if name in teller.talk.system.rules]
    places = [*_elsewhere(teller, window, told, "closes")]
    if not (chosen or rules or places):
        return
    ends: list[Text] = []
    if chosen:
        ends.append((" as soon as somebody chooses ", *_listed(chosen, "or")))
    if rules:
        ends.append((" before ", *_listed(rules, "or"), " begins"))
    if places:
        ends.append((" in ", *_listed(places)))
    yield Item(("It closes", *_listed(ends), "."))


def _text(teller: Teller, path: str) -> str:
    choice = next((one for one in all_choices(teller.talk.system) if one.path == path), None)
    return choice.text if choice is not None and choice.text else words(path.rpartition(".")[2])


def _listed(parts: Iterable[Text], joiner: str = "and") -> Text:
    found: list[Inline] = []
    every = list(parts)
    for at, part in enumerate(every):
        if at:
            found.append((f" {joiner} " if at == len(every) - 1 else ", ").rstrip(" " if _is_spaced(part) else ""))
        found += part
    return tuple(found)


def _is_spaced(part: Text) -> bool:
    return isinstance(part[0], str) and part[0].startswith(" ")


def _elsewhere(
    teller: Teller, window: WindowDef, told: Mapping[str, tuple[Part, ...]], does: Literal["opens", "closes"]
) -> Iterator[Text]:
    """The rules that say it themselves, with the number of the step; not those that the window is tied to."""
    tied = window.opens if does == "opens" else window.closes
    named = {capital(_text(teller, path)) for path in tied if "." in path}
    for thing, parts in told.items():
        if thing.partition(" ")[2] in tied:
            continue
        for part in parts:
            if not isinstance(part, Points):
                continue
            steps = [
                number
                for number, item in enumerate(part.items, 1)
                if _says(item, teller.sections[f"window {window.name}"], f" {does}", named)
            ]
            if steps:
                yield (teller.link(thing), f", step {steps[0]}" if part.ordered and len(steps) == 1 else "")


def _says(item: Item, anchor: str, does: str, named: set[str]) -> bool:
    if isinstance(item.text[0], Strong) and item.text[0].text in named:
        return False
    found = any(
        isinstance(one, Link) and one.anchor == anchor and isinstance(then, str) and then.startswith(does)
        for one, then in zip(item.text, item.text[1:], strict=False)
    )
    return found or any(_says(one, anchor, does, named) for one in item.below)
