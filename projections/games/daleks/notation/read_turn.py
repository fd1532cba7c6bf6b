"""Lines of a turn beside travel and Adventure: the Doctor, Prepare, cards, the Daleks."""

from projections.games.daleks.components.box import COLOURS
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.effects import TokensGained, TokensPaid
from projections.games.daleks.notation.dice_words import read_faces
from projections.games.daleks.notation.naming import stands_further, thing_named
from projections.games.daleks.notation.sentence import Tale
from projections.games.daleks.notation.vocabulary import COLOUR_WORDS, Cursor, plain, seat_words
from projections.games.daleks.rules.icons import on_console
from projections.games.daleks.rules.timey_wimey import pool_played_on
from projections.games.daleks.state.names import roman
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.tray import dice_left, pool_of
from projections.terms import Seen

__all__ = [
    "read_charge", "read_daleks", "read_dismiss", "read_doctor", "read_install", "read_play", "read_uninstall",
    "read_use", "rerolled_by_card",
]  # fmt: skip


def read_doctor(cursor: Cursor, tale: Tale) -> None:
    """`DOCTOR: "Eleventh Doctor"`, `DOCTOR: 11`."""
    at = cursor.at
    number = None if cursor.quoted else cursor.phrase(_counted_doctors(tale.now))
    if number is None:
        cursor.at = at
        number = thing_named(cursor, tale.now, "a Doctor is expected", "doctor")
    cursor.skip("doctor")
    tale.say(m.ChooseDoctor(tale.seat, number))


_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth",
)  # fmt: skip
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def _counted_doctors(position: Position) -> dict[str, str]:
    """Doctors by their numbers, `4`, `4th` or `IV`, where their printed names begin with an ordinal."""
    words: dict[str, str] = {}
    for ident, doctor in position.box.doctor.items():
        first = plain(doctor.name).partition(" ")[0]
        if first in _ORDINALS:
            number = _ORDINALS.index(first) + 1
            words |= dict.fromkeys((str(number), f"{number}{_ENDINGS.get(number, 'th')}", roman(number).lower()), ident)
    return words


# Prepare


def read_charge(cursor: Cursor, tale: Tale) -> None:
    """`charge +2 = 4`, `charge 2`."""
    charged = tale.say(m.Charge(tale.seat), counts=f"tokens {tale.seat}")
    if (tokens := cursor.number()) is not None:
        cursor.skip("token", "tokens")
        charged.states(TokensGained(tale.seat, tokens))


def read_install(cursor: Cursor, tale: Tale) -> None:
    """`install "Fez" -1 = 3`."""
    held = tale.now.hands.get(tale.seat, ())
    card = thing_named(cursor, tale.now, "Equipment of the hand is expected", "timey", held=held)
    installed = tale.say(m.Install(tale.seat, card), counts=f"tokens {tale.seat}")
    if cursor.skip("for"):
        tokens = cursor.want_number("a number of tokens is expected")
        cursor.skip("token", "tokens")
        installed.states(TokensPaid(tale.seat, tokens))


def read_uninstall(cursor: Cursor, tale: Tale) -> None:
    """`uninstall "Fez"`."""
    held = tale.now.console(tale.seat).equipment
    tale.say(m.Uninstall(tale.seat, thing_named(cursor, tale.now, "Equipment is expected", "timey", held=held)))


def read_dismiss(cursor: Cursor, tale: Tale) -> None:
    """`dismiss "Rory Williams"`."""
    while True:
        held = [one.companion for one in tale.now.console(tale.seat).companions]
        who = thing_named(cursor, tale.now, "a Companion aboard is expected", "companion", held=held)
        tale.say(m.Dismiss(tale.seat, who))
        if not stands_further(cursor, tale.now, "companion"):
            return


def read_use(cursor: Cursor, tale: Tale) -> None:
    """`USE: "First Doctor"`: what a Doctor or Companion can do beside dice."""
    held = on_console(tale.now, tale.seat)
    card = thing_named(
        cursor, tale.now, "a Doctor or Companion of yours is expected", "doctor", "companion", "timey", held=held
    )
    tale.say(m.UseAbility(tale.seat, card))


# Cards that are played


def read_play(cursor: Cursor, tale: Tale) -> None:
    """`PLAY: "Fish Fingers & Custard" as red pool J -> (St Ta)`; `to S`, `for "Fez"` where a card asks for it."""
    now, seat = tale.now, tale.seat
    held = (*now.hands.get(seat, ()), *now.console(seat).equipment)
    card = thing_named(cursor, now, "a Timey-Wimey card is expected", "timey", held=held)
    fields = dict.fromkeys(("to", "pool", "colour", "wanted"), "")
    while True:
        if not fields["colour"] and (cursor.skip("as") or cursor.is_at(*COLOURS)):
            fields["colour"] = cursor.want("a colour of dice is expected", COLOUR_WORDS)
        elif not fields["pool"] and cursor.skip("pool"):
            fields["pool"] = cursor.want("a player is expected", seat_words(now.seats))
        elif not fields["to"] and (cursor.skip("to") or _is_given(cursor, now)):
            fields["to"] = cursor.want("a player is expected", seat_words(now.seats))
        elif not fields["wanted"] and cursor.skip("for"):
            fields["wanted"] = thing_named(cursor, now, "Equipment is expected", "timey")
        else:
            break
    move = m.PlayTimey(seat, card, **fields)
    played = tale.say(move)
    dice = rerolled_by_card(now, move)
    if dice and cursor.skip(">"):
        played.sees(Seen(faces=(read_faces(cursor, now, dice),)))


def _is_given(cursor: Cursor, position: Position) -> bool:
    """Whether a player stands here, or behind a `>`, `on` or `for`, which is gone past."""
    seats = seat_words(position.seats)
    found = cursor.is_at(">", "on", "for") and cursor.after in seats
    cursor.at += found
    return found or cursor.is_at(*seats)


def rerolled_by_card(position: Position, move: m.PlayTimey) -> tuple[str, ...]:
    """The dice that a card re-rolls: all of a colour in a pool."""
    card, now = position.box.timey.get(move.card), position.adventure
    if card is None or now is None:
        return ()
    icon = next((icon for icon in card.icons if icon.does == "reroll"), None)
    if icon is None:
        return ()
    colour = move.colour if len(icon.colours) > 1 else icon.colours[0]
    pool = pool_of(now, pool_played_on(position, move))
    return tuple(die.name for die in dice_left(pool) if die.colour == colour)


def read_daleks(cursor: Cursor, tale: Tale) -> None:
    """`DALEKS: ship VIII>IX, anomaly "Into the Dalek"`."""
    cursor.skip("move", "moves")
    tale.say(m.DaleksMove(tale.seat))
