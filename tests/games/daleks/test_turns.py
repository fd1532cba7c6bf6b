"""Turns of Time of the Daleks: finish, whose move it is, the turn of the Daleks, the end of the game."""

from typing import Any

import pytest
from daleks_adventures import BOX, facing, resolved
from daleks_tables import JULIE, KIM, SEATS, STEVE, against, begun, lines, place, play, refused, stood, table
from scripted_chance import ScriptedChance
from table_play import effects

from events.errors import UnplayableError
from events.facts import UNKNOWN, Shuffled
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.facts import effects as fx
from projections.games.daleks.facts.effects import GameEnded
from projections.games.daleks.facts.moves import Charge, DaleksMove, DiscardTimey, Finish, RollTardis, Stay, Travel
from projections.games.daleks.rules.dalek_markers import SEVENTH_DALEK
from projections.games.daleks.rules.legal import legal
from projections.games.daleks.rules.status import WORDS, due, status
from projections.games.daleks.rules.turns import turn_order
from projections.games.daleks.rules.victory import doctors_home
from projections.games.daleks.state.position import STAGES, STEPS, TURN_CAP, Adventure, Debt, Die, Pool, Position
from projections.window import Window

SEVEN = "fez stetson k-9 jelly-babies hypercube run geronimo"


def at_finish(hand: str = "", seats: int = 2) -> Position:
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


HERE: dict[str, Any] = {"places": [place(2, "mars", "sutekh", "~teller")], "at": {JULIE: (2, 0)}}
ROLLED = (Die("R1", "red", "strength"), Die("B1", "black", "cunning"))


def adventure(stage: str, **more: Any) -> Adventure:
    """An Adventure of Julie's."""
    return Adventure(JULIE, 2, 0, ("running",), stage=stage, **{"pools": (Pool(JULIE),), **more})


def test_each_step_and_stage_has_a_word() -> None:
    assert {*STEPS, *STAGES} <= set(WORDS)
    assert status(play(table(**HERE), Stay(JULIE, 0))).step == WORDS["recruit"]


def test_the_status_before_and_after_the_game() -> None:
    now = status(begun(seats=3, chosen=False))
    assert (now.turn, now.step, now.awaited, now.outcome) == (0, "choose a Doctor", (JULIE, STEVE, KIM), None)
    now = status(table("over", how="Gallifrey", winners=(STEVE,)))
    assert (now.awaited, now.step) == ((), "over")
    assert now.outcome is not None
    assert now.outcome.winners == (STEVE,)


@pytest.mark.parametrize("step", ["charge", "prepare", "travel", "choose", "enter", "finish", "discard", "daleks"])
def test_a_step_of_a_turn_awaits_its_player(step: str) -> None:
    assert due(table(step)) == (step, (JULIE,))


COST = Debt(STEVE, "dilemma", "sutekh")


@pytest.mark.parametrize(
    ("stack", "expected"),
    [
        *(((adventure(s),), (s, (JULIE,))) for s in ("recruit", "exterminate", "roll", "reroll", "change", "resolve")),
        ((adventure("pool", helper=STEVE),), ("help", (STEVE,))),
        ((adventure("resolve"), COST), ("cost", (STEVE,))),
        ((adventure("roll"), Window("roll", (STEVE,))), ("window", (STEVE,))),
    ],
)
def test_the_last_item_of_the_stack_is_awaited_first(stack: Any, expected: tuple[str, tuple[str, ...]]) -> None:
    assert due(table("adventure", stack=stack, **HERE)) == expected


