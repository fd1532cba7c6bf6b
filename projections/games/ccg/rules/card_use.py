"""The use of Special abilities and Flash cards."""

from collections.abc import Iterator, Sequence
from typing import Final

from projections.draft import Draft
from projections.games.ccg.components.cards import ZONES, Ability, Card
from projections.games.ccg.events import combat_effects as c, effects as f, moves as m
from projections.games.ccg.rules import answers, combat_end, consequences, creatures, preparation, targets
from projections.games.ccg.state.names import card_name, in_zone, value_name, whose, zone_name
from projections.games.ccg.state.position import Announcement, InPlay, Position
from projections.games.ccg.state.values import NOBODY, abilities
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import counted, either

Used = m.UseSpecial | m.PlayFlash
PLAYING: Final = ("draw", "play")
"""The steps in which a card that allows one more play is useful."""


def use_conflicts(position: Position, move: Used, ability: Ability, source: InPlay | None) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of how a card is used: its cost, targets, chosen value and zone."""
    yield from targets.cost_conflicts(position, move.player, ability, source, move.paid)
    yield from targets.target_conflicts(position, move.player, ability, source, move.targets)
    values = targets.values_wanted(ability)
    if len(move.targets) == targets.targets_wanted(ability) and move.value not in (values or ("",)):
        wanted = f"the player must name {either(list(map(value_name, values)))}" if values else "no value can be named"
        named = value_name(move.value) if move.value else "no value"
        yield RuleConflict("CCG-SUP-06", wanted, f"{named} is named")
    yield from _zone_conflicts(position, move, ability, source)
    if ability.what == "counter" and not targets.targets_wanted(ability) and not _to_counter(position, move.player):
        state = "no card is announced"
        yield RuleConflict("CCG-GLO-05", "the card can only stop a card that the opponent has announced", state)
    if ability.what == "extra-play" and (move.player != position.player or position.step not in PLAYING):
        late = "no zone is chosen yet" if position.step in ("stand", "zone") else "combat is already announced"
        state = late if move.player == position.player else f"it is {whose(position, position.player)} turn"
        wanted = "one more card can be played only in the player's own turn, before combat"
        yield RuleConflict("CCG-PREP-09", wanted, state)


def _zone_conflicts(position: Position, move: Used, ability: Ability, source: InPlay | None) -> Iterator[RuleConflict]:
    if ability.what != "move":
        if move.zone:
            yield RuleConflict("CCG-GEN-01", "no zone can be named for a card that moves nothing")
        return
    moving = targets.moving_cards(position, ability, source, move.targets, move.paid)
    zones = targets.zones_wanted(position, ability, moving)
    if move.zone not in zones:
        fit = either([f"the {zone_name(zone)}" for zone in zones])
        state = f"{fit} are neighbouring zones with room" if zones else "no neighbouring zone has room"
        if len(zones) == 1:
            state = f"only {fit} is a neighbouring zone with room"
        yield RuleConflict("CCG-PREP-11", "the move must go to a neighbouring zone with room", state)


def _to_counter(position: Position, player: str) -> bool:
    return any(isinstance(thing, Announcement) and thing.player != player for thing in position.stack)


def _counted(specials: Sequence[Ability]) -> str:
    return counted(len(specials), "Special ability", "Special abilities")


def special_conflicts(position: Position, move: m.UseSpecial) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of using a Special ability.

    Rules:
        CCG-ABI-01, CCG-ABI-02, CCG-RES-02, CCG-ABI-04: a Special requires Siding the card. CCG-ABI-05: one Special for
        each Siding.
        CCG-ABI-06: in the chosen zone. CCG-SID-02, CCG-ABI-08, CCG-CRE-15, A32: the card must be Standing, so not Sided
        by the opponent.
        CCG-PREP-16: not in the turn in which it was played; CCG-CRE-13, A07 say the same of a Creature. CCG-COM-13: not
        a main combatant.
    """
    yield from answers.acting_conflicts(position, move.player)
    card = position.at(move.card)
    if card is None:
        return
    yield from _special(position, move.player, card)
    specials = abilities(position, card, "special")
    if 0 < move.ability <= len(specials):
        yield from use_conflicts(position, move, specials[move.ability - 1], card)
    else:
        wanted = f"ability {move.ability} must be on the card"
        has = f"{card_name(position, card.n)} has {_counted(specials)}"
        yield RuleConflict("CCG-ABI-05", wanted, has, have=move.ability, limit=len(specials))


def _special(position: Position, seat: str, card: InPlay) -> Iterator[RuleConflict]:
    name, used = card_name(position, card.n), "is Sided" if card.sided else "is locked"
    if card.side != seat or card.out:
        state = f"{name} is {'out of play' if card.out else whose(position, card.side)}"
        yield RuleConflict("CCG-ABI-04", "a player can use only their own cards in play", state)
    if card.zone != position.zone:
        wanted = "only a card in the chosen zone can be used"
        yield RuleConflict("CCG-ABI-06", wanted, f"{name} is {in_zone(card.zone)}, not {in_zone(position.zone)}")
    if card.sided or card.locked:
        rule = "CCG-ABI-08" if card.rivals else "CCG-SID-02"
        yield RuleConflict(rule, "a card that is Sided or locked cannot be used", f"{name} {used}")
    if card.turn == position.turn and position.turn:
        wanted = "only a card from an earlier turn can use a Special ability"
        yield RuleConflict("CCG-PREP-16", wanted, f"{name} came into play this turn")
    if card.n in targets.combatants(position):
        yield RuleConflict("CCG-COM-13", "a main combatant cannot Side", f"{name} is a main combatant")
    if (seat, position.zone, "special") in position.bars:
        yield creatures.forbidden(position, seat, f"use Special abilities {in_zone(position.zone)}")


