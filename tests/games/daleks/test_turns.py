"""Set-up, Prepare, Travel, the end of a turn, the Daleks' turn and the end of the game, by the rows of the rules."""

from typing import Any

import msgspec
import pytest
from daleks_tables import (
    BOX,
    DOCTORS,
    SEATS,
    against,
    begun,
    box_with,
    facing,
    lines,
    place,
    play,
    refused,
    resolved,
    started,
    stood,
    table,
)
from table_play import ScriptedChance, chances, effects

from events.errors import IllegalMoveError, RefusedError, UnplayableError
from events.events import UNKNOWN, Drawn, Revealed, Rolled, Shuffled
from projections.contracts import ObservedChance
from projections.draft import DeclaredResults, run
from projections.games.daleks.components.box import EARTH, Ability, Part
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.events import effects as fx, moves as m
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.legal import legal
from projections.games.daleks.rules.markers import SEVENTH_DALEK
from projections.games.daleks.rules.setup import dealt_options, pile, spot
from projections.games.daleks.rules.status import WORDS, due, status
from projections.games.daleks.rules.victory import doctors_home
from projections.games.daleks.state import position as state
from projections.games.daleks.state.piles import PILES, cards_of, deck
from projections.notation.recorded_chance import Typed
from projections.window import Window
from replay.chance.random_source import SeededChance

JULIE, STEVE, KIM, LEE = SEATS
TAKEN = play(begun(chosen=False), m.ChooseDoctor(JULIE, "first"))


@pytest.mark.parametrize(("now", "move", "error"), [
    (begun(chosen=False), m.ChooseDoctor(JULIE, "ninth"), UnplayableError),
    (begun(), m.ChooseDoctor(JULIE, "fourth"), IllegalMoveError),
    (begun(chosen=False), m.Charge(JULIE), UnplayableError), (TAKEN, m.ChooseDoctor(STEVE, "first"), UnplayableError),
    (TAKEN, m.ChooseDoctor(JULIE, "fourth"), IllegalMoveError),
])  # fmt: skip
def test_refuses_taken_doctors_and_moves_before_the_game(
    now: state.Position, move: Any, error: type[Exception]
) -> None:
    """TOD-SETUP-08."""
    with pytest.raises(error) as caught:
        GAME.play(now, move, SeededChance(1))
    assert getattr(caught.value, "rule", "TOD-SETUP-08") == "TOD-SETUP-08"


def test_turns_start_with_the_lowest_doctor() -> None:
    """TOD-ROUND-01, AMB-01, AMB-02."""
    now = dealt(4)[1]
    assert (now.order, now.player, now.turn, now.round, now.step) == ((KIM, LEE, JULIE, STEVE), KIM, 1, 1, "charge")
    assert dealt(4, turn_order="by_doctor")[1].order == now.order
    other = {JULIE: "twelfth", STEVE: "fourth", KIM: "eleventh", LEE: "first"}
    swapped = GAME.begin(started(4, doctors=other, turn_order="by_doctor"), SeededChance(1))[1]
    assert swapped.order == (LEE, STEVE, KIM, JULIE)


@pytest.mark.parametrize("written", ["first", "First", "the-First-Doctor", "1st", "1", "doctor 1"])
def test_some_doctors_are_agreed_on_and_the_others_chosen(written: str) -> None:
    """TOD-SETUP-08, AMB-37."""
    events, now = GAME.begin(started(2, doctors={JULIE: written, STEVE: ""}), SeededChance(1))
    assert [entry.event for entry in events] == [fx.DoctorTaken(JULIE, "first")]
    now = play(now, m.ChooseDoctor(STEVE, "fourth"))
    assert (now.console(JULIE).companions, now.turn) == ((state.Aboard("susan"),), 1)


def test_options_set_solo_play_the_track_and_a_turn_cap() -> None:
    """AMB-13, AMB-34, AMB-35, AMB-38."""
    now = begun(seats=1, solo=True)
    assert (now.order, now.player) == ((JULIE,), JULIE)
    now = dealt(gallifrey=12, earth=5)[1]
    assert (now.markers, now.tardis[JULIE]) == ((6, 9), 5)
    now = begun(turn_cap=1)
    assert (now.turn, now.step, now.how) == (1, "charge", "")


def dealt(seats: int = 2, **options: Any) -> tuple[list[Any], Any]:
    doctors = {seat: DOCTORS[seat] for seat in SEATS[:seats]}
    entries, now = GAME.begin(started(seats, doctors=doctors, **options), SeededChance(3))
    return [entry.event for entry in entries], now


def test_deals_the_board_cards_and_tokens() -> None:
    """TOD-EX-01, TOD-EX-02, TOD-COMP-02, TOD-SETUP-02, TOD-SETUP-03, TOD-SETUP-04, TOD-SETUP-05, TOD-SETUP-06,
    TOD-SETUP-07, TOD-SETUP-09, TOD-SETUP-10, TOD-SETUP-11, TOD-SETUP-12, TOD-SETUP-13.
    """
    events, now = dealt()
    console, (earth,) = now.console(JULIE), now.places
    assert (console.doctor, console.companions, console.tokens) == ("eleventh", (state.Aboard("amy"),), 2)
    assert (now.ship, now.markers, now.at) == (0, (6, 9, 12, 15), {})
    assert now.tardis == dict.fromkeys((JULIE, STEVE), SHIPPED.setting.earth)
    assert (earth.n, earth.location, earth.daleks) == (1, EARTH, (0, 0, 0))
    assert [(slot.open, slot.n, slot.dilemma in SHIPPED.dilemma) for slot in earth.slots] == [
        (False, number, True) for number in (1, 2, 3)
    ]
    assert [event.pile for event in events if isinstance(event, Shuffled)] == list(PILES)
    drawn = [(event.player, len(event.cards)) for event in events if isinstance(event, Drawn)]
    assert drawn == [(JULIE, 2), (STEVE, 2)]
    assert sum(isinstance(event, fx.DilemmaLaid) for event in events) == 3
    assert [event.tokens for event in events if isinstance(event, fx.TokensGained)] == [2, 2]


def test_a_first_game_has_three_markers_and_fewer_cards() -> None:
    """TOD-FIRST-01, TOD-FIRST-02."""
    _, now = dealt(first_game=True)
    assert now.markers == (8, 11, 14)
    left = [*now.dilemma_deck, *(slot.dilemma for slot in now.places[0].slots)]
    assert sorted(left) == sorted(name for name, one in SHIPPED.dilemma.items() if not one.later)
    assert sorted(now.anomaly_deck) == sorted(name for name, one in SHIPPED.anomaly.items() if not one.later)
    assert len(left) < len(SHIPPED.dilemma)


