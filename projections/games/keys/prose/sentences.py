"""One sentence for every event.

A sentence contains only what the event and the positions around it contain. An unknown card is just "a card".
"""

from collections import Counter
from typing import Final

from events.events import UNKNOWN, Drawn, Passed, Revealed, Rolled, Shuffled
from projections.games.keys.events import effects as f, moves as m
from projections.games.keys.prose import places, set_fields
from projections.games.keys.state import names
from projections.games.keys.state.position import COLOURS, CONTROL, OPPOSITE, OUT, KeyBonus, Position
from projections.sentence_table import Rows, SentenceTable, Writers, written
from projections.wording import capitalised, joined, with_article


def _whose(position: Position, seat: str) -> str:
    return f"{names.seat_name(position, seat)}'s"


def _a_card(card: str) -> str:
    return with_article(names.card_name(card))


def _capital_card(card: str) -> str:
    return capitalised(_a_card(card))


def _turns(action: str) -> str:
    return {"open": "opens", "close": "closes"}.get(action, f"tries to {action}")


def _place_of(position: Position, seat: str) -> str:
    place = position.pawns.get(seat, OUT)
    return "outside" if place == OUT else f"on {place}"


def _target(place: str) -> str:
    return "outside the grid" if place == OUT else f"on {place}"


def _edge(edge: str) -> str:
    return names.EDGE_NAMES.get(edge, edge)


def _goal(edge: str) -> str:
    return names.EDGE_NAMES.get(OPPOSITE.get(edge, ""), "opposite")


def _skipped(step: str) -> str:
    return {"draw": "draw a card", "play": "play a card"}.get(step, step)


def _extra(is_bonus: bool) -> str:  # noqa: FBT001  # the field of an event
    return "extra turn" if is_bonus else "turn"


def _laid(is_laid: bool) -> str:  # noqa: FBT001  # the field of an event
    return "is laid on the board" if is_laid else "goes to the discards"


def _plays_key(move: m.PlayKey, before: Position, after: Position) -> str:
    name, found = names.seat_name(before, move.player), _found(move.tile, move.action, after)
    return f"{name} {_turns(move.action)} {move.tile} with a {move.colour} Key{found}."


def _plays_sonic(move: m.PlaySonic, before: Position, after: Position) -> str:
    if move.action != "lift":
        return _turns_door(move, before, after)
    return f"{names.seat_name(before, move.player)} lifts the Time Barrier from {move.tile} with a Sonic Screwdriver."


def _turns_door(move: m.PlaySonic | m.UseKey, before: Position, after: Position) -> str:
    means = "the bonus of the TARDIS Key" if isinstance(move, m.UseKey) else "a Sonic Screwdriver"
    name, found = names.seat_name(before, move.player), _found(move.tile, move.action, after)
    colour = after.tiles[move.tile].colour if move.tile in after.tiles else UNKNOWN
    target = move.tile if colour in (UNKNOWN, "control") else f"the {colour} door {move.tile}"
    return f"{name} {_turns(move.action)} {target} with {means}{found}."


def _found(tile: str, action: str, after: Position) -> str:
    found = names.door(after.tiles.get(tile)) if action == "open" else None
    return f": {found}" if found else ""


def _plays_cyberman(move: m.PlayCyberman, before: Position, _after: Position) -> str:
    place = before.pawns.get(move.victim, OUT)
    way = "" if place == OUT else f" from {place}"
    end = "off the grid" if move.to == OUT else f"to {move.to}"
    name, whose = names.seat_name(before, move.player), _whose(before, move.victim)
    return f"{name} plays a Cyberman Assault and moves {whose} pawn{way} {end}."


def _moves_pawn(move: m.MovePawn, before: Position, after: Position) -> str:
    start, to, tile = _origin(move, before), move.to, after.tiles.get(move.to)
    way = f"enters the grid at {to}" if start == OUT else f"moves from {start} to {to}"
    tunnel = " through the Time Tunnel" if {(start, to), (to, start)} & {*before.tunnels} else ""
    landing = names.door(tile) if tile and tile.kind in ("key", "extra", "teleport") else None
    return f"{names.seat_name(before, move.player)} {way}{tunnel}{f', {landing}' if landing else ''}."


def _leaves_grid(move: m.LeaveGrid, before: Position, _after: Position) -> str:
    place, edge = _origin(move, before), names.EDGE_NAMES.get(before.edges.get(move.player, ""), "starting")
    start = "" if place == OUT else f" from {place}"
    return f"{names.seat_name(before, move.player)} leaves the grid{start} at the {edge} edge."


def _origin(move: m.MovePawn | m.LeaveGrid, before: Position) -> str:
    return move.origin or before.pawns.get(move.player, OUT)


def _passes(move: Passed, before: Position, _after: Position) -> str:
    offered = any(isinstance(thing, KeyBonus) for thing in before.stack)
    does = "declines the bonus of the TARDIS Key" if offered else "passes"
    return f"{names.seat_name(before, move.player)} {does}."


def _shuffled(event: Shuffled, _before: Position, _after: Position) -> str:
    if event.pile == "tiles":
        return f"The {len(event.order)} doors are shuffled and laid out closed."
    return f"The draw pile is shuffled: {len(event.order)} cards."


def _drawn(event: Drawn, before: Position, _after: Position) -> str:
    if before.step == "set-up":
        return f"{names.seat_name(before, event.player)} is dealt {_cards(event.cards)}."
    if len(event.cards) != 1:
        return f"{names.seat_name(before, event.player)} draws {_cards(event.cards)}."
    return "The card stays hidden." if event.cards == (UNKNOWN,) else f"The card is {_a_card(*event.cards)}."


