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


def test_locations_without_daleks_are_discarded() -> None:
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


def test_earth_and_anomalies_remain_and_open_dilemmas_stay_open() -> None:
    now = play(table("finish", places=[place(2, "into-the-dalek")]), Finish(JULIE))
    assert [tile.location for tile in now.places] == [EARTH, "into-the-dalek"]
    now = play(table("finish", earth=("sutekh", "~teller", "~master")), Finish(JULIE))
    assert [slot.open for slot in now.places[0].slots] == [True, False, False]


def test_each_empty_slot_of_earth_gets_a_dilemma() -> None:
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


def test_an_empty_dilemma_deck_is_renewed_or_leaves_a_slot_empty() -> None:
    """AMB-18."""
    before = table(
        "finish", earth=("", "~teller", "~master"), places=[place(2, "mars", "sutekh", "~silence")],
        decks={"dilemma": ""},
    )  # fmt: skip
    entries, now = lines(before, Finish(JULIE))
    (shuffled,) = [entry.fact for entry in entries if isinstance(entry.fact, Shuffled)]
    assert (shuffled.pile, sorted(shuffled.order)) == ("dilemma", ["silence", "sutekh"])
    assert now.places[0].slots[0].dilemma in ("sutekh", "silence")
    assert (len(now.dilemma_deck), now.dilemma_discards) == (1, ())
    now = play(table("finish", earth=("", "~teller", "~master"), decks={"dilemma": ""}), Finish(JULIE))
    assert now.places[0].slots[0].dilemma == ""
    assert now.player == STEVE


def test_a_hand_of_four_ends_the_turn() -> None:
    """TOD-FIN-05, TOD-FIN-07."""
    now = table("finish", hands={JULIE: "run geronimo hypercube moment"}, consoles={JULIE: "amy +fez +stetson"})
    entries, now = lines(now, Finish(JULIE))
    assert effects(entries) == [fx.TurnBegan(seat=STEVE, turn=8, round=4)]
    assert (now.player, now.step, len(now.hands[JULIE])) == (STEVE, "charge", 4)


def test_a_larger_hand_must_be_cut_before_the_turn_ends() -> None:
    entries, now = lines(at_finish(SEVEN), Finish(JULIE))
    assert effects(entries) == [fx.StepReached(step="discard")]
    assert (now.player, due(now)) == (JULIE, ("discard", (JULIE,)))
    assert refused(now, Finish(JULIE)) == "TOD-FIN-05"
    now = play(now, DiscardTimey(JULIE, "run"), DiscardTimey(JULIE, "fez"))
    assert (now.player, now.timey_discards) == (JULIE, ("run", "fez"))
    found, kept = stood(now, Finish(JULIE))
    assert (found, kept.player, len(kept.hands[JULIE])) == (["TOD-FIN-05"], STEVE, 5)
    entries, now = lines(now, DiscardTimey(JULIE, "geronimo"))
    assert effects(entries) == [
        fx.TimeyDiscarded(seat=JULIE, card="geronimo"), fx.TurnBegan(seat=STEVE, turn=8, round=4),
    ]  # fmt: skip
    assert now.hands[JULIE] == ("stetson", "k-9", "jelly-babies", "hypercube")
    now = play(at_finish(SEVEN), *(DiscardTimey(JULIE, card) for card in ("run", "fez", "geronimo")))
    assert (now.player, now.step) == (JULIE, "finish")
    assert refused(now, DiscardTimey(JULIE, "k-9")) == "TOD-FIN-05"
    assert play(now, Finish(JULIE)).player == STEVE


def test_a_hand_is_cut_only_in_the_own_turn() -> None:
    """TOD-TC-20, TOD-FIN-06."""
    now = table("finish", hands={JULIE: "fez", STEVE: SEVEN.replace("fez", "moment")})
    now = play(now, Finish(JULIE))
    assert (now.player, len(now.hands[STEVE])) == (STEVE, 7)
    assert refused(now, DiscardTimey(STEVE, "run")) == "TOD-PREP-02"
    assert refused(now, DiscardTimey(JULIE, "fez")) == "TOD-ROUND-01"


def test_refuses_to_discard_a_card_that_is_not_in_the_hand() -> None:
    now = play(at_finish(SEVEN), Finish(JULIE))
    assert refused(now, DiscardTimey(JULIE, "moment")) == "TOD-FIN-05"
    with pytest.raises(UnplayableError, match="there is no card"):
        play(now, DiscardTimey(JULIE, "sofa"))
    hidden = now.replace(hands={**now.hands, JULIE: (UNKNOWN,) * 7})
    assert against(hidden, DiscardTimey(JULIE, "moment")) == ["TOD-FIN-05?"]
    assert against(hidden, Finish(JULIE)) == ["TOD-FIN-05"]


def test_turns_and_rounds_follow_the_order_of_the_table() -> None:
    now = table("finish", seats=4, order=(KIM, JULIE, STEVE, SEATS[3]))
    now = play(now, Finish(JULIE))
    assert (now.player, now.turn, now.round) == (STEVE, 8, 4)
    last = table("finish", order=(STEVE, JULIE))
    entries, now = lines(last, Finish(JULIE))
    assert effects(entries)[-1] == fx.TurnBegan(seat=JULIE, turn=8, round=4, daleks=True)
    assert (now.step, status(now).awaited) == ("daleks", (JULIE,))
    assert refused(now, Charge(STEVE)) == "TOD-ROUND-02"
    now = table("daleks", order=(STEVE, JULIE), turn=8)
    now = play(now, DaleksMove(JULIE))
    assert (now.player, now.turn, now.round, now.step) == (STEVE, 9, 5, "charge")


def test_the_end_of_a_turn_clears_its_state() -> None:
    now = table("finish", used=((JULIE, "amy", 1),), answer="choose", adventured=True, missed=("charge",))
    now = play(now, Finish(JULIE))
    assert (now.used, now.answer, now.adventured, now.missed) == ((), "", False, ())
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


def test_finish_follows_travel_and_any_adventure() -> None:
    """AMB-15, AMB-17."""
    assert refused(begun(), Finish(JULIE)) == "TOD-PREP-02"
    now = play(begun(), Charge(JULIE))
    assert refused(now, Finish(JULIE)) == "TOD-TRAV-01"
    now = play(now, RollTardis(JULIE), fate=ScriptedChance(6))
    assert refused(now, Finish(JULIE)) == "TOD-TRAV-09"
    now = table("choose", places=[place(2, "mars", "", "~sutekh")])
    now = play(now, Travel(JULIE, 2, 0))
    assert (now.step, now.adventured, status(now).step) == ("finish", False, "finish the turn")
    assert play(now, Finish(JULIE)).player == STEVE
