"""Everything that the holder of a link can get of a session by pages, forms and programs, asked in two worlds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from http import HTTPStatus
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec
from bundles import unfolded, without_length
from flask import Flask
from people import Browser, Unlimited, csrf_field
from players import GAMES
from spectator import addresses, without_hashes
from werkzeug.test import TestResponse
from worlds import ACCEPTED, NAME, World, copied

from events.conduct import Posted
from events.facts import ALL, Move
from events.line import Entry
from events.store.accounts import MODERATOR, SEAT, Accounts
from projections.move_choices import encoded, line_of
from replay.reading.reading import Group, groups_of
from webui import create_app

_KEPT: Final = ("content-type", "content-length", "cache-control", "etag", "location", "vary", "x-robots-tag")
HIDDEN: Final = ("hand", "powers", "missions", "draw", "list", "deck", "time", "seen")
_LINES: Final = 3
_BACK: Final = 16


class Guesses(NamedTuple):
    """What is asked about: moves with their lines, the seats, the last line and move, values at places of the board.

    `fixes` are earlier moves, each with a line that would have been legal in one of the worlds alone, `posts` lines
    that hold a post, and one that holds none.
    """

    moves: Sequence[Move]
    lines: Sequence[str]
    seats: Sequence[str]
    last: int
    group: int
    values: Sequence[tuple[str, str]]
    fixes: Sequence[tuple[int, str]]
    posts: Sequence[int]


class Asked(NamedTuple):
    """One request: a form where it holds `data`, a program's where it holds `body`."""

    path: str
    data: Mapping[str, str] | None = None
    body: Mapping[str, Any] | None = None


def _fixes(first: World, second: World, moves: Sequence[Group]) -> Iterator[tuple[int, str]]:
    game, public = first.session.game, first.session.view(ALL)
    for group in reversed(moves):
        before, mover = group.first - 2, getattr(group.head.fact, "player", "")
        one, other = (set(game.rules.legal(world.session.table.positions[before], mover)) for world in (first, second))
        telling = sorted(one ^ other, key=encoded)
        yield from ((group.first, line_of(game, move, public.positions[before])) for move in telling[:2])


def guesses_of(first: World, second: World, moves: Sequence[Move]) -> Guesses:
    """What is asked of both worlds; values are those of the first one's table, hands and piles included."""
    session, game = first.session, first.session.game
    position = session.view(ALL).position
    groups = [group for group in groups_of(session.table.entries) if isinstance(group.head.fact, Move)]
    told = game.editor.fields.describe(session.position) if game.editor.fields else ()
    values = [(place, value) for place, value in told if place.split()[0] in HIDDEN]
    lines = [line_of(game, move, position) or game.notation.write([Entry(move)], position) for move in moves]
    fixes = [*islice(_fixes(first, second, groups[-_BACK:]), _LINES), *((groups[-1].first, line) for line in lines[:3])]
    posted = [entry.seq for entry in session.table.entries if isinstance(entry.fact, Posted)]
    posts = [groups[-1].first, *posted[-2:]]
    return Guesses(moves, lines, session.started.seats, session.head.seq, groups[-1].first, values, fixes, posts)


def _posts(asked: Guesses) -> Iterator[dict[str, str]]:
    for move, line in zip(asked.moves, asked.lines, strict=True):
        yield {"text": f"== T1 {move.player} ==\n{line}\n== end =="}
        yield {"text": f"{line} =hand {move.player}:1", "seat": move.player}


def _forms_of_posts(asked: Guesses) -> Iterator[dict[str, str]]:
    for post in _posts(asked):
        yield {"do": "read", **post}
        yield {"do": "file", "after": str(asked.last), **post}
    yield {"do": "read", "text": f"UNDO #{asked.group}", "seat": asked.seats[0]}
    for group, line in asked.fixes[:4]:
        yield from ({"do": do, "text": f"FIX #{group}: {line}", "seat": asked.seats[-1]} for do in ("read", "file"))
    for place, value in asked.values:
        yield {"do": "file", "text": f"== moderator ==\nSET {place} = {value} ; a guess\n== end =="}


Form = Callable[[Guesses], Sequence[tuple[str, Mapping[str, str]]]]


def _at(end: str, *forms: Mapping[str, str]) -> Form:
    return lambda asked: [(f"/s/{NAME}/{asked.group}/{end}", {"after": str(asked.last), **form}) for form in forms]


