"""Phase 1, Preparation: cards Stand, the zone is chosen, a card is drawn, a Creature or Resource is played."""

from collections.abc import Iterator
from typing import Final

from events.errors import CannotTellError
from events.events import UNKNOWN
from projections.card_rows import holds
from projections.draft import Draft
from projections.games.ccg.components.cards import TIMELESS, ZONES, Card
from projections.games.ccg.events.effects import CardEntered, CardStood, StepReached, ZoneChosen
from projections.games.ccg.events.moves import ChooseZone, DrawCard, PlayCard, StandCards
from projections.games.ccg.rules.consequences import apply_consequences
from projections.games.ccg.rules.creatures import is_own_turn
from projections.games.ccg.rules.hits import hit_seat
from projections.games.ccg.rules.turns import go_to_step, must_have_begun, reach_step, step_objections
from projections.games.ccg.state.names import face_name, in_zone, seat_name
from projections.games.ccg.state.position import InPlay, Position
from projections.games.ccg.state.values import NOBODY, is_doctor
from projections.objections import Objection, require_all
from projections.wording import counted, titled, with_article

MOST_IN_ZONE: Final = 6
"""Creatures and Resources on a player's side of a zone (CCG-PREP-11)."""
MOST_TIMELESS: Final = 5
"""Timeless Creatures of a player in all zones together (CCG-PREP-14)."""


def draw_pile(seat: str) -> str:
    """The name of a seat's draw deck."""
    return f"deck-{seat}"


def stand_cards_objections(position: Position, move: StandCards) -> list[Objection]:
    """What speaks against Standing one's cards: it comes first in the turn (CCG-STA-01, CCG-PREP-01).

    Where none is Sided it does no harm: people write `STAND: -`.
    """
    return step_objections(position, move.player, "stand", "zone")


