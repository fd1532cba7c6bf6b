"""Chance results that the writer saw, after the move that caused them: cards, tiles, orders, dice.

| written | saw |
| --- | --- |
| `draws "Fez" ?`, `card +2?` | Timey-Wimey cards drawn, one of them unseen |
| `shows "Sutekh"`, `anomaly "Into the Dalek"` | what was turned up: Location, Dilemma, Companion, Time Anomaly |
| `rolls 2` | faces of dice by number |
| `shuffled "Ace" + 2 ?` | an order from the top down, one such word for each shuffle |
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from events.events import UNKNOWN, Rolled
from projections.contracts import ObservedChance
from projections.games.daleks.events import moves as m
from projections.games.daleks.notation.dice_words import faces_words, pool_now, read_faces, row_words, told_dice
from projections.games.daleks.notation.references import ANY, named, stands_named, thing_here, thing_named
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.vocabulary import AND, COLOUR_WORDS, SYMBOL_WORDS, Context, seat_spelt
from projections.games.daleks.rules import challenge, timey_wimey
from projections.games.daleks.state import fields, tray
from projections.games.daleks.state.position import BEFORE_RESOLVING, Position
from projections.notation import chance_words, recorded_chance
from projections.notation.argument_type import Chance
from projections.notation.cursor import QuestionError

_DRAWS: Final = ("draws", "drew", "draw")
_CARDS: Final = ("card", "cards")
_UNKNOWN: Final = ("?", "unknown")
_MOST, _MOST_DRAWN = 200, 20


def ask_whose(context: Context, at: int) -> None:
    """Ask where a result belongs if it is written early: a failure takes effect only after the last asked seat passed.

    Raises:
        QuestionError: the result is written after the caller's move; `at` is the index of its first word.
    """
    led, before = context.led if isinstance(context.move, m.Resolve) else None, context.position
    window = led.window if led is not None else None
    if window is not None and window.name == BEFORE_RESOLVING and before.window is None:
        asked = seat_spelt(before.seats, window.awaited[-1])
        end = context.cursor.words[at - 1].end
        raise QuestionError(
            f'{asked} may play a card first; write the result after "{asked} PASS"', (context.cursor.line[:end],)
        )


def _seen(context: Context) -> ObservedChance | None:
    """Parse the next chance result, such as `rolls 2`, or return None. Ask whose result it is (`ask_whose`)."""
    at = context.cursor.at
    seen = _seen_here(context)
    if seen is not None:
        ask_whose(context, at)
    return seen


def _seen_here(context: Context) -> ObservedChance | None:
    """Parse a chance result such as `rolls 2`, or return None. Raises SlipError if a card or face is missing."""
    cursor = context.cursor
    if cursor.skip("rolls", "rolled"):
        return ObservedChance(faces=(_numbers(context),))
    if cursor.skip("shuffled"):
        return ObservedChance(orders=(_order(context),))
    if cursor.skip("shows", "turns", "showing"):
        return ObservedChance(items=tuple(RESULTS.seen(cursor, AND, lambda: _item(context))))
    if _skip_to_anomaly(context):
        message = "a Time Anomaly is expected"
        return ObservedChance(items=(UNKNOWN if cursor.skip("?") else thing_named(context, message, "anomaly"),))
    if cursor.now.startswith("@"):
        return ObservedChance(receipt=cursor.receipt())
    cards = _cards(context)
    return None if cards is None else ObservedChance(cards=cards)


def _numbers(context: Context) -> tuple[int, ...]:
    found = [context.cursor.want_number("the face of a die is expected")]
    while (number := context.cursor.number()) is not None:
        found.append(number)
    return tuple(found)


def _skip_to_anomaly(context: Context) -> bool:
    """Skip `anomaly`, `time anomaly` or `draws an anomaly`, if it is next. Return whether it was."""
    cursor, at = context.cursor, context.cursor.at
    cursor.skip(*_DRAWS)
    cursor.skip("an", "a")
    cursor.skip("time")
    found = bool(cursor.skip("anomaly")) and not cursor.is_at("", "=")
    cursor.at = cursor.at if found else at
    return found


def _cards(context: Context) -> tuple[str, ...] | None:
    """Parse the cards drawn: `draws "Fez" ?`, `draws a card`, `card +2?`, `+2 cards "Fez"`; None if not present."""
    cursor = context.cursor
    if not (cursor.is_at(*_CARDS) and cursor.after in ("", "=")) and cursor.skip(*_DRAWS, *_CARDS):
        cursor.skip("+", ":")
    elif _are_counted(context):
        cursor.skip("+")
    else:
        return None
    at = cursor.at
    count: int | None = None if stands_named(context, "timey") else 1 if cursor.skip("a") else cursor.number()
    if count is not None and count > _MOST_DRAWN:
        cursor.at = at
        raise cursor.slip(f"at most {_MOST_DRAWN} cards can be drawn at once", {"?": "?"})
    cursor.skip(*_CARDS)
    cards: list[str] = []
    while (card := _drawn(context, joints=AND if cards else ())) is not None:
        cards.append(card)
    if count is None and not cards:
        raise cursor.slip("the cards drawn are expected, +1? or their names", {"?": "?"})
    if count is not None and len(cards) > count:
        cursor.at = at
        raise cursor.slip(f"{len(cards)} cards are named here", {str(count): str(len(cards))})
    return (*cards, *[UNKNOWN] * ((count or 0) - len(cards)))


def _are_counted(context: Context) -> bool:
    """Return whether `2 cards` or `+2 cards` is next. In `+1, card +2` the first number counts tokens."""
    cursor = context.cursor
    number, *behind = cursor.words[cursor.at + (cursor.now == "+") :][:4] or [None]
    texts = [word.text for word in behind]
    if cursor.quoted or number is None or not number.text.isdecimal() or texts[:1] not in (["card"], ["cards"]):
        return False
    return "," not in cursor.line[number.end : behind[0].start] and texts[1:2] != ["+"]


def _drawn(context: Context, joints: Sequence[str]) -> str | None:
    """Parse one drawn Timey-Wimey card and return its id, `?` for an unseen card; None if no card is next."""
    cursor, at = context.cursor, context.cursor.at
    if cursor.is_at(*joints) and not RESULTS.stands(cursor):
        cursor.at += 1
    if cursor.skip(*_UNKNOWN):
        return UNKNOWN
    found = None
    if stands_named(context, "timey") or not stands_named(context, *ANY):
        held = context.position.hands.get(context.seat, ())
        found = thing_here(context, "a Timey-Wimey card is expected, or ?", "timey", held=held)
    cursor.at = at if found is None else cursor.at
    return found


def _item(context: Context) -> str | None:
    """Parse the card or tile that was turned up, by name, `?` if unseen; None if not present."""
    if context.cursor.skip(*_UNKNOWN):
        return UNKNOWN
    return thing_here(context, "say what was turned up, or ?", *ANY)


def _order(context: Context) -> tuple[str, ...]:
    """Parse the order of a shuffled deck from the top down, with counts of equal cards: `"Ace" + 2 ?`."""
    cursor, row = context.cursor, list[str]()
    while not row or _goes_on(context):
        cursor.skip(*AND if row else ())
        number = cursor.number()
        thing = _item(context)
        if thing is None:
            raise cursor.slip("a card is expected, or ?", {"?": "?"})
        count = 1 if number is None else number
        if len(row) + count > _MOST:
            cursor.at -= 1
            raise cursor.slip(f"that is more than {_MOST} cards", {})
        row += [thing] * count
    return tuple(row)


def _goes_on(context: Context) -> bool:
    """Return whether the order of the deck continues with `+`, a count or a name."""
    cursor = context.cursor
    if cursor.is_at("", "="):
        return False
    if cursor.is_at(*AND, "?"):
        return not RESULTS.stands(cursor)
    return bool(cursor.quoted) or cursor.now.isdecimal() or stands_named(context, *ANY)


def _rest(context: Context) -> str:
    """Return the text of a move's chance results for its line, except dice that the move's own words contain."""
    told = bool(_own_words(context))
    events = [event for event in context.events if not (told and isinstance(event, Rolled))]
    name = partial(_named, context.position)
    seen = chance_words.seen_words(events, lambda card: named(context.position, card, "timey"), name, name)
    return " ".join(filter(None, [*(chance_words.ticket_words(context.events) if told else ()), seen]))


def _named(position: Position, ident: str) -> str:
    return named(position, ident, *ANY)


SEEN: Final = Chance[Position](what="what was seen", read=_seen, write=_rest, reach=1)
"""How a line gives the chance results after any move, except for dice that are part of the move's own words."""


