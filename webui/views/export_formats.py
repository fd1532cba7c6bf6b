"""All export formats by file extension: of a whole session, and of one turn."""

from collections.abc import Mapping
from typing import Final

from replay.exporting import formats
from replay.exporting.formats import Format

FORMATS: Final[Mapping[str, Format]] = {
    "html": Format("text/html", "offline page", "webui.pages.session.offline_page", opens_at=True),
    **formats.FORMATS,
}
TURN_FORMATS: Final[Mapping[str, Format]] = {
    ending: Format(
        f"image/{ending}", "moving picture", "webui.views.moving_picture", is_text=False, of_turn=True,
        function=f"export_{ending}",
    )
    for ending in ("gif", "webp")
}  # fmt: skip
