"""The stage: whose step it is, the steps of the turn, the challenge with the dice, and notes about the turn."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from events.errors import CannotTellError
from projections.drawing.board import COLUMN
from projections.drawing.palette import BLACK, LIGHT, SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import wide, wrapped
from projections.games.daleks.board.glyphs import at, named, sign, tardis
from projections.games.daleks.board.inks import EDGE, GOLD, LIT, RIM, ROOM, STAGE, paint
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.board.phrases import Phrase, drawn, icons_phrases, in_lines, lines_high, options_phrases
from projections.games.daleks.board.section import Section, stacked
from projections.games.daleks.board.tiles import drawn as drawn_at, drawn_tile
from projections.games.daleks.board.tray import challenge, tray
from projections.games.daleks.prose.awaiting import against, over_words, pending, turn_state, turn_words
from projections.games.daleks.prose.card_text import card_does, option_words
from projections.games.daleks.rules.challenge import challenge_at
from projections.games.daleks.rules.status import WORDS
from projections.games.daleks.state.names import in_zone, whose
from projections.games.daleks.state.position import STAGES, Adventure, Position
from projections.wording import capitalised, clean

NOTE: Final = 22
MOST: Final = 14
"""The most lines of notes about the turn."""
PIECES: Final = 40
"""The height of the line with the winners' pieces at the end of the game."""
STEPS: Final[Mapping[str, str]] = {
    "charge": "gain tokens", "prepare": "prepare", "travel": "travel", "adventure": "Adventure", "finish": "finish",
    "daleks": "Daleks' turn",
}  # fmt: skip
"""The steps of a turn in words. The Daleks follow the last Doctor of a round."""
_OF: Final[Mapping[str, str]] = {"choose": "travel", "enter": "travel", "discard": "finish"}
_STAGES: Final[Mapping[str, str]] = {
    "recruit": "recruit", "pool": "gather", "cut": "cut", "exterminate": "exterminate", "roll": "roll",
    "reroll": "re-roll", "change": "change", "resolve": "resolve",
}  # fmt: skip


def lit_zone(position: Position) -> tuple[int, int]:
    """Return (Location, zone) to highlight, as numbers: the Adventure's, else the active player's, or (0, -1)."""
    if now := position.adventure:
        return now.place, now.zone
    if position.step in ("daleks", "over", "set-up"):
        return 0, -1
    return position.at.get(position.player, (0, -1))


def stage(position: Position, found: Changes) -> Section:
    """Draw the step of the turn with what it is about: the Adventure, the drawn Locations, the end of the game."""
    if position.step == "over":
        return _finale(position)
    now = position.adventure
    sections = [_head(position, now), _stages(now) if now else _steps(position)]
    if now:
        sections.append(tray(position, found, now))
    else:
        sections += [drawn_at(drawn_tile(position, name, number)) for number, name in enumerate(position.found, 1)]
        sections.append(_to_come(position, found))
    return stacked([*sections, _choices(position), _notes(position)], 6)


def _head(position: Position, now: Adventure | None) -> Section:
    """Draw whose Adventure or turn it is, and where; next to a turn its number if there is room."""
    words = f"{whose(position, now.seat)} Adventure {against(position, now)}" if now else _whose_turn(position)
    number = "" if now else turn_words(position)[0]
    size = next((size for size in (21, 19) if wide(words, size) < ROOM - 8 - wide(number, SMALL)), 19)
    number = number if wide(words, size) < ROOM - 8 - wide(number, SMALL) else ""
    lines = wrapped(words, size, ROOM - 8, 2)
    label = (text(line, x=EDGE + 4, y=26 + 22 * number, font_size=size, font_weight="bold")
             for number, line in enumerate(lines))  # fmt: skip
    parts = [el("g", named(words), *label, data_place="begun" if now else "turn")]
    if number:
        parts.append(text(number, x=EDGE + ROOM - 4, y=26, fill=SOFT, text_anchor="end"))
    return Section(10.0 + 22 * len(lines), tuple(parts))


def _whose_turn(position: Position) -> str:
    if position.step in ("set-up", "daleks"):
        return capitalised(turn_words(position)[1])
    place, zone = position.at.get(position.player, (0, 0))
    where = f"at {in_zone(position, place, zone)}" if place else "on the console"
    return f"{whose(position, position.player)} turn, {where}"


def _steps(position: Position) -> Section:
    """Draw the steps of a turn in one line, with the current one on gold."""
    step = _OF.get(position.step, position.step)
    parts = [
        el("g", named(f"Step of the turn: {WORDS.get(name, words)}{' (now)' * (name == step)}"), drawn,
           data_step=name, data_place="step")
        for (name, words), drawn in zip(STEPS.items(), _line(STEPS, step), strict=True)
    ]  # fmt: skip
    return Section(28, tuple(parts))


