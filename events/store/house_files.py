"""What a house keeps in files beside its logs, whichever store they are in: its mark and its keys."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from events.line import GENESIS, Head
from events.signature import SigningKey
from events.store.high_water import HighWaterFile
from events.store.key_file import KeyFile


class HouseFiles(ABC):
    """The mark file and the key file of a store. The store knows which sessions there are."""

    marks: HighWaterFile
    key_file: KeyFile

    @abstractmethod
    def _require_session(self, session: str) -> None:
        """Raise `UnknownSessionError` where there is none of this id."""

    def unlimited_role(self) -> str:
        """The role of the database that may do all, "" where it has no roles or this one may not."""
        return ""

    def mark(self, session: str) -> tuple[int, int]:
        """The highest numbers ever given."""
        self._require_session(session)
        return self.marks.read(session)

    def put_mark(self, session: str, k: int, j: int) -> None:
        """Raise the mark."""
        self._require_session(session)
        self.marks.lift(session, k, j)

    def signed_head(self, session: str) -> Head:
        """The highest head that was ever signed here."""
        self._require_session(session)
        return self.marks.signed_head(session) or Head(0, bytes.fromhex(GENESIS))

    def put_signed_head(self, session: str, head: Head) -> None:
        """Raise the highest signed head."""
        self._require_session(session)
        self.marks.lift_signed_head(session, head)

    def signing_keys(self) -> tuple[SigningKey, ...]:
        """The keys of this house."""
        return self.key_file.read()

    def put_signing_keys(self, keys: Sequence[SigningKey]) -> None:
        """Keep these keys."""
        self.key_file.write(keys)
