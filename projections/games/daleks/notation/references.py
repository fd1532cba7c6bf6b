"""The card or tile that a name in a line means, and an unambiguous name for each."""

from collections.abc import Iterable, Iterator, Sequence

from events.events import UNKNOWN
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.notation.vocabulary import SPELLING, Context, plain, titles
from projections.games.daleks.state.position import Position
from projections.notation.titles import is_quotable
from projections.notation.vocabulary import split

ANY = ("doctor", "companion", "location", "dilemma", "timey", "anomaly")
"""The tables of a box whose rows have names."""
CHANCE = ("draws", "drew", "shows", "turns", "showing", "rolls", "rolled", "shuffled")
"""The words with which a line introduces a chance result, such as drawn cards or rolled dice."""
KINDS = ("doctor", "companion", "timey")
"""The tables of cards that can be on a console."""
_LONG_ENOUGH = 4
"""The least length of a word that may be used in place of its name."""


def named(position: Position, ident: str, *kinds: str) -> str:
    """Return the quoted name or id by which a line means only this card or tile of these kinds; `?` if unknown."""
    if ident == UNKNOWN:
        return UNKNOWN
    name = _printed(position, ident, kinds)
    return f'"{name}"' if name and titles(position, *kinds).get(plain(name)) == ident else f'"{ident}"'


def _printed(position: Position, ident: str, kinds: Sequence[str]) -> str:
    """Return the printed name of a card or tile, or "" if the name cannot be quoted in a line."""
    box = position.box
    tables = ({EARTH: box.earth}, *(getattr(box, kind) for kind in kinds))
    name = next((str(table[ident].name) for table in tables if ident in table), "")
    return name if is_written(name) else ""


def is_written(name: str) -> bool:
    """Return whether a printed name can be quoted and parsed again."""
    words = split(SPELLING, name)
    return is_quotable(name) and bool(words) and not words[0].start


def stands_named(context: Context, *kinds: str) -> bool:
    """Return whether the name of a card or tile of these kinds is next in the line, and not a word of `CHANCE`."""
    return not context.cursor.is_at(*CHANCE) and bool(context.cursor.is_named(titles(context.position, *kinds)))


def thing_here(context: Context, message: str, *kinds: str, held: Iterable[str] = ()) -> str | None:
    """Parse a card or tile as `thing_named` does; None if neither a quotation nor a name is next."""
    if context.cursor.quoted or stands_named(context, *kinds):
        return thing_named(context, message, *kinds, held=held)
    return None


def thing_named(context: Context, message: str, *kinds: str, held: Iterable[str] = ()) -> str:
    """Parse a card or tile of these kinds by name and return its id. If several have it, prefer a card in `held`.

    Raises:
        SlipError: the line names no such thing here.
        QuestionError: several have the name, and none or several of these are in `held`.
    """
    cursor, position, at = context.cursor, context.position, context.cursor.at
    known = [ident for ident in dict.fromkeys(held) if ident != UNKNOWN]
    found = cursor.title(titles(position, *kinds))
    if found is None:
        near = known or [ident for kind in kinds for ident in getattr(position.box, kind)]
        raise cursor.misnamed(message, list(_offers(position, near, kinds)))
    idents: list[str] = found.split()
    if len(idents) > 1:
        idents = [ident for ident in idents if ident in known] or idents
    if len(idents) > 1:
        raise cursor.doubt(at, [named(position, ident, *kinds) for ident in idents])
    return idents[0]


def _offers(position: Position, near: Sequence[str], kinds: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield spellings of cards or tiles that may be meant, each with the text to write: long words, whole names."""
    whole = [(plain(_printed(position, one, kinds) or one), named(position, one, *kinds)) for one in near]
    for spelling, name in whole:
        yield from ((word, name) for word in spelling.split() if len(word) >= _LONG_ENOUGH)
    yield from whole
