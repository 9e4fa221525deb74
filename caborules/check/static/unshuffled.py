"""A deck from which cards are taken before anybody has shuffled it: its order stands in the rules, for all to read."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.check.work import Work
from caborules.diagnostics.record import Diagnostic
from caborules.ir import lowered as lo
from caborules.ir.expressions import CardsIn, EndOf, Expr, PlaceRef

_WHY = "The deck begins in the order in which the rules list it, which everybody may know."


def unshuffled(work: Work) -> Iterator[Diagnostic]:
    """W335, once for each line that takes a card of a deck to which some way leads without a shuffle."""
    for proof in work.proofs:
        system = proof.graph.system
        seen, todo = {system.entry}, [system.entry]
        while todo:
            number = todo.pop()
            node = system.nodes[number]
            match node.operation:
                case lo.ShufflePlace(place=place) if _is_deck(system, place):
                    continue
                case lo.Lift(card=EndOf(cards=CardsIn(place=place))) if _is_deck(system, place):
                    message = f"Here a card of {system.deck_place} is taken before it was ever shuffled."
                    mend = f"Write  shuffle {system.deck_place}  before it."
                    yield Diagnostic("W335", node.source.span, message, _WHY, mend)
                    continue
                case _:
                    targets = (one for one in proof.graph.targets[number] if one not in seen)
                    for target in dict.fromkeys(targets):
                        seen.add(target)
                        todo.append(target)


def _is_deck(system: lo.LoweredSystem, place: Expr) -> bool:
    return isinstance(place, PlaceRef) and place.place == system.deck_place
