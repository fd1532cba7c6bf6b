"""Two sessions that differ only in what a viewer never learns, and everything that the viewer can get of one."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from http import HTTPStatus
from itertools import chain, islice
from typing import Any, Final, NamedTuple
from urllib.parse import quote

import msgspec
import pytest
from exports import exported_texts
from flask import Flask
from offline_pages import unfolded, without_length
from people import Browser, Unlimited, csrf_field
from players import GAMES, awaited_moves, choose, founded, tower
from spectator import BINARY, addresses, without_hashes
from werkzeug.test import TestResponse

from events.entry import Entry
from events.errors import BellError, CannotTellError, ConflictError, IllegalMoveError, UnplayableError
from events.events import ALL, OMNISCIENT, UNKNOWN, Chance, Drawn, Event, Move, Shuffled, Started
from events.session_events import Posted
from events.store.accounts import MODERATOR, SEAT, Accounts
from events.store.memory import MemoryStore
from projections.contracts import ObservedChance, Order, RandomSource, Written
from projections.draft import find_conflicts, run
from projections.game import Game
from projections.move_choices import arguments_of, encoded, line_of
from projections.stats.dice_stats import dice_of
from replay.audit.audit import audit_session
from replay.audit.findings import report_text
from replay.chance.tower import Tower
from replay.corrections.correction import preview
from replay.corrections.plan import KEEP, OMIT, Change, Correction
from replay.corrections.takeback import preview_takeback, propose, take_back
from replay.posts.blocks import read_posts
from replay.posts.paste import Pasted, Poster
from replay.posts.read import PostReader, read_post
from replay.reading.disclosure import classify
from replay.reading.reading import Group, groups_of
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.transfer.bundle import stage
from replay.turn_summaries.markup import FORMATS, turn_summary_text
from replay.turn_summaries.turn_summary import build_turn_summary
from webui import create_app

NAME: Final = "twinworldstw"
OPTIONS: Final[Mapping[str, dict[str, Any]]] = {"toy": {"points": 9}}
POOL: Final = 5
TRIES: Final = 90
LONGER: Final = 9
PICTURES: Final = 12


class Swap(NamedTuple):
    """Two places whose items are exchanged in the dice roller's shuffle number `j`."""

    j: int
    one: int
    other: int


class World(NamedTuple):
    session: Session
    moves: tuple[Move, ...]


class Rigged(Tower):
    """A dice roller with the usual dice, in which items of some shuffles are exchanged."""

    swaps: tuple[Swap, ...] = ()

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        shuffled = super().shuffle(pile, cards)
        order = list(shuffled.order)
        for j, one, other in self.swaps:
            if j == self.j:
                order[one], order[other] = order[other], order[one]
        return msgspec.structs.replace(shuffled, order=tuple(order))


@contextmanager
def fated(kind: type[Tower], **change: Any) -> Iterator[None]:
    """Give all sessions a dice roller of this class with these attributes."""

    def fate(session: Session, _started: Started, _seen: ObservedChance, words: Mapping[str, str]) -> RandomSource:
        found = kind(tower(), session.row.session, words, session.k, session.j)
        vars(found).update(change)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "fate", fate)
        yield


def first_world(slug: str, seats: int, seed: int, stretch: int) -> World:
    """Return an unfinished random session of at least `stretch` moves in which hidden information matters now."""
    session, chooser, moves = begun(slug, seats), random.Random(seed), list[Move]()

    def is_clear() -> bool:
        offered, public = awaited_moves(session.game, session.position), session.view(ALL).position
        return not any(
            found.is_unverified for move in offered for found in find_conflicts(session.game.rules, public, move)
        )

    while len(moves) < stretch or (len(moves) < stretch + LONGER and is_clear()):
        move = choose(session.game, session.position, chooser)
        submit(session, move.player, [Request(Written(move))])
        moves.append(move)
        if session.table.unsealed:  # the last move ended it, so stop before it
            return first_world(slug, seats, seed, len(moves) - 1 - LONGER)
    return World(session, tuple(moves))


def begun(slug: str, seats: int) -> Session:
    return founded(MemoryStore(), slug, seats, session=NAME, options=OPTIONS.get(slug, {}))


def like(session: Session) -> Session:
    started = session.started
    seats, options = len(started.seats), started.options
    return founded(MemoryStore(), started.game, seats, session=session.row.session, options=options)


