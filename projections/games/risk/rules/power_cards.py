"""Power Cards: when each can be played, and by which seat."""

from collections.abc import Iterator, Mapping
from typing import Final

from events.events import Passed
from projections.draft import Draft
from projections.games.risk.events import CardPlayed, MoveTardis, PlayPower, TardisLanded
from projections.games.risk.rules import card_effects, reinforcements, turns
from projections.games.risk.rules.battle import end_if_beaten
from projections.games.risk.state.hands import holds
from projections.games.risk.state.names import army_name, place, whose
from projections.games.risk.state.position import NEUTRALS, Battle, World
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.window import Window, WindowClosed, pass_window

_RULES: Final[Mapping[str, str]] = {
    "attack-plus": "RISK-POW-08",
    "reroll-ones": "RISK-POW-10",
    "genesis-ark": "RISK-POW-12",
    "doctor-donna": "RISK-POW-13",
}
"""The rule of each effect that the rulebook prints. The other cards are data (RISK-POW-16)."""
_WHEN: Final[Mapping[str, str]] = {
    "declare": "when its player declares an attack",
    "defend": "when its player is attacked, before the first dice",
    "place": "when its player places new Daleks",
    "tardis": "when its player places new Daleks",
}
AT_RIVALS: Final = ("rival-fewer", "rival-no-continents", "rival-removes")


def must_be_power(draft: Draft[World], card: str) -> None:
    """Refuse an id that is not a Power Card."""
    draft.must("RISK-CMP-02", card in draft.now.cards.power, f'"{card[:40]}" is not a Power Card')


def _rule_of(world: World, card: str) -> str:
    return _RULES.get(world.cards.power[card].effect, "RISK-POW-16")


def _owned(world: World, seat: str, card: str) -> RuleConflict | None:
    """Return the rule conflict of a card that is not in the seat's hand or was already played (RISK-POW-07)."""
    name = f'"{world.cards.power[card].name}"'
    if card in world.spent:
        return RuleConflict("RISK-POW-07", "a Power Card can only be played once", f"{name} has already been played")
    has = holds(world, world.powers, seat, card)
    state = f"{name} is not in {whose(seat)} hand"
    if has is None:
        state = f"this log does not show if {army_name(seat)} holds {name}"
    return None if has else RuleConflict("RISK-POW-07", "only a card in hand can be played", state, verdict=has)


_NEUTRAL: Final = "A25 (option neutrals_are_opponents)"
"""Open rules question and its option: is a neutral army an opponent? The rulebook does not say."""


def _mistimed(world: World, card: str, seat: str, reading: str = "", *, declares: bool = False) -> RuleConflict:
    """Return the conflict of a card at the wrong time (RISK-POW-02, N5), `declares` with a declared attack."""
    power = world.cards.power[card]
    rule = _RULES.get(power.effect, "RISK-POW-02")
    battle, found = world.battle, "no attack is under way"
    if power.timing in ("place", "tardis"):
        found = f"{army_name(seat)} is not placing new Daleks"
    elif battle and power.timing == "declare" and seat == battle.attacker:
        found = "the attack is already declared"
    elif battle or declares:
        found = f"{army_name(seat)} is the {'defender' if battle and seat == battle.defender else 'attacker'}"
    return RuleConflict(rule, f'"{power.name}" can only be played {_WHEN[power.timing]}', found, reading=reading)


def is_defence_card(world: World, card: str) -> bool:
    """Return whether a card may be played when attacked (N7, option `reroll_ones_side`)."""
    power = world.cards.power[card]
    either = power.effect == "reroll-ones" and world.options.reroll_ones_side == "either"
    return power.timing == "defend" or either


def declaring_conflicts(world: World, seat: str, target: str, card: str) -> list[RuleConflict | None]:
    """Return the rule conflicts of playing a card with the declaration of an attack.

    Rules:
        RISK-POW-08, RISK-POW-10 and RISK-POW-12: the texts of the cards. RISK-POW-12 requires an opponent, and a
        neutral army is not one (A25, option `neutrals_are_opponents`).
    """
    power = world.cards.power[card]
    found = [_owned(world, seat, card)]
    if power.timing != "declare":
        found.append(_mistimed(world, card, seat, declares=True))
    elif power.effect == "genesis-ark" and not (
        world.options.neutrals_are_opponents or world.lands[target].army not in NEUTRALS
    ):
        wanted = f'"{power.name}" can only be played against an opponent'
        state = f"{place(target)} is held by a neutral army"
        found.append(RuleConflict("RISK-POW-12", wanted, state, reading=_NEUTRAL))
    return found


def declare_card(draft: Draft[World], seat: str, card: str) -> None:
    """Play the card that a declaration names. A side may play only one card in an attack (RISK-POW-05)."""
    draft.add(CardPlayed(player=seat, card=card), "RISK-POW-07")
    card_effects.apply_card(draft, seat, card, _rule_of(draft.now, card))


_EITHER: Final = "N7 (option reroll_ones_side)"
"""Open rules question and its option: which side may play this card? The text of the card names no side."""


