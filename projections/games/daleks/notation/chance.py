"""What a writer saw of chance, behind the move that it came of: cards drawn, tiles turned up, orders, dice.

| written | saw |
| --- | --- |
| `draws "Fez" ?` | Timey-Wimey cards drawn, one that was not seen among them |
| `shows "Sutekh"` | what was turned up: a Location, a Dilemma, a Companion, a Time Anomaly |
| `rolls 2` | faces of dice by their numbers |
| `shuffled "Ace" + 2 ?` | an order from the top down, one such word for each shuffle |
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from events.facts import UNKNOWN, Drawn, Fact, Revealed, Rolled, Shuffled
from projections.games.daleks.facts import moves as m
from projections.games.daleks.notation.dice_words import faces_words, pool_now, read_faces, row_words
from projections.games.daleks.notation.references import ANY, named, stands_named, thing_named
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.vocabulary import AND, COLOUR_WORDS, SYMBOL_WORDS, Cursor, Said
from projections.games.daleks.rules.timey_wimey import pool_played_on
from projections.games.daleks.state.fields import FIELDS
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.tray import dice_left, pool_of
from projections.notation.slot import Chance
from projections.terms import Seen

_DRAWS: Final = ("draws", "drew")
_SHOWS: Final = ("shows", "turns", "showing")
_UNKNOWN: Final = ("?", "unknown")
_MOST, _PILES = 200, 8
_COUNTS: Final = {"a": 1, "one": 1, "two": 2, "three": 3, **{str(number): number for number in range(1, 21)}}


def read_chance(cursor: Cursor, position: Position, seat: str) -> Seen:
    """What was seen of chance, in any order of its kinds; nothing where no such word stands here.

    Raises:
        SlipError: a card or a face is missing behind its word.
    """
    faces: list[tuple[int, ...]] = []
    cards: list[str] = []
    items: list[str] = []
    orders: list[tuple[str, ...]] = []
    while True:
        if cursor.is_at(*_DRAWS) and _behind(cursor) in (["anomaly"], ["time", "anomaly"]):
            cursor.at += 1
            return Seen(tuple(faces), tuple(cards), tuple(items), tuple(orders))
        if cursor.is_at(*_DRAWS) and _counted(cursor):
            cards += [UNKNOWN] * _count(cursor)
        elif cursor.skip(*_DRAWS):
            cards += RESULTS.seen(cursor, AND, lambda: read_drawn(cursor, position, seat))
        elif cursor.skip(*_SHOWS):
            items += RESULTS.seen(cursor, AND, lambda: item_named(cursor, position))
        elif cursor.skip("rolls", "rolled"):
            faces.append(_numbers(cursor))
        elif cursor.skip("shuffled"):
            orders.append(_order(cursor, position, len(orders)))
        else:
            return Seen(tuple(faces), tuple(cards), tuple(items), tuple(orders), cursor.receipt())


def _counted(cursor: Cursor) -> bool:
    """Whether cards are only counted behind this word: `draws 2 cards`, `draws a card`."""
    behind = _behind(cursor)
    return len(behind) > 1 and behind[0] in _COUNTS and behind[1] in ("card", "cards")


def _behind(cursor: Cursor) -> list[str]:
    """The next two words that no name in quotation marks begins; an anomaly's alone."""
    words = [word.text for word in cursor.words[cursor.at + 1 : cursor.at + 3] if not cursor.quotes(word.start)]
    return words[:1] if words[:1] == ["anomaly"] else words


def _count(cursor: Cursor) -> int:
    cursor.at += 1
    count = _COUNTS[cursor.now]
    cursor.at += 2
    return count


def _numbers(cursor: Cursor) -> tuple[int, ...]:
    found = [cursor.want_number("the face of a die is expected")]
    while (number := cursor.number()) is not None:
        found.append(number)
    return tuple(found)


def read_drawn(cursor: Cursor, position: Position, seat: str) -> str | None:
    """The Timey-Wimey card drawn that stands here, `?` for one that was not seen; None where none does."""
    if cursor.skip(*_UNKNOWN):
        return UNKNOWN
    if not stands_named(cursor, position, "timey") and (not cursor.quoted or stands_named(cursor, position, *ANY)):
        return None
    held = position.hands.get(seat, ())
    return thing_named(cursor, position, "a Timey-Wimey card is expected, or ?", "timey", held=held)


def item_named(cursor: Cursor, position: Position) -> str | None:
    """What was turned up, by its name, `?` where it was not seen; None where nothing stands here."""
    if cursor.skip(*_UNKNOWN):
        return UNKNOWN
    if not cursor.quoted and not stands_named(cursor, position, *ANY):
        return None
    return thing_named(cursor, position, "what was turned up is expected, or ?", *ANY)


