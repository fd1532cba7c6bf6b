"""A template: how a line is written, compiled into the pieces that read it and write it.

`A: {source}(>|to|against){target}[ {daleks}][ with {card}]` has texts, of which any spelling in brackets reads and the
first is written; holes, each for a value; and groups in square brackets, which may be left out. A group without a hole
only reads, and so may an empty spelling: in `(to|>|)` nothing need stand. `{cards*}` holds one value or more. Groups
with `&` between them stand in any order.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from projections.notation.vocabulary import Vocabulary

_PIECE: Final = re.compile(r"\{(\w+)(?::([\w-]+))?(\*?)\}|\(([^)]*)\)|( & )|([\[\]])|([^\[\]{(&]+)")


class Text(NamedTuple):
    """Words that stand in a line as they are: as they are written, and every spelling that reads."""

    written: str
    spellings: tuple[tuple[str, ...], ...]

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

    parts: tuple["Node", ...]


class AnyOrder(NamedTuple):
    """Groups that stand in any order."""

    groups: tuple[Group, ...]


Node: TypeAlias = Text | Hole | Group | AnyOrder


def compiled(template: str, plain: Callable[[str], str]) -> tuple[Node, ...]:
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


def _sequence(pieces: list[re.Match[str]], plain: Callable[[str], str]) -> tuple[tuple[Node, ...], bool]:
    """The nodes up to the bracket that closes, and whether one did."""
    found: list[Node] = []
    together = False
    while pieces:
        name, slot, many, choices, joined, bracket, text = (piece := pieces.pop(0)).groups()
        if bracket == "]":
            return tuple(found), True
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
    return tuple(found), False


def _text(words: str, plain: Callable[[str], str], *, several: bool) -> Text:
    choices = words.split("|") if several else [words]
    spellings = dict.fromkeys(tuple(plain(choice).split()) for choice in choices)
    return Text(choices[0], tuple(sorted(spellings, key=len, reverse=True)))


def holes_of(nodes: Sequence[Node]) -> Iterator[Hole]:
    """Every hole of a template."""
    for node in nodes:
        match node:
            case Hole():
                yield node
            case Group(parts=parts):
                yield from holes_of(parts)
            case AnyOrder(groups=groups):
                yield from holes_of(groups)
            case Text():
                pass


def opening(nodes: Sequence[Node]) -> Text | None:
    """The words with which a template begins; None where it begins with a value or a part that may be left out."""
    first = next((node for node in nodes if not isinstance(node, Text) or any(node.spellings[0])), None)
    return first if isinstance(first, Text) else None
