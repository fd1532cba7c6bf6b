"""The reply in a thread: its parts, its length, and typed text that must stay text in every kind of thread."""

import random
import re
from collections.abc import Mapping
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings, strategies as st
from places import DOCS, TESTS
from players import GAMES, choose, founded

from events.errors import RefusedError
from events.session_events import Suspended
from events.store.memory import MemoryStore
from projections.contracts import Written
from projections.registry import registry
from replay.corrections.takeback import take_back
from replay.following.questions import AskedQuestion, Option, answer_in, ask
from replay.following.replies import (
    INTRODUCTION,
    LIMITS,
    PostNews,
    ReplyContext,
    ThreadNews,
    compose,
    harmless,
)
from replay.importing.archive import Archive, ArchivedPost, Origin
from replay.importing.kinds import read_archive
from replay.importing.posted_heads import posted_heads
from replay.importing.posts import Target, record_posts, stage_posts
from replay.importing.walk import Answer, FollowedRules, ThreadWalk
from replay.posts.choices import offers
from replay.posts.paste import Choice
from replay.reading.timeline import Timeline
from replay.session.submission import Request, submit
from replay.sources.source import Reply, SourcePost

KINDS = ("discourse", "discord", "imap", "feed", "boardgamegeek", "folder")
PEOPLE = {"Nina": "tenth", "Omar": "twelfth"}
PAGE = "https://bell.example.org/s/autumn/22"
NOTATION = "D: ?\nP: Kb b1 open (open)\nM: >b1"
TAKEN = Choice(take="D: ? / P: Kb b1 open (open) / M: >b1")
SIGNED = f"cloisterbell-head-1:autumn:22:{'a' * 64}:5:{'b' * 64}:{'c' * 128}"
every_kind = pytest.mark.parametrize("kind", KINDS)


def begun(rules: FollowedRules | None = None, first: str = "") -> tuple[ThreadWalk, int]:
    """Return a walk over a thread of a running session, and the number of entries before it."""
    archive = read_archive((TESTS / "replay/importing/keys-plain-words.txt").read_bytes())
    store = MemoryStore()
    session = record_posts(
        stage_posts(store, registry(), Archive("posts", (), header=archive.header), Target(), {}), store
    )
    posts = [msgspec.structs.replace(archive.posts[0], text=first or archive.posts[0].text), *archive.posts[1:]]
    if rules is not None:
        origins = [Origin("fake", str(one.number), 1, one.author) for one in posts]
        posts = [msgspec.structs.replace(one, origin=origin) for one, origin in zip(posts, origins, strict=True)]
    walk = stage_posts(store, registry(), Archive("posts", tuple(posts)), Target(session), PEOPLE, rules=rules)
    list(walk.follow())
    return walk, walk.base


@cache
def followed() -> tuple[ThreadWalk, int]:
    """Return the walk after the answer about its first post. It must not be changed."""
    walk, before = begun()
    assert walk.open is not None
    list(walk.follow({walk.open.key: Answer({walk.open.paste.open[0].number: TAKEN})}))
    return walk, before


def news_of(walk: ThreadWalk, before: int) -> ThreadNews:
    posts = (PostNews(one.first, one.post.author, one.post.when, one.first, one.last) for one in walk.walked)
    return ThreadNews(tuple(posts), before + 1)


def context(kind: str, number: int = 2) -> ReplyContext:
    return ReplyContext(kind, number, PAGE, waiting=3)


def composed(kind: str, number: int = 2, **changes: object) -> tuple[Reply, AskedQuestion]:
    """Return the reply about the first two posts of the thread, with other texts in its question."""
    walk, before = followed()
    asked = ask(walk, 4)
    assert asked is not None
    asked = msgspec.structs.replace(asked, **changes)
    return compose(walk.timeline, news_of(walk, before), asked, context(kind, number)), asked


@every_kind
def test_reply_says_what_was_read_and_asks_one_question(kind: str) -> None:
    reply, asked = composed(kind)
    assert asked.seat == "twelfth"
    for part in ("Tenth enters the grid at b1.", "b1 turns out to be a blue Open Door.", "Q4 1, Q4 2 or Q4 no", PAGE):
        assert reply.text.count(part) == 1
    assert reply.text.index("3 later posts must wait for it.") < reply.text.index("Did you mean")
    assert reply.marker in reply.text
    assert reply.title == "Nina against Omar"
    assert len(set(re.findall(r"Q\d+", reply.text))) == 1


