"""Single steps: what one line of a rule does, as a clause without capital or full stop."""

from __future__ import annotations

import re
from typing import Final

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.types import BoolType, CollectionType, PlayerType
from caborules.tools.rulebook.conditions import clause, is_many, predicate_of
from caborules.tools.rulebook.nouns import noun
from caborules.tools.rulebook.talk import Talk

PERFECT: Final = re.compile(r"\bhas (not )?(had|been|\w+ed)\b")


def simple(t: Talk, one: st.Statement) -> str:
    """A step that has no steps inside it."""
    match one:
        case st.Move():
            return _moved(t, one)
        case st.Swap(left=left, right=right):
            return f"{noun(t, left)} and {noun(t, right)} change places"
        case st.Shuffle(place=place):
            return f"shuffle {noun(t, place)}"
        case st.Show(what=what, to=to, secretly=secretly):
            cards = _cards(t, what)
            if isinstance(to, ex.Seats):
                return f"everybody is shown {cards}"
            return f"{noun(t, to)} looks at {cards}" + (", and nobody is told which" if secretly else "")
        case st.Flip(what=what, up=up):
            return f"turn {_cards(t, what)} face {'up' if up else 'down'}"
        case st.Assign():
            return _assigned(t, one)
        case st.Pay():
            source = _variable(t, one.source, one.source_owner)
            target = _variable(t, one.target, one.target_owner)
            return f"{noun(t, one.amount)} goes from {source} to {target}"
        case st.Announce(text=text, value=None):
            return f"it is announced: “{text}”"
        case st.Announce(text=text, value=value):
            assert value is not None
            return _said(t, text, value)
        case st.Again():
            return "then choose once more"
    return repr(one)


def _said(t: Talk, text: str, value: ex.Expr) -> str:
    told = noun(t, value)
    if isinstance(value.type, BoolType) and not isinstance(value, ex.LocalRef):
        return f"it is announced {told}"
    if told.removeprefix("the ") == text.removeprefix("the "):
        return (
            f"it is announced who {told} are" if isinstance(value.type, CollectionType) else f"it is announced: {told}"
        )
    return f"it is announced: “{text}” ({told})"


def _cards(t: Talk, what: ex.Expr) -> str:
    if isinstance(what, ex.CardsIn):
        if isinstance(what.place, ex.PlaceRef) and t.system.places[what.place.place].shape == "one card":
            return f"{noun(t, what.place)} (if there is one)"
        return f"all cards of {noun(t, what.place)}"
    return noun(t, what)


def _moved(t: Talk, one: st.Move) -> str:
    what = _cards(t, one.what)
    if isinstance(one.what, ex.LocalRef) and isinstance(one.what.type, CollectionType):
        what = noun(t, one.what)
    if isinstance(one.to, ex.PlaceRef) and t.system.places[one.to.place].shape == "one card":
        return f"{what} becomes {noun(t, one.to)}"
    return f"put {what} {destination(t, one.to)}"


def destination(t: Talk, to: ex.Expr) -> str:
    """Where a card is put: ``on top of the stock``."""
    match to:
        case ex.PlaceRef(place=name):
            return f"{'on top of' if t.system.places[name].shape == 'pile' else 'into'} {noun(t, to)}"
        case ex.NewSpot(place=place):
            return f"at the end of {noun(t, place)}"
    return f"into {noun(t, to)}"


def _added(verb: str, amount: str, to: str, name: str) -> str:
    """``add 5 to the score``; a long amount comes last."""
    return f"{verb} {amount} {to} {name}" if len(amount.split()) <= 6 else f"{verb} {to} {name} {amount}"


def _variable(t: Talk, name: str, owner: ex.Expr | None) -> str:
    return noun(t, ex.VariableRef(t.system.variables[name].type, None, name, owner))


def marked(said: str, given: bool) -> str:
    """That something is so from now on; ``has had a turn`` tells of what is past."""
    if PERFECT.search(said):
        return f"note{':' if said.startswith('that ') else ' that'} {said}" if given else f"{said} yet"
    return f"from now on {said}"


def _assigned(t: Talk, one: st.Assign) -> str:
    variable = t.system.variables[one.variable]
    current = ex.VariableRef(variable.type, None, one.variable, one.owner)
    name = noun(t, current)
    match one.value:
        case ex.Const(value=bool(given)) if isinstance(variable.type, BoolType):
            return marked(clause(t, current, not given), given)
        case ex.Arithmetic(op="plus", left=left, right=right) if left == current:
            return _added("add", noun(t, right), "to", name)
        case ex.Arithmetic(op="minus", left=left, right=right) if left == current:
            return _added("subtract", noun(t, right), "from", name)
        case value if isinstance(variable.type, BoolType):
            who = "" if one.owner is None else noun(t, one.owner)
            told = f"{who} {predicate_of(variable)}" if who else clause(t, current)
            if value == ex.Not(variable.type, None, current):
                return f"From now on {told} exactly if it was not so before"
            return f"{told} exactly if {clause(t, value)}"
        case value if isinstance(variable.type, PlayerType):
            return f"{noun(t, value)} is now {name}"
    return f"{name} {'are' if is_many(variable) else 'is'} now {noun(t, one.value)}"
