"""Every shipped ruleset can be printed in good English under every value of each of its options."""

from __future__ import annotations

import pytest

from caborules.api.load import load
from caborules.diagnostics.record import Refused
from caborules.engine.game import domain, fixed, value_text
from caborules.ir.system import System
from caborules.tools.rulebook import examples
from caborules.tools.rulebook.book import rulebook
from caborules.tools.rulebook.page import to_html
from tests.rulebook.test_pages import SHIPPED, STUMBLED, sentences
from tests.support.html import faults


def settings(system: System) -> list[tuple[str, str]]:
    """Each option with each of its values; of many numbers the first three and the last."""
    plain = fixed(system, system.players[0], {})
    found: list[tuple[str, str]] = []
    for key, option in system.options.items():
        if option.openness != "fixed":
            values = domain(plain, option)
            found += [(key, value_text(value)) for value in dict.fromkeys((*values[:3], values[-1]))]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_every_value_of_every_option_is_printed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "holding", lambda *_: iter(()))
    system = load(name).system
    refused, wrong = 0, []
    chosen = settings(system)
    for key, value in chosen:
        try:
            document = rulebook(system, {key: value}, None)
        except Refused:
            refused += 1
            continue
        wrong += [f"{key}={value}: {fault}" for fault in faults(to_html(document))]
        wrong += [f"{key}={value}: {found.group()}" for found in STUMBLED.finditer("\n".join(sentences(document)))]
    assert wrong == []
    assert refused * 4 <= len(chosen)
