"""The adventure tray: each symbol of the challenge with the die that meets it, and the other dice of each pool."""

from collections.abc import Iterator, Sequence
from typing import Final

from projections.drawing.palette import LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import wide, wrapped
from projections.games.daleks.board import glyphs, inks, tiles
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.board.section import Section
from projections.games.daleks.prose.dice_story import GONE, die_line, meeting, story
from projections.games.daleks.rules.pool import limit_of, owed_dice
from projections.games.daleks.state.names import symbol_name, symbols_row, whose
from projections.games.daleks.state.position import Adventure, Die, Pool, Position
from projections.games.daleks.state.tray import dice_left
from projections.wording import clean, counted

CAPTION: Final = 30
SLOT_HIGH: Final = 106
SLOT: Final = 100.0
"""The greatest width of a slot for one symbol of the challenge."""
NARROW: Final = 86.0
"""The least width of a slot of the challenge, for the longest name of a symbol."""
POOL: Final = 30
ROW: Final = 82
"""The height of a row of dice with the text below them."""
FACES: Final = 132
"""The width of the six faces shown below unrolled dice."""
EARLIER: Final = 4
"""The most earlier faces shown below a die. Older ones are only in its tooltip."""
STEP: Final = 15
"""The distance between two earlier faces."""


def tray(position: Position, found: Changes, now: Adventure, width: float) -> Section:
    """Draw the challenge, with the die that meets each symbol (TOD-CHAL-02), and the pools."""
    met = meeting(now)
    sections = [challenge(position, found, now, met, width), *_pools(position, found, now, met, width)]
    y, parts = 0.0, []
    for section in sections:
        parts.append(glyphs.at(0, y, *section.parts))
        y += section.high
    return Section(y, tuple(parts))