def second_world(first: World, *swaps: Swap) -> World | None:
    with fated(Rigged, swaps=swaps):
        session = like(first.session)
        for move in first.moves:
            if session.table.unsealed or submit(session, move.player, [Request(Written(move))]).refused:
                return None
    return World(session, first.moves)


def position_in(first: World, swap: Swap) -> Any:
    """Return the position after the same moves with two items exchanged, or None.

    Nothing is recorded, because many exchanges are tried.
    """
    with fated(Rigged, swaps=(swap,)):
        session = like(first.session)
        position, fate = session.position, session.fate_now(ObservedChance())
    try:
        for move in first.moves:
            position = run(session.game.rules, position, move, fate).now
    except (IllegalMoveError, UnplayableError, CannotTellError):
        return None
    return position


def known_chance(session: Session, viewer: str) -> list[Event]:
    """Return the moves and the chance that a viewer may know. Effects follow from both."""
    return [entry.event for entry in session.view(viewer).entries if isinstance(entry.event, Move | Chance)]


def unseen(full: Any, seen: Any) -> Iterator[str]:
    """Yield the words of a position that a viewer does not know. A field with its default is missing in both."""
    if isinstance(full, dict):
        for key, value in full.items():
            yield from unseen(value, (seen or {}).get(key))
    elif isinstance(full, list | tuple):
        for one, other in zip(full, seen or [UNKNOWN] * len(full), strict=True):
            yield from unseen(one, other)
    elif full != seen and seen in (None, UNKNOWN):
        yield str(full)


def twins(
    first: World, viewer: str, chooser: random.Random, tries: int = TRIES
) -> Iterator[tuple[str, Swap, World]]:  # fmt: skip
    """Yield for each pile worlds that differ only in what a viewer never learns: any, then one with other legal moves.

    Two items with the same back are exchanged, preferably with one that has left the pile.
    """
    session, game = first.session, first.session.game
    hidden = set(unseen(*(msgspec.to_builtins(each) for each in (session.position, session.view(viewer).position))))
    shuffles = (entry.event for entry in session.table.entries if isinstance(entry.event, Shuffled))
    for shuffled in {one.pile: one for one in shuffles}.values():
        order, found = shuffled.order, set[bool]()
        backs = [item.partition("-")[0] if shuffled.pile == "tiles" else "" for item in order]
        places = [at for at, item in enumerate(order) if {item, item.partition("-")[2]} & hidden]
        gone = len(order) - len(game.rules.pile_cards(session.position, shuffled.pile) or ())
        swaps = [(one, at) for one in places for at in places if order[one] != order[at] and backs[one] == backs[at]]
        chooser.shuffle(swaps)
        swaps.sort(key=lambda swap: min(swap) >= gone)
        for one, other in (*swaps[:tries], *swaps[-tries:]):
            swap = Swap(shuffled.j, one, other)
            position = position_in(first, swap)
            if position in (None, session.position):
                continue
            matters = bool(_legal_in_one(game, session.position, position))
            second = second_world(first, swap) if matters not in found else None
            if second and known_chance(second.session, viewer) == known_chance(session, viewer):
                found.add(matters)
                yield shuffled.pile, swap, second
            if True in found:
                break


def probes(first: World, second: World) -> list[Move]:
    return _legal_in_one(first.session.game, first.session.position, second.session.position)


def _legal_in_one(game: Game[Any, Any], *positions: Any) -> list[Move]:
    one, other = (awaited_moves(game, position) for position in positions)
    return [move for move in (*one, *other) if (move in one) != (move in other)]


class Pool(NamedTuple):
    """Moves to ask about, many of them illegal, and one that is legal in both worlds."""

    moves: list[Move]
    common: Move


def computed(world: World, viewer: str, pool: Pool) -> Iterator[tuple[str, str]]:
    """Yield name and text of every output that a viewer can get without pages and commands; hashes are numbered."""
    session = world.session
    outputs = (
        _unasked(session, viewer), _asked(session, viewer, pool.moves), _refused(session, viewer, pool.moves),
        _corrected(session, viewer, pool), [("missed", _missed(session, viewer, pool.common))],
    )  # fmt: skip
    for name, text in chain.from_iterable(outputs):
        yield name, without_hashes(text.encode())


