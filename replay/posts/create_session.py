"""Create a session from settings and people, the header of a transcript, or a described position.

A description has lines `field = value`, as in SET. The game is set up with unknown cards; then each line sets its
field, as a moderator's correction with the same reason. The session is staged in memory and saved as a whole or not at
all. Broken invariants of the position only cause warnings, because players may agree on any position.
"""

import hmac
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from events.errors import BellError, CannotTellError, ConflictError, NotationError, RefusedError, UnknownSessionError
from events.events import ALL, Started
from events.lazy_patterns import lazy_pattern
from events.store.accounts import Accounts
from events.store.checks import check_id, taken_name_error
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from events.store.settings import Settings, check_title
from projections.draft import Draft
from projections.game import Game
from projections.registry import Registry
from projections.wording import either, seat_id
from replay.chance.clock import Clock, now_ms
from replay.corrections.moderation import adjust
from replay.posts.blocks import File, read_file
from replay.reading.timeline import Timeline
from replay.session import session as live
from replay.session.consent import DISPUTES, RESIGNATIONS, check_policy, check_resignation
from replay.session.data_files import OwnData, read_pins
from replay.session.session import LETTERS, Session
from replay.transfer.bundle import unstage

HEADER_NAMES: Final = ". Names for a header: "  # begins the list of header fields at the end of an error
TABLE_IS_DESCRIBED: Final = "described"
"""The value of the header field `table` in a transcript if SET lines describe the position."""
REASON: Final = "as the table was described"
LONGEST_DESCRIPTION: Final = 100_000  # the most characters of a description
_LINES: Final = 1_000
_UNTOLD: Final = "Set the result with an option (see `games`), or import a transcript that contains it"
_YES_NO: Final = {"yes": True, "no": False}
_NEEDED: Final = lazy_pattern(r"\s*(?:game|seats)\s*:", re.IGNORECASE)
_BRACKETED: Final = lazy_pattern(r"\([^()]*\)")
_SEAT: Final = lazy_pattern(r"([^:=+]+?) ?(?:[:=]| [-\u2013\u2014](?: |\Z))(.*)")
_PAIR: Final = lazy_pattern(r"(.+) (\S+)")
_WRONG_VALUE: Final = lazy_pattern(r".+ - at `\$\.([a-z_]+)`")
_BEGINS_WITH_OPTION: Final = lazy_pattern(r"([a-z_]+)(?=:| must )")
_USUAL: Final = frozenset({
    "game", "title", "seats", "dice", "cards", "date", "writer", "opens", "host", "rules", "corrections", "disputes",
    "resignation", "table", "data",
})  # fmt: skip


def started_from(registry: Registry, file: File) -> Started:
    """Build the `Started` event from a transcript's header. Fields that are not common are options of the game."""
    header = file.header
    for name in ("game", "seats"):
        if not header.get(name):
            raise NotationError(f'the header lacks "{name}"', line=1, column=1, allowed=tuple(sorted(_USUAL)))
    try:
        return started_with(registry, header)
    except RefusedError as error:
        raise at_its_line(error, file.places) from error


def at_its_line(error: RefusedError, places: Mapping[str, int]) -> NotationError:
    """Return an error about a header field, with the line number of that field."""
    named = [name for name in places if name in str(error).partition(HEADER_NAMES)[0]]
    return NotationError(str(error), line=places[max(named, key=len)] if named else 1, column=1)


def without_slips(registry: Registry, text: str) -> tuple[str, tuple[NotationError, ...]]:
    """Remove invalid header lines from a transcript; return the text and the error for each.

    Raises NotationError if the rest cannot begin a session, or a block header is malformed.
    """
    slips, lines = list[NotationError](), text.split("\n")
    begun = next((at for at, line in enumerate(lines) if line.strip()), 0)
    end = next((at for at, line in enumerate(lines) if at > begun and not line.strip()), len(lines))
    kept = list(range(begun, end))
    while True:
        gone = [""] * (end - begun - len(kept))  # keeps later line numbers the same
        text = "\n".join([*lines[:begun], *(lines[at] for at in kept), *gone, *lines[end:]])
        try:
            started_from(registry, read_file(text))
        except NotationError as error:
            at = error.line - 1 - begun
            if not 0 <= at < len(kept) or error.reason.startswith("the header lacks") or _NEEDED.match(lines[kept[at]]):
                raise
            error.line = kept.pop(at) + 1
            slips.append(error)
        else:
            return text, tuple(slips)


def seats_in(written: str) -> tuple[str, ...]:
    """Return the seat ids in a header value such as `Tenth (Rose), The Twelfth`."""
    return tuple(filter(None, ("-".join(part.lower().split()) for part in _BRACKETED.sub("", written).split(","))))