def _stages(now: Adventure) -> Section:
    """Draw the stages of an Adventure in one line, with the current one on gold, or its result."""
    if now.over:
        label, lit = {"over": "succeeded" if now.won else "failed"}, "over"
    elif now.stage in STAGES:
        label, lit = dict(_STAGES), now.stage
    else:
        label, lit = {now.stage: clean(now.stage)}, now.stage
    parts = [
        el("g", named(f"Stage of the Adventure: {words}{' (now)' * (name == lit)}"), drawn, data_place="begun")
        for (name, words), drawn in zip(label.items(), _line(label, lit), strict=True)
    ]
    return Section(28, tuple(parts))


def _line(label: Mapping[str, str], lit: str) -> Iterator[str]:
    """Yield words side by side, with those of the name `lit` on gold."""
    takes = sum(wide(words, SMALL) for words in label.values()) + 20
    gap = min(18.0, (ROOM - takes) / max(1, len(label) - 1))
    x = float(EDGE)
    for name, words in label.items():
        width = wide(words, SMALL)
        if name == lit:
            box = el("rect", x=round(x, 1), width=round(width + 20, 1), height=26, rx=13, fill=GOLD)
            yield box + text(words, x=round(x + 10 + width / 2, 1), y=18.5, font_weight="bold", fill=BLACK,
                             text_anchor="middle")  # fmt: skip
            x += 20
        else:
            yield text(words, x=round(x + width / 2, 1), y=18.5, fill=SOFT, text_anchor="middle")
        x += width + gap


def _to_come(position: Position, found: Changes) -> Section:
    """Draw the challenge of the player's zone if the Adventure is about to begin."""
    if position.step == "adventure" and not position.adventured:
        place, zone = lit_zone(position)
        try:
            asked = challenge_at(position, place, zone)
        except CannotTellError:
            asked = None
        if asked is not None:
            now = Adventure(position.player, place, zone, asked.symbols, asked.conditions, stage="to come")
            return challenge(position, found, now, ("",) * len(asked.symbols))
    return Section(0, ())


def _finale(position: Position) -> Section:
    words = capitalised(over_words(position))
    lines = wrapped(words, 24, ROOM - 32, 5)
    pieces = [tardis(paint(position, seat)) for seat in position.winners[:4]] or [sign("dalek")] * 3
    high = PIECES + 24 + 30.0 * len(lines)
    x = COLUMN / 2 - 17 * len(pieces)
    parts = [
        el("rect", x=EDGE, y=EDGE, width=ROOM, height=high, rx=14, fill=STAGE, stroke=LIT, stroke_width=3),
        *(at(x + 5 + 34 * number, EDGE + 12, piece) for number, piece in enumerate(pieces)),
    ]  # fmt: skip
    label = (text(line, x=COLUMN / 2, y=EDGE + PIECES + 36 + 30 * number, font_size=24, font_weight="bold",
                  text_anchor="middle") for number, line in enumerate(lines))  # fmt: skip
    return Section(high + EDGE, (*parts, el("g", named(words), *label)))


def _choices(position: Position) -> Section:
    """Draw what a seat chooses from, each in a box of its own: the Doctors, or the options of a cost."""
    debt, found = position.debt, list[Section]()
    if position.step == "set-up":
        taken = {position.console(seat).doctor for seat in position.seats}
        for name, doctor in position.box.doctor.items() if "" in taken else ():
            if name not in taken:
                icons = (Phrase((clean(doctor.name),)), *icons_phrases(doctor.icons, frozenset()))
                title = f"{clean(doctor.name)}: {card_does(position.box, name)}"
                found.append(_choice(title, icons, data_arg=name))
    elif debt is not None and not debt.chosen and len(debt.options) > 1:
        for number, option in enumerate(debt.options, 1):
            parts = (Phrase((f"{number}:",)), *options_phrases((option,)))
            title = f"Option {number}: {option_words(option)}"
            found.append(_choice(title, parts, data_arg=f"option={number}", data_place="begun"))
    return stacked(found, 4)


def _choice(title: str, phrases: Iterable[Phrase], **attributes: str) -> Section:
    lines = in_lines(phrases, ROOM - 24)
    high = max(40.0, lines_high(lines) + 10)
    box = el("rect", x=EDGE, width=ROOM, height=high, rx=10, fill=LIGHT, stroke=RIM)
    inner = drawn(lines, EDGE + 12, (high - lines_high(lines)) / 2)
    return Section(high, (el("g", named(title), box, inner, **attributes),))


def _notes(position: Position) -> Section:
    """Draw what is unfinished and the state of the turn, in words."""
    label = (*pending(position, tray=False), *turn_state(position, tasks=False))
    lines = [line for sentence in label for line in wrapped(sentence, SMALL, ROOM - 8, 5)]
    if len(lines) > MOST:
        lines = [*lines[: MOST - 1], f"and {len(lines) - MOST + 1} more lines, shown in words"]
    if not lines:
        return Section(0, ())
    notes = (text(line, x=EDGE + 4, y=17 + NOTE * number, data_line=number) for number, line in enumerate(lines))
    return Section(NOTE * len(lines), (el("g", named(" ".join(lines)), *notes, data_place="begun"),))
