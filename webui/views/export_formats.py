"""All export formats by file extension: the offline page, and those that need no pages."""

from collections.abc import Mapping
from typing import Final

from replay.exporting import formats
from replay.exporting.formats import Format

FORMATS: Final[Mapping[str, Format]] = {
    "html": Format("text/html", "offline page", "webui.pages.session.offline_page", opens_at=True),
    **formats.FORMATS,
}
