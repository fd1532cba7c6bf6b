"""Lines that use cards: Support, Special abilities, Flash cards, with what they aim at and are paid with."""

from collections.abc import Iterator
from typing import Final

from projections.games.ccg.components.cards import Ability
from projections.games.ccg.facts import moves as m
from projections.games.ccg.facts.effects import ChangeBegan
from projections.games.ccg.notation.claims import about_card, values_claimed
from projections.games.ccg.notation.reach import Reach, card_named, cards_named, face_named, faced, named
from projections.games.ccg.notation.sentence import Sentence
from projections.games.ccg.notation.stated import RESULTS
from projections.games.ccg.notation.vocabulary import VALUE_CODES, VALUE_WORDS, Cursor, titles
from projections.games.ccg.rules.card_use import flash_of
from projections.games.ccg.state.names import face_name
from projections.games.ccg.state.position import Position
from projections.games.ccg.state.values import NOBODY, abilities, face_of
from projections.notation.cursor import QuestionError, SlipError

_AT: Final = (">", "on", "for", "supports", "against", "at")
_TO: Final = ("to", "into")
_PAY: Final = ("pay", "pays", "paying", "paid", "side", "siding", "sacrifice")
Use = m.UseSpecial | m.PlayFlash


def read_side(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`SIDE: "Corporal" > "The Watcher" Sub+1`: Support of a Creature; of anything else a Special ability."""
    at = cursor.at
    card = position.at(_user(cursor, position, seat))
    values_claimed(cursor, "")
    kind = face_of(position, card).type if card else "creature"
    supports = kind == "creature" and cursor.skip(*_AT) and not _is_damaged(cursor, position, seat)
    cursor.at = at
    return (read_support if supports else read_special)(cursor, position, seat)


def _is_damaged(cursor: Cursor, position: Position, seat: str) -> bool:
    """Whether a target and an amount to be taken off it stand here."""
    try:
        card_named(cursor, Reach(position, seat))
    except (SlipError, QuestionError):
        return False
    values_claimed(cursor, "")
    return cursor.phrase(VALUE_WORDS) is not None and cursor.now == "-" and cursor.after.isdecimal()


def _user(cursor: Cursor, position: Position, seat: str) -> int:
    return card_named(cursor, Reach(position, seat, sided=False), "a card that is Sided is expected")


def read_support(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`SUPPORT: "Corporal" > "The Watcher" Sub+1`: so much is added to the value named."""
    number = _user(cursor, position, seat)
    claims = list(values_claimed(cursor, about_card(position, number, "values")))
    if not cursor.skip(*_AT):
        raise cursor.slip("> and the Creature that is supported is expected", {">": ">"})
    target = card_named(cursor, Reach(position, seat), "the Creature that is supported is expected")
    claims += values_claimed(cursor, about_card(position, target, "values"))
    cursor.skip("+")
    before = cursor.number()
    value = cursor.changed("Energy or Substance is expected: E, Sub")
    found = Sentence(m.GiveSupport(seat, number, target, value), claims=tuple(claims), about=target)
    amount = before if before is not None else sign_of(cursor)
    card = position.at(number)
    if amount is not None and card and amount != card.support:
        found.states(ChangeBegan(target, value, amount, card.face, number))
    return [found]


def sign_of(cursor: Cursor) -> int | None:
    """The amount that stands behind a value, `+1` or `-1`; None where none does."""
    if cursor.now not in ("+", "-") or not cursor.after.isdecimal():
        return None
    sign = -1 if cursor.now == "-" else 1
    cursor.at += 1
    number = cursor.number()
    return None if number is None else sign * number


# Special abilities and Flash cards


def read_special(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`SPECIAL: "Daemons" > J."Dulciens" Sub-1 pay "Bok" to Fu`; `(2)` behind the card is its second ability."""
    at = cursor.at
    number = _user(cursor, position, seat)
    _, end = cursor.stretch(at)
    card = position.at(number)
    claims = values_claimed(cursor, about_card(position, number, "values"))
    specials = abilities(position, card, "special") if card else []
    place = cursor.number()
    if place is None and len(specials) > 1:
        choices = [f"{cursor.line[:end]} ({at}){cursor.line[end:]}" for at in range(1, len(specials) + 1)]
        raise QuestionError("it has several Special abilities; which is meant?", choices)
    place = 1 if place is None else place
    ability = specials[place - 1] if 0 < place <= len(specials) else None
    found = Sentence(m.UseSpecial(seat, number, place), claims=claims, about=number)
    return [_used(cursor, position, found, ability)]


def read_flash(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`FLASH: "Brain Transformer" > "The Watcher" Sup+1`."""
    face = face_named(cursor, position, position.hands.get(seat, ()), "a Flash of the hand is expected")
    ability = flash_of(position.cards.card.get(face, NOBODY))
    return [_used(cursor, position, Sentence(m.PlayFlash(seat, face)), ability)]


def _used(cursor: Cursor, position: Position, found: Sentence, ability: Ability | None) -> Sentence:
    """What a card is aimed at, which value it changes, what it is paid with and where to it moves a card."""
    use = found.move
    assert isinstance(use, Use)
    more, claims = lambda: not RESULTS.stands(cursor) and not _is_amount(cursor), list(found.claims)
    fields: dict[str, object] = {}
    while True:
        if "targets" not in fields and cursor.skip(*_AT):
            targets = cards_named(cursor, Reach(position, use.player), more, "a card in play is expected")
            fields["targets"], found.about = targets, targets[-1]
            claims += values_claimed(cursor, about_card(position, targets[-1], "values"))
        elif "paid" not in fields and cursor.skip(*_PAY):
            cursor.skip("with")
            reach = Reach(position, use.player, sided=False)
            fields["paid"] = cards_named(cursor, reach, more, "a card that pays is expected")
        elif "zone" not in fields and cursor.skip(*_TO):
            fields["zone"] = cursor.zone()
        elif "value" not in fields and (cursor.now in VALUE_WORDS or cursor.now == "value"):
            fields["value"] = value_choice(cursor, ability, _called(position, use))
        else:
            break
    found.move, found.claims = _with(use, fields), tuple(claims)
    return found


def _is_amount(cursor: Cursor) -> bool:
    """Whether a `+` here is that of an amount."""
    return cursor.after.isdecimal() and not cursor.quotes(cursor.words[cursor.at + 1].start)


def _called(position: Position, use: Use) -> str:
    card = position.at(use.card) if isinstance(use, m.UseSpecial) else None
    return face_name(position, card.face if card else str(use.card))


def _with(use: Use, fields: dict[str, object]) -> Use:
    if isinstance(use, m.UseSpecial):
        return m.UseSpecial(use.player, use.card, use.ability, **fields)  # type: ignore[arg-type]  # read field by field
    return m.PlayFlash(use.player, use.card, **fields)  # type: ignore[arg-type]  # as above


def value_choice(cursor: Cursor, ability: Ability | None, called: str) -> str:
    """The value that the use of a card names: a choice where the card leaves one, else what it does anyway.

    Raises:
        SlipError: the card changes another value, or by another amount.
    """
    if cursor.skip("value"):
        return cursor.changed("a value is expected: E, Sub, Sup")
    at = cursor.at
    value = cursor.changed("a value is expected: E, Sub, Sup")
    if ability is None:
        return value
    if ability.value not in ("either", value) or (ability.value == "either" and value == "support"):
        cursor.at = at
        known = ("energy", "substance") if ability.value in ("either", "both") else (ability.value,)
        raise cursor.slip(
            f"{called} does not change this", {VALUE_CODES[one]: VALUE_CODES[one] for one in known if one}
        )
    at = cursor.at
    amount, due = sign_of(cursor), due_amount(ability)
    if amount is not None and amount != due:
        cursor.at = at + 1
        raise cursor.slip(f"{called} changes it by {due:+}", {str(abs(due)): str(abs(due))})
    return value if ability.value == "either" else ""


def due_amount(ability: Ability) -> int:
    """By how much an ability changes a value."""
    return -ability.amount if ability.what == "damage" else ability.amount


# Damage without the card that does it


def read_damage(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`DAMAGE: J."Dulciens" Sub-1 by "Daemons"`: the one of one's cards that does just this now, where one does."""
    target = card_named(cursor, Reach(position, seat), "the Creature that is damaged is expected")
    values_claimed(cursor, "")
    start = cursor.at
    value = cursor.changed("the value that is damaged is expected: E, Sub")
    amount = sign_of(cursor)
    ways = list(_ways(position, seat, value, amount))
    if cursor.skip("by", "with", "from"):
        faces = cursor.title({spelling: face for face, _, _ in ways for spelling in _spellings(position, face)})
        ways = [way for way in ways if way[0] == faces]
    if not ways:
        cursor.at = start
        raise cursor.slip("no card of yours does this damage now", {})
    amounts = "" if amount is None else f"{amount:+}"
    body = f" > {named(Reach(position, seat), target)} {VALUE_CODES[value]}{amounts}"
    if len(ways) > 1:
        raise QuestionError("which card does this?", [f"{verb}: {card}{body}" for _, verb, card in ways])
    _, verb, card = ways[0]
    read = read_special if verb == "SPECIAL" else read_flash
    return read(Cursor(f"{card}{body}"), position, seat)


def _spellings(position: Position, face: str) -> list[str]:
    return [spelling for spelling, faces in titles(position).items() if face in faces.split()]


def _ways(position: Position, seat: str, value: str, amount: int | None) -> Iterator[tuple[str, str, str]]:
    """The uses of a seat's cards for this damage: the face, the verb, and the card as a line names it."""
    for card in position.lying(position.zone, seat):
        specials = abilities(position, card, "special")
        for at, ability in enumerate(specials, 1):
            if not card.sided and _damages(ability, value, amount):
                which = f" ({at})" if len(specials) > 1 else ""
                yield card.face, "SPECIAL", f"{named(Reach(position, seat, sided=False), card.n)}{which}"
    for face in dict.fromkeys(position.hands.get(seat, ())):
        flash = flash_of(position.cards.card.get(face, NOBODY))
        if flash and _damages(flash, value, amount):
            yield face, "FLASH", faced(position, face)


def _damages(ability: Ability, value: str, amount: int | None) -> bool:
    fits = ability.value == value or (ability.value == "either" and value != "support")
    return ability.what == "damage" and fits and amount in (None, -ability.amount)
