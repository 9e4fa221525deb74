"""Whatever a text says, it is refused with a diagnostic or it can be played; nothing else ever happens.

300 texts in an ordinary run, 10,000 where CABORULES_CI is set; always the same ones. CABORULES_FUZZ=N tries N others,
drawn anew each time: to look for faults.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings

from caborules.cli import exits, main
from caborules.diagnostics.record import Diagnostic, Refused
from caborules.diagnostics.span import Position, Span
from tests.fuzz import pipeline, seeds
from tests.fuzz.cases import KINDS, Case, case, cases
from tests.fuzz.grafts import phrases
from tests.fuzz.grammar_texts import grammar, laid_out, sentence
from tests.fuzz.mutations import mutated, words_of

MORE: Final = os.environ.get("CABORULES_FUZZ")
COUNT: Final = int(MORE) if MORE else 10_000 if os.environ.get("CABORULES_CI") else 300
FUZZ: Final = settings(
    max_examples=COUNT,
    derandomize=not MORE,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that texts may extend and use."""
    made = tmp_path_factory.mktemp("fuzz")
    for file in seeds.NAMES_GAME.iterdir():
        shutil.copy(file, made / file.name)
    return made


def test_every_text_is_refused_or_can_be_played(folder: Path) -> None:
    stages: Counter[str] = Counter()
    codes: Counter[str] = Counter()

    @FUZZ
    @given(cases())
    def each(one: Case) -> None:
        outcome = pipeline.run(one.source, folder)
        stages[outcome.stage] += 1
        codes.update(outcome.codes)

    each()
    # The texts are worth trying only if they reach every part: a generator of noise would stop at the parser.
    whole = sum(stages.values())
    assert {"text", "names", "types", "play"} <= set(stages), stages
    assert stages["play"] > whole / 50, stages
    assert stages["types"] > whole / 20, stages
    assert len(codes) > 15, codes


COMMANDS: Final = (
    ["fmt", "--check"],
    ["options", "--all"],
    ["show"],
    ["show", "--lowered"],
    ["moves", "--after", "3"],
    ["sim", "--games", "1", "--max-steps", "5", "--bots", "random"],
    ["trace", "--moves", "3"],
    ["options", "--format", "json"],
)


def test_every_command_ends_in_a_documented_exit_code(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    path = folder / "command.cabo"
    codes: Counter[int] = Counter()
    for number in range(COUNT // 25):
        one = case(KINDS[number % len(KINDS)], 10**6 + number)
        path.write_bytes(one.source)
        with pipeline.clock():
            code = main([*COMMANDS[number % len(COMMANDS)], str(path)])
        shown = capsys.readouterr()
        assert code in exits.MEANING and code != exits.INTERNAL, (shown.err, one)
        assert "Traceback" not in shown.err, (shown.err, one)
        assert "internal error" not in shown.err, one
        codes[code] += 1
    assert codes[exits.OK] and codes[exits.REFUSED]
    path.unlink()


# ---------------------------------------------------------------- the fuzzer itself
@pytest.mark.parametrize("seed", seeds.games(), ids=lambda seed: seed.name)
def test_what_the_fuzzer_starts_from_can_be_played(seed: seeds.Seed, folder: Path) -> None:
    assert pipeline.run("".join(seed.sections).encode(), folder).stage == "play"
    assert all(phrases(section) for section in seed.sections[1:])


def test_the_grammar_is_walked_everywhere() -> None:
    """Every terminal that can be written at all is written in some sentence."""
    rng = Random(1)
    said = {word for _ in range(1500) for word in sentence(rng)}
    reached, todo = set[str](), ["item"]
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo += [part for way in grammar().ways.get(name, ()) for part in way]
    missing = {part for part in reached if part in grammar().words and grammar().words[part] not in said}
    assert missing <= {"_DOT"}, missing


def test_cases_are_the_same_each_time() -> None:
    for kind in KINDS:
        assert case(kind, 5) == case(kind, 5)
    assert "".join(words_of(seeds.VARIANT)) == seeds.VARIANT
    assert laid_out(["rule", "x", "_NL", "_INDENT", "again", "_NL", "_DEDENT"]) == "rule x\n    again\n"


@pytest.mark.parametrize("text", ["", "\n", " ", "x", "\n\n"])
def test_next_to_nothing_can_be_mutated(text: str) -> None:
    for seed in range(400):
        mutated(Random(seed), text, ["", text, "rule x\n"], 3)


GOOD: Final = "".join(seeds.games()[0].sections).encode()
SPAN: Final = Span("main.cabo", Position(1, 1), Position(1, 2))


def _raises(error: BaseException) -> Callable[..., object]:
    def raising(*_args: object) -> object:
        raise error

    return raising


def _endless(*_args: object) -> object:
    while True:
        pass


PLANTED: Final[dict[str, tuple[str, Callable[..., object], type[BaseException]]]] = {
    "a key that is not there": ("check_flow", _raises(KeyError("x")), KeyError),
    "recursion": ("elaborate", _raises(RecursionError()), RecursionError),
    "a loop without end": ("elaborate", _endless, pipeline.TooLong),
    "no reason": ("elaborate", _raises(Refused(())), AssertionError),
    "an unknown code": ("elaborate", _raises(Refused((Diagnostic("E999", SPAN, "Bad."),))), AssertionError),
    "an empty message": ("elaborate", _raises(Refused((Diagnostic("E301", SPAN, " "),))), AssertionError),
    "a repr": ("elaborate", _raises(Refused((Diagnostic("E301", SPAN, f"Bad {SPAN!r}."),))), AssertionError),
    "a colour": ("render_one", lambda *_: "\x1b[31mBad.", AssertionError),
    "a line that is not there": (
        "elaborate",
        _raises(Refused((Diagnostic("E301", Span("main.cabo", Position(9999, 1), Position(9999, 2)), "Bad."),))),
        AssertionError,
    ),
    "a file that is not there": (
        "elaborate",
        _raises(Refused((Diagnostic("E301", Span("nowhere.cabo", Position(1, 1), Position(1, 2)), "Bad."),))),
        AssertionError,
    ),
    "layout that loses a section": (
        "format_file",
        lambda file, source: source.rpartition("rule")[0] or source,
        AssertionError,
    ),
    "rules that break down": (
        "check_flow",
        lambda system, _: pipeline_flow_without_errors(system),
        AssertionError,
    ),
}


def pipeline_flow_without_errors(system: object) -> object:
    """The flow checks as they would be if they found nothing."""
    from dataclasses import replace

    from caborules.types.flow.check import check_flow

    return replace(check_flow(system), diagnostics=())  # type: ignore[arg-type]  # it is what the pipeline hands over


@pytest.mark.parametrize("defect", PLANTED)
def test_the_pipeline_catches_what_is_planted(defect: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the defect the same text passes."""
    name, instead, error = PLANTED[defect]
    source = GOOD
    if defect == "rules that break down":
        # Nothing lies on the discard pile when the game begins: E320, were it not for the planted defect.
        source = source.replace(b"rule game\n", b"rule game\n    move top of discard to stock\n")
        assert pipeline.run(source, folder).stage == "flow"
    else:
        assert pipeline.run(source, folder).stage == "play"
    monkeypatch.setattr(pipeline, name, instead)
    monkeypatch.setattr(pipeline, "LONGEST", 1.0)
    with pytest.raises(error):
        pipeline.run(source, folder)
