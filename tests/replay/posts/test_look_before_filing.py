"""A look at a post before it is filed: sharp where chance cannot matter, and never sharper than it may be."""

import random
from typing import Any

import pytest
from players import GAMES, SEATS, awaited_moves, choose, founded, tables

from events.conduct import Ordered
from events.errors import NeedsFateError
from events.facts import ALL, Move
from events.line import Entry
from events.store.protocol import MemoryStore
from projections.games.risk import facts as e
from projections.terms import Written
from replay.exchange.bundle import stage
from replay.live.outcomes import MOST, kinds_of, outcomes
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.posts.fences import read_posts
from replay.posts.record import look_over
from replay.posts.transcript import Echo

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
        lines.append(session.game.notation.write([Entry(move)], before))
    return seat, post(seat, *lines)


def post(seat: str, *lines: str) -> str:
    return "\n".join((f"== {seat} ==", *lines, "== end ==\n"))


def looked(session: Session, seat: str, text: str, reader: str = "") -> tuple[Echo, ...]:
    head = session.head
    echoes = look_over(session, read_posts(text, seat), reader=reader or seat).echoes
    assert session.head == head
    return echoes


@pytest.mark.parametrize(("slug", "seats"), tables())
def test_what_can_be_filed_is_never_refused(slug: str, seats: int) -> None:
    """Whole posts of random play, dice and cards and all, looked at by their seat and by a spectator before that."""
    session, chooser, checked = founded(MemoryStore(), slug, seats, session=f"looking-{seats}"), random.Random(7), 0
    for _ in range(POSTS):
        before = copied(session)
        if before.table.unsealed:
            break
        seat, text = post_of(session, chooser)
        for reader in (seat, ALL):
            echoes = looked(before, seat, text, reader)
            assert {echo.status for echo in echoes} == {"ok"}, text
            checked += sum(not echo.message for echo in echoes)
    assert checked


def world_war() -> tuple[Session, str]:
    """A session of Risk at the landing of the TARDIS, and whose turn it is."""
    session = founded(MemoryStore(), "risk", 3, session="landing")
    return session, session.status.seat


def line(session: Session, move: Move) -> str:
    return str(session.game.notation.write([Entry(move)], session.position))


def test_behind_a_card_that_is_turned_up_rules_are_asked_still() -> None:
    """Where the TARDIS lands nobody knows; that Daleks are placed in one's own territories holds wherever it is."""
    session, seat = world_war()
    lands = session.position.lands
    own = next(name for name, land in lands.items() if land.army == seat)
    other = next(name for name, land in lands.items() if land.army != seat)
    first = [line(session, move) for move in (e.LandTardis(seat), e.CountDaleks(seat))]
    good, wrong, many = (line(session, e.Place(seat, name, count)) for name, count in ((own, 1), (other, 1), (own, 40)))
    assert [echo.status for echo in looked(session, seat, post(seat, *first, good))] == ["ok"] * 3
    for bad, rule in ((wrong, "RISK-PLC-06"), (many, "RISK-PLC-02")):
        refused = looked(session, seat, post(seat, *first, good, bad))[-1]
        assert (refused.status, refused.rule) == ("fix", rule)
        assert submit(copied(session), seat, requests(session, seat, first, good, bad)).refused


def requests(session: Session, seat: str, first: list[str], *lines: str) -> list[Request]:
    """The same lines as they are filed, read one behind the other by the table."""
    aside, found = copied(session), list[Request]()
    for text in (*first, *lines):
        written = session.game.notation.read(text, aside.position, seat)
        assert isinstance(written, Written)
        found.append(Request(written))
        submit(aside, seat, [Request(written)])
    return found


def test_what_hangs_on_chance_is_not_refused() -> None:
    """An attack out of a territory in which the TARDIS may stand: it comes out when the card is turned up."""
    session, seat = world_war()
    aside = copied(session)
    for move in (e.LandTardis(seat), e.CountDaleks(seat)):
        submit(aside, seat, [Request(Written(move))])
    pool, land = aside.position.pool, next(name for name, land in aside.position.lands.items() if land.army == seat)
    place = e.Place(seat, land, pool)
    submit(aside, seat, [Request(Written(place))])
    attacks = [move for move in session.game.rules.legal(aside.position, seat) if isinstance(move, e.Attack)]
    moves = (e.LandTardis(seat), e.CountDaleks(seat), place, attacks[0])
    assert {echo.status for echo in looked(session, seat, post(seat, *(line(session, move) for move in moves)))} == {
        "ok"
    }


def test_a_standing_order_may_come_between() -> None:
    """What it says only its seat knows: a line that would not stand without it is not refused beforehand."""
    session = founded(MemoryStore(), "toy", 3, session="ordered")
    seat, rival = session.status.seat, next(name for name in SEATS[:3] if name != session.status.seat)
    dare, again = (f"dare {rival}", f"dare {rival}")
    assert looked(session, seat, post(seat, dare, again))[-1].status == "fix"
    session.note(Ordered(rival, "never"), by=rival)
    assert looked(session, seat, post(seat, dare, again))[-1].status == "ok"


def test_shared_lines_and_chat_are_known() -> None:
    session, seat = world_war()
    text = post(seat, line(session, e.LandTardis(seat)), "what a day", "UNDO 1.1 ok", "zz: at all")
    assert [echo.status for echo in looked(session, seat, text)] == ["ok", "chat", "ok", "ask"]


class Untouchable:
    """A fate that must not be asked, and says so."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was asked")


def test_all_that_chance_could_bring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each card that may be turned up, once; of dice each face, where they are few; and never the tower's."""
    session, seat = world_war()
    toy = founded(MemoryStore(), "toy", 2, session="thrown")
    monkeypatch.setattr(Session, "fate", lambda *_: Untouchable())
    kinds = kinds_of(session.game, session.started, lambda _pin: b"")
    assert {pile: len(items) for pile, items in kinds.items()} == {"territory": 42, "mission": 10, "power": 15}
    spectator = session.view(ALL).position
    found = outcomes(session.game, spectator, e.LandTardis(seat), kinds)
    assert {position.tardis for position in found} == kinds["territory"]
    assert len(found) == 42
    with pytest.raises(NeedsFateError):
        outcomes(session.game, spectator, e.LandTardis(seat), {})
    offered = awaited_moves(toy.game, toy.position)
    assert all(len(outcomes(toy.game, toy.view(ALL).position, move, {})) <= MOST for move in offered)