def _order(cursor: Cursor, position: Position, before: int) -> tuple[str, ...]:
    """An order from the top down, equal things counted: `"Ace" + 2 ?`."""
    if before == _PILES:
        raise cursor.slip(f"no more than {_PILES} piles are shuffled at a time", {})
    row: list[str] = []
    while not row or _more(cursor, position):
        if row:
            cursor.skip(*AND)
        number = cursor.number()
        thing = item_named(cursor, position)
        if thing is None:
            raise cursor.slip("a card is expected, or ?", {"?": "?"})
        count = 1 if number is None else number
        if count > _MOST or len(row) + count > _MOST:
            cursor.at -= 1
            raise cursor.slip(f"that is more than {_MOST} cards", {})
        row += [thing] * count
    return tuple(row)


def _more(cursor: Cursor, position: Position) -> bool:
    """Whether an order goes on here: with a sign, a number or a name."""
    if cursor.is_at("", "="):
        return False
    if cursor.is_at(*AND, "?"):
        return not RESULTS.stands(cursor)
    return bool(cursor.quoted) or cursor.now.isdecimal() or stands_named(cursor, position, *ANY)


# Dice that a move rolls, behind its own words


def rolled_names(position: Position) -> tuple[str, ...]:
    """The dice that a roll rolls: those of both pools."""
    now = position.adventure
    return tuple(die.name for die in dice_left(*now.pools)) if now else ()


def _rolled_again(said: Said) -> tuple[str, ...]:
    """The dice that a move rolls again."""
    match said.move:
        case m.ReRoll(dice=dice):
            return tuple(dict.fromkeys(dice))
        case m.ReRollByTokens(die=die):
            return (die,)
        case m.SpendBlack(player=seat, die=die):
            return tuple(one.name for one in dice_left(pool_now(said.position, seat)) if one.name != die)
        case m.PlayTimey():
            return _rolled_by_card(said.position, said.move)
        case _:
            return ()


def _rolled_by_card(position: Position, move: m.PlayTimey) -> tuple[str, ...]:
    """The dice that a card re-rolls: all of a colour in a pool."""
    card, now = position.box.timey.get(move.card), position.adventure
    icon = next((icon for icon in card.icons if icon.does == "reroll"), None) if card else None
    if icon is None or now is None:
        return ()
    colour = move.colour if len(icon.colours) > 1 else icon.colours[0]
    pool = pool_of(now, pool_played_on(position, move))
    return tuple(die.name for die in dice_left(pool) if die.colour == colour)


def _faces(said: Said) -> Seen | None:
    """`B(Ru St) U(Sc Sc Sc)`, behind words that say nothing."""
    cursor, start, names = said.cursor, said.cursor.at, rolled_names(said.position)
    while cursor.skip("roll", "the", "all", "both", "pools", "dice", "please", "to"):
        pass
    if names and not cursor.quoted and cursor.now in SYMBOL_WORDS:
        raise cursor.slip("the colour of the dice stands before what they show, such as B(Ru St)", {})
    if names and not cursor.quoted and (cursor.now in COLOUR_WORDS or cursor.now.upper() in names):
        return Seen(faces=(read_faces(cursor, said.position, names),))
    return Seen() if cursor.at > start else None


def _row(said: Said) -> Seen | None:
    """`-> (Ru Sc)`: what dice show that were rolled again; `-> roll` where they are still to fall."""
    cursor, names = said.cursor, _rolled_again(said)
    if not names and isinstance(said.move, m.PlayTimey):
        return None
    if not cursor.skip(">"):
        if not (cursor.is_at(":", "=") and cursor.after in SYMBOL_WORDS):
            return None
        cursor.at += 1
    cursor.skip("roll")
    return Seen() if cursor.now in ("", "=") else Seen(faces=(read_faces(cursor, said.position, names),))


_FACES: Final = 6
"""The faces of the TARDIS die."""


def _tardis_die(said: Said) -> Seen | None:
    """`choice`, `decides "Karn"`, `2`; `roll` where it is still to fall."""
    cursor, position, start = said.cursor, said.position, said.cursor.at
    faces = position.box.setting.choose_faces
    cursor.skip(":", ">")
    if faces > 0 and cursor.skip("choice", "choose", "chooses"):
        return Seen(faces=((1,),))
    if faces < _FACES and cursor.skip("decides", "decide"):
        cursor.skip(":", ">")
        items: tuple[str, ...] = ()
        if cursor.quoted or stands_named(cursor, position, "location"):
            items = (thing_named(cursor, position, "a Location is expected", "location"),)
        return Seen(faces=((faces + 1,),), items=items)
    if (face := cursor.number()) is not None:
        if not 1 <= face <= _FACES:
            cursor.at -= 1
            raise cursor.slip("the TARDIS die has faces 1 to 6", {str(n): str(n) for n in range(1, _FACES + 1)})
        return Seen(faces=((face,),))
    cursor.skip("roll", "rolls")
    return Seen() if cursor.at > start else None