class UnsaidError(RefusedError):
    """The game or the seats are missing, or a subclass names what is missing."""

    code = "incomplete-start"


class NoFirstPlayerError(UnsaidError):
    """The first player is missing: the `option` that names it, and the `seats` to choose from."""

    code = "no-first-player"

    def __init__(self, option: str, seats: Sequence[str]) -> None:
        super().__init__(f"the seat that begins is missing. Set {option} to {either(seats)}")
        self.option, self.seats = option, tuple(seats)


def require_first(registry: Registry, started: Started, error: NotationError) -> None:
    """Raise NoFirstPlayerError if a random first player is needed whom the header does not name."""
    for name in registry.options(started.game).__struct_fields__ if "first player" in error.reason else ():
        if name in ("first", "first_player"):
            raise NoFirstPlayerError(name, started.seats) from error


def started_with(registry: Registry, header: Mapping[str, str]) -> Started:
    """Build the `Started` event from named fields, which include `game` and `seats`.

    Raises RefusedError. If an option is wrong, the message shows its label and its name.
    """
    game = registry[header["game"].lower()]
    try:
        return _started_with(game, header)
    except RefusedError as error:
        error.args = (_with_label(game, str(error)),)
        raise


def _with_label(game: Game[Any, Any], message: str) -> str:
    named = _BEGINS_WITH_OPTION.match(message)
    text = game.meta.option_texts.get(named[1]) if named else None
    return f'"{text.label}" ({named[1]}){message[named.end() :]}' if named and text else message


def _started_with(game: Game[Any, Any], header: Mapping[str, str]) -> Started:
    rules = game.check_rules_version(header.get("rules", game.meta.rules_number))
    seats = seats_in(header["seats"])
    options = _options(game.options, {name: value for name, value in header.items() if name not in _USUAL}, seats)
    started = Started(
        game.meta.slug, rules, seats, options, read_pins(header.get("data", "")),
        header.get("host", "").lower(),
        _source(header, "dice"), _source(header, "cards"), header.get("opens", "all").lower(), header.get("title", ""),
        check_policy(header.get("corrections", "friendly").lower()), header.get("disputes", "go on").lower(),
    )  # fmt: skip
    if started.disputes not in DISPUTES:
        raise RefusedError(f'disputes: "{started.disputes[:40]}" is not allowed. Allowed: {", ".join(DISPUTES)}')
    resignation_in(header)
    if started.opens not in ("all", "seats", "auditor"):
        raise RefusedError(f'opens: "{started.opens}" is not allowed. Allowed: all, seats, auditor')
    if started.host and started.host not in seats:
        raise RefusedError(f'host: "{started.host}" is not a seat. Seats: {", ".join(seats)}')
    game.set_up(started)
    return started


def resignation_in(header: Mapping[str, str]) -> str:
    """Return what happens after a seat resigns, as the header says. Raises RefusedError."""
    return check_resignation((header.get("resignation") or RESIGNATIONS[0]).lower())


def _source(header: Any, name: str) -> str:
    value = str(header.get(name, "typed")).lower()
    if value not in ("tower", "typed") and not re.fullmatch(r"other:[a-z0-9-]{1,32}", value):
        raise RefusedError(f'{name}: "{value}" is not allowed. Allowed: tower, typed, other:NAME')
    return value


