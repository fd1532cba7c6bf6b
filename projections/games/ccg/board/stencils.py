"""The reusable signs and frames that a drawing uses."""

import re
from typing import Final

from projections.games.ccg.board import frames, glyphs

_USED: Final = re.compile(r'href="#ccg-([a-z0-9.-]+)"')


def stencils(drawing: str) -> tuple[str, ...]:
    """Return the SVG of each reusable sign and frame that a drawing uses, directly or inside each other."""
    wanted, found = dict[str, str](), {*_USED.findall(drawing)}
    while found:
        wanted |= {name: glyphs.stencil(name) or frames.stencil(name) for name in found}
        found = {name for one in found for name in _USED.findall(wanted[one])} - wanted.keys()
    return tuple(wanted[name] for name in sorted(wanted))
