"""What stands behind a move in a line: chance that was seen, results in words or by name, claims.

| written | states |
| --- | --- |
| `+2`, `charge +1` | tokens gained; `-1` tokens paid |
| `TARDIS IV>VI` | where the own TARDIS goes, and whence, which is checked |
| `ship VIII>IX` | where the Dalek Ship is after that: a claim; whence is checked |
| `card +2?`, `card +1 "Fez"` | cards drawn |
| `anomaly "Into the Dalek"` | a Time Anomaly that was drawn |
| `"Captain Jack" full` | the part-time Companion is full-time now |
"""

from collections.abc import Callable, Mapping
from typing import Final

from events.facts import UNKNOWN
from projections.cursor import QuestionError
from projections.game import Seen
from projections.games.daleks import moves as m
from projections.games.daleks.chance_lines import read_chance, read_drawn
from projections.games.daleks.claims import read_claim, read_space
from projections.games.daleks.effects import CompanionsKept, TardisMoved, TokensGained, TokensPaid
from projections.games.daleks.names import roman
from projections.games.daleks.naming import thing_named
from projections.games.daleks.results import RESULTS
from projections.games.daleks.saying import Sentence, Tale
from projections.games.daleks.spelling import Cursor, seat_spelt, space_words, titles
from projections.games.daleks.stops import BEFORE_RESOLVING

__all__ = ["read_tail"]

_MOST_DRAWN: Final = 20
Behind = Callable[[Cursor, Tale, Sentence], None]


def read_tail(cursor: Cursor, tale: Tale) -> None:
    """All that stands behind the last move and is no move.

    Raises:
        SlipError: a part of it does not read.
    """
    last = tale.last
    if last is None:
        return
    begun = -1
    while begun != cursor.at:
        begun = cursor.at
        last.sees(read_chance(cursor, tale.before, tale.seat))
        _tokens(cursor, tale, last)
        _not_yet(cursor, tale, begun)
        stated, absent = RESULTS.read(cursor) if RESULTS.stands(cursor) or cursor.is_at("+", "-") else ([], [])
        last.states(*stated)
        last.lacks(*absent)
        while cursor.skip("="):
            claim = read_claim(cursor, tale.before, tale.seat, last.counts)
            last.claims_that(claim.place, claim.value)
        at = cursor.at
        _in_words(cursor, tale, last)
        _not_yet(cursor, tale, at)


def _not_yet(cursor: Cursor, tale: Tale, begun: int) -> None:
    """What a failure brings comes when those who are asked have passed: the last one's line says it.

    Raises:
        QuestionError: it stands behind the caller's word already.
    """
    if cursor.at == begun or tale.last is None or not isinstance(tale.last.move, m.Resolve):
        return
    led = tale.led
    window = led.window if led is not None else None
    if window is not None and window.name == BEFORE_RESOLVING and tale.before.window is None:
        asked = seat_spelt(tale.before.seats, window.awaited[-1])
        end = cursor.words[begun - 1].end if begun else 0
        raise QuestionError(
            f'{asked} may play a card first; what comes of it stands behind "{asked} PASS"', (cursor.line[:end],)
        )


def _tokens(cursor: Cursor, tale: Tale, last: Sentence) -> None:
    """`+2`, `-1`: tokens."""
    if cursor.now not in ("+", "-") or not cursor.after.isdecimal() or RESULTS.stands(cursor):
        return
    gained = cursor.now == "+"
    cursor.at += 1
    number = cursor.want_number("a number of tokens is expected")
    kind = TokensGained if gained else TokensPaid
    if number:
        last.states(kind(tale.seat, number))
    else:
        last.lacks(kind)


def _in_words(cursor: Cursor, tale: Tale, last: Sentence) -> None:
    """A result in words, if one stands here."""
    at = cursor.at
    if _is_kept(cursor, tale):
        last.states(CompanionsKept(tale.seat))
        return
    for words, read in _WORDS.items():
        if cursor.skip(*words):
            if cursor.now in ("", "=") or (isinstance(last.move, _PREPARING) and "charge" in words):
                cursor.at = at
                return
            read(cursor, tale, last)
            return


_PREPARING: Final = (m.Charge, m.Install, m.Uninstall, m.Dismiss, m.PlayTimey, m.UseAbility)
"""Behind these `charge` is a move of its own."""


def _charge(cursor: Cursor, tale: Tale, last: Sentence) -> None:
    at = cursor.at
    _tokens(cursor, tale, last)
    if cursor.at == at:
        raise cursor.slip("tokens are expected, +1 or -1", {})


def _tardis(cursor: Cursor, tale: Tale, last: Sentence) -> None:
    if cursor.now not in space_words() and cursor.now != ">":
        raise cursor.slip("a space of the track is expected, such as IV>VI", {})
    last.states(TardisMoved(tale.seat, _moved(cursor, tale.before.tardis.get(tale.seat, 0), "the TARDIS")))


def _ship(cursor: Cursor, tale: Tale, last: Sentence) -> None:
    last.claims_that("ship", str(_moved(cursor, tale.before.ship, "the Dalek Ship")))


def _moved(cursor: Cursor, now: int, what: str) -> int:
    """`IV>VI`: from where it stands, if that is said, to where."""
    at = cursor.at
    first = now if cursor.now == ">" else read_space(cursor)
    if not cursor.skip(">", "to"):
        return first
    if first != now:
        cursor.at = at
        space = roman(now) if now else "Skaro"
        raise cursor.slip(f"{what} is on {space}", {space.lower(): space})
    return read_space(cursor)


def _cards(cursor: Cursor, tale: Tale, last: Sentence) -> None:
    """`card +2?`, `cards +2 "Fez" ?`."""
    cursor.skip("+")
    number = cursor.number()
    cards: list[str] = []
    while len(cards) < _MOST_DRAWN and (card := read_drawn(cursor, tale.before, tale.seat)) is not None:
        cards.append(card)
    if number is None and not cards:
        raise cursor.slip("the cards drawn are expected, +1? or their names", {"?": "?"})
    unseen = max(0, min(number or 0, _MOST_DRAWN) - len(cards))
    last.sees(Seen(cards=(*cards, *[UNKNOWN] * unseen)))


def _anomaly(cursor: Cursor, tale: Tale, last: Sentence) -> None:
    if cursor.skip("?"):
        last.sees(Seen(items=(UNKNOWN,)))
        return
    last.sees(Seen(items=(thing_named(cursor, tale.before, "a Time Anomaly is expected", "anomaly"),)))


def _is_kept(cursor: Cursor, tale: Tale) -> bool:
    """`"Captain Jack" full`: a Companion of the seat who is full-time now."""
    at = cursor.at
    found = cursor.title(titles(tale.before, "companion"))
    aboard = [one.companion for one in tale.before.console(tale.seat).companions if one.part_time]
    if found and set(found.split()) & set(aboard) and cursor.skip("full", "stays"):
        cursor.skip("time")
        return True
    cursor.at = at
    return False


_WORDS: Final[Mapping[tuple[str, ...], Behind]] = {
    ("tardis",): _tardis, ("ship",): _ship, ("anomaly",): _anomaly, ("card", "cards"): _cards, ("charge",): _charge,
}  # fmt: skip
