"""A drawing of a board, parsed, for questions about what stands in it."""

import struct
from xml.etree import ElementTree as ET

_NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


class ParsedPicture:
    """A drawing, parsed: it is well-formed as soon as there is one. Its elements go by their bare names."""

    def __init__(self, markup: str) -> None:
        self.markup = markup
        self.root = ET.fromstring(markup.replace(_NAMESPACE, ""))

    def all(self, name: str) -> list[str]:
        return [node.attrib[name] for node in self.root.iter() if name in node.attrib]

    def node(self, name: str, value: str) -> ET.Element:
        return next(node for node in self.root.iter() if node.get(name) == value)

    def under(self, name: str, value: str) -> str:
        return " ".join(" ".join(self.node(name, value).itertext()).split())

    def parts(self) -> list[str]:
        """What the picture says as a whole, and each marked part in order: its marks, its title and its own words."""
        words, parts = _parts(self.root)
        return [self.root.findtext("title") or "", self.root.findtext("desc") or "", " \u00b7 ".join(words), *parts]


def _parts(node: ET.Element) -> tuple[list[str], list[str]]:
    """The words of an element outside of the marked parts in it, and a line for each of those."""
    words, parts = list[str](), list[str]()
    for child in node:
        own, inner = _parts(child)
        own = ["".join(child.itertext())] if child.tag == "text" else own
        marks = [f"{name[5:]}={value}" for name, value in child.attrib.items() if name.startswith("data-")]
        if marks:
            parts.append(
                " | ".join((", ".join(marks), child.findtext("title") or "", " \u00b7 ".join(own))).rstrip(" |")
            )
        else:
            words += own
        parts += inner
    return words, parts


def sides(made: bytes) -> tuple[int, int]:
    assert made[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", made[16:24])
    return int(width), int(height)
