"""The verbs of a game's notation as rows for people: the verb, its other spellings, its meaning and its forms."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from projections.notation.line_pattern import PatternTable
from projections.notation.template import AnyOrder, Group, Node, Placeholder, Text


class VerbRow(NamedTuple):
    """A verb for the help. In `forms`, values are in angle brackets and optional parts in square brackets."""

    verb: str
    also: tuple[str, ...]
    does: str
    forms: tuple[str, ...]


def verb_rows(table: PatternTable[Any]) -> Iterator[VerbRow]:
    """Yield the verbs of a table of patterns in its order."""
    for verb, does in table.does.items():
        forms = [form for form in table.of(verb) if form.is_written] or table.of(verb)
        also = tuple(word for form in table.of(verb) for word in form.words)
        lines = dict.fromkeys(f"{form.head}{_for_people(table.bodies(form)[0])}" for form in forms)
        yield VerbRow(verb, also, does, tuple(lines))


def _for_people(nodes: Iterable[Node]) -> str:
    """Return a template as text for people: holes as `<name>`, without parts that are parsed but never written."""
    found = []
    for node in nodes:
        match node:
            case Text(written=written):
                found.append(written)
            case Placeholder(name=name):
                found.append(f"\u2039{name.replace('_', ' ')}\u203a")
            case Group(parts=parts) if parts.holes:
                inner = _for_people(parts)
                found.append(f"{' ' * inner.startswith(' ')}[{inner.strip()}]")
            case AnyOrder(groups=groups):
                found.append(_for_people(groups))
            case _:
                pass
    return "".join(found)
