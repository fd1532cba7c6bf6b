"""The key file next to a database, with the keys that sign heads. Only its owner can read it; backups omit it.

`<database>.key` is a text file: a title line, then one key in hex on each line. The first key is the current one. The
others are being replaced, and stay until every session has the new key.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from events.signature import SigningKey
from events.store.private_file import is_open_to_others, write_private

_TITLE: Final = "cloisterbell-key-1"
_SEED: Final = lazy_pattern("[0-9a-f]{64}")
_LONGEST: Final = 10_000


class KeyFile:
    """The file of signing keys, `<database>.key`, read at each use so that running processes see a new key."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> tuple[SigningKey, ...]:
        """Return the keys, current one first, or () without a file. An unreadable file raises `RefusedError`."""
        try:
            with self.path.open("rb") as file:
                title, *seeds = file.read(_LONGEST).decode("ascii", "replace").split("\n")
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise RefusedError(f"{self.path} cannot be read: {error.strerror or error}") from error
        seeds = [seed.strip() for seed in seeds if seed.strip()]
        if title.strip() != _TITLE or not seeds or not all(map(_SEED.fullmatch, seeds)):
            raise RefusedError(f"{self.path} is not a Cloister Bell key file")
        return tuple(SigningKey(bytes.fromhex(seed)) for seed in seeds)

    def write(self, keys: Sequence[SigningKey]) -> None:
        """Replace the keys atomically, readable only by their owner. A failure raises `RefusedError`."""
        text = "".join(f"{row}\n" for row in (_TITLE, *(key.seed.hex() for key in keys)))
        write_private(self.path, text)

    @property
    def is_open_to_others(self) -> bool:
        """Whether users other than its owner may read the file."""
        return is_open_to_others(self.path)
