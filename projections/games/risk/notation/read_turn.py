"""Lines of a turn beside its battles: neutral Daleks, the TARDIS, placing, losing, the manoeuvre, cards, the end."""

import re
from collections.abc import Callable
from typing import Final

from events.facts import UNKNOWN, Move
from projections.games.risk import facts as e
from projections.games.risk.notation.brackets import read_die
from projections.games.risk.notation.card_spelling import power_words, quoted
from projections.games.risk.notation.sentence import ALL, NONE, ROLL, Sentence
from projections.games.risk.notation.stated import RESULTS
from projections.games.risk.notation.vocabulary import PLACES, Cursor, army_words, place_code
from projections.games.risk.rules.power_cards import AT_RIVALS
from projections.games.risk.state.position import NEUTRALS, World
from projections.notation.vocabulary import Vocabulary
from projections.terms import Seen

__all__ = [
    "play_card",
    "read_card",
    "read_end",
    "read_landing",
    "read_loss",
    "read_manoeuvre",
    "read_neutral",
    "read_placing",
]

_CLARA: Final[Vocabulary] = dict.fromkeys(("*", "clara", "with clara", "clara *"), "*")
_NO_CLARA: Final[Vocabulary] = dict.fromkeys(("no clara", "no *", "without clara"), "no")
_DRAWS: Final[Vocabulary] = dict.fromkeys(("+", "draw", "draws", "drew", "takes", "take"), "+")
_CARDS: Final[Vocabulary] = {**PLACES, **dict.fromkeys((UNKNOWN, "card", "one", "a card"), UNKNOWN)}
_SEEN: Final[Vocabulary] = {**_CARDS, **{f"+ {word}": card for word, card in _CARDS.items()}}
_COUNTED: Final = (",", "&", "and")
_TOGETHER: Final = re.compile(rf"({'|'.join(word for word in PLACES if len(word) == 3)})([1-9][0-9]?)")
"""A code and a number without a sign between them."""


def read_landing(cursor: Cursor, world: World, seat: str) -> list[Sentence]:
    """`T: EGY *`: the card turned up, and Clara on it; `T: (roll)` where it is still to be turned up."""
    landed = Sentence(e.LandTardis(seat))
    bracket = cursor.skip("(")
    cursor.skip("tardis")
    place = UNKNOWN if cursor.skip(*ROLL) else cursor.phrase(PLACES)
    if place is None and (bracket or cursor.now not in ("", "=", "+", "-", "*", "shuffled", *_CLARA, "no", "without")):
        cursor.at -= bracket
        place = cursor.place()
    if bracket and not cursor.skip(")"):
        raise cursor.slip("the bracket is not closed", {")": ")"})
    if place in PLACES.values():
        landed.seen = Seen(items=(str(place),))
    if cursor.phrase(_CLARA):
        landed.states(e.ClaraAdvanced(world.clara + 1))
    elif cursor.phrase(_NO_CLARA):
        landed.states(instead_of=e.ClaraAdvanced)
    landed.seen = _shuffled(cursor, world, landed.seen)
    return [landed]


def _shuffled(cursor: Cursor, world: World, seen: Seen) -> Seen:
    """`shuffled JPN PER ...`: the order of a renewed deck, as far as anybody saw it."""
    if not cursor.skip("shuffled"):
        return seen
    if world.deck:
        cursor.at -= 1
        raise cursor.slip(f"{len(world.deck)} cards lie in the deck, so nothing is shuffled", {})
    order: list[str] = []
    while (card := cursor.phrase({**PLACES, UNKNOWN: UNKNOWN})) is not None:
        order.append(card)
    return Seen(items=seen.items, cards=seen.cards, orders=(tuple(order),) if order else ())


# Daleks placed and taken off


def _amounts(cursor: Cursor, pool: int, legal: Callable[[Move], str | None]) -> list[tuple[str, int]]:
    """`RUS+4 URA+2`, or `4 RUS, 2 URA`: territories with their Daleks; `all` is what is left of a pool."""
    found: list[tuple[str, int]] = []
    number_first = cursor.now.isdigit() or cursor.now in ("one", "two", "three", *ALL)
    while not found or cursor.now not in ("", "=", "+", "-", "only"):
        left = pool - sum(daleks for _, daleks in found)
        if number_first:
            daleks = _amount(cursor, left)
            cursor.skip("daleks", "dalek", "in", "to", "on")
            found.append((cursor.place(legal), daleks))
        elif match := _TOGETHER.fullmatch(cursor.now):
            cursor.at += 1
            found.append((PLACES[match[1]], int(match[2])))
        else:
            place = cursor.place(legal)
            cursor.skip("+", ":", "by")
            found.append((place, _amount(cursor, left)))
        cursor.skip(*_COUNTED)
    return found


def _amount(cursor: Cursor, left: int) -> int:
    if left > 0 and cursor.phrase(ALL):
        return left
    return cursor.want_number("how many Daleks is expected", left)


def read_placing(cursor: Cursor, world: World, seat: str) -> list[Sentence]:
    """`P: RUS+4 URA+2`."""
    amounts = _amounts(
        cursor, world.pool, lambda move: place_code(move.territory) if isinstance(move, e.Place) else None
    )
    return [Sentence(e.Place(seat, place, daleks)) for place, daleks in amounts]


