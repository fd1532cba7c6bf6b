"""A board on a page: an SVG for each panel, in columns on wide pages, and one below the other on narrow ones.

The style sheet arranges the panels by class and attribute. The elements that several panels use are in an SVG of their
own, so that they work if a panel is hidden.
"""

from collections.abc import Sequence

from projections.drawing import palette
from projections.drawing.board import Panel, columns, ground, shared_defs
from projections.drawing.svg import el, plain


def board_markup(panels: Sequence[Panel]) -> str:
    """Return the HTML of a board."""
    defs = shared_defs(panels)
    shared = [el("svg", defs, class_="shared", width=0, height=0, aria_hidden="true")] if defs else []
    numbers = columns(panels)
    groups = [(number, [panel for panel in panels if panel.column == number]) for number in numbers]
    stacks = [
        el("div", *(_svg(panel) for panel in some if not panel.folded), class_="column", data_column=number)
        for number, some in groups
    ]
    above = [_svg(panel) for panel in panels if not panel.column]
    folded = [
        el("details", el("summary", plain(panel.title)), _svg(panel), class_="folded")
        for panel in panels if panel.folded
    ]  # fmt: skip
    beside = [el("div", *stacks, class_="columns")] if stacks else []
    inner = [*shared, *above, *beside, *folded]
    return el("div", *inner, class_="panels", data_columns=len(numbers), role="group", aria_label="The board")


def _svg(panel: Panel) -> str:
    width, height = panel.size
    return el(
        "svg", ground(width, height), *panel.parts, viewBox=f"0 0 {width} {height}", role="group",
        aria_label=panel.title, font_family=palette.FONT, data_panel=panel.name, **panel.attributes,
    )  # fmt: skip
