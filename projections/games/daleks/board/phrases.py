"""The effects of cards and tiles as short phrases of words and small signs, laid out in lines."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from projections.drawing.palette import SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import wide, wrapped
from projections.games.daleks.board.glyphs import mini, mini_wide
from projections.games.daleks.board.inks import PILL, USED
from projections.games.daleks.components.box import Icon, Option, Part

LINE: Final = 25
"""The height of a line of phrases."""
GAP: Final = 10
"""The space between two phrases."""
BLANK: Final = 4.5
PAD: Final = 4
"""The padding inside the frame of a phrase."""


class Sign(NamedTuple):
    """A small picture in a line of text. `of` is the colour if the `kind` is a die, or the symbol."""

    kind: str
    of: str = ""


class Phrase(NamedTuple):
    """Words and small pictures that stay on one line unless `loose`. `used` marks an effect that is used up."""

    bits: tuple[str | Sign, ...]
    used: bool = False
    loose: bool = False
    framed: bool = False

    @property
    def width(self) -> float:
        """The width of the phrase in a line."""
        return sum(map(_bit_width, self.bits)) + BLANK * (len(self.bits) - 1) + 2 * PAD * self.framed


Lines = tuple[tuple[Phrase, ...], ...]


def _bit_width(bit: str | Sign) -> float:
    return 0.96 * wide(bit, SMALL) if isinstance(bit, str) else mini_wide(bit.kind)


def in_lines(phrases: Iterable[Phrase], room: float) -> Lines:
    """Lay out phrases in lines that are at most `room` wide."""
    return _in_lines(tuple(phrases), room)


@lru_cache(maxsize=2048)
def _in_lines(phrases: tuple[Phrase, ...], room: float) -> Lines:
    lines: list[list[Phrase]] = []
    left = 0.0
    for phrase in (part for whole in phrases for part in _parts(whole, room)):
        gap = BLANK if phrase.loose else GAP
        if not lines or phrase.width + gap > left:
            lines.append([])
            left, gap = room, 0
        if gap and phrase.loose:
            lines[-1][-1] = lines[-1][-1]._replace(bits=(*lines[-1][-1].bits, *phrase.bits))
        else:
            lines[-1].append(phrase)
        left -= phrase.width + gap
    return tuple(map(tuple, lines))


def _parts(phrase: Phrase, room: float) -> Iterator[Phrase]:
    """Split a phrase: yield each word if it is loose, parts that fit if it is wider than `room`, else the phrase."""
    if not phrase.loose and phrase.width <= room:
        yield phrase
        return
    bits = [
        part
        for bit in phrase.bits
        for part in (wrapped(bit, SMALL, room, 9) if isinstance(bit, str) and wide(bit, SMALL) > room else (bit,))
    ]
    if phrase.loose:
        for number, bit in enumerate(bits):
            yield Phrase((bit,), phrase.used, loose=bool(number))
        return
    part = phrase._replace(bits=())
    for bit in bits:
        longer = part._replace(bits=(*part.bits, bit))
        if part.bits and longer.width > room:
            yield part
            longer = part._replace(bits=(bit,))
        part = longer
    yield part


def lines_high(lines: Lines) -> float:
    """Return the height of lines of phrases."""
    return LINE * len(lines)


@lru_cache(maxsize=2048)
def drawn(lines: Lines, x: float, y: float) -> str:
    """Draw lines of phrases from (x, y) downward, the frames first."""
    return "".join((*_framed(lines, x, y), *_written(lines, x, y)))


def _framed(lines: Lines, x: float, y: float) -> Iterator[str]:
    for used in (False, True):
        if frames := "".join(_frames(lines, x, y, used=used)):
            pen = {"stroke_width": 8}
            yield el("path", d=frames, fill=USED if used else PILL, stroke=USED if used else PILL, **pen)


def _written(lines: Lines, x: float, y: float) -> Iterator[str]:
    for number, line in enumerate(lines):
        left = x
        for phrase in line:
            yield from _drawn(phrase, left, y + LINE * number)
            left += phrase.width + GAP


def _frames(lines: Lines, x: float, y: float, *, used: bool) -> Iterator[str]:
    """Yield the frames of phrases as SVG path data, to be drawn with a broad line, which rounds the corners."""
    for number, line in enumerate(lines):
        left = x
        for phrase in line:
            if phrase.framed and phrase.used == used:
                width = phrase.width - 8
                yield f"M{left + 4:.0f} {y + 4.5 + LINE * number:g}h{width:.0f}v15h-{width:.0f}z"
            left += phrase.width + GAP


def _drawn(phrase: Phrase, x: float, y: float) -> Iterator[str]:
    """Draw a phrase, 24 high; consecutive words are one text element."""
    if phrase.framed:
        x += PAD
    ink = SOFT if phrase.used else None
    for are_words, bits in groupby(phrase.bits, lambda bit: isinstance(bit, str)):
        run = tuple(bits)
        if are_words:
            yield text(" ".join(map(str, run)), x=round(x, 1), y=y + 17.5, fill=ink)
        for bit in run:
            if isinstance(bit, Sign):
                yield mini(*bit, x, y + 2)
            x += _bit_width(bit) + BLANK


def _dice(icon: Icon, between: str = "or") -> tuple[str | Sign, ...]:
    """Return the dice colours of an icon as small pictures, with the word `between` between them."""
    bits: list[str | Sign] = []
    for colour in icon.colours:
        bits += [*[between] * bool(bits), Sign("die", colour)]
    return tuple(bits)


def icons_phrases(icons: Sequence[Icon], used: AbstractSet[int]) -> Iterator[Phrase]:
    """Yield the added dice as one phrase, then `swap`, `re-roll` and `turn`. `used` are the numbers of used icons."""
    added: list[str | Sign] = []
    for icon in icons:
        if icon.does == "add":
            added += [*["and"] * bool(added), *(str(icon.amount),) * (icon.amount > 1), *_dice(icon), *_price(icon)]
    if added:
        yield Phrase(("add", *added), framed=True)
    for number, icon in enumerate(icons, 1):
        if icon.does != "add":
            spent = number in used
            yield Phrase((*_done(icon, "/" if spent else "or"), *_price(icon), *("✓",) * spent), spent, framed=True)


def _done(icon: Icon, between: str) -> tuple[str | Sign, ...]:
    """Return the words and signs of an icon that does not add dice, with the word `between` between colours."""
    dice = _dice(icon, between)
    match icon.does:
        case "focus":
            return ("swap", Sign("die", "black"), "for", *dice)
        case "change":
            return ("turn", *dice, "to", Sign("symbol", icon.symbol))
    many = (str(icon.amount),) * (icon.amount > 1) if icon.mode == "number" else (icon.mode,)
    return ("re-roll", *many, *dice)


def _price(icon: Icon) -> tuple[str | Sign, ...]:
    return ("for", str(icon.price), Sign("token")) if icon.price else ()


def _moved(kind: str) -> Callable[[int], tuple[str | Sign, ...]]:
    return lambda amount: (Sign(kind), str(abs(amount)), "back" if amount < 0 else "forward")


def _said(kind: str, *words: str) -> Callable[[int], tuple[str | Sign, ...]]:
    return lambda amount: (Sign(kind), *words, str(amount))


_PARTS: Final[Mapping[str, Callable[[int], tuple[str | Sign, ...]]]] = {
    "tokens": _said("token", "gain"), "cards": _said("card", "draw"), "pay-tokens": _said("token", "pay"),
    "pay-cards": _said("card", "discard"),
    "pay-either": lambda amount: (Sign("token"), "pay", str(amount), "or", Sign("card"), "discard", "1"),
    "discard-companion": _said("companion", "discard"), "dismiss-companion": _said("companion", "dismiss"),
    "ship": _moved("ship"), "tardis": _moved("tardis"), "dalek": _said("dalek", "place"),
    "clear": _said("dalek", "remove"), "regenerate": lambda _: ("all", "regenerate"),
    "console": lambda _: ("back", "to", "the", "console"), "swap": lambda _: ("swap", "a", Sign("card")),
    "trade": lambda _: ("trade", Sign("equipment")), "redraw": lambda _: ("draw", "another"),
}  # fmt: skip


def part_phrase(part: Part) -> Phrase:
    """Return a part of a reward or a cost as a phrase of sign and amount."""
    return Phrase((*("each:",) * part.each, *_PARTS[part.does](part.amount)))


def options_phrases(options: Sequence[Option]) -> Iterator[Phrase]:
    """Yield each part of a reward or cost as a phrase, with `or` before each further option."""
    for number, option in enumerate(options):
        first, *rest = [*map(part_phrase, option), *[Phrase(("nothing",))] * (not option)]
        yield first._replace(bits=("or", *first.bits)) if number else first
        yield from rest
