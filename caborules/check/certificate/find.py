"""Where certificates lie, what they are called, and where their rulesets are."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from caborules.api.game import Ruleset
from caborules.api.load import load
from caborules.check.certificate.record import Certificate
from caborules.engine.formats import refused

ENDING: Final = ".json"
RULES: Final = ".cabo"


def file_name(name: str, options: Mapping[str, str]) -> str:
    """Such as ``cabo.json``, or ``cabo,jokers=2.json`` where options differ from their defaults."""
    parts = [name, *(f"{key}={value}" for key, value in sorted(options.items()))]
    return re.sub(r"[^A-Za-z0-9._,=-]+", "-", ",".join(parts)) + ENDING


def reference(source: str, folder: Path) -> str:
    """How a certificate in ``folder`` names the ruleset that was called ``source``: a shipped name as it is, a path
    from the folder."""
    if not source.endswith(RULES):
        return source
    return Path(os.path.relpath(source, folder)).as_posix()


def ruleset_of(certificate: Certificate, folder: Path) -> Ruleset:
    """The ruleset that a certificate in ``folder`` names. Raises Refused."""
    if not certificate.ruleset.endswith(RULES):
        return load(certificate.ruleset)
    path = folder / certificate.ruleset
    if not path.is_file():
        what = f"The certificate is of {certificate.ruleset}, which is not there."
        raise refused("E713", what, "It was written from another folder, or the file was moved.", "Use --ruleset FILE.")
    return load(path)
