"""Finish and the order of turns in Time of the Daleks, by the rows of the rules (TOD-FIN, TOD-ROUND)."""

import pytest
from daleks_tables import JULIE, KIM, SEATS, STEVE, against, begun, lines, place, play, refused, stood, table
from scripted_chance import ScriptedChance
from table_play import effects

from events.errors import UnplayableError
from events.facts import UNKNOWN, Shuffled
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.facts import effects as fx
from projections.games.daleks.facts.moves import Charge, DaleksMove, DiscardTimey, Finish, RollTardis, Travel
from projections.games.daleks.rules.status import due, status
from projections.games.daleks.state.position import Position

SEVEN = "fez stetson k-9 jelly-babies hypercube run geronimo"


def at_finish(hand: str = "", seats: int = 2) -> Position:
    """A table where Julie finishes her turn with this hand."""
    return table("finish", seats=seats, hands={JULIE: hand}, at={JULIE: (1, 0)})


def test_tc_19_locations_without_markers_go_others_stay() -> None:
    """TOD-TC-19, TOD-FIN-01, TOD-FIN-02."""
    places = [
        place(2, "mars", "sutekh", "~teller"), place(3, "karn", "~silence", "", daleks=(1,)),
        place(4, "telos", "", "~master"),
    ]  # fmt: skip
    now = table("finish", places=places, at={JULIE: (4, 0), STEVE: (1, 1)})
    entries, now = lines(now, Finish(JULIE))
    assert effects(entries)[0] == fx.LocationGone(place=2)
    assert [tile.location for tile in now.places] == [EARTH, "karn", "telos"]
    assert (now.location_discards, now.dilemma_discards) == (("mars",), ("sutekh", "teller"))


def test_a_location_anomaly_stays_until_it_is_met() -> None:
    now = play(table("finish", places=[place(2, "into-the-dalek")]), Finish(JULIE))
    assert [tile.location for tile in now.places] == [EARTH, "into-the-dalek"]


def test_earth_stays_though_nobody_is_there() -> None:
    assert play(table("finish"), Finish(JULIE)).places[0].location == EARTH


def test_fin_03_each_empty_slot_of_earth_gets_a_dilemma_face_down() -> None:
    """TOD-FIN-03, AMB-09, TOD-FIN-04."""
    before = table(
        "finish", earth=("", "~teller", ""), places=[place(2, "mars", "", "", daleks=(1,))],
        decks={"dilemma": "sutekh master silence"},
    )  # fmt: skip
    entries, now = lines(before, Finish(JULIE))
    assert effects(entries)[:2] == [fx.DilemmaLaid(place=1, zone=0), fx.DilemmaLaid(place=1, zone=2)]
    assert [(slot.dilemma, slot.open) for slot in now.places[0].slots] == [
        ("sutekh", False), ("teller", False), ("master", False),
    ]  # fmt: skip
    assert [slot.dilemma for slot in now.places[1].slots] == ["", ""]


def test_a_dilemma_that_is_face_up_stays_so() -> None:
    now = play(table("finish", earth=("sutekh", "~teller", "~master")), Finish(JULIE))
    assert [slot.open for slot in now.places[0].slots] == [True, False, False]


def test_comp_14_the_dilemma_deck_is_refilled_while_earth_is() -> None:
    before = table(
        "finish", earth=("", "~teller", "~master"), places=[place(2, "mars", "sutekh", "~silence")],
        decks={"dilemma": ""},
    )  # fmt: skip
    entries, now = lines(before, Finish(JULIE))
    (shuffled,) = [entry.fact for entry in entries if isinstance(entry.fact, Shuffled)]
    assert (shuffled.pile, sorted(shuffled.order)) == ("dilemma", ["silence", "sutekh"])
    assert now.places[0].slots[0].dilemma in ("sutekh", "silence")
    assert (len(now.dilemma_deck), now.dilemma_discards) == (1, ())


def test_with_no_dilemma_left_a_slot_stays_empty() -> None:
    now = play(table("finish", earth=("", "~teller", "~master"), decks={"dilemma": ""}), Finish(JULIE))
    assert now.places[0].slots[0].dilemma == ""
    assert now.player == STEVE


def test_fin_05_a_hand_of_four_ends_the_turn() -> None:
    """TOD-FIN-05, TOD-FIN-07."""
    now = table("finish", hands={JULIE: "run geronimo hypercube moment"}, consoles={JULIE: "amy +fez +stetson"})
    entries, now = lines(now, Finish(JULIE))
    assert effects(entries) == [fx.TurnBegan(seat=STEVE, turn=8, round=4)]
    assert (now.player, now.step, len(now.hands[JULIE])) == (STEVE, "charge", 4)


def test_fin_05_a_larger_hand_is_cut_before_the_turn_ends() -> None:
    entries, now = lines(at_finish(SEVEN), Finish(JULIE))
    assert effects(entries) == [fx.StepReached(step="discard")]
    assert (now.player, due(now)) == (JULIE, ("discard", (JULIE,)))
    assert refused(now, Finish(JULIE)) == "TOD-FIN-05"
    now = play(now, DiscardTimey(JULIE, "run"), DiscardTimey(JULIE, "fez"))
    assert (now.player, now.timey_discards) == (JULIE, ("run", "fez"))
    entries, now = lines(now, DiscardTimey(JULIE, "geronimo"))
    assert effects(entries) == [
        fx.TimeyDiscarded(seat=JULIE, card="geronimo"), fx.TurnBegan(seat=STEVE, turn=8, round=4),
    ]  # fmt: skip
    assert now.hands[JULIE] == ("stetson", "k-9", "jelly-babies", "hypercube")


