"""A small SVG builder: functions that return escaped markup.

Drawings use presentation attributes only: no styles, no scripts and no external references. So they look the same on a
page with a strict Content-Security-Policy, as an image, and as a file.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from events.lazy_patterns import lazy_pattern

_NO_XML: Final = lazy_pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPED: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
"""Characters with a meaning in markup. Importing the standard `html` module would load all HTML entities."""


@lru_cache(maxsize=16384)
def plain(content: str) -> str:
    """Return text escaped for SVG. Characters that XML does not allow become U+FFFD."""
    return _NO_XML.sub("\ufffd", content).translate(_ESCAPED)


@lru_cache(maxsize=32768, typed=True)
def _attributes(*given: Any) -> str:
    """Return the attributes of an opening tag. The arguments are all names, then all values."""
    half = len(given) // 2
    pairs = zip(given[:half], given[half:], strict=True)
    return "".join([_attribute(name, value) for name, value in pairs if value is not None and value is not False])


def _attribute(name: str, value: Any) -> str:
    shown = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return f' {name.strip("_").replace("_", "-")}="{plain(shown)}"'


def el(name: str, *children: str, **attributes: Any) -> str:
    """Return an SVG element as text. `children` are finished markup.

    In the names of attributes, `_` becomes `-`. Values are escaped. Attributes with None or False are omitted.
    """
    given = _attributes(*attributes, *attributes.values()) if attributes else ""
    return f"<{name}{given}>{''.join(children)}</{name}>" if children else f"<{name}{given}/>"


def text(content: str, **attributes: Any) -> str:
    """Return an SVG text element with escaped content."""
    return el("text", plain(content), **attributes)


def document(
    width: int, height: int, title: str, desc: str, parts: Iterable[str], *, ident: str = "board", **attributes: Any
) -> str:
    """Return a whole SVG drawing with its title and its description in words.

    `ident` makes the ids unique on a page with several drawings. Further attributes, such as a font, are for the outer
    element.
    """
    return el(
        "svg",
        el("title", plain(title), id=f"{ident}-title"),
        el("desc", plain(desc), id=f"{ident}-desc"),
        *parts,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}", role="img",
        aria_labelledby=f"{ident}-title", aria_describedby=f"{ident}-desc", **attributes,
    )  # fmt: skip
