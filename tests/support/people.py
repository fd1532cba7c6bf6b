"""People who use the pages: browsers that enter links and send forms."""

import re
from collections.abc import Sequence
from copy import deepcopy
from html import unescape
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from players import START_MS
from recordings import corrected, recorded_once
from spectator import SEATS, opened, played, read
from werkzeug.test import TestResponse

from events.events import ALL, Event
from events.signature import SigningKey
from events.store.accounts import EVERYWHERE, HOST, Accounts
from events.store.memory import MemoryStore
from projections.registry import Registry, registry
from replay.audit.audit import audit_session
from replay.audit.findings import Finding, Report
from replay.corrections.ruling import dispute
from replay.importing.samples import samples
from replay.reading.timeline import Timeline
from replay.session.session import Session
from webui import create_app


def csrf_field(page: str) -> str:
    found = re.search(r'name="csrf" value="([0-9a-f]{64})"', page)
    assert found, page
    return found[1]


def hidden_fields(page: str) -> dict[str, str]:
    form = page[page.index('method="post" class="form"') :].partition("</form>")[0]
    return {name: unescape(value) for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form)}


def enter(client: FlaskClient, token: str) -> str:
    response = client.post(f"/k/{token}", data={"csrf": csrf_field(client.get(f"/k/{token}").text)})
    assert response.status_code == 303, response.text
    return str(response.headers["Location"])


def visible(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.partition("<main")[2])).split())


def filled(**changed: Any) -> dict[str, Any]:
    usual = {
        "key": "a" * 32, "game": "toy", "seat-toy-1": "Black", "seat-toy-2": "Yellow", "seat-toy-3": "", "me-toy": "",
        "dice": "tower", "cards": "tower", "pace": "none", "hours": "48", "at": "19:00", "zone": "UTC", "grace": "0",
        "corrections": "friendly", "visibility": "public", "opens": "all", "title": "", "alias": "", "toy.points": "2",
    }  # fmt: skip
    return {**usual, **changed}


class Unlimited:
    def hit(self, *_request: object) -> bool:
        return True


class Browser:
    """A browser that keeps its cookie and sends forms from the pages that contain them."""

    def __init__(self, app: Flask, *tokens: str) -> None:
        self.client: FlaskClient = app.test_client()
        for token in tokens:
            self.enter(token)

    def enter(self, token: str) -> str:
        answer = self.send(f"/k/{token}", f"/k/{token}")
        assert answer.status_code == 303, answer.text
        return str(answer.headers["Location"])

    def read(self, path: str, status: int = 200) -> str:
        answer = self.client.get(path, buffered=True)
        assert answer.status_code == status, (path, answer.status, visible(answer.text)[:400])
        return answer.text

    def send(self, page: str, path: str, /, **data: Any) -> TestResponse:
        return self.client.post(path, data={"csrf": csrf_field(self.client.get(page).text), **data}, buffered=True)

    def done(self, page: str, path: str, /, **data: Any) -> str:
        answer = self.send(page, path, **data)
        assert answer.status_code == 303, (answer.status, visible(answer.text)[:400])
        return str(answer.headers["Location"])

    def refused(self, page: str, path: str, says: str, status: int = 422, /, **data: Any) -> str:
        answer = self.send(page, path, **data)
        told = visible(answer.text)[:400]
        assert answer.status_code == status, (answer.status, told)
        assert says.lower() in told.lower(), told
        return answer.text


class Writer:
    """A person who fills in the page for posts and sends its form."""

    def __init__(self, client: FlaskClient, path: str = "/s/posting/post") -> None:
        self.client, self.path, self.address, self.page = client, path, path, read(client, path)

    def send(self, do: str, wanted: int = 200, /, **words: str) -> str:
        """Send the form with what it holds and with these words."""
        typed = re.search(r"<textarea[^>]*>(.*?)</textarea>", self.page, re.DOTALL)
        kept = {"text": unescape(typed[1]) if typed else ""}
        answer = self.client.post(self.path, data={**hidden_fields(self.page), **kept, "do": do, **words})
        assert answer.status_code == wanted, answer.text
        self.address = answer.headers.get("Location", self.path)
        self.page = read(self.client, self.address) if wanted == 303 else answer.text
        return self.page

    def verdicts(self) -> list[tuple[str, str]]:
        found = re.findall(r'<li class="(\w+)(?: done)?" id="line-(\d+)">', self.page)
        return [(number, status) for status, number in found]


class Table:
    """A session with its app, its accounts, and the browsers of its people."""

    def __init__(
        self, games: Registry, name: str, moves: int = 0, *, slug: str = "toy", seats: tuple[str, ...] = SEATS,
        laptop: bool = False, base: str = "", accounts: Accounts | None = None, keys: Sequence[SigningKey] = (),
        **how: Any,
    ) -> None:  # fmt: skip
        self.name, self.games, self.store, self.accounts = name, games, MemoryStore(keys), accounts or Accounts.memory()
        how = {"options": {"points": 9}, **how} if slug == "toy" else how
        self.session = played(opened(self.store, games, slug, seats, session=name, **how), moves)
        self.app = create_app(self.store, games, self.accounts, laptop=laptop, base=base)

    def token(self, role: str, seat: str = "", name: str = "") -> str:
        session = EVERYWHERE if role == HOST else self.name
        return self.accounts.issue(session, role, START_MS, seat=seat, name=name)[1]

    def browser(self, role: str = "", seat: str = "") -> Browser:
        return Browser(self.app, *([self.token(role, seat)] * bool(role)))

    def again(self) -> Session:
        return Session.load(self.store, self.games, self.name)

    def timeline(self, viewer: str = ALL) -> Timeline:
        return Timeline.read(self.store, self.games, self.name, viewer)

    def events(self, *kinds: type, after: int = 0) -> list[Any]:
        events: list[Event] = [entry.event for entry in self.again().table.entries[after:]]
        return [event for event in events if isinstance(event, kinds or Event)]

    @property
    def last(self) -> int:
        return self.store.head(self.name).seq


MISTAKES = {slug: next(one.text for one in samples(slug) if one.name == "mistakes") for slug in registry()}


class Recorded:
    def __init__(self, slug: str = "risk", text: str = "") -> None:
        self.store, self.accounts = MemoryStore(), Accounts.memory()
        taken = recorded_once(text or MISTAKES[slug])
        self.name, self.store._logs = taken.session, deepcopy(taken.store._logs)
        self.app: Flask = create_app(self.store, registry(), self.accounts)

    def browser(self, role: str = "", seat: str = "") -> Browser:
        return Browser(self.app, *([self.accounts.issue(self.name, role, START_MS, seat=seat)[1]] * bool(role)))

    @property
    def report(self) -> Report:
        return audit_session(self.store, registry(), self.name)

    def found(self, rule: str) -> Finding:
        return next(one for one in self.report.findings if one.rule == rule)

    def page(self, rule: str) -> str:
        return f"/s/{self.name}/audit/{self.found(rule).id}"


def disputed_keys(claim: str, reason: str) -> Recorded:
    """Return a session of Keys with mistakes, in which one move was disputed and corrected by a ruling."""
    recorded = Recorded("keys")
    session, finding = Session.load(recorded.store, registry(), recorded.name), recorded.found("KEY-MOV-03")
    claimed = dispute(session, finding.seq, claim, by=session.started.seats[0])
    corrected(session, f"DUE {finding.address}", finding.rule, reason=reason, settles=claimed)
    return recorded
