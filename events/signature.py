r"""Signed heads: Ed25519 signatures (RFC 8032, no prehash) of a log's last entry, made when the log leaves the server.

The signed text is `cloisterbell-head-1 \n session \n seq \n digest \n signed_ms \n key`, without a final line feed. The
digest covers all earlier entries, so a signature of a head covers the whole log up to it. `cryptography` is imported
only to sign or check, because most logs have no key.
"""

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from events.entry import Head
from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PURPOSE: Final = "cloisterbell-head-1"
"""The first line of a signed text, so that a signature for another purpose is never accepted."""
FINGERPRINT: Final = 32
"""The number of hex digits in a key fingerprint."""
_PRIME: Final = 2**255 - 19
_EIGHTH: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL: Final = frozenset({0, 1, _PRIME - 1, _EIGHTH, _PRIME - _EIGHTH})
"""The y coordinates of all points of small order. Such a key would accept forged signatures."""
_KEY: Final = lazy_pattern("[0-9a-f]{64}")
_PINNED: Final = lazy_pattern("[0-9a-f]{32,64}")
_SIGNED: Final = lazy_pattern(
    rf"(?<![0-9A-Za-z-]){PURPOSE}:([a-z0-9][a-z0-9-]{{0,31}}):([1-9][0-9]{{0,8}}):([0-9a-f]{{64}}):([0-9]{{1,15}})"
    r":([0-9a-f]{64}):([0-9a-f]{128})(?![0-9A-Za-z])"
)


class Signature(msgspec.Struct, frozen=True, gc=False):
    """The signature of entry `seq` as a log's head. `key` is the public key (32 bytes); `signature` has 64 bytes."""

    seq: int
    signed_ms: int
    key: bytes
    signature: bytes


class SignedHead(NamedTuple):
    """A head (a log's last entry) with its signature, from a summary or a post. It can be checked without the log."""

    session: str
    head: Head
    signature: Signature

    @property
    def holds(self) -> bool:
        """Whether the signature of this head is valid."""
        return is_valid(self.session, self.head, self.signature)


class SigningKey(msgspec.Struct, frozen=True, gc=False):
    """The host's secret key: the 32-byte seed of RFC 8032. Its `repr` shows only the fingerprint."""

    seed: bytes

    def __repr__(self) -> str:
        return f"SigningKey({self.fingerprint})"

    @classmethod
    def make(cls) -> "SigningKey":
        """Return a new random key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415  # slow import

        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    @property
    def public(self) -> bytes:
        """The public key: 32 bytes."""
        return _private_key(self.seed).public_key().public_bytes_raw()

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the public key."""
        return fingerprint(self.public)

    def sign(self, session: str, head: Head, signed_ms: int) -> Signature:
        """Return the host's signature of a head: the number and digest of the last entry of a log."""
        text = signed_text(session, head, signed_ms, self.public)
        return Signature(head.seq, signed_ms, self.public, _private_key(self.seed).sign(text))


@lru_cache(maxsize=8)
def _private_key(seed: bytes) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415  # slow import

    return Ed25519PrivateKey.from_private_bytes(seed)


def signed_text(session: str, head: Head, signed_ms: int, key: bytes) -> bytes:
    """Return the text that is signed: the purpose and five fields, one on each line."""
    return f"{PURPOSE}\n{session}\n{head.seq}\n{head.hex}\n{signed_ms}\n{key.hex()}".encode("utf-8", "surrogatepass")


def is_valid(session: str, head: Head, signature: Signature) -> bool:
    """Return whether a signature is valid for this head and its own key.

    All programs that verify a signature must agree. So S is below the order of the group, R and the key have the
    canonical encoding, and the equation has no cofactor. A key of small order is refused.
    """
    if head.seq != signature.seq or not is_key(signature.key):
        return False
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415  # slow import
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415  # slow import

    text = signed_text(session, head, signature.signed_ms, signature.key)
    try:
        Ed25519PublicKey.from_public_bytes(signature.key).verify(signature.signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_key(key: bytes) -> bool:
    """Return whether these bytes can be a public key: 32 bytes, y below the prime, not of small order."""
    y = int.from_bytes(key, "little") & ~(1 << 255)
    return len(key) == 32 and y < _PRIME and y not in _SMALL


def key_of(text: str) -> bytes:
    """Return the public key in a text of 64 lower-case hex digits, or no bytes if it is not one."""
    found = bytes.fromhex(text) if _KEY.fullmatch(text) else b""
    return found if is_key(found) else b""


def fingerprint(key: bytes) -> str:
    """Return the fingerprint of a public key, which people compare: its first 32 hex digits."""
    return key.hex()[:FINGERPRINT]


def short(key: bytes | str) -> str:
    """Return the first 8 hex digits of a key, for use in a sentence."""
    return f"{(key if isinstance(key, str) else key.hex())[:8]}..."


def check_pin(text: str) -> str:
    """Return a key or fingerprint that a user entered as 32 to 64 lower-case hex digits, or raise `RefusedError`."""
    digits = re.sub(r"[\s:]", "", text[:400]).lower()
    if not _PINNED.fullmatch(digits):
        raise RefusedError(f'"{text[:80]}" is not a key or a key fingerprint. Enter 32 to 64 hex digits')
    return digits


def head_text(session: str, head: Head, signature: Signature) -> str:
    """Return a head (a log's last entry) with its signature as one word for a post; `signed_heads` parses this word."""
    parts = (PURPOSE, session, head.seq, head.hex, signature.signed_ms, signature.key.hex(), signature.signature.hex())
    return ":".join(map(str, parts))


def signed_heads(text: str) -> list[SignedHead]:
    """Return all signed heads in a text, valid or not."""
    return [
        SignedHead(
            session, Head(int(seq), bytes.fromhex(digest)),
            Signature(int(seq), int(signed_ms), bytes.fromhex(key), bytes.fromhex(signature)),
        )
        for session, seq, digest, signed_ms, key, signature in _SIGNED.findall(text)
    ]  # fmt: skip
