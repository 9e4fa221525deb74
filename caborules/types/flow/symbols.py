"""The life of symbols: a name gets a new meaning, a frame ends, a variable is found to hold a known player."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from caborules.types.flow.bounds import either as hull
from caborules.types.flow.facts import REST, UNKNOWN, Audience, CardFact, CardName, Key, Label, Read, State, both
from caborules.types.ranges import union

T = TypeVar("T")


def of_variable(name: str) -> str:
    """The symbol of the player that a variable holds."""
    return f"${name}"


def holder(state: State, variable: str) -> str:
    """The symbol of the player that a variable holds now."""
    return state.people.get(variable, of_variable(variable))


def rename(state: State, old: str, new: str) -> State:
    """The player known as ``old`` is known as ``new`` from here on; ``new`` meant nobody before."""
    return _respell(state, {old: new}, lambda owner: new if owner == old else owner)


def identify(state: State, variable: str, symbol: str) -> State:
    """A variable is found to hold the player ``symbol``."""
    own = holder(state, variable)
    if own in (symbol, UNKNOWN) or symbol == UNKNOWN or own != of_variable(variable):
        return state
    for table in (state.sizes, state.seen, state.values):
        if any(owner == own and (family, symbol) in table for family, owner in table):
            state = forget(state, own)
            break
    else:
        state = rename(state, own, symbol)
    return state.but(people=state.people | {variable: symbol})


def leave(state: State, symbols: frozenset[str]) -> State:
    """Names end. Where a variable holds the player of such a name, the facts stay with the variable."""
    state = _handed_over(state, symbols)
    return _drop(state, symbols & mentioned(state))


def leave_frames(state: State, frames: frozenset[str]) -> State:
    """All names of these rules or windows end; see ``leave``."""
    symbols = frozenset(s for s in mentioned(state) if s is not None and s.partition(".")[0] in frames)
    return _drop(_handed_over(state, symbols), symbols)


def _handed_over(state: State, symbols: frozenset[str]) -> State:
    """Variables that hold the player of one of these names have facts of their own about that player."""
    for variable, symbol in state.people.items():
        if symbol in symbols:
            own = of_variable(variable)
            state = rename(state, symbol, own)
            people = {v: own if s == symbol else s for v, s in state.people.items() if v != variable}
            state = state.but(people=people)
    return state


def forget(state: State, symbol: str) -> State:
    """Nothing is known any more of the player ``symbol``."""
    return _drop(state, frozenset({symbol}) & mentioned(state))


def reassign(state: State, variable: str, symbol: str | None) -> State:
    """A variable gets another player: ``symbol``, or one that is not known."""
    own = of_variable(variable)
    if symbol == own:
        return state
    others = {v: s for v, s in state.people.items() if v != variable}
    heirs = [v for v, s in others.items() if s == own]
    state = state.but(people=others)
    if heirs:
        heir = of_variable(heirs[0])
        state = rename(state, own, heir)
        people = {v: heir if s == own else s for v, s in others.items() if v != heirs[0]}
        state = state.but(people=people)
        symbol = heir if symbol == own else symbol
    else:
        state = forget(state, own)
    if symbol is not None and symbol != UNKNOWN and symbol != own:
        state = state.but(people=state.people | {variable: symbol})
    return state


def mentioned(state: State) -> set[str | None]:
    """Every symbol that the state speaks of; and None, the owner of what is shared."""
    used: set[str | None] = {*state.locals, *state.labels, *state.people.values()}
    for table in (state.sizes, state.seen, state.values):
        used.update([owner for _, owner in table])
    for name, fact in state.cards.items():
        if isinstance(name, str):
            used.add(name)
        used |= fact.seen
        if fact.lies is not None:
            used.update([owner for _, owner in fact.lies])
    used.update(*state.apart, *state.seen.values())
    used.update(*(read.audience for label in state.labels.values() for read in label))
    return used


def _drop(state: State, symbols: frozenset[str]) -> State:
    """Without these symbols, all of which are mentioned."""
    if not symbols:
        return state
    sizes, seen, values = dict(state.sizes), dict(state.seen), dict(state.values)
    _into_rest(sizes, symbols, union)
    _into_rest(seen, symbols, both)
    _into_rest(values, symbols, hull)
    state = state.but(
        sizes=sizes,
        seen=seen,
        values=values,
        apart=frozenset(pair for pair in state.apart if not pair & symbols),
        locals={s: v for s, v in state.locals.items() if s not in symbols},
        labels={s: v for s, v in state.labels.items() if s not in symbols},
        cards={c: f for c, f in state.cards.items() if c not in symbols},
        said=frozenset(),
    )
    return _respell(state, dict.fromkeys(symbols), lambda owner: UNKNOWN if owner in symbols else owner)


def _into_rest(table: dict[Key, T], symbols: frozenset[str], join: Callable[[T, T], T]) -> None:
    """What is known of the rest must hold for those who are no longer listed."""
    for key in [k for k in table if k[1] in symbols]:
        value = table.pop(key)
        rest = (key[0], REST)
        if rest in table:
            table[rest] = join(table[rest], value)


def _respell(state: State, audience: dict[str, str | None] | dict[str, str], owner: Callable[[str], str]) -> State:
    """Write every symbol anew; players that an audience no longer knows by name leave it."""

    def key(old: Key) -> Key:
        return (old[0], owner(old[1])) if old[1] is not None and old[1] in audience else old

    def table(old: dict[Key, T]) -> dict[Key, T]:
        return {key(k): v for k, v in old.items()} if any(k[1] in audience for k in old) else old

    def people(old: Audience) -> Audience:
        if old.isdisjoint(audience):
            return old
        return frozenset(n for n in (audience.get(s, s) for s in old) if n is not None)

    def card(old: CardFact) -> CardFact:
        lies, seen = old.lies, people(old.seen)
        if lies is not None and any(k[1] in audience for k in lies):
            lies = frozenset(key(k) for k in lies)
        return old if lies is old.lies and seen is old.seen else CardFact(lies, seen, old.lost)

    def name(old: CardName) -> CardName:
        return old if isinstance(old, str) else (old[0], key(old[1]))

    def label(old: Label) -> Label:
        return frozenset(Read(people(r.audience), None if _ended(r.about, audience) else r.about, r.text) for r in old)

    def pair(old: frozenset[str]) -> frozenset[str]:
        return old if old.isdisjoint(audience) else frozenset(owner(s) for s in old)

    return state.but(
        sizes=table(state.sizes),
        seen={key(k): people(v) for k, v in state.seen.items()},
        values=table(state.values),
        cards={n: card(f) for o, f in state.cards.items() if not _lost(n := name(o))},
        labels={s: label(v) for s, v in state.labels.items()},
        apart=frozenset(pair(p) for p in state.apart),
        said=frozenset(),
    )


def _lost(name: CardName) -> bool:
    return not isinstance(name, str) and name[1][1] == UNKNOWN


def _ended(about: CardName | Key | None, audience: dict[str, str | None] | dict[str, str]) -> bool:
    return about is not None and (about in audience or (isinstance(about, tuple) and about[1] in audience))