def stand_cards(draft: Draft[Position], move: StandCards) -> None:
    """1a: all of one's own Sided cards Stand, in every zone, but what a card holds down (A39).

    Rules:
        CCG-STA-01 and CCG-PREP-01 at the start of the own turn; CCG-SUP-08 and CCG-EXR-10 until then they stay Sided.
    """
    must_have_begun(draft)
    require_all(draft, *stand_cards_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    for card in draft.now.lying(side=move.player):
        if card.sided and not card.locked:
            draft.add(CardStood(card=card.n), "CCG-PREP-01")
    go_to_step(draft, "zone")


def choose_zone_objections(position: Position, move: ChooseZone) -> list[Objection]:
    """What speaks against choosing a zone now (CCG-PREP-02, CCG-PREP-03)."""
    return step_objections(position, move.player, "zone")


def choose_zone(draft: Draft[Position], move: ChooseZone) -> None:
    """1b: choose the zone of this turn.

    Rules:
        CCG-ZON-02 and CCG-PREP-02 one of the three; CCG-PREP-03 until the next choice, for both players; CCG-PREP-04
        and CCG-PREP-05 whether it is the bonus zone, judged here once (A14).

    Raises:
        CannotTellError: the top Time card is not known, and somebody says what the bonus zone was.
    """
    must_have_begun(draft)
    draft.must("CCG-ZON-01", move.zone in ZONES, f'no zone "{move.zone[:40]}"; there are {", ".join(ZONES)}')
    require_all(draft, *choose_zone_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    reach_step(draft, "zone")
    go_to_step(draft, "draw")
    if draft.now.times.get(move.player, ())[:1] == (UNKNOWN,) and draft.states(ZoneChosen):
        raise CannotTellError(f"which zone is the bonus zone of {seat_name(draft.now, move.player)}")
    bonus = draft.now.bonus_zone(move.player) == move.zone
    draft.add(ZoneChosen(zone=move.zone, bonus=bonus), "CCG-PREP-05" if bonus else "CCG-PREP-02")


def draw_card_objections(position: Position, move: DrawCard) -> list[Objection]:
    """What speaks against drawing the card of the turn now (CCG-PREP-06)."""
    return step_objections(position, move.player, "draw")


def draw_card(draft: Draft[Position], move: DrawCard) -> None:
    """1c: draw a card, or take a Hit where there is none; a card may bar the drawing, then nothing happens.

    Rules:
        CCG-PREP-06 one card, CCG-EXR-01 in the first turn too; CCG-PREP-07 an empty draw deck costs a Time card (A15);
        CCG-SET-07 a hand has no limit; CCG-GEN-01 what a card bars.
    """
    must_have_begun(draft)
    require_all(draft, *draw_card_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    reach_step(draft, "draw")
    late = draft.now.step
    if late != "draw":  # it was passed over, and is made good
        draft.add(StepReached(step="draw"), "CCG-PREP-06")
    seat, now = move.player, draft.now
    barred = (seat, now.zone, "draw") in now.bars
    if now.decks.get(seat) and not barred:
        draft.draw(seat, draw_pile(seat))
    go_to_step(draft, late if late != "draw" else "play")
    if not now.decks.get(seat) and not barred:
        hit_seat(draft, seat, "CCG-PREP-07")


def play_card_objections(position: Position, move: PlayCard) -> list[Objection]:
    """What speaks against putting a card of the hand into the chosen zone.

    Rules:
        CCG-PREP-09 to CCG-PREP-15, as `_limits` says; CCG-CRE-12 and CCG-RES-01 in this part of the turn alone;
        CCG-TRN-02 before any Episode; A57 a card that allows more plays waives no other limit.
    """
    seat, found = move.player, step_objections(position, move.player, "play")
    if not found and (position.episode or position.solved):
        found = [Objection("CCG-TRN-02", False, "cards are played before Episodes: those have begun")]
    face = position.cards.card.get(move.card, NOBODY)
    held = holds(position.hands.get(seat, ()), move.card)
    if held is not True:
        name, card = seat_name(position, seat), face_name(position, move.card)
        told = f"{name} does not hold {card}" if held is False else f"whether {name} holds {card} is not known"
        found.append(Objection("CCG-GEN-08", held, f"play a card of the own hand: {told}"))
    if face.type not in ("creature", "resource"):
        kind = with_article(titled(face.type) or "card of another kind")
        found.append(Objection("CCG-PREP-09", False, f"a Creature or a Resource is played here: {face.name} is {kind}"))
        return found
    return [*found, *_number(position), *_limits(position, seat, face)]


def _number(position: Position) -> Iterator[Objection]:
    """One card, two in the bonus zone, and what cards allow beside (CCG-PREP-09, CCG-PREP-10)."""
    most = 1 + position.bonus + position.granted
    if position.plays >= most:
        rule = "CCG-PREP-10" if position.bonus else "CCG-PREP-09"
        been = f"{position.plays} {'has' if position.plays == 1 else 'have'} been"
        yield Objection(rule, False, f"{counted(most, 'card')} may be played in this turn: {been}")


def _limits(position: Position, seat: str, face: Card) -> Iterator[Objection]:
    """What bounds the cards in the zones, whichever way a card comes there.

    Rules:
        CCG-PREP-11 six of a player in a zone, Watchers included (A12), CCG-EPI-04 Episodes not; CCG-PREP-12 and
        CCG-PREP-13 the colour of the zone; CCG-CRE-02 white and Resources in any; CCG-PREP-14 five Timeless;
        CCG-GLO-13, A51 what is out of play does not count.
    """
    name = seat_name(position, seat)
    lying = [card for card in position.lying(position.zone, seat) if _own_face(position, card).type != "episode"]
    if position.zone and len(lying) >= MOST_IN_ZONE:
        most = f"{MOST_IN_ZONE} Creatures and Resources at most lie on one side of a zone"
        yield Objection("CCG-PREP-11", False, f"{most}: {name} has {len(lying)} {in_zone(position.zone)}")
    if face.zone in ZONES and position.zone not in ("", face.zone):
        yield Objection(
            "CCG-PREP-12", False, f"{face.name} is played {in_zone(face.zone)} only, not {in_zone(position.zone)}"
        )
    timeless = sum(_own_face(position, card).zone == TIMELESS for card in position.lying(side=seat))
    if face.timeless and timeless >= MOST_TIMELESS:
        most = f"{MOST_TIMELESS} Timeless Creatures of a player at most in all zones"
        yield Objection("CCG-PREP-14", False, f"{most}: {name} has {timeless}")
    yield from _identical(position, seat, face)


def _identical(position: Position, seat: str, face: Card) -> Iterator[Objection]:
    """What is Unique is in play once, with either player (CCG-PREP-15, A35); Doctors as the table agreed."""
    lying = [(card, _own_face(position, card)) for card in position.lying()]
    if face.unique and any(other.name == face.name for _, other in lying):
        yield Objection("CCG-PREP-15", False, f"a Unique card is in play once: {face.name} lies there already")
    doctors = position.options.doctors
    if doctors == "distinct" or not is_doctor(face):
        return
    if any(is_doctor(other) and (doctors == "one" or card.side == seat) for card, other in lying):
        whose = "at this table" if doctors == "one" else "of a player"
        yield Objection("CCG-PREP-15", False, f"one Doctor {whose} is in play at a time: one lies there already")


def _own_face(position: Position, card: InPlay) -> Card:
    """A card's own face, for a Clone keeps its title, its colour and its rating (CCG-GLO-04)."""
    return position.cards.card.get(card.face, NOBODY)


def play_card(draft: Draft[Position], move: PlayCard) -> None:
    """1d: put a Creature or a Resource of the hand into the chosen zone; nobody has to (CCG-PREP-08).

    Rules:
        CCG-GEN-06 and CCG-ZON-03 into the zone of this turn; CCG-PREP-18 what is Innate works at once.
    """
    must_have_begun(draft)
    draft.must("CCG-PREP-09", move.card in draft.now.cards.card, f'there is no card "{move.card[:40]}"')
    require_all(draft, *play_card_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    reach_step(draft, "play")
    now, seat = draft.now, move.player
    draft.add(
        CardEntered(card=now.count + 1, face=move.card, owner=seat, side=seat, zone=_where(now, move.card)),
        "CCG-PREP-09",
    )
    apply_consequences(draft)


def _where(position: Position, face: str) -> str:
    """The chosen zone; where none was chosen, the one of the card's colour, or the first."""
    colour = position.cards.card[face].zone
    return position.zone or (colour if colour in ZONES else ZONES[0])
