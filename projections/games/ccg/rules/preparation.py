"""Phase 1, Preparation: Stand cards, choose the zone, draw a card, play a Creature or Resource."""

from collections.abc import Iterator
from typing import Final

from events.errors import CannotTellError
from events.events import UNKNOWN
from projections.card_rows import holds
from projections.draft import Draft
from projections.games.ccg.components.cards import TIMELESS, ZONES, Card
from projections.games.ccg.events.effects import CardEntered, CardStood, StepReached, ZoneChosen
from projections.games.ccg.events.moves import ChooseZone, DrawCard, PlayCard, StandCards
from projections.games.ccg.rules import consequences, creatures, hits, turns
from projections.games.ccg.state import names, values
from projections.games.ccg.state.position import InPlay, Position
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import counted, either, titled, with_article

MOST_IN_ZONE: Final = 6
"""Maximum number of Creatures and Resources on a player's side of a zone (CCG-PREP-11)."""
MOST_TIMELESS: Final = 5
"""Maximum number of Timeless Creatures of a player in all zones (CCG-PREP-14)."""


def draw_pile(seat: str) -> str:
    """Return the pile name of a seat's draw deck."""
    return f"deck-{seat}"


def stand_cards_conflicts(position: Position, move: StandCards) -> list[RuleConflict]:
    """Return the rule conflicts of Standing cards, which comes first in the turn (CCG-STA-01, CCG-PREP-01).

    Without Sided cards the move is still allowed, because players write `STAND: -`.
    """
    return turns.step_conflicts(position, move.player, "stand", "zone")


def stand_cards(draft: Draft[Position], move: StandCards) -> None:
    """Stand all Sided cards of the player (step 1a), in every zone, except locked ones (A39).

    Rules:
        CCG-STA-01, CCG-PREP-01: at the start of the player's own turn. CCG-SUP-08, CCG-EXR-10: until then they stay
        Sided.
    """
    if not creatures.is_own_turn(draft.now, move.player):
        return
    for card in draft.now.lying(side=move.player):
        if card.sided and not card.locked:
            draft.add(CardStood(card=card.n), "CCG-PREP-01")
    turns.go_to_step(draft, "zone")


def choose_zone_conflicts(position: Position, move: ChooseZone) -> list[RuleConflict]:
    """Return the rule conflicts of choosing a zone now (CCG-PREP-02, CCG-PREP-03)."""
    return turns.step_conflicts(position, move.player, "zone")


def _choose_must(draft: Draft[Position], move: ChooseZone) -> None:
    turns.must_have_begun(draft, move)
    draft.must("CCG-ZON-01", move.zone in ZONES, f'the zone must be {either(ZONES)}, not "{move.zone[:40]}"')


def choose_zone(draft: Draft[Position], move: ChooseZone) -> None:
    """Choose the zone of this turn (step 1b).

    Rules:
        CCG-ZON-02, CCG-PREP-02: one of the three. CCG-PREP-03: until the next choice, for both players.
        CCG-PREP-04, CCG-PREP-05: whether it is the bonus zone is decided here, once (A14).

    Raises:
        CannotTellError: the top Time card is unknown, and the recorded game states the bonus zone.
    """
    if not creatures.is_own_turn(draft.now, move.player):
        return
    turns.reach_step(draft, "zone")
    turns.go_to_step(draft, "draw")
    if draft.now.times.get(move.player, ())[:1] == (UNKNOWN,) and draft.states(ZoneChosen):
        raise CannotTellError(f"this log does not show {names.whose(draft.now, move.player)} bonus zone")
    bonus = draft.now.bonus_zone(move.player) == move.zone
    draft.add(ZoneChosen(zone=move.zone, bonus=bonus), "CCG-PREP-05" if bonus else "CCG-PREP-02")


def draw_card_conflicts(position: Position, move: DrawCard) -> list[RuleConflict]:
    """Return the rule conflicts of drawing the card of the turn now (CCG-PREP-06)."""
    return turns.step_conflicts(position, move.player, "draw")


