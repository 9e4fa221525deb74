"""What moves, swaps, shuffles, looks and flips do to facts. Knowledge follows the card; a shuffle ends it."""

from __future__ import annotations

from dataclasses import replace

from caborules.types.flow.bounds import Range
from caborules.types.flow.effects import Effects
from caborules.types.flow.facts import SHUFFLED, CardFact, CardName, Key, State
from caborules.types.flow.merge import join_all
from caborules.types.flow.values import Cards, Place


def move(state: State, what: Cards, fact: CardFact, to: Place) -> tuple[State, Effects]:
    """Cards, of which ``fact`` holds, come to a place."""
    after = join_all(_move(state, what, fact, key) for key in to.keys)
    assert after is not None
    left = families(state, fact)
    return after, Effects(gains=frozenset(k[0] for k in to.keys), loses=left)


def families(state: State, fact: CardFact) -> frozenset[str]:
    """The kinds of places where a card may lie."""
    return frozenset(state.world.places) if fact.lies is None else frozenset(k[0] for k in fact.lies)


def _move(state: State, what: Cards, fact: CardFact, to: Key) -> State:
    known_to = state.face(fact)
    here = fact.lies == frozenset({to})
    cards: dict[CardName, CardFact] = {}
    for name, other in state.cards.items():
        if isinstance(name, tuple) and (_touches(state, fact, name[1]) or state.may_be(name[1], to)):
            continue
        if name == what.symbol and not what.part:
            cards[name] = CardFact(frozenset({to}), state.face(other))
        elif _overlap(state, other, fact):
            follows = other.lies == fact.lies and (_all_of(state, what, fact) or _alone(state, fact))
            lies = frozenset({to}) if follows else None if other.lies is None else other.lies | {to}
            cards[name] = CardFact(lies, state.face(other), "" if follows else other.lost)
        else:
            cards[name] = other
    # The destination is mixed while its size still is that before the move.
    state = state.but(cards=cards, said=frozenset())
    if what.size.high > 0 and not here:
        state = state.mix(to, known_to)
        state = _leave(state, what, fact)
        state = state.grow(to, what.size.low, what.size.high)
    return state


def _leave(state: State, what: Cards, fact: CardFact) -> State:
    if what.whole is not None:
        return state.emptied(what.whole)
    if fact.lies is not None and len(fact.lies) == 1:
        return state.grow(next(iter(fact.lies)), -what.size.high, -what.size.low)
    sources = [k for k in state.sizes if fact.lies is None or any(state.may_be(k, s) for s in fact.lies)]
    for key in sources:
        size = state.sizes[key]
        state = state.but(sizes=state.sizes | {key: Range(max(0, size.low - what.size.high), size.high)})
    return state


def _overlap(state: State, one: CardFact, other: CardFact) -> bool:
    """May the two be (partly) the same cards, as far as where they lie tells?"""
    if one.lies is None or other.lies is None:
        return True
    return any(state.may_be(a, b) for a in one.lies for b in other.lies)


def _touches(state: State, fact: CardFact, key: Key) -> bool:
    return fact.lies is None or any(state.may_be(k, key) for k in fact.lies)


def _all_of(state: State, what: Cards, fact: CardFact) -> bool:
    return what.whole is not None and fact.lies == frozenset({what.whole})


def _alone(state: State, fact: CardFact) -> bool:
    """Does nothing else lie where the cards lie?"""
    return fact.lies is not None and len(fact.lies) == 1 and state.size(next(iter(fact.lies))).high <= 1


def swap(state: State, left: Cards, left_fact: CardFact, right: Cards, right_fact: CardFact) -> tuple[State, Effects]:
    """Two cards change places."""
    known_left, known_right = state.face(left_fact), state.face(right_fact)
    cards: dict[CardName, CardFact] = {}
    for name, other in state.cards.items():
        if isinstance(name, tuple):
            if not _touches(state, left_fact, name[1]) and not _touches(state, right_fact, name[1]):
                cards[name] = other
            continue
        lies = other.lies
        for one, fact, goal in ((left, left_fact, right_fact), (right, right_fact, left_fact)):
            if (name == one.symbol and not one.part) or (other.lies == fact.lies and _alone(state, fact)):
                lies = goal.lies
                break
            if _overlap(state, other, fact):
                lies = None if lies is None or goal.lies is None else lies | goal.lies
        cards[name] = other if lies == other.lies else CardFact(lies, state.face(other), other.lost)
    after = state.but(cards=cards, said=frozenset())
    for source, goes_to, known_to in ((left_fact, right_fact, known_left), (right_fact, left_fact, known_right)):
        if source.lies is not None and goes_to.lies is not None:
            for key in goes_to.lies:
                alone = _alone(state, goes_to)
                after = after.with_known(key, known_to) if alone else after.mix(key, known_to)
        else:
            after = replace(after, seen={})
    return after, Effects(mixes=families(state, left_fact) | families(state, right_fact))


def shuffle(state: State, place: Place) -> tuple[State, Effects]:
    """A place is shuffled: nobody knows its cards any more, save by its sight. A single card stays known."""
    keys = [k for k in place.keys if state.size(k).high > 1]
    if not keys:
        return state, Effects()
    cards: dict[CardName, CardFact] = {}
    for name, fact in state.cards.items():
        if isinstance(name, tuple) and any(state.may_be(name[1], k) for k in keys):
            continue
        stirred = fact.lies is None or any(state.may_be(k, there) for k in keys for there in fact.lies)
        cards[name] = CardFact(fact.lies, state.face(fact), SHUFFLED) if stirred else fact
    seen = {k: v for k, v in state.seen.items() if not any(state.may_be(k, key) for key in keys)}
    state = state.but(cards=cards, seen=seen, said=frozenset())
    return state, Effects(shuffles=frozenset(k[0] for k in keys))