def test_cards_may_be_discarded_before_the_locations_are_cleared() -> None:
    now = play(at_finish(SEVEN), *(DiscardTimey(JULIE, card) for card in ("run", "fez", "geronimo")))
    assert (now.player, now.step) == (JULIE, "finish")
    assert refused(now, DiscardTimey(JULIE, "k-9")) == "TOD-FIN-05"
    assert play(now, Finish(JULIE)).player == STEVE


def test_five_cards_kept_is_found_fault_with_and_stands() -> None:
    now = play(at_finish("fez stetson k-9 run geronimo"), Finish(JULIE))
    found, now = stood(now, Finish(JULIE))
    assert found == ["TOD-FIN-05"]
    assert (now.player, len(now.hands[JULIE])) == (STEVE, 5)


def test_tc_20_a_hand_is_counted_at_the_end_of_the_own_turn_alone() -> None:
    """TOD-TC-20, TOD-FIN-06."""
    now = table("finish", hands={JULIE: "fez", STEVE: SEVEN.replace("fez", "moment")})
    now = play(now, Finish(JULIE))
    assert (now.player, len(now.hands[STEVE])) == (STEVE, 7)
    assert refused(now, DiscardTimey(STEVE, "run")) == "TOD-PREP-02"
    assert refused(now, DiscardTimey(JULIE, "fez")) == "TOD-ROUND-01"


def test_a_card_that_is_not_held_is_not_discarded() -> None:
    now = play(at_finish(SEVEN), Finish(JULIE))
    assert refused(now, DiscardTimey(JULIE, "moment")) == "TOD-FIN-05"
    with pytest.raises(UnplayableError, match="there is no card"):
        play(now, DiscardTimey(JULIE, "sofa"))
    hidden = now.replace(hands={**now.hands, JULIE: (UNKNOWN,) * 7})
    assert against(hidden, DiscardTimey(JULIE, "moment")) == ["TOD-FIN-05?"]
    assert against(hidden, Finish(JULIE)) == ["TOD-FIN-05"]


def test_fin_07_turns_go_by_the_order_of_the_table() -> None:
    now = table("finish", seats=4, order=(KIM, JULIE, STEVE, SEATS[3]))
    now = play(now, Finish(JULIE))
    assert (now.player, now.turn, now.round) == (STEVE, 8, 4)
    last = table("finish", order=(STEVE, JULIE))
    entries, now = lines(last, Finish(JULIE))
    assert effects(entries)[-1] == fx.TurnBegan(seat=JULIE, turn=8, round=4, daleks=True)
    assert (now.step, status(now).awaited) == ("daleks", (JULIE,))
    assert refused(now, Charge(STEVE)) == "TOD-ROUND-02"


def test_a_new_round_begins_with_the_first_of_the_order() -> None:
    now = table("daleks", order=(STEVE, JULIE), turn=8)
    now = play(now, DaleksMove(JULIE))
    assert (now.player, now.turn, now.round, now.step) == (STEVE, 9, 5, "charge")


def test_what_was_of_the_turn_ends_with_it() -> None:
    now = table("finish", used=((JULIE, "amy", 1),), answer="choose", adventured=True, missed=("charge",))
    now = play(now, Finish(JULIE))
    assert (now.used, now.answer, now.adventured, now.missed) == ((), "", False, ())


def test_a_location_that_was_drawn_and_never_laid_is_discarded_with_the_turn() -> None:
    now = table("choose", found=("mars", "karn"))
    found, now = stood(now, Finish(JULIE))
    assert found == ["TOD-TRAV-07"]
    assert (now.found, now.location_discards, now.player) == ((), ("mars", "karn"), STEVE)


def test_a_turn_cap_ends_the_game_without_winners() -> None:
    entries, now = lines(table("finish", options={"turn_cap": 7}), Finish(JULIE))
    assert effects(entries)[-1] == fx.GameEnded(winners=(), how="turn cap")
    outcome = status(now).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.how, status(now).awaited) == ((), "turn cap", ())
    assert refused(now, Charge(STEVE)) == "TOD-ROUND-03"


def test_finish_waits_for_travel() -> None:
    assert refused(begun(), Finish(JULIE)) == "TOD-PREP-02"
    now = play(begun(), Charge(JULIE))
    assert refused(now, Finish(JULIE)) == "TOD-TRAV-01"
    now = play(now, RollTardis(JULIE), fate=ScriptedChance(6))
    assert refused(now, Finish(JULIE)) == "TOD-TRAV-09"


def test_a_turn_without_an_adventure_goes_straight_to_finish() -> None:
    now = table("choose", places=[place(2, "mars", "", "~sutekh")])
    now = play(now, Travel(JULIE, 2, 0))
    assert (now.step, now.adventured, status(now).step) == ("finish", False, "finish the turn")
    assert play(now, Finish(JULIE)).player == STEVE
