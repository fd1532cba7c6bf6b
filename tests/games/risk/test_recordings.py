"""The sessions that ship with Risk: taken in, audited, and found to be what is noted beside them."""

from functools import cache
from typing import Any

import pytest
from risk_player import play
from risk_tables import TOWERS, Table

from events.conduct import Claimed, Posted, TakenBack, Unsealed
from events.facts import TABLE, Effect, Fact, Move, Rolled, Shuffled
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.game import GAME
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.signatures import ANYBODY
from replay.exchange.bundle import export_lines, read_bundle
from replay.exchange.verify import verify
from replay.posts.export_text import transcript_of
from replay.posts.fences import read_file
from replay.posts.record import record_text
from replay.posts.samples import differences, samples, take_in
from replay.reading.timeline import Timeline

SAMPLES = {sample.name: sample for sample in samples("risk")}
FINDINGS = {"forgotten-two": 1, "mistakes": 6}
TYPED = sorted(name for name, sample in SAMPLES.items() if not sample.is_export)
TOWER = {table.name: table for table in TOWERS}


@cache
def taken_in(name: str) -> tuple[EventStore, str]:
    store = MemoryStore()
    return store, take_in(store, shelf(), SAMPLES[name], alias=f"risk-{name}")


@cache
def timeline_of(name: str) -> Timeline:
    store, session = taken_in(name)
    return Timeline.read(store, shelf(), session, TABLE)


@cache
def played(name: str) -> list[Fact]:
    return [entry.fact for entry in play(TOWER[name]).table.entries]


def facts_of(name: str, *kinds: type[Any]) -> list[Any]:
    """The facts of these kinds that stand."""
    timeline = timeline_of(name)
    standing = [entry.fact for entry in timeline.entries if entry.seq not in timeline.struck]
    return [fact for fact in standing if isinstance(fact, kinds)]


def test_the_samples_are_there() -> None:
    assert sorted(SAMPLES) == [
        "five-player", "forgotten-two", "mistakes", "rulebook-battle", "rulebook-manoeuvre", "two-player",
    ]  # fmt: skip
    assert sorted(TOWER) == sorted(SAMPLES.keys() - TYPED)


@pytest.mark.parametrize("name", SAMPLES)
def test_everything_is_as_noted(name: str) -> None:
    store, session = taken_in(name)
    assert store.row(f"risk-{name}").session == session
    report = audit_session(store, shelf(), session)
    assert differences(SAMPLES[name], timeline_of(name), report) == []
    assert len(report.findings) == FINDINGS.get(name, 0)


# What was typed


@pytest.mark.parametrize("name", TYPED)
def test_each_line_is_read_and_every_post_is_kept(name: str) -> None:
    text = SAMPLES[name].text
    result = record_text(MemoryStore(), shelf(), text)
    posts = read_file(text).posts
    lines = sum(len(block.lines) for post in posts for block in post.blocks if not block.quoted)
    assert [line.status for line in result.lines].count("ok") == lines
    assert {line.status for line in result.lines} <= {"ok", "chat"}
    kept = facts_of(name, Posted)
    assert [(fact.author, fact.when, fact.text) for fact in kept] == [
        (post.author, post.when, post.text) for post in posts
    ]
    assert sum(len(post.text.split()) for post in posts) > 25 * len(posts), "people talk"


@pytest.mark.parametrize("name", TYPED)
def test_what_is_claimed_is_so(name: str) -> None:
    timeline = timeline_of(name)
    claims = [entry for entry in timeline.entries if isinstance(entry.fact, Claimed)]
    assert claims
    for entry in claims:
        assert isinstance(entry.fact, Claimed)
        assert GAME.notation.claim(entry.fact.place, timeline.position(entry.seq)) == entry.fact.value


