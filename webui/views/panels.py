"""A board on a page: an SVG for each panel, in columns on wide pages, and one below the other on narrow ones.

The style sheet arranges the panels by class and attribute. The elements that several panels use are in an SVG of their
own, so that they work if a panel is hidden.
"""

from collections.abc import Sequence

from projections.drawing import palette
from projections.drawing.board import COLUMN, Panel, columns, definitions, ground
from projections.drawing.svg import el, plain


def board_markup(panels: Sequence[Panel], first: Sequence[str] = ()) -> str:
    """Return the HTML of a board.

    It begins with the definitions `first`: those of the board after entry 1, from which a script steps on.
    """
    shared = dict.fromkeys((*first, *definitions(panels)))
    defs = el("svg", el("defs", *shared, ""), class_="shared", aria_hidden="true")
    return el("div", defs, panels_markup(panels), class_="drawing")


def panels_markup(panels: Sequence[Panel]) -> str:
    """Return the HTML of the panels of a board, without their definitions.

    A panel that is wider than a column can be zoomed (zoom.js).
    """
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
    inner = [*above, *beside, *folded]
    return el("div", *inner, class_="panels", data_columns=len(numbers), role="group", aria_label="The board")


def without_status(panels: Sequence[Panel]) -> list[Panel]:
    """Return the panels for the viewer page. Its heading says the same as the panel `status`."""
    return [panel for panel in panels if panel.name != "status"]


def _svg(panel: Panel) -> str:
    width, height = panel.size
    letters = panel.letters if width > COLUMN else None
    return el(
        "svg", ground("100%", "100%"), *panel.parts, viewBox=f"0 0 {width} {height}", role="group",
        aria_label=panel.title, font_family=palette.FONT, data_panel=panel.name, data_zoom=letters, **panel.attributes,
    )  # fmt: skip
