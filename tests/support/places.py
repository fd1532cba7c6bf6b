"""The paths of the tests and the documentation."""

import re
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
ROOT: Final = TESTS.parent
DOCS: Final = ROOT / "docs"


def notation_pages(slug: str) -> str:
    """Return the text of a game's cheat sheet and of its page on notation."""
    names = (f"cheat-sheet-{slug}.md", f"notation/{slug}.md")
    return "\n".join((DOCS / "reference" / name).read_text(encoding="utf-8") for name in names)


def lines_on_pages(slug: str, pattern: str) -> list[str]:
    """Return the matches of a pattern in the lists of a game's pages on notation."""
    rows = (row for row in notation_pages(slug).splitlines() if row.startswith("- `"))
    return re.findall(pattern, "\n".join(rows), re.MULTILINE)
