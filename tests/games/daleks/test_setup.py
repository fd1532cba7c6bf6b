"""Set-up of Time of the Daleks: the board, Doctors and consoles, decks, the first game (TOD-SETUP, TOD-FIRST)."""

from typing import Any

import pytest
from daleks_tables import DOCTORS, JULIE, KIM, LEE, SEATS, STEVE, begun, play, refused, started

from events.errors import IllegalMoveError, RefusedError, UnplayableError
from events.facts import UNKNOWN, Drawn, Shuffled
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.facts.effects import CompanionJoined, DilemmaLaid, DoctorTaken, TokensGained
from projections.games.daleks.facts.moves import Charge, ChooseDoctor
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.setup import pile, retold, spot, table
from projections.games.daleks.rules.status import status
from projections.games.daleks.state.piles import PILES, cards_of, deck
from projections.games.daleks.state.position import Aboard
from projections.notation.recorded_chance import Typed
from projections.terms import Seen
from replay.chance.fate import SeededChance


def dealt(seats: int = 2, **options: Any) -> tuple[list[Any], Any]:
    """The lines of the deal, and the table after."""
    doctors = {seat: DOCTORS[seat] for seat in SEATS[:seats]}
    entries, now = GAME.begin(started(seats, doctors=doctors, **options), SeededChance(3))
    return [entry.fact for entry in entries], now


