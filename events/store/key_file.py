"""The key file beside a database: what its heads are signed with. Its owner alone reads it, and no backup holds it.

`<database>.key` is text: a line that says what it is, then a key a line in hex, the one that signs now first. Behind it
stand keys that are being replaced, until every session has the new one.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from events.errors import RefusedError
from events.signature import SigningKey

_TITLE: Final = "cloisterbell-key-1"
_SEED: Final = re.compile("[0-9a-f]{64}")
_LONGEST: Final = 10_000


class KeyFile:
    """`<database>.key`. It is read when it is needed, so that a new key is taken up by whoever runs already."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> tuple[SigningKey, ...]:
        """The keys, the one that signs now first; none where there is no file.

        Raises:
            RefusedError: there is another file of that name, or one that may not be read.
        """
        try:
            with self.path.open("rb") as file:
                title, *seeds = file.read(_LONGEST).decode("ascii", "replace").split("\n")
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise RefusedError(f"{self.path} cannot be read: {error.strerror or error}") from error
        seeds = [seed.strip() for seed in seeds if seed.strip()]
        if title.strip() != _TITLE or not seeds or not all(map(_SEED.fullmatch, seeds)):
            raise RefusedError(f"{self.path} holds no key of Cloister Bell")
        return tuple(SigningKey(bytes.fromhex(seed)) for seed in seeds)

    def write(self, keys: Sequence[SigningKey]) -> None:
        """Keep these keys in place of those before: all of it or nothing, readable by its owner alone.

        Raises:
            RefusedError: it cannot be written.
        """
        part = self.path.with_name(f".{self.path.name}.part")
        text = "".join(f"{row}\n" for row in (_TITLE, *(key.seed.hex() for key in keys)))
        try:
            part.unlink(missing_ok=True)
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.path)
        except OSError as error:
            raise RefusedError(f"{self.path} cannot be written: {error.strerror or error}") from error
        finally:
            part.unlink(missing_ok=True)

    @property
    def is_open_to_others(self) -> bool:
        """Whether somebody beside its owner may read it."""
        return self.path.exists() and bool(self.path.stat().st_mode & 0o077)
