"""Time Anomalies: when they are drawn, what each type does, how it ends; and regeneration."""

import pytest
from daleks_adventures import BOX, HERE, facing, resolved
from daleks_dice import colours
from daleks_tables import JULIE, KIM, STEVE, lines, place, play, refused, stood, table
from scripted_chance import ScriptedChance
from table_play import chances, effects

from events.facts import Revealed
from projections.draft import Stated
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.adventure_effects import AdventureEnded
from projections.games.daleks.facts.effects import AnomalyTaken, DoctorMoved, LocationLaid, MarkerTaken, ShipMoved
from projections.games.daleks.rules.anomalies import available, rule_in_force
from projections.games.daleks.rules.rewards import in_turn_order, next_doctor
from projections.games.daleks.rules.web_of_time import markers_met
from projections.games.daleks.state.position import Position, Task


def daleks(**more: object) -> Position:
    """A table in the Daleks' turn, which Steve plays."""
    return table("daleks", **{"player": STEVE, "box": BOX, **more})  # type: ignore[arg-type]  # what `table` takes


def test_the_daleks_draw_an_anomaly() -> None:
    now = daleks(ship=5, decks={"anomaly": "remembrance-of-the-daleks into-the-dalek"})
    entries, after = lines(now, m.DaleksMove(STEVE))
    kinds = [type(effect) for effect in effects(entries)]
    assert kinds[:3] == [ShipMoved, MarkerTaken, AnomalyTaken]
    assert [fact.item for fact in chances(entries) if isinstance(fact, Revealed)] == ["remembrance-of-the-daleks"]
    assert (after.ship, after.markers) == (6, (9, 12, 15))
    assert after.tasks == (Task("remembrance-of-the-daleks"),)
    assert after.anomaly_deck == ("into-the-dalek",)
    assert (after.step, after.player, after.round) == ("charge", JULIE, now.round + 1)


def test_each_marker_that_is_met_draws_an_anomaly() -> None:
    now = table(ship=5)
    assert markers_met(now, 12) == (6, 9, 12)
    assert markers_met(now.replace(ship=10), 6) == (9, 6)
    assert markers_met(now, 5) == ()
    deck = "day-of-the-daleks time-of-the-doctor"
    now = resolved(facing("silence", ship=5, markers=(6, 7), decks={"anomaly": deck}, hands={JULIE: "fez"}))
    assert (now.markers, now.anomaly_deck) == ((), ())
    assert now.debt is not None
    assert (now.debt.seat, now.debt.source) == (JULIE, "day-of-the-daleks")
    assert now.console(JULIE).doctor == "eleventh"  # the second one waits
    after = play(now, m.PayTokens(JULIE))
    assert after.console(JULIE).doctor == "twelfth"
    assert (after.anomaly_discards, after.ship, after.step) == (tuple(deck.split()), 9, "finish")


def test_an_empty_deck_or_an_unknown_card_gives_no_anomaly() -> None:
    """AMB-33."""
    after = play(daleks(ship=5, decks={"anomaly": ""}), m.DaleksMove(STEVE))
    assert (after.markers, after.tasks, after.step) == ((9, 12, 15), (), "charge")
    now = daleks(ship=5, decks={"anomaly": ""}).replace(anomaly_deck=("?", "?"))
    found, after = stood(now, m.DaleksMove(STEVE), fate=ScriptedChance(items=("?",)))
    assert (found, after.ship, after.tasks) == ([], 6, ())


def test_a_location_anomaly_comes_into_play_and_needs_no_roll() -> None:
    """TOD-ALOC-01, TOD-ALOC-02."""
    entries, after = lines(daleks(ship=5, decks={"anomaly": "asylum-of-the-daleks"}), m.DaleksMove(STEVE))
    assert [effect.place for effect in effects(entries) if isinstance(effect, LocationLaid)] == [2]
    assert (after.places[-1].location, after.places[-1].slots) == ("asylum-of-the-daleks", ())
    assert (after.ship, after.tasks) == (7, ())  # one by the Daleks, one by the effect
    assert rule_in_force(after, "no-help") == "asylum-of-the-daleks"  # TOD-ALOC-08
    now = table("travel", places=[place(HERE, "asylum-of-the-daleks")])
    after = play(now, m.Travel(JULIE, HERE, 0))
    assert after.adventure is not None
    assert after.adventure.symbols == SHIPPED.anomaly["asylum-of-the-daleks"].symbols


def test_a_location_anomaly_is_met() -> None:
    """TOD-ALOC-07, TOD-CT-06."""
    now = facing("", "into-the-dalek", won=True, ship=3, seats=3)
    now = now.replace(at={**now.at, STEVE: (HERE, 0), KIM: (1, 2)})
    entries, after = lines(now, m.Resolve(JULIE))
    moved = [effect for effect in effects(entries) if isinstance(effect, DoctorMoved)]
    assert moved == [DoctorMoved(JULIE, 0), DoctorMoved(STEVE, 0)]
    assert (after.ship, after.tardis[JULIE]) == (2, now.tardis[JULIE] + 2)
    assert after.at == {KIM: (1, 2)}
    assert ([tile.n for tile in after.places], after.anomaly_discards) == ([1], ("into-the-dalek",))
    assert play(after, m.Finish(JULIE)).player == STEVE


def test_destiny_of_the_daleks_locks_dice_until_they_are_freed() -> None:
    """TOD-CT-04, TOD-ATASK-02, TOD-ATASK-04, TOD-ATASK-05."""
    now = play(daleks(ship=5, decks={"anomaly": "destiny-of-the-daleks"}), m.DaleksMove(STEVE))
    assert [available(now, colour) for colour in ("green", "blue")] == [0, 3]
    for freed in (1, 2, 3):
        now = resolved(facing(won=True, symbols=("running", "diplomacy"), tasks=now.tasks))
        assert available(now, "green") == freed
    assert (now.tasks, now.anomaly_discards) == ((), ("destiny-of-the-daleks",))


