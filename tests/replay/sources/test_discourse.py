"""A topic of a Discourse forum."""

from collections.abc import Iterator

import pytest
from fake_sources import HOST, FakeDiscourse, answer_json, body, redirect, status

from replay.sources.discourse import DiscourseSource, recognise
from replay.sources.hosts import PRIVATE_HOSTS
from replay.sources.source import Reply, SourceError


@pytest.fixture(autouse=True)
def private(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRIVATE_HOSTS, HOST)


@pytest.fixture
def fake() -> Iterator[FakeDiscourse]:
    with FakeDiscourse() as server:
        yield server


@pytest.fixture
def source(fake: FakeDiscourse) -> DiscourseSource:
    return DiscourseSource(fake.place, fake.secret)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("https://Forum.example/t/a-title/12", "https://forum.example/t/12"),
        ("https://forum.example/t/12/7?u=anna", "https://forum.example/t/12"),
        ("https://forum.example/t/a-title/12/", "https://forum.example/t/12"),
        ("https://example.org/forum/t/a-title/12/345", "https://example.org/forum/t/12"),
        ("https://forum.example/t/a-title/12.rss", None), ("https://forum.example/t/a-title", None),
        ("http://forum.example/t/12", None), ("https://forum.example/u/anna", None),
        ("https://forum.example/thread/12", None), ("https://forum.example/12", None),
    ],
)  # fmt: skip
def test_recognises_the_addresses_of_a_topic(text: str, place: str | None) -> None:
    assert recognise(text) == place


def test_reads_the_rendered_text_if_the_forum_does_not_show_the_source(
    fake: FakeDiscourse, source: DiscourseSource
) -> None:
    fake.write("Anna", "one")
    fake.shows_raw = False
    cooked = (
        '<aside class="quote" data-username="anna"><div class="title"> anna:</div><blockquote>one</blockquote></aside>'
        "<p>Blue b2<br>and <strong>stop</strong> &amp; end</p>"
    )
    post = {**fake.shown_post(fake.posts[0]), "cooked": cooked}
    fake.faults.extend([None, body(answer_json({"post_stream": {"posts": [post]}}).body)])
    assert source.fetch("", frozenset()).posts[0].text == "Blue b2\nand stop & end"


def test_marks_the_posts_of_the_system_and_of_bots(fake: FakeDiscourse, source: DiscourseSource) -> None:
    fake.write("system", "closed", author_id=-1)
    fake.write("Anna", "split", is_automatic=True)
    fake.write("Anna", "one")
    posts = source.fetch("", frozenset()).posts
    assert [(post.is_automatic, post.proof) for post in posts] == [
        (True, "none"),
        (True, "account"),
        (False, "account"),
    ]


def test_own_replies_are_automatic_and_other_posts_of_the_account_are_not(
    fake: FakeDiscourse, source: DiscourseSource
) -> None:
    marker = f"344:{'02fc' * 8} (reply 3)"
    for text, is_own in ((f"Whose turn?\n`{marker}`", True), ("My move.", True), (f"`{marker}`", False)):
        fake.write("bell", text, is_own=is_own)
    assert [post.is_automatic for post in source.fetch("", frozenset()).posts] == [True, False, False]


def test_a_post_that_answers_another_names_it(fake: FakeDiscourse, source: DiscourseSource) -> None:
    asked = fake.write("bell", "Did you mean 1) or 2)?", is_own=True)
    fake.write("Anna", "1", answers=asked)
    assert [post.answers for post in source.fetch("", frozenset()).posts] == ["", asked]


@pytest.mark.parametrize("is_known", [False, True])
def test_a_hidden_post_is_a_cut_one_until_it_is_known(
    fake: FakeDiscourse, source: DiscourseSource, is_known: bool  # noqa: FBT001
) -> None:  # fmt: skip
    hidden = fake.write("Anna", "one", is_hidden=True)
    fetched = source.fetch("", frozenset([hidden] if is_known else []), whole=True)
    assert fetched.is_whole is not is_known
    if is_known:
        assert not fetched.posts
        assert not fetched.deleted
        assert "hidden" in fetched.notes[0]
    else:
        assert [(post.text, post.is_cut) for post in fetched.posts] == [("", True)]


