"""The file that a command writes."""

import os
from collections.abc import Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile

from events.errors import RefusedError
from events.store.opening import is_server
from webui.commands.database import database_place


def output_path(output: str | None, *, force: bool) -> Path | None:
    """Where to write, or None for stdout.

    Raises:
        RefusedError: nothing can be written there, or something is there already.
    """
    if output in (None, "-"):
        return None
    assert output is not None
    path = Path(output)
    try:
        if path.is_dir():
            raise RefusedError(f"{path} is a directory; name a file in it")
        if path.exists() and not force:
            raise RefusedError(f"{path} is there already; --force writes over it")
        if not is_server(place := database_place()) and Path(place).exists() and path.exists() and path.samefile(place):
            raise RefusedError(f"{path} is the database itself; choose another file")
        folder = path.parent.absolute()
        if not folder.is_dir():
            raise RefusedError(f"nothing can be written in {folder}: there is no such directory")
    except OSError as error:
        raise RefusedError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise RefusedError(f"nothing can be written in {folder}: permission denied")
    return path


def write_file(path: Path, blocks: Iterable[bytes]) -> int:
    """Write a file whole or not at all, and return its size in bytes. If it cannot be written the old file stays.

    Raises:
        RefusedError: it cannot be written.
    """
    part: Path | None = None
    try:
        with NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            part = Path(file.name)
            size = sum(map(file.write, blocks))
            file.flush()
            os.fsync(file.fileno())  # `remove` deletes a session after its export: the file must survive a power cut
        part.replace(path)
    except BaseException as error:
        if part is not None:
            part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise RefusedError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from error
        raise
    return size
