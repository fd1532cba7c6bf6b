"""TARDIS Consoles: Doctor, Companions with part-time ones apart, Equipment, tokens, the hand as the viewer knows it."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from events.facts import UNKNOWN
from projections.drawing.palette import BACK, DARK, LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide
from projections.games.daleks.board.glyphs import disc, ring
from projections.games.daleks.board.inks import WIDTH, paint
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.board.text import console_lines
from projections.games.daleks.prose.card_text import icon_short, options_short
from projections.games.daleks.rules.icons import icons_of
from projections.games.daleks.state.consoles import MOST_TOKENS
from projections.games.daleks.state.names import card_name, seat_doctor, seat_name
from projections.games.daleks.state.position import Position
from projections.wording import counted

HEAD: Final = 38
ROW: Final = 27
NAME: Final = 204
"""How much room the name of a card has at most."""
MOST: Final = 3
"""Rows of known cards at most; the others are counted, and named in the words."""


class Row(NamedTuple):
    """A card of a console: its kind in a word, its name, what it does in signs, which of them were used."""

    kind: str
    card: str
    name: str
    does: tuple[tuple[str, bool], ...] = ()

    @property
    def words(self) -> str:
        """The whole row in words, as nothing is cut there: `Companion Nardole: +B, B→G (used)`."""
        does = ", ".join(f"{said}{' (used)' if used else ''}" for said, used in self.does)
        return f"{self.kind} {self.name}{f': {does}' if does else ''}"


def _wide(position: Position) -> float:
    """How wide a console is: two stand side by side, one alone takes all."""
    return (WIDTH - 18) / 2 if len(position.seats) > 1 else WIDTH - 12


def _rows(position: Position, seat: str) -> list[Row]:
    """Doctor, Companions, part-time Companions, Equipment."""
    console = position.console(seat)
    crew = sorted(console.companions, key=lambda one: one.part_time)
    cards = [("Doctor", console.doctor)] if console.doctor else []
    cards += [("part-time" if one.part_time else "Companion", one.companion) for one in crew]
    cards += [("Equipment", card) for card in console.equipment]
    return [Row(kind, card, card_name(position, card), _does(position, seat, card)) for kind, card in cards]


def _does(position: Position, seat: str, card: str) -> tuple[tuple[str, bool], ...]:
    """What a card does in signs, each with whether it was used this turn; dice that are added are never used up."""
    used = {(name, icon) for who, name, icon in position.used if who == seat}
    said = [
        (icon_short(icon), (card, at) in used) for at, icon in enumerate(icons_of(position, card), 1)
    ]  # fmt: skip
    timey, who = position.box.timey.get(card), position.box.doctor.get(card) or position.box.companion.get(card)
    parts = timey.parts if timey else who.ability.parts if who and who.ability else ()
    skip = ["no TARDIS die"] if who and who.ability and who.ability.skip_roll else []
    beside = ", ".join([*skip, *([options_short((parts,))] if parts else [])])
    return (*said, *([(beside, (card, 0) in used)] if beside else []))


def _chips(position: Position, seat: str) -> tuple[list[list[str]], int]:
    """The known cards of the hand in rows of words, and how many find no room."""
    known = Counter(card for card in position.hands.get(seat, ()) if card != UNKNOWN)
    rows: list[list[str]] = []
    room = 0.0
    for at, (card, count) in enumerate(known.items()):
        words = cut(f"{f'{count} ' if count > 1 else ''}{card_name(position, card)}", SMALL, 260)
        takes = wide(words, SMALL) + 22
        if takes > room:
            if len(rows) == MOST:
                return rows, len(known) - at
            rows.append([])
            room = _wide(position) - 70
        rows[-1].append(words)
        room -= takes
    return rows, 0


def _high(position: Position, seat: str) -> float:
    return HEAD + ROW * len(_rows(position, seat)) + 30 * len(_chips(position, seat)[0]) + 8


def _spots(position: Position) -> dict[str, tuple[float, float]]:
    """Where each console is, from above: in the order of the seats, each in the column that is shorter so far."""
    found: dict[str, tuple[float, float]] = {}
    ends = [0.0, 0.0]
    for seat in position.seats:
        column = 1 if ends[1] < ends[0] else 0
        found[seat] = (6 + column * (_wide(position) + 6), ends[column])
        ends[column] += _high(position, seat) + 6
    return found


def consoles_height(position: Position) -> float:
    """How high all consoles are."""
    return max((y + _high(position, seat) + 6 for seat, (_, y) in _spots(position).items()), default=0)


def consoles(position: Position, found: Changes, top: float) -> Iterator[str]:
    """The consoles, in two columns."""
    for seat, (x, y) in _spots(position).items():
        yield _console(position, found, seat, (x, top + y, _high(position, seat)))


def _console(position: Position, found: Changes, seat: str, box: tuple[float, float, float]) -> str:
    x, y, high = box
    width, ink = _wide(position), paint(position, seat)
    turn = seat in position.winners or (seat == position.player and position.step not in ("daleks", "over"))
    line = {"stroke": DARK if turn else LINE, "stroke_width": 3 if turn else 1.2}
    parts = [
        el("title", plain(" ".join(console_lines(position, seat)))),
        el("rect", x=x, y=y, width=width, height=high, rx=8, fill=LIGHT, **line),
        el("rect", x=x + 2, y=y + 2, width=7, height=high - 4, rx=3, fill=ink.fill),
        disc(ink, x + 15, y + 6, seat_doctor(position, seat)),
        *_head(position, found, seat, (x + 48, y + 26), turn=turn),
    ]
    down = y + HEAD
    cards = _rows(position, seat)
    names = min(NAME, max((wide(row.name, SMALL) for row in cards), default=0))
    for row in cards:
        parts.append(_row(row, (x + 16, down, width - 24), names))
        down += ROW
    rows, left = _chips(position, seat)
    for chips in rows:
        parts += _hand(chips, x + 16, down)
        down += 30
    if left:
        parts.append(text(f"+{left}", x=x + width - 12, y=down - 10, text_anchor="end", font_size=SMALL, fill=DARK))
    if seat in found.seats:
        parts.append(ring(x + 4, y + 4, width - 8, high - 8, f"console {seat}"))
    return el("g", *parts, data_seat=seat)


def _head(position: Position, found: Changes, seat: str, at: tuple[float, float], *, turn: bool) -> Iterator[str]:
    """Who it is, tokens one by one and as a number, how many cards are in the hand."""
    x, y = at
    console, hand = position.console(seat), position.hands.get(seat, ())
    right = x + _wide(position) - 60
    backs = sum(card == UNKNOWN for card in hand)
    was = found.before
    cards = f"Hand {len(hand)}{_was(len(hand), len(was.hands.get(seat, ())) if was else None)}"
    yield text(cards, x=right, y=y, text_anchor="end", font_size=18, fill=DARK, data_hand=len(hand))
    right -= wide(cards, 18) + 4
    for back in range(min(4, backs)):
        right -= 9
        yield el("rect", x=right - 9, y=y - 17, width=17, height=23, rx=3, fill=BACK, stroke="#ffffff", data_back=back)
    right -= 22 if backs else 8
    tokens = max(0, console.tokens)
    dots = "●" * min(tokens, MOST_TOKENS) + "○" * max(0, MOST_TOKENS - tokens)
    said = f"{dots} {counted(console.tokens, 'token')}{_was(tokens, was.console(seat).tokens if was else None)}"
    yield text(said, x=right, y=y, text_anchor="end", font_size=18, fill=DARK, data_tokens=console.tokens)
    room = right - wide(said, 18) - x - 8
    name = cut(seat_name(position, seat), 21, room)
    yield text(name, x=x, y=y, font_size=21, font_weight="bold", fill=DARK)
    sign = "has won" if seat in position.winners else "has the turn" if turn else ""
    left = room - wide(name, 21) - 10
    if sign and left > wide(sign, SMALL):
        yield text(sign, x=x + wide(name, 21) + 10, y=y, font_size=SMALL, fill=SOFT)


def _was(now: int, was: int | None) -> str:
    return "" if was is None or was == now else f" (was {was})"


def _row(row: Row, box: tuple[float, float, float], names: float) -> str:
    """A card of the console; part-time Companions stand apart in a dashed frame, what is used up is struck through."""
    x, y, width = box
    part = row.kind == "part-time"
    frame = {"fill": "#fff3c4" if part else "#eef1f4", "stroke": DARK if part else LINE, "stroke_width": 1.2}
    parts = [
        el("title", plain(row.words)),
        el("rect", x=x, y=y, width=width, height=ROW - 3, rx=5, stroke_dasharray="6 4" if part else None, **frame),
        text(row.kind, x=x + 6, y=y + 18, font_size=SMALL, fill=SOFT),
        text(cut(row.name, SMALL, NAME), x=x + 96, y=y + 18, font_size=SMALL, font_weight="bold", fill=DARK),
    ]
    left, room = x + 108 + names, width - 116 - names
    for said, used in row.does:
        words = cut(said, SMALL, room)
        line = "line-through" if used else None
        if room > 30:
            parts.append(
                text(words, x=left, y=y + 18, font_size=SMALL, fill=SOFT if used else DARK, text_decoration=line)
            )
        takes = wide(words, SMALL) * 0.94 + 14
        left, room = left + takes, room - takes
    return el("g", *parts, data_card=row.card, data_part_time="" if part else None)


def _hand(chips: list[str], x: float, y: float) -> Iterator[str]:
    """Known cards of the hand, each in a frame."""
    for words in chips:
        takes = wide(words, SMALL) + 16
        yield el("rect", x=x, y=y + 1, width=takes, height=25, rx=5, fill="#ffffff", stroke=DARK, stroke_width=1.4)
        yield text(words, x=x + 8, y=y + 19, font_size=SMALL, fill=DARK, data_known=words)
        x += takes + 6
