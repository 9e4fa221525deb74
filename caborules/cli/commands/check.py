"""``caborules check FILE...``: static checks, examples, clauses, proofs; what was found, on what evidence."""

from __future__ import annotations

import io
import json
import time
from argparse import Namespace
from typing import TYPE_CHECKING, Final

from caborules.cli import arguments as shared
from caborules.cli import certificates, outputs, witnesses
from caborules.cli.garbage import seldom
from caborules.cli.problems import UsageError
from caborules.cli.terminal import Progress, Terminal
from caborules.diagnostics.record import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caborules.check.outcome import Outcome

FORMATS: Final = ("text", "json", "sarif", "junit")
_ASKED: Final = ("preset", "all_options", "max_combinations", "solvers")
"""The arguments that change what is found, beside the options that are set."""


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="paths, or names of shipped rulesets")
    parser.add_argument(
        "--strict", action="store_true", help="exit code 4 if something was not run, never applies, or is not declared"
    )
    shared.settings(parser)
    parser.add_argument("--preset", metavar="NAME", help="the options of a preset; --set goes before it")
    parser.add_argument(
        "--all-options",
        action="store_true",
        help="all combinations of the options, or of their values at least every pair (minutes); "
        "--set and --preset keep theirs",
    )
    parser.add_argument(
        "--max-combinations",
        type=shared.count(1),
        metavar="N",
        help="with --all-options: so many at most; then nothing is said to hold",
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="for people, for programs, for code scanning (SARIF), for CI"
    )
    parser.output("-o", dest="output", metavar="OUT", help="write the result to a file instead")
    parser.add_argument("--no-cache", action="store_true", help="check again even if nothing has changed")
    certificates.arguments(parser)
    witnesses.arguments(parser)
    parser.add_argument("--watch", action="store_true", help="check again whenever a file of the ruleset changes")
    shared.quiet(parser)


def run(options: Namespace, terminal: Terminal) -> int:
    """Check each file; the exit code is the worst of theirs."""
    if options.max_combinations is not None and not options.all_options:
        raise UsageError("--max-combinations is for --all-options", "Give both, or neither.")
    if options.all_options and (options.certify or options.solvers == "both"):
        raise UsageError("certificates are for one choice of options", "Leave --all-options out.")
    if options.all_options and options.witnesses:
        raise UsageError("witnesses are written for one choice of options", "Give them with --set instead.")
    shared.chosen(options.settings)
    if not options.watch:
        return _once(options, terminal)
    from caborules.cli.watch import watch

    return watch(options.files, lambda: _once(options, terminal), terminal)


def _once(options: Namespace, terminal: Terminal) -> int:
    """Check all files and write the result."""
    if options.output is None:
        return _written(options, terminal, terminal)
    text = io.StringIO()
    code = _written(options, terminal, Terminal(terminal.inp, text, terminal.err, terminal.quiet))
    outputs.write(options.output, text.getvalue())
    return code


def _written(options: Namespace, terminal: Terminal, result: Terminal) -> int:
    """Check all files and write to ``result``; text as it comes. ``terminal`` is told the progress."""
    from caborules.cli.check_text import print_outcome
    from caborules.diagnostics.verdict import worst

    outcomes: list[Outcome] = []
    for number, file in enumerate(options.files):
        outcomes.append(_outcome(file, options, terminal))
        if options.format == "text":
            if number:
                result.say()
            print_outcome(outcomes[-1], _said(options), options.strict, result)
    code = worst([one.exit_code(options.strict) for one in outcomes])
    if options.format != "text":
        _for_machines(options, outcomes, code, result)
    return code


def _for_machines(options: Namespace, outcomes: Sequence[Outcome], code: int, result: Terminal) -> None:
    from caborules.cli.version import version

    if options.format == "json":
        result.json("caborules/check/1", {"rulesets": [one.to_json() for one in outcomes]})
    elif options.format == "sarif":
        from caborules.tools.sarif import sarif

        result.out.write(sarif(outcomes, version(), code, options.strict))
    else:
        from caborules.tools.junit import junit

        result.out.write(junit(outcomes, options.strict))


def _said(options: Namespace) -> tuple[str, ...]:
    """The options chosen, in words."""
    chosen = [f"{key} = {value}" for key, value in shared.chosen(options.settings).items()]
    return (*chosen, *([f"preset {options.preset}"] if options.preset else []))


# ---------------------------------------------------------------- one file
def _outcome(file: str, options: Namespace, terminal: Terminal) -> Outcome:
    """What comes of a file, from the cache where nothing that it rests on has changed."""
    from caborules.tools.cache import usual_cache
    from caborules.tools.fingerprint import fingerprint

    # Where files are to be written, there is something to do.
    cache = None if options.no_cache or options.certify or options.witnesses else usual_cache()
    asked = (
        "check",
        json.dumps([sorted(shared.chosen(options.settings).items()), *(getattr(options, n) for n in _ASKED)]),
    )
    key = None if cache is None else fingerprint(file, asked)
    if cache is None or key is None:
        return _checked(file, options, terminal)
    kept = cache.find(key)
    if kept is not None:
        if not terminal.quiet:
            terminal.note(f"{file}: nothing has changed since {kept.made}; --no-cache checks again")
        return kept.outcome
    outcome = _checked(file, options, terminal)
    if outcome.report is not None and fingerprint(file, asked) == key:
        cache.keep(key, outcome, time.time())
    return outcome


@seldom()
def _checked(file: str, options: Namespace, terminal: Terminal) -> Outcome:
    from caborules.api.game import preset_settings
    from caborules.api.load import load
    from caborules.check.outcome import Outcome

    progress = Progress(terminal)

    def tell(what: str, done: int, whole: int) -> None:
        progress(f"{file}: {what} ({done} of {whole})")

    try:
        ruleset = load(file)
        settings = dict(preset_settings(ruleset.system, options.preset)) if options.preset else {}
        settings.update(shared.chosen(options.settings))
        if options.all_options:
            from caborules.check.options import check_all

            return Outcome(file, check_all(ruleset, settings, most=options.max_combinations, progress=tell))
        from caborules.check.run import examine

        report, looked = examine(ruleset, settings, progress=tell)
        confirmed = certificates.after_check(file, report, looked, options, progress)
        written = witnesses.write(options.witnesses, report, looked.work) if options.witnesses else ()
        return Outcome(file, report, (), confirmed.code, confirmed.content, (*confirmed.lines, *written))
    except Refused as refused:
        return Outcome(file, None, refused.diagnostics)
    finally:
        progress.done()
