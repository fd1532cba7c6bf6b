"""Power Cards: who may play which when, and what each does."""

from collections.abc import Mapping
from typing import Final

from events.events import Passed
from projections.draft import Draft
from projections.games.risk.events.effects import CardPlayed, TardisLanded
from projections.games.risk.events.moves import MoveTardis, PlayPower
from projections.games.risk.rules.battle import end_if_beaten
from projections.games.risk.rules.card_effects import apply_card
from projections.games.risk.rules.reinforcements import enter_placing
from projections.games.risk.rules.turns import must_be_territories, over_objection, step_objections
from projections.games.risk.state.hands import holds
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import NEUTRALS, Battle, World
from projections.objections import Objection, require_all
from projections.window import Window, WindowClosed, pass_window

_RULES: Final[Mapping[str, str]] = {
    "attack-plus": "RISK-POW-08",
    "reroll-ones": "RISK-POW-10",
    "genesis-ark": "RISK-POW-12",
    "doctor-donna": "RISK-POW-13",
}
"""The rule of each card that the rulebook prints; the others are data (RISK-POW-16)."""
_WHEN: Final[Mapping[str, str]] = {
    "declare": "with the declaration of an attack",
    "defend": "when attacked, before the first dice",
    "place": "in the third step of the own turn",
    "tardis": "in the third step of the own turn",
}
AT_RIVALS: Final = ("rival-fewer", "rival-no-continents", "rival-removes")
"""The effects that name a rival."""


def must_be_power(draft: Draft[World], card: str) -> None:
    """Refuse what is no Power Card."""
    draft.must("RISK-CMP-02", card in draft.now.cards.power, f'there is no Power Card "{card[:40]}"')


def _rule_of(world: World, card: str) -> str:
    return _RULES.get(world.cards.power[card].effect, "RISK-POW-16")


def _owned(world: World, seat: str, card: str) -> Objection | None:
    """What speaks against a card because of where it is: it works once (RISK-POW-07)."""
    if card in world.spent:
        return Objection(
            "RISK-POW-07", False, f"a Power Card works once: {world.cards.power[card].name} has been played"
        )
    has = holds(world, world.powers, seat, card)
    name = world.cards.power[card].name
    told = f"{army_name(seat)} does not hold {name}"
    if has is None:
        told = f"whether {army_name(seat)} holds {name} is not known"
    return None if has else Objection("RISK-POW-07", has, told)


_NEUTRAL: Final = "A25 (option neutrals_are_opponents)"
"""No text says whether a neutral army is an opponent."""


def _mistimed(world: World, card: str) -> Objection:
    """A card is played when its text says so (RISK-POW-02, N5)."""
    power = world.cards.power[card]
    rule = _RULES.get(power.effect, "RISK-POW-02")
    return Objection(rule, False, f"{power.name} is only played {_WHEN[power.timing]}")


def is_defence_card(world: World, card: str) -> bool:
    """Whether a card may be played when attacked (N7, option `reroll_ones_side`)."""
    power = world.cards.power[card]
    either = power.effect == "reroll-ones" and world.options.reroll_ones_side == "either"
    return power.timing == "defend" or either


def declaring_objections(world: World, seat: str, target: str, card: str) -> list[Objection | None]:
    """What speaks against a card with the declaration of an attack.

    Rules:
        RISK-POW-08, RISK-POW-10 and RISK-POW-12 by their texts; RISK-POW-12 asks for an opponent, which a neutral army
        is not (A25, option `neutrals_are_opponents`).
    """
    power = world.cards.power[card]
    found = [_owned(world, seat, card)]
    if power.timing != "declare":
        found.append(_mistimed(world, card))
    elif power.effect == "genesis-ark" and not _is_opponent(world, target):
        found.append(
            Objection(
                "RISK-POW-12",
                False,
                f"{power.name} is only played when attacking an opponent, not a neutral army",
                _NEUTRAL,
            )
        )
    return found


def _is_opponent(world: World, target: str) -> bool:
    return world.options.neutrals_are_opponents or world.lands[target].army not in NEUTRALS


def declare_card(draft: Draft[World], seat: str, card: str) -> None:
    """Play the card of a declaration: it counts as its side's one card of this attack (RISK-POW-05)."""
    draft.add(CardPlayed(player=seat, card=card), "RISK-POW-07")
    apply_card(draft, seat, card, _rule_of(draft.now, card))


_EITHER: Final = "N7 (option reroll_ones_side)"
"""The text of the card names no side."""


