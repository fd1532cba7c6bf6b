"""A small builder of SVG: functions that return escaped text, so that a board is one pure function of a position.

Drawings carry presentation attributes alone: no style, no script and no reference leaves them, so that they look the
same inside a page with a strict Content-Security-Policy, as a picture, and as a file.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

_SIZE: Final = re.compile(r'viewBox="0 0 (?P<width>[0-9]+) (?P<height>[0-9]+)"')
_BAND: Final = 44
_NO_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPED: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
"""What markup reads otherwise. The library's `html` would load every entity of HTML, which few commands need."""


@lru_cache(maxsize=16384)
def plain(content: str) -> str:
    """Escaped text; what XML does not know (control characters, halves of a pair) becomes U+FFFD."""
    return _NO_XML.sub("\ufffd", content).translate(_ESCAPED)


@lru_cache(maxsize=32768, typed=True)
def _attributes(*given: Any) -> str:
    """Return the attributes of an opening tag: first all names, then all values."""
    half = len(given) // 2
    pairs = zip(given[:half], given[half:], strict=True)
    return "".join([_attribute(name, value) for name, value in pairs if value is not None and value is not False])


def _attribute(name: str, value: Any) -> str:
    shown = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return f' {name.strip("_").replace("_", "-")}="{plain(shown)}"'


def el(name: str, *children: str, **attributes: Any) -> str:
    """One element. Children are finished markup; attributes are escaped, `_` reads `-`, None and False are left out."""
    given = _attributes(*attributes, *attributes.values()) if attributes else ""
    return f"<{name}{given}>{''.join(children)}</{name}>" if children else f"<{name}{given}/>"


def text(content: str, **attributes: Any) -> str:
    """A text element with escaped content."""
    return el("text", plain(content), **attributes)


def document(
    width: int,
    height: int,
    title: str,
    desc: str,
    parts: Iterable[str],
    *,
    ident: str = "board",
    **attributes: Any,
) -> str:
    """A whole drawing with its name and its description in words. `ident` keeps ids apart where several share a page.

    Further attributes (a font, say) go to the outermost element.
    """
    return el(
        "svg",
        el("title", plain(title), id=f"{ident}-title"),
        el("desc", plain(desc), id=f"{ident}-desc"),
        *parts,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}", role="img",
        aria_labelledby=f"{ident}-title", aria_describedby=f"{ident}-desc", **attributes,
    )  # fmt: skip


def with_band(drawing: str, words: str) -> str:
    """A whole drawing with words in a band below it, and in its description."""
    size = _SIZE.search(drawing)
    assert size is not None
    width, height = int(size["width"]), int(size["height"])
    band = el("rect", x=0, y=height, width=width, height=_BAND, fill="#fff3c4")
    line = text(
        words, x=width / 2, y=height + _BAND * 0.68, text_anchor="middle", font_size=min(26, width / 24),
        font_weight="bold", fill="#3a2a00",
    )  # fmt: skip
    taller = drawing.replace(size[0], f'viewBox="0 0 {width} {height + _BAND}"', 1)
    told = taller.replace("</desc>", f" {plain(words)}</desc>", 1)
    return f"{told.removesuffix('</svg>')}{band}{line}</svg>"
