"""The first two steps of a turn: draw a card, then play one from the hand."""

from collections.abc import Iterator
from typing import Final

from projections.card_rows import holds
from projections.draft import Draft
from projections.games.keys.events import effects as f, moves as m
from projections.games.keys.rules.turns import end_turn, is_own_step, skip_steps, step_conflicts
from projections.games.keys.state.names import card_name, seat_name
from projections.games.keys.state.position import Position
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import with_article


def can_draw(position: Position) -> bool:
    """Return whether there is a card to draw, in the pile or among the discards."""
    return bool(position.draw or position.discards)


def drawing_conflicts(position: Position, move: m.DrawCard) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of taking the top card of the draw pile (KEY-TRN-02, KEY-TRN-07)."""
    yield from step_conflicts(position, move.player, "draw")
    wanted = "a card can only be drawn from a draw pile or discards with cards"
    yield RuleConflict("KEY-TRN-07", wanted, "the draw pile and the discards are empty", verdict=can_draw(position))


def draw_card(draft: Draft[Position], move: m.DrawCard) -> None:
    """Draw (KEY-TRN-02) from the pile or renewed pile (KEY-TRN-07, B06). A seat out of turn takes the turn."""
    before = draft.before
    if move.player != before.player and (move.player, "draw") not in before.missed:
        end_turn(draft, follows=move.player)
    if can_draw(before) and not draft.now.draw:
        cards = draft.now.discards
        draft.add(f.DrawPileRenewed(count=len(cards)), "KEY-TRN-07")
        draft.shuffle("draw", cards)
    draft.draw(move.player, "draw")


def skipping_conflicts(position: Position, move: m.SkipDraw) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of drawing no card."""
    found = tuple(step_conflicts(position, move.player, "draw"))
    yield from found or (RuleConflict("KEY-TRN-02", "the turn must start with a draw"),)


def skip_draw(draft: Draft[Position], move: m.SkipDraw) -> None:
    """Declare that no card is drawn. The draw can be made up until the next seat acts."""
    if is_own_step(draft.before, move.player, "draw") and draft.before.step == "draw":
        draft.add(f.StepMissed(player=move.player, step="draw"), "KEY-TRN-02")


DRAW_MOVES: Final[MoveRules[Position]] = {
    m.DrawCard: MoveRule(drawing_conflicts, draw_card),
    m.SkipDraw: MoveRule(skipping_conflicts, skip_draw),
}


def card_of(move: m.PlayMove) -> str:
    """Return the card that a move plays."""
    if isinstance(move, m.PlayKey):
        return f"key-{move.colour}"
    return move.card if isinstance(move, m.Discard) else _CARDS[type(move)]


_CARDS: Final = {
    m.PlaySonic: "sonic", m.PlayBarrier: "barrier", m.PlayTunnel: "tunnel", m.PlayCookie: "cookie",
    m.PlayPandorica: "pandorica", m.PlayCyberman: "cyberman",
}  # fmt: skip


def hand_conflict(position: Position, move: m.PlayMove) -> RuleConflict | None:
    """Return the conflict of playing a card that is not in the hand. An unknown card may be it."""
    held = holds(position.hands.get(move.player, ()), card_of(move))
    if held:
        return None
    who, what = seat_name(position, move.player), with_article(card_name(card_of(move)))
    unknown, absent = f"this log does not show if {who} holds {what}", f"{what} is not in the hand of {who}"
    must_be_held = "a played card must be in the hand"
    return RuleConflict("KEY-TRN-03", must_be_held, unknown if held is None else absent, verdict=held)


def put_down(draft: Draft[Position], move: m.PlayMove, *, laid: bool = False) -> None:
    """Record that a card is played: it goes to the discards or, with `laid`, onto the board."""
    skip_steps(draft, move.player, "play")
    draft.add(f.CardPlayed(player=move.player, card=card_of(move), laid=laid), "KEY-TRN-04")
