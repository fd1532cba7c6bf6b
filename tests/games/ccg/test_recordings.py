"""The sessions that ship with the card game: the rulebook's examples, the games of the tower, the observer."""

import pytest
from ccg_tables import card, faces
from ccg_towers import TOWERS
from recordings import recording

from events.conduct import TakenBack
from events.facts import UNKNOWN, Effect, Move, Shuffled
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.facts import combat_effects as c
from projections.games.ccg.facts import effects as f
from projections.games.ccg.facts import moves as m
from projections.games.ccg.state.position import Position

TOWER = {table.name: table for table in TOWERS}


def after_turn(name: str, turn: int) -> Position:
    """The position after a turn, before the next one begins."""
    timeline = recording(f"ccg-{name}").timeline
    (seq,) = [
        entry.seq
        for entry in timeline.entries
        if isinstance(entry.fact, f.TurnBegan) and entry.fact.turn == turn + 1 and entry.seq not in timeline.struck
    ]
    position: Position = timeline.position(seq - 1)
    return position


def values(now: Position, face: str, side: str = "") -> tuple[int, int, int]:
    lying = card(now, face, side)
    return lying.energy, lying.substance, lying.support


def counts(now: Position, seat: str) -> tuple[int, ...]:
    """Cards in the hand, the draw deck, the Time stack and the discard pile."""
    return tuple(len(rows.get(seat, ())) for rows in (now.hands, now.decks, now.times, now.discards))


def test_the_printed_setting() -> None:
    begun = recording("ccg-rulebook-game").before_fact(f.TurnBegan(player="julie", turn=1, round=1))
    assert (begun.bonus_zone("julie"), begun.bonus_zone("steve")) == ("future", "present")
    assert [len(begun.lists[seat]) for seat in begun.seats] == [60, 60]
    assert counts(begun, "julie") == counts(begun, "steve") == (7, 44, 6, 0)
    assert [(lying.zone, lying.side) for lying in begun.play] == [
        (zone, seat) for seat in ("julie", "steve") for zone in ("past", "present", "future")
    ]


@pytest.mark.parametrize(
    ("case", "turn", "lies", "hands"),
    [
        ("T-CCG-20", 1, ("julie", "future", ["watcher-future", "zarbi"]), (8, 7)),
        ("T-CCG-23", 2, ("steve", "present", ["watcher-present", "yeti", "sidrat"]), (8, 6)),
        ("T-CCG-25", 3, ("julie", "present", ["watcher-present", "unit-corporal"]), (8, 6)),
        ("T-CCG-29", 4, ("steve", "present", ["watcher-present", "yeti", "sidrat", "bok"]), (7, 7)),
        ("T-CCG-31", 5, ("julie", "future", ["watcher-future", "zarbi", "menoptera", "ice-warrior"]), (6, 7)),
    ],
)
def test_the_printed_turns(case: str, turn: int, lies: tuple[str, str, list[str]], hands: tuple[int, int]) -> None:
    now = after_turn("rulebook-game", turn)
    seat, zone, there = lies
    assert faces(now, zone, seat) == there, case
    assert (len(now.hands["julie"]), len(now.hands["steve"])) == hands, case


def test_the_printed_fight() -> None:
    """T-CCG-28."""
    ended = c.CombatEnded(how="draw", loser=0)
    now = recording("ccg-rulebook-game").before_fact(ended)
    assert values(now, "watcher-present", "julie") == (1, 2, 1)
    assert values(now, "yeti") == (2, 2, 0)
    assert now.discards["julie"] == ("brain-transformer",)
    assert recording("ccg-rulebook-game").facts(c.CombatEnded) == [ended]
    assert recording("ccg-rulebook-game").facts(f.CardDiscarded) == []


def test_the_printed_end_of_the_fourth_turn() -> None:
    """T-CCG-29, T-CCG-30."""
    now = after_turn("rulebook-game", 4)
    assert {lying.face for lying in now.play if lying.sided} == {"yeti", "unit-corporal"}
    assert values(now, "watcher-present", "julie") == (1, 1, 0)
    assert (values(now, "yeti"), values(now, "bok")) == ((2, 2, 0), (1, 1, 1))


def test_the_printed_end() -> None:
    """T-CCG-31."""
    now = after_turn("rulebook-game", 5)
    assert counts(now, "julie") == (6, 40, 6, 1)
    assert counts(now, "steve") == (7, 41, 6, 0)
    assert [lying.face for lying in now.play if lying.sided] == ["yeti"]
    assert recording("ccg-rulebook-game").facts(f.CardStood) == [f.CardStood(card(now, "unit-corporal").n)]
    assert [fact.player for fact in recording("ccg-rulebook-game").facts(m.DrawBonus)] == ["julie", "steve"]


