"""One sentence for every event.

A sentence contains only what the event and the positions around it contain. An unknown card is just "a card".
"""

from collections import Counter
from typing import assert_never

from events.events import UNKNOWN, Chance, Drawn, Event, Passed, Revealed, Rolled, Shuffled, tag_of
from projections.described import CardsSet, PlaceSet, described_sentence
from projections.games.keys import events as e
from projections.games.keys.state.names import EDGE_NAMES, card_name, card_row, door, door_noun, seat_name
from projections.games.keys.state.position import COLOURS, CONTROL, OPPOSITE, OUT, KeyBonus, Position
from projections.wording import capitalised, counted, joined, with_article

CardsEffect = (
    e.CardPlayed | e.DrawPileRenewed | e.DiscardTaken | e.BonusOffered | e.KeyUsed | e.BonusClosed | e.ExtraTurnEarned
)


def event_sentence(event: Event, before: Position, after: Position) -> str:  # noqa: PLR0911  # one case for each family
    """Return one sentence about an event.

    `before` and `after` are the positions around it, as the reader may know them.
    """
    if isinstance(event, e.PlayMove):
        return _play(event, before, after)
    if isinstance(event, e.KeysMove | Passed):
        return _move(event, before, after)
    if isinstance(event, Chance):
        return _chance(event, before)
    if isinstance(event, e.BoardEffect):
        return _board(event, after)
    if isinstance(event, e.CourseEffect):
        return _course(event, before)
    if isinstance(event, PlaceSet | CardsSet):
        return described_sentence(event, card_row)
    return f"The log has an entry of another kind: {tag_of(event)}."


def _play(move: e.PlayMove, before: Position, after: Position) -> str:  # noqa: PLR0911  # one case for each move
    name = seat_name(before, move.player)
    match move:
        case e.PlayKey(colour=colour, tile=tile, action=action):
            return f"{name} {_turns(action)} {tile} with a {colour} Key{_found(tile, action, after)}."
        case e.PlaySonic(tile=tile, action="lift"):
            return f"{name} lifts the Time Barrier from {tile} with a Sonic Screwdriver."
        case e.PlaySonic(tile=tile, action=action):
            found = _found(tile, action, after)
            return f"{name} {_turns(action)} {_the_door(tile, after)} with a Sonic Screwdriver{found}."
        case e.PlayBarrier(tile=tile):
            return f"{name} plays a Time Barrier on {tile}."
        case e.PlayTunnel(tile=tile, other=other):
            return f"{name} plays a Time Tunnel between {tile} and {other}."
        case e.PlayCookie(tile=tile):
            return f"{name} plays a Jam Cookie on {tile}."
        case e.PlayPandorica(victim=victim):
            return f"{name} plays a Pandorica under {_whose(before, victim)} pawn."
        case e.PlayCyberman(victim=victim, to=to):
            way = f" from {place}" if (place := before.pawns.get(victim, OUT)) != OUT else ""
            end = "off the grid" if to == OUT else f"to {to}"
            return f"{name} plays a Cyberman Assault and moves {_whose(before, victim)} pawn{way} {end}."
        case e.Discard(card=card):
            return f"{name} discards {with_article(card_name(card))} without effect."
        case _:
            assert_never(move)


def _whose(position: Position, seat: str) -> str:
    return f"{seat_name(position, seat)}'s"


def _turns(action: str) -> str:
    return {"open": "opens", "close": "closes"}.get(action, f"tries to {action}")


def _the_door(tile: str, after: Position) -> str:
    colour = after.tiles[tile].colour if tile in after.tiles else UNKNOWN
    return tile if colour in (UNKNOWN, "control") else f"the {colour} door {tile}"


def _found(tile: str, action: str, after: Position) -> str:
    """Return words for what an opened door shows, or "" if `after` does not have its kind."""
    found = door(after.tiles.get(tile)) if action == "open" else None
    return f": {found}" if found else ""


