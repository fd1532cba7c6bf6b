"""A line read part by part: its verb, what that verb says, what was seen, results, claims; then what follows.

A line may say several moves one after the other, with a comma or a semicolon between them. A semicolon with anything
else behind it than a part that this verb may have begins a comment.
"""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final, NamedTuple

from events.facts import Passed
from projections.cursor import SlipError
from projections.game import Written
from projections.games.daleks import pool_lines as pool
from projections.games.daleks import turn_lines as turn
from projections.games.daleks.naming import stands_named
from projections.games.daleks.position import Position
from projections.games.daleks.results import RESULTS
from projections.games.daleks.roll_lines import read_again, read_face, read_ready, read_roll
from projections.games.daleks.saying import Tale
from projections.games.daleks.spelling import AND, NONE, Cursor, seat_spelt, seat_words
from projections.games.daleks.tail_lines import read_tail
from projections.spelling import Vocabulary
from projections.titles import QUOTES
from projections.verbs import verb_begun

__all__ = ["VERBS", "begun", "exact", "parted"]

Reader = Callable[[Cursor, Tale], None]
After = Callable[[Position, Written], Position | None]


class Verb(NamedTuple):
    """What a verb says: parts by their words, and what stands without one; whether that may be said again and again.

    `also` are further words for the parts. `optional` is a step that a line may leave out.
    """

    parts: Mapping[str, Reader] = MappingProxyType({})
    plain: Reader | None = None
    also: Vocabulary = MappingProxyType({})
    again: bool = False
    optional: bool = False

    @property
    def words(self) -> Vocabulary:
        """The spellings of the parts."""
        return {**{word: word for word in self.parts}, **self.also}


def _resolved(said: str) -> Reader:
    return lambda _cursor, tale: turn.read_resolved(tale, said)


def _passed(cursor: Cursor, tale: Tale) -> None:
    cursor.skip("ok")
    tale.say(Passed(tale.seat))


def _option(cursor: Cursor, tale: Tale) -> None:
    if not cursor.now.isdecimal() and cursor.now not in Cursor.spelling.numbers:
        raise cursor.slip("option, card, tokens or companion is expected", {word: word for word in _COSTS})
    turn.read_option(cursor, tale)


