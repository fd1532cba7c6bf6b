"""The legal moves of a seat, candidates without an objection, and the move that saying nothing means."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from events.events import UNKNOWN, Move, Passed
from projections.games.daleks.events import moves as m
from projections.games.daleks.rules.adventure import gather_objections
from projections.games.daleks.rules.candidates import adventure_choices, card_choices, cards_held
from projections.games.daleks.rules.change_faces import change_by_tokens_objections, change_face_objections
from projections.games.daleks.rules.companions import recruit_objections
from projections.games.daleks.rules.cost_parts import goes_by_itself
from projections.games.daleks.rules.costs import (
    choose_cost_objections,
    pay_card_objections,
    pay_companion_objections,
    pay_tokens_objections,
)
from projections.games.daleks.rules.dalek_turn import daleks_move_objections
from projections.games.daleks.rules.decks import latest_location, zone_count
from projections.games.daleks.rules.finish import discard_timey_objections, finish_objections
from projections.games.daleks.rules.help import call_help_objections, give_help_objections
from projections.games.daleks.rules.icons import ability_of, on_console
from projections.games.daleks.rules.passing import passing_objections
from projections.games.daleks.rules.pool import cut_objections, exterminate_objections, focus_objections
from projections.games.daleks.rules.prepare import (
    ability_objections,
    charge_objections,
    dismiss_objections,
    install_objections,
    uninstall_objections,
)
from projections.games.daleks.rules.resolve import resolve_objections, skip_objections
from projections.games.daleks.rules.roll import (
    re_roll_by_tokens_objections,
    re_roll_objections,
    roll_objections,
    spend_black_objections,
)
from projections.games.daleks.rules.setup import choose_doctor_objections
from projections.games.daleks.rules.status import due
from projections.games.daleks.rules.timey_wimey import play_timey_objections
from projections.games.daleks.rules.travel import (
    enter_zone_objections,
    explore_objections,
    keep_location_objections,
    roll_tardis_objections,
    stay_objections,
    travel_objections,
)
from projections.games.daleks.state.position import Debt, Position
from projections.objections import Objection, allowed

_OBJECTIONS: Final[Mapping[type[Move], Callable[[Position, Any], list[Objection]]]] = {
    m.ChooseDoctor: choose_doctor_objections, m.Charge: charge_objections, m.Install: install_objections,
    m.Uninstall: uninstall_objections, m.Dismiss: dismiss_objections, m.PlayTimey: play_timey_objections,
    m.UseAbility: ability_objections, m.Stay: stay_objections, m.RollTardis: roll_tardis_objections,
    m.Travel: travel_objections, m.Explore: explore_objections, m.KeepLocation: keep_location_objections,
    m.EnterZone: enter_zone_objections, m.Recruit: recruit_objections, m.Gather: gather_objections,
    m.Focus: focus_objections, m.CallHelp: call_help_objections, m.GiveHelp: give_help_objections,
    m.CutDie: cut_objections, m.Exterminate: exterminate_objections, m.RollDice: roll_objections,
    m.ReRoll: re_roll_objections, m.ReRollByTokens: re_roll_by_tokens_objections,
    m.SpendBlack: spend_black_objections, m.ChangeFace: change_face_objections,
    m.ChangeByTokens: change_by_tokens_objections, m.Resolve: resolve_objections, m.SkipAdventure: skip_objections,
    m.ChooseCost: choose_cost_objections, m.PayCard: pay_card_objections, m.PayTokens: pay_tokens_objections,
    m.PayCompanion: pay_companion_objections, m.Finish: finish_objections, m.DiscardTimey: discard_timey_objections,
    m.DaleksMove: daleks_move_objections, Passed: passing_objections,
}  # fmt: skip


def objections_to(position: Position, move: m.AnyMove) -> list[Objection]:
    """What speaks against a move, whichever it is."""
    return _OBJECTIONS[type(move)](position, move)


def legal(position: Position, seat: str) -> Iterable[m.AnyMove]:
    """Every move that a strict draft takes from an awaited seat now.

    Of ways to re-roll several dice by one icon those with the most dice come first, and so many are listed. Cards that
    may be played at any time are listed for whoever is awaited. Changing a die to what it shows is not listed.
    """
    step, awaited = due(position)
    if seat not in awaited:
        return ()
    return (move for move in _candidates(position, step, seat) if allowed(objections_to(position, move)))


def _candidates(position: Position, step: str, seat: str) -> Iterator[m.AnyMove]:
    """What a seat could do where this is due, a key of `status.WORDS`."""
    now = position.adventure
    if step == "set-up":
        return (m.ChooseDoctor(seat, doctor) for doctor in position.box.doctor)
    if step == "cost":
        return _payments(position, seat)
    if step == "window" or (now is not None and not now.over):
        under_way = adventure_choices(position, now, seat) if now is not None else ()
        return chain((Passed(seat),), card_choices(position, seat), under_way)
    return chain(_preparing(position, step, seat), _travelling(position, step, seat), _ending(position, seat))


def _payments(position: Position, seat: str) -> Iterator[m.AnyMove]:
    """What a cost could be paid with (TOD-FAIL-06)."""
    debt = position.stack[-1]
    for option in range(1, len(debt.options) + 1) if isinstance(debt, Debt) else ():
        yield m.ChooseCost(seat, option)
    yield from (Passed(seat), m.PayTokens(seat))
    for card in cards_held(position, seat):
        yield m.PayCard(seat, card)
    yield from (m.PayCompanion(seat, companion) for companion in _aboard(position, seat))


def _aboard(position: Position, seat: str) -> tuple[str, ...]:
    """The Companions of a console that are known here."""
    return tuple(one.companion for one in position.console(seat).companions if one.companion != UNKNOWN)


def _preparing(position: Position, step: str, seat: str) -> Iterator[m.AnyMove]:
    """The Prepare step, and cards for any time."""
    if step == "charge" or "charge" in position.missed:
        yield m.Charge(seat)
    if step == "prepare":
        equipment = position.console(seat).equipment
        yield from (m.Install(seat, card) for card in cards_held(position, seat))
        yield from (m.Uninstall(seat, card) for card in dict.fromkeys(equipment) if card != UNKNOWN)
        yield from (m.Dismiss(seat, companion) for companion in _aboard(position, seat))
    yield from card_choices(position, seat)
    yield from (m.UseAbility(seat, card) for card in on_console(position, seat) if ability_of(position, card))


def _travelling(position: Position, step: str, seat: str) -> Iterator[m.AnyMove]:
    """Stay, or go somewhere, by the TARDIS die or without it."""
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
    """The end of a turn, and the Daleks'."""
    yield m.Finish(seat)
    yield from (m.DiscardTimey(seat, card) for card in cards_held(position, seat))
    yield m.DaleksMove(seat)


