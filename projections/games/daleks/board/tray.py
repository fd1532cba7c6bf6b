"""The adventure tray: each symbol of the challenge with the die that meets it, each die with its story."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from projections.drawing.palette import DARK, LIGHT, SMALL, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide, wrapped
from projections.games.daleks.board.glyphs import CHIP, chip, die_face, ring, symbol
from projections.games.daleks.board.inks import WIDTH, paint
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.prose.awaiting import against
from projections.games.daleks.prose.card_text import conditions_row
from projections.games.daleks.prose.dice_story import GONE, Chapter, die_line, meeting, story
from projections.games.daleks.rules.limits import limit_of, owed_dice
from projections.games.daleks.rules.status import WORDS
from projections.games.daleks.state.names import seat_name, symbol_name, symbols_row, whose
from projections.games.daleks.state.position import Adventure, Die, Position
from projections.games.daleks.state.tray import dice_left
from projections.wording import clean, counted

ROW: Final = 36
"""A die with a story of one line."""
FURTHER: Final = 31
"""Each line more."""
MOST: Final = 3
"""Lines at most; where there are more the oldest are left out, and said in the title."""
MORE: Final = 22
"""What the sign of left out steps takes."""
BEFORE: Final = "#e2e2de"
"""The ground of a symbol that the die shows no more."""
HEAD: Final = 34
ASKED: Final = 92
"""The row of the challenge."""
SLOT: Final = 104
"""A symbol of the challenge with its name."""
POOL: Final = 30
ABREAST: Final = 7
"""Dice side by side before the roll."""
COLUMN: Final = (WIDTH - 24) / 2
MET, MISSING = "#d8ecd9", "#ffffff"
Lines = tuple[tuple[Chapter, ...], ...]
"""The story of a die in lines."""


def in_lines(chapters: Sequence[Chapter], room: float) -> tuple[tuple[Chapter, ...], ...]:
    """A story broken into lines of so much room."""
    lines: list[list[Chapter]] = [[]]
    left = room - MORE
    for chapter in chapters:
        if lines[-1] and _takes(chapter) > left:
            lines.append([])
            left = room - MORE
        lines[-1].append(chapter)
        left -= _takes(chapter)
    return tuple(map(tuple, lines))


def story_high(lines: Sequence[Sequence[Chapter]]) -> float:
    """How high a die with a story in so many lines is."""
    return ROW + FURTHER * (min(MOST, len(lines)) - 1)


def steps(lines: Sequence[Sequence[Chapter]], x: float, y: float) -> Iterator[str]:
    """The story from left to right and downward."""
    if not lines[0]:
        yield text("not rolled yet", x=x, y=y + 24, font_size=SMALL, fill=SOFT)
    if len(lines) > MOST:
        yield text("…", x=x, y=y + 24, font_size=SMALL, fill=DARK)
    for number, line in enumerate(lines[-MOST:]):
        along, down = x + (MORE if len(lines) > MOST and not number else 0), y + FURTHER * number
        for chapter in line:
            if said := _by(chapter):
                yield text(said, x=along, y=down + 24, font_size=SMALL, fill=DARK)
            along += _takes(chapter)
            ground = LIGHT if chapter is lines[-1][-1] else BEFORE
            yield chip(chapter.symbol, round(along - CHIP - 5, 1), down + 5, ground)


def _takes(chapter: Chapter) -> float:
    said = _by(chapter)
    return CHIP + 5 + (wide(said, SMALL) + 6 if said else 0)


def _by(chapter: Chapter) -> str:
    """How a step is said in a few letters: by what, after an arrow."""
    if chapter.verb == "rolled":
        return ""
    verb = "again" if chapter.verb == "re-rolled" else "turned" if chapter.verb == "changed" else chapter.verb
    by = chapter.by.replace("discarding", "spent")
    if by and chapter.verb == "changed":
        return f"→ turned, {cut(by, SMALL, 200)}"
    return f"→ {cut(by or verb, SMALL, 200)}"


class Column(NamedTuple):
    """Dice of a pool below a heading, or below none: one a line with its story, or before the roll in rows."""

    head: str
    dice: tuple[Die, ...]
    left: tuple[Die, ...] = ()
    seat: str = ""
    stories: tuple[Lines, ...] = ()

    @property
    def high(self) -> float:
        """How much room it takes."""
        dice = sum(map(story_high, self.stories)) if self.stories else ROW * -(-len(self.dice) // ABREAST)
        return POOL + dice + self.left_high

    @property
    def left_words(self) -> tuple[str, ...]:
        """The dice that left, in words and lines."""
        words = ", ".join(f"{clean(die.name)}\u00a0{_how(die)}" for die in self.left)
        return wrapped(f"✗ Left: {words}", SMALL, COLUMN - 24, 3) if self.left else ()

    @property
    def left_high(self) -> float:
        """How much room they take."""
        return 8 + 20 * len(self.left_words) if self.left else 0


def _columns(position: Position, now: Adventure) -> tuple[Column, ...]:
    """Two columns: the pools side by side, or the one pool in two halves."""
    made = []
    for pool in now.pools:
        dice = dice_left(pool)
        most = limit_of(position, now, pool.seat)
        ready = ", ready" if pool.done else "" if pool.gathered else ", still to be gathered"
        head = f"{whose(position, pool.seat)} pool: {counted(len(dice), 'die', 'dice')}, at most {most}{ready}"
        gone = tuple(die for die in pool.dice if die.gone)
        rolled = any(die.story for die in pool.dice)
        stories = tuple(in_lines(story(position, die), COLUMN - 110) for die in dice) if rolled else ()
        made.append(Column(head, dice, gone, pool.seat, stories))
    if len(made) != 1:
        return tuple(made)
    one, half = made[0], -(-len(made[0].dice) // 2)
    return (
        one._replace(dice=one.dice[:half], stories=one.stories[:half]),
        one._replace(head="", dice=one.dice[half:], left=(), stories=one.stories[half:]),
    )


def tray_height(position: Position) -> float:
    """How high the tray is; nothing where there is no Adventure."""
    now = position.adventure
    if now is None:
        return 0
    columns = _columns(position, now)
    pairs = [columns[at : at + 2] for at in range(0, len(columns), 2)]
    return HEAD + ASKED + sum(max(column.high for column in pair) for pair in pairs) + 14


def tray(position: Position, found: Changes, top: float) -> Iterator[str]:
    """The Adventure under way."""
    now = position.adventure
    if now is None:
        return
    high = tray_height(position) - 8
    yield el("rect", x=6, y=top, width=WIDTH - 12, height=high, rx=9, fill="#f3ead2", stroke=DARK, stroke_width=2.4)
    yield from _head(position, now, top)
    yield from _asked(now, top + HEAD)
    y, columns = top + HEAD + ASKED, _columns(position, now)
    for at in range(0, len(columns), 2):
        for side, column in enumerate(columns[at : at + 2]):
            yield from _column(position, found, column, (14 + side * COLUMN, y), meeting(now))
        y += max(column.high for column in columns[at : at + 2])


def _head(position: Position, now: Adventure, top: float) -> Iterator[str]:
    """Whose Adventure it is, where and against what; how far it is."""
    stage = f"{'succeeded' if now.won else 'failed'}" if now.over else WORDS.get(now.stage, clean(now.stage))
    under = f"{conditions_row(now.conditions)} · " if now.conditions else ""
    owed = owed_dice(position, now) if now.stage in ("pool", "cut", "exterminate") else 0
    daleks = f"{counted(owed, 'die', 'dice')} to exterminate · " if owed else ""
    right = f"{under}{daleks}{stage}"
    yield text(right, x=WIDTH - 18, y=top + 24, font_size=19, text_anchor="end", fill=DARK)
    words = f"Adventure of {seat_name(position, now.seat)} {against(position, now)}"
    room = WIDTH - 48 - wide(right, 19)
    yield text(cut(words, 21, room), x=18, y=top + 25, font_size=21, font_weight="bold", fill=DARK)


def _asked(now: Adventure, top: float) -> Iterator[str]:
    """The challenge, symbol by symbol, each with the die that meets it."""
    dice = {die.name: die for pool in now.pools for die in pool.dice}
    met = meeting(now)
    step = min(float(SLOT), (WIDTH - 40) / max(1, len(now.symbols)))
    for at, (name, by) in enumerate(zip(now.symbols, met, strict=True)):
        yield _slot(name, dice.get(by), round(16 + at * step, 1), top, step - 6)
    if any(die.symbol for die in dice.values()):
        x = 16 + step * len(now.symbols) + 10
        words = f"{sum(map(bool, met))} of {len(met)} met"
        if x + wide(words, 26) < WIDTH - 16:
            yield text(words, x=x, y=top + 38, font_size=26, font_weight="bold", fill=DARK, data_met="")
            left = [name for name, by in zip(now.symbols, met, strict=True) if not by]
            missing = f"Missing: {symbols_row(left)}" if left else "The challenge is met."
            for line, said in enumerate(wrapped(missing, SMALL, WIDTH - 20 - x, 2)):
                yield text(said, x=x, y=top + 60 + 19 * line, font_size=SMALL, fill=DARK)


def _slot(name: str, die: Die | None, x: float, y: float, width: float) -> str:
    """A symbol of the challenge: what it is, and the die that lies on it or an empty place."""
    said = f"{symbol_name(name)}: {f'met by {die.name}' if die else 'not met'}"
    middle = x + width / 2
    label = {"x": middle, "text_anchor": "middle", "font_size": SMALL, "fill": DARK}
    dashes = None if die else "6 4"
    parts = [
        el("title", plain(said)),
        el(
            "rect", x=x, y=y, width=width, height=ASKED - 8, rx=7, fill=MET if die else MISSING, stroke=DARK,
            stroke_width=2 if die else 1.4, stroke_dasharray=dashes,
        ),
        symbol(name, middle - 17 - (18 if die else 0), y + 5, 34),
        text(cut(symbol_name(name), SMALL, width - 4), y=y + 55, **label),
        text(f"✓ {die.name}" if die else "not met", y=y + 76, **label),
    ]  # fmt: skip
    if die:
        parts.append(die_face(die.name, die.colour, die.symbol, middle + 3, y + 6, 32))
    return el("g", *parts, data_asked=name, data_by=die.name if die else None)


def _column(
    position: Position, found: Changes, column: Column, at: tuple[float, float], met: Sequence[str]
) -> Iterator[str]:
    x, y = at
    if column.head:
        ink = paint(position, column.seat).fill
        yield el("rect", x=x, y=y + 4, width=6, height=22, rx=2, fill=ink)
        room = COLUMN - 30
        yield text(cut(column.head, 18, room), x=x + 12, y=y + 22, font_size=18, font_weight="bold", fill=DARK)
    y += POOL
    for number, die in enumerate(column.dice):
        changed = die.name in found.dice
        if column.stories:
            lines = column.stories[number]
            yield _die(position, die, lines, (x, y), changed=changed, meets=die.name in met)
            y += story_high(lines)
        else:
            line, beside = divmod(number, ABREAST)
            yield _unrolled(position, die, (x + beside * 80, y + ROW * line), changed=changed)
    if column.left:
        yield _left(position, column, found, (x, at[1] + column.high - column.left_high))


def _unrolled(position: Position, die: Die, at: tuple[float, float], *, changed: bool) -> str:
    """A die before the roll: its name beside it, and of which card it is in its title."""
    x, y = at
    parts = [el("title", plain(die_line(position, die))), die_face(die.name, die.colour, "", x + 2, y + 2, 31)]
    parts.append(text(clean(die.name), x=x + 39, y=y + 24, font_size=18, font_weight="bold", fill=DARK))
    if changed:
        parts.append(ring(x, y, 34, 34, f"die {die.name}"))
    return el("g", *parts, data_row=die.name)


def _die(position: Position, die: Die, lines: Lines, at: tuple[float, float], *, changed: bool, meets: bool) -> str:
    """A die with its story: a symbol a step, and by what it came."""
    x, y = at
    parts = [el("title", plain(die_line(position, die)))]
    parts.append(die_face(die.name, die.colour, die.symbol, x + 2, y + 2, 31))
    bold = {"font_size": 18, "font_weight": "bold", "fill": DARK}
    parts.append(text(clean(die.name), x=x + 39, y=y + 24, **bold))
    parts.append(text("✓" if meets else "", x=x + 78, y=y + 24, **bold))
    parts += steps(lines, x + 98, y)
    if changed:
        parts.append(ring(x, y, 34, 34, f"die {die.name}"))
    return el("g", *parts, data_row=die.name)


def _how(die: Die) -> str:
    """How a die left the pool, in a word."""
    return GONE.get(die.gone) or clean(die.gone)


def _left(position: Position, column: Column, found: Changes, at: tuple[float, float]) -> str:
    """The dice that left, in a few lines; their stories are in the title."""
    x, y = at
    told = "; ".join(f"{die_line(position, die)}, {_how(die)}" for die in column.left)
    parts = [el("title", plain(f"Left the pool: {told}"))]
    for number, line in enumerate(column.left_words):
        parts.append(text(line, x=x + 8, y=y + 19 + 20 * number, font_size=SMALL, fill=SOFT))
    if any(die.name in found.dice for die in column.left):
        parts.append(ring(x + 1, y + 2, COLUMN - 16, column.left_high - 4, "left"))
    return el("g", *parts, data_left="")
