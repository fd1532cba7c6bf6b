"""How a game ends: the Daleks' turn, each loss and each victory."""

import pytest
from daleks_adventures import BOX, facing, resolved
from daleks_tables import JULIE, KIM, STEVE, against, lines, place, play, refused, stood, table
from table_play import effects

from projections.games.daleks.facts.effects import GameEnded
from projections.games.daleks.facts.moves import Charge, DaleksMove, Finish, Travel
from projections.games.daleks.rules.dalek_markers import SEVENTH_DALEK
from projections.games.daleks.rules.victory import doctors_home
from projections.games.daleks.state.position import TURN_CAP, Position


def daleks(**more: object) -> Position:
    """A table in the Daleks' turn, which Steve plays, without anomaly markers."""
    return table("daleks", **{"player": STEVE, "markers": (), "box": BOX, **more})  # type: ignore[arg-type]  # what `table` takes


def home(*seats: str, others: int = 5) -> dict[str, int]:
    """TARDISes, those of some seats on Gallifrey."""
    return {seat: 18 if seat in seats else others for seat in (JULIE, STEVE, KIM)}


def test_new_round() -> None:
    """TOD-DTRN-02, TOD-DTRN-09."""
    now = daleks(ship=2)
    after = play(now, DaleksMove(STEVE))
    assert (after.ship, after.step, after.player) == (3, "charge", JULIE)
    assert (after.round, after.turn) == (now.round + 1, now.turn + 1)


def test_daleks_come_after_the_last_player() -> None:
    first = table("finish")
    assert refused(first, DaleksMove(JULIE)) == "TOD-DTRN-01"
    second = play(first, Finish(JULIE)).replace(step="finish")
    after = play(second, Finish(STEVE))
    assert (after.step, after.player) == ("daleks", STEVE)
    assert refused(after, DaleksMove(JULIE)) == "TOD-DTRN-01"
    assert refused(after, Charge(JULIE)) == "TOD-ROUND-02"


def test_loss_by_the_ship() -> None:
    """TOD-LOSS-03, TOD-DTRN-04."""
    after = play(daleks(ship=17), DaleksMove(STEVE))
    assert (after.step, after.winners, after.how) == ("over", (), "Dalek Ship on Gallifrey")


def test_ship_and_tardis_on_gallifrey() -> None:
    """TOD-TC-04, TOD-LOSS-04, TOD-DTRN-06."""
    after = play(daleks(ship=17, tardis=home(JULIE)), DaleksMove(STEVE))
    assert (after.winners, after.how) == ((), "Dalek Ship on Gallifrey")


def test_ship_on_gallifrey_in_mid_round_decides_nothing() -> None:
    now = resolved(facing("silence", ship=16, markers=()))
    assert (now.ship, now.step) == (18, "finish")
    after = play(daleks(ship=18), DaleksMove(STEVE))
    assert after.how == "Dalek Ship on Gallifrey"


@pytest.mark.parametrize("on_earth", [(1, 1, 1), (3, 0, 0), (0, 2, 2)])
def test_loss_of_earth(on_earth: tuple[int, ...]) -> None:
    """TOD-LOSS-02, TOD-DTRN-05."""
    after = play(daleks(on_earth=on_earth, tardis=home(JULIE)), DaleksMove(STEVE))
    assert (after.winners, after.how) == ((), "Daleks on Earth")


def test_two_daleks_on_earth_are_not_enough() -> None:
    now = daleks(on_earth=(1, 0, 1), places=[place(2, "mars", "?", "?", daleks=(4,))])
    assert play(now, DaleksMove(STEVE)).step == "charge"


def test_three_daleks_on_earth_in_mid_round_decide_nothing() -> None:
    now = resolved(facing(location="earth", zone=0, daleks=(0, 1, 1)))
    assert (now.daleks, now.step) == (3, "finish")


