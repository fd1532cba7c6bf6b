"""What every source of posts on the web must do, whichever its site is."""

import logging
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from fake_sources import (
    HOST,
    START_MS,
    FakeDiscord,
    FakeDiscourse,
    FakeFeed,
    FakeGeek,
    FakeThread,
    Fault,
    body,
    cut,
    endless,
    hang,
    huge,
    lost,
    redirect,
    status,
)

from events.store.followed import FollowedThread
from replay.following.authors import writer_of
from replay.importing.archive import one_line
from replay.posts.blocks import LONGEST_POST
from replay.sources import boardgamegeek, discord, discourse, feed, web
from replay.sources.hosts import PRIVATE_HOSTS
from replay.sources.kinds import open_source, source_of as source_of_text
from replay.sources.source import NAME_ONLY, RECENT, Fetched, Proof, Reply, Source, SourceError

PNG = b"\x89PNG\r\n\x1a\n"


class Kind(NamedTuple):
    """A kind of source, its fake server, and what the site shows."""

    fake: type[FakeThread]
    source: Any
    module: Any
    has_ids: bool = True  # authors have numbers
    proof: Proof = "account"
    has_window: bool = False  # only the last posts
    has_deletions: bool = True
    has_edit_marks: bool = False  # the site says which posts nobody has edited
    can_reply: bool = True


KINDS = [
    Kind(FakeDiscourse, discourse.DiscourseSource, discourse),
    Kind(
        FakeFeed,
        feed.FeedSource,
        feed,
        has_ids=False,
        proof="none",
        has_window=True,
        has_deletions=False,
        can_reply=False,
    ),
    Kind(
        FakeGeek, boardgamegeek.BoardGameGeekSource, boardgamegeek, has_ids=False, has_edit_marks=True, can_reply=False
    ),
    Kind(FakeDiscord, discord.DiscordSource, discord, has_edit_marks=True),
]
EVERY = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.fake.kind, scope="module")


@pytest.fixture(autouse=True)
def private(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRIVATE_HOSTS, HOST)
    monkeypatch.setattr(web, "pause", lambda _seconds: None)


@pytest.fixture
def fake(kind: Kind) -> Iterator[FakeThread]:
    with kind.fake() as server:
        yield server


def source_of(kind: Kind, fake: FakeThread) -> Source:
    source: Source = kind.source(fake.place, fake.secret)
    return source


def texts(fetched: Fetched) -> list[str]:
    return [post.text for post in fetched.posts]


def ids(fetched: Fetched) -> list[str]:
    return [post.id for post in fetched.posts]


def wrote(fake: FakeThread, number: int) -> list[str]:
    """Write so many further posts, and return their ids."""
    return [fake.write(("Anna", "Bob")[at % 2], f"post {at}") for at in range(number)]


@EVERY
def test_reads_every_post_once_and_in_order(kind: Kind, fake: FakeThread) -> None:
    written = wrote(fake, 12 if kind.has_window else 2 * RECENT + 30)
    source = source_of(kind, fake)
    fetched = source.fetch("", frozenset())
    assert ids(fetched) == written
    assert texts(fetched) == [f"post {at}" for at in range(len(written))]
    assert fetched == source_of(kind, fake).fetch("", frozenset())
    assert fetched.has_gap == kind.has_window
    assert not any(post.is_cut or post.is_automatic for post in fetched.posts)
    assert [post.at_ms for post in fetched.posts] == [START_MS + at * 60_000 for at in range(len(written))]
    assert all(post.link.startswith(fake.url) for post in fetched.posts)


@EVERY
def test_reads_new_posts_and_the_last_ones_before_them(kind: Kind, fake: FakeThread) -> None:
    written = wrote(fake, 12 if kind.has_window else 2 * RECENT + 30)
    source = source_of(kind, fake)
    first = source.fetch("", frozenset())
    new = wrote(fake, 3)
    second = source.fetch(first.cursor, frozenset(written))
    assert ids(second) == [*written[-RECENT:], *new][-len(second.posts) :]
    assert set(new) < set(ids(second))
    assert not second.has_gap
    assert not second.deleted
    third = source.fetch(second.cursor, frozenset([*written, *new]))
    assert set(ids(third)) <= {*written[-RECENT:], *new}


@EVERY
def test_the_same_author_has_the_same_id(kind: Kind, fake: FakeThread) -> None:
    fake.write("Anna", "one")
    fake.write("Anna", "two", author_id=4711)
    posts = source_of(kind, fake).fetch("", frozenset()).posts
    assert [post.author for post in posts] == ["Anna", "Anna"]
    if kind.has_ids:
        assert posts[1].author_id == "4711"
        assert posts[0].author_id not in ("", "4711")
    else:
        assert {post.author_id for post in posts} == {"Anna" if kind.proof == "account" else ""}
    assert {post.proof for post in posts} == {kind.proof}


LONG = "The Right Honourable Lord Rory of the Far Northern Realm, First of His Name"
ALIKE = ("Rory", "-Rory-", "Rory,", "@Rory", "Rory\u200b", "Rory\u200e", "Rory\ufeff", "RORY", LONG, f"{LONG} II")


