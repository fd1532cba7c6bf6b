"""The search in the log: by words of moves, posts and notes, as far as the user may know them."""

import re

import pytest
from people import Table, visible
from toy import Dare

from events.session_events import Noted, Posted
from events.store.accounts import SEAT
from projections.contracts import Written
from projections.registry import Registry
from replay.session.submission import Request, submit


@pytest.fixture
def table(games: Registry) -> Table:
    """Entries: a post and its dare, a private post of Yellow, and a note that only Yellow can read."""
    found = Table(games, "friday", title="Friday")
    post = Posted("black", "I dare you,\nand bring <b>umbrellas</b>!")
    assert submit(found.session, "black", [Request(Written(Dare("black", "yellow")))], notes=[post]).done
    found.session.note(Posted("yellow", "umbrella in the hall", "yellow"))
    found.session.note(Noted("yellow", "my umbrella trick", "3", "", "yellow -alone"), by="yellow")
    return found


@pytest.mark.parametrize(
    ("seat", "words", "found"),
    [
        ("", "UMBRELLA", ["I dare you,"]), ("", "umbrellas bring", ["I dare you,"]), ("", "umbrella trick", []),
        ("", "made black", ["dare"]), ("", "1.1", ["dare"]), ("", "nowhere", []), ("", "   ", []),
        ("", "hall", []), ("black", "hall", []), ("black", "trick", []), ("yellow", "hall", ["umbrella in the hall"]),
        ("yellow", "trick", ["my umbrella trick"]),
    ],
)  # fmt: skip
def test_finds_what_the_user_may_know(table: Table, seat: str, words: str, found: list[str]) -> None:
    browser = table.browser(*((SEAT, seat) if seat else ()))
    page = browser.read(f"/s/friday/find?q={words}{f'&as={seat}' if seat else ''}")
    rows = re.findall('<li[^>]*><a href="/s/friday/[0-9]+[^>]*>(.*?)</li>', page, re.DOTALL)
    assert len(rows) == len(found)
    assert all(text in visible(f"<main>{row}") for text, row in zip(found, rows, strict=True))
    assert "<b>umb" not in page
