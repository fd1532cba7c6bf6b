"""The values in lines of the card game's notation, each with how it is read and written."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from events.events import UNKNOWN
from projections.games.ccg.events.effects import EpisodeSolved, ZoneChosen
from projections.games.ccg.notation import fights, uses
from projections.games.ccg.notation.chance import DRAWN, SHOWN, read_row
from projections.games.ccg.notation.claims import ABOUT, about_card, values_here
from projections.games.ccg.notation.reach import (
    Reach,
    card_named,
    cards_named,
    face_named,
    faced,
    named,
    names,
)
from projections.games.ccg.notation.stated import RESULTS
from projections.games.ccg.notation.vocabulary import (
    AND,
    NONE,
    VALUE_CODES,
    VALUE_WORDS,
    ZONE_WORDS,
    Said,
    plain,
    seat_spelt,
    seat_words,
    titles,
)
from projections.games.ccg.rules.decks import FEWEST
from projections.games.ccg.state.names import CODES
from projections.games.ccg.state.position import STOPS, Position
from projections.games.ccg.state.values import face_of
from projections.notation.chance_words import order_words
from projections.notation.slot import ArgumentType, Chance
from projections.notation.vocabulary import Vocabulary

Where = Callable[[Said], Reach]
_NOTHING: Final[Vocabulary] = {plain(word): word for word in NONE.split("|")}

# Cards in play


def _own(*, sided: bool | None = None) -> Where:
    """Return a function that returns the preferences for a card's name: the moving seat's own cards first.

    `sided` prefers Sided (True) or Standing (False) cards.
    """
    return lambda said: Reach(said.position, said.seat, sided=sided)


_STANDING: Final = _own(sided=False)


def _opposite(said: Said) -> Reach:
    """Return the preferences for the name of an attacked Creature: the opponent's Standing cards."""
    return Reach(said.position, said.position.rival(said.seat), sided=False, writer=said.seat)


def _solving(said: Said) -> Reach:
    """Return the preferences for names of Creatures that solve an Episode: Standing cards in its zone."""
    episode = said.position.at(said.values["episode"])
    return Reach(said.position, said.seat, episode.zone if episode else "", sided=False)


def _read(said: Said, cards: Sequence[int], begun: int) -> None:
    """Note the last card as the card that the line is about. Read values after its name as a board statement."""
    said.values[ABOUT], said.spans["name"] = cards[-1], said.cursor.stretch(begun)
    if values := values_here(said.cursor):
        said.claims_that(about_card(said.position, cards[-1], "values"), values)


def _card(
    what: str, where: Where = _own(), others: Sequence[str] = (), *, about: bool = True
) -> ArgumentType[Position]:  # fmt: skip
    """Return the part of a line that names a card in play, with the card's values if the line is `about` it.

    Suggestions after a misspelling include `others`.
    """

    def read(said: Said) -> int:
        at, number = said.cursor.at, card_named(said.cursor, where(said), f"{what} is expected", others)
        if about:
            _read(said, (number,), at)
        return number

    return ArgumentType(what=what, read=read, code=lambda number, said: named(where(said), number), kind="card")


def _cards(what: str, where: Where, *, none: bool = False, about: bool = False) -> ArgumentType[Position]:
    """Return the part of a line that lists cards in play, with the last card's values if the line is `about` it.

    With `none`, `-` means an empty list.
    """

    def read(said: Said) -> tuple[int, ...]:
        cursor = said.cursor
        if none and not RESULTS.stands(cursor) and cursor.stands(_NOTHING):
            return ()
        at, found = cursor.at, cards_named(cursor, where(said), f"{what} is expected")
        if about:
            _read(said, found, at)
        return found

    return ArgumentType(what=what, read=read, code=lambda row, said: names(where(said), row) or "-", kind="card")


# Faces