@EVERY
def test_authors_with_different_names_have_different_ids(kind: Kind, fake: FakeThread) -> None:
    for at, name in enumerate(ALIKE, 1):
        fake.write(name, "Hello.", author_id=at)
    posts = source_of(kind, fake).fetch("", frozenset()).posts
    writers = [writer_of(post) for post in posts]
    assert len(set(writers)) == len(ALIKE)
    assert kind.has_ids or writers[0].removeprefix(NAME_ONLY) == "Rory"
    assert all(one_line(writer, 100) == writer for writer in writers)


@EVERY
def test_sees_an_edit_of_a_recent_post(kind: Kind, fake: FakeThread) -> None:
    written = wrote(fake, 5)
    source = source_of(kind, fake)
    first = source.fetch("", frozenset())
    fake.edit(written[1], "post 1, edited")
    second = source.fetch(first.cursor, frozenset(written))
    found = {post.id: post for post in second.posts}
    assert found[written[1]].text == "post 1, edited"
    assert found[written[1]].edited_ms > found[written[1]].at_ms
    assert found[written[2]].edited_ms == 0
    assert not found[written[1]].is_unedited
    assert found[written[2]].is_unedited is kind.has_edit_marks


@EVERY
def test_sees_an_edit_of_an_old_post_if_all_posts_are_asked_for(kind: Kind, fake: FakeThread) -> None:
    if kind.has_window:
        return
    written = wrote(fake, RECENT + 30)
    source = source_of(kind, fake)
    first = source.fetch("", frozenset())
    fake.edit(written[2], "post 2, edited")
    assert "post 2, edited" not in texts(source.fetch(first.cursor, frozenset(written)))
    whole = source.fetch(first.cursor, frozenset(written), whole=True)
    assert "post 2, edited" in texts(whole)
    assert ids(whole) == written
    assert whole.is_whole


@EVERY
def test_sees_deleted_posts(kind: Kind, fake: FakeThread) -> None:
    written = wrote(fake, 8)
    source = source_of(kind, fake)
    first = source.fetch("", frozenset())
    fake.delete(written[3])
    fake.delete(written[7])
    second = source.fetch(first.cursor, frozenset(written), whole=True)
    assert not {written[3], written[7]} & set(ids(second))
    assert not second.has_gap
    if kind.has_deletions:
        assert set(second.deleted) == {written[3], written[7]}
    else:
        assert not second.deleted
    new = fake.write("Anna", "after the deletion")
    assert new in ids(source.fetch(second.cursor, frozenset(written)))


@EVERY
def test_dates_that_jump_do_not_change_the_order(kind: Kind, fake: FakeThread) -> None:
    written = [fake.write("Anna", f"post {at}", at_ms=at_ms) for at, at_ms in enumerate((
        START_MS, START_MS + 90 * 86_400_000, START_MS + 60_000, 1000, START_MS + 120_000,
    ))]  # fmt: skip
    assert ids(source_of(kind, fake).fetch("", frozenset())) == written


@EVERY
def test_leaves_out_quotations(kind: Kind, fake: FakeThread) -> None:
    fake.write("Anna", "P: Kb c2")
    fake.write("Bob", '[quote="Anna, post:1"]\nP: Kb c2\n[/quote]\nNice one.')
    assert texts(source_of(kind, fake).fetch("", frozenset()))[1] == "Nice one."


@EVERY
def test_an_empty_thread_has_no_posts(kind: Kind, fake: FakeThread) -> None:
    source = source_of(kind, fake)
    empty = source.fetch("", frozenset())
    assert not empty.posts
    written = wrote(fake, 2)
    assert ids(source.fetch(empty.cursor, frozenset())) == written


FAULTS = [
    status(401), status(403), status(404), status(410), status(429, Retry_After="300"), status(500), status(503),
    hang, cut, huge, endless, body(b"<html>No</html>"), body(b""), redirect("https://elsewhere.example/"), lost,
]  # fmt: skip


