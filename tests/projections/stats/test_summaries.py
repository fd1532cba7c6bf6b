"""Summaries that every game shares, on a session whose every number is known."""

import toy

from events.conduct import DisputeOpened, Posted, Ruled
from events.facts import TABLE, Passed, Started
from events.store.memory import MemoryStore
from projections.shelf import Shelf
from projections.stats.summaries import GLANCE, dice_of
from projections.terms import Seen, Written
from replay.chance.fate import SeededChance
from replay.corrections.takeback import take_back
from replay.live.session import Session
from replay.live.submission import Request, submit


def played(games: Shelf) -> Session:
    """Black dares and rolls 4, is taken back, dares again and rolls 6; Yellow dares."""
    started = Started("toy", 1, ("black", "yellow"), dice="typed", cards="typed", title="Counted")
    session = Session.create(MemoryStore(), games, started, fate=SeededChance(1), clock=lambda: 1000)
    post = Posted("black", "I dare you")
    submit(session, "black", [Request(Written(toy.Dare("black", "yellow")))], notes=[post])
    to = session.head.seq
    submit(session, "yellow", [Request(Written(Passed("yellow"), Seen(faces=((4,),))))])
    take_back(session, to, by="moderator")
    submit(session, "yellow", [Request(Written(Passed("yellow"), Seen(faces=((6,),))))])
    submit(session, "yellow", [Request(Written(toy.Dare("yellow", "black")))])
    session.note(DisputeOpened("black", to, "unfair"), DisputeOpened("black", to, "twice"), by="black")
    session.note(Ruled("moderator", to, "stand", "fair", (), session.head.seq), by="moderator")
    return session


def test_a_session_at_a_glance(games: Shelf) -> None:
    glance = GLANCE.over(played(games).view(TABLE).entries)
    assert (glance.game, glance.title, glance.seats) == ("toy", "Counted", ("black", "yellow"))
    assert (glance.moves, glance.posts, glance.takebacks, glance.disputes) == (4, 1, 1, 1)
    assert (glance.began_ms, glance.last_ms, glance.unsealed) == (1000, 1000, "")


def test_a_glance_goes_on_from_an_earlier_one(games: Shelf) -> None:
    entries = played(games).view(TABLE).entries
    assert GLANCE.over(entries[7:], GLANCE.over(entries[:7])) == GLANCE.over(entries)


def test_dice(games: Shelf) -> None:
    counted = dice_of(played(games).view(TABLE).entries)
    assert set(counted) == {("typed", 6)}
    count = counted["typed", 6]
    assert (count.faces, count.rolls, count.dice, count.mean) == ((0, 0, 0, 1, 0, 1), 2, 2, 5.0)
