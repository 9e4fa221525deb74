"""Places and state variables, and the order in which initial values can be computed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from caborules.ir.expressions import Apply, Expr, Lookup, VariableRef
from caborules.ir.system import PlaceDef, Shape, Sight, VariableDef
from caborules.ir.types import PLAYER, BoolType, EnumType, NumberType, PlayerType
from caborules.ir.walk import subexpressions
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.types import wants
from caborules.types.declared import resolve
from caborules.types.kinds import describe
from caborules.types.report import Failed
from caborules.types.world import Env, Local, VariableSig, World, cites

SHAPES: Final = ("pile", "row", "hand", "one card")
SIGHTS: Final = ("face up", "face down", "seen by its owner")


def place(w: World, node: n.PlaceDecl) -> None:
    """A place. Raises Failed."""
    _each_player(w, node, node.each)
    for word, known, what in ((node.shape, SHAPES, "shape"), (node.sight, SIGHTS, "sight")):
        if word not in known:
            mend = suggestion(word, known, f"A place is {', '.join(known[:-1])} or {known[-1]}.")
            raise w.report.error("E201", node.span, f'"{word}" is no {what} of a place.', mend)
    if node.sight == "seen by its owner" and node.each is None:
        mend = f"Write  {node.name} of each player: ...  or another sight."
        raise w.report.error("E301", node.span, f'"{node.name}" has no owner who could see it.', mend)
    shape, sight = cast(Shape, node.shape), cast(Sight, node.sight)
    w.places[node.name] = PlaceDef(
        node.span, cites(node.cites), node.name, node.each is not None, shape, sight, node.text or ""
    )


def _each_player(w: World, node: n.Node, each: str | None) -> None:
    if each not in (None, "player"):
        message = f"Places and state are kept for each player, not for each {each}."
        raise w.report.error("E201", node.span, message, "Write  of each player.")


def declare(w: World, node: n.Variable) -> None:
    """The type of a state variable. Raises Failed."""
    _each_player(w, node, node.each)
    type = resolve(w, node.type, node.name)
    if not isinstance(type, BoolType | NumberType | EnumType | PlayerType):
        mend = "State holds numbers, words, players, or yes and no; cards lie in places."
        raise w.report.error("E301", node.type.span, f"State cannot hold {describe(type)}.", mend)
    if node.renewed_by is not None and node.renewed_by not in w.book.rules:
        mend = suggestion(node.renewed_by, w.book.rules, "Write  at first  for state that is set once.")
        w.report.error("E201", node.span, f'There is no rule "{node.renewed_by}".', mend)
    w.variables[node.name] = VariableSig(type, node.each is not None, node.span)


def variable(w: World, node: n.Variable) -> VariableDef:
    """A state variable with its initial value. Raises Failed."""
    if node.name not in w.variables:
        raise Failed
    signature = w.variables[node.name]
    env = Env().with_local("player", Local("player", PLAYER)) if signature.per_player else Env()
    initial = wants.wanted(w, node.initial, env, signature.type)
    return VariableDef(
        node.span,
        cites(node.cites),
        node.name,
        signature.per_player,
        "player",
        signature.type,
        node.renewed_by,
        initial,
        node.text or "",
    )


def initial_order(w: World, variables: dict[str, VariableDef]) -> tuple[str, ...]:
    """An order in which every initial value needs only those before it. Reports E304 with the circle."""
    done: dict[str, None] = {}
    for name in variables:
        _visit(w, variables, name, (), done)
    return tuple(done)


def _visit(
    w: World, variables: dict[str, VariableDef], name: str, path: tuple[str, ...], done: dict[str, None]
) -> None:
    if name in done or name not in variables:
        return
    if name in path:
        circle = " -> ".join([*path[path.index(name) :], name])
        message = f"The initial values go in a circle: {circle}."
        w.report.error("E304", variables[name].span, message, "Give one of them a value of its own.")
        return
    for other in dict.fromkeys(variables_read(w, variables[name].initial)):
        _visit(w, variables, other, (*path, name), done)
    done.setdefault(name)


def variables_read(w: World, expr: Expr) -> Iterator[str]:
    """The state variables that an expression reads, through functions and tables as well."""
    seen: set[tuple[str, str]] = set()
    todo = [expr]
    while todo:
        for part in subexpressions(todo.pop()):
            match part:
                case VariableRef(variable=name):
                    yield name
                case Apply(function=name) if ("f", name) not in seen and name in w.functions:
                    seen.add(("f", name))
                    todo.append(w.functions[name].body)
                case Lookup(table=table, column=column) if (table, column) not in seen and table in w.tables:
                    seen.add((table, column))
                    todo.extend(row.cells[column] for row in w.tables[table].rows)
                case _:
                    pass
