"""The board in words: the text version of the picture, and the description inside it."""

from collections.abc import Iterator
from functools import lru_cache
from textwrap import fill

from events.events import UNKNOWN
from projections.games.ccg.board.layout import sides
from projections.games.ccg.components.cards import ZONES, Card
from projections.games.ccg.prose import awaiting, effect_sentences, use_text
from projections.games.ccg.prose.card_text import face_does, face_words, kind_words
from projections.games.ccg.state import names, values
from projections.games.ccg.state.position import Change, InPlay, Position
from projections.wording import WIDE, clean, counted, folded, folded_lines, joined


def text(position: Position) -> str:
    """Return the whole board as text of at most 80 columns: expected action, seats, zones with both sides."""
    number, due = awaiting.turn_words(position)
    begun = folded_lines((*awaiting.pending(position), *turn_state(position)))
    return "\n\n".join((
        f"Doctor Who: The Collectible Card Game\n{folded(f'{number}: {due}.')}",
        *[f"NOW\n{begun}"] * bool(begun),
        "SEATS\n" + folded_lines(line for seat in position.seats for line in _seat(position, seat)),
        *(_zone(position, zone) for zone in ZONES),
        *_cards(position),
        "Values are Energy/Substance/Support. * is a Unique card.\n",
    ))  # fmt: skip


def _cards(position: Position) -> Iterator[str]:
    seen = [card.clone or card.face for card in position.play]
    held = [face for hand in position.hands.values() for face in hand]
    cards = position.cards
    known = {cards.card[face].name: face_does(cards, cards.card[face]) for face in seen if face in cards.card}
    known |= {cards.card[face].name: face_words(cards, cards.card[face]) for face in held if face in cards.card}
    lines = [_set_in(f"{name}: {does}") for name, does in sorted(known.items()) if does]
    if lines:
        yield "\n".join(("WHAT THE CARDS DO", *lines))


def described(position: Position) -> str:
    """Return the position as one paragraph."""
    number, due = awaiting.turn_words(position)
    parts = [f"{number}: {due}.", *awaiting.pending(position), *turn_state(position)]
    parts += [line for seat in position.seats for line in _seat(position, seat)]
    for zone in ZONES:
        for seat in sides(position):
            cards = [_brief(position, card) for card in _there(position, zone, seat)]
            side = f"{names.zone_name(zone)}, {names.whose(position, seat)} side"
            parts.append(f"{side}: {'; '.join(cards) or 'no card'}.")
    return " ".join(parts)


def turn_state(position: Position) -> Iterator[str]:
    """Yield the state of this turn without unfinished actions, as sentences."""
    return (sentence for _, sentence in placed_state(position))


def placed_state(position: Position) -> Iterator[tuple[str, str]]:
    """Yield the state of this turn as pairs of field and sentence: chosen zone, prohibitions, grants, missed steps.

    The field is "" if the sentence is about no field. Unfinished actions are not included.
    """
    if position.zone:
        bonus = ", the bonus zone" if position.bonus else ""
        yield "zone", f"Chosen zone: the {names.zone_name(position.zone)}{bonus}."
    if position.granted:
        yield "granted", f"Cards allow {counted(position.granted, 'more play')} this turn."
    yield from (("missed", f"Skipped this turn: {use_text.step_words(step)}.") for step in position.missed)
    for seat, zone, bars in position.bars:
        yield "bars", f"{effect_sentences.barred_words(position, seat, zone, bars)}."
    for seat, hits in position.shields.items():
        if hits > 0:
            whom = names.seat_name(position, seat)
            yield f"shields {seat}", f"{counted(hits, 'Hit')} on {whom} will be prevented this turn."
    if position.owed:
        seats = joined([names.seat_name(position, seat) for seat in position.owed])
        yield "owed", f"Extra turns from cards: {seats}."
    if position.how:
        yield "", f"The game is over: {clean(position.how)}."


