"""The entry: follow all rules, report what does not hold on every path, mark the choices that are public."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePath

from caborules.diagnostics.record import Diagnostic
from caborules.ir import expressions as x
from caborules.ir import statements as s
from caborules.ir.system import DeckLine, System
from caborules.types.flow.bounds import Range
from caborules.types.flow.disclosures import Disclosure
from caborules.types.flow.facts import REST, State, World
from caborules.types.flow.findings import Findings, TooLarge
from caborules.types.flow.structure import Structure
from caborules.types.flow.walk import Walker
from caborules.types.unasked import Unasked


@dataclass(frozen=True, slots=True)
class Flowed:
    """The system with ``Choice.public`` filled in, and what was found and is made public, in the order of the text."""

    system: System
    diagnostics: tuple[Diagnostic, ...]
    disclosures: tuple[Disclosure, ...] = ()


def check_flow(system: System, unasked: Iterable[Unasked] = ()) -> Flowed:
    """Check definedness, totality, windows and audiences on every path. Raises nothing: findings are returned.

    ``unasked``: what is wrong (E212) if the block that it stands in is ever carried out.
    """
    findings = _followed(system)
    for one in unasked:
        if one.block in findings.reached:
            findings.add(one.problem)
    structure = Structure(system)
    for diagnostic in structure.diagnostics():
        findings.add(diagnostic)
    if not any(d.severity == "error" for d in findings.found.values()):
        for diagnostic in structure.idle():
            findings.add(diagnostic)
        for number, span in findings.branches.items():
            if number not in findings.reached and span is not None and PurePath(span.file).name == system.file:
                findings.add(
                    Diagnostic(
                        "W604",
                        span,
                        "A branch of this line never applies.",
                        "On every way that leads here it is already decided.",
                        "Remove it, or ask for something else.",
                    )
                )
    return Flowed(_published(system, findings), findings.diagnostics(), _disclosures(findings))


def disclosures(system: System) -> tuple[Disclosure, ...]:
    """What the rules make public on purpose, in the order of the text; see ``Disclosure``."""
    return _disclosures(_followed(system))


def _disclosures(findings: Findings) -> tuple[Disclosure, ...]:
    found = findings.disclosed.values()
    placed = [d for d in found if d.span is not None]
    return tuple(sorted(placed, key=lambda d: (d.span, d.kind))) + tuple(d for d in found if d.span is None)


def _followed(system: System) -> Findings:
    findings = Findings()
    world = World(system.places, system.variables, _deck(system).high)
    walker = Walker(system, world, findings)
    try:
        _at_all_times(system, walker)
        _reactions(system, walker)
        walker.start(_beginning(system, world))
    except TooLarge:
        findings.add(
            Diagnostic(
                "E313",
                system.rules[system.begin].span,
                "The rules expand to more than the compiler can follow.",
                "Rules are followed through every call, with every combination of what is known on the way.",
                "Call fewer rules from inside one another, or split long rules.",
            )
        )
    return findings


def _at_all_times(system: System, walker: Walker) -> None:
    """Whether a window is held and whether an event can happen is seen by all, at every decision."""
    held = [(h.when, f"That {w.name} is held") for w in system.windows.values() for h in w.held]
    for when, what in (*held, *((e.when, f"That {e.name} can happen") for e in system.events.values())):
        if when is not None:
            walker.at(when.span)
            walker.public(when, what, {}, State(walker.world))


def _reactions(system: System, walker: Walker) -> None:
    """What reactions and events may change; reactions to reactions included, until what was supposed of them holds."""
    walker.events = walker.happen()
    while True:
        walker.forget()
        walker.supposed.clear()
        before, private = dict(walker.reactions), set(walker.findings.private)
        for window in system.windows.values():
            if window.choices:
                walker.reactions[window.name] = before[window.name].join([walker.reaction(window)])
        found = {where for where, _ in walker.findings.private - private}
        if all(walker.reactions[window] == before[window] and window not in found for window in walker.supposed):
            return


def _beginning(system: System, world: World) -> State:
    """All cards lie where the deck begins; no window is open."""
    nothing = Range(0, 0)
    sizes = {(p.name, REST if p.per_player else None): nothing for p in system.places.values()}
    sizes[(system.deck_place, None)] = _deck(system)
    return State(world, sizes=sizes, windows=dict.fromkeys(system.windows, False))


def _deck(system: System) -> Range:
    low = high = 0
    for line in system.deck:
        times = _times(system, line)
        low += 0 if line.when is not None else len(line.faces) * times.low
        high += len(line.faces) * times.high
    return Range(low, high)


def _times(system: System, line: DeckLine) -> Range:
    match line.times:
        case None:
            return Range(1, 1)
        case x.Const(value=int() as times):
            return Range(times, times)
        case x.OptionRef(key=key):
            return _option(system, key)
        case _:
            return Range(0, 1000)


def _option(system: System, key: str) -> Range:
    option = system.options[key]
    if option.openness == "fixed" and isinstance(option.default, x.Const) and isinstance(option.default.value, int):
        return Range(option.default.value, option.default.value)
    match option.domain:
        case (int() as low, int() as high):
            return Range(low, high)
        case _:
            values = [e.value for e in option.domain if isinstance(e, x.Const) and isinstance(e.value, int)]
            return Range(min(values, default=0), max(values, default=1000))


# ---------------------------------------------------------------- public choices
def _published(system: System, findings: Findings) -> System:
    """The system in which every choice says whether all can tell that it is legal."""
    publisher = _Publisher(findings, {})
    rules = {
        name: replace(rule, resets=publisher.block(rule.resets), body=publisher.block(rule.body))
        for name, rule in system.rules.items()
    }
    windows = {
        name: replace(window, late=publisher.block(window.late), choices=publisher.choices(window.name, window.choices))
        for name, window in system.windows.items()
    }
    events = {name: replace(event, body=publisher.block(event.body)) for name, event in system.events.items()}
    blocks = {number: publisher.done.get(number, block) for number, block in system.blocks.items()}
    return replace(system, rules=rules, windows=windows, events=events, blocks=blocks)


@dataclass(frozen=True, slots=True)
class _Publisher:
    findings: Findings
    done: dict[int, s.Block]

    def block(self, block: s.Block) -> s.Block:
        if block.number not in self.done:
            self.done[block.number] = replace(block, statements=tuple(self._statement(t) for t in block.statements))
        return self.done[block.number]

    def _statement(self, statement: s.Statement) -> s.Statement:
        match statement:
            case s.If():
                return replace(statement, then=self.block(statement.then), otherwise=self.block(statement.otherwise))
            case s.ForEach() | s.RepeatTimes() | s.RepeatUntil():
                return replace(statement, body=self.block(statement.body))
            case s.Decide():
                otherwise = None if statement.otherwise is None else self.block(statement.otherwise)
                choices = self.choices(str(statement.number), statement.choices)
                return replace(statement, choices=choices, otherwise=otherwise)
            case _:
                return statement

    def choices(self, home: str, choices: tuple[s.Choice, ...]) -> tuple[s.Choice, ...]:
        """The choices of a decision or window."""
        private = self.findings.private
        return tuple(
            replace(choice, public=(home, place) not in private, body=self.block(choice.body))
            for place, choice in enumerate(choices)
        )
