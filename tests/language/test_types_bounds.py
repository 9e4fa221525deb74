"""Text that is too deep or grows too large is refused with a clear message, quickly and without a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.types_game import run, tiny
from tests.support.clock import within

REACH = ('rule play "Play"\n', 'rule play "Play"\n    r0\n')
CASES = {
    "nested expression": ["define x = " + "not " * 80 + "done"],
    "a chain of functions": [*(f"define f{i} = f{i + 1} and done" for i in range(500)), "define f500 = done"],
    "functions that double": [
        *(f"define f{i}: yes or no = f{i + 1} and f{i + 1}" for i in range(40)),
        "define f40: yes or no = top of stock is face up",
    ],
    "many branches": ["rule r", "    if done\n        nothing", *["    otherwise if done\n        nothing"] * 300],
    "many cases": ["define f of (n: 0..9): 0..9", *["    1 when done"] * 300, "    otherwise 2"],
    "an option and a chain": [
        "options\n    deep: 0..9 = f0",
        *(f"define f{i} = f{i + 1} plus 0" for i in range(300)),
        "define f300 = 1",
    ],
    "a chain of rules": [*(f"rule r{i}\n    r{i + 1}" for i in range(400)), "rule r400\n    nothing"],
    "rules that double": [*(f"rule r{i}\n    r{i + 1}\n    r{i + 1}" for i in range(60)), "rule r60\n    nothing"],
}


@pytest.mark.parametrize("name", CASES)
def test_refused_quickly(name: str, tmp_path: Path) -> None:
    """E313 and nothing else."""
    with within(5):
        outcome = run(
            tmp_path, tiny(*CASES[name], swap=REACH if name.endswith(("rules", "rules that double")) else None)
        )
    assert {code for code, _ in outcome.found} == {"E313"}, outcome.messages


def test_deep_text_within_the_limits(tmp_path: Path) -> None:
    """What the limits allow is typed."""
    nested = "\n".join("    " * (i + 1) + "if done" for i in range(27)) + "\n" + "    " * 28 + "nothing"
    text = tiny("define x = " + "not " * 50 + "done", "rule r", nested)
    assert run(tmp_path, text).found == ()