@EVERY
@pytest.mark.parametrize("fault", FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_an_error_that_names_the_host_and_no_secret(
    kind: Kind, fake: FakeThread, fault: Fault, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(web, "_PATIENCE_S", 0.05 if fault is hang else 10)
    wrote(fake, 3)
    source = source_of(kind, fake)
    fake.faults.extend([fault] * 12)  # a page that is too long is asked for in parts
    with caplog.at_level(logging.DEBUG), pytest.raises(SourceError) as caught:
        source.fetch("", frozenset())
    error, hush = caught.value, fake.secret.rpartition(":")[2] or "no secret"
    assert HOST in str(error)
    assert hush not in f"{error}{error!r}{error.__cause__!r}{source!r}{caplog.text}"
    assert not error.may_have_arrived
    fake.faults.clear()
    assert len(source.fetch("", frozenset()).posts) == 3


@EVERY
def test_a_wait_in_the_middle_keeps_the_posts_before_it(
    kind: Kind, fake: FakeThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind.has_window:
        return
    monkeypatch.setattr(kind.module, "_PAGE", 20)
    written = wrote(fake, 250)
    source = source_of(kind, fake)
    fake.faults.extend([None, None, status(429, Retry_After="300")])
    first = source.fetch("", frozenset())
    assert 0 < len(first.posts) < 250
    assert ids(first) == written[: len(first.posts)]
    assert "300 seconds" in first.more
    rest = source.fetch(first.cursor, frozenset(ids(first)))
    assert [*ids(first), *(each for each in ids(rest) if each not in ids(first))] == written


@EVERY
def test_a_lasting_error_in_the_middle_is_no_partial_fetch(
    kind: Kind, fake: FakeThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind.has_window:
        return
    monkeypatch.setattr(kind.module, "_PAGE", 20)
    wrote(fake, 100)
    fake.faults.extend([None, None, status(403)])
    with pytest.raises(SourceError) as caught:
        source_of(kind, fake).fetch("", frozenset())
    assert caught.value.is_lasting


@EVERY
def test_a_text_that_is_longer_than_a_post_can_be_is_cut(kind: Kind, fake: FakeThread) -> None:
    fake.write("Anna", "x" * (LONGEST_POST + 1))
    fake.write("Anna", "y" * LONGEST_POST)
    posts = source_of(kind, fake).fetch("", frozenset()).posts
    assert [(len(post.text), post.is_cut) for post in posts] == [(0, True), (LONGEST_POST, False)]


@EVERY
def test_an_address_of_the_site_is_recognised(kind: Kind, fake: FakeThread) -> None:
    assert kind.module.recognise(fake.place) == fake.place
    assert kind.module.KIND == kind.fake.kind == source_of(kind, fake).kind
    assert source_of(kind, fake).place == fake.place
    for other in ("", "https://", "/home/anna", "imaps://anna@mail.example.org/INBOX", f"{fake.url}/"):
        assert kind.module.recognise(other) is None


@EVERY
def test_a_source_is_opened_by_the_text_of_its_address(kind: Kind, fake: FakeThread) -> None:
    assert source_of_text(fake.place) == (kind.fake.kind, fake.place)
    opened = open_source(FollowedThread("friday", kind.fake.kind, fake.place), fake.secret, is_shared=False)
    assert isinstance(opened, kind.source)


@EVERY
def test_begins_in_the_middle_of_a_long_thread(kind: Kind, fake: FakeThread) -> None:
    if kind.has_window:
        return
    written = wrote(fake, 2 * RECENT + 30)
    thread = FollowedThread("friday", kind.fake.kind, fake.place, begin=written[RECENT + 40])
    source = open_source(thread, fake.secret, is_shared=False)
    first = source.fetch("", frozenset())
    assert ids(first) == written[RECENT + 40 :]
    assert not first.has_gap
    fake.delete(written[-5])
    new = fake.write("Anna", "new")
    for whole in (False, True):
        second = source.fetch(first.cursor, frozenset(ids(first)), whole=whole)
        assert ids(second) == [*written[RECENT + 40 : -5], *written[-4:], new]
        assert second.deleted == (written[-5],)


@EVERY
def test_nothing_is_missing_for_a_good_thread(kind: Kind, fake: FakeThread) -> None:
    wrote(fake, 1)
    assert source_of(kind, fake).check() == ()
    fake.faults.extend([status(404)] * 5)
    assert HOST in " ".join(source_of(kind, fake).check())


@EVERY
def test_posts_a_reply_and_finds_it_again(kind: Kind, fake: FakeThread) -> None:
    asked = fake.write("Anna", "Blue b2?")
    source = source_of(kind, fake)
    assert (source.can_reply, source.can_find) == (kind.can_reply, kind.can_reply)
    reply = Reply("Blue: b2. Checkpoint 344:02fc", "344:02fc", answers=asked, picture=PNG)
    if not kind.can_reply:
        with pytest.raises(SourceError):
            source.reply(reply)
        return
    assert source.find(reply.marker) == ""
    own = source.reply(reply)
    fake.write("Anna", f"You wrote {reply.marker}, really?")
    assert source.find(reply.marker) == own
    assert fake.post(own).text.startswith(reply.text)
    assert fake.post(own).answers == int(asked)


@EVERY
def test_a_reply_without_an_answer_is_found(kind: Kind, fake: FakeThread) -> None:
    if not kind.can_reply:
        return
    wrote(fake, 3)
    source = source_of(kind, fake)
    fake.faults.append(lost)
    with pytest.raises(SourceError) as caught:
        source.reply(Reply("Checkpoint 344:02fc", "344:02fc"))
    assert caught.value.may_have_arrived
    assert source.find("344:02fc") == str(fake.posts[-1].id)


@EVERY
def test_a_wrong_token_is_a_lasting_error(kind: Kind, fake: FakeThread) -> None:
    wrote(fake, 1)
    if not fake.secret:
        return
    source: Source = kind.source(fake.place, f"{fake.secret}-other")
    with pytest.raises(SourceError) as caught:
        source.fetch("", frozenset())
    assert caught.value.is_lasting
