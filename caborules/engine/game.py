"""Fixing a game: the options chosen and the number of players, checked against what the ruleset allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from caborules.diagnostics.record import Diagnostic, Refused
from caborules.engine.basics import fits
from caborules.engine.setup import Setup
from caborules.engine.state import Store
from caborules.engine.values import evaluate
from caborules.ir.system import Face, OptionDef, System
from caborules.ir.types import RuleValue, Value
from caborules.names.nearest import suggestion

Settings: TypeAlias = Mapping[str, Value]
"""Options by key. A text stands for a value as well: ``yes``, ``anyone``, ``12``, ``nothing``, ``penalty-cards 1``."""

NOTHING: Final = Store((), (), (), (), ())
"""What constants are evaluated in: they read no state."""

_OTHERS = "Choose other options, or another number of players: what `require` says must hold."


class Options(dict[str, Value]):
    """The options in force: a default is computed when it is first read, since it may use other options."""

    def __init__(self, system: System, players: int, chosen: Settings) -> None:
        super().__init__(chosen)
        self._setup = Setup(system, players, self, ())

    def __missing__(self, key: str) -> Value:
        value = evaluate(self._setup, NOTHING, self._setup.system.options[key].default, {})
        self[key] = value
        return value


def set_up(system: System, players: int, settings: Settings | None = None) -> Setup:
    """Fix options and number of players.

    Raises Refused with every fault: E701 unknown option, E702 a value that it cannot have, E703 a fixed option, E704 a
    combination that the ruleset excludes, E705 a number of players that it is not for.
    """
    low, high = system.players
    if not low <= players <= high:
        mend = f"Choose {low} to {high}." if low < high else f"Choose {low}."
        raise Refused((Diagnostic("E705", None, f"{system.name} is not for {players} players.", mend=mend),))
    plain = fixed(system, players, {})
    chosen: dict[str, Value] = {}
    faults: list[Diagnostic] = []
    for key, given in (settings or {}).items():
        found = _choose(plain, key, given)
        if isinstance(found, Diagnostic):
            faults.append(found)
        else:
            chosen[key] = found[0]
    if faults:
        raise Refused(tuple(faults))
    setup = fixed(system, players, chosen)
    faults = [
        Diagnostic("E704", require.span, f"{system.name} with {players} players: {require.reason}", mend=_OTHERS)
        for require in system.requires
        if not evaluate(setup, NOTHING, require.condition, {})
    ]
    if faults:
        raise Refused(tuple(faults))
    return setup


def fixed(system: System, players: int, chosen: Settings) -> Setup:
    """The setup with values of options that are known to be right; nothing is checked."""
    options = Options(system, players, chosen)
    values = {key: options[key] for key in system.options}
    return Setup(system, players, values, tuple(deck(Setup(system, players, values, ()))))


def deck(setup: Setup) -> Iterator[Face]:
    """The faces of the deck, in its order."""
    for line in setup.system.deck:
        if line.when is None or evaluate(setup, NOTHING, line.when, {}):
            times = 1 if line.times is None else evaluate(setup, NOTHING, line.times, {})
            assert isinstance(times, int)
            for _ in range(times):
                yield from line.faces


# ---------------------------------------------------------------- options
def domain(setup: Setup, option: OptionDef) -> tuple[Value, ...]:
    """The values that an option may have; a range of numbers is written out."""
    match option.domain:
        case (int() as low, int() as high):
            return tuple(range(low, high + 1))
        case exprs:
            return tuple(evaluate(setup, NOTHING, e, {}) for e in exprs if not isinstance(e, int))


def in_domain(setup: Setup, option: OptionDef, given: Value) -> tuple[Value] | None:
    """The value of the domain that ``given`` is or, as a text, stands for; None if there is none."""
    for value in domain(setup, option):
        if value == given and type(value) is type(given) and fits(option.type, value, setup.players):
            return (value,)
        if isinstance(given, str) and given == value_text(value):
            return (value,)
    return None


def _choose(setup: Setup, key: str, given: Value) -> Diagnostic | tuple[Value]:
    option = setup.system.options.get(key)
    if option is None:
        known = [k for k, one in setup.system.options.items() if one.openness != "fixed"]
        return Diagnostic("E701", None, f'There is no option "{key}".', mend=suggestion(key, known))
    found = in_domain(setup, option, given)
    if option.openness == "fixed":
        value = setup.options[key]
        if found == (value,) or value_text(value) == value_text(given):
            return (value,)
        message = f"{key} is fixed at {value_text(value)} in {setup.system.name}."
        return Diagnostic(
            "E703", option.span, message, mend="Leave it out, or write a variant that fixes it otherwise."
        )
    if found is None:
        what = f"{key} cannot be {value_text(given)}."
        return Diagnostic("E702", option.span, what, mend=f"It may be {domain_text(setup, option)}.")
    return found


def domain_text(setup: Setup, option: OptionDef) -> str:
    match option.domain:
        case (int() as low, int() as high):
            return f"{low}..{high}"
        case _:
            return " or ".join(value_text(value) for value in domain(setup, option))


def value_text(value: Value) -> str:
    """An option's value as it is written in a ruleset: ``yes``, ``12``, ``nothing``, ``penalty-cards 1``."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "nothing"
        case RuleValue(rule, given):
            return " ".join([rule, *(value_text(v) for _, v in given)])
        case tuple():
            return "{" + ", ".join(value_text(v) for v in value) + "}"
        case _:
            return str(value)
