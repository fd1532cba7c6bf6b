"""Special abilities and Flash cards."""

from collections.abc import Iterator, Sequence
from typing import Final

from projections.card_rows import holds
from projections.draft import Draft
from projections.games.ccg.components.cards import ZONES, Ability, Card
from projections.games.ccg.events.combat_effects import Announced
from projections.games.ccg.events.effects import CardDiscarded, CardSided, FlashUsed
from projections.games.ccg.events.moves import PlayFlash, UseSpecial
from projections.games.ccg.rules.answers import acting_objections, announce
from projections.games.ccg.rules.combat_end import end_if_combatant_left
from projections.games.ccg.rules.consequences import apply_consequences
from projections.games.ccg.rules.targets import (
    combatants,
    cost_objections,
    moving_cards,
    target_objections,
    targets_wanted,
    values_wanted,
    zones_wanted,
)
from projections.games.ccg.state.names import card_name, face_name, in_zone, seat_name, value_name, zone_name
from projections.games.ccg.state.position import Announcement, InPlay, Position
from projections.games.ccg.state.values import NOBODY, abilities
from projections.objections import Objection, require_all
from projections.wording import counted, either

Used = UseSpecial | PlayFlash
PLAYING: Final = ("draw", "play")
"""The steps in which a card that allows one more play is of use."""


def use_objections(position: Position, move: Used, ability: Ability, source: InPlay | None) -> Iterator[Objection]:
    """What speaks against the way a card is used: its cost, its aim, the value and the zone chosen."""
    yield from cost_objections(position, move.player, ability, source, move.paid)
    yield from target_objections(position, move.player, ability, source, move.targets)
    values = values_wanted(ability)
    if len(move.targets) == targets_wanted(ability) and move.value not in (values or ("",)):
        wanted = " or ".join(values) or "no value"
        yield Objection(
            "CCG-SUP-06",
            False,
            f"the value that the card changes is {wanted}, not {value_name(move.value) if move.value else 'none'}",
        )
    zones = zones_wanted(position, ability, moving_cards(position, ability, source, move.targets, move.paid))
    if ability.what == "move" and move.zone not in zones:
        yield Objection(
            "CCG-PREP-11",
            False,
            f"move to a zone beside, with room: {either(list(map(zone_name, zones))) or 'there is none'}",
        )
    elif ability.what != "move" and move.zone:
        yield Objection("CCG-GEN-01", False, "the card moves nothing to a zone")
    if ability.what == "counter" and not targets_wanted(ability) and not _to_counter(position, move.player):
        yield Objection("CCG-GLO-05", False, "nothing that the opponent announced waits to be stopped")
    if ability.what == "extra-play" and (move.player != position.player or position.step not in PLAYING):
        yield Objection("CCG-PREP-09", False, "one more card is played in one's own turn, before combat: not now")


def _to_counter(position: Position, player: str) -> bool:
    return any(isinstance(thing, Announcement) and thing.player != player for thing in position.stack)


def _counted(specials: Sequence[Ability]) -> str:
    return counted(len(specials), "Special ability", "Special abilities")


def special_objections(position: Position, move: UseSpecial) -> list[Objection]:
    """What speaks against this Special ability.

    Rules:
        CCG-ABI-01, CCG-ABI-02, CCG-RES-02, CCG-ABI-04 a Special needs the card Sided, CCG-ABI-05 one for each Siding;
        CCG-ABI-06 in the chosen zone; CCG-SID-02, CCG-ABI-08, CCG-CRE-15, A32 Standing, not Sided by the opponent;
        CCG-PREP-16 not in the turn it was played, CCG-CRE-13, A07 a Creature likewise; CCG-COM-13 no main combatant.
    """
    found = acting_objections(position, move.player)
    card = position.at(move.card)
    if card is None:
        return found
    found += _special(position, move.player, card)
    specials = abilities(position, card, "special")
    if 0 < move.ability <= len(specials):
        found += use_objections(position, move, specials[move.ability - 1], card)
    else:
        found.append(Objection("CCG-ABI-05", False, f"it has {_counted(specials)}, not so many"))
    return found


def _special(position: Position, seat: str, card: InPlay) -> Iterator[Objection]:
    name, used = card_name(position, card.n), "is Sided" if card.sided else "is locked"
    if card.side != seat or card.out:
        yield Objection("CCG-ABI-04", False, f"use a card of your own in play: {name} is not")
    if card.zone != position.zone:
        yield Objection(
            "CCG-ABI-06",
            False,
            f"use a card in the chosen zone, the {zone_name(position.zone)}: {name} lies {in_zone(card.zone)}",
        )
    if card.sided or card.locked:
        rule = "CCG-ABI-08" if card.rivals else "CCG-SID-02"
        yield Objection(
            rule,
            False,
            f"a card that is Sided or locked cannot be used: {name} {used}",
        )
    if card.turn == position.turn and position.turn:
        yield Objection(
            "CCG-PREP-16",
            False,
            f"a card has no Special in the turn it is played: {name} came this turn",
        )
    if card.n in combatants(position):
        yield Objection("CCG-COM-13", False, f"a main combatant may not Side: {name} is one")
    if (seat, position.zone, "special") in position.bars:
        yield Objection("CCG-GEN-01", False, f"a card forbids Special abilities {in_zone(position.zone)} this turn")


