"""By which lines of the rules a card of a face-down place becomes known, or comes there known."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.check.claims import Claims
from caborules.check.narrate import line
from caborules.check.prove import Proof
from caborules.check.reading import Card, Words
from caborules.ir import lowered as lo


def told(proof: Proof, place: str) -> Iterator[str]:
    """The lines that show a card in the place, or put one there that somebody knows, each once, in words."""
    system, claims = proof.graph.system, Claims(proof.graph)
    found: dict[str, None] = {}
    for number, node in enumerate(system.nodes):
        facts = proof.facts[number]
        if facts is None:
            continue
        operation, words = node.operation, Words(facts)
        touched = claims.footprint(number, facts).places
        if touched is not None and place not in touched:
            continue
        what = ""
        if isinstance(operation, lo.ShowCards):
            what = "shown"
        elif isinstance(operation, lo.Lay) and list(words.knowers(Card(operation.register, None))):
            what = "put there known"
        elif isinstance(operation, lo.SwapCards):
            cards = [words.card(card) for card in (operation.left, operation.right)]
            if any(card is not None and _is_known(card, words, system) for card in cards):
                what = "put there known"
        if what:
            rule = node.source.rules[-1] if node.source.rules else ""
            found[f"{place}: a card is {what} in rule {rule}{line(node.source.span, node.source.cites)}"] = None
    yield from found


def _is_known(card: Card, words: Words, system: lo.LoweredSystem) -> bool:
    """Does somebody know the card, as far as the facts or the sight of its place tell?"""
    seen = card.spot is not None and system.places[card.spot.place].sight != "face down"
    return seen or bool(list(words.knowers(card)))
