"""The secrets file next to a database, with tokens and passwords for other servers. Only its owner can read it.

`<database>.secrets` is a text file: a title line, then one secret on each line, as its name, a space and its value. The
database contains only the names. No backup, export, transfer or check contains the file.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from events.errors import RefusedError
from events.store.checks import check_id
from events.store.private_file import is_open_to_others, write_private

_TITLE: Final = "cloisterbell-secrets-1"
_LONGEST: Final = 4_000
_LARGEST: Final = 1_000_000


class SecretsFile:
    """The file of secrets, `<database>.secrets`, read at each use so that running processes see a new secret."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def names(self) -> tuple[str, ...]:
        """Return the names of all secrets. An unreadable file raises `RefusedError`."""
        return tuple(self._read())

    def read(self, name: str) -> str:
        """Return a secret. If it is missing, or if other users can read the file, raise `RefusedError`."""
        secrets = self._read()
        if self.is_open_to_others:
            raise RefusedError(f"other users can read {self.path}. Make it readable only for its owner (chmod 600)")
        if name not in secrets:
            raise RefusedError(f"{self.path} contains no secret named {name}. Give it again with `follow`")
        return secrets[name]

    def write(self, name: str, secret: str) -> None:
        """Add or replace a secret. The message of a refusal contains no secret."""
        check_id(name, "secret")
        if not 0 < len(secret) <= _LONGEST or not secret.isprintable():
            raise RefusedError(f"a token or password is one line of 1 to {_LONGEST} printable characters")
        self._replace({**self._read(), name: secret})

    def remove(self, name: str) -> None:
        """Remove a secret, if it is there."""
        secrets = self._read()
        if name in secrets:
            self._replace({other: secret for other, secret in secrets.items() if other != name})

    @property
    def is_open_to_others(self) -> bool:
        """Whether users other than its owner may read the file."""
        return is_open_to_others(self.path)

    def _read(self) -> dict[str, str]:
        try:
            with self.path.open("rb") as file:
                title, *rows = file.read(_LARGEST).decode().split("\n")
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise RefusedError(f"{self.path} cannot be read: {error.strerror or error}") from error
        except UnicodeDecodeError:
            title, rows = "", []
        pairs = [row.partition(" ") for row in rows if row]
        if title != _TITLE or not all(secret for _, _, secret in pairs):
            raise RefusedError(f"{self.path} is not a Cloister Bell secrets file")
        return {name: secret for name, _, secret in pairs}

    def _replace(self, secrets: Mapping[str, str]) -> None:
        text = "".join(f"{row}\n" for row in (_TITLE, *(f"{name} {secret}" for name, secret in secrets.items())))
        write_private(self.path, text)