@pytest.mark.parametrize(("seats", "options", "text"), [
    (1, {}, "solo"), (2, {"doctors": {"nobody": "first"}}, 'no seat "nobody"'),
    (2, {"doctors": {JULIE: "ninth"}}, '"ninth" is not a Doctor'),
    (2, {"doctors": {JULIE: "first", STEVE: "first"}}, "Julie and Steve cannot both have First Doctor"),
    (2, {"gallifrey": 1}, "gallifrey: 1 is not allowed"), (2, {"gallifrey": 4_000}, "gallifrey: 4000 is not allowed"),
    (2, {"earth": 18}, "earth: 18 is not between"), (2, {"earth": -1}, "earth: -1 is not between"),
    (2, {"turn_cap": -1}, "turn_cap: -1 is not allowed"),
])  # fmt: skip
def test_refuses_an_option_by_name(seats: int, options: dict[str, Any], text: str) -> None:
    with pytest.raises(RefusedError, match=text):
        GAME.set_up(started(seats, **options))


def test_piles_are_found_by_name() -> None:
    _, now = dealt()
    assert all(pile(now, name) == deck(now, name) for name in PILES)
    assert pile(now, "zone") is None
    assert set(cards_of(SHIPPED, "earth")).isdisjoint(cards_of(SHIPPED, "alien"))


@pytest.mark.parametrize(("name", "place", "index"), [
    ("dilemma", "place 3 zone 1 tile 7", 6), ("dilemma", "place 3 zone 1", 1_000_000), ("dilemma", "draw 3", None),
    ("location", "draw 20 of turn 1", None), ("dilemma", "place 3 zone 1 tile 0", 1_000_000),
])  # fmt: skip
def test_finds_a_revealed_dilemma_in_the_shuffle(name: str, place: str, index: int | None) -> None:
    assert spot(name, place) == index


def test_decks_shuffled_by_hand_are_unknown_and_a_transcript_names_the_doctors() -> None:
    doctors = {JULIE: "eleventh", STEVE: "twelfth"}
    assert (dealt_options(dealt()[1]), dealt_options(begun(chosen=False))) == ({"doctors": doctors}, {})
    now = GAME.begin(started(2, doctors=doctors), Typed(ObservedChance()))[1]
    assert (set(now.location_deck), len(now.dilemma_deck)) == ({UNKNOWN}, 22)
    assert [slot.dilemma for slot in now.places[0].slots] == [UNKNOWN] * 3
    assert now.hands[STEVE] == (UNKNOWN, UNKNOWN)


CHOOSE, DECIDES = 1, 6
"""Faces of the TARDIS die: three of each as the box ships."""


@pytest.mark.parametrize(("before", "after"), [(0, 2), (2, 4), (3, 5), (4, 5), (5, 5)])
def test_each_seat_gains_two_tokens_up_to_five(before: int, after: int) -> None:
    """TOD-PREP-01, TOD-COMP-17, TOD-TC-01."""
    now = play(table("charge", tokens=before), m.Charge(JULIE))
    assert (now.console(JULIE).tokens, now.step) == (after, "prepare")


def test_a_token_gain_is_limited_and_can_be_made_later() -> None:
    entries, _ = lines(table("charge", tokens=4), m.Charge(JULIE))
    assert fx.TokensGained(seat=JULIE, tokens=1) in effects(entries)
    name = next(name for name, one in SHIPPED.anomaly.items() if one.rule == "one-token")
    assert play(table("charge", tokens=0, tasks=(state.Task(name),)), m.Charge(JULIE)).console(JULIE).tokens == 1
    assert stood(table("charge"), m.Finish(JULIE))[0] == ["TOD-PREP-02", "TOD-TRAV-01"]
    found, now = stood(table("charge", tokens=0), m.Travel(JULIE, 1, 0))
    assert (found, now.missed) == (["TOD-PREP-02"], ("charge",))
    found, now = stood(now, m.Charge(JULIE))
    assert (now.console(JULIE).tokens, now.missed, now.step, bool(now.adventure)) == (2, (), "adventure", True)
    again, now = stood(now, m.Charge(JULIE))
    assert (again[-1:], now.console(JULIE).tokens) == (["TOD-ADV-01"], 2)
    assert fx.StepMissed(step="charge").rule == "TOD-ROUND-04"


INSTALL, UNINSTALL, DISMISS = m.Install(JULIE, "fez"), m.Uninstall(JULIE, "fez"), m.Dismiss(JULIE, "amy")


def test_refuses_moves_before_the_charge_or_after_the_roll() -> None:
    now = table("charge", hands={JULIE: "fez"})
    moves: list[Any] = [INSTALL, UNINSTALL, DISMISS, m.RollTardis(JULIE), m.Travel(JULIE, 1, 0), m.Finish(JULIE)]
    assert all("TOD-PREP-02" in against(now, move) for move in moves)
    now = table(consoles={JULIE: "amy wilfred"}, hands={JULIE: "fez"})
    now = play(now, m.RollTardis(JULIE), fate=ScriptedChance(CHOOSE))
    moves = [INSTALL, UNINSTALL, DISMISS, m.UseAbility(JULIE, "wilfred")]
    assert all("TOD-ROUND-04" in against(now, move) for move in moves)


KIMS: dict[str, Any] = {"seats": 3, "player": KIM}
SAME_ZONE = {"places": [place(2, "mars", "~teller", "sutekh")], "at": {JULIE: (2, 1)}, "options": {"stay_zone": "same"}}


