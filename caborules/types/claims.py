"""Properties and assumptions: what an author claims about every play."""

from __future__ import annotations

from caborules.ir.system import PropertyDef
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.types import wants
from caborules.types.narrowing import assume
from caborules.types.steps import unknown_rule
from caborules.types.world import Env, World, cites

_ENV = Env(facing_claims=True)


def claim(w: World, node: n.Property) -> PropertyDef:
    """A property. What ``after`` tells of players holds in its claim as well. Raises Failed."""
    span, cited, title = node.span, cites(node.cites), node.title
    match node.claim:
        case n.ClaimCore(kind="unchanged", expr=expr):
            return PropertyDef(span, cited, title, "unchanged", w.expr(expr, _ENV), None, None, None, None)
        case n.ClaimCore(kind=kind, expr=expr):
            return PropertyDef(span, cited, title, kind, wants.condition(w, expr, _ENV), None, None, None, None)
        case n.ClaimAfter(after=after, until=until, core=core):
            start = wants.condition(w, after, _ENV)
            end = None if until is None else wants.condition(w, until, _ENV)
            inner = assume(w, _ENV, start)
            what = w.expr(core.expr, inner) if core.kind == "unchanged" else wants.condition(w, core.expr, inner)
            return PropertyDef(span, cited, title, core.kind, what, start, end, None, None)
        case n.ClaimEventually(after=after, eventually=eventually, assuming=assuming):
            start = wants.condition(w, after, _ENV)
            goal = wants.condition(w, eventually, _ENV)
            return PropertyDef(
                span, cited, title, "eventually", goal, start, None, None, _assumption(w, node, assuming)
            )
        case n.ClaimPossible(expr=expr):
            goal = wants.condition(w, expr, _ENV)
            return PropertyDef(span, cited, title, "possible", goal, None, None, None, None)
        case n.ClaimEnds(rule=rule, assuming=assuming):
            if rule not in w.book.rules:
                raise unknown_rule(w, node, rule)
            return PropertyDef(span, cited, title, "ends", None, None, None, rule, _assumption(w, node, assuming))


def _assumption(w: World, node: n.Property, name: str | None) -> str | None:
    if name is not None and name not in w.book.assumes:
        mend = suggestion(name, w.book.assumes, "Assumptions are declared by  assume.")
        raise w.report.error("E201", node.span, f'There is no assumption "{name}".', mend)
    return name


def assumption(w: World, node: n.Assume, paths: tuple[str, ...]) -> str:
    """The path of the choice that each player eventually takes. Raises Failed (E201, E203)."""
    found = sorted({path for path in paths if path.split(".")[1] == node.choice})
    if len(found) == 1:
        return found[0]
    if found:
        message = f'"{node.choice}" may be {" or ".join(found)}.'
        raise w.report.error("E203", node.span, message, "Rename one of the choices.")
    mend = suggestion(node.choice, [path.split(".")[1] for path in paths])
    raise w.report.error("E201", node.span, f'There is no choice "{node.choice}".', mend)