def _fallen_names(context: Context) -> tuple[str, ...]:
    position, now = context.position, context.position.adventure
    match context.move:
        case m.ReRoll(dice=dice):
            return tuple(dict.fromkeys(dice))
        case m.ReRollByTokens(die=die):
            return (die,)
        case m.SpendBlack(player=seat, die=die):
            return tuple(one.name for one in tray.dice_left(pool_now(position, seat)) if one.name != die)
        case m.PlayTimey():
            return _rolled_by_card(position, context.move)
        case m.RollDice() if now is not None:
            return tuple(die.name for die in tray.dice_left(*now.pools))
        case _:
            return ()


def _rolled_by_card(position: Position, move: m.PlayTimey) -> tuple[str, ...]:
    """Return the names of the dice that a card re-rolls: all dice of a colour in a pool."""
    card, seat = position.box.timey.get(move.card), timey_wimey.pool_played_on(position, move)
    icon = next((icon for icon in card.icons if icon.does == "reroll"), None) if card else None
    return timey_wimey.dice_of(position, seat, timey_wimey.chosen_colour(icon, move)) if icon else ()


def _faces(context: Context) -> ObservedChance | None:
    """Parse the rolled faces, `B(Ru St) U(Sc Sc Sc)`, after optional filler words; None if neither is next."""
    cursor, start, now = context.cursor, context.cursor.at, context.position.adventure
    while cursor.skip("roll", "the", "all", "both", "pools", "dice", "please", "to"):
        pass
    names = told_dice(context)
    if names and not cursor.quoted and cursor.now in SYMBOL_WORDS:
        raise cursor.slip("write the colour of the dice before their symbols, such as B(Ru St)", {})
    if names and not cursor.quoted and (cursor.now in COLOUR_WORDS or cursor.now.upper() in names):
        context.values["rolled"] = names if now else ()
        return ObservedChance(faces=(read_faces(context, names),))
    if cursor.skip("?"):
        return ObservedChance(faces=(recorded_chance.UNTOLD,))
    return ObservedChance() if cursor.at > start else None