@pytest.mark.parametrize(("given", "before", "move", "rule"), [
    ({"consoles": {JULIE: "susan"}}, [], m.UseAbility(JULIE, "susan"), "TOD-PREP-08"),
    ({"consoles": {JULIE: "amy", STEVE: "wilfred"}}, [], m.UseAbility(JULIE, "wilfred"), "TOD-PREP-08"),
    ({}, [], m.UseAbility(JULIE, "first"), "TOD-PREP-08"),
    ({}, [], m.Stay(JULIE, 0), "TOD-TRAV-02"), (SAME_ZONE, [], m.Stay(JULIE, 0), "TOD-TRAV-02"),
    (SAME_ZONE, [], m.Stay(JULIE, 1), ""),
    ({"places": [place(2, "mars", "~sutekh", "")]}, [], m.Travel(JULIE, 2, 0), "TOD-TRAV-06"),
    ({"at": {JULIE: (1, 0)}}, [], m.Travel(JULIE, 1, 2), "TOD-TRAV-03"),
    (KIMS, [m.RollTardis(KIM)], m.UseAbility(KIM, "first"), "TOD-TRAV-13"),
    (KIMS, [m.UseAbility(KIM, "first")], m.Travel(KIM, 1, 0), "TOD-ROUND-04"),
    ({}, [], m.RollTardis(STEVE), "TOD-ROUND-01"), ({}, [], m.Travel(STEVE, 1, 0), "TOD-ROUND-01"),
    ({"places": [place(2, "mars", "", "")], "at": {JULIE: (2, 0)}}, [], m.Stay(JULIE, 0), "TOD-TRAV-02"),
    ({"hands": {JULIE: "tune-up"}, "tokens": 5}, [], m.Install(JULIE, "tune-up"), "TOD-CARD-07"),
    ({"hands": {JULIE: "fez"}, "consoles": {JULIE: "amy", STEVE: "river-song"}}, [], INSTALL, "TOD-CARD-07"),
])  # fmt: skip
def test_refuses_a_move_against_the_rules(given: dict[str, Any], before: list[Any], move: Any, rule: str) -> None:
    """TOD-TRAV-02, TOD-COMP-10, AMB-04."""
    assert refused(play(table(**given), *before, fate=ScriptedChance(CHOOSE)), move) == rule


def test_equipment_is_paid_for_and_put_into_a_slot() -> None:
    before = table(hands={JULIE: "fez hypercube"}, tokens=2)
    entries, now = lines(before, m.Install(JULIE, "fez"))
    assert effects(entries) == [fx.TokensPaid(seat=JULIE, tokens=1), fx.EquipmentInstalled(seat=JULIE, card="fez")]
    assert (now.console(JULIE).equipment, now.hands[JULIE], now.console(JULIE).tokens) == (("fez",), ("hypercube",), 1)
    assert not now.timey_discards
    free = next(name for name, one in SHIPPED.timey.items() if one.type == "equipment" and not one.price)
    entries, now = lines(table(hands={JULIE: free}, tokens=0), m.Install(JULIE, free))
    assert effects(entries) == [fx.EquipmentInstalled(seat=JULIE, card=free)]
    assert now.console(JULIE).equipment == (free,)


def test_unseen_installs_are_unverified_and_uninstalls_discard() -> None:
    assert against(table(hands={JULIE: "?"}), m.Install(JULIE, "fez")) == ["TOD-PREP-04?"]
    now = play(table(consoles={JULIE: "amy +fez"}), m.Uninstall(JULIE, "fez"))
    assert (now.console(JULIE).equipment, now.timey_discards) == ((), ("fez",))


def test_a_dismissed_companion_is_shuffled_into_its_deck() -> None:
    before = table(consoles={JULIE: "amy susan"}, decks={"alien": "strax"})
    entries, now = lines(before, m.Dismiss(JULIE, "susan"))
    assert now.console(JULIE).companions == (state.Aboard("amy"),)
    assert sorted(now.companion_decks["alien"]) == sorted([*before.companion_decks["alien"], "susan"])
    assert [entry.event.pile for entry in entries if isinstance(entry.event, Shuffled)] == ["alien"]


def test_prepare_moves_can_be_made_in_any_order() -> None:
    """TOD-PREP-09, AMB-16."""
    now = table(consoles={JULIE: "amy wilfred +stetson"}, hands={JULIE: "fez"}, tokens=3)
    moves = [DISMISS, INSTALL, m.UseAbility(JULIE, "wilfred"), m.Uninstall(JULIE, "stetson")]
    ahead, back = play(now, *moves), play(now, *reversed(moves))
    assert (ahead.console(JULIE), ahead.step, ahead.console(JULIE).tokens) == (back.console(JULIE), "prepare", 3)


@pytest.mark.parametrize(("before", "after"), [(1, 4), (4, 5)])
def test_susan_gives_a_token_to_the_first_doctor(before: int, after: int) -> None:
    """TOD-CT-02, TOD-PREP-08."""
    now = table("charge", seats=3, tokens=before, player=KIM)
    assert refused(now, m.UseAbility(KIM, "susan")) == "TOD-PREP-02"
    now = play(now, m.Charge(KIM), m.UseAbility(KIM, "susan"))
    assert (now.console(KIM).tokens, now.step) == (after, "prepare")


def test_an_ability_is_used_once_a_turn_by_its_owner() -> None:
    """AMB-27."""
    now = play(table(consoles={JULIE: "wilfred"}, tokens=0), m.UseAbility(JULIE, "wilfred"))
    assert now.console(JULIE).tokens == 1
    assert refused(now, m.UseAbility(JULIE, "wilfred")) == "TOD-CARD-06"
    assert stood(table(), m.UseAbility(JULIE, "amy")) == (["TOD-PREP-08"], table())


def test_an_ability_may_have_a_price_with_a_choice() -> None:
    ability = Ability("prepare", (Part("pay-either", 1), Part("cards", 2)))
    now = table(box=box_with("companion", "amy", ability=ability), hands={JULIE: "fez"})
    now = play(now, m.UseAbility(JULIE, "amy"))
    assert (now.debt is not None, status(now).awaited) == (True, (JULIE,))
    assert refused(now, m.RollTardis(JULIE)) == "TOD-FAIL-05"


def test_the_first_doctor_skips_the_roll() -> None:
    """TOD-CT-01, TOD-COMP-13."""
    before = table(**KIMS)
    entries, now = lines(before, m.UseAbility(KIM, "first"))
    assert not [entry for entry in entries if isinstance(entry.event, Rolled)]
    assert (now.step, now.hands[KIM]) == ("enter", ())
    now = play(now, m.EnterZone(KIM, 1))
    laid = now.places[-1]
    assert (laid.location, now.at[KIM], len(now.hands[KIM])) == (before.location_deck[0], (2, 1), 1)
    assert [(bool(slot.dilemma), slot.open) for slot in laid.slots] == [(True, False), (True, True)]
    assert stood(now, m.EnterZone(KIM, 0))[1].hands == now.hands
    before = table(seats=3, player=KIM, decks={"location": ""})
    assert refused(before, m.UseAbility(KIM, "first")) == "TOD-TRAV-14"
    assert refused(before.replace(location_discards=("mars",)), m.UseAbility(KIM, "first")) == ""
    found, now = stood(before, m.UseAbility(KIM, "first"), m.Travel(KIM, 1, 0))
    assert (found, now.hands[KIM]) == (["TOD-TRAV-14"], ())