def _found(said: Said) -> Seen | None:
    """`"Karn" "Telos"`: two Locations that were drawn."""
    cursor, position, start = said.cursor, said.position, said.cursor.at
    cursor.skip("two", "2", ":")
    cursor.skip("location", "locations", ":")
    found: list[str] = []
    while cursor.quoted or stands_named(cursor, position, "location"):
        found.append(thing_named(cursor, position, "a Location is expected", "location"))
        at = cursor.at
        if not RESULTS.stands(cursor):
            cursor.skip(*AND)
        if not (cursor.quoted or stands_named(cursor, position, "location")):
            cursor.at = at
            break
    return Seen(items=tuple(found)) if cursor.at > start else None


# Written


def _own(said: Said) -> tuple[str, Fact | None]:
    """What a move's own words tell of chance, and the fact that they tell."""
    rolled = [fact for fact in said.facts if isinstance(fact, Rolled)]
    shown = [fact for fact in said.facts if isinstance(fact, Revealed)]
    position = said.position
    match said.move:
        case m.RollTardis() if len(rolled) == 1:
            faces, face = position.box.setting.choose_faces, rolled[0].faces[0]
            words = "choice" if face == 1 and faces > 0 else "decides" if face == faces + 1 else str(face)
            return words, rolled[0]
        case m.RollDice() if len(rolled) == 1:
            names, fell = rolled_names(position), rolled[0]
            words = faces_words(position, names, fell.faces) if names == tuple(fell.die.split()) else ""
            return words, fell if words else None
        case m.Recruit(companion="") if len(shown) == 1 and shown[0].item in position.box.companion:
            return f"shows {named(position, shown[0].item, 'companion')}", shown[0]
        case _ if len(rolled) == 1 and (names := _rolled_again(said)) == tuple(rolled[0].die.split()) and names:
            words = row_words(position, names, rolled[0].faces)
            return f"-> {words}" if words else "", rolled[0] if words else None
        case _:
            return "", None


def _own_words(said: Said) -> str:
    return _own(said)[0]


def _tokens_left(said: Said) -> str:
    after = said.led
    return "" if after in (None, said.position) else f"= {FIELDS.claim(f'tokens {said.seat}', after)}"


FACES: Final = Chance[Position](what="what the dice show", read=_faces, write=_own_words)
ROW: Final = Chance[Position](
    what="what the dice show", read=_row, write=_own_words, words=lambda _said: {">": ">"}
)  # fmt: skip
TARDIS_DIE: Final = Chance[Position](
    what="what the TARDIS die shows", read=_tardis_die, write=_own_words,
    words=lambda _said: {"choice": "choice", "decides": "decides"},
)  # fmt: skip
FOUND: Final = Chance[Position](what="Locations", read=_found, write=lambda _said: "")
RECRUITED: Final = Chance[Position](what="a Companion", read=None, write=_own_words)
TOKENS_LEFT: Final = Chance[Position](what="the tokens", read=None, write=_tokens_left)
"""How many tokens there are then, which is claimed behind a charge."""


def _rest(said: Said) -> str:
    return chance_words(said.facts, said.position, *filter(None, (_own(said)[1],)))


SEEN: Final = Chance[Position](what="what was seen", read=None, write=_rest)
"""All else that was seen, which is read with the results behind a move."""


def chance_words(facts: Sequence[Fact], position: Position, *told: Fact) -> str:
    """What these facts hold of chance, but for what the line has `told` already."""
    left = [fact for fact in facts if not any(fact is other for other in told)]
    cards = [card for fact in left if isinstance(fact, Drawn) for card in fact.cards]
    items = [fact.item for fact in left if isinstance(fact, Revealed)]
    orders = [fact.order for fact in left if isinstance(fact, Shuffled)]
    words = [f"rolls {' '.join(map(str, fact.faces))}" for fact in left if isinstance(fact, Rolled)]
    if any(card != UNKNOWN for card in cards):
        words.append(f"draws {' '.join(named(position, card, 'timey') for card in cards)}")
    if any(item != UNKNOWN for item in items):
        words.append(f"shows {' '.join(named(position, item, *ANY) for item in items)}")
    if any(card != UNKNOWN for order in orders for card in order):
        words += [f"shuffled {_order_words(position, order)}" for order in orders if order]
    return " ".join(words)


def _order_words(position: Position, row: Sequence[str]) -> str:
    parts = []
    for ident, same in groupby(row):
        count = len(list(same))
        parts.append(f"{count if count > 1 else ''} {named(position, ident, *ANY)}".strip())
    return " + ".join(parts)
