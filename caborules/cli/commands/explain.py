"""``caborules explain CODE``: what a diagnostic does, why it is bad, an example, and how to mend it."""

from __future__ import annotations
