"""``caborules fmt``: rewrite files in the one layout."""

from __future__ import annotations

import difflib
from argparse import Namespace
from pathlib import Path
from typing import Final

from caborules.cli import arguments as shared
from caborules.cli import exits, outputs
from caborules.cli.problems import UsageError
from caborules.cli.reports import note_diagnostics, plural
from caborules.cli.terminal import Terminal
from caborules.diagnostics.record import Diagnostic, Refused

STDIN: Final = "-"
_MOST_BYTES: Final = (1 << 20) + 1
"""One more than a text may have, so that the parser sees that it is too large."""


def arguments(parser: shared.Parser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="paths; of a folder all .cabo files; `-` is standard input"
    )
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if a file would change")
    parser.add_argument("--diff", action="store_true", help="change nothing; print what would change")
    parser.add_argument(
        "--accept", action="store_true", help="also refresh every `was` whose parent has changed, after you have looked"
    )
    shared.output_format(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    """Format each file; a file with errors is left alone and the others are still done."""
    if options.accept and (options.check or options.diff or STDIN in options.files):
        raise UsageError("--accept rewrites files: it does not go with --check, --diff or -", "Leave one of them out.")
    results = [_one(name, options, terminal) for said in options.files for name in _files(said)]
    codes = [code for code, _ in results]
    if options.format == "json":
        terminal.json("caborules/fmt/1", {"files": [content for _, content in results]})
    elif options.check:
        changed = sum(code == exits.VIOLATED for code in codes)
        terminal.note(f"{plural(changed, 'file')} would change, {plural(len(codes) - changed, 'file')} would not")
    return next((code for code in (exits.REFUSED, exits.VIOLATED) if code in codes), exits.OK)


def _files(said: str) -> list[str]:
    """What is named: a file, or of a folder all rulesets and libraries in it and below, by name.

    Hidden folders are left out. A folder that has none stands for itself, and is refused when it is read.
    """
    folder = Path(said)
    try:
        if said == STDIN or not folder.is_dir():
            return [said]
        below = [path for path in folder.rglob("*.cabo") if path.is_file()]
    except (OSError, ValueError):
        return [said]
    shown = [path for path in below if not any(part.startswith(".") for part in path.relative_to(folder).parts)]
    return sorted(map(str, shown)) or [said]


def _one(name: str, options: Namespace, terminal: Terminal) -> tuple[int, dict[str, object]]:
    from caborules.diagnostics.render import render_dict

    try:
        old = _read(name, terminal)
        new = _format(old, name, options, terminal)
    except Refused as error:
        if options.format != "json":
            text = {name: old.decode("utf-8", "replace")} if name == STDIN else {}
            note_diagnostics(error.diagnostics, terminal, text)
        found = [render_dict(diagnostic) for diagnostic in error.diagnostics]
        return exits.REFUSED, {"file": name, "changed": False, "diagnostics": found}
    changed = new.encode() != old
    if options.format != "json":
        _tell(name, old, new, changed, options, terminal)
    if changed and name != STDIN and not options.check and not options.diff:
        outputs.write(name, new)
    content: dict[str, object] = {"file": name, "changed": changed, "diagnostics": []}
    if name == STDIN:
        content["text"] = new
    return exits.VIOLATED if changed and options.check else exits.OK, content


def _tell(name: str, old: bytes, new: str, changed: bool, options: Namespace, terminal: Terminal) -> None:
    if options.diff:
        lines = difflib.unified_diff(
            old.decode("utf-8").splitlines(), new.splitlines(), name, f"{name} (formatted)", lineterm=""
        )
        for line in lines:
            terminal.say(line)
    elif options.check:
        if changed:
            terminal.say(name)
    elif name == STDIN:
        terminal.out.write(new)
    elif changed:
        terminal.note(f"{name}: rewritten")


def _format(old: bytes, name: str, options: Namespace, terminal: Terminal) -> str:
    from caborules.syntax.printer import format_file
    from caborules.text import parse

    parse(old, name)
    text = old.decode("utf-8-sig")
    if name != STDIN:
        text = _with_parent_values(text, name, options.accept, terminal)
    return format_file(parse(text, name), text)


def _with_parent_values(text: str, name: str, refresh: bool, terminal: Terminal) -> str:
    """The text with every missing `was` written; with ``refresh`` the stale ones are renewed as well.

    Raises Refused for ``refresh`` where the file's parents have errors; without it they are no business of layout.
    """
    from caborules.names.accept import accepted, lacks_was
    from caborules.text import parse

    try:
        found = accepted(Path(name), missing_only=not refresh)
    except Refused as refused:
        if refresh:
            raise
        if lacks_was(parse(text, name)):
            terminal.note(f"{name}: a missing `was` could not be written, because of {_first_error(refused)}")
        return text
    for change in found.changes:
        before = "missing" if change.said is None else change.said
        terminal.note(f"{name}:{change.line}: was {before}, now {change.now}")
    return found.text if found.changes else text


def _first_error(refused: Refused) -> str:
    """``E507 in mine.cabo:12: There is no ...``."""
    first = next(one for one in refused.diagnostics if one.severity == "error")
    place = "" if first.span is None else f" in {first.span.file}:{first.span.start.line}"
    return f"{first.code}{place}: {first.message}"


def _read(name: str, terminal: Terminal) -> bytes:
    """The bytes of a file, or as many of them as show that it is too large."""
    if name == STDIN:
        return (
            terminal.inp.buffer.read(_MOST_BYTES) if hasattr(terminal.inp, "buffer") else terminal.inp.read().encode()
        )
    path = Path(name)
    try:
        if not path.is_file():
            why = "does not exist"
            if path.exists():
                why = "has no .cabo files" if path.is_dir() else "is not a file"
            raise Refused((Diagnostic("E205", None, f"{shared.shorten(name)} {why}.", "", "Give the path of a file."),))
        with path.open("rb") as stream:
            return stream.read(_MOST_BYTES)
    except (OSError, ValueError) as error:
        message = f"{shared.shorten(name)} cannot be read: {shared.reason(error)}."
        raise Refused((Diagnostic("E205", None, message, "", "Check its name and permissions."),)) from error
