"""What the proofs have no encoding for."""

from __future__ import annotations


class NotEncodedError(Exception):
    """The proofs have no encoding for something that the language has. The message says for what."""
