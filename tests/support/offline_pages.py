"""Offline pages, parsed by independent code: with parsers for HTML, base64, gzip and JSON."""

import gzip
import json
import re
from base64 import b64decode
from html.parser import HTMLParser
from typing import Any, Final

RAW: Final = frozenset({"script", "style"})


class OfflinePage(HTMLParser):
    """A parsed file: its elements in order, the text of each element with an id, and all text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.elements = text, list[tuple[str, dict[str, str]]]()
        self.texts, self.shown_texts = dict[str, str](), list[str]()
        self._open: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        if tag in RAW or tag == "pre":
            self._open.append((tag, found.get("id", "")))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1][1]:
            name = self._open[-1][1]
            self.texts[name] = self.texts.get(name, "") + data
        if not (self._open and self._open[-1][0] in RAW):
            self.shown_texts.append(data)

    @property
    def log(self) -> str:
        return self.texts["log"].removeprefix("\n")

    @property
    def steps(self) -> dict[str, Any]:
        return dict(json.loads(self._unpacked))

    @property
    def _unpacked(self) -> str:
        return gzip.decompress(b64decode(self.texts["steps"].strip())).decode()

    @property
    def unfolded(self) -> str:
        """The file with its steps unpacked, and without the sums, which repeat the log."""
        return re.sub(' data-sums="[0-9a-f]*"', "", self.text.replace(self.texts["steps"], self._unpacked))


def unfolded(text: str) -> str:
    return OfflinePage(text).unfolded


def without_length(head: str) -> str:
    return re.sub(r"(?m)^Content-Length: .*\n", "", head)
