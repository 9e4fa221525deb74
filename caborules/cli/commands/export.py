"""``caborules export --smt2 FILE -o DIR``: the obligations of a proof as files for any solver."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from caborules.cli import arguments as shared
from caborules.cli import exits, outputs
from caborules.cli.opening import read_text
from caborules.cli.problems import UsageError
from caborules.cli.reports import plural
from caborules.cli.terminal import Progress, Terminal

if TYPE_CHECKING:
    from caborules.api.game import Ruleset
    from caborules.check.certificate.record import Certificate


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a certificate, or a ruleset (which is checked first)")
    parser.add_argument("--smt2", action="store_true", required=True, help="as SMT-LIB 2, a file for each question")
    parser.output("-o", "--output", folder=True, required=True, metavar="DIR", help="the folder to write them to")
    shared.settings(parser)
    parser.add_argument("--ruleset", metavar="FILE", help="the ruleset of a certificate (the one that it names)")
    shared.quiet(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    """Exit code 1 where the certificate is not confirmed by Z3; nothing is written then."""
    from caborules.check.certificate.controls import controls
    from caborules.check.certificate.export import files
    from caborules.check.certificate.recheck import Answers, recheck, told, work_of
    from caborules.check.certificate.solvers import z3_says
    from caborules.tools.files import write_atomically

    progress = Progress(terminal)
    certificate, ruleset = _certificate(options, progress)
    result = recheck(certificate, ruleset, Answers({"Z3": z3_says}))
    progress.done()
    if result.status != "confirmed":
        terminal.note(f"caborules: {options.file} is not confirmed; nothing is written")
        for words in told(result):
            terminal.note(f"  {words}")
        return exits.VIOLATED
    written = list(files(result, controls(work_of(certificate, ruleset))))
    folder = Path(options.output)
    with outputs.written_to(options.output):
        folder.mkdir(parents=True, exist_ok=True)
        for file in written:
            write_atomically(folder / file.name, file.text)
    claimed = len(result.obligations)
    control = len(written) - claimed - 1
    terminal.say(
        f"{plural(claimed, 'question')} that must be unsat, {plural(control, 'negative control')} that must be sat,"
        f" and an index: {options.output}"
    )
    return exits.OK


def _certificate(options: Namespace, progress: Progress) -> tuple[Certificate, Ruleset]:
    from caborules.api.load import load
    from caborules.check.certificate.certify import certify
    from caborules.check.certificate.find import ruleset_of
    from caborules.check.certificate.record import read
    from caborules.check.run import examine

    if options.file.endswith(".json"):
        if options.settings:
            raise UsageError("a certificate has its options", "Leave --set out.")
        certificate = read(read_text(options.file, "the certificate"))
        named = options.ruleset
        return certificate, load(named) if named else ruleset_of(certificate, Path(options.file).parent)
    if options.ruleset:
        raise UsageError("--ruleset is for a certificate", "Leave it out.")
    ruleset = load(options.file)
    settings = shared.chosen(options.settings)
    report, looked = examine(
        ruleset, settings, progress=lambda what, done, of: progress(f"{options.file}: {what} ({done} of {of})")
    )
    made = certify(looked.work, report.verdicts, options.file)
    if made is None:
        raise UsageError(f"nothing is proved of {shared.shorten(options.file)}", "See: caborules check FILE")
    return made, ruleset
