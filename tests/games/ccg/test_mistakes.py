"""What stood although a rule speaks against it: one mistake, one finding, and play goes on."""

from functools import cache
from typing import Any

import pytest
from ccg_tables import JULIE, STEVE, cards_with, faces, stood, table
from ccg_tables import card as lying

from events.facts import TABLE, Passed
from events.store.memory import MemoryStore
from projections.games.ccg.components.cards import Card
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.status import awaited
from projections.games.ccg.state.position import Position
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from replay.posts.record import record_text
from replay.posts.samples import samples, take_in
from replay.reading.timeline import Timeline

SAMPLE = next(sample for sample in samples("ccg") if sample.name == "mistakes")
QUIET = {"julie": (), "steve": ()}
PLOT = Card(name="Plot", type="episode", solve=2)
PLAN = Card(name="Plan", type="episode", solve=1)
CARDS = cards_with(plot=PLOT, plan=PLAN)
FULL = "julie present watcher-present, julie present bok, julie present auton, julie present auton, julie present yeti"
OPPOSED = "steve past bok, steve present yeti, steve future zarbi"
TIMELESS = ", ".join(f"julie {zone} shobogan" for zone in ("past", "past", "past", "future", "future"))
HELPED = "steve present jo-grant, steve present bok, steve present auton, steve present unit-corporal"


@cache
def taken_in() -> tuple[Timeline, Report]:
    """The recorded mistakes, and their audit."""
    store = MemoryStore()
    session = take_in(store, shelf(), SAMPLE)
    return Timeline.read(store, shelf(), session, TABLE), audit_session(store, shelf(), session)


# Recorded


@pytest.mark.parametrize(
    ("rule", "address", "what", "changed"),
    [
        ("CCG-PREP-11", "9.3", "6 Creatures and Resources at most", "Yeti comes into play"),
        ("CCG-BON-02", "10.7", "not both", "Dev draws a card: Auton"),
        ("CCG-COM-30", "11.9", "from 3 Creatures at most: 3 have given it", "Zoe Heriot is 1/4/3 now"),
        ("CCG-EPI-03", "12.5", "nothing but The Watcher in the Past", "on Ruth's side of the Past"),
        ("CCG-PREP-16", "13.5", "in the turn it is played: Quark came this turn", "It waits to be answered"),
        ("CCG-COM-18", "14.8", "no further Hit", "lose the top Time card"),
    ],
)
def test_each_mistake_is_found_at_its_line_with_what_it_changed(
    rule: str, address: str, what: str, changed: str
) -> None:
    _, report = taken_in()
    (found,) = [finding for finding in report.findings if finding.rule == rule]
    assert (found.level, found.address) == ("violation", address)
    assert what in found.condition
    assert changed in found.effect


def test_there_are_no_findings_but_those() -> None:
    _, report = taken_in()
    assert len(report.findings) == len({finding.rule for finding in report.findings}) == 6


def test_what_stood_has_happened() -> None:
    """Seven lie in a zone from the ninth turn on, and the last life is lost by a Hit that was not allowed."""
    timeline, _ = taken_in()
    crowded = {
        timeline.status(seq).turn
        for seq in range(1, timeline.last + 1)
        if len(faces(timeline.position(seq), "present", "ruth")) == 7
    }
    assert crowded == set(range(9, 15))
    end: Position = timeline.position(timeline.last)
    assert (end.winners, end.times["ruth"], end.step) == (("dev",), (), "over")


def test_four_supported_a_creature_of_three() -> None:
    timeline, _ = taken_in()
    supporters = [
        len(lying(timeline.position(seq), "zoe-heriot").supporters)
        for seq in range(1, timeline.last + 1)
        if timeline.status(seq).turn == 11
    ]
    assert max(supporters) == 4


# One mistake, one finding


def hand(*cards: str) -> dict[str, str]:
    return {JULIE: " ".join(cards)}