def test_example_in_the_documentation_is_a_reply() -> None:
    page = (DOCS / "explanation/threads.md").read_text("utf-8")
    digest = re.compile(r"\d+:[0-9a-f]{32}")
    assert digest.sub("", composed("imap")[0].text) in digest.sub("", page)


def test_only_the_first_reply_introduces_the_program() -> None:
    assert INTRODUCTION in composed("discord", 1)[0].text
    assert INTRODUCTION not in composed("discord", 2)[0].text


def test_replies_about_the_same_entry_have_different_markers() -> None:
    first, second = composed("discord", 1)[0], composed("discord", 11)[0]
    assert first.marker not in second.text
    assert second.marker not in first.text
    assert first.marker.partition(" ")[0] == second.marker.partition(" ")[0]


def test_signed_head_of_the_log_follows_the_checkpoint() -> None:
    walk, _ = followed()
    about = msgspec.structs.replace(context("discord"), signed=SIGNED)
    assert SIGNED in compose(walk.timeline, ThreadNews(), ask(walk, 1), about).text


def replied(walk: ThreadWalk, before: int) -> list[str]:
    """Return the paragraphs of a reply about the posts that were read so far."""
    return compose(walk.timeline, news_of(walk, before), None, context("folder")).text.split("\n\n")


def test_step_that_the_program_adds_is_listed_under_what_followed() -> None:
    walk, before = begun(first="== T1 Tenth ==\nD: ?\nP: Kb b1 open (open)\n== end ==")
    read, followed = (next(part for part in replied(walk, before) if part.startswith(word)) for word in ("How", "What"))
    added = "Tenth stays outside."
    assert added not in read
    assert added in followed


def test_moves_that_were_taken_back_are_not_listed() -> None:
    walk, before = begun(first="== T1 Tenth ==\nD: ?\nP: Kb b1 open (open)\n== end ==")
    take_back(walk.session, before + 1, by="moderator")  # the post remains
    assert not any(part.startswith("How") for part in replied(walk, before))


def test_reply_without_news_repeats_no_sentence() -> None:
    walk, _ = followed()
    assert "What followed" not in compose(walk.timeline, ThreadNews(), None, context("folder")).text


def test_picture_is_drawn_from_the_spectators_board() -> None:
    walk, _ = followed()
    drawn = compose(walk.timeline, ThreadNews(), None, context("discord"), str.encode).picture
    assert drawn.decode() == walk.timeline.svg(walk.timeline.last)


def test_view_of_a_seat_is_refused() -> None:
    walk, _ = followed()
    seats = Timeline(walk.session.row, walk.session.view("tenth"))
    with pytest.raises(RefusedError):
        compose(seats, ThreadNews(), None, context("discord"))


def test_same_question_keeps_its_code() -> None:
    walk, _ = followed()
    first = ask(walk, 4)
    assert first is not None
    missed = first.missed()
    assert ask(walk, 5, missed) is missed
    assert walk.open is not None
    opened, post = walk.open, walk.open.post
    walk.open = opened._replace(post=msgspec.structs.replace(post, number=1))  # recorded posts left the inbox
    assert ask(walk, 5, missed) is missed
    walk.open = opened
    other = msgspec.structs.replace(missed, post="another")
    assert ask(walk, 5, other) == msgspec.structs.replace(first, number=5)


def test_answer_in_the_thread_settles_the_post() -> None:
    walk, _ = begun()
    for text in ("Q1 1", "Q1 no"):
        asked = ask(walk, 1)
        assert asked is not None
        found = answer_in(SourcePost("p", "Nina", text, 0), asked.seat, asked)
        assert found.answer is not None
        list(walk.follow({asked.post: found.answer}))
        assert walk.walked[0].status == "answered"
        assert bool(walk.walked[0].moves) == (text == "Q1 1")
        list(walk.follow())


def test_post_whose_author_is_not_proven_waits_for_its_seat() -> None:
    walk, _ = begun(FollowedRules(PEOPLE, confirms=True), NOTATION)
    waits = ask(walk, 1)
    assert waits is not None
    assert (waits.seat, waits.is_answerable) == ("tenth", False)
    text = compose(walk.timeline, ThreadNews(), waits, context("imap")).text
    assert "It waits for Tenth: the thread does not confirm who wrote this post" in text


def test_unknown_author_is_a_question_to_the_moderator() -> None:
    walk, _ = begun(FollowedRules({}))
    asked = ask(walk, 1)
    assert asked is not None
    assert (asked.seat, asked.is_answerable) == ("moderator", False)


