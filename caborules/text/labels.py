"""Parts of rules that stand with a word that labels none: ``use-drawn of player`` where the rule says ``by``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lark import Token

from caborules.text.feed import Stuck

LABELS = ("to", "for", "from", "by", "with", "on", "at", "as")
"""The words that label the parts of rules."""
_OTHERS = ("of", "in", "into", "via", "through", "against")


def declared(pieces: Iterable[Sequence[Token]]) -> dict[str, tuple[str, ...]]:
    """The labels that the rules of a file have, by the rule's name."""
    found: dict[str, tuple[str, ...]] = {}
    for tokens in pieces:
        if len(tokens) > 1 and tokens[0] == "rule":
            end = next((at for at, token in enumerate(tokens) if token.type == "_NL"), len(tokens))
            opens = [at for at, token in enumerate(tokens[:end]) if token.type == "_LPAR"]
            found[str(tokens[1])] = tuple(str(tokens[at - 1]) for at in opens if tokens[at - 1] in LABELS)
    return found


def other_label(
    tokens: Sequence[Token], stuck: Stuck, first: int, rules: Mapping[str, tuple[str, ...]]
) -> tuple[Token, str, str, str] | None:
    """Where a line carries out a rule with another word than a label: the word, message, why it matters, mend."""
    at = stuck.at - 1
    if at != first + 1 or {tokens[first].type, tokens[at].type} != {"NAME"} or str(tokens[at]) not in _OTHERS:
        return None  # in other places, as in `score of each player`, `of` is read as the word that it is
    rule, word, part = str(tokens[first]), str(tokens[at]), str(stuck.token)
    labels = rules.get(rule, ())
    mend = " or ".join(f"`{rule} {label} {part}`" for label in labels)
    if not mend:
        mend = f"`{rule} by {part}` if {part} does it, else with the word that the rule has: {', '.join(LABELS)}"
    why = "A rule is carried out with the words that it was declared with; `of` is for values, as in `row of player`."
    return tokens[at], f"`{word}` labels no part of a rule.", why, f"Write {mend}."
