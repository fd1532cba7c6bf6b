"""Cards that are used, as a line says it: which ability is meant, the value it changes, damage by whatever does it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from events.events import Move
from projections.games.ccg.components.cards import Ability
from projections.games.ccg.events import moves as m
from projections.games.ccg.events.effects import ChangeBegan
from projections.games.ccg.notation.claims import values_here
from projections.games.ccg.notation.reach import Reach, card_named, faced, named
from projections.games.ccg.notation.vocabulary import VALUE_CODES, VALUE_WORDS, Cursor, Said
from projections.games.ccg.rules.card_use import flash_of
from projections.games.ccg.rules.windows import asks
from projections.games.ccg.state.names import face_name
from projections.games.ccg.state.position import Position
from projections.games.ccg.state.values import NOBODY, abilities, face_of
from projections.notation.cursor import QuestionError, SlipError

AIMED: Final = (">", "on", "for", "supports", "against", "at")
"""What stands before what a card is aimed at."""

_OTHERWISE: Final = "otherwise"
"""The value and the amount of a change that is not what the card does, with its ability and why that is a slip."""

# Abilities


def _specials(position: Position, number: int | str) -> Sequence[Ability]:
    card = position.at(number) if isinstance(number, int) else None
    return abilities(position, card, "special") if card else ()


def _ability(position: Position, card: int | str, place: int) -> Ability | None:
    """The ability that is used, of a card in play or of a face of the hand."""
    if isinstance(card, str):
        return flash_of(position.cards.card.get(card, NOBODY))
    specials = _specials(position, card)
    return specials[place - 1] if 0 < place <= len(specials) else None


def which_ability(said: Said) -> int | None:
    """`(2)`: which of its Special abilities a card uses.

    Raises:
        QuestionError: it has several, and the line does not say which.
    """
    number: int | None = said.cursor.number()
    count = len(_specials(said.position, said.values["card"]))
    if number is None and count > 1:
        line, (_, end) = said.cursor.line, said.spans["name"]
        choices = [f"{line[:end]} ({place}){line[end:]}" for place in range(1, count + 1)]
        raise QuestionError("it has several Special abilities; which is meant?", choices)
    return number


def _due_amount(ability: Ability) -> int:
    """By how much an ability changes a value."""
    return -ability.amount if ability.what == "damage" else ability.amount


def _is_free(ability: Ability, value: str) -> bool:
    """Whether an ability leaves it to its player to change this value."""
    return ability.value == "either" and value in ("energy", "substance")


def signed(said: Said) -> int | None:
    """The amount that stands behind a value, `+1` or `-1`; None where none does."""
    cursor = said.cursor
    if cursor.now not in ("+", "-") or not cursor.after.isdecimal():
        return None
    sign = -1 if cursor.now == "-" else 1
    cursor.at += 1
    number = cursor.number()
    return None if number is None else sign * number


def value_changed(said: Said) -> str | None:
    """The value that the use of a card names: "" for what the card does anyway where it leaves no choice.

    Raises:
        SlipError: the card changes another value, or by another amount.
    """
    cursor: Cursor = said.cursor
    position, card = said.position, said.values["card"]
    chosen, at = cursor.skip("value"), cursor.at
    value = cursor.phrase(VALUE_WORDS)
    ability = _ability(position, card, said.values.get("ability", 1))
    if value is None or chosen or ability is None:
        return value
    used = position.at(card) if isinstance(card, int) else None
    called = face_name(position, used.face if used else str(card))
    if ability.value != value and not _is_free(ability, value):
        cursor.at = at
        known = ("energy", "substance") if ability.value in ("either", "both") else (ability.value,)
        raise cursor.slip(
            f"{called} does not change this", {VALUE_CODES[one]: VALUE_CODES[one] for one in known if one}
        )
    at, amount, due = cursor.at, signed(said), _due_amount(ability)
    if amount not in (None, due):
        behind, cursor.at = cursor.at, at + 1
        slip = cursor.slip(f"{called} changes it by {due:+}", {str(abs(due)): str(abs(due))})
        said.values[_OTHERWISE], cursor.at = (value, amount, ability, slip), behind
    return value if ability.value == "either" else ""


def states_change(said: Said, _value: str) -> None:
    """State by how much the use of a card changes a value, where that is not what the card does.

    Raises:
        SlipError: it is not told yet what it does, for the other player may answer.
    """
    if _OTHERWISE not in said.values:
        return
    position, (value, amount, ability, slip) = said.position, said.values[_OTHERWISE]
    targets, card = said.values.get("targets", ()), said.values["card"]
    if len(targets) != 1 or ability.what not in ("raise", "damage") or asks(position, said.seat, ability, targets):
        raise slip
    used = position.at(card) if isinstance(card, int) else None
    face = (used.clone or used.face) if used else card
    said.states(ChangeBegan(targets[0], value, amount, face, used.n if used else 0))


def _value_words(said: Said, value: str, card: int | str, place: int = 1) -> str:
    """A value that is chosen, or that the card changes anyway, with the amount."""
    ability = _ability(said.position, card, place)
    amount = f"{_due_amount(ability):+}" if ability and ability.what in ("raise", "damage") else ""
    if value and not (ability and _is_free(ability, value)):
        return f"value {VALUE_CODES.get(value, value)}"
    changed = value or (ability.value if ability and amount else "")
    return f"{VALUE_CODES[changed]}{amount}" if changed in VALUE_CODES else ""


def use_parts(said: Said) -> Mapping[str, Any]:
    """The values of the use of a card as its line says them."""
    move = said.move
    assert isinstance(move, m.UseSpecial | m.PlayFlash)
    place = getattr(move, "ability", 1)
    which = place if place != 1 or len(_specials(said.position, move.card)) > 1 else None
    value = _value_words(said, move.value, move.card, place)
    return {**msgspec.structs.asdict(move), "ability": which, "value": value}


# Support


def supports(said: Said) -> bool:
    """Whether a card that is Sided gives Support: a Creature that takes nothing off a value."""
    return _is_creature(said) and (said.values.get("amount") or 0) >= 0


def uses_special(said: Said) -> bool | None:
    """Whether a card that is Sided uses an ability; None for a Creature aimed at another one to give it Support."""
    cursor, at = said.cursor, said.cursor.at
    aimed = _is_creature(said) and cursor.skip(*AIMED)
    supported = aimed and not _is_lowered(cursor, said)
    cursor.at = at
    return None if supported else True


def _is_creature(said: Said) -> bool:
    card = said.position.at(said.values["card"])
    return card is None or face_of(said.position, card).type == "creature"


def _is_lowered(cursor: Cursor, said: Said) -> bool:
    """Whether a target and an amount to be taken off it stand here."""
    try:
        card_named(cursor, Reach(said.position, said.seat))
    except (SlipError, QuestionError):
        return False
    values_here(cursor)
    return cursor.phrase(VALUE_WORDS) is not None and cursor.now == "-" and cursor.after.isdecimal()


def states_amount(said: Said, amount: int) -> None:
    """State by how much a Support changes a value, where that is not what the Creature has to give."""
    number, target, value = (said.values[name] for name in ("card", "target", "value"))
    card = said.position.at(number)
    if card and amount != card.support:
        said.states(ChangeBegan(target, value, amount, card.face, number))


def support_parts(said: Said) -> Mapping[str, Any]:
    """The values of a Support, with its amount where that is what the Creature has to give."""
    move = said.move
    assert isinstance(move, m.GiveSupport)
    card = said.position.at(move.card)
    amount = card.support if card else 0
    due = card is not None and ChangeBegan(move.target, move.value, amount, card.face, card.n) in said.events
    return {"card": move.card, "target": move.target, "value": move.value, "amount": amount if due else None}


# Damage without the card that does it


def damages(said: Said) -> Sequence[Move]:
    """`DAMAGE: J."Dulciens" Sub-1 by "Daemons"`: the one of one's cards that does just this now, where one does.

    Raises:
        SlipError: none does.
        QuestionError: several do.
    """
    values, span = said.values, said.spans["value"]
    amount = values.get("amount")
    found = [way for way in _ways(said) if way[0] in values.get("by", way[:1])]
    if not found:
        raise SlipError("no card of yours does this damage now", [span], {})
    target = named(Reach(said.position, said.seat), values["target"])
    aim = f" > {target} {VALUE_CODES[values['value']]}{'' if amount is None else f'{amount:+}'}"
    if len(found) > 1:
        raise QuestionError("which card does this?", [f"{begun}{aim}" for _, begun, _ in found])
    return (found[0][2],)


def _ways(said: Said) -> Iterator[tuple[str, str, Move]]:
    """The uses of a seat's cards that do a damage: the face, how a line of it begins, and the move."""
    position, seat, aim = said.position, said.seat, (said.values["target"],)
    for card in position.lying(position.zone, seat):
        specials = [] if card.sided else abilities(position, card, "special")
        for place, ability in enumerate(specials, 1):
            if (value := _damaged(said, ability)) is not None:
                name = named(Reach(position, seat, sided=False), card.n)
                begun = f"SPECIAL: {name} ({place})" if len(specials) > 1 else f"SPECIAL: {name}"
                yield card.face, begun, m.UseSpecial(seat, card.n, place, aim, value=value)
    for face in dict.fromkeys(position.hands.get(seat, ())):
        flash = flash_of(position.cards.card.get(face, NOBODY))
        if flash is not None and (value := _damaged(said, flash)) is not None:
            yield face, f"FLASH: {faced(position, face)}", m.PlayFlash(seat, face, aim, value=value)


def _damaged(said: Said, ability: Ability) -> str | None:
    """The value that is chosen where an ability does the damage of a line, "" for its only one; None where not."""
    value, amount = said.values["value"], said.values.get("amount")
    fits = ability.what == "damage" and amount in (None, -ability.amount)
    if not fits or not (ability.value == value or _is_free(ability, value)):
        return None
    return value if ability.value == "either" else ""