FORMS: Final[Mapping[str, Form]] = {
    "post.send": lambda asked: [(f"/s/{NAME}/post", form) for form in _forms_of_posts(asked)],
    "move.file": lambda asked: [
        (f"/s/{NAME}/move", {"seat": move.player, "move": encoded(move), "after": str(asked.last), "key": "k"})
        for move in asked.moves
    ],
    "order.file": lambda asked: [
        (f"/s/{NAME}/order", {"seat": seat, "order": text}) for seat in asked.seats for text in ("never", "perhaps")
    ],
    "notes.file": lambda _asked: [
        (f"/s/{NAME}/notes", {"at": at, "text": "Hm.", "whom": whom})
        for at in ("", "#2", "9999")
        for whom in ("all", "alone", "nobody")
    ],
    "notes.withdraw": lambda asked: [
        (f"/s/{NAME}/notes/{seq}/withdraw", {}) for seq in (1, asked.last, asked.last + 1)
    ],
    "takeback.send": _at("takeback", {"do": "propose"}, {"do": "agree", "asked": "1"}, {"do": "rule"}),
    "fix.file": lambda asked: [
        (f"/s/{NAME}/{group}/fix", {"line": line, "after": str(asked.last), "reason": "a slip"})
        for group, line in asked.fixes
    ],
    "ruling.send": lambda asked: [
        (
            f"/s/{NAME}/{group}/ruling",
            {"verdict": "fix", "line": line, "after": str(asked.last), "reason": "so it was", "keep": "draw"},
        )
        for group, line in asked.fixes
    ],
    "was_move.file": lambda asked: [
        (f"/s/{NAME}/{post}/was-move", {"line": "2", "move": line, "after": str(asked.last), "reason": "a slip"})
        for post in asked.posts
        for line in asked.lines[:2]
    ],
    "audit.say": lambda _asked: [(f"/s/{NAME}/audit/00000000", {"status": "waived", "reason": "so"})],
    "ruling.disputed": _at("dispute", {"claim": ""}),
    "what_if.make": _at("what-if", {"takes": "all", "changes": "OMIT 1.1", "seed": "x"}),
    "ruling.settle": _at("settle", {"do": "propose", "dispute": "1", "way": "stand", "reason": "so"}),
    "ruling.skipped": lambda asked: [
        (f"/s/{NAME}/skip", {"seat": seat, "reason": "away", "after": str(asked.last)}) for seat in asked.seats
    ],
    "set_value.send": lambda asked: [
        (f"/s/{NAME}/set", {"place": place, "value": value, "reason": "a guess", "after": str(asked.last), "do": do})
        for place, value in asked.values
        for do in ("look", "file")
    ],
    "witnesses.hold": lambda asked: [
        (f"/s/{NAME}/witnesses", {"text": text, "key": key})
        for text in ("", "Hm.", f"{asked.last}:{'0' * 32} and 1:{'f' * 64}", f"--- A, Friday ---\n9999:{'0' * 40}")
        for key in ("", "0" * 32, "no key")
    ],
    "kit.private": lambda _asked: [(f"/s/{NAME}/kit/private", {"seat": "nobody"})],
    "people.look": lambda _asked: [(f"/s/{NAME}/look", {"view": "nobody"})],
    "people.seat": lambda _asked: [(f"/s/{NAME}/people/seat", {"seat": "nobody"})],
    "people.substitute_person": lambda _asked: [(f"/s/{NAME}/people/substitute", {"seat": "nobody"})],
    "people.erase": lambda _asked: [(f"/s/{NAME}/people/erase", {"author": "nobody", "do": "erase"})],
    "people.remove": lambda _asked: [(f"/s/{NAME}/people/remove", {"name": "nobody"})],
    "people.link": lambda _asked: [(f"/s/{NAME}/people/link", {"do": "revoke", "link": "nobody"})],
    "people.appoint_person": lambda _asked: [(f"/s/{NAME}/people/appoint", {"role": "nobody"})],
    "people.settings": lambda _asked: [(f"/s/{NAME}/people/settings", {"visibility": "nobody"})],
}
NOT_OF_A_SESSION: Final = frozenset({
    "api.begin", "archive.send", "desk.begin", "desk.send", "kit.renew", "secret_link.exchange", "secret_link.forget",
    "people.clear_links", "new.begin", "home.take_samples",
})  # fmt: skip
PROGRAMS: Final = {"api.read": "readings", "api.post": "posts"}


