"""Writing a file whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Write ``text`` as UTF-8 so that whoever opens ``path`` finds the old text or the new one, never a half.

    A symbolic link is followed; the permissions of an existing file are kept. A device such as ``/dev/stdout`` is
    written to, and stays what it is. Raises OSError, leaving ``path`` as it was and no temporary file behind.
    """
    if path.is_char_device():
        path.write_text(text, encoding="utf-8")
        return
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "it is not a file")
    mode = target.stat().st_mode & 0o7777 if target.exists() else _usual_mode()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}-", suffix=".part")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def try_file(path: Path) -> None:
    """Raises OSError where a file could not be written; changes nothing that stays."""
    if path.is_char_device():
        return
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "it is not a file")
    _try_in(target.parent)


def try_folder(path: Path) -> None:
    """Raises OSError where files could not be written into a folder, which may have to be made; changes nothing."""
    target = path.resolve()
    while not target.exists() and target != target.parent:
        target = target.parent
    if not target.is_dir():
        raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    _try_in(target)


def _try_in(folder: Path) -> None:
    handle, name = tempfile.mkstemp(dir=folder, prefix=".caborules-", suffix=".part")
    os.close(handle)
    Path(name).unlink()


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
