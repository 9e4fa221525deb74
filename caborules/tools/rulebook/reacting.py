"""Windows: when one may react, who may, what it costs to be late, and what happens."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.ir.system import WindowDef
from caborules.tools.rulebook.choosing import choice_item
from caborules.tools.rulebook.conditions import clause
from caborules.tools.rulebook.document import Inline, Item, Part, Points, Text, cited
from caborules.tools.rulebook.english import words
from caborules.tools.rulebook.nouns import group
from caborules.tools.rulebook.telling import Teller
from caborules.tools.words import all_choices


def window_parts(teller: Teller, window: WindowDef) -> Iterator[Part]:
    """Everything there is to say about a window."""
    t = teller.talk
    clauses = tuple(dict.fromkeys((*teller.cites.get(f"window {window.name}", ()), *window.cites)))
    phrase = f"the {words(window.variable)}" if len(window.variable) > 2 else "that player"
    members = group(t, window.among)
    inner = teller.saying(t.with_name(window.variable, phrase))
    called = "" if phrase == "that player" else f" ({phrase} from here on)"
    items = []
    if window.opens:
        items.append(Item(("It opens, or begins anew, after ", *_things(teller, window.opens), ".")))
    if window.closes:
        items.append(Item(("It closes as soon as one of these begins: ", *_things(teller, window.closes), ".")))
    for held in window.held:
        when = "" if held.when is None else f", if {clause(t, held.when)}"
        link = teller.link(f"rule {held.rule}")
        items.append(Item(("It waits, and nobody may react, while ", link, f" is going on{when}.")))
    items.append(
        Item(
            (
                "While it is open, nobody’s turn is needed: whenever somebody has to decide anything, "
                f"{members.each()}{called} may break in with one of these. Whoever acts first is first; then the "
                "decision that was broken into is made, as things now stand.",
            ),
            tuple(choice_item(inner, choice) for choice in window.choices),
            ordered=False,
        )
    )
    late = inner.block(window.late)
    text = "Who reacts when it has closed or begun anew meanwhile is too late: "
    if late:
        items.append(Item((text, *late[0].text), late[0].below))
    else:
        items.append(Item((f"{text}nothing happens, and it costs nothing.",)))
    if clauses:
        items[0] = Item(cited(items[0].text, clauses), items[0].below, items[0].ordered)
    yield Points(tuple(items))


def _things(teller: Teller, names: tuple[str, ...]) -> Text:
    """Rules and choices by what they are called."""
    found: list[Inline] = []
    for at, name in enumerate(names):
        if at:
            found.append(" or " if at == len(names) - 1 else ", ")
        if name in teller.talk.system.rules:
            found.append(teller.link(f"rule {name}"))
        else:
            choice = next((one for one in all_choices(teller.talk.system) if one.path == name), None)
            text = choice.text if choice is not None and choice.text else words(name.rpartition(".")[2])
            found.append(f"somebody chooses “{text}”")
    return tuple(found)
