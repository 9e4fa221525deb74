"""Sets written out (``{1, 4}``) and cards named in examples (``5♠``)."""

from __future__ import annotations

from caborules.ir.expressions import CardNamed, Const, Expr
from caborules.ir.types import CARD, CollectionType, EnumType, NumberType, Type
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.types.world import Env, World


def set_literal(w: World, node: n.SetLiteral, expected: Type | None) -> Expr:
    """A set of members or numbers, each once, in the order written. Raises Failed (E201, E203, E301)."""
    words: list[str | int] = []
    for part in node.pattern.parts:
        match part:
            case n.PatternSpan(low=low, high=high):
                if high - low > 10_000:
                    raise w.report.error(
                        "E302",
                        part.span,
                        "A set has at most 10,000 members.",
                        "Write a range in brackets, as in (0..99).",
                    )
                words.extend(range(low, high + 1))
            case n.PatternWords(words=(single,), of=None):
                words.append(single)
            case _:
                message = "A set holds single words and numbers, with commas between."
                raise w.report.error("E301", part.span, message, "Write for example  {1, 4}  or  {hearts, spades}.")
    of = expected.of if isinstance(expected, CollectionType) else None
    enum = of if isinstance(of, EnumType) else _home(w, node, words)
    if enum is None:
        numbers = [word for word in words if isinstance(word, int)]
        low, high = (min(numbers), max(numbers)) if numbers else (0, 0)
        return Const(CollectionType(NumberType(low, high)), node.span, tuple(dict.fromkeys(numbers)))
    for word in words:
        if word not in enum.members:
            mend = suggestion(str(word), [str(m) for m in enum.members])
            raise w.report.error("E201", node.span, f'{enum.name} has no "{word}".', mend)
    return Const(CollectionType(enum), node.span, tuple(dict.fromkeys(words)))


def _home(w: World, node: n.SetLiteral, words: list[str | int]) -> EnumType | None:
    """The enumeration that has all the words; None for numbers alone."""
    if all(isinstance(word, int) for word in words):
        return None
    homes = [enum for enum in w.enums.values() if all(word in enum.members for word in words)]
    if len(homes) == 1:
        return homes[0]
    if homes:
        names = " or of ".join(sorted(enum.name for enum in homes))
        raise w.report.error("E203", node.span, f"This may be a set of {names}.", "Compare it with one of the two.")
    known = {str(m) for enum in w.enums.values() for m in enum.members}
    missing = next((str(word) for word in words if str(word) not in known), str(words[0]))
    raise w.report.error("E201", node.span, f'No type has "{missing}" and the rest.', suggestion(missing, known))


def card_named(w: World, node: n.CardLiteral, env: Env) -> Expr:
    """A card of an example. Raises Failed (E301 elsewhere, E612 where no deck holds it)."""
    if not env.card_names:
        mend = "Say what is special about it:  rank of c is ace."
        raise w.report.error("E301", node.span, "A card may be named in examples only.", mend)
    assert w.card_names is not None
    return CardNamed(CARD, node.span, w.card_names.face(w.report, node.text, node.span))
