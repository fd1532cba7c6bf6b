"""Seals, compared with vectors of an independent program, and who may open them."""

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


def test_seals_a_row_as_the_vector_says() -> None:
    items = VECTOR["items"]
    found = tuple(seal(item["salt"], item["value"]) for item in items)
    assert msgspec.to_builtins(SealedItems(found)) == {"sealed": tuple(VECTOR["stored"]["sealed"])}
    line, secrets = stored(HAND, [item["salt"] for item in items])
    assert json.loads(line.body)["cards"] == VECTOR["stored"]
    assert [(secret.salt, secret.value) for secret in secrets] == [(item["salt"], item["value"]) for item in items]
    assert Codec().seals(line) == {"cards": tuple(VECTOR["stored"]["sealed"])}


def test_seals_a_scalar_as_the_vector_says() -> None:
    scalar = VECTOR["scalar"]
    assert msgspec.to_builtins(SealedItem(seal(scalar["salt"], scalar["value"]))) == scalar["stored"]
    line, secrets = stored(Revealed("tiles", "3,4", "tower", "dalek"), [scalar["salt"]])
    assert json.loads(line.body)["item"] == scalar["stored"]
    assert [secret.value for secret in secrets] == [scalar["value"]]


def test_salts_are_16_random_bytes_as_hex_and_one_an_item() -> None:
    body, secrets = Codec().encode(Entry(Drawn("black", "draw", "typed", ("key-red",) * 50)), 1)
    salts = {str(secret.salt) for secret in secrets}
    assert len(salts) == 50
    assert all(len(bytes.fromhex(salt)) == 16 and salt == salt.lower() for salt in salts)
    assert len(set(json.loads(body)["cards"]["sealed"])) == 50
    assert new_salt() != new_salt()


@pytest.mark.parametrize(("fact", "audiences"), [
    (HAND, {"black"}), (Shuffled("draw", 1, "tower", ("a", "b")), {""}),
    (Revealed("tiles", "3,4", "tower", "dalek"), {ALL}), (Posted("black", "hello"), {ALL}),
    (Posted("black", "I hold a key", audience="black"), {"black"}),
], ids=lambda value: type(value).__name__)  # fmt: skip
def test_audience_is_fixed_when_the_line_is_written(
    fact: Drawn | Shuffled | Revealed | Posted, audiences: set[str]
) -> None:
    _, secrets = stored(fact, ["0" * 32, "1" * 32])
    assert {secret.audience for secret in secrets} == audiences


def test_a_reader_opens_only_the_known_items() -> None:
    line, secrets = stored(HAND, ["0" * 32, "1" * 32])
    assert not any(str(part).strip('"') in line.body for one in secrets for part in (one.value, one.salt))

    def read(known: list[Secret]) -> tuple[str, ...]:
        pairs = {secret.item: None if secret.salt is None else (secret.salt, str(secret.value)) for secret in known}
        fact = Codec().decode(line, {("cards", item): pair for item, pair in pairs.items()}).fact
        assert isinstance(fact, Drawn)
        return fact.cards

    erased = msgspec.structs.replace(secrets[0], salt=None, value=None)
    assert read(secrets) == HAND.cards
    assert read(secrets[1:]) == (UNKNOWN, "key-blue")
    assert read([]) == (UNKNOWN, UNKNOWN)
    assert read([erased, secrets[1]]) == (REMOVED, "key-blue")


@pytest.mark.parametrize("value", ["7", "[]", "not JSON", '"\ud800"', ""])
def test_a_malformed_secret_is_a_damaged_entry(value: str) -> None:
    line, _ = stored(HAND, ["0" * 32, "1" * 32])
    with pytest.raises(CorruptLogError, match="cards") as caught:
        Codec().decode(line, {("cards", 0): ("0" * 32, value)})
    assert caught.value.seq == 5
