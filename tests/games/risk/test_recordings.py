"""The sessions that ship with Risk: the rulebook's battle and manoeuvre, the mistakes, the games of the tower."""

import pytest
from recordings import recording
from tower_recordings import played_again

from events.conduct import TakenBack
from events.facts import Rolled, Shuffled
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.shelf import shelf
from replay.audit.signatures import ANYBODY
from replay.exchange.bundle import export_lines, read_bundle
from replay.exchange.verify import verify

TOWER = ("risk-five-player", "risk-two-player")


def test_the_printed_battle() -> None:
    battle = recording("risk-rulebook-battle")
    rolls = [entry.fact.faces for entry in battle.timeline.entries if isinstance(entry.fact, Rolled)]
    assert rolls == [(6, 3, 1), (4, 2), (6, 3, 1), (4, 3)]
    struck = battle.facts(struck=True)
    assert e.DaleksLost("scandinavia", 2) in struck
    assert e.TerritoryTaken("scandinavia", "black", 3) in struck
    assert len(battle.facts(TakenBack)) == 1
    assert battle.facts(e.DaleksLost) == [e.DaleksLost("russia", 1), e.DaleksLost("scandinavia", 1)]
    assert battle.facts(e.BattleEnded) == [e.BattleEnded("withdrawal")]


@pytest.mark.parametrize("name", TOWER)
def test_an_export_proves_itself(name: str) -> None:
    report = verify(read_bundle(recording(name).sample.text, shelf(), strict=False), shelf())
    assert report.findings == ()
    assert report.unchecked == ("fingerprints: none are stored with this log", ANYBODY)
    assert "tower" in report.grade
    assert "with words of the players" in report.grade


def test_a_spectator_of_the_running_session_knew_no_hand() -> None:
    session = played_again("risk-five-player", most=200)
    assert session.status.outcome is None
    spectator = session.view("all").position
    assert {card for hand in (*spectator.powers.values(), *spectator.missions.values()) for card in hand} == {"?"}
    assert set(spectator.deck) == {"?"} or spectator.deck[-1] in TERRITORIES
    told = "\n".join(export_lines(session.store, shelf(), session.row.session))
    opened = [line for line in told.splitlines() if '"opened":{"cards"' in line or '"opened":{"order"' in line]
    assert all("null" in line for line in opened)
    shuffles = [entry.fact for entry in session.table.entries if isinstance(entry.fact, Shuffled)]
    assert {shuffle.pile for shuffle in shuffles} == {"territory", "mission", "power"}