def _special_must(draft: Draft[Position], move: m.UseSpecial) -> None:
    card = draft.now.at(move.card)
    draft.must("CCG-GEN-07", card is not None, f"no card #{move.card} is in play")
    _must_be_there(draft, move)
    specials = abilities(draft.now, card, "special") if card else []
    message = f"ability {move.ability} must be on the card: it has {_counted(specials)}"
    draft.must("CCG-ABI-05", 0 < move.ability <= len(specials), message)


def use_special(draft: Draft[Position], move: m.UseSpecial) -> None:
    """Side the card once (CCG-CRE-14) until the player's next turn (CCG-SUP-08), pay the cost, announce the use."""
    card = draft.before.at(move.card)
    if card is None:
        return
    specials = abilities(draft.before, card, "special")
    if not card.sided:
        draft.add(f.CardSided(move.card, move.player), "CCG-ABI-04")
    _use(draft, move, specials[move.ability - 1], card.clone or card.face, card.n, move.ability)


def flash_conflicts(position: Position, move: m.PlayFlash) -> Iterator[RuleConflict]:
    """Yield the conflicts of a Flash: any time (CCG-FLA-01), any zone (CCG-FLA-02), any target (CCG-EXR-07, A06)."""
    yield from answers.acting_conflicts(position, move.player)
    yield from preparation.hand_conflicts(position, move.player, move.card, "CCG-FLA-01", "Flash")
    if (move.player, position.zone, "flash") in position.bars:
        yield creatures.forbidden(position, move.player, f"play a Flash {in_zone(position.zone)}")
    face = position.cards.card.get(move.card, NOBODY)
    if ability := flash_of(face):
        yield from use_conflicts(position, move, ability, None)
    else:
        yield RuleConflict("CCG-FLA-01", "only a Flash can be played this way", f"{face.name} is not a Flash")


def flash_of(face: Card) -> Ability | None:
    """Return the ability of a Flash, or None for other cards."""
    return next((ability for ability in face.does if ability.when == "flash"), None)


def _flash_must(draft: Draft[Position], move: m.PlayFlash) -> None:
    cards = draft.now.cards.card
    draft.must("CCG-OBJ-04", move.card in cards, f'no card is called "{move.card[:40]}"')
    face = cards[move.card]
    only = f"only a Flash can be played this way: {face.name} is not a Flash"
    draft.must("CCG-FLA-01", flash_of(face) is not None, only)
    _must_be_there(draft, move)


def play_flash(draft: Draft[Position], move: m.PlayFlash) -> None:
    """Play a Flash: discard it at once and announce it (CCG-FLA-03, CCG-FLA-06)."""
    ability = flash_of(draft.now.cards.card[move.card])
    draft.add(f.FlashUsed(move.player, move.card), "CCG-FLA-06")
    if ability is not None:
        _use(draft, move, ability, move.card, 0, 1)


def _must_be_there(draft: Draft[Position], move: Used) -> None:
    for number in (*move.targets, *move.paid):
        draft.must("CCG-GEN-07", draft.now.at(number) is not None, f"no card #{number} is in play")
    valued = move.value in ("", "energy", "substance", "support")
    draft.must("CCG-SUP-06", valued, f'the value must be energy, substance or support, not "{move.value[:40]}"')
    draft.must("CCG-ZON-01", move.zone in ("", *ZONES), f'the zone must be {either(ZONES)}, not "{move.zone[:40]}"')


def _use(draft: Draft[Position], move: Used, ability: Ability, face: str, card: int, number: int) -> None:
    """Pay the additional cost and announce the use. Sacrificing a main combatant ends combat (A34)."""
    for cost, paid in zip(ability.cost, move.paid, strict=False):
        if cost.pay == "sacrifice":
            draft.add(f.CardDiscarded(paid, "sacrificed"), "CCG-GLO-15")
        else:
            draft.add(f.CardSided(paid, move.player), "CCG-SID-01")
    if ability.cost:
        consequences.apply_consequences(draft)
        combat_end.end_if_combatant_left(draft)
    place = 1 + max((thing.place for thing in draft.now.stack if isinstance(thing, Announcement)), default=0)
    announced = c.Announced(
        place, move.player, face, card, number, move.targets, move.paid, move.value, move.zone
    )  # fmt: skip
    answers.announce(draft, announced, ability)


CARD_MOVES: Final[MoveRules[Position]] = {
    m.UseSpecial: MoveRule(special_conflicts, use_special, _special_must),
    m.PlayFlash: MoveRule(flash_conflicts, play_flash, _flash_must),
}
