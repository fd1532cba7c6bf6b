"""The reducer: apply each event to a position. `zones` changes cards in play, `piles` other cards."""

from collections.abc import Callable, Mapping
from sys import intern
from typing import Any, Final

from events.events import UNKNOWN, Drawn, Event, Move, Passed, Revealed, Shuffled
from projections.card_rows import without
from projections.games.ccg.events import DESCRIBED, combat_effects as c, effects as f, moves as m
from projections.games.ccg.state import fields, piles, stack, zones
from projections.games.ccg.state.position import STEPS, Position
from projections.window import WINDOWS, with_window


def reducer(position: Position, event: Event) -> Position:
    """Return the position after an event. Unknown events, and moves whose effects are events, change nothing."""
    if (
        position.step == "over"
        and isinstance(event, Move)
        and not isinstance(event, Passed | m.SubmitDeck | m.SetStops)
    ):
        position = _played_on(position, event.player)
    family = _FAMILIES.get(type(event))
    return family(position, event) if family else position


def _played_on(position: Position, seat: str) -> Position:
    """Return the position for play after the game's end: the seat resumes its own turn or begins the next one."""
    if seat == position.player:
        return position.replace(step="bonus" if position.attacked else "play")
    number = position.round + (seat == position.first)
    return _turned(_turned(position, f.TurnEnded(position.player)), f.TurnBegan(seat, position.turn + 1, number))


def _moved(position: Position, move: m.SubmitDeck | m.SetStops | m.PlayEpisode | m.SolveEpisode) -> Position:
    match move:
        case m.SubmitDeck(player=player, cards=cards):
            lists = {**position.lists, player: piles.known_faces(position.cards, cards)}
            return position if position.turn else position.replace(lists=lists)
        case m.SetStops(player=player, stops=stops):
            return position.replace(stops={**position.stops, player: stops})
        case m.PlayEpisode(player=player):
            return position.replace(episode=position.episode or player == position.player)
        case m.SolveEpisode(player=player):
            return position.replace(solved=position.solved or player == position.player)


def _turned(  # noqa: C901, PLR0911  # one return for each event
    position: Position,
    event: f.TurnBegan | f.StepReached | f.StepMissed | f.ZoneChosen | f.PlaysGranted | f.TurnGranted | f.ZoneBarred
    | f.BonusDue | f.TurnEnded | f.GameEnded,
) -> Position:  # fmt: skip
    match event:
        case f.TurnBegan(player=player, turn=turn, round=number):
            owed = list(position.owed)
            if player in owed and player == position.player:
                owed.remove(player)
            return position.replace(
                first=position.first or player, player=player, turn=turn, round=number, step="stand", missed=(),
                zone="", bonus=False, plays=0, granted=0, drawn=False, episode=False, solved=False, attacked=False,
                stack=(), owed=tuple(owed),
            )  # fmt: skip
        case f.StepReached(step=step):  # a state hash omits a default only if it is the same object
            return position.replace(step=intern(step)) if step in STEPS else position
        case f.StepMissed(step=step):
            return position.replace(missed=(*position.missed, step))
        case f.ZoneChosen(zone=zone, bonus=bonus):
            return position.replace(zone=zone, bonus=bonus)
        case f.PlaysGranted(plays=plays):
            return position.replace(granted=position.granted + plays)
        case f.TurnGranted(player=player):
            return position.replace(owed=(*position.owed, player))
        case f.ZoneBarred(player=player, zone=zone, bars=bars):
            return position.replace(bars=(*position.bars, (player, zone, bars)))
        case f.BonusDue(due=due):
            return position.replace(bonus=due)
        case f.TurnEnded():
            return position.replace(play=tuple(map(zones.after_turn, position.play)), bars=(), shields={}, stack=())
        case f.GameEnded(winners=winners, how=how):
            return position.replace(winners=winners, how=how, step="over", stack=())


def _carded(position: Position, event: f.FlashUsed | f.CardReturned) -> Position:
    match event:
        case f.FlashUsed(player=player, face=face):
            if not position.hands.get(player):
                return position
            face = face if face in position.cards.card else UNKNOWN
            away = piles.put_by(position, player, face)
            return away.replace(discards=piles.put_in(position.discards, player, face))
        case f.CardReturned(card=card, face=face, owner=owner):
            if card:
                return zones.with_card_left(position, card, "hands")
            row = position.discards.get(owner, ())
            if not row:
                return position
            gone = {**position.discards, owner: without(row, face)}
            return piles.put_back(position.replace(discards=gone), owner, face)


_FAMILIES: Final[Mapping[type[Event], Callable[[Position, Any], Position]]] = {
    Shuffled: piles.with_shuffle,
    Drawn: piles.with_draw,
    Revealed: piles.with_time_card_revealed,
    **dict.fromkeys(WINDOWS, with_window),
    **dict.fromkeys(DESCRIBED, fields.FIELDS.put),
    **dict.fromkeys((m.SubmitDeck, m.SetStops, m.PlayEpisode, m.SolveEpisode), _moved),
    **dict.fromkeys(
        (
            f.TurnBegan, f.StepReached, f.StepMissed, f.ZoneChosen, f.PlaysGranted, f.TurnGranted, f.ZoneBarred,
            f.BonusDue, f.TurnEnded, f.GameEnded,
        ),
        _turned,
    ),
    f.CardEntered: zones.with_card_entered,
    **dict.fromkeys((f.FlashUsed, f.CardReturned), _carded),
    f.CardDiscarded: lambda position, event: zones.with_card_left(position, event.card, "discards"),
    **dict.fromkeys(
        (
            f.CardSided, f.CardStood, f.CardLocked, f.CardMoved, f.CardCloned, f.CardBanished, f.ChangeBegan,
            f.ChangeEnded, f.ValuesSet, f.SupportCounted, c.KeepGranted,
        ),
        zones.with_card_changed,
    ),
    **dict.fromkeys((c.Announced, c.AnnouncementEnded, c.Doomed, c.CardKept), stack.with_announcement),
    **dict.fromkeys(
        (
            c.AttackBegun, c.CombatantNamed, c.CombatEnded, c.HitDue, c.HitShielded, c.HitPrevented, c.TimeCardLost,
            c.HitsOver,
        ),
        stack.with_combat,
    ),
}  # fmt: skip
"""The function for each type of event. A lookup by type is fast, and every log entry needs it."""
