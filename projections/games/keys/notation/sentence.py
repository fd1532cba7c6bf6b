"""The four kinds of line: `D:` draw, `P:` play, `M:` move, `B:` bonus. Each reads to a move and what was seen."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from events.facts import UNKNOWN, Move, Passed
from projections.games.keys import facts as e
from projections.games.keys.notation.vocabulary import (
    ACTIONS,
    CARD_WORDS,
    KIND_WORDS,
    TILE_WORDS,
    Cursor,
    card_code,
    seat_words,
)
from projections.games.keys.state.names import CARD_CODES
from projections.games.keys.state.position import COLOURS, CONTROL, OUT, Position, Tile, clockwise
from projections.notation.vocabulary import Vocabulary
from projections.terms import Seen

VERBS: Final[Vocabulary] = {
    **dict.fromkeys(("d", "draw", "draws"), "D"), **dict.fromkeys(("p", "play", "plays"), "P"),
    **dict.fromkeys(("m", "move", "moves"), "M"), **dict.fromkeys(("b", "bonus"), "B"),
}  # fmt: skip
_DRAWN: Final[Vocabulary] = {**CARD_WORDS, UNKNOWN: UNKNOWN, "card": UNKNOWN}
_LIFTS: Final = tuple(
    f"{verb} {card}"
    for verb in ("-", "lift", "lifts", "remove", "removes")
    for card in ("tb", "barrier", "time barrier")
)
_SONIC: Final[Vocabulary] = {**ACTIONS, **dict.fromkeys((*_LIFTS, "lift", "lifts"), "lift")}
_STAYS: Final = dict.fromkeys(("stay", "stays", "stay put", "stays put", "-", "none", "no move"), "stay")
_LEAVES: Final = dict.fromkeys(("exit", "exits", "leave", "leaves", "off", "out"), "exit")
_ENTERS: Final = dict.fromkeys((">", "in", "enter", "enters", "out >", "in >", "in at"), "in")
_NO_BONUS: Final = dict.fromkeys(("-", "none", "no", "pass", "passes", "decline", "declines"), "none")
_THROWS: Final = dict.fromkeys(("x", "discard", "discards"), "x")


_PLACES: Final[Vocabulary] = {**TILE_WORDS, "out": OUT, "off": OUT}
_COLOURS: Final[Vocabulary] = {colour: colour for colour in COLOURS.values()}


class Sentence(NamedTuple):
    """What a line says before its stated results."""

    move: Move
    seen: Seen = Seen()


class ElsewhereError(Exception):
    """A line gives a place where a pawn is not; `pawn` is its seat, `move` what the line says from where it stands."""

    def __init__(self, pawn: str, given: str, move: Move) -> None:
        super().__init__(given)
        self.pawn, self.given, self.move = pawn, given, move


def sentence(verb: str, cursor: Cursor, position: Position, seat: str) -> Sentence:
    """Read what stands behind a verb, up to the stated results.

    Raises:
        SlipError: a word does not read.
        ElsewhereError: a pawn is not where the line says.
    """
    return _READ[verb](cursor, position, seat)


def _draw(cursor: Cursor, position: Position, seat: str) -> Sentence:
    card = cursor.phrase(_DRAWN)
    if card is None and cursor.now not in ("", "=", "shuffled", "+", "-"):
        raise cursor.slip("a card is expected", _codes(_DRAWN))
    order: list[str] = []
    if cursor.skip("shuffled"):
        if position.draw:
            cursor.at -= 1
            raise cursor.slip(f"{len(position.draw)} cards lie in the draw pile, so nothing is shuffled", {})
        while (found := cursor.phrase(_DRAWN)) is not None:
            order.append(found)
    return Sentence(e.DrawCard(seat), Seen(cards=(card or UNKNOWN,), orders=(tuple(order),) if order else ()))


def _codes(words: Vocabulary) -> Vocabulary:
    """A vocabulary whose meanings are spelt as the codes of cards."""
    return {spelling: card_code(card) for spelling, card in words.items()}


def _play(cursor: Cursor, position: Position, seat: str) -> Sentence:
    thrown = cursor.phrase(_THROWS)
    card = _card(cursor, thrown=bool(thrown))
    if thrown or cursor.phrase(_THROWS):
        return Sentence(e.Discard(seat, card))
    if card.startswith("key-"):
        return _key(cursor, position, seat, card.removeprefix("key-"))
    return _CARDS[card](cursor, position, seat)


def _card(cursor: Cursor, *, thrown: bool) -> str:
    by_code = {code: card for card, code in CARD_CODES.items()}
    code = cursor.want("a card is expected", _codes(CARD_WORDS), lambda move: _played(move, thrown=thrown))
    return by_code[code]


def _played(move: Move, *, thrown: bool = False) -> str | None:
    """The code of the card that a move plays."""
    match move:
        case e.Discard(card=card):
            return card_code(card) if thrown else None
        case e.PlayKey(colour=colour) if not thrown:
            return card_code(f"key-{colour}")
        case _:
            return None if thrown else _CODE_OF.get(type(move))


_CODE_OF: Final[Mapping[type[Move], str]] = {
    e.PlaySonic: "SS", e.PlayBarrier: "TB", e.PlayTunnel: "TT", e.PlayCookie: "JC", e.PlayPandorica: "PN",
    e.PlayCyberman: "CA",
}  # fmt: skip


def _tile(cursor: Cursor, code: str) -> str:
    return cursor.want(
        "a tile is expected", TILE_WORDS, lambda move: getattr(move, "tile", None) if _played(move) == code else None
    )


def _door(cursor: Cursor, words: Vocabulary, fits: Callable[[Move], bool]) -> tuple[str, str]:
    """A tile, and what is done to it before or behind its name."""
    action = cursor.phrase(words)
    tile = cursor.want(
        "a tile is expected", TILE_WORDS, lambda move: str(getattr(move, "tile", "")) if fits(move) else None
    )
    if action is None:
        doings = ", ".join(dict.fromkeys(words.values()))
        action = cursor.want(
            f"what is done to {tile} is expected ({doings})",
            words,
            lambda move: _done(move, tile) if fits(move) else None,
        )
    return tile, action


def _done(move: Move, tile: str) -> str | None:
    return str(getattr(move, "action", "")) if getattr(move, "tile", "") == tile else None


def _key(cursor: Cursor, position: Position, seat: str, colour: str) -> Sentence:
    tile, action = _door(cursor, ACTIONS, lambda move: isinstance(move, e.PlayKey) and move.colour == colour)
    return Sentence(e.PlayKey(seat, colour, tile, action), _shown(cursor, position, tile, action))


def _sonic(cursor: Cursor, position: Position, seat: str) -> Sentence:
    tile, action = _door(cursor, _SONIC, lambda move: isinstance(move, e.PlaySonic))
    return Sentence(e.PlaySonic(seat, tile, action), _shown(cursor, position, tile, action))


def _shown(cursor: Cursor, position: Position, tile: str, action: str) -> Seen:
    """The kind that an opened door showed, in brackets or not, with its colour or without."""
    if action != "open" or tile == CONTROL:
        return Seen()
    door = position.tiles.get(tile, Tile())
    bracket = cursor.skip("(")
    colour = cursor.phrase(_COLOURS)
    if colour and UNKNOWN not in (door.colour, colour) and colour != door.colour:
        cursor.at -= 1
        raise cursor.slip(f"{tile} is a {door.colour} door", {})
    if colour:
        cursor.skip("-")
    kinds = {word: kind for word, kind in KIND_WORDS.items() if door.kind in (kind, UNKNOWN) or kind == UNKNOWN}
    if bracket or colour:
        kind: str | None = cursor.want(f"what does {tile} show?", kinds)
    else:
        kind = cursor.phrase(kinds)
        if kind is None and cursor.now in KIND_WORDS:
            raise cursor.slip(f"{tile} showed {door.kind} before", kinds)
    if bracket and not cursor.skip(")"):
        raise cursor.slip("the bracket is not closed", {")": ")"})
    return Seen(items=(UNKNOWN if kind == UNKNOWN else f"{colour or door.colour}-{kind}",)) if kind else Seen()


def _barrier(cursor: Cursor, _position: Position, seat: str) -> Sentence:
    return Sentence(e.PlayBarrier(seat, _tile(cursor, "TB")))


def _cookie(cursor: Cursor, _position: Position, seat: str) -> Sentence:
    return Sentence(e.PlayCookie(seat, _tile(cursor, "JC")))


def _tunnel(cursor: Cursor, _position: Position, seat: str) -> Sentence:
    tile = _tile(cursor, "TT")
    cursor.skip("/", "-", ">", "+", "to", "and")
    other = cursor.want("a tile is expected", TILE_WORDS, lambda move: _far_end(move, tile))
    return Sentence(e.PlayTunnel(seat, tile, other))


def _far_end(move: Move, tile: str) -> str | None:
    if not isinstance(move, e.PlayTunnel) or tile not in (move.tile, move.other):
        return None
    return move.other if tile == move.tile else move.tile


def _pandorica(cursor: Cursor, position: Position, seat: str) -> Sentence:
    victim = _victim(cursor, position, e.PlayPandorica)
    if cursor.skip("until") and position.player:
        last = f"T{_last_held_turn(position, victim)}"
        cursor.want(f"{victim} is held until the end of {last}", {last.lower(): last}, lambda _move: last)
    return Sentence(e.PlayPandorica(seat, victim))


def _victim(cursor: Cursor, position: Position, kind: type[e.PlayPandorica | e.PlayCyberman]) -> str:
    seats = seat_words(position.seats)
    return cursor.want("a seat is expected", seats, lambda move: move.victim if isinstance(move, kind) else None)


def _last_held_turn(position: Position, victim: str) -> int:
    """The number of the victim's second own turn from here, as long as nobody earns an Extra Turn (B27)."""
    order = clockwise(position)
    away = (order.index(victim) - order.index(position.player)) % len(order)
    return position.turn + (away or len(order)) + len(order)


