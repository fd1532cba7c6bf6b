"""A feed of one topic."""

from collections.abc import Iterator

import pytest
from fake_sources import HOST, FakeFeed, body, page_of

from replay.sources.feed import FeedSource, recognise
from replay.sources.hosts import PRIVATE_HOSTS
from replay.sources.source import SourceError, SourcePost


@pytest.fixture(autouse=True)
def private(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRIVATE_HOSTS, HOST)


@pytest.fixture
def fake() -> Iterator[FakeFeed]:
    with FakeFeed() as server:
        yield server


def rss(*items: str, more: str = "") -> bytes:
    content = 'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    return f'<rss version="2.0" {content}><channel><title>T</title>{more}{"".join(items)}</channel></rss>'.encode()


def item(number: int, text: str, *, full: str = "", author: str = "Anna") -> str:
    content = f"<content:encoded><![CDATA[{full}]]></content:encoded>" if full else ""
    return (
        f"<item><title>T</title><dc:creator><![CDATA[@{author}]]></dc:creator>{content}"
        f"<description><![CDATA[{text}]]></description><link>https://f.example/t/x/5/{number}</link>"
        f"<pubDate>Mon, 30 Nov 2026 07:{number:02}:00 +0000</pubDate>"
        f'<guid isPermaLink="false">f-post-5-{number}</guid></item>'
    )


def posts(fake: FakeFeed, page: bytes) -> tuple[SourcePost, ...]:
    fake.faults.append(body(page))
    return FeedSource(fake.place).fetch("", frozenset()).posts


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("feed:https://F.example/whatever?t=5", "https://f.example/whatever?t=5"),
        ("https://f.example/feed/topic/5", "https://f.example/feed/topic/5"),
        ("https://f.example/forum/feed.php?t=5", "https://f.example/forum/feed.php?t=5"),
        ("https://f.example/t/title/5.rss", "https://f.example/t/title/5.rss"),
        ("https://f.example/t/title/5", None), ("feed:http://f.example/feed", None), ("feed:", None),
    ],
)  # fmt: skip
def test_recognises_the_address_of_a_feed(text: str, place: str | None) -> None:
    assert recognise(text) == place


def test_reads_the_text_of_a_post_without_what_the_forum_adds(fake: FakeFeed) -> None:
    fake.write("Anna", "Blue: b2\nstop & end <now>")
    assert [post.text for post in FeedSource(fake.place).fetch("", frozenset()).posts] == ["Blue: b2\nstop & end <now>"]


def test_reports_a_gap_if_no_known_post_is_in_the_feed(fake: FakeFeed) -> None:
    fake.window = 5
    source = FeedSource(fake.place)
    written = [fake.write("Anna", f"post {at}") for at in range(5)]
    first = source.fetch("", frozenset())
    written += [fake.write("Anna", f"post {at}") for at in range(5, 9)]
    second = source.fetch(first.cursor, frozenset(written[:5]))
    assert not second.has_gap
    written += [fake.write("Anna", f"post {at}") for at in range(9, 15)]
    third = source.fetch(second.cursor, frozenset(written[:9]))
    assert third.has_gap
    assert [post.id for post in third.posts] == written[-5:]
    after = source.fetch(third.cursor, frozenset([*written[:9], *written[-5:]]))
    assert not after.has_gap
    assert [post.id for post in after.posts] == written[-5:], "a feed with a gap is read again, although it is the same"


@pytest.mark.parametrize(("numbers", "has_gap"), [((1, 2), False), ((11, 12), True)])
def test_posts_before_the_first_fetch_may_be_missing(fake: FakeFeed, numbers: tuple[int, ...], has_gap: bool) -> None:  # noqa: FBT001
    fake.faults.append(body(rss(*(item(number, "<p>hello</p>") for number in numbers))))
    assert FeedSource(fake.place).fetch("", frozenset()).has_gap == has_gap


def test_a_deleted_last_post_is_no_gap(fake: FakeFeed) -> None:
    source = FeedSource(fake.place)
    written = [fake.write("Anna", f"post {at}") for at in range(5)]
    first = source.fetch("", frozenset())
    fake.delete(written[-1])
    fake.write("Anna", "post 5")
    assert not source.fetch(first.cursor, frozenset(written)).has_gap


def test_reads_the_feed_only_if_it_changed(fake: FakeFeed) -> None:
    source = FeedSource(fake.place)
    fake.write("Anna", "one")
    first = source.fetch("", frozenset(["p11"]))
    assert source.fetch(first.cursor, frozenset(["p11"])) == (first.__class__((), first.cursor))
    assert len(source.fetch(first.cursor, frozenset(["p11"]), whole=True).posts) == 1


