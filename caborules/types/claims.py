"""Properties and assumptions: what an author claims about every play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from caborules.ir.expressions import Expr
from caborules.ir.system import AssumeDef, PropertyDef
from caborules.ir.types import PLAYER, CollectionType, PlayerType
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.types import wants
from caborules.types.locals import bind
from caborules.types.narrowing import assume
from caborules.types.steps import unknown_rule
from caborules.types.world import Env, World, cites

_ENV = Env(facing_claims=True)
_OfOne: TypeAlias = "n.Core | n.ClaimAfter | n.ClaimDuring | n.ClaimEventually | n.ClaimPossible | n.ClaimConserved"


def stated(w: World, nodes: Iterable[n.Property]) -> list[PropertyDef]:
    """All properties; one about several stages is one about each, and each has its own verdict."""
    made: dict[str, PropertyDef] = {}
    for node in nodes:
        for one in w.report.trying(_claims, w, node) or ():
            if one.title in made:
                message = f'Two verdicts would be called "{one.title}".'
                w.report.error("E202", node.span, message, "Choose another title for one of the two properties.")
            made[one.title] = one
    return list(made.values())


def _claims(w: World, node: n.Property) -> tuple[PropertyDef, ...]:
    """What a property says. Raises Failed."""
    span, cited = node.span, cites(node.cites)
    match node.claim:
        case n.ClaimEnds(rules=rules, assuming=assuming):
            given = _assumptions(w, node, assuming)
            names = _names(w, node, rules)
            return tuple(PropertyDef(span, cited, names[r], "ends", rule=r, assuming=given) for r in names)
        case n.ClaimEndless(rules=rules):
            names = _names(w, node, rules)
            return tuple(PropertyDef(span, cited, names[r], "endless", rule=r) for r in names)
        case _:
            return (_claim(w, node, node.claim),)


def _names(w: World, node: n.Property, rules: tuple[str, ...]) -> dict[str, str]:
    """The stages, and what the property about each is called. Raises Failed."""
    several = len(set(rules)) > 1
    return {_rule(w, node, rule): f"{node.title} ({rule})" if several else node.title for rule in rules}


def _claim(w: World, node: n.Property, claim: _OfOne) -> PropertyDef:
    """What ``after`` tells of players holds in the claim as well. Raises Failed."""
    span, cited, title = node.span, cites(node.cites), node.title
    match claim:
        case n.ClaimCore() | n.ClaimCount():
            return _core(w, node, claim, _ENV)
        case n.ClaimAfter(after=after, until=until, core=core):
            start = wants.condition(w, after, _ENV)
            end = None if until is None else wants.condition(w, until, _ENV)
            return _core(w, node, core, assume(w, _ENV, start), after=start, until=end)
        case n.ClaimDuring(rule=rule, core=core):
            _rule(w, node, rule)
            return _core(w, node, core, _ENV, during=rule)
        case n.ClaimEventually(after=after, eventually=eventually, assuming=assuming):
            start = wants.condition(w, after, _ENV)
            goal = wants.condition(w, eventually, _ENV)
            given = _assumptions(w, node, assuming)
            return PropertyDef(span, cited, title, "eventually", goal, start, assuming=given)
        case n.ClaimPossible(expr=expr):
            return PropertyDef(span, cited, title, "possible", wants.condition(w, expr, _ENV))
        case n.ClaimConserved(expr=expr):
            return PropertyDef(span, cited, title, "conserved", wants.number(w, expr, _ENV))


def _core(
    w: World,
    node: n.Property,
    core: n.Core,
    env: Env,
    after: Expr | None = None,
    until: Expr | None = None,
    during: str | None = None,
) -> PropertyDef:
    span, cited, title = node.span, cites(node.cites), node.title
    if isinstance(core, n.ClaimCore):
        what = w.expr(core.expr, env) if core.kind == "unchanged" else wants.condition(w, core.expr, env)
        return PropertyDef(span, cited, title, core.kind, what, after, until, during=during)
    among = None if core.among is None else _players(w, core, core.variable or "", core.among, env)
    return PropertyDef(
        span, cited, title, core.kind, among, after, until, _rule(w, node, core.rule),
        during=during, count=core.count, each=core.variable,
    )  # fmt: skip


def _players(w: World, core: n.ClaimCount, name: str, among: n.Expr, env: Env) -> Expr:
    """The players for whom the starts of a rule are counted. Raises Failed (E301, E204)."""
    players = wants.collection(w, among, env)
    if not (isinstance(players.type, CollectionType) and isinstance(players.type.of, PlayerType)):
        raise w.report.error(
            "E301",
            among.span,
            "Players are wanted here: it is counted for each of them.",
            "Write  players,  or those of them who are meant.",
        )
    bind(w, env, name, PLAYER, core.span)
    if core.rule in w.book.rules and not any(isinstance(p.type, PlayerType) for p in w.rules[core.rule].parameters):
        message = f'The rule "{core.rule}" has no part for a player, so it cannot be counted for each of them.'
        raise w.report.error("E301", core.span, message, "Leave out  for each,  or count another rule.")
    return players


def _rule(w: World, node: n.Property, rule: str) -> str:
    if rule not in w.book.rules:
        raise unknown_rule(w, node, rule)
    return rule


def _assumptions(w: World, node: n.Property, names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if name not in w.book.assumes:
            mend = suggestion(name, w.book.assumes, "Assumptions are declared by  assume.")
            raise w.report.error("E201", node.span, f'There is no assumption "{name}".', mend)
    return tuple(dict.fromkeys(names))


def assumption(w: World, node: n.Assume, paths: tuple[str, ...]) -> AssumeDef:
    """What each player eventually does: one of some choices, or to answer. Raises Failed (E201, E203)."""
    if not node.choices:
        return AssumeDef("decides", ())
    return AssumeDef("choice", tuple(_path(w, node, choice, paths) for choice in dict.fromkeys(node.choices)))


def _path(w: World, node: n.Assume, choice: str, paths: tuple[str, ...]) -> str:
    found = sorted({path for path in paths if path.split(".")[1] == choice})
    if len(found) == 1:
        return found[0]
    if found:
        message = f'"{choice}" may be {" or ".join(found)}.'
        raise w.report.error("E203", node.span, message, "Rename one of the choices.")
    mend = suggestion(choice, [path.split(".")[1] for path in paths])
    raise w.report.error("E201", node.span, f'There is no choice "{choice}".', mend)
