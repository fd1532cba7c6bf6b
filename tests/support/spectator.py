"""Everything that a spectator can get of a session over HTTP, and small sessions to get it from."""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from itertools import count
from typing import Any

from bundles import unfolded, without_length
from flask import Flask
from flask.testing import FlaskClient
from players import next_id

from events.conduct import Posted
from events.facts import Started
from events.line import Line, digest
from events.store.protocol import EventStore
from projections.shelf import Shelf
from projections.terms import Written
from replay.chance.tower import build
from replay.live.session import Session
from replay.live.submission import Request, submit

TOWER = build(b"\7" * 32, b"\3" * 32, 4096)
SEATS = ("black", "yellow")
START_MS = 1_795_219_200_000
"""21 November 2026."""
POST = "A: I dare you!\nSee you on Friday; I am away until then."


def _at_lines(end: str) -> Callable[[str, int], list[str]]:
    """The addresses of a page that stands at every line, at a few of them and behind the last."""
    return lambda session, last: [f"/s/{session}/{seq}/{end}" for seq in (1, last // 2, last, last + 1)]


ROUTES: dict[str, Callable[[str, int], list[str]]] = {
    "home.index": lambda _session, _last: ["/", "/?page=1"],
    "viewer.last": lambda session, _last: [f"/s/{session}", f"/s/{session}/"],
    "embed.page": _at_lines("embed"),
    "viewer.position": lambda session, last: [
        *(f"/s/{session}/{seq}" for seq in range(1, last + 1)),
        *(
            f"/s/{session}/{last}?vs={vs}"
            for vs in ("1", "%23" + str(last // 2), "1.1", str(last), str(last + 1), "", "x")
        ),
    ],
    "viewer.file_of_position": lambda session, last: [
        f"/s/{session}/{seq}.{form}" for seq in range(1, last + 1) for form in ("svg", "json", "txt")
    ],
    "viewer.picture": lambda session, last: [f"/s/{session}/{seq}.png?size=240" for seq in (1, last, last + 1)],
    "viewer.chart": lambda session, last: [
        *(f"/s/{session}/{seq}.chart-{number}.svg" for seq in range(1, last + 1) for number in (1, 2)),
        f"/s/{session}/{last}.chart-1.png?size=240",
    ],
    "pictures.picture": lambda _session, _last: [f"/p/{'a' * 26}/1.png"],
    "kit.page": lambda session, last: [
        f"/s/{session}/kit{asked}" for asked in ("", f"?from={last}", "?from=x", "?opened=1", "?as=black", "?as=table")
    ],
    "kit.private": lambda session, _last: [f"/s/{session}/kit/private"],
    "kit.renew": lambda session, _last: [f"/s/{session}/kit/address"],
    "steps.outlined": lambda session, _last: [f"/s/{session}/steps/outline.json"],
    "steps.first": lambda session, _last: [f"/s/{session}/steps/base.json"],
    "steps.some": lambda session, _last: [f"/s/{session}/steps/{number}.json" for number in (1, 2, 9)],
    "viewer.go": lambda session, _last: [f"/s/{session}/go?at={at}" for at in ("1.1", "%233", "9999", "", "?")],
    "viewer.address": lambda session, _last: [f"/s/{session}/{at}" for at in ("1.1", "1.1.svg", "007", "x", "9.99")],
    "audit.page": lambda session, _last: [f"/s/{session}/audit"],
    "audit.finding_page": lambda session, _last: [f"/s/{session}/audit/{one}" for one in ("00000000", "x")],
    "rulings.page": lambda _session, _last: ["/rulings", "/rulings?q=a&game=toy&rule=X"],
    "why.page": lambda session, last: [
        f"/s/{session}/why{asked}"
        for asked in ("", f"?at={last}", "?at=x", "?at=1.1", f"?at={last}&place=turn", f"?at={last}&place=hand+black")
    ],
    "what_if.compared": lambda session, _last: [f"/s/{session}/compare"],
    "audit.say": lambda session, _last: [f"/s/{session}/audit/00000000"],
    "audit.data": lambda session, _last: [f"/s/{session}/audit.json"],
    "witnesses.page": lambda session, _last: [f"/s/{session}/witnesses"],
    "witnesses.hold": lambda session, _last: [f"/s/{session}/witnesses"],
    "dice.page": lambda session, _last: [f"/s/{session}/dice", f"/s/{session}/dice?page=1"],
    "bundle.page": lambda session, last: [f"/s/{session}/bundle.html{at}" for at in ("", f"?at={last - 2}", "?at=x")],
    "export.log": lambda session, _last: [f"/s/{session}/log.jsonl"],
    "api.openapi": lambda _session, _last: ["/api/v1/openapi.json"],
    "api.games": lambda _session, _last: ["/api/v1/games"],
    "api.sessions": lambda _session, _last: ["/api/v1/sessions"],
    "api.begin": lambda _session, _last: ["/api/v1/sessions"],
    "api.session": lambda session, _last: [f"/api/v1/sessions/{session}"],
    "api.lines": lambda session, _last: [f"/api/v1/sessions/{session}/lines?after={after}" for after in (0, 9)],
    "api.position": lambda session, last: [f"/api/v1/sessions/{session}/positions/{n}" for n in range(1, last + 1)],
    "api.moves": lambda session, _last: [
        f"/api/v1/sessions/{session}/moves{seat}" for seat in ("", *(f"?seat={one}" for one in SEATS))
    ],
    "api.read": lambda session, _last: [f"/api/v1/sessions/{session}/readings"],
    "api.post": lambda session, _last: [f"/api/v1/sessions/{session}/posts"],
    "api.log": lambda session, _last: [f"/api/v1/sessions/{session}/log"],
    "turn.page": lambda session, _last: [
        f"/s/{session}/turn/{address}" for address in ("0", "1", "1.svg", "2.png?size=240", "99", "x", "01")
    ],
    "notes.page": lambda session, _last: [f"/s/{session}/notes"],
    "notes.file": lambda session, _last: [f"/s/{session}/notes"],
    "notes.withdraw": lambda session, last: [f"/s/{session}/notes/{last}/withdraw"],
    "feed.atom": lambda session, _last: [f"/s/{session}/feed.atom"],
    "move.page": lambda session, _last: [f"/s/{session}/move"],
    "move.file": lambda session, _last: [f"/s/{session}/move"],
    "order.page": lambda session, _last: [f"/s/{session}/order"],
    "order.file": lambda session, _last: [f"/s/{session}/order"],
    "post.page": lambda session, _last: [f"/s/{session}/post"],
    "post.send": lambda session, _last: [f"/s/{session}/post"],
    **{
        name: _at_lines(end)
        for name, end in (
            ("takeback.page", "takeback"),
            ("takeback.send", "takeback"),
            ("fix.page", "fix"),
            ("fix.file", "fix"),
            ("ruling.page", "ruling"),
            ("ruling.send", "ruling"),
            ("ruling.disputed", "dispute"),
            ("ruling.settle", "settle"),
            ("what_if.page", "what-if"),
            ("what_if.make", "what-if"),
            ("was_move.page", "was-move"),
            ("was_move.file", "was-move"),
        )
    },
    "ruling.skipping": lambda session, _last: [f"/s/{session}/skip"],
    "ruling.skipped": lambda session, _last: [f"/s/{session}/skip"],
    "set_value.page": lambda session, _last: [f"/s/{session}/set"],
    "set_value.send": lambda session, _last: [f"/s/{session}/set"],
    "archive.page": lambda _session, _last: ["/archive"],
    "desk.listing": lambda _session, _last: ["/desk"],
    "desk.begin": lambda _session, _last: ["/desk"],
    "desk.page": lambda _session, _last: ["/desk/autumn"],
    "desk.send": lambda _session, _last: ["/desk/autumn"],
    "archive.send": lambda _session, _last: ["/archive"],
    "secret_link.offer": lambda _session, _last: ["/k/x", f"/k/k-{'a' * 26}"],
    "secret_link.exchange": lambda _session, _last: ["/k/x"],
    "home.take_samples": lambda _session, _last: ["/samples"],
    "new.page": lambda _session, _last: ["/new"],
    "new.begin": lambda _session, _last: ["/new"],
    "people.page": lambda session, _last: [f"/s/{session}/people"],
    "people.seat": lambda session, _last: [f"/s/{session}/people/seat"],
    "people.substitute_person": lambda session, _last: [f"/s/{session}/people/substitute"],
    "people.remove": lambda session, _last: [f"/s/{session}/people/remove"],
    "people.erase": lambda session, _last: [f"/s/{session}/people/erase"],
    "people.link": lambda session, _last: [f"/s/{session}/people/link"],
    "people.appoint_person": lambda session, _last: [f"/s/{session}/people/appoint"],
    "people.settings": lambda session, _last: [f"/s/{session}/people/settings"],
    "people.look": lambda session, _last: [f"/s/{session}/look"],
    "people.links": lambda session, _last: [f"/s/{session}/links"],
    "people.clear_links": lambda session, _last: [f"/s/{session}/links"],
    "secret_link.forget": lambda _session, _last: ["/leave"],
    "static": lambda _session, _last: [
        f"/static/{name}"
        for name in ("bell.css", "bell.svg", "viewer.js", "delta.js", "bundle.js", "times.js", "copy.js", "narrow.js")
    ],
    "metrics.page": lambda _session, _last: ["/metrics"],
    "night.sheet": lambda _session, _last: ["/night/toy.css", "/night/keys.css", "/night/nothing.css"],
}
"""For every route its addresses in a session of so many lines. A route that is missing here fails a test.

What is sent to an address (POST) is sent by nobody here: how refused forms look to a seat, its own tests compare.
"""
REFUSED = ("?as=table", "?as=black", "?as=nobody", "?known=now")
"""Views that a running session shows nobody."""


def spectator_outputs(
    app: Flask, session: str, last: int, is_wanted: Callable[[str], bool] = bool
) -> Iterator[tuple[str, str, bytes]]:
    """Address, status and headers, and body of every output of a session that a spectator can get; or of some."""
    client = app.test_client()
    for rule in app.url_map.iter_rules():
        for path in filter(is_wanted, ROUTES[rule.endpoint](session, last)):
            if "POST" in (rule.methods or ()):
                sent = client.post(path, buffered=True)
                yield f"POST {path}", f"{sent.status}\n{sent.headers}", sent.data
                continue
            for asked in (path, *(f"{path}{view}" for view in REFUSED if rule.endpoint == "viewer.position")):
                answer = client.get(asked, buffered=True)
                body = answer.data.hex().encode() if answer.mimetype == "image/png" else answer.data
                head = f"{answer.status}\n{answer.headers}"
                if rule.endpoint == "bundle.page" and answer.status_code == HTTPStatus.OK:
                    head, body = without_length(head), unfolded(answer.text).encode()
                yield asked, head, body
                if rule.endpoint == "audit.page":  # which findings there are, the page says
                    for found in dict.fromkeys(links(answer.text, r".*/audit/[0-9a-f]{8}")):
                        shown = client.get(found, buffered=True)
                        yield found, f"{shown.status}\n{shown.headers}", shown.data


def without_hashes(text: bytes) -> str:
    """A text in which every hash, salt and tag is replaced by its order of appearance."""
    names: dict[str, str] = {}
    shown = text.decode()
    return re.sub(r"\b[0-9a-f]{12,64}\b", lambda found: names.setdefault(found[0], f"<{len(names)}>"), shown)


def ticking() -> Callable[[], int]:
    ticks = count(START_MS, 60_000)
    return lambda: next(ticks)


def opened(store: EventStore, games: Shelf, slug: str, seats: tuple[str, ...], **how: Any) -> Session:
    """A new session under the tower; `how` goes to `Started` or to `Session.create`, whichever knows it."""
    known = Started.__struct_fields__
    started = Started(
        slug, games.meta(slug).rules_number, seats, **{name: how.pop(name) for name in tuple(how) if name in known}
    )
    given = {"session": next_id(store), "tower": TOWER, "clock": ticking()}
    return Session.create(store, games, started, **{**given, **how})


def played(session: Session, moves: int = 10_000, *, seed: int = 1, post_every: int = 3) -> Session:
    """Random legal play, with a post before every so many moves, until the end or so many moves."""
    chooser = random.Random(seed)
    for number in range(moves):
        if session.status.outcome:
            break
        offers = {seat: list(session.game.rules.legal(session.position, seat)) for seat in session.status.awaited}
        seat, legal = next((seat, legal) for seat, legal in offers.items() if legal)
        notes = (Posted(seat, POST, where="forum #12", when="Thu 21:14"),) if number % post_every == 0 else ()
        answer = submit(session, seat, [Request(Written(chooser.choice(legal)))], notes=notes)
        assert answer.done, answer
    return session


def links(page: str, pattern: str = ".*") -> list[str]:
    return [href for href in re.findall(r'<a [^>]*?href="([^"]*)"', page) if re.fullmatch(pattern, href)]


def step_links(page: str) -> Mapping[str, str]:
    return dict(re.findall(r'<a data-step="([a-z-]+)" href="([^"]+)"', page))


def read(client: FlaskClient, path: str, status: int = 200) -> str:
    answer = client.get(path, buffered=True)
    assert answer.status_code == status, answer.text
    return answer.text


def spoil(store: EventStore, session: Session) -> None:
    head = store.head(session.row.session)
    body = '{"kind":"no-such-kind"}'
    made = digest(head.hex, session.row.session, head.seq + 1, 5, "table", body)
    with store.writing(session.row.session) as writer:
        writer.append([Line(session.row.session, head.seq + 1, 5, "table", body, made)])
