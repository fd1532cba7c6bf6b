"""The recorded sessions: the rulebook's chain of examples, mistakes with and without each mistake, two whole games."""

from typing import Any

import pytest
from imported import record_text
from long_runs import some_short
from recordings import SAMPLES, Recording, played_again, recording

from events.events import ALL, OMNISCIENT
from events.session_events import TakenBack
from events.store.memory import MemoryStore
from projections.draft import find_conflicts
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.events import effects as f, moves as m
from projections.games.daleks.events.adventure_effects import AdventureEnded
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.challenge import missing_symbols
from projections.registry import registry
from replay.audit.audit import audit_session

TRAIN, MARS, CHAIRS = (recording(f"daleks-rulebook-{name}") for name in ("orient-express", "help", "regeneration"))
EXAMPLES = {"train": TRAIN, "mars": MARS, "chairs": CHAIRS}


@pytest.mark.parametrize(("played", "doubts"), [(TRAIN, {ALL: 2, "ruth": 2}), (MARS, {}), (CHAIRS, {})])
def test_only_unseen_cards_leave_unverified_findings(played: Recording, doubts: dict[str, int]) -> None:
    for viewer in (OMNISCIENT, ALL, *played.timeline.position(1).seats):
        levels = [finding.level for finding in played.audit(viewer).findings]
        assert levels == ["unverified"] * doubts.get(viewer, 0), viewer


def found_at(now: Any, place: str) -> str | None:
    """Get the value of a place from the description or as a claim; `met` counts the symbols that are met."""
    if place == "met":
        dice = [die for pool in now.adventure.pools for die in pool.dice]
        return str(len(now.adventure.symbols) - len(missing_symbols(now.adventure.symbols, dice)))
    fields = GAME.editor.fields
    assert fields
    return dict(fields.describe(now)).get(place) or GAME.notation.claim(place, now)


PRINTED = """
train ChooseDoctor ruth | companions neil = amy; tokens neil = 2; hand neil = fez timescoop
train ChooseDoctor ruth | ship = 0; tardis ruth = 4; markers = 6, 9, 12, 15; turn = neil T1 round 1
train RollTardis neil | answer = choose
train Explore neil | found = orient-express gallifrey
train EnterZone neil | discards location = gallifrey
train EnterZone neil | place 3 = location orient-express, zone sutekh open tile 7, zone ? tile 8, daleks 0
train EnterZone neil | at neil = 3 0; need = Cu Di Ta Ta Sc Sc; companions neil = amy, rory
train Recruit neil 1 | companions neil = amy, rory, captain-jack part-time; discards timey = timescoop
train Gather neil 1 | pool neil = 5B 1G 2U 1R
train Focus neil 1 | pool neil = 3B 1G 3U 2R; used = neil rory 2, neil captain-jack 2
train CutDie neil | pool neil = 2B 1G 3U 2R; step = adventure
train Exterminate ruth | at ruth = 2 1; daleks = 1; pool ruth = 3B 1G 3R
train RollDice neil -1 | die B4 = Ru; die B5 = St; die G1 = Ru; die U1 = Sc; die U2 = Sc; die U3 = Sc
train RollDice neil -1 | die R1 = Ta; die R2 = St; met = 3
train ReRoll neil -2 | die B4 = Cu; die B5 = Ru; die R1 = Ta; met = 4
train ReRoll neil -1 | die R1 = Ta; die R2 = Ta; met = 5
train ChangeFace neil | die G1 = Di; met = 6; tokens neil = 3
train Resolve neil -1 | discards dilemma = autons sutekh
train Resolve neil -1 | place 3 = location orient-express, zone none, zone ? tile 8, daleks 0; tokens neil = 4
train Resolve neil -1 | hand neil = sonic-screwdriver cup-of-tea; tardis neil = 7
train Resolve neil -1 | companions neil = amy, rory, captain-jack; daleks = 1
mars CallHelp ruth | tokens ruth = 2; at tom = 2 0; ship = 6
mars GiveHelp tom | at tom = 3 1; at ruth = 3 1; hand tom = jelly-babies; discards timey = running-shoes; ship = 8
mars EnterZone ruth | need = Ru Ru Ru Ru Cu Ta
mars Focus tom -1 | pool tom = 3B 2G 1U; pool ruth = 3B 1G 1U 2R
mars CutDie ruth -1 | pool tom = 1B 2G; pool ruth = 2B 1G 1U 1R
mars RollDice ruth -1 | die B3 = St; die B4 = Sc; die G1 = Ru; die R2 = Ta; met = 3
mars ReRoll ruth | die B3 = Cu; die B4 = Ta; met = 4
mars ReRoll tom | met = 5
mars ChangeByTokens tom | met = 6; tokens tom = 0; tokens ruth = 2
mars Resolve ruth | tardis ruth = 8; tardis tom = 7; tokens ruth = 4; tokens tom = 2; hand ruth = tardis-key 1?
mars Resolve ruth | hand tom = jelly-babies 1?; discards dilemma = silurians mara weeping-angels; ship = 8
mars DaleksMove ruth | ship = 9; markers = 12, 15; place 4 = location into-the-dalek, daleks 0; turn = tom T7 round 3
chairs Finish neil | daleks = 1; ship = 11
chairs EnterZone ruth | hand ruth = 3?
chairs DaleksMove ruth | doctor anna = eleventh; doctor tom = twelfth; doctor neil = first; doctor ruth = fourth
"""
"""A move of an example, and places with their values after it, as the rulebook prints them."""


