"""The values in lines of Time of the Daleks, each with its way to parse and write it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from projections.games.daleks.components.box import COLOURS
from projections.games.daleks.events import moves as m
from projections.games.daleks.events.adventure_effects import AdventureEnded
from projections.games.daleks.notation import chance, claims, results, stated
from projections.games.daleks.notation.dice_words import dice_code, read_counts, read_dice, read_die, read_some
from projections.games.daleks.notation.icons import icon_slot
from projections.games.daleks.notation.places import ENTERED, SPOT, STAYED, WHITHER
from projections.games.daleks.notation.references import KINDS, named, thing_here, thing_named
from projections.games.daleks.notation.vocabulary import (
    COLOUR_WORDS,
    SYMBOL_WORDS,
    Context,
    letter_of,
    plain,
    seat_spelt,
    seat_words,
)
from projections.games.daleks.rules import challenge, companions, prices
from projections.games.daleks.rules.icons import on_console
from projections.games.daleks.state.names import CODES, codes_row, ordinal, roman
from projections.games.daleks.state.position import Position
from projections.notation.argument_type import ArgumentType, Chance, Number
from projections.notation.cursor import QuestionError, SlipError
from projections.notation.vocabulary import Vocabulary

TOKENS: Final = ("token", "tokens", "charge")
"""Players' words for Sonic Charge tokens."""


def _hand(context: Context) -> Sequence[str]:
    return context.position.hands.get(context.seat, ())


def _installed(context: Context) -> Sequence[str]:
    return context.position.console(context.seat).equipment


def _aboard(context: Context) -> Sequence[str]:
    return [one.companion for one in context.position.console(context.seat).companions]


def _thing(
    what: str, *kinds: str, held: Callable[[Context], Iterable[str]] = lambda _context: (), bare: bool = False
) -> ArgumentType[Position]:  # fmt: skip
    """Return a slot (value of a line) for a card or tile of these kinds, by name; `bare`: no word before the name."""
    named_or_not = thing_here if bare else thing_named
    return ArgumentType(
        what=what, read=lambda context: named_or_not(context, f"{what} is expected", *kinds, held=held(context)),
        code=lambda ident, context: named(context.position, ident, *kinds), kind="card", reach=int(bare),
    )  # fmt: skip


def _doctor(context: Context) -> str:
    counted: str | None = context.cursor.phrase(_counted_doctors(context.position))
    return counted or thing_named(context, "a Doctor is expected", "doctor")


_ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth",
)  # fmt: skip


def _counted_doctors(position: Position) -> Vocabulary:
    """Return Doctors by number, `4`, `4th` or `IV`, if their printed names begin with an ordinal."""
    words: dict[str, str] = {}
    for ident, doctor in position.box.doctor.items():
        first = plain(doctor.name).partition(" ")[0]
        if first in _ORDINALS:
            number = _ORDINALS.index(first) + 1
            words |= dict.fromkeys((str(number), ordinal(number), roman(number).lower()), ident)
    return words


def _price(context: Context) -> str | None:
    """Parse a price, `-token`, `for a token`, `-card "Fez"`, `-"Fez"`. Return `token`, the card's id, or None."""
    cursor = context.cursor
    told = cursor.is_at("-") and not stated.RESULTS.stands(cursor) and bool(cursor.after)
    cursor.at += told
    told = told or cursor.skip("for", "pay", "pays", "with")
    cursor.at += cursor.is_at("1", "one", "a") and cursor.after in (*TOKENS, "card")
    if cursor.skip("token", "tokens") or (told and cursor.skip(*TOKENS)):
        return prices.SONIC
    if not (cursor.skip("card") or told):
        return None
    return thing_named(context, "a token, or a card of the hand, is expected", "timey", held=_hand(context))


def _price_code(price: str, context: Context) -> str:
    return f"-{price}" if price == prices.SONIC else f"-card {named(context.position, price, 'timey')}"


_DECKS: Final[Vocabulary] = {
    f"{word}{more}": deck
    for word, deck in (("earth", "earth"), ("alien", "alien"), ("aliens", "alien"))
    for more in ("", " deck", " companion", " :")
}


def _shown(context: Context) -> str | None:
    """Parse the Companion that was turned up; ask if a Link could have been meant."""
    cursor, position, at = context.cursor, context.position, context.cursor.at
    message = "a Companion is expected"
    named_or_not = thing_named if cursor.skip("~") else thing_here
    companion = named_or_not(context, message, "companion")
    if companion and position.adventure and companion in companions.linked_companions(position, position.adventure):
        start = cursor.stretch(at)[0]
        before, rest = cursor.line[:start].rstrip("~ "), cursor.line[start:].lstrip("~ ")
        choices = [f"{before} {word} {rest}" for word in ("link", "shows")]
        raise QuestionError("was this Companion searched for by a Link, or drawn?", choices)
    return companion


_SEAT: Final = ArgumentType[Position](
    what="a player", words=lambda context: seat_words(context.position.seats), kind="seat",
    code=lambda seat, context: seat_spelt(context.position.seats, seat),
)  # fmt: skip


def _chosen_colour(context: Context) -> str | None:
    if context.cursor.skip("as") or context.cursor.is_at(*COLOURS):
        return str(context.cursor.want("a colour of dice is expected", COLOUR_WORDS))
    return None


def _challenge(context: Context) -> tuple[str, ...]:
    """Parse the symbols of the challenge and check them against the challenge of the position."""
    cursor, now, at = context.cursor, context.position.adventure, context.cursor.at
    told = claims.read_symbols(cursor)
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
OUTCOMES: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("win", "wins", "won", "success", "succeed", "succeeds"), True),
    **dict.fromkeys(("fail", "fails", "failed", "failure", "lost", "loses"), False),
}


