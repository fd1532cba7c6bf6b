"""Recording what was posted: each line read, echoed and filed, or refused with its place.

A typed session is recorded leniently: what stood, stood. It is staged in memory first and stored whole, or not at all.
A tower session is played strictly, move by move: what stands before the first refused line is in the log.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Literal

import msgspec

from events.conduct import Claimed, Posted
from events.errors import BellError, IllegalMoveError, NotationError, RefusedError
from events.facts import ALL, TABLE, Conduct, Started
from projections.shelf import Shelf
from projections.terms import Ask, Written
from replay.live.consent import check_policy
from replay.live.data_files import pins
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.live.transaction import Preface, Prefaced
from replay.posts.commands import MODERATOR, carry_out, common_line, keep_to_its_readers
from replay.posts.fences import Block, File, Post, Said, read_posts
from replay.posts.interjection import spoken_by
from replay.reading.audience import AudienceCollector
from replay.reading.reading import Reading
from replay.reading.timeline import Timeline

__all__ = ["VERB", "Echo", "Recorder", "started_from", "started_with"]

Status = Literal["ok", "fix", "ask", "chat"]

VERB: Final = re.compile(r"[A-Za-z+]{1,12}\s*:")
"""How a line begins that is meant to be read; another one that does not read is chat."""
_YES_NO: Final = {"yes": True, "no": False}
_NO_NUMBER: Final = re.compile(r"Expected `int`, got `\w+` - at `\$\.([a-z_]+)`")
_USUAL: Final = frozenset(
    {
        "game", "title", "seats", "dice", "cards", "date", "writer", "opens", "host", "rules", "corrections", "table",
        "data",
    }
)  # fmt: skip


class Echo(msgspec.Struct, frozen=True):
    """How one line was read: `ok`, `fix` (refused, with the rule), `ask` (with choices) or `chat`."""

    number: int
    text: str
    status: Status
    message: str = ""
    rule: str = ""
    choices: tuple[str, ...] = ()
    address: str = ""


def started_from(shelf: Shelf, file: File) -> Started:
    """The start of a session from a transcript's header; what is no common field is an option of the game.

    Raises:
        NotationError: a field is missing, unknown or holds what is not allowed; with its line.
    """
    header = file.header
    for name in ("game", "seats"):
        if not header.get(name):
            raise NotationError(f'the header lacks "{name}"', line=1, column=1, allowed=tuple(sorted(_USUAL)))
    try:
        return started_with(shelf, header)
    except RefusedError as error:
        named = [name for name in file.places if name in str(error)]
        at = file.places[max(named, key=len)] if named else 1
        raise NotationError(str(error), line=at, column=1) from error


def started_with(shelf: Shelf, header: Mapping[str, str]) -> Started:
    """The start of a session from named fields; `game` and `seats` are there.

    Raises:
        RefusedError: one of them holds what is not allowed; names it.
    """
    game = shelf[header["game"].lower()]
    seats = tuple(part.split()[0].lower() for part in header["seats"].split(",") if part.split())
    options = _options(game.options, {name: value for name, value in header.items() if name not in _USUAL})
    started = Started(
        game.meta.slug, game.meta.rules, seats, options, pins(header.get("data", "")), header.get("host", "").lower(),
        _source(header, "dice"), _source(header, "cards"), header.get("opens", "all").lower(), header.get("title", ""),
        check_policy(header.get("corrections", "friendly").lower()),
    )  # fmt: skip
    if header.get("rules", str(game.meta.rules)) != str(game.meta.rules):
        raise RefusedError(f"rules number {header['rules']} is not here; this is {game.meta.rules}")
    if started.opens not in ("all", "seats", "auditor"):
        raise RefusedError(f'opens: "{started.opens}" is not allowed: all, seats or auditor')
    if started.host and started.host not in seats:
        raise RefusedError(f'host: "{started.host}" has no seat; there are {", ".join(seats)}')
    game.set_up(started)
    return started


def _source(header: Any, name: str) -> str:
    value = str(header.get(name, "typed")).lower()
    if value not in ("tower", "typed") and not re.fullmatch(r"other:[a-z0-9-]{1,32}", value):
        raise RefusedError(f'{name}: "{value}" is not allowed: tower, typed or other:<name>')
    return value


def _options(kind: type[msgspec.Struct], given: dict[str, str]) -> dict[str, Any]:
    """Header values as the game's options: `a=b, c=d` is a mapping, numbers and yes/no as the option asks."""
    kinds = {field.name: field.type for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    for name, text in given.items():
        pairs = [part.replace("=", " ").split() for part in text.split(",")]
        mapping = {pair[0].lower(): pair[-1] for pair in pairs if pair}
        word = _YES_NO.get(text.lower(), text) if kinds.get(name) is bool else text
        values[name] = mapping if "dict" in str(kinds.get(name)) else word
    try:
        converted = msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        known = ", ".join(sorted({*_USUAL, *(field.name for field in msgspec.structs.fields(kind))}))
        number = _NO_NUMBER.fullmatch(str(error))
        why = f"{number[1]}: a number is expected" if number else str(error)
        raise RefusedError(f"{why}; the header knows {known}") from error
    encoded = msgspec.to_builtins(converted)
    return {name: encoded[name] for name in values}


class Recorder:
    """Files posts into one session and keeps an echo of every line. Stops at the first line that does not read.

    The echoes are for `reader`, the seat that posts itself, or anybody.
    """

    def __init__(
        self, session: Prefaced, say: Callable[[Echo], None] = lambda _echo: None, reader: str = ALL
    ) -> None:  # fmt: skip
        self.session, self.say, self.reader = session, say, reader
        self.echoes: list[Echo] = []
        self.stopped = False
        self._filed = _posted(session)

    def record(self, posts: Sequence[Post]) -> bool:
        """File posts in order; returns whether every line was read."""
        for post in posts:
            self._post(post)
            if self.stopped:
                return False
        return True

    def skip(self, post: Post, why: str) -> None:
        """Pass over a post and say why."""
        self._echo(Said(post.number, post.text.split("\n")[0][:80]), "chat", why)

    def _post(self, post: Post) -> None:
        session = self.session
        seat = post.by or post.author.lower().replace(" ", "-")
        author = seat if seat in (*session.started.seats, post.by) else TABLE
        audience = self._audience(post)
        notes: tuple[Conduct, ...] = (Posted(post.author, post.text, audience, post.where, post.when),)
        again = [block for block in post.blocks if block.quoted and (block.turn, block.seat) in self._filed]
        blocks = [block for block in post.blocks if block.said and block not in again]  # an empty one says nothing
        for block in again:
            self._echo(Said(block.number, f"the block of {block.seat}"), "chat", "quoted; it is filed already")
        if not blocks:
            session.note(*notes, by=author)
            self._echo(Said(post.number, post.text.split("\n")[0][:80]), "chat")
        for block in blocks:
            self._filed.add((block.turn, block.seat))
            notes = self._block(block, notes)
            if self.stopped:
                return

    def _known(self) -> Reading[Any]:
        """What lines are read from: what a typed session tells has happened, whoever brings it in."""
        return self.session.view(self.reader if self.session.strict else TABLE)

    def _audience(self, post: Post) -> str:
        """Who may read a post: all, unless a line of it tells what is sealed to others."""
        session = self.session
        secrecy = AudienceCollector(session.codec)
        timeline = Timeline(session.row, self._known())
        position = timeline.position(timeline.last)
        for speaker, said in [(block.seat, said) for block in post.blocks for said in block.said]:
            seat, text, _ = spoken_by(said.meant, speaker, session.started.seats, session.game.interjections)
            if common := common_line(said.meant):
                keep_to_its_readers(timeline, position, common, secrecy)
                continue
            with suppress(NotationError):  # what does not read now says nothing that is sealed before it is filed
                read = session.game.notation.read(text, position, seat)
                for each in () if isinstance(read, Ask) else (read,) if isinstance(read, Written) else read:
                    secrecy.take_in_words(each)
        return secrecy.audience

    def _block(self, block: Block, notes: tuple[Conduct, ...]) -> tuple[Conduct, ...]:
        session = self.session
        if block.seat not in (*session.started.seats, "moderator"):
            head = Said(block.number, block.seat)
            allowed = (*session.started.seats, "moderator")
            self._stop(head, NotationError("no such seat here", line=block.number, read=block.seat, allowed=allowed))
            return notes
        turn = session.status.turn
        for said in block.said:
            turn = session.status.turn
            notes = self._line(said, block.seat, notes)
            if self.stopped:
                return notes
        if block.closed and not session.strict and turn == session.status.turn:
            self._finish(block.seat)
        return notes

    def _finish(self, seat: str) -> None:
        """The end of a block says nothing more of the turn that it is about: what silence means is filed."""
        session = self.session
        if next(iter(session.status.awaited), "") == seat:
            silent = session.game.rules.silence(session.position, seat)
            if silent is not None:
                submit(session, seat, [Request(Written(silent), implied=True)])

    def _line(self, said: Said, seat: str, notes: tuple[Conduct, ...]) -> tuple[Conduct, ...]:
        try:
            common = common_line(said.meant)
            if common is not None:
                self._require_moderator(common.verb, seat)
                with self.session.prefaced(Preface(seat, notes)):
                    told = carry_out(self.session, common, seat, asks=self._speaks_for_itself(seat))
                self._echo(said, "ok", told)
                return ()
            return self._move(said, seat, notes)
        except BellError as error:
            self._stop(said, error)
            return notes

    def _speaks_for_itself(self, seat: str) -> bool:
        """Whether a seat posts itself where play is strict: then it can say nothing for others."""
        return self.session.strict and seat == self.reader

    def _move(self, said: Said, seat: str, notes: tuple[Conduct, ...]) -> tuple[Conduct, ...]:
        session = self.session
        seat, text, before = spoken_by(said.meant, seat, session.started.seats, session.game.interjections)
        if before and session.strict and self.reader in session.started.seats and seat != self.reader:
            raise RefusedError(f"this line is {seat}'s, and you hold {self.reader}")
        position = self._known().position
        try:
            written = session.game.notation.read(text, position, seat)
        except NotationError:
            if VERB.match(text) or said.answer:
                raise
            self._echo(said, "chat")
            return notes
        if isinstance(written, Ask):
            self._echo(said, "ask", written.question, choices=tuple(before + choice for choice in written.choices))
            self.stopped = True
            return notes
        moves = (written,) if isinstance(written, Written) else written
        requests = [Request(each, said.keep, behind=_claims(each, seat)) for each in moves]
        answer = submit(session, seat, requests, notes=notes, reader=self.reader)
        if answer.refused:
            words = answer.refused.message.removesuffix(f" ({answer.refused.rule})")
            raise IllegalMoveError(answer.refused.rule, words)
        addresses = Timeline(session.row, session.table).addresses if moves else {}
        self._echo(said, "ok", address=addresses[max(addresses)] if addresses else "")
        return ()

    def _require_moderator(self, verb: str, seat: str) -> None:
        """Where play is strict no seat sets values or rules; what a typed session tells has happened."""
        if self.session.strict and verb in MODERATOR and seat != "moderator":
            raise RefusedError(f"{verb} is for a moderator's block, which is headed == moderator ==")

    def _echo(self, said: Said, status: Status, message: str = "", **more: Any) -> None:
        echo = Echo(said.number, said.text, status, message, **more)
        self.echoes.append(echo)
        self.say(echo)

    def _stop(self, said: Said, error: BellError) -> None:
        self.stopped = True
        if isinstance(error, NotationError):
            error.line = error.line or said.number
            self._echo(said, "ask", str(error), choices=error.allowed)
        else:
            self._echo(said, "fix", f"line {said.number}: {error}", rule=getattr(error, "rule", ""))


def _claims(written: Written, seat: str) -> tuple[Conduct, ...]:
    """What a line says of the board behind one of its moves."""
    return tuple(Claimed(seat, claim.place, claim.value) for claim in written.claims)


def _posted(session: Session) -> set[tuple[int, str]]:
    """The turn and seat of every block that was posted to a session: whoever quotes one does not file it again."""
    posts = [post for entry in session.table.entries if isinstance(entry.fact, Posted) for post in _read(entry.fact)]
    return {(block.turn, block.seat) for post in posts for block in post.blocks if block.said}


def _read(posted: Posted) -> tuple[Post, ...]:
    try:
        return read_posts(posted.text)
    except NotationError:
        return ()
