"""Entries of a log: digests and seals, compared with vectors of an independent program; valid bodies and numbers."""

import json
import sqlite3
from contextlib import closing
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st
from places import TESTS
from refusals import refuses

from events.codec import Codec
from events.digits import whole
from events.entry import GENESIS, Entry, Head, Line, Secret, digest, one_line
from events.errors import CorruptLogError, RefusedError
from events.events import ALL, REMOVED, UNKNOWN, Drawn, Revealed, Shuffled, Started
from events.seal import SealedItem, SealedItems, new_salt, seal
from events.session_events import ItemRevealed, Posted
from events.store.checks import check_body, check_id, check_seat

VECTOR = json.loads((TESTS / "vectors.json").read_text(encoding="utf-8"))["digest"]
BODY = '{"kind":"attack","player":"black","daleks":3}'


def test_entry_digests_match_the_test_vectors() -> None:
    first = digest(*(VECTOR[column] for column in ("prev", "session", "seq", "at_ms", "by", "body")))
    following = VECTOR["next"]
    second = digest(first.hex(), VECTOR["session"], *(following[column] for column in ("seq", "at_ms", "by", "body")))
    assert (VECTOR["prev"], Head(1, first).hex, Head(2, second).hex) == (
        GENESIS, VECTOR["digest"], following["digest"],
    )  # fmt: skip
    body = '{"kind":"remarked","text":"Größe 🗝"}'
    columns = f"{GENESIS}\ns-0001\n7\n1789000000000\nblack\n{body}"
    assert digest(GENESIS, "s-0001", 7, 1_789_000_000_000, "black", body) == sha256(columns.encode("utf-8")).digest()


@pytest.mark.parametrize("change", [
    {"prev": "0" * 63 + "1"}, {"session": "s-0002"}, {"seq": 2}, {"at_ms": 1_789_000_000_001}, {"by": "red"},
    {"body": VECTOR["body"].replace("3", "4")}, {"body": VECTOR["body"] + " "},
], ids=lambda change: next(iter(change)))  # fmt: skip
def test_every_column_changes_the_digest(change: dict[str, Any]) -> None:
    columns = {name: VECTOR[name] for name in ("prev", "session", "seq", "at_ms", "by", "body")} | change
    assert digest(**columns).hex() != VECTOR["digest"]


@pytest.mark.parametrize("body", [
    "{}", BODY, '{"text":"\\n \\u0000 \\u2028 \\" \\\\"}', '{"text":"Größe 🗝 ﷽"}',
    '{"a":{"b":[1,-2.5e3,true,null,{"c":"{[{["}]},"b":1}', '{"a":' + "[" * 31 + "]" * 31 + "}",
    '{"text":"' + "[{" * 500 + '"}',
])  # fmt: skip
def test_accepts_a_valid_body(body: str) -> None:
    check_body(body)


UNCLEAN = {
    "nothing": ("", "not JSON"), "no JSON": ("{'a':1}", "not JSON"), "cut off": (BODY[:-1], "not JSON"),
    "more than one": ("{}{}", "not JSON"), "byte order mark": ("\ufeff{}", "not JSON"),
    "array": ("[1]", "not a JSON object"), "text": ('"attack"', "not a JSON object"),
    "null": ("null", "not a JSON object"),
    "line end": ('{"a":\n1}', "raw control character at column 6"),
    "line end in a text": ('{"a":"x\ny"}', "raw control character at column 8"),
    "tab": ('{\t"a":1}', "raw control character at column 2"),
    "null character": ('{"a":"\0"}', "raw control character"),
    "delete character": ('{"a":"\x7f"}', "raw control character"),
    "next line": ('{"a":"\x85"}', "raw control character"),
    "line separator": ('{"a":"\u2028"}', "raw control character"),
    "paragraph separator": ('{"a":"\u2029"}', "raw control character"),
    "repeated key": ('{"kind":"attack","kind":"passed"}', "has the same key twice"),
    "repeated key inside": ('{"a":[{"b":1,"c":{"d":1,"d":1}}]}', "has the same key twice"),
    "repeated key in disguise": ('{"kind":1,"\\u006bind":2}', "has the same key twice"),
    "not a number": ('{"a":NaN}', "not JSON"), "infinity": ('{"a":-Infinity}', "not JSON"),
    "beyond a float": ('{"a":1e999}', "not JSON"), "beyond any number": ('{"a":' + "9" * 5_000 + "}", "not JSON"),
    "leading zero": ('{"a":01}', "not JSON"), "half a character": ('{"a":"\ud800"}', "not JSON"),
    "half a character, escaped": ('{"a":"\\ud800 and then some more"}', "not JSON"),
    "33 levels": ('{"a":' + "[" * 32 + "]" * 32 + "}", "more than 32 levels deep"),
    "a thousand levels": ('{"a":' * 1_000 + "1" + "}" * 1_000, "more than 32 levels deep"),
    "a million brackets": ("[" * 1_000_000, "more than 32 levels deep"),
    "a million quotes": ('{"a":"' + '\\"' * 1_000_000, "not JSON"),
}  # fmt: skip