def _move(move: e.KeysMove | Passed, before: Position, after: Position) -> str:  # noqa: PLR0911  # one case per move
    """Return the sentence about a move that plays no card."""
    name, place = seat_name(before, move.player), getattr(move, "origin", "") or before.pawns.get(move.player, OUT)
    match move:
        case e.DrawCard():
            return f"{name} draws a card."
        case e.SkipDraw():
            return f"{name} draws no card."
        case e.MovePawn(to=to):
            return f"{name} {_way(before, place, to)}{_landing(to, after)}."
        case e.LeaveGrid():
            edge = EDGE_NAMES.get(before.edges.get(move.player, ""), "starting")
            return f"{name} leaves the grid{'' if place == OUT else f' from {place}'} at the {edge} edge."
        case e.Stay():
            return f"{name} stays {'outside' if place == OUT else f'on {place}'}."
        case e.UseKey(tile=tile, action=action):
            found = _found(tile, action, after)
            return f"{name} {_turns(action)} {_the_door(tile, after)} with the bonus of the TARDIS Key{found}."
        case Passed():
            offered = any(isinstance(thing, KeyBonus) for thing in before.stack)
            return f"{name} declines the bonus of the TARDIS Key." if offered else f"{name} passes."
        case _:
            return _play(move, before, after)


def _way(before: Position, place: str, to: str) -> str:
    if place == OUT:
        return f"enters the grid at {to}"
    tunnel = (place, to) in before.tunnels or (to, place) in before.tunnels
    return f"moves from {place} to {to}" + (" through the Time Tunnel" if tunnel else "")


def _landing(to: str, after: Position) -> str:
    """Return words for the kind of the tile on which a pawn lands; "" if the kind has no effect."""
    tile = after.tiles.get(to)
    found = door(tile) if tile and tile.kind in ("key", "extra", "teleport") else None
    return f", {found}" if found else ""


def _chance(event: Chance, before: Position) -> str:  # noqa: PLR0911  # one case for each event
    match event:
        case Drawn(player=player, cards=cards) if before.step == "set-up":
            return f"{seat_name(before, player)} is dealt {_drawn(cards)}."
        case Drawn(cards=(card,)):
            return "The card stays hidden." if card == UNKNOWN else f"The card is {with_article(card_name(card))}."
        case Drawn(player=player, cards=cards):
            return f"{seat_name(before, player)} draws {_drawn(cards)}."
        case Revealed(place=place, item=item):
            return _revealed(place, item)
        case Shuffled(pile="tiles", order=order):
            return f"The {len(order)} doors are shuffled and laid out closed."
        case Shuffled(order=order):
            return f"The draw pile is shuffled: {len(order)} cards."
        case Rolled(faces=(face,), sides=sides, purpose="first player") if 0 < face <= len(before.seats):
            return f"Chance picks {seat_name(before, before.seats[face - 1])} as the first player: {face} of {sides}."
        case Rolled(faces=faces, purpose=purpose):
            return f"Chance decides ({purpose}): {', '.join(map(str, faces))}."
    return f"Chance decides: {tag_of(event)}."


def _drawn(cards: tuple[str, ...]) -> str:
    known = [card for card in cards if card != UNKNOWN]
    if not known:
        return "a card" if len(cards) == 1 else f"{len(cards)} cards"
    return card_row(cards)


def _revealed(place: str, item: str) -> str:
    colour, _, kind = item.partition("-")
    if UNKNOWN in (colour, kind) or not kind:
        return f"{place} is turned up; its kind is not recorded."
    return f"{place} turns out to be {with_article(f'{colour} {door_noun(kind)}')}."