def test_the_first_doctor_draws_a_card_after_the_toll() -> None:
    places = [place(2, "into-the-dalek")]
    before = table(seats=3, player=KIM, places=places, hands={KIM: "run"}, decks={"timey": "fez"}, tokens=2)
    now = play(before, m.UseAbility(KIM, "first"), m.EnterZone(KIM, 0))
    assert (now.hands[KIM], now.adventure) == (("run",), None)
    now = play(now, m.ChooseCost(KIM, 2))
    done, now = lines(now, m.PayCard(KIM, "run"))
    assert [entry.rule for entry in done if isinstance(entry.event, fx.CostMet)] == ["TOD-ALOC-08", "TOD-TRAV-14"]
    assert (now.hands[KIM], now.debt, now.step, bool(now.adventure)) == (("fez",), None, "adventure", True)


def test_an_anomaly_drawn_after_the_roll_is_not_entered() -> None:
    box = box_with("timey", "jelly-babies", parts=(Part("ship", 4),))
    decks = {"anomaly": "into-the-dalek", "location": "karn"}
    before = table(hands={JULIE: "jelly-babies"}, box=box, decks=decks)
    now = play(before, m.RollTardis(JULIE), m.PlayTimey(JULIE, "jelly-babies"), fate=ScriptedChance(DECIDES))
    assert [one.location for one in now.places[1:]] == ["karn", "into-the-dalek"]
    assert list(legal(now, JULIE)) == [m.EnterZone(JULIE, 0), m.EnterZone(JULIE, 1)]
    assert play(now, m.EnterZone(JULIE, 1)).at == {JULIE: (2, 1)}


def test_a_doctor_stays_if_something_is_unsolved() -> None:
    """AMB-04."""
    now = play(table(places=[place(2, "mars", "", "sutekh")], at={JULIE: (2, 0)}), m.Stay(JULIE, 1))
    assert (now.at[JULIE], bool(now.adventure)) == ((2, 1), True)
    now = play(table(places=[place(2, "into-the-dalek")], at={JULIE: (2, 0)}), m.Stay(JULIE, 0))
    assert (now.debt, now.places[-1].location, bool(now.adventure)) == (None, "into-the-dalek", True)
    now = play(table(earth=("~sutekh", "~teller", "~silence"), at={JULIE: (1, 0)}), m.Stay(JULIE, 2))
    assert [slot.open for slot in now.places[0].slots] == [False, False, True]
    now = table(places=[place(2, "mars", "sutekh", "~teller")], at={JULIE: (2, 0)})
    assert [len(chances(lines(now, m.Stay(JULIE, zone))[0])) for zone in (0, 1)] == [0, 1]


def test_earth_and_an_anomaly_need_no_roll() -> None:
    """TOD-TRAV-04, TOD-TRAV-05, TOD-TRAV-11, TOD-TRAV-12, TOD-ALOC-03."""
    entries, now = lines(table(earth=("~sutekh", "~teller", "~silence")), m.Travel(JULIE, 1, 1))
    assert not [entry for entry in entries if isinstance(entry.event, Rolled)]
    assert [entry.event.item for entry in entries if isinstance(entry.event, Revealed)] == ["teller"]
    assert fx.DoctorMoved(seat=JULIE, place=1, zone=1) in effects(entries)
    assert [slot.open for slot in now.places[0].slots] == [False, True, False]
    assert (now.step, bool(now.adventure)) == ("adventure", True)
    now = play(table(places=[place(2, "into-the-dalek")]), m.Travel(JULIE, 2, 0))
    assert (now.at[JULIE], bool(now.adventure)) == ((2, 0), True)


@pytest.mark.parametrize(("move", "rules"), [
    (m.Explore(JULIE), ["TOD-TRAV-06"]), (m.EnterZone(JULIE, 0), ["TOD-TRAV-06"]),
    (m.KeepLocation(JULIE, "mars"), ["TOD-TRAV-06", "TOD-TRAV-08"]),
])  # fmt: skip
def test_a_new_location_needs_a_roll(move: Any, rules: list[str]) -> None:
    found, now = stood(table(), move)
    assert (found, now.missed) == (rules, ("travel",))


def test_the_player_may_choose_any_zone_in_play() -> None:
    """AMB-15, AMB-17."""
    before = table(places=[place(2, "mars", "~sutekh", ""), place(3, "karn", "~teller", "~master")])
    now = play(before, m.RollTardis(JULIE), fate=ScriptedChance(CHOOSE))
    assert (now.step, now.answer) == ("choose", "choose")
    assert play(now, m.Travel(JULIE, 2, 0)).adventure is not None
    calm = play(now, m.Travel(JULIE, 2, 1))
    assert (calm.step, calm.adventure, calm.at[JULIE]) == ("finish", None, (2, 1))
    assert not calm.adventured
    assert play(calm, m.Finish(JULIE)).player == STEVE


def test_one_of_the_drawn_locations_must_be_kept() -> None:
    now = play(table(places=[place(2, "mars", "~sutekh", "")]), m.RollTardis(JULIE), fate=ScriptedChance(CHOOSE))
    now = play(now, m.Explore(JULIE))
    other = next(name for name in SHIPPED.location if name not in (*now.found, "mars"))
    for move in (m.Travel(JULIE, 2, 0), m.Explore(JULIE), m.KeepLocation(JULIE, other)):
        assert refused(now, move) == "TOD-TRAV-08"
    assert refused(now, m.EnterZone(JULIE, 0)) == "TOD-TRAV-07"


def test_the_tardis_die_can_decide_on_a_new_location() -> None:
    """TOD-TRAV-09, TOD-TRAV-10."""
    before = table(decks={"location": "karn mars", "dilemma": "sutekh teller"})
    entries, now = lines(before, m.RollTardis(JULIE), ScriptedChance(DECIDES))
    assert (now.step, now.answer, now.places[-1].location, now.at) == ("enter", "decides", "karn", {})
    assert [entry.event.item for entry in entries if isinstance(entry.event, Revealed)] == ["karn"]
    assert [(slot.dilemma, slot.open) for slot in now.places[-1].slots] == [("sutekh", False), ("teller", False)]
    assert play(now, m.EnterZone(JULIE, 1)).at[JULIE] == (2, 1)


