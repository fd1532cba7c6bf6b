"""A line read word by word: its verb, what that verb says, what was seen, results by name, claims."""

from collections.abc import Callable, Mapping
from typing import Final

from projections.games.ccg.facts import moves as m
from projections.games.ccg.notation.claims import read_claims
from projections.games.ccg.notation.read_chance import read_chance
from projections.games.ccg.notation.read_combat import (
    is_unannounced,
    read_combat,
    read_defence,
    read_hit,
    read_lose,
    read_pass,
    read_result,
)
from projections.games.ccg.notation.read_turn import (
    read_bonus,
    read_deck,
    read_draw,
    read_end,
    read_episode,
    read_play,
    read_solve,
    read_stand,
    read_stops,
    read_zone,
)
from projections.games.ccg.notation.read_use import read_damage, read_flash, read_side, read_special, read_support
from projections.games.ccg.notation.sentence import Sentence
from projections.games.ccg.notation.stated import RESULTS
from projections.games.ccg.notation.vocabulary import Cursor, seat_spelt, seat_words
from projections.games.ccg.state.position import Position
from projections.notation.cursor import SlipError
from projections.notation.verbs import verb_begun
from projections.notation.vocabulary import Vocabulary
from projections.terms import Written

Reader = Callable[[Cursor, Position, str], list[Sentence]]

_READERS: Final[Mapping[str, Reader]] = {
    "DECK": read_deck, "STOPS": read_stops, "STAND": read_stand, "ZONE": read_zone, "DRAW": read_draw,
    "PLAY": read_play, "EPISODE": read_episode, "SOLVE": read_solve, "COMBAT": read_combat, "DEFEND": read_defence,
    "READY": read_pass, "PASS": read_pass, "FLASH": read_flash, "SIDE": read_side, "SUPPORT": read_support,
    "SPECIAL": read_special, "DAMAGE": read_damage, "HIT": read_hit, "LOSE": read_lose, "RESULT": read_result,
    "BONUS": read_bonus, "END": read_end,
}  # fmt: skip
VERBS: Final[Vocabulary] = {
    **{verb.lower(): verb for verb in _READERS},
    **dict.fromkeys(("submit", "decks"), "DECK"), **dict.fromkeys(("stop", "ask me at"), "STOPS"),
    **dict.fromkeys(("stands",), "STAND"), **dict.fromkeys(("chooses", "choose", "time zone"), "ZONE"),
    **dict.fromkeys(("draws",), "DRAW"), **dict.fromkeys(("plays",), "PLAY"),
    **dict.fromkeys(("episodes",), "EPISODE"), **dict.fromkeys(("solves",), "SOLVE"),
    **dict.fromkeys(("attack", "attacks"), "COMBAT"), **dict.fromkeys(("defends", "block", "blocks"), "DEFEND"),
    **dict.fromkeys(("passes", "passed"), "PASS"), **dict.fromkeys(("sides",), "SIDE"),
    **dict.fromkeys(("supports",), "SUPPORT"), **dict.fromkeys(("specials", "ability"), "SPECIAL"),
    **dict.fromkeys(("damages",), "DAMAGE"), **dict.fromkeys(("hits",), "HIT"),
    **dict.fromkeys(("loses", "lost"), "LOSE"), **dict.fromkeys(("outcome",), "RESULT"),
    **dict.fromkeys(("end turn", "ends"), "END"),
}  # fmt: skip


def begun(line: str, position: Position, seat: str) -> tuple[Cursor, str | None]:
    """A line with its verb read, None where it begins with none; behind the seat's own name, if that stands first.

    Raises:
        SlipError: another seat's name stands first.
    """
    cursor = Cursor(line)
    seats = position.seats
    return cursor, verb_begun(cursor, VERBS, seat_words(seats), seat, seat_spelt(seats, seat))


def exact(line: str, position: Position, seat: str) -> tuple[Written, ...]:
    """Read a line word by word; a line that leaves out a step that nobody has to take says no move.

    Whoever attacks before combat was announced has announced it; with `only` at its end a line says just what it says.

    Raises:
        SlipError: a word does not read where it stands.
        QuestionError: the line may mean several things.
    """
    cursor, verb = begun(line, position, seat)
    if verb is None:
        raise cursor.slip("a line begins with its verb", VERBS)
    found = _READERS[verb](cursor, position, seat)
    if not found:
        _silent_end(cursor)
        return ()
    only, last = cursor.skip("only"), found[-1]
    last.sees(read_chance(cursor, position, seat))
    stated, absent = RESULTS.read(cursor)
    last.stated, last.absent = (*last.stated, *stated), (*last.absent, *absent)
    _exclaimed(cursor)
    last.claims = (*last.claims, *read_claims(cursor, position, seat, last.about))
    if isinstance(found[0].move, m.Attack) and not only and is_unannounced(position, seat):
        found.insert(0, Sentence(m.AnnounceCombat(seat)))
    return tuple(sentence.written() for sentence in found)


def _exclaimed(cursor: Cursor) -> None:
    while cursor.skip("!"):
        pass


def _silent_end(cursor: Cursor) -> None:
    """Ask that a line which says no move ends here."""
    _exclaimed(cursor)
    if cursor.now:
        raise _nothing_to_say(cursor)


def _nothing_to_say(cursor: Cursor) -> SlipError:
    return cursor.slip("a line that leaves a step out says nothing else", {})
