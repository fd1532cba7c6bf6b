"""The panels of the board with the position in words, a pure function of the position."""

import re
from collections import Counter
from math import ceil
from typing import Final

from projections.contracts import Marks
from projections.drawing import board, palette, svg
from projections.games.daleks.board import panel, text, tiles
from projections.games.daleks.board.consoles import console, in_order
from projections.games.daleks.board.glyphs import definitions
from projections.games.daleks.board.inks import EDGE
from projections.games.daleks.board.marks import changes
from projections.games.daleks.board.section import Section
from projections.games.daleks.board.stage import lit_zone, stage
from projections.games.daleks.board.track import track
from projections.games.daleks.prose.awaiting import turn_words
from projections.games.daleks.state.names import whose
from projections.games.daleks.state.position import Position

CARDS: Final = ("locations", "tasks")
"""The panels that begin with a card, and so need space above it."""
_KEY: Final = re.compile(r' data-key="([^"]*)"')


def draw(position: Position, marks: Marks = Marks()) -> list[board.Panel]:
    """Return the panels of a position, with rings around changes.

    Rules:
        TOD-COMP-01: the Location Earth, and the track. TOD-COMP-16: the contents of a console. TOD-CHAL-02: which die
        meets which symbol.
    """
    found = changes(position, marks)
    number, due = turn_words(position)
    title = f"Doctor Who: Time of the Daleks. {number}: {due}"
    desc = f"{text.described(position)} {found.words()}".strip()
    seen = Counter[str]()

    def made(name: str, title: str, section: Section, column: int, desc: str = "", *, folded: bool = False) -> None:
        """Add a panel, unless it has nothing to show."""
        if section.parts:
            high = section.high + EDGE * (name in CARDS)
            move = f"translate(0 {EDGE})" if name in CARDS else None
            inner = svg.el("g", *section.parts, font_size=palette.SMALL, fill=palette.DARK, stroke_linejoin="round",
                           transform=move)  # fmt: skip
            size = (board.COLUMN, ceil(high) + EDGE)
            drawn = _keyed(inner, seen)
            panels.append(
                board.Panel(name, title, desc, size, (drawn,), column=column, defs=definitions(drawn), folded=folded)
            )

    panels: list[board.Panel] = []
    made("status", title, panel.status(position), 1, desc)
    made("track", "The Web of Time", track(position, found), 1)
    made("stage", "The turn", stage(position, found), 1)
    panels += board.changes_panel(found.words(), 1)
    made("locations", "Locations", tiles.locations(position, found, lit_zone(position)), 2)
    made("tasks", "Time Anomalies", tiles.tasks(position), 2)
    for seat in in_order(position):
        made(f"console-{seat}", f"{whose(position, seat)} console", console(position, found, seat), 3)
    made("decks", "Decks and Dalek markers", panel.decks(position), 3)
    made("legend", "Legend", panel.legend(), 3, folded=True)
    return panels


def _keyed(drawn: str, seen: Counter[str]) -> str:
    """Return markup with every `data-key` unique; keys that were `seen` before get a number at the end."""
    keys = _KEY.findall(drawn)
    fresh = len(keys) == len(set(keys)) and seen.keys().isdisjoint(keys)
    if fresh:
        seen.update(keys)
        return drawn

    def numbered(found: re.Match[str]) -> str:
        seen[found[1]] += 1
        return found[0] if seen[found[1]] == 1 else f' data-key="{found[1]} {seen[found[1]]}"'

    return _KEY.sub(numbered, drawn)
