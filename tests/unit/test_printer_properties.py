"""The printer against random trees: what is printed reads back as the same tree."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from caborules.diagnostics.span import Position, Span
from caborules.syntax import nodes as n
from caborules.syntax.printer import expression, fingerprint, format_file
from caborules.text import parse

NOWHERE = Span("f", Position(1, 1), Position(1, 1))
HEAD = 'language 1\nlibrary lib "A library"\n'

names = st.sampled_from(["a", "b", "row", "x-1", "deck", "étage"])
dotted = st.lists(names, min_size=1, max_size=2).map(lambda parts: n.Name(NOWHERE, tuple(parts)))
numbers = st.integers(-99, 99)
words = st.builds(
    n.PatternWords,
    st.just(NOWHERE),
    st.lists(st.one_of(names, numbers), min_size=1, max_size=3).map(tuple),
    st.one_of(st.none(), names),
)
spans = st.tuples(numbers, numbers).map(lambda ends: n.PatternSpan(NOWHERE, min(ends), max(ends)))
patterns = st.builds(n.Pattern, st.just(NOWHERE), st.lists(st.one_of(words, spans), min_size=1, max_size=3).map(tuple))
leaves = st.one_of(
    st.builds(n.Number, st.just(NOWHERE), numbers),
    st.builds(n.CardLiteral, st.just(NOWHERE), st.sampled_from(["5♠", "10D", "KH", "★", "[13]", "[-2]"])),
    st.builds(n.Ref, st.just(NOWHERE), dotted),
    st.just(n.NoLiteral(NOWHERE)),
    st.builds(n.SetLiteral, st.just(NOWHERE), patterns),
)
OPS: tuple[n.BinaryOp, ...] = (
    "plus", "minus", "times", "div", "mod", "and", "or",
    "is", "is not", "is at least", "is at most", "is more than", "is less than",
)  # fmt: skip


def grown(inner: st.SearchStrategy[n.Expr]) -> st.SearchStrategy[n.Expr]:
    here, flags, maybe = st.just(NOWHERE), st.booleans(), st.one_of(st.none(), inner)
    return st.one_of(
        st.builds(n.Interval, here, inner, inner),
        st.builds(n.Of, here, dotted, st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(n.Binary, here, st.sampled_from(OPS), inner, inner),
        st.builds(n.Not, here, inner),
        st.builds(n.IsEmpty, here, inner, flags),
        st.builds(n.IsIn, here, inner, inner, flags),
        st.builds(n.IsOver, here, inner),
        st.builds(n.IsOpen, here, inner),
        st.builds(n.IsFace, here, inner, flags),
        st.builds(n.Share, here, inner, names),
        st.builds(n.Knows, here, inner, inner),
        st.builds(n.Either, here, inner, inner, inner),
        st.builds(n.Those, here, names, inner, inner),
        st.builds(n.ThoseBest, here, names, inner, st.sampled_from(["lowest", "highest"]), inner),
        st.builds(n.FirstWhere, here, names, inner, maybe, inner),
        st.builds(n.Fold, here, st.sampled_from(["sum", "lowest", "highest"]), inner, names, inner, maybe),
        st.builds(n.Exists, here, flags, names, inner, inner),
    )


expressions = st.recursive(leaves, grown, max_leaves=12)


@settings(max_examples=400, deadline=None)
@given(expressions)
def test_every_expression_reads_back(tree: n.Expr) -> None:
    (define,) = parse(f"{HEAD}define f = {expression(tree)}", "f").items
    assert isinstance(define, n.Define)
    assert define.otherwise == tree


A, B, C, D = (n.Ref(NOWHERE, n.Name(NOWHERE, (name,))) for name in "abcd")


def forms(x: n.Expr, y: n.Expr) -> list[n.Expr]:
    """Every form in which one expression stands inside another."""
    binary: list[n.Expr] = [n.Binary(NOWHERE, op, x, y) for op in OPS]
    return [
        *binary,
        n.Interval(NOWHERE, x, y),
        n.Of(NOWHERE, n.Name(NOWHERE, ("f",)), (x,)),
        n.Of(NOWHERE, n.Name(NOWHERE, ("f",)), (x, y)),
        n.Not(NOWHERE, x),
        n.IsEmpty(NOWHERE, x, False),
        n.IsIn(NOWHERE, x, y, True),
        n.IsFace(NOWHERE, x, True),
        n.Share(NOWHERE, x, "rank"),
        n.Knows(NOWHERE, x, y),
        n.Either(NOWHERE, x, y, D),
        n.Either(NOWHERE, D, x, y),
        n.Those(NOWHERE, "v", x, y),
        n.ThoseBest(NOWHERE, "v", x, "lowest", y),
        n.FirstWhere(NOWHERE, "v", x, y, D),
        n.FirstWhere(NOWHERE, "v", D, None, x),
        n.Fold(NOWHERE, "sum", x, "v", y, None),
        n.Fold(NOWHERE, "lowest", D, "v", x, y),
        n.Exists(NOWHERE, False, "v", x, y),
    ]


def test_every_form_within_every_other_reads_back() -> None:
    trees = [outer for inner in forms(A, B) for outer in (*forms(inner, C), *forms(C, inner))]
    text = HEAD + "".join(f"define f{at} = {expression(tree)}\n" for at, tree in enumerate(trees))
    assert len(trees) > 1500
    assert [define.otherwise for define in parse(text, "f").items if isinstance(define, n.Define)] == trees


# Each place of a line where an expression stands, with words after it that it must not swallow.
LINES = (
    "move {} to {}", "swap {} with {}", "shuffle {}", "show {} to {}", "show {} to {} secretly", "flip {} up",
    "set {} to {}", "add {} to {}", "pay {} from {} to {}", "let n be {}", "let n be one of {} at random",
    'announce "t" {}', "do {} by {}", "r {} to {}", "r {} otherwise r by {}",
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(LINES), st.lists(expressions, min_size=3, max_size=3))
def test_every_statement_reads_back(line: str, trees: list[n.Expr]) -> None:
    """Formatting a line with bracketed expressions takes away brackets only where nothing changes."""
    text = f"{HEAD}rule r\n    {line.format(*(f'({expression(tree)})' for tree in trees))}\n"
    before = parse(text, "f")
    after = format_file(before, text)
    assert parse(after, "f") == before
    assert format_file(parse(after, "f"), after) == after
    assert fingerprint(before.items[0]) == fingerprint(parse(after, "f").items[0])


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_blank_lines_and_comments_anywhere_change_nothing_else(data: st.DataObject) -> None:
    lines = [
        "rule r",
        "    if a",
        "        move b to c",
        "    otherwise",
        "        again",
        "options",
        "    o: 0..4 = 0",
    ]
    text = HEAD
    for line in lines:
        text += "".join(data.draw(st.lists(st.sampled_from(["\n", "# c\n", "    # d\n", "\n\n"]), max_size=2)))
        text += line + data.draw(st.sampled_from(["", "  ", " # e"])) + "\n"
    before = parse(text, "f")
    after = format_file(before, text)
    again = parse(after, "f")
    assert again == before
    assert [comment.text for comment in again.comments] == [comment.text for comment in before.comments]
    assert format_file(again, after) == after
    assert "\n\n\n" not in after