@pytest.mark.parametrize(("face", "move", "rule"), [
    (DECIDES, m.Travel(JULIE, 1, 0), "TOD-TRAV-13"), (DECIDES, m.Stay(JULIE, 0), "TOD-TRAV-13"),
    (DECIDES, m.RollTardis(JULIE), "TOD-TRAV-13"), (DECIDES, m.Explore(JULIE), "TOD-TRAV-08"),
    (CHOOSE, m.Stay(JULIE, 0), "TOD-TRAV-13"), (CHOOSE, m.RollTardis(JULIE), "TOD-TRAV-13"),
    (CHOOSE, m.Travel(JULIE, 1, 0), ""), (CHOOSE, m.Explore(JULIE), ""),
])  # fmt: skip
def test_the_roll_is_binding(face: int, move: Any, rule: str) -> None:
    """AMB-05."""
    now = play(table(at={JULIE: (1, 0)}), m.RollTardis(JULIE), fate=ScriptedChance(face))
    assert refused(now, move) == rule


@pytest.mark.parametrize("move", [m.Travel(JULIE, 1, 1), m.Stay(JULIE, 0), m.RollTardis(JULIE)])
def test_refuses_a_second_travel_step(move: Any) -> None:
    now = table("finish", at={JULIE: (1, 0)}, adventured=True)
    for answer in ("", "decides"):
        with pytest.raises(IllegalMoveError, match="Travel step is over"):
            play(now.replace(answer=answer), move)


def test_checks_declared_results_of_travel() -> None:
    now = table("choose", places=[place(2, "mars", "sutekh", "")], answer="choose", found=("karn", "telos"))
    with pytest.raises(UnplayableError, match="Mars Past / Mars Future is in play already"):
        stood(now, m.KeepLocation(JULIE, "mars"))
    stated = DeclaredResults((fx.TardisAnswered(choose=True),))
    found, now = stood(table(), m.RollTardis(JULIE), fate=ScriptedChance(DECIDES), stated=stated)
    assert (found, now.step, now.answer) == (["TOD-TRAV-09"], "choose", "choose")


@pytest.mark.parametrize(("faces", "chosen"), [(3, (1, 2, 3)), (1, (1,))])
def test_the_box_sets_the_faces_that_let_the_player_choose(faces: int, chosen: tuple[int, ...]) -> None:
    box = msgspec.structs.replace(SHIPPED, setting=msgspec.structs.replace(SHIPPED.setting, choose_faces=faces))
    for face in range(1, 7):
        now = play(table(box=box), m.RollTardis(JULIE), fate=ScriptedChance(face))
        assert (now.step, now.answer) == (("choose", "choose") if face in chosen else ("enter", "decides"))


TOLL: dict[str, Any] = {"places": [place(2, "into-the-dalek"), place(3, "mars", "~sutekh", "~teller")]}


@pytest.mark.parametrize(("at", "move", "owed"), [
    ({}, m.Travel(JULIE, 1, 0), True), ({JULIE: (3, 0)}, m.Travel(JULIE, 1, 0), True),
    ({}, m.Travel(JULIE, 2, 0), False), ({JULIE: (1, 0)}, m.Stay(JULIE, 0), False),
    ({JULIE: (3, 0)}, m.Stay(JULIE, 1), False), ({JULIE: (3, 0)}, m.Travel(JULIE, 3, 1), False),
])  # fmt: skip
def test_an_anomaly_charges_a_toll_for_moving(at: dict[str, Any], move: Any, *, owed: bool) -> None:
    """TOD-CT-05, TOD-ALOC-08."""
    step, answer = ("choose", "choose") if isinstance(move, m.Travel) else ("prepare", "")
    before = table(step, at=at, answer=answer, hands={JULIE: "fez"}, tokens=3, **TOLL)
    now = play(before, move)
    if not owed:
        assert (now.debt, now.console(JULIE).tokens, bool(now.adventure)) == (None, 3, True)
        return
    assert now.debt is not None
    assert (now.debt.seat, now.debt.kind, now.debt.source, now.adventure) == (JULIE, "toll", "into-the-dalek", None)
    assert against(now, m.Finish(JULIE)) == ["TOD-FAIL-05"]
    paid = play(now, m.ChooseCost(JULIE, 1))
    assert (paid.console(JULIE).tokens, paid.hands[JULIE], paid.debt, bool(paid.adventure)) == (1, ("fez",), None, True)
    paid = play(before.replace(hands={JULIE: ()}), move)
    assert (paid.console(JULIE).tokens, paid.debt, bool(paid.adventure)) == (1, None, True)


def test_empty_decks_are_renewed() -> None:
    """TOD-COMP-14, AMB-42."""
    before = table(decks={"location": "karn"}, location_discards=("mars", "telos"))
    now = play(before, m.RollTardis(JULIE), fate=ScriptedChance(CHOOSE))
    entries, now = lines(now, m.Explore(JULIE))
    assert [entry.event.pile for entry in entries if isinstance(entry.event, Shuffled)] == ["location"]
    assert (now.found[0], len(now.found), len(now.location_deck), now.location_discards) == ("karn", 2, 1, ())
    before = table(
        decks={"location": "karn", "dilemma": "sutekh"}, dilemma_discards=("master", "wire"), dilemmas=24,
        places=[place(2, "mars", "~silence", "")],
    )  # fmt: skip
    entries, now = lines(before, m.RollTardis(JULIE), ScriptedChance(DECIDES, items=["karn"]))
    assert [entry.event.pile for entry in entries if isinstance(entry.event, Shuffled)] == ["dilemma"]
    assert [slot.n for slot in now.places[-1].slots] == [0, 1]
    assert (len(now.dilemma_deck), now.dilemma_discards) == (1, ())
    now = play(table(decks={"location": ""}), m.RollTardis(JULIE), fate=ScriptedChance(DECIDES))
    assert now.step == "choose"
    assert refused(now, m.Explore(JULIE)) == "TOD-TRAV-08"
    assert play(now, m.Travel(JULIE, 1, 0)).adventure is not None


def test_a_turn_taken_too_early_is_recorded() -> None:
    found, now = stood(table(seats=3), m.Travel(KIM, 1, 0))
    assert (found, now.player, now.at[KIM], now.missed) == (["TOD-ROUND-01"], KIM, (1, 0), ("charge",))
    under_way = play(table(seats=3), m.Travel(JULIE, 1, 0))
    assert stood(under_way, m.Charge(KIM)) == (["TOD-ROUND-01"], under_way)
    found, now = stood(under_way, m.Charge(STEVE))
    assert (found, now.player, now.step, now.adventure) == (["TOD-ROUND-01"], STEVE, "prepare", None)


