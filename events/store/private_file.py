"""Text files that only their owner may read."""

import os
from pathlib import Path

from events.errors import RefusedError


def write_private(path: Path, text: str) -> None:
    """Replace a file atomically, readable only by its owner. A failure raises `RefusedError`."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise RefusedError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)


def is_open_to_others(path: Path) -> bool:
    """Return whether users other than its owner may read a file."""
    return path.exists() and bool(path.stat().st_mode & 0o077)
