"""The effect of each kind of ability, applied after all answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from projections.draft import Draft
from projections.games.ccg.components.cards import Ability
from projections.games.ccg.events import combat_effects as c, effects as f
from projections.games.ccg.rules import hits, targets, windows
from projections.games.ccg.rules.consequences import destroy
from projections.games.ccg.state.position import Announcement, InPlay, Position
from projections.games.ccg.state.values import NOBODY

_RULES: Final[Mapping[str, str]] = {"flash": "CCG-FLA-03", "special": "CCG-ABI-04", "episode": "CCG-EPI-18"}


class Use(NamedTuple):
    """An ability in use: the player, the face, the card in play (None for a Flash), and the cards it affects."""

    player: str
    face: str
    source: InPlay | None
    ability: Ability
    cards: tuple[InPlay, ...]
    value: str
    zone: str
    place: int = 0

    @property
    def rule(self) -> str:
        """The rule recorded with the effects of this use."""
        return _RULES.get(self.ability.when, "CCG-GEN-01")

    @property
    def by(self) -> int:
        """The number of the card in use, 0 for a Flash."""
        return self.source.n if self.source else 0


def announced_ability(position: Position, announcement: Announcement) -> Ability | None:
    """Return the announced ability, or None. Its number counts the card's Special and Flash abilities from 1.

    The card has the face that it had when it was announced.
    """
    face = position.cards.card.get(announcement.face, NOBODY)
    used = [ability for ability in face.does if ability.when in ("special", "flash")]
    return used[announcement.ability - 1] if 0 < announcement.ability <= len(used) else None


def apply_ability(
    draft: Draft[Position], source: InPlay | None, ability: Ability, announcement: Announcement | None = None
) -> str:
    """Apply an ability. Return `resolved`, or `no-aim` if it has no valid target left.

    Without an announcement it is an Episode's ability, read to the Solver's harm: a single target is the strongest
    card.

    Rules:
        CCG-FLA-03: a Flash acts at once. CCG-FLA-05: what it moved or discarded remains so.
        CCG-EPC-04, CCG-GEN-05: "opponent" on an Episode means the player who played it.
        CCG-GLO-06: damage lowers a value. CCG-GLO-11: inflicting is damage or a Hit.
    """
    player = announcement.player if announcement else source.side if source else draft.now.player
    cards = _aim(draft.now, player, ability, source, announcement)
    wanted = targets.targets_wanted(ability) if announcement else 0
    if len(cards) < max(wanted, ability.target != "none"):
        return "no-aim"
    told = announcement or Announcement(0, player, source.face if source else "")
    _KINDS[ability.what](draft, Use(player, told.face, source, ability, cards, told.value, told.zone, told.place))
    return "resolved"


def _aim(
    position: Position, player: str, ability: Ability, source: InPlay | None, announcement: Announcement | None
) -> tuple[InPlay, ...]:
    """Return the cards in play that an ability affects; cards that have left play are not included."""
    if ability.target == "none":
        return ()
    if ability.target == "self":
        return _there(position, (source.n,)) if source else ()
    if announcement and ability.target == "payment":
        return _there(position, announcement.paid)
    if announcement and targets.targets_wanted(ability):
        return _there(position, announcement.targets)
    cards = targets.possible_targets(position, player, ability, source)
    strongest = sorted(cards, key=lambda card: (-card.energy - card.substance, card.n))[:1]
    return tuple(cards if ability.every else strongest)


def _there(position: Position, numbers: Sequence[int]) -> tuple[InPlay, ...]:
    return tuple(card for number in numbers if (card := position.at(number)) and not card.out)


def _values(use: Use) -> tuple[str, ...]:
    if use.ability.value == "both":
        return ("energy", "substance")
    return (use.value or "energy",) if use.ability.value == "either" else (use.ability.value,)


def _raise(draft: Draft[Position], use: Use) -> None:
    """Raise or lower values until the turn ends, by the printed amount (CCG-SUP-01, CCG-SUP-02, CCG-COM-27)."""
    sign = -1 if use.ability.what == "damage" else 1
    for card in use.cards:
        for value in _values(use):
            draft.add(f.ChangeBegan(card.n, value, sign * use.ability.amount, use.face, use.by), use.rule)


def _move(draft: Draft[Position], use: Use) -> None:
    """Move cards to a neighbouring zone with room (A12, A41, A42). Other Specials lose such targets (CCG-ABI-07)."""
    moving = use.cards
    if use.ability.along and use.source and use.source not in moving:
        moving = (*moving, *_there(draft.now, (use.source.n,)))
    for card in moving:
        zone = use.zone if use.zone in targets.neighbours(card.zone) else ""
        if zone and targets.room_in(draft.now, card.side, zone) > 0:
            draft.add(f.CardMoved(card.n, zone), use.rule)
            _lose(draft, card.n, use.place)


def _lose(draft: Draft[Position], number: int, place: int) -> None:
    """End announced Special abilities whose target, the moved card, is now in another zone; not the one at `place`."""
    for one in draft.now.stack:
        if isinstance(one, Announcement) and number in one.targets and one.place != place:
            ability = announced_ability(draft.now, one)
            if ability and ability.when == "special" and ability.reach == "zone":
                draft.add(c.AnnouncementEnded(one.place, "no-aim"), "CCG-ABI-07")


def _side(draft: Draft[Position], use: Use) -> None:
    """Side cards. A main combatant does not Side (A33). A card Sided by the opponent is used (A32)."""
    fighting = targets.combatants(draft.now)
    for card in use.cards:
        if not card.sided and not card.locked and card.n not in fighting:
            by = use.player if use.ability.when != "episode" else draft.now.rival(use.player)
            draft.add(f.CardSided(card.n, by), use.rule)


def _stand(draft: Draft[Position], use: Use) -> None:
    for card in use.cards:
        if card.sided and not card.locked:
            draft.add(f.CardStood(card.n), use.rule)


def _lock(draft: Draft[Position], use: Use) -> None:
    for card in use.cards:
        draft.add(f.CardLocked(card.n), use.rule)


def _destroy(draft: Draft[Position], use: Use) -> None:
    """Destroy cards. A player who could answer before the ability took effect is not asked again (CCG-GLO-08)."""
    numbers = [card.n for card in use.cards]
    knew = () if use.ability.when == "episode" else windows.who_knew(draft.now, use.player, use.ability, numbers)
    destroy(draft, numbers, "destroyed", use.rule, knew=knew, outright=True)


def _discard(draft: Draft[Position], use: Use) -> None:
    for card in use.cards:
        draft.add(f.CardDiscarded(card.n, "discarded"), use.rule)


def _return(draft: Draft[Position], use: Use) -> None:
    for card in use.cards:
        draft.add(f.CardReturned(card.n, card.face, card.owner), use.rule)


def _clone(draft: Draft[Position], use: Use) -> None:
    """Make a card a copy (CCG-GLO-04): the card itself, or for a Flash a Creature of the player until the turn ends."""
    flash = use.ability.when == "flash"
    copy, model = (use.cards[0], use.cards[-1]) if flash else (use.source, use.cards[0])
    if copy is not None and draft.now.at(copy.n) and copy.n != model.n:
        draft.add(f.CardCloned(copy.n, model.clone or model.face, passing=flash), use.rule)


def _counter(draft: Draft[Position], use: Use) -> None:
    """Stop the opponent's latest announcement, or discard an Episode (CCG-GLO-05)."""
    if use.cards:
        for card in use.cards:
            draft.add(f.CardDiscarded(card.n, "countered"), use.rule)
        return
    theirs = (one for one in reversed(draft.now.stack) if isinstance(one, Announcement) and one.player != use.player)
    if last := next(theirs, None):
        draft.add(c.AnnouncementEnded(last.place, "countered"), "CCG-GLO-05")