def pool_of(first: World, second: World, chooser: random.Random) -> Pool:
    session = first.session
    seats, positions = session.started.seats, session.table.positions
    asked = [(position, seat) for position in (*chooser.sample(positions[-40:], 6), session.position) for seat in seats]
    offered = [move for position, seat in asked for move in session.game.rules.legal(position, seat)]
    chosen = chooser.sample(offered, min(POOL, len(offered)))
    telling = probes(first, second)
    telling = chooser.sample(telling, min(POOL, len(telling)))
    slips = [slip for move in telling for slip in _slips(move, offered, chooser)]
    others = [msgspec.structs.replace(move, player=chooser.choice(seats)) for move in chosen]
    legal = awaited_moves(second.session.game, second.session.position)
    common = next(move for move in awaited_moves(session.game, session.position) if move in legal)
    return Pool([*telling, *slips[: 2 * POOL], *chosen, *others], common)


def _slips(move: Move, offered: Sequence[Move], chooser: random.Random) -> Iterator[Move]:
    for field in move.__struct_fields__[1:]:
        values = {getattr(other, field) for other in offered if type(other) is type(move)} - {getattr(move, field)}
        if values:
            yield msgspec.structs.replace(move, **{field: chooser.choice(sorted(values))})


@lru_cache(maxsize=2)
def _unasked(session: Session, viewer: str) -> Sequence[tuple[str, str]]:
    """Return all outputs that do not depend on a question; the first world computes them once for all comparisons."""
    return [*_shown(session, viewer), *_taken_back(session, viewer)]


def _shown(session: Session, viewer: str) -> Iterator[tuple[str, str]]:
    timeline = Timeline.read(session.store, GAMES, NAME, viewer)
    for seq in range(1, timeline.last + 1):
        drawing = timeline.svg(seq) if seq > timeline.last - PICTURES else ""
        yield f"position {seq}", f"{timeline.json(seq)!r}\n{timeline.text(seq)}\n{drawing}"
        yield f"line {seq}", f"{timeline.sentence(seq)}\n{timeline.status(seq)}\n{timeline.addresses.get(seq)}"
    yield from exported_texts(session.store, GAMES, NAME, viewer)
    if viewer != OMNISCIENT:
        for start in (0, 1):
            summary = build_turn_summary(timeline, start)
            yield f"summary from {start}", "".join(turn_summary_text(summary, form) for form in FORMATS)
    report = audit_session(session.store, GAMES, NAME, viewer)
    yield "audit", f"{report_text(report)}\n{msgspec.json.encode(report).decode()}"
    yield "dice", f"{dice_of(timeline.entries)}"


def _asked(session: Session, viewer: str, moves: Sequence[Move]) -> Iterator[tuple[str, str]]:
    """Yield legal moves, silence, standing orders, rule conflicts and previews from the viewer's own position."""
    game, position = session.game, session.view(viewer).position
    for seat in session.started.seats:
        yield f"legal {seat}", f"{list(game.rules.legal(position, seat))}\n{game.rules.implied_pass(position, seat)}"
        yield f"order {seat}", f"{game.orders.answer(Order(seat, 'never'), position)}"
    for number, move in enumerate(moves):
        yield f"conflicts {number}", told(partial(find_conflicts, game.rules, position, move))
        line = game.notation.write([Entry(move)], position)
        (post,) = read_posts(f"== T1 {move.player} ==\n{line}\n== end ==\n", viewer)
        recording = PostReader(Timeline(session.row, session.view(viewer)), session.store, Poster("", viewer))
        yield f"look {number}", told(partial(recording.read, post))
        yield f"reading {number}", told(partial(_read, session, viewer, move.player, line))


def _read(session: Session, viewer: str, seat: str, line: str) -> str:
    """Return how a one-line post is read, in notation and in prose, for a viewer."""
    poster, timeline = Poster(_author(viewer), viewer), Timeline(session.row, session.view(viewer))
    own = poster.seat in ("", seat)
    read = [
        read_post(timeline, session.store, Pasted(text=text, seat=seat if own else ""), poster)
        for text in (line, f"== T1 {seat} ==\n{line} =hand {seat}:1\n== end ==", f"I play it: {line.replace(':', ' ')}")
    ]
    return "\n".join(f"{each.lines} {each.crossing} {timeline.game.view.text(each.position)}" for each in read)


