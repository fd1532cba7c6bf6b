"""The texts of drawings, measured in a browser: `measure_texts.js` beside this says how."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

_MEASURE: Final = (Path(__file__).parent / "measure_texts.js").read_text("utf-8")


def measured(page: "Page", drawings: Sequence[str], *, grounds: bool = False) -> list[dict[str, Any]]:
    """For each drawing how many `texts` it has, what is `cut` and `overlapping`, in words, and the `boxes` of all.

    With `grounds` what is `faint` too.
    """
    found: list[dict[str, Any]] = page.evaluate(f"({_MEASURE})", [list(drawings), grounds])
    return found
