"""Outcomes that are kept, so that an unchanged ruleset is answered at once; ``fingerprint`` says what "unchanged" is.

Only finished checks are kept. An entry that cannot be read, or whose text does not have the hash that stands before
it, is as good as none. Where nothing can be written, nothing is kept.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from caborules.check.outcome import Outcome
from caborules.text.resources import cache_folder
from caborules.tools.codec import from_text, to_text
from caborules.tools.files import write_atomically

NO_CACHE: Final = "CABORULES_NO_CACHE"
"""Environment: set to anything, no answer is kept or taken from the cache."""
MOST_ENTRIES: Final = 200
MOST_BYTES: Final = 64 << 20
_SUFFIX: Final = ".json"


@dataclass(frozen=True, slots=True)
class Kept:
    """An outcome that was kept, and when it was made (local time, to the minute)."""

    outcome: Outcome
    made: str


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of outcomes by key; at most ``entries`` of them and ``size`` bytes, the longest unused go first."""

    folder: Path
    entries: int = MOST_ENTRIES
    size: int = MOST_BYTES

    def find(self, key: str) -> Kept | None:
        """The outcome kept under a key."""
        path = self._path(key)
        try:
            head, _, body = path.read_text(encoding="ascii").partition("\n")
            if head != _hash(body):
                return None
            made = datetime.fromtimestamp(float(body.partition("\n")[0]))
            outcome = from_text(body.partition("\n")[2])
        except (OSError, ValueError, OverflowError):
            return None
        with suppress(OSError):
            os.utime(path)
        return Kept(outcome, made.strftime("%Y-%m-%d %H:%M"))

    def keep(self, key: str, outcome: Outcome, now: float) -> None:
        """Keep an outcome made ``now`` (seconds since 1970); says nothing where that fails."""
        body = f"{now:.0f}\n{to_text(outcome)}"
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path(key), f"{_hash(body)}\n{body}")
            self._tidy()

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{_SUFFIX}"

    def _tidy(self) -> None:
        """Throw away what is over the bounds."""
        found = sorted(((path.stat(), path) for path in self.folder.glob(f"*{_SUFFIX}")), key=_last_used)
        count, size = len(found), sum(stat.st_size for stat, _ in found)
        for stat, path in found:
            if count <= self.entries and size <= self.size:
                return
            path.unlink(missing_ok=True)
            count, size = count - 1, size - stat.st_size


def usual_cache() -> Cache | None:
    """The cache of whoever runs the tool (see ``cache_folder``); None where there is none, or it is turned off."""
    folder = cache_folder()
    return None if folder is None or os.environ.get(NO_CACHE) else Cache(folder / "checks")


def _last_used(entry: tuple[os.stat_result, Path]) -> tuple[float, str]:
    return entry[0].st_mtime, entry[1].name


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
