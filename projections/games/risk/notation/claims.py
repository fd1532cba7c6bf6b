"""Board statements at the end of a line.

A territory can be stated with army and Daleks (`=SCA:K3`), Daleks (`=SCA:3`, stored as `daleks SCA`) or army
(`=SCA:black`, stored as `army SCA`). `state/fields.py` has the values to compare with.
"""

from typing import Any, Final

from projections.contracts import Claim
from projections.games.risk.notation.vocabulary import Cursor, army_words, place_code
from projections.games.risk.state.names import letters
from projections.games.risk.state.position import World
from projections.notation.sentence import Sentence
from projections.notation.vocabulary import Vocabulary

_COUNTS: Final[Vocabulary] = {
    **{name: name for name in ("hand", "missions", "powers", "daleks")},
    "mission": "missions", "power": "powers", "power cards": "powers", "cards": "hand",
}  # fmt: skip
_TABLE: Final[Vocabulary] = {name: name for name in ("pool", "clara", "tardis", "deck", "discards")}


def read_claims(context: Sentence[World]) -> tuple[Claim, ...]:
    """Parse the board statements, each after an `=`. Raises SlipError for a wrong field, value or text."""
    cursor: Any = context.cursor
    return tuple(cursor.claims(lambda: _claim(cursor, context.position)))


def _claim(cursor: Cursor, world: World) -> Claim:
    armies = army_words(world.seats, neutrals=True)
    army = cursor.phrase(armies)
    if army:
        return Claim(army, cursor.claimed_number())
    if what := cursor.phrase(_COUNTS):
        return Claim(f"{what} {cursor.want('an army is expected', armies)}", cursor.claimed_number())
    if what := cursor.phrase(_TABLE):
        if what != "tardis":
            return Claim(what, cursor.claimed_number())
        cursor.colon()
        return Claim(what, place_code(cursor.place()))
    place = place_code(cursor.place())
    cursor.colon()
    return _standing(cursor, world, place)


def _standing(cursor: Cursor, world: World, place: str) -> Claim:
    daleks = cursor.number()
    if daleks is not None:
        return Claim(f"daleks {place}", str(daleks))
    known = {letter.lower(): letter for letter in letters(world.seats).values()}
    word = cursor.now
    parts = ((word[:at], word[at:]) for at in range(1, len(word)))
    splits = [(known[first], rest) for first, rest in parts if first in known and rest.isdecimal()]
    if len(splits) == 1:
        cursor.at += 1
        return Claim(place, f"{splits[0][0]}{int(splits[0][1])}")
    by_letter = {letter.lower(): army for army, letter in letters(world.seats).items()}
    armies = {**by_letter, **army_words(world.seats, neutrals=True)}
    army = cursor.want("an army and its Daleks are expected, such as K3", armies)
    daleks = cursor.number()
    if daleks is None:
        return Claim(f"army {place}", army)
    return Claim(place, f"{letters(world.seats)[army]}{daleks}")
