"""What the JSON texts of states and traces share: their header, and values and actions in JSON. Reading trusts nothing.

A text begins with ``format``, ``language`` and ``ir`` (versions), ``ruleset`` (content hash), ``name``, ``players`` and
``options``. Tuples are lists; a rule held by an option is ``{"rule": name, "given": [[name, value], ...]}``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

from caborules.diagnostics.plain import quoted
from caborules.diagnostics.record import Diagnostic, Refused
from caborules.engine.chance import Outcome
from caborules.engine.decisions import Action
from caborules.engine.game import set_up
from caborules.engine.setup import Setup
from caborules.ir.content_hash import content_hash
from caborules.ir.system import System
from caborules.ir.types import RuleValue, Value

LANGUAGE: Final = 1
IR: Final = 1
LONGEST: Final = 64 * 1024 * 1024
"""The longest text that is read, in characters."""

T = TypeVar("T")


class Misread(Exception):  # noqa: N818 - turned into a Refused before anybody sees it
    """The text is not what it should be; ``str`` says where and what was expected."""


def refused(code: str, message: str, why: str = "", mend: str = "") -> Refused:
    return Refused((Diagnostic(code, None, message, why, mend),))


# ---------------------------------------------------------------- header
def header(setup: Setup, kind: str) -> dict[str, Any]:
    options = setup.system.options
    return {
        "format": kind,
        "language": LANGUAGE,
        "ir": IR,
        "ruleset": setup.hash,
        "name": setup.system.name,
        "players": setup.players,
        "options": {key: written(value) for key, value in setup.options.items() if options[key].openness != "fixed"},
    }


def json_of(text: str, kind: str) -> dict[str, Any]:
    """The parts of a text that says it is of this kind, whatever its version. Raises Refused: E711, which says whether
    the text is damaged, and where, or is no such text at all."""
    what = kind.split("/")[1]
    begins = text.lstrip("\ufeff \t\r\n")
    try:
        if len(text) > LONGEST:
            raise Misread(f"It is longer than {LONGEST} characters")
        parts = json.loads(text)
    except json.JSONDecodeError as error:
        if not begins.startswith("{"):
            raise _not_one(what, "It is not JSON" if begins else "It is empty") from error
        place = f"line {error.lineno}, column {error.colno}"
        if error.pos >= len(text.rstrip()) or not text.rstrip().endswith("}"):
            found = f"This {what} does not end: the text is cut off in {place}."
        else:
            found = f"This {what} is damaged: {error.msg} in {place}."
        raise refused("E711", found, "Part of it is missing or was edited.", f"Take the {what} again.") from error
    except (ValueError, RecursionError, Misread) as error:
        raise _not_one(what, str(error)) from error
    if not isinstance(parts, dict) or not str(parts.get("format", "")).startswith(kind.rpartition("/")[0] + "/"):
        raise _not_one(what, f'It does not begin with "format": "{kind}"')
    return parts


def _not_one(what: str, why: str) -> Refused:
    given = "Name a file that  caborules trace  has written." if what == "trace" else "Name a text that was saved."
    return refused("E711", f"This is no {what}.", f"{why}.", given)


def read_text(text: str, kind: str, fields: tuple[str, ...]) -> dict[str, Any]:
    """The parts of a text of this kind, its header and ``fields``; what they hold is not looked at yet.

    Raises Refused: E711 not such a text or a damaged one, E712 of another version.
    """
    parts = json_of(text, kind)
    for name, version in (("format", kind), ("language", LANGUAGE), ("ir", IR)):
        if name in parts and (parts[name] != version or isinstance(parts[name], bool)):
            what = f"This text has {name} {quoted(json.dumps(parts[name]), 40)}; this program reads {version}."
            raise refused("E712", what, mend="Read it with the version of caborules that wrote it.")
    expected = {"format", "language", "ir", "ruleset", "name", "players", "options", *fields}
    if set(parts) != expected:
        odd = [quoted(key, 40) for key in sorted(expected.symmetric_difference(parts))]
        told = ", ".join(odd[:5]) + (f" and {len(odd) - 5} more" if len(odd) > 5 else "")
        raise refused("E711", f"This is not a {kind} text.", f"Missing or not expected: {told}.")
    return parts


def read_setup(system: System, parts: dict[str, Any]) -> Setup:
    """The setup that a text is about. Raises Refused: E711, E713 of another ruleset, and what ``set_up`` raises."""
    if parts["ruleset"] != content_hash(system):
        other = quoted(str(parts["name"]), 60)
        what = f"The text was made with another ruleset ({other}), or with an older text of this one."
        raise refused(
            "E713", what, f"Its content hash is not that of {system.name}.", "Name the ruleset that it is of."
        )
    with_misread(lambda: text_of(parts["name"], "name"))
    players = with_misread(lambda: whole(parts["players"], "players"))
    return set_up(system, players, with_misread(lambda: _options(parts["options"])))


def with_misread(read: Callable[[], T]) -> T:
    """Read, and refuse what cannot be read."""
    try:
        return read()
    except Misread as error:
        raise refused("E711", "The text is damaged.", f"{error}.", "Is it cut off or edited?") from error


def _options(parts: Any) -> dict[str, Value]:
    if not isinstance(parts, dict):
        raise Misread("options: expected names with values")
    return {text_of(key, "options"): read_value(value, f"options.{key}") for key, value in parts.items()}


# ---------------------------------------------------------------- values and actions
def written(value: Value) -> Any:
    match value:
        case tuple():
            return [written(one) for one in value]
        case RuleValue(rule, given):
            return {"rule": rule, "given": [[name, written(one)] for name, one in given]}
        case _:
            return value


def read_value(part: Any, where: str) -> Value:
    match part:
        case None | bool() | int() | str():
            return part
        case list():
            return tuple(read_value(one, where) for one in part)
        case {"rule": str() as rule, "given": list() as given, **rest} if not rest:
            return RuleValue(rule, tuple(read_pair(one, where) for one in given))
        case _:
            raise Misread(f"{where}: not a value")


def read_pair(part: Any, where: str) -> tuple[str, Value]:
    match part:
        case [str() as name, value]:
            return (name, read_value(value, where))
        case _:
            raise Misread(f"{where}: expected a name and a value")


def written_action(action: Action) -> dict[str, Any]:
    """Left out are no arguments, and no opening."""
    parts: dict[str, Any] = {"seat": action.seat, "choice": action.choice}
    if action.arguments:
        parts["arguments"] = written(action.arguments)
    if action.opening is not None:
        parts["opening"] = action.opening
    return parts


def read_action(part: Any, where: str) -> Action:
    match part:
        case {"seat": None | int() as seat, "choice": str() as choice, **rest} if set(rest) <= {"arguments", "opening"}:
            arguments = read_value(rest.get("arguments", []), f"{where}.arguments")
            if not isinstance(arguments, tuple):
                raise Misread(f"{where}.arguments: expected a list")
            if _holds_truth((arguments, seat)):
                raise Misread(f"{where}: true and false are no arguments")
            opening = rest.get("opening")
            return Action(seat, choice, arguments, None if opening is None else whole(opening, f"{where}.opening"))
        case _:
            raise Misread(f"{where}: not an action")


def _holds_truth(value: Value) -> bool:
    """Is there a yes or no anywhere in it? Python takes them for 1 and 0."""
    return isinstance(value, bool) or (isinstance(value, tuple) and any(_holds_truth(one) for one in value))


def read_outcomes(part: Any, where: str) -> tuple[Outcome, ...]:
    outcomes: list[Outcome] = []
    for one in items(part, where):
        if isinstance(one, list):
            outcomes.append(tuple(whole(index, where) for index in one))
        else:
            outcomes.append(whole(one, where))
    return tuple(outcomes)


# ---------------------------------------------------------------- checks
def whole(part: Any, where: str, below: int | None = None) -> int:
    if not isinstance(part, int) or isinstance(part, bool) or part < 0 or (below is not None and part >= below):
        raise Misread(f"{where}: expected a whole number" + ("" if below is None else f" below {below}"))
    return part


def text_of(part: Any, where: str) -> str:
    if not isinstance(part, str):
        raise Misread(f"{where}: expected a text")
    return part


def items(part: Any, where: str, size: int | None = None) -> list[Any]:
    if not isinstance(part, list) or (size is not None and len(part) != size):
        raise Misread(f"{where}: expected a list" + ("" if size is None else f" of {size}"))
    return part


def canonical(parts: Any) -> str:
    """JSON in one way only: keys sorted, no blanks."""
    return json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(parts: Any) -> str:
    """128 bits of SHA-256 over the canonical JSON, in hexadecimal."""
    return hashlib.sha256(canonical(parts).encode()).hexdigest()[:32]
