"""The values in lines of the card game's notation, each with how it is read and written."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from events.events import UNKNOWN
from projections.games.ccg.events.effects import EpisodeSolved, ZoneChosen
from projections.games.ccg.notation import chance, claims, hits, reach, uses, vocabulary
from projections.games.ccg.notation.vocabulary import Context
from projections.games.ccg.rules.decks import FEWEST
from projections.games.ccg.state.names import CODES
from projections.games.ccg.state.position import STOPS, Position
from projections.games.ccg.state.values import face_of
from projections.notation.argument_type import ArgumentType, Chance
from projections.notation.chance_words import order_words
from projections.notation.vocabulary import Vocabulary

Where = Callable[[Context], reach.Reach]
_NOTHING: Final[Vocabulary] = {vocabulary.plain(word): word for word in vocabulary.NONE.split("|")}


def _own(*, sided: bool | None = None) -> Where:
    """Return a function for the preference of the seat's own cards; `sided`: Sided (True) or Standing (False) ones."""
    return lambda context: reach.Reach(context.position, context.seat, sided=sided)


_STANDING: Final = _own(sided=False)


def _opposite(context: Context) -> reach.Reach:
    return reach.Reach(context.position, context.position.rival(context.seat), sided=False, writer=context.seat)


def _solving(context: Context) -> reach.Reach:
    episode = context.position.at(context.values["episode"])
    return reach.Reach(context.position, context.seat, episode.zone if episode else "", sided=False)


def _read(context: Context, cards: Sequence[int], begun: int) -> None:
    """Note the last card as the card that the line is about. Read values after its name as a board statement."""
    context.values[claims.ABOUT], context.spans["name"] = cards[-1], context.cursor.stretch(begun)
    if values := claims.values_here(context.cursor):
        context.claims_that(claims.about_card(context.position, cards[-1], "values"), values)


def _card(
    what: str, where: Where = _own(), others: Sequence[str] = (), *, about: bool = True
) -> ArgumentType[Position]:  # fmt: skip
    """Return the part of a line that names a card in play, with the card's values if the line is `about` it.

    Suggestions after a misspelling include `others`.
    """

    def read(context: Context) -> int:
        at, number = context.cursor.at, reach.card_named(context.cursor, where(context), f"{what} is expected", others)
        if about:
            _read(context, (number,), at)
        return number

    return ArgumentType(
        what=what, read=read, code=lambda number, context: reach.named(where(context), number), kind="card"
    )


def _cards(what: str, where: Where, *, none: bool = False, about: bool = False) -> ArgumentType[Position]:
    """Return the part of a line that lists cards in play, with the last card's values if the line is `about` it.

    With `none`, `-` means an empty list.
    """

    def read(context: Context) -> tuple[int, ...]:
        cursor = context.cursor
        if none and not vocabulary.RESULTS.stands(cursor) and cursor.stands(_NOTHING):
            return ()
        at, found = cursor.at, reach.cards_named(cursor, where(context), f"{what} is expected")
        if about:
            _read(context, found, at)
        return found

    return ArgumentType(
        what=what, read=read, code=lambda row, context: reach.names(where(context), row) or "-", kind="card"
    )


def _held(what: str, *, comes: bool = False) -> ArgumentType[Position]:
    """Return the part of a line that names a card of the hand; if it `comes` into play, the line is about it."""

    def read(context: Context) -> str:
        if comes:
            first = context.earlier[0] if context.earlier else context
            context.values[claims.ABOUT] = first.position.count + 1 + len(context.earlier)
        hand = context.position.hands.get(context.seat, ())
        return reach.face_named(context.cursor, context.position, hand, f"{what} is expected")

    return ArgumentType(
        what=what, read=read, code=lambda face, context: reach.faced(context.position, face), kind="card"
    )


def _deck(context: Context) -> tuple[str, ...]:
    """Read a deck: `"The first deck"`, `4 "Yeti" + 2 "Bok"`, `?60` or `?`, which has the smallest size."""
    cursor, decks = context.cursor, context.position.cards.starter
    starters: dict[str, str] = {}
    for ident, starter in decks.items():
        starters |= {vocabulary.plain(spelling): ident for spelling in (starter.name, ident, ident.replace("-", " "))}
    at = cursor.at
    titled = cursor.title(starters)
    if titled is not None and (cursor.now not in (*vocabulary.AND, "?") or vocabulary.RESULTS.stands(cursor)):
        return decks[titled].row
    cursor.at = at
    if (
        cursor.now.isdecimal()
        or cursor.now == "?"
        or not starters
        or cursor.is_named(vocabulary.titles(context.position))
    ):
        row = chance.read_row(context)
        return row * FEWEST if row == (UNKNOWN,) else row
    offers = [(vocabulary.plain(starter.name), f'"{starter.name}"') for starter in decks.values()]
    told = 'a starter deck, a list like 4 "Card" + ..., ? for an unknown deck, or ?60 for 60 unknown cards'
    raise cursor.misnamed(f"a deck is expected: {told}", offers)


def _deck_code(cards: Sequence[str], context: Context) -> str:
    for starter in context.position.cards.starter.values():
        if starter.row == cards and '"' not in starter.name and ";" not in starter.name:
            return f'"{starter.name}"'
    if all(card == UNKNOWN for card in cards):
        return f"?{len(cards)}"
    return order_words(cards, partial(reach.faced, context.position))


def _caused(context: Context) -> frozenset[str] | None:
    found = context.cursor.title(vocabulary.titles(context.position))
    return None if found is None else frozenset(found.split())


def _zone(context: Context) -> str | None:
    zone: str | None = context.cursor.phrase(vocabulary.ZONE_WORDS)
    context.cursor.skip("!")
    return zone


