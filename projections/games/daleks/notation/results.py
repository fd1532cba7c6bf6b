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

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from events.facts import UNKNOWN
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.effects import CompanionsKept, TardisMoved, TokensGained, TokensPaid
from projections.games.daleks.notation.chance import read_chance, read_drawn
from projections.games.daleks.notation.claims import read_space
from projections.games.daleks.notation.references import thing_named
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.vocabulary import Said, seat_spelt, space_words, titles
from projections.games.daleks.state.names import roman
from projections.games.daleks.state.position import BEFORE_RESOLVING, Position
from projections.games.daleks.state.track import on_track
from projections.notation.cursor import QuestionError, SlipError
from projections.notation.slot import Slot
from projections.terms import Seen

_MOST_DRAWN: Final = 20
Behind = Callable[[Said], None]


def read_results(said: Said) -> Sequence[Said]:
    """All that stands behind the last move and is no move: it is said of that one.

    Raises:
        SlipError: a part of it does not read.
        QuestionError: it belongs to the line of another seat.
    """
    cursor, last = said.cursor, said.earlier[-1]
    last.cursor, taken, begun = cursor, last.taken(), -1
    try:
        while begun != cursor.at:
            begun = cursor.at
            last.sees(read_chance(cursor, last.position, last.seat))
            _tokens(last)
            _in_words(last)
            _not_yet(last, begun)
            if RESULTS.stands(cursor) or cursor.now == "=":
                break
    except SlipError:
        last.give_back(taken)
        raise
    return ()


def _not_yet(last: Said, begun: int) -> None:
    """What a failure brings comes when those who are asked have passed: the last one's line says it.

    Raises:
        QuestionError: it stands behind the caller's word already.
    """
    cursor, before = last.cursor, last.position
    if cursor.at == begun or not isinstance(last.move, m.Resolve):
        return
    window = last.led.window if last.led is not None else None
    if window is not None and window.name == BEFORE_RESOLVING and before.window is None:
        asked = seat_spelt(before.seats, window.awaited[-1])
        end = cursor.words[begun - 1].end if begun else 0
        raise QuestionError(
            f'{asked} may play a card first; what comes of it stands behind "{asked} PASS"', (cursor.line[:end],)
        )


def _tokens(last: Said) -> None:
    """`+2`, `-1`: tokens."""
    cursor = last.cursor
    if cursor.now not in ("+", "-") or not cursor.after.isdecimal() or RESULTS.stands(cursor):
        return
    if isinstance(last.move, m.DaleksMove):
        _ship(last)
        return
    if _are_cards(last):
        _cards(last)
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
        last.states(kind(last.seat, number))
    else:
        last.lacks(kind)


def _are_cards(last: Said) -> bool:
    """Whether it is cards that are counted here, `+2 cards`, and not tokens before a word on cards: `+1, card +2`."""
    cursor = last.cursor
    number, *behind = cursor.words[cursor.at + 1 : cursor.at + 4]
    texts = [word.text for word in behind]
    parted = bool(behind) and "," in cursor.line[number.end : behind[0].start]
    return texts[:1] in (["card"], ["cards"]) and not parted and texts[1:] != ["+"]


def _in_words(last: Said) -> None:
    """A result in words, if one stands here."""
    cursor = last.cursor
    at = cursor.at
    if _is_kept(last):
        last.states(CompanionsKept(last.seat))
        return
    if isinstance(last.move, m.DaleksMove) and cursor.is_at(*space_words()) and cursor.after in (">", ""):
        _ship(last)
        return
    if not cursor.quoted and cursor.now.isdecimal() and cursor.after in ("card", "cards"):
        _cards(last)
        return
    if (cursor.is_at("dalek") and cursor.after == "ship") or (cursor.is_at("time") and cursor.after == "anomaly"):
        cursor.at += 1
    for words, read in _WORDS.items():
        if cursor.skip(*words):
            if cursor.now in ("", "=") or (isinstance(last.move, _PREPARING) and "charge" in words):
                cursor.at = at
                return
            read(last)
            return


