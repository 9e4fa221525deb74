"""What is on offer at a decision point, and what runs when it is taken: choices, reactions, late attempts, events."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir import statements as st
from caborules.ir.system import WindowDef
from caborules.ir.types import BOOL, PLAYER
from caborules.lower.assemble import Label
from caborules.lower.fold import YES, both, is_no, is_yes, negate
from caborules.lower.possible import domains, possible
from caborules.lower.work import Context, Run, Work


@dataclass(slots=True)
class Offering:
    """A decision point while it is written: its offers so far, and the bodies that are still to be written."""

    work: Work
    run: Run
    context: Context
    resume: Label
    """Where the point is offered afresh after a reaction or an event."""
    offers: list[lo.Offer] = field(default_factory=list)
    _bodies: list[tuple[Label, st.Block, Context, Label]] = field(default_factory=list)

    def choices(
        self, choices: tuple[st.Choice, ...], actor: ex.LocalRef, among: ex.Expr | None, context: Context, then: Label
    ) -> None:
        """The choices of the decision itself; their bodies go on to ``then``."""
        for choice in choices:
            self._choice("choice", choice, actor, among, context, then, None)

    def plain(
        self,
        kind: Literal["decline", "pass"],
        actor: ex.LocalRef,
        among: ex.Expr | None,
        window: str | None,
        guard: ex.Expr | None,
        target: Label,
        source: lo.Source,
    ) -> None:
        """Decline or pass: nothing runs, control goes on to ``target``."""
        self.offers.append(lo.Offer(kind, kind, actor.name, among, (), guard, window, False, True, target, source))

    def reactions(self, window: WindowDef) -> None:
        """The choices of a window, unless we are in a reaction to it, or in a rule during which it is held."""
        free = not_held(self.work, window, self.context)
        if is_no(free):
            return
        actor, context = reacting(self.work, window, self.context, self.resume)
        among = self.work.expand(window.among, context)
        if isinstance(among, ex.Const) and among.value == ():
            return
        guard = both(ex.WindowOpen(BOOL, window.span, window.name), free)
        for choice in window.choices:
            self._choice("reaction", choice, actor, among, context, self.resume, window.name, guard)

    def _choice(
        self,
        kind: Literal["choice", "reaction"],
        choice: st.Choice,
        actor: ex.LocalRef,
        among: ex.Expr | None,
        context: Context,
        then: Label,
        window: str | None,
        condition: ex.Expr = YES,
    ) -> None:
        if is_no(possible(self.work.expander, choice, context.scope)):
            return
        parameters, guard, inside = domains(self.work, choice, context)
        guard = both(condition, guard if guard is not None else YES)
        target = self.work.code.label()
        source = context.source(choice)
        self.offers.append(
            lo.Offer(
                kind=kind,
                path=choice.path,
                actor=actor.name,
                among=among,
                domains=parameters,
                guard=None if is_yes(guard) else guard,
                window=window,
                announces=choice.announces,
                public=choice.public,
                target=target,
                source=source,
            )
        )
        self._bodies.append((target, choice.body, inside, then))

    def events(self) -> None:
        """Outside events, by name."""
        for name, event in sorted(self.work.system.events.items()):
            context = replace(_alone(self.context), room=name)
            guard = YES if event.when is None else self.work.expand(event.when, context)
            if is_no(guard):
                continue
            target = self.work.code.label()
            source = lo.Source(self.context.rules, event.span, event.cites)
            when = None if is_yes(guard) else guard
            self.offers.append(lo.Offer("event", name, None, None, (), when, None, False, True, target, source))
            self._bodies.append((target, event.body, context, self.resume))

    def late(self) -> None:
        """Late attempts, by window: they cost what the window says. Where that is nothing, there is no offer."""
        for name, window in sorted(self.work.system.windows.items()):
            context = replace(_alone(self.context), room=name)
            actor = self.work.register(context, window.variable, PLAYER)
            target = self.work.code.label()
            everyone = ex.Seats(window.among.type, window.span)
            source = lo.Source(self.context.rules, window.span, window.cites)
            before = self.work.code.steps
            self.work.code.place(target)
            self.run(window.late, context.naming(window.variable, actor))
            self.work.code.jump(self.resume)
            if self.work.code.steps > before:
                offer = lo.Offer("late", name, actor.name, everyone, (), None, name, False, True, target, source)
                self.offers.append(offer)
            else:
                self.work.give_back(context, window.variable, actor)

    def write_bodies(self) -> None:
        """The bodies of all that is on offer, each with a jump to where control goes on."""
        for target, block, context, then in self._bodies:
            self.work.code.place(target)
            self.run(block, context)
            self.work.code.jump(then)


def reserve_point(work: Work) -> int:
    """The number of a point that is written later."""
    work.code.points.append(lo.Point(None, None, False, False, (), lo.Source((), None, ())))
    return len(work.code.points) - 1


def reacting(work: Work, window: WindowDef, context: Context, resume: Label) -> tuple[ex.LocalRef, Context]:
    """The player who reacts, and the place in which the reaction runs: ``again`` in it is the interrupted decision."""
    inside = replace(_alone(context), held=context.held | {window.name}, again=resume, room=window.name)
    actor = work.register(inside, window.variable, PLAYER)
    return actor, inside.naming(window.variable, actor)


def not_held(work: Work, window: WindowDef, context: Context) -> ex.Expr:
    """The condition that the window is not held here."""
    if window.name in context.held:
        return negate(YES)
    free: ex.Expr = YES
    for held in window.held:
        if held.rule in context.rules:
            condition = YES if held.when is None else work.expander.expand(held.when, {})
            free = both(free, negate(condition))
    return free


def held_here(work: Work, context: Context) -> tuple[tuple[str, ex.Expr], ...]:
    """For each window, the condition that it is held here."""
    return tuple((name, negate(not_held(work, window, context))) for name, window in work.system.windows.items())


def _alone(context: Context) -> Context:
    """The place of a block that sees none of the names of the rules around it."""
    return replace(context, scope={})