def draw_card(draft: Draft[Position], move: DrawCard) -> None:
    """Draw a card, or take a Hit if the deck is empty (step 1c). If a card bars drawing, nothing happens.

    Rules:
        CCG-PREP-06: one card. CCG-EXR-01: in the first turn too. CCG-PREP-07: an empty draw deck costs a Time card
        (A15).
        CCG-SET-07: a hand has no limit. CCG-GEN-01: a card may bar drawing.
    """
    if not creatures.is_own_turn(draft.now, move.player):
        return
    turns.reach_step(draft, "draw")
    late = draft.now.step
    if late != "draw":  # the skipped draw is made good
        draft.add(StepReached(step="draw"), "CCG-PREP-06")
    seat, now = move.player, draft.now
    barred = (seat, now.zone, "draw") in now.bars
    if now.decks.get(seat) and not barred:
        draft.draw(seat, draw_pile(seat))
    turns.go_to_step(draft, late if late != "draw" else "play")
    if not now.decks.get(seat) and not barred:
        hits.hit_seat(draft, seat, "CCG-PREP-07")


def hand_conflicts(position: Position, seat: str, face: str, rule: str, kind: str) -> list[RuleConflict]:
    """Return a rule conflict unless a seat is known to have this card in hand."""
    held = holds(position.hands.get(seat, ()), face)
    if held:
        return []
    name, card = names.seat_name(position, seat), names.face_name(position, face)
    state = f"this log does not show if {name} holds {card}" if held is None else f"{card} is not in {name}'s hand"
    if face == UNKNOWN:
        state = "the card is not named"
    return [RuleConflict(rule, f"{with_article(kind)} must come from the player's own hand", state, verdict=held)]


