"""Changes to cards in play: their zone, whether they are Sided, and their values."""

from typing import Final

from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.events import combat_effects as c, effects as f
from projections.games.ccg.events.effects import CardEntered
from projections.games.ccg.state.piles import known_faces, put_back, put_by, put_in
from projections.games.ccg.state.position import Change, InPlay, Position
from projections.numbering import Numbering

CardFact = (
    f.CardSided | f.CardStood | f.CardLocked | f.CardMoved | f.CardCloned | f.CardBanished | f.ChangeBegan
    | f.ChangeEnded | f.ValuesSet | f.SupportCounted | c.KeepGranted
)  # fmt: skip


def with_card_entered(position: Position, event: f.CardEntered) -> Position:
    """Return the position after a card came into play from its owner's hand, with its printed values.

    Before the first turn the card is a Watcher and comes from no hand. If the number is taken, the card gets the next
    one. If the owner has no card left, nothing changes.
    """
    zone = next((zone for zone in ZONES if zone == event.zone), None)
    if zone is None or event.owner not in position.seats or event.side not in position.seats:
        return position
    if position.turn and not (position.hands.get(event.owner) or position.decks.get(event.owner)):
        return position
    (face,) = known_faces(position.cards, (event.face,))
    card = position.cards.card.get(face)
    number = position.count + 1 if event.card < 1 or position.at(event.card) else event.card
    new = InPlay(number, face, event.owner, event.side, zone, position.turn)
    if card and card.type == "creature":
        new = new.replace(energy=card.energy, substance=card.substance, support=card.support)
    play = sorted((*position.play, new), key=lambda one: one.n)
    position = position.replace(play=tuple(play), count=max(position.count, number))
    if not position.turn:
        return position
    position = put_by(position, event.owner, face).replace(latest={**position.latest, event.owner: (number, face)})
    episode = card is not None and card.type == "episode"
    own = event.owner == position.player and not episode
    return position.replace(plays=position.plays + own)


def with_card_left(position: Position, number: int, rows: str) -> Position:
    """Return the position after a card left for its owner's discards (CCG-GLO-09) or hand; cards under it stay out."""
    card = position.at(number)
    if card is None:
        return position
    play = tuple(other for other in position.play if other.n != number)
    if rows == "hands":
        return put_back(position.replace(play=play), card.owner, card.face)
    return position.replace(play=play, discards=put_in(position.discards, card.owner, card.face))


def after_turn(card: InPlay) -> InPlay:
    """Return a card as it is after the turn: constant changes remain; other changes, Support, `kept` and locks end."""
    if not (card.changes or card.supporters or card.kept or card.locked or card.passing):
        return card
    constant = tuple(change for change in card.changes if change.constant)
    clone = card.copied if card.passing else card.clone
    return card.replace(changes=constant, supporters=(), kept="", locked=False, clone=clone, passing=False, copied="")


def with_card_changed(position: Position, event: CardFact) -> Position:
    """Return the position after an event that changes one card in play."""
    play = [_changed(card, event) if card.n == event.card else card for card in position.play]
    return position.replace(play=(*play,))


def _without(changes: tuple[Change, ...], value: str, face: str, by: int) -> tuple[Change, ...]:
    constant = (one for one in changes if (one.value, one.face, one.by) == (value, face, by) and one.constant)
    ended = next(constant, None)
    return tuple(one for one in changes if one is not ended)


def _changed(card: InPlay, event: CardFact) -> InPlay:  # noqa: C901, PLR0911  # one case for each event
    match event:
        case f.CardSided(by=by):
            return card.replace(sided=True, rivals=by != card.side)
        case f.CardStood():
            return card.replace(sided=False, rivals=False)
        case f.CardLocked():
            return card.replace(locked=True)
        case f.CardMoved(zone=zone):
            return card.replace(zone=zone) if zone in ZONES else card
        case f.CardCloned(face=face, passing=passing):
            before = (card.copied if card.passing else card.clone) if passing else ""
            return card.replace(clone=face, passing=passing, copied=before)
        case f.CardBanished(under=under):
            return card.replace(out=under or -1)
        case f.ChangeBegan(value=value, amount=amount, face=face, by=by, constant=constant):
            return card.replace(changes=(*card.changes, Change(value, amount, face, by, constant)))
        case f.ChangeEnded(value=value, face=face, by=by):
            return card.replace(changes=_without(card.changes, value, face, by))
        case f.ValuesSet(energy=energy, substance=substance, support=support):
            return card.replace(energy=energy, substance=substance, support=support)
        case f.SupportCounted(by=by):
            return card.replace(supporters=(*card.supporters, by))
        case c.KeepGranted(how=how):
            return card.replace(kept=how)


NUMBERING: Final[Numbering[Position]] = Numbering(
    given=lambda event: event.card if isinstance(event, CardEntered) else 0,
    following=lambda position: position.count + 1,
    fields=frozenset({
        "card", "cards", "attacker", "defender", "target", "targets", "paid", "episode", "sided", "outright", "under",
        "by", "loser",
    }),
    place="card",
)  # fmt: skip
