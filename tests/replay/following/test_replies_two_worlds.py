"""Replies in a thread do not depend on hidden cards.

Two sessions that differ only in what a spectator never learns read the same posts. If the log shows a spectator the
same in both, the replies are equal to the byte, and so are the questions. If a move is recorded in only
one of them, the other one asks in private, in the same words for every move.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import pytest
import worlds as w
from long_runs import some_short
from players import GAMES, HIDING
from spectator import without_hashes

from events.events import ALL
from replay.following.questions import AskedQuestion, ask
from replay.following.replies import PostNews, ReplyContext, ThreadNews, compose
from replay.importing.archive import Archive, ArchivedPost, Origin
from replay.importing.posts import Target, stage_posts
from replay.importing.walk import FollowedRules

KINDS = ("discord", "imap", "feed")
MOVES = 4


class Synced(NamedTuple):
    """The result of one sync: what a spectator sees of the log, all that leaves the session, and why a move waits.

    `reason` is for the seat alone.
    """

    log: object
    asked: AskedQuestion | None
    sent: str
    reason: str

    @property
    def is_private(self) -> bool:
        return self.asked is not None and self.asked.is_private


def posts_of(first: w.World, second: w.World, chooser: random.Random) -> Iterator[tuple[ArchivedPost, ...]]:
    """Yield the posts of a sync: a move that may be legal in one world only, in notation or in words, and some chat."""
    session, pool = first.session, w.pool_of(first, second, chooser)
    position, game = session.view(ALL).position, session.game
    for move in [*pool.moves[:MOVES], pool.common]:
        line, sentence = game.notation.spell(move, position), game.view.sentence(move, position, position)
        for text in (line, f"I play it: {line.replace(':', ' ')}", f"Hello! {sentence}", f"{line}\nThen I go on."):
            yield post(1, move.player, text), post(2, session.started.seats[-1], "What a game!")


def post(number: int, seat: str, text: str) -> ArchivedPost:
    origin = Origin("fake", str(number), number, seat)
    return ArchivedPost(number, seat.title(), text, where=f"fake #{number}", names=(seat,), origin=origin)


def synced(world: w.World, posts: tuple[ArchivedPost, ...], policy: str) -> Synced:
    session = w.copied(world.session)
    session.set_trust(policy)
    before, rules = session.head.seq, FollowedRules({seat: seat for seat in session.started.seats})
    walk = stage_posts(session.store, GAMES, Archive("thread", posts), Target(w.NAME), rules=rules, clock=lambda: 1)
    list(walk.follow())
    last, asked, timeline = walk.session.head.seq, ask(walk, 3), walk.timeline
    read = (PostNews(one.first, one.post.author, "", one.first, one.last) for one in walk.walked)
    news = ThreadNews(tuple(read), before + 1 if last > before else 0)
    replies = [
        compose(timeline, news, asked, ReplyContext(kind, 2, "https://bell.example.org"), str.encode) for kind in KINDS
    ]
    sent = [*replies, asked]
    public = [(entry.event, entry.by) for entry in timeline.entries[before:]]
    refused = walk.refused_line()
    return Synced(public, asked, without_hashes(msgspec.json.encode(sent)), refused.message if refused else "")


@pytest.mark.parametrize("slug", some_short(HIDING, lambda slug: slug == "toy"))
def test_replies_do_not_depend_on_hidden_cards(slug: str) -> None:
    first, compared = w.world(slug, 2, 1), Counter[str]()
    for _, _, second in w.pairs(slug, 2, ALL, 1):
        for number, posts in enumerate(posts_of(first, second, random.Random(1))):
            ours, theirs = (synced(world, posts, ("ask", "sure")[number % 2]) for world in (first, second))
            if ours.log == theirs.log:
                assert ours.sent == theirs.sent, posts
                compared["same"] += 1
            else:
                assert ours.is_private != theirs.is_private, posts
                reason = ours.reason if ours.is_private else theirs.reason
                assert reason
                assert "hidden from you" not in reason
                private = ours.asked if ours.is_private else theirs.asked
                assert private is not None
                assert (private.options, private.refused, private.reason, private.quote) == ((), None, "", "")
                compared["private"] += 1
    assert compared["same"]
    assert compared["private"]
