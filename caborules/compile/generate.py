"""The whole source of a lowered system for one number of players, and the constants that it needs."""

from __future__ import annotations

from dataclasses import dataclass

from caborules.compile.flow import Flow
from caborules.compile.graph import graph_of
from caborules.compile.layout import Layout, Pool
from caborules.compile.liveness import live_at, live_before
from caborules.compile.moves import Moves
from caborules.compile.offers import Listing, Numbering, numbering, placed
from caborules.compile.operations import Operations
from caborules.compile.skips import NOWHERE, Skips
from caborules.compile.values import Values
from caborules.compile.writing import Piece, Templates
from caborules.engine.decisions import element_type
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import CardType
from caborules.lower.loaded import Machine


@dataclass(frozen=True, slots=True)
class Generated:
    """``source`` defines, by point, ``LEGAL``, ``ASKED``, ``HELD``, ``COPY``, ``VALUE`` and ``AGAIN``; ``DO`` by point
    and offer; ``RUN`` by function number; ``BEGIN``; and ``TEMPLATES``, the first of which is for events made already.
    """

    source: str
    constants: dict[str, object]
    numbers: Numbering


def generate(machine: Machine) -> Generated:
    """Write the code. Raises Unsupported."""
    layout = Layout(machine, Pool())
    values = Values(layout)
    templates = Templates(layout.pool)
    templates.number(("e[1]",))
    live = live_before(machine)
    operations = Operations(layout, values, Moves(layout, values))
    flow = Flow(layout, values, operations, Skips(layout), graph_of(machine.lowered), live)
    numbers = numbering(layout)
    listing = Listing(layout, values, numbers)
    parts: list[str] = []
    do: list[str] = []
    for number, point in enumerate(machine.lowered.points):
        parts.append("\n".join([f"def legal{number}(s):", *listing.function(number)]))
        names = []
        for at, offer in enumerate(point.offers):
            piece = Piece(templates)
            _do(flow, piece, number, point, at, offer)
            parts.append("\n".join([f"def do{number}_{at}(s, x):", *piece.lines]))
            names.append(f"do{number}_{at}")
        do.append(f"({''.join(f'{name}, ' for name in names)})")
    entry = flow.number(machine.lowered.entry)
    functions: dict[int, str] = {}
    while flow.wanted:
        node = flow.wanted.pop()
        number = flow.numbers[node]
        functions[number] = "\n".join([f"def f{number}(s):", *flow.function(templates, node)])
    parts += [functions[number] for number in sorted(functions)]
    points = range(len(machine.lowered.points))
    working = "\n".join(["class Working:", f"    __slots__ = {tuple(layout.slots())!r}"])
    tables = [
        f"LEGAL = ({''.join(f'legal{n}, ' for n in points)})",
        f"DO = ({''.join(f'{one}, ' for one in do)})",
        f"RUN = ({''.join(f'f{n}, ' for n in sorted(functions))})",
        f"ASKED = ({''.join(f'lambda s: {_asked(values, point)}, ' for point in machine.lowered.points)})",
        f"HELD = ({''.join(f'lambda s: {_held(values, point)}, ' for point in machine.lowered.points)})",
        f"BEGIN = f{entry}",
        f"TEMPLATES = ({''.join(f'{one}, ' for one in templates.texts)})",
    ]
    source = "\n\n".join([working, *_copies(layout, live), *values.helpers, *parts, *tables]) + "\n"
    return Generated(source, layout.pool.values, numbers)


def _do(flow: Flow, piece: Piece, number: int, point: lo.Point, at: int, offer: lo.Offer) -> None:
    """Taking an offer. ``x``: the seat, the values of the parameters (of a card: place and position), and last the
    arguments as an action has them."""
    layout = flow.layout
    flow.begin_at(offer.target)
    wanted = _wanted(flow, number, point, offer)
    if offer.actor is not None and offer.actor in wanted:
        piece.line(f"{layout.register(offer.actor)} = x[0]")
    for i, domain in enumerate(offer.domains, 1):
        place = placed(offer, domain)
        if domain.register not in wanted:
            continue
        if place is not None:
            flow.operations.moves.chosen(piece, domain.register, place, piece.temporary(f"x[{i}]"))
        elif isinstance(element_type(domain.among.type), CardType):
            piece.line(f"{layout.register(domain.register)} = card_at{'s' if domain.many else ''}(s, x[{i}])")
        else:
            piece.line(f"{layout.register(domain.register)} = x[{i}]")
    if point.sealed and offer.kind == "choice":
        registers = [layout.register(domain.register) for domain in offer.domains]
        sets = "".join(f"{one}, " for one in ("x[0]", *registers))
        piece.line(f"s.sealed = (*s.sealed, ({number}, x[0], {at}, ({sets}), x[-1], False))")
        piece.event("sealed", point.source, seat="{0}[0]", dynamic=("x",))
        after = _after_sealing(layout, number)
        flow.begin_at(after)
        flow.go(piece, after, point.source.rules)
        return
    match offer.kind:
        case "decline" if point.sealed:
            piece.line(f"s.sealed = (*s.sealed, ({number}, x[0], -1, (), (), False))")
            piece.event("sealed", point.source, seat="{0}[0]", dynamic=("x",))
        case "decline":
            piece.event("declined", offer.source, seat="{0}[0]", dynamic=("x",))
        case "pass":
            assert offer.window is not None
            piece.line(f"s.q{layout.window(offer.window)} |= 1 << x[0]")
            piece.event("passed", NOWHERE, seat="{0}[0]", name=offer.window, dynamic=("x",))
        case "event":
            piece.event("happened", offer.source, name=offer.path)
        case "late":
            piece.event("late", offer.source, seat="{0}[0]", named="{0}[1]", dynamic=("x",))
        case _:
            piece.event("chose", offer.source, seat="{0}[0]", name=offer.path, value="{0}[-1]", dynamic=("x",))
    flow.go(piece, offer.target, offer.source.rules)


