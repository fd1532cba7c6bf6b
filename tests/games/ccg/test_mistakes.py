"""What stood although a rule speaks against it: one mistake, one finding, and play goes on."""

from ccg_tables import card as lying
from ccg_tables import faces
from recordings import SAMPLES, recording

from events.facts import TABLE, Passed
from events.store.memory import MemoryStore
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import Position
from projections.shelf import shelf
from replay.posts.record import record_text
from replay.reading.timeline import Timeline


def test_what_stood_has_happened() -> None:
    timeline = recording("ccg-mistakes").timeline
    crowded = {
        timeline.status(seq).turn
        for seq in range(1, timeline.last + 1)
        if len(faces(timeline.position(seq), "present", "ruth")) == 7
    }
    assert crowded == set(range(9, 15))
    end: Position = timeline.position(timeline.last)
    assert (end.winners, end.times["ruth"], end.step) == (("dev",), (), "over")


def test_four_supported_a_creature_of_three() -> None:
    timeline = recording("ccg-mistakes").timeline
    supporters = [
        len(lying(timeline.position(seq), "zoe-heriot").supporters)
        for seq in range(1, timeline.last + 1)
        if timeline.status(seq).turn == 11
    ]
    assert max(supporters) == 4


BLOCKS = SAMPLES["ccg-mistakes"].text.split("== T11 Dev ==")[0] + "== T11 Dev ==\n"


def after(*said: str) -> Timeline:
    """The second evening up to Ruth's attack, and lines of Dev's who is asked."""
    store = MemoryStore()
    result = record_text(store, shelf(), BLOCKS + "\n".join(said) + "\n")
    assert result.whole, result.lines[-1]
    return Timeline.read(store, shelf(), result.session, TABLE)


def test_whoever_is_asked_answers_for_nobody_else() -> None:
    timeline = after('SIDE: "Menoptera" > "Zoe Heriot" Sub+1', 'SIDE: "Quark" > "Zoe Heriot" Sub+1')
    assert timeline.status(timeline.last).awaited == ("ruth", "dev")
    (attack,) = [entry.seq for entry in timeline.entries if isinstance(entry.fact, m.Attack)]
    assert not [entry for entry in timeline.entries[attack:] if isinstance(entry.fact, Passed)]


def test_a_slip_of_whoever_is_asked_ends_no_fight() -> None:
    helpers = ("Menoptera", "Quark", "Space Marine", "Draconian")
    timeline = after(*(f'SIDE: "{name}" > "Zoe Heriot" E+1' for name in helpers))
    status = timeline.status(timeline.last)
    assert (status.turn, timeline.position(timeline.last).step) == (11, "fight")


def test_whoever_goes_on_with_the_own_turn_has_passed() -> None:
    timeline = after('SIDE: "Menoptera" > "Zoe Heriot" Sub+1', "== end ==", "== T12 Dev ==", "ZONE: Pa!")
    status = timeline.status(timeline.last)
    assert (status.turn, status.seat, timeline.position(timeline.last).zone) == (12, "dev", "past")
    assert GAME.rules.silence(timeline.position(timeline.last), "dev") == m.DrawCard("dev")
