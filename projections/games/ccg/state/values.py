"""A Creature's present values: the printed or cloned ones, then every change in force in order of arrival (A59)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from events.events import UNKNOWN
from projections.games.ccg.components.cards import Ability, Card
from projections.games.ccg.state.position import Change, InPlay, Position

Values = tuple[int, int, int]
"""Energy, Substance and Support."""
NOBODY: Final = Card(name="?", type="creature")
"""Placeholder for a card that is not known."""


def face_of(position: Position, card: InPlay) -> Card:
    """Return a card's present face: the one it copies, except title, colour and rating (CCG-GLO-04), or its own."""
    return position.cards.card.get(card.clone or card.face, NOBODY)


def values_of(position: Position, card: InPlay) -> Values:
    """Return the present values of a Creature. An unknown card has the values that were last stated for it.

    Rules:
        CCG-CRE-06, CCG-GEN-11: three values. CCG-CRE-11, A27: no value is below 0, after every single change.
        CCG-NOR-02, A59: the printed values are the base. CCG-COM-26, CCG-SUP-09: damage and support count while in
        force.
    """
    shown = card.clone or card.face
    if shown == UNKNOWN:
        return card.energy, card.substance, card.support
    face = position.cards.card.get(shown, NOBODY)
    if face.type != "creature":
        return 0, 0, 0
    if not card.changes:
        return face.energy, face.substance, face.support
    now = {"energy": face.energy, "substance": face.substance, "support": face.support}
    for change in card.changes:
        now[change.value] = max(0, now.get(change.value, 0) + change.amount)
    return now["energy"], now["substance"], now["support"]


def abilities(position: Position, card: InPlay, when: str) -> list[Ability]:
    """Return the abilities of a card in play whose timing is `when`: `innate`, `special` or `episode`."""
    return [ability for ability in face_of(position, card).does if ability.when == when]


def sources(position: Position) -> Mapping[str, Sequence[tuple[InPlay, Ability]]]:
    """Return the constant abilities in force by zone, each after its card, in the order in which the cards entered."""
    known = position.cards.card
    found: dict[str, list[tuple[InPlay, Ability]]] = {}
    for card in position.play:
        for ability in known.get(card.clone or card.face, NOBODY).does if not card.out else ():
            if ability.when == "innate" and ability.what in ("bonus", "swell"):
                found.setdefault(card.zone, []).append((card, ability))
    return found


def constants(position: Position, target: InPlay, given: Sequence[tuple[InPlay, Ability]]) -> Iterator[Change]:
    """Yield the constant changes that a card should have from the abilities in force in its zone (see `sources`).

    Rules:
        CCG-ABI-03, CCG-PREP-18: an Innate ability works while its card is in play. A52: only in its own zone, even if
        another zone is chosen.
        CCG-GEN-10: a change of Support changes the value. CCG-GEN-12: a name means every card of that name.
    """
    for source, ability in given:
        if reaches(position, source, ability, target):
            amount = ability.amount * (_copies(position, source) if ability.what == "swell" else 1)
            if amount:
                values = ("energy", "substance") if ability.value == "both" else (ability.value,)
                yield from (Change(value, amount, source.face, source.n, constant=True) for value in values)


def reaches(position: Position, source: InPlay, ability: Ability, target: InPlay) -> bool:
    """Return whether a constant ability of a card applies to another card of its zone."""
    face = face_of(position, target)
    if target.out or face.type != "creature":
        return False
    if ability.target == "self":
        return target.n == source.n
    meant = not ability.named or ability.named in (target.face, target.clone)
    race = not ability.race or ability.race in face.races
    label = not ability.label or ability.label in face.labels
    side = ability.whose == "any" or (target.side == source.side) == (ability.whose == "own")
    return meant and race and label and side and not (ability.other and target.n == source.n)


def _copies(position: Position, source: InPlay) -> int:
    others = position.lying(source.zone, source.side)
    return sum(other.n != source.n and (other.clone or other.face) == (source.clone or source.face) for other in others)


def is_watcher(card: InPlay) -> bool:
    """Return whether a card is The Watcher of a zone (CCG-CRE-05)."""
    return card.face.startswith("watcher-")


def is_doctor(face: Card) -> bool:
    """Return whether a Creature is Doctor Who, of any number (A09)."""
    return "doctor" in face.labels
