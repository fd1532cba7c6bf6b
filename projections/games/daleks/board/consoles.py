"""TARDIS Consoles in turn order: cards with their effects, tokens, and the hand as the viewer knows it."""

from collections import Counter
from collections.abc import Iterator, Sequence, Set as AbstractSet
from functools import lru_cache
from typing import Final, NamedTuple

from events.events import UNKNOWN
from projections.drawing.palette import BACK, BLACK, LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import cut, wide, wrapped
from projections.games.daleks.board.glyphs import WHITE, at, disc, mini, named, ring
from projections.games.daleks.board.inks import CARD, CONSOLE, EQUIPMENT, GOLD, LIT, PART_TIME, PILL, RIM, paint
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.board.phrases import Phrase, drawn, icons_phrases, in_lines, lines_high, part_phrase
from projections.games.daleks.board.section import Section
from projections.games.daleks.board.text import console_lines
from projections.games.daleks.prose.card_text import card_does, icon_words
from projections.games.daleks.rules.icons import ability_of, icons_of
from projections.games.daleks.state.consoles import MOST_TOKENS
from projections.games.daleks.state.names import card_name, doctor_name, in_zone, seat_doctor, seat_name
from projections.games.daleks.state.position import Position
from projections.wording import counted, joined

HEAD: Final = 40
SIDE: Final = 5
INSET: Final = 5
"""The space between the frame of a card and its contents."""
GAP: Final = 5
CHIP: Final = 30
ABREAST: Final = 2
"""The number of columns of cards on a console."""
MOST: Final = 8
"""The most rows of known hand cards. The picture only counts the other known cards; the text board lists them."""


class Card(NamedTuple):
    """A card of a console, ready to be drawn: kind in words, markup and height."""

    kind: str
    card: str
    title: str
    body: Section


def _order(position: Position) -> list[str]:
    return sorted(
        position.seats, key=lambda seat: position.order.index(seat) if seat in position.order else len(position.order)
    )


def consoles(position: Position, found: Changes) -> Section:
    """Draw the consoles, one below the other."""
    parts, y = list[str](), 0.0
    for seat in _order(position):
        body = _body(position, seat)
        high = HEAD + body.high + 6
        inner = _console(position, found, seat, body, high)
        parts.append(at(0, round(y, 1), *inner, data_seat=seat, data_place=f"doctor {seat}"))
        y += high + 8
    return Section(y, tuple(parts))


def _console(position: Position, found: Changes, seat: str, body: Section, high: float) -> Iterator[str]:
    ink = paint(position, seat)
    turn = seat in position.winners or (seat == position.player and position.step not in ("daleks", "over"))
    yield named(" ".join(console_lines(position, seat)))
    frame = {"stroke": LIT, "stroke_width": 4} if turn else {"stroke": LINE, "stroke_width": 1.4}
    yield el("rect", width=CONSOLE, height=round(high, 1), rx=12, fill=LIGHT, **frame)
    yield el("path", d=f"M2 {HEAD - 4}v-22a12 12 0 0 1 12-12h{CONSOLE - 28:g}a12 12 0 0 1 12 12v22z", fill=ink.fill)
    yield from _head(position, found, seat, turn=turn)
    yield at(0, HEAD, *body.parts)
    if seat in found.seats:
        yield ring(1, 1, CONSOLE - 2, round(high - 2, 1), f"console {seat}")


def _head(position: Position, found: Changes, seat: str, *, turn: bool) -> Iterator[str]:
    """Draw the head of a console: Doctor, seat, the Doctor's Location, each token and the number of cards in hand."""
    ink, was = paint(position, seat), found.before
    console, hand = position.console(seat), position.hands.get(seat, ())
    who, home = seat_doctor(position, seat), seat not in position.at
    key = f"{'doctor' if home else 'seat'}-{seat}"
    yield at(8, 5, named(who), disc(ink), data_doctor=who if home else None, data_key=key, data_place=f"at {seat}")
    right = CONSOLE - 10
    label = f"{_was(len(hand), len(was.hands.get(seat, ())) if was else None)}{len(hand)}"
    parts, takes = _fan(label, sum(card == UNKNOWN for card in hand))
    right -= takes
    yield at(round(right, 1), 0, named(f"Hand: {counted(len(hand), 'card')}"), *parts, data_hand=len(hand),
             data_place=f"hand {seat}")  # fmt: skip
    tokens = max(0, console.tokens)
    arrow = _was(tokens, was.console(seat).tokens if was else None)
    words = f"{arrow}{tokens}" if arrow else ""
    purse = list(_purse(tokens, words, seat))
    right -= 22 * MOST_TOKENS + 10 + (wide(words, SMALL) + 4 if words else 0) + (22 if tokens > MOST_TOKENS else 0)
    yield at(round(right, 1), 0, named(counted(console.tokens, "token")), *purse, data_tokens=console.tokens,
             data_place=f"tokens {seat}")  # fmt: skip
    yield from _name(position, seat, right - 48, turn=turn)


