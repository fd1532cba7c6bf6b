"""Which card or tile a name in a line means, and how a line names one so that it reads as just that one."""

from collections.abc import Iterable, Iterator, Sequence

from events.events import UNKNOWN
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.notation.vocabulary import SPELLING, Said, plain, titles
from projections.games.daleks.state.position import Position
from projections.notation.titles import is_quotable
from projections.notation.vocabulary import split

ANY = ("doctor", "companion", "location", "dilemma", "timey", "anomaly")
"""The tables of a box whose rows have names."""
CHANCE = ("draws", "drew", "shows", "turns", "showing", "rolls", "rolled", "shuffled")
"""The words behind which a line tells what was seen of chance."""
KINDS = ("doctor", "companion", "timey")
"""What may lie on a console."""
_LONG_ENOUGH = 4
"""The letters of a word of a name that may stand for it."""


def named(position: Position, ident: str, *kinds: str) -> str:
    """A thing as a line names it among things of these kinds; `?` where it is not known."""
    if ident == UNKNOWN:
        return UNKNOWN
    name = _printed(position, ident, kinds)
    return f'"{name}"' if name and titles(position, *kinds).get(plain(name)) == ident else f'"{ident}"'


def _printed(position: Position, ident: str, kinds: Sequence[str]) -> str:
    """The printed name of a thing, "" where it cannot stand between quotation marks."""
    box = position.box
    tables = ({EARTH: box.earth}, *(getattr(box, kind) for kind in kinds))
    name = next((str(table[ident].name) for table in tables if ident in table), "")
    return name if is_written(name) else ""


def is_written(name: str) -> bool:
    """Whether a printed name can stand between quotation marks and be read there."""
    words = split(SPELLING, name)
    return is_quotable(name) and bool(words) and not words[0].start


def stands_named(said: Said, *kinds: str) -> bool:
    """Whether the name of a thing of these kinds stands here, which is no word that begins what was seen."""
    return not said.cursor.is_at(*CHANCE) and bool(said.cursor.is_named(titles(said.position, *kinds)))


def thing_here(said: Said, message: str, *kinds: str, held: Iterable[str] = ()) -> str | None:
    """As `thing_named`; None where nothing is in quotation marks and no name stands here."""
    if said.cursor.quoted or stands_named(said, *kinds):
        return thing_named(said, message, *kinds, held=held)
    return None


def thing_named(said: Said, message: str, *kinds: str, held: Iterable[str] = ()) -> str:
    """The thing of these kinds that stands here; of several with one name, the one that is `held`.

    Raises:
        SlipError: none does.
        QuestionError: the name is that of several, and none or more of them are held.
    """
    cursor, position, at = said.cursor, said.position, said.cursor.at
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
    """The spellings of things that may be meant, long words of their names first, each with how a line names it."""
    whole = [(plain(_printed(position, one, kinds) or one), named(position, one, *kinds)) for one in near]
    for spelling, name in whole:
        yield from ((word, name) for word in spelling.split() if len(word) >= _LONG_ENOUGH)
    yield from whole