def test_an_unseen_dilemma_is_turned_up_by_name() -> None:
    unseen: state.Position = table(earth=("?", "?", "?"))
    now = GAME.play(unseen, m.Travel(JULIE, 1, 0), ScriptedChance(items=["sutekh"]))[1]
    assert (now.places[0].slots[0].dilemma, bool(now.adventure)) == ("sutekh", True)
    found, hidden = stood(unseen, m.Travel(JULIE, 1, 0), fate=ScriptedChance())
    assert (found, hidden.places[0].slots[0].dilemma) == ([], UNKNOWN)


def test_a_continuing_anomaly_is_not_laid_again() -> None:
    before = table(decks={"anomaly": "into-the-dalek stolen-earth"})
    taken = GAME.rules.reducer(before, fx.AnomalyTaken(anomaly="into-the-dalek"))
    assert taken.tasks == (state.Task("into-the-dalek"),)
    laid = GAME.rules.reducer(taken, fx.LocationLaid(place=2, location="into-the-dalek"))
    assert (laid.tasks, laid.places[-1].location, laid.anomaly_deck) == ((), "into-the-dalek", ("stolen-earth",))
    assert GAME.rules.reducer(laid, fx.LocationLaid(place=2, location="into-the-dalek")) == laid


SEVEN = "fez stetson k-9 jelly-babies hypercube run geronimo"
AT_FINISH = table("finish", hands={JULIE: SEVEN}, at={JULIE: (1, 0)})


def test_locations_without_daleks_are_discarded() -> None:
    """TOD-TC-19, TOD-FIN-01, TOD-FIN-02."""
    places = [
        place(2, "mars", "sutekh", "~teller"), place(3, "karn", "~silence", "", daleks=(1,)),
        place(4, "telos", "", "~master"),
    ]  # fmt: skip
    now = table("finish", places=places, at={JULIE: (4, 0), STEVE: (1, 1)})
    entries, now = lines(now, m.Finish(JULIE))
    assert effects(entries)[0] == fx.LocationGone(place=2)
    assert [tile.location for tile in now.places] == [EARTH, "karn", "telos"]
    assert (now.location_discards, now.dilemma_discards) == (("mars",), ("sutekh", "teller"))
    now = play(table("finish", places=[place(2, "into-the-dalek")]), m.Finish(JULIE))
    assert [tile.location for tile in now.places] == [EARTH, "into-the-dalek"]
    now = play(table("finish", earth=("sutekh", "~teller", "~master")), m.Finish(JULIE))
    assert [slot.open for slot in now.places[0].slots] == [True, False, False]


def test_each_empty_slot_of_earth_gets_a_dilemma() -> None:
    """TOD-FIN-03, AMB-09, TOD-FIN-04."""
    before = table(
        "finish", earth=("", "~teller", ""), places=[place(2, "mars", "", "", daleks=(1,))],
        decks={"dilemma": "sutekh master silence"},
    )  # fmt: skip
    entries, now = lines(before, m.Finish(JULIE))
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
    entries, now = lines(before, m.Finish(JULIE))
    (shuffled,) = [entry.event for entry in entries if isinstance(entry.event, Shuffled)]
    assert (shuffled.pile, sorted(shuffled.order)) == ("dilemma", ["silence", "sutekh"])
    assert now.places[0].slots[0].dilemma in ("sutekh", "silence")
    assert (len(now.dilemma_deck), now.dilemma_discards) == (1, ())
    now = play(table("finish", earth=("", "~teller", "~master"), decks={"dilemma": ""}), m.Finish(JULIE))
    assert (now.places[0].slots[0].dilemma, now.player) == ("", STEVE)


def test_a_larger_hand_must_be_cut_before_the_turn_ends() -> None:
    """TOD-FIN-05, TOD-FIN-06, TOD-FIN-07, TOD-TC-20."""
    small = table("finish", hands={JULIE: "run geronimo hypercube moment"}, consoles={JULIE: "amy +fez +stetson"})
    entries, now = lines(small, m.Finish(JULIE))
    assert (effects(entries), now.step, len(now.hands[JULIE])) == ([fx.TurnBegan(STEVE, 8, 4)], "charge", 4)
    entries, now = lines(AT_FINISH, m.Finish(JULIE))
    assert effects(entries) == [fx.StepReached(step="discard")]
    assert (now.player, due(now)) == (JULIE, ("discard", (JULIE,)))
    assert refused(now, m.Finish(JULIE)) == "TOD-FIN-05"
    now = play(now, m.DiscardTimey(JULIE, "run"), m.DiscardTimey(JULIE, "fez"))
    assert (now.player, now.timey_discards) == (JULIE, ("run", "fez"))
    found, kept = stood(now, m.Finish(JULIE))
    assert (found, kept.player, len(kept.hands[JULIE])) == (["TOD-FIN-05"], STEVE, 5)
    entries, now = lines(now, m.DiscardTimey(JULIE, "geronimo"))
    assert effects(entries) == [
        fx.TimeyDiscarded(seat=JULIE, card="geronimo"), fx.TurnBegan(seat=STEVE, turn=8, round=4),
    ]  # fmt: skip
    assert now.hands[JULIE] == ("stetson", "k-9", "jelly-babies", "hypercube")
    now = play(AT_FINISH, *(m.DiscardTimey(JULIE, card) for card in ("run", "fez", "geronimo")))
    assert (now.player, now.step) == (JULIE, "finish")
    assert refused(now, m.DiscardTimey(JULIE, "k-9")) == "TOD-FIN-05"
    assert play(now, m.Finish(JULIE)).player == STEVE
    now = table("finish", hands={JULIE: "fez", STEVE: SEVEN.replace("fez", "moment")})
    now = play(now, m.Finish(JULIE))
    assert (now.player, len(now.hands[STEVE])) == (STEVE, 7)
    assert refused(now, m.DiscardTimey(STEVE, "run")) == "TOD-PREP-02"
    assert refused(now, m.DiscardTimey(JULIE, "fez")) == "TOD-ROUND-01"


def test_refuses_to_discard_a_card_that_is_not_in_the_hand() -> None:
    now = play(AT_FINISH, m.Finish(JULIE))
    assert refused(now, m.DiscardTimey(JULIE, "moment")) == "TOD-FIN-05"
    with pytest.raises(UnplayableError, match="is not a card"):
        play(now, m.DiscardTimey(JULIE, "sofa"))
    hidden = now.replace(hands={**now.hands, JULIE: (UNKNOWN,) * 7})
    assert against(hidden, m.DiscardTimey(JULIE, "moment")) == ["TOD-FIN-05?"]
    assert against(hidden, m.Finish(JULIE)) == ["TOD-FIN-05"]


