"""What a command raises when it is used wrongly: one message, one hint, exit code 2."""

from __future__ import annotations


class UsageError(Exception):
    """The command line asks for something that cannot be done. ``hint`` says what to do instead."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
