"""Everything that a spectator can get of a session over HTTP, and small sessions for these tests."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from flask import Flask
from flask.testing import FlaskClient
from offline_pages import unfolded, without_length
from players import next_id, ticking
from table_play import ScriptedChance
from toy import Answer, Dare
from werkzeug.routing import Rule

from events.entry import Line, digest
from events.events import Drawn, Move, Passed, Shuffled, Started
from events.session_events import Noted, Ordered, Posted, Remarked
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.contracts import ObservedChance, Written
from projections.registry import Registry
from replay.chance.tower import build
from replay.session.session import Session
from replay.session.submission import Request, submit
from webui import create_app
from webui.views.scripts import names

TOWER = build(b"\7" * 32, b"\3" * 32, 4096)
SEATS = ("black", "yellow")
POST = "A: I dare you!\nSee you on Friday; I am away until then."
ASKED: Final[Mapping[str, Sequence[str]]] = {
    "home.index": ("", "?page=1"), "viewer.last": ("", "/"),
    "viewer.position": (
        "/s/{s}/{each}",
        *(f"/s/{{s}}/{{last}}?vs={vs}" for vs in ("1", "%23{half}", "1.1", "{last}", "{after}", "", "x")),
    ),
    "viewer.file_of_position": ("/s/{s}/{each}.svg", "/s/{s}/{each}.json", "/s/{s}/{each}.txt"),
    "viewer.picture": tuple(f"/s/{{s}}/{at}.png?size=240" for at in ("1", "{last}", "{after}")),
    "viewer.chart": ("/s/{s}/{each}.chart-1.svg", "/s/{s}/{each}.chart-2.svg", "/s/{s}/{last}.chart-1.png?size=240"),
    "oembed.answer": ("?url=x", "", "?url=http://localhost/s/{s}/{last}", "?url=http://localhost/s/{s}/1&maxwidth=x"),
    "pictures.picture": (f"/p/{'a' * 26}/1.png",),
    "moving_picture.picture": ("/s/{s}/turn/1.gif", "/s/{s}/turn/99.webp", "/s/{s}/turn/01.gif"),
    "turn_summary.position": ("/s/{s}/{each}.bbcode", "/s/{s}/{last}.md", "/s/{s}/{after}.md?as=black"),
    "turn_summary.page": ("", "?from={last}", "?from=x", "?opened=1", "?as=black", "?as=table"),
    "steps.some": ("/s/{s}/steps/1.json", "/s/{s}/steps/2.json", "/s/{s}/steps/9.json"),
    "viewer.go": ("?at=1.1", "?at=%233", "?at=9999", "?at=", "?at=?"),
    "viewer.address": ("/s/{s}/1.1", "/s/{s}/1.1.svg", "/s/{s}/007", "/s/{s}/x", "/s/{s}/9.99"),
    "audit.finding_page": ("/s/{s}/audit/00000000", "/s/{s}/audit/x"), "audit.say": ("/s/{s}/audit/00000000",),
    "rulings.page": ("", "?q=a&game=toy&rule=X"),
    "why.page": ("", "?at={last}", "?at=x", "?at=1.1", "?at={last}&place=turn", "?at={last}&place=hand+black"),
    "dice.page": ("", "?page=1"), "api.lines": ("?after=0", "?after=9"),
    "find.page": ("", "?q=dare", "?q=hold", "?q=note&as=black"),
    "head.head": ("?after=1", "?after={half}", "?after={after}", ""),
    "export.file": tuple(
        f"/s/{{s}}/export.{ending}"
        for ending in ("jsonl", "txt", "csv", "sqlite", "html", "html?at={early}", "html?at=x", "x")
    ),
    "api.position": ("/api/v1/sessions/{s}/positions/{each}",), "api.moves": ("", *(f"?seat={seat}" for seat in SEATS)),
    "turn.page": tuple(f"/s/{{s}}/turn/{at}" for at in ("0", "1", "1.svg", "2.png?size=240", "99", "x", "01")),
    "notes.withdraw": ("/s/{s}/notes/{last}/withdraw",), "imports.draft": ("/import/autumn",),
    "imports.send": ("/import/autumn",),
    "secret_link.offer": ("/k/x", f"/k/k-{'a' * 26}"), "secret_link.exchange": ("/k/x",),
    "own_feed.atom": ("/f/x",), "confirmation.offer": ("/m/x",), "confirmation.confirm": ("/m/x",),
    "static": tuple(
        f"/static/{name}"
        for name in (
            "bell.css", "print.css", "embed.css", "welcome.css", "bell.svg", "viewer/state.js", *sorted(names()),
        )
    ),
    "help_pages.game": ("/help/toy", "/help/keys"), "help_pages.rules": ("/rules/toy", "/rules/keys", "/rules/nothing"),
    "help_pages.dark_colours": ("/dark/toy.css", "/dark/keys.css", "/dark/nothing.css"),
}  # fmt: skip
"""The URLs of a route, or suffixes of its only URL; `each` and `some` are entries of the session."""


def addresses(rule: Rule, session: str, last: int) -> list[str]:
    """Return the URLs of a route for a session with `last` entries; other parameters need a row in `ASKED`."""
    values = {"s": session, "last": last, "half": last // 2, "early": last - 2, "after": last + 1}
    only = rule.rule.replace("<session>", "{s}").replace("<seq:seq>", "{some}")
    rows = [row if len(row) > 1 and row[0] == "/" else only + row for row in ASKED.get(rule.endpoint, [""])]
    found = []
    for row in rows:
        numbers = range(1, last + 1) if "{each}" in row else (1, last // 2, last, last + 1) if "{some}" in row else (0,)
        found += [row.format(each=number, some=number, **values) for number in numbers]
    assert "<" not in "".join(found), f"no addresses are known of {rule}"
    return found


BINARY: Final = ("image/png", "image/gif", "image/webp", "application/vnd.sqlite3")
REFUSED = ("?as=table", "?as=black", "?as=nobody", "?known=now")


def spectator_outputs(
    app: Flask, session: str, last: int, is_wanted: Callable[[str], bool] = bool
) -> Iterator[tuple[str, str, bytes]]:
    """Yield URL, status with headers, and body of every output of a session that a spectator can get."""
    client = app.test_client()
    for rule in app.url_map.iter_rules():
        for path in filter(is_wanted, addresses(rule, session, last)):
            if "POST" in (rule.methods or ()):
                sent = client.post(path, buffered=True)
                yield f"POST {path}", f"{sent.status}\n{sent.headers}", sent.data
                continue
            for asked in (path, *(f"{path}{view}" for view in REFUSED if rule.endpoint == "viewer.position")):
                answer = client.get(asked, buffered=True)
                body = answer.data.hex().encode() if answer.mimetype in BINARY else answer.data
                head = f"{answer.status}\n{answer.headers}"
                if "/export.html" in path and answer.status_code == HTTPStatus.OK:
                    head, body = without_length(head), unfolded(answer.text).encode()
                yield asked, head, body
                if rule.endpoint == "audit.page":  # the page lists the findings
                    for found in dict.fromkeys(links(answer.text, r".*/audit/[0-9a-f]{8}")):
                        shown = client.get(found, buffered=True)
                        yield found, f"{shown.status}\n{shown.headers}", shown.data


def without_hashes(text: bytes) -> str:
    names: dict[str, str] = {}
    shown = text.decode()
    return re.sub(r"\b[0-9a-f]{12,64}\b", lambda found: names.setdefault(found[0], f"<{len(names)}>"), shown)


def opened(store: EventStore, games: Registry, slug: str, seats: tuple[str, ...], **how: Any) -> Session:
    """Return a new session with the dice roller; `how` goes to `Started` or `Session.create`."""
    known = Started.__struct_fields__
    started = Started(
        slug, games.meta(slug).rules_number, seats, **{name: how.pop(name) for name in tuple(how) if name in known}
    )
    given = {"session": next_id(store), "tower": TOWER, "clock": ticking(60_000)}
    return Session.create(store, games, started, **{**given, **how})


def played(session: Session, moves: int = 10_000, *, seed: int = 1, post_every: int = 3) -> Session:
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


FIRST, SECOND = ("5", "2", "1", "3", "4", "6"), ("5", "3", "6", "2", "1", "4")
"""Orders of two toy sessions that differ in a card which only Yellow knows."""


class Dealt(ScriptedChance):
    def __init__(self, order: Sequence[str]) -> None:
        super().__init__()
        self.order = tuple(order)

    def shuffle(self, pile: str, _cards: Sequence[str], /) -> Shuffled:
        return Shuffled(pile, 0, "typed", self.order)

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        return Drawn(player, pile, "typed", tuple(top))


def world(games: Registry, order: Sequence[str]) -> tuple[Flask, Session]:
    store = MemoryStore()
    session = opened(
        store, games, "toy", SEATS, session="worlds", title="Two worlds", dice="typed", cards="typed",
        options={"points": 9}, tower=None, fate=Dealt(order),
    )  # fmt: skip
    moves: list[tuple[Move, int]] = [
        (Dare("black", "yellow"), 0), (Passed("yellow"), 4), (Dare("yellow", "black"), 0), (Answer("black", "5"), 2),
    ]  # fmt: skip
    for move, face in moves:
        seen = ObservedChance(faces=((face,),)) if face else ObservedChance()
        submit(session, move.player, [Request(Written(move, seen))], notes=[Posted(move.player, "my move\nas posted")])
    secret = f"I hold the {order[1]}"
    session.note(Remarked("yellow", secret, "yellow"), Ordered("yellow", secret), Posted("yellow", secret, "yellow"))
    for audience in ("yellow -alone", "yellow -bench", "yellow"):
        session.note(Noted("yellow", secret, order[1], "", audience), by="yellow")
        line = str(session.head.seq) if order[1] == "2" else ""
        session.note(Noted("yellow", "", order[1], line, audience), by="yellow")
    return create_app(store, games), session