def _refused(session: Session, viewer: str, moves: Sequence[Move]) -> Iterator[tuple[str, str]]:
    """Yield the refusals of posts by the viewer, for itself and for others; each is sent to the same position."""
    aside = copied(session)
    for number, move in enumerate(moves):
        refused = submit(aside, _author(viewer), [Request(Written(move))]).refused
        yield f"refused {number}", f"{refused.rule} {refused.message}" if refused else ACCEPTED
        aside = aside if refused and aside.head == session.head else copied(session)


ACCEPTED: Final = "accepted"
"""Replaces the answer if the move was recorded: its legality may depend on another hand, but the record is public."""


def _author(viewer: str) -> str:
    return MODERATOR if viewer == ALL else viewer


def copied(session: Session) -> Session:
    aside = MemoryStore()
    stage(session.store, aside, NAME)
    return Session.load(aside, GAMES, NAME, lambda: 1)


def _corrected(session: Session, viewer: str, pool: Pool) -> Iterator[tuple[str, str]]:
    aside = copied(session)
    assert submit(aside, pool.common.player, [Request(Written(pool.common))]).done
    groups = [group for group in groups_of(aside.table.entries) if isinstance(group.head.event, Move)]
    piles = {entry.event.pile for entry in session.table.entries if isinstance(entry.event, Drawn)}
    for group in groups[-4:]:
        for number, move in enumerate((None, *pool.moves[:12])):
            meant = Correction([Change(group, Written(move) if move else None)])
            asked = partial(preview, aside, meant, by=_author(viewer), viewer=viewer)
            yield f"correction of {group.first} by {number}", told(asked)
        for number, move in enumerate(pool.moves[:4]):
            change, others = Change(group, Written(move), inserts=True), (None, KEEP, OMIT)[number % 3]
            meant = Correction([change], others=others, keepings=dict.fromkeys(piles, "shift"))
            inserted = partial(preview, aside, meant, by=_author(viewer), viewer=viewer)
            yield f"insertion before {group.first} of {number}", told(inserted)


def _taken_back(session: Session, viewer: str) -> Iterator[tuple[str, str]]:
    groups = [group for group in groups_of(session.table.entries) if isinstance(group.head.event, Move)]
    for group in groups[-3:]:
        to = group.first - 1
        yield f"takeback to {to}", f"{classify(session.view(ALL), to, viewer)}"
        yield f"takeback to {to} foreseen", told(partial(preview_takeback, session.view(viewer), to))
        yield f"takeback to {to} asked", told(partial(take_back, copied(session), to, by=viewer))
        yield f"takeback to {to} proposed", told(partial(propose, copied(session), to, seat=viewer))


def _missed(session: Session, viewer: str, move: Move) -> str:
    try:
        submit(session, _author(viewer), [Request(Written(move))], after=session.head.seq - 8)
    except ConflictError as error:
        rows = [(line.seq, line.at_ms, line.by, line.body, line.digest.hex()) for line in error.missed]
        return f"{error}\n{rows}"
    return "none"


def told(make: Callable[[], Any]) -> str:
    try:
        return str(make())
    except BellError as error:
        return f"{type(error).__name__}: {error} {getattr(error, 'rule', '')}"


STRETCH = {"toy": 2}
OTHERS = 18
MANY = 6


@cache
def world(slug: str, seats: int, seed: int) -> World:
    return first_world(slug, seats, seed, STRETCH.get(slug, OTHERS))


@cache
def pairs(slug: str, seats: int, viewer: str, seed: int) -> list[tuple[str, Swap, World]]:
    """Return the second worlds for a viewer; if there are many, one for each pile, the last one found."""
    found = list(twins(world(slug, seats, seed), viewer, random.Random(seed)))
    return found if len(found) <= MANY else list({pair[0]: pair for pair in found}.values())


def joined_pairs(slug: str, seats: int, viewer: str, seed: int) -> list[tuple[tuple[Swap, ...], World]]:
    """Return second worlds in which as many of the swaps of `pairs` as possible are made at once.

    An output that depends on one of the swaps differs in one of these worlds, and fewer worlds are compared.
    """
    first, found = world(slug, seats, seed), list[tuple[tuple[Swap, ...], World]]()
    known = known_chance(first.session, viewer)
    for _, swap, alone in reversed(pairs(slug, seats, viewer, seed)):
        for at, (swaps, _) in enumerate(found):
            both = second_world(first, *swaps, swap)
            if both and known_chance(both.session, viewer) == known:
                found[at] = (*swaps, swap), both
                break
        else:
            found.append(((swap,), alone))
    return found


