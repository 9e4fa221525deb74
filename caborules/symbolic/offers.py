"""Decisions on a symbolic state: who may choose what for which arguments, and what is then chosen.

The actor and the arguments are any for which the choice is legal. A set of cards that is chosen is the same set in both
runs that are compared: it is seen which cards are chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from caborules.ir import lowered as lo
from caborules.ir.types import CardType, PlayerType, Type
from caborules.symbolic import summaries
from caborules.symbolic.sets import Element, Many
from caborules.symbolic.state import Base, State
from caborules.symbolic.terms import Term, all_of, choose, implies, negate, same
from caborules.symbolic.values import Reader
from caborules.symbolic.ways import Seen, Step, Way

Size: TypeAlias = Callable[[], Term] | None


def element_of(base: Base, register: str, among: Many, what: str) -> Element:
    """A generic element of a collection, as the value of a register."""
    if among.lies is not None:
        return among.element(f"{what}.{register}")
    return base.element(base.types[register], f"{what}.{register}")


@dataclass(slots=True)
class Deciding:
    """Takes decisions apart. ``onward``: where control goes when a choice was sealed."""

    reader: Reader
    onward: int

    @property
    def state(self) -> State:
        return self.reader.state

    @property
    def base(self) -> Base:
        return self.reader.base

    def asked(self, point: lo.Point) -> tuple[Seen, ...]:
        """The one player who is asked; of several, the legality of what they may do tells who they are."""
        actors = (offer.actor for offer in point.offers if offer.actor is not None and offer.among is None)
        return tuple(Seen("who is asked", self.state.registers[actor]) for actor in dict.fromkeys(actors))

    def offer(self, offer: lo.Offer, point: lo.Point) -> Way:
        """What may be chosen: the actor and the arguments are any for which it is legal. A sealed choice waits."""
        reader, state, terms = self.reader, self.state, []
        actor: Term = None
        if offer.actor is not None and offer.among is None:
            actor = state.registers[offer.actor]
        elif offer.actor is not None:
            actor = self.base.element(PlayerType(), f"actor.{offer.actor}")
            state = state.with_register(offer.actor, actor)
            if offer.among is not None:
                terms.append(reader.many(offer.among).has(actor))
        reader = Reader(state, self.base, reader.names, all_of(reader.path, *terms), reader.needs)
        for domain in offer.domains:
            state, reader = self._argument(domain, reader, terms)
        if offer.guard is not None:
            terms.append(reader.value(offer.guard))
        legal = all_of(*terms)
        if point.sealed and offer.kind == "choice":
            acting = self.state if offer.actor is None else self.state.with_register(offer.actor, actor)
            return Way(self.onward, offer.path, legal, acting, None, actor, offer)
        if offer.kind == "pass" and offer.window is not None:
            passed = self.reader.passed(offer.window)
            state = replace(
                state, passed={**state.passed, offer.window: lambda q: choose(same(q, actor), True, passed(q))}
            )
        return Way(offer.target, offer.path, legal, state, None, actor, offer)

    def _argument(self, domain: lo.Domain, reader: Reader, terms: list[Term]) -> tuple[State, Reader]:
        among = reader.many(domain.among)
        if domain.many:
            part, chosen = self._subset(domain, among)
            state = reader.state.with_register(domain.register, chosen)
            inner = Reader(state, self.base, reader.names, reader.path, reader.needs)
            terms.append(self._only_from(domain, part, among))
            terms.extend(self._as_many(domain, part.size, among.size, terms[-1]))
            if domain.measure is not None:
                terms.append(summaries.share(inner, domain.measure, chosen, domain.variable, domain.register))
        else:
            element = element_of(self.base, domain.register, among, "chosen")
            terms.append(among.has(element))
            state = reader.state.with_register(domain.register, element)
            inner = Reader(state, self.base, reader.names, all_of(reader.path, terms[-1]), reader.needs)
        if domain.where is not None:
            terms.append(inner.value(domain.where))
            inner = inner.under(terms[-1])
        return state, inner

    def _subset(self, domain: lo.Domain, among: Many) -> tuple[Many, Many]:
        """Any set of cards, the same in both runs; and what of it may be chosen."""
        name, lies = f"chosen.{domain.register}", among.lies
        part: Many = self.base.fresh(self.base.types[domain.register], name, own=False)
        has, has_part = among.has, part.has
        chosen = Many(lambda x: all_of(has_part(x), has(x)), among.element, part.some, part.size)
        return part, replace(chosen, inside=among.inside, lies=lies)

    def _as_many(self, domain: lo.Domain, size: Size, all_there: Size, only: Term) -> Iterator[Term]:
        """Are there as many as may be chosen? Of cards of a collection (``only``) there are no more than it has."""
        if size is None:
            return
        if all_there is not None:
            self.base.symbols.diary.suppose(implies(only, size() <= all_there()))
        yield size() >= domain.low
        if domain.high is not None:
            yield size() <= domain.high

    def _only_from(self, domain: lo.Domain, part: Many, among: Many) -> Term:
        """Is each card of the set one of those that may be chosen? Only then is the choice legal."""
        other = f"other than {domain.register}"
        return negate(summaries.exists(self.reader, domain.among, part, lambda x: negate(among.has(x)), other))

    def unseal(self, operation: lo.Unseal, offers: tuple[lo.Offer, ...]) -> Step:
        """A sealed choice comes to light: its arguments are any; a card among them lies somewhere."""
        ways = []
        for offer in offers:
            if offer.kind != "choice":
                continue
            state, terms = self.state, []
            registers = [offer.actor] if offer.actor is not None else []
            registers.extend(domain.register for domain in offer.domains)
            for register in registers:
                kind: Type = self.base.types[register]
                value = self.base.fresh(kind, f"unsealed.{register}", own=False)
                state = state.with_register(register, value)
                if isinstance(kind, CardType):
                    terms.append(state.lies(value))
            ways.append(Way(offer.target, offer.path, all_of(*terms), state))
        ways.append(Way(operation.done, "none left", True, self.state))
        return Step(tuple(self.reader.needs), tuple(ways))
