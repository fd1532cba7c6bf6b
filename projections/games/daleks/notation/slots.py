"""The values in the lines of Time of the Daleks: each with the one way in which it is read and written."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from projections.games.daleks.components.box import COLOURS
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.adventure_effects import AdventureEnded
from projections.games.daleks.notation.chance import FACES, FOUND, TARDIS_DIE
from projections.games.daleks.notation.claims import read_symbols
from projections.games.daleks.notation.dice_words import (
    dice_code,
    die_named,
    named_in,
    pool_now,
    read_counts,
    read_dice,
    read_some,
    symbol_named,
)
from projections.games.daleks.notation.icons import icon_slot
from projections.games.daleks.notation.places import ENTERED, SPOT, STAYED, WHITHER
from projections.games.daleks.notation.references import KINDS, named, stands_named, thing_named
from projections.games.daleks.notation.results import SHIP
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.vocabulary import (
    AND,
    COLOUR_WORDS,
    SYMBOL_WORDS,
    Cursor,
    Said,
    letter_of,
    plain,
    seat_spelt,
    seat_words,
)
from projections.games.daleks.rules.challenge import is_met
from projections.games.daleks.rules.companions import linked_companions
from projections.games.daleks.rules.icons import on_console
from projections.games.daleks.rules.prices import SONIC
from projections.games.daleks.state.names import CODES, codes_row, roman
from projections.games.daleks.state.position import Position
from projections.notation.cursor import QuestionError, SlipError
from projections.notation.slot import Chance, Number, Slot
from projections.notation.vocabulary import Vocabulary

TOKENS: Final = ("token", "tokens", "charge")
"""How players call Sonic Charge tokens."""

# Cards and Companions


def hand(said: Said) -> Sequence[str]:
    """The hand of whoever says the line."""
    return said.position.hands.get(said.seat, ())


def _playable(said: Said) -> Sequence[str]:
    return (*hand(said), *_installed(said))


def _installed(said: Said) -> Sequence[str]:
    return said.position.console(said.seat).equipment


def _aboard(said: Said) -> Sequence[str]:
    return [one.companion for one in said.position.console(said.seat).companions]


def _payable(said: Said) -> Sequence[str]:
    return (*hand(said), *_aboard(said))


def _own(said: Said) -> Iterable[str]:
    return on_console(said.position, said.seat)


def _thing(
    what: str, *kinds: str, held: Callable[[Said], Iterable[str]] = lambda _said: (), bare: bool = False
) -> Slot[Position]:  # fmt: skip
    """A thing of these kinds by its name; a `bare` one stands without a word before it."""

    def read(said: Said) -> str | None:
        cursor = said.cursor
        if bare and not (cursor.quoted or stands_named(cursor, said.position, *kinds)):
            return None
        return thing_named(cursor, said.position, f"{what} is expected", *kinds, held=held(said))

    return Slot(
        what=what, read=read, code=lambda ident, said: named(said.position, ident, *kinds), kind="card", reach=int(bare)
    )


def _doctor(said: Said) -> str:
    cursor, at = said.cursor, said.cursor.at
    found: str | None = None if cursor.quoted else cursor.phrase(_counted_doctors(said.position))
    if found is None:
        cursor.at = at
        found = thing_named(cursor, said.position, "a Doctor is expected", "doctor")
    return found


_ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth",
)  # fmt: skip
_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}


def _counted_doctors(position: Position) -> Vocabulary:
    """Doctors by their numbers, `4`, `4th` or `IV`, where their printed names begin with an ordinal."""
    words: dict[str, str] = {}
    for ident, doctor in position.box.doctor.items():
        first = plain(doctor.name).partition(" ")[0]
        if first in _ORDINALS:
            number = _ORDINALS.index(first) + 1
            words |= dict.fromkeys((str(number), f"{number}{_ENDINGS.get(number, 'th')}", roman(number).lower()), ident)
    return words


# Recruits and prices


def price_stands(cursor: Cursor) -> bool:
    """Whether a price stands here: `-token`, `-card "Fez"`, `-"Fez"`."""
    return cursor.is_at("-") and not RESULTS.stands(cursor) and bool(cursor.after)


def _price(said: Said) -> str | None:
    """A price, `-token`, `1 token`, `for a token`, `-card "Fez"`."""
    cursor = said.cursor
    told = price_stands(cursor)
    cursor.at += told
    told = told or cursor.skip("for", "pay", "pays", "with")
    cursor.at += cursor.is_at("1", "one", "a") and cursor.after in (*TOKENS, "card")
    if cursor.skip("token", "tokens") or (told and cursor.skip(*TOKENS)):
        return SONIC
    if not (cursor.skip("card") or told):
        return None
    message = "a token, or a card of the hand, is expected"
    return thing_named(cursor, said.position, message, "timey", held=hand(said))


def _price_code(price: str, said: Said) -> str:
    return f"-{price}" if price == SONIC else f"-card {named(said.position, price, 'timey')}"


_DECKS: Final[Vocabulary] = {
    f"{word}{more}": deck
    for word, deck in (("earth", "earth"), ("alien", "alien"), ("aliens", "alien"))
    for more in ("", " deck", " companion", " :")
}


def _drawn_companion(said: Said) -> str | None:
    """The Companion that was turned up; where a Link may have been meant that is asked."""
    cursor, position, at = said.cursor, said.position, said.cursor.at
    told = cursor.skip("~")
    if not told and not cursor.quoted and not stands_named(cursor, position, "companion"):
        return None
    companion = thing_named(cursor, position, "a Companion is expected", "companion")
    if position.adventure and companion in linked_companions(position, position.adventure):
        start = cursor.stretch(at)[0]
        before, rest = cursor.line[:start].rstrip("~ "), cursor.line[start:].lstrip("~ ")
        choices = [f"{before} {word} {rest}" for word in ("link", "shows")]
        raise QuestionError("was this Companion searched for by a Link, or drawn?", choices)
    return companion


# Players and colours


def _given(said: Said) -> str | None:
    """The player to whom a card goes: `to S`, `> S`, `S`."""
    cursor, seats = said.cursor, seat_words(said.position.seats)
    if cursor.skip("to"):
        return str(cursor.want("a player is expected", seats))
    cursor.at += cursor.is_at(">", "on", "for") and cursor.after in seats
    return cursor.phrase(seats) if cursor.is_at(*seats) else None


def _chosen_colour(said: Said) -> str | None:
    """`as red`, `red`: the colour chosen for a card."""
    if said.cursor.skip("as") or said.cursor.is_at(*COLOURS):
        return str(said.cursor.want("a colour of dice is expected", COLOUR_WORDS))
    return None


def _colours(said: Said) -> tuple[str, ...] | None:
    """`as green, blue`: the colours chosen for split icons, `as none`."""
    cursor = said.cursor
    if not cursor.skip("as"):
        return None
    if cursor.skip("none"):
        return ()
    found = [cursor.want("a colour of dice is expected", COLOUR_WORDS)]
    while cursor.is_at(*COLOUR_WORDS) or (cursor.is_at(*AND) and cursor.after in COLOUR_WORDS):
        cursor.skip(*AND)
        found.append(cursor.want("a colour of dice is expected", COLOUR_WORDS))
    return tuple(found)


def _swapped(said: Said) -> str:
    """`B>U`: the colour for which a black die is swapped."""
    cursor = said.cursor
    if not cursor.skip("b", "black") and re.fullmatch(r"1?b|b[0-9]+", cursor.now):
        cursor.at += 1
    if not cursor.skip(">", "to") and not cursor.is_at(*COLOUR_WORDS):
        raise cursor.slip("B> and the colour of the new die is expected", {">": ">"})
    return str(cursor.want("a colour of dice is expected", COLOUR_WORDS))


# Dice and symbols


def _die(said: Said) -> str:
    """A die of the own pool, or of another one by its name."""
    own, now = pool_now(said.position, said.seat), said.position.adventure
    others = [pool for pool in (now.pools if now else ()) if pool.seat != own.seat]
    return die_named(said.cursor, (own, *others) if named_in(said.cursor, others) else (own,))


def _cut(said: Said) -> tuple[str, ...]:
    own, now = pool_now(said.position, said.seat), said.position.adventure
    every = [own, *(pool for pool in (now.pools if now else ()) if pool.seat != own.seat)]
    return read_some(said.cursor, (own,), every if named_in(said.cursor, every) else (own,))


def _exterminated(said: Said) -> tuple[str, ...]:
    pools = said.position.adventure.pools if said.position.adventure else ()
    return read_some(said.cursor, pools, pools)


def _turned(said: Said) -> str | None:
    """`-> Di`: the symbol to which a die is turned."""
    cursor = said.cursor
    if cursor.is_at(":", "=") and cursor.after in SYMBOL_WORDS:
        cursor.at += 1
    elif not cursor.skip(">", "to"):
        return None
    return symbol_named(cursor, "a symbol is expected")


def _challenge(said: Said) -> tuple[str, ...]:
    """The symbols of the challenge, which are checked."""
    cursor, now, at = said.cursor, said.position.adventure, said.cursor.at
    told = read_symbols(cursor)
    if now is None:
        raise cursor.slip("no challenge is to be met now", {})
    if codes_row(told) != codes_row(now.symbols) and "?" not in now.symbols:
        stretch = cursor.stretch(at) if told else (cursor.ending(), cursor.ending())
        row = codes_row(now.symbols)
        raise SlipError(f"the challenge is {row}", [stretch], {row.lower(): row})
    return tuple(told)


MANNERS: Final[Vocabulary] = {
    **dict.fromkeys(("afar", "from afar"), "afar"),
    **dict.fromkeys(("here", "location", "in person", "comes", "come"), "here"),
}
"""The ways to help."""

# What comes of an Adventure


OUTCOMES: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("win", "wins", "won", "success", "succeed", "succeeds"), True),
    **dict.fromkeys(("fail", "fails", "failed", "failure", "lost", "loses"), False),
}


def _outcomes(said: Said) -> Mapping[str, bool | AdventureEnded]:
    """What an Adventure comes to: a stated result where the dice say otherwise."""
    last = said.earlier[-1] if said.earlier else said
    now = (last if isinstance(last.move, m.Resolve) else said).position.adventure
    differs = None if now is None else not is_met(now)
    return {word: AdventureEnded(won) if won is differs else won for word, won in OUTCOMES.items()}


def _outcome_code(outcome: bool | AdventureEnded, _said: Said) -> str:  # noqa: FBT001
    return "win" if outcome is True or (isinstance(outcome, AdventureEnded) and outcome.won) else "fail"


_MOST_OPTIONS: Final = 3
_OPTIONS: Final[Mapping[str, int]] = {
    **{roman(number).lower(): number for number in range(1, _MOST_OPTIONS + 1)},
    **dict.fromkeys(("first", "1st"), 1), **dict.fromkeys(("second", "2nd"), 2), **dict.fromkeys(("third", "3rd"), 3),
}  # fmt: skip


def _option(said: Said) -> int:
    cursor = said.cursor
    cursor.skip("#")
    found: int | None = cursor.phrase(_OPTIONS)
    return found or int(cursor.want_number("the number of a printed cost is expected", _MOST_OPTIONS))


def _bare_option(said: Said) -> int | None:
    """A printed cost by its number alone: `2`, `II`, `the second`, but not `Second Thoughts` or `2 tokens`."""
    cursor, at = said.cursor, said.cursor.at
    counted = cursor.is_at("#") or cursor.number() is not None
    if counted and cursor.is_at(*TOKENS):
        return None
    if not counted and (cursor.phrase(_OPTIONS) is None or not cursor.is_at("", "=", "option", "cost")):
        return None
    cursor.at = at
    return _option(said)


_PAYABLE: Final = _thing("a card of the hand or a Companion", "timey", "companion", held=_payable)


def _named(said: Said) -> str | None:
    """What is paid by its name alone, which is no number of a printed cost."""
    cursor, at = said.cursor, said.cursor.at
    if cursor.is_at("card", "cards", "companion") or _bare_option(said) is not None:
        return None
    cursor.at = at
    stands = cursor.quoted or stands_named(cursor, said.position, "timey", "companion")
    return _PAYABLE.value(said) if stands else None


_TIMEY: Final = _thing("a card of the hand", "timey", held=hand)
SLOTS: Final[Mapping[str, Slot[Position] | Chance[Position]]] = {
    "doctor": Slot(what="a Doctor", read=_doctor, code=lambda ident, said: named(said.position, ident, "doctor")),
    "hand": _TIMEY,
    "more": _thing("a card of the hand", "timey", held=hand, bare=True),
    "equipment": _thing("Equipment of the hand", "timey", held=hand),
    "installed": _thing("Equipment", "timey", held=_installed),
    "wanted": _thing("Equipment", "timey"),
    "timey": _thing("a Timey-Wimey card", "timey", held=_playable),
    "aboard": _thing("a Companion aboard", "companion", held=_aboard),
    "further": _thing("a Companion aboard", "companion", held=_aboard, bare=True),
    "linked": _thing("a Companion", "companion"),
    "ability": _thing("a Doctor or Companion of yours", *KINDS, held=_own),
    "payable": _PAYABLE,
    "named": replace(_PAYABLE, read=_named),
    "location": _thing("a Location", "location", held=lambda said: said.position.found),
    "dilemma": _thing("a Dilemma", "dilemma"),
    "price": Slot(what="a price", read=_price, code=_price_code, missing=lambda _said: ""),
    "deck": Slot(what="a deck", words=lambda _said: _DECKS, code=lambda deck, _said: deck.capitalize()),
    "shown": Slot(what="a Companion", read=_drawn_companion, kind="card"),
    "seat": Slot(
        what="a player", words=lambda said: seat_words(said.position.seats), kind="seat",
        code=lambda seat, said: seat_spelt(said.position.seats, seat),
    ),
    "given": Slot(
        what="a player", read=_given, kind="seat",
        code=lambda seat, said: f"to {seat_spelt(said.position.seats, seat)}",
    ),
    "manner": Slot(what="afar or here", words=lambda _said: MANNERS, reach=1),
    "colour": Slot(what="a colour", read=_chosen_colour, code=lambda colour, _said: f"as {colour}"),
    "colours": Slot(
        what="colours", read=_colours, code=lambda row, _said: f"as {', '.join(row)}",
        words=lambda _said: {"as": "as"},
    ),
    "swap": Slot(what="a colour", read=_swapped, code=lambda colour, _said: f"B>{letter_of(colour)}"),
    "counts": Slot(what="dice, such as 5B,", read=lambda said: read_counts(said.cursor) or None, reach=1),
    "focus": icon_slot("focus"), "focused": icon_slot("focus", bare=True), "reroll": icon_slot("reroll"),
    "change": icon_slot("change"),
    "die": Slot(what="a die", read=_die, kind="die"),
    "cut": Slot(what="a die", read=_cut, kind="die", code=lambda dice, _said: " ".join(dice)),
    "exterminated": Slot(what="a die", read=_exterminated, kind="die", code=lambda dice, _said: " ".join(dice)),
    "dice": Slot(what="dice", read=read_dice, code=dice_code, kind="die"),
    "turned": Slot(what="-> and the symbol", read=_turned, code=lambda symbol, _said: f"-> {CODES[symbol]}"),
    "challenge": Slot(what="the challenge", read=_challenge),
    "outcome": Slot(what="win or fail", words=_outcomes, code=_outcome_code, reach=1),
    "option": Slot(what="the number of a printed cost", read=_option),
    "counted": Slot(what="the number of a printed cost", read=_bare_option, reach=1),
    "tokens": Number(what="a number of tokens"),
    "stayed": STAYED, "entered": ENTERED, "spot": SPOT, "whither": WHITHER, "ship": SHIP,
    "faces": FACES, "tardis": TARDIS_DIE, "found": FOUND,
}  # fmt: skip
"""The holes of the forms, by their names."""