def _name(position: Position, seat: str, room: float, *, turn: bool) -> Iterator[str]:
    """Draw the seat's name, whether the seat has the turn or has won, and the Doctor's place if there is room."""
    sign = "won" if seat in position.winners else "turn" if turn else ""
    takes = wide(sign, SMALL) + 22 if sign else 0
    size = 20 if wide(seat_name(position, seat), 20) < room - takes else SMALL
    name = cut(seat_name(position, seat), size, max(30.0, room - takes))
    yield text(name, x=42, y=26, font_size=size, font_weight="bold", fill=WHITE)
    x = 42 + wide(name, size) + 8
    if sign:
        box = el("rect", width=round(takes - 8, 1), height=22, rx=11, fill=GOLD)
        words = text(sign, x=round((takes - 8) / 2, 1), y=16.5, font_weight="bold",
                     text_anchor="middle", fill=BLACK)  # fmt: skip
        told = "has won" if sign == "won" else "has the turn"
        yield at(round(x, 1), 8, named(f"{seat_name(position, seat)} {told}"), box, words, data_place="turn")
        x += takes
    place, zone = position.at.get(seat, (0, 0))
    where = f"at {in_zone(position, place, zone)}" if place else "on the console"
    if wide(where, SMALL) < 42 + room - x:
        yield text(where, x=round(x, 1), y=25.5, fill=WHITE)


def _was(now: int, was: int | None) -> str:
    """Return the previous number `was` with an arrow, `3→`; "" if it equals `now` or is unknown (None)."""
    return "" if was is None or was == now else f"{was}→"


def _purse(tokens: int, words: str, seat: str) -> Iterator[str]:
    """Draw a seat's tokens one by one, with empty circles up to the limit, then the text `words`."""
    for number in range(MOST_TOKENS):
        x = 22 * number
        if number < tokens:
            yield el("g", mini("token", "", x, 9), data_key=f"token-{seat}-{number + 1}")
        else:
            yield el("circle", cx=x + 10, cy=19, r=8.5, fill="none", stroke=WHITE, stroke_dasharray="3 3",
                     stroke_opacity=0.8)  # fmt: skip
    x = 22 * MOST_TOKENS + 2
    if tokens > MOST_TOKENS:
        yield text("…", x=x, y=25, fill=WHITE)
        x += 22
    if words:
        yield text(words, x=x, y=25, fill=WHITE)


def _fan(label: str, backs: int) -> tuple[list[str], float]:
    """Draw up to five card backs for the unknown cards of a hand, then the text `label`. Return markup and width."""
    shown = min(5, backs)
    parts = [mini("card", "", 11 * number, 8) for number in range(shown)]
    if not shown:
        parts = [mini("card", "", 0, 8)]
    x = 11 * max(1, shown) + 12
    parts.append(text(label, x=x, y=26, font_size=18, font_weight="bold", fill=WHITE))
    return parts, x + wide(label, 18)


def _body(position: Position, seat: str) -> Section:
    """Lay out the cards of a console, each in the shortest column, then the known cards of the hand below."""
    each = (CONSOLE - 2 * SIDE - GAP * (ABREAST - 1)) / ABREAST
    parts, ends = list[str](), [0.0] * ABREAST
    for card in _cards(position, seat, each):
        column = ends.index(min(ends))
        parts.append(_drawn(card, seat, round(SIDE + column * (each + GAP), 1), ends[column], each, card.body.high))
        ends[column] += card.body.high + GAP
    y = max(ends)
    rows, left = _chips(position, seat)
    for chips in rows:
        parts += _hand(chips, seat, SIDE, y)
        y += CHIP
    if left:
        words = f"and {left} more cards, listed in words"
        parts.append(text(words, x=SIDE, y=y + 18, fill=SOFT))
        y += CHIP
    return Section(y, tuple(parts))


def _cards(position: Position, seat: str, width: float) -> Iterator[Card]:
    """Yield the cards of a console: Doctor, Companions, part-time Companions, Equipment."""
    console = position.console(seat)
    crew = sorted(console.companions, key=lambda one: one.part_time)
    cards = [("Doctor", console.doctor)] if console.doctor else []
    cards += [("part-time" if one.part_time else "Companion", one.companion) for one in crew]
    cards += [("Equipment", card) for card in console.equipment]
    for kind, card in cards:
        name = card_name(position, card) if kind != "Doctor" else doctor_name(position, card)
        does = card_does(position.box, card)
        used = {icon for who, one, icon in position.used if (who, one) == (seat, card)}
        title = f"{kind} {name}{f': {does}' if does else ''}{_spent(position, card, used)}"
        yield Card(kind, card, title, _measured(kind, name, tuple(_phrases(position, card, used)), width))  # fmt: skip


