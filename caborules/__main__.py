"""``python -m caborules`` is the same as ``caborules``."""

from __future__ import annotations

import sys

from caborules.cli import main

sys.exit(main())
