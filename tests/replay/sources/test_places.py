"""The place of a thread from what a person types: the same place for the same thread, and no password in a message."""

import pytest

from events.errors import RefusedError
from replay.sources.hosts import PRIVATE_HOSTS
from replay.sources.kinds import author_of, source_of, thread_of


@pytest.mark.parametrize("text", [
    "https://anna:hush42@f.example/t/1", "feed:https://anna:hush42@f.example/rss", "https://anna:hush42/x@f.example/t/1",
    "anna:hush42@f.example", "imaps://anna:hush42@f.example/INBOX", "imap://anna:hush42@f.example",
    "https://f.example/x?key=hush42", "feed:https://anna:hush42/x@f.example",
])  # fmt: skip
def test_a_refusal_does_not_repeat_a_password(text: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        source_of(text)
    assert "hush42" not in str(refusal.value)


@pytest.mark.parametrize("text", ["nowhere", "~no-such-user/x", "", "a\0b"])
def test_refuses_what_is_not_a_thread(text: str) -> None:
    with pytest.raises(RefusedError, match="is not a thread that can be followed"):
        source_of(text)


@pytest.mark.parametrize("texts", [
    ("https://f.example/t/12", "https://F.example:443/t/a-title/12/5?page=2", "https://f.example//t/12",
     "https://f.example./t/12", "https://f.example/t/a-title/12.rss", "feed:https://f.example/t/12.rss"),
    ("https://f.example/bb/feed/topic/5", "https://f.example:443/bb/feed/topic/5/", "https://f.example/bb/feed.php?t=5",
     "https://f.example/bb/feed.php?f=2&t=5&x=1", "https://f.example/bb/app.php/feed/topic/5"),
    ("feed:https://f.example/x?a=1", "feed:https://f.example:443/x?a=1"),
    ("https://boardgamegeek.com/thread/12", "https://www.boardgamegeek.com:443/thread/12/a-game"),
    ("http://localhost:8001/t/5", "http://127.0.0.1:8001/t/5"),
    ("imaps://anna@h.example/Games", "imaps://anna@h.example:993/Games/", "imaps://anna@H.example./Games"),
    ("imap://anna@localhost/", "imap://anna@127.0.0.1:143/inbox"), ("discord:12", "https://discord.com/channels/1/12/9"),
])  # fmt: skip
def test_all_addresses_of_a_thread_are_the_same_thread(texts: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRIVATE_HOSTS, "127.0.0.1,localhost")
    assert len({thread_of(*source_of(text)) for text in texts}) == 1


def test_addresses_of_different_threads_are_different() -> None:
    texts = (
        "https://f.example/t/12", "https://f.example/t/13", "https://g.example/t/12", "https://f.example:444/t/12",
        "https://f.example/feed.php?t=5", "https://f.example/feed.php?t=6", "https://f.example/feed/topic/7",
        "feed:https://f.example/x?a=1", "feed:https://f.example/x?a=2", "feed:https://f.example/x",
    )  # fmt: skip
    assert len({thread_of(*source_of(text)) for text in texts}) == len(texts)


def test_the_id_of_an_author_has_the_form_of_its_source() -> None:
    assert author_of("imap", "Anna.B@Example.org") == "anna.b@example.org"
    assert author_of("discourse", "12") == "12"
    assert author_of("feed", "name:Anna") == "name:Anna"
    assert author_of("boardgamegeek", "Anna") == "Anna"
    for kind in ("discord", "discourse", "feed"):
        with pytest.raises(RefusedError, match="is not the id of an author"):
            author_of(kind, "Anna")