def test_the_printed_battle() -> None:
    """Black 6 beats red 4 and 3 beats 2: Scandinavia falls. Had Yellow thrown a 3, each side would lose one."""
    timeline = timeline_of("rulebook-battle")
    rolls = [entry.fact.faces for entry in timeline.entries if isinstance(entry.fact, Rolled)]
    assert rolls == [(6, 3, 1), (4, 2), (6, 3, 1), (4, 3)]
    struck = [entry.fact for entry in timeline.entries if entry.seq in timeline.struck]
    assert e.DaleksLost("scandinavia", 2) in struck
    assert e.TerritoryTaken("scandinavia", "black", 3) in struck
    assert len(facts_of("rulebook-battle", TakenBack)) == 1
    assert facts_of("rulebook-battle", e.DaleksLost) == [e.DaleksLost("russia", 1), e.DaleksLost("scandinavia", 1)]
    assert facts_of("rulebook-battle", e.BattleEnded) == [e.BattleEnded("withdrawal")]


def test_the_printed_attack() -> None:
    """Four in Russia: three attack, one stands guard; the defence has two."""
    attack = facts_of("rulebook-battle", e.Attack)
    assert attack == [e.Attack("black", "russia", "scandinavia", 3)]
    before = timeline_of("rulebook-battle").position(
        next(entry.seq for entry in timeline_of("rulebook-battle").entries if entry.fact == attack[0])
    )
    assert (before.lands["russia"].daleks, before.lands["scandinavia"].daleks) == (4, 2)


def test_the_printed_manoeuvre() -> None:
    assert facts_of("rulebook-manoeuvre", e.Manoeuvre) == [e.Manoeuvre("black", "scandinavia", "india", 5)]
    after = timeline_of("rulebook-manoeuvre").position(timeline_of("rulebook-manoeuvre").last)
    ends = {name: after.lands[name].daleks for name in ("scandinavia", "russia", "afghanistan", "india")}
    assert ends == {"scandinavia": 1, "russia": 2, "afghanistan": 1, "india": 6}


@pytest.mark.parametrize(
    ("rule", "address", "what", "changed"),
    [
        ("RISK-CON-01", "4.2", "2 for Australia", "Black counts 5 new Daleks"),
        ("RISK-PLC-03", "5.2", "1 for 12 territories", "Yellow counts 3 new Daleks"),
        ("RISK-ATT-06", "5.4", "leave at least one Dalek behind", "The battle for Ontario begins"),
        (
            "RISK-TAR-06",
            "6.5",
            "every way from Scandinavia to India leads through the cease-fire",
            "5 Daleks move from Scandinavia to India",
        ),
        (
            "RISK-POW-05",
            "7.6",
            "one Power Card a player in an attack: Black has played one",
            "the first roll has 1 die fewer",
        ),
        ("RISK-DRW-01", "8.9", "a card is drawn for a conquest", "Yellow draws a Territory Card"),
    ],
)
def test_each_mistake_is_found_at_its_line_with_what_it_changed(
    rule: str, address: str, what: str, changed: str
) -> None:
    store, session = taken_in("mistakes")
    report = audit_session(store, shelf(), session)
    found = next(finding for finding in report.findings if finding.rule == rule)
    level = "doubt" if rule == "RISK-TAR-06" else "violation"  # it holds by a reading, A6
    assert (found.level, found.address) == (level, address)
    assert what in found.condition
    assert changed in found.effect


def test_greenland_stood_empty_for_three_turns() -> None:
    """What an attack without a guard left behind: nobody, until somebody filled it up."""
    timeline = timeline_of("mistakes")
    empty = {
        timeline.status(seq).turn
        for seq in range(1, timeline.last + 1)
        if seq not in timeline.struck and _stands_empty(timeline.position(seq))
    }
    assert empty == {5, 6, 7, 8}


def _stands_empty(world: Any) -> bool:
    land = world.lands.get("greenland")
    return bool(world.turn and land and land.daleks == 0 and world.battle is None)


# What the tower threw