@pytest.mark.parametrize(
    ("now", "move", "rule"),
    [
        (table("julie present daemons fresh, steve present yeti", stops=QUIET),
         m.UseSpecial(JULIE, 1, targets=(2,), value="energy"), "CCG-PREP-16"),
        (table("julie present daemons sided, steve present yeti", stops=QUIET),
         m.UseSpecial(JULIE, 1, targets=(2,), value="energy"), "CCG-SID-02"),
        (table(f"{FULL}, julie present sidrat", hands=hand("unit-corporal")),
         m.PlayCard(JULIE, "unit-corporal"), "CCG-PREP-11"),
        (table(TIMELESS, hands=hand("shobogan")), m.PlayCard(JULIE, "shobogan"), "CCG-PREP-14"),
        (table(hands=hand("zarbi")), m.PlayCard(JULIE, "zarbi"), "CCG-PREP-12"),
        (table("steve past brigadier", hands=hand("brigadier")), m.PlayCard(JULIE, "brigadier"), "CCG-PREP-15"),
        (table(hands=hand("yeti", "bok"), plays=1), m.PlayCard(JULIE, "bok"), "CCG-PREP-09"),
        (table(hands=hand("yeti", "bok"), plays=2, bonus=True), m.PlayCard(JULIE, "bok"), "CCG-PREP-10"),
        (table("steve past bok, steve present yeti", hands=hand("plot"), cards=CARDS),
         m.PlayEpisode(JULIE, "plot", "past"), "CCG-EPI-03"),
        (table(OPPOSED, hands=hand("plot"), cards=CARDS, episode=True),
         m.PlayEpisode(JULIE, "plot", "past"), "CCG-EPI-08"),
        (table(f"{OPPOSED}, steve past plan of-julie", hands=hand("plot"), cards=CARDS),
         m.PlayEpisode(JULIE, "plot", "past"), "CCG-EPI-07"),
        (table("julie past plot of-steve, julie past bok", cards=CARDS), m.SolveEpisode(JULIE, 1, (2,)), "CCG-EPI-14"),
        (table("julie present yeti sided, steve present bok", "attack", stops=QUIET),
         m.Attack(JULIE, 1, 2), "CCG-COM-07"),
        (table("julie present yeti fresh, steve present bok", "attack", stops=QUIET),
         m.Attack(JULIE, 1, 2), "CCG-COM-08"),
        (table("julie present yeti, steve present bok sided", "attack", stops=QUIET),
         m.Attack(JULIE, 1, 2), "CCG-COM-09"),
        (table("", "attack", bonus=True, plays=2), m.DrawBonus(JULIE), "CCG-BON-02"),
        (table("", "attack"), m.DrawBonus(JULIE), "CCG-BON-01"),
        (table(), Passed(STEVE), "CCG-GEN-04"),
        (table(), m.ChooseZone(STEVE, "past"), "CCG-TRN-02"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_finding(now: Position, move: Any, rule: str) -> None:
    found, after = stood(now, move)
    assert found == [rule]
    assert awaited(after), "play goes on"


def test_a_supporter_too_many_is_one_finding() -> None:
    """The first two are as many as Jo Grant's Support."""
    start = table(HELPED, player=STEVE, stops=QUIET)
    support = [m.GiveSupport(STEVE, number, 1, "energy") for number in (2, 3, 4)]
    assert stood(start, *support[:2])[0] == []
    found, now = stood(start, *support)
    assert found == ["CCG-COM-30"]
    assert (lying(now, "jo-grant").energy, len(lying(now, "jo-grant").supporters)) == (4, 3)


def test_a_second_hit_without_a_matching_time_card_is_one_finding() -> None:
    start = table("julie present yeti", "attack", times={STEVE: "past past future"}, stops=QUIET)
    hits = [m.MakeHit(JULIE)] * 3
    assert stood(start, m.Attack(JULIE, 1), *hits[:2])[0] == []
    found, now = stood(start, m.Attack(JULIE, 1), *hits)
    assert found == ["CCG-COM-18"]
    assert (now.winners, now.times[STEVE]) == ((JULIE,), ())


# What is left unsaid around a mistake

BLOCKS = SAMPLE.text.split("== T11 Dev ==")[0] + "== T11 Dev ==\n"


def after(*said: str) -> Timeline:
    """The second evening up to Ruth's attack, and lines of Dev's who is asked."""
    store = MemoryStore()
    result = record_text(store, shelf(), BLOCKS + "\n".join(said) + "\n")
    assert result.whole, result.lines[-1]
    return Timeline.read(store, shelf(), result.session, TABLE)


def test_whoever_is_asked_answers_for_nobody_else() -> None:
    """Both may act in a fight: that Dev does, says nothing of Ruth."""
    timeline = after('SIDE: "Menoptera" > "Zoe Heriot" Sub+1', 'SIDE: "Quark" > "Zoe Heriot" Sub+1')
    assert timeline.status(timeline.last).awaited == ("ruth", "dev")
    (attack,) = [entry.seq for entry in timeline.entries if isinstance(entry.fact, m.Attack)]
    assert not [entry for entry in timeline.entries[attack:] if isinstance(entry.fact, Passed)]


def test_a_slip_of_whoever_is_asked_ends_no_fight() -> None:
    """The fourth supporter is one of this fight, not of Dev's own next turn."""
    helpers = ("Menoptera", "Quark", "Space Marine", "Draconian")
    timeline = after(*(f'SIDE: "{name}" > "Zoe Heriot" E+1' for name in helpers))
    status = timeline.status(timeline.last)
    assert (status.turn, timeline.position(timeline.last).step) == (11, "fight")


def test_whoever_goes_on_with_the_own_turn_has_passed() -> None:
    """Dev says nothing more of the fight and begins his turn: both have let it go by."""
    timeline = after('SIDE: "Menoptera" > "Zoe Heriot" Sub+1', "== end ==", "== T12 Dev ==", "ZONE: Pa!")
    status = timeline.status(timeline.last)
    assert (status.turn, status.seat, timeline.position(timeline.last).zone) == (12, "dev", "past")
    assert GAME.rules.silence(timeline.position(timeline.last), "dev") == m.DrawCard("dev")
