"""Erasing what somebody wrote, on the People page: shown first, gone for good, and no way to try out secrets."""

import pytest
from people import Table, visible
from players import play_on

from events.conduct import Noted, Posted, Remarked
from events.facts import ALONE
from events.store.accounts import MODERATOR, SEAT
from projections.shelf import Shelf

ERASE = "/s/gone/people/erase"
PEOPLE = "/s/gone/people"
PAGES = ("1", "9", "notes", "9.txt", "log.jsonl", "steps/outline.json", "audit", "kit", "feed.atom", "bundle.html?at=9")


@pytest.fixture
def table(games: Shelf) -> Table:
    table = Table(games, "gone", title="Gone")
    session = play_on(table.session, 3)
    session.note(Posted("black", "I am Julie <b>Smith</b>.", where="forum #3"), by="black")
    session.note(Remarked("yellow", "Well done, JULIE <b>smith"), by="yellow")
    session.note(Noted("black", "an empty hand", "9", "", f"black {ALONE}"), by="black")
    session.note(Noted("black", "Look, Julie", "9"), by="black")
    table.accounts.change("gone", names={"black": "Jools"}, mail={"black": "jools@example.org"})
    return table


def test_what_would_go_is_shown_first_and_then_it_is_gone(table: Table) -> None:
    moderator, stranger = table.browser(MODERATOR), table.browser()
    last = table.last
    assert "Julie" in stranger.read("/s/gone/notes")
    shown = moderator.send(PEOPLE, ERASE, author="black")
    assert shown.status_code == 200
    told = visible(shown.text).replace(" ,", ",")
    assert f"3 texts would be erased, in lines {last - 3}, {last - 1}, {last} ." in told, told[1800:2600]
    assert "Julie" in stranger.read("/s/gone/notes"), "nothing is gone yet"
    done = moderator.send(PEOPLE, ERASE, author="black", do="erase")
    assert "Erased: 3 texts, and the name and addresses beside the log." in visible(done.text)
    for page in PAGES:
        told = stranger.read(f"/s/gone/{page}")
        assert "Julie &lt;b&gt;Smith" not in told
        assert "I am Julie" not in told, page
    assert "removed" in visible(stranger.read("/s/gone/notes"))
    assert "JULIE" in stranger.read(f"/s/gone/{last - 2}"), "what others wrote stands"
    assert "Jools" not in moderator.read(PEOPLE)
    assert table.accounts.settings("gone").mail == {}


def test_words_find_public_texts_of_every_author(table: Table) -> None:
    moderator = table.browser(MODERATOR)
    assert "3 texts would be erased" in visible(moderator.send(PEOPLE, ERASE, author="", words="julie").text)
    assert "Erased: 3 texts." in visible(moderator.send(PEOPLE, ERASE, author="", words="julie", do="erase").text)
    assert "Jools" in moderator.read(PEOPLE)


@pytest.mark.parametrize("author", ["", "black"])
def test_what_a_seat_wrote_for_itself_is_not_tried_out(table: Table, author: str) -> None:
    moderator = table.browser(MODERATOR)
    for do in ("", "erase"):
        asked, other = (
            moderator.send(PEOPLE, ERASE, author=author, words=words, do=do) for words in ("empty hand", "empty heart")
        )
        assert asked.status_code == other.status_code == 200
        assert asked.text.replace("empty hand", "") == other.text.replace("empty heart", "")
    assert "an empty hand" in table.browser(SEAT, "black").read("/s/gone/notes?as=black")


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({}, "whose texts are erased"), ({"words": "ab"}, "at least 3 characters"),
        ({"author": "nobody"}, "wrote nothing here"), ({"author": "black", "first": "²"}, "no number of a line"),
        ({"author": "black", "first": "9", "last": "3"}, "no lines 9 to 3"),
        ({"author": "black", "last": "99999"}, "no lines 1 to 99999"),
    ],
)  # fmt: skip
def test_refuses_texts_that_cannot_be_named(table: Table, sent: dict[str, str], says: str) -> None:
    for do in ("", "erase"):
        answer = table.browser(MODERATOR).send(PEOPLE, ERASE, **sent, do=do)
        assert answer.status_code == 422
        assert says in visible(answer.text)
    assert table.store.erased("gone") == 0