def _bonus(context: Context) -> ZoneChosen | bool:
    """Return True if the top Time card makes the zone the bonus zone, else the effect by which the line says so."""
    zone = context.values["zone"]
    return context.position.bonus_zone(context.seat) == zone or ZoneChosen(zone, bonus=True)


def _rival(context: Context) -> str | None:
    cursor, at = context.cursor, context.cursor.at
    seat: str | None = cursor.phrase(vocabulary.seat_words(context.position.seats))
    rival = context.position.rival(context.seat)
    if seat not in (None, rival):
        cursor.at = at
        raise cursor.slip("the opponent is expected", {word: word for word in (rival, _seat_code(rival, context))})
    return seat


def _seat_code(seat: str, context: Context) -> str:
    return vocabulary.seat_spelt(context.position.seats, seat)


def _solved(context: Context) -> EpisodeSolved | None:
    """Read `3>=3`: the Support Sided for an Episode and its solve number. Return None if no number is there."""
    cursor, number = context.cursor, context.values["episode"]
    support = cursor.number()
    if support is None:
        return None
    cursor.skip(">")
    cursor.skip("=")
    at, due = cursor.at, _solve_number(context, number)
    if cursor.number() != due:
        cursor.at = at
        raise cursor.slip(f"the solve number of this Episode is {due}", {str(due): str(due)})
    return EpisodeSolved(number, support)


def _solve_number(context: Context, number: int) -> int:
    episode = context.position.at(number)
    return face_of(context.position, episode).solve if episode else 0


_ZONE: Final = ArgumentType[Position](
    what="a zone", words=lambda _context: vocabulary.ZONE_WORDS, read=_zone,
    code=lambda zone, _context: CODES.get(zone, zone),
)  # fmt: skip
SLOTS: Final[Mapping[str, ArgumentType[Position] | Chance[Position]]] = {
    "deck": ArgumentType(what="a deck", read=_deck, code=_deck_code, kind="card"),
    "stops": ArgumentType(what="a stop", words=lambda _context: {stop: stop for stop in STOPS}),
    "stood": _cards("a card that Stands, or -,", _own(sided=True)),
    "chosen": ArgumentType(what=_ZONE.what, words=lambda _context: vocabulary.ZONE_WORDS, code=_ZONE.code, kind="zone"),
    "bonus": ArgumentType(
        what="!", words=lambda context: dict.fromkeys(("!", "bonus"), _bonus(context)),
        code=lambda _bonus, _context: "!"
    ),
    "zone": _ZONE,
    "drawn": chance.DRAWN,
    "hand": _held("a card of your hand", comes=True),
    "flash": _held("a Flash of your hand"),
    "episode": _held("an Episode of your hand"),
    "values": ArgumentType(what="values", read=lambda context: claims.values_here(context.cursor), kind="claim"),
    "solved": _card("an Episode on your side"),
    "solvers": _cards("a Creature to be Sided", _solving, none=True),
    "sum": ArgumentType(
        what="the Support that was Sided", read=_solved, kind="result",
        code=lambda effect, context: f"{effect.support}>={_solve_number(context, effect.card)}",
    ),
    "attacker": _card("the attacking Creature", _STANDING, ("announce", "none")),
    "defender": _card("the attacked Creature", _opposite),
    "named": _card("one of your Creatures or none", _STANDING, ("none",)),
    "user": _card("a card to be Sided", _STANDING),
    "special": ArgumentType(what="> and a target", read=uses.uses_special),
    "ability": ArgumentType(
        what="the number of an ability", read=uses.which_ability, code=lambda place, _context: f"({place})",
        kind="count"
    ),
    "supported": _card("the supported Creature"),
    "damaged": _card("the damaged Creature"),
    "targets": _cards("a card in play", _own(), about=True),
    "paid": _cards("a card as payment", _STANDING),
    "raised": ArgumentType(
        what="Energy or Substance", words=lambda _context: vocabulary.VALUE_WORDS, kind="value",
        code=lambda value, _context: vocabulary.VALUE_CODES.get(value, value),
    ),
    "amount": ArgumentType(what="an amount", read=uses.signed, code=lambda amount, _context: f"{amount:+}",
        kind="count"),
    "count": ArgumentType(what="an amount", read=lambda context: context.cursor.number()),
    "changed": ArgumentType(
        what="a value", words=lambda _context: vocabulary.VALUE_CODES, read=uses.value_changed, kind="value"
    ),
    "caused": ArgumentType(what="the card that does it", read=_caused, kind="card"),
    "rival": ArgumentType(what="the opponent", read=_rival, code=_seat_code, kind="seat"),
    "side": ArgumentType(
        what="a player",
        words=lambda context: vocabulary.seat_words(context.position.seats),
        code=_seat_code,
        kind="seat",
    ),
    "own": ArgumentType(what="your name", words=lambda context: vocabulary.seat_words((context.seat,)), kind="seat"),
    "shown": chance.SHOWN,
    "again": ArgumentType(
        what="again or no more", code=lambda again, _context: "again" if again else "no more",
        words=lambda _context: {"again": True,
            **dict.fromkeys(("no more", "not again", "no further", "no again"), False)},
    ),
    "combatant": _card("a main combatant", about=False),
    "how": ArgumentType(what="how combat ends", words=lambda _context: hits.OUTCOMES),
    "compared": ArgumentType(what="a value of both combatants", read=hits.compared, kind="claim"),
    "beaten": _card("the attacker", about=False),
}  # fmt: skip
"""By name, the parts of a line that vary, such as a card or a number; the patterns of lines use these names."""
