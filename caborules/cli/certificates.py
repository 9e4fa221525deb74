"""What came of certificates, for people and for machines: shared by ``recheck`` and ``check``."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from caborules.cli.arguments import Parser
from caborules.cli.outputs import written_to
from caborules.cli.terminal import Progress
from caborules.diagnostics.verdict import ExitCode

if TYPE_CHECKING:
    from caborules.check.certificate.recheck import Answers, Rechecked
    from caborules.check.certificate.record import Certificate
    from caborules.check.report import Report
    from caborules.check.run import Looked


_AFTER_CHECK: Final[Mapping[str, ExitCode]] = {"confirmed": 0, "undecided": 3, "rejected": 70}
"""What was proved a moment ago and is rejected now is a fault of the tool."""


# ---------------------------------------------------------------- with check
@dataclass(frozen=True, slots=True)
class Confirmed:
    """What came of the certificate of a check: its exit code, what to add to the report, and lines for people."""

    code: ExitCode = 0
    content: Mapping[str, object] = field(default_factory=dict)
    lines: tuple[str, ...] = ()


def arguments(parser: Parser) -> None:
    """``--certify`` and ``--solvers`` of ``check``."""
    parser.output(
        "--certify", folder=True, metavar="DIR", help="write what was proved into a certificate in this folder"
    )
    parser.add_argument(
        "--solvers",
        choices=("z3", "both"),
        default="z3",
        help="both: what was proved is shown again by Z3 and cvc5 (exit code 3 where one of them cannot)",
    )


def after_check(file: str, report: Report, looked: Looked, options: Namespace, progress: Progress) -> Confirmed:
    """Write the certificate (``--certify``) and have both solvers confirm it (``--solvers both``).

    Raises UsageError where it cannot be written, and DisagreementError.
    """
    if options.certify is None and options.solvers != "both":
        return Confirmed()
    from caborules.check.certificate.certify import certify
    from caborules.check.certificate.find import file_name, reference

    folder = Path(options.certify) if options.certify else Path()
    certificate = certify(looked.work, report.verdicts, reference(file, folder))
    if certificate is None:
        return Confirmed(lines=("Nothing is proved that could be certified.",))
    written: dict[str, object] = {}
    lines: tuple[str, ...] = ()
    if options.certify:
        path = folder / file_name(certificate.name, certificate.options)
        _write(path, certificate)
        written, lines = {"certificate": str(path)}, (f"Certificate: {path}",)
    if options.solvers != "both":
        return Confirmed(0, written, lines)
    confirmed = _confirm(certificate, looked, progress)
    return Confirmed(confirmed.code, {**written, **confirmed.content}, (*lines, *confirmed.lines))


def _write(path: Path, certificate: Certificate) -> None:
    from caborules.check.certificate.record import write
    from caborules.tools.files import write_atomically

    with written_to(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, write(certificate))


def _confirm(certificate: Certificate, looked: Looked, progress: Progress) -> Confirmed:
    """Read what would be written, and recheck that."""
    from caborules.check.certificate.recheck import Answers, DisagreementError, recheck, told
    from caborules.check.certificate.record import read, write

    answers = Answers(possible=looked.work.memory.possible)
    progress(f"{certificate.name}: shown again by both solvers")
    try:
        result = recheck(read(write(certificate)), looked.work.ruleset, answers)
    except DisagreementError as error:
        return Confirmed(70, {"disagreement": str(error)}, disagreement(certificate.name, error))
    lines = [f"{result.status.capitalize()}: {confirmed_text(answers)}"]
    lines += [f"  not confirmed: {words}" for words in told(result)]
    code = _AFTER_CHECK[result.status]
    return Confirmed(code, {"recheck": content(result)}, tuple(lines))


# ---------------------------------------------------------------- what is shown
def disagreement(what: str, error: Exception) -> tuple[str, ...]:
    """What is said when one solver confirms what the other refutes."""
    return (
        f"caborules: internal error: two solvers disagree on {what}.",
        str(error),
        "One of them, or the translation, is wrong: nothing that they proved is to be relied on.",
        "Please report it with the file and the versions of both.",
    )


def rows(result: Rechecked) -> tuple[tuple[str, ...], ...]:
    """A line of the table for each property: counts, and seconds by solver."""
    found = []
    for name, tally in result.tallies.items():
        claimed = result.certificate.claims.get(name, "")
        seconds = (f"{tally.seconds.get(solver, 0.0):.2f} s" for solver in result.solvers)
        counts = (tally.obligations, tally.as_written, tally.questions)
        found.append((name, claimed, *map(str, counts), *seconds))
    return tuple(found)


def content(result: Rechecked) -> dict[str, object]:
    """The same for machines. ``seconds`` are all that differs from run to run."""
    return {
        "name": result.certificate.name,
        "hash": result.certificate.hash,
        "options": dict(result.certificate.options),
        "status": result.status,
        "claims": dict(result.certificate.claims),
        "facts": result.facts,
        "open": list(result.open),
        "properties": {
            name: {
                "obligations": tally.obligations,
                "as-written": tally.as_written,
                "questions": tally.questions,
                "asked": tally.asked,
                "seconds": {solver: f"{tally.seconds.get(solver, 0.0):.2f}" for solver in result.solvers},
            }
            for name, tally in result.tallies.items()
        },
    }


def confirmed_text(answers: Answers) -> str:
    """How many questions were put to which solvers, and how long they took."""
    versions = solver_versions()
    took = " and ".join(f"{name} {versions[name]} ({answers.seconds.get(name, 0.0):.1f} s)" for name in answers.solvers)
    return f"{len(answers.said)} different questions, each put to {took}."


def solver_versions() -> dict[str, str]:
    """The versions of the solvers, by their names."""
    from importlib import metadata

    return {"Z3": metadata.version("z3-solver"), "cvc5": metadata.version("cvc5")}
