"""TARDIS Consoles in turn order: cards with their effects, tokens, and the hand as the viewer knows it."""

from collections import Counter
from collections.abc import Iterator, Set as AbstractSet
from functools import lru_cache
from typing import Final

from events.events import UNKNOWN
from projections.drawing.board import COLUMN
from projections.drawing.palette import BACK, BLACK, LINE, SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import cut, wide, wrapped
from projections.games.daleks.board.glyphs import WHITE, at, disc, mini, named, ring
from projections.games.daleks.board.inks import CARD, EDGE, EQUIPMENT, GOLD, LIT, PART_TIME, PILL, RIM, ROOM, paint
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.board.phrases import Phrase, drawn, icons_phrases, in_lines, lines_high, part_phrase
from projections.games.daleks.board.section import Section, drawn_once, stacked
from projections.games.daleks.board.text import console_lines
from projections.games.daleks.prose.card_text import card_does, icon_words, link_name
from projections.games.daleks.rules.icons import ability_of, icons_of
from projections.games.daleks.state.consoles import MOST_TOKENS
from projections.games.daleks.state.names import card_name, doctor_name, in_zone, seat_doctor, seat_name
from projections.games.daleks.state.position import Position
from projections.wording import counted, joined

HEAD: Final = 40
INSET: Final = 6
"""The space between the frame of a card and its contents."""
NAME: Final = 158
"""The width of the name of a card."""
GAP: Final = 4
CHIP: Final = 36
"""The height of a known card of a hand, and the least height of a card of a console."""
MOST: Final = 16
"""The most different known cards of a hand that are drawn. The others are counted, and listed in the text board."""


def in_order(position: Position) -> list[str]:
    """Return the seats in the order of turns, the player to move first."""
    rest = [seat for seat in position.seats if seat not in position.order]
    seats = [*(seat for seat in position.order if seat in position.seats), *rest]
    first = seats.index(position.player) if position.player in seats else 0
    return seats[first:] + seats[:first]


def console(position: Position, found: Changes, seat: str) -> Section:
    """Draw the console of a seat."""
    was, used = found.before, tuple(one for one in position.used if one[0] == seat)
    place, zone = position.at.get(seat, (0, 0))
    shows = (
        "console", seat, position.seats, position.console(seat), position.hands.get(seat), used, place,
        in_zone(position, place, zone), seat == position.player and position.step, seat in position.winners,
        seat in found.seats, was and (was.console(seat).tokens, len(was.hands.get(seat, ()))),
    )  # fmt: skip
    return drawn_once(position.box, shows, lambda: _console(position, found, seat))


def _console(position: Position, found: Changes, seat: str) -> Section:
    body = _body(position, seat)
    high = HEAD + body.high + 3 if body.parts else HEAD - 9
    ink = paint(position, seat)
    turn = seat in position.winners or (seat == position.player and position.step not in ("daleks", "over"))
    bar = f"M0 {HEAD - 5}v-23a12 12 0 0 1 12-12h{COLUMN - 24}a12 12 0 0 1 12 12v23z"
    parts = [
        named(" ".join(console_lines(position, seat))),
        el("path", d=bar, fill=ink.fill),
        *_head(position, found, seat, turn=turn),
        at(0, HEAD, *body.parts),
    ]
    if turn:
        parts.append(el("rect", x=2, y=2, width=COLUMN - 4, height=high - 4, rx=11, fill="none", stroke=LIT,
                        stroke_width=4))  # fmt: skip
    if seat in found.seats:
        parts.append(ring(4, 4, COLUMN - 8, high - 8, f"console {seat}"))
    return Section(high, (el("g", *parts, data_seat=seat, data_place=f"doctor {seat}", data_arg=seat),))


