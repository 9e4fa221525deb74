"""Every code block of the README and of docs/ is run, and every link leads somewhere.

A fenced block says by its first word what it is:

- ``cabo NAME``: a complete file; it passes the static checks, and its examples. It is saved under its name.
- ``cabo-fragment``: items of a file; they parse.
- ``cabo-refused CODE``: a complete file that is refused with exactly this code.
- ``python``: run, in one namespace a page; a comment ``# ->`` after an expression gives its printed form.
- ``console``: lines that begin with ``$ `` are commands, run one after another in one scratch folder a page; what
  follows is their output, where ``...`` stands for any text.

The README's own two commands are indented, not fenced; continuous integration runs them.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from caborules.diagnostics.record import Refused
from caborules.text import parse
from tests.docs import codes_page, library_page

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
HEAD = 'language 1\nlibrary fragment "A fragment"\n'


@dataclass(frozen=True)
class Block:
    kind: str
    argument: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page."""
    found = []
    for match in re.finditer(r"^```([^\n]*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        kind, _, argument = match.group(1).strip().partition(" ")
        found.append(Block(kind, argument, match.group(2), page.count("\n", 0, match.start()) + 1))
    return found


def like(expected: str, actual: str) -> bool:
    """Is it the expected output, ``...`` standing for any text, blanks at line ends not counted?

    The first place where a part fits is as good as any later one, so nothing is ever tried again: a regular expression
    with many ``.*?`` takes hours to say no.
    """
    clean = "\n".join(line.rstrip() for line in actual.strip().splitlines())
    first, *parts = "\n".join(line.rstrip() for line in expected.strip().splitlines()).split("...")
    if not parts:
        return clean == first
    if not clean.startswith(first):
        return False
    at = len(first)
    for part in parts[:-1]:
        at = clean.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return clean.endswith(parts[-1]) and len(clean) - len(parts[-1]) >= at


def run_console(block: Block, folder: Path) -> None:
    """Run the commands of a block and compare what they print."""
    for entry in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = entry.partition("\n")
        words = shlex.split(command)
        assert words[0] == "caborules", f"line {block.line}: only the tool's own commands are run"
        # The tool's own name stands for this interpreter's package, so that the page runs from a checkout too.
        env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "120", "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(
            [sys.executable, "-m", "caborules", *words[1:]],
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=600,
            check=False,
        )
        output = done.stdout + done.stderr
        assert like(expected, output), f"line {block.line}: {command}\n--- printed\n{output}\n--- expected\n{expected}"


def run_python(block: Block, space: dict[str, object]) -> None:
    """Run a block; a line ``expression  # -> text`` has to print that text."""
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(block.text, f"block at line {block.line}", "exec"), space)
    for line in block.text.splitlines():
        match = re.fullmatch(r"(\S.*?)\s*# -> (.*)", line)
        if match:
            assert str(eval(match.group(1), space)) == match.group(2), f"line {block.line}: {line}"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_blocks_of_a_page_run(page: Path, tmp_path: Path) -> None:
    space: dict[str, object] = {}
    for block in blocks(page.read_text(encoding="utf-8")):
        match block.kind:
            case "cabo":
                name = block.argument or "block.cabo"
                (tmp_path / name).write_text(block.text, encoding="utf-8")
                from caborules import load
                from caborules.engine.examples import run_examples

                results = run_examples(load(tmp_path / name).system)
                assert [r for r in results if r.outcome == "failed"] == [], f"line {block.line}: an example fails"
            case "cabo-fragment":
                parse(HEAD + block.text, f"{page.name}:{block.line}")
            case "cabo-refused":
                from caborules import load

                (tmp_path / "refused.cabo").write_text(block.text, encoding="utf-8")
                with pytest.raises(Refused) as refused:
                    load(tmp_path / "refused.cabo")
                assert {d.code for d in refused.value.diagnostics if d.severity == "error"} == {block.argument}
            case "python":
                run_python(block, space)
            case "console":
                run_console(block, tmp_path)
            case other:
                pytest.fail(f"{page.name}:{block.line}: a block of kind {other!r}, which nothing runs")


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    targets = [t.partition("#")[0] for t in re.findall(r"\]\(([^)]+)\)", text) if not t.startswith(("http", "#"))]

    assert [t for t in targets if not (page.parent / t).exists()] == []


def test_output_is_compared_and_not_waved_through() -> None:
    assert like("a ... c", "a b b c")
    assert not like("a ... d", "a b b c")
    assert not like("a", "a\nb")
    assert like("a", "a ")
    assert like("...a...", "bab")
    assert not like("ab...ba", "aba")
    assert not like("a...b...c", "a c b")
    assert not like(" ... ".join("abcdefghijklmnopqrstuvwxyz") + "!", "abcdefghijklmnopqrstuvwxyz " * 400)


def test_the_page_of_codes_is_current() -> None:
    assert codes_page.PAGE.read_text(encoding="utf-8") == codes_page.text(), "run: python -m tests.docs.codes_page"


def test_the_page_of_the_library_is_current() -> None:
    written = library_page.PAGE.read_text(encoding="utf-8")
    assert written == library_page.text(), "run: python -m tests.docs.library_page"


def test_every_question_table_function_rule_and_window_of_the_library_is_on_its_page() -> None:
    words = r"^(?:define form|define table|define|rule|window|event|property|    (?=\S+: .*\"$)) *([^\s:]+)"
    page = library_page.text()
    for file in library_page.FOLDER.glob("*.cabo"):
        names = re.findall(words, file.read_text(encoding="utf-8"), re.MULTILINE)
        assert [name for name in names if name.strip('"') not in page] == [], file.name


def test_a_game_that_is_built_up_in_steps_is_the_whole_file_in_the_end() -> None:
    """No line of the steps of write-a-game.md is missing from its whole file, and none of that from the steps."""
    found = blocks((ROOT / "docs" / "how-to" / "write-a-game.md").read_text(encoding="utf-8"))
    (whole,) = (block.text for block in found if block.kind == "cabo")
    steps = [block.text for block in found if block.kind == "cabo-fragment"]
    assert [step for step in steps if step not in whole] == []
    lines = [line for line in whole.splitlines()[2:] if line]
    assert [line for step in steps for line in step.splitlines() if line] == lines
