"""Refuse typed dice and cards if the tower rolls and deals, with the line to write."""

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import NamedTuple

import pytest
from players import GAMES, choose, founded, tables

from events.errors import IllegalMoveError
from events.facts import UNKNOWN, Drawn, Rolled
from events.line import Entry
from events.store.memory import MemoryStore
from projections.notation.recorded_chance import require_unclaimed
from projections.terms import Seen, Written
from replay.exchange.bundle import stage
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.posts.file import file_post
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import read_post
from replay.reading.timeline import Timeline

ROLLS = "the tower rolls; write (roll)"
DEALS = "the tower deals; leave out what was drawn, turned up or shuffled"
MOVES = 60
CLAIMS = 6


class Claim(NamedTuple):
    """A session before a move of chance, its seat, and lines with the result."""

    before: Session
    seat: str
    lines: Sequence[str]
    rolls: bool


def claims(slug: str, seats: int) -> Iterator[Claim]:
    """Yield moves of random play with the chance that their seat has seen."""
    session, chooser = founded(MemoryStore(), slug, seats, session=f"claimed-{seats}"), random.Random(5)
    for _ in range(MOVES):
        if session.table.unsealed:
            return
        aside = MemoryStore()
        stage(session.store, aside, session.row.session)
        move, head = choose(session.game, session.position, chooser), session.head.seq
        assert submit(session, move.player, [Request(Written(move))]).done
        after = session.view(move.player)
        entries = after.entries[head:]
        known = [entry.fact for entry in entries if is_known(entry)]
        if known:
            before = Session.load(aside, GAMES, session.row.session)
            line = session.game.notation.write(entries, before.view(move.player).position)
            yield Claim(before, move.player, line.splitlines(), any(isinstance(fact, Rolled) for fact in known))


def is_known(entry: Entry) -> bool:
    fact = entry.fact
    return isinstance(fact, Rolled) or (isinstance(fact, Drawn) and UNKNOWN not in fact.cards)


def looked(claim: Claim, take: str = "") -> ReadLine:
    session, poster = claim.before, Poster(claim.seat, claim.seat)
    pasted = Pasted(text="\n".join(claim.lines), choices={1: Choice(take=take)} if take else {})
    (line, *_) = read_post(Timeline(session.row, session.view(claim.seat)), session.store, pasted, poster).lines
    return line


@pytest.mark.parametrize(("slug", "seats"), [(slug, seats) for slug, seats in tables() if seats == 2])
def test_a_claimed_die_or_card_is_refused_with_what_to_write(slug: str, seats: int) -> None:
    found = 0
    for claim, _ in zip(claims(slug, seats), range(CLAIMS), strict=False):
        line = looked(claim)
        assert (line.status, line.may_keep) == ("fix", False), claim.lines
        assert line.message == (ROLLS if claim.rolls else DEALS), claim.lines
        assert len(line.choices) == 1, claim.lines
        asked = looked(claim, take=line.choices[0])
        assert (asked.status, asked.taken) == ("ok", line.choices[0])
        refuses_to_file(claim)
        found += 1
    assert found > 2


def refuses_to_file(claim: Claim) -> None:
    session, head = claim.before, claim.before.head
    pasted = Pasted(text="\n".join(claim.lines))
    done = file_post(session.store, GAMES, session.row.session, pasted, Poster(claim.seat, claim.seat))
    assert (done.is_done, done.number) == (False, 0)
    read = session.game.notation.exact(claim.lines[0], session.view(claim.seat).position, claim.seat)
    assert read
    refused = submit(session, claim.seat, [Request(each, keep="so it fell") for each in read[:1]]).refused
    assert refused is not None
    assert refused.message in (ROLLS, DEALS)
    assert session.store.head(session.row.session) == head


@pytest.mark.parametrize(("seen", "dice", "cards", "message"), [
    (Seen(faces=((3,),)), "tower", "typed", ROLLS), (Seen(receipt="hand"), "tower", "typed", ROLLS),
    (Seen(cards=("fez",)), "typed", "tower", DEALS), (Seen(items=("karn",)), "typed", "tower", DEALS),
    (Seen(orders=(("fez", "k-9"),)), "typed", "tower", DEALS),
    (Seen(faces=((3,),), receipt="hand"), "typed", "tower", ""),
    (Seen(cards=("fez",), items=("karn",)), "tower", "typed", ""),
    (Seen(cards=(UNKNOWN,), items=(UNKNOWN,), orders=((UNKNOWN,),)), "tower", "tower", ""),
])  # fmt: skip
def test_only_what_the_tower_makes_is_refused(seen: Seen, dice: str, cards: str, message: str) -> None:
    with pytest.raises(IllegalMoveError, match=f"^{re.escape(message)}$") if message else nullcontext():
        require_unclaimed(seen, dice, cards)
