"""What runs around a rule or choice: windows that close before it or open after it, and hooks.

Order at the start: windows close, hooks run, then the body; at the end: windows open, then hooks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from caborules.ir.statements import Block, Let, Pick, SetWindow, Statement
from caborules.syntax import nodes as n
from caborules.types.inherited import citing
from caborules.types.narrowing import without_state
from caborules.types.report import Failed
from caborules.types.world import Env, Home, World, cites


def framed(
    w: World,
    path: str,
    before: Iterable[n.Hook],
    body: n.Block,
    after: Iterable[n.Hook],
    env: Env,
    home: Home,
    *,
    cited: tuple[str, ...] = (),
    of_choice: bool = False,
) -> Block:
    """The block of a rule or choice with all that runs around it. Raises Failed after all its errors.

    Hooks know the parameters, not the names that the body or other hooks give. ``cited``: what it cites itself.
    """
    number = w.next_block()
    closing = _windows(w, path, opening=False)
    opening = _windows(w, path, opening=True)
    late = tuple(after)
    if of_choice:
        home = home.of_choice(hooked=bool(opening or late))
    parts: list[tuple[n.Block, tuple[str, ...], bool]] = [(hook.body, cites(hook.cites), False) for hook in before]
    parts.append((body, cited, True))
    parts += [(hook.body, cites(hook.cites), False) for hook in late]
    made: list[Statement] = list(closing)
    failed = False
    for index, (nodes, theirs, own) in enumerate(parts):
        here = env if index == 0 else without_state(env)
        inside = home if own else replace(home, again="no")
        try:
            new, _ = segment(w, nodes, here, inside)
        except Failed:
            failed = True
            new = []
        home = replace(home, taken=home.taken | _given(new))
        made += citing(new, theirs)
        if own:
            made += opening
    if failed:
        raise Failed
    return Block(number, tuple(made))


def segment(w: World, nodes: n.Block, env: Env, home: Home) -> tuple[list[Statement], Env | None]:
    """Statements that stand in a block with others: no block of their own. Raises Failed."""
    block, after = w.block(nodes, env, home)
    return list(block.statements), after


def _given(statements: Iterable[Statement]) -> frozenset[str]:
    return frozenset(one.name for one in statements if isinstance(one, Let | Pick))


def _windows(w: World, path: str, *, opening: bool) -> list[Statement]:
    """The windows that are tied to the start or end of a rule or choice, by name."""
    made: list[Statement] = []
    for name, window in sorted(w.book.windows.items()):
        for line in window.opens if opening else window.closes:
            if any(target.text == path for target in line.paths):
                made.append(SetWindow(line.span, cites(line.cites), name, opening))
                break
    return made
