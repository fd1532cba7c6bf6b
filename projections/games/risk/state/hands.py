"""Updates of cards. Hands and piles are rows of known cards and `"?"`, and no card is in two places.

If a card turns up in another place than recorded, an unknown card replaces it in the old place.
"""

from collections.abc import Mapping

import msgspec

from events.events import UNKNOWN
from projections.card_rows import Row, known_cards, without
from projections.games.risk.events import CardsPassed
from projections.games.risk.state.position import Battle, World

Rows = Mapping[str, Row]
_PILES = {"territory": "deck", "mission": "mission_pile", "power": "power_pile"}
_HANDS = {"territory": "hands", "mission": "missions", "power": "powers"}


def holds(world: World, rows: Rows, seat: str, card: str) -> bool | None:
    """Return whether a seat holds a card; None if an unknown card of the seat's hand could be this card."""
    row = rows.get(seat, ())
    if card in row:
        return True
    if UNKNOWN not in row or card in world.spent:
        return False
    seen = (world.deck, world.discards, (world.tardis_card,), *rows.values())
    return False if any(card in other for other in seen) else None


def _doubted(row: Row, card: str) -> Row:
    return tuple(UNKNOWN if other == card else other for other in row) if card in row else row


def _out_of(world: World, seat: str, card: str, rows: str) -> World:
    """Return the position with a card removed from a seat's hand, and marked as unknown everywhere else."""
    hands: Rows = getattr(world, rows)
    left = {**hands, seat: without(hands.get(seat, ()), card)}
    if card == UNKNOWN:
        return world.replace(**{rows: left})
    pile = _PILES[{name: kind for kind, name in _HANDS.items()}[rows]]
    return world.replace(
        **{rows: {name: _doubted(row, card) for name, row in left.items()}, pile: _doubted(getattr(world, pile), card)},
        discards=_doubted(world.discards, card),
    )  # fmt: skip


def _there(world: World, kind: str, cards: Row) -> Row:
    faces: Mapping[str, object] = getattr(world.cards, kind)
    return known_cards(cards, faces)


def with_shuffle(world: World, pile: str, order: Row) -> World:
    """Return the position with a pile in a new order."""
    return world.replace(**{_PILES[pile]: _there(world, pile, order)}) if pile in _PILES else world


def with_draw(world: World, player: str, pile: str, cards: Row) -> World:
    """Return the position with cards moved from the top of a pile to a hand."""
    if pile not in _PILES:
        return world
    cards = _there(world, pile, cards)
    left: Row = getattr(world, _PILES[pile])[len(cards) :]
    hands: Rows = getattr(world, _HANDS[pile])
    return world.replace(**{_PILES[pile]: left, _HANDS[pile]: {**hands, player: (*hands.get(player, ()), *cards)}})


def with_card_shown(world: World, item: str) -> World:
    """Return the position with the deck's top card on the TARDIS space, and the card from there under the deck."""
    left = (world.tardis_card,) if world.tardis_card else ()
    (item,) = _there(world, "territory", (item,))
    return _seen(world.replace(deck=(*world.deck[1:], *left)), item).replace(tardis_card=item)


def with_card_returned(world: World, card: str) -> World:
    """Return the position with the card of the TARDIS space, if any, under the deck."""
    if not world.tardis_card:
        return world
    world = world if card == world.tardis_card else _seen(world, card)
    return world.replace(deck=(*world.deck, card), tardis_card="")


def _seen(world: World, card: str) -> World:
    if card == UNKNOWN:
        return world
    hands = {name: _doubted(row, card) for name, row in world.hands.items()}
    return world.replace(deck=_doubted(world.deck, card), discards=_doubted(world.discards, card), hands=hands)


def with_card_spent(world: World, player: str, card: str, rows: str) -> World:
    """Return the position with a Mission or Power Card out of the game, unchanged if spent or the hand is empty."""
    if card in world.spent or not getattr(world, rows).get(player):
        return world
    world = _out_of(world, player, card, rows)
    return world.replace(spent=(*world.spent, card))


def with_battle_card(world: World, player: str, card: str) -> World:
    """Return the position with a Power Card stored as the card that its side played in the battle."""
    battle = world.battle
    if battle is None or card not in world.cards.power or player not in (battle.attacker, battle.defender):
        return world
    side = "attack" if player == battle.attacker else "defence"
    played = msgspec.structs.replace(battle, **{side: msgspec.structs.replace(getattr(battle, side), card=card)})
    return world.replace(stack=tuple(played if isinstance(thing, Battle) else thing for thing in world.stack))


def with_trade(world: World, player: str, cards: Row) -> World:
    """Return the position with traded Territory Cards in the discards. Trades count in the seat's own turn only."""
    cards = _there(world, "territory", cards[: len(world.hands.get(player, ()))])
    for card in cards:
        world = _out_of(world, player, card, "hands")
    return world.replace(discards=(*world.discards, *cards), trades=world.trades + (player == world.player))


def with_cards_passed(world: World, event: CardsPassed) -> World:
    """Return the position with all cards of a defeated army in its conqueror's hand."""
    told = {"territory": event.territories, "mission": event.missions, "power": event.powers}
    rows: dict[str, Rows] = {kind: getattr(world, _HANDS[kind]) for kind in told}
    taken = {
        _HANDS[kind]: _taken(rows[kind], event.loser, event.taker, _there(world, kind, cards))
        for kind, cards in told.items()
    }
    return world.replace(**taken)


def _taken(rows: Rows, loser: str, taker: str, cards: Row) -> Rows:
    """Return the hands with `loser`'s cards in `taker`'s: the stated ones, or the held ones if the number is wrong."""
    left = rows.get(loser, ())
    return {**rows, loser: (), taker: (*rows.get(taker, ()), *(cards if len(cards) == len(left) else left))}