def _held(what: str, *, comes: bool = False) -> ArgumentType[Position]:
    """Return the part of a line that names a card of the hand; if it `comes` into play, the line is about it."""

    def read(said: Said) -> str:
        if comes:
            said.values[ABOUT] = (said.earlier[0] if said.earlier else said).position.count + 1 + len(said.earlier)
        return face_named(said.cursor, said.position, said.position.hands.get(said.seat, ()), f"{what} is expected")

    return ArgumentType(what=what, read=read, code=lambda face, said: faced(said.position, face), kind="card")


def _deck(said: Said) -> tuple[str, ...]:
    """Read a deck: `"The first deck"`, `4 "Yeti" + 2 "Bok"`, or `?60` for 60 unknown cards.

    `?` alone is an unknown deck of the smallest size.
    """
    cursor, decks = said.cursor, said.position.cards.starter
    starters: dict[str, str] = {}
    for ident, starter in decks.items():
        starters |= {plain(spelling): ident for spelling in (starter.name, ident, ident.replace("-", " "))}
    at = cursor.at
    titled = cursor.title(starters)
    if titled is not None and (cursor.now not in (*AND, "?") or RESULTS.stands(cursor)):
        return decks[titled].row
    cursor.at = at
    if cursor.now.isdecimal() or cursor.now == "?" or not starters or cursor.is_named(titles(said.position)):
        row = read_row(said)
        return row * FEWEST if row == (UNKNOWN,) else row
    offers = [(plain(starter.name), f'"{starter.name}"') for starter in decks.values()]
    told = 'a starter deck, a list like 4 "Card" + ..., ? for an unknown deck, or ?60 for 60 unknown cards'
    raise cursor.misnamed(f"a deck is expected: {told}", offers)


def _deck_code(cards: Sequence[str], said: Said) -> str:
    for starter in said.position.cards.starter.values():
        if starter.row == cards and '"' not in starter.name and ";" not in starter.name:
            return f'"{starter.name}"'
    return (
        f"?{len(cards)}"
        if all(card == UNKNOWN for card in cards)
        else order_words(cards, partial(faced, said.position))
    )


def _caused(said: Said) -> frozenset[str] | None:
    found = said.cursor.title(titles(said.position))
    return None if found is None else frozenset(found.split())


# Zones, players, values


def _zone(said: Said) -> str | None:
    zone: str | None = said.cursor.phrase(ZONE_WORDS)
    said.cursor.skip("!")
    return zone


def _bonus(said: Said) -> ZoneChosen | bool:
    """Return True if the top Time card makes the zone the bonus zone, else the effect by which the line says so."""
    zone = said.values["zone"]
    return said.position.bonus_zone(said.seat) == zone or ZoneChosen(zone, bonus=True)


def _rival(said: Said) -> str | None:
    cursor, at = said.cursor, said.cursor.at
    seat: str | None = cursor.phrase(seat_words(said.position.seats))
    rival = said.position.rival(said.seat)
    if seat not in (None, rival):
        cursor.at = at
        raise cursor.slip("the opponent is expected", {word: word for word in (rival, _seat_code(rival, said))})
    return seat


def _seat_code(seat: str, said: Said) -> str:
    return seat_spelt(said.position.seats, seat)


def _solved(said: Said) -> EpisodeSolved | None:
    """Read `3>=3`: the Support Sided for an Episode and its solve number. Return None if no number is there."""
    cursor, number = said.cursor, said.values["episode"]
    support = cursor.number()
    if support is None:
        return None
    cursor.skip(">")
    cursor.skip("=")
    at, due = cursor.at, _solve_number(said, number)
    if cursor.number() != due:
        cursor.at = at
        raise cursor.slip(f"the solve number of this Episode is {due}", {str(due): str(due)})
    return EpisodeSolved(number, support)


def _solve_number(said: Said, number: int) -> int:
    episode = said.position.at(number)
    return face_of(said.position, episode).solve if episode else 0


