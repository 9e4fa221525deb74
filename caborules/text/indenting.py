"""A line that is indented although nothing opens a block: which of two lines stands wrong."""

from __future__ import annotations

from lark import Token

from caborules.text.scan import BLOCK

_WHY = "Lines are indented only below a line that has a block, such as `if`, `rule` or `player may`."


def indented(inner: Token, above: Token) -> tuple[Token, str, str, str]:
    """Where the fault is, message, why it matters, mend. ``inner`` and ``above`` are the first words of the lines.

    Blocks are indented in steps of four: if the line above stands between two of them, it is the wrong one.
    """
    width, before = (inner.column or 1) - 1, (above.column or 1) - 1
    if before % BLOCK and not width % BLOCK:
        message = f"Line {above.line} is indented by {before} spaces, and the lines below it by {width}."
        return above, message, _WHY, f"Indent line {above.line} by {width} spaces as well."
    message = f"This line is indented by {width} spaces, but line {above.line} above it opens no block."
    return inner, message, _WHY, f"Indent it by {before} spaces, like line {above.line}."
