"""What is kept track of: each piece of state, and what it is to begin with."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.system import System, VariableDef
from caborules.ir.types import BoolType, PlayerType
from caborules.ir.walk import all_expressions
from caborules.tools.rulebook.conditions import clause
from caborules.tools.rulebook.document import Item, Text, cited
from caborules.tools.rulebook.english import capital, words
from caborules.tools.rulebook.nouns import noun
from caborules.tools.rulebook.talk import Talk
from caborules.tools.rulebook.telling import Teller


def kept(teller: Teller, one: VariableDef) -> Item:
    """A piece of state: what it is, and its first value."""
    t = teller.talk.with_name(one.owner_name, "the player")
    whose = "for each player, " if one.per_player else ""
    if isinstance(one.type, BoolType):
        what = f"whether {_spoken(teller, one)}"
    elif isinstance(one.type, PlayerType):
        what = f"who is the {one.text or words(one.name)}"
    else:
        what = f"the {one.text or words(one.name)}"
    first = _first(t, one)
    when: Text = (f"at first {first}.",)
    at_once = settled(t.system)
    if one.name in at_once:
        begin = teller.link(f"rule {t.system.begin}")
        when = ("drawn by lot" if at_once[one.name] else "settled", " as soon as ", begin, " begins.")
    elif one.renewed_by is not None:
        when = (f"{first}, whenever ", teller.link(f"rule {one.renewed_by}"), " begins.")
    clauses = (*one.cites, *teller.cites.get(f"state {one.name}", ()))
    return Item(cited((capital(f"{whose}{what}: "), *when), clauses))


def _spoken(teller: Teller, one: VariableDef) -> str:
    owner = ex.LocalRef(PlayerType(), None, one.owner_name) if one.per_player else None
    talk = teller.talk.with_name(one.owner_name, "the player")
    return clause(talk, ex.VariableRef(one.type, None, one.name, owner))


def _first(t: Talk, one: VariableDef) -> str:
    if isinstance(one.type, BoolType) and isinstance(one.initial, ex.Const):
        return "yes" if one.initial.value else "no"
    if isinstance(one.type, BoolType):
        return f"if {clause(t, one.initial)}"
    return noun(t, one.initial)


# ---------------------------------------------------------------- what the beginning settles
def settled(system: System) -> dict[str, bool]:
    """The state that the rules set before they look at it or ask anybody; is it by lot?"""
    return dict(_set_first(system, system.rules[system.begin].body, set(), set()))


def _set_first(system: System, block: st.Block, read: set[str], lots: set[str]) -> Iterator[tuple[str, bool]]:
    """``read``: what has been looked at by then; ``lots``: names for what was drawn."""
    for one in block.statements:
        match one:
            case st.CallRule(rule=rule, arguments=()) if not system.rules[rule].parameters:
                inner = system.rules[rule].body
                yield from _set_first(system, inner, read, lots)
                if any(not isinstance(each, st.Pick | st.Let | st.Assign) for each in inner.statements):
                    return
            case st.Pick() | st.Let() | st.Assign():
                read |= {p.variable for p in all_expressions(st.Block(0, (one,))) if isinstance(p, ex.VariableRef)}
                if isinstance(one, st.Pick):
                    lots.add(one.name)
                elif isinstance(one, st.Assign) and one.owner is None and one.variable not in read:
                    yield one.variable, isinstance(one.value, ex.LocalRef) and one.value.name in lots
            case _:
                return