def test_turns_and_rounds_follow_the_turn_order() -> None:
    now = table("finish", seats=4, order=(KIM, JULIE, STEVE, SEATS[3]))
    now = play(now, m.Finish(JULIE))
    assert (now.player, now.turn, now.round) == (STEVE, 8, 4)
    last = table("finish", order=(STEVE, JULIE))
    entries, now = lines(last, m.Finish(JULIE))
    assert effects(entries)[-1] == fx.TurnBegan(seat=JULIE, turn=8, round=4, daleks=True)
    assert (now.step, status(now).awaited) == ("daleks", (JULIE,))
    assert refused(now, m.Charge(STEVE)) == "TOD-ROUND-02"
    now = table("daleks", order=(STEVE, JULIE), turn=8)
    now = play(now, m.DaleksMove(JULIE))
    assert (now.player, now.turn, now.round, now.step) == (STEVE, 9, 5, "charge")


def test_the_end_of_a_turn_clears_its_state() -> None:
    now = table("finish", used=((JULIE, "amy", 1),), answer="choose", adventured=True, missed=("charge",))
    now = play(now, m.Finish(JULIE))
    assert (now.used, now.answer, now.adventured, now.missed) == ((), "", False, ())
    now = table("choose", found=("mars", "karn"))
    found, now = stood(now, m.Finish(JULIE))
    assert found == ["TOD-TRAV-07"]
    assert (now.found, now.location_discards, now.player) == ((), ("mars", "karn"), STEVE)


def test_a_turn_cap_ends_the_game_without_winners() -> None:
    entries, now = lines(table("finish", options={"turn_cap": 7}), m.Finish(JULIE))
    assert effects(entries)[-1] == fx.GameEnded(winners=(), how="turn cap")
    outcome = status(now).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.how, status(now).awaited) == ((), "turn cap", ())
    assert refused(now, m.Charge(STEVE)) == "TOD-ROUND-03"


HERE: dict[str, Any] = {"places": [place(2, "mars", "sutekh", "~teller")], "at": {JULIE: (2, 0)}}
ROLLED = (state.Die("R1", "red", "strength"), state.Die("B1", "black", "cunning"))


def adventure(stage: str, **more: Any) -> state.Adventure:
    return state.Adventure(JULIE, 2, 0, ("running",), stage=stage, **{"pools": (state.Pool(JULIE),), **more})


def test_status_names_each_step_and_the_awaited_seats() -> None:
    assert {*state.STEPS, *state.STAGES} <= set(WORDS)
    assert status(play(table(**HERE), m.Stay(JULIE, 0))).step == WORDS["recruit"]
    for step in ("charge", "prepare", "travel", "choose", "enter", "finish", "discard", "daleks"):
        assert due(table(step)) == (step, (JULIE,))
    now = status(begun(seats=3, chosen=False))
    assert (now.turn, now.step, now.awaited, now.outcome) == (0, "choose a Doctor", (JULIE, STEVE, KIM), None)
    now = status(table("over", how="Gallifrey", winners=(STEVE,)))
    assert (now.awaited, now.step) == ((), "over")
    assert now.outcome is not None
    assert now.outcome.winners == (STEVE,)


COST = state.Debt(STEVE, "dilemma", "sutekh")


@pytest.mark.parametrize(("stack", "expected"), [
    *(((adventure(s),), (s, (JULIE,))) for s in ("recruit", "exterminate", "roll", "reroll", "change", "resolve")),
    ((adventure("pool", helper=STEVE),), ("help", (STEVE,))), ((adventure("resolve"), COST), ("cost", (STEVE,))),
    ((adventure("roll"), Window("roll", (STEVE,))), ("window", (STEVE,))),
])  # fmt: skip
def test_the_last_item_of_the_stack_is_awaited_first(stack: Any, expected: tuple[str, tuple[str, ...]]) -> None:
    assert due(table("adventure", stack=stack, **HERE)) == expected


@pytest.mark.parametrize(("stage", "pools", "awaited"), [
    ("pool", ({}, {}), (JULIE, STEVE)), ("pool", ({"gathered": True}, {}), (STEVE,)),
    ("pool", ({"gathered": True}, {"gathered": True}), (JULIE, STEVE)),
    ("cut", ({"done": True, "gathered": True}, {"gathered": True}), (STEVE,)),
    ("cut", ({"done": True, "gathered": True}, {"done": True}), (STEVE,)),
    ("cut", ({"done": True, "gathered": True}, {"done": True, "gathered": True}), (JULIE,)),
    ("reroll", ({}, {"dice": ROLLED}), (JULIE, STEVE)), ("change", ({}, {"dice": ROLLED}), (JULIE,)),
    ("reroll", ({"dice": ROLLED}, {}), (JULIE,)), ("exterminate", ({}, {}), (JULIE,)), ("roll", ({}, {}), (JULIE,)),
    ("resolve", ({}, {}), (JULIE,)),
])  # fmt: skip
def test_stages_with_help_await_the_caller_the_helper_or_both(stage: str, pools: Any, awaited: Any) -> None:
    """TOD-HELP-22, TOD-HELP-26, TOD-HELP-27."""
    both = tuple(state.Pool(seat, **how) for seat, how in zip((JULIE, STEVE), pools, strict=True))
    now = adventure(stage, helper=STEVE, manner="afar", pools=both)
    assert due(table("adventure", stack=(now,), **HERE)) == (stage, awaited)


def test_a_helper_without_a_useful_move_is_not_awaited() -> None:
    """TOD-FAIL-01, TOD-ROLL-03."""
    pools = (state.Pool(JULIE, ()), state.Pool(STEVE, ROLLED))
    for symbols, tokens, awaited in ((("running",), 3, (JULIE, STEVE)), (("running",), 2, (JULIE,)), (
        ("strength",), 5, (JULIE,),
    )):  # fmt: skip
        now = state.Adventure(JULIE, 2, 0, symbols, stage="change", helper=STEVE, manner="afar", pools=pools)
        there = table("adventure", stack=(now,), tokens=tokens, **HERE)
        assert due(there) == ("change", awaited)
        assert all(list(legal(there, seat)) for seat in awaited)


def daleks(**more: object) -> state.Position:
    """A table in the Daleks' turn, which Steve plays, without anomaly markers."""
    return table("daleks", **{"player": STEVE, "markers": (), "box": BOX, **more})  # type: ignore[arg-type]  # what `table` takes


