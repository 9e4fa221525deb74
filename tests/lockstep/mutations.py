"""Bugs made by machine: each mutant is a module of the generator or the lowering with one small change in its code."""

from __future__ import annotations

import ast
import copy
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Final

import caborules

PACKAGE: Final = Path(caborules.__file__).parent
ASIDE: Final = {
    "compile": ("__init__", "cache", "live", "playout"),
    "lower": ("__init__", "limits", "listing", "machine", "operations", "show", "states"),
}
"""Modules that take no part in making a program: what runs it, keeps it or prints it."""

COMPARED: Final = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
CALCULATED: Final = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
WRITTEN: Final = (
    (" + ", " - "),
    (" - ", " + "),
    (" == ", " != "),
    (" != ", " == "),
    (" < ", " <= "),
    (" >= ", " > "),
    (" and ", " or "),
    (" or ", " and "),
    ("not ", ""),
    ("|=", "&="),
    (" & ", " | "),
    ("[-1]", "[0]"),
    ("[0]", "[-1]"),
    (".pop()", ".pop(0)"),
    ("True", "False"),
    ("False", "True"),
    (" is None", " is not None"),
)
"""Changes to the code that the generator writes."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """``module`` with node ``at`` (in the order of ``ast.walk``) changed by ``operator``; ``was`` and ``now`` show it.

    ``twin`` numbers mutants that look the same within a function.
    """

    module: str
    function: str
    line: int
    operator: str
    at: int
    variant: int
    was: str
    now: str
    twin: int

    @property
    def key(self) -> str:
        """What the mutant is, wherever its line has moved to."""
        text = "\n".join((self.module, self.function, self.operator, self.was, self.now, str(self.twin)))
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def source(self) -> str:
        """The text of the module with the change."""
        tree = ast.parse(source_of(self.module))
        nodes = list(ast.walk(tree))
        _, changed = list(_changes(nodes[self.at]))[self.variant]
        swapped = _Swap(nodes[self.at], changed).visit(tree)
        return ast.unparse(ast.fix_missing_locations(swapped))


def source_of(module: str) -> str:
    return (PACKAGE.parent / (module.replace(".", "/") + ".py")).read_text(encoding="utf-8")


def modules() -> list[str]:
    """The modules that make the program that is played."""
    return [
        f"caborules.{folder}.{path.stem}"
        for folder, aside in ASIDE.items()
        for path in sorted((PACKAGE / folder).glob("*.py"))
        if path.stem not in aside
    ]


def sources_hash() -> str:
    return hashlib.sha256("\n".join(map(source_of, modules())).encode()).hexdigest()[:16]


def mutants() -> list[Mutant]:
    """All mutants of all modules, in their order."""
    return [mutant for module in modules() for mutant in _of_module(module)]


def sample(count: int, seed: int) -> list[Mutant]:
    """So many mutants, the same ones for the same seed; a smaller sample is the beginning of a larger one.

    Each is drawn by its own key, so that a change of the sources elsewhere does not shift the sample. Generator and
    lowering have as many, and so has each kind of change: an exchange of arguments, say, which mostly does not even
    run, is as frequent as a condition left out.
    """
    every = sorted(mutants(), key=lambda one: _drawn(one, seed))
    parts: list[list[Mutant]] = []
    for part in ("caborules.compile", "caborules.lower"):
        kinds: dict[str, list[Mutant]] = {}
        for one in every:
            if one.module.startswith(part):
                kinds.setdefault(one.operator.split(":")[0], []).append(one)
        parts.append(_in_turn([kinds[kind] for kind in sorted(kinds)]))
    return _in_turn(parts)[:count]


def _drawn(mutant: Mutant, seed: int) -> str:
    return hashlib.sha256(f"{seed}\n{mutant.key}".encode()).hexdigest()


def _in_turn(lists: list[list[Mutant]]) -> list[Mutant]:
    """One from each list after the other, as long as there are any."""
    return [one for row in zip_longest(*lists) for one in row if one is not None]


def _of_module(module: str) -> Iterator[Mutant]:
    tree = ast.parse(source_of(module))
    functions = _functions(tree)
    seen: Counter[tuple[str, ...]] = Counter()
    for at, node in enumerate(ast.walk(tree)):
        function = functions.get(id(node))
        if function is None:
            continue
        for variant, (operator, changed) in enumerate(_changes(node)):
            was, now = (" ".join(ast.unparse(one).split()) for one in (node, changed))
            twins = (function, operator, was, now)
            yield Mutant(module, function, getattr(node, "lineno", 0), operator, at, variant, was, now, seen[twins])
            seen[twins] += 1


def _functions(tree: ast.Module) -> dict[int, str]:
    """The nodes that may be changed, each with the function that it stands in.

    Left out: annotations, decorators, docstrings, assertions, what is raised, and whether ``zip`` is strict, since none
    of these does anything in a run that goes well.
    """
    found: dict[int, str] = {}

    def visit(node: ast.AST, name: str) -> None:
        match node:
            case ast.FunctionDef():
                inside = f"{name}.{node.name}" if name else node.name
                for default in [*node.args.defaults, *node.args.kw_defaults]:
                    if default is not None:
                        visit(default, inside)
                for at, line in enumerate(node.body):
                    if not (at == 0 and isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)):
                        visit(line, inside)
            case ast.ClassDef():
                for line in node.body:
                    if isinstance(line, ast.FunctionDef):
                        visit(line, node.name)
            case ast.Assert() | ast.Raise() | ast.Import() | ast.ImportFrom():
                pass
            case ast.keyword(arg="strict"):
                pass
            case ast.AnnAssign():
                if node.value is not None:
                    visit(node.value, name)
            case _:
                if name:
                    found[id(node)] = name
                if not isinstance(node, ast.JoinedStr | ast.FormattedValue):
                    for one in ast.iter_child_nodes(node):
                        visit(one, name)
                elif isinstance(node, ast.JoinedStr):
                    for one in node.values:
                        visit(one, name)
                else:
                    visit(node.value, name)

    for line in tree.body:
        visit(line, "")
    return found


def _changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What can be changed at a node: the kind of change, and the node as it is then."""
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in COMPARED:
            yield "comparison", _with(node, ops=[COMPARED[type(op)](), *node.ops[1:]])
        case ast.BoolOp(op=op):
            yield "and for or", _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
            for at in range(len(node.values)):
                left = [*node.values[:at], *node.values[at + 1 :]]
                yield "part left out", left[0] if len(left) == 1 else _with(node, values=left)
        case ast.UnaryOp(op=ast.Not()):
            yield "negation", node.operand
        case ast.If() | ast.While() | ast.IfExp() if not isinstance(node.test, ast.Compare | ast.BoolOp):
            yield "negation", _with(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.comprehension(ifs=[_, *_]):
            yield "condition left out", _with(node, ifs=node.ifs[1:])
        case ast.BinOp(op=op):
            if type(op) in CALCULATED:
                yield "operation", _with(node, op=CALCULATED[type(op)]())
            if not isinstance(op, ast.Add | ast.Mult | ast.BitOr | ast.BitAnd):
                yield "operands", _with(node, left=node.right, right=node.left)
        case ast.Constant(value=bool(value)):
            yield "constant", ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield "off by one", ast.Constant(value + 1)
        case ast.Constant(value=str(text)):
            yield from ((f"written: {a!r}", ast.Constant(b)) for a, b in _rewritten(text))
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name), args=[first, second, *rest]) if name.islower():
            if name not in ("isinstance", "zip"):
                yield "arguments", _with(node, args=[second, first, *rest])
        case ast.Expr() | ast.AugAssign() | ast.Continue() | ast.Break():
            yield "statement left out", ast.Pass()
        case ast.Starred():
            yield "elements left out", ast.Starred(ast.Tuple([], ast.Load()), ast.Load())


def _rewritten(text: str) -> Iterator[tuple[str, str]]:
    """Other texts for one that the generator writes: an operator changed, or a number one more."""
    for old, new in WRITTEN:
        if old in text:
            yield old, text.replace(old, new, 1)
    number = re.search(r"(?<![\w.])\d+(?!\w)", text)
    if number is not None:
        yield number[0], f"{text[: number.start()]}{int(number[0]) + 1}{text[number.end() :]}"


def _with(node: ast.AST, **changes: object) -> ast.AST:
    """A copy of the node with other parts."""
    changed = copy.copy(node)
    for name, value in changes.items():
        setattr(changed, name, value)
    return changed


class _Swap(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else super().generic_visit(node)
