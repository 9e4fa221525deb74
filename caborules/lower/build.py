"""Lowering: a typed system with its options fixed becomes one flat graph of operations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from caborules.diagnostics.record import Diagnostic, Refused
from caborules.engine.game import fixed, set_up
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.system import DeckLine, System, VariableDef
from caborules.ir.types import PLAYER, Value
from caborules.lower.expand import Expander
from caborules.lower.fold import is_no, is_yes
from caborules.lower.limits import too_large
from caborules.lower.prune import prune, registers_used
from caborules.lower.statements import enter
from caborules.lower.work import Context, Work


def groups(
    system: System, settings: Mapping[str, Value] | None = None
) -> tuple[tuple[tuple[int, int], Mapping[str, Value]], ...]:
    """The numbers of players that the settings allow, in ranges within which all options have the same values.

    Each with the values of the options. Raises Refused, with the faults for the smallest number, where none is allowed.
    """
    found: list[tuple[tuple[int, int], Mapping[str, Value]]] = []
    faults: Refused | None = None
    for players in range(system.players[0], system.players[1] + 1):
        try:
            options = dict(set_up(system, players, settings).options)
        except Refused as refused:
            faults = faults or refused
            continue
        if found and found[-1][0][1] == players - 1 and found[-1][1] == options:
            found[-1] = ((found[-1][0][0], players), options)
        else:
            found.append(((players, players), options))
    if not found:
        message = f"{system.name} is for no number of players."
        raise faults or Refused((Diagnostic("E705", None, message, mend="Choose other options."),))
    return tuple(found)


def lower(system: System, options: Mapping[str, Value], players: tuple[int, int]) -> lo.LoweredSystem:
    """Lower a system for ``players`` (both ends included), with all ``options`` given, the same for all these numbers.

    Raises Refused: E313 where the graph would be too large.
    """
    setups = tuple(fixed(system, n, options) for n in range(players[0], players[1] + 1))
    work = Work(system, Expander(setups))
    begin = system.rules[system.begin]
    start = lo.Source((), begin.span, begin.cites)
    try:
        enter(work, begin, (), Context(scope={}), start)
        work.code.emit(lo.Stop(), start)
        variables = {name: _variable(work, variable) for name, variable in system.variables.items()}
        deck = tuple(_deck_line(work, line) for line in system.deck)
    except RecursionError:
        raise too_large(begin.span, "The rules of this ruleset call each other too deeply.") from None
    windows = tuple(system.windows)
    nodes, points, entry = prune(*work.code.finish(), windows)
    return lo.LoweredSystem(
        name=system.name,
        players=players,
        options=tuple((key, options[key]) for key in system.options),
        attributes=system.attributes,
        deck_place=system.deck_place,
        deck=tuple(line for line in deck if not is_no(line.when)),
        places=system.places,
        variables={name: variables[name] for name in system.initial_order},
        registers=registers_used(nodes, points, work.registers),
        windows=windows,
        cells=work.expander.cells,
        nodes=nodes,
        points=points,
        entry=entry,
    )


def _variable(work: Work, variable: VariableDef) -> VariableDef:
    owner = ex.LocalRef(PLAYER, variable.span, variable.owner_name)
    initial = work.expander.expand(variable.initial, {variable.owner_name: owner}, frozenset({variable.owner_name}))
    return replace(variable, initial=initial)


def _deck_line(work: Work, line: DeckLine) -> DeckLine:
    times = None if line.times is None else work.expander.expand(line.times, {})
    when = None if line.when is None else work.expander.expand(line.when, {})
    return replace(line, times=times, when=None if is_yes(when) else when)
