"""A session that begins in the middle: from a position described in lines, `place = value`, as SET takes them.

The table is set up and dealt without anybody knowing what was dealt; then each line sets its place, as a moderator's
correction with the same reason. All of it is staged first and stored whole, or not at all. What the described table
does not hold to is warned of: people agree at their table.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from events.errors import BellError, CannotTellError, NotationError, RefusedError
from events.events import ALL, Started
from events.store.checks import check_id
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.draft import Draft
from projections.game import Game
from projections.registry import Registry
from replay.chance.clock import Clock, now_ms
from replay.corrections.moderation import adjust
from replay.reading.timeline import Timeline
from replay.session.data_files import OwnData
from replay.session.session import Session
from replay.transfer.bundle import unstage

TABLE_IS_DESCRIBED: Final = "described"
"""What the header of a transcript says of its `table`, where SET lines tell what nobody saw dealt."""
REASON: Final = "as the table was described"
LONGEST_DESCRIPTION: Final = 100_000
"""The most characters of a described table."""
_LINES: Final = 1_000


class DescriptionLine(msgspec.Struct, frozen=True):
    """One line of a description."""

    number: int
    place: str
    value: str


class DescribedStart(msgspec.Struct, frozen=True):
    """A session that begins from a description: as it is staged, and what its table does not hold to.

    `session` is its id once it is stored.
    """

    staged: Session
    warnings: tuple[str, ...]
    session: str = ""

    @property
    def timeline(self) -> Timeline:
        """What a spectator would see of it."""
        return Timeline(self.staged.row, self.staged.view(ALL))


def read_description(text: str) -> tuple[DescriptionLine, ...]:
    """The lines of a description; empty ones and what stands behind `#` or `;` say nothing.

    Raises:
        NotationError: a line is no `place = value`, or sets a place again; with its number.
    """
    if len(text) > LONGEST_DESCRIPTION:
        raise NotationError(f"a description has at most {LONGEST_DESCRIPTION} characters, not {len(text)}")
    found: dict[str, DescriptionLine] = {}
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = raw.partition("#")[0].partition(";")[0].strip()
        if not line:
            continue
        place, equals, value = (" ".join(part.split()) for part in line.partition("="))
        if not (place and equals and value):
            raise NotationError(
                "a line of a description is a place and a value", line=number, column=1, read=line[:60],
                allowed=("place = value",),
            )  # fmt: skip
        if place.lower() in found:
            first = found[place.lower()].number
            raise NotationError(f"{place[:40]} stands in line {first} already", line=number, column=1, read=line[:60])
        found[place.lower()] = DescriptionLine(number, place, value)
        if len(found) > _LINES:
            raise NotationError(f"a description has at most {_LINES} lines", line=number, column=1)
    if not found:
        raise NotationError("nothing is described", line=1, column=1, allowed=("place = value",))
    return tuple(found.values())


def options_in(game: Game[Any, Any], lines: Sequence[DescriptionLine]) -> dict[str, str]:
    """What a description says of the game's options, by their names; they are no places of the board."""
    known = {field.name for field in msgspec.structs.fields(game.options)}
    return {line.place.lower(): line.value for line in lines if line.place.lower() in known}


def description(game: Game[Any, Any], position: Any) -> str:
    """A position as a description of it, as far as its viewer knows.

    Raises:
        RefusedError: the game does not tell, or the game is over and nothing begins there.
    """
    fields = game.editor.fields
    if fields is None:
        raise RefusedError(f"{game.meta.title} does not describe its positions")
    if game.rules.status(position).outcome is not None or not game.rules.status(position).turn:
        raise RefusedError("nothing begins here: the game is over, or has not begun")
    return "".join(f"{place} = {value}\n" for place, value in fields.describe(position))


def begin_from(
    store: EventStore, registry: Registry, started: Started, lines: Sequence[DescriptionLine], *, reason: str = REASON,
    alias: str = "", session: str = "", people: Mapping[str, str] | None = None, own: Sequence[OwnData] = (),
    by: str = "moderator", check: bool = False, clock: Clock = now_ms,
) -> DescribedStart:  # fmt: skip
    """Begin a session from a description; with `check` nothing is written.

    `started` has the options that the description says (see `options_in`).

    Raises:
        RefusedError: dice or cards are the tower's, or the deal lacks an option.
        NotationError: a line names no place of this game, or no value of it; with its number.
        ConflictError: the alias is taken.
    """
    if "tower" in (started.dice, started.cards):
        raise RefusedError("a game that begins in the middle was dealt by hand: its dice and cards are typed")
    if not reason.strip():
        raise RefusedError("a described table needs a reason")
    if alias:
        check_id(alias, "alias")
    game, memory = registry[started.game], MemoryStore(store.signing_keys())
    dealt = dealt_unseen(registry, game.meta.slug)
    try:
        staged = Session.create(
            memory, dealt, started, alias=alias, session=session, people=people, own=own, clock=clock
        )  # fmt: skip
    except NotationError as error:
        known = ", ".join(field.name for field in msgspec.structs.fields(game.options))
        raise RefusedError(f"{error.reason}: say it with an option ({known})") from error
    options = options_in(game, lines)
    for line in _in_order(game, staged.position, [line for line in lines if line.place.lower() not in options]):
        _set(staged, line, reason, by)
    middle = DescribedStart(staged, broken_laws(game, staged.position))
    if check:
        return middle
    for pin in staged.started.data.values():
        store.put_data(pin, memory.data(pin))
    unstage(memory, store, staged.row.session, 0)
    return msgspec.structs.replace(middle, session=staged.row.session)


def _set(staged: Session, line: DescriptionLine, reason: str, by: str) -> None:
    try:
        adjust(staged, line.place, line.value, reason, by=by)
    except BellError as error:
        read = f"{line.place} = {line.value}"[:60]
        raise NotationError(str(error), line=line.number, column=1, read=read) from error


def dealt_unseen(registry: Registry, slug: str) -> Registry:
    """The shelf where nobody needs to say what this game dealt."""
    game = registry[slug]

    def deal(draft: Draft[Any], started: Started) -> None:
        with suppress(CannotTellError):
            game.rules.deal(draft, started)

    return registry.with_game(msgspec.structs.replace(game, rules=msgspec.structs.replace(game.rules, deal=deal)))


def _in_order(game: Game[Any, Any], position: Any, lines: Sequence[DescriptionLine]) -> list[DescriptionLine]:
    """The lines in the order in which the game sets its places: whose turn it is first, what was begun last."""
    fields = game.editor.fields
    return sorted(lines, key=lambda line: fields.rank(position, line.place) if fields else 0)


def broken_laws(game: Game[Any, Any], position: Any) -> tuple[str, ...]:
    """What a position does not hold to, by name."""
    return tuple(law.name for law in game.rules.invariants if not law.holds(position))
