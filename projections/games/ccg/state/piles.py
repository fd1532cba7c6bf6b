"""Bookkeeping of cards that are not in play: decks, hands, Time stacks and discard pile, rows of faces and `"?"`."""

from collections.abc import Mapping

from events.facts import UNKNOWN, Drawn, Revealed, Shuffled
from projections.games.ccg.components.cards import CardSet
from projections.games.ccg.state.position import Position

__all__ = ["drawn", "holds", "known_faces", "put_back", "put_by", "put_in", "revealed", "shuffled", "taken_out"]

Row = tuple[str, ...]


def holds(row: Row, face: str) -> bool | None:
    """Whether a face is in a row; None where it may be one of the unknown cards."""
    return True if face in row else None if UNKNOWN in row else False


def taken_out(row: Row, face: str) -> Row:
    """A row without one card of a face: a known one, else an unknown one, else the row was believed in wrongly."""
    left = list(row)
    if face == UNKNOWN and UNKNOWN not in left:  # a hidden card left a hand that was known: nobody knows which
        return (UNKNOWN,) * max(0, len(left) - 1)
    if face in left or UNKNOWN in left:
        left.remove(face if face in left else UNKNOWN)
        return tuple(left)
    return (UNKNOWN,) * max(0, len(left) - 1)


def put_in(rows: Mapping[str, Row], seat: str, *faces: str) -> Mapping[str, Row]:
    """Rows with cards more in the row of a seat."""
    return {**rows, seat: (*rows.get(seat, ()), *faces)}


def put_by(position: Position, seat: str, face: str) -> Position:
    """The position where a card of a seat's hand is gone from it; out of an empty hand it comes off the draw deck."""
    deck = position.decks.get(seat, ())
    if not position.hands.get(seat) and deck:
        return position.replace(decks={**position.decks, seat: deck[:-1]})
    left = [*position.seen.get(seat, ())]
    if face in left:
        left.remove(face)
    seen = {
        **{name: row for name, row in position.seen.items() if name != seat},
        **({seat: tuple(left)} if left else {}),
    }
    return position.replace(
        hands={**position.hands, seat: taken_out(position.hands.get(seat, ()), face)}, seen=seen
    )  # fmt: skip


def put_back(position: Position, seat: str, face: str) -> Position:
    """The position where a card went to a seat's hand before everybody's eyes."""
    (face,) = known_faces(position.cards, (face,))
    seen = position.seen
    if face != UNKNOWN:
        seen = {**seen, seat: tuple(sorted((*seen.get(seat, ()), face)))}
    return position.replace(hands=put_in(position.hands, seat, face), seen=seen)


def known_faces(cards: CardSet, row: Row) -> Row:
    """A row in which what is no card of this table is a card that nobody knows."""
    return tuple(face if face in cards.card else UNKNOWN for face in row)


def _place(pile: str) -> tuple[str, str]:
    """Which rows a pile belongs to, and whose it is: `deck-julie`, `time-julie`."""
    kind, _, seat = pile.partition("-")
    return {"deck": "decks", "time": "times"}.get(kind, ""), seat


def shuffled(position: Position, fact: Shuffled) -> Position:
    """A pile in a new order."""
    name, seat = _place(fact.pile)
    if not name or seat not in position.seats:
        return position
    rows: Mapping[str, Row] = getattr(position, name)
    if position.turn and len(fact.order) != len(rows.get(seat, ())):
        return position
    return position.replace(**{name: {**rows, seat: known_faces(position.cards, fact.order)}})


def drawn(position: Position, fact: Drawn) -> Position:
    """Cards from the top of a draw deck to a hand."""
    name, seat = _place(fact.pile)
    if name != "decks" or seat not in position.seats or fact.player not in position.seats:
        return position
    deck = position.decks.get(seat, ())
    cards = known_faces(position.cards, fact.cards[: len(deck)])
    decks = {**position.decks, seat: deck[len(cards) :]}
    own = fact.player == position.player and position.step == "draw"
    return position.replace(
        decks=decks, hands=put_in(position.hands, fact.player, *cards), drawn=position.drawn or own
    )  # fmt: skip


def revealed(position: Position, fact: Revealed) -> Position:
    """The top Time card of a stack is turned up."""
    name, seat = _place(fact.pile)
    stack = position.times.get(seat, ())
    if name != "times" or not stack:
        return position
    (item,) = known_faces(position.cards, (fact.item,))
    return position.replace(times={**position.times, seat: (item, *stack[1:])})
