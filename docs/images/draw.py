"""Draws the README's picture: the output of ``caborules check cabo``, cut after the table. Run it from a checkout."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent


def main() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "caborules", "check", "cabo"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    console = Console(record=True, width=128, file=io.StringIO(), force_terminal=True)
    console.print(Text("$ caborules check cabo", style="bold"))
    lines = done.stdout.splitlines()
    shown = next(at for at, line in enumerate(lines) if line.startswith("Not empty"))
    for line in (*lines[: shown + 1], "", "... the games that stand behind what is declared ...", "", lines[-1]):
        style = (
            "bold"
            if line.startswith(("cabo (", "property "))
            else "green"
            if " proved " in line or " executed " in line
            else ""
        )
        console.print(Text(line, style=style))
    svg = console.export_svg(title="caborules")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # fonts from elsewhere are not loaded
    (HERE / "check.svg").write_text("\n".join(part.rstrip() for part in svg.splitlines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
