"""Finding and reading the files of a ruleset: what it uses and extends, and nothing outside the folders it may read.

A path in ``use``, ``extends`` or ``clauses`` is relative to the file that says it. After resolving links it must lie in
the folder of the main file, in that folder's parent (so that ``variants/x.cabo`` can extend ``../game.cabo``; never the
top of the file system), or in the folder of shipped rulesets. Where nothing lies next to the file, the path is looked
up in the shipped folder, so that ``extends "cabo.cabo"`` works anywhere. With ``root`` given, it alone is permitted
beside the shipped folder. Beside the main file only ``.cabo`` and ``.toml`` files
are read, regular ones, at most 200 of them and 4 MiB together.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Final

from caborules.diagnostics.plain import quoted
from caborules.diagnostics.record import Diagnostic, Refused
from caborules.diagnostics.span import Span
from caborules.names.book import Clause
from caborules.names.catalogue import read_clauses
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.text import parse
from caborules.text.limits import checked_text
from caborules.text.resources import shipped_root

MOST_FILES: Final = 200
MOST_BYTES: Final = 1 << 20
MOST_BYTES_TOGETHER: Final = 4 << 20
WHY_FOLDER: Final = "A ruleset reads only its own folder, the folder above it, and the shipped rulesets."


@dataclass(frozen=True, slots=True)
class Source:
    """A file that was read. ``name`` is the one shown to people; ``parents`` are what it uses and extends."""

    path: Path
    name: str
    text: str
    file: n.File
    parents: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Gathered:
    """All files of a ruleset, each after those that it uses or extends; the main file is the last."""

    sources: tuple[Source, ...]
    reaches: dict[Path, frozenset[Path]]
    clauses: dict[str, Clause]

    @property
    def main(self) -> Source:
        return self.sources[-1]


def gather(source: str | Path, *, root: Path | None = None) -> Gathered:
    """Read the main file and everything that it reaches.

    Raises Refused (E205 for files; what the parser says of their text; E207 for catalogues) with all errors.
    """
    path, name, permitted = main_file(source, root)
    reader = _Reader(permitted)
    reader.read(path, name, None, ())
    if reader.problems:
        raise Refused(tuple(reader.problems))
    return Gathered(tuple(reader.done.values()), reader.reaches, reader.clauses)


def shipped_rulesets() -> dict[str, Path]:
    """The rulesets that come with the package: ``cabo``, ``variants/kamikaze``, and ``kamikaze`` for short."""
    top = shipped_root()
    variants, games = sorted(top.glob("variants/*.cabo")), sorted(top.glob("*.cabo"))
    long = {f"{file.parent.name}/{file.stem}": file for file in variants}
    return {file.stem: file for file in (*variants, *games)} | long


def source_text(name: str) -> str | None:
    """The text of the file shown to people as ``name`` (for printing lines of it), or None if it cannot be read."""
    for path in (Path(name), shipped_root() / name):
        try:
            if path.is_file():
                return path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue
    return None


def main_file(source: str | Path, root: Path | None = None) -> tuple[Path, str, tuple[Path, ...]]:
    """The main file that is meant, the name shown for it, and the folders that may be read. Raises Refused (E205)."""
    shipped = shipped_root().resolve()
    try:
        path = Path(source).resolve()
        exists = path.exists()
    except (OSError, ValueError, RuntimeError):
        path, exists = Path(), False
    if isinstance(source, str) and not exists and not source.endswith(".cabo"):
        known = shipped_rulesets()
        if source not in known:
            mend = suggestion(source, known, f"Shipped are: {', '.join(k for k in known if '/' not in k)}.")
            raise Refused(
                (Diagnostic("E205", None, f"There is no file and no shipped ruleset {quoted(source)}.", "", mend),)
            )
        path = known[source].resolve()
        return path, path.relative_to(shipped).as_posix(), (shipped,)
    if not exists or not path.is_file():
        what = "is not a file" if exists else "does not exist"
        raise Refused(
            (Diagnostic("E205", None, f"{quoted(str(source))} {what}.", "", "Give the path of a .cabo file."),)
        )
    return path, str(source), (*permitted_folders(path, root), shipped)


def permitted_folders(main: Path, root: Path | None = None) -> tuple[Path, ...]:
    """The folders that the files of a ruleset may lie in, beside the shipped one; see the module."""
    if root is not None:
        return (root.resolve(),)
    return tuple(folder for folder in (main.parent, main.parent.parent) if folder != folder.parent)


@dataclass(slots=True)
class _Reader:
    """Reads files depth first. The trail is the way from the main file to the one being read."""

    permitted: tuple[Path, ...]
    problems: list[Diagnostic] = field(default_factory=list)
    done: dict[Path, Source] = field(default_factory=dict)
    reaches: dict[Path, frozenset[Path]] = field(default_factory=dict)
    clauses: dict[str, Clause] = field(default_factory=dict)
    seen: dict[Path, str] = field(default_factory=dict)
    size: int = 0
    catalogues: set[Path] = field(default_factory=set)

    def refuse(self, span: Span | None, message: str, why: str = "", mend: str = "") -> None:
        self.problems.append(Diagnostic("E205", span, message, why, mend))

    def read(self, path: Path, name: str, span: Span | None, trail: tuple[Path, ...]) -> None:
        if len(self.seen) >= MOST_FILES:
            if len(self.seen) == MOST_FILES:
                self.seen[path] = name
                self.refuse(
                    span, f"More than {MOST_FILES} files.", "Reading must come to an end.", "Join some of them."
                )
            return
        while name in self.seen.values():
            name = f"{name} (shipped)"
        self.seen[path] = name
        try:
            with path.open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
            before, self.size = self.size, self.size + len(data)
            if self.size > MOST_BYTES_TOGETHER:
                self.problems.extend(() if before > MOST_BYTES_TOGETHER else (_too_much(span),))
                return
            text = checked_text(data, name)
            file = parse(text, name)
        except OSError as error:
            self.refuse(span, f"{name} cannot be read: {error.strerror}.", "", "Check the path and its permissions.")
            return
        except Refused as refused:
            self.problems.extend(refused.diagnostics)
            return
        parents = tuple(dict.fromkeys(self.parents(path, name, file, (*trail, path))))
        self.done[path] = Source(path, name, text, file, parents)
        self.reaches[path] = frozenset({path}).union(*(self.reaches.get(p, frozenset()) for p in parents))

    def parents(self, path: Path, name: str, file: n.File, trail: tuple[Path, ...]) -> list[Path]:
        """Read what the file uses and extends; the paths of those."""
        found = []
        wanted = [(said, item.span, "library") for item in file.items if isinstance(item, n.Use) for said in item.files]
        if file.header.extends is not None:
            wanted.append((file.header.extends, file.header.span, "ruleset"))
        for said, span, kind in wanted:
            target = self.locate(path, name, said, span, ".cabo")
            if target is None:
                continue
            where, shown = target
            if where in trail:
                circle = [self.seen[p] for p in trail[trail.index(where) :]]
                self.refuse(
                    span,
                    f"Files in a circle: {' -> '.join([*circle, self.seen[where]])}.",
                    "What a file says would depend on itself.",
                    "Take one of these lines away.",
                )
                continue
            if where not in self.seen:
                self.read(where, shown, span, trail)
            if where in self.done:
                self.check_kind(kind, self.done[where], span)
                found.append(where)
        for item in file.items:
            if isinstance(item, n.Clauses):
                self.catalogue(path, name, item)
        return found

    def check_kind(self, wanted: str, parent: Source, span: Span) -> None:
        kind = parent.file.header.kind
        if kind == wanted:
            return
        if kind == "library":
            self.refuse(
                span,
                f'"{parent.name}" is a library and cannot be extended.',
                "Only a game can be bent.",
                f'Write  use "{parent.name}"  instead.',
            )
        else:
            self.refuse(
                span,
                f'"{parent.name}" is a ruleset and cannot be used.',
                "Only a library can be used.",
                "Write  extends  in the first line instead.",
            )

    def catalogue(self, path: Path, name: str, item: n.Clauses) -> None:
        target = self.locate(path, name, item.file, item.span, ".toml")
        if target is None or target[0] in self.catalogues:
            return
        self.catalogues.add(target[0])
        if len(self.catalogues) > MOST_FILES:
            self.refuse(item.span, f"More than {MOST_FILES} files.", "Reading must come to an end.")
            return
        try:
            with target[0].open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
        except OSError as error:
            self.refuse(item.span, f"{target[1]} cannot be read: {error.strerror}.")
            return
        for clause in read_clauses(data, MOST_BYTES, target[1], item.span, self.problems):
            if clause.id in self.clauses:
                problem = f'The clause "{clause.id}" is in two catalogues, or twice in {target[1]}.'
                self.problems.append(Diagnostic("E207", item.span, problem, "", "Give each clause a name of its own."))
            self.clauses[clause.id] = clause

    def locate(self, path: Path, name: str, said: str, span: Span, suffix: str) -> tuple[Path, str] | None:
        """The file meant by ``said`` in the file ``path``, and the name to show for it; None, with E205, if none."""
        pure = PurePosixPath(said)
        if pure.is_absolute() or PureWindowsPath(said).anchor or "\\" in said or "\0" in said:
            self.refuse(
                span,
                f'"{said}" is not a path relative to this file.',
                WHY_FOLDER,
                "Write the path from this file's folder, with / between the parts.",
            )
            return None
        if pure.suffix != suffix:
            self.refuse(span, f'"{said}" does not end in {suffix}.', WHY_FOLDER, f"Name a {suffix} file.")
            return None
        near, shipped = self._at(path.parent, said), self._at(shipped_root(), said)
        if near is not None and not self.may_read(near, self.permitted):
            self.refuse(
                span,
                f'"{said}" leads out of the folder of the ruleset.',
                WHY_FOLDER,
                "Put the file into the folder of the ruleset.",
            )
            return None
        if near is not None and near.is_file():
            top = shipped_root().resolve()
            if near.is_relative_to(top) and not path.is_relative_to(top):
                return near, near.relative_to(top).as_posix()
            return near, posixpath.normpath(posixpath.join(posixpath.dirname(Path(name).as_posix()), said))
        if shipped is not None and self.may_read(shipped, (shipped_root().resolve(),)) and shipped.is_file():
            return shipped, shipped.relative_to(shipped_root().resolve()).as_posix()
        what = "is a folder" if near is not None and near.is_dir() else "does not exist"
        self.refuse(
            span,
            f'"{said}" {what}.',
            "It was sought from this file's folder and in the shipped folder.",
            self.neighbours(path, said, suffix),
        )
        return None

    @staticmethod
    def _at(folder: Path, said: str) -> Path | None:
        """The path with all links resolved, or None where the system cannot make anything of it."""
        try:
            path = (folder / said).resolve()
            path.exists()
        except (OSError, ValueError, RuntimeError):
            return None
        return path

    @staticmethod
    def may_read(path: Path, permitted: tuple[Path, ...]) -> bool:
        return any(path.is_relative_to(top) for top in permitted)

    def neighbours(self, path: Path, said: str, suffix: str) -> str:
        """A suggestion from the files beside this one and the shipped ones."""
        known = [file.name for file in path.parent.glob(f"*{suffix}")]
        known += [file.relative_to(shipped_root()).as_posix() for file in shipped_root().rglob(f"*{suffix}")]
        return suggestion(said, known, "Check the name.")


def _too_much(span: Span | None) -> Diagnostic:
    message = f"The files of this game have more than {MOST_BYTES_TOGETHER >> 20} MiB together."
    return Diagnostic("E105", span, message, "The largest known game has 40 thousand bytes.", "Use fewer files.")