_ZONE: Final = ArgumentType[Position](
    what="a zone", words=lambda _said: ZONE_WORDS, read=_zone,
    code=lambda zone, _said: CODES.get(zone, zone),
)  # fmt: skip
SLOTS: Final[Mapping[str, ArgumentType[Position] | Chance[Position]]] = {
    "deck": ArgumentType(what="a deck", read=_deck, code=_deck_code, kind="card"),
    "stops": ArgumentType(what="a stop", words=lambda _said: {stop: stop for stop in STOPS}),
    "stood": _cards("a card that Stands, or -,", _own(sided=True)),
    "chosen": ArgumentType(what=_ZONE.what, words=lambda _said: ZONE_WORDS, code=_ZONE.code, kind="zone"),
    "bonus": ArgumentType(
        what="!", words=lambda said: dict.fromkeys(("!", "bonus"), _bonus(said)), code=lambda _bonus, _said: "!"
    ),
    "zone": _ZONE,
    "drawn": DRAWN,
    "hand": _held("a card of your hand", comes=True),
    "flash": _held("a Flash of your hand"),
    "episode": _held("an Episode of your hand"),
    "values": ArgumentType(what="values", read=lambda said: values_here(said.cursor), kind="claim"),
    "solved": _card("an Episode on your side"),
    "solvers": _cards("a Creature to be Sided", _solving, none=True),
    "sum": ArgumentType(
        what="the Support that was Sided", read=_solved, kind="result",
        code=lambda effect, said: f"{effect.support}>={_solve_number(said, effect.card)}",
    ),
    "attacker": _card("the attacking Creature", _STANDING, ("announce", "none")),
    "defender": _card("the attacked Creature", _opposite),
    "named": _card("one of your Creatures or none", _STANDING, ("none",)),
    "user": _card("a card to be Sided", _STANDING),
    "special": ArgumentType(what="> and a target", read=uses.uses_special),
    "ability": ArgumentType(
        what="the number of an ability", read=uses.which_ability, code=lambda place, _said: f"({place})", kind="count"
    ),
    "supported": _card("the supported Creature"),
    "damaged": _card("the damaged Creature"),
    "targets": _cards("a card in play", _own(), about=True),
    "paid": _cards("a card as payment", _STANDING),
    "raised": ArgumentType(
        what="Energy or Substance", words=lambda _said: VALUE_WORDS, kind="value",
        code=lambda value, _said: VALUE_CODES.get(value, value),
    ),
    "amount": ArgumentType(what="an amount", read=uses.signed, code=lambda amount, _said: f"{amount:+}", kind="count"),
    "count": ArgumentType(what="an amount", read=lambda said: said.cursor.number()),
    "changed": ArgumentType(
        what="a value", words=lambda _said: VALUE_CODES, read=uses.value_changed, kind="value"
    ),
    "caused": ArgumentType(what="the card that does it", read=_caused, kind="card"),
    "rival": ArgumentType(what="the opponent", read=_rival, code=_seat_code, kind="seat"),
    "side": ArgumentType(
        what="a player", words=lambda said: seat_words(said.position.seats), code=_seat_code, kind="seat"
    ),
    "own": ArgumentType(what="your name", words=lambda said: seat_words((said.seat,)), kind="seat"),
    "shown": SHOWN,
    "again": ArgumentType(
        what="again or no more", code=lambda again, _said: "again" if again else "no more",
        words=lambda _said: {"again": True, **dict.fromkeys(("no more", "not again", "no further", "no again"), False)},
    ),
    "combatant": _card("a main combatant", about=False),
    "how": ArgumentType(what="how combat ends", words=lambda _said: fights.OUTCOMES),
    "compared": ArgumentType(what="a value of both combatants", read=fights.compared, kind="claim"),
    "beaten": _card("the attacker", about=False),
}  # fmt: skip
"""By name, the parts of a line that vary, such as a card or a number; the patterns of lines use these names."""