class _Guest:
    """Somebody with a link in a copy of a world, at the pages and by a program."""

    def __init__(self, of: World, viewer: str) -> None:
        self.of, self.viewer, self.store, accounts = of, viewer, copied(of.session).store, Accounts.memory()
        self.app = create_app(self.store, GAMES, accounts, base="https://bell.example.org")
        self.app.extensions["cloisterbell-limiter"] = Unlimited()
        role, seat = (MODERATOR, "") if viewer == ALL else (SEAT, viewer)
        token = accounts.issue(NAME, role, 1, seat=seat)[1]
        self.browser, self.headers = Browser(self.app, token), {"Authorization": f"Bearer {token}"}
        self.csrf = csrf_field(self.browser.client.get(f"/k/{token}").text)

    def __call__(self, asked: Asked) -> str:
        before = self.store.head(NAME)
        answer = self._sent(asked)
        if self.store.head(NAME) != before:
            return ACCEPTED
        head = "".join(f"{name}: {value}\n" for name, value in answer.headers if name.lower() in _KEPT)
        body = answer.data.hex().encode() if answer.mimetype == "image/png" else answer.data
        if "/bundle.html" in asked.path and answer.status_code == HTTPStatus.OK:
            head, body = without_length(head), unfolded(answer.text).encode()
        return without_hashes(f"{answer.status}\n{head}\n".encode() + body)

    def _sent(self, asked: Asked) -> TestResponse:
        client = self.app.test_client() if asked.path.startswith("/api/") else self.browser.client
        if asked.body is not None:
            return client.post(asked.path, json=asked.body, headers=self.headers)
        if asked.data is not None:
            return client.post(asked.path, data={"csrf": self.csrf, **asked.data}, buffered=True)
        return client.get(asked.path, headers=self.headers if asked.path.startswith("/api/") else {}, buffered=True)


def map_of(of: World) -> Flask:
    return create_app(of.session.store, GAMES)


def linked_outputs(of: World, viewer: str, asked: Guesses) -> Iterator[tuple[str, str]]:
    """Every request of a seat, or of the moderator for `all`, and its answer; what is filed is taken back again."""
    guest = _Guest(of, viewer)
    for each in _requests(guest.app, viewer, asked):
        answer = guest(each)
        yield f"{each}", answer
        if answer == ACCEPTED:
            guest = _Guest(of, viewer)


def _requests(app: Flask, viewer: str, asked: Guesses) -> Iterator[Asked]:
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()):
            for path in filter(lambda path: _is_late(path, asked.last), addresses(rule, NAME, asked.last)):
                yield Asked(path)
                if viewer != ALL and NAME in path and "?" not in path:
                    yield Asked(f"{path}?as={viewer}")
        elif rule.endpoint in PROGRAMS:
            for post in _posts(asked):
                path = f"/api/v1/sessions/{NAME}/{PROGRAMS[rule.endpoint]}"
                yield Asked(path, body={"after": asked.last, **post})
        else:
            form = FORMS.get(rule.endpoint)
            for path, data in form(asked) if form else ():
                yield Asked(path, data)
    yield from _looks(asked)


def _looks(asked: Guesses) -> Iterator[Asked]:
    for move in asked.moves:
        wire = msgspec.json.encode(move).decode()
        yield Asked(f"/s/{NAME}/move?seat={move.player}&kind={move.__struct_config__.tag}")
        yield Asked(f"/s/{NAME}/move?seat={move.player}&move={wire}".replace("#", "%23").replace("+", "%2B"))
    for group, line in asked.fixes:
        yield Asked(f"/s/{NAME}/{group}/fix?line={line}".replace("#", "%23").replace("+", "%2B"))
    yield Asked(f"/s/{NAME}/{asked.group}/fix?omit=1")
    for place, value in asked.values:
        yield Asked(f"/s/{NAME}/set?place={place}&value={value}")
        break


def _is_late(path: str, last: int) -> bool:
    number = path.partition("?")[0].rpartition("/")[2].partition(".")[0]
    return not number.isdigit() or int(number) > last - _LINES
