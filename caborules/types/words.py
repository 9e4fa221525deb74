"""What a word means where a value is wanted: a local name, a declared thing, a member of the type expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from caborules.diagnostics.span import Span
from caborules.ir.expressions import (
    Apply,
    Const,
    Expr,
    FirstSeat,
    LocalRef,
    OptionRef,
    PlaceRef,
    PlayerCount,
    PrintedNumber,
    RuleMade,
    Seats,
    VariableRef,
)
from caborules.ir.seats import is_seat, seated
from caborules.ir.types import (
    BOOL,
    OPTIONAL_PLAYER,
    PLACE,
    PLAYER,
    PLAYERS,
    BoolType,
    EnumType,
    NumberType,
    RuleType,
    Type,
)
from caborules.names.builtin import THINGS
from caborules.names.nearest import nearest, suggestion
from caborules.syntax import nodes as n
from caborules.types.kinds import fits
from caborules.types.report import Failed
from caborules.types.unasked import unanswered
from caborules.types.world import Env, Local, World

T = TypeVar("T")

_SEATS = (
    "Players are called A, B, C, ... in examples only; without `given players` as many as the game needs sit there."
)

_VALUES: dict[str, Callable[[World, Span], Expr]] = {
    "players": lambda w, span: Seats(PLAYERS, span),
    "everyone": lambda w, span: Seats(PLAYERS, span),
    "player-count": lambda w, span: PlayerCount(w.players, span),
    "first-seat": lambda w, span: FirstSeat(PLAYER, span),
    "nobody": lambda w, span: Const(OPTIONAL_PLAYER, span, None),
    "yes": lambda w, span: Const(BOOL, span, True),
    "no": lambda w, span: Const(BOOL, span, False),
}


def word(w: World, node: n.Ref | n.NoLiteral, env: Env, expected: Type | None) -> Expr:
    """The value of a name. Raises Failed (E201 unknown, E203 two meanings, E204 wrong use)."""
    text = "no" if isinstance(node, n.NoLiteral) else node.name.text
    enum = _home(expected, text)
    if enum is not None:
        if is_value(w, env, text):
            thing = w.report.trying(_thing, w, text, node.span, env)
            if thing is not None and fits(thing.type, enum):
                message = f'"{text}" has two meanings here: a member of {enum.name}, and a name of its own.'
                raise w.report.error("E203", node.span, message, "Rename one of the two.")
        return Const(enum, node.span, text)
    if isinstance(expected, RuleType):
        return _rule_word(w, text, node.span, env, expected)
    if text in env.locals or text in THINGS or text in w.sorts or text in w.options:
        return _thing(w, text, node.span, env)
    return _lone_member(w, text, node.span, env, expected)


def is_value(w: World, env: Env, text: str) -> bool:
    """Does the word stand for a value whatever type is expected?"""
    if text in env.locals or text in _VALUES or text in w.options:
        return True
    match w.sorts.get(text):
        case "place":
            return text in w.places and not w.places[text].per_player
        case "state":
            return text in w.variables and not w.variables[text].per_player
        case "function":
            return not w.book.defines[text].params
    return False


def undirected(w: World, env: Env, node: n.Expr) -> bool:
    """Is this a bare word that means something only where a type is expected?"""
    return isinstance(node, n.Ref) and not is_value(w, env, node.name.text)


def _home(expected: Type | None, text: str) -> EnumType | None:
    """The enumeration that is expected, if the word is a member of it."""
    return expected if isinstance(expected, EnumType) and text in expected.members else None


def _lone_member(w: World, text: str, span: Span, env: Env, enum: Type | None) -> Expr:
    """A word that is nothing by itself: a member of the only enumeration that has it."""
    homes = [e for e in w.enums.values() if text in e.members]
    if isinstance(enum, EnumType):
        mend = suggestion(text, [str(m) for m in enum.members], f"It has {_listed(enum)}.")
        raise w.report.error("E201", span, f'{enum.name} has no "{text}".', mend)
    if len(homes) == 1 and not isinstance(enum, BoolType | NumberType):
        return Const(homes[0], span, text)
    if homes and enum is None:
        message = f'"{text}" may be a member of {" or of ".join(sorted(e.name for e in homes))}.'
        raise w.report.error("E203", span, message, "Compare it with something of the type that you mean.")
    known = [*env.locals, *w.sorts, *w.options, *_VALUES]
    if nearest(text, known) is None:
        known += [str(m) for e in w.enums.values() for m in e.members]
    if is_seat(text):
        raise w.report.error("E201", span, f'There is nothing called "{text}".', _another_seat(text, env), _SEATS)
    otherwise = "Names are declared by define, places, state, options, rule or window."
    if isinstance(enum, NumberType):
        otherwise = f"Write a number from {enum.low} to {enum.high}, or the name of something that is one."
    raise w.report.error("E201", span, f'There is nothing called "{text}".', suggestion(text, known, otherwise))


def _another_seat(text: str, env: Env) -> str:
    """What to write for a player who does not sit there: in an example, or where no one player can be named."""
    seats = [name for name, local in env.locals.items() if isinstance(local.constant, Const)]
    if not seats:
        return "Speak of all players:  some p in players where ...,  or of  first-seat."
    return f"Seat the player in the first line of the example:  given players {seated(seats, text)}."


def _listed(enum: EnumType) -> str:
    return ", ".join(str(m) for m in enum.members[:12]) + (", ..." if len(enum.members) > 12 else "")


def _thing(w: World, text: str, span: Span, env: Env) -> Expr:
    """A local name, or a thing that was declared."""
    if text in env.locals:
        return _local(env.locals[text], span)
    if text in w.options:
        return option(w, text, span, env)
    if text == "number":
        if env.printed is None:
            message = "`number` is the printed number of a card, in a table by card only."
            raise w.report.error("E222", span, message, "Write the number itself, or the column that gives it.")
        return PrintedNumber(env.printed, span)
    if text in _VALUES:
        return _VALUES[text](w, span)
    match w.sorts.get(text):
        case "place":
            place = _declared(w.places, text)
            if place.per_player:
                raise _needs_owner(w, text, span)
            return PlaceRef(PLACE, span, text, None)
        case "state":
            variable = _declared(w.variables, text)
            if variable.per_player:
                raise _needs_owner(w, text, span)
            return VariableRef(variable.type, span, text, None)
        case "function":
            signature = w.signature(text)
            if signature.parameters:
                args = ", ".join(p.name for p in signature.parameters)
                mend = f"Write  {text} of {args if len(signature.parameters) == 1 else f'({args})'}."
                raise w.report.error("E204", span, f'The function "{text}" needs its arguments.', mend)
            return Apply(signature.type, span, text, ())
        case "rule" | "window" | "form" as sort:
            mend = {
                "rule": "A rule is carried out on a line of its own.",
                "window": f"Ask  {text} is open.",
                "form": f"Write the question:  {text}.question.",
            }[sort]
            raise w.report.error("E301", span, f'"{text}" is a {sort} and has no value.', mend)
    if w.sorts.get(text) == "option":
        raise Failed  # what is wrong with its declaration is reported there
    raise w.report.error("E204", span, f'"{text}" needs its argument.', f"Write  {text} of  and what it is applied to.")


def _needs_owner(w: World, text: str, span: Span) -> Failed:
    message = f'Each player has a "{text}" of their own.'
    return w.report.error("E204", span, message, f"Write  {text} of p.")


def _local(local: Local, span: Span) -> Expr:
    if local.type is None:
        raise Failed
    if local.constant is not None:
        return local.constant
    return LocalRef(local.type, span, local.name)


def _declared(table: dict[str, T], text: str) -> T:
    if text not in table:
        raise Failed
    return table[text]


def option(w: World, key: str, span: Span, env: Env) -> Expr:
    """An answer or option by its address. Raises Failed (E212)."""
    signature = w.options[key]
    w.read_options.add(key)
    if not signature.answered:
        return unanswered(w, key, span, env)
    if signature.inlined:
        return Apply(signature.type, span, key, ())
    return OptionRef(signature.type, span, key)


def _rule_word(w: World, text: str, span: Span, env: Env, expected: RuleType) -> Expr:
    """A rule, where one is wanted (a cell)."""
    if text == "nothing":
        return RuleMade(expected, span, None, ())
    if is_value(w, env, text):
        return _thing(w, text, span, env)
    if text not in w.rules:
        if w.sorts.get(text) == "rule":
            raise Failed
        mend = suggestion(text, w.rules, "A cell names a rule, or  nothing.")
        raise w.report.error("E201", span, f'There is no rule "{text}".', mend)
    return RuleMade(expected, span, text, ())
