"""The adventure tray: each symbol of the challenge with the die that meets it, and the other dice of each pool."""

from collections.abc import Iterator, Sequence
from typing import Final

from projections.drawing.palette import LIGHT, SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import cut, wide, wrapped
from projections.games.daleks.board import glyphs, inks, phrases, tiles
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.board.section import Section, stacked
from projections.games.daleks.board.text import pool_size
from projections.games.daleks.components.box import COLOURS
from projections.games.daleks.prose.dice_story import GONE, die_line, meeting, story
from projections.games.daleks.rules.pool import owed_dice
from projections.games.daleks.state.names import symbol_name, symbols_row, whose, zone_face
from projections.games.daleks.state.position import Adventure, Die, Pool, Position
from projections.games.daleks.state.tray import dice_left
from projections.wording import clean, counted

PITCH: Final = 62.5
"""The distance between two dice: on a phone a die is then 44 CSS pixels wide."""
ABREAST: Final = 8
"""The most dice in a row."""
ROW: Final = 80
"""The height of a row of dice with the text below them."""
CAPTION: Final = 34
SLOT: Final = 100.0
"""The width of a slot for one symbol of the challenge with the stakes next to it."""
NAMED: Final = 83.0
"""The least width of a slot with the name of its symbol."""
SLOT_HIGH: Final = 86
BESIDE: Final = 3
"""The most slots in a row with the reward and the fail cost next to them instead of below."""
PAD: Final = 8
"""The space between the frame of the challenge and its contents."""
STEP: Final = 15
"""The distance between two earlier faces of a die."""
FACE: Final = 20
"""The distance between two faces of a colour that is still to be rolled."""


def tray(position: Position, found: Changes, now: Adventure) -> Section:
    """Draw the challenge, with the die that meets each symbol (TOD-CHAL-02), and the pools."""
    met = meeting(now)
    pools = (_pool(position, found, now, pool, met) for pool in now.pools)
    return stacked([challenge(position, found, now, met), *pools, _faces(position, now)], 8)


