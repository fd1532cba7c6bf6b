"""The sixth step and the end of a turn: draw a Territory Card, hand the turn on; how the game ends by count."""

from projections.draft import Draft
from projections.games.risk.components.world_map import CONTINENTS
from projections.games.risk.events.effects import CardReturned, GameEnded
from projections.games.risk.events.moves import DrawTerritoryCard, EndTurn
from projections.games.risk.rules.territory_cards import renew_deck
from projections.games.risk.rules.turns import begin_turn, enter_step, next_seat, ordered_objections, step_objections
from projections.games.risk.state.names import army_name
from projections.games.risk.state.position import CAPPED, World
from projections.objections import Objection, require_all


def drawing_objections(world: World, seat: str) -> list[Objection]:
    """What speaks against drawing.

    Rules:
        RISK-DRW-01 for a conquest of this turn, of a neutral territory too (RISK-TWO-20); RISK-DRW-02 one card;
        RISK-DRW-05 from the discards where the deck is empty, and not at all where there are none (A8).
    """
    earned = None
    if not (world.deck or world.discards):
        earned = Objection("RISK-DRW-05", False, "there is no card left to draw")
    elif world.drawn and seat == world.player:
        earned = Objection(
            "RISK-DRW-02", False, f"one card in a turn, however many conquests: {army_name(seat)} has drawn it"
        )
    elif not world.conquered and seat == world.player:
        earned = Objection(
            "RISK-DRW-01", False, f"a card is drawn for a conquest of this turn: {army_name(seat)} has made none"
        )
    return ordered_objections(step_objections(world, seat, "draw"), earned)


def draw_territory_card(draft: Draft[World], move: DrawTerritoryCard) -> None:
    """Draw the top card of the deck into the hand, whatever was conquered (RISK-DRW-03)."""
    require_all(draft, *drawing_objections(draft.now, move.player))
    enter_step(draft, move, "draw")
    renew_deck(draft)
    draft.draw(move.player, "territory")


def continents_of(world: World, army: str) -> tuple[str, ...]:
    """The continents that an army holds whole (RISK-CON-01, RISK-CON-03)."""
    held = set(world.lands_of(army))
    return tuple(name for name, continent in CONTINENTS.items() if held.issuperset(continent.territories))


def winners_by_count(world: World) -> tuple[tuple[str, ...], str]:
    """The winners by count, and what decided: `territories`, `Daleks`, `continents`, or `shared`.

    Rules:
        RISK-WIN-03 most territories; RISK-WIN-04 in a tie Daleks, then continents, then a shared win (A33, option
        `tie_break`); RISK-ELI-05 the defeated do not count; RISK-TWO-04 neutral territories count for nobody.
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
    """End the game and count (RISK-OBJ-01); it ends once, though the table may play on."""
    if draft.now.how:
        return
    winners, decided = winners_by_count(draft.now)
    draft.add(GameEnded(winners=winners, how=how, decided=decided), rule)


def ending_objections(world: World, seat: str) -> list[Objection | None]:
    """What speaks against ending the turn: drawing may be left out (RISK-TRN-02)."""
    return [step_objections(world, seat, "draw")]


def end_turn(draft: Draft[World], move: EndTurn) -> None:
    """End the turn, after a draw or without one."""
    require_all(draft, *ending_objections(draft.now, move.player))
    if enter_step(draft, move, "draw"):
        finish_turn(draft)


def finish_turn(draft: Draft[World], follows: str = "") -> None:
    """Put the TARDIS card back and give the turn to the next seat, or to one that took it.

    Rules:
        RISK-TAR-09 the card goes to the bottom; RISK-TAR-10 after the draw; RISK-SET-03 clockwise; RISK-TRN-03 the
        defeated are skipped; RISK-WIN-03 count where the table plays to a last turn (A13, option `turn_cap`).
    """
    now = draft.now
    if now.tardis_card:
        draft.add(CardReturned(card=now.tardis_card), "RISK-TAR-09")
    if now.options.turn_cap and now.turn >= now.options.turn_cap and not now.how:
        end_by_count(draft, CAPPED, "RISK-WIN-03")
    else:
        begin_turn(draft, follows or next_seat(now, now.player))
