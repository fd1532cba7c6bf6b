"""Set-up for two to five players: territories, Daleks, cards, Clara."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Final

import msgspec

from events.errors import CannotTellError, RefusedError
from events.events import UNKNOWN, Started
from projections.draft import Draft
from projections.games.risk.components.cards import SHIPPED, parse_cards
from projections.games.risk.components.world_map import LEAST_STARS, MOST_STARS, TERRITORIES, territory_named
from projections.games.risk.events import TerritoriesDealt
from projections.games.risk.options import Options
from projections.games.risk.rules.turns import begin_turn
from projections.games.risk.state.names import army_name, territory_name
from projections.games.risk.state.position import NEUTRALS, World
from projections.rule_conflicts import RuleConflict
from projections.wording import first_of, joined

DALEKS: Final = 3
"""The Daleks in each dealt territory (RISK-SET-06)."""
OF_TWO, OF_A_NEUTRAL, PILE = 12, 6, 3
"""Two players: territories of a player, of a neutral army; cards in its pile (RISK-TWO-06 to RISK-TWO-08)."""
MISSIONS, MISSIONS_OF_TWO, POWERS = 2, 3, 3
"""Cards dealt to each player: Missions, Missions in a two-player game, Power Cards.

The rules are RISK-SET-09, RISK-TWO-09, and RISK-SET-10 with RISK-TWO-10.
"""

_NAMED: Final = 6  # maximum number of wrong names that an error message lists


def table(started: Started, data: Mapping[str, bytes]) -> World:
    """Return the position before the deal.

    Rules:
        RISK-CMP-01: the seats. RISK-CMP-02: the contents of the box. RISK-SET-01: one army for each player. RISK-TWO-01
        and RISK-TWO-05: neutral armies with two players. RISK-SET-12 and RISK-TWO-11: Clara begins on the First Doctor.

    Raises:
        RefusedError: an option or the custom card file is not valid; names it and the allowed values.
    """
    options = msgspec.convert(dict(started.options), Options)
    if options.first_player and options.first_player not in started.seats:
        message = f'first_player: "{options.first_player[:40]}" is not a seat. Seats: {", ".join(started.seats)}'
        raise RefusedError(message)
    if options.forced_trade_stars not in (0, *range(LEAST_STARS, MOST_STARS + 1)):
        raise RefusedError(
            f"forced_trade_stars: {options.forced_trade_stars} is not allowed. Use 0 for never, or {LEAST_STARS} to"
            f" {MOST_STARS}"
        )
    if options.turn_cap < 0:
        raise RefusedError(f"turn_cap: {options.turn_cap} is not allowed. Use 0 for no last turn, or a number of turns")
    armies = (*started.seats, *NEUTRALS) if len(started.seats) == 2 else started.seats
    if len(set(armies)) < len(armies):
        raise RefusedError("a seat cannot be called n1, n2 or n3, because these are the neutral armies")
    if unknown := set(data) - {"cards"}:
        raise RefusedError(f'data: "{min(unknown)[:40]}" is not a file of this game. Files: cards')
    cards = parse_cards(data["cards"], "cards") if "cards" in data else SHIPPED
    world = World(seats=started.seats, options=options, cards=cards, armies=armies)
    dealt = _by_hand(world)
    for wrong in dealing_conflicts(world, dealt) if started.has_tower else ():
        raise RefusedError(f"territories: {wrong.message} ({wrong.rule})"[:300])
    return world


def shares(world: World, first: str) -> dict[str, int]:
    """Return how many territories each army is dealt. The armies are in the order of dealing, from `first` on.

    Rules:
        RISK-SET-04 and RISK-SET-05: evenly, the last in turn order get one more (A1). RISK-TWO-06 and RISK-TWO-07: two
        players and neutral armies.
    """
    if len(world.seats) == 2:
        return {army: OF_A_NEUTRAL if army in NEUTRALS else OF_TWO for army in _in_turn_order(world, first)}
    each, over = divmod(len(TERRITORIES), len(world.seats))
    order = _in_turn_order(world, first)
    return {seat: each + (at >= len(order) - over) for at, seat in enumerate(order)}


def _in_turn_order(world: World, first: str) -> tuple[str, ...]:
    at = world.seats.index(first)
    return (*world.seats[at:], *world.seats[:at], *(army for army in world.armies if army in NEUTRALS))


def _by_hand(world: World) -> dict[str, tuple[str, ...]]:
    given = world.options.territories
    if not given:
        return {}
    named = {army: [(part, territory_named(part)) for part in codes.split("+")] for army, codes in given.items()}
    _check_deal(world, named)
    return {army: tuple(name for _, name in rows if name) for army, rows in named.items()}


def _check_deal(world: World, named: Mapping[str, Sequence[tuple[str, str | None]]]) -> None:
    """Raise RefusedError unless each army has territories, each territory one army, and each text is a territory."""
    times = Counter(name for rows in named.values() for _, name in rows if name)
    wrong = {
        "not in this game: ": [army_name(army) for army in named if army not in world.armies],
        "no territories are listed for ": [army_name(army) for army in world.armies if army not in named],
        "not a territory: ": [
            f'"{part[:40]}" of {army_name(army)}' for army, rows in named.items() for part, name in rows if not name
        ],
        "dealt twice: ": [territory_name(name) for name, count in times.items() if count > 1],
        "not dealt: ": [territory_name(name) for name in TERRITORIES if name not in times],
    }
    if any(wrong.values()):
        told = "; ".join(f"{message}{first_of(found, _NAMED)}" for message, found in wrong.items() if found)
        raise RefusedError(f"territories: {told} (RISK-SET-04)")


def dealing_conflicts(world: World, dealt: Mapping[str, Sequence[str]]) -> list[RuleConflict]:
    """Return the rule conflicts of how many territories each army is dealt by hand.

    Rules:
        RISK-SET-05: evenly, the last in turn order get one more, which needs a known first player. RISK-TWO-06 and
        RISK-TWO-07: with two players.
    """
    if not dealt:
        return []
    first, given = world.options.first_player, {army: len(names) for army, names in dealt.items()}
    due = shares(world, first or world.seats[0])
    if given == due or (not first and len(world.seats) > 2 and sorted(given.values()) == sorted(due.values())):
        return []
    rule = "RISK-SET-05" if len(world.seats) > 2 else "RISK-TWO-06"
    lists = ([f"{count} for {army_name(army)}" for army, count in each.items()] for each in (due, given))
    wanted, found = map(joined, lists)
    return [RuleConflict(rule, f"the territories must be dealt as {wanted}", f"the deal has {found}")]


def deal(draft: Draft[World], started: Started) -> None:
    """Set the game up.

    Rules:
        RISK-SET-02: the first player, given or random (A3). RISK-SET-04: territories. RISK-SET-07: none is empty,
        and players do not choose. RISK-SET-08: all cards in one deck. RISK-SET-09: two missions. RISK-TWO-09: or three.
        RISK-SET-10: three Power Cards. RISK-SET-11: the rest is out of the game, unseen (A4). RISK-TWO-08: a pile under
        each neutral army. RISK-TWO-18: no player sees it.
    """
    options, seats = draft.now.options, started.seats
    draft.require(*dealing_conflicts(draft.now, _by_hand(draft.now)))
    first = options.first_player or draft.pick(seats, purpose="first player")
    dealt = _territories(draft, first)
    for army, names in dealt.items():
        rule = "RISK-SET-06" if army in seats and len(seats) > 2 else "RISK-TWO-06" if army in seats else "RISK-TWO-07"
        draft.add(TerritoriesDealt(army=army, territories=names, daleks=DALEKS), rule)
    draft.shuffle("territory", tuple(TERRITORIES))
    for army in draft.now.armies:
        if army in NEUTRALS:
            draft.draw(army, "territory", PILE)
    draft.shuffle("mission", tuple(draft.now.cards.mission))
    draft.shuffle("power", tuple(draft.now.cards.power))
    for seat in seats:
        draft.draw(seat, "mission", MISSIONS_OF_TWO if len(seats) == 2 else MISSIONS)
        draft.draw(seat, "power", POWERS)
    begin_turn(draft, first, "RISK-SET-02")
    if any(UNKNOWN in names for names in dealt.values()):
        _dealt_in_the_open(draft)


def _territories(draft: Draft[World], first: str) -> dict[str, tuple[str, ...]]:
    """Return the dealt territories, by turn or as the option says. Raises RefusedError for both at once."""
    dealt = _by_hand(draft.now)
    order = draft.shuffle("territory", tuple(TERRITORIES))
    if dealt and UNKNOWN not in order:
        message = "territories: the territories are dealt by a shuffle in this game, so this option must be empty"
        raise RefusedError(message)
    return dealt or _one_by_one(order, shares(draft.now, first))


def _dealt_in_the_open(draft: Draft[World]) -> None:
    """Check the public result of a deal whose shuffle is unknown: each territory once, in board order.

    Rules:
        RISK-SET-04: all territories, each to one army. The number of each army does not depend on the shuffle
        (RISK-SET-05).

    Raises:
        CannotTellError: no territories are stated.
    """
    lands = draft.now.lands
    if not lands:
        ask = (
            "the territories that each army was dealt are missing. Set territories to a line for each army, such as"
            " Black: Russia, Ural; or in one line to black=RUS+URA, yellow=ALA"
        )
        raise CannotTellError("the shuffle that dealt the territories is not known", ask)
    in_order = [name for army in draft.now.armies for name in TERRITORIES if name in lands and lands[name].army == army]
    of_each = [name for army in draft.now.armies for name in lands if lands[name].army == army]
    draft.must("RISK-SET-04", lands.keys() == TERRITORIES.keys(), "each territory must be dealt once, to one army")
    message = "the territories of an army must be listed in the order of the board"
    draft.must("RISK-SET-04", of_each == in_order, message)


def _one_by_one(order: Sequence[str], due: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Return each army's territories after cards are dealt one by one.

    Armies with their full share are skipped, and territories are sorted in board order. A recorded order may hold too
    many cards; those beyond all shares are ignored.
    """
    dealt: dict[str, list[str]] = {army: [] for army in due}
    turns = cycle(due)
    for card in order[: sum(due.values())]:
        army = next(army for army in turns if len(dealt[army]) < due[army])
        dealt[army].append(card)
    place = {name: at for at, name in enumerate(TERRITORIES)}
    return {army: tuple(sorted(cards, key=lambda card: place.get(card, 0))) for army, cards in dealt.items()}


def dealt_options(world: World) -> dict[str, object]:
    """Return the options with which people repeat this deal and the choice of the first player."""
    dealt = {army: "+".join(TERRITORIES[name].code for name in world.lands_of(army)) for army in world.armies}
    told = {"territories": dealt} if world.lands else {}
    return {**told, "first_player": world.first} if world.first else {}


def pile(world: World, name: str) -> tuple[str, ...] | None:
    """Return the cards of a pile from the top down. Missions and Power Cards that were not dealt are unseen."""
    match name:
        case "territory":
            return world.deck
        case "mission":
            return world.mission_pile
        case "power":
            return world.power_pile
        case _:
            return None
