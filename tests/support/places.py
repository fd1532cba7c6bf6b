"""Where the tests and the pages of a checkout lie."""

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
ROOT: Final = TESTS.parent
DOCS: Final = ROOT / "docs"
