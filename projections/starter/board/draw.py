"""The board: a bar for each score, and one for the points of this turn."""

from projections.contracts import Marks
from projections.drawing import board, svg
from projections.starter.state.position import Position
from projections.wording import titled


def text(position: Position) -> str:
    """Return the position in words."""
    rows = (f"{titled(seat)}: {score}" for seat, score in position.scores.items())
    return "\n".join([*rows, f"In this turn, {titled(position.player)}: {position.points}"])


def draw(position: Position, _marks: Marks) -> list[board.Panel]:
    """Return the position as SVG, in one panel."""
    parts, high = list[str](), max(1, position.options.goal)
    for at, (seat, score) in enumerate([*position.scores.items(), ("", position.points)]):
        name, place = (titled(seat), f"score {seat}") if seat else ("This turn", "points")
        bar = svg.el("rect", x=200, y=40 * at + 8, width=310 * min(score, high) // high, height=24, fill="#7aa6c2")
        words = svg.text(f"{name[:14]} {score}", x=8, y=40 * at + 26, font_size=18)
        parts.append(svg.el("g", svg.el("title", svg.plain(f"{name}: {score}")), bar, words, data_place=place))
    return [board.Panel("board", "Pig", text(position), (board.COLUMN, 40 * len(parts)), parts)]