@pytest.mark.parametrize("name", TOWER)
def test_an_export_proves_itself(name: str) -> None:
    report = verify(read_bundle(SAMPLES[name].text, shelf(), strict=False), shelf())
    assert report.findings == ()
    assert report.unchecked == ("fingerprints: none are stored with this log", ANYBODY)
    assert "tower" in report.grade
    assert "with words of the players" in report.grade


@pytest.mark.parametrize("name", TOWER)
def test_a_session_is_complete(name: str) -> None:
    timeline = timeline_of(name)
    end = timeline.position(timeline.last)
    assert (end.clara, end.how) == (11, "the Eleventh Doctor")
    assert len(facts_of(name, Unsealed)) == 1
    assert len(facts_of(name, Rolled)) > 100
    assert all(roll.source == "tower" and roll.receipt for roll in facts_of(name, Rolled))
    did = {type(fact) for fact in facts_of(name, Move)}
    assert did >= {
        e.LandTardis, e.CountDaleks, e.ClaimMission, e.TradeStars, e.PlayPower, e.Place, e.Attack, e.RollDice,
        e.LeaveBattle, e.MoveIn, e.StopAttacking, e.Manoeuvre, e.HoldPosition, e.DrawTerritoryCard, e.EndTurn, e.ReRoll,
        e.RemoveDalek,
    }  # fmt: skip


def test_between_them_they_show_the_rest() -> None:
    assert facts_of("five-player", e.MoveTardis)
    assert facts_of("five-player", e.GameEnded)[0].decided == "Daleks"
    assert facts_of("two-player", e.PlaceNeutral)
    assert [fact.army for fact in facts_of("two-player", e.ArmyDefeated)] == ["n1"]
    assert len(facts_of("two-player", e.CardsPassed)[0].territories) == 3


@pytest.mark.parametrize("name", TOWER)
def test_the_same_towers_throw_the_same_session_again(name: str) -> None:
    """`python tests/support/risk_player.py` writes them anew where a rule, a card or the player has changed."""
    shipped = [entry.fact for entry in timeline_of(name).entries]
    again = played(name)
    assert len(again) == len(shipped)
    for one, other in zip(again, shipped, strict=True):
        assert one == other


@pytest.mark.parametrize("name", TOWER)
def test_the_notation_export_is_the_same_play(name: str) -> None:
    """Hundreds of lines, written and read back as a transcript: the same moves and what they led to."""
    timeline, store = timeline_of(name), MemoryStore()
    result = record_text(store, shelf(), transcript_of(timeline))
    assert result.whole, result.lines[-1]
    again = Timeline.read(store, shelf(), result.session, TABLE)
    assert _told(again) == _told(timeline)
    assert again.position(again.last).lands == timeline.position(timeline.last).lands
    assert len([fact for fact in _told(again) if isinstance(fact, Move)]) > 350


def _told(timeline: Timeline) -> list[Fact]:
    """Moves and effects in their order, but for the deal and for cards that nobody has seen."""
    facts = [entry.fact for entry in timeline.entries if isinstance(entry.fact, Move | Effect)]
    return [fact for fact in facts if not isinstance(fact, e.TerritoriesDealt | e.CardsPassed)]


def test_a_spectator_of_the_running_session_knew_no_hand() -> None:
    """What is exported for everybody holds no secret before the end."""
    table: Table = TOWER["five-player"]
    session = play(table, most=200)
    assert session.status.outcome is None
    spectator = session.view("all").position
    assert {card for hand in (*spectator.powers.values(), *spectator.missions.values()) for card in hand} == {"?"}
    assert set(spectator.deck) == {"?"} or spectator.deck[-1] in TERRITORIES
    told = "\n".join(export_lines(session.store, shelf(), session.row.session))
    opened = [line for line in told.splitlines() if '"opened":{"cards"' in line or '"opened":{"order"' in line]
    assert all("null" in line for line in opened)
    shuffles = [entry.fact for entry in session.table.entries if isinstance(entry.fact, Shuffled)]
    assert {shuffle.pile for shuffle in shuffles} == {"territory", "mission", "power"}
