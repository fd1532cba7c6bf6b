"""What a game says has names where ids stand in the log, and reads as a sentence that people would say."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest
from long_runs import some_short
from players import GAMES
from told_sentences import SEATS, Told, printed_names, sentences

SHORT, LONG = 80, 1500
"""So many moves of a session are looked at every time, and with the long runs."""
HYPHENED: Final = frozenset(
    {"cease-fire", "re-roll", "re-rolls", "re-rolled", "part-time", "full-time", "face-up", "face-down"}
)
"""Words that people write so."""
TILES: Final = re.compile("[a-g][1-7]-[a-g][1-7]")
UNSAYABLE: Final = {
    "a word twice": re.compile(r"\b([a-z]+) \1\b"),
    "one of many": re.compile(
        r"(?<![\w.])1 (?:new |more |other )?"
        r"(?:cards|dice|Daleks|tokens|stars|tiles|Keys|Creatures|markers|moves|turns|Companions|doors)\b"
    ),
    "nothing in brackets": re.compile(r"\(\s*\)|\[\s*\]|''|\"\""),
    "no word of people": re.compile(r"\bNone\b|\bFalse\b|<[a-z]|[a-z]_[a-z]|frozenset|\{|\}"),
    "a hole": re.compile(r" [,.;:](?: |$)|\bthe the\b|\bof of\b|  +\S.*\. "),
}
CASES = some_short(
    ((slug, seats, LONG) for slug in GAMES for seats in GAMES[slug].meta.seat_counts if seats in (2, 3)),
    lambda _case: False,
)
every_session = pytest.mark.parametrize(
    ("slug", "seats", "moves"),
    [*((slug, 2, SHORT) for slug in GAMES if slug != "toy"), *(case for case in CASES if case.values[0] != "toy")],
)


@cache
def told(slug: str, seats: int, moves: int) -> tuple[Told, ...]:
    return tuple(dict.fromkeys(sentences(slug, seats, 7, moves)))


def ids_said(slug: str, text: str) -> Iterator[str]:
    """Ids that stand in a sentence where people would say a name."""
    names = printed_names(slug)
    for word in re.findall(r"(?<![\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w-])", text):
        is_named = word in names and names[word] != word
        if is_named or word in SEATS or ("-" in word and word not in HYPHENED and TILES.fullmatch(word) is None):
            yield word


@every_session
def test_nothing_goes_by_its_id(slug: str, seats: int, moves: int) -> None:
    said = {(word, one) for one in told(slug, seats, moves) for word in ids_said(slug, one.text)}
    assert sorted(said)[:9] == []


@every_session
def test_it_reads_as_people_say_it(slug: str, seats: int, moves: int) -> None:
    said = told(slug, seats, moves)
    found = [(what, one) for one in said for what, pattern in UNSAYABLE.items() if pattern.search(one.text.strip())]
    assert found[:9] == []
    assert {one.where for one in said} >= {"tell", "turn", "against", "board", "place", "put right"}
    assert len(said) > moves