_SILENCE: Final[Mapping[str, Callable[[str], m.AnyMove]]] = {
    "window": Passed, "charge": m.Charge, "recruit": m.Gather, "pool": m.RollDice, "cut": m.RollDice,
    "roll": m.RollDice, "reroll": m.Resolve, "change": m.Resolve, "resolve": m.Resolve, "finish": m.Finish,
    "daleks": m.DaleksMove,
}  # fmt: skip


def unsaid(position: Position, seat: str) -> m.AnyMove | None:
    """The compulsory move that a seat has made by then, though nobody wrote it: what nothing but silence says."""
    silent = silence(position, seat)
    return None if isinstance(silent, Passed | m.GiveHelp | m.RollDice) else silent


def silence(position: Position, seat: str) -> m.AnyMove | None:
    """What saying nothing means: to gain what is due, to recruit, focus and re-roll nothing, to help from afar.

    A Doctor, a journey, a cost, the dice that go and the cards that are kept have to be chosen.
    """
    step, awaited = due(position)
    if seat not in awaited:
        return None
    now = position.adventure
    silent = _SILENCE[step](seat) if step in _SILENCE else None
    if step == "cost" and goes_by_itself(position):
        silent = Passed(seat)
    elif step == "help":
        silent = m.GiveHelp(seat, "afar")
    elif step in ("pool", "cut") and now is not None:
        gathered = any(pool.seat == seat and pool.gathered for pool in now.pools)
        silent = m.Gather(seat) if not gathered else m.RollDice(seat) if seat == now.seat else Passed(seat)
    return silent if silent is not None and allowed(objections_to(position, silent)) else None