def home(*seats: str, others: int = 5) -> dict[str, int]:
    """Spaces of TARDISes: Gallifrey for the named seats."""
    return {seat: 18 if seat in seats else others for seat in (JULIE, STEVE, KIM)}


def test_the_daleks_move_after_the_last_player_and_begin_a_round() -> None:
    """TOD-DTRN-02, TOD-DTRN-09."""
    now = daleks(ship=2)
    after = play(now, m.DaleksMove(STEVE))
    assert (after.ship, after.step, after.player) == (3, "charge", JULIE)
    assert (after.round, after.turn) == (now.round + 1, now.turn + 1)
    first = table("finish")
    assert refused(first, m.DaleksMove(JULIE)) == "TOD-DTRN-01"
    second = play(first, m.Finish(JULIE)).replace(step="finish")
    after = play(second, m.Finish(STEVE))
    assert (after.step, after.player) == ("daleks", STEVE)
    assert (refused(after, m.DaleksMove(JULIE)), refused(after, m.Charge(JULIE))) == ("TOD-DTRN-01", "TOD-ROUND-02")
    found, after = stood(table("prepare", markers=()), m.DaleksMove(JULIE))
    assert found == ["TOD-DTRN-01"]
    assert (after.ship, after.step, after.player) == (3, "charge", JULIE)


SHIP_HOME, ON_EARTH = ((), "Dalek Ship on Gallifrey"), ((), "Daleks on Earth")
ON_MARS = [place(2, "mars", "?", "?", daleks=(4,))]
FIRST: dict[str, Any] = {"options": {"gallifrey_winners": "first"}, "arrived": (STEVE, JULIE)}


@pytest.mark.parametrize(("given", "ended"), [
    ({"ship": 17}, SHIP_HOME), ({"ship": 18}, SHIP_HOME), ({"ship": 17, "tardis": home(JULIE)}, SHIP_HOME),
    ({"ship": 16, "markers": (17,), "decks": {"anomaly": "day-of-the-daleks"}, "tardis": home(JULIE)}, SHIP_HOME),
    ({"on_earth": (1, 1, 1), "tardis": home(JULIE)}, ON_EARTH),
    ({"on_earth": (3, 0, 0), "tardis": home(JULIE)}, ON_EARTH),
    ({"on_earth": (0, 2, 2), "tardis": home(JULIE)}, ON_EARTH), ({"on_earth": (1, 0, 1), "places": ON_MARS}, None),
    ({"ship": 3, "tardis": home(JULIE)}, ((JULIE,), "Gallifrey")),
    ({"ship": 3, "seats": 3, "tardis": home(JULIE, KIM)}, ((JULIE, KIM), "Gallifrey")),
    ({"ship": 3, "tardis": home(JULIE, STEVE), **FIRST}, ((STEVE,), "Gallifrey")),
])  # fmt: skip
def test_the_turn_of_the_daleks_ends_the_game(given: dict[str, Any], ended: tuple[tuple[str, ...], str] | None) -> None:
    entries, after = lines(daleks(**given), m.DaleksMove(STEVE))
    assert (after.step, after.winners, after.how) == ("over", *ended) if ended else ("charge", (), "")
    found = [effect for effect in effects(entries) if isinstance(effect, fx.GameEnded)]
    assert found == ([fx.GameEnded(winners=ended[0], how=ended[1])] if ended else [])


def test_picks_a_first_arrival_and_ends_at_the_seventh_dalek() -> None:
    """TOD-LOSS-03, TOD-DTRN-04, TOD-TC-04, TOD-LOSS-04, TOD-DTRN-06,
    TOD-LOSS-02, TOD-DTRN-05, TOD-TC-05, TOD-WIN-02, TOD-DTRN-03.
    """
    assert doctors_home(daleks(ship=3, tardis=home(JULIE, STEVE), **FIRST).replace(arrived=())) == (JULIE,)
    now = resolved(facing(location="earth", zone=0, daleks=(2, 2, 2)))
    assert against(now, m.Finish(JULIE)) == ["TOD-ROUND-03"]


def test_play_can_continue_after_the_end() -> None:
    over = play(daleks(ship=17), m.DaleksMove(STEVE))
    found, after = stood(over, m.Charge(JULIE))
    assert (found, after.player, after.step, after.round) == (["TOD-ROUND-03"], JULIE, "prepare", over.round + 1)
    assert (after.how, against(after, m.Travel(JULIE, 1, 0))) == (over.how, [])
    found, after = stood(after.replace(player=STEVE, step="daleks", stack=()), m.DaleksMove(STEVE))
    assert (found, after.player, after.step) == ([], JULIE, "charge")
    seventh = table("finish", how=SEVENTH_DALEK, markers=()).replace(step="over")
    assert (stood(seventh, m.Finish(JULIE))[1].player, seventh.player) == (STEVE, JULIE)
    last = table("finish", how=state.TURN_CAP, markers=()).replace(step="over")
    found, after = stood(last, m.Charge(STEVE))
    assert (found, after.player, after.step, after.turn) == (["TOD-ROUND-03"], STEVE, "prepare", last.turn + 1)


def test_the_board_starts_with_earth_and_the_supply_is_enough() -> None:
    """TOD-COMP-01, TOD-COMP-07, TOD-SETUP-01."""
    now = GAME.set_up(started(4))
    assert [(tile.n, tile.location, len(tile.slots)) for tile in now.places] == [(1, EARTH, 3)]
    assert (now.ship, now.tardis, now.entered) == (0, dict.fromkeys(SEATS, 4), 1)
    now = play(table("charge", seats=4, tokens=5), m.Charge(JULIE))
    assert sum(now.console(seat).tokens for seat in SEATS) == 20
    assert sum(anomaly.tasks for anomaly in SHIPPED.anomaly.values()) <= 10


def test_records_a_discarded_location_and_an_unpaid_toll() -> None:
    before = table("choose", answer="choose", location_discards=("mars",), decks={"location": "karn telos"})
    found, now = stood(before, m.KeepLocation(JULIE, "mars"))
    assert found == ["TOD-TRAV-08"]
    assert (now.location_deck, now.location_discards) == (("karn", "telos"), ())
    assert [tile.location for tile in now.places] == [EARTH, "mars"]
    now = play(table(places=[place(2, "into-the-dalek")], hands={JULIE: "fez"}), m.Travel(JULIE, 1, 0))
    draft = run(GAME.rules, now, m.Finish(JULIE), SeededChance(1), strict=False)
    assert fx.StepMissed(step="adventure") in effects(draft.entries)