def _keep(draft: Draft[Position], use: Use) -> None:
    """Protect cards from destruction this turn; `save` takes precedence over `regenerate` (CCG-GLO-14)."""
    for card in use.cards:
        if card.kept != "save":
            draft.add(c.KeepGranted(card.n, use.ability.what), "CCG-GLO-14")


def _banish(draft: Draft[Position], use: Use) -> None:
    """Put cards out of play; for an Episode's ability, under that Episode (CCG-EPC-05, CCG-GLO-13)."""
    under = use.by if use.ability.when == "episode" else 0
    for card in use.cards:
        draft.add(f.CardBanished(card.n, under), use.rule)


def _hit(draft: Draft[Position], use: Use) -> None:
    """Make the opponent, or the Solver of an Episode, discard a Time card (CCG-GLO-10)."""
    hits.hit_seat(draft, use.player if use.ability.when == "episode" else draft.now.rival(use.player), "CCG-GLO-10")


def _extra_play(draft: Draft[Position], use: Use) -> None:
    """Allow more plays. All limits still apply: zone, six cards, Timeless, Unique (A57)."""
    draft.add(f.PlaysGranted(use.player, max(1, use.ability.amount)), use.rule)


def _draw(draft: Draft[Position], use: Use) -> None:
    """Draw cards unless a card bars drawing. An empty draw deck gives no card and no Hit (A16)."""
    count = min(use.ability.amount, len(draft.now.decks.get(use.player, ())))
    if count and (use.player, draft.now.zone, "draw") not in draft.now.bars:
        draft.draw(use.player, f"deck-{use.player}", count)