def test_a_task_needs_its_symbols_and_progress() -> None:
    task = (Task("destiny-of-the-daleks"),)
    other = facing(won=True, symbols=("science", "strength"), tasks=task)
    failed = facing(symbols=("running", "diplomacy"), tasks=task)
    assert resolved(other).tasks == task
    assert resolved(failed).tasks == task
    name = "resurrection-of-the-daleks"
    now = table("charge", tokens=0, tasks=(Task(name, 1),))
    assert play(now, m.Charge(JULIE)).console(JULIE).tokens == 1
    after = resolved(facing(won=True, symbols=("cunning", "tactics"), tasks=(Task(name, 1),)))
    assert (after.tasks, after.anomaly_discards) == ((), (name,))


def test_an_instant_anomaly_is_discarded() -> None:
    """TOD-AINST-01."""
    now = play(daleks(ship=5, decks={"anomaly": "day-of-the-daleks"}, hands={JULIE: "fez"}), m.DaleksMove(STEVE))
    assert (now.step, now.player, now.debt and now.debt.seat) == ("daleks", STEVE, JULIE)
    assert refused(now, m.DaleksMove(STEVE)) == "TOD-FAIL-05"
    after = play(now, m.PayTokens(JULIE))
    assert [after.console(seat).tokens for seat in after.seats] == [0, 0]
    assert (after.ship, after.anomaly_discards, after.step) == (7, ("day-of-the-daleks",), "charge")


def test_time_of_the_doctor_concerns_each_seat_in_turn_order() -> None:
    """TOD-CT-03, TOD-REG-01."""
    now = table(seats=3, player=STEVE)
    assert in_turn_order(now) == (STEVE, KIM, JULIE)
    assert in_turn_order(now.replace(step="daleks")) == (JULIE, STEVE, KIM)
    assert in_turn_order(now.replace(order=(), player="")) == (JULIE, STEVE, KIM)
    deck = "time-of-the-doctor destiny-of-the-daleks"
    after = play(daleks(ship=5, decks={"anomaly": deck}), m.DaleksMove(STEVE))
    for seat, doctor in ((JULIE, "twelfth"), (STEVE, "first")):
        console = after.console(seat)
        assert (console.doctor, console.companions, console.tokens, len(after.hands[seat])) == (doctor, (), 4, 1)
    assert {"amy", "clara"} <= set(after.companion_decks["earth"])
    assert (after.anomaly_discards, after.tasks) == (("time-of-the-doctor",), (Task("destiny-of-the-daleks"),))


def test_regeneration_keeps_all_but_the_doctor() -> None:
    """TOD-EX-23, TOD-REG-06."""
    now = facing("rani", seats=4, ship=1, hands={STEVE: "fez run"}, at={JULIE: (HERE, 0), STEVE: (1, 2)})
    after = resolved(now)
    assert {now.console(seat).doctor: after.console(seat).doctor for seat in now.seats} == {
        "first": "fourth", "fourth": "eleventh", "eleventh": "twelfth", "twelfth": "first",
    }  # fmt: skip
    for seat in now.seats:
        assert after.console(seat).replace(doctor="") == now.console(seat).replace(doctor="")  # TOD-REG-07, AMB-29
    assert (after.hands, after.at, after.tardis) == (now.hands, now.at, now.tardis)  # TOD-REG-05
    assert after.order == now.order  # AMB-01


@pytest.mark.parametrize(("old", "new"), [("first", "fourth"), ("twelfth", "first"), ("nobody", "nobody")])
def test_ring_of_doctors(old: str, new: str) -> None:
    """TOD-REG-02, TOD-REG-03, AMB-11."""
    assert next_doctor(table(), old) == new


def test_a_regeneration_in_an_adventure_changes_the_pools() -> None:
    """AMB-30."""
    now = table(
        "travel", ship=4, earth=("sutekh", "?", "?"), decks={"anomaly": "time-of-the-doctor destiny-of-the-daleks"},
        consoles={JULIE: "", STEVE: ""}, tokens=3,
    )  # fmt: skip
    now = play(now, m.Travel(JULIE, 1, 0), m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    after = play(now, m.GiveHelp(STEVE, "here", "token"))
    assert (after.ship, after.console(JULIE).doctor) == (6, "twelfth")
    assert after.adventure is not None
    assert all(die.gone == "returned" for die in after.adventure.pools[0].dice)
    assert after.tasks == (Task("destiny-of-the-daleks"),)
    now = table(
        "travel", ship=4, earth=("sutekh", "?", "?"), decks={"anomaly": "time-of-the-doctor remembrance-of-the-daleks"},
        consoles={JULIE: "amy rory", STEVE: ""}, tokens=3,
    )  # fmt: skip
    now = play(now, m.Travel(JULIE, 1, 0), m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    now = play(now, m.GiveHelp(STEVE, "here", "token"))
    assert colours(now) == "1U 1G"  # the Eleventh Doctor's have gone back
    after = play(now, m.PayCompanion(JULIE, "amy"))
    assert colours(after) == "1U"
    assert colours(play(after, m.Gather(JULIE))) == "4B 1U 1R"


def test_a_stated_failure_is_recorded() -> None:
    stated = Stated([AdventureEnded(won=False)])
    found, after = stood(facing(won=True), m.Resolve(JULIE), stated=stated)
    assert found == ["TOD-ROLL-03"]
    assert (after.daleks, after.ship) == (1, 4)
