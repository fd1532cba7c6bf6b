"""The third step of a turn, first part: new Daleks from territories, continents, missions and stars.

The amounts for territories and stars are in `data/charts.toml`, those for continents in `data/map.toml`.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from events.errors import CannotTellError
from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.risk import events as e
from projections.games.risk.components.world_map import (
    CONTINENTS,
    LEAST_STARS,
    daleks_for_stars,
    daleks_for_territories,
)
from projections.games.risk.rules import ending, territory_cards, turns
from projections.games.risk.state.hands import holds
from projections.games.risk.state.names import army_name, card_name, place, whose
from projections.games.risk.state.position import World
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import counted, joined

BASE = 3
"""The new Daleks of every turn (RISK-PLC-01)."""


def income(world: World, seat: str) -> e.Reinforced:
    """Return the new Daleks of a seat at the start of its turn, by source.

    Rules:
        RISK-PLC-01: three. RISK-PLC-03 and RISK-PLC-04: for territories. RISK-CON-01 to RISK-CON-04: for whole
        continents. RISK-TAR-08: the territory of the TARDIS counts. RISK-POW-16: reduced by cards, but not below 0.
    """
    fewer, no_lands = world.cuts.get(seat, (0, False))
    lands = () if no_lands else tuple((name, CONTINENTS[name].bonus) for name in ending.continents_of(world, seat))
    paid = daleks_for_territories(len(world.lands_of(seat)))
    whole = e.Reinforced(player=seat, base=BASE, territories=paid, continents=lands)
    return e.Reinforced(whole.player, whole.base, whole.territories, lands, cards=-min(fewer, whole.total))


def count_daleks(draft: Draft[World], move: e.CountDaleks) -> None:
    """Count the new Daleks for territories and continents, once and before anything is placed.

    Rules:
        RISK-PLC-05 and RISK-CON-05: changes in this turn pay in the next own turn (A14). If placing came first, the
        count was already made.
    """
    if turns.enter_step(draft, move.player, "count") and "counted" not in draft.before.missed:
        _count(draft, move.player)


def enter_placing(draft: Draft[World], seat: str) -> bool:
    """Go on to step 3, and count missing new Daleks now (RISK-PLC-02). Return whether the seat has the turn."""
    own = turns.enter_step(draft, seat, "count")
    if own and draft.now.step == "count":
        draft.add(e.StepMissed(step="count"), "RISK-TRN-02")
        _count(draft, seat)
    return own


def _count(draft: Draft[World], seat: str) -> None:
    draft.add(income(draft.now, seat), "RISK-PLC-02")
    if draft.now.step == "count":
        draft.add(e.StepReached(step="place"), "RISK-TRN-01")


def _claim_mission_must(draft: Draft[World], move: e.ClaimMission) -> None:
    draft.must("RISK-MIS-01", move.card in draft.now.cards.mission, f'"{move.card[:40]}" is not a Mission Card')


def mission_conflicts(world: World, move: e.ClaimMission) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of claiming a mission.

    Rules:
        RISK-MIS-03 and RISK-MIS-06: the territory is held now, even since the deal (A15). The invader (RISK-MIS-04) and
        the mark on the board (RISK-CMP-09) do not matter. RISK-MIS-07: with the card. RISK-MIS-02 and RISK-MIS-09: any
        number of them, or none.
    """
    mission, seat = world.cards.mission[move.card], move.player
    wanted = "missions can only be claimed at the start of a turn"
    late = RuleConflict("RISK-MIS-05", wanted, "the turn is past its start")
    if order := turns.step_conflict(world, seat, "place", late):
        yield order
    if move.card in world.spent:
        paid = f"the mission of {mission.invader} has already paid"
        yield RuleConflict("RISK-MIS-08", "each mission can only pay once in a game", paid)
    elif (has := holds(world, world.missions, seat, move.card)) is not True:
        yield _without_card(seat, mission.invader, has=has)
    land = world.lands.get(mission.territory)
    if land is None or land.army != seat:
        yield _not_met(world, mission.territory)


def _without_card(seat: str, invader: str, *, has: bool | None) -> RuleConflict:
    state = f"the card of {invader} is not in {whose(seat)} hand"
    if has is None:
        state = f"this log does not show if {army_name(seat)} holds the card of {invader}"
    return RuleConflict("RISK-MIS-07", "a mission can only be claimed with its card", state, verdict=has)


def _not_met(world: World, territory: str) -> RuleConflict:
    land, name = world.lands.get(territory), place(territory)
    by = f"{name} is held by {army_name(land.army)}" if land else ""
    return RuleConflict("RISK-MIS-06", f"only the holder of {name} can claim this mission", by)


