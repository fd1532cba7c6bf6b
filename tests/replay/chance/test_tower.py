"""The dice tower, compared with vectors of an independent program."""

import json
from collections import Counter
from hashlib import sha256

import msgspec
import pytest
from places import TESTS

from events.entry import Entry
from events.errors import LogError, RefusedError
from events.events import Rolled
from events.session_events import Begun, Pledged, Seated
from replay.audit.log_checks import tower_faults
from replay.chance.tower import Tower, build, check_words, key_at, pledge, rolled_faces, shuffled_order, word_text

VECTORS = json.loads((TESTS / "vectors.json").read_text())


def test_the_key_chain_matches_vectors_until_it_is_used_up() -> None:
    given = VECTORS["tower"]
    row = build(bytes.fromhex(given["secret"]), length=given["length"])
    assert pledge(row)[0] == given["anchor"]
    for roll in given["rolls"]:
        assert key_at(row, row.length - roll["k"]).hex() == roll["key"]
    row = build(b"\1" * 32, length=1000)
    link = b"\1" * 32
    for index in range(1001):
        assert key_at(row, index) == link
        link = sha256(link).digest()
    tower = Tower(build(b"\1" * 32, length=2), "s", {}, 2, 0)
    with pytest.raises(LogError, match="used all of its 2 rolls"):
        tower.roll("d", 6, "one more")


@pytest.mark.parametrize("roll", VECTORS["tower"]["rolls"], ids=lambda roll: f"roll-{roll['k']}")
def test_rolls_match_the_test_vectors(roll: dict[str, object]) -> None:
    given = VECTORS["tower"]
    row, k = build(bytes.fromhex(given["secret"]), length=8), int(str(roll["k"]))
    tower = Tower(row, given["session"], given["words"], k - 1, 0)
    dice = " ".join(f"d{number}" for number in range(int(str(roll["count"]))))
    rolled = tower.roll(dice, int(str(roll["sides"])), str(roll["purpose"]))
    assert list(rolled.faces) == roll["faces"]
    assert rolled.receipt is not None
    assert rolled.receipt.key == roll["key"]


def test_player_seeds_are_sorted_by_seat() -> None:
    given = VECTORS["tower"]["words are sorted by seat"]
    assert word_text({seat: given["words"][seat] for seat in given["seats in order of play"]}) == given["text"]
    key, columns = bytes.fromhex(given["key"]), ("k", "text", "purpose", "sides", "count")
    assert list(rolled_faces(key, "s-0001", *(given[name] for name in columns))) == given["faces"]


def test_shuffles_match_the_test_vectors() -> None:
    given = VECTORS["shuffle"]
    secret, words = bytes.fromhex(given["secret"]), word_text(given["words"])
    assert sha256(secret).hexdigest() == given["pledge"]
    for one in (given, given["duplicates"]):
        order = shuffled_order(secret, given["session"], one["j"], words, one["pile"], one["cards"])
        assert list(order) == one["order"]


WORDS = {"black": "fish-fingers", "yellow": "and-custard"}


@pytest.mark.parametrize(("order", "wrong"), [
    ([0, 1, 2, 3, 4, 5], []), ([0, 1, 3, 4, 5], [2]), ([0, 1, 1, 2, 3], [2]), ([0, 2, 1, 3, 4], [1, 2, 3]),
], ids=["all", "gap", "repeat", "swap"])  # fmt: skip
def test_finds_each_wrong_roll_once(order: list[int], wrong: list[int]) -> None:
    row = build(b"\x11" * 32, b"\x12" * 32, 40)
    tower, (anchor, shuffle) = Tower(row, "s", WORDS, 0, 0), pledge(row)
    thrown = [tower.roll("A1 A2", 6, f"attack {number}") for number in range(6)]
    opening = [Pledged(anchor, 40, shuffle), *(Seated(seat, word=word) for seat, word in WORDS.items()), Begun()]

    def faults(rolls: list[Rolled]) -> list[int]:
        entries = [Entry(event, seq=seq) for seq, event in enumerate((*opening, *rolls), start=1)]
        return sorted({fault.seq - len(opening) - 1 for fault in tower_faults("s", entries)})

    rolls = [thrown[number] for number in order]
    assert faults(rolls) == wrong
    other = msgspec.structs.replace(rolls[-1], faces=tuple(face % 6 + 1 for face in rolls[-1].faces))
    assert faults([*rolls[:-1], other]) == [*wrong, len(rolls) - 1]


@pytest.mark.parametrize(("length", "foreign", "wrong"), [(6, None, []), (5, None, [5]), (6, 2, [2, 3])])
def test_finds_a_roll_too_many_and_a_foreign_key(length: int, foreign: int | None, wrong: list[int]) -> None:
    """The foreign roll has the faces that follow from its own key."""
    row, other = (build(bytes([secret]) * 32, length=6) for secret in (1, 2))
    own, others = Tower(row, "s", WORDS, 0, 0), Tower(other, "s", WORDS, 0, 0)
    thrown = [(own.roll("A1", 6, "attack"), others.roll("A1", 6, "attack")) for _ in range(6)]
    rolls = [mine if number != foreign else theirs for number, (mine, theirs) in enumerate(thrown)]
    seated = [Seated(seat, word=word) for seat, word in WORDS.items()]
    opening = [Pledged(pledge(row)[0], length, pledge(row)[1]), *seated, Begun()]
    entries = [Entry(event, seq=seq) for seq, event in enumerate((*opening, *rolls), start=1)]
    assert [fault.seq - len(opening) - 1 for fault in tower_faults("s", entries)] == wrong


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 20, 255, 256])
def test_die_faces_are_uniformly_distributed(sides: int) -> None:
    dice = 200 * sides
    counted = Counter(rolled_faces(b"\2" * 32, "s", 1, "", "even", sides, dice))
    assert set(counted) == set(range(1, sides + 1))
    statistic = sum((number - 200) ** 2 / 200 for number in counted.values())
    assert abs(statistic - (sides - 1)) < 7 * (2 * (sides - 1)) ** 0.5


@pytest.mark.parametrize(("words", "says"), [
    ({"black": "x;yellow=y"}, "1 to 64 characters"), ({"black": "two\nlines"}, "1 to 64 characters"),
    ({"black": "Fish"}, "1 to 64 characters"), ({"black": "a" * 65}, "1 to 64 characters"),
    ({"red": "fish"}, "is not a seat"),
])  # fmt: skip
def test_refuses_malformed_player_seeds(words: dict[str, str], says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        check_words(("black", "yellow"), words)


def test_accepts_valid_and_empty_player_seeds() -> None:
    words = {"black": "fish-fingers", "yellow": ""}
    assert check_words(("black", "yellow"), words) == words
