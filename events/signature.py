r"""Signed heads: Ed25519 signatures (RFC 8032, no prehash) of a log's last line, made when it leaves the house.

What is signed is `cloisterbell-head-1 \n session \n seq \n digest \n signed_ms \n key`, without a line end behind it:
the digest covers every earlier line, so that a signature of a head is one of the whole log up to it. `cryptography`
computes; it is imported when something is signed or checked, so that logs without a key never wait for it.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from events.entry import Head
from events.errors import RefusedError

PURPOSE: Final = "cloisterbell-head-1"
"""What begins a signed text, and no other text that anybody signs."""
FINGERPRINT: Final = 32
"""So many hex digits of a public key are its fingerprint."""
_PRIME: Final = 2**255 - 19
_EIGHTH: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL: Final = frozenset({0, 1, _PRIME - 1, _EIGHTH, _PRIME - _EIGHTH})
"""The y of every point of small order: such a key would take signatures that nobody made."""
_KEY: Final = re.compile("[0-9a-f]{64}")
_PINNED: Final = re.compile("[0-9a-f]{32,64}")
_SIGNED: Final = re.compile(
    rf"(?<![0-9A-Za-z-]){PURPOSE}:([a-z0-9][a-z0-9-]{{0,31}}):([1-9][0-9]{{0,8}}):([0-9a-f]{{64}}):([0-9]{{1,15}})"
    r":([0-9a-f]{64}):([0-9a-f]{128})(?![0-9A-Za-z])"
)


class Signature(msgspec.Struct, frozen=True, gc=False):
    """The signature of line `seq` as a log's head. `key` is public, 32 bytes; `signature` has 64."""

    seq: int
    signed_ms: int
    key: bytes
    signature: bytes


class SignedHead(NamedTuple):
    """A head with its signature, as it stands in a kit or a post: enough to be checked without its log."""

    session: str
    head: Head
    signature: Signature

    @property
    def holds(self) -> bool:
        """Whether the key did sign this head."""
        return is_valid(self.session, self.head, self.signature)


class SigningKey(msgspec.Struct, frozen=True, gc=False):
    """The secret key of a host: the 32 bytes that RFC 8032 begins with. It says nothing of itself where it is shown."""

    seed: bytes

    def __repr__(self) -> str:
        return f"SigningKey({self.fingerprint})"

    @classmethod
    def make(cls) -> "SigningKey":
        """A new key of random bytes."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415  # see above

        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    @property
    def public(self) -> bytes:
        """The public key: 32 bytes."""
        return _public(self.seed)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the public key."""
        return fingerprint(self.public)

    def sign(self, session: str, head: Head, signed_ms: int) -> Signature:
        """Sign a head."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415  # see above

        secret, key = Ed25519PrivateKey.from_private_bytes(self.seed), self.public
        return Signature(head.seq, signed_ms, key, secret.sign(signed_text(session, head, signed_ms, key)))


@lru_cache(maxsize=8)
def _public(seed: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415  # see above

    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def signed_text(session: str, head: Head, signed_ms: int, key: bytes) -> bytes:
    """What is signed: the purpose and the five columns, one a row, in ASCII."""
    return f"{PURPOSE}\n{session}\n{head.seq}\n{head.hex}\n{signed_ms}\n{key.hex()}".encode("utf-8", "surrogatepass")


def is_valid(session: str, head: Head, signature: Signature) -> bool:
    """Whether a signature is one of this head, by its key.

    Everybody must come to the same answer: S is below the order of the group, R and the key are encoded in the one
    canonical way, the equation is the one without cofactor, and a key of small order signs nothing.
    """
    if head.seq != signature.seq or not is_key(signature.key):
        return False
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415  # see above
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415  # see above

    text = signed_text(session, head, signature.signed_ms, signature.key)
    try:
        Ed25519PublicKey.from_public_bytes(signature.key).verify(signature.signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_key(key: bytes) -> bool:
    """Whether these bytes can be a public key: 32, with a y below the prime, and not of small order."""
    y = int.from_bytes(key, "little") & ~(1 << 255)
    return len(key) == 32 and y < _PRIME and y not in _SMALL


def key_of(text: str) -> bytes:
    """The public key of 64 hex digits in lower case; no bytes for anything else."""
    found = bytes.fromhex(text) if _KEY.fullmatch(text) else b""
    return found if is_key(found) else b""


def fingerprint(key: bytes) -> str:
    """What people compare of a public key: its first 32 hex digits."""
    return key.hex()[:FINGERPRINT]


def short(key: bytes | str) -> str:
    """A key in a sentence: its first 8 hex digits."""
    return f"{(key if isinstance(key, str) else key.hex())[:8]}..."


def check_pin(text: str) -> str:
    """A key or fingerprint that somebody gives: 32 to 64 hex digits, in lower case.

    Raises:
        RefusedError: it is none.
    """
    digits = re.sub(r"[\s:]", "", text[:400]).lower()
    if not _PINNED.fullmatch(digits):
        raise RefusedError(f'"{text[:80]}" is no key and no fingerprint: write 32 to 64 hex digits')
    return digits


def head_text(session: str, head: Head, signature: Signature) -> str:
    """A signed head in one word, as it is posted; `signed_heads` finds it again."""
    parts = (PURPOSE, session, head.seq, head.hex, signature.signed_ms, signature.key.hex(), signature.signature.hex())
    return ":".join(map(str, parts))


def signed_heads(text: str) -> list[SignedHead]:
    """Every signed head that stands in a text, valid or not."""
    return [
        SignedHead(
            session, Head(int(seq), bytes.fromhex(digest)),
            Signature(int(seq), int(signed_ms), bytes.fromhex(key), bytes.fromhex(signature)),
        )
        for session, seq, digest, signed_ms, key, signature in _SIGNED.findall(text)
    ]  # fmt: skip