def _head(position: Position, found: Changes, seat: str, *, turn: bool) -> Iterator[str]:
    """Draw the head of a console: Doctor, seat, the Doctor's Location, each token and the number of cards in hand."""
    ink, was = paint(position, seat), found.before
    held, hand = position.console(seat), position.hands.get(seat, ())
    who, home = seat_doctor(position, seat), seat not in position.at
    key = f"{'doctor' if home else 'seat'}-{seat}"
    yield at(9, 4, named(who), disc(ink), data_doctor=who if home else None, data_key=key, data_place=f"at {seat}",
             data_arg=seat)  # fmt: skip
    right = COLUMN - 12.0
    label = f"{_was(len(hand), len(was.hands.get(seat, ())) if was else None)}{len(hand)}"
    parts, takes = _fan(label, sum(card == UNKNOWN for card in hand))
    right -= takes
    yield at(right, 0, named(f"Hand: {counted(len(hand), 'card')}"), *parts, data_hand=len(hand),
             data_place=f"hand {seat}")  # fmt: skip
    tokens = max(0, held.tokens)
    arrow = _was(tokens, was.console(seat).tokens if was else None)
    words = f"{arrow}{tokens}" if arrow else ""
    purse = list(_purse(tokens, words, seat))
    right -= 22 * MOST_TOKENS + 10 + (wide(words, SMALL) + 4 if words else 0) + (22 if tokens > MOST_TOKENS else 0)
    yield at(right, 0, named(counted(held.tokens, "token")), *purse, data_tokens=held.tokens,
             data_place=f"tokens {seat}", data_arg="token")  # fmt: skip
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
            yield el("g", named("A Sonic Charge token"), mini("token", "", x, 9), data_key=f"token-{seat}-{number + 1}")
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
    """Draw the cards of a console, one below the other, then the known cards of the hand in two columns."""
    cards = stacked((_card(position, seat, *card) for card in _on_console(position, seat)), GAP)
    known = list(Counter(card for card in position.hands.get(seat, ()) if card != UNKNOWN).items())
    parts, y = list(cards.parts), cards.high + GAP * bool(cards.parts)
    width = (ROOM - GAP) / 2
    for number, (card, count) in enumerate(known[:MOST]):
        line, column = divmod(number, 2)
        x = EDGE + column * (width + GAP)
        parts.append(_chip(position, seat, card, count, x, y + line * (CHIP + GAP), width))
    y += -(-len(known[:MOST]) // 2) * (CHIP + GAP)
    if len(known) > MOST:
        words = f"and {len(known) - MOST} more cards, listed in words"
        parts.append(text(words, x=EDGE, y=y + 18, fill=SOFT))
        y += 28
    return Section(y, tuple(parts))


def _on_console(position: Position, seat: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and id of each card of a console: Doctor, Companions, part-time Companions, Equipment."""
    held = position.console(seat)
    if held.doctor:
        yield "Doctor", held.doctor
    for one in sorted(held.companions, key=lambda one: one.part_time):
        yield "part-time" if one.part_time else "Companion", one.companion
    yield from (("Equipment", card) for card in held.equipment)


def _card(position: Position, seat: str, kind: str, card: str) -> Section:
    """Draw a card of a console with its effects."""
    name = card_name(position, card) if kind != "Doctor" else doctor_name(position, card)
    does = card_does(position.box, card)
    used = {icon for who, one, icon in position.used if (who, one) == (seat, card)}
    title = f"{kind} {name}{f': {does}' if does else ''}{_spent(position, card, used)}"
    body = _drawn(kind, name, tuple(_phrases(position, card, used)))
    row = "companions" if kind in ("part-time", "Companion") else kind.lower()
    drawn_card = el(
        "g", named(title), *body.parts, data_card=card, data_part_time="" if kind == "part-time" else None,
        data_key=f"card-{card}", data_place=f"{row} {seat}", data_arg=card,
    )  # fmt: skip
    return Section(body.high, (drawn_card,))


def _phrases(position: Position, card: str, used: AbstractSet[int]) -> Iterator[Phrase]:
    """Yield a card's effects as phrases: each icon, the ability, the Links. Icons that add dice are never used up."""
    yield from icons_phrases(icons_of(position, card), used)
    timey, ability = position.box.timey.get(card), ability_of(position, card)
    spent = 0 in used
    if ability and ability.skip_roll:
        words = f"travel without the TARDIS die{' ✓' * spent}"
        yield Phrase(tuple(words.split()), used=spent, loose=True)
    for part in ability.parts if ability else timey.parts if timey else ():
        beside = part_phrase(part)
        yield beside._replace(bits=(*beside.bits, *("✓",) * spent), used=spent, framed=True)
    who = position.box.doctor.get(card) or position.box.companion.get(card)
    if who and who.links:
        yield Phrase((f"Link: {joined([link_name(position.box, link) for link in who.links])}",), used=True)


def _spent(position: Position, card: str, used: AbstractSet[int]) -> str:
    icons = icons_of(position, card)
    label = [icon_words(icon) for number, icon in enumerate(icons, 1) if number in used]
    label += ["its ability without dice"] * (0 in used)
    return f" (used this turn: {joined(label)})" if label else ""


@lru_cache(maxsize=2048)
def _drawn(kind: str, name: str, phrases: tuple[Phrase, ...]) -> Section:
    """Draw a card: its name on the left, its effects on the right, each in as many lines as it needs."""
    part, sign = kind == "part-time", 24 if kind == "Equipment" else 0
    whole = max(float(NAME), wide(name, 17) + sign)
    fits = whole < ROOM / 2 and len(in_lines(phrases, ROOM - whole - 3 * INSET)) < 2
    column = whole if fits else NAME
    label = wrapped(name, 17, column - sign, 2)
    does = in_lines(phrases, ROOM - column - 3 * INSET)
    takes = 20 * len(label) + 20 * part
    high = max(float(CHIP), takes + 10.0, lines_high(does) + 8)
    ground = PART_TIME if part else EQUIPMENT if kind == "Equipment" else CARD
    frame = {"stroke": RIM if part else LINE, "stroke_width": 2.4 if kind == "Doctor" else 1.4}
    y = (high - takes) / 2 + 15
    parts = [
        el("rect", x=EDGE, width=ROOM, height=high, rx=9, fill=ground, **frame,
           stroke_dasharray="6 4" if part else None),
        *[mini("equipment", "", EDGE + INSET, high / 2 - 10)] * bool(sign),
        *(text(line, x=EDGE + INSET + sign, y=y + 20 * number, font_size=17, font_weight="bold")
          for number, line in enumerate(label)),
    ]  # fmt: skip
    if part:
        parts.append(text(kind, x=EDGE + INSET, y=y + 20 * len(label)))
    parts.append(drawn(does, EDGE + column + 2 * INSET, (high - lines_high(does)) / 2 + 0.5))
    return Section(high, tuple(parts))


def _chip(position: Position, seat: str, card: str, count: int, x: float, y: float, width: float) -> str:
    """Draw a known card of a hand, with the number of copies before its name."""
    name = f"{f'{count} ' if count > 1 else ''}{card_name(position, card)}"
    words = cut(name, SMALL, width - 36)
    box = el("rect", width=round(width, 1), height=CHIP, rx=8, fill=PILL, stroke=BACK, stroke_width=1.4)
    inner = (mini("card", "", 7, 8), text(words, x=30, y=23.5, data_known=words))
    title = named(f"In hand: {name}: {card_does(position.box, card)}")
    return at(x, y, title, box, *inner, data_key=f"hand-{seat}-{card}", data_place=f"hand {seat}", data_arg=card)