def _seat(position: Position, seat: str) -> Iterator[str]:
    stack, zone = position.times.get(seat, ()), position.bonus_zone(seat)
    bonus = f", bonus zone {names.zone_name(zone)}" if zone else ""
    lost = names.known_row(position, position.lost.get(seat, ()))
    time = f"{counted(len(stack), 'Time card')}{bonus}{f'; lost {lost}' if lost else ''}"
    yield f"{names.seat_name(position, seat)}: {time}; draw deck {len(position.decks.get(seat, ()))}."
    yield f"  Hand {_pile(position, position.hands.get(seat, ()))}."
    pile = position.discards.get(seat, ())
    top = f"; top {names.face_name(position, pile[-1])}" if pile else ""
    yield f"  Discard pile {_pile(position, pile)}{top}."
    if position.step == "deck" and seat in position.lists:
        yield f"  Has submitted a deck of {counted(len(position.lists[seat]), 'card')}."
    if seat in position.stops:
        yield f"  Asked at {clean(joined(position.stops[seat])) or 'no stop'}."


def _pile(position: Position, faces: tuple[str, ...]) -> str:
    known = any(face != UNKNOWN for face in faces)
    return f"{len(faces)}: {names.known_row(position, faces)}" if known else str(len(faces))


def _there(position: Position, zone: str, seat: str) -> list[InPlay]:
    above, _ = sides(position)
    return [
        card for card in position.play
        if (card.zone if card.zone in ZONES else ZONES[0]) == zone and (card.side == above) == (seat == above)
    ]  # fmt: skip


def _zone(position: Position, zone: str) -> str:
    notes = [*["chosen"] * (zone == position.zone)]
    seats = [names.seat_name(position, seat) for seat in position.seats if position.bonus_zone(seat) == zone]
    notes += [f"bonus zone of {joined(seats)}"] * bool(seats)
    lines = [f"{names.zone_name(zone).upper()} ({names.CODES[zone]}){': ' if notes else ''}{', '.join(notes)}"]
    for seat in sides(position):
        cards = _there(position, zone, seat)
        lines.append(f"  {names.whose(position, seat)} side{'' if cards else ': no card'}")
        lines += [_set_in(card_words(position, card)) for card in cards]
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def _set_in(line: str) -> str:
    return fill(clean(line), WIDE, initial_indent=" " * 4, subsequent_indent=" " * 8, break_on_hyphens=False)


def card_words(position: Position, card: InPlay) -> str:
    """Return a card in play as a line: name, kind, values and state."""
    face = names.face_card(position, card.face)
    star = "*" if face and face.unique else ""
    name = f"{names.card_name(position, card.n)}{star}"
    return ", ".join((name, *_kind(position, card, face), *_state(position, card)))


def _brief(position: Position, card: InPlay) -> str:
    return ", ".join((names.card_name(position, card.n), *_numbers(position, card), *_state(position, card)))


def _kind(position: Position, card: InPlay, face: Card | None) -> Iterator[str]:
    if face is None:
        yield "unknown card"
    else:
        yield kind_words(face)
    yield from _numbers(position, card)


def _numbers(position: Position, card: InPlay) -> Iterator[str]:
    own_face, face = names.face_card(position, card.face), values.face_of(position, card)
    if own_face is None:
        return
    if face.type == "episode":
        yield f"solve {face.solve}"
    if face.type != "creature":
        return
    now, base = (card.energy, card.substance, card.support), (face.energy, face.substance, face.support)
    yield "/".join(map(str, now)) + ("" if now == base else " (base {}/{}/{})".format(*base))


def _state(position: Position, card: InPlay) -> Iterator[str]:  # one case for each state
    fight = position.fight
    if fight and card.n in (fight.attacker, fight.defender):
        yield "attacks" if card.n == fight.attacker else "defends"
    if card.sided:
        yield "Sided by the opponent" if card.rivals else "Sided"
    if card.out:
        under = position.at(card.out)
        yield f"out of play under {names.card_name(position, under.n)}" if under else "out of play"
    if card.clone:
        yield f"copy of {names.face_name(position, card.clone)}{' this turn' if card.passing else ''}"
    if card.locked:
        yield "locked"
    if card.kept:
        yield "cannot be destroyed" if card.kept == "save" else "regenerates"
    if card.owner != card.side:
        yield f"{'played' if names.is_episode(position, card) else 'owned'} by {names.seat_name(position, card.owner)}"
    if card.turn and card.turn == position.turn:
        yield "new this turn"
    yield from (_change(position, change) for change in card.changes)
    if card.supporters:
        yield f"supported by {names.cards_named(position, card.supporters)}"


def _change(position: Position, change: Change) -> str:
    by = use_text.own(position, change.by) if position.at(change.by) else names.face_name(position, change.face)
    return f"{change.amount:+} {names.value_name(change.value)} from {by}{' (constant)' if change.constant else ''}"
