"""The sixth step and the end of a turn: draw a Territory Card, pass the turn, end the game by count."""

from collections.abc import Iterable
from typing import Final

from projections.draft import Draft
from projections.games.risk.components.world_map import CONTINENTS
from projections.games.risk.events import CardReturned, DrawTerritoryCard, EndTurn, GameEnded
from projections.games.risk.rules import territory_cards, turns
from projections.games.risk.state.names import army_name
from projections.games.risk.state.position import CAPPED, World
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict


def drawing_conflicts(world: World, move: DrawTerritoryCard) -> Iterable[RuleConflict]:
    """Return the rule conflicts of drawing a Territory Card now.

    Rules:
        RISK-DRW-01: for a conquest of this turn, also of a neutral territory (RISK-TWO-20). RISK-DRW-05: the discards
        replace an empty deck; without discards no card is drawn (A8).
    """
    seat, earned = move.player, None
    if not (world.deck or world.discards):
        wanted = "a card can only be drawn from a deck or discards with cards"
        earned = RuleConflict("RISK-DRW-05", wanted, "the deck and the discards are empty")
    elif world.drawn and seat == world.player:
        wanted = "only one card can be drawn in a turn"
        earned = RuleConflict("RISK-DRW-02", wanted, f"{army_name(seat)} has already drawn one", have=2, limit=1)
    elif not world.conquered and seat == world.player:
        wanted = "a card can only be drawn after a conquest in the turn"
        earned = RuleConflict("RISK-DRW-01", wanted, f"{army_name(seat)} has made no conquest")
    return turns.ordered_conflicts(turns.step_conflict(world, seat, "draw"), earned)


def draw_territory_card(draft: Draft[World], move: DrawTerritoryCard) -> None:
    """Draw the top card of the deck into the hand; the number of conquests does not matter (RISK-DRW-03)."""
    turns.enter_step(draft, move.player, "draw")
    territory_cards.renew_deck(draft)
    draft.draw(move.player, "territory")


def continents_of(world: World, army: str) -> tuple[str, ...]:
    """Return the continents that an army holds completely (RISK-CON-01, RISK-CON-03)."""
    held = set(world.lands_of(army))
    return tuple(name for name, continent in CONTINENTS.items() if held.issuperset(continent.territories))


def winners_by_count(world: World) -> tuple[tuple[str, ...], str]:
    """Return the seats that win by count, and what decided: `territories`, `Daleks`, `continents`, or `shared`.

    Rules:
        RISK-WIN-03: most territories. RISK-WIN-04: in a tie Daleks, then continents, then a shared win (A33, option
        `tie_break`). RISK-ELI-05: defeated players do not count. RISK-TWO-04: neutral territories count for no player.
    """
    best = [seat for seat in world.seats if seat not in world.defeated]
    steps = {
        "territories": {seat: len(world.lands_of(seat)) for seat in best},
        "Daleks": {seat: world.daleks_of(seat) for seat in best},
        "continents": {seat: len(continents_of(world, seat)) for seat in best},
    }
    for step, counts in steps.items():
        most = max((counts[seat] for seat in best), default=0)
        best = [seat for seat in best if counts[seat] == most]
        if len(best) == 1:
            return tuple(best), step
        if world.options.tie_break == "shared":
            break
    return tuple(best), "shared"


def end_by_count(draft: Draft[World], how: str, rule: str) -> None:
    """End the game by count (RISK-OBJ-01). It ends only once, even if play continues."""
    if draft.now.how:
        return
    winners, decided = winners_by_count(draft.now)
    draft.add(GameEnded(winners=winners, how=how, decided=decided), rule)


def end_turn(draft: Draft[World], move: EndTurn) -> None:
    """End the turn, with or without a draw (RISK-TRN-02)."""
    if turns.enter_step(draft, move.player, "draw"):
        finish_turn(draft)


def finish_turn(draft: Draft[World], follows: str = "") -> None:
    """Put the TARDIS card back and give the turn to the next seat, or to `follows`.

    Rules:
        RISK-TAR-10: after the draw. RISK-SET-03: clockwise. RISK-TRN-03: defeated players are skipped. RISK-WIN-03: the
        game ends after a last turn if one is set (A13, option `turn_cap`).
    """
    now = draft.now
    if now.tardis_card:
        draft.add(CardReturned(card=now.tardis_card), "RISK-TAR-09")
    if now.options.turn_cap and now.turn >= now.options.turn_cap and not now.how:
        end_by_count(draft, CAPPED, "RISK-WIN-03")
    else:
        turns.begin_turn(draft, follows or turns.next_seat(now, now.player))


ENDING_MOVES: Final[MoveRules[World]] = {
    DrawTerritoryCard: MoveRule(drawing_conflicts, draw_territory_card),
    EndTurn: MoveRule(turns.needs_step("draw"), end_turn),
}