def test_leaves_out_whispers_and_posts_that_their_author_deleted(fake: FakeDiscourse, source: DiscourseSource) -> None:
    kept = fake.write("Anna", "one")
    first, second = fake.write("Anna", "two"), fake.write("Anna", "three")
    shown = [fake.shown_post(post) for post in fake.posts]
    shown[1] |= {"user_deleted": True, "raw": "(post deleted by author)"}
    shown[2] |= {"post_type": 4}
    fake.faults.extend([None, body(answer_json({"post_stream": {"posts": shown}}).body)])
    fetched = source.fetch("", frozenset([kept, first, second]))
    assert [post.id for post in fetched.posts] == [kept]
    assert fetched.deleted == (first,)


def test_reports_a_closed_topic_even_if_it_has_not_changed(fake: FakeDiscourse, source: DiscourseSource) -> None:
    fake.write("Anna", "one")
    fake.is_closed = True
    first = source.fetch("", frozenset())
    second = source.fetch(first.cursor, frozenset(["11"]))
    assert (first.closed, second.closed, second.posts) == ("the topic was closed", "the topic was closed", ())
    assert len(fake.requests) == 3, "the second fetch was a conditional request"
    assert "closed" in source.check()[0]


def test_a_topic_that_was_moved_names_the_new_one(fake: FakeDiscourse, source: DiscourseSource) -> None:
    there = answer_json({"id": 99, "post_stream": {"stream": [], "posts": []}}).body
    fake.faults.extend([redirect("/t/other/99.json"), body(there)])
    with pytest.raises(SourceError, match="/t/99"):
        source.fetch("", frozenset())


def test_a_topic_without_a_list_of_posts_is_too_long(fake: FakeDiscourse, source: DiscourseSource) -> None:
    fake.faults.append(body(answer_json({"id": 77, "post_stream": {"posts": []}}).body))
    with pytest.raises(SourceError) as caught:
        source.fetch("", frozenset())
    assert caught.value.is_lasting


def test_reads_smaller_pages_if_posts_are_long(fake: FakeDiscourse, source: DiscourseSource) -> None:
    written = [fake.write("Anna", f"{at} {'x' * (70_000 if at >= 20 else 1)}") for at in range(40)]
    assert [post.id for post in source.fetch("", frozenset()).posts] == written


def test_a_reply_goes_without_its_picture_if_the_forum_allows_no_uploads(
    fake: FakeDiscourse, source: DiscourseSource
) -> None:
    fake.faults.append(status(422))
    source.reply(Reply("Blue b2", "b2", picture=b"PNG"))
    assert fake.posts[-1].text == "Blue b2"


def test_reports_a_reply_that_waits_for_approval(fake: FakeDiscourse, source: DiscourseSource) -> None:
    fake.faults.append(body(b'{"action": "enqueued", "success": true}'))
    with pytest.raises(SourceError, match="approves") as caught:
        source.reply(Reply("Blue b2", "b2"))
    assert (caught.value.may_have_arrived, caught.value.is_lasting) == (True, True)


def test_reads_a_topic_without_a_key_and_does_not_reply(fake: FakeDiscourse) -> None:
    fake.write("Anna", "one")
    source = DiscourseSource(fake.place)
    assert [post.text for post in source.fetch("", frozenset()).posts] == ["one"]
    assert not source.can_reply
    DiscourseSource(fake.place, "only-a-key").fetch("", frozenset())
    assert fake.requests[-1].headers["user-api-key"] == "only-a-key"


def test_reads_a_topic_of_5000_posts(fake: FakeDiscourse, source: DiscourseSource) -> None:
    written = [fake.write("Anna", f"post {at}") for at in range(5030)]
    fetched = source.fetch("", frozenset())
    assert [post.id for post in fetched.posts] == written[:5000]
    assert fetched.more == "30 posts are left for the next fetch"
    rest = source.fetch(fetched.cursor, frozenset(written[:5000]))
    assert [post.id for post in rest.posts] == written[4950:]
