"""XML pages: refuse entities, a document type, invalid XML, and too many or deeply nested elements before parsing."""

from typing import Final
from xml.parsers import expat

from replay.sources.source import SourceError

_DEEPEST: Final = 60
_MOST_ELEMENTS: Final = 20_000


def require_plain_xml(host: str, page: bytes) -> None:
    """Raise SourceError unless a page is valid XML without a document type."""
    parser = expat.ParserCreate(namespace_separator=" ")
    depth = elements = 0

    def open_element(_name: str, _attributes: dict[str, str]) -> None:
        nonlocal depth, elements
        depth, elements = depth + 1, elements + 1
        if depth > _DEEPEST or elements > _MOST_ELEMENTS:
            most = f"at most {_MOST_ELEMENTS} elements and {_DEEPEST} nested ones are read"
            raise SourceError(f"{host} sent XML with too many elements: {most}", is_lasting=True)

    def close_element(_name: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*_: object) -> None:
        raise SourceError(f"{host} sent XML with a document type or entities, which is not read", is_lasting=True)

    parser.StartElementHandler, parser.EndElementHandler = open_element, close_element
    parser.StartDoctypeDeclHandler, parser.EntityDeclHandler = refuse, refuse
    try:
        parser.Parse(page, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        what = f"{host} answered with something else than expected: this is not valid XML ({error})"
        raise SourceError(f"{what}. Check the address of the thread") from error
