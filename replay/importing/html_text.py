"""The text of mail that was written in HTML, line by line."""

import re
from html.parser import HTMLParser
from typing import Final

_SILENT: Final = frozenset({"head", "style", "script", "title", "template", "noscript", "svg"})
_BLOCKS: Final = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset", "figure",
        "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "ol", "p", "pre",
        "section", "table", "tbody", "tr", "ul",
    }
)  # fmt: skip
_APART: Final = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "table", "pre"})
_VOID: Final = frozenset({"br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base", "embed", "source"})
_DEEPEST: Final = 9
"""How many quote marks a line may get."""
_DECLARATION: Final = re.compile("<[!?][^<>]*>")
_NO_TAG: Final = re.compile("<(?![/A-Za-z][^<>]*>)")


class _Lines(HTMLParser):
    """Collects the lines of a page; what is quoted gets a quote mark for each level."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.row: list[str] = []
        self.quotes = self.verbatim = self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self.silent += tag not in _VOID
        elif tag == "br":
            self.close_row(always=True)
        elif tag in _BLOCKS:
            self.close_row(apart=tag in _APART)
            self.quotes += tag == "blockquote"
            self.verbatim += tag == "pre"
        elif tag in ("td", "th") and self.row:
            self.row.append(" ")
        elif tag == "img" and not self.silent:
            self.row.append(dict(attrs).get("alt") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self.silent = max(0, self.silent - 1)
        elif tag in _BLOCKS and tag not in _VOID:
            self.close_row(apart=tag in _APART)
            self.quotes = max(0, self.quotes - (tag == "blockquote"))
            self.verbatim = max(0, self.verbatim - (tag == "pre"))

    def handle_data(self, data: str) -> None:
        if self.silent:
            return
        if not self.verbatim:
            self.row.append(data)
            return
        first, *others = data.split("\n")
        self.row.append(first)
        for line in others:
            self.close_row(always=True)
            self.row.append(line)

    def close_row(self, *, always: bool = False, apart: bool = False) -> None:
        """End the line that is being read; `apart` leaves a blank line behind it."""
        words, self.row = "".join(self.row), []
        text = words.rstrip() if self.verbatim else " ".join(words.split())
        mark = ">" * min(self.quotes, _DEEPEST)
        if text or always:
            self.lines.append(f"{mark} {text}".strip() if mark else text)
        if apart and self.lines and self.lines[-1].strip("> "):
            self.lines.append(mark)


def text_of_html(page: str) -> str:
    """The text of a page, line by line; quoted parts are marked with `>`."""
    reader = _Lines()
    reader.feed(_closed(page))
    reader.close()
    reader.close_row()
    return "\n".join(reader.lines).strip()


def _closed(page: str) -> str:
    """A page of whole tags: without comments and declarations, and with what begins a tag and ends none as text.

    Python's parser looks for the end of each again, in a time that grows with the square of how many there are.
    """
    kept, at = list[str](), 0
    while (start := page.find("<!--", at)) >= 0 and (end := page.find("-->", start + 4)) >= 0:
        kept.append(page[at:start])
        at = end + 3
    kept.append(page[at:])
    return _NO_TAG.sub("&lt;", _DECLARATION.sub("", "".join(kept)))