_BEFORE_SPACE: Final = (">", "+", "to", ":", "is", "moves", "move")
_PREPARING: Final = (m.Charge, m.Install, m.Uninstall, m.Dismiss, m.PlayTimey, m.UseAbility)
"""Behind these `charge` is a move of its own."""


def _charge(last: Said) -> None:
    cursor = last.cursor
    at = cursor.at
    _tokens(last)
    if cursor.at == at:
        raise cursor.slip("tokens are expected, +1 or -1", {})


def _tardis(last: Said) -> None:
    cursor = last.cursor
    if cursor.now not in (*space_words(), *_BEFORE_SPACE):
        raise cursor.slip("a space of the track is expected, such as IV>VI", {})
    now = last.position.tardis.get(last.seat, 0)
    last.states(TardisMoved(last.seat, _moved(last, now, "the TARDIS")))


def _ship(last: Said) -> None:
    last.claims_that("ship", str(_moved(last, last.position.ship, "the Dalek Ship")))


def _moved(last: Said, now: int, what: str) -> int:
    """`IV>VI`: from where it stands, if that is said, to where; `+2` and `moves 2` say how far."""
    cursor = last.cursor
    cursor.skip(":", "is")
    moves = cursor.skip("moves", "move")
    if cursor.skip("+", "by") or (moves and not cursor.is_at("to", ">") and cursor.after != ">"):
        return on_track(last.position, now + cursor.want_number("a number of spaces is expected"))
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


def _cards(last: Said) -> None:
    """`card +2?`, `cards +2 "Fez" ?`."""
    cursor = last.cursor
    cursor.skip("+", ":")
    number = cursor.number()
    cursor.skip("card", "cards")
    cards: list[str] = []
    while len(cards) < _MOST_DRAWN and (card := read_drawn(cursor, last.position, last.seat)) is not None:
        cards.append(card)
    if number is None and not cards:
        raise cursor.slip("the cards drawn are expected, +1? or their names", {"?": "?"})
    unseen = max(0, min(number or 0, _MOST_DRAWN) - len(cards))
    last.sees(Seen(cards=(*cards, *[UNKNOWN] * unseen)))


def _anomaly(last: Said) -> None:
    cursor = last.cursor
    if cursor.skip("?"):
        last.sees(Seen(items=(UNKNOWN,)))
        return
    last.sees(Seen(items=(thing_named(cursor, last.position, "a Time Anomaly is expected", "anomaly"),)))


def _draw(last: Said) -> None:
    cursor = last.cursor
    cursor.skip("an", "a")
    if cursor.skip("anomaly"):
        _anomaly(last)
    else:
        _cards(last)


def _is_kept(last: Said) -> bool:
    """`"Captain Jack" full`: a Companion of the seat who is full-time now."""
    cursor = last.cursor
    at = cursor.at
    found = cursor.title(titles(last.position, "companion"))
    aboard = [one.companion for one in last.position.console(last.seat).companions if one.part_time]
    if found and set(found.split()) & set(aboard) and cursor.skip("full", "stays"):
        cursor.skip("time")
        return True
    cursor.at = at
    return False


_WORDS: Final[Mapping[tuple[str, ...], Behind]] = {
    ("tardis",): _tardis, ("ship",): _ship, ("anomaly",): _anomaly, ("card", "cards"): _cards, ("charge",): _charge,
    ("draw",): _draw,
}  # fmt: skip


# Where the Dalek Ship goes, as its own line writes it


def _ship_here(said: Said) -> int | None:
    """`ship VIII>IX`: where the Dalek Ship is then."""
    if not said.cursor.skip("ship"):
        return None
    return _moved(said, said.position.ship, "the Dalek Ship")


def ship_moved(said: Said) -> Mapping[str, int | None]:
    """Where the Dalek Ship is after a move, where that is elsewhere."""
    after = said.led.ship if said.led is not None else said.position.ship
    return {"ship": after if after != said.position.ship else None}


def _space(space: int) -> str:
    return roman(space) if space else "Skaro"


SHIP: Final = Slot[Position](
    what="where the Dalek Ship goes", read=_ship_here,
    code=lambda after, said: f"ship {_space(said.position.ship)}>{_space(after)}",
)  # fmt: skip