def use_special(draft: Draft[Position], move: UseSpecial) -> None:
    """Use a Special ability: Side the card, pay, announce.

    Rules:
        CCG-SUP-08 it stays Sided until its player's next turn; CCG-CRE-14 one Siding buys one thing.
    """
    now = draft.now
    card = now.at(move.card)
    draft.must("CCG-GEN-07", card is not None, f"no card #{move.card} is in play")
    _must_be_there(draft, move)
    specials = abilities(now, card, "special") if card else []
    draft.must("CCG-ABI-05", 0 < move.ability <= len(specials), f"the card has {_counted(specials)}")
    require_all(draft, *special_objections(now, move))
    draft.add(move)
    if card is None:
        return
    if not card.sided:
        draft.add(CardSided(move.card, move.player), "CCG-ABI-04")
    _use(draft, move, specials[move.ability - 1], card.clone or card.face, card.n, move.ability)


def _not_held(position: Position, move: PlayFlash, *, held: bool | None) -> str:
    name, card = seat_name(position, move.player), face_name(position, move.card)
    return f"whether {name} holds {card} is not known" if held is None else f"{name} does not hold {card}"


def flash_objections(position: Position, move: PlayFlash) -> list[Objection]:
    """What speaks against playing this Flash.

    Rules:
        CCG-FLA-01 at any time, in either turn; CCG-FLA-02 in any zone; CCG-EXR-07, A06 whatever the target's Support.
    """
    found = acting_objections(position, move.player)
    face = position.cards.card.get(move.card, NOBODY)
    held = holds(position.hands.get(move.player, ()), move.card)
    if held is not True:
        found.append(
            Objection("CCG-FLA-01", held, f"play a Flash of the own hand: {_not_held(position, move, held=held)}")
        )
    if (move.player, position.zone, "flash") in position.bars:
        found.append(Objection("CCG-GEN-01", False, f"a card forbids Flash cards {in_zone(position.zone)} this turn"))
    if ability := flash_of(face):
        found += use_objections(position, move, ability, None)
    else:
        found.append(Objection("CCG-FLA-01", False, f"{face.name} is no Flash"))
    return found


def flash_of(face: Card) -> Ability | None:
    """What a Flash does."""
    return next((ability for ability in face.does if ability.when == "flash"), None)


def play_flash(draft: Draft[Position], move: PlayFlash) -> None:
    """Play a Flash: it goes to the discard pile at once, and is announced (CCG-FLA-03, CCG-FLA-06)."""
    now = draft.now
    draft.must("CCG-OBJ-04", move.card in now.cards.card, f'there is no card "{move.card[:40]}"')
    ability = flash_of(now.cards.card[move.card])
    draft.must("CCG-FLA-01", ability is not None, f"{now.cards.card[move.card].name} is no Flash")
    _must_be_there(draft, move)
    require_all(draft, *flash_objections(now, move))
    draft.add(move)
    draft.add(FlashUsed(move.player, move.card), "CCG-FLA-06")
    if ability is not None:
        _use(draft, move, ability, move.card, 0, 1)


def _must_be_there(draft: Draft[Position], move: Used) -> None:
    """What the use of a card names is there at all: cards in play, a value, a zone."""
    for number in (*move.targets, *move.paid):
        draft.must("CCG-GEN-07", draft.now.at(number) is not None, f"no card #{number} is in play")
    valued = move.value in ("", "energy", "substance", "support")
    draft.must("CCG-SUP-06", valued, f'a value is energy, substance or support, not "{move.value[:40]}"')
    draft.must("CCG-ZON-01", move.zone in ("", *ZONES), f'a zone is {", ".join(ZONES)}, not "{move.zone[:40]}"')


def _use(draft: Draft[Position], move: Used, ability: Ability, face: str, card: int, number: int) -> None:
    """Pay what the card costs beside, and announce it; a main combatant that was sacrificed ends combat (A34)."""
    for cost, paid in zip(ability.cost, move.paid, strict=False):
        if cost.pay == "sacrifice":
            draft.add(CardDiscarded(paid, "sacrificed"), "CCG-GLO-15")
        else:
            draft.add(CardSided(paid, move.player), "CCG-SID-01")
    if ability.cost:
        apply_consequences(draft)
        end_if_combatant_left(draft)
    place = 1 + max((thing.place for thing in draft.now.stack if isinstance(thing, Announcement)), default=0)
    announced = Announced(
        place, move.player, face, card, number, move.targets, move.paid, move.value, move.zone
    )  # fmt: skip
    announce(draft, announced, ability)
