"""The options of a ruleset as a list for people and machines: what may be chosen, and what holds if nobody chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from caborules.engine.game import domain, fixed, set_up, value_text
from caborules.engine.setup import Setup
from caborules.ir.system import OptionDef, System
from caborules.ir.types import NumberType


@dataclass(frozen=True, slots=True)
class Listed:
    """One option. ``domain`` are the values it may have, as they are written; a range is ``0..4``.

    ``defaults`` tell what holds if nobody chooses, by numbers of players (low, high, value): a single one where it does
    not depend on them. ``value`` is what holds in the game asked about.
    """

    key: str
    text: str
    openness: Literal["fixed", "option", "open"]
    domain: tuple[str, ...]
    defaults: tuple[tuple[int, int, str], ...]
    value: str
    clauses: tuple[str, ...]
    file: str
    line: int

    @property
    def domain_text(self) -> str:
        return " or ".join(self.domain)

    @property
    def default_text(self) -> str:
        if len(self.defaults) == 1:
            return self.defaults[0][2]
        return ", ".join(f"{value} ({_range(low, high)} players)" for low, high, value in self.defaults)


def list_options(system: System, players: int, settings: Mapping[str, str]) -> tuple[Listed, ...]:
    """All options in the order of declaration, with the values in force for ``players`` and ``settings``.

    Raises Refused where the settings do not fit (E701 to E705).
    """
    chosen = set_up(system, players, settings)
    low, high = system.players
    plain = {n: fixed(system, n, {}) for n in range(low, high + 1)}
    return tuple(_listed(option, chosen, plain) for option in system.options.values())


def _listed(option: OptionDef, chosen: Setup, plain: Mapping[int, Setup]) -> Listed:
    by_players = [(n, value_text(setup.options[option.key])) for n, setup in plain.items()]
    groups = [(value, [n for n, _ in group]) for value, group in groupby(by_players, key=lambda pair: pair[1])]
    span = option.span
    return Listed(
        key=option.key,
        text=option.text,
        openness=option.openness,
        domain=domain_texts(chosen, option),
        defaults=tuple((numbers[0], numbers[-1], value) for value, numbers in groups),
        value=value_text(chosen.options[option.key]),
        clauses=option.cites,
        file="" if span is None else span.file,
        line=0 if span is None else span.start.line,
    )


def domain_texts(setup: Setup, option: OptionDef) -> tuple[str, ...]:
    """The values that an option may have, as they are written."""
    match option.domain:
        case (int(low), int(high)) if isinstance(option.type, NumberType):
            return (f"{low}..{high}",)
        case _:
            return tuple(value_text(value) for value in domain(setup, option))


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"
