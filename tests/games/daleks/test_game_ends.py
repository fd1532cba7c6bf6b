"""How a game ends: the Daleks' turn, each loss and each victory."""

from typing import Any

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


def test_the_daleks_begin_a_new_round() -> None:
    """TOD-DTRN-02, TOD-DTRN-09."""
    now = daleks(ship=2)
    after = play(now, DaleksMove(STEVE))
    assert (after.ship, after.step, after.player) == (3, "charge", JULIE)
    assert (after.round, after.turn) == (now.round + 1, now.turn + 1)


def test_the_daleks_move_after_the_last_player() -> None:
    first = table("finish")
    assert refused(first, DaleksMove(JULIE)) == "TOD-DTRN-01"
    second = play(first, Finish(JULIE)).replace(step="finish")
    after = play(second, Finish(STEVE))
    assert (after.step, after.player) == ("daleks", STEVE)
    assert refused(after, DaleksMove(JULIE)) == "TOD-DTRN-01"
    assert refused(after, Charge(JULIE)) == "TOD-ROUND-02"


SHIP, EARTH = ((), "Dalek Ship on Gallifrey"), ((), "Daleks on Earth")
ON_MARS = [place(2, "mars", "?", "?", daleks=(4,))]
FIRST: dict[str, Any] = {"options": {"gallifrey_winners": "first"}, "arrived": (STEVE, JULIE)}


@pytest.mark.parametrize(
    ("given", "ended"),
    [
        ({"ship": 17}, SHIP),
        ({"ship": 18}, SHIP),
        ({"ship": 17, "tardis": home(JULIE)}, SHIP),
        ({"ship": 16, "markers": (17,), "decks": {"anomaly": "day-of-the-daleks"}, "tardis": home(JULIE)}, SHIP),
        ({"on_earth": (1, 1, 1), "tardis": home(JULIE)}, EARTH),
        ({"on_earth": (3, 0, 0), "tardis": home(JULIE)}, EARTH),
        ({"on_earth": (0, 2, 2), "tardis": home(JULIE)}, EARTH),
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


def test_the_first_to_arrive_is_the_first_seat_if_unknown() -> None:
    """TOD-LOSS-03, TOD-DTRN-04, TOD-TC-04, TOD-LOSS-04, TOD-DTRN-06,
    TOD-LOSS-02, TOD-DTRN-05, TOD-TC-05, TOD-WIN-02, TOD-DTRN-03.
    """
    assert doctors_home(daleks(ship=3, tardis=home(JULIE, STEVE), **FIRST).replace(arrived=())) == (JULIE,)


def test_the_seventh_dalek_ends_the_game_at_once() -> None:
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


def test_play_can_go_on_after_a_seventh_dalek_or_the_last_turn() -> None:
    seventh = table("finish", how=SEVENTH_DALEK, markers=()).replace(step="over")
    assert (stood(seventh, Finish(JULIE))[1].player, seventh.player) == (STEVE, JULIE)
    last = table("finish", how=TURN_CAP, markers=()).replace(step="over")
    found, after = stood(last, Charge(STEVE))
    assert (found, after.player, after.step, after.turn) == (["TOD-ROUND-03"], STEVE, "prepare", last.turn + 1)


def test_a_turn_of_the_daleks_too_early_is_recorded() -> None:
    found, after = stood(table("prepare", markers=()), DaleksMove(JULIE))
    assert found == ["TOD-DTRN-01"]
    assert (after.ship, after.step, after.player) == (3, "charge", JULIE)