@pytest.mark.parametrize("row", PRINTED.strip().splitlines())
def test_position_after_a_move_is_the_printed_one(row: str) -> None:
    """TOD-EX-01, TOD-EX-03 to TOD-EX-12, TOD-EX-14 to TOD-EX-23."""
    move, _, printed = row.partition(" | ")
    name, kind, seat, *number = move.split()
    now = EXAMPLES[name].after(getattr(m, kind), seat, *map(int, number))
    values = dict(value.split(" = ") for value in printed.split("; "))
    assert {place: found_at(now, place) for place in values} == values


def test_any_die_may_be_exterminated_and_an_icon_works_once() -> None:
    """TOD-EX-08, TOD-EX-11."""
    then = TRAIN.before(m.Exterminate, "ruth")
    assert all(not find_conflicts(GAME.rules, then, m.Exterminate("ruth", name)) for name in ("B1", "G1", "R1"))
    again = TRAIN.group(m.ReRoll, "neil", -2).head.event
    assert isinstance(again, m.ReRoll)
    assert find_conflicts(GAME.rules, TRAIN.after(m.ReRoll, "neil", -2), again)
    assert "captain-jack" not in SHIPPED.companion
    assert [ended.won for ended in TRAIN.events(AdventureEnded)] == [True, False, True, True]


def test_a_face_changed_by_tokens_can_be_taken_back() -> None:
    """TOD-EX-13."""
    then, now = (at(m.ChangeByTokens, "neil", undone=True) for at in (TRAIN.before, TRAIN.after))
    assert (found_at(now, "met"), found_at(now, "tokens neil")) == ("6", "0")
    (taken_back,) = TRAIN.events(TakenBack)
    assert TRAIN.timeline.position(taken_back.to) == then
    move = TRAIN.group(m.ChangeByTokens, "neil", undone=True).head.event
    assert isinstance(move, m.ChangeByTokens)
    poor = then.replace(consoles={**then.consoles, "neil": then.console("neil").replace(tokens=2)})
    assert [conflict.rule for conflict in find_conflicts(GAME.rules, poor, move)] == ["TOD-FACE-03"]
    assert find_conflicts(GAME.rules, then, move) == []


