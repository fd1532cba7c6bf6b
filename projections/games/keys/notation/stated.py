"""What a line states of a move's results: the usual words, and any effect by its name.

Every effect can be stated by name with its values in order (`+pawn-held tenth 1`), every kind of effect stated absent
(`-pawn-released`); the words are short for the usual ones.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from events.facts import Effect, Move
from projections.games.keys import facts as e
from projections.games.keys.notation.vocabulary import CARD_WORDS, TILE_WORDS, Cursor, card_code, seat_words
from projections.games.keys.rules.turns import round_of
from projections.games.keys.state.position import CARDS, OUT, Position
from projections.notation.stated import name_of
from projections.notation.vocabulary import Vocabulary, seat_code

Result = Effect | type[Effect]
"""An effect that came about, or a kind of effect that did not."""

_BY_NAME: Final[Mapping[str, type[Effect]]] = {
    name_of(kind, "keys"): kind for kind in (*e.BOARD, *e.COURSE) if kind is not e.TilesLaid
}
_NAMES: Final[Vocabulary] = {name.replace("-", " - "): name for name in _BY_NAME} | {
    name.replace("-", " "): name for name in _BY_NAME
}
_YES: Final[Vocabulary] = {"yes": "yes", "no": "no"}
_PAWN: Final = (e.MovePawn, e.PlayCyberman)


def result_words(move: Move, position: Position) -> dict[str, Result]:
    """The words that may follow a move, and what each states."""
    words: dict[str, Result] = {}
    pawn = move.victim if isinstance(move, e.PlayCyberman) else move.player
    if isinstance(move, _PAWN):
        words |= dict.fromkeys(("wins", "win", "won"), e.GameWon(pawn, move.to)) | {"no win": e.GameWon}
        tele = e.PawnTeleported(pawn)
        words |= dict.fromkeys(("tele d4", "teleport d4", "teleports to d4", "teleport to d4", "tele to d4"), tele)
        words |= dict.fromkeys(("no tele", "no teleport"), e.PawnTeleported)
    if isinstance(move, e.MovePawn):
        words |= dict.fromkeys(("key", "tardis key"), e.BonusOffered(move.player, move.to))
        words |= dict.fromkeys(("no key", "no bonus"), e.BonusOffered)
        words |= dict.fromkeys(("extra", "extra turn"), e.ExtraTurnEarned(move.player, move.to))
        words |= dict.fromkeys(("no extra", "no extra turn"), e.ExtraTurnEarned)
    match move:
        case e.PlayKey(action="open") | e.PlaySonic(action="open") | e.UseKey(action="open"):
            words |= dict.fromkeys(("stays closed", "stays shut"), e.DoorOpened)
        case e.PlayKey(action="close") | e.PlaySonic(action="close") | e.UseKey(action="close"):
            words |= {"stays open": e.DoorClosed}
        case e.PlaySonic():
            words |= {"stays barred": e.BarrierLifted}
        case e.PlayPandorica(victim=victim):
            for turns in (1, 2, 3):
                held = e.PawnHeld(victim, turns)
                words |= dict.fromkeys((f"for {turns} turn", f"for {turns} turns", f"for {turns} rounds"), held)
        case _:
            pass
    if pawn in position.pawns:
        words |= _turn_words(pawn, position)
    return words


def _turn_words(pawn: str, position: Position) -> dict[str, Result]:
    """Whose turn follows, and whether the Pandorica under the pawn is taken away."""
    words: dict[str, Result] = {"released": e.PawnReleased(pawn), "still held": e.PawnReleased}
    if position.player and position.first:
        for spelling, seat in seat_words(position.seats).items():
            words[f"next {spelling}"] = e.TurnBegan(seat, position.turn + 1, round_of(position, seat))
    return words


def read_results(cursor: Cursor, move: Move, position: Position) -> list[Result]:
    """The results that stand next, up to the claims or the end of the line.

    Raises:
        SlipError: a word states no result here, or contradicts one before it.
    """
    words = result_words(move, position)
    index = _spellings(words)
    found: list[Result] = []
    said: set[type[Effect]] = set()
    while cursor.now not in ("", "="):
        if cursor.now in ("+", "-"):
            found.append(_named(cursor, position))
            continue
        at, word = cursor.at, cursor.phrase(index)
        if word is None:
            cursor.end({spelling: first.replace(" - ", "-") for spelling, first in index.items()})
            break
        result = words[word]
        kind = result if isinstance(result, type) else type(result)
        if kind in said:
            cursor.at = at
            raise cursor.slip("this was stated before", {})
        said.add(kind)
        found.append(result)
    return found


def _spellings(words: Mapping[str, Result]) -> Vocabulary:
    """Each spelling to the first of the same result."""
    first = {result: word for word, result in reversed(list(words.items()))}
    return {word: first[result] for word, result in words.items()}


def _named(cursor: Cursor, position: Position) -> Result:
    sign = cursor.now
    cursor.at += 1
    kind = _BY_NAME[cursor.want("no result has this name", _NAMES)]
    if sign == "-":
        return kind
    values = [_value(cursor, field, position) for field in msgspec.structs.fields(kind)]
    return kind(*values)


def _value(cursor: Cursor, field: msgspec.structs.FieldInfo, position: Position) -> Any:
    """One value of an effect, by the type and name of its field."""
    if field.type is int:
        number = cursor.number()
        if number is None:
            raise cursor.slip(f"{field.name} is a number", {})
        return number
    if field.type is bool:
        return cursor.want(f"{field.name} is yes or no", _YES) == "yes"
    return cursor.want(f"{field.name} is wanted here", _vocabulary(field.name, position))


def _vocabulary(name: str, position: Position) -> Vocabulary:
    match name:
        case "player":
            return seat_words(position.seats)
        case "card":
            return CARD_WORDS
        case "tile" | "other" | "to":
            return {**TILE_WORDS, OUT: OUT}
    choices = {
        "step": ("draw", "play"),
        "shows": ("open", "dalek", "key", "extra", "teleport"),
        "edge": ("N", "E", "S", "W"),
    }
    return {choice.lower(): choice for choice in choices.get(name, ())}


def stated_words(effect: Effect, move: Move, position: Position) -> str:
    """A stated effect as it is written behind a move."""
    for word, result in result_words(move, position).items():
        if result == effect:
            return word if not word.startswith("next ") else f"next {seat_code(effect.player)}"  # type: ignore[attr-defined]  # TurnBegan
    values = [_spell(field.name, getattr(effect, field.name)) for field in msgspec.structs.fields(type(effect))]
    return " ".join((f"+{name_of(type(effect), 'keys')}", *values))


def absent_words(kind: type[Effect], move: Move, position: Position, *, named: bool) -> str:
    """A kind of effect that was left out, as it is written behind a move; by its name where one of it is stated."""
    found = next((word for word, result in result_words(move, position).items() if result is kind), "")
    return found if found and not named else f"-{name_of(kind, 'keys')}"


def _spell(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "player":
        return seat_code(str(value))
    return card_code(str(value)) if value in CARDS else str(value)


def split_results(results: Sequence[Result]) -> tuple[tuple[Effect, ...], tuple[type[Effect], ...]]:
    """Results as the effects that are stated, and the kinds that are stated absent."""
    stated = tuple(result for result in results if isinstance(result, Effect))
    absent = tuple(dict.fromkeys(result for result in results if isinstance(result, type)))
    return stated, absent
