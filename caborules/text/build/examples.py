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
            return _core(m, c[0])
        case "claim_after":
            return e.ClaimAfter(span, expr(m, c[1]), maybe_expr(m, c[3]), _core(m, c[4]))
        case "claim_during":
            return e.ClaimDuring(span, word(c[1]), _core(m, c[2]))
        case "claim_eventually":
            return e.ClaimEventually(span, expr(m, c[1]), expr(m, c[3]), _assuming(c[4]))
        case "claim_possible":
            return e.ClaimPossible(span, expr(m, c[2]))
        case "claim_endless":
            return e.ClaimEndless(span, _stages(c[0]))
        case "claim_conserved":
            return e.ClaimConserved(span, expr(m, c[1]))
        case _:
            return e.ClaimEnds(span, _stages(c[0]), _assuming(c[3]))


def _core(m: Maker, child: Child) -> e.Core:
    t = branch(child)
    span, c = m.span(t), t.children
    if t.data == "core":
        return e.ClaimCore(span, cast(Literal["always", "never", "unchanged"], word(c[0])), expr(m, c[1]))
    at = 1 if word(c[0]) == "exactly" else 2
    variable = maybe_word(c[at + 4])
    return e.ClaimCount(
        span,
        "exactly" if at == 1 else "at most",
        int(word(c[at])),
        word(c[at + 1]),
        variable,
        maybe_expr(m, c[at + 6]),
    )


def _stages(child: Child) -> tuple[str, ...]:
    return tuple(word(name) for name in branch(child).children)


def _assuming(child: Child) -> tuple[str, ...]:
    return () if child is None else tuple(word(name) for name in branch(child).children[1::2])


def assume(m: Maker, t: Branch) -> e.Assume:
    c = t.children
    choices = tuple(word(name) for name in c[5:-1:2])
    decides = isinstance(c[5], Token) and c[5].type == "DECIDES"
    return e.Assume(m.span(t), word(c[1]), word(c[3]), () if decides else choices, cites(m, c[-1]))
