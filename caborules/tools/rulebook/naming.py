"""How a value is spoken of that the rules give a name: said again where that is clear, else noted and called so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.types import BoolType, CardType, CollectionType, NumberType, PlayerType, SpotType, Type
from caborules.ir.walk import all_expressions, expressions_in, subexpressions
from caborules.tools.rulebook.conditions import clause
from caborules.tools.rulebook.english import past, words
from caborules.tools.rulebook.folding import inlined
from caborules.tools.rulebook.mapping import with_expressions
from caborules.tools.rulebook.nouns import noun
from caborules.tools.rulebook.talk import Talk


@dataclass(frozen=True, slots=True)
class Named:
    """``step`` tells that the value is noted, where it must be; ``talk`` speaks of it; ``after`` is what follows."""

    step: str
    talk: Talk
    after: tuple[st.Statement, ...]


def named(t: Talk, let: st.Let, after: tuple[st.Statement, ...], sections: frozenset[str], step: int) -> Named:
    """``sections`` are the rules that are named where they are carried out, and not told there.

    ``step`` is the number of the next step: what is looked at now is how it is before that step.
    """
    if isinstance(let.value.type, BoolType):
        said = past(clause(t, let.value))
        if said and past(clause(t, let.value, no=True)) and _is_used_in(after, let.name) == [1]:
            return Named("", t.recalling(let.name, let.value, step), after)
        phrase = t.free("that was so", f"that was so (“{words(let.name)}”)")
        return Named(f"see whether {clause(t, let.value)}", t.with_name(let.name, phrase), after)
    told = noun(t, let.value)
    if isinstance(let.value, ex.TheCard | ex.EndOf) and after and _is_said_at_once(after[0], let.name, sections):
        first = with_expressions(after[0], lambda expr: inlined(expr, {let.name: let.value}))
        return Named("", t.with_name(let.name, f"the card that was {told}"), (first, *after[1:]))
    return Named(f"note {told}", t.with_name(let.name, _noted(t, let.name, let.value.type)), after)


def _is_used_in(after: Sequence[st.Statement], name: str) -> list[int]:
    return [at for at, one in enumerate(after) if _uses(one, name)]


def _uses(one: st.Statement, name: str) -> bool:
    return any(isinstance(part, ex.LocalRef) and part.name == name for part in all_expressions(st.Block(0, (one,))))


def _is_said_at_once(one: st.Statement, name: str, sections: frozenset[str]) -> bool:
    simple = isinstance(one, st.Move | st.Show | st.Flip) or (isinstance(one, st.CallRule) and one.rule in sections)
    own = any(
        isinstance(part, ex.LocalRef) and part.name == name for e in expressions_in(one) for part in subexpressions(e)
    )
    return simple and own


def _noted(t: Talk, name: str, kind: Type) -> str:
    what = {
        CardType: "the card noted",
        PlayerType: "the player noted",
        SpotType: "the place noted",
        NumberType: "the number noted",
    }.get(type(kind), "what was noted")
    if isinstance(kind, CollectionType):
        what = {CardType: "the cards noted", PlayerType: "the players noted"}.get(type(kind.of), "those noted")
    return t.free(what, f"{what} as “{words(name)}”")
