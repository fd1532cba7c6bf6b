"""The two sessions of Time of the Daleks that were played with a tower: one is won, one is lost."""

import pytest
from recordings import recording
from tower_recordings import played_again

from events.conduct import Posted
from events.facts import ALL, TABLE, UNKNOWN, Effect, Shuffled
from projections.games.daleks.facts import effects as f
from projections.games.daleks.facts import moves as m
from projections.shelf import shelf
from replay.audit.audit import audit_session

TOWER = {"daleks-gallifrey": ("nell", "osman"), "daleks-seventh-dalek": ("priya", "tobias", "nell")}
WON, LOST = map(recording, TOWER)

each_session = pytest.mark.parametrize("name", TOWER)


@each_session
def test_no_viewer_has_a_finding(name: str) -> None:
    live = played_again(name)
    for viewer in (TABLE, ALL, *TOWER[name]):
        assert recording(name).audit(viewer).findings == (), viewer
        assert audit_session(live.store, shelf(), live.row.session, viewer).findings == (), viewer


def test_one_session_is_won_on_gallifrey() -> None:
    """TOD-WIN-01, TOD-DTRN-07."""
    assert (WON.end.winners, WON.end.how) == (("osman",), "Gallifrey")
    assert (WON.end.tardis["osman"], WON.end.ship) == (18, 13)


def test_one_session_is_lost_to_the_seventh_dalek() -> None:
    assert (LOST.end.winners, LOST.end.how, LOST.end.daleks) == ((), "seventh Dalek", 6)
    assert isinstance(LOST.timeline.entries[-1].fact, f.GameEnded | Posted)
    effects = LOST.facts(Effect)
    assert isinstance(effects[-1], f.GameEnded)
    assert not any(isinstance(fact, f.CostDue) for fact in effects[-3:])


def test_the_sessions_contain_most_moves_and_effects() -> None:
    did = {type(fact) for one in (WON, LOST) for fact in one.facts()}
    assert set(m.MOVES) - did <= {m.Uninstall, m.Dismiss, m.PayTokens, m.SkipAdventure}
    assert did >= {f.AnomalyTaken, f.MarkerTaken, f.TaskDone, f.CompanionsKept, f.LocationGone, f.DalekRemoved}


@each_session
def test_all_shuffles_are_known_at_the_end(name: str) -> None:
    orders = [fact.order for fact in recording(name).facts(Shuffled)]
    assert len(orders) > 6
    assert not [order for order in orders if UNKNOWN in order]