def challenge(position: Position, found: Changes, now: Adventure, met: Sequence[str], width: float) -> Section:
    """Draw the challenge, with a slot for each symbol. `met` has the name of the die for each symbol, or ""."""
    dice = {die.name: die for pool in now.pools for die in pool.dice}
    rolled = any(die.symbol for die in dice.values())
    many = max(1, len(now.symbols))
    across = min(many, max(1, int(width // NARROW)))
    step = min(SLOT, width / across)
    parts = list(_caption(now, met, rolled=rolled))
    if owed := owed_dice(position, now) if now.stage in ("pool", "cut", "exterminate") else 0:
        label = f"exterminate{'s' * (owed == 1)} {counted(owed, 'die', 'dice')}"
        x = width - wide(label, SMALL) - 34
        sign = glyphs.at(round(x, 1), 0, el("g", glyphs.DALEK_SIGN, transform="scale(.8)"))
        words = text(label, x=round(x + 28, 1), y=19, font_weight="bold")
        parts.append(el("g", glyphs.named("Dalek markers here take dice out of the pool"), sign, words,
                        data_place=f"place {now.place}"))  # fmt: skip
    for number, (name, by) in enumerate(zip(now.symbols, met, strict=True)):
        line, beside = divmod(number, across)
        slot = _slot(position, found, name, dice.get(by), step - 6)
        parts.append(glyphs.at(round(beside * step, 1), CAPTION + line * (SLOT_HIGH + 6), *slot, data_asked=name,
                        data_by=by or None, data_place="need"))  # fmt: skip
    rows = -(-len(now.symbols) // across)
    return Section(CAPTION + rows * (SLOT_HIGH + 6) + 2, tuple(parts))


def _caption(now: Adventure, met: Sequence[str], *, rolled: bool) -> Iterator[str]:
    caption = f"The challenge: {sum(map(bool, met))} of {len(met)} met" if rolled else "The challenge"
    left = [name for name, by in zip(now.symbols, met, strict=True) if not by]
    words = f"Missing: {symbols_row(left)}" if left and rolled else f"The challenge: {symbols_row(now.symbols)}"
    head = text(caption, x=0, y=20, font_size=19, font_weight="bold")
    yield el("g", glyphs.named(words), head, data_met="" if rolled else None, data_place="need")
    x = wide(caption, 19) + 14
    for name in now.conditions:
        width, label = tiles.condition(name)
        yield glyphs.at(round(x, 1), 1, label)
        x += width + 8


def _slot(position: Position, found: Changes, name: str, die: Die | None, width: float) -> Iterator[str]:
    label = f"{symbol_name(name)}: {f'met by {clean(die.name)}' if die else 'not met'}"
    middle = width / 2
    yield glyphs.named(label)
    yield el("rect", width=round(width, 1), height=SLOT_HIGH, rx=10, fill=inks.MET if die else LIGHT, stroke=inks.RIM,
             stroke_width=2 if die else 1.4, stroke_dasharray=None if die else "6 5")  # fmt: skip
    lines = wrapped(symbol_name(name), SMALL, width - 4, 1)
    yield text("".join(lines), x=round(middle, 1), y=20, font_weight="bold", text_anchor="middle")  # fmt: skip
    if die is None:
        socket = el("rect", width=glyphs.DIE, height=glyphs.DIE, rx=10, fill="none", stroke=LINE, stroke_width=1.4)
        yield glyphs.at(round(middle - glyphs.DIE / 2, 1), 29, socket, glyphs.at(7, 7, glyphs.symbol(name, 36, SOFT)))
        yield text("not met", x=round(middle, 1), y=98, text_anchor="middle", fill=SOFT)
    else:
        yield glyphs.at(round(middle - glyphs.DIE / 2, 1), 29, *_die(position, die, changed=die.name in found.dice),
                 **_named_as(die))  # fmt: skip


def _named_as(die: Die) -> dict[str, str]:
    name = die.name
    return {"data_die": name, "data_row": name, "data_key": f"die-{name.lower()}", "data_place": f"die {name}"}


def _die(position: Position, die: Die, *, changed: bool) -> Iterator[str]:
    """Draw a die. After the roll its name, earlier faces and the sign of the last change are added."""
    yield glyphs.named(die_line(position, die))
    yield glyphs.die_face(clean(die.name), die.colour, die.symbol)
    chapters = story(position, die)
    if die.symbol:
        verb = chapters[-1].verb if chapters else ""
        if verb in ("re-rolled", "changed"):
            yield glyphs.at(38, -6, glyphs.AGAIN if verb == "re-rolled" else glyphs.TURNED)
        earlier = [chapter.symbol for chapter in chapters[:-1] if chapter.symbol]
        more = "…" * (len(earlier) > EARLIER)
        x = glyphs.DIE / 2 - _below(die, len(earlier)) / 2
        label = f"{clean(die.name)}{more}"
        yield text(label, x=round(x, 1), y=69, font_weight="bold")
        x += wide(label, SMALL) + 3
        last = earlier[-EARLIER:]
        yield glyphs.symbols(last, [(round(x + STEP * n, 1), 56) for n in range(len(last))], 14, SOFT)
    if changed:
        yield glyphs.ring(-4, -4, glyphs.DIE + 8, glyphs.DIE + 8, f"die {die.name}")


def _below(die: Die, earlier: int) -> float:
    more = "…" * (earlier > EARLIER)
    return wide(f"{clean(die.name)}{more}", SMALL) + (3 + STEP * min(EARLIER, earlier) if earlier else 0)


def _takes(position: Position, die: Die) -> float:
    return max(float(glyphs.DIE), _below(die, sum(bool(one.symbol) for one in story(position, die)[:-1]))) + 12


def _pools(position: Position, found: Changes, now: Adventure, met: Sequence[str], width: float) -> Iterator[Section]:
    pools = now.pools
    for start in range(0, len(pools), 2):
        pair = pools[start : start + 2]
        weights = [3 + len(dice_left(pool)) for pool in pair]
        room = width - 14 * (len(pair) - 1)
        x, parts, high = 0.0, list[str](), 0.0
        for pool, weight in zip(pair, weights, strict=True):
            broad = room * min(0.66, max(0.34, weight / sum(weights))) if len(pair) > 1 else room
            section = _pool(position, found, now, pool, met, broad)
            parts.append(glyphs.at(round(x, 1), 0, *section.parts, data_pool=pool.seat))
            x += broad + 14
            high = max(high, section.high)
        yield Section(high, tuple(parts))


def _pool(position: Position, found: Changes, now: Adventure, pool: Pool, met: Sequence[str], width: float) -> Section:
    """Draw a pool: its seat, its size and limit, the dice that meet no symbol, the dice that left."""
    dice, most = dice_left(pool), limit_of(position, now, pool.seat)
    ready = ", ready" if pool.done else "" if pool.gathered else ", still to be gathered"
    how = {"afar": ", helping from afar", "here": ", helping here"}.get(now.manner, "")
    helps = how if pool.seat == now.helper and pool.seat != now.seat else ""
    head = f"{whose(position, pool.seat)} pool{helps}: {counted(len(dice), 'die', 'dice')}, at most {most}{ready}"
    lines = wrapped(head, 17, width - 16, 5)
    bar = el("rect", y=4, width=7, height=22 * len(lines), rx=3, fill=inks.paint(position, pool.seat).fill)
    label = (text(line, x=14, y=21 + 21 * at_, font_size=17, font_weight="bold")
            for at_, line in enumerate(lines))  # fmt: skip
    parts = [el("g", glyphs.named(head), bar, *label, data_place=f"pool {pool.seat}")]
    y = POOL + 21.0 * (len(lines) - 1)
    free = [die for die in dice if die.name not in met]
    rows = _rows(position, free, width - 16)
    if rows:
        box = el("rect", width=round(width, 1), height=ROW * len(rows) + 4, rx=12, fill=inks.TRAY)
        parts.append(glyphs.at(0, y, box))
        for number, row in enumerate(rows):
            x = 10.0
            for group, broad in row:
                parts += _group(position, found, group, x, y + 9 + ROW * number)
                x += broad
        y += ROW * len(rows) + 8
    gone = tuple(die for die in pool.dice if die.gone)
    if gone:
        section = _left(position, found, gone, width)
        parts.append(glyphs.at(0, y, *section.parts))
        y += section.high
    return Section(y + 4, tuple(parts))


Group = tuple[tuple[Die, ...], float]
"""Dice drawn together, and their width: each rolled die alone, unrolled dice by colour."""


def _rows(position: Position, dice: Sequence[Die], room: float) -> list[list[Group]]:
    groups: list[Group] = [((die,), _takes(position, die)) for die in dice if die.symbol]
    abreast = max(1, int((room - 6) // (glyphs.DIE + 6)))
    for colour in dict.fromkeys(die.colour for die in dice if not die.symbol):
        same = [die for die in dice if die.colour == colour and not die.symbol]
        for start in range(0, len(same), abreast):
            some = tuple(same[start : start + abreast])
            groups.append((some, max(float(FACES), len(some) * (glyphs.DIE + 6.0)) + 10))
    rows: list[list[Group]] = []
    left = 0.0
    for group in groups:
        if not rows or group[1] - 12 > left:
            rows.append([])
            left = room
        rows[-1].append(group)
        left -= group[1]
    return rows


def _group(position: Position, found: Changes, group: Sequence[Die], x: float, y: float) -> Iterator[str]:
    for number, die in enumerate(group):
        inner = _die(position, die, changed=die.name in found.dice)
        aside = max(0.0, (_takes(position, die) - 12 - glyphs.DIE) / 2) if die.symbol else 0.0
        yield glyphs.at(round(x + aside + number * (glyphs.DIE + 6), 1), y, *inner, **_named_as(die))
    first = group[0]
    faces = position.box.die.get(first.colour, ()) if not first.symbol else ()  # type: ignore[call-overload]  # a colour
    if faces:
        words = f"A {first.colour} die shows {symbols_row(faces)}"
        places = [(22 * n, 0) for n in range(len(faces))]
        yield glyphs.at(round(x, 1), y + 54, glyphs.named(words), glyphs.symbols(faces, places, 18))


def _left(position: Position, found: Changes, gone: Sequence[Die], width: float) -> Section:
    """Draw the dice that left in a few lines, with their stories in the tooltip."""
    told = "; ".join(f"{die_line(position, die)}, {_how(die)}" for die in gone)
    words = ", ".join(f"{clean(die.name)}\u00a0{_how(die)}" for die in gone)
    lines = wrapped(f"Left the pool: {words}", SMALL, width - 8, 4)
    parts = [glyphs.named(f"Left the pool: {told}")]
    parts += [text(line, x=4, y=17 + 20 * at_, fill=SOFT) for at_, line in enumerate(lines)]
    high = 22.0 + 20 * (len(lines) - 1)
    if any(die.name in found.dice for die in gone):
        parts.append(glyphs.ring(0, 0, round(width, 1), high, "left"))
    return Section(high, (el("g", *parts, data_left=""),))


def _how(die: Die) -> str:
    return GONE.get(die.gone) or clean(die.gone)