_COSTS: Final[Mapping[str, Reader]] = {
    "option": turn.read_option, "card": turn.read_card_paid, "tokens": turn.read_tokens_paid,
    "companion": turn.read_companion_paid,
}  # fmt: skip
_READERS: Final[Mapping[str, Verb]] = {
    "DOCTOR": Verb(plain=turn.read_doctor),
    "PREP": Verb({
        "charge": turn.read_charge, "install": turn.read_install, "uninstall": turn.read_uninstall,
        "dismiss": turn.read_dismiss, "play": turn.read_play, "use": turn.read_use,
    }, optional=True),
    "TRAVEL": Verb({
        "stay": turn.read_stay, "die": turn.read_die, "go": turn.read_go, "search": turn.read_search,
        "new": turn.read_new, "enter": turn.read_enter, "flip": turn.read_flip, "use": turn.read_use,
    }, also={"flips": "flip", "stays": "stay", "to": "go", "keep": "new", "zone": "enter"}),
    "RECRUIT": Verb(plain=pool.read_recruit, optional=True),
    "NEED": Verb(plain=pool.read_need),
    "POOL": Verb({
        "gather": pool.read_gather, "focus": pool.read_focus, "drop": pool.read_drop,
        "exterminate": pool.read_exterminate, "ready": read_ready, "play": turn.read_play, "call": pool.read_call,
    }, plain=pool.read_counted, also={"cut": "drop"}),
    "HELP": Verb({
        "call": pool.read_call, "afar": pool.read_afar, "here": pool.read_here,
    }, plain=pool.read_call, also={"calls": "call", "from afar": "afar"}, optional=True),
    "ROLL": Verb(plain=read_roll),
    "AGAIN": Verb(plain=read_again, again=True, optional=True),
    "FACE": Verb(plain=read_face, again=True, optional=True),
    "PLAY": Verb(plain=turn.read_play, again=True, optional=True),
    "USE": Verb(plain=turn.read_use, optional=True),
    "READY": Verb(plain=read_ready),
    "PASS": Verb(plain=_passed),
    "COST": Verb(_COSTS, plain=_option, also={"cost": "option", "cards": "card", "token": "tokens"}),
    "END": Verb({
        "win": _resolved("win"), "fail": _resolved("fail"), "resolve": _resolved(""), "discard": turn.read_discard,
        "finish": turn.read_finish, "option": turn.read_option, "pay card": turn.read_card_paid,
        "pay tokens": turn.read_tokens_paid, "pay companion": turn.read_companion_paid,
    }, plain=turn.read_finish, also={
        **dict.fromkeys(("wins", "won", "success"), "win"), **dict.fromkeys(("fails", "failed"), "fail"),
        "turn": "finish", "cost": "option",
    }),
    "DALEKS": Verb(plain=turn.read_daleks),
}  # fmt: skip
_BEHIND: Final = (
    "tardis", "ship", "anomaly", "card", "cards", "charge", "draws", "drew", "shows", "turns", "rolls",
    "rolled", "shuffled", "drop",
)  # fmt: skip
"""What stands behind a move and is none, by its first word."""
VERBS: Final[Vocabulary] = {
    **{verb.lower(): verb for verb in _READERS},
    **dict.fromkeys(("doctors", "plays as"), "DOCTOR"), **dict.fromkeys(("prepare", "prepares"), "PREP"),
    **dict.fromkeys(("travels",), "TRAVEL"), **dict.fromkeys(("recruits",), "RECRUIT"),
    **dict.fromkeys(("needs", "challenge"), "NEED"), **dict.fromkeys(("pools",), "POOL"),
    **dict.fromkeys(("helps",), "HELP"), **dict.fromkeys(("rolls",), "ROLL"),
    **dict.fromkeys(("re - roll", "reroll", "re - rolls", "rerolls"), "AGAIN"),
    **dict.fromkeys(("faces", "changes"), "FACE"), **dict.fromkeys(("plays",), "PLAY"),
    **dict.fromkeys(("uses",), "USE"), **dict.fromkeys(("passes", "passed"), "PASS"),
    **dict.fromkeys(("pay", "pays", "costs"), "COST"),
    **dict.fromkeys(("ends", "finish", "resolve", "resolves"), "END"),
    **dict.fromkeys(("dalek turn", "dalek"), "DALEKS"),
}  # fmt: skip
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
    """A line with its comment cut off, and a comma for each semicolon behind which it goes on."""
    pieces = _PART.split(line)
    try:
        verb = begun(pieces[0], position, "")[1]
    except SlipError:
        verb = None
    kept = pieces[0]
    for piece in pieces[1:]:
        if verb is None or not _goes_on(piece, position, _READERS[verb]):
            break
        kept = f"{kept},{piece}"
    return kept.rstrip()


def _goes_on(piece: str, position: Position, verb: Verb) -> bool:
    """Whether what stands behind a semicolon is a part of the line, and no comment."""
    cursor = Cursor(piece)
    words = [*verb.words, *_BEHIND]
    if cursor.phrase({word: word for word in words}) is not None:
        return True
    if verb.again or verb.plain is turn.read_finish:
        named = piece.lstrip()[:1] in QUOTES or stands_named(cursor, position, "doctor", "companion", "timey")
        if named or (verb.again and cursor.is_at("tokens", "token", "spend")):
            return bool(piece.strip())
    near = len(cursor.now) >= _LONG_ENOUGH and get_close_matches(cursor.now, words, 1, _NEARLY)
    return bool(near) or RESULTS.stands(cursor)


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
    tale, how = Tale(position, seat, after), _READERS[verb]
    if how.optional and not pool.price_stands(cursor) and not RESULTS.stands(cursor) and cursor.stands(NONE):
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
    elif how.again and how.plain is not None:
        how.plain(cursor, tale)
    else:
        raise _nothing(cursor, how)


def _nothing(cursor: Cursor, how: Verb) -> SlipError:
    return cursor.word_slip("this says nothing here", how.words or {"=": "="})