def _bar(draft: Draft[Position], use: Use) -> None:
    """Forbid an action in the zone this turn, to the Solver of an Episode or else to the opponent."""
    episode = use.ability.when == "episode"
    zone = use.source.zone if episode and use.source else draft.now.zone
    draft.add(f.ZoneBarred(use.player if episode else draft.now.rival(use.player), zone, use.ability.bars), use.rule)


def _time_eddy(draft: Draft[Position], use: Use) -> None:
    """Put back into its owner's hand the card that each player last put into a zone, in any turn (Q-11)."""
    for seat in draft.now.seats:
        number, face = draft.now.latest.get(seat, (0, ""))
        if draft.now.at(number):
            draft.add(f.CardReturned(number, face, seat), use.rule)
        elif face and face in draft.now.discards.get(seat, ()):
            draft.add(f.CardReturned(0, face, seat), use.rule)


def _swap(draft: Draft[Position], use: Use) -> None:
    """Put a Creature of the player back into the hand. In the player's own turn, allow one more card to be played."""
    _return(draft, use)
    if use.player == draft.now.player:
        draft.add(f.PlaysGranted(use.player, 1), use.rule)


def _nothing(_draft: Draft[Position], _use: Use) -> None:
    """Do nothing: constant abilities act without being used."""


_CODED: Final[Mapping[str, Callable[[Draft[Position], Use], None]]] = {
    "time-eddy": _time_eddy, "cybermat-swap": _swap,
}  # fmt: skip
"""Abilities that need their own code, by their `code` in the card file."""
_KINDS: Final[Mapping[str, Callable[[Draft[Position], Use], None]]] = {
    "raise": _raise, "damage": _raise, "move": _move, "side": _side, "stand": _stand, "lock": _lock,
    "destroy": _destroy, "discard": _discard, "return": _return, "clone": _clone, "counter": _counter, "save": _keep,
    "regenerate": _keep, "banish": _banish, "hit": _hit, "extra-play": _extra_play, "draw": _draw, "bar": _bar,
    "prevent-hit": lambda draft, use: draft.add(c.HitShielded(use.player), use.rule),
    "extra-turn": lambda draft, use: draft.add(f.TurnGranted(use.player), use.rule),
    "code": lambda draft, use: _CODED[use.ability.code](draft, use), "bonus": _nothing, "swell": _nothing,
    "must-attack": _nothing, "waive": _nothing,
}  # fmt: skip
