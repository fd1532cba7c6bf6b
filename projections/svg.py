"""A small builder of SVG: functions that return escaped text, so that a board is one pure function of a position."""

from collections.abc import Iterable
from html import escape
from typing import Any

__all__ = ["document", "el", "text"]


def _attribute(name: str, value: Any) -> str:
    shown = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return f' {name.strip("_").replace("_", "-")}="{escape(shown)}"'


def el(name: str, *children: str, **attributes: Any) -> str:
    """One element. Children are finished markup; attributes are escaped, `_` reads `-`, None and False are left out."""
    given = "".join(
        _attribute(key, value) for key, value in attributes.items() if value is not None and value is not False
    )
    return f"<{name}{given}>{''.join(children)}</{name}>" if children else f"<{name}{given}/>"


def text(content: str, **attributes: Any) -> str:
    """A text element with escaped content."""
    return el("text", escape(content), **attributes)


def document(
    width: int, height: int, title: str, desc: str, parts: Iterable[str], *, style: str = "", ident: str = "board"
) -> str:
    """A whole drawing with its name and its description in words. `ident` keeps ids apart where several share a page."""
    return el(
        "svg",
        el("title", escape(title), id=f"{ident}-title"),
        el("desc", escape(desc), id=f"{ident}-desc"),
        f"<style>{style}</style>" if style else "",
        *parts,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}", role="img",
        aria_labelledby=f"{ident}-title", aria_describedby=f"{ident}-desc",
    )  # fmt: skip
