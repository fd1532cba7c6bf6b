"""A line read part by part: its verb, what that verb says, what was seen, results, claims; then what follows.

A line may say several moves one after the other, with a comma or a semicolon between them. A semicolon with anything
else behind it than a part that this verb may have begins a comment.
"""

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

from projections.games.daleks.notation.naming import LOCATIONS, stands_named, stands_zone
from projections.games.daleks.notation.read_recruit import price_stands
from projections.games.daleks.notation.read_tail import read_tail
from projections.games.daleks.notation.read_travel import stands_open_zone
from projections.games.daleks.notation.sentence import Tale
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.verbs import BEHIND, READERS, VERBS, Verb
from projections.games.daleks.notation.vocabulary import AND, NONE, Cursor, seat_spelt, seat_words
from projections.games.daleks.state.position import Position
from projections.notation.cursor import SlipError
from projections.notation.titles import QUOTES
from projections.notation.verbs import verb_begun
from projections.terms import Written

__all__ = ["begun", "exact", "parted"]

After = Callable[[Position, Written], Position | None]
_PART: Final = re.compile(r"(?<!&gt);")
_NEARLY, _LONG_ENOUGH = 0.8, 5


def begun(line: str, position: Position, seat: str) -> tuple[Cursor, str | None]:
    """A line with its verb read, None where it begins with none; behind the seat's own name, if that stands first.

    Raises:
        SlipError: another seat's name stands first.
    """
    cursor = Cursor(line)
    seats = position.seats
    return cursor, verb_begun(cursor, VERBS, seat_words(seats), seat, seat_spelt(seats, seat))


# Parts and comments


def parted(line: str, position: Position) -> str:
    """A line with its comment cut off, and a comma for each semicolon behind which it goes on.

    What stands before a part that reads is no comment: it is refused rather than left out.
    """
    pieces = _PART.split(line)
    try:
        verb = begun(pieces[0], position, "")[1]
    except SlipError:
        verb = None
    more = pieces[1:] if verb is not None else []
    goes_on = [_goes_on(piece, position, READERS[verb or ""]) for piece in more]
    kept = len(goes_on) - goes_on[::-1].index(True) if True in goes_on else 0
    return ",".join((pieces[0], *more[:kept])).rstrip()


def _goes_on(piece: str, position: Position, verb: Verb) -> bool:
    """Whether what stands behind a semicolon is a part of the line, and no comment."""
    cursor = Cursor(piece)
    words = [*verb.words, *BEHIND]
    if cursor.phrase({word: word for word in words}) is not None or _counts(cursor):
        return True
    if verb.names:
        quoted = piece.lstrip()[:1] in QUOTES and verb.names is not LOCATIONS
        named = quoted or stands_named(cursor, position, *verb.names)
        named = named or (verb.names is LOCATIONS and stands_zone(cursor, position))
        if named or (verb.again and cursor.is_at("tokens", "token", "spend")):
            return bool(piece.strip())
    near = len(cursor.now) >= _LONG_ENOUGH and get_close_matches(cursor.now, words, 1, _NEARLY)
    return bool(near) or RESULTS.stands(cursor)


def _counts(cursor: Cursor) -> bool:
    """Whether cards or tokens are counted here: `+1 token`, `2 cards`."""
    if cursor.now in ("+", "-"):
        return cursor.after.isdecimal()
    return cursor.now.isdecimal() and cursor.after in ("card", "cards", "token", "tokens")


# The line


def exact(line: str, position: Position, seat: str, after: After) -> tuple[Written, ...]:
    """Read a line part by part; a line that leaves out a step, or only says what is there, says no move.

    Raises:
        SlipError: a word does not read where it stands.
        QuestionError: the line may mean several things.
    """
    cursor, verb = begun(line, position, seat)
    if verb is None:
        raise cursor.slip("a line begins with its verb", VERBS)
    tale, how = Tale(position, seat, after), READERS[verb]
    if how.optional and not price_stands(cursor) and not RESULTS.stands(cursor) and cursor.stands(NONE):
        cursor.end({})
        return ()
    _part(cursor, tale, how)
    read_tail(cursor, tale)
    while cursor.now:
        at = cursor.at
        _more(cursor, tale, how)
        read_tail(cursor, tale)
        if cursor.at == at:
            raise _nothing(cursor, how)
    return tuple(sentence.written() for sentence in tale.found)


def _part(cursor: Cursor, tale: Tale, how: Verb) -> None:
    """The first part of a line."""
    found = cursor.phrase(how.words)
    if found is not None:
        how.parts[found](cursor, tale)
    elif how.plain is not None:
        how.plain(cursor, tale)
    else:
        raise cursor.word_slip("what is done is expected", how.words)


def _more(cursor: Cursor, tale: Tale, how: Verb) -> None:
    """A further part."""
    cursor.skip(*AND)
    found = cursor.phrase(how.words)
    if found is not None:
        how.parts[found](cursor, tale)
    elif how.plain is not None and (how.again or _is_named(cursor, tale, how)):
        how.plain(cursor, tale)
    else:
        raise _nothing(cursor, how)


def _is_named(cursor: Cursor, tale: Tale, how: Verb) -> bool:
    """Whether a place is named, which needs no word before it."""
    return how.names is LOCATIONS and (stands_named(cursor, tale.now, *LOCATIONS) or stands_open_zone(cursor, tale.now))


def _nothing(cursor: Cursor, how: Verb) -> SlipError:
    return cursor.word_slip("this says nothing here", how.words or {"=": "="})
