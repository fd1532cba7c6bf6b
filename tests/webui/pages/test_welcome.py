"""The page on which `demo` opens: every link leads to what its sentence promises."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from recordings import needed, stored
from werkzeug.test import TestResponse

from events.store.accounts import Accounts
from events.store.memory import MemoryStore
from events.store.settings import Settings
from projections.registry import registry
from replay.transfer.bundle import read_bundle
from webui import create_app
from webui.access.view import EXTENSION, Context
from webui.views.session_index import SessionIndex

PROMISED = {
    "Doctor Who: The Collectible Card Game, 17.1": ("Priya's Doctor Who VI Stands", "Priya's Silurian Stands"),
    "Doctor Who: Time of the Daleks, 16.6": ("Osman focuses with Sarah Jane Smith to get a green die.",),
    "Keys to the TARDIS, 20.3": ("Tenth's pawn is free again; the Pandorica goes to the discards.",),
    "Risk: The Dalek Invasion of Earth, 6.4": ("Orange attacks India", "Blue may answer with a Power Card"),
    "See RISK-CON-01 at move 4.2": (
        "2 for Australia", "Board before and after", "Consequences of this finding", "What can be done",
    ),
    "See the whole audit": ("RISK-CON-01", "1 violation"),
    "Rule on move 5.3": ("Gus draws no card.", "Let it stand", "Correct", "Rewind", "Compensate", "Record ruling"),
    "See the game as played": ("Gus draws no card.",),
    "Change move 14.5": ("Cyril focuses with Clara", "OMIT 14.5", "Create what-if"),
    "As Tenth saw it": ("The card is a Time Tunnel.",), "As a spectator saw it": ("The card stays hidden.",),
    "Dice of Five armies, one planet": ("147 rolls", "to", "Receipt"), "The long way home in one file": (),
}  # fmt: skip
"""Text on the page that each link leads to."""


def links_of(text: str) -> dict[str, str]:
    found = re.findall(r'<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)</a>', text, re.DOTALL)
    return {" ".join(unescape(re.sub("<[^>]*>", "", words)).split()): unescape(href) for href, words in found}


@pytest.fixture(scope="module")
def store() -> MemoryStore:
    return stored()


@pytest.fixture(scope="module")
def context(store: MemoryStore) -> Context:
    return Context(store, registry())


@pytest.fixture(autouse=True)
def _few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """An offline page without the steps of the viewer: they take seconds, and no test here reads them."""
    monkeypatch.setattr("webui.access.timeline_cache.chunk", lambda _timeline, _number: {})


def opened(context: Context, *, laptop: bool = True, first_look: bool = True) -> FlaskClient:
    """A client of an app that shares its timelines with the other apps of this module."""
    app: Flask = create_app(context.store, registry(), laptop=laptop, first_look=first_look)
    app.extensions[EXTENSION] = context
    return app.test_client()


def content(answer: TestResponse) -> str:
    assert answer.status_code == 200, answer.status
    return answer.text.partition('<main id="main"')[2].partition("</main>")[0]


def words(answer: TestResponse) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", "", content(answer))).split())


@pytest.mark.long
def test_every_link_opens_the_content_that_its_sentence_promises(context: Context) -> None:
    client = opened(context)
    links = links_of(content(client.get("/")))
    assert (links.pop(f"All {len(needed())} sessions"), list(links)) == ("/?page=1", list(PROMISED))
    for name, href in links.items():
        if name.endswith("in one file"):
            held = re.findall(r'<pre id="log"[^>]*>(.*?)</pre>', client.get(href).text, re.DOTALL)[0]
            assert read_bundle(unescape(held).strip() + "\n", registry()).row.title == "The long way home"
            continue
        shown = words(client.get(href))
        assert [text for text in PROMISED[name] if text not in shown] == [], name


def test_the_welcome_page_omits_private_sessions(store: MemoryStore) -> None:
    accounts = Accounts.memory()
    hidden = store.row("risk-forgotten-two").session
    accounts.put_settings(hidden, Settings("private"))
    page = create_app(store, registry(), accounts, first_look=True).test_client().get("/")
    assert (page.status_code, hidden in page.text) == (200, False)
    assert f"All {len(needed()) - 1} sessions" in words(page)


def test_the_example_post_is_read_as_four_moves_without_its_wish(context: Context) -> None:
    client = opened(context)
    form = re.search(r'<form method="post" action="(.*?)">(.*?)</form>', content(client.get("/")), re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'name="(\w+)" value="(.*?)"', form[2]))
    assert f"<blockquote>{fields['text']}</blockquote>" in form[2]
    assert fields["text"].endswith("Next turn I would like Russia.")
    store = context.store
    before = [row.session for row in store.sessions()], store.head(form[1].split("/")[2])
    shown = words(client.post(form[1], data={name: unescape(value) for name, value in fields.items()}))
    told = (
        "Brazil.", "Yellow counts new Daleks.", "places 2 Daleks in Greenland.",
        "attacks Scandinavia from Iceland with 3 Daleks.",
    )  # fmt: skip
    assert [text for text in told if text not in shown] == []
    assert "Preview again" in shown
    assert ([row.session for row in store.sessions()], store.head(form[1].split("/")[2])) == before


def test_the_example_what_if_works_with_the_offered_changes(context: Context) -> None:
    client = opened(context)
    href = links_of(content(client.get("/")))["Change move 14.5"]
    form = content(client.get(href)).partition("<form method")[2]
    fields = re.findall(r'<input [^>]*?name="(csrf|seed|throw)"[^>]*? value="(.*?)"', form)
    sent = {name: unescape(value) for name, value in fields}
    changes = re.findall(r"<textarea[^>]*>(.*?)</textarea>", form)[0]
    made = client.post(href, data={**sent, "takes": "all", "changes": changes}, follow_redirects=True)
    assert "not the game as it was played" in made.text
    (number,) = re.findall(r"(\d+) moves differ from the game as played", words(made))
    assert int(number) > 20


def test_serve_opens_on_the_list_of_sessions(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SessionIndex.__init__, "__defaults__", (10**9,))  # all is read before the first answer
    demo, served = opened(context), opened(context, first_look=False)
    assert "<h1>Welcome to Cloister Bell</h1>" in demo.get("/").text
    assert content(demo.get("/?page=1")) == content(served.get("/"))
    assert "Welcome" not in served.get("/").text


def test_the_welcome_page_offers_only_links_that_open(context: Context) -> None:
    client = opened(context, laptop=False)
    page = content(client.get("/"))
    links = links_of(page)
    assert [name for name in ("Rule on move 5.3", "Change move 14.5") if name in links] == []
    assert "<form" not in page
    assert {client.get(href).status_code for href in links.values()} == {200}
    client = opened(Context(MemoryStore(), registry()))
    assert links_of(content(client.get("/"))) == {"All 0 sessions": "/?page=1"}
