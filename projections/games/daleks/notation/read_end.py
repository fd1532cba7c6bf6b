"""Lines of what comes of an Adventure: how it is resolved, costs and how they are paid, the end of the turn."""

from typing import Final

from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.adventure_effects import AdventureEnded
from projections.games.daleks.facts.effects import TokensPaid
from projections.games.daleks.notation.naming import stands_further, stands_named, thing_named
from projections.games.daleks.notation.sentence import Tale
from projections.games.daleks.notation.vocabulary import Cursor
from projections.games.daleks.rules.challenge import is_met
from projections.games.daleks.state.names import roman
from projections.notation.vocabulary import Vocabulary

__all__ = [
    "TOKENS", "read_card_paid", "read_companion_paid", "read_cost", "read_discard", "read_finish", "read_option",
    "read_paid", "read_resolved", "read_tokens_paid",
]  # fmt: skip

TOKENS: Final = ("token", "tokens", "charge")
"""How players call Sonic Charge tokens."""
_MOST_OPTIONS: Final = 3
_ORDINALS: Final[Vocabulary] = {
    **{roman(number).lower(): str(number) for number in range(1, _MOST_OPTIONS + 1)},
    **dict.fromkeys(("first", "1st"), "1"), **dict.fromkeys(("second", "2nd"), "2"),
    **dict.fromkeys(("third", "3rd"), "3"),
}  # fmt: skip


# How it is resolved


def read_resolved(tale: Tale, said: str) -> None:
    """`END: win`, `END: fail`, `END: resolve`: resolved as the dice lie, and whether that is a success."""
    last = tale.last
    again = last is not None and isinstance(last.move, m.Resolve)
    now = (tale.before if again else tale.now).adventure
    resolved = last if last is not None and again else tale.say(m.Resolve(tale.seat))
    if said and now is not None and is_met(now) != (said == "win"):
        resolved.states(AdventureEnded(said == "win"))


# Costs


def read_cost(cursor: Cursor, tale: Tale) -> None:
    """A cost or a payment without its word: `COST: 2`, `COST: 2 tokens`, `COST: "Fez"`, `COST: Amy`.

    Raises:
        SlipError: it is none of these.
    """
    cursor.skip("pay", "pays")
    if not cursor.quoted and (cursor.after in TOKENS or cursor.is_at("-")):
        _tokens(cursor, tale)
    elif _is_counted(cursor):
        read_option(cursor, tale)
    elif cursor.quoted or stands_named(cursor, tale.now, "timey", "companion"):
        read_paid(cursor, tale)
    else:
        raise cursor.slip("option, card, tokens or companion is expected", {word: word for word in _SAID})


_SAID: Final = ("option", "card", "tokens", "companion")


def _is_counted(cursor: Cursor) -> bool:
    """Whether a printed cost is named by its number: `2`, `II`, `the second`, but not `Second Thoughts`."""
    at = cursor.at
    counted = cursor.is_at("#") or cursor.number() is not None
    ordinal = not counted and cursor.phrase(_ORDINALS) is not None and cursor.is_at("", "=", "option", "cost")
    cursor.at = at
    return counted or ordinal


def _tokens(cursor: Cursor, tale: Tale) -> None:
    """`2 tokens`, `-2 tokens`: how many is a stated result."""
    cursor.skip("-")
    number = cursor.want_number("a number of tokens is expected")
    if not cursor.skip(*TOKENS):
        raise cursor.slip("tokens are expected", {"tokens": "tokens"})
    tale.say(m.PayTokens(tale.seat), counts=f"tokens {tale.seat}").states(TokensPaid(tale.seat, number))


def read_paid(cursor: Cursor, tale: Tale) -> None:
    """A card of the hand or a Companion aboard, by the name alone: paid for a cost."""
    hand, aboard = tale.now.hands.get(tale.seat, ()), _companions(tale)
    thing = thing_named(
        cursor, tale.now, "a card of the hand or a Companion is expected", "timey", "companion", held=(*hand, *aboard)
    )
    if thing in tale.now.box.companion:
        tale.say(m.PayCompanion(tale.seat, thing))
    else:
        tale.say(m.PayCard(tale.seat, thing))


def read_option(cursor: Cursor, tale: Tale) -> None:
    """`COST: option 2`, `COST: second option`, `COST: II`."""
    cursor.skip("#")
    number = int(cursor.phrase(_ORDINALS) or "0")
    number = number or cursor.want_number("the number of a printed cost is expected", _MOST_OPTIONS)
    cursor.skip("option", "cost")
    tale.say(m.ChooseCost(tale.seat, number))


def read_card_paid(cursor: Cursor, tale: Tale) -> None:
    """`COST: card "Fez"`."""
    held = tale.now.hands.get(tale.seat, ())
    tale.say(m.PayCard(tale.seat, thing_named(cursor, tale.now, "a card of the hand is expected", "timey", held=held)))


def read_tokens_paid(_cursor: Cursor, tale: Tale) -> None:
    """`COST: tokens`."""
    tale.say(m.PayTokens(tale.seat), counts=f"tokens {tale.seat}")


def read_companion_paid(cursor: Cursor, tale: Tale) -> None:
    """`COST: companion "Rory Williams"`."""
    who = thing_named(cursor, tale.now, "a Companion aboard is expected", "companion", held=_companions(tale))
    tale.say(m.PayCompanion(tale.seat, who))


def _companions(tale: Tale) -> list[str]:
    return [one.companion for one in tale.now.console(tale.seat).companions]


# The end of the turn


def read_discard(cursor: Cursor, tale: Tale) -> None:
    """`END: discard "Fez" "Timescoop"` of a hand that is too large: each card is a move."""
    while True:
        held = tale.now.hands.get(tale.seat, ())
        card = thing_named(cursor, tale.now, "a card of the hand is expected", "timey", held=held)
        tale.say(m.DiscardTimey(tale.seat, card))
        if not stands_further(cursor, tale.now, "timey"):
            return


def read_finish(cursor: Cursor, tale: Tale) -> None:
    """`END`: the turn is over."""
    cursor.skip("of", "turn", "done")
    cursor.skip("turn")
    tale.say(m.Finish(tale.seat))
