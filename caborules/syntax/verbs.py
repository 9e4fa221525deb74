"""The words that begin a statement: no rule is called so, and a rule that does not exist may be one misspelt."""

from __future__ import annotations

from typing import Final

VERBS: Final = frozenset(
    {
        "add", "again", "announce", "any", "await", "close", "do", "each", "end", "flip", "for", "if", "let", "move",
        "nothing", "open", "otherwise", "pay", "repeat", "set", "show", "shuffle", "swap",
    }
)  # fmt: skip
