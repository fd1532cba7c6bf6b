"""A thread of BoardGameGeek."""

from collections.abc import Iterator
from html import escape

import pytest
from fake_sources import HOST, FakeGeek, body

from replay.sources.boardgamegeek import BoardGameGeekSource, recognise
from replay.sources.hosts import PRIVATE_HOSTS
from replay.sources.source import SourceError


@pytest.fixture(autouse=True)
def private(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRIVATE_HOSTS, HOST)


@pytest.fixture
def fake() -> Iterator[FakeGeek]:
    with FakeGeek() as server:
        yield server


@pytest.fixture
def source(fake: FakeGeek) -> BoardGameGeekSource:
    return BoardGameGeekSource(fake.place, fake.secret)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("https://www.BoardGameGeek.com/thread/12/a-game", "https://boardgamegeek.com/thread/12"),
        ("https://boardgamegeek.com/thread/12/article/345#345", "https://boardgamegeek.com/thread/12"),
        ("https://rpggeek.com/thread/12", "https://rpggeek.com/thread/12"),
        ("https://boardgamegeek.com/boardgame/12", None), ("https://other.example/thread/12", None),
        ("https://boardgamegeek.com/thread/twelve", None), ("http://boardgamegeek.com/thread/12", None),
    ],
)  # fmt: skip
def test_recognises_the_addresses_of_a_thread(text: str, place: str | None) -> None:
    assert recognise(text) == place


def article(number: int, page: str) -> str:
    return f'<article id="{number}" username="Anna" postdate="2026-09-21T17:19:51-05:00"><body>{page}</body></article>'


def thread(*articles: str, total: int = 0) -> bytes:
    return f'<thread id="3456" numarticles="{total}"><articles>{"".join(articles)}</articles></thread>'.encode()


QUOTED = escape(
    "<font color=#2121A4><div class='quote'><div class='quotetitle'><p><b>Bob wrote:</b></p></div>"
    "<div class='quotebody'><i>P: Kb c2</i></div></div></font><br/>Nice one."
)


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (QUOTED, "Nice one."),
        ('[q="Bob"]P: Kb c2[/q]Nice one.', "Nice one."), ("[Q]x[/Q]\nfine", "fine"),
        ("&lt;div&gt;b2 &amp;amp; stop&lt;/div&gt;end", "b2 & stop\nend"), ("", ""),
        ("&lt;div class=&quot;quote&quot;&gt;never closed", ""),
    ],
)  # fmt: skip
def test_reads_the_text_of_a_post_without_quotations(
    fake: FakeGeek, source: BoardGameGeekSource, page: str, text: str
) -> None:
    fake.faults.append(body(thread(article(7, page), total=1)))
    assert [(post.text, post.at_ms % 86_400_000) for post in source.fetch("", frozenset()).posts] == [
        (text, 80_391_000)
    ]


def test_reports_a_gap_if_the_thread_has_more_posts_than_were_read(fake: FakeGeek, source: BoardGameGeekSource) -> None:
    fake.faults.append(body(thread(article(7, "x"), total=3)))
    assert source.fetch("", frozenset()).has_gap


def test_a_thread_of_which_all_posts_are_gone_is_an_error(fake: FakeGeek, source: BoardGameGeekSource) -> None:
    fake.write("Anna", "one")
    first = source.fetch("", frozenset())
    fake.faults.append(body(thread()))
    with pytest.raises(SourceError, match="no posts"):
        source.fetch(first.cursor, frozenset(["11"]))


def test_reads_a_thread_only_if_it_changed(fake: FakeGeek, source: BoardGameGeekSource) -> None:
    written = [fake.write("Anna", f"post {at}") for at in range(60)]
    cursors = [source.fetch("", frozenset()).cursor]
    for _ in range(2):
        cursors.append(source.fetch(cursors[-1], frozenset(written)).cursor)
    assert source.fetch(cursors[-1], frozenset(written)).posts == ()
    fake.edit(written[-1], "edited")
    assert source.fetch(cursors[-1], frozenset(written)).posts[-1].text == "edited"


@pytest.mark.parametrize("page", [b'<error message="Thread not found"/>', b"<thread><error/></thread>"])
def test_reports_a_thread_that_does_not_exist(fake: FakeGeek, source: BoardGameGeekSource, page: bytes) -> None:
    fake.faults.append(body(page))
    with pytest.raises(SourceError) as caught:
        source.fetch("", frozenset())
    assert caught.value.is_lasting


def test_tries_again_later_if_the_site_prepares_the_answer(fake: FakeGeek, source: BoardGameGeekSource) -> None:
    fake.faults.append(body(b"<message>Your request for this has been accepted</message>"))
    with pytest.raises(SourceError) as caught:
        source.fetch("", frozenset())
    assert not caught.value.is_lasting


def test_reads_smaller_pages_if_the_first_posts_are_long(fake: FakeGeek, source: BoardGameGeekSource) -> None:
    written = [fake.write("Anna", f"{at} {'x' * 50_000}") for at in range(70)]
    assert [post.id for post in source.fetch("", frozenset()).posts] == written


def test_needs_the_token_of_an_application(fake: FakeGeek) -> None:
    assert "token" in BoardGameGeekSource(fake.place).check()[0]


def test_reads_a_thread_of_5000_posts_and_smaller_pages_if_posts_are_long(
    fake: FakeGeek, source: BoardGameGeekSource
) -> None:
    written = [fake.write("Anna", f"{at} {'x' * (30_000 if 600 < at < 680 else 1)}") for at in range(5600)]
    fetched = source.fetch("", frozenset())
    known = [post.id for post in fetched.posts]
    assert known == written[: len(known)]
    assert 5000 <= len(known) < 5600
    assert "next fetch" in fetched.more
    rest = source.fetch(fetched.cursor, frozenset(known))
    assert [post.id for post in rest.posts] == written[len(known) - 50 :]
    assert not rest.deleted
