"""What holds for all tests: no answer comes from the cache of whoever runs them, and none is left there."""

from __future__ import annotations

import os

os.environ["CABORULES_NO_CACHE"] = "1"
