"""Texts about events and turns: sentences, recaps, totals that people compare, a seat's own cards, and charts."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import msgspec
import pytest
from ccg_tables import CROWD as CCG_CROWD, SPARE, J, S, lay as lying
from daleks_tables import ALL, CROWD as DALEKS_CROWD
from game_texts import CCG, DALEKS, KEYS, RISK, TABLES, TOTALS, USUAL, VIEWS, events, recap, rows, tell, turn_texts
from golden_texts import texts_of
from long_runs import some_short
from players import GAMES, quick
from told_sentences import SEATS, Told, printed_names, sentences

from events.events import Drawn, Passed, Revealed, Rolled, Shuffled, Started
from projections.described import CardsSet
from projections.drawing.chart import chart_svg
from projections.games.ccg.events import moves as c
from projections.games.ccg.state import names as ccg_names
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.prose.card_text import anomaly_words, card_does, dilemma_words, zone_words
from projections.games.daleks.state.names import roman, space_name
from projections.games.keys.events.effects import TilesLaid
from projections.games.keys.state.position import DOORS
from projections.registry import registry

ODD = {
    "ccg": [VIEWS["ccg"].NOBODY, VIEWS["ccg"].ODD, VIEWS["ccg"].CROWD, SPARE], "daleks": ALL,
    "keys": [VIEWS["keys"].NOBODY, VIEWS["keys"].ODD, KEYS.replace(pawns={}, tiles={}, edges={})],
    "risk": [VIEWS["risk"].NOBODY, VIEWS["risk"].ODD, RISK.replace(lands={}, seats=())],
}  # fmt: skip
every_game = pytest.mark.parametrize("slug", TABLES)


@every_game
def test_each_event_is_reported_in_its_sentence(slug: str) -> None:
    for row in rows(slug):
        assert tell(slug, row.event, row.before) == row.text


@every_game
def test_every_event_of_the_vocabulary_has_a_sentence(slug: str) -> None:
    kinds = set(map(type, events(slug)))
    assert {*registry()[slug].vocabulary, Passed, Shuffled, Drawn, Revealed, Rolled} - kinds == set()
    usual = TABLES[slug][USUAL]
    assert registry()[slug].view.sentence(Started(slug, 1, ("nine",)), usual, usual).endswith("started.")


@every_game
def test_every_event_has_a_sentence_on_any_position(slug: str) -> None:
    game = registry()[slug]
    odd = [odd_event(kind) for kind in game.vocabulary] if slug == "ccg" else []
    for before in (TABLES[slug][USUAL], *ODD[slug]):
        for event in (*events(slug), *odd):
            assert re.fullmatch(r"[^\n\x00]+\.", game.view.sentence(event, before, before)), event


def odd_event(kind: type[Any]) -> Any:
    odd = {str: "<a>", int: -7, bool: True}
    fields = [field for field in msgspec.structs.fields(kind) if field.name != "rule"]
    return kind(**{
        field.name: odd.get(field.type, ()) if field.default is msgspec.NODEFAULT else field.default for field in fields
    })  # fmt: skip


def test_names_that_look_like_markup_do_not_break_a_sentence() -> None:
    ids = dict.fromkeys(("card", "companion", "seat", "die", "location", "source", "anomaly"), "\x00\ud800<b>")
    for event in events("daleks"):
        kind: Any = type(event)
        given = {name: value for name, value in ids.items() if name in kind.__struct_fields__}
        odd = kind(**{name: getattr(event, name) for name in kind.__struct_fields__ if name != "rule"} | given)
        assert tell("daleks", odd, VIEWS["daleks"].ODD).isprintable()


def test_a_card_hidden_in_an_event_is_not_named() -> None:
    known = SPARE.replace(hands={J: ("yeti",), S: ("bok",)})
    for event in (
        Drawn(S, "deck-steve", "typed", ("?",)), CardsSet("hand steve", S, ("?",)), c.SubmitDeck(S, ("?",)),
        Shuffled("deck-steve", 0, "typed", ("?",)),
    ):  # fmt: skip
        assert not {"Bok", "Yeti"} & set(re.findall(r"\w+", registry()["ccg"].view.sentence(event, known, known)))


@every_game
def test_sentences_of_a_random_game_name_every_card(slug: str) -> None:
    """The table hides nothing from itself."""
    game, ((_, now), *groups) = registry()[slug], quick(slug, 2, 1)
    for entries, _ in groups:
        for entry in entries:
            text = game.view.sentence(entry.event, now, following := game.rules.reducer(now, entry.event))
            assert text.endswith(".")
            assert not re.search(r"card 0|\?", text)
            now = following


def test_colours_are_counted_over_the_whole_grid() -> None:
    colours = tuple("rgby"[number % 4] for number in range(len(DOORS)))
    text = tell("keys", TilesLaid(colours=colours), KEYS)
    assert text == "48 closed doors are laid out: 12 red, 12 green, 12 blue and 12 yellow."


def test_ccg_seats_zones_cards_and_piles_have_names() -> None:
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
    assert card_does(SHIPPED, "nothing") == ""
    assert all(card_does(SHIPPED, card) for card in (*SHIPPED.doctor, *SHIPPED.companion, *SHIPPED.timey))
    dilemmas, anomalies = map(dilemma_words, SHIPPED.dilemma.values()), map(anomaly_words, SHIPPED.anomaly.values())
    zones = (zone_words(face) for tile in SHIPPED.location.values() for face in tile.zones)
    assert [text for text in (*dilemmas, *anomalies, *zones) if "nothing" in text] == []


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
    """Yield ids in a sentence that should be names."""
    names = printed_names(slug)
    for word in re.findall(r"(?<![\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w-])", text):
        is_named = word in names and names[word] != word
        if is_named or word in SEATS or ("-" in word and word not in HYPHENED and TILES.fullmatch(word) is None):
            yield word


@every_session
def test_texts_use_names_instead_of_ids(slug: str, seats: int, moves: int) -> None:
    named = {(word, one) for one in told(slug, seats, moves) for word in ids_said(slug, one.text)}
    assert sorted(named)[:9] == []


@every_session
def test_texts_avoid_grammar_slips_and_program_values(slug: str, seats: int, moves: int) -> None:
    texts = told(slug, seats, moves)
    found = [(what, one) for one in texts for what, pattern in UNSAYABLE.items() if pattern.search(one.text.strip())]
    assert found[:9] == []
    turn = {"turn"} if GAMES[slug].view.turn_words else set()
    assert {one.where for one in texts} >= {"tell", "against", "board", "place", "put right", *turn}
    assert len(texts) > moves / 8


def test_turn_texts_match_the_stored_ones() -> None:
    for key, texts in turn_texts().items():
        assert texts == texts_of("turns", key), key


@pytest.mark.parametrize(("slug", "now"), TOTALS.values(), ids=TOTALS)
def test_totals_do_not_depend_on_hidden_cards(slug: str, now: Any) -> None:
    kinds = [name for name in ("hands", "missions", "powers") if hasattr(now, name)]
    hidden = {name: {seat: ("?",) * len(row) for seat, row in getattr(now, name).items()} for name in kinds}
    view = registry()[slug].view
    assert list(view.totals(now.replace(**hidden))) == list(view.totals(now))


@pytest.mark.parametrize("slug", registry())
def test_recap_of_a_random_game_consists_of_sentences(slug: str) -> None:
    (_, now), *groups = quick(slug, 2, 5)
    texts = list[str]()
    for entries, after in groups:
        texts.append(" ".join(recap(slug, now, [entry.event for entry in entries]) or ()))
        now = after
    assert any(texts)
    assert all(re.fullmatch(r"(\w.*\.)?", sentence) for sentence in texts)
    assert slug != "ccg" or "The game is over" in texts[-1]


@pytest.mark.parametrize("slug", registry())
def test_recap_reports_each_draw_of_a_turn(slug: str) -> None:
    (_, now), *groups = quick(slug, 2, 5)
    game, drawn = registry()[slug], 0
    for entries, after in groups:
        said = recap(slug, now, [entry.event for entry in entries]) or ()
        for event in (entry.event for entry in entries if isinstance(entry.event, Drawn)):
            if game.rules.status(now).turn:
                drawn += 1
                name = game.view.seat_name(now, event.player)
                assert any(one.startswith(name) and "draws" in one for one in said), said
        now = after
    assert drawn > 2


@pytest.mark.parametrize(("slug", "seats"), [("keys", KEYS.seats), ("ccg", CCG.seats), ("daleks", DALEKS.seats)])
def test_recap_names_a_drawn_card_only_if_it_is_known(slug: str, seats: tuple[str, ...]) -> None:
    now, pile = TABLES[slug][USUAL], {"keys": "draw", "ccg": f"deck-{seats[0]}", "daleks": "timey"}[slug]
    card, name = {"keys": ("barrier", "Time Barrier"), "ccg": ("bok", "Bok"), "daleks": ("fez", "Fez")}[slug]
    before = now.replace(player=seats[0]) if slug != "keys" else now
    for drawn, is_known in ((card, True), ("?", False)):
        event = Drawn(seats[0], pile, "typed", (drawn,))
        said = " ".join(registry()[slug].view.summarize([(event, before, before)]) or ())
        assert (name in said) == is_known
        assert "draws a card" in said or is_known or slug == "keys", said


@pytest.mark.parametrize("slug", registry())
def test_impossible_positions_have_totals_hands_and_charts(slug: str) -> None:
    view = registry()[slug].view
    for now in (VIEWS[slug].NOBODY, VIEWS[slug].ODD):
        totals = list(view.totals(now))
        assert len(totals) >= len(getattr(now, "armies", ()) or now.seats)
        assert all(text.isprintable() for text in totals)
        for seat in (*now.seats, "nobody"):
            kinds = [getattr(now, name, {}).get(seat) for name in ("hands", "missions", "powers")]
            hand = list(view.hand(now, seat))
            assert bool(hand) == any(kinds)
            assert all(text.isprintable() for text in hand)
        for chart in view.charts:
            assert chart_svg(chart, [(1, now)])
            assert chart.inks is None or set(chart.series(now)) <= set(chart.inks(now))


def test_charts_show_a_total_for_each_seat() -> None:
    series = [chart.series(CCG_CROWD) for chart in registry()["ccg"].view.charts]
    assert series == [{"Julie": 6, "Steve": 5}, {"Julie": 7, "Steve": 6}, {"Julie": 20, "Steve": 20}]
    for chart in registry()["ccg"].view.charts:
        assert chart_svg(chart, [(1, SPARE), (2, CCG_CROWD)]).startswith("<svg")
    race = registry()["daleks"].view.charts[0]
    assert race.series(DALEKS_CROWD) == {"Julie": 9, "Steve": 9, "Kim": 4, "Lee": 4, "Dalek Ship": 9}
    assert race.inks is not None