def _outcomes(context: Context) -> Mapping[str, bool | AdventureEnded]:
    """Return the outcome (True for success) for each word, or a declared result if the dice show otherwise."""
    last = context.earlier[-1] if context.earlier else context
    now = (last if isinstance(last.move, m.Resolve) else context).position.adventure
    differs = None if now is None else not challenge.is_met(now)
    return {word: AdventureEnded(won) if won is differs else won for word, won in OUTCOMES.items()}


def _outcome_code(outcome: bool | AdventureEnded, _context: Context) -> str:  # noqa: FBT001
    return "win" if outcome is True or (isinstance(outcome, AdventureEnded) and outcome.won) else "fail"


_OPTIONS: Final[Mapping[str, int]] = {
    **{roman(number).lower(): number for number in range(1, 4)},
    **dict.fromkeys(("first", "1st"), 1), **dict.fromkeys(("second", "2nd"), 2), **dict.fromkeys(("third", "3rd"), 3),
}  # fmt: skip
_PAYABLE: Final = _thing(
    "a card of the hand or a Companion", "timey", "companion", held=lambda context: (*_hand(context), *_aboard(context))
)


def _payable(context: Context) -> str | None:
    """Parse a payment by name only, `Second Thoughts`. Return None for the number of a printed cost, `the second`."""
    cursor = context.cursor
    cursor.skip("the")
    is_option = cursor.now.isdecimal() or (cursor.is_at(*_OPTIONS) and cursor.after in ("", "=", "option", "cost"))
    if is_option or cursor.is_at("card", "cards", "companion"):
        return None
    return thing_here(
        context, f"{_PAYABLE.what} is expected", "timey", "companion", held=(*_hand(context), *_aboard(context))
    )


_TIMEY: Final = _thing("a card of the hand", "timey", held=_hand)
SLOTS: Final[Mapping[str, ArgumentType[Position] | Chance[Position]]] = {
    "doctor": ArgumentType(what="a Doctor", read=_doctor,
        code=lambda ident, context: named(context.position, ident, "doctor")),
    "hand": _TIMEY,
    "more": _thing("a card of the hand", "timey", held=_hand, bare=True),
    "equipment": _thing("Equipment of the hand", "timey", held=_hand),
    "installed": _thing("Equipment", "timey", held=_installed),
    "wanted": _thing("Equipment", "timey"),
    "timey": _thing("a Timey-Wimey card", "timey", held=lambda context: (*_hand(context), *_installed(context))),
    "aboard": _thing("a Companion aboard", "companion", held=_aboard),
    "further": _thing("a Companion aboard", "companion", held=_aboard, bare=True),
    "linked": _thing("a Companion", "companion"),
    "ability": _thing(
        "a Doctor or Companion of yours", *KINDS, held=lambda context: on_console(context.position, context.seat)
    ),
    "payable": _PAYABLE,
    "named": replace(_PAYABLE, read=_payable),
    "location": _thing("a Location", "location", held=lambda context: context.position.found),
    "price": ArgumentType(what="a price", read=_price, code=_price_code, missing=lambda _context: ""),
    "deck": ArgumentType(what="a deck", words=lambda _context: _DECKS, code=lambda deck, _context: deck.capitalize()),
    "shown": ArgumentType(what="a Companion", read=_shown, kind="card"),
    "seat": _SEAT,
    "manner": ArgumentType(what="afar or here", words=lambda _context: MANNERS, reach=1),
    "colour": ArgumentType(what="a colour", read=_chosen_colour, code=lambda colour, _context: f"as {colour}"),
    "split": ArgumentType(what="a colour of dice", words=lambda _context: {**COLOUR_WORDS, "none": "none"},
        between=", "),
    "swap": ArgumentType(
        what="a colour of dice", words=lambda _context: COLOUR_WORDS, code=lambda colour, _context: letter_of(colour)
    ),
    "counts": ArgumentType(what="dice, such as 5B,", read=lambda context: read_counts(context.cursor) or None, reach=1),
    "focus": icon_slot("focus"), "focused": icon_slot("focus", bare=True), "reroll": icon_slot("reroll"),
    "change": icon_slot("change"),
    "die": ArgumentType(what="a die", read=read_die, kind="die"),
    "cut": ArgumentType(what="a die", read=read_some, kind="die", code=lambda dice, _context: " ".join(dice)),
    "exterminated": ArgumentType(
        what="a die", kind="die", code=lambda dice, _context: " ".join(dice),
        read=lambda context: read_some(context, context.position.adventure.pools if context.position.adventure else ()),
    ),
    "dice": ArgumentType(what="dice", read=read_dice, code=dice_code, kind="die"),
    "symbol": ArgumentType(what="a symbol", words=lambda _context: SYMBOL_WORDS,
        code=lambda symbol, _context: CODES[symbol]),
    "challenge": ArgumentType(what="the challenge", read=_challenge),
    "outcome": ArgumentType(what="win or fail", words=_outcomes, code=_outcome_code, reach=1),
    "option": Number(what="the number of a printed cost", words=lambda _context: _OPTIONS, most=lambda _context: 3,
        kind=""),
    "tokens": Number(what="a number of tokens"),
    "stayed": STAYED, "entered": ENTERED, "spot": SPOT, "whither": WHITHER, "ship": results.SHIP,
    "faces": chance.FACES, "tardis": chance.TARDIS_DIE, "found": chance.FOUND,
}  # fmt: skip
"""The kinds of values that lines contain (slots), by the name that the line patterns (forms) use."""
