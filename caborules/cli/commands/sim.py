"""``caborules sim FILE``: many games between bots, with statistics."""

from __future__ import annotations

import os
import shlex
from argparse import Namespace
from collections import Counter
from typing import TYPE_CHECKING

from caborules.cli import arguments as shared
from caborules.cli import exits
from caborules.cli.opening import game_of
from caborules.cli.problems import UsageError
from caborules.cli.reports import plural
from caborules.cli.terminal import Progress, Table, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from caborules.tools.simulate import Outcome, Plan
    from caborules.tools.statistics import Summary

_FAULTS_SHOWN = 5
FEW_SEATS = 6
"""With more seats than these what each has done is told together."""


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--games", "-n", type=shared.count(1), default=100, metavar="N", help="how many (100)")
    parser.add_argument(
        "--max-steps", type=shared.count(1), default=10_000, metavar="N", help="stop a game after N decisions (10000)"
    )
    parser.add_argument(
        "--jobs", "-j", type=shared.count(1, 1024), default=1, metavar="N", help="processes; the result is the same (1)"
    )
    shared.bots(parser)
    shared.game(parser)
    shared.seed(parser)
    shared.output_format(parser)
    shared.quiet(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    """Exit code 1 where the rules of a game broke down (nothing possible, a value out of range), else 0."""
    from caborules.tools.compile import open_ruleset
    from caborules.tools.processes import ProcessLost
    from caborules.tools.simulate import Plan, simulate

    game = game_of(open_ruleset(options.file), options)
    plan = Plan(game.setup, options.bots, options.seed, options.games, options.max_steps)
    progress = Progress(terminal)
    try:
        outcomes = simulate(
            plan, min(options.jobs, 4 * (os.cpu_count() or 1)), lambda n: progress(f"{n} of {plan.games} games")
        )
    except ProcessLost as lost:
        raise UsageError(
            f"{lost}.", "Was it killed, or was there no memory left? With -j 1 one process plays."
        ) from lost
    progress.done()
    if options.format == "json":
        terminal.json("caborules/sim/1", _content(plan, outcomes))
    else:
        _print(plan, outcomes, options, terminal)
    return exits.VIOLATED if any(outcome.end == "fault" for outcome in outcomes) else exits.OK


# ---------------------------------------------------------------- for machines
def _content(plan: Plan, outcomes: list[Outcome]) -> dict[str, object]:
    from caborules.engine.formats import written
    from caborules.tools.statistics import proportion_interval

    finished = [outcome for outcome in outcomes if outcome.end == "over"]
    ends = Counter(outcome.end for outcome in outcomes)
    options = plan.setup.system.options
    return {
        "ruleset": plan.setup.system.name,
        "hash": plan.setup.hash,
        "players": plan.setup.players,
        "options": {k: written(v) for k, v in plan.setup.options.items() if options[k].openness != "fixed"},
        "bots": plan.bots,
        "seed": str(plan.seed),
        "games": {"played": len(outcomes), "finished": ends["over"], "capped": ends["capped"], "faults": ends["fault"]},
        "max_steps": plan.max_steps,
        "decisions": _summary(_decisions(outcomes)),
        "choices": [
            {"choice": path, "taken": sum(by_seat.values()), "by_seat": _by_seat(plan, by_seat)}
            for path, by_seat in _choices(outcomes).items()
        ],
        "finals": {
            name: [_summary(summary) for summary in summaries] for name, summaries in _finals(plan, finished).items()
        },
        "wins": [
            {"seat": seat, "games": hits, "of": of, "interval": proportion_interval(hits, of)}
            for seat, hits, of in _wins(plan, finished)
        ],
        "nobody_won": _nobody_won(finished),
        "faults": [
            {"game": outcome.game, "decisions": outcome.steps, "what": outcome.fault}
            for outcome in outcomes
            if outcome.end == "fault"
        ],
    }


def _summary(summary: Summary | None) -> dict[str, object] | None:
    if summary is None:
        return None
    return {
        "count": summary.count,
        "mean": summary.mean,
        "least": summary.least,
        "greatest": summary.greatest,
        "interval": summary.interval,
    }


def _by_seat(plan: Plan, counts: Counter[int | None]) -> list[int]:
    return [counts[seat] for seat in plan.setup.seats]


# ---------------------------------------------------------------- for people
def _print(plan: Plan, outcomes: list[Outcome], options: Namespace, terminal: Terminal) -> None:
    from caborules.ir.seats import seat_name
    from caborules.tools.words import Words

    words = Words(plan.setup.system)
    seats = tuple(seat_name(seat) for seat in plan.setup.seats)
    finished = [outcome for outcome in outcomes if outcome.end == "over"]
    terminal.heading(
        f"{plan.setup.system.title}: {plural(len(outcomes), 'game')}, {plural(plan.setup.players, 'player')}, "
        f"{plan.bots} bots, seed {plan.seed}"
    )
    _print_ends(plan, outcomes, options, terminal)
    terminal.say()
    if finished:
        decisions = ("decisions a game", *_cells(_decisions(outcomes)))
        terminal.table(Table(("", "mean", "95 %", "least", "most"), (decisions,)))
        terminal.say()
    few = plan.setup.players <= FEW_SEATS
    choices = tuple(
        (path, str(sum(by_seat.values())), *_taken_by_seat(_by_seat(plan, by_seat), few), words.choice(path))
        for path, by_seat in _choices(outcomes).items()
    )
    heads = seats if few else ("mean a seat", "least", "most")
    terminal.table(Table(("choice", "taken", *heads, ""), choices))
    finals = tuple(_final_rows(plan, finished, seats, few))
    if finals:
        terminal.say()
        columns = ("player", "mean", "95 %", "least", "most") if few else ("mean", "least", "most")
        terminal.table(Table(("at the end", *columns), finals))
    wins = _wins(plan, finished)
    if wins:
        terminal.say()
        _print_wins(wins, _nobody_won(finished), seats, few, terminal)


def _taken_by_seat(counts: list[int], few: bool) -> tuple[str, ...]:
    """How often a choice was taken by each seat; of many seats the mean, the least and the most."""
    if few:
        return tuple(map(str, counts))
    return (f"{sum(counts) / len(counts):.1f}", str(min(counts)), str(max(counts)))


def _final_rows(plan: Plan, finished: list[Outcome], seats: tuple[str, ...], few: bool) -> Iterator[tuple[str, ...]]:
    """The numbers at the end by seat; of many seats all together (without an interval: within a game they depend on
    each other)."""
    from caborules.tools.statistics import summarise

    if few:
        for name, summaries in _finals(plan, finished).items():
            for seat, summary in enumerate(summaries):
                yield (name, seats[seat], *_cells(summary))
        return
    for name in finished[0].finals if finished else ():
        mean, _, least, most = _cells(summarise([number for one in finished for number in one.finals[name]]))
        yield (name, mean, least, most)


def _print_wins(
    wins: list[tuple[int, int, int]], nobody: int, seats: tuple[str, ...], few: bool, terminal: Terminal
) -> None:
    from caborules.tools.statistics import proportion_interval

    if few:
        rows = tuple(
            (seats[seat], f"{hits} of {of}", "{:.1%} to {:.1%}".format(*proportion_interval(hits, of)))
            for seat, hits, of in wins
        )
        terminal.table(Table(("player", "has won", "95 %"), rows))
    else:
        mean, least, most = _taken_by_seat([hits for _, hits, _ in wins], few)
        told = f"a player has won {mean} on average, {least} at least, {most} at most"
        terminal.say(f"Of {plural(wins[0][2], 'game')} {told}.")
    if nobody:
        terminal.say(f"Nobody has won {nobody} of {plural(wins[0][2], 'game')}.")


def _print_ends(plan: Plan, outcomes: list[Outcome], options: Namespace, terminal: Terminal) -> None:
    ends = Counter(outcome.end for outcome in outcomes)
    terminal.say(f"{ends['over']} came to an end.")
    if ends["capped"]:
        terminal.say(f"{ends['capped']} were stopped after {plan.max_steps} decisions and count only for the choices.")
    faults = [outcome for outcome in outcomes if outcome.end == "fault"]
    for outcome in faults[:_FAULTS_SHOWN]:
        terminal.say(f"Game {outcome.game} broke down in decision {outcome.steps + 1}: {outcome.fault}")
        terminal.say(f"  To see it: {_again(plan, options)} --seed {plan.seed}/{outcome.game} -o game.json")
    if len(faults) > _FAULTS_SHOWN:
        terminal.say(f"... and {len(faults) - _FAULTS_SHOWN} more broke down.")


def _again(plan: Plan, options: Namespace) -> str:
    """The command that records a game of the same kind."""
    chosen = [f"--set {shlex.quote(f'{key}={value}')}" for key, value in options.settings]
    preset = [f"--preset {shlex.quote(options.preset)}"] if options.preset else []
    words = ["caborules trace", shlex.quote(options.file), f"--players {plan.setup.players}", f"--bots {plan.bots}"]
    return " ".join([*words, *preset, *chosen])


def _cells(summary: Summary | None) -> tuple[str, str, str, str]:
    if summary is None:
        return ("-", "-", "-", "-")
    low_high = "-" if summary.interval is None else f"{summary.interval[0]:.1f} to {summary.interval[1]:.1f}"
    return (f"{summary.mean:.1f}", low_high, str(summary.least), str(summary.greatest))


# ---------------------------------------------------------------- counting
def _decisions(outcomes: list[Outcome]) -> Summary | None:
    """Of the games that came to an end: the others would only say where they were stopped."""
    from caborules.tools.statistics import summarise

    return summarise([outcome.steps for outcome in outcomes if outcome.end == "over"])


def _choices(outcomes: list[Outcome]) -> dict[str, Counter[int | None]]:
    """How often each choice was taken, by seat, over all games; in the order of their names."""
    found: dict[str, Counter[int | None]] = {}
    for outcome in outcomes:
        for (seat, path), times in outcome.choices.items():
            found.setdefault(path, Counter())[seat] += times
    return dict(sorted(found.items()))


def _finals(plan: Plan, finished: list[Outcome]) -> dict[str, list[Summary | None]]:
    from caborules.tools.statistics import summarise

    names = finished[0].finals if finished else {}
    return {
        name: [summarise([outcome.finals[name][seat] for outcome in finished]) for seat in plan.setup.seats]
        for name in names
    }


def _wins(plan: Plan, finished: list[Outcome]) -> list[tuple[int, int, int]]:
    """By seat: how many games it has won, alone or with others, of how many; nothing where the rules do not say."""
    told = [outcome.won for outcome in finished if outcome.won is not None]
    return [(seat, sum(seat in won for won in told), len(told)) for seat in plan.setup.seats] if told else []


def _nobody_won(finished: list[Outcome]) -> int:
    """How many games ended without a winner, where the rules say who has won."""
    return sum(outcome.won is not None and not outcome.won for outcome in finished)
