"""Results of a move that a line may declare in words, after any move.

| written | declares |
| --- | --- |
| `+2`, `charge +1`, `-1 token` | tokens gained and paid |
| `TARDIS IV>VI` | the new space of the seat's TARDIS, and the old one, which is checked |
| `ship VIII>IX` | the Dalek Ship's space after the move, as a board statement; the old one is checked |
| `"Captain Jack" full` | the part-time Companion is now full-time |
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from events.events import Move
from projections.games.daleks.events import effects as f, moves as m
from projections.games.daleks.notation.chance import ask_whose
from projections.games.daleks.notation.vocabulary import Context, space_words, titles
from projections.games.daleks.state import names, track
from projections.games.daleks.state.position import Position
from projections.notation.argument_type import ArgumentType, Number, Result

_PREPARING: Final = (m.Charge, m.Install, m.Uninstall, m.Dismiss, m.PlayTimey, m.UseAbility)
"""After these moves, the word `charge` begins another move and not a result."""


def _own(context: Context) -> Mapping[str, str]:
    """Return `seat`, a field of a result in words: the line's seat. Ask if the result may belong to another line."""
    ask_whose(context, context.cursor.at)
    return {"seat": context.seat}


def _tokens(sign: str) -> ArgumentType[Position]:
    """Return a slot (value of a line) for a number of tokens after a sign: `+2`, `charge +1`, `-1 token`."""

    def read(context: Context) -> int | None:
        cursor, spare = context.cursor, () if isinstance(context.move, _PREPARING) else ("charge",)
        cursor.skip(*spare)
        if isinstance(context.move, m.DaleksMove) or cursor.now != sign or not cursor.after.isdecimal():
            return None
        cursor.at += 1
        number = int(cursor.want_number("a number of tokens is expected"))
        for words in (("sonic",), spare, ("token", "tokens")):
            cursor.skip(*words)
        return number

    return Number(what=f"tokens, such as {sign}1,", read=read, least=1, reach=1)


_BEFORE_SPACE: Final = (">", "+", "to", ":", "is", "moves", "move")


def _space(context: Context) -> int:
    return int(context.cursor.want("a space of the track is expected, such as VI", space_words()))


def _course(what: str, name: str, start: Callable[[Context], int]) -> ArgumentType[Position]:
    """Return a slot (value of a line) for the space that a piece reaches: `IV>VI` or `VI`, `+2`, `moves 2`."""

    def read(context: Context) -> int | None:
        cursor, now = context.cursor, start(context)
        if not cursor.is_at(*space_words(), *_BEFORE_SPACE):
            return None
        cursor.skip(":", "is")
        moves = cursor.skip("moves", "move")
        if cursor.skip("+", "by") or (moves and not cursor.is_at("to", ">") and cursor.after != ">"):
            return track.on_track(context.position, now + cursor.want_number("a number of spaces is expected"))
        cursor.skip("to")
        at = cursor.at
        first = now if cursor.now == ">" else _space(context)
        if not cursor.skip(">", "to"):
            return first
        if first != now:
            cursor.at = at
            raise cursor.slip(f"{name} is on {_spelt(now)}", {_spelt(now).lower(): _spelt(now)})
        return _space(context)

    return ArgumentType(
        what=what, read=read, words=lambda _context: {word: int(space) for word, space in space_words().items()},
        code=lambda space, context: f"{_spelt(start(context))}>{_spelt(space)}",
    )  # fmt: skip


def _spelt(space: int) -> str:
    return names.roman(space) if space else "Skaro"


_BERTH: Final = _course(
    "a space of the track, such as IV>VI,", "the TARDIS", lambda context: context.position.tardis.get(context.seat, 0)
)
SHIP: Final = _course(
    "the space of the Dalek Ship", "the Dalek Ship",
    lambda context: (context.earlier[-1] if context.earlier else context).position.ship,
)  # fmt: skip
"""The slot (value of a line) for the new space of the Dalek Ship, starting from its space before the move."""


def ship_moved(context: Context) -> Mapping[str, int | None]:
    """Return the value `ship` of a line: the Dalek Ship's space after the move, or None if the ship did not move."""
    after = context.led.ship if context.led is not None else context.position.ship
    return {"ship": after if after != context.position.ship else None}


def is_unclaimed(context: Context) -> bool:
    """Return whether the line's last parsed move has no board statement about the Dalek Ship's space yet."""
    return all(claim.place != "ship" for claim in context.earlier[-1].claims)


def sailed(context: Context) -> Sequence[Move]:
    """Add a board statement about the Dalek Ship's space to the line's last move. Return no further move."""
    context.earlier[-1].claims_that("ship", str(context.values["ship"]))
    return ()


def _kept(context: Context) -> str | None:
    """Return the seat of the line if the line names one of the seat's part-time Companions, else None."""
    aboard = {one.companion for one in context.position.console(context.seat).companions if one.part_time}
    found = context.cursor.title(titles(context.position, "companion")) if aboard else None
    return context.seat if found and aboard & set(found.split()) else None


HEARD: Final = (
    Result[Position](f.TokensGained, "{tokens}", slots={"tokens": _tokens("+")}, given=_own),
    Result[Position](f.TokensPaid, "{tokens}", slots={"tokens": _tokens("-")}, given=_own),
    Result[Position](f.TardisMoved, "tardis {space}", slots={"space": _BERTH}, given=_own),
    Result[Position](
        f.CompanionsKept,
        "{seat} (full|stays)[ time]",
        slots={"seat": ArgumentType(what="a part-time Companion", read=_kept, kind="card", reach=1)},
    ),
)
"""The results that every line may declare in words."""
