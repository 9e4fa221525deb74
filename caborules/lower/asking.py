"""Decisions become decision points: tests before the point settle who is asked, and bodies jump to where it goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir import statements as st
from caborules.ir.types import BOOL, PLAYER, PLAYERS
from caborules.lower.assemble import Label
from caborules.lower.fold import YES, equals, negate, simplify
from caborules.lower.offering import Offering, held_here, reserve_point
from caborules.lower.possible import some_possible
from caborules.lower.work import Context, Run, Work


@dataclass(frozen=True, slots=True)
class _Asking:
    """A decision while it is written.

    ``todo`` are those who are still to act (None: one player is asked, who stands in ``actor``). ``top``: where the
    decision is offered; ``over``: where control goes when nobody is left to act.
    """

    work: Work
    run: Run
    statement: st.Decide
    context: Context
    source: lo.Source
    actor: ex.LocalRef
    todo: ex.LocalRef | None
    top: Label
    over: Label

    @property
    def first_settles_it(self) -> bool:
        return isinstance(self.statement.actors, st.SeveralActors) and self.statement.actors.quantifier == "any"


def decide(work: Work, run: Run, statement: st.Decide, context: Context) -> None:
    """Write a decision; control goes on to what is written next when all have acted."""
    source = context.source(statement)
    todo: ex.LocalRef | None = None
    inside = context
    match statement.actors:
        case st.OneActor():
            actor = _one_actor(work, statement.actors.player, context, source)
        case st.SeveralActors():
            among = work.expand(statement.actors.among, context)
            todo = work.register(context, f"{statement.actors.variable}-todo", PLAYERS)
            work.code.emit(lo.SetRegister(todo.name, among), source)
            actor = work.register(context, statement.actors.variable, PLAYER)
            inside = context.naming(statement.actors.variable, actor)
    asking = _Asking(work, run, statement, inside, source, actor, todo, work.code.label(), work.code.label())
    work.code.place(asking.top)
    stuck = _settle(asking)
    if statement.secretly:
        _secret(asking)
    else:
        _open(asking)
    if statement.otherwise is not None and todo is None:
        over = work.code.label()
        work.code.jump(over)
        work.code.place(stuck)
        run(statement.otherwise, context)
        work.code.place(over)


def _one_actor(work: Work, player: ex.Expr, context: Context, source: lo.Source) -> ex.LocalRef:
    actor = work.keep("actor", work.expand(player, context), context, source)
    if isinstance(actor, ex.LocalRef):
        return actor
    register = work.register(context, "actor", PLAYER)
    work.code.emit(lo.SetRegister(register.name, actor), source)
    return register


def _settle(asking: _Asking) -> Label:
    """Who cannot do anything is passed over or has ``otherwise``; what is left to ask is asked by what is written next.

    Returns the label at which the one player who is asked has ``otherwise``.
    """
    work, statement, source = asking.work, asking.statement, asking.source
    stuck = work.code.label()
    passed_over = not statement.must and all(choice.public for choice in statement.choices)
    if asking.todo is None:
        able = some_possible(work.expander, statement.choices, asking.context.scope)
        if statement.otherwise is not None:
            work.test(able, stuck, source)
        elif passed_over:
            work.test(able, asking.over, source)
        return stuck
    assert isinstance(statement.actors, st.SeveralActors)
    name = statement.actors.variable
    scope = {**asking.context.scope, name: ex.LocalRef(PLAYER, None, name)}
    able = some_possible(work.expander, statement.choices, scope, frozenset({name}))
    if statement.otherwise is not None and able != YES:
        rest = work.register(asking.context, f"{name}-stuck", PLAYERS)
        unable = simplify(ex.Those(PLAYERS, source.span, name, asking.todo, negate(able)))
        work.code.emit(lo.SetRegister(rest.name, unable), source)
        work.code.emit(lo.NextOf(asking.actor.name, rest.name, stuck), source)
        _strike(asking)
        asking.run(statement.otherwise, asking.context)
        work.code.jump(asking.top)
        work.code.place(stuck)
    elif passed_over:
        left = simplify(ex.Those(PLAYERS, source.span, name, asking.todo, able))
        work.code.emit(lo.SetRegister(asking.todo.name, left), source)
    work.test(negate(ex.IsEmpty(BOOL, source.span, asking.todo)), asking.over, source)
    return stuck


def _open(asking: _Asking) -> None:
    """Each choice is carried out as soon as it is made."""
    work = asking.work
    acted = work.code.label()
    if asking.todo is None:
        _ask(asking, chosen=asking.over, declined=asking.over, again=asking.top)
    else:
        _ask(asking, chosen=asking.over if asking.first_settles_it else acted, declined=acted, again=asking.top)
        work.code.place(acted)
        _strike(asking)
        work.code.jump(asking.top)
    work.code.place(asking.over)


def _secret(asking: _Asking) -> None:
    """Choices are kept until all are in. One that says ``again`` is made once more before the rest is laid open."""
    work = asking.work
    sealed, again = work.code.label(), work.code.label()
    point = len(work.code.points)
    if asking.todo is None:
        _ask(asking, chosen=asking.over, declined=asking.over, again=asking.top, kept=asking.over)
    else:
        kept = asking.over if asking.first_settles_it else sealed
        _ask(asking, chosen=asking.over, declined=sealed, again=again, kept=kept)
        work.code.place(sealed)
        _strike(asking)
        work.code.jump(asking.top)
        work.code.place(again)
        name = "player"
        same = equals(ex.LocalRef(PLAYER, None, name), asking.actor)
        only = ex.Those(PLAYERS, asking.source.span, name, ex.Seats(PLAYERS, asking.source.span), same)
        work.code.emit(lo.SetRegister(asking.todo.name, only), asking.source)
        work.code.jump(asking.top)
    done = work.code.label()
    work.code.place(asking.over)
    work.code.emit(lo.Unseal(point, done), asking.source)
    work.code.place(done)


def _strike(asking: _Asking) -> None:
    """The one who acts is done."""
    assert asking.todo is not None
    name = "player"
    other = negate(equals(ex.LocalRef(PLAYER, None, name), asking.actor))
    left = ex.Those(PLAYERS, asking.source.span, name, asking.todo, other)
    asking.work.code.emit(lo.SetRegister(asking.todo.name, left), asking.source)


def _ask(asking: _Asking, chosen: Label, declined: Label, again: Label, kept: Label | None = None) -> None:
    """The point itself and the bodies: where they go on, and (``kept``) where control goes when a choice was sealed."""
    work, statement, source = asking.work, asking.statement, asking.source
    point = reserve_point(work)
    work.code.emit(lo.Ask(point), source, kept)
    offering = Offering(work, asking.run, asking.context, asking.top)
    offering.choices(statement.choices, asking.actor, asking.todo, replace(asking.context, again=again), chosen)
    if not statement.must:
        offering.plain("decline", asking.actor, asking.todo, None, None, declined, source)
    if not statement.alone:
        for _, window in sorted(work.system.windows.items()):
            offering.reactions(window)
        offering.events()
        offering.late()
    offering.write_bodies()
    work.code.points[point] = lo.Point(
        number=statement.number,
        window=None,
        sealed=statement.secretly,
        must=statement.must,
        offers=tuple(offering.offers),
        source=source,
        alone=statement.alone,
        rule=statement.rule,
        held=held_here(work, asking.context),
    )
