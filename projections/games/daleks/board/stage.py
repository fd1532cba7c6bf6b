"""The middle of the board: the current Location, and next to it the Adventure or the steps of the turn."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from events.errors import CannotTellError
from projections.drawing.palette import BLACK, DARK, LINE, SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import wide, wrapped
from projections.games.daleks.board.glyphs import DALEK_SIGN, at, mini, mini_wide, named, tardis
from projections.games.daleks.board.inks import EDGE, GOLD, LIT, RIM, STAGE, WIDTH, paint
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.board.section import Section
from projections.games.daleks.board.tiles import drawn_at, drawn_tile, tile_of
from projections.games.daleks.board.tray import challenge, tray
from projections.games.daleks.prose.awaiting import against, foe, over_words, pending, turn_state
from projections.games.daleks.rules.challenge import challenge_at
from projections.games.daleks.rules.status import WORDS
from projections.games.daleks.state.names import whose
from projections.games.daleks.state.position import STAGES, Adventure, Position
from projections.wording import capitalised, clean

HEAD: Final = 38
UNIT: Final = 198.0
"""The width of a zone of the Location."""
NOTE: Final = 24
SIZE: Final = 17
MOST: Final = 9
"""The most lines of notes about the turn."""
FINALE: Final = 180
"""The width of the space on each side for the winners' pieces at the end of the game."""
LEAST: Final = 350
"""The least height of the stage, so that few steps of a turn move what is below it."""
STEPS: Final[Mapping[str, tuple[str, str]]] = {
    "charge": ("token", "gain tokens"), "prepare": ("equipment", "prepare"), "travel": ("tardis", "travel"),
    "adventure": ("companion", "Adventure"), "finish": ("card", "finish"), "daleks": ("dalek", "Daleks' turn"),
}  # fmt: skip
"""The steps of a turn, each with its small picture and its words. The Daleks follow the last Doctor of a round."""
_OF: Final[Mapping[str, str]] = {"choose": "travel", "enter": "travel", "discard": "finish"}
_STAGES: Final[Mapping[str, str]] = {
    "recruit": "recruit", "pool": "gather", "cut": "cut", "exterminate": "exterminate", "roll": "roll",
    "reroll": "re-roll", "change": "change faces", "resolve": "resolve",
}  # fmt: skip


def lit_zone(position: Position) -> tuple[int, int]:
    """Return (Location, zone) to highlight, as numbers: the Adventure's, else the active player's, or (0, -1)."""
    if now := position.adventure:
        return now.place, now.zone
    if position.step in ("daleks", "over", "set-up"):
        return 0, -1
    return position.at.get(position.player, (0, -1))


def stage(position: Position, found: Changes) -> Section:
    """Draw the middle of the board: the current Location, and the Adventure or the turn. It is as wide as the track."""
    number, zone = lit_zone(position)
    place, now = position.place(number), position.adventure
    if position.step == "over":
        return _finale(position)
    tile = tile_of(position, found, place, UNIT, zone) if place else None
    left = EDGE + 10 + (tile.wide + 12 if tile else 4)
    room = WIDTH - EDGE - 14 - left
    notes = _notes(position, room if not now else WIDTH - 60.0)
    if now:
        inner = tray(position, found, now, room)
    else:
        inner = _turn(position, found, room, notes)
        notes = ()
    below = 10 + NOTE * len(notes)
    body = max(inner.high, tile.high if tile else 0.0, LEAST - HEAD - below)
    high = HEAD + body + below
    parts = [
        el("rect", x=EDGE, width=WIDTH - 2 * EDGE, height=round(high, 1), rx=14, fill=STAGE, stroke=RIM,
           stroke_width=1.4),
        *_head(position, now),
    ]  # fmt: skip
    if tile:
        parts.append(drawn_at(tile, EDGE + 10, HEAD, body))
    parts.append(at(round(left, 1), HEAD, *inner.parts))
    parts += _noted(notes, EDGE + 24, HEAD + body + 4)
    return Section(high, tuple(parts))


def _head(position: Position, now: Adventure | None) -> Iterator[str]:
    if now is None:
        label: tuple[str, ...] = (_whose_turn(position),)
        place = "turn"
    else:
        whole = f"{whose(position, now.seat)} Adventure {against(position, now)}"
        label, place = (whole, f"{whose(position, now.seat)} Adventure{foe(position, now)}"), "begun"
    signs = tuple(_stages(now)) if now else ()
    room = WIDTH - 60 - (float(signs[0]) if signs else 0.0)
    words, size = next(((words, size) for words in label for size in (21, 19, 17) if wide(words, size) < room), ("", 0))
    lines = (words,) if size else wrapped(label[-1], SMALL, room, 2)
    top = 27 if len(lines) == 1 else 17
    head = (
        text(line, x=EDGE + 16, y=top + 17 * number, font_size=size or SMALL, font_weight="bold")
        for number, line in enumerate(lines)
    )
    yield el("g", named(label[0]), *head, data_place=place)
    yield from signs[1:]


def _whose_turn(position: Position) -> str:
    match position.step:
        case "set-up":
            return "The table is laid out"
        case "daleks":
            return "The Daleks' turn"
    return f"{whose(position, position.player)} turn"


