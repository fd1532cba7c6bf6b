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


def sides(made: bytes) -> tuple[int, int]:
    assert made[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", made[16:24])
    return int(width), int(height)
