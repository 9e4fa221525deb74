"""Decisions: who chooses, among what, and what follows from each choice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.types import CardType, CollectionType, PlayerType, Type
from caborules.tools.rulebook.conditions import clause
from caborules.tools.rulebook.document import Inline, Item, Strong, Text, cited
from caborules.tools.rulebook.english import capital, sentence, words
from caborules.tools.rulebook.nouns import Group, group, noun
from caborules.tools.rulebook.relative import bare_of
from caborules.tools.rulebook.talk import Talk

if TYPE_CHECKING:
    from caborules.tools.rulebook.telling import Teller


def decision(teller: Teller, one: st.Decide) -> tuple[Item, ...]:
    """The decision as one point, with its choices below it; and what is done if none of them is possible."""
    who, teller = _actors(teller, one.actors)
    alone = len(one.choices) == 1
    duty = "must" if one.must else "may"
    text = f"{who} {duty} do {'this' if alone else 'one of these'}"
    if not one.must:
        several = isinstance(one.actors, st.SeveralActors) and one.actors.quantifier != "each"
        text += "; nobody has to" if several else ", or decline"
    if one.secretly:
        text += " in secret (all choices are laid open together)"
    if one.alone:
        text += "; until then nobody else may do anything"
    below = [choice_item(teller, choice) for choice in one.choices]
    after: tuple[Item, ...] = ()
    if one.otherwise is not None and one.otherwise.statements:
        items = teller.block(one.otherwise)
        reason = "that was not possible" if alone else "none of these was possible"
        after = (teller.under(f"If {reason}: ", replace(one, cites=()), items),)
    head: Text = (f"{capital(text)}: ",)
    if len(below) == 1 and not below[0].below:
        return (Item(cited((*head, *below[0].text), one.cites)), *after)
    return (Item(cited((f"{capital(text)}:",), one.cites), tuple(below), ordered=False), *after)


def _actors(teller: Teller, actors: st.OneActor | st.SeveralActors) -> tuple[str, Teller]:
    t = teller.talk
    if isinstance(actors, st.OneActor):
        return noun(t, actors.player), teller
    members = group(t, actors.among)
    inner = teller.saying(t.with_name(actors.variable, t.free("that player", f"player “{words(actors.variable)}”")))
    if actors.quantifier == "each":
        return f"{members.each()} (in any order)", inner
    return f"any one {members.single()}, whoever comes first,", inner


def choice_item(teller: Teller, choice: st.Choice) -> Item:
    """One alternative: its text, when it is possible, what is to be chosen, and what follows."""
    talk, picks = _picks(teller.talk, choice.params)
    text: list[Inline] = [Strong(capital(choice.text or words(choice.name)))]
    if choice.guard is not None:
        text.append(f", possible only if {clause(talk, choice.guard)}")
    text.append(".")
    text.extend(f" {sentence(pick)}" for pick in picks)
    steps = teller.saying(talk).block(choice.body)
    clauses = tuple(dict.fromkeys((*choice.cites, *teller.cites.get(f"choice {choice.path}", ()))))
    if len(steps) == 1 and not steps[0].below:
        return Item(cited((*text, *_going_on(steps[0].text)), clauses))
    return Item(cited(tuple(text), clauses), steps)


def _going_on(text: Text) -> Text:
    """A step as one more sentence."""
    first, *rest = text
    return (" ", first, *rest) if not isinstance(first, str) else (f" {first}", *rest)


def _picks(t: Talk, params: tuple[st.ChosenParam, ...]) -> tuple[Talk, list[str]]:
    """The sentences that say what is chosen, and how it is spoken of afterwards."""
    kinds = [_element(param.among.type) for param in params]
    sentences = []
    for param, kind in zip(params, kinds, strict=True):
        members = group(t, param.among)
        several = kinds.count(kind) > 1 and not isinstance(param, st.SomeOf)
        phrase = _chosen(t, param, kind, members, several)
        if isinstance(param, st.SomeOf):
            sentences.append(_several(t.with_name(param.name, phrase), param, members))
        else:
            found = members.narrowed(t, param.name, param.where)
            sentences.append(f"choose {found.some()}")
        t = t.with_name(param.name, phrase)
    return t, sentences


def _chosen(t: Talk, param: st.ChosenParam, kind: Type, members: Group, several: bool) -> str:
    match kind:
        case _ if isinstance(param, st.SomeOf):
            return t.free("the chosen cards", f"the cards “{words(param.name)}”")
        case CardType() if several and isinstance(param.among, ex.CardsIn):
            return f"the card chosen from {noun(t, param.among.place)}"
        case CardType():
            place = f"the card chosen from {noun(t, param.among.place)}" if isinstance(param.among, ex.CardsIn) else ""
            return t.free("the chosen card", place or f"the chosen card “{words(param.name)}”")
        case PlayerType():
            return t.free("the chosen player", f"the chosen player “{words(param.name)}”")
    return t.free("the chosen one", f"the chosen one (“{words(param.name)}”)")


def _several(t: Talk, param: st.SomeOf, members: Group) -> str:
    if param.high is None:
        many = "one or more" if param.low <= 1 else f"{param.low} or more"
        text = f"choose {many} {members.several()}"
    elif param.low == param.high:
        text = f"choose {param.low} {members.several() if param.low != 1 else members.single()}"
    else:
        text = f"choose {param.low} to {param.high} {members.several()}"
    if param.measure is not None:
        text += f" with the same {bare_of(t, param.variable, param.measure) or 'value'}"
    if param.where is not None:
        text += f", such that {clause(t, param.where)}"
    return text


def _element(kind: Type) -> Type:
    return kind.of if isinstance(kind, CollectionType) else kind