@pytest.mark.parametrize(
    ("text", "full", "is_cut"),
    [
        ("<p>Blue b2.</p>", "", False), ("<p>Blue b2, and then\u2026</p>", "", True), ("<p>Blue b2 ...</p>", "", True),
        ("<p>Blue [\u2026]</p>", "", True), ('<p>Blue</p><p><a href="https://f.example/">Read more</a></p>', "", True),
        ("Blue b2...", "<p>Blue b2, and stop.</p>", False), ("", "<p>Hmm...</p>", False),
        ("", "<p>Blue [...]</p>", True),
        ('<p>Blue</p>\n<p><a href="https://f.example/t/x/5/1">Read full topic</a></p>', "", False),
    ],
)  # fmt: skip
def test_sees_a_text_that_the_forum_has_cut(fake: FakeFeed, text: str, full: str, is_cut: bool) -> None:  # noqa: FBT001
    assert [post.is_cut for post in posts(fake, rss(item(1, text, full=full)))] == [is_cut]
    fake.faults.append(body(rss(item(1, text, full=full))))
    assert len(FeedSource(fake.place).check()) == is_cut


def test_a_summary_of_an_atom_feed_is_cut(fake: FakeFeed) -> None:
    entry = "<entry><id>tag:f.example,5</id><title>T</title><summary>Blue b2.</summary></entry>"
    found = posts(fake, f'<feed xmlns="http://www.w3.org/2005/Atom">{entry}</feed>'.encode())
    assert [(post.text, post.is_cut, post.author, post.at_ms) for post in found] == [("Blue b2.", True, "somebody", 0)]


def test_a_mail_address_in_a_name_belongs_to_the_name(fake: FakeFeed) -> None:
    names = ["Anna", "Anna a@f.example", "a@f.example (Anna)"]
    found = posts(fake, rss(*(item(at, "Hello.", author=name) for at, name in enumerate(names, 1))))
    assert [post.author for post in found] == [f"@{name}" for name in names]


def test_reads_rss_in_either_order(fake: FakeFeed) -> None:
    texts = ["one", "two", "three"]
    items = [item(number, page_of(text)) for number, text in enumerate(texts, 1)]
    assert [post.text for post in posts(fake, rss(*items))] == texts
    found = posts(fake, rss(*reversed(items)))
    assert [(post.text, post.author, post.id) for post in found] == [
        (text, "@Anna", f"f-post-5-{number}") for number, text in enumerate(texts, 1)
    ]
    assert [post.at_ms % 3_600_000 for post in found] == [60_000, 120_000, 180_000]


def test_an_id_is_short_plain_and_always_the_same(fake: FakeFeed) -> None:
    odd = [item(number, "x").replace(f"f-post-5-{number}", f"tag, with {number} spaces") for number in (1, 2)]
    first = [post.id for post in posts(fake, rss(*odd))]
    assert first == [post.id for post in posts(fake, rss(*odd))]
    assert all(each.isalnum() for each in first)
    assert len(set(first)) == 2
    assert len(posts(fake, rss(item(1, "x"), item(1, "y")))) == 1


BOMB = '<!DOCTYPE rss [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("page", "says"),
    [
        (BOMB.encode() + rss(more="&b;"), "document type"),
        (b'<!DOCTYPE rss SYSTEM "file:///etc/passwd">' + rss(), "document type"),
        (f'<?xml version="1.0" encoding="utf-16"?>{BOMB}<rss/>'.encode("utf-16"), "document type"),
        (rss(more="<a>" * 100 + "</a>" * 100), "too many elements"), (rss(more="&nbsp;"), "valid XML"),
        (b"<rss><channel>", "valid XML"), (rss(more="<no:name/>"), "valid XML"),
        (b"<html><p>Hello</p></html>", "not a feed"), (b"\xff\xfe\x00", "valid XML"),
        (rss(*(item(at % 60, "x") for at in range(5001))), "too many elements"),
    ],
    ids=range(10),
)  # fmt: skip
def test_refuses_entities_and_pages_that_are_no_feed(fake: FakeFeed, page: bytes, says: str) -> None:
    with pytest.raises(SourceError, match=says) as caught:
        posts(fake, page)
    assert HOST in str(caught.value)


def test_a_feed_needs_no_secret() -> None:
    with pytest.raises(SourceError):
        FeedSource("https://f.example/feed", "hush")
