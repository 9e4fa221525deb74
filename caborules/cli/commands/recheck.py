"""``caborules recheck CERTIFICATE|FOLDER...``: what certificates claim, shown again by two solvers."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from caborules.cli import arguments as shared
from caborules.cli import exits
from caborules.cli.certificates import confirmed_text, content, disagreement, rows, solver_versions
from caborules.cli.garbage import seldom
from caborules.cli.opening import read_text
from caborules.cli.problems import UsageError
from caborules.cli.reports import note_diagnostics, plural
from caborules.cli.terminal import Progress, Table, Terminal
from caborules.diagnostics.record import Diagnostic, Refused

if TYPE_CHECKING:
    from caborules.check.certificate.recheck import Answers, Rechecked

_CODES = {"confirmed": exits.OK, "rejected": exits.VIOLATED, "undecided": exits.UNDECIDED}
_WORST = (exits.REFUSED, exits.VIOLATED, exits.UNDECIDED)


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("files", nargs="+", metavar="CERTIFICATE|FOLDER", help="certificates, or folders of them")
    parser.add_argument("--ruleset", metavar="FILE", help="their ruleset (the one that each certificate names)")
    shared.output_format(parser)
    shared.quiet(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    """The exit code is the worst: 2 stale or unreadable, 1 rejected, 3 a solver could not tell, 70 they disagree."""
    from caborules.check.certificate.recheck import Answers, DisagreementError

    answers = Answers()
    codes: list[int] = []
    contents: list[dict[str, object]] = []
    progress = Progress(terminal)
    for path in _paths(options.files):
        try:
            result = _one(path, options.ruleset, answers, progress)
        except Refused as error:
            progress.done()
            codes.append(exits.REFUSED)
            contents.append(_refused(path, error.diagnostics))
            if options.format == "text":
                terminal.say(f"{path}: not rechecked")
                note_diagnostics(error.diagnostics, terminal, {})
            continue
        except DisagreementError as error:
            progress.done()
            for words in disagreement(str(path), error):
                terminal.note(words)
            return exits.INTERNAL
        progress.done()
        codes.append(_CODES[result.status])
        contents.append({"file": str(path), **content(result)})
        if options.format == "text":
            _print(path, result, terminal)
    if options.format == "json":
        terminal.json("caborules/recheck/1", {"solvers": solver_versions(), "certificates": contents})
    else:
        _print_sum(codes, answers, terminal)
    return next((code for code in _WORST if code in codes), exits.OK)


def _paths(names: list[str]) -> list[Path]:
    """The certificates, those of a folder by name. Raises UsageError."""
    found = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(path.glob("*.json"))
            if not inside:
                raise UsageError(f"no certificates in {shared.shorten(name)}", "They are files that end in .json.")
            found += inside
        else:
            found.append(path)
    return found


@seldom()
def _one(path: Path, ruleset: str | None, answers: Answers, progress: Progress) -> Rechecked:
    from caborules.api.load import load
    from caborules.check.certificate.find import ruleset_of
    from caborules.check.certificate.recheck import recheck
    from caborules.check.certificate.record import read

    progress(f"{path}")
    certificate = read(read_text(str(path), "the certificate"))
    rules = load(ruleset) if ruleset is not None else ruleset_of(certificate, path.parent)
    return recheck(certificate, rules, answers, lambda what, done, of: progress(f"{path}: {what} ({done} of {of})"))


def _refused(path: Path, diagnostics: tuple[Diagnostic, ...]) -> dict[str, object]:
    from caborules.diagnostics.render import render_dict

    return {"file": str(path), "status": "refused", "diagnostics": [render_dict(one) for one in diagnostics]}


# ---------------------------------------------------------------- for people
def _print(path: Path, result: Rechecked, terminal: Terminal) -> None:
    from caborules.check.certificate.recheck import told

    settings = "".join(f", {key} = {value}" for key, value in result.certificate.options.items())
    terminal.heading(f"{path}: {result.certificate.name}{settings}: {result.status}")
    table = Table(("property", "claimed", "obligations", "as written", "questions", *result.solvers), rows(result))
    terminal.table(table)
    for words in told(result):
        terminal.say(f"  not confirmed: {words}")
    terminal.say()


def _print_sum(codes: list[int], answers: Answers, terminal: Terminal) -> None:
    good = codes.count(exits.OK)
    parts = [f"{plural(good, 'certificate')} confirmed"]
    parts += [f"{len(codes) - good} not"] if good < len(codes) else []
    terminal.say(f"{', '.join(parts)}. {confirmed_text(answers)}")
