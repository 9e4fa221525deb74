"""An ``await`` becomes a decision point: those who may react are asked to react or pass, until nobody is left."""

from __future__ import annotations

from dataclasses import replace

from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir import statements as st
from caborules.ir.types import BOOL, PLAYER, PLAYERS
from caborules.lower.expand import unused
from caborules.lower.fold import both, negate, simplify
from caborules.lower.offering import Offering, held_here, not_held, reserve_point
from caborules.lower.possible import some_possible
from caborules.lower.work import Context, Run, Work


def wait(work: Work, run: Run, statement: st.Await, context: Context) -> None:
    """Write an ``await``; control goes on to what is written next when it is over. Earlier passes do not count."""
    window = work.system.windows[statement.window]
    source = context.source(statement)
    top, over = work.code.label(), work.code.label()
    work.code.emit(lo.MoveWindow(window.name, "forget"), source)
    work.code.place(top)

    around = replace(context, scope={})
    name = unused(window.variable, frozenset())
    player = ex.LocalRef(PLAYER, None, name)
    among = work.expander.expand(window.among, {})
    able = some_possible(work.expander, window.choices, {window.variable: player}, frozenset({name}))
    waiting = both(negate(ex.HasPassed(BOOL, window.span, window.name, player)), able)
    reachable = both(ex.WindowOpen(BOOL, window.span, window.name), not_held(work, window, context))
    somebody = simplify(ex.Exists(BOOL, window.span, name, among, waiting))
    work.test(both(reachable, somebody), over, source)

    point = reserve_point(work)
    work.code.emit(lo.Ask(point), source)
    offering = Offering(work, run, around, top)
    offering.reactions(window)
    passing = work.register(replace(context, room=window.name), window.variable, PLAYER)
    passed = ex.HasPassed(BOOL, window.span, window.name, passing)
    asked = simplify(ex.Those(PLAYERS, window.span, name, among, able))
    offering.plain("pass", passing, asked, window.name, both(reachable, negate(passed)), top, source)
    offering.events()
    offering.late()
    offering.write_bodies()
    work.code.points[point] = lo.Point(
        number=None,
        window=window.name,
        sealed=False,
        must=False,
        offers=tuple(offering.offers),
        source=source,
        rule=window.name,
        held=held_here(work, context),
    )
    work.code.place(over)
