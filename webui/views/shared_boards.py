"""Several boards on one page: later boards refer to the parts that they share with earlier ones."""

from collections.abc import Callable, Iterator
from typing import Final

from events.lazy_patterns import lazy_pattern

_TAG: Final = lazy_pattern(r"<(?P<end>/?)(?P<name>[A-Za-z]++)[^<>]*?(?P<empty>/?)>")
_SHORT: Final = 40
"""Parts of a drawing below this length are not shared, because a reference to the part would be as long."""
_AROUND: Final = ("div", "details", "svg")
"""Elements around the parts of a drawing."""
_OWN: Final = ("title", "desc", "summary")
"""Elements with a text of their own."""
_LONG: Final = 1000  # for SVG groups above this length, their children are shared as well


class SharedBoards:
    """Shortens the boards of a page: later boards refer to parts of `first`, which is always on the page."""

    def __init__(self, first: str) -> None:
        self._named, self._defined = dict[str, str](), frozenset[str]()
        self.first = self.further(first)

    def further(self, board: str) -> str:
        """Return another board with references to parts of earlier boards."""
        return _with_parts(board, self._part)

    def _part(self, part: str) -> str:
        tag = _TAG.match(part)
        assert tag is not None
        if tag["name"] in _AROUND:
            return _with_parts(part, self._part)
        if tag["name"] == "defs":
            kept = _with_parts(part, lambda inner: "" if inner in self._defined else inner)
            self._defined |= frozenset(_parts(part))
            return kept
        if len(part) <= _SHORT or tag["name"] in _OWN or " id=" in tag[0]:
            return part
        if part in self._named:
            return f'<use href="#{self._named[part]}"/>'
        whole = part
        part = _with_parts(part, self._part) if tag["name"] == "g" and len(part) > _LONG else part
        name = self._named[whole] = f"part-{len(self._named)}"
        return f'{part[: tag.end("name")]} id="{name}"{part[tag.end("name") :]}'


def _parts(element: str) -> Iterator[str]:
    """Yield the markup of an element's children, without its text."""
    depth, start = 0, 0
    for tag in _TAG.finditer(element):
        depth -= bool(tag["end"])
        if depth == 1:
            start = start if tag["end"] else tag.start()
            if tag["end"] or tag["empty"]:
                yield element[start : tag.end()]
        depth += not (tag["end"] or tag["empty"])


def _with_parts(element: str, change: Callable[[str], str]) -> str:
    """Return an element without text, with each child replaced by `change(child)`."""
    opening = _TAG.match(element)
    assert opening is not None
    if opening["empty"]:
        return element
    return f"{opening[0]}{''.join(map(change, _parts(element)))}</{opening['name']}>"
