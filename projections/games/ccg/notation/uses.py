"""The use of cards in a line: which ability is meant, the value it changes, and damage from an unnamed card."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from events.events import Move
from projections.games.ccg.components.cards import Ability
from projections.games.ccg.events import effects as f, moves as m
from projections.games.ccg.notation import claims, reach
from projections.games.ccg.notation.vocabulary import VALUE_CODES, VALUE_WORDS, Context, Cursor
from projections.games.ccg.rules.card_use import flash_of
from projections.games.ccg.rules.windows import asks
from projections.games.ccg.state.names import face_name
from projections.games.ccg.state.position import Position
from projections.games.ccg.state.values import NOBODY, abilities, face_of
from projections.notation.cursor import QuestionError, SlipError

AIMED: Final = (">", "on", "for", "supports", "against", "at")
"""The words or signs of a line that come before the target of a card's use."""

_OTHERWISE: Final = "otherwise"
"""Key, in a parsed move's values, for a written change that the card does not make.

The value is a tuple: value of the Creature, amount, ability, and the error for this change.
"""


def _specials(position: Position, number: int | str) -> Sequence[Ability]:
    card = position.at(number) if isinstance(number, int) else None
    return abilities(position, card, "special") if card else ()


def _ability(position: Position, card: int | str, place: int) -> Ability | None:
    if isinstance(card, str):
        return flash_of(position.cards.card.get(card, NOBODY))
    specials = _specials(position, card)
    return specials[place - 1] if 0 < place <= len(specials) else None


def which_ability(context: Context) -> int | None:
    """Read `(2)`, the number of a Special ability. Raises QuestionError if the card has several and none is named."""
    number: int | None = context.cursor.number()
    count = len(_specials(context.position, context.values["card"]))
    if number is None and count > 1:
        line, (_, end) = context.cursor.line, context.spans["name"]
        choices = [f"{line[:end]} ({place}){line[end:]}" for place in range(1, count + 1)]
        raise QuestionError("this card has several Special abilities: which one is meant?", choices)
    return number


def _due_amount(ability: Ability) -> int:
    return -ability.amount if ability.what == "damage" else ability.amount


def _is_free(ability: Ability, value: str) -> bool:
    return ability.value == "either" and value in ("energy", "substance")


def signed(context: Context) -> int | None:
    """Read a signed amount after a value, `+1` or `-1`; return None if it is missing."""
    cursor = context.cursor
    if cursor.now not in ("+", "-") or not cursor.after.isdecimal():
        return None
    sign = -1 if cursor.now == "-" else 1
    cursor.at += 1
    number = cursor.number()
    return None if number is None else sign * number


def value_changed(context: Context) -> str | None:
    """Read which value (Energy or Substance) a used card changes. Return "" if the card leaves no choice.

    A wrong amount is kept for `states_change`.

    Raises:
        SlipError: the card does not change this value.
    """
    cursor: Cursor = context.cursor
    position, card = context.position, context.values["card"]
    chosen, at = cursor.skip("value"), cursor.at
    value = cursor.phrase(VALUE_WORDS)
    ability = _ability(position, card, context.values.get("ability", 1))
    if value is None or chosen or ability is None:
        return value
    used = position.at(card) if isinstance(card, int) else None
    called = face_name(position, used.face if used else str(card))
    if ability.value != value and not _is_free(ability, value):
        cursor.at = at
        known = ("energy", "substance") if ability.value in ("either", "both") else (ability.value,)
        codes = {VALUE_CODES[one]: VALUE_CODES[one] for one in known if one}
        raise cursor.slip(f"{called} does not change this value", codes)
    at, amount, due = cursor.at, signed(context), _due_amount(ability)
    if amount not in (None, due):
        behind, cursor.at = cursor.at, at + 1
        slip = cursor.slip(f"{called} changes it by {due:+}", {str(abs(due)): str(abs(due))})
        context.values[_OTHERWISE], cursor.at = (value, amount, ability, slip), behind
    return value if ability.value == "either" else ""


def states_change(context: Context, _value: str) -> None:
    """Record another amount by which the line changes a value. Raises SlipError if an answer may come first."""
    if _OTHERWISE not in context.values:
        return
    position, (value, amount, ability, slip) = context.position, context.values[_OTHERWISE]
    targets, card = context.values.get("targets", ()), context.values["card"]
    if len(targets) != 1 or ability.what not in ("raise", "damage") or asks(position, context.seat, ability, targets):
        raise slip
    used = position.at(card) if isinstance(card, int) else None
    face = (used.clone or used.face) if used else card
    context.states(f.ChangeBegan(targets[0], value, amount, face, used.n if used else 0))


def _value_words(context: Context, value: str, card: int | str, place: int = 1) -> str:
    ability = _ability(context.position, card, place)
    amount = f"{_due_amount(ability):+}" if ability and ability.what in ("raise", "damage") else ""
    if value and not (ability and _is_free(ability, value)):
        return f"value {VALUE_CODES.get(value, value)}"
    changed = value or (ability.value if ability and amount else "")
    return f"{VALUE_CODES[changed]}{amount}" if changed in VALUE_CODES else ""