def _row(context: Context) -> ObservedChance | None:
    """Parse re-rolled faces, `-> (Ru Sc)`, or `-> roll` if the dice are still to be rolled; None if neither is next."""
    cursor, names = context.cursor, _fallen_names(context)
    if not names and isinstance(context.move, m.PlayTimey):
        return None
    if not cursor.skip(">"):
        if not (cursor.is_at(":", "=") and cursor.after in SYMBOL_WORDS):
            return None
        cursor.at += 1
    cursor.skip("roll")
    return ObservedChance() if cursor.now in ("", "=") else ObservedChance(faces=(read_faces(context, names),))


_FACES: Final = 6
"""The number of faces of the TARDIS die."""


def _tardis_die(context: Context) -> ObservedChance | None:
    """Parse the result of the TARDIS die, `choice`, `decides "Karn"` or `2`, or `roll` if it is still to be rolled."""
    cursor, start, faces = context.cursor, context.cursor.at, context.position.box.setting.choose_faces
    cursor.skip(":", ">")
    if faces > 0 and cursor.skip("choice", "choose", "chooses"):
        return ObservedChance(faces=((1,),))
    if faces < _FACES and cursor.skip("decides", "decide"):
        cursor.skip(":", ">")
        location = thing_here(context, "a Location is expected", "location")
        return ObservedChance(faces=((faces + 1,),), items=() if location is None else (location,))
    if (face := cursor.number()) is not None:
        if not 1 <= face <= _FACES:
            cursor.at -= 1
            raise cursor.slip("the TARDIS die has faces 1 to 6", {str(n): str(n) for n in range(1, _FACES + 1)})
        return ObservedChance(faces=((face,),))
    cursor.skip("roll", "rolls")
    return ObservedChance() if cursor.at > start else None


def _own_words(context: Context) -> str:
    """Return the text of a roll to write inside its move, or "" if the move has several rolls or cannot contain it."""
    rolled, position = [event for event in context.events if isinstance(event, Rolled)], context.position
    if len(rolled) != 1:
        led = context.led if isinstance(context.move, m.RollDice) and not rolled else None
        now = led.adventure if led is not None else None
        return "?" if now is not None and challenge.is_untold(now) else ""
    fell, names = rolled[0], _fallen_names(context)
    if isinstance(context.move, m.RollTardis):
        faces, face = position.box.setting.choose_faces, fell.faces[0]
        return "choice" if face == 1 and faces > 0 else "decides" if face == faces + 1 else str(face)
    if names != tuple(fell.die.split()):
        return ""
    if isinstance(context.move, m.RollDice):
        return faces_words(position, names, fell.faces)
    row = row_words(position, names, fell.faces)
    return f"-> {row}" if row else ""


FACES: Final = Chance[Position](what="what the dice show", read=_faces, write=_own_words)
ROW: Final = Chance[Position](
    what="what the dice show", read=_row, write=_own_words, words=lambda _context: {">": ">"}
)  # fmt: skip
TARDIS_DIE: Final = Chance[Position](
    what="what the TARDIS die shows", read=_tardis_die, write=_own_words,
    words=lambda _context: {"choice": "choice", "decides": "decides"},
)  # fmt: skip


def _found(context: Context) -> ObservedChance | None:
    cursor, start, found = context.cursor, context.cursor.at, list[str]()
    cursor.skip("two", "2", ":")
    cursor.skip("location", "locations", ":")
    at = cursor.at
    while (location := thing_here(context, "a Location is expected", "location")) is not None:
        found.append(location)
        at = cursor.at
        if not RESULTS.stands(cursor):
            cursor.skip(*AND)
    cursor.at = at
    return ObservedChance(items=tuple(found)) if cursor.at > start else None


def _tokens_left(context: Context) -> str:
    after = context.led
    return "" if after in (None, context.position) else f"= {fields.FIELDS.claim(f'tokens {context.seat}', after)}"


FOUND: Final = Chance[Position](what="Locations", read=_found, write=lambda _context: "")
TOKENS_LEFT: Final = Chance[Position](what="the tokens", read=None, write=_tokens_left)
"""The number of tokens after a charge, written as a board statement."""