def _cyberman(cursor: Cursor, position: Position, seat: str) -> Sentence:
    victim = _victim(cursor, position, e.PlayCyberman)
    given, to = _way(
        cursor, lambda move: move.to if isinstance(move, e.PlayCyberman) and move.victim == victim else None
    )
    move = e.PlayCyberman(seat, victim, to)
    _must_stand(position, victim, given, move)
    return Sentence(move)


def _way(cursor: Cursor, legal: Callable[[Move], str | None]) -> tuple[str, str]:
    """Where a pawn comes from, "" where that is not said, and where it goes."""
    cursor.skip("from", "to")
    first = cursor.want("a tile is expected", _PLACES, legal)
    dashed = cursor.now == "-" and cursor.after in _PLACES
    if dashed or cursor.now in (">", "to"):
        cursor.at += 1
        return first, cursor.want("a tile is expected", _PLACES, legal)
    return "", first


def _must_stand(position: Position, pawn: str, given: str, move: Move) -> None:
    if given and position.pawns.get(pawn, OUT) != given:
        raise ElsewhereError(pawn, given, move)


def _move(cursor: Cursor, position: Position, seat: str) -> Sentence:
    if cursor.phrase(_ENTERS):
        to = cursor.want("a tile is expected", TILE_WORDS, _goal)
        _must_stand(position, seat, OUT, e.MovePawn(seat, to))
        return Sentence(e.MovePawn(seat, to))
    if cursor.phrase(_LEAVES):
        given = cursor.phrase(TILE_WORDS) or ""
        _must_stand(position, seat, given, e.LeaveGrid(seat))
        return Sentence(e.LeaveGrid(seat))
    if cursor.phrase(_STAYS):
        return Sentence(e.Stay(seat))
    if cursor.now not in ("from", "to", *_PLACES):
        raise cursor.slip("a way of the pawn is expected", {**TILE_WORDS, "stay": "stay", "exit": "exit"}, _goal)
    given, to = _way(cursor, _goal)
    move = e.LeaveGrid(seat) if to == OUT else e.MovePawn(seat, to)
    _must_stand(position, seat, given, move)
    return Sentence(move)


def _goal(move: Move) -> str | None:
    """How a move of the pawn is spelt behind its verb."""
    match move:
        case e.MovePawn(to=to):
            return to
        case e.LeaveGrid():
            return "exit"
        case e.Stay():
            return "stay"
        case _:
            return None


def _bonus(cursor: Cursor, position: Position, seat: str) -> Sentence:
    if cursor.phrase(_NO_BONUS):
        return Sentence(Passed(seat))
    tile, action = _door(cursor, ACTIONS, lambda move: isinstance(move, e.UseKey))
    return Sentence(e.UseKey(seat, tile, action), _shown(cursor, position, tile, action))


_CARDS: Final[Mapping[str, Callable[[Cursor, Position, str], Sentence]]] = {
    "sonic": _sonic, "barrier": _barrier, "tunnel": _tunnel, "cookie": _cookie, "pandorica": _pandorica,
    "cyberman": _cyberman,
}  # fmt: skip
_READ: Final[Mapping[str, Callable[[Cursor, Position, str], Sentence]]] = {
    "D": _draw, "P": _play, "M": _move, "B": _bonus,
}  # fmt: skip