def use_parts(context: Context) -> Mapping[str, Any]:
    """Return the values, by slot name, for writing the line of a card's use."""
    move = context.move
    assert isinstance(move, m.UseSpecial | m.PlayFlash)
    place = getattr(move, "ability", 1)
    which = place if place != 1 or len(_specials(context.position, move.card)) > 1 else None
    value = _value_words(context, move.value, move.card, place)
    return {**msgspec.structs.asdict(move), "ability": which, "value": value}


def supports(context: Context) -> bool:
    """Return whether a Sided card gives Support: it is a Creature, and the amount is not negative."""
    return _is_creature(context) and (context.values.get("amount") or 0) >= 0


def uses_special(context: Context) -> bool | None:
    """Return True if the line Sides a card to use its ability, None if it Sides a Creature to give Support."""
    cursor, at = context.cursor, context.cursor.at
    aimed = _is_creature(context) and cursor.skip(*AIMED)
    supported = aimed and not _is_lowered(cursor, context)
    cursor.at = at
    return None if supported else True


def _is_creature(context: Context) -> bool:
    card = context.position.at(context.values["card"])
    return card is None or face_of(context.position, card).type == "creature"


def _is_lowered(cursor: Cursor, context: Context) -> bool:
    """Return whether a target and a negative amount follow at the cursor, as in `Yeti Sub-1`."""
    try:
        reach.card_named(cursor, reach.Reach(context.position, context.seat))
    except (SlipError, QuestionError):
        return False
    claims.values_here(cursor)
    return cursor.phrase(VALUE_WORDS) is not None and cursor.now == "-" and cursor.after.isdecimal()


def states_amount(context: Context, amount: int) -> None:
    """Record the amount of Support that the line says, if it differs from the Creature's own Support."""
    number, target, value = (context.values[name] for name in ("card", "target", "value"))
    card = context.position.at(number)
    if card and amount != card.support:
        context.states(f.ChangeBegan(target, value, amount, card.face, number))


def support_parts(context: Context) -> Mapping[str, Any]:
    """Return the values, by slot name, for writing a line of Support; `amount` only if it is the Creature's own."""
    move = context.move
    assert isinstance(move, m.GiveSupport)
    card = context.position.at(move.card)
    amount = card.support if card else 0
    due = card is not None and f.ChangeBegan(move.target, move.value, amount, card.face, card.n) in context.events
    return {"card": move.card, "target": move.target, "value": move.value, "amount": amount if due else None}


def damages(context: Context) -> Sequence[Move]:
    """Return the move that uses the seat's card to do the damage of a line: `DAMAGE: J."Dulciens" Sub-1 by "Daemons"`.

    Raises:
        SlipError: no card of the seat does this damage.
        QuestionError: several cards do this damage.
    """
    values, span = context.values, context.spans["value"]
    amount = values.get("amount")
    found = [way for way in _ways(context) if way[0] in values.get("by", way[:1])]
    if not found:
        raise SlipError("no card of yours does this damage now", [span], {})
    target = reach.named(reach.Reach(context.position, context.seat), values["target"])
    aim = f" > {target} {VALUE_CODES[values['value']]}{'' if amount is None else f'{amount:+}'}"
    if len(found) > 1:
        raise QuestionError("which card does this?", [f"{begun}{aim}" for _, begun, _ in found])
    return (found[0][2],)


def _ways(context: Context) -> Iterator[tuple[str, str, Move]]:
    """Yield each use of the seat's cards that does the damage of a line: card id, start of its own line, move."""
    position, seat, aim = context.position, context.seat, (context.values["target"],)
    for card in position.lying(position.zone, seat):
        specials = [] if card.sided else abilities(position, card, "special")
        for place, ability in enumerate(specials, 1):
            if (value := _damaged(context, ability)) is not None:
                name = reach.named(reach.Reach(position, seat, sided=False), card.n)
                begun = f"SPECIAL: {name} ({place})" if len(specials) > 1 else f"SPECIAL: {name}"
                yield card.face, begun, m.UseSpecial(seat, card.n, place, aim, value=value)
    for face in dict.fromkeys(position.hands.get(seat, ())):
        flash = flash_of(position.cards.card.get(face, NOBODY))
        if flash is not None and (value := _damaged(context, flash)) is not None:
            yield face, f"FLASH: {reach.faced(position, face)}", m.PlayFlash(seat, face, aim, value=value)


def _damaged(context: Context, ability: Ability) -> str | None:
    """Return the value to choose so that an ability does a line's damage: "" if it has no choice, None if it cannot."""
    value, amount = context.values["value"], context.values.get("amount")
    fits = ability.what == "damage" and amount in (None, -ability.amount)
    if not fits or not (ability.value == value or _is_free(ability, value)):
        return None
    return value if ability.value == "either" else ""