@pytest.mark.parametrize("what", UNCLEAN)
def test_refuses_an_invalid_body_with_its_entry_number(what: str) -> None:
    body, why = UNCLEAN[what]
    assert refuses(CorruptLogError, f"^entry 7: .*{why}", check_body, body, 7).seq == 7


def refusal(body: str) -> str:
    try:
        check_body(body)
    except CorruptLogError as error:
        return str(error)
    return ""


@pytest.mark.long
@given(st.text(max_size=40))
def test_accepts_any_escaped_text(text: str) -> None:
    assert refusal(json.dumps({"text": text})) == ""


@settings(max_examples=30)
@given(st.text(max_size=40) | st.text('{}[]",:\\ud80a1', max_size=40))
def test_accepts_only_json_objects_as_bodies(text: str) -> None:
    for body in (text, f'{{"text":"{text}"}}', f'{{"a":{text}}}'):
        assert refusal(body).startswith("entry 0: ") or isinstance(json.loads(body), dict)


@settings(deadline=None)  # a busy machine is slow
@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40), st.text(st.characters(exclude_categories=["Cs"]))
)
def test_reads_back_everything_that_the_codec_writes(title: str, text: str) -> None:
    codec = Codec()
    for event in (Started(game="keys", rules=1, seats=("a",), title=title), Posted("a", text, where=title)):
        body, secrets = codec.encode(Entry(event), 1)
        check_body(body)
        assert codec.is_canonical(body)
        opening = {(secret.field, secret.item): (str(secret.salt), str(secret.value)) for secret in secrets}
        assert all(len(secret.value.splitlines()) == 1 for secret in secrets if secret.value)
        assert codec.decode(Line("s", 1, 0, "a", body, b""), opening).event == event


@pytest.mark.parametrize("character", ["\x7f", "\x85", "\x9f", "\u2028", "\u2029"])
def test_escapes_line_separators_that_json_does_not_escape(character: str) -> None:
    text = msgspec.json.encode([f"a{character}b"]).decode()
    assert character in text
    assert character not in one_line(text)
    assert json.loads(one_line(text)) == [f"a{character}b"]


def test_refuses_to_write_a_lone_surrogate() -> None:
    for event in (Posted("a", "\ud800"), Started(game="keys", rules=1, seats=("a",), title="\udcff")):
        refuses(RefusedError, "not valid Unicode", Codec().encode, Entry(event))


@pytest.mark.parametrize(
    "body", [body for body, _ in UNCLEAN.values()] + ['{"kind":"started","options":' + '{"a":' * 5_000]
)
def test_a_damaged_body_is_reported_as_a_damaged_entry(body: str) -> None:
    assert refuses(CorruptLogError, "", Codec().decode, Line("s", 3, 0, "black", body, b"")).seq == 3
    assert not Codec().is_canonical(body)
    if "\ud800" not in body:
        with closing(sqlite3.connect(":memory:")) as connection:
            guarded = "case when json_valid(:body) then :body->>'$.kind' end"
            connection.execute(f"select {guarded}", {"body": body}).fetchone()


@pytest.mark.parametrize("name", ["a", "0", "black", "s-0001", "a" * 32, "9-", "judge-x", "judges", "towers"])
def test_accepts_valid_ids_and_seat_names(name: str) -> None:
    assert check_id(name) == check_seat(name) == name


@pytest.mark.parametrize("name", ["", "-a", "A", "a" * 33, "a b", "a_b", "a\n", "ä", "²", "a\0", "a/b", "a:b", "."])
def test_refuses_a_malformed_id(name: str) -> None:
    refuses(RefusedError, "not allowed. Use 1 to 32 letters a-z, digits and hyphens", check_id, name)


@pytest.mark.parametrize("name", ["tower", "table", "order", "all", "moderator", "host", "auditor", "judge", "judge-1"])
def test_refuses_the_name_of_a_role_as_a_seat(name: str) -> None:
    assert check_id(name) == name
    refuses(RefusedError, "name of a role", check_seat, name)


NO_NUMBERS = ("", " 7", "7 ", "+7", "-7", "1_0", "\u00b2", "\u0663", "7\u2028", "1" * 10, "x", "1.5")


