"""Several boards on one page: what further ones share with the first is drawn by reference to its parts."""

import re
from collections.abc import Callable, Iterator
from typing import Final

_TAG: Final = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z]++)[^<>]*?(?P<empty>/?)>")
_SHORT: Final = 40
"""A part that is shorter is no shorter by reference."""
_LONG: Final = 1000
"""The parts of a group that is longer are named too."""


class SharedBoards:
    """The boards of a page; `first` is the one that is always there, with its parts named."""

    def __init__(self, first: str) -> None:
        self._named, self._defined = dict[str, str](), frozenset[str]()
        self.first = self.further(first)

    def further(self, board: str) -> str:
        """Another board, with references to the parts that boards before it have too."""
        return _with_parts(board, self._part)

    def _part(self, part: str) -> str:
        tag = _TAG.match(part)
        assert tag is not None
        if tag["name"] == "defs":
            kept = _with_parts(part, lambda inner: "" if inner in self._defined else inner)
            self._defined |= frozenset(_parts(part))
            return kept
        if len(part) <= _SHORT or tag["name"] in ("title", "desc") or " id=" in tag[0]:
            return part
        if part in self._named:
            return f'<use href="#{self._named[part]}"/>'
        whole = part
        part = _with_parts(part, self._part) if tag["name"] == "g" and len(part) > _LONG else part
        name = self._named[whole] = f"part-{len(self._named)}"
        return f'{part[: tag.end("name")]} id="{name}"{part[tag.end("name") :]}'


def _parts(element: str) -> Iterator[str]:
    """The children of an element, as they are written; its text is none of them."""
    depth, start = 0, 0
    for tag in _TAG.finditer(element):
        depth -= bool(tag["end"])
        if depth == 1:
            start = start if tag["end"] else tag.start()
            if tag["end"] or tag["empty"]:
                yield element[start : tag.end()]
        depth += not (tag["end"] or tag["empty"])


def _with_parts(element: str, change: Callable[[str], str]) -> str:
    """An element without text of its own, each child as `change` makes it."""
    opening = _TAG.match(element)
    assert opening is not None
    if opening["empty"]:
        return element
    return f"{opening[0]}{''.join(map(change, _parts(element)))}</{opening['name']}>"
