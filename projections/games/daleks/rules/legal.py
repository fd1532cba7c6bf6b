"""The legal moves of a seat, which are the candidates without rule conflicts, and the default for silence."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Final

from events.events import UNKNOWN, Passed
from projections.games.daleks.events import moves as m
from projections.games.daleks.rules import candidates, cost_parts, decide, status
from projections.games.daleks.rules.decks import latest_location, zone_count
from projections.games.daleks.rules.icons import ability_of, on_console
from projections.games.daleks.state.position import Debt, Position
from projections.move_rule import is_allowed


def legal(position: Position, seat: str) -> Iterable[m.AnyMove]:
    """Return every legal move (a move without a rule conflict) of a seat that is awaited now.

    If an icon can re-roll several dice, the ways with the most dice come first, up to `MOST_WAYS`. An awaited seat's
    Anytime cards are included. A change of a die to its own symbol is not.
    """
    step, awaited = status.due(position)
    if seat not in awaited:
        return ()
    return (move for move in _candidates(position, step, seat) if is_allowed(decide.MOVE_RULES, position, move))


def _candidates(position: Position, step: str, seat: str) -> Iterator[m.AnyMove]:
    """Return moves that a seat may be able to make in this step, a key of `status.WORDS`."""
    now = position.adventure
    if step == "set-up":
        return (m.ChooseDoctor(seat, doctor) for doctor in position.box.doctor)
    if step == "cost":
        return _payments(position, seat)
    if step == "window" or (now is not None and not now.over):
        under_way = candidates.adventure_choices(position, now, seat) if now is not None else ()
        return chain((Passed(seat),), candidates.card_choices(position, seat), under_way)
    return chain(_preparing(position, step, seat), _travelling(position, step, seat), _ending(position, seat))


def _payments(position: Position, seat: str) -> Iterator[m.AnyMove]:
    """Yield the moves that could pay a cost (TOD-FAIL-06)."""
    debt = position.stack[-1]
    for option in range(1, len(debt.options) + 1) if isinstance(debt, Debt) else ():
        yield m.ChooseCost(seat, option)
    yield from (Passed(seat), m.PayTokens(seat))
    for card in candidates.cards_held(position, seat):
        yield m.PayCard(seat, card)
    yield from (m.PayCompanion(seat, companion) for companion in _aboard(position, seat))


def _aboard(position: Position, seat: str) -> tuple[str, ...]:
    """Return the Companions on a console that are known to the viewer."""
    return tuple(one.companion for one in position.console(seat).companions if one.companion != UNKNOWN)


def _preparing(position: Position, step: str, seat: str) -> Iterator[m.AnyMove]:
    if step == "charge" or "charge" in position.missed:
        yield m.Charge(seat)
    if step == "prepare":
        equipment = position.console(seat).equipment
        yield from (m.Install(seat, card) for card in candidates.cards_held(position, seat))
        yield from (m.Uninstall(seat, card) for card in dict.fromkeys(equipment) if card != UNKNOWN)
        yield from (m.Dismiss(seat, companion) for companion in _aboard(position, seat))
    yield from candidates.card_choices(position, seat)
    yield from (m.UseAbility(seat, card) for card in on_console(position, seat) if ability_of(position, card))


def _travelling(position: Position, step: str, seat: str) -> Iterator[m.AnyMove]:
    if step in ("prepare", "travel"):
        there = position.at.get(seat, (0, 0))[0]
        yield from (m.Stay(seat, zone) for zone in range(zone_count(position, there)))
        yield m.RollTardis(seat)
    if step in ("prepare", "travel", "choose"):
        for place in position.places:
            yield from (m.Travel(seat, place.n, zone) for zone in range(zone_count(position, place.n)))
    if step == "choose":
        away = [UNKNOWN, *(place.location for place in position.places)]
        yield m.Explore(seat)
        yield from (m.KeepLocation(seat, tile) for tile in dict.fromkeys(position.found) if tile not in away)
    if step == "enter":
        yield from (m.EnterZone(seat, zone) for zone in range(zone_count(position, latest_location(position))))


def _ending(position: Position, seat: str) -> Iterator[m.AnyMove]:
    yield m.Finish(seat)
    yield from (m.DiscardTimey(seat, card) for card in candidates.cards_held(position, seat))
    yield m.DaleksMove(seat)


_SILENCE: Final[Mapping[str, Callable[[str], m.AnyMove]]] = {
    "window": Passed, "charge": m.Charge, "recruit": m.Gather, "pool": m.RollDice, "cut": m.RollDice,
    "roll": m.RollDice, "reroll": m.Resolve, "change": m.Resolve, "resolve": m.Resolve, "finish": m.Finish,
    "daleks": m.DaleksMove,
}  # fmt: skip


def unsaid(position: Position, seat: str) -> m.AnyMove | None:
    """Return the compulsory move that a seat must have made unsaid; never a pass, help or the roll."""
    silent = silence(position, seat)
    return None if isinstance(silent, Passed | m.GiveHelp | m.RollDice) else silent


def silence(position: Position, seat: str) -> m.AnyMove | None:
    """Return the move for a seat that writes nothing: gain tokens, no recruiting, focusing or re-roll, help from afar.

    Return None if the seat has to choose: a Doctor, a journey, a cost, the dice to lose, the cards to keep.
    """
    step, awaited = status.due(position)
    if seat not in awaited:
        return None
    now = position.adventure
    silent = _SILENCE[step](seat) if step in _SILENCE else None
    if step == "cost" and cost_parts.goes_by_itself(position):
        silent = Passed(seat)
    elif step == "help":
        silent = m.GiveHelp(seat, "afar")
    elif step in ("pool", "cut") and now is not None:
        gathered = any(pool.seat == seat and pool.gathered for pool in now.pools)
        silent = m.Gather(seat) if not gathered else m.RollDice(seat) if seat == now.seat else Passed(seat)
    return silent if silent is not None and is_allowed(decide.MOVE_RULES, position, silent) else None
