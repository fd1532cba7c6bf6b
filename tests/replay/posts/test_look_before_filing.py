"""A look at a post before it is filed: sharp where chance cannot matter, and never sharper than it may be."""

import random
from typing import Any

import pytest
from players import GAMES, SEATS, choose, founded, tables

from events.conduct import Ordered
from events.facts import ALL, Move
from events.store.memory import MemoryStore
from projections.games.risk import facts as e
from projections.move_choices import line_of
from projections.terms import Written
from replay.exchange.bundle import stage
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.posts.file import file_post
from replay.posts.lines import ReadLine
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.posts.record import go_on
from replay.reading.timeline import Timeline

POSTS = 12
LONGEST = 8


def copied(session: Session) -> Session:
    aside = MemoryStore()
    stage(session.store, aside, session.row.session)
    return Session.load(aside, GAMES, session.row.session)


def post_of(session: Session, chooser: random.Random) -> tuple[str, str]:
    """A seat and what it posts, having played it: moves of one seat while it has any."""
    seat, lines = "", list[str]()
    while len(lines) < LONGEST and not session.table.unsealed:
        before = session.position
        move = choose(session.game, before, chooser)
        if seat not in ("", move.player):
            break
        seat = move.player
        assert submit(session, seat, [Request(Written(move))]).done
        lines.append(line_of(session.game, move, before))
    return seat, post(seat, *lines)


def post(seat: str, *lines: str) -> str:
    return "\n".join((f"== {seat} ==", *lines, "== end ==\n"))


def looked(session: Session, seat: str, text: str, viewer: str = "") -> tuple[ReadLine, ...]:
    """How a post reads that a seat sends in, or for ALL somebody else."""
    head, store, name = session.head, session.store, session.row.session
    if viewer == ALL:
        lines = go_on(store, GAMES, name, text, check=True).lines
    else:
        lines = read_post(Timeline(session.row, session.view(seat)), store, Pasted(text=text), Poster(seat, seat)).lines
    assert store.head(name) == head
    return lines


@pytest.mark.parametrize(("slug", "seats"), tables())
def test_what_can_be_filed_is_never_refused(slug: str, seats: int) -> None:
    session, chooser, checked = founded(MemoryStore(), slug, seats, session=f"looking-{seats}"), random.Random(7), 0
    for _ in range(POSTS):
        before = copied(session)
        if before.table.unsealed:
            break
        seat, text = post_of(session, chooser)
        for viewer in (seat, ALL):
            lines = looked(before, seat, text, viewer)
            assert {line.status for line in lines} == {"ok"}, text
            checked += sum(not line.message for line in lines)
    assert checked


def world_war() -> tuple[Session, str]:
    """A session of Risk at the landing of the TARDIS, and whose turn it is."""
    session = founded(MemoryStore(), "risk", 3, session="landing")
    return session, session.status.seat


def line(session: Session, move: Move) -> str:
    return line_of(session.game, move, session.position)


@pytest.mark.parametrize("viewer", ["", ALL])
def test_behind_a_card_that_is_turned_up_lines_wait(viewer: str) -> None:
    session, seat = world_war()
    lands = session.position.lands
    own = next(name for name, land in lands.items() if land.army == seat)
    other = next(name for name, land in lands.items() if land.army != seat)
    first = [line(session, move) for move in (e.LandTardis(seat), e.CountDaleks(seat))]
    good, wrong, many = (line(session, e.Place(seat, name, count)) for name, count in ((own, 1), (other, 1), (own, 40)))
    for bad, rule in ((wrong, "RISK-PLC-06"), (many, "RISK-PLC-02")):
        text = post(seat, *first, good, bad)
        *_, last = lines = looked(session, seat, text, viewer)
        assert [line.status for line in lines] == ["ok"] * 4
        assert last.waits == "it is known what the tower turns up before it"
        refused = filed(copied(session), seat, text, viewer)[-1]
        assert (refused.status, refused.rule) == ("fix", rule)
    assert looked(session, seat, post(seat, first[1]), viewer)[-1].status == "fix", "nothing is turned up before it"


def filed(session: Session, seat: str, text: str, viewer: str) -> tuple[ReadLine, ...]:
    """What becomes of a post that a seat sends in, or for ALL somebody else."""
    store, name = session.store, session.row.session
    if viewer == ALL:
        return go_on(store, GAMES, name, text).lines
    return file_post(store, GAMES, name, Pasted(text=text), Poster(seat, seat)).lines


def test_what_hangs_on_chance_is_not_refused() -> None:
    session, seat = world_war()
    aside = copied(session)
    for move in (e.LandTardis(seat), e.CountDaleks(seat)):
        submit(aside, seat, [Request(Written(move))])
    pool, land = aside.position.pool, next(name for name, land in aside.position.lands.items() if land.army == seat)
    place = e.Place(seat, land, pool)
    submit(aside, seat, [Request(Written(place))])
    attacks = [move for move in session.game.rules.legal(aside.position, seat) if isinstance(move, e.Attack)]
    moves = (e.LandTardis(seat), e.CountDaleks(seat), place, attacks[0])
    assert {line.status for line in looked(session, seat, post(seat, *(line(session, move) for move in moves)))} == {
        "ok"
    }


def test_a_standing_order_may_come_between() -> None:
    session = founded(MemoryStore(), "toy", 3, session="ordered")
    seat, rival = session.status.seat, next(name for name in SEATS[:3] if name != session.status.seat)
    text = post(seat, *[f"dare {rival}"] * 3)
    session.note(Ordered(rival, "never"), by=rival)
    for viewer in ("", ALL):
        *_, second, third = looked(session, seat, text, viewer)
        assert (second.status, third.status, third.waits) == ("ok", "ok", f"{rival.title()} has answered")


def test_shared_lines_and_chat_are_known() -> None:
    session, seat = world_war()
    text = post(seat, "what a day", "zz: at all", line(session, e.LandTardis(seat)), "UNDO 1.1 ok")
    assert [line.status for line in looked(session, seat, text)] == ["chat", "ask", "ok", "ok"]
    assert [line.status for line in looked(session, seat, text, ALL)] == ["chat", "ask"], "it stops there"
    assert [line.status for line in looked(session, seat, text.replace("zz: at all\n", ""), ALL)] == [
        "chat",
        "ok",
        "ok",
    ]


class Untouchable:
    """A fate that must not be asked, and says so."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was asked")


@pytest.mark.parametrize("slug", GAMES)
def test_no_look_asks_the_tower(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = founded(MemoryStore(), slug, 2, session="thrown")
    before = copied(session)
    seat, text = post_of(session, random.Random(3))
    monkeypatch.setattr(Session, "fate", lambda *_: Untouchable())
    for viewer in ("", ALL):
        assert {line.status for line in looked(before, seat, text, viewer)} == {"ok"}
