"""What the use of a card does once nobody answers: one function a kind of ability."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from projections.draft import Draft
from projections.games.ccg.components.cards import Ability
from projections.games.ccg.events import effects as f
from projections.games.ccg.events.combat_effects import AnnouncementEnded, HitShielded, KeepGranted
from projections.games.ccg.rules.consequences import destroy
from projections.games.ccg.rules.hits import hit_seat
from projections.games.ccg.rules.targets import combatants, neighbours, possible_targets, room_in, targets_wanted
from projections.games.ccg.rules.windows import who_knew
from projections.games.ccg.state.position import Announcement, InPlay, Position
from projections.games.ccg.state.values import NOBODY

_RULES: Final[Mapping[str, str]] = {"flash": "CCG-FLA-03", "special": "CCG-ABI-04", "episode": "CCG-EPI-18"}
"""Under which rule what a card does is filed."""


class Use(NamedTuple):
    """An ability in use: who uses it, of which face and card, on which cards."""

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
        """The rule under which its effects are filed."""
        return _RULES.get(self.ability.when, "CCG-GEN-01")

    @property
    def by(self) -> int:
        """The number of the card that does it, 0 for a Flash."""
        return self.source.n if self.source else 0


def announced_ability(position: Position, announcement: Announcement) -> Ability | None:
    """The ability that was announced, of the card as it was then, counted from 1 among those that are used."""
    face = position.cards.card.get(announcement.face, NOBODY)
    used = [ability for ability in face.does if ability.when in ("special", "flash")]
    return used[announcement.ability - 1] if 0 < announcement.ability <= len(used) else None


def apply_ability(
    draft: Draft[Position], source: InPlay | None, ability: Ability, announcement: Announcement | None = None
) -> str:
    """Let an ability do what it does. Returns how it ended: `resolved`, or `no-aim` where nothing is left to aim at.

    Without an announcement it is an Episode's, read to the Solver's harm: one that means one card means the strongest.

    Rules:
        CCG-FLA-03 a Flash acts at once, CCG-FLA-05 what it moved or discarded stays so; CCG-EPC-04 and CCG-GEN-05 an
        Episode's opponent is who played it; CCG-GLO-06 damage lowers a value; CCG-GLO-11 inflicting is damage or a Hit.
    """
    player = announcement.player if announcement else source.side if source else draft.now.player
    cards = _aim(draft.now, player, ability, source, announcement)
    wanted = targets_wanted(ability) if announcement else 0
    if len(cards) < max(wanted, ability.target != "none"):
        return "no-aim"
    told = announcement or Announcement(0, player, source.face if source else "")
    _KINDS[ability.what](draft, Use(player, told.face, source, ability, cards, told.value, told.zone, told.place))
    return "resolved"


def _aim(
    position: Position, player: str, ability: Ability, source: InPlay | None, announcement: Announcement | None
) -> tuple[InPlay, ...]:
    """The cards on which an ability works now, of those that are still there."""
    if ability.target == "none":
        return ()
    if ability.target == "self":
        return _there(position, (source.n,)) if source else ()
    if announcement and ability.target == "payment":
        return _there(position, announcement.paid)
    if announcement and targets_wanted(ability):
        return _there(position, announcement.targets)
    cards = possible_targets(position, player, ability, source)
    strongest = sorted(cards, key=lambda card: (-card.energy - card.substance, card.n))[:1]
    return tuple(cards if ability.every else strongest)


def _there(position: Position, numbers: Sequence[int]) -> tuple[InPlay, ...]:
    return tuple(card for number in numbers if (card := position.at(number)) and not card.out)


def _values(use: Use) -> tuple[str, ...]:
    if use.ability.value == "both":
        return ("energy", "substance")
    return (use.value or "energy",) if use.ability.value == "either" else (use.ability.value,)


def _raise(draft: Draft[Position], use: Use) -> None:
    """Raise values until the turn ends (CCG-SUP-01, CCG-SUP-02, CCG-COM-27 by as much as the card says)."""
    sign = -1 if use.ability.what == "damage" else 1
    for card in use.cards:
        for value in _values(use):
            draft.add(f.ChangeBegan(card.n, value, sign * use.ability.amount, use.face, use.by), use.rule)


def _move(draft: Draft[Position], use: Use) -> None:
    """Move cards to a neighbouring zone where there is room (A12, A41, A42).

    Rules:
        CCG-ABI-07: a Special that aimed at a card which is out of its reach now finds it no more.
    """
    moving = use.cards
    if use.ability.along and use.source and use.source not in moving:
        moving = (*moving, *_there(draft.now, (use.source.n,)))
    for card in moving:
        zone = use.zone if use.zone in neighbours(card.zone) else ""
        if zone and room_in(draft.now, card.side, zone) > 0:
            draft.add(f.CardMoved(card.n, zone), use.rule)
            _lose(draft, card.n, use.place)


def _lose(draft: Draft[Position], number: int, place: int) -> None:
    """End the announcements of Specials that aim at a card which moved out of their reach, but for one's own."""
    for one in draft.now.stack:
        if isinstance(one, Announcement) and number in one.targets and one.place != place:
            ability = announced_ability(draft.now, one)
            if ability and ability.when == "special" and ability.reach == "zone":
                draft.add(AnnouncementEnded(one.place, "no-aim"), "CCG-ABI-07")


def _side(draft: Draft[Position], use: Use) -> None:
    """Side cards; a main combatant does not Side (A33), and who is Sided by the opponent is used up (A32)."""
    fighting = combatants(draft.now)
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
    """Destroy; whoever was asked before a card took effect is not asked again (CCG-GLO-08)."""
    numbers = [card.n for card in use.cards]
    knew = () if use.ability.when == "episode" else who_knew(draft.now, use.player, use.ability, numbers)
    destroy(draft, numbers, "destroyed", use.rule, knew=knew, outright=True)


