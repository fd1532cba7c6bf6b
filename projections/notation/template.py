"""A template of a line, compiled into pieces that read and write it.

The example `A: {source}(>|to|against){target}[ {daleks}][ with {card}]` has three kinds of pieces:

- Texts: any spelling in round brackets is accepted, and the first is written. An empty spelling, as in `(to|>|)`, makes
  the text optional.
- Holes: each takes a value. `{cards*}` takes one or more values.
- Groups in square brackets, which are optional. A group without a hole is only read. Groups with `&` between them may
  be in any order.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import msgspec

from events.lazy_patterns import lazy_pattern
from projections.notation.vocabulary import Vocabulary

_PIECE: Final = lazy_pattern(r"\{(\w+)(?::([\w-]+))?(\*?)\}|\(([^)]*)\)|( & )|([\[\]])|([^\[\]{(&]+)")


class Text(msgspec.Struct, frozen=True, dict=True):
    """Fixed words of a line: `spellings` are all accepted spellings."""

    written: str
    spellings: tuple[tuple[str, ...], ...]

    @cached_property
    def begins(self) -> frozenset[str]:
        """The first word of each accepted spelling, "" for an empty spelling."""
        return frozenset(spelling[0] if spelling else "" for spelling in self.spellings)

    @cached_property
    def words(self) -> Vocabulary:
        """All accepted spellings, each mapped to the spelling that is written."""
        return {" ".join(spelling): self.written.strip() for spelling in self.spellings}


class Placeholder(NamedTuple):
    """A place for the value of a slot, or with `many` for several values. `name` is the field of the move or effect."""

    name: str
    slot: str
    many: bool


class Group(NamedTuple):
    """An optional part of a template."""

    parts: "Template"


class AnyOrder(NamedTuple):
    """Optional parts of a template that may come in any order."""

    groups: tuple[Group, ...]


Node: TypeAlias = Text | Placeholder | Group | AnyOrder


class Template(tuple[Node, ...]):  # noqa: SLOT001  # needs a `__dict__` for its caches
    """The pieces of a line in their order: fixed words, holes and optional parts."""

    @cached_property
    def holes(self) -> tuple[Placeholder, ...]:
        """All holes, including those in optional parts."""
        return tuple(_holes_of(self))

    @cached_property
    def first(self) -> Node | None:
        """The first piece that is not empty."""
        return next((node for node in self if not isinstance(node, Text) or any(node.spellings[0])), None)

    @cached_property
    def opening(self) -> Text | None:
        """The fixed words at the start; None if the template begins with a value or an optional part."""
        return self.first if isinstance(self.first, Text) else None

    @cached_property
    def words(self) -> str:
        """The text that the template writes; "" if the template has holes for values."""
        if any(isinstance(node, Placeholder) for node in self):
            return ""
        return "".join(node.written for node in self if isinstance(node, Text)).strip()


def compiled(template: str, plain: Callable[[str], str]) -> Template:
    """Return the pieces of a template; `plain` splits a text into the words of a line.

    Raises:
        ValueError: a bracket is not closed, or a sign has no meaning in templates.
    """
    pieces = list(_pieces(template))
    found, rest = _sequence(pieces, plain)
    if rest:
        raise ValueError(f"there is one bracket too many in {template!r}")
    return found


def _pieces(template: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(template):
        match = _PIECE.match(template, at)
        if match is None:
            raise ValueError(f"{template[at:]!r} has no meaning in a template")
        yield match
        at = match.end()


def _sequence(pieces: list[re.Match[str]], plain: Callable[[str], str]) -> tuple[Template, bool]:
    """Return the compiled pieces up to the closing bracket, and whether there was a closing bracket."""
    found: list[Node] = []
    together = False
    while pieces:
        name, slot, many, choices, joined, bracket, text = (piece := pieces.pop(0)).groups()
        if bracket == "]":
            return Template(found), True
        if joined:
            together = True
            continue
        node: Node
        if bracket == "[":
            inner, closed = _sequence(pieces, plain)
            if not closed:
                raise ValueError(f"a bracket is not closed in {piece.string!r}")
            node = Group(inner)
        elif name:
            node = Placeholder(name, slot or name, bool(many))
        else:
            node = _text(choices if choices is not None else text, plain, several=choices is not None)
        last = found[-1] if found else None
        if together and isinstance(node, Group) and isinstance(last, Group | AnyOrder):
            node = AnyOrder((*(last.groups if isinstance(last, AnyOrder) else (last,)), node))
            found.pop()
        together = False
        found.append(node)
    return Template(found), False


def _text(words: str, plain: Callable[[str], str], *, several: bool) -> Text:
    choices = words.split("|") if several else [words]
    spellings = dict.fromkeys(tuple(plain(choice).split()) for choice in choices)
    return Text(choices[0], tuple(sorted(spellings, key=len, reverse=True)))


def _holes_of(nodes: Iterable[Node]) -> Iterator[Placeholder]:
    for node in nodes:
        match node:
            case Placeholder():
                yield node
            case Group(parts=nodes) | AnyOrder(groups=nodes):
                yield from _holes_of(nodes)
            case Text():
                pass