def _phrases(position: Position, card: str, used: AbstractSet[int]) -> Iterator[Phrase]:
    """Yield a card's effects as phrases: each icon, then the ability. Icons that add dice are never shown as used."""
    yield from icons_phrases(icons_of(position, card), used)
    timey, ability = position.box.timey.get(card), ability_of(position, card)
    spent = 0 in used
    if ability and ability.skip_roll:
        words = f"travel without the TARDIS die{' ✓' * spent}"
        yield Phrase(tuple(words.split()), used=spent, loose=True)
    for part in ability.parts if ability else timey.parts if timey else ():
        beside = part_phrase(part)
        yield beside._replace(bits=(*beside.bits, *("✓",) * spent), used=spent, framed=True)


def _spent(position: Position, card: str, used: AbstractSet[int]) -> str:
    icons = icons_of(position, card)
    label = [icon_words(icon) for number, icon in enumerate(icons, 1) if number in used]
    label += ["its ability without dice"] * (0 in used)
    return f" (used this turn: {joined(label)})" if label else ""


@lru_cache(maxsize=2048)
def _measured(kind: str, name: str, phrases: tuple[Phrase, ...], width: float) -> Section:
    room = width - 2 * INSET
    sign = 24 if kind == "Equipment" else 0
    lines = wrapped(name, 17, room - sign, 2)
    parts = [mini("equipment", "", INSET, 4)] * bool(sign)
    parts += [text(line, x=INSET + sign, y=20 + 20 * at_, font_size=17, font_weight="bold")
              for at_, line in enumerate(lines)]  # fmt: skip
    y = 7.0 + 20 * len(lines)
    if kind == "part-time":
        parts.append(text("part-time", x=INSET, y=y + 14))  # fmt: skip
        y += 20
    does = in_lines(phrases, room)
    parts.append(drawn(does, INSET, y + 1))
    return Section(y + lines_high(does) + 4, tuple(parts))


def _drawn(card: Card, seat: str, x: float, y: float, width: float, high: float) -> str:
    part = card.kind == "part-time"
    ground = PART_TIME if part else EQUIPMENT if card.kind == "Equipment" else CARD
    frame = {"stroke": RIM if part else LINE, "stroke_width": 1.4 if card.kind != "Doctor" else 2.4}
    box = el("rect", width=round(width, 1), height=round(high, 1), rx=9, fill=ground, **frame,
             stroke_dasharray="6 4" if part else None)  # fmt: skip
    row = "companions" if part or card.kind == "Companion" else card.kind.lower()
    return at(
        x, round(y, 1), named(card.title), box, *card.body.parts, data_card=card.card,
        data_part_time="" if part else None, data_key=f"card-{card.card}", data_place=f"{row} {seat}",
    )  # fmt: skip


Chip = tuple[str, str, str]
"""A known card of a hand: its id, its name after the number of copies, its effect."""


def _chips(position: Position, seat: str) -> tuple[list[list[Chip]], int]:
    """Return the known cards of a hand in rows, and the number of different cards that did not fit."""
    known = Counter(card for card in position.hands.get(seat, ()) if card != UNKNOWN)
    rows: list[list[Chip]] = []
    room = 0.0
    for number, (card, count) in enumerate(known.items()):
        name = f"{f'{count} ' if count > 1 else ''}{card_name(position, card)}"
        words = cut(name, SMALL, CONSOLE - 60)
        takes = wide(words, SMALL) + 46
        if takes > room:
            if len(rows) == MOST:
                return rows, len(known) - number
            rows.append([])
            room = CONSOLE - 2 * SIDE + 6
        rows[-1].append((card, words, f"{name}: {card_does(position.box, card)}"))
        room -= takes
    return rows, 0


def _hand(chips: Sequence[Chip], seat: str, x: float, y: float) -> Iterator[str]:
    for card, words, does in chips:
        takes = round(wide(words, SMALL) + 40, 1)
        box = el("rect", width=takes, height=26, rx=7, fill=PILL, stroke=BACK, stroke_width=1.4)
        inner = (mini("card", "", 7, 3), text(words, x=30, y=18.5, data_known=words))
        yield at(round(x, 1), round(y + 1, 1), named(f"In hand: {does}"), box, *inner, data_key=f"hand-{seat}-{card}",
                 data_place=f"hand {seat}")  # fmt: skip
        x += takes + 6