def _options(kind: type[msgspec.Struct], given: dict[str, str], seats: Sequence[str]) -> dict[str, Any]:
    """Convert header values to the game's options: numbers, yes/no, mappings, and seats as people type them."""
    kinds = {field.name: field.type for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    for name, text in given.items():
        word = _YES_NO.get(text.lower(), text) if kinds.get(name) is bool else text
        word = seat_id(text) if seat_id(text) in seats else word
        values[name] = _mapping(text) if "dict" in str(kinds.get(name)) else word
    try:
        converted = msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        known = ", ".join(sorted({*_USUAL, *(field.name for field in msgspec.structs.fields(kind))}))
        wrong = _WRONG_VALUE.fullmatch(str(error))
        expected = _expected(kinds.get(wrong[1])) if wrong else ""
        why = f"{wrong[1]} must be {expected}" if wrong and expected else str(error)
        raise RefusedError(f"{why}{HEADER_NAMES}{known}") from error
    encoded = msgspec.to_builtins(converted)
    return {name: encoded[name] for name in values}


def _expected(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return either(list(map(str, get_args(kind))))
    return {int: "a number", bool: "yes or no"}.get(kind, "")


def _mapping(text: str) -> dict[str, str]:
    """Parse a value for each seat: `a=b, c=d`, `a b, c d`, or lines such as `A: b, d`."""
    parts = [" ".join(part.split()) for part in re.split(r"[,;\n]", text)]
    headed = _SEAT if any(map(_SEAT.fullmatch, parts)) else _PAIR
    found, seat = dict[str, list[str]](), ""
    for part in parts:
        if head := headed.fullmatch(part):
            seat = seat_id(head[1])
        found.setdefault(seat, []).extend("-".join(each.split()) for each in (head[2] if head else part).split("+"))
    return {seat: "+".join(filter(None, chosen)) for seat, chosen in found.items() if any(chosen)}


class DescriptionLine(msgspec.Struct, frozen=True):
    """One line `field = value` of the description of a position."""

    number: int
    place: str
    value: str


class DescribedStart(msgspec.Struct, frozen=True):
    """A staged session that begins from a description."""

    staged: Session
    warnings: tuple[str, ...]  # broken invariants of the position
    session: str = ""  # its id after it is saved

    @property
    def timeline(self) -> Timeline:
        """The session as a spectator would see it."""
        return Timeline(self.staged.row, self.staged.view(ALL))


def read_description(text: str) -> tuple[DescriptionLine, ...]:
    """Parse a description; empty lines and text after `#` or `;` are ignored. Raises NotationError."""
    if len(text) > LONGEST_DESCRIPTION:
        raise NotationError(f"a description can have at most {LONGEST_DESCRIPTION} characters, not {len(text)}")
    found: dict[str, DescriptionLine] = {}
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = raw.partition("#")[0].partition(";")[0].strip()
        if not line:
            continue
        place, equals, value = (" ".join(part.split()) for part in line.partition("="))
        if not (place and equals and value):
            raise NotationError(
                "a line of a description must be a field and its value", line=number, column=1, read=line[:60],
                allowed=("field = value",),
            )  # fmt: skip
        if place.lower() in found:
            first = found[place.lower()].number
            raise NotationError(f"{place[:40]} is already on line {first}", line=number, column=1, read=line[:60])
        found[place.lower()] = DescriptionLine(number, place, value)
        if len(found) > _LINES:
            raise NotationError(f"a description can have at most {_LINES} lines", line=number, column=1)
    if not found:
        raise NotationError("the description is empty", line=1, column=1, allowed=("field = value",))
    return tuple(found.values())


def options_in(game: Game[Any, Any], lines: Sequence[DescriptionLine]) -> dict[str, str]:
    """Return the game options that a description sets, by name. They are not fields of the board."""
    known = {field.name for field in msgspec.structs.fields(game.options)}
    return {line.place.lower(): line.value for line in lines if line.place.lower() in known}


def description(game: Game[Any, Any], position: Any) -> str:
    """Write a position as a description, as far as its viewer knows it. Raises RefusedError if it cannot begin."""
    fields = game.editor.fields
    if fields is None:
        raise RefusedError(f"{game.meta.title} cannot describe its positions")
    if game.rules.status(position).outcome is not None or not game.rules.status(position).turn:
        raise RefusedError("no game can begin from this position, because this game is over or has not begun")
    return "".join(f"{place} = {value}\n" for place, value in fields.describe(position))


def begin_from(
    store: EventStore, registry: Registry, started: Started, lines: Sequence[DescriptionLine], *, reason: str = REASON,
    alias: str = "", session: str = "", people: Mapping[str, str] | None = None, own: Sequence[OwnData] = (),
    by: str = "moderator", check: bool = False, clock: Clock = now_ms, resignation: str = RESIGNATIONS[0],
) -> DescribedStart:  # fmt: skip
    """Begin a session from a description; with `check`, nothing is saved.

    `started` already contains the options of the description (see `options_in`).
    """
    if "tower" in (started.dice, started.cards):
        raise RefusedError("a game that begins in the middle must have dice and cards that are entered by hand")
    if not reason.strip():
        raise RefusedError("a described position needs a reason")
    if alias:
        check_id(alias, "alias")
    game, memory = registry[started.game], MemoryStore(store.signing_keys())
    dealt = dealt_unseen(registry, game.meta.slug)
    try:
        staged = Session.create(
            memory, dealt, started, alias=alias, session=session, people=people, own=own, clock=clock,
            resignation=resignation,
        )  # fmt: skip
    except NotationError as error:
        known = ", ".join(field.name for field in msgspec.structs.fields(game.options))
        raise RefusedError(f"{error.reason}. Set it with an option: {known}") from error
    options, fields, position = options_in(game, lines), game.editor.fields, staged.position
    rest = [line for line in lines if line.place.lower() not in options]
    for line in sorted(rest, key=lambda line: fields.rank(position, line.place) if fields else 0):
        try:
            adjust(staged, line.place, line.value, reason, by=by)
        except BellError as error:
            read = f"{line.place} = {line.value}"[:60]
            raise NotationError(str(error), line=line.number, column=1, read=read) from error
    middle = DescribedStart(staged, broken_laws(game, staged.position))
    if check:
        return middle
    for pin in staged.started.data.values():
        store.put_data(pin, memory.data(pin))
    unstage(memory, store, staged.row.session, 0)
    return msgspec.structs.replace(middle, session=staged.row.session)


def dealt_unseen(registry: Registry, slug: str) -> Registry:
    """Return the registry with a version of this game that can be set up with unknown cards."""
    game = registry[slug]

    def deal(draft: Draft[Any], started: Started) -> None:
        with suppress(CannotTellError):
            game.rules.setup(draft, started)

    return registry.with_game(msgspec.structs.replace(game, rules=msgspec.structs.replace(game.rules, setup=deal)))


def broken_laws(game: Game[Any, Any], position: Any) -> tuple[str, ...]:
    """Return the names of the invariants that a position breaks."""
    return tuple(law.name for law in game.rules.invariants if not law.holds(position))


class SessionPlan(msgspec.Struct, frozen=True):
    """The settings of a new session."""

    started: Started
    settings: Settings = Settings()
    alias: str = ""
    words: dict[str, str] = {}  # player seeds for the dice roller, by seat
    own: tuple[OwnData, ...] = ()  # custom data files
    middle: tuple[DescriptionLine, ...] = ()  # the position to begin from, for the middle of a game
    session: str = ""  # the session id; empty for a new one
    reason: str = REASON  # the reason for setting each field of the position
    resignation: str = RESIGNATIONS[0]  # what happens after a seat resigns


def session_id_of_form(accounts: Accounts, whose: str, key: str) -> str:
    """Return the session id for a form key of a sender (`whose`, their link): a form sent twice creates one session."""
    mac = hmac.new(accounts.key("sessions"), f"{whose} {key}".encode("utf-8", "replace"), sha256).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in mac[:12])


def started_from_fields(
    registry: Registry, game: Game[Any, Any], seats: Sequence[str], fields: Mapping[str, str]
) -> Started:
    """Build the `Started` event from named fields. Fields that are not common to all games are options of the game."""
    header = {**fields, "game": game.meta.slug, "seats": ",".join(seats), "title": check_title(fields.get("title", ""))}
    try:
        return started_with(registry, header)
    except RefusedError as error:
        raise RefusedError(str(error).partition(HEADER_NAMES)[0]) from error


def begin_session(store: EventStore, registry: Registry, accounts: Accounts | None, plan: SessionPlan) -> Session:
    """Create a session, or save nothing. Settings are saved before the first entry, but not without `accounts`."""
    alias = check_id(plan.alias, "alias") if plan.alias else ""
    session = check_id(plan.session or live.new_id(), "session")
    if session_exists(store, session):
        raise taken_name_error(session)
    if accounts:
        accounts.put_settings(session, plan.settings)
    people = {seat: Accounts.new_person() for seat in plan.started.seats}
    try:
        if plan.middle:
            begin_from(
                store, registry, plan.started, plan.middle, reason=plan.reason, alias=alias, session=session,
                people=people, own=plan.own, resignation=plan.resignation,
            )  # fmt: skip
            return Session.load(store, registry, session)
        return Session.create(
            store, registry, plan.started, session=session, alias=alias, words=plan.words, people=people, own=plan.own,
            resignation=plan.resignation,
        )  # fmt: skip
    except BaseException as error:
        if accounts and not session_exists(store, session):  # the same form may have created it in the meantime
            accounts.drop_settings(session)
        if isinstance(error, NotationError) and not plan.middle:
            require_first(registry, plan.started, error)
            raise RefusedError(f"{error.reason.partition('. ')[0]}. {_UNTOLD}") from error
        raise


def begin_once(store: EventStore, registry: Registry, accounts: Accounts, plan: SessionPlan) -> Session | None:
    """Create the session of a form; return None if the same form has created it already."""
    try:
        return begin_session(store, registry, accounts, plan)
    except ConflictError:
        if not session_exists(store, plan.session):
            raise
        return None


def session_exists(store: EventStore, session: str) -> bool:
    """Check whether a session has this id; an alias does not count."""
    try:
        return store.row(session).session == session
    except UnknownSessionError:
        return False