def _cards(cards: tuple[str, ...]) -> str:
    known = [card for card in cards if card != UNKNOWN]
    if not known:
        return "a card" if len(cards) == 1 else f"{len(cards)} cards"
    return names.card_row(cards)


def _revealed(event: Revealed, _before: Position, _after: Position) -> str:
    colour, _, kind = event.item.partition("-")
    if kind in ("", UNKNOWN):
        return f"{event.place} is turned up; its kind is not recorded."
    door = names.door_noun(kind) if colour == UNKNOWN else f"{colour} {names.door_noun(kind)}"
    return f"{event.place} turns out to be {with_article(door)}."


def _rolled(event: Rolled, before: Position, _after: Position) -> str:
    if event.purpose == "first player" and len(event.faces) == 1 and 0 < event.faces[0] <= len(before.seats):
        face, sides = event.faces[0], event.sides
        return f"{names.seat_name(before, before.seats[face - 1])} begins, picked at random ({face} of {sides})."
    return f"Chance decides ({event.purpose}): {', '.join(map(str, event.faces))}."


def _tiles_laid(effect: f.TilesLaid, _before: Position, _after: Position) -> str:
    found = Counter(COLOURS.get(letter, "of unknown colour") for letter in effect.colours)
    colours = joined([f"{count} {colour}" for colour, count in found.items()])
    return f"{len(effect.colours)} closed doors are laid out: {colours}."


def _shown(effect: f.KindShown, _before: Position, _after: Position) -> str:
    if effect.shows == UNKNOWN:
        return f"The kind of {effect.tile} is not recorded."
    return f"{effect.tile} is recorded as {with_article(names.door_noun(effect.shows))}."


_WRITERS: Final[Writers] = {
    "player": names.seat_name, "whose": _whose, "card": names.card_name, "cards": names.card_row, "a card": _a_card,
    "A card": _capital_card, "tile": written, "other": written, "place of": _place_of, "target": _target,
    "edge": _edge, "goal": _goal, "step": _skipped, "turn with bonus": _extra, "laid": _laid,
}  # fmt: skip
_ROWS: Final[Rows] = {
    m.DrawCard: "{player} draws a card.",
    m.SkipDraw: "{player} draws no card.",
    m.PlayKey: _plays_key,
    m.PlaySonic: _plays_sonic,
    m.PlayBarrier: "{player} plays a Time Barrier on {tile}.",
    m.PlayTunnel: "{player} plays a Time Tunnel between {tile} and {other}.",
    m.PlayCookie: "{player} plays a Jam Cookie on {tile}.",
    m.PlayPandorica: "{player} plays a Pandorica under {victim:whose} pawn.",
    m.PlayCyberman: _plays_cyberman,
    m.Discard: "{player} discards {card:a card} without effect.",
    m.MovePawn: _moves_pawn,
    m.LeaveGrid: _leaves_grid,
    m.Stay: "{player} stays {player:place of}.",
    m.UseKey: _turns_door,
    Passed: _passes,
    Shuffled: _shuffled,
    Drawn: _drawn,
    Revealed: _revealed,
    Rolled: _rolled,
    f.TilesLaid: _tiles_laid,
    f.PawnSet: "{player:whose} pawn waits outside the {edge} edge; its goal is the {edge:goal} edge.",
    f.TurnBegan: "Turn {turn}, round {round}: {player:whose} {bonus:turn with bonus} begins.",
    f.CardPlayed: "{player:whose} {card} {laid}.",
    f.DrawPileRenewed: "The draw pile is empty: {count:count discard} become the new draw pile.",
    f.DoorOpened: lambda effect, _before, after: f"{effect.tile} is open{_found(effect.tile, 'open', after)}.",
    f.DoorClosed: "{tile} is closed.",
    f.BarrierLaid: "A Time Barrier blocks {tile}.",
    f.BarrierLifted: "The Time Barrier from {tile} goes to the discards.",
    f.TunnelLaid: "A Time Tunnel joins {tile} and {other}.",
    f.CookieLaid: "A Jam Cookie keeps the Dalek Door on {tile} open for good.",
    f.PawnHeld: "A Pandorica holds {player:whose} pawn for {turns:count turn} of its player.",
    f.HoldCounted: "{player:whose} pawn stays held for {left:count more turn} of its player.",
    f.PawnReleased: "{player:whose} pawn is free again; the Pandorica goes to the discards.",
    f.PawnMoved: "{player:whose} pawn is now {to:target}.",
    f.PawnTeleported: f"{{player:whose}} pawn is teleported to the TARDIS Control tile, {CONTROL}.",
    f.BonusOffered: "{player} may open or close another door: the bonus of the TARDIS Key on {tile}.",
    f.KeyUsed: "{player} has used up the TARDIS Key on {tile}.",
    f.BonusClosed: "{player:whose} bonus action is over.",
    f.ExtraTurnEarned: "{player} earns an extra turn on {tile}.",
    f.StepMissed: "{player} did not {step}; this can still be added.",
    f.DiscardTaken: "{card:A card} leaves the discards.",
    f.KindShown: _shown,
    f.GameWon: "{player} reaches {tile} at the far edge and wins.",
}
SENTENCES: Final = SentenceTable(_ROWS, _WRITERS, fields=set_fields.FIELDS, label=places.place, capital=False)