def claim_mission(draft: Draft[World], move: e.ClaimMission) -> None:
    """Reveal a Mission Card: its Daleks are added to this turn (RISK-MIS-05), and it leaves the game (RISK-MIS-08)."""
    seat = move.player
    enter_placing(draft, seat)
    draft.add(e.MissionPaid(player=seat, card=move.card), "RISK-MIS-08")
    draft.add(e.Reinforced(player=seat, missions=draft.now.cards.mission[move.card].daleks), "RISK-MIS-05")


def _trade_stars_must(draft: Draft[World], move: e.TradeStars) -> None:
    for card in move.cards:
        known = card in draft.now.cards.territory or card == UNKNOWN
        draft.must("RISK-TRD-01", known, f'"{card[:40]}" is not a Territory Card')
    named = [card for card in move.cards if card != UNKNOWN]
    draft.must("RISK-TRD-06", len(set(named)) == len(named), "a trade can only name each card once")
    draft.must("RISK-TRD-06", bool(move.cards), "a trade must name at least one card")


def trade_conflicts(world: World, move: e.TradeStars) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of trading these cards.

    Rules:
        RISK-TRD-02: only in the seat's step 3, so a card drawn or won must wait (RISK-DRW-04, RISK-ELI-03,
        RISK-TWO-17). RISK-TRD-05 and RISK-TRD-06: any cards, or none. RISK-TRD-08: any number of trades (A12, option
        `trades_per_turn`).
    """
    seat, cards = move.player, move.cards
    late = RuleConflict("RISK-TRD-02", "stars can only be traded at the start of a turn", "the turn is past its start")
    if order := turns.step_conflict(world, seat, "place", late):
        yield order
    held = [holds(world, world.hands, seat, card) for card in cards if card != UNKNOWN]
    if UNKNOWN in cards:
        held.append(None)
    in_hand = len(world.hands.get(seat, ()))
    held.append(len(cards) <= in_hand)
    if False in held or None in held:
        strange = [card for card, has in zip(cards, held, strict=False) if has is False]
        has = False if False in held else None
        have, limit = (None, None) if strange or has is None else (len(cards), in_hand)
        wanted, state = "only cards in hand can be traded", _not_there(world, seat, cards, strange, has=has)
        yield RuleConflict("RISK-TRD-06", wanted, state, verdict=has, have=have, limit=limit)
    stars = territory_cards.stars_on(world, cards)
    if UNKNOWN not in cards and stars < LEAST_STARS:
        few = f"this trade has {stars}"
        yield RuleConflict("RISK-TRD-04", "a trade must have at least 2 stars", few, have=stars, need=LEAST_STARS)
    if world.options.trades_per_turn == "one" and world.trades:
        wanted = "only one trade can be made in a turn of this game"
        yield RuleConflict("RISK-TRD-08", wanted, "one has already been made", have=world.trades + 1, limit=1)


def _not_there(world: World, seat: str, cards: Sequence[str], strange: Sequence[str], *, has: bool | None) -> str:
    """Return words for what is wrong: which cards are not in the hand, that it has too few, or that it is unknown."""
    if has is None:
        if UNKNOWN in cards:
            return "not all cards are named"
        return f"this log does not show if {army_name(seat)} holds the traded cards"
    if not strange:
        return f"{army_name(seat)} has {counted(len(world.hands.get(seat, ())), 'Territory Card')}"
    names = joined([card_name(world, card) for card in strange])
    return f"{names} {'is' if len(strange) == 1 else 'are'} not in {whose(seat)} hand"


def trade_stars(draft: Draft[World], move: e.TradeStars) -> None:
    """Trade cards (RISK-TRD-10, A9) for Daleks by the chart (RISK-TRD-03, RISK-TRD-07, RISK-TRD-09)."""
    seat = move.player
    enter_placing(draft, seat)
    if UNKNOWN in move.cards:
        raise CannotTellError("the cards that were traded are not known")
    stars = territory_cards.stars_on(draft.now, move.cards)
    draft.add(e.StarsTraded(player=seat, cards=move.cards, stars=stars), "RISK-TRD-10")
    draft.add(e.Reinforced(player=seat, stars=daleks_for_stars(stars)), "RISK-TRD-03")


REINFORCEMENT_MOVES: Final[MoveRules[World]] = {
    e.CountDaleks: MoveRule(turns.needs_step("count"), count_daleks),
    e.ClaimMission: MoveRule(mission_conflicts, claim_mission, _claim_mission_must),
    e.TradeStars: MoveRule(trade_conflicts, trade_stars, _trade_stars_must),
}
