"""Decisions: who chooses, among what, and what follows from each choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.types import CardType, CollectionType, NumberType, PlayerType, Type
from caborules.tools.rulebook.conditions import clause
from caborules.tools.rulebook.document import Inline, Item, Strong, Text, cited
from caborules.tools.rulebook.english import capital, sentence, words
from caborules.tools.rulebook.groups import Group, group
from caborules.tools.rulebook.nouns import noun
from caborules.tools.rulebook.relative import bare_of
from caborules.tools.rulebook.talk import Talk

if TYPE_CHECKING:
    from caborules.tools.rulebook.telling import Teller


ORDINALS: Final = ("first", "second", "third", "fourth")


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
        text += " in secret (all choices are laid open together, and carried out in the order of the seats)"
    if one.alone:
        text += "; until then nobody else may do anything"
    below = [choice_item(teller, choice) for choice in one.choices]
    after: tuple[Item, ...] = ()
    if one.otherwise is not None and one.otherwise.statements:
        items = teller.block(one.otherwise)
        after = (teller.under(f"{_instead(teller.talk, one)}: ", replace(one, cites=()), items),)
    head: Text = (f"{capital(text)}: ",)
    if len(below) == 1 and not below[0].below:
        return (Item(cited((*head, *below[0].text), one.cites)), *after)
    return (Item(cited((f"{capital(text)}:",), one.cites), tuple(below), ordered=False), *after)


def _instead(t: Talk, one: st.Decide) -> str:
    """When something else is done; of a decision that everybody takes, for each of those who cannot."""
    alone = len(one.choices) == 1
    if isinstance(one.actors, st.SeveralActors) and one.actors.quantifier == "each":
        none = "this is not" if alone else "none of these is"
        return f"For {group(t, one.actors.among).each()} for whom {none} possible"
    return f"If {'that was not' if alone else 'none of these was'} possible"


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
    for at, (param, kind) in enumerate(zip(params, kinds, strict=True)):
        members = group(t, param.among)
        phrase = _chosen(t, param, kind, _which(params[: at + 1], params, kinds))
        if isinstance(param, st.SomeOf):
            sentences.append(_several(t.with_name(param.name, phrase), param, members))
        else:
            found = members.narrowed(t, param.name, param.where)
            again = any(one.among == param.among for one in params[:at]) and param.where is None
            sentences.append(f"choose {found.some()}{', the same or another' if again else ''}")
        t = t.with_name(param.name, phrase)
    return t, sentences


def _which(so_far: Sequence[st.ChosenParam], params: Sequence[st.ChosenParam], kinds: Sequence[Type]) -> str:
    """``first``, ``second``, where several of a kind are chosen one by one; nothing where one is."""
    kind = kinds[len(so_far) - 1]
    if sum(one == kind and not isinstance(param, st.SomeOf) for one, param in zip(kinds, params, strict=True)) < 2:
        return ""
    return ORDINALS[min(kinds[: len(so_far)].count(kind), len(ORDINALS)) - 1]


def _chosen(t: Talk, param: st.ChosenParam, kind: Type, which: str) -> str:
    """How that which is chosen is spoken of from then on, so that nothing else that is spoken of is called so."""
    thing = {CardType: "card", PlayerType: "player", NumberType: "number"}.get(type(kind), "one")
    if isinstance(param, st.SomeOf):
        return t.free("the chosen cards", "the last chosen cards")
    if isinstance(param.among, ex.CardsIn) and kind == CardType():
        place = f"the card chosen from {noun(t, param.among.place)}"
        if which:
            return t.free(place, f"the {which} card chosen now")
        return t.free("the chosen card", place, "the last chosen card")
    if which:
        return t.free(f"the {which} chosen {thing}", f"the {which} {thing} chosen now")
    return t.free(f"the chosen {thing}", f"the last chosen {thing}")


def _several(t: Talk, param: st.SomeOf, members: Group) -> str:
    if param.high is None:
        many = "one or more" if param.low <= 1 else f"{param.low} or more"
        text = f"choose {many} {members.several() if members.one else f'of {members.all_of()}'}"
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
