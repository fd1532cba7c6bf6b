"""The values in lines of Risk: each with its spellings and its written form."""

from collections.abc import Callable, Mapping
from typing import Final

from projections.games.risk.notation import chance, vocabulary
from projections.games.risk.notation.battle import Context, dice_ahead, offer
from projections.games.risk.notation.card_spelling import bracketed, mission_code, mission_words, power_words, quoted
from projections.games.risk.state.position import World
from projections.notation.argument_type import ArgumentType, Chance, Number
from projections.notation.vocabulary import seat_code

ALL: Final = ("all", "everything", "the rest", "rest", "max")


def _all_but_one(context: Context) -> int:
    land = context.position.lands.get(context.values.get("source", ""))
    return max(1, land.daleks - 1) if land else 0


def _all_moving_in(context: Context) -> dict[str, int]:
    battle = context.position.battle
    if battle is None or battle.group:
        return {}
    return dict.fromkeys(ALL, max(1, context.position.lands[battle.source].daleks - 1))


def _count(what: str, most: Callable[[Context], int]) -> Number[World]:
    """Return the part of a line that gives a number of Daleks; the word `all` means the maximum."""
    return Number(
        what=what, most=most, words=lambda context: dict.fromkeys(ALL if most(context) else (), most(context))
    )


def _only_offer(context: Context) -> int | None:
    """Return the number of rolling Daleks for a line that omits it: the number of faces, or the only legal number."""
    found, faces = offer(context), tuple(filter(None, context.seen.faces))
    return len(faces[0]) if faces else found[0] if len(found) == 1 else None


def _strength(what: str, missing: Callable[[Context], int | None]) -> Number[World]:
    """Return the part of a line that gives the number of attacking or rolling Daleks."""
    return Number(
        what=what, most=lambda context: max(offer(context), default=0), missing=missing,
        words=lambda context: dict.fromkeys(ALL, offer(context)[-1]) if offer(context) else {},
    )  # fmt: skip


def _power(code: Callable[[World, str], str], *, brackets: bool) -> ArgumentType[World]:
    """Return the part of a line that names a Power Card. With `brackets` it must be in square brackets."""

    def read(context: Context) -> str | None:
        cursor, opened = context.cursor, context.cursor.skip("[")
        if brackets and not opened:
            return None
        words = power_words(context.position)
        card: str | None = cursor.phrase(words)
        if opened and card is None:
            inside = {word: bracketed(context.position, words[word])[1:-1] for word in words}
            raise cursor.slip("a Power Card is expected", inside)
        if opened and not cursor.skip("]"):
            raise cursor.slip("the closing bracket is missing", {"]": "]"})
        return card

    return ArgumentType(
        what="a Power Card", words=lambda context: {} if brackets else power_words(context.position), read=read,
        kind="card",
        code=lambda card, context: code(context.position, card),
    )  # fmt: skip


POWER: Final = _power(bracketed, brackets=False)
_TERRITORY: Final = ArgumentType[World](
    what="a territory", words=vocabulary.PLACES, code=lambda name, _context: vocabulary.place_code(name), kind="place"
)
_NEUTRAL: Final = ArgumentType[World](
    what="a neutral army", kind="army",
    words=vocabulary.army_words((), neutrals=True),
)  # fmt: skip
_RIVAL: Final = ArgumentType[World](
    what="a player", kind="army", words=lambda context: vocabulary.army_words(context.position.seats),
    code=lambda seat, _context: seat_code(seat),
)  # fmt: skip
_MISSION: Final = ArgumentType[World](
    what="a mission by its territory", kind="card", words=lambda context: mission_words(context.position),
    code=lambda card, context: mission_code(context.position, card),
)  # fmt: skip


SLOTS: Final[Mapping[str, ArgumentType[World] | Chance[World]]] = {
    "territory": _TERRITORY, "source": _TERRITORY, "target": _TERRITORY, "army": _NEUTRAL, "rival": _RIVAL,
    "mission": _MISSION, "card": _power(quoted, brackets=False), "bracketed": _power(bracketed, brackets=True),
    "placed": _count("the number of Daleks", lambda context: context.position.pool),
    "added": _count("the number of Daleks", lambda context: context.position.neutral_pool or 3),
    "moved": _count("the number of Daleks", _all_but_one),
    "entering": Number(what="the number of Daleks", words=_all_moving_in),
    "number": Number(what="a number"),
    "attackers": _strength("the number of Daleks", dice_ahead),
    "rolling": _strength("the number of dice", _only_offer),
    "dice": chance.DICE, "ones": chance.ONES, "die": chance.CARD_DIE, "shown": chance.SHOWN, "drawn": chance.DRAWN,
}  # fmt: skip
"""By name, the parts of a line that vary, such as a territory; the patterns of lines use these names."""