@pytest.mark.parametrize(
    ("stage", "pools", "awaited"),
    [
        ("pool", ({}, {}), (JULIE, STEVE)),
        ("pool", ({"gathered": True}, {}), (STEVE,)),
        ("pool", ({"gathered": True}, {"gathered": True}), (JULIE, STEVE)),
        ("cut", ({"done": True, "gathered": True}, {"gathered": True}), (STEVE,)),
        ("cut", ({"done": True, "gathered": True}, {"done": True}), (STEVE,)),
        ("cut", ({"done": True, "gathered": True}, {"done": True, "gathered": True}), (JULIE,)),
        ("reroll", ({}, {"dice": ROLLED}), (JULIE, STEVE)),
        ("change", ({}, {"dice": ROLLED}), (JULIE,)),
        ("reroll", ({"dice": ROLLED}, {}), (JULIE,)),
        ("exterminate", ({}, {}), (JULIE,)),
        ("roll", ({}, {}), (JULIE,)),
        ("resolve", ({}, {}), (JULIE,)),
    ],
)
def test_who_is_awaited_in_an_adventure_with_help(stage: str, pools: Any, awaited: Any) -> None:
    """TOD-HELP-22, TOD-HELP-26, TOD-HELP-27."""
    both = tuple(Pool(seat, **how) for seat, how in zip((JULIE, STEVE), pools, strict=True))
    now = adventure(stage, helper=STEVE, manner="afar", pools=both)
    assert due(table("adventure", stack=(now,), **HERE)) == (stage, awaited)


def test_a_helper_without_a_useful_move_is_not_awaited() -> None:
    """TOD-FAIL-01, TOD-ROLL-03."""
    pools = (Pool(JULIE, ()), Pool(STEVE, ROLLED))
    for symbols, tokens, awaited in (
        (("running",), 3, (JULIE, STEVE)),
        (("running",), 2, (JULIE,)),
        (("strength",), 5, (JULIE,)),
    ):
        now = Adventure(JULIE, 2, 0, symbols, stage="change", helper=STEVE, manner="afar", pools=pools)
        there = table("adventure", stack=(now,), tokens=tokens, **HERE)
        assert due(there) == ("change", awaited)
        assert all(list(legal(there, seat)) for seat in awaited)


def test_the_order_of_turns_follows_the_doctors() -> None:
    now = table(seats=4)
    assert turn_order(now) == (KIM, "lee", JULIE, STEVE)
    by_doctor = table(seats=4, options={"turn_order": "by_doctor"})
    assert turn_order(by_doctor) == (KIM, "lee", JULIE, STEVE)
    swapped = by_doctor.replace(
        consoles={**by_doctor.consoles, JULIE: by_doctor.console(STEVE), STEVE: by_doctor.console(JULIE)}
    )
    assert turn_order(swapped) == (KIM, "lee", STEVE, JULIE)


def daleks(**more: object) -> Position:
    """A table in the Daleks' turn, which Steve plays, without anomaly markers."""
    return table("daleks", **{"player": STEVE, "markers": (), "box": BOX, **more})  # type: ignore[arg-type]  # what `table` takes


def home(*seats: str, others: int = 5) -> dict[str, int]:
    """Spaces of TARDISes: Gallifrey for the named seats."""
    return {seat: 18 if seat in seats else others for seat in (JULIE, STEVE, KIM)}


def test_the_daleks_move_after_the_last_player_and_begin_a_round() -> None:
    """TOD-DTRN-02, TOD-DTRN-09."""
    now = daleks(ship=2)
    after = play(now, DaleksMove(STEVE))
    assert (after.ship, after.step, after.player) == (3, "charge", JULIE)
    assert (after.round, after.turn) == (now.round + 1, now.turn + 1)
    first = table("finish")
    assert refused(first, DaleksMove(JULIE)) == "TOD-DTRN-01"
    second = play(first, Finish(JULIE)).replace(step="finish")
    after = play(second, Finish(STEVE))
    assert (after.step, after.player) == ("daleks", STEVE)
    assert refused(after, DaleksMove(JULIE)) == "TOD-DTRN-01"
    assert refused(after, Charge(JULIE)) == "TOD-ROUND-02"
    found, after = stood(table("prepare", markers=()), DaleksMove(JULIE))
    assert found == ["TOD-DTRN-01"]
    assert (after.ship, after.step, after.player) == (3, "charge", JULIE)