def read_neutral(cursor: Cursor, world: World, seat: str) -> list[Sentence]:
    """`N: neutral 1 JPN+2 CHN+1`, by the opponent of whoever has the turn; the army may be left out."""
    army = cursor.phrase({word: name for word, name in army_words((), neutrals=True).items() if name in NEUTRALS})
    if army is None:
        cursor.skip("neutral", "neutrals")
    start = cursor.at
    legal = lambda move: place_code(move.territory) if isinstance(move, e.PlaceNeutral) else None  # noqa: E731  # short
    amounts = _amounts(cursor, world.neutral_pool or 3, legal)
    for place, _ in amounts:
        if army and world.lands[place].army != army:
            cursor.at = start
            own = {place_code(name).lower(): place_code(name) for name in world.lands_of(army)}
            raise cursor.slip(f"{place_code(place)} is not held by {army}", own)
    return [Sentence(e.PlaceNeutral(seat, place, daleks)) for place, daleks in amounts]


def read_loss(cursor: Cursor, _world: World, seat: str) -> list[Sentence]:
    """`L: RUS URA-2`: Daleks of one's own that a card makes one take off the board, each a move."""
    found: list[Sentence] = []
    while not found or cursor.now not in ("", "=", "+", "only"):
        place = cursor.place(lambda move: place_code(move.territory) if isinstance(move, e.RemoveDalek) else None)
        daleks = 1
        if cursor.now == "-" and cursor.after.isdigit():
            cursor.at += 1
            daleks = min(20, cursor.want_number("how many Daleks is expected"))
        found += [Sentence(e.RemoveDalek(seat, place)) for _ in range(daleks)]
        cursor.skip(*_COUNTED)
        if cursor.now == "-":
            break
    return found


# Manoeuvre, cards, the end of the turn


def read_manoeuvre(cursor: Cursor, world: World, seat: str) -> list[Sentence]:
    """`M: URA>IND 2`, `M: none`."""
    if cursor.phrase({**NONE, "hold": "none", "holds": "none"}):
        return [Sentence(e.HoldPosition(seat))]
    daleks = cursor.number()
    cursor.skip("daleks", "dalek")
    cursor.skip("from")
    source = cursor.place(lambda move: place_code(move.source) if isinstance(move, e.Manoeuvre) else None)
    cursor.skip(">", "to", "-")
    target = cursor.place(
        lambda move: place_code(move.target) if isinstance(move, e.Manoeuvre) and move.source == source else None
    )
    cursor.skip("with", ":")
    if daleks is None and cursor.phrase(ALL):
        daleks = max(1, world.lands[source].daleks - 1)
    if daleks is None:
        daleks = cursor.want_number("how many Daleks is expected", world.lands[source].daleks - 1)
    cursor.skip("daleks", "dalek")
    return [Sentence(e.Manoeuvre(seat, source, target, daleks))]


def read_card(cursor: Cursor, world: World, seat: str) -> list[Sentence]:
    """`C: +?` draws a Territory Card, `C: +JPN` one that was seen, `C: none`; `C: "Name"` plays a Power Card."""
    if cursor.phrase(NONE):
        return [Sentence(e.EndTurn(seat))]
    if cursor.phrase(_DRAWS):
        at = cursor.at
        card = None if RESULTS.stands(cursor) else cursor.phrase(_SEEN)
        if card is None:
            card, cursor.at = UNKNOWN, at
        seen = _shuffled(cursor, world, Seen(cards=(card,)))
        return [Sentence(e.DrawTerritoryCard(seat), seen)]
    bracket = cursor.skip("[")
    words = power_words(world)
    start = cursor.at
    cursor.want("a Power Card, a draw (+?) or none is expected", {word: quoted(world, words[word]) for word in words})
    cursor.at = start
    card = cursor.want("a Power Card is expected", words)
    if bracket and not cursor.skip("]"):
        raise cursor.slip("the bracket is not closed", {"]": "]"})
    return [play_card(cursor, world, seat, card)]


def play_card(cursor: Cursor, world: World, seat: str, card: str) -> Sentence:
    """A Power Card with the territory or the rival that its text names."""
    cursor.skip(">", "to", "against")
    if world.cards.power[card].effect == "move-tardis":
        place = cursor.place(lambda move: place_code(move.territory) if isinstance(move, e.MoveTardis) else None)
        return Sentence(e.MoveTardis(seat, card, place))
    rivals = army_words(tuple(other for other in world.seats if other != seat))
    rival = cursor.phrase(army_words(world.seats)) or ""
    if not rival and world.cards.power[card].effect in AT_RIVALS:
        raise cursor.slip("the player whom the card is for is expected", {word: rivals[word] for word in rivals})
    place = "" if rival else cursor.phrase(PLACES) or ""
    return Sentence(e.PlayPower(seat, card, place, rival), read_die(cursor))


def read_end(cursor: Cursor, _world: World, seat: str) -> list[Sentence]:
    """`END`: the turn is over."""
    cursor.skip("turn")
    return [Sentence(e.EndTurn(seat))]