def test_the_printed_regeneration_swaps_only_the_doctors() -> None:
    """TOD-EX-23."""
    timeline = CHAIRS.timeline
    (first, _) = [entry.seq for entry in timeline.entries if isinstance(entry.event, f.ConsolesSwapped)]
    then, now = timeline.position(first - 1), timeline.position(first)
    assert [then.console(seat).doctor for seat in then.seats] == ["first", "fourth", "eleventh", "twelfth"]
    assert [now.console(seat).doctor for seat in now.seats] == ["fourth", "eleventh", "twelfth", "first"]
    doctors = {seat: now.console(seat).replace(doctor=then.console(seat).doctor) for seat in now.seats}
    assert now.replace(consoles=doctors) == then


RULES = ("TOD-EXT-03", "TOD-POOL-03", "TOD-LIM-01", "TOD-HELP-07", "TOD-COND-01", "TOD-COND-05", "TOD-COMPN-02",
         "TOD-FIN-05")  # fmt: skip
UNDONE = (
    ("TOD-EXT-03", "POOL: exterminate U\nROLL: B(Ru St Cu) U(Sc)", "ROLL: B(Ru St Cu) U(Sc Cu)"),
    ("TOD-POOL-03", 'POOL: drop B\nPOOL: focus "Clara" B>U\nPOOL: drop B = 8',
     'POOL: focus "Clara" B>U\nPOOL: drop B B = 8'),
    ("TOD-LIM-01", "ROLL: B(St Cu Ru Di) U(Sc Sc Cu) G(Ru Ta)", "POOL: drop G\nROLL: B(St Cu Ru Di) U(Sc Sc Cu) G(Ru)"),
    ("TOD-COND-01", 'ROLL: B(Ru Cu Di Ta) U(Sc Sc Cu) G(Ru)\nAGAIN: "Bow Tie" B3 B4 -> (St Di)',
     "ROLL: B(Ru St Di Ta) U(Sc Sc Cu) G(Ru)"),
    ("TOD-COND-05", 'Cu Di Sc) G(Ru) R(Ta Ta Sc)\nFACE: "Strax" B3 -> St', "Cu Di Sc) G(Ru) R(Ta Ta St)"),
    ("TOD-COMPN-02", '"Rory Williams" +companion-left bea rory discarded', '"Rory Williams"'),
    ("TOD-FIN-05", "END =hand:5\nEND\n", 'END =hand:5\nEND: discard "Randomiser"\n'),
)  # fmt: skip
"""What would have been written without the mistake."""


@pytest.mark.parametrize(("rule", "wrong", "right"), UNDONE)
@pytest.mark.sampled
def test_without_the_mistake_there_is_no_finding(rule: str, wrong: str, right: str) -> None:
    text, store = SAMPLES["daleks-mistakes"].text, MemoryStore()
    assert text.count(wrong) == 1
    result = record_text(store, registry(), text.replace(wrong, right))
    assert result.whole, result.lines[-1]
    report = audit_session(store, registry(), result.session)
    assert [finding.rule for finding in report.findings] == [other for other in RULES if other != rule]


TOWER = {"daleks-gallifrey": ("nell", "osman"), "daleks-seventh-dalek": ("priya", "tobias", "nell")}
WON, LOST = map(recording, TOWER)


@pytest.mark.parametrize("name", some_short(TOWER, lambda name: name == "daleks-seventh-dalek"))
def test_no_viewer_has_a_finding(name: str) -> None:
    """TOD-WIN-01, TOD-DTRN-07."""
    live = played_again(name)
    for viewer in (OMNISCIENT, ALL, *TOWER[name]):
        assert recording(name).audit(viewer).findings == (), viewer
        assert audit_session(live.store, registry(), live.row.session, viewer).findings == (), viewer


def test_the_sessions_contain_most_moves_and_effects() -> None:
    did = {type(event) for one in (WON, LOST) for event in one.events()}
    assert set(m.MOVES) - did <= {m.Uninstall, m.Dismiss, m.PayTokens, m.SkipAdventure}
    assert did >= {f.AnomalyTaken, f.MarkerTaken, f.TaskDone, f.CompanionsKept, f.LocationGone, f.DalekRemoved}
