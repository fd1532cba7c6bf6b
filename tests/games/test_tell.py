"""One sentence for every event of every game: it says what its reader may know, with names, as people say it."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import msgspec
import pytest
from ccg_tables import SPARE, J, S
from ccg_tables import lay as lying
from daleks_tables import ALL
from game_texts import CCG, DALEKS, KEYS, RISK, TABLES, USUAL, VIEWS, Row, events, rows, tell
from long_runs import some_short
from players import GAMES, quick
from told_sentences import SEATS, Told, printed_names, sentences

from events.events import Drawn, Passed, Revealed, Rolled, Shuffled, Started
from projections.described import CardsSet
from projections.games.ccg.events import moves as c
from projections.games.ccg.state import names as ccg_names
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.prose.card_text import anomaly_words, card_does, dilemma_words, icon_words, zone_words
from projections.games.daleks.state.names import roman, space_name
from projections.games.keys.events import TilesLaid
from projections.games.keys.state.position import DOORS
from projections.registry import registry

ODD = {
    "ccg": [VIEWS["ccg"].NOBODY, VIEWS["ccg"].ODD, VIEWS["ccg"].CROWD, SPARE], "daleks": ALL,
    "keys": [VIEWS["keys"].NOBODY, VIEWS["keys"].ODD, KEYS.replace(pawns={}, tiles={}, edges={})],
    "risk": [VIEWS["risk"].NOBODY, VIEWS["risk"].ODD, RISK.replace(lands={}, seats=())],
}  # fmt: skip
every_game = pytest.mark.parametrize("slug", TABLES)


@pytest.mark.parametrize(
    "row", [row for slug in TABLES for row in rows(slug)], ids=lambda row: type(row.event).__name__
)
def test_event_is_reported_in_a_sentence(row: Row) -> None:
    assert tell(row.slug, row.event, row.before) == row.said


@every_game
def test_every_event_of_the_vocabulary_has_a_sentence(slug: str) -> None:
    kinds = set(map(type, events(slug)))
    assert {*registry()[slug].vocabulary, Passed, Shuffled, Drawn, Revealed, Rolled} - kinds == set()
    usual = TABLES[slug][USUAL]
    assert registry()[slug].view.tell(Started(slug, 1, ("nine",)), usual, usual).endswith("started.")


@every_game
def test_every_event_has_a_sentence_on_any_position(slug: str) -> None:
    game = registry()[slug]
    odd = [odd_event(kind) for kind in game.vocabulary] if slug == "ccg" else []
    for before in (TABLES[slug][USUAL], *ODD[slug]):
        for event in (*events(slug), *odd):
            assert re.fullmatch(r"[^\n\x00]+\.", game.view.tell(event, before, before)), event


def odd_event(kind: type[Any]) -> Any:
    """An event with values that no rule gives."""
    odd = {str: "<a>", int: -7, bool: True}
    fields = [field for field in msgspec.structs.fields(kind) if field.name != "rule"]
    return kind(**{
        field.name: odd.get(field.type, ()) if field.default is msgspec.NODEFAULT else field.default for field in fields
    })  # fmt: skip


def test_names_that_look_like_markup_break_no_sentence() -> None:
    ids = dict.fromkeys(("card", "companion", "seat", "die", "location", "source", "anomaly"), "\x00\ud800<b>")
    for event in events("daleks"):
        kind: Any = type(event)
        given = {name: value for name, value in ids.items() if name in kind.__struct_fields__}
        odd = kind(**{name: getattr(event, name) for name in kind.__struct_fields__ if name != "rule"} | given)
        assert tell("daleks", odd, VIEWS["daleks"].ODD).isprintable()


def test_a_card_unknown_to_an_event_stays_unknown() -> None:
    known = SPARE.replace(hands={J: ("yeti",), S: ("bok",)})
    for event in (
        Drawn(S, "deck-steve", "typed", ("?",)), CardsSet("hand steve", S, ("?",)), c.SubmitDeck(S, ("?",)),
        Shuffled("deck-steve", 0, "typed", ("?",)),
    ):  # fmt: skip
        assert not {"Bok", "Yeti"} & set(re.findall(r"\w+", registry()["ccg"].view.tell(event, known, known)))


@every_game
def test_random_game_is_reported_without_unknown_things(slug: str) -> None:
    """The table hides nothing from itself."""
    game, ((_, now), *groups) = registry()[slug], quick(slug, 2, 1)
    for entries, _ in groups:
        for entry in entries:
            said = game.view.tell(entry.event, now, following := game.rules.reducer(now, entry.event))
            assert said.endswith(".")
            assert not re.search(r"card 0|\?", said)
            now = following


def test_colours_are_counted_over_the_whole_grid() -> None:
    colours = tuple("rgby"[number % 4] for number in range(len(DOORS)))
    said = tell("keys", TilesLaid(colours=colours), KEYS)
    assert said == "48 doors lie closed: 12 red, 12 green, 12 blue and 12 yellow."


def test_ccg_names() -> None:
    elsewhere = [lying(3, "romans", S, "past"), lying(4, "romans", J, "past"), lying(5, "romans", S)]
    now, one_each = CCG, CCG.replace(play=tuple(elsewhere))
    for found, expected in (
        ([ccg_names.seat_name(now, "steve")], ["Steve"]),
        (map(ccg_names.zone_name, ("past", "", "x")), ["Past", "no zone", "X"]),
        ([ccg_names.face_name(now, face) for face in ("?", "", "yeti", "some-card")], [
            "a card", "a card", "Yeti", "Some Card",
        ]),
        ([ccg_names.card_name(now, number) for number in (2, 3, 4, 0, 99)], [
            "Yeti", "Romans #3", "Romans #4", "no card", "a card that is not in play",
        ]),
        ([ccg_names.card_name(one_each, number) for number in (3, 4, 5)], ["Romans"] * 3),
        (map(ccg_names.value_name, ("energy", "both", "")), ["Energy", "Energy and Substance", "a value"]),
        ([ccg_names.known_row(now, ("yeti", "?", "yeti", "bok"))], ["2 Yeti, Bok and 1 unknown card"]),
        ([ccg_names.pile_name(now, pile) for pile in ("deck-julie", "time-steve", "x")], [
            "Julie's draw deck", "Steve's Time stack", "the x",
        ]),
    ):  # fmt: skip
        assert list(found) == expected


def test_daleks_cards_say_what_they_do() -> None:
    assert card_does(SHIPPED, "amy") == (
        "adds a green die; swaps a black die for a green one; turns a green die to Diplomacy; linked to Rory Williams"
    )
    assert card_does(SHIPPED, "fez") == "Equipment, Adventure, 1 token: adds a black die; a hat"
    assert icon_words(SHIPPED.doctor["eleventh"].icons[2]) == "Bow Tie: re-rolls up to 2 black dice"
    assert card_does(SHIPPED, "nothing") == ""
    assert all(card_does(SHIPPED, card) for card in (*SHIPPED.doctor, *SHIPPED.companion, *SHIPPED.timey))
    dilemmas, anomalies = map(dilemma_words, SHIPPED.dilemma.values()), map(anomaly_words, SHIPPED.anomaly.values())
    zones = (zone_words(face) for tile in SHIPPED.location.values() for face in tile.zones)
    assert [said for said in (*dilemmas, *anomalies, *zones) if "nothing" in said] == []


def test_daleks_spaces_have_roman_numbers() -> None:
    numbers = {1: "I", 4: "IV", 9: "IX", 14: "XIV", 18: "XVIII", 40: "XL", 99: "XCIX", 0: "0", -3: "-3"}
    assert {number: roman(number) for number in numbers} == numbers
    named = [space_name(DALEKS, n) for n in (0, 4, 12, 18)]
    assert named == ["Skaro", "space IV (Earth)", "space XII", "Gallifrey"]


FEW, MANY = 80, 1500
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
    ((slug, seats, MANY) for slug in GAMES for seats in GAMES[slug].meta.seat_counts if seats in (2, 3)),
    lambda _case: False,
)
every_session = pytest.mark.parametrize(("slug", "seats", "moves"), [
    *((slug, 2, FEW) for slug in GAMES if slug != "toy"), *(case for case in CASES if case.values[0] != "toy"),
])  # fmt: skip


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
    assert len(said) > 0.8 * moves
