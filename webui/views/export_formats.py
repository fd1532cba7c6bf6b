"""All formats of an export by the ending of the file: the page that works offline, and those that need no pages."""

from collections.abc import Mapping
from typing import Final

from replay.exporting import formats
from replay.exporting.formats import Format

FORMATS: Final[Mapping[str, Format]] = {
    "html": Format("text/html", "page that works offline", "webui.pages.session.offline_page", opens_at=True),
    **formats.FORMATS,
}