def test_line_that_became_illegal_after_a_roll_is_a_public_question() -> None:
    session = founded(MemoryStore(), "risk", 2, session="rolled")
    chooser = random.Random(1)
    while session.status.step != "attack":
        move = choose(session.game, session.position, chooser)
        submit(session, move.player, [Request(Written(move))])
    seat = session.status.seat
    attack = max(session.game.rules.legal(session.position, seat), key=lambda move: getattr(move, "daleks", 0))
    line = session.game.notation.spell(attack, session.position)
    origin = Origin("fake", "1", 1, seat)
    posts = (ArchivedPost(1, "Amy", f"{line}\n{line}", where="fake #1", names=(seat,), origin=origin),)
    rules = FollowedRules({seat: seat})
    walk = stage_posts(session.store, GAMES, Archive("thread", posts), Target("rolled"), rules=rules)
    list(walk.follow())
    assert walk.session.head.seq > session.head.seq
    asked = ask(walk, 1)
    assert asked is not None
    assert walk.open is not None
    assert walk.open.stopped is not None
    assert (asked.is_private, asked.reason) == (False, walk.open.stopped.message)


def test_reading_that_breaks_a_rule_is_no_option() -> None:
    walk, _ = begun(first="I draw a card. Blue key on b1, a plain open door. I enter at a1.")
    assert walk.open is not None
    every = offers(walk.open.paste, walk.open.paste.open[0])
    asked = ask(walk, 1)
    assert asked is not None
    assert any(one.is_refused for one in every)
    assert [" ".join(option.words) for option in asked.options] == [one.text for one in every if not one.is_refused]


def test_locked_session_waits_for_the_moderator() -> None:
    walk, _ = begun()
    assert walk.open is not None
    first = walk.open.paste.lines[0]
    walk.open = walk.open._replace(paste=msgspec.structs.replace(walk.open.paste, posts=()), stopped=first)
    private = ask(walk, 1)
    assert private is not None
    assert (private.is_private, private.seat) == (True, "tenth")
    walk.session.note(Suspended("until a host has checked it"))
    blocked = ask(walk, 1)
    assert blocked is not None
    assert (blocked.is_private, blocked.seat) == (False, "moderator")


def test_news_of_two_syncs_is_joined() -> None:
    one = ThreadNews((PostNews(1, "A", "", 3, 4),), 3, ("edited",))
    two = ThreadNews((PostNews(2, "B", "", 6, 7),), 6, ("edited", "deleted"))
    assert one.joined(two) == ThreadNews((*one.posts, *two.posts), 3, ("edited", "deleted"))
    assert ThreadNews().joined(two) == two
    assert ThreadNews().is_silent
    assert not two.is_silent
    assert msgspec.json.decode(msgspec.json.encode(one), type=ThreadNews) == one


def test_private_question_is_always_told_in_the_same_words() -> None:
    first = composed("discord", is_private=True, reason="x", quote="y")[0]
    assert first.text == composed("discord", is_private=True, options=(), refused=None)[0].text
    assert "A private question was sent to Twelfth. 3 later posts must wait for it." in first.text


def test_thread_asks_no_more_after_two_misunderstood_answers() -> None:
    reply, asked = composed("discord", misses=2)
    assert "Did you mean" not in reply.text
    assert asked.code in reply.text


@every_kind
def test_copy_of_a_reply_is_no_answer(kind: str) -> None:
    for misses in (0, 2):
        reply, asked = composed(kind, misses=misses)
        copied = SourcePost("p", "Omar", reply.text, 0)
        assert answer_in(copied, asked.seat, asked).kind == "chat"


HOSTILE = (
    "@everyone", "@here", "@nina", "<@123456>", "<#5>", "https://evil.example.org/x", "http://1.2.3.4/", "www.evil.org",
    "evil.org", "a@evil.org", "mailto:a@evil.org", "![x](y.png)", "[x](y)", "[url=x]y[/url]", "[img]x[/img]",
    "[quote=a]", "[code]", "```", "`", "||", "**", "__", "~~", "\n", "\r", "\u2028", "> ", "# ", "- ", "=== ", "<b>",
    "<img src=x>", "&#64;all", "&amp;", ":smile:", "$x$", "\\", "\\@all", "Q7 1", "q8", "\uff31\uff19", "\uff20all",
    "\uff1a//", "//evil/x", "1. ", "2) ", "+ ", "   ",
       "Reply with Q4 2.", f"344:{'a' * 32}", f"344:{'a' * 32} (reply 2)", SIGNED, "evil\u2024org",
    "== keys T3 tenth ==", "\u200b", "\u202e", "#general", ".", ":", "/", "Q", "4",
)  # fmt: skip
SIGNS = (
    "a",
    "Z",
    "9",
    " ",
    "\t",
    "-",
    "'",
    '"',
    "(",
    ")",
    "[",
    "]",
    "!",
    "\u00e9",
    "\u4e2d",
    "\U0001f600",
    "\0",
    "\ufeff",
)
typed = st.lists(st.sampled_from((*HOSTILE, *SIGNS)), max_size=8).map("".join)