def challenge(position: Position, found: Changes, now: Adventure, met: Sequence[str]) -> Section:
    """Draw the challenge, with a slot for each symbol, and what the Doctor wins and loses.

    `met` has the name of the die for each symbol, or "".
    """
    dice = {die.name: die for pool in now.pools for die in pool.dice}
    many = max(1, len(now.symbols))
    across = min(many, ABREAST)
    step = SLOT if across <= BESIDE else (inks.ROOM - 2 * PAD + 4) / across
    parts = list(_caption(position, now, met, rolled=any(die.symbol for die in dice.values())))
    for number, (name, by) in enumerate(zip(now.symbols, met, strict=True)):
        line, beside = divmod(number, across)
        slot = _slot(position, found, name, dice.get(by), step - 4)
        parts.append(glyphs.at(inks.EDGE + PAD + beside * step, CAPTION + line * (SLOT_HIGH + 4), *slot,
                               data_asked=name, data_by=by or None, data_place="need", data_arg=name))  # fmt: skip
    y = CAPTION + -(-len(now.symbols) // across) * (SLOT_HIGH + 4) + 2.0
    left = inks.EDGE + PAD + step * across + 6 if across <= BESIDE else inks.EDGE + PAD
    stakes = _stakes(position, now.place, now.zone, inks.EDGE + inks.ROOM - PAD - left)
    parts.append(phrases.drawn(stakes, left, CAPTION if across <= BESIDE else y))
    takes = phrases.lines_high(stakes)
    high = max(y, CAPTION + takes) + 4 if across <= BESIDE else y + takes + 5
    box = el("rect", x=inks.EDGE, width=inks.ROOM, height=round(high, 1), rx=12, fill=inks.STAGE, stroke=inks.RIM)
    return Section(high, (box, *parts))


def _caption(position: Position, now: Adventure, met: Sequence[str], *, rolled: bool) -> Iterator[str]:
    """Draw how many symbols are met, the conditions, and the dice that Dalek markers will take."""
    caption = f"The challenge: {sum(map(bool, met))} of {len(met)} met" if rolled else "The challenge"
    left = [name for name, by in zip(now.symbols, met, strict=True) if not by]
    words = f"Missing: {symbols_row(left)}" if left and rolled else f"The challenge: {symbols_row(now.symbols)}"
    x = inks.EDGE + PAD + 2.0
    head = text(caption, x=x, y=23, font_size=19, font_weight="bold")
    yield el("g", glyphs.named(words), head, data_met="" if rolled else None, data_place="need")
    x += wide(caption, 19) + 12
    for name in now.conditions:
        width, label = tiles.condition(name)
        yield glyphs.at(x, 5, label)
        x += width + 6
    if owed := owed_dice(position, now) if now.stage in ("pool", "cut", "exterminate") else 0:
        label = f"−{counted(owed, 'die', 'dice')}"
        x = inks.EDGE + inks.ROOM - PAD - wide(label, SMALL)
        sign = glyphs.sign("dalek", x - 26, 3, 0.8)
        told = f"Dalek markers here exterminate {counted(owed, 'die', 'dice')}"
        yield el("g", glyphs.named(told), sign, text(label, x=round(x, 1), y=22, font_weight="bold"),
                 data_place=f"place {now.place}")  # fmt: skip


def _stakes(position: Position, number: int, zone: int, room: float) -> phrases.Lines:
    """Return what a success and a failure in a zone bring, as lines of phrases."""
    place, face = position.place(number), zone_face(position, number, zone)
    printed = position.box.anomaly.get(place.location) if place else None
    slot = place.slots[zone] if place and 0 <= zone < len(place.slots) else None
    dilemma = position.box.dilemma.get(slot.dilemma) if slot else None
    reward = printed.reward if printed else face.reward if face else ()
    fail = printed.fail if printed else dilemma.fail if dilemma else ()
    won = phrases.in_lines(tiles.marked(f"{tiles.REWARD} win:", phrases.options_phrases((reward,))), room)
    lost = phrases.in_lines(tiles.marked(f"{tiles.FAIL} lose:", phrases.options_phrases(fail)), room)
    if reward and fail and len(both := phrases.in_lines((*won[0], *lost[0]), room)) == len(won) == len(lost) == 1:
        return both
    return won * bool(reward) + lost * bool(fail)


def _slot(position: Position, found: Changes, name: str, die: Die | None, width: float) -> Iterator[str]:
    label = f"{symbol_name(name)}: {f'met by {clean(die.name)}' if die else 'not met'}"
    middle = width / 2
    yield glyphs.named(label)
    yield el("rect", width=round(width, 1), height=SLOT_HIGH, rx=10, fill=inks.MET if die else LIGHT, stroke=inks.RIM,
             stroke_width=2 if die else 1.4, stroke_dasharray=None if die else "6 5")  # fmt: skip
    if die is not None:
        yield _die(position, die, middle - glyphs.DIE / 2, 4, changed=die.name in found.dice)
    elif width + 4 < NAMED:
        yield glyphs.at(middle - 20, 22, glyphs.symbol(name, 40))
    else:
        yield glyphs.at(middle - 20, 12, glyphs.symbol(name, 40))
        words = cut(symbol_name(name), SMALL, width - 2)
        yield text(words, x=round(middle, 1), y=75, text_anchor="middle", fill=SOFT)


def _die(position: Position, die: Die, x: float, y: float, *, changed: bool) -> str:
    """Draw a die at (x, y). After the roll its name, earlier faces and the sign of the last change are added."""
    parts = [glyphs.named(die_line(position, die)), glyphs.die_face(clean(die.name), die.colour, die.symbol)]
    if die.symbol:
        chapters = story(position, die)
        verb = chapters[-1].verb if chapters else ""
        if verb in ("re-rolled", "changed"):
            parts.append(glyphs.sign("again" if verb == "re-rolled" else "turned", 42, -5))
        parts.append(_below(die, [chapter.symbol for chapter in chapters[:-1] if chapter.symbol]))
    if changed:
        parts.append(glyphs.ring(-2, -2, glyphs.DIE + 4, glyphs.DIE + 4, f"die {die.name}"))
    name = die.name
    return glyphs.at(x, y, *parts, data_die=name, data_row=name, data_key=f"die-{name.lower()}",
                     data_place=f"die {name}", data_arg=name)  # fmt: skip


def _below(die: Die, earlier: Sequence[str]) -> str:
    """Draw the name of a die and its last earlier faces, as many as fit, centred below it."""
    name, room = clean(die.name), PITCH - 4
    most = int((room - wide(name, SMALL)) / STEP)
    label = name
    if len(earlier) > most:
        label = cut(f"{name}…", SMALL, room)
        most = int((room - wide(label, SMALL)) / STEP)
    last = earlier[len(earlier) - most :] if most < len(earlier) else earlier
    takes = wide(label, SMALL) + (2 + STEP * len(last) if last else 0)
    x = (glyphs.DIE - takes) / 2
    places = [(round(x + takes - STEP * (len(last) - n), 1), 61) for n in range(len(last))]
    words = text(label, x=round(x, 1), y=glyphs.DIE + 18, font_weight="bold")
    return words + glyphs.symbols(last, places, 14, SOFT)


def _pool(position: Position, found: Changes, now: Adventure, pool: Pool, met: Sequence[str]) -> Section:
    """Draw a pool: its seat, its size and limit, the dice that meet no symbol, the dice that left."""
    dice = dice_left(pool)
    ready = ", ready" if pool.done else "" if pool.gathered else ", still to be gathered"
    how = {"afar": ", helping from afar", "here": ", helping here"}.get(now.manner, "")
    helps = how if pool.seat == now.helper and pool.seat != now.seat else ""
    head = f"{whose(position, pool.seat)} pool{helps}: {pool_size(position, now, pool)}{ready}"
    lines = wrapped(head, 17, inks.ROOM - 16, 5)
    bar = el("rect", x=inks.EDGE, y=3, width=7, height=21 * len(lines), rx=3, fill=inks.paint(position, pool.seat).fill)
    label = (text(line, x=inks.EDGE + 14, y=19 + 21 * at_, font_size=17, font_weight="bold")
             for at_, line in enumerate(lines))  # fmt: skip
    parts = [el("g", glyphs.named(head), bar, *label, data_place=f"pool {pool.seat}")]
    y = 7.0 + 21 * len(lines)
    free = [die for die in dice if die.name not in met]
    gone = tuple(die for die in pool.dice if die.gone)
    rows = -(-len(free) // ABREAST)
    high = (ROW if any(die.symbol for die in free) else glyphs.DIE + 8) * rows
    beside = PITCH * len(free) + 8 if 0 < len(free) <= ABREAST // 2 else 0.0
    if free:
        width = beside if beside and gone else inks.ROOM + 4.0
        parts.append(el("rect", x=inks.EDGE - 2, y=y, width=width, height=high + 4, rx=12, fill=inks.TRAY))
        for number, die in enumerate(free):
            row, column = divmod(number, ABREAST)
            x = inks.EDGE + 5 + PITCH * column
            parts.append(_die(position, die, x, y + 6 + high / rows * row, changed=die.name in found.dice))
        if not gone:
            above = [die for die in dice if die.name in met]
            parts += _sockets(above[: ABREAST * rows - len(free)], len(free), y + 6, high / rows)
    left = _left(position, found, gone, inks.ROOM - beside) if gone else Section(0, ())
    parts.append(glyphs.at(inks.EDGE + beside, y if beside else y + high + 6 * bool(free), *left.parts))
    y += max(high + 6, left.high) if beside else high + 8 * bool(free) + left.high
    return Section(y, (el("g", *parts, data_pool=pool.seat),))


def _sockets(dice: Sequence[Die], start: int, y: float, row: float) -> Iterator[str]:
    """Draw the empty places of dice that meet a symbol above, after the first `start` places."""
    for number, die in enumerate(dice, start):
        x = inks.EDGE + 5 + PITCH * (number % ABREAST)
        box = el(
            "rect", width=glyphs.DIE, height=glyphs.DIE, rx=11, fill="none", stroke=inks.RIM, stroke_dasharray="4 5"
        )
        name = text(clean(die.name), x=glyphs.DIE / 2, y=34, text_anchor="middle", fill=SOFT)
        words = glyphs.named(f"{clean(die.name)} meets a symbol of the challenge")
        yield glyphs.at(x, y + row * (number // ABREAST), words, box, name)


def _faces(position: Position, now: Adventure) -> Section:
    """Draw the faces of each colour of dice that are still to be rolled, two colours in a line."""
    waiting = {die.colour for die in dice_left(*now.pools) if not die.symbol}
    colours = [colour for colour in COLOURS if colour in waiting]
    parts = []
    for number, colour in enumerate(colours):
        faces = position.box.die.get(colour, ())
        line, column = divmod(number, 2)
        places = [(26.0 + FACE * n, 1.0) for n in range(len(faces))]
        inner = (glyphs.mini("die", colour, 0, 0), glyphs.symbols(faces, places, 18))
        words = f"A {colour} die shows {symbols_row(faces)}"
        parts.append(
            glyphs.at(inks.EDGE + 4 + 250 * column, 2 + 26 * line, glyphs.named(words), *inner, data_arg=colour)
        )
    return Section(26.0 * -(-len(colours) // 2), tuple(parts))


def _left(position: Position, found: Changes, gone: Sequence[Die], width: float) -> Section:
    """Draw the dice that left in a few lines, with their stories in the tooltip."""
    told = "; ".join(f"{die_line(position, die)}, {_how(die)}" for die in gone)
    words = ", ".join(f"{clean(die.name)}\u00a0{_how(die)}" for die in gone)
    lines = wrapped(f"Left the pool: {words}", SMALL, width - 8, 6)
    parts = [glyphs.named(f"Left the pool: {told}")]
    parts += [text(line, x=4, y=17 + 20 * at_, fill=SOFT) for at_, line in enumerate(lines)]
    high = 24.0 + 20 * (len(lines) - 1)
    if any(die.name in found.dice for die in gone):
        parts.append(glyphs.ring(0, 1, round(width, 1), high - 2, "left"))
    return Section(high, (el("g", *parts, data_left=""),))


def _how(die: Die) -> str:
    return GONE.get(die.gone) or clean(die.gone)
