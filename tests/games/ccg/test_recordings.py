"""The rulebook's examples of the card game as they ship, and answers after a recorded attack."""

import pytest
from ccg_tables import card
from recordings import SAMPLES, recording

from events.conduct import TakenBack
from events.facts import TABLE, Passed
from events.store.memory import MemoryStore
from projections.games.ccg.facts import combat_effects as c
from projections.games.ccg.facts import effects as f
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import Position
from projections.shelf import shelf
from replay.posts.record import record_text
from replay.reading.timeline import Timeline

EVENING, DAMAGE, SUPPORT = (recording(f"ccg-rulebook-{name}") for name in ("game", "damage", "support"))


def values(now: Position, face: str, side: str = "") -> tuple[int, int, int]:
    lying = card(now, face, side)
    return lying.energy, lying.substance, lying.support


def test_the_printed_setting() -> None:
    begun = EVENING.before_fact(f.TurnBegan(player="julie", turn=1, round=1))
    assert (begun.bonus_zone("julie"), begun.bonus_zone("steve")) == ("future", "present")
    for seat in ("julie", "steve"):
        piles = (begun.lists, begun.hands, begun.decks, begun.times, begun.discards)
        assert [len(pile.get(seat, ())) for pile in piles] == [60, 7, 44, 6, 0]
    assert [(lying.zone, lying.side) for lying in begun.play] == [
        (zone, seat) for seat in ("julie", "steve") for zone in ("past", "present", "future")
    ]


def test_the_printed_fight_is_a_draw() -> None:
    """T-CCG-28."""
    ended = c.CombatEnded(how="draw", loser=0)
    now = EVENING.before_fact(ended)
    assert (values(now, "watcher-present", "julie"), values(now, "yeti")) == ((1, 2, 1), (2, 2, 0))
    assert now.discards["julie"] == ("brain-transformer",)
    assert EVENING.facts(c.CombatEnded) == [ended]
    assert EVENING.facts(f.CardDiscarded) == []
    assert EVENING.facts(f.CardStood) == [f.CardStood(card(EVENING.end, "unit-corporal").n)]


def test_the_printed_answer_holds_until_the_turn_ends() -> None:
    """T-CCG-01, T-CCG-03, T-CCG-05."""
    (used, answer) = DAMAGE.facts(m.UseSpecial)
    assert (used.targets, used.value) == (answer.targets, "substance")
    (end,) = DAMAGE.facts(m.EndTurn)
    assert values(DAMAGE.before_fact(end), "dulciens") == (0, 2, 1)
    assert values(DAMAGE.end, "dulciens") == (0, 1, 1)


def test_without_an_answer_damage_destroys_by_substance_and_not_by_energy() -> None:
    """T-CCG-02, T-CCG-04: in moves that were taken back."""
    timeline = DAMAGE.timeline
    struck = [entry for entry in timeline.entries if entry.seq in timeline.struck]
    (gone,) = [entry for entry in struck if isinstance(entry.fact, f.CardDiscarded)]
    assert timeline.position(gone.seq).discards["steve"] == ("dulciens",)
    (used,) = [entry for entry in struck if isinstance(entry.fact, m.UseSpecial) and entry.fact.value == "energy"]
    after = max(entry.seq for entry in struck if entry.seq > used.seq)
    assert values(timeline.position(after), "dulciens") == (0, 1, 1)
    assert len(DAMAGE.facts(TakenBack)) == 3


@pytest.mark.parametrize(("number", "attacker", "defender", "how", "loser", "is_struck"), [
    (0, ("ice-warrior", "julie", 2, 4, 2), ("ice-warrior", "steve", 1, 3, 1), "attacker", 2, True),
    (1, ("ice-warrior", "julie", 2, 4, 2), ("ice-warrior", "steve", 4, 3, 1), "draw", 0, False),
    (2, ("ice-warrior", "steve", 1, 3, 1), ("the-mara", "julie", 0, 2, 1), "attacker", 2, False),
])  # fmt: skip
def test_the_printed_fights_with_support(
    number: int,
    attacker: tuple[str, str, int, int, int],
    defender: tuple[str, str, int, int, int],
    how: str,
    loser: int,
    *,
    is_struck: bool,
) -> None:
    """T-CCG-10, T-CCG-11, T-CCG-14, T-CCG-15."""
    timeline = SUPPORT.timeline
    ends = [entry for entry in timeline.entries if isinstance(entry.fact, c.CombatEnded)]
    end, now = ends[number], timeline.position(ends[number].seq - 1)
    for face, side, *expected in (attacker, defender):
        assert values(now, face, side) == tuple(expected)
    lost = card(now, *defender[:2]).n if loser else 0
    assert (end.fact, end.seq in timeline.struck) == (c.CombatEnded(how=how, loser=lost), is_struck)
    assert len(ends) == 3


BLOCKS = SAMPLES["ccg-mistakes"].text.split("== T11 Dev ==")[0] + "== T11 Dev ==\n"


def after(*said: str) -> Timeline:
    """The second evening up to Ruth's attack, and lines of Dev's who is asked."""
    store = MemoryStore()
    result = record_text(store, shelf(), BLOCKS + "\n".join(said) + "\n")
    assert result.whole, result.lines[-1]
    return Timeline.read(store, shelf(), result.session, TABLE)


def test_an_answer_does_not_speak_for_the_other_seat() -> None:
    timeline = after('SIDE: "Menoptera" > "Zoe Heriot" Sub+1', 'SIDE: "Quark" > "Zoe Heriot" Sub+1')
    assert timeline.status(timeline.last).awaited == ("ruth", "dev")
    (attack,) = [entry.seq for entry in timeline.entries if isinstance(entry.fact, m.Attack)]
    assert not [entry for entry in timeline.entries[attack:] if isinstance(entry.fact, Passed)]


def test_a_slip_of_the_asked_seat_does_not_end_the_fight() -> None:
    helpers = ("Menoptera", "Quark", "Space Marine", "Draconian")
    timeline = after(*(f'SIDE: "{name}" > "Zoe Heriot" E+1' for name in helpers))
    status = timeline.status(timeline.last)
    assert (status.turn, timeline.position(timeline.last).step) == (11, "fight")


def test_starting_the_next_turn_passes() -> None:
    timeline = after('SIDE: "Menoptera" > "Zoe Heriot" Sub+1', "== end ==", "== T12 Dev ==", "ZONE: Pa!")
    status = timeline.status(timeline.last)
    assert (status.turn, status.seat, timeline.position(timeline.last).zone) == (12, "dev", "past")
    assert GAME.rules.silence(timeline.position(timeline.last), "dev") == m.DrawCard("dev")