SHIP, ON_EARTH = ((), "Dalek Ship on Gallifrey"), ((), "Daleks on Earth")
ON_MARS = [place(2, "mars", "?", "?", daleks=(4,))]
FIRST: dict[str, Any] = {"options": {"gallifrey_winners": "first"}, "arrived": (STEVE, JULIE)}


@pytest.mark.parametrize(
    ("given", "ended"),
    [
        ({"ship": 17}, SHIP),
        ({"ship": 18}, SHIP),
        ({"ship": 17, "tardis": home(JULIE)}, SHIP),
        ({"ship": 16, "markers": (17,), "decks": {"anomaly": "day-of-the-daleks"}, "tardis": home(JULIE)}, SHIP),
        ({"on_earth": (1, 1, 1), "tardis": home(JULIE)}, ON_EARTH),
        ({"on_earth": (3, 0, 0), "tardis": home(JULIE)}, ON_EARTH),
        ({"on_earth": (0, 2, 2), "tardis": home(JULIE)}, ON_EARTH),
        ({"on_earth": (1, 0, 1), "places": ON_MARS}, None),
        ({"ship": 3, "tardis": home(JULIE)}, ((JULIE,), "Gallifrey")),
        ({"ship": 3, "seats": 3, "tardis": home(JULIE, KIM)}, ((JULIE, KIM), "Gallifrey")),
        ({"ship": 3, "tardis": home(JULIE, STEVE), **FIRST}, ((STEVE,), "Gallifrey")),
    ],
)
def test_the_turn_of_the_daleks_ends_the_game(given: dict[str, Any], ended: tuple[tuple[str, ...], str] | None) -> None:
    entries, after = lines(daleks(**given), DaleksMove(STEVE))
    assert (after.step, after.winners, after.how) == ("over", *ended) if ended else ("charge", (), "")
    found = [effect for effect in effects(entries) if isinstance(effect, GameEnded)]
    assert found == ([GameEnded(winners=ended[0], how=ended[1])] if ended else [])


def test_the_seventh_dalek_and_unknown_arrivals() -> None:
    """TOD-LOSS-03, TOD-DTRN-04, TOD-TC-04, TOD-LOSS-04, TOD-DTRN-06,
    TOD-LOSS-02, TOD-DTRN-05, TOD-TC-05, TOD-WIN-02, TOD-DTRN-03.
    """
    assert doctors_home(daleks(ship=3, tardis=home(JULIE, STEVE), **FIRST).replace(arrived=())) == (JULIE,)
    now = resolved(facing(location="earth", zone=0, daleks=(2, 2, 2)))
    assert against(now, Finish(JULIE)) == ["TOD-ROUND-03"]


def test_play_can_go_on_after_the_end() -> None:
    over = play(daleks(ship=17), DaleksMove(STEVE))
    assert against(over, Charge(JULIE)) == ["TOD-ROUND-03"]
    found, after = stood(over, Charge(JULIE))
    assert (found, after.player, after.step, after.round) == (["TOD-ROUND-03"], JULIE, "prepare", over.round + 1)
    assert (after.how, against(after, Travel(JULIE, 1, 0))) == (over.how, [])
    found, after = stood(after.replace(player=STEVE, step="daleks", stack=()), DaleksMove(STEVE))
    assert (found, after.player, after.step) == ([], JULIE, "charge")
    seventh = table("finish", how=SEVENTH_DALEK, markers=()).replace(step="over")
    assert (stood(seventh, Finish(JULIE))[1].player, seventh.player) == (STEVE, JULIE)
    last = table("finish", how=TURN_CAP, markers=()).replace(step="over")
    found, after = stood(last, Charge(STEVE))
    assert (found, after.player, after.step, after.turn) == (["TOD-ROUND-03"], STEVE, "prepare", last.turn + 1)
