"""The deck: packs -> the faces of its lines, in order."""

from __future__ import annotations

import itertools
import math

from caborules.ir.system import DeckLine, Face
from caborules.ir.types import EnumType, NumberType
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.types import wants
from caborules.types.report import Failed
from caborules.types.world import Env, World, cites

LIMIT = 2_000
"""So many cards a deck has at most."""


def deck_line(w: World, line: n.DeckLine) -> DeckLine:
    """One line of the deck. Raises Failed."""
    if line.pack not in w.book.packs:
        mend = suggestion(line.pack, w.book.packs, "Packs are declared by  pack.")
        raise w.report.error("E201", line.span, f'There is no pack "{line.pack}".', mend)
    faces = pack_faces(w, w.book.packs[line.pack])
    times = None if line.times is None else wants.number(w, line.times, Env())
    when = None if line.when is None else wants.condition(w, line.when, Env())
    if times is not None and wants.range_of(times).low < 0:
        raise w.report.error("E302", line.span, "A pack cannot be there fewer than 0 times.", "Begin at 0.")
    return DeckLine(line.span, cites(line.cites), line.pack, faces, times, when)


def pack_faces(w: World, pack: n.Pack) -> tuple[Face, ...]:
    """The cards of a pack in the order of its lines, copies one after another. Raises Failed."""
    return tuple(face for line in pack.lines for face in _line_faces(w, line))


def _line_faces(w: World, line: n.PackLine) -> list[Face]:
    values: dict[str, list[str | int]] = {}
    for axis in line.axes:
        if axis.attribute not in w.attributes:
            if axis.attribute in w.book.attributes:
                raise Failed
            mend = suggestion(axis.attribute, w.attributes, "Attributes are declared by  attribute.")
            raise w.report.error("E201", axis.span, f'Cards have no attribute "{axis.attribute}".', mend)
        if axis.attribute in values:
            raise w.report.error("E202", axis.span, f'"{axis.attribute}" stands twice in this line.', "Take one away.")
        values[axis.attribute] = axis_values(w, axis, w.attributes[axis.attribute])
    missing = [name for name in w.attributes if name not in values]
    if missing:
        message = f"These cards have no {' and no '.join(missing)}."
        mend = f"Add  and each {missing[0]} ...  with one value at least."
        raise w.report.error("E214", line.span, message, mend)
    size = math.prod(len(each) for each in values.values()) * (line.copies or 1)
    if size > LIMIT:
        message = f"These are {size:,} cards; {LIMIT:,} are the limit."
        raise w.report.error("E313", line.span, message, "Take fewer values or fewer copies.")
    # The first axis varies slowest, whatever the order in which the attributes were declared.
    order = [list(values).index(name) for name in w.attributes]
    product = itertools.product(*values.values())
    return [tuple(face[i] for i in order) for face in product for _ in range(line.copies or 1)]


def axis_values(w: World, axis: n.Axis, enum: EnumType) -> list[str | int]:
    """The values of one attribute in a line of a pack. Raises Failed (E201)."""
    found: list[str | int] = []
    for part in axis.pattern.parts:
        match part:
            case n.PatternSpan(low=low, high=high):
                found.extend(range(low, min(high, low + LIMIT) + 1))
            case n.PatternWords(words=(single,), of=None):
                found.append(single)
            case _:
                message = "Single words and numbers stand here, with commas between."
                raise w.report.error("E301", part.span, message, "Write for example  each rank ace, 2..10, jack.")
    for value in found:
        if value not in enum.members:
            mend = suggestion(str(value), [str(m) for m in enum.members])
            raise w.report.error("E201", axis.span, f'{enum.name} has no "{value}".', mend)
    return found


def size(w: World, lines: tuple[DeckLine, ...]) -> NumberType:
    """The fewest and the most cards that the deck may have."""
    low = high = 0
    for line in lines:
        times = NumberType(1, 1) if line.times is None else wants.range_of(line.times)
        low += len(line.faces) * (0 if line.when is not None else times.low)
        high += len(line.faces) * times.high
    if high > LIMIT:
        message = f"The deck may have {high} cards; {LIMIT} are the limit."
        raise w.report.error("E313", w.book.deck.span, message, "Take fewer packs.")
    if high == 0 and len(lines) == len(w.book.deck.lines):
        raise w.report.error("E302", w.book.deck.span, "This deck has no cards.", "Take a pack at least once.")
    return NumberType(low, high)