def _after_sealing(layout: Layout, point: int) -> int:
    """Where control goes at a point when a choice was sealed."""
    return next(node.next for node in layout.lowered.nodes if node.operation == lo.Ask(point))


def _wanted(flow: Flow, number: int, point: lo.Point, offer: lo.Offer) -> set[str]:
    """The registers of an offer that something reads once it is taken."""
    wanted = set(flow.live[offer.target])
    if point.sealed and offer.kind == "choice":
        wanted = {*flow.live[_after_sealing(flow.layout, number)], *(domain.register for domain in offer.domains)}
    for domain in reversed(offer.domains):
        place = placed(offer, domain)
        if domain.register in wanted and place is not None and isinstance(place.owner, ex.LocalRef):
            wanted.add(place.owner.name)
    return wanted


def _copies(layout: Layout, before: tuple[frozenset[str], ...]) -> list[str]:
    """For each point, and last for the end, a function that copies a working state with an empty log, and one that
    makes an immutable value of it. Registers that nothing reads any more are left out."""
    live = [*live_at(layout.lowered, before), frozenset[str]()]
    variables = tuple(layout.lowered.variables.values())
    windows = [f"{letter}{at}" for at in range(len(layout.lowered.windows)) for letter in "omq"]
    texts, tables = [], []
    for number, registers in enumerate(live):
        plain = [layout.register(name)[2:] for name in layout.lowered.registers if name in registers] + windows
        lines = [f"def copy{number}(s):", "    n = Working()", "    n.pl = [x[:] for x in s.pl]"]
        lines += [f"    n.{name} = s.{name}[:]" for name in ("at", "kn", "tu")]
        lines += ["    n.pt = s.pt", "    n.sealed = s.sealed", "    n.ch = s.ch", "    n.ev = []", "    n.oc = []"]
        for at, variable in enumerate(variables):
            lines.append(f"    n.v{at} = s.v{at}{'[:]' if variable.per_player else ''}")
        lines += [f"    n.{slot} = s.{slot}" for slot in plain]
        parts = ["s.pt", "tuple([tuple(x) for x in s.pl])", "tuple(s.kn)", "tuple(s.tu)", "s.sealed", "s.ch"]
        parts += [f"tuple(s.v{at})" if one.per_player else f"s.v{at}" for at, one in enumerate(variables)]
        parts += [f"s.{slot}" for slot in plain]
        lines += ["    return n", "", f"def value{number}(s):", f"    return ({', '.join(parts)})"]
        lines += [
            "",
            f"def again{number}(v):",
            "    n = Working()",
            "    n.ev, n.oc = [], []",
            "    n.pt, pl, kn, tu, n.sealed, n.ch, *rest = v",
            "    n.pl, n.kn, n.tu = [list(x) for x in pl], list(kn), list(tu)",
            "    n.at = places_of(n.pl, len(kn))",
        ]
        lines += [f"    n.v{at} = {'list' if one.per_player else ''}(rest[{at}])" for at, one in enumerate(variables)]
        lines += [f"    n.{slot} = rest[{at}]" for at, slot in enumerate(plain, len(variables))]
        lines.append("    return n")
        texts.append("\n".join(lines))
    every = [f"s.r{at} = " for at in range(len(layout.lowered.registers))]
    texts.append(f"def cleared(s):\n    {''.join(every)}None")
    for name, short in (("COPY", "copy"), ("VALUE", "value"), ("AGAIN", "again")):
        tables.append(f"{name} = ({''.join(f'{short}{n}, ' for n in range(len(live)))})")
    return [*texts, *tables]


def _asked(values: Values, point: lo.Point) -> str:
    """The seats that are still to act at a decision; at an await the legal actions tell."""
    for offer in point.offers:
        if offer.kind in ("choice", "decline") and offer.actor is not None:
            among = values.layout.register(offer.actor) + "," if offer.among is None else ""
            return f"({among})" if among else values.elements(offer.among, {})  # type: ignore[arg-type]  # not None here
    return "()"


def _held(values: Values, point: lo.Point) -> str:
    held = dict(point.held)
    conditions = [held.get(window) for window in values.layout.lowered.windows]
    return f"({''.join(('False' if one is None else values.value(one, {})) + ', ' for one in conditions)})"