@pytest.mark.parametrize(("text", "number"), [
    ("0", 0), ("7", 7), ("007", 7), ("999999999", 999_999_999), *((text, None) for text in NO_NUMBERS),
])  # fmt: skip
def test_reads_ascii_digits_as_a_number(text: str, number: int | None) -> None:
    assert whole(text) == number
    assert (whole("12345", 5), whole("123456", 5)) == (12_345, None)


SEALS = json.loads((TESTS / "vectors.json").read_text(encoding="utf-8"))["seal"]
HAND = Drawn("black", "draw", "tower", ("jam-cookie", "key-blue"))


def stored(event: Drawn | Posted | Revealed | Shuffled | ItemRevealed, salts: list[str]) -> tuple[Line, list[Secret]]:
    body, secrets = Codec().encode(Entry(event), 5, lambda _event, _field, item, _text: salts[item])
    return Line("s-0001", 5, 0, "table", body, b""), secrets


def test_seals_of_a_list_match_the_test_vector() -> None:
    items = SEALS["items"]
    found = tuple(seal(item["salt"], item["value"]) for item in items)
    assert msgspec.to_builtins(SealedItems(found)) == {"sealed": tuple(SEALS["stored"]["sealed"])}
    line, secrets = stored(HAND, [item["salt"] for item in items])
    assert json.loads(line.body)["cards"] == SEALS["stored"]
    assert [(secret.salt, secret.value) for secret in secrets] == [(item["salt"], item["value"]) for item in items]
    assert Codec().seals(line) == {"cards": tuple(SEALS["stored"]["sealed"])}


def test_the_seal_of_a_single_value_matches_the_test_vector() -> None:
    scalar = SEALS["scalar"]
    assert msgspec.to_builtins(SealedItem(seal(scalar["salt"], scalar["value"]))) == scalar["stored"]
    line, secrets = stored(Revealed("tiles", "3,4", "tower", "dalek"), [scalar["salt"]])
    assert json.loads(line.body)["item"] == scalar["stored"]
    assert [secret.value for secret in secrets] == [scalar["value"]]


def test_each_item_has_its_own_salt_of_16_random_bytes() -> None:
    body, secrets = Codec().encode(Entry(Drawn("black", "draw", "typed", ("key-red",) * 50)), 1)
    salts = {str(secret.salt) for secret in secrets}
    assert len(salts) == 50
    assert all(len(bytes.fromhex(salt)) == 16 and salt == salt.lower() for salt in salts)
    assert len(set(json.loads(body)["cards"]["sealed"])) == 50
    assert new_salt() != new_salt()


@pytest.mark.parametrize(("event", "audiences"), [
    (HAND, {"black"}), (Shuffled("draw", 1, "tower", ("a", "b")), {""}),
    (Revealed("tiles", "3,4", "tower", "dalek"), {ALL}), (Posted("black", "hello"), {ALL}),
    (Posted("black", "I hold a key", audience="black"), {"black"}),
], ids=lambda value: type(value).__name__)  # fmt: skip
def test_the_audience_of_a_secret_is_fixed_with_its_entry(
    event: Drawn | Shuffled | Revealed | Posted, audiences: set[str]
) -> None:
    _, secrets = stored(event, ["0" * 32, "1" * 32])
    assert {secret.audience for secret in secrets} == audiences


def test_decodes_only_items_whose_secret_is_known() -> None:
    line, secrets = stored(HAND, ["0" * 32, "1" * 32])
    assert not any(str(part).strip('"') in line.body for one in secrets for part in (one.value, one.salt))

    def read(known: list[Secret]) -> tuple[str, ...]:
        pairs = {secret.item: None if secret.salt is None else (secret.salt, str(secret.value)) for secret in known}
        event = Codec().decode(line, {("cards", item): pair for item, pair in pairs.items()}).event
        assert isinstance(event, Drawn)
        return event.cards

    erased = msgspec.structs.replace(secrets[0], salt=None, value=None)
    assert read(secrets) == HAND.cards
    assert read(secrets[1:]) == (UNKNOWN, "key-blue")
    assert read([]) == (UNKNOWN, UNKNOWN)
    assert read([erased, secrets[1]]) == (REMOVED, "key-blue")


@pytest.mark.parametrize("value", ["7", "[]", "not JSON", '"\ud800"', ""])
def test_a_malformed_secret_is_a_damaged_entry(value: str) -> None:
    line, _ = stored(HAND, ["0" * 32, "1" * 32])
    caught = refuses(CorruptLogError, "cards", Codec().decode, line, {("cards", 0): ("0" * 32, value)})
    assert caught.seq == 5