_KEPT: Final = ("content-type", "content-length", "cache-control", "etag", "location", "vary", "x-robots-tag")
HIDDEN: Final = ("hand", "powers", "missions", "draw", "list", "deck", "time", "seen")
_LINES: Final = 3
_BACK: Final = 16


class Guesses(NamedTuple):
    """What is asked about: moves with their lines, seats, last entry and group, and values of fields.

    `fixes` are earlier moves, each with a line that is legal in only one world. Some of the entries `posts` are posts.
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
    """One request: with `data` a form, with `body` a request of the API."""

    path: str
    data: Mapping[str, str] | None = None
    body: Mapping[str, Any] | None = None


def _fixes(first: World, second: World, moves: Sequence[Group]) -> Iterator[tuple[int, str]]:
    game, public = first.session.game, first.session.view(ALL)
    for group in reversed(moves):
        before, mover = group.first - 2, getattr(group.head.event, "player", "")
        one, other = (set(game.rules.legal(world.session.table.positions[before], mover)) for world in (first, second))
        telling = sorted(one ^ other, key=encoded)
        yield from ((group.first, line_of(game, move, public.positions[before])) for move in telling[:2])


def guesses_of(first: World, second: World, moves: Sequence[Move]) -> Guesses:
    """Return the questions for both worlds. Their values come from the first one, including hands and piles."""
    session, game = first.session, first.session.game
    position = session.view(ALL).position
    groups = [group for group in groups_of(session.table.entries) if isinstance(group.head.event, Move)]
    told = game.editor.fields.describe(session.position) if game.editor.fields else ()
    values = [(place, value) for place, value in told if place.split()[0] in HIDDEN]
    lines = [line_of(game, move, position) or game.notation.write([Entry(move)], position) for move in moves]
    fixes = [*islice(_fixes(first, second, groups[-_BACK:]), _LINES), *((groups[-1].first, line) for line in lines[:3])]
    posted = [entry.seq for entry in session.table.entries if isinstance(entry.event, Posted)]
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


Form = tuple[str, str, Mapping[str, str]]
"""What a form is asked about, its path, and its fields. Path and values may contain placeholders."""


def _asked_forms(asked: Guesses, endpoint: str) -> Iterator[Asked]:
    about: dict[str, Sequence[Mapping[str, Any]]] = {
        "": [{}], "seat": [{"seat": seat} for seat in asked.seats],
        "move": [{"seat": move.player, "move": encoded(move)} for move in asked.moves],
        "fix": [{"at": group, "line": line} for group, line in asked.fixes],
        "value": [{"place": place, "value": value} for place, value in asked.values],
        "chat": [{"at": post, "line": line} for post in asked.posts for line in asked.lines[:2]],
        "entry": [{"at": seq} for seq in (1, asked.last, asked.last + 1)],
        "post": [{"form": form} for form in _forms_of_posts(asked)],
        "text": [{"text": text} for text in (
            "", "Hm.", f"{asked.last}:{'0' * 32} and 1:{'f' * 64}", f"--- A, Friday ---\n9999:{'0' * 40}",
        )],
    }  # fmt: skip
    for what, path, fields in FORMS.get(endpoint, ()):
        for one in about[what]:
            known = {"group": asked.group, "last": asked.last, **one}
            data = {name: value.format(**known) for name, value in fields.items()}
            yield Asked(f"/s/{NAME}/{path.format(**known)}", one.get("form", data))


_AFTER: Final = {"after": "{last}"}
_FIX: Final = {"line": "{line}", **_AFTER}
_VALUE: Final = {"place": "{place}", "value": "{value}", "reason": "a guess", **_AFTER}
FORMS: Final[Mapping[str, Sequence[Form]]] = {
    "post.send": [("post", "post", {})],
    "move.file": [("move", "move", {"seat": "{seat}", "move": "{move}", "key": "k", **_AFTER})],
    "order.file": [("seat", "order", {"seat": "{seat}", "order": text}) for text in ("never", "perhaps")],
    "notes.file": [
        ("", "notes", {"at": at, "text": "Hm.", "whom": whom})
        for at in ("", "#2", "9999")
        for whom in ("all", "alone", "nobody")
    ],
    "notes.withdraw": [("entry", "notes/{at}/withdraw", {})],
    "takeback.send": [
        ("", "{group}/takeback", {**_AFTER, **form})
        for form in ({"do": "propose"}, {"do": "agree", "asked": "1"}, {"do": "rule"})
    ],
    "fix.file": [("fix", "{at}/fix", {**_FIX, "reason": "a slip"})],
    "ruling.send": [("fix", "{at}/ruling", {**_FIX, "verdict": "fix", "reason": "so it was", "keep": "draw"})],
    "was_move.file": [("chat", "{at}/was-move", {"line": "2", "move": "{line}", "reason": "a slip", **_AFTER})],
    "audit.say": [("", "audit/00000000", {"status": "waived", "reason": "so"})],
    "ruling.disputed": [("", "{group}/dispute", {"claim": "", **_AFTER})],
    "what_if.make": [("", "{group}/what-if", {"takes": "all", "changes": "OMIT 1.1", "seed": "x", **_AFTER})],
    "ruling.settle": [
        ("", "{group}/settle", {"do": "propose", "dispute": "1", "way": "stand", "reason": "so", **_AFTER})
    ],
    "ruling.skipped": [("seat", "skip", {"seat": "{seat}", "reason": "away", **_AFTER})],
    "ending.send": [
        ("seat", "end", {"do": do, "sure": "yes", "seat": "{seat}", "reason": "so", "asked": asked, **_AFTER})
        for do, asked in (("resign", ""), ("agree", ""), ("refuse", "9"), ("close", ""), ("reopen", ""))
    ],
    "set_value.send": [("value", "set", {**_VALUE, "do": do}) for do in ("look", "file")],
    "checkpoints.hold": [("text", "checkpoints", {"text": "{text}", "key": key}) for key in ("", "0" * 32, "no key")],
    "thread.send": [("", "thread", {"do": do}) for do in ("pause", "resume", "nothing")],
    "turn_summary.private": [("", "summary/private", {"seat": "nobody"})],
    "notices.save": [("", "notices", {"seat": "nobody"})],
    "people.look": [("", "look", {"view": "nobody"})],
    "people.seat": [("", "people/seat", {"seat": "nobody"})],
    "people.substitute_person": [("", "people/substitute", {"seat": "nobody"})],
    "people.erase": [("", "people/erase", {"author": "nobody", "do": "erase"})],
    "people.remove": [("", "people/remove", {"name": "nobody"})],
    "people.link": [("", "people/link", {"do": "revoke", "link": "nobody"})],
    "people.appoint_person": [("", "people/appoint", {"role": "nobody"})],
    "people.settings": [("", "people/settings", {"visibility": "nobody"})],
}  # fmt: skip
NOT_OF_A_SESSION: Final = frozenset({
    "api.begin", "imports.begin", "imports.send", "turn_summary.renew", "secret_link.exchange", "secret_link.forget",
    "people.clear_links", "new.begin", "home.take_samples", "confirmation.confirm",
})  # fmt: skip
PROGRAMS: Final = {"api.read": "readings", "api.post": "posts"}


class _Guest:
    """A user with a link in a copy of a world, on the pages and through the API."""

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
        body = answer.data.hex().encode() if answer.mimetype in BINARY else answer.data
        if "/export.html" in asked.path and answer.status_code == HTTPStatus.OK:
            head, body = without_length(head), unfolded(answer.text).encode()
        return without_hashes(f"{answer.status}\n{head}\n".encode() + body)

    def _sent(self, asked: Asked) -> TestResponse:
        client = self.app.test_client() if asked.path.startswith("/api/") else self.browser.client
        if asked.body is not None:
            return client.post(asked.path, json=asked.body, headers=self.headers)
        if asked.data is not None:
            return client.post(asked.path, data={"csrf": self.csrf, **asked.data}, buffered=True)
        return client.get(asked.path, headers=self.headers if asked.path.startswith("/api/") else {}, buffered=True)


def linked_outputs(of: World, viewer: str, asked: Guesses) -> Iterator[tuple[str, str]]:
    """Yield every request of a seat, or of the moderator for `all`, with its answer. Recorded changes are discarded."""
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
            yield from _asked_forms(asked, rule.endpoint)
    yield from _looks(asked)


def _looks(asked: Guesses) -> Iterator[Asked]:
    for move in asked.moves:
        wire = msgspec.json.encode(move).decode()
        yield Asked(f"/s/{NAME}/move?seat={move.player}&kind={move.__struct_config__.tag}")
        yield from (Asked(f"/s/{NAME}/move?seat={move.player}&with={quote(one)}") for one in arguments_of(move))
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