def _board(event: e.BoardEffect, after: Position) -> str:  # noqa: PLR0911  # one case for each event
    match event:
        case e.TilesLaid(colours=colours):
            found = Counter(COLOURS.get(letter, "of unknown colour") for letter in colours)
            return (
                f"{len(colours)} closed doors are laid out: {joined([f'{n} {colour}' for colour, n in found.items()])}."
            )
        case e.DoorOpened(tile=tile):
            return f"{tile} is open{_found(tile, 'open', after)}."
        case e.DoorClosed(tile=tile):
            return f"{tile} is closed."
        case e.BarrierLaid(tile=tile):
            return f"A Time Barrier blocks {tile}."
        case e.BarrierLifted(tile=tile):
            return f"The Time Barrier from {tile} goes to the discards."
        case e.CookieLaid(tile=tile):
            return f"A Jam Cookie keeps the Dalek Door on {tile} open for good."
        case e.TunnelLaid(tile=tile, other=other):
            return f"A Time Tunnel joins {tile} and {other}."
        case e.KindShown(tile=tile, shows=shows) if shows == UNKNOWN:
            return f"The kind of {tile} is not recorded."
        case e.KindShown(tile=tile, shows=shows):
            return f"{tile} is recorded as {with_article(door_noun(shows))}."
        case _:
            assert_never(event)


def _course(event: e.CourseEffect, before: Position) -> str:  # noqa: PLR0911  # one case for each event
    """Return the sentence about an effect on pawns, turns, cards or bonuses."""
    match event:
        case e.PawnSet(player=player, edge=edge):
            start, goal = EDGE_NAMES.get(edge, edge), EDGE_NAMES.get(OPPOSITE.get(edge, ""), "opposite")
            return f"{_whose(before, player)} pawn waits outside the {start} edge; its goal is the {goal} edge."
        case e.PawnMoved(player=player, to=to):
            return f"{_whose(before, player)} pawn is now {'outside the grid' if to == OUT else f'on {to}'}."
        case e.PawnTeleported(player=player):
            return f"{_whose(before, player)} pawn is teleported to the TARDIS Control tile, {CONTROL}."
        case e.PawnHeld(player=player, turns=turns):
            return f"A Pandorica holds {_whose(before, player)} pawn for {counted(turns, 'turn')} of its player."
        case e.HoldCounted(player=player, left=left):
            return f"{_whose(before, player)} pawn stays held for {counted(left, 'more turn')} of its player."
        case e.PawnReleased(player=player):
            return f"{_whose(before, player)} pawn is free again; the Pandorica goes to the discards."
        case e.TurnBegan(player=player, turn=turn, round=number, bonus=bonus):
            return f"Turn {turn}, round {number}: {_whose(before, player)} {'extra ' if bonus else ''}turn begins."
        case e.StepMissed(player=player, step=step):
            left_out = {"draw": "draw a card", "play": "play a card"}.get(step, step)
            return f"{seat_name(before, player)} did not {left_out}; this can still be added."
        case e.GameWon(player=player, tile=tile):
            return f"{seat_name(before, player)} reaches {tile} at the far edge and wins."
        case _:
            return _cards(event, before)


def _cards(event: CardsEffect, before: Position) -> str:  # noqa: PLR0911  # one case for each event
    """Return the sentence about an effect on hands, piles or bonuses."""
    match event:
        case e.CardPlayed(player=player, card=card, laid=laid):
            end = "is laid on the board" if laid else "goes to the discards"
            return f"{_whose(before, player)} {card_name(card)} {end}."
        case e.DrawPileRenewed(count=count):
            return f"The draw pile is empty: {counted(count, 'discard')} become the new draw pile."
        case e.DiscardTaken(card=card):
            return f"{capitalised(with_article(card_name(card)))} leaves the discards."
        case e.BonusOffered(player=player, tile=tile):
            return f"{seat_name(before, player)} may open or close another door: the bonus of the TARDIS Key on {tile}."
        case e.KeyUsed(player=player, tile=tile):
            return f"{seat_name(before, player)} has used up the TARDIS Key on {tile}."
        case e.BonusClosed(player=player):
            return f"{_whose(before, player)} bonus action is over."
        case e.ExtraTurnEarned(player=player, tile=tile):
            return f"{seat_name(before, player)} earns an extra turn on {tile}."
        case _:
            assert_never(event)
