"""The board: a bar for each score."""

from projections.contracts import Marks
from projections.drawing import svg
from projections.drawing.board import Panel
from projections.starter.state.position import Position
from projections.wording import titled


def text(position: Position) -> str:
    """Return the position in words."""
    rows = [f"{titled(seat)}: {score}" for seat, score in position.scores.items()]
    return "\n".join([*rows, f"In this turn, {titled(position.player)}: {position.points}"])


def draw(position: Position, _marks: Marks) -> list[Panel]:
    """Return the position as SVG, in one panel."""
    parts, high = list[str](), max(1, position.options.goal)
    for at, (seat, score) in enumerate(position.scores.items()):
        title, wide = svg.el("title", svg.plain(titled(seat))), 240 * min(score, high) // high
        parts.append(svg.el("rect", title, x=150, y=40 * at, width=wide, height=24, fill="#7aa6c2", data_place=seat))
        parts.append(svg.text(f"{titled(seat)[:14]} {score}", x=8, y=40 * at + 18, font_size=16))
    return [Panel("board", "Pig", text(position), (400, 200), parts)]
