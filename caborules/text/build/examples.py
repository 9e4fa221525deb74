"""Examples, properties and assumptions."""

from __future__ import annotations

from typing import Literal, cast

from lark import Token

from caborules.syntax import examples as e
from caborules.text.build.base import Branch, Child, Maker, branch, branches, cites, maybe_word, name, quoted, word
from caborules.text.build.expressions import arguments, cell, expr, maybe_expr

_LAID: dict[str, Literal["card", "gap", "any", "rest", "empty"]] = {
    "CARD": "card", "GAP": "gap", "ANYCARD": "any", "REST": "rest", "EMPTY": "empty",
}  # fmt: skip


def example(m: Maker, t: Branch) -> e.Example:
    _, title, cited, *lines = t.children
    return e.Example(m.span(t), quoted(title), cites(m, cited), tuple(_line(m, branch(line)) for line in lines))


def _line(m: Maker, t: Branch) -> e.ExampleLine:
    span, c = m.span(t), t.children
    match t.data:
        case "given_players":
            return e.GivenPlayers(span, tuple(word(player) for player in c[2:]))
        case "given_option":
            return e.GivenOption(span, name(m, c[2]), cell(m, c[4]))
        case "given_cards":
            return e.GivenCards(span, expr(m, c[1]), _cards(m, c[2]))
        case "given_fact":
            return e.GivenFact(span, expr(m, c[1]))
        case "at":
            call = branch(c[1])
            return e.At(span, word(call.children[0]), arguments(m, call.children[1:]))
        case "when":
            return e.WhenMove(span, word(c[1]), _move(m, c[3]), c[4] is not None)
        case "when_event":
            return e.WhenEvent(span, word(c[2]))
        case "then_cards":
            return e.ThenCards(span, expr(m, c[1]), _cards(m, c[2]))
        case "then_can" | "then_cannot":
            return e.ThenCan(span, word(c[1]), _move(m, c[3]), t.data == "then_can")
        case "then_fact":
            return e.ThenFact(span, expr(m, c[1]))
        case kind:
            raise AssertionError(f"the grammar has a line of examples {kind} that the builder does not know")


def _cards(m: Maker, tree: Child) -> tuple[e.LaidCard, ...]:
    return tuple(_laid(m, laid) for laid in branches(branch(tree).children))


def _laid(m: Maker, t: Branch) -> e.LaidCard:
    token = t.children[0]
    assert isinstance(token, Token)
    return e.LaidCard(m.span(t), _LAID[token.type], str(token), t.data == "laid_face_up")


def _move(m: Maker, tree: Child) -> e.MoveWords:
    tree = branch(tree)
    choice, *given = tree.children
    return e.MoveWords(m.span(tree), word(choice), tuple(_move_argument(m, branch(part)) for part in given))


def _move_argument(m: Maker, t: Branch) -> e.MoveArgument:
    tokens = [token for token in t.children if isinstance(token, Token)]
    first = tokens[0]
    span = m.span(t)
    if first.column != span.start.column:
        return e.MoveArgument(span, tuple(str(token) for token in tokens), "cards")
    match first.type:
        case "NUMBER":
            return e.MoveArgument(span, int(first), "number")
        case "CARD":
            return e.MoveArgument(span, str(first), "card")
        case _:
            return e.MoveArgument(span, str(first), "name")


def property_(m: Maker, t: Branch) -> e.Property:
    _, title, cited, claim = t.children
    return e.Property(m.span(t), quoted(title), cites(m, cited), _claim(m, branch(claim)))


def _claim(m: Maker, t: Branch) -> e.Claim:
    span, c = m.span(t), t.children
    match t.data:
        case "claim_always":
            return _core(m, t, c[0], c[1])
        case "claim_after":
            return e.ClaimAfter(span, expr(m, c[1]), maybe_expr(m, c[3]), _core(m, t, c[4], c[5]))
        case "claim_eventually":
            return e.ClaimEventually(span, expr(m, c[1]), expr(m, c[3]), maybe_word(c[5]))
        case "claim_possible":
            return e.ClaimPossible(span, expr(m, c[2]))
        case _:
            return e.ClaimEnds(span, word(c[0]), maybe_word(c[4]))


def _core(m: Maker, t: Branch, kind: Child, value: Child) -> e.ClaimCore:
    return e.ClaimCore(m.span(t), cast(Literal["always", "never", "unchanged"], word(kind)), expr(m, value))


def assume(m: Maker, t: Branch) -> e.Assume:
    c = t.children
    return e.Assume(m.span(t), word(c[1]), word(c[3]), word(c[5]), cites(m, c[6]))
