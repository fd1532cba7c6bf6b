"""Seals, against vectors that an independent program produced; and what of them reaches whom."""

import json

import msgspec
import pytest
from places import TESTS

from events.codec import Codec
from events.conduct import Learned, Posted
from events.errors import CorruptLogError
from events.facts import ALL, REMOVED, UNKNOWN, Drawn, Revealed, Shuffled
from events.line import Entry, Line, Secret
from events.seal import SealedItem, SealedItems, new_salt, seal

VECTOR = json.loads((TESTS / "vectors.json").read_text(encoding="utf-8"))["seal"]
HAND = Drawn("black", "draw", "tower", ("jam-cookie", "key-blue"))


def stored(fact: Drawn | Posted | Revealed | Shuffled | Learned, salts: list[str]) -> tuple[Line, list[Secret]]:
    body, secrets = Codec().encode(Entry(fact), 5, lambda _fact, _field, item, _text: salts[item])
    return Line("s-0001", 5, 0, "table", body, b""), secrets


# The vectors


def test_seal_of_each_item() -> None:
    found = tuple(seal(item["salt"], item["value"]) for item in VECTOR["items"])
    assert msgspec.to_builtins(SealedItems(found)) == {"sealed": tuple(VECTOR["stored"]["sealed"])}


def test_seal_of_a_scalar() -> None:
    found = SealedItem(seal(VECTOR["scalar"]["salt"], VECTOR["scalar"]["value"]))
    assert msgspec.to_builtins(found) == VECTOR["scalar"]["stored"]


def test_codec_stores_a_row_as_the_vector_says() -> None:
    line, secrets = stored(HAND, [item["salt"] for item in VECTOR["items"]])
    assert json.loads(line.body)["cards"] == VECTOR["stored"]
    assert [(secret.salt, secret.value) for secret in secrets] == [
        (item["salt"], item["value"]) for item in VECTOR["items"]
    ]


def test_codec_stores_a_scalar_as_the_vector_says() -> None:
    line, secrets = stored(Revealed("tiles", "3,4", "tower", "dalek"), [VECTOR["scalar"]["salt"]])
    assert json.loads(line.body)["item"] == VECTOR["scalar"]["stored"]
    assert [secret.value for secret in secrets] == [VECTOR["scalar"]["value"]]


# Salts


def test_salts_are_16_random_bytes_as_hex_and_one_an_item() -> None:
    body, secrets = Codec().encode(Entry(Drawn("black", "draw", "typed", ("key-red",) * 50)), 1)
    salts = {str(secret.salt) for secret in secrets}
    assert len(salts) == 50
    assert all(len(bytes.fromhex(salt)) == 16 and salt == salt.lower() for salt in salts)
    assert len(set(json.loads(body)["cards"]["sealed"])) == 50
    assert new_salt() != new_salt()


# Who knows what


@pytest.mark.parametrize(
    ("fact", "audiences"),
    [
        (HAND, {"black"}),
        (Shuffled("draw", 1, "tower", ("a", "b")), {""}),
        (Revealed("tiles", "3,4", "tower", "dalek"), {ALL}),
        (Posted("black", "hello"), {ALL}),
        (Posted("black", "I hold a key", audience="black"), {"black"}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_audience_is_fixed_when_the_line_is_written(
    fact: Drawn | Shuffled | Revealed | Posted, audiences: set[str]
) -> None:
    _, secrets = stored(fact, ["0" * 32, "1" * 32])
    assert {secret.audience for secret in secrets} == audiences


def test_body_holds_no_secret() -> None:
    line, secrets = stored(HAND, ["0" * 32, "1" * 32])
    assert all(str(secret.value).strip('"') not in line.body for secret in secrets)
    assert all(str(secret.salt) not in line.body for secret in secrets)


def test_reader_opens_what_is_known_item_by_item() -> None:
    line, secrets = stored(HAND, ["0" * 32, "1" * 32])
    codec = Codec()

    def read(known: list[Secret]) -> tuple[str, ...]:
        pairs = {secret.item: None if secret.salt is None else (secret.salt, str(secret.value)) for secret in known}
        fact = codec.decode(line, {("cards", item): pair for item, pair in pairs.items()}).fact
        assert isinstance(fact, Drawn)
        return fact.cards

    assert read(secrets) == HAND.cards
    assert read(secrets[1:]) == (UNKNOWN, "key-blue")
    assert read([]) == (UNKNOWN, UNKNOWN)
    erased = [msgspec.structs.replace(secrets[0], salt=None, value=None), secrets[1]]
    assert read(erased) == (REMOVED, "key-blue")


def test_seals_of_a_line_are_read_back_by_field() -> None:
    line, _ = stored(HAND, [item["salt"] for item in VECTOR["items"]])
    assert Codec().seals(line) == {"cards": tuple(VECTOR["stored"]["sealed"])}


@pytest.mark.parametrize("value", ["7", "[]", "not JSON", '"\ud800"', ""])
def test_secret_that_is_no_text_is_a_damaged_line(value: str) -> None:
    line, _ = stored(HAND, ["0" * 32, "1" * 32])
    with pytest.raises(CorruptLogError, match="cards") as caught:
        Codec().decode(line, {("cards", 0): ("0" * 32, value)})
    assert caught.value.seq == 5
