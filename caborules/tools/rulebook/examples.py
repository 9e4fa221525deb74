"""Worked examples in words: given, when, then. Only those that come out as written under the chosen options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from caborules.engine.decisions import DECLINE, PASS
from caborules.engine.examples import run_example
from caborules.engine.game import NOTHING, fixed
from caborules.engine.values import evaluate
from caborules.ir import expressions as ex
from caborules.ir import system as d
from caborules.ir.expressions import Const, Expr, PlaceRef, VariableRef
from caborules.ir.system import ExampleDef, System
from caborules.ir.types import BOOL, BoolType, CardType, PlayerType, Value
from caborules.tools.rulebook.conditions import clause, is_many
from caborules.tools.rulebook.document import Inline, Item, Strong, Text, cited
from caborules.tools.rulebook.english import a, capital, listed, sentence, words
from caborules.tools.rulebook.folding import constant
from caborules.tools.rulebook.nouns import noun
from caborules.tools.rulebook.talk import Talk
from caborules.tools.rulebook.traced import Traced, traced
from caborules.tools.words import all_choices

USUAL: Final = ("A", "B")
"""The players of an example that names none."""
_REFUSED = {DECLINE: "declines", PASS: "passes"}


def holding(system: System, settings: Mapping[str, Value]) -> Iterator[Traced]:
    """The examples that come out as written when the options are set so, in order."""
    options = {
        key: replace(one, default=constant(settings[key], one.default)) if key in settings else one
        for key, one in system.options.items()
    }
    chosen = replace(system, options=options)
    for example in chosen.examples:
        if _about(chosen, example) and run_example(chosen, example).outcome == "passed":
            yield traced(chosen, example)


def _about(system: System, example: ExampleDef) -> bool:
    """Does the example speak of the options as they are?"""
    plain = fixed(system, max(len(example.seats), system.players[0]), {})
    return not example.inapplicable and all(
        plain.options[key] == evaluate(plain, NOTHING, value, {}) for key, value in example.options
    )


def told(talk: Talk, found: Traced, headings: Mapping[str, str], choices: frozenset[str]) -> Item:
    """The example as one point; ``headings``: where play is when it has come to a rule.

    ``choices`` are the names of the choices and windows that there are.
    """
    example = found.example
    seats = Talk(talk.system, talk.cards, {}, example.seats)
    below: list[tuple[str, list[str]]] = []
    if example.seats != USUAL:
        below.append(("Given", [f"{listed(example.seats)} play"]))
    for at, line in enumerate(example.lines):
        parts = [*_line(seats, line, headings, choices)]
        if at in found.lots:
            parts.append(f"the lot falls on {found.lots[at]}")
        if below and below[-1][0] == _kind(line):
            below[-1][1].extend(parts)
        elif parts:
            below.append((_kind(line), parts))
    items = tuple(Item((f"{kind}: {sentence('; '.join(parts))}",)) for kind, parts in below)
    start: tuple[Inline, ...] = (Strong(sentence(capital(example.title))),)
    text: Text = cited(start, example.cites)
    return Item(text, items, ordered=False)


def introduced(talk: Talk, shown: str) -> str:
    """What is said once, of all examples; ``shown`` is all that is said in them."""
    text = (
        "The players sit in the order of the alphabet; A’s left neighbour is B. Where it is not said who plays, "
        f"{listed(USUAL)} do. Places that are not named are empty, and what is kept track of is as it is at first. "
        "Where play has come to a part of the rules, what is given stands: it is not set anew as that part begins. "
        "Shuffling leaves the cards as they lie, and a lot falls on the first."
    )
    marks = {talk.cards.literal(face): face for face in talk.cards.faces}
    signs = [mark for mark in marks if not any(letter.isalnum() for letter in mark) and mark in shown]
    told = [f"{mark} is {a(talk.cards.name(marks[mark]))}." for mark in signs]
    if any(mark.startswith("[") and mark in shown for mark in marks):
        told.append("A number in square brackets is a card with that number.")
    return " ".join((text, *told))


def _kind(line: d.ExampleLine) -> str:
    match line:
        case d.GivenCards() | d.GivenVariable() | d.GivenWindow() | d.AtRule():
            return "Given"
        case d.WhenMove() | d.WhenEvent():
            return "When"
    return "Then"


def _line(t: Talk, line: d.ExampleLine, headings: Mapping[str, str], choices: frozenset[str]) -> Iterator[str]:
    match line:
        case d.GivenCards(cards=cards) | d.ThenCards(cards=cards):
            yield _laid(t, cards)
        case d.GivenVariable():
            yield _state(t, line)
        case d.GivenWindow(window=window) if window not in choices:
            return
        case d.GivenWindow(window=window, open=is_open):
            name = t.system.windows[window].text or words(window)
            yield f"“{name}” is {'open' if is_open else 'closed'}"
        case d.AtRule(rule=rule, arguments=arguments):
            by = listed([noun(t, one) for one in arguments])
            if rule in headings:
                yield f"play has come to {headings[rule]}" + (f" ({by})" if by else "")
        case d.WhenMove(move=move, late=late):
            does = _REFUSED[move.choice] if _refuses(move) else f"chooses {_move(t, move)}"
            yield f"{move.seat} {does}" + (", too late" if late else "")
        case d.WhenEvent(event=event):
            yield t.system.events[event].text or words(event)
        case d.ThenCan(move=move, can=False) if not _refuses(move) and move.choice not in choices:
            return
        case d.ThenCan(move=move, can=can):
            what = move.choice if _refuses(move) else f"choose {_move(t, move)}"
            yield f"{move.seat} {'may' if can else 'cannot'} {what}"
        case d.ThenFact(fact=fact):
            yield clause(t, fact)


def _state(t: Talk, line: d.GivenVariable) -> str:
    variable = t.system.variables[line.variable]
    current = _ref(t, line)
    if isinstance(variable.type, BoolType):
        assert isinstance(line.value, Const)
        return clause(t, current, not line.value.value)
    if isinstance(variable.type, PlayerType) and not (isinstance(line.value, Const) and line.value.value is None):
        return f"{noun(t, line.value)} is {noun(t, current)}"
    return f"{noun(t, current)} {'are' if is_many(variable) else 'is'} {noun(t, line.value)}"


def _ref(t: Talk, line: d.GivenVariable) -> Expr:
    return VariableRef(t.system.variables[line.variable].type, None, line.variable, line.owner)


def _laid(t: Talk, laid: d.LaidCards) -> str:
    place = noun(t, laid.place)
    shape = t.system.places[laid.place.place].shape if isinstance(laid.place, PlaceRef) else ""
    if len(laid.cards) > 1 and all(face == "any" for face in laid.cards) and not laid.rest and not any(laid.up):
        return f"{place} has {len(laid.cards)} cards, no matter which"
    cards = []
    for face, up in zip(laid.cards, laid.up, strict=True):
        if face is None:
            cards.append("a gap")
        else:
            name = "any card" if face == "any" else t.cards.literal(face)
            cards.append(f"{name} (face up)" if up else name)
    if laid.rest:
        cards.append("then the other cards" if cards else "all other cards")
    if not cards:
        return clause(t, ex.IsEmpty(BOOL, None, ex.CardsIn(CardType(), None, laid.place)))
    top = " (from the top)" if shape == "pile" and len(cards) > 1 else ""
    return f"{place}{top} is {', '.join(cards)}"


def _refuses(move: d.MoveText) -> bool:
    return move.choice in (DECLINE, PASS)


def _move(t: Talk, move: d.MoveText) -> str:
    found = next((one for one in all_choices(t.system) if move.choice in (one.path, one.name)), None)
    text = (found.text if found is not None else "") or words(move.choice.rpartition(".")[2])
    arguments = [_argument(t, one) for one in move.arguments]
    return f"“{text}”" + (f" ({', '.join(arguments)})" if arguments else "")


def _argument(t: Talk, argument: int | str | tuple[d.Face, ...]) -> str:
    if isinstance(argument, tuple):
        return listed([t.cards.literal(face) for face in argument])
    return words(str(argument))
