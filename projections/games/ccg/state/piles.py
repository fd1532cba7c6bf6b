"""Changes to cards that are not in play: decks, hands, Time stacks and discard piles, as rows of faces and `"?"`."""

from collections.abc import Mapping

from events.events import UNKNOWN, Drawn, Revealed, Shuffled
from projections.card_rows import Row, known_cards, with_seen, without
from projections.games.ccg.components.cards import CardSet
from projections.games.ccg.state.position import Position


def put_in(rows: Mapping[str, Row], seat: str, *faces: str) -> Mapping[str, Row]:
    """Return the rows of cards by seat with faces added at the end of a seat's row."""
    return {**rows, seat: (*rows.get(seat, ()), *faces)}


def put_by(position: Position, seat: str, face: str) -> Position:
    """Return the position with a card removed from a seat's hand, or the draw deck's last card if it has no hand."""
    deck = position.decks.get(seat, ())
    if not position.hands.get(seat) and deck:
        return position.replace(decks={**position.decks, seat: deck[:-1]})
    left = [*position.seen.get(seat, ())]
    if face in left:
        left.remove(face)
    hand = without(position.hands.get(seat, ()), face)
    return position.replace(hands={**position.hands, seat: hand}, seen=with_seen(position.seen, seat, tuple(left)))


def put_back(position: Position, seat: str, face: str) -> Position:
    """Return the position after a card went to a seat's hand, seen by all players."""
    (face,) = known_faces(position.cards, (face,))
    seen = position.seen
    if face != UNKNOWN:
        seen = with_seen(seen, seat, (*seen.get(seat, ()), face))
    return position.replace(hands=put_in(position.hands, seat, face), seen=seen)


def known_faces(cards: CardSet, row: Row) -> Row:
    """Return a row with faces that are not in the card set replaced by `"?"`."""
    return known_cards(row, cards.card)


def _place(pile: str) -> tuple[str, str]:
    """Split a pile's name into the attribute of `Position` and the seat: `deck-julie` is `decks` and `julie`."""
    kind, _, seat = pile.partition("-")
    return {"deck": "decks", "time": "times"}.get(kind, ""), seat


def with_shuffle(position: Position, event: Shuffled) -> Position:
    """Return the position after a shuffle of a pile."""
    name, seat = _place(event.pile)
    if not name or seat not in position.seats:
        return position
    rows: Mapping[str, Row] = getattr(position, name)
    if position.turn and len(event.order) != len(rows.get(seat, ())):
        return position
    return position.replace(**{name: {**rows, seat: known_faces(position.cards, event.order)}})


def with_draw(position: Position, event: Drawn) -> Position:
    """Return the position after cards went from the top of a draw deck to a hand."""
    name, seat = _place(event.pile)
    if name != "decks" or seat not in position.seats or event.player not in position.seats:
        return position
    deck = position.decks.get(seat, ())
    cards = known_faces(position.cards, event.cards[: len(deck)])
    decks = {**position.decks, seat: deck[len(cards) :]}
    own = event.player == position.player and position.step == "draw"
    return position.replace(
        decks=decks, hands=put_in(position.hands, event.player, *cards), drawn=position.drawn or own
    )  # fmt: skip


def with_time_card_revealed(position: Position, event: Revealed) -> Position:
    """Return the position after the top Time card of a stack was turned up."""
    name, seat = _place(event.pile)
    stack = position.times.get(seat, ())
    if name != "times" or not stack:
        return position
    (item,) = known_faces(position.cards, (event.item,))
    return position.replace(times={**position.times, seat: (item, *stack[1:])})
