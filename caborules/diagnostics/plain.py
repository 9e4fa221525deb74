"""Plain text: which characters may stand in it, and how others are shown so that none reaches a terminal.

A control character can move the cursor, change what has been printed or set the title of the window; a mark of
direction or of no width makes a text look other than it is. Neither may stand in a file of rules, and what comes from
elsewhere (a name of a file, an argument, a catalogue, a recorded game) is shown with these characters spelt out.
"""

from __future__ import annotations

import re
from typing import Final

UNFIT: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, save tab and line feed
    "\xad\u180e\u200b\u2060-\u2064\ufeff"  # of no width; U+200C and U+200D are letters' business in some scripts
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"  # marks of direction
    "\u2028\u2029\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"  # line separators, annotations, halves, tags
)
"""A character that plain text does not have. Tab and line feed are fit."""


def plain(text: str) -> str:
    """The text with every unfit character spelt out, as ``\\x1b`` or ``\\u202e``."""
    return UNFIT.sub(lambda found: _spelt(ord(found[0])), text)


def masked(text: str) -> str:
    """The text with every unfit character as one replacement character: no column is moved."""
    return UNFIT.sub("\ufffd", text)


def quoted(text: str, most: int = 200) -> str:
    """The text in quotation marks, plain, and cut off where it is longer than a message can bear."""
    return f'"{plain(text)}"' if len(text) <= most else f'"{plain(text[:most])}..."'


def _spelt(number: int) -> str:
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
