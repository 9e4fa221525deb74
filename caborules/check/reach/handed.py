"""Numbers that only change hands: what one player's is lessened by, another's is raised by at once.

Then the sum over all players is the same wherever no hand-over is under way: what it was at first.
"""

from __future__ import annotations

from caborules.check.flow import Graph
from caborules.check.reach.plays import added_to
from caborules.engine.machine import dealt, initial_values
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import NumberType
from caborules.lower.machine import Machine


def sums(graph: Graph, machine: Machine, head: int) -> dict[str, int]:
    """By variable, the sum over all players at the node ``head``, in every play."""
    setup = machine.setup
    store = initial_values(setup, dealt(setup, setup.empty_store()), {})
    found = {}
    for name, variable in graph.system.variables.items():
        if not isinstance(variable.type, NumberType) or not variable.per_player:
            continue
        if changes_hands(graph, name, head):
            at_first = (store.variables[setup.variable_index[name, seat]] for seat in setup.seats)
            found[name] = sum(one for one in at_first if isinstance(one, int))
    return found


def changes_hands(graph: Graph, name: str, head: int) -> bool:
    """Is each setting of the variable one half of a hand-over, and does none stand at the head, half done?"""
    nodes = graph.system.nodes
    sets = {
        number: operation
        for number, node in enumerate(nodes)
        if isinstance(operation := node.operation, lo.SetVariable) and operation.variable == name
    }
    pairs = {
        number: nodes[number].next
        for number, one in sets.items()
        if (other := sets.get(nodes[number].next)) is not None and _halves(one, other)
    }
    second = set(pairs.values())
    before = [(number, target) for number, targets in enumerate(graph.targets) for target in targets]
    return (
        set(sets) == set(pairs) | second
        and not set(pairs) & second
        and all(pairs.get(number) == target for number, target in before if target in second)
        and not second & {head, graph.system.entry}
    )


def _halves(one: lo.SetVariable, other: lo.SetVariable) -> bool:
    """Is the same amount, which the first does not change, taken away and then added, or the other way round?"""
    amounts = (_taken(one), added_to(other)), (added_to(one), _taken(other))
    return any(
        left is not None and left == right and isinstance(left, ex.LocalRef | ex.Const) for left, right in amounts
    )


def _taken(operation: lo.SetVariable) -> ex.Expr | None:
    """What is taken away, if the operation takes something away from the variable and reads it in no other way."""
    value = operation.value
    if not isinstance(value, ex.Arithmetic) or value.op != "minus" or not isinstance(value.left, ex.VariableRef):
        return None
    same = (value.left.variable, value.left.owner) == (operation.variable, operation.owner)
    return value.right if same else None
