"""A template: how a line is written, compiled into the pieces that read it and write it.

`A: {source}(>|to|against){target}[ {daleks}][ with {card}]` has texts, of which any spelling in brackets reads and the
first is written; holes, each for a value; and groups in square brackets, which may be left out. A group without a hole
only reads, and so may an empty spelling: in `(to|>|)` nothing need stand. `{cards*}` holds one value or more. Groups
with `&` between them stand in any order.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from projections.notation.vocabulary import Vocabulary

_PIECE: Final = re.compile(r"\{(\w+)(?::([\w-]+))?(\*?)\}|\(([^)]*)\)|( & )|([\[\]])|([^\[\]{(&]+)")


@dataclass(frozen=True)
class Text:
    """Words that stand in a line as they are: as they are written, and every spelling that reads."""

    written: str
    spellings: tuple[tuple[str, ...], ...]

    @cached_property
    def begins(self) -> frozenset[str]:
        """The words with which its spellings begin; "" too where it may be nothing at all."""
        return frozenset(spelling[0] if spelling else "" for spelling in self.spellings)

    @cached_property
    def words(self) -> Vocabulary:
        """Its spellings, to the one that is written."""
        return {" ".join(spelling): self.written.strip() for spelling in self.spellings}


class Hole(NamedTuple):
    """A place for the value of a slot: of the field `name`, of one value or (`many`) of a row."""

    name: str
    slot: str
    many: bool


class Group(NamedTuple):
    """A part that may be left out."""

    parts: "Template"


class AnyOrder(NamedTuple):
    """Groups that stand in any order."""

    groups: tuple[Group, ...]


Node: TypeAlias = Text | Hole | Group | AnyOrder


class Template(tuple[Node, ...]):  # noqa: SLOT001  # keeps what is asked of it for every line
    """The pieces of a line, in their order."""

    @cached_property
    def holes(self) -> tuple[Hole, ...]:
        """Every hole, those of its groups too."""
        return tuple(_holes_of(self))

    @cached_property
    def first(self) -> Node | None:
        """The first piece that is more than nothing."""
        return next((node for node in self if not isinstance(node, Text) or any(node.spellings[0])), None)

    @cached_property
    def opening(self) -> Text | None:
        """The words with which it begins; None where that is a value or a part that may be left out."""
        return self.first if isinstance(self.first, Text) else None

    @cached_property
    def words(self) -> str:
        """What it writes, where it is words alone."""
        if any(isinstance(node, Hole) for node in self):
            return ""
        return "".join(node.written for node in self if isinstance(node, Text)).strip()


def compiled(template: str, plain: Callable[[str], str]) -> Template:
    """The pieces of a template; `plain` gives a text as the words of a line.

    Raises:
        ValueError: a bracket is not closed, or a sign has no meaning here.
    """
    pieces = list(_pieces(template))
    found, rest = _sequence(pieces, plain)
    if rest:
        raise ValueError(f"a bracket too many in {template!r}")
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
    """The nodes up to the bracket that closes, and whether one did."""
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
                raise ValueError(f"a bracket is open in {piece.string!r}")
            node = Group(inner)
        elif name:
            node = Hole(name, slot or name, bool(many))
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


def _holes_of(nodes: Iterable[Node]) -> Iterator[Hole]:
    for node in nodes:
        match node:
            case Hole():
                yield node
            case Group(parts=nodes) | AnyOrder(groups=nodes):
                yield from _holes_of(nodes)
            case Text():
                pass
