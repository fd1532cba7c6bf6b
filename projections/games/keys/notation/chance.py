"""The results of chance in a line: the card drawn, the order of a new pile, what a door showed."""

from typing import Any, Final

from events.events import UNKNOWN, Drawn, Move, Revealed
from projections.contracts import ObservedChance
from projections.games.keys.events import moves as m
from projections.games.keys.notation.vocabulary import CARD_WORDS, KIND_WORDS
from projections.games.keys.state.names import card_code
from projections.games.keys.state.position import COLOURS, CONTROL, Position, Tile
from projections.notation.argument_type import Chance
from projections.notation.sentence import Sentence
from projections.notation.shuffle import shuffle
from projections.notation.vocabulary import Vocabulary

Context = Sentence[Position]
_DRAWN: Final[Vocabulary] = {**CARD_WORDS, UNKNOWN: UNKNOWN, "card": UNKNOWN}
_COLOURS: Final[Vocabulary] = {colour: colour for colour in COLOURS.values()}
_ENDS: Final = ("", "=", "shuffled", "+", "-")  # what may follow `D:` if the card is left out


def _drawn(context: Context) -> ObservedChance:
    """Parse the name of the drawn card at the cursor; if the line does not name a card, the card is unknown."""
    card = context.cursor.phrase(_DRAWN)
    if card is None and context.cursor.now not in _ENDS:
        raise context.cursor.slip("a card is expected", {word: card_code(meant) for word, meant in _DRAWN.items()})
    return ObservedChance(cards=(card or UNKNOWN,))


def _opened(move: Move) -> str:
    match move:
        case (
            m.PlayKey(tile=tile, action="open")
            | m.PlaySonic(tile=tile, action="open")
            | m.UseKey(tile=tile, action="open")
        ) if tile != CONTROL:
            return tile
        case _:
            return ""


def _shown(context: Context) -> ObservedChance | None:
    """Parse the kind that an opened door showed, such as `(red Dalek)`; brackets and colour may be left out."""
    cursor, tile = context.cursor, _opened(context.move)
    if not tile:
        return None
    door = context.position.tiles.get(tile, Tile())
    bracket = cursor.skip("(")
    colour = _colour(cursor, tile, door)
    kinds = {word: kind for word, kind in KIND_WORDS.items() if door.kind in (kind, UNKNOWN) or kind == UNKNOWN}
    if bracket or colour:
        kind: str | None = cursor.want(f"what does {tile} show?", kinds)
    else:
        kind = cursor.phrase(kinds)
        if kind is None and cursor.now in KIND_WORDS:
            raise cursor.slip(f"{tile} showed {door.kind} before", kinds)
    if bracket and not cursor.skip(")"):
        raise cursor.slip("the bracket is not closed", {")": ")"})
    if kind is None:
        return None
    return ObservedChance(items=(UNKNOWN if kind == UNKNOWN else f"{colour or door.colour}-{kind}",))


def _colour(cursor: Any, tile: str, door: Tile) -> str:
    colour = str(cursor.phrase(_COLOURS) or "")
    if colour and UNKNOWN not in (door.colour, colour) and colour != door.colour:
        cursor.at -= 1
        raise cursor.slip(f"{tile} is a {door.colour} door", {})
    if colour:
        cursor.skip("-")
    return colour


def _kind(context: Context) -> str:
    words: list[str] = []
    tiles = context.position.tiles
    for event in context.events:
        if isinstance(event, Revealed) and event.item != UNKNOWN:
            colour, _, kind = event.item.partition("-")
            is_known = event.place in tiles and tiles[event.place].colour == colour
            words.append(f"({kind})" if is_known or colour == UNKNOWN else f"({colour} {kind})")
    return " ".join(words)


DRAWN: Final = Chance[Position](
    what="a card", read=_drawn,
    write=lambda context: next((card_code(*event.cards) for event in context.events if isinstance(event, Drawn)),
        UNKNOWN),
)  # fmt: skip
SHUFFLED: Final[Chance[Position]] = shuffle("the draw pile", lambda position: position.draw, _DRAWN, card_code)
SHOWN: Final = Chance[Position](what="what the door shows", read=_shown, write=_kind)
