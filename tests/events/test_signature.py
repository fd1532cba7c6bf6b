"""Signatures: the vectors of RFC 8032, and keys and signatures that must be refused."""

import subprocess
import sys
from hashlib import sha512

import pytest
from places import ROOT
from pocket import loaded

from events import signature as sig
from events.entry import Head
from events.errors import RefusedError

P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
VECTORS = [  # RFC 8032, 7.1: secret key, public key, message, the two halves of the signature
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155",
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da",
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac",
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
HEAD = Head(57, bytes(range(32)))
KEY = sig.SigningKey(bytes.fromhex(VECTORS[1][0]))
NAME = "abcdefghijkl"
CHECKER = loaded()


def both(signature: sig.Signature, head: Head = HEAD, session: str = NAME) -> bool:
    ours = sig.is_valid(session, head, signature)
    text = sig.signed_text(session, head, signature.signed_ms, signature.key)
    assert ours == CHECKER.signed(signature.key, text, signature.signature)
    return ours


@pytest.mark.parametrize(("secret", "public", "message", "r", "s"), VECTORS)
def test_signatures_match_the_vectors_of_rfc_8032(secret: str, public: str, message: str, r: str, s: str) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415  # the floor

    key, text, signed = bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(r + s)
    assert sig.SigningKey(bytes.fromhex(secret)).public == key
    assert Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret)).sign(text) == signed
    assert CHECKER.signed(key, text, signed)
    assert not CHECKER.signed(key, text + b"x", signed)
    assert not CHECKER.signed(key, text, signed[:32] + bytes(32))


def test_a_signature_is_valid_only_for_its_head() -> None:
    key = KEY.public.hex()
    expected = f"cloisterbell-head-1\n{NAME}\n57\n{HEAD.hex}\n1700000000000\n{key}"
    assert sig.signed_text(NAME, HEAD, 1_700_000_000_000, KEY.public) == expected.encode()
    assert not expected.endswith("\n")
    signature = KEY.sign(NAME, HEAD, 1_000)
    assert both(signature)
    assert not both(signature, Head(57, bytes(32)))
    assert not both(signature, session="mnopqrstuvwx")
    assert not sig.is_valid(NAME, Head(58, HEAD.digest), signature)
    assert not both(sig.Signature(57, 1_001, signature.key, signature.signature))
    assert not both(sig.Signature(57, 1_000, sig.SigningKey.make().public, signature.signature))


def test_refuses_signatures_with_large_s_or_a_wrong_size() -> None:
    good = KEY.sign(NAME, HEAD, 1_000)
    s = int.from_bytes(good.signature[32:], "little") + ORDER
    for wrong in (
        good.signature[:32] + s.to_bytes(32, "little"), *((good.signature * 2)[:size] for size in (0, 31, 63, 65, 128)),
    ):  # fmt: skip
        assert not both(sig.Signature(57, 1_000, good.key, wrong))


EIGHTH = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
SMALL = [0, 1, P - 1, EIGHTH, P - EIGHTH]


@pytest.mark.parametrize("y", [*SMALL, P, P + 1, 2**255 - 1])
@pytest.mark.parametrize("sign", [0, 1])
def test_refuses_keys_of_small_order_or_noncanonical_encoding(y: int, sign: int) -> None:
    key = (y | sign << 255).to_bytes(32, "little")
    assert not sig.is_key(key)
    assert sig.key_of(key.hex()) == b""
    for s in range(1, 20):
        x, why, z, _ = CHECKER.times(s, CHECKER.BASE)
        inverse = pow(z, -1, P)
        r = (why * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, "little")
        assert not both(sig.Signature(57, 1_000, key, r + s.to_bytes(32, "little")))


def encoded(point: tuple[int, int, int, int]) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def forged(key: bytes, secret: int, r: bytes, nonce: int, signed_ms: int) -> sig.Signature:
    text = sig.signed_text(NAME, HEAD, signed_ms, key)
    k = int.from_bytes(sha512(r + key + text).digest(), "little") % ORDER
    return sig.Signature(57, signed_ms, key, r + ((nonce + k * secret) % ORDER).to_bytes(32, "little"))


def test_both_verifiers_agree_on_keys_of_mixed_order() -> None:
    secret, nonce = 1234567, 7654321
    eighth = CHECKER.point(EIGHTH.to_bytes(32, "little"))
    key = encoded(CHECKER.add(CHECKER.times(secret, CHECKER.BASE), eighth))
    r = encoded(CHECKER.times(nonce, CHECKER.BASE))
    assert sig.is_key(key)
    held = [both(forged(key, secret, r, nonce, signed_ms)) for signed_ms in range(64)]
    assert 0 < sum(held) < 32


@pytest.mark.parametrize("r", [1, P + 1, 1 | 1 << 255])
def test_refuses_noncanonical_encodings_of_r(r: int) -> None:
    secret = 1234567
    key = encoded(CHECKER.times(secret, CHECKER.BASE))
    assert both(forged(key, secret, r.to_bytes(32, "little"), 0, 5)) == (r == 1)


def test_refuses_a_malformed_key_and_pin() -> None:
    key = KEY.public.hex()
    assert {sig.key_of(wrong) for wrong in ("", "9f" * 31, "9f" * 33, "G" * 64, key.upper(), f"{key}\n")} == {b""}
    assert sig.check_pin(key) == key
    assert KEY.fingerprint == key[:32]
    for pin in (key[:32].upper(), " ".join(key[at : at + 4] for at in range(0, 32, 4))):
        assert sig.check_pin(pin) == key[:32]
    for pin in ("", "9f3c", "9f" * 15, "9f" * 33, "x" * 40, "9f" * 10_000):
        with pytest.raises(RefusedError, match="32 to 64 hex digits"):
            sig.check_pin(pin)
    assert KEY.seed.hex() not in f"{KEY!r} {KEY}"


def test_a_signed_head_is_found_again_in_a_text() -> None:
    word = sig.head_text(NAME, HEAD, KEY.sign(NAME, HEAD, 1_000))
    (found,) = sig.signed_heads(f"Log: line 57\n> `{word}`, see you\n")
    assert found.holds
    assert (found.session, found.head) == (NAME, HEAD)
    assert sig.signed_heads(word.replace(":57:", ":0:")) == []
    assert sig.signed_heads(word[:-1]) == []
    assert sig.signed_heads(f"{word}0") == []
    (other,) = sig.signed_heads(word.replace(":57:", ":58:"))
    assert not other.holds


def test_imports_cryptography_only_when_signing() -> None:
    code = "import sys, webui.cli, replay.transfer.verify, events.store.sqlite; sys.exit('cryptography' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=ROOT).returncode == 0
