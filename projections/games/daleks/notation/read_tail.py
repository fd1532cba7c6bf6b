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
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.effects import CompanionsKept, TardisMoved, TokensGained, TokensPaid
from projections.games.daleks.notation.claims import read_claim, read_space
from projections.games.daleks.notation.naming import thing_named
from projections.games.daleks.notation.read_chance import read_chance, read_drawn
from projections.games.daleks.notation.sentence import Sentence, Tale
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.vocabulary import Cursor, seat_spelt, space_words, titles
from projections.games.daleks.state.names import roman
from projections.games.daleks.state.position import BEFORE_RESOLVING, Position
from projections.games.daleks.state.track import on_track
from projections.notation.cursor import QuestionError
from projections.terms import Seen

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
    if isinstance(last.move, m.DaleksMove):
        _ship(cursor, tale, last)
        return
    if _are_cards(cursor):
        _cards(cursor, tale, last)
        return
    gained = cursor.now == "+"
    cursor.at += 1
    number = cursor.want_number("a number of tokens is expected")
    cursor.skip("sonic")
    if not (isinstance(last.move, _PREPARING) and cursor.is_at("charge")):
        cursor.skip("charge")
    cursor.skip("token", "tokens")
    kind = TokensGained if gained else TokensPaid
    if number:
        last.states(kind(tale.seat, number))
    else:
        last.lacks(kind)


def _are_cards(cursor: Cursor) -> bool:
    """Whether it is cards that are counted here, `+2 cards`, and not tokens before a word on cards: `+1, card +2`."""
    number, *behind = cursor.words[cursor.at + 1 : cursor.at + 4]
    texts = [word.text for word in behind]
    parted = bool(behind) and "," in cursor.line[number.end : behind[0].start]
    return texts[:1] in (["card"], ["cards"]) and not parted and texts[1:] != ["+"]


def _in_words(cursor: Cursor, tale: Tale, last: Sentence) -> None:
    """A result in words, if one stands here."""
    at = cursor.at
    if _is_kept(cursor, tale):
        last.states(CompanionsKept(tale.seat))
        return
    if isinstance(last.move, m.DaleksMove) and cursor.is_at(*space_words()) and cursor.after in (">", ""):
        _ship(cursor, tale, last)
        return
    if not cursor.quoted and cursor.now.isdecimal() and cursor.after in ("card", "cards"):
        _cards(cursor, tale, last)
        return
    if (cursor.is_at("dalek") and cursor.after == "ship") or (cursor.is_at("time") and cursor.after == "anomaly"):
        cursor.at += 1
    for words, read in _WORDS.items():
        if cursor.skip(*words):
            if cursor.now in ("", "=") or (isinstance(last.move, _PREPARING) and "charge" in words):
                cursor.at = at
                return
            read(cursor, tale, last)
            return


_BEFORE_SPACE: Final = (">", "+", "to", ":", "is", "moves", "move")
_PREPARING: Final = (m.Charge, m.Install, m.Uninstall, m.Dismiss, m.PlayTimey, m.UseAbility)
"""Behind these `charge` is a move of its own."""


def _charge(cursor: Cursor, tale: Tale, last: Sentence) -> None:
    at = cursor.at
    _tokens(cursor, tale, last)
    if cursor.at == at:
        raise cursor.slip("tokens are expected, +1 or -1", {})


def _tardis(cursor: Cursor, tale: Tale, last: Sentence) -> None:
    if cursor.now not in (*space_words(), *_BEFORE_SPACE):
        raise cursor.slip("a space of the track is expected, such as IV>VI", {})
    now = tale.before.tardis.get(tale.seat, 0)
    last.states(TardisMoved(tale.seat, _moved(cursor, tale.before, now, "the TARDIS")))


def _ship(cursor: Cursor, tale: Tale, last: Sentence) -> None:
    last.claims_that("ship", str(_moved(cursor, tale.before, tale.before.ship, "the Dalek Ship")))


def _moved(cursor: Cursor, position: Position, now: int, what: str) -> int:
    """`IV>VI`: from where it stands, if that is said, to where; `+2` and `moves 2` say how far."""
    cursor.skip(":", "is")
    moves = cursor.skip("moves", "move")
    if cursor.skip("+", "by") or (moves and not cursor.is_at("to", ">") and cursor.after != ">"):
        return on_track(position, now + cursor.want_number("a number of spaces is expected"))
    cursor.skip("to")
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
    cursor.skip("+", ":")
    number = cursor.number()
    cursor.skip("card", "cards")
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


def _draw(cursor: Cursor, tale: Tale, last: Sentence) -> None:
    cursor.skip("an", "a")
    if cursor.skip("anomaly"):
        _anomaly(cursor, tale, last)
    else:
        _cards(cursor, tale, last)


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
    ("draw",): _draw,
}  # fmt: skip