def _stages(now: Adventure) -> Iterator[str]:
    """Yield the width, as text, then the markup: the stages with the current stage on gold, or the result."""
    if now.over:
        label = [("succeeded" if now.won else "failed", True)]
    else:
        known = now.stage if now.stage in STAGES else ""
        label = [(word, stage == known) for stage, word in _STAGES.items()] if known else [(clean(now.stage), True)]
    gap = 12
    takes = sum(wide(word, SMALL) + gap + (10 if lit else 0) for word, lit in label)
    yield f"{takes}"
    x = WIDTH - EDGE - 14 - takes + gap
    for word, lit in label:
        width = wide(word, SMALL)
        words = f"Stage of the Adventure: {word}"
        if lit:
            box = el("rect", x=round(x - 1, 1), y=7, width=round(width + 12, 1), height=25, rx=12.5, fill=GOLD)
            inner = text(word, x=round(x + 5, 1), y=25, font_weight="bold", fill=BLACK)
            yield el("g", named(words), box, inner, data_place="begun")
            x += 10
        else:
            yield text(word, x=round(x, 1), y=25, fill=SOFT)
        x += width + gap


def _turn(position: Position, found: Changes, room: float, notes: Sequence[str]) -> Section:
    """Draw the steps of a turn with the current one on gold, Locations to choose from, and notes."""
    parts = list(_steps(position, room))
    y = 98.0
    if position.found:
        width = min(190.0, room / (2 * len(position.found)))
        tiles = [drawn_tile(position, name, at_, width) for at_, name in enumerate(position.found, 1)]
        high = max(tile.high for tile in tiles)
        x = 0.0
        for tile in tiles:
            parts.append(drawn_at(tile, x, y, high))
            x += tile.wide + 6
        y += high + 6
    if waits := _to_come(position, found, room):
        parts.append(at(0, y, *waits.parts))
        y += waits.high
    parts += _noted(notes, 4, y)
    return Section(y + NOTE * len(notes) + 4, tuple(parts))


def _to_come(position: Position, found: Changes, room: float) -> Section | None:
    if position.step != "adventure" or position.adventured:
        return None
    place, zone = lit_zone(position)
    try:
        asked = challenge_at(position, place, zone)
    except CannotTellError:
        return None
    if asked is None:
        return None
    now = Adventure(position.player, place, zone, asked.symbols, asked.conditions, stage="to come")
    return challenge(position, found, now, ("",) * len(asked.symbols), room)


def _finale(position: Position) -> Section:
    words = capitalised(over_words(position))
    lines = wrapped(words, 26, WIDTH - 2 * FINALE - 40, 3)
    high = max(96.0, 40 + 32.0 * len(lines))
    pieces = [tardis(paint(position, seat)) for seat in position.winners[:4]] or [DALEK_SIGN] * 3
    step = 34
    parts = [
        el("rect", x=EDGE, width=WIDTH - 2 * EDGE, height=high, rx=14, fill=STAGE, stroke=LIT, stroke_width=3),
        *(at(round(x + step * number, 1), round(high / 2 - 21, 1), piece)
          for x in (EDGE + 26.0, WIDTH - EDGE - 20.0 - step * len(pieces)) for number, piece in enumerate(pieces)),
    ]  # fmt: skip
    top = high / 2 + 9 - 16 * (len(lines) - 1)
    label = (text(line, x=WIDTH / 2, y=round(top + 32 * number, 1), font_size=26, font_weight="bold",
                 text_anchor="middle") for number, line in enumerate(lines))  # fmt: skip
    return Section(high, (*parts, el("g", named(words), *label)))


def _steps(position: Position, room: float) -> Iterator[str]:
    step = _OF.get(position.step, position.step)
    each = room / len(STEPS)
    names = list(STEPS)
    lit = names.index(step) if step in names else -1
    middles = [round(each * (at_ + 0.5), 1) for at_ in range(len(names))]
    yield el("path", d=f"M{middles[0]} 36H{middles[-1]}", stroke=LINE, stroke_width=3)
    for at_, (name, (kind, words)) in enumerate(STEPS.items()):
        x = middles[at_]
        width, sign = mini_wide(kind), mini(kind, "", 0, 0)
        ring = {"stroke": RIM, "stroke_width": 2} if at_ == lit else {"stroke": LINE, "stroke_width": 2}
        parts = [
            named(f"Step of the turn: {WORDS.get(name, words)}{' (now)' if at_ == lit else ''}"),
            el("circle", cx=x, cy=36, r=26, fill=GOLD if at_ == lit else STAGE, **ring),
            at(round(x - width * 0.75, 1), 21, el("g", sign, transform="scale(1.5)")),
        ]
        weight = "bold" if at_ == lit else None
        for line, label in enumerate(wrapped(words, SMALL, each - 4, 2)):
            parts.append(text(label, x=x, y=82 + 18 * line, font_weight=weight, text_anchor="middle",
                              fill=DARK if at_ == lit else SOFT))  # fmt: skip
        yield el("g", *parts, data_step=name, data_place="step")


def _notes(position: Position, room: float) -> tuple[str, ...]:
    label = (*pending(position, tray=False), *turn_state(position, tasks=False))
    lines = [line for sentence in label for line in wrapped(sentence, SIZE, room - 12, 5)]
    if len(lines) > MOST:
        lines = [*lines[: MOST - 1], f"and {len(lines) - MOST + 1} more lines, shown in words"]
    return tuple(lines)


def _noted(notes: Sequence[str], x: float, y: float) -> Iterator[str]:
    if notes:
        lines = (
            text(line, x=x, y=round(y + 18 + NOTE * number, 1), font_size=SIZE, data_line=number)
            for number, line in enumerate(notes)
        )
        yield el("g", named(" ".join(notes)), *lines, data_place="begun")