def _discard(draft: Draft[Position], use: Use) -> None:
    for card in use.cards:
        draft.add(f.CardDiscarded(card.n, "discarded"), use.rule)


def _return(draft: Draft[Position], use: Use) -> None:
    for card in use.cards:
        draft.add(f.CardReturned(card.n, card.face, card.owner), use.rule)


def _clone(draft: Draft[Position], use: Use) -> None:
    """Become a copy (CCG-GLO-04): the card itself, or an own Creature until the turn ends where a Flash does it."""
    flash = use.ability.when == "flash"
    copy, model = (use.cards[0], use.cards[-1]) if flash else (use.source, use.cards[0])
    if copy is not None and draft.now.at(copy.n) and copy.n != model.n:
        draft.add(f.CardCloned(copy.n, model.clone or model.face, passing=flash), use.rule)


def _counter(draft: Draft[Position], use: Use) -> None:
    """Stop what the opponent announced last, or an Episode (CCG-GLO-05)."""
    if use.cards:
        for card in use.cards:
            draft.add(f.CardDiscarded(card.n, "countered"), use.rule)
        return
    theirs = (one for one in reversed(draft.now.stack) if isinstance(one, Announcement) and one.player != use.player)
    if last := next(theirs, None):
        draft.add(AnnouncementEnded(last.place, "countered"), "CCG-GLO-05")


def _keep(draft: Draft[Position], use: Use) -> None:
    """Keep cards from being destroyed this turn; one that is saved needs nothing else (CCG-GLO-14)."""
    for card in use.cards:
        if card.kept != "save":
            draft.add(KeepGranted(card.n, use.ability.what), "CCG-GLO-14")


def _banish(draft: Draft[Position], use: Use) -> None:
    """Put cards out of play, under the Episode that does it (CCG-EPC-05, CCG-GLO-13)."""
    under = use.by if use.ability.when == "episode" else 0
    for card in use.cards:
        draft.add(f.CardBanished(card.n, under), use.rule)


def _prevent(draft: Draft[Position], use: Use) -> None:
    draft.add(HitShielded(use.player), use.rule)


def _hit(draft: Draft[Position], use: Use) -> None:
    """Make the opponent, or the Solver of an Episode, discard a Time card (CCG-GLO-10)."""
    hit_seat(draft, use.player if use.ability.when == "episode" else draft.now.rival(use.player), "CCG-GLO-10")


def _extra_play(draft: Draft[Position], use: Use) -> None:
    """Allow more plays; they keep to zone, six, Timeless and Unique (A57)."""
    draft.add(f.PlaysGranted(use.player, max(1, use.ability.amount)), use.rule)


def _extra_turn(draft: Draft[Position], use: Use) -> None:
    draft.add(f.TurnGranted(use.player), use.rule)


def _draw(draft: Draft[Position], use: Use) -> None:
    """Draw cards, unless a card bars it; an empty draw deck gives none, and no Hit (A16)."""
    count = min(use.ability.amount, len(draft.now.decks.get(use.player, ())))
    if count and (use.player, draft.now.zone, "draw") not in draft.now.bars:
        draft.draw(use.player, f"deck-{use.player}", count)


def _bar(draft: Draft[Position], use: Use) -> None:
    """Forbid something in the zone for this turn: to the Solver of an Episode, else to the opponent."""
    episode = use.ability.when == "episode"
    zone = use.source.zone if episode and use.source else draft.now.zone
    draft.add(f.ZoneBarred(use.player if episode else draft.now.rival(use.player), zone, use.ability.bars), use.rule)


def _code(draft: Draft[Position], use: Use) -> None:
    _CODED[use.ability.code](draft, use)


def _time_eddy(draft: Draft[Position], use: Use) -> None:
    """Return the card that each player put into a zone last, however long ago, to its owner's hand (Q-11)."""
    for seat in draft.now.seats:
        number, face = draft.now.latest.get(seat, (0, ""))
        if draft.now.at(number):
            draft.add(f.CardReturned(number, face, seat), use.rule)
        elif face and face in draft.now.discards.get(seat, ()):
            draft.add(f.CardReturned(0, face, seat), use.rule)


def _swap(draft: Draft[Position], use: Use) -> None:
    """Take an own Creature back to the hand; in one's own turn one card more may be played."""
    _return(draft, use)
    if use.player == draft.now.player:
        draft.add(f.PlaysGranted(use.player, 1), use.rule)


def _nothing(_draft: Draft[Position], _use: Use) -> None:
    """What is constant does nothing when it is used."""


_CODED: Final[Mapping[str, Callable[[Draft[Position], Use], None]]] = {
    "time-eddy": _time_eddy, "cybermat-swap": _swap,
}  # fmt: skip
"""What no kind of ability says, by the name that a card file gives."""
_KINDS: Final[Mapping[str, Callable[[Draft[Position], Use], None]]] = {
    "raise": _raise, "damage": _raise, "move": _move, "side": _side, "stand": _stand, "lock": _lock,
    "destroy": _destroy, "discard": _discard, "return": _return, "clone": _clone, "counter": _counter, "save": _keep,
    "regenerate": _keep, "banish": _banish, "prevent-hit": _prevent, "hit": _hit, "extra-play": _extra_play,
    "extra-turn": _extra_turn, "draw": _draw, "bar": _bar, "code": _code, "bonus": _nothing, "swell": _nothing,
    "must-attack": _nothing, "waive": _nothing,
}  # fmt: skip
"""What each kind of ability does."""