def test_the_deal() -> None:
    """TOD-EX-01, TOD-EX-02, TOD-COMP-02, TOD-SETUP-02, TOD-SETUP-03, TOD-SETUP-04, TOD-SETUP-05, TOD-SETUP-06,
    TOD-SETUP-07, TOD-SETUP-09, TOD-SETUP-10, TOD-SETUP-11, TOD-SETUP-12, TOD-SETUP-13.
    """
    facts, now = dealt()
    console, (earth,) = now.console(JULIE), now.places
    assert (console.doctor, console.companions, console.tokens) == ("eleventh", (Aboard("amy"),), 2)
    assert (now.ship, now.markers, now.at) == (0, (6, 9, 12, 15), {})
    assert now.tardis == dict.fromkeys((JULIE, STEVE), SHIPPED.setting.earth)
    assert (earth.n, earth.location, earth.daleks) == (1, EARTH, (0, 0, 0))
    assert [(slot.open, slot.n, slot.dilemma in SHIPPED.dilemma) for slot in earth.slots] == [
        (False, number, True) for number in (1, 2, 3)
    ]
    assert [fact.pile for fact in facts if isinstance(fact, Shuffled)] == list(PILES)
    assert [(fact.player, len(fact.cards)) for fact in facts if isinstance(fact, Drawn)] == [(JULIE, 2), (STEVE, 2)]
    assert sum(isinstance(fact, DilemmaLaid) for fact in facts) == 3
    assert [fact.tokens for fact in facts if isinstance(fact, TokensGained)] == [2, 2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_and_tile_is_somewhere_once(seats: int) -> None:
    """TOD-COMP-05, TOD-SETUP-02, TOD-SETUP-07, TOD-SETUP-10, TOD-SETUP-12."""
    _, now = dealt(seats)
    aboard = [one.companion for console in now.consoles.values() for one in console.companions]
    companions = [*deck(now, "earth"), *deck(now, "alien"), *aboard]
    dilemmas = [*now.dilemma_deck, *(slot.dilemma for slot in now.places[0].slots)]
    timey = [*now.timey_deck, *(card for hand in now.hands.values() for card in hand)]
    assert sorted(companions) == sorted(SHIPPED.companion)
    assert sorted(dilemmas) == sorted(SHIPPED.dilemma)
    assert sorted(timey) == sorted(SHIPPED.timey)
    assert sorted(now.location_deck) == sorted(SHIPPED.location)
    assert sorted(now.anomaly_deck) == sorted(SHIPPED.anomaly)


def test_a_first_game_has_three_markers_and_goes_without_what_is_for_later() -> None:
    """TOD-FIRST-01, TOD-FIRST-02."""
    _, now = dealt(first_game=True)
    assert now.markers == (8, 11, 14)
    left = [*now.dilemma_deck, *(slot.dilemma for slot in now.places[0].slots)]
    assert sorted(left) == sorted(name for name, one in SHIPPED.dilemma.items() if not one.later)
    assert sorted(now.anomaly_deck) == sorted(name for name, one in SHIPPED.anomaly.items() if not one.later)
    assert len(left) < len(SHIPPED.dilemma)


def test_the_lowest_number_begins_and_turns_go_by_seat() -> None:
    """TOD-ROUND-01, AMB-01, AMB-02."""
    _, now = dealt(4)
    assert now.order == (KIM, LEE, JULIE, STEVE)
    assert (now.player, now.turn, now.round, now.step) == (KIM, 1, 1, "charge")


def test_turns_go_by_the_numbers_of_the_doctors_where_the_table_wants_it_so() -> None:
    """AMB-01."""
    _, now = dealt(4, turn_order="by_doctor")
    assert now.order == (KIM, LEE, JULIE, STEVE)
    other = {JULIE: "twelfth", STEVE: "fourth", KIM: "eleventh", LEE: "first"}
    swapped = GAME.begin(started(4, doctors=other, turn_order="by_doctor"), SeededChance(1))[1]
    assert swapped.order == (LEE, STEVE, KIM, JULIE)


def test_doctors_are_chosen_in_any_order_and_then_the_game_begins() -> None:
    """TOD-SETUP-08."""
    now = begun(seats=3, chosen=False)
    assert (now.step, now.turn, status(now).awaited) == ("set-up", 0, (JULIE, STEVE, KIM))
    now = play(now, ChooseDoctor(KIM, "twelfth"))
    assert status(now).awaited == (JULIE, STEVE)
    assert not now.timey_deck
    now = play(now, ChooseDoctor(STEVE, "eleventh"), ChooseDoctor(JULIE, "fourth"))
    assert (now.player, now.turn) == (JULIE, 1)
    assert now.order == (JULIE, STEVE, KIM)


def test_a_doctor_cannot_be_taken_twice() -> None:
    """TOD-SETUP-08."""
    now = play(begun(chosen=False), ChooseDoctor(JULIE, "first"))
    with pytest.raises(UnplayableError, match="Julie has that Doctor already"):
        GAME.play(now, ChooseDoctor(STEVE, "first"), SeededChance(1))
    assert refused(now, ChooseDoctor(JULIE, "fourth")) == "TOD-SETUP-08"


@pytest.mark.parametrize(
    ("move", "said"), [(ChooseDoctor(JULIE, "ninth"), "no Doctor"), (Charge(JULIE), "when every player has a Doctor")]
)
def test_before_the_game_there_are_only_doctors_to_choose(move: Any, said: str) -> None:
    """TOD-SETUP-08."""
    with pytest.raises(UnplayableError, match=said):
        GAME.play(begun(chosen=False), move, SeededChance(1))


def test_a_doctor_is_not_chosen_in_mid_game() -> None:
    """TOD-SETUP-08."""
    with pytest.raises(IllegalMoveError, match="the game has begun"):
        GAME.play(begun(), ChooseDoctor(JULIE, "fourth"), SeededChance(1))


@pytest.mark.parametrize("written", ["first", "First", "the-First-Doctor", "1st", "1", "doctor 1"])
def test_a_doctor_as_people_write_one(written: str) -> None:
    facts, _ = GAME.begin(started(2, doctors={JULIE: written}), SeededChance(1))
    assert [entry.fact for entry in facts] == [DoctorTaken(JULIE, "first")]


def test_some_doctors_are_agreed_on_and_the_others_chosen() -> None:
    """TOD-SETUP-08, AMB-37."""
    facts, now = GAME.begin(started(2, doctors={JULIE: "first", STEVE: ""}), SeededChance(1))
    assert [entry.fact for entry in facts] == [DoctorTaken(JULIE, "first")]
    now = play(now, ChooseDoctor(STEVE, "fourth"))
    assert CompanionJoined(JULIE, "susan").companion in [one.companion for one in now.console(JULIE).companions]
    assert now.turn == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"doctors": {"nobody": "first"}}, 'no seat "nobody"'),
        ({"doctors": {JULIE: "ninth"}}, 'no Doctor "ninth"'),
        ({"doctors": {JULIE: "first", STEVE: "first"}}, "Julie and Steve cannot both have First Doctor"),
        ({"gallifrey": 1}, "gallifrey: 1 is not allowed"),
        ({"gallifrey": 4_000}, "gallifrey: 4000 is not allowed"),
        ({"earth": 18}, "earth: 18 is not between"),
        ({"earth": -1}, "earth: -1 is not between"),
        ({"turn_cap": -1}, "turn_cap: -1 is not allowed"),
    ],
)
def test_an_option_that_does_not_hold_is_refused_by_name(options: dict[str, Any], said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        GAME.set_up(started(2, **options))


def test_one_seat_plays_alone_only_where_the_table_says_so() -> None:
    """AMB-13."""
    with pytest.raises(RefusedError, match="solo"):
        GAME.set_up(started(1))
    now = GAME.begin(started(1, solo=True, doctors={JULIE: "eleventh"}), SeededChance(1))[1]
    assert (now.order, now.player) == ((JULIE,), JULIE)


def test_track_and_earth_are_settings_of_the_table() -> None:
    """AMB-34, AMB-35."""
    _, now = dealt(gallifrey=12, earth=5)
    assert (now.markers, now.tardis[JULIE]) == ((6, 9), 5)


def test_a_file_of_another_name_is_refused() -> None:
    """TOD-COMP-05."""
    with pytest.raises(RefusedError, match="cards"):
        table(started(), {"cards": b"{}"})


def test_a_turn_cap_of_one_leaves_that_turn_to_be_played() -> None:
    """AMB-38."""
    now = begun(turn_cap=1)
    assert (now.turn, now.step, now.how) == (1, "charge", "")


def test_piles_are_found_by_name() -> None:
    _, now = dealt()
    assert all(pile(now, name) == deck(now, name) for name in PILES)
    assert pile(now, "zone") is None
    assert set(cards_of(SHIPPED, "earth")).isdisjoint(cards_of(SHIPPED, "alien"))


@pytest.mark.parametrize(
    ("name", "place", "index"),
    [
        ("dilemma", "place 3 zone 1 tile 7", 6), ("dilemma", "place 3 zone 1", 1_000_000), ("dilemma", "draw 3", None),
        ("location", "draw 20 of turn 1", None), ("dilemma", "place 3 zone 1 tile 0", 1_000_000),
    ],
)  # fmt: skip
def test_a_dilemma_names_its_place_in_the_shuffle(name: str, place: str, index: int | None) -> None:
    assert spot(name, place) == index


def test_transcript_names_the_doctors_as_options() -> None:
    assert retold(dealt()[1]) == {"doctors": {JULIE: "eleventh", STEVE: "twelfth"}}
    assert retold(begun(chosen=False)) == {}


def test_decks_shuffled_by_hand_are_unknown() -> None:
    doctors = {JULIE: "eleventh", STEVE: "twelfth"}
    now = GAME.begin(started(2, doctors=doctors), Typed(Seen()))[1]
    assert set(now.location_deck) == {UNKNOWN}
    assert len(now.dilemma_deck) == 22
    assert [slot.dilemma for slot in now.places[0].slots] == [UNKNOWN] * 3
    assert now.hands[STEVE] == (UNKNOWN, UNKNOWN)
