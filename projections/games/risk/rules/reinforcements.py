"""The third step of a turn: how many new Daleks there are, from territories, continents, missions and stars.

What territories and stars pay stands in the charts of `data/charts.toml`, what continents pay in `data/map.toml`.
"""

from collections.abc import Sequence

from events.errors import CannotTellError
from events.events import UNKNOWN, Move
from projections.draft import Draft
from projections.games.risk.components.world_map import (
    CONTINENTS,
    LEAST_STARS,
    daleks_for_stars,
    daleks_for_territories,
)
from projections.games.risk.events.effects import MissionPaid, Reinforced, StarsTraded, StepMissed, StepReached
from projections.games.risk.events.moves import ClaimMission, CountDaleks, TradeStars
from projections.games.risk.rules.ending import continents_of
from projections.games.risk.rules.territory_cards import stars_on
from projections.games.risk.rules.turns import enter_step, step_objections
from projections.games.risk.state.hands import holds
from projections.games.risk.state.names import army_name, card_name, place
from projections.games.risk.state.position import World
from projections.objections import Objection, require_all
from projections.wording import joined

BASE = 3
"""The new Daleks of every turn, whatever the position (RISK-PLC-01)."""


def income(world: World, seat: str) -> Reinforced:
    """What a seat gets at the start of its turn.

    Rules:
        RISK-PLC-01 three; RISK-PLC-03 and RISK-PLC-04 for territories; RISK-CON-01 to RISK-CON-04 for whole continents;
        RISK-TAR-08 the territory of the TARDIS counts; RISK-POW-16 less what cards took from it, never below 0.
    """
    fewer, no_lands = world.cuts.get(seat, (0, False))
    lands = () if no_lands else tuple((name, CONTINENTS[name].bonus) for name in continents_of(world, seat))
    whole = Reinforced(
        player=seat, base=BASE, territories=daleks_for_territories(len(world.lands_of(seat))), continents=lands
    )
    return Reinforced(whole.player, whole.base, whole.territories, lands, cards=-min(fewer, whole.total))


def counting_objections(world: World, seat: str) -> list[Objection | None]:
    """What speaks against counting the new Daleks now: it is done once a turn (RISK-PLC-05)."""
    return [step_objections(world, seat, "count")]


def count_daleks(draft: Draft[World], move: CountDaleks) -> None:
    """Count territories and continents, once and before anything is placed.

    Rules:
        RISK-PLC-05 and RISK-CON-05: what the turn changes pays at the next own turn (A14). Where placing came first the
        count was made then.
    """
    require_all(draft, *counting_objections(draft.now, move.player))
    counted = "counted" in draft.now.missed
    if enter_step(draft, move, "count") and not counted:
        _count(draft, move.player)


def enter_placing(draft: Draft[World], move: Move) -> bool:
    """Write a move of step 3; where nobody has counted the new Daleks, they are counted now (RISK-PLC-02).

    Returns whether the turn is the seat's own.
    """
    own = enter_step(draft, move, "count")
    if own and draft.now.step == "count":
        draft.add(StepMissed(step="count"), "RISK-TRN-02")
        _count(draft, move.player)
    return own


def _count(draft: Draft[World], seat: str) -> None:
    draft.add(income(draft.now, seat), "RISK-PLC-02")
    if draft.now.step == "count":
        draft.add(StepReached(step="place"), "RISK-TRN-01")


def mission_objections(world: World, seat: str, card: str) -> list[Objection | None]:
    """What speaks against claiming a mission.

    Rules:
        RISK-MIS-03 and RISK-MIS-06 the territory is held now, be it since the deal (A15), and nothing else is asked, of
        the invader (RISK-MIS-04) or of the mark on the board (RISK-CMP-09); RISK-MIS-05 at the start of the own turn;
        RISK-MIS-07 with the card; RISK-MIS-08 once; RISK-MIS-02 and RISK-MIS-09 any number of them, or none.
    """
    mission = world.cards.mission[card]
    late = Objection("RISK-MIS-05", False, "missions are claimed at the start of the own turn: that step is over")
    has = holds(world, world.missions, seat, card)
    owned: Objection | None = None
    if card in world.spent:
        owned = Objection("RISK-MIS-08", False, "a mission pays once in a game: this one has")
    elif has is not True:
        owned = Objection("RISK-MIS-07", has, _without_card(seat, mission.invader, has=has))
    land = world.lands.get(mission.territory)
    if land is None or land.army != seat:
        return [step_objections(world, seat, "place", late), owned, _not_met(world, mission.territory)]
    return [step_objections(world, seat, "place", late), owned]