def _fighting(world: World, battle: Battle, seat: str, card: str) -> RuleConflict | None:
    """Return the conflict of a card in a battle (RISK-POW-04), before the first roll (RISK-POW-15, N8), or None."""
    if seat not in (battle.attacker, battle.defender):
        state = f"{army_name(battle.attacker)} and {army_name(battle.defender)} are the attacker and the defender"
        wanted = "only the attacker and the defender can play Power Cards in an attack"
        return RuleConflict("RISK-POW-06", wanted, state)
    side = battle.attack if seat == battle.attacker else battle.defence
    if side.card:
        one = f"{army_name(seat)} has already played one"
        return RuleConflict("RISK-POW-05", "a player can only play one Power Card in an attack", one, have=2, limit=1)
    top = world.stack[-1]
    asked = isinstance(top, Window) and seat in top.awaited
    if seat == battle.attacker or not is_defence_card(world, card):
        own = asked and seat != battle.attacker and world.cards.power[card].effect == "reroll-ones"
        return _mistimed(world, card, seat, reading=_EITHER if own else "")
    wanted = "Power Cards can only be played before the first roll of an attack"
    return None if asked else RuleConflict("RISK-POW-15", wanted, "the first roll is over")


def _play_power_must(draft: Draft[World], move: PlayPower) -> None:
    must_be_power(draft, move.card)
    power = draft.now.cards.power[move.card]
    tardis = f'"{power.name}" must name the territory to which the TARDIS moves'
    draft.must("RISK-POW-16", power.effect != "move-tardis", tardis)
    if power.effect in AT_RIVALS:
        known = move.rival in draft.now.seats
        draft.must("RISK-POW-16", known, f'"{power.name}" must name another player, not "{move.rival[:40]}"')
    else:
        named = move.rival or move.territory
        draft.must("RISK-POW-16", not named, f'"{power.name}" cannot name a player or a territory')


def playing_conflicts(world: World, move: PlayPower) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of playing a Power Card, but not with a declaration.

    Rules:
        RISK-POW-02: when its text says so. RISK-POW-03: never compulsory. RISK-POW-16: placement cards in step 3,
        independent of cards played in attacks.
    """
    seat, card, battle = move.player, move.card, world.battle
    if owned := _owned(world, seat, card):
        yield owned
    placing = world.cards.power[card].timing in ("place", "tardis")
    if world.is_over:
        late = turns.over_conflict(world)
    elif placing:
        late = turns.step_conflict(world, seat, "place", _mistimed(world, card, seat))
    else:
        late = _fighting(world, battle, seat, card) if battle else _mistimed(world, card, seat)
    if late:
        yield late
    if placing and not world.is_over and (wrong := _rival_conflict(world, seat, move.rival)):
        yield wrong


def _rival_conflict(world: World, seat: str, rival: str) -> RuleConflict | None:
    if rival == seat or rival in world.defeated:
        wanted = f"the card must name another player who is still in the game, not {army_name(rival)}"
        return RuleConflict("RISK-POW-16", wanted)
    return None


def play_power(draft: Draft[World], move: PlayPower) -> None:
    """Play a Power Card in defence, or while placing Daleks."""
    if draft.now.cards.power[move.card].timing == "place":
        reinforcements.enter_placing(draft, move.player)
    draft.add(CardPlayed(player=move.player, card=move.card), "RISK-POW-07")
    card_effects.apply_card(draft, move.player, move.card, _rule_of(draft.now, move.card), move.rival)
    _close(draft, move.player)


def _close(draft: Draft[World], seat: str) -> None:
    """Close the window in which the defender could play a card. The card may have ended the battle (RISK-POW-14)."""
    if any(isinstance(thing, Window) and seat in thing.awaited for thing in draft.now.stack):
        draft.add(WindowClosed(name="defence"), "RISK-POW-15")
    end_if_beaten(draft)


def passing_conflicts(world: World, move: Passed) -> Iterator[RuleConflict]:
    """Yield the rule conflict of playing no card in an attack. Only a seat that is asked can pass (RISK-POW-03)."""
    if not any(isinstance(thing, Window) and move.player in thing.awaited for thing in world.stack):
        only, state = "a player can only pass when asked for a Power Card", f"{army_name(move.player)} is not asked"
        yield turns.over_conflict(world) or RuleConflict("RISK-POW-15", only, state)


def pass_defence(draft: Draft[World], move: Passed) -> None:
    """Play no card in this attack."""
    window = next((thing for thing in draft.now.stack if isinstance(thing, Window)), None)
    if window and move.player in window.awaited:
        pass_window(draft, window, move.player, "RISK-POW-03")


def _move_tardis_must(draft: Draft[World], move: MoveTardis) -> None:
    must_be_power(draft, move.card)
    turns.must_be_territories(draft, move.territory)
    power = draft.now.cards.power[move.card]
    draft.must("RISK-POW-16", power.effect == "move-tardis", f'"{power.name}" cannot move the TARDIS')


def moving_tardis_conflicts(world: World, move: MoveTardis) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of moving the TARDIS with a card: in the seat's step 3, to another territory."""
    seat, card = move.player, move.card
    if owned := _owned(world, seat, card):
        yield owned
    if order := turns.step_conflict(world, seat, "place", _mistimed(world, card, seat)):
        yield order
    if move.territory == world.tardis:
        already = f"it is in {place(move.territory)} already"
        yield RuleConflict("RISK-POW-16", "the TARDIS must move to another territory", already)


def move_tardis(draft: Draft[World], move: MoveTardis) -> None:
    """Move the TARDIS and its cease-fire. Its Territory Card stays on the TARDIS space (RISK-POW-16)."""
    reinforcements.enter_placing(draft, move.player)
    draft.add(CardPlayed(player=move.player, card=move.card), "RISK-POW-07")
    draft.add(TardisLanded(territory=move.territory), "RISK-POW-16")


POWER_MOVES: Final[MoveRules[World]] = {
    PlayPower: MoveRule(playing_conflicts, play_power, _play_power_must),
    MoveTardis: MoveRule(moving_tardis_conflicts, move_tardis, _move_tardis_must),
    Passed: MoveRule(passing_conflicts, pass_defence),
}
"""The moves with a Power Card, apart from an attack, and playing none."""
