"""What an author states, read off a game of the reference engine moment by moment, from the text of the reference.

Slow and plain on purpose: a game is a list of moments, each claim is followed on its own from where it begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from caborules.engine.basics import elements
from caborules.engine.chance import Chance, Outcome, Supplied
from caborules.engine.decisions import Action, offers
from caborules.engine.machine import act_in, dealt, initial_values, to_decision
from caborules.engine.run import Run
from caborules.engine.setup import Setup
from caborules.engine.state import Env, Inside, State, Store
from caborules.engine.values import evaluate
from caborules.ir import expressions as ex
from caborules.ir.statements import ForEach, Pay
from caborules.ir.system import PropertyDef
from caborules.ir.types import PlaceType, PlayerType, Value
from caborules.ir.walk import subexpressions


@dataclass(frozen=True)
class Moment:
    """After a step of the rules. ``started``: a rule, its first player; ``rest``: at a decision or at the end."""

    store: Store
    running: tuple[str, ...]
    started: tuple[str, Value] | None = None
    renewed: str = ""
    ended: str = ""
    rest: bool = False


class Recorder(Run):
    """A run of the engine that writes down every moment."""

    def __init__(self, setup: Setup, state: State, moments: list[Moment]) -> None:
        super().__init__(setup, state)
        self.moments, self.half = moments, False
        self.running = [frame.rule for frame in state.control if isinstance(frame, Inside)]
        self.renewing, self.resets = "", 0

    def write(self, **what: object) -> None:
        self.moments.append(Moment(self.store, tuple(self.running), **what))  # type: ignore[arg-type]  # by name

    def enter(self, rule: str, env: Env, *, resets: bool = True) -> None:
        super().enter(rule, env, resets=resets)
        definition = self.setup.system.rules[rule]
        first = [dict(env)[p.name] for p in definition.parameters if isinstance(p.type, PlayerType)]
        self.running.append(rule)
        self.write(started=(rule, first[0] if first else None))
        lines = definition.resets.statements
        self.renewing, self.resets = rule, sum(self.setup.players if isinstance(o, ForEach) else 1 for o in lines)
        if not lines:
            self.write(renewed=rule)

    def tell(self, kind: object, line: object = None, **what: object) -> None:
        super().tell(kind, line, **what)  # type: ignore[arg-type]  # handed on as it is
        if kind == "left":
            rule = self.events[-1].name
            self.running.reverse()
            self.running.remove(rule)
            self.running.reverse()
            self.write(ended=rule)
        elif kind == "set" and self.resets:
            self.resets -= 1
            self.write(renewed="" if self.resets else self.renewing)
        elif kind == "set" and isinstance(line, Pay) and not self.half:
            self.half = True
        elif kind != "entered":
            self.half = False
            self.write()


@dataclass
class Game:
    """A game as it is played and written down; ``plan``: its actions, each with the outcomes of chance after it."""

    setup: Setup
    chance: Chance

    def __post_init__(self) -> None:
        store = initial_values(self.setup, dealt(self.setup, self.setup.empty_store()), {})
        self.moments: list[Moment] = [Moment(store, ())]
        run = Recorder(self.setup, State(store, (), self.chance), self.moments)
        run.enter(self.setup.system.begin, ())
        self.plan: list[tuple[Action | None, tuple[Outcome, ...]]] = []
        self._on(run, to_decision(run), None)

    def act(self, action: Action) -> None:
        run = Recorder(self.setup, self.state, self.moments)
        self._on(run, act_in(run, action, offers(self.setup, self.state)), action)

    def _on(self, run: Recorder, step: object, action: Action | None) -> None:
        self.state = run.state()
        self.plan.append((action, tuple(run.outcomes)))
        run.write(rest=True)


def again(setup: Setup, plan: Iterable[tuple[Action | None, tuple[Outcome, ...]]]) -> Game:
    """A game of which the actions and outcomes are known."""
    (_, first), *rest = plan
    game = Game(setup, Supplied(first))
    for action, outcomes in rest:
        assert action is not None
        game.state = State(game.state.store, game.state.control, Supplied(outcomes))
        game.act(action)
    return game


# ---------------------------------------------------------------- what is claimed
def violated(game: Game, claim: PropertyDef) -> bool:
    """Does the game show that the property is not so? A game that is not over yet may still come to that."""
    return any(_Claim(game, claim, begun).broken() for begun in beginnings(game, claim))


def beginnings(game: Game, claim: PropertyDef) -> list[int]:
    """The moments at which claims begin."""
    moments = game.moments
    if claim.during is not None:
        return [at for at, one in enumerate(moments) if one.renewed == claim.during]
    if claim.after is None:
        return [0]
    held = [_after(game, claim.after, at) for at in range(len(moments))]
    came = [at for at, one in enumerate(held) if one and (at == 0 or not held[at - 1])]
    return [at for at in came if not _Claim(game, claim, at).until(at)]


def _after(game: Game, condition: ex.Expr, at: int) -> bool:
    """``after``: a rule is over if it has run and does not run."""
    moments = game.moments
    rules = [one.rule for one in subexpressions(condition) if isinstance(one, ex.IsOver)]
    over = {r: any(m.ended == r for m in moments[: at + 1]) and r not in moments[at].running for r in rules}
    return _holds(game, condition, at, over)


def _holds(game: Game, condition: ex.Expr, at: int, over: dict[str, bool]) -> bool:
    return bool(_value(game, condition, at, over))


def _value(game: Game, expr: ex.Expr, at: int, over: dict[str, bool]) -> Value:
    store, setup = game.moments[at].store, game.setup
    found = evaluate(setup, store, expr, {f"{rule} is over": one for rule, one in over.items()})
    return store.places[setup.place_index[found]] if isinstance(expr.type, PlaceType) else found  # type: ignore[index]  # the value of a place


@dataclass
class _Claim:
    """One claim, from the moment at which it begins."""

    game: Game
    claim: PropertyDef
    begun: int

    def over(self, at: int) -> dict[str, bool]:
        """The run that went on when the claim began has ended; where none was running, it is over."""
        parts = [one for one in (self.claim.claim, self.claim.until) if one is not None]
        rules = [one.rule for part in parts for one in subexpressions(part) if isinstance(one, ex.IsOver)]
        since = self.game.moments[self.begun + 1 : at + 1]
        going = self.game.moments[self.begun].running
        return {rule: rule not in going or any(one.ended == rule for one in since) for rule in rules}

    def until(self, at: int) -> bool:
        if self.claim.during is not None:
            return at > self.begun and self.game.moments[at].ended == self.claim.during
        return self.claim.until is not None and _holds(self.game, self.claim.until, at, self.over(at))

    def broken(self) -> bool:
        moments, what = self.game.moments, self.claim.claim
        end = next((at for at in range(self.begun, len(moments)) if self.until(at)), None)
        lasting = range(self.begun, len(moments) if end is None else end)
        rests = [at for at in lasting if moments[at].rest]
        if self.claim.count is not None:
            return self._miscounted([moments[at] for at in lasting[1:]], end is not None or self.game.state.over)
        assert what is not None
        if self.claim.kind in ("always", "never"):
            return any(_holds(self.game, what, at, self.over(at)) == (self.claim.kind == "never") for at in rests)
        first = [self.begun] if self.claim.kind == "unchanged" else []  # conserved: the same at every decision
        return len({_value(self.game, what, at, self.over(at)) for at in first + rests}) > 1

    def _miscounted(self, lasting: Sequence[Moment], ends: bool) -> bool:
        starts = [one.started[1] for one in lasting if one.started and one.started[0] == self.claim.rule]
        counts = [len(starts)]
        if self.claim.each is not None and self.claim.claim is not None:
            members = elements(_value(self.game, self.claim.claim, self.begun, self.over(self.begun)))
            counts = [starts.count(seat) for seat in members]
        most = self.claim.count or 0
        return any(n > most or (ends and self.claim.kind == "exactly" and n < most) for n in counts)