def play_card_conflicts(position: Position, move: PlayCard) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of putting a card of the hand into the chosen zone.

    Rules:
        CCG-PREP-09 to CCG-PREP-15: see `_limits`. CCG-CRE-12, CCG-RES-01: only in this part of the turn.
        CCG-TRN-02: before any Episode. A57: a card that allows more plays waives no other limit.
    """
    seat, found = move.player, turns.step_conflicts(position, move.player, "play")
    if not found and (position.episode or position.solved):
        before = "cards can be played only before the Episode phase"
        found = [RuleConflict("CCG-TRN-02", before, "that phase is under way")]
    yield from found
    face = position.cards.card.get(move.card, values.NOBODY)
    yield from hand_conflicts(position, seat, move.card, "CCG-GEN-08", "card")
    if face.type not in ("creature", "resource"):
        kind = with_article(titled(face.type) or "card of another kind")
        yield RuleConflict("CCG-PREP-09", "only a Creature or a Resource can enter a zone", f"{face.name} is {kind}")
    else:
        yield from _number(position)
        yield from _limits(position, seat, face)


def _number(position: Position) -> Iterator[RuleConflict]:
    """Check the number of plays: one, two in the bonus zone, and those that cards allow (CCG-PREP-09, CCG-PREP-10)."""
    most = 1 + position.bonus + position.granted
    if position.plays >= most:
        rule = "CCG-PREP-10" if position.bonus else "CCG-PREP-09"
        played = f"{names.seat_name(position, position.player)} has already played {position.plays}"
        only = f"only {counted(most, 'card')} can be played in this turn"
        yield RuleConflict(rule, only, played, have=position.plays + 1, limit=most)


def _limits(position: Position, seat: str, face: Card) -> Iterator[RuleConflict]:
    """Check the limits on cards in the zones, however a card gets there.

    Rules:
        CCG-PREP-11: six for each player and zone, with Watchers (A12) but without Episodes (CCG-EPI-04).
        CCG-PREP-12, CCG-PREP-13: the colour of the zone. CCG-CRE-02: white Creatures and Resources in any zone.
        CCG-PREP-14: five Timeless Creatures. CCG-GLO-13, A51: cards out of play do not count.
    """
    name = names.seat_name(position, seat)
    lying = [card for card in position.lying(position.zone, seat) if _own_face(position, card).type != "episode"]
    if position.zone and len(lying) >= MOST_IN_ZONE:
        most = f"a player can have at most {MOST_IN_ZONE} Creatures and Resources in a zone"
        there = f"{name} already has {len(lying)} {names.in_zone(position.zone)}"
        yield RuleConflict("CCG-PREP-11", most, there, have=len(lying) + 1, limit=MOST_IN_ZONE)
    if face.zone in ZONES and position.zone not in ("", face.zone):
        wanted = f"{face.name} can be played only {names.in_zone(face.zone)}"
        yield RuleConflict("CCG-PREP-12", wanted, f"the turn is {names.in_zone(position.zone)}")
    timeless = sum(_own_face(position, card).zone == TIMELESS for card in position.lying(side=seat))
    if face.timeless and timeless >= MOST_TIMELESS:
        most = f"a player can have at most {MOST_TIMELESS} Timeless Creatures in all zones together"
        there = f"{name} already has {timeless}"
        yield RuleConflict("CCG-PREP-14", most, there, have=timeless + 1, limit=MOST_TIMELESS)
    yield from _identical(position, seat, face)


def _identical(position: Position, seat: str, face: Card) -> Iterator[RuleConflict]:
    """Check that a Unique card is in play only once, on either side (CCG-PREP-15, A35), and the option for Doctors."""
    lying = [(card, _own_face(position, card)) for card in position.lying()]
    if face.unique and any(other.name == face.name for _, other in lying):
        yield RuleConflict("CCG-PREP-15", "a Unique card can be in play only once", f"{face.name} is already in play")
    doctors = position.options.doctors
    if doctors == "distinct" or not values.is_doctor(face):
        return
    if any(values.is_doctor(other) and (doctors == "one" or card.side == seat) for card, other in lying):
        most = "only one Doctor can be in play" if doctors == "one" else "a player can have only one Doctor in play"
        yield RuleConflict("CCG-PREP-15", most, "a Doctor is already in play")


def _own_face(position: Position, card: InPlay) -> Card:
    """Return a card's own face, not the copied one: a Clone keeps its title, colour and rating (CCG-GLO-04)."""
    return position.cards.card.get(card.face, values.NOBODY)


def _play_must(draft: Draft[Position], move: PlayCard) -> None:
    turns.must_have_begun(draft, move)
    draft.must("CCG-PREP-09", move.card in draft.now.cards.card, f'no card is called "{move.card[:40]}"')


def play_card(draft: Draft[Position], move: PlayCard) -> None:
    """Put a Creature or Resource of the hand into the chosen zone (step 1d), which is optional (CCG-PREP-08).

    Rules:
        CCG-GEN-06, CCG-ZON-03: into the zone of this turn. CCG-PREP-18: Innate abilities work at once.
    """
    if not creatures.is_own_turn(draft.now, move.player):
        return
    turns.reach_step(draft, "play")
    now, seat = draft.now, move.player
    draft.add(CardEntered(now.count + 1, move.card, owner=seat, side=seat, zone=_where(now, move.card)), "CCG-PREP-09")
    consequences.apply_consequences(draft)


PREPARATION_MOVES: Final[MoveRules[Position]] = {
    StandCards: MoveRule(stand_cards_conflicts, stand_cards, turns.must_have_begun),
    ChooseZone: MoveRule(choose_zone_conflicts, choose_zone, _choose_must),
    DrawCard: MoveRule(draw_card_conflicts, draw_card, turns.must_have_begun),
    PlayCard: MoveRule(play_card_conflicts, play_card, _play_must),
}


def _where(position: Position, face: str) -> str:
    """Return the chosen zone. If none was chosen, return the zone of the card's colour, or the first zone."""
    colour = position.cards.card[face].zone
    return position.zone or (colour if colour in ZONES else ZONES[0])
