"""An old thread brought in, a value set in it, and a session begun from its table: by hand, in a real browser."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from flask import Flask
from old_threads import ARCHIVES, header
from windows import SIDEWAYS, Page, Windows

from events.store.accounts import Accounts
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.live.session import Session
from webui import create_app

pytestmark = pytest.mark.browser
NAME = "keys-list.mbox"


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def laptop(serve: Callable[[Flask], str], store: MemoryStore) -> Iterator[str]:
    with closing(Accounts.memory()) as accounts:
        yield serve(create_app(store, shelf(), accounts, laptop=True))


@pytest.fixture(params=[(1440, 900), (390, 844)], ids=["desk", "phone"])
def seen(window: Windows, request: Any) -> Iterator[Page]:
    """A page that complains of nothing and is never wider than its window."""
    page = window(*request.param, strict=True)
    yield page
    assert page.evaluate(SIDEWAYS) <= 0


def test_from_a_mailbox_to_a_session_of_ones_own(seen: Page, laptop: str, store: MemoryStore) -> None:
    fields = header(NAME)
    seen.goto(f"{laptop}/new")
    seen.click("text=Bring in the old thread")
    seen.set_input_files("#file", str(ARCHIVES / NAME))
    seen.select_option("#game", "keys")
    seen.fill("#seats", fields["seats"])
    seen.fill("#options", "\n".join(f"{name} = {fields[name]}" for name in ("edges", "first", "layout")))
    seen.click("text=Look through it")
    assert "Who is who?" in seen.inner_text("main")
    seen.click("text=Look through it")
    assert "All of it reads." in seen.inner_text("main")
    assert store.sessions() == []
    seen.click("text=Record it")
    seen.wait_for_url("**/s/**")
    (row,) = store.sessions()
    past = Session.load(store, shelf(), row.session)
    assert past.status.outcome is not None
    seen.goto(f"{laptop}/s/{row.session}/set")
    assert "This session is over: nothing is set in it any more." in seen.inner_text("main")
    assert seen.locator("form[action$='/set']").count() == 0


def test_a_value_is_looked_at_and_filed(seen: Page, laptop: str, store: MemoryStore) -> None:
    seen.goto(f"{laptop}/new")
    seen.check("input[name=game][value=keys]")
    seen.fill("input[name=seat-keys-1]", "Tenth")
    seen.fill("input[name=seat-keys-2]", "Twelfth")
    seen.click("summary:has-text('Begin in the middle')")
    seen.fill("#middle", "first = tenth\nturn = twelfth T6 round 3\nc2 = open, is key\npawn tenth = c2\n")
    seen.click("text=Look at the table first")
    assert "Nothing is written yet" in seen.inner_text("main")
    assert store.sessions() == []
    seen.click("button.primary:has-text('Begin')")
    seen.wait_for_url("**/s/**")
    (row,) = store.sessions()
    seen.goto(f"{laptop}/s/{row.session}/set")
    seen.click("text=pawn tenth = c2")
    assert seen.input_value("#place") == "pawn tenth"
    seen.fill("#value", "c1")
    seen.fill("#reason", "it stood there")
    seen.click("button:has-text('Look')")
    assert "Tenth's pawn now stands on c1." in seen.inner_text("main")
    assert "pawns stand on open doors (KEY-MOV-04)" in seen.inner_text("main")
    assert Session.load(store, shelf(), row.session).position.pawns["tenth"] == "c2"
    seen.click("button:has-text('File')")
    seen.wait_for_url(f"**/s/{row.session}/*")
    assert Session.load(store, shelf(), row.session).position.pawns["tenth"] == "c1"
