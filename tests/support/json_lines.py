"""Records that grow by a line of JSON at a time: what stands in them, a line that was cut off left out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def whole_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of all lines that are whole."""
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(text)
        except ValueError:
            continue
