"""Where the tests and the pages of a checkout lie."""

import re
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
ROOT: Final = TESTS.parent
DOCS: Final = ROOT / "docs"


def lines_on_page(heading: str, pattern: str) -> list[str]:
    """What a pattern finds in the tables of a game on the page on notation."""
    section = (DOCS / "notation.md").read_text(encoding="utf-8").partition(f"## {heading}")[2].partition("\n## ")[0]
    return re.findall(pattern, "\n".join(row for row in section.splitlines() if row.startswith("| `")), re.MULTILINE)
