"""A property of the author's as something to be watched, step by step, while a lowered system runs.

What the watch keeps beside the state: whether a claim is going on, what was kept when it began, how often the rule
that is counted has started, which runs of rules are over. Proofs treat these as ghosts, plays as plain values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from caborules.engine.game import fixed
from caborules.engine.values import over
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.system import PropertyDef, System
from caborules.ir.types import BOOL, CardType, CollectionType, NumberType, PlaceType, PlayerType, Type, Value
from caborules.ir.walk import subexpressions, with_children
from caborules.lower.expand import Expander

Kind: TypeAlias = Literal["always", "never", "unchanged", "exactly", "at most", "conserved"]
KINDS: Final[tuple[str, ...]] = ("always", "never", "unchanged", "exactly", "at most", "conserved")
"""The kinds of properties that are watched step by step."""

PLAYER: Final = "any player"
"""The name of the player of whom something is shown that holds of each."""
ARMED, BROKEN, KEPT, COUNT, MEMBER = "claim going on", "claim broken", "what was kept", "how often", "counted for"
PAST: Final = " when the claim began"
"""Ends the local name of the value that a variable had then."""


@dataclass(frozen=True, slots=True)
class Watch:
    """A property in terms of a lowered system. ``claim``: the condition, the value that stays, or the players counted
    for; runs that are over are the local names of ``engine.values.over``."""

    title: str
    kind: Kind
    claim: ex.Expr | None
    after: ex.Expr | None
    until: ex.Expr | None
    during: str | None
    rule: str | None
    count: int
    overs: tuple[str, ...]
    """The rules of which it is asked whether their run is over."""
    resets: frozenset[object]
    """Where the state that ``during`` renews is declared: the claim begins after that."""

    @property
    def counts(self) -> bool:
        return self.kind in ("exactly", "at most")

    @property
    def for_each(self) -> bool:
        """Is it counted for each player?"""
        return self.counts and self.claim is not None

    def expressions(self) -> Iterator[ex.Expr]:
        yield from (one for one in (self.after, self.until, self.claim) if one is not None)

    def impossible(self) -> bool:
        """Is it plain from the options that the claim never begins?"""
        return isinstance(self.after, ex.Const) and not self.after.value


def watch(system: System, lowered: lo.LoweredSystem, claimed: PropertyDef) -> Watch:
    """The property on a lowered system of the ruleset. Raises Refused where an expression grows beyond all measure."""
    options: dict[str, Value] = dict(lowered.options)
    low, high = lowered.players
    expander = Expander(tuple(fixed(system, n, options) for n in range(low, high + 1)))

    def expand(expr: ex.Expr | None) -> ex.Expr | None:
        return None if expr is None else _named_runs(expander.expand(expr, {}))

    claim, after, until = expand(claimed.claim), expand(claimed.after), expand(claimed.until)
    overs = {
        part.rule: None
        for expr in (claimed.claim, claimed.after, claimed.until)
        if expr is not None
        for part in subexpressions(expr)
        if isinstance(part, ex.IsOver)
    }
    kind: Kind = claimed.kind  # type: ignore[assignment]  # the caller passes those of KINDS only
    resets = frozenset(v.span for v in system.variables.values() if v.renewed_by == claimed.during and v.renewed_by)
    return Watch(
        claimed.title, kind, claim, after, until, claimed.during, claimed.rule, claimed.count or 0, tuple(overs), resets
    )


def _named_runs(expr: ex.Expr) -> ex.Expr:
    if isinstance(expr, ex.IsOver):
        return ex.LocalRef(BOOL, expr.span, over(expr.rule))
    return with_children(expr, _named_runs)


def is_place(expr: ex.Expr) -> bool:
    """Is it a place, or all cards of one?"""
    return isinstance(expr.type, PlaceType) or isinstance(expr, ex.CardsIn)


def whose(kind: Type) -> Type:
    """The type of the elements of a collection."""
    return kind.of if isinstance(kind, CollectionType) else kind


def of_players(expr: ex.Expr) -> bool:
    return isinstance(whose(expr.type), PlayerType)


def of_cards(expr: ex.Expr) -> bool:
    return isinstance(whose(expr.type), CardType)


def is_number(expr: ex.Expr) -> bool:
    return isinstance(expr.type, NumberType)


def is_reset(watch: Watch, node: lo.Node) -> bool:
    """Does the node renew state at the start of the run that the claim is about?"""
    inside = node.source.rules[-1:] == (watch.during,)
    return (
        inside
        and node.source.span in watch.resets
        and isinstance(node.operation, lo.SetVariable | lo.NextOf | lo.SetRegister)
    )


def begins_run(watch: Watch, nodes: tuple[lo.Node, ...], number: int, target: int) -> bool:
    """Does the run of ``during`` begin, with its state renewed, on the way from one node to another?"""
    if watch.during is None:
        return False
    node = nodes[number]
    started = isinstance(node.operation, lo.Mark) and (node.operation.rule, node.operation.what) == (
        watch.during,
        "start",
    )
    return (started or is_reset(watch, node)) and not is_reset(watch, nodes[target])


def is_running(nodes: tuple[lo.Node, ...], number: int, rule: str | None) -> bool:
    """Is a run of the rule going on where control stands at a node? (At its start it has not begun.)"""
    node = nodes[number]
    starts = isinstance(node.operation, lo.Mark) and (node.operation.rule, node.operation.what) == (rule, "start")
    return rule in node.source.rules and not starts


def ends_run(nodes: tuple[lo.Node, ...], number: int, target: int, rule: str | None) -> bool:
    """Does a run of the rule end on the way from one node to another? A jump out of several rules ends them all."""
    node = nodes[number]
    if isinstance(node.operation, lo.Mark) and (node.operation.rule, node.operation.what) == (rule, "end"):
        return True
    return rule in node.source.rules and not is_running(nodes, target, rule)


def is_half_done(nodes: tuple[lo.Node, ...], number: int, target: int) -> bool:
    """Is a step of the rules in its middle: a card lifted, or one of two variables of a payment set?"""
    one, following = nodes[number], nodes[target]
    both = isinstance(one.operation, lo.SetVariable) and isinstance(following.operation, lo.SetVariable)
    return isinstance(one.operation, lo.Lift) or (both and one.source == following.source)


def counts_here(watch: Watch, node: lo.Node) -> bool:
    """Does a run of the counted rule start here?"""
    operation = node.operation
    return watch.counts and isinstance(operation, lo.Mark) and (operation.rule, operation.what) == (watch.rule, "start")


Names: TypeAlias = Callable[[str], object]