def shape(text: str, kind: str) -> Mapping[str, object]:
    """Return what a reader, a forum or our own programs can take for more than text."""
    form = {"discourse": "markdown", "discord": "markdown", "feed": "bbcode"}.get(kind, "text")
    bare = re.sub(r"\\[^A-Za-z0-9\s]", "", text) if form == "markdown" else text
    marks = {"markdown": "*_`[]<>|~#{}$&\\", "bbcode": "[]", "text": ""}[form]
    return {
        "lines": text.count("\n"), "marks": [bare.count(mark) for mark in marks],
        "mentions": re.findall(r"[@\uff20]\w?", text), "codes": re.findall(r"(?i)q\d+", text),
        "lists": re.findall(r"(?m)^(?:- |\d\) )(?:(?:[-+*]|\d+[.)])(?!\S)|$)", text),
        "tags": re.findall(r"#\w", text),
        "links": re.findall(r"[^\s(]*(?::/|//|\w\.[^\W\d])[^\s)]*", text), "emoji": re.findall(r":\w+:", text),
        "heads": posted_heads(Archive("posts", (ArchivedPost(1, "bot", text),)), "autumn"), "fences": text.count("=="),
    }  # fmt: skip


def with_typed(kind: str, text: str) -> str:
    """Return a reply in which this text is an author's name, a line, a reason, a reading, a note and the title."""
    walk, before = followed()
    base = ask(walk, 4)
    assert base is not None
    options = (Option((text,), Answer()), Option((f"one {text}", text), Answer(), f"the same with {text}"))
    asked = msgspec.structs.replace(base, author=text, when=text, reason=f"a {text}", quote=text, options=options)
    news = ThreadNews((PostNews(1, text, text, before + 1, walk.session.head.seq),), before + 1, (text,))
    timeline = walk.timeline
    timeline.row = msgspec.structs.replace(timeline.row, title=f"A {text}")
    return compose(timeline, news, asked, context(kind)).text


@cache
def plain_shape(kind: str) -> Mapping[str, object]:
    return shape(with_typed(kind, "word"), kind)


@pytest.mark.parametrize("kind", ["discourse", "imap", "feed"])
@settings(max_examples=30)
@given(text=typed)
def test_typed_text_stays_text(kind: str, text: str) -> None:
    assert shape(with_typed(kind, text), kind) == plain_shape(kind)


long_texts = st.integers(0, 900).map(lambda length: ("Tenth @moves *\U0001f600* to c4. " * 40)[:length])


@settings(max_examples=30)
@given(
    words=st.lists(long_texts, min_size=1, max_size=6), names=st.lists(long_texts, max_size=40),
    number=st.sampled_from([1, 5]), page=st.sampled_from(["", PAGE, PAGE * 12]),
)  # fmt: skip
def test_discord_message_fits_with_its_marker_and_a_whole_question(
    words: list[str], names: list[str], number: int, page: str
) -> None:
    walk, before = followed()
    base = ask(walk, 4)
    assert base is not None
    options = tuple(Option((text, "end"), Answer()) for text in words)
    asked = msgspec.structs.replace(base, options=options)
    news = ThreadNews(tuple(PostNews(at, name, "", before + 1, 99) for at, name in enumerate(names)), 1, tuple(words))
    about = msgspec.structs.replace(context("discord", number), page=page, signed=SIGNED)
    reply = compose(walk.timeline, news, asked, about)
    assert len(reply.text.encode("utf-16-le", "surrogatepass")) <= 2 * LIMITS["discord"]
    assert reply.marker in reply.text
    assert "Question Q4" in reply.text
    if "Did you mean" in reply.text:
        assert reply.text.count(" end") >= len(words)
        assert "After Q4 no" in reply.text
    else:
        assert "see the page of the session" in reply.text


@pytest.mark.parametrize(("typed", "shown"), [
    ("see evil\u3002example\uff61org", "see evil. example. org"), ("a\u202eb", "a b"),
    ("one\ntwo\r\n# three", "one two # three"), ("Q\u200b1", "Q 1"), ("\u2066@all\u2069", "(at)all"),
])  # fmt: skip
def test_typed_text_is_one_line_without_invisible_signs(typed: str, shown: str) -> None:
    assert harmless(typed) == shown