def test_seventh_dalek_loses_at_once() -> None:
    now = resolved(facing(location="earth", zone=0, daleks=(2, 2, 2)))
    assert (now.winners, now.how) == ((), "seventh Dalek")
    assert against(now, Finish(JULIE)) == ["TOD-ROUND-03"]


def test_one_doctor_wins() -> None:
    after = play(daleks(ship=3, tardis=home(JULIE)), DaleksMove(STEVE))
    assert (after.step, after.winners, after.how) == ("over", (JULIE,), "Gallifrey")


def test_two_doctors_win() -> None:
    """TOD-TC-05, TOD-WIN-02."""
    after = play(daleks(seats=3, ship=3, tardis=home(JULIE, KIM)), DaleksMove(STEVE))
    assert after.winners == (JULIE, KIM)


def test_first_to_arrive_wins_where_the_table_wants_it() -> None:
    now = daleks(ship=3, tardis=home(JULIE, STEVE), options={"gallifrey_winners": "first"}, arrived=(STEVE, JULIE))
    assert play(now, DaleksMove(STEVE)).winners == (STEVE,)
    assert doctors_home(now.replace(arrived=())) == (JULIE,)


def test_tardis_stops_on_gallifrey() -> None:
    """TOD-TC-07, TOD-DTRN-08, TOD-DTRN-10."""
    after = resolved(facing(won=True, tardis={JULIE: 17, STEVE: 4}))
    assert (after.tardis[JULIE], after.arrived) == (18, (JULIE,))
    assert after.step == "finish"


def test_tardis_can_be_pushed_off_gallifrey() -> None:
    after = resolved(facing("wire", tardis={JULIE: 18, STEVE: 4}, arrived=(JULIE,)))
    assert (after.tardis[JULIE], after.arrived) == (17, ())


def test_victory_is_read_after_an_anomaly() -> None:
    """TOD-DTRN-03."""
    now = daleks(ship=16, markers=(17,), decks={"anomaly": "day-of-the-daleks"}, tardis=home(JULIE))
    after = play(now, DaleksMove(STEVE))
    assert (after.ship, after.how) == (18, "Dalek Ship on Gallifrey")


def test_a_table_plays_on_behind_the_end() -> None:
    over = play(daleks(ship=17), DaleksMove(STEVE))
    assert against(over, Charge(JULIE)) == ["TOD-ROUND-03"]
    found, after = stood(over, Charge(JULIE))
    assert (found, after.player, after.step, after.round) == (["TOD-ROUND-03"], JULIE, "prepare", over.round + 1)
    assert (after.how, against(after, Travel(JULIE, 1, 0))) == (over.how, [])
    found, after = stood(after.replace(player=STEVE, step="daleks", stack=()), DaleksMove(STEVE))
    assert (found, after.player, after.step) == ([], JULIE, "charge")


def test_a_table_plays_on_behind_a_seventh_dalek_and_its_last_turn() -> None:
    seventh = table("finish", how=SEVENTH_DALEK, markers=()).replace(step="over")
    assert (stood(seventh, Finish(JULIE))[1].player, seventh.player) == (STEVE, JULIE)
    last = table("finish", how=TURN_CAP, markers=()).replace(step="over")
    found, after = stood(last, Charge(STEVE))
    assert (found, after.player, after.step, after.turn) == (["TOD-ROUND-03"], STEVE, "prepare", last.turn + 1)


def test_turn_of_the_daleks_taken_too_early() -> None:
    found, after = stood(table("prepare", markers=()), DaleksMove(JULIE))
    assert found == ["TOD-DTRN-01"]
    assert (after.ship, after.step, after.player) == (3, "charge", JULIE)


def test_victory_told_by_a_writer() -> None:
    entries, _ = lines(daleks(ship=17), DaleksMove(STEVE))
    assert [effect for effect in effects(entries) if isinstance(effect, GameEnded)] == [
        GameEnded(winners=(), how="Dalek Ship on Gallifrey")
    ]
