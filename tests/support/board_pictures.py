"""The boards that the README shows: `python tests/support/board_pictures.py` draws them anew in `docs/boards`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from places import DOCS
from recordings import recording

from events.events import ALL

BOARDS: Final[Mapping[str, str]] = {
    "keys-four-player": "20.3", "risk-forgotten-two": "6.4", "ccg-gallifrey-unit": "17.1", "daleks-gallifrey": "16.6",
}  # fmt: skip


def pictures() -> Iterator[tuple[Path, str]]:
    for name, address in BOARDS.items():
        timeline = recording(name).seen_by(ALL)
        yield DOCS / "boards" / f"{name.partition('-')[0]}.svg", timeline.svg(timeline.find(address).last) + "\n"


if __name__ == "__main__":
    for path, drawn in pictures():
        path.parent.mkdir(exist_ok=True)
        path.write_text(drawn, "utf-8")
