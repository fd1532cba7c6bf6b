"""Stencils: shapes that a picture defines once and uses often."""

import re
from functools import lru_cache
from typing import Final

from projections.drawing.svg import el
from projections.games.ccg.board import frames, glyphs

_USED: Final = re.compile(r'href="#ccg-([a-z0-9-]+)"')


def stencils(drawing: str) -> str:
    """Return the SVG of the reusable signs and frames that a drawing uses, directly or inside each other."""
    wanted, found = dict[str, str](), {*_USED.findall(drawing)}
    while found:
        wanted |= {name: _stencil(name) for name in found}
        found = {name for one in found for name in _USED.findall(wanted[one])} - wanted.keys()
    return el("defs", *(wanted[name] for name in sorted(wanted)))


@lru_cache(maxsize=512)
def _stencil(name: str) -> str:
    return glyphs.stencil(name) or frames.stencil(name)
