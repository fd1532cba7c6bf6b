"""Clean the text of a mail: rejoin broken lines, remove signature and quoted mail, convert HTML to lines of text."""

import re
from html.parser import HTMLParser
from typing import Final

from events.lazy_patterns import lazy_pattern

_DEPTH: Final = lazy_pattern(r"(?P<marks>>[> ]*)? ?(?P<text>.*)", re.DOTALL)
_WROTE: Final = lazy_pattern(
    r".*\b(?:wrote|writes|said|schrieb|schreibt|\u00e9crit|escribi\u00f3|scrive|ha scritto|schreef)\b.*[:\uff1a]\s*"
)
_ORIGINAL: Final = lazy_pattern(r"\s*(?:-{3,} ?(?:Original|Forwarded|Urspr\u00fcngliche)[^-]{0,40}-{3,}|_{10,})\s*")
_FIELD: Final = lazy_pattern(r"\s*\**(?:From|Sent|Date|Von|Gesendet|To|Subject)\**:.*", re.IGNORECASE)
_LONGEST_ATTRIBUTION: Final = 400  # the most characters of an attribution such as `On ... wrote:`
_ATTRIBUTION: Final = 3  # the most lines of an attribution
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
_DEEPEST: Final = 9  # the most quote marks before a line
_DECLARATION: Final = lazy_pattern("<[!?][^<>]*>")
_NO_TAG: Final = lazy_pattern("<(?![/A-Za-z][^<>]*>)")


def unflowed(text: str, *, joined: bool = False) -> str:
    """Rejoin lines broken for sending (`format=flowed`, RFC 3676); `joined` removes the space at each break."""
    lines, held, depth = list[str](), "", -1
    for match in map(_DEPTH.fullmatch, text.replace("\r\n", "\n").split("\n")):
        marks, words = match.groups() if match else ("", "")
        level = (marks or "").count(">")
        if depth >= 0 and level != depth:
            lines.append(held)
            held = ""
        soft = words.endswith(" ") and words != "-- "
        whole = held + words if held and level == depth else (f"{'>' * level} {words}" if level else words)
        held, depth = (whole[:-1] if joined else whole, level) if soft else ("", -1)
        if not soft:
            lines.append(whole)
    return "\n".join([*lines, held] if depth >= 0 else lines)


def without_tail(text: str) -> str:
    """Remove the signature, and the quotation after the author's last words, unless nothing is left."""
    return _without_quote(without_signature(_without_quote(text))) or text


def _attribution(lines: list[str]) -> int:
    """Return the number of last lines that form an `On <date> ... wrote:` before a quotation; 0 for none."""
    if not lines or len(lines[-1]) > _LONGEST_ATTRIBUTION or not _WROTE.fullmatch(lines[-1]):
        return 0
    ends = range(1, min(_ATTRIBUTION, len(lines)) + 1)
    return next((size for size in ends if any(map(str.isdecimal, "".join(lines[-size:])))), 1)


def without_signature(text: str) -> str:
    """Remove the text after `--`, unless it contains a quotation."""
    lines = text.split("\n")
    at = next((at for at, line in enumerate(lines) if line in ("--", "-- ")), len(lines))
    behind = lines[at:]
    return text if any(line.startswith(">") for line in behind) else "\n".join(lines[:at]).rstrip()


def _without_quote(text: str) -> str:
    lines = text.split("\n")
    end = len(lines)
    while end and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith(">")):
        end -= 1
    if end < len(lines) and any(line.strip() for line in lines[end:]):
        lines = lines[: end - _attribution(lines[:end])]
    for at, line in enumerate(lines[:-1]):
        if _ORIGINAL.fullmatch(line) and _FIELD.fullmatch(lines[at + 1]):
            lines = lines[:at]
            break
    return "\n".join(lines).rstrip()


class _Lines(HTMLParser):
    """Collects the lines of a page; a quoted line gets one quote mark for each level."""

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
        words, self.row = "".join(self.row), []
        text = words.rstrip() if self.verbatim else " ".join(words.split())
        mark = ">" * min(self.quotes, _DEEPEST)
        if text or always:
            self.lines.append(f"{mark} {text}".strip() if mark else text)
        if apart and self.lines and self.lines[-1].strip("> "):
            self.lines.append(mark)


def text_of_html(page: str) -> str:
    """Return the text of a page, line by line; quoted parts are marked with `>`."""
    reader = _Lines()
    reader.feed(_closed(page))
    reader.close()
    reader.close_row()
    return "\n".join(reader.lines).strip()


def _closed(page: str) -> str:
    """Remove comments, and escape each `<` without a tag: with many, Python's parser needs quadratic time."""
    kept, at = list[str](), 0
    while (start := page.find("<!--", at)) >= 0 and (end := page.find("-->", start + 4)) >= 0:
        kept.append(page[at:start])
        at = end + 3
    kept.append(page[at:])
    return _NO_TAG.sub("&lt;", _DECLARATION.sub("", "".join(kept)))