def test_the_printed_answer() -> None:
    """T-CCG-01, T-CCG-03, T-CCG-05."""
    (used, answer) = recording("ccg-rulebook-damage").facts(m.UseSpecial)
    assert (used.targets, used.value) == (answer.targets, "substance")
    (end,) = recording("ccg-rulebook-damage").facts(m.EndTurn)
    held = recording("ccg-rulebook-damage").before_fact(end)
    assert values(held, "dulciens") == (0, 2, 1)
    over = after_turn("rulebook-damage", 5)
    assert values(over, "dulciens") == (0, 1, 1)
    assert {lying.face for lying in over.play if lying.sided} == {"daemons", "force-field"}


def test_without_an_answer() -> None:
    """T-CCG-02, T-CCG-04."""
    timeline = recording("ccg-rulebook-damage").timeline
    struck = [entry for entry in timeline.entries if entry.seq in timeline.struck]
    (gone,) = [entry for entry in struck if isinstance(entry.fact, f.CardDiscarded)]
    assert timeline.position(gone.seq).discards["steve"] == ("dulciens",)
    by_energy = [entry.seq for entry in struck if isinstance(entry.fact, m.UseSpecial) and entry.fact.value == "energy"]
    assert len(by_energy) == 1
    after = [entry.seq for entry in struck if entry.seq > by_energy[0]]
    assert values(timeline.position(max(after)), "dulciens") == (0, 1, 1)
    assert len(recording("ccg-rulebook-damage").facts(TakenBack)) == 3


def test_the_printed_support() -> None:
    """T-CCG-10, T-CCG-11."""
    timeline = recording("ccg-rulebook-support").timeline
    ends = [entry for entry in timeline.entries if isinstance(entry.fact, c.CombatEnded)]
    told = []
    for entry in ends[:2]:
        now = timeline.position(entry.seq - 1)
        told.append((values(now, "ice-warrior", "julie"), values(now, "ice-warrior", "steve")))
    assert told == [((2, 4, 2), (1, 3, 1)), ((2, 4, 2), (4, 3, 1))]
    assert [entry.seq in timeline.struck for entry in ends] == [True, False, False]
    lost = timeline.position(ends[0].seq - 1)
    assert ends[0].fact == c.CombatEnded(how="attacker", loser=card(lost, "ice-warrior", "steve").n)
    assert ends[1].fact == c.CombatEnded(how="draw", loser=0)
    drawn = after_turn("rulebook-support", 7)
    assert {lying.face for lying in drawn.play if lying.sided} == {"ice-warrior", "menoptera", "quark", "zoe-heriot"}
    assert card(drawn, "ice-warrior", "julie").sided
    assert not card(drawn, "ice-warrior", "steve").sided


def test_the_printed_table_of_fights() -> None:
    """T-CCG-14, T-CCG-15."""
    (end,) = [fact for fact in recording("ccg-rulebook-support").facts(c.CombatEnded) if fact.loser]
    now = recording("ccg-rulebook-support").before_fact(end)
    assert (values(now, "ice-warrior", "steve"), values(now, "the-mara")) == ((1, 3, 1), (0, 2, 1))
    assert (end.how, end.loser) == ("attacker", card(now, "the-mara").n)


def test_a_turn_cap_ends_a_game_that_nobody_has_won() -> None:
    timeline = recording("ccg-rulebook-support").timeline
    end = timeline.position(timeline.last)
    assert (end.winners, end.how, timeline.status(timeline.last).turn) == ((), "turn cap", 8)


@pytest.mark.parametrize("name", TOWER)
def test_a_game_is_complete(name: str) -> None:
    timeline = recording(f"ccg-{name}").timeline
    end = timeline.position(timeline.last)
    (loser,) = [seat for seat in end.seats if not end.times[seat]]
    assert (end.winners, end.how) == ((end.rival(loser),), "time cards")
    assert [fact.cards for fact in recording(f"ccg-{name}").facts(m.SubmitDeck)] == [
        SHIPPED.starter[deck].row for deck in TOWER[name].begins.values()
    ]
    assert UNKNOWN not in {face for shuffle in recording(f"ccg-{name}").facts(Shuffled) for face in shuffle.order}


def test_between_them_they_show_all_moves_but_a_few() -> None:
    did = {type(fact) for name in TOWER for fact in recording(f"ccg-{name}").facts(Move)}
    assert set(m.MOVES) - did <= {m.SetStops, m.NameCombatant, m.DeclineCombat, m.SkipStep}
    effects = {type(fact) for name in TOWER for fact in recording(f"ccg-{name}").facts(Effect)}
    assert effects >= {
        f.EpisodeSolved, f.ZoneBarred, c.AnnouncementEnded, c.CardKept, c.HitPrevented, c.HitsOver, c.TimeCardLost,
    }  # fmt: skip


def test_an_observer_s_doubts_are_those_of_hidden_cards() -> None:
    report = recording("ccg-observer").report
    assert {finding.level for finding in report.findings} == {"doubt"}
    assert {finding.rule for finding in report.findings} == {
        "CCG-DEC-02", "CCG-DEC-04", "CCG-DEC-05", "CCG-DEC-06", "CCG-GEN-08", "CCG-FLA-01",
    }  # fmt: skip
