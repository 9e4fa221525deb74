"""The rules that are left when the options are chosen: what cannot happen any more is gone, as in the lowering."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from caborules.engine.game import set_up
from caborules.ir import expressions as ex
from caborules.ir.system import System
from caborules.ir.types import Value
from caborules.lower.build import groups
from caborules.tools.rulebook.folding import Folder, constant
from caborules.tools.rulebook.reach import kept
from caborules.tools.rulebook.rules import Rules
from caborules.tools.rulebook.special import specialised


@dataclass(frozen=True, slots=True)
class Chosen:
    """A system with its options worked in: ``options`` of the system are still listed, but nothing reads them.

    ``players`` are the numbers of players that the options allow. ``values`` are the options' values: for each range of
    numbers of players in which they are the same. ``idle`` are the rules of which the options leave nothing.
    """

    system: System
    players: tuple[int, int]
    values: tuple[tuple[tuple[int, int], Mapping[str, Value]], ...]
    idle: frozenset[str]

    def varies(self, key: str) -> bool:
        """Does the option's value depend on the number of players?"""
        return any(values[key] != self.values[0][1][key] for _, values in self.values)


def choose(system: System, settings: Mapping[str, Value], players: int | None) -> Chosen:
    """The rules for the settings, and for one number of players if it is given.

    Raises Refused (E701 to E705) where the settings do not fit.
    """
    if players is not None:
        found: tuple[tuple[tuple[int, int], Mapping[str, Value]], ...]
        found = (((players, players), dict(set_up(system, players, settings).options)),)
    else:
        found = groups(system, settings)
    system = _untitled(system)
    options: dict[str, ex.Expr] = {}
    plain = {key: ex.OptionRef(option.type, None, key) for key, option in system.options.items()}
    for key, option in system.options.items():
        values = [group[key] for _, group in found]
        if all(value == values[0] for value in values):
            options[key] = constant(values[0], plain[key])
        else:
            options[key] = option.default
    settled = Folder(system, options)
    low, high = found[0][0][0], found[-1][0][1]
    folder = Folder(replace(system, players=(low, high)), {key: settled.fold(one) for key, one in options.items()})
    work = Rules(folder)
    system = kept(work.system())
    while (special := specialised(system)) != system:
        system = kept(Rules(Folder(special, {})).system())
    return Chosen(system, (low, high), found, work.empty)


def _untitled(system: System) -> System:
    """The system without texts that are but the name in other words: what has no text of its own has none."""
    return replace(
        system,
        rules={n: replace(one, text=_own(one.text, n)) for n, one in system.rules.items()},
        functions={n: replace(one, text=_own(one.text, n)) for n, one in system.functions.items()},
        windows={n: replace(one, text=_own(one.text, n)) for n, one in system.windows.items()},
        tables={n: replace(one, text=_own(one.text, n)) for n, one in system.tables.items()},
    )


def _own(text: str, name: str) -> str:
    return "" if text in (name, name.replace("-", " ")) else text