def _without_card(seat: str, invader: str, *, has: bool | None) -> str:
    if has is None:
        return f"whether {army_name(seat)} holds the card of {invader} is not known"
    return f"{army_name(seat)} does not hold the card of {invader}"


def _not_met(world: World, territory: str) -> Objection:
    land = world.lands.get(territory)
    by = f": it is held by {army_name(land.army)}" if land else ""
    return Objection("RISK-MIS-06", False, f"{place(territory)} has to be held{by}")


def claim_mission(draft: Draft[World], move: ClaimMission) -> None:
    """Reveal a Mission Card: its Daleks join the new ones of this turn (RISK-MIS-05), and it is out (RISK-MIS-08)."""
    now, seat = draft.now, move.player
    draft.must("RISK-MIS-01", move.card in now.cards.mission, f'there is no Mission Card "{move.card[:40]}"')
    require_all(draft, *mission_objections(now, seat, move.card))
    enter_placing(draft, move)
    draft.add(MissionPaid(player=seat, card=move.card), "RISK-MIS-08")
    draft.add(Reinforced(player=seat, missions=now.cards.mission[move.card].daleks), "RISK-MIS-05")


def trade_objections(world: World, seat: str, cards: Sequence[str]) -> list[Objection | None]:
    """What speaks against trading these cards.

    Rules:
        RISK-TRD-02 in step 3 of the own turn alone, so that a card drawn or won waits for the next one (RISK-DRW-04,
        RISK-ELI-03, RISK-TWO-17); RISK-TRD-04 two stars at least; RISK-TRD-05 and RISK-TRD-06 any cards, or none;
        RISK-TRD-08 any number of trades (A12, option `trades_per_turn`).
    """
    late = Objection("RISK-TRD-02", False, "stars are traded at the start of the own turn: that step is over")
    held = [holds(world, world.hands, seat, card) for card in cards if card != UNKNOWN]
    if UNKNOWN in cards:
        held.append(None)
    held.append(len(cards) <= len(world.hands.get(seat, ())))
    found: list[Objection | None] = [step_objections(world, seat, "place", late)]
    if False in held or None in held:
        strange = [card for card, has in zip(cards, held, strict=False) if has is False]
        has = False if False in held else None
        found.append(
            Objection("RISK-TRD-06", has, f"trade cards from the own hand: {_not_there(world, seat, strange, has=has)}")
        )
    if UNKNOWN not in cards and stars_on(world, cards) < LEAST_STARS:
        found.append(Objection("RISK-TRD-04", False, f"two stars at least are traded, not {stars_on(world, cards)}"))
    if world.options.trades_per_turn == "one" and world.trades:
        found.append(Objection("RISK-TRD-08", False, "this table allows one trade in a turn: one was made"))
    return found


def _not_there(world: World, seat: str, strange: Sequence[str], *, has: bool | None) -> str:
    """Which cards are not in the hand, or that it is smaller; that it is not known where it is not."""
    if has is None:
        return f"whether {army_name(seat)} holds them is not known"
    names = joined([card_name(world, card) for card in strange])
    return f"{army_name(seat)} does not hold {names or 'so many'}"


def trade_stars(draft: Draft[World], move: TradeStars) -> None:
    """Trade Territory Cards for Daleks; nothing else on the board changes (RISK-TRD-07).

    Rules:
        RISK-TRD-03 and RISK-TRD-09 by the chart; RISK-TRD-10 the cards go to the discards (A9).
    """
    now, seat = draft.now, move.player
    for card in move.cards:
        known = card in now.cards.territory or card == UNKNOWN
        draft.must("RISK-TRD-01", known, f'there is no Territory Card "{card[:40]}"')
    named = [card for card in move.cards if card != UNKNOWN]
    draft.must("RISK-TRD-06", len(set(named)) == len(named), "a card is named twice")
    draft.must("RISK-TRD-06", bool(move.cards), "trade some cards")
    require_all(draft, *trade_objections(now, seat, move.cards))
    enter_placing(draft, move)
    if UNKNOWN in move.cards:
        raise CannotTellError("the cards that were traded are not known")
    stars = stars_on(now, move.cards)
    draft.add(StarsTraded(player=seat, cards=move.cards, stars=stars), "RISK-TRD-10")
    draft.add(Reinforced(player=seat, stars=daleks_for_stars(stars)), "RISK-TRD-03")