def _fighting(world: World, battle: Battle, seat: str, card: str) -> Objection | None:
    """What speaks against a card in the battle under way.

    Rules:
        RISK-POW-04 attacker and defender; RISK-POW-05 one each; RISK-POW-06 nobody else, in the whole battle;
        RISK-POW-15 before the first roll, not later (N8).
    """
    if seat not in (battle.attacker, battle.defender):
        return Objection(
            "RISK-POW-06",
            False,
            f"only attacker and defender play Power Cards in an attack: {army_name(seat)} is neither",
        )
    side = battle.attack if seat == battle.attacker else battle.defence
    if side.card:
        return Objection(
            "RISK-POW-05", False, f"one Power Card a player in an attack: {army_name(seat)} has played one"
        )
    top = world.stack[-1]
    asked = isinstance(top, Window) and seat in top.awaited
    if seat == battle.attacker or not is_defence_card(world, card):
        own = asked and seat != battle.attacker and world.cards.power[card].effect == "reroll-ones"
        return _mistimed(world, card)._replace(reading=_EITHER if own else "")
    return (
        None
        if asked
        else Objection(
            "RISK-POW-15", False, "Power Cards are played before the first roll of an attack: it is too late"
        )
    )


def playing_objections(world: World, seat: str, card: str, rival: str = "") -> list[Objection | None]:
    """What speaks against playing a Power Card outside a declaration.

    Rules:
        RISK-POW-02 when its text says so; RISK-POW-03 nobody has to; RISK-POW-16 placement cards in step 3, whatever
        was played in attacks.
    """
    power, battle = world.cards.power[card], world.battle
    found = [_owned(world, seat, card)]
    if world.is_over:
        return [*found, over_objection(world)]
    if power.timing in ("place", "tardis"):
        return [
            *found,
            step_objections(world, seat, "place", _mistimed(world, card)),
            _rival_objection(world, seat, rival),
        ]
    return [*found, _fighting(world, battle, seat, card) if battle else _mistimed(world, card)]


def _rival_objection(world: World, seat: str, rival: str) -> Objection | None:
    """What speaks against the rival that a card names, if it names one."""
    if rival == seat or rival in world.defeated:
        return Objection("RISK-POW-16", False, f"name another player who is still in the game, not {army_name(rival)}")
    return None


def play_power(draft: Draft[World], move: PlayPower) -> None:
    """Play a Power Card: in defence, or while Daleks are placed."""
    must_be_power(draft, move.card)
    power = draft.now.cards.power[move.card]
    draft.must("RISK-POW-16", power.effect != "move-tardis", f"say where {power.name} moves the TARDIS")
    if power.effect in AT_RIVALS:
        known = move.rival in draft.now.seats
        draft.must("RISK-POW-16", known, f'name the player whom {power.name} is for, not "{move.rival[:40]}"')
    else:
        draft.must("RISK-POW-16", not (move.rival or move.territory), f"{power.name} names no player and no territory")
    require_all(draft, *playing_objections(draft.now, move.player, move.card, move.rival))
    if power.timing == "place":
        enter_placing(draft, move)
    else:
        draft.add(move)
    draft.add(CardPlayed(player=move.player, card=move.card), "RISK-POW-07")
    apply_card(draft, move.player, move.card, _rule_of(draft.now, move.card), move.rival)
    _close(draft, move.player)


def _close(draft: Draft[World], seat: str) -> None:
    """Close the window behind the defender's card; it may have ended the battle (RISK-POW-14)."""
    if any(isinstance(thing, Window) and seat in thing.awaited for thing in draft.now.stack):
        draft.add(WindowClosed(name="defence"), "RISK-POW-15")
    end_if_beaten(draft)


def passing_objections(world: World, seat: str) -> list[Objection | None]:
    """What speaks against passing in the window: only who is asked can (RISK-POW-03)."""
    asked = any(isinstance(thing, Window) and seat in thing.awaited for thing in world.stack)
    return (
        []
        if asked
        else [
            over_objection(world) or Objection("RISK-POW-15", False, f"{army_name(seat)} is not asked for a Power Card")
        ]
    )


def pass_defence(draft: Draft[World], move: Passed) -> None:
    """Play no card in this attack."""
    require_all(draft, *passing_objections(draft.now, move.player))
    draft.add(move)
    window = next((thing for thing in draft.now.stack if isinstance(thing, Window)), None)
    if window and move.player in window.awaited:
        pass_window(draft, window, move.player, "RISK-POW-03")


def moving_tardis_objections(world: World, seat: str, card: str, territory: str) -> list[Objection | None]:
    """What speaks against moving the TARDIS by a card: in step 3 of the own turn, to another territory."""
    found = [_owned(world, seat, card), step_objections(world, seat, "place", _mistimed(world, card))]
    if territory == world.tardis:
        found.append(Objection("RISK-POW-16", False, f"the TARDIS stands in {place(territory)} already"))
    return found


def move_tardis(draft: Draft[World], move: MoveTardis) -> None:
    """Move the TARDIS: the cease-fire goes with it, its card stays where it lies (RISK-POW-16)."""
    must_be_power(draft, move.card)
    must_be_territories(draft, move.territory)
    power = draft.now.cards.power[move.card]
    draft.must("RISK-POW-16", power.effect == "move-tardis", f"{power.name} does not move the TARDIS")
    require_all(draft, *moving_tardis_objections(draft.now, move.player, move.card, move.territory))
    enter_placing(draft, move)
    draft.add(CardPlayed(player=move.player, card=move.card), "RISK-POW-07")
    draft.add(TardisLanded(territory=move.territory), "RISK-POW-16")
