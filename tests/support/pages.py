"""Generate the pages of `docs/` that are made from the program.

`python tests/support/pages.py` writes them again, except the text before the first heading. In the pages on
notation it writes the verbs of each game. It also draws the boards for the README.
"""

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set as AbstractSet
from functools import partial
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import click
import msgspec
from listed_commands import every_command
from places import DOCS
from recordings import recording

from events.codec import SHARED, sealed_fields
from events.events import ALL, Chance, Effect, Event, KnownTo, Move, SessionEvent
from projections.described import DESCRIBED
from projections.notation.line_pattern import PatternTable
from projections.notation.lines import PatternNotation
from projections.notation.verb_table import verb_rows
from projections.registry import registry
from projections.window import WINDOWS

KINDS: Final[Mapping[type[Event], str]] = {
    Move: "Moves", Chance: "Chance", Effect: "Effects", SessionEvent: "Session events",
}  # fmt: skip


def _about(name: str) -> str:
    return (DOCS / f"{name}.md").read_text("utf-8").partition("\n## ")[0]


def command_page() -> str:
    commands = every_command()
    options = Counter(_option(param) for command in commands.values() for param in _options(command))
    common = {option for option, uses in options.items() if uses >= _COMMON}
    about = _about("reference/commands").partition("\nOptions of several commands:\n")[0]
    parts = [about, "Options of several commands:\n", *sorted(common), ""]
    for name, command in commands.items():
        parts += [f"## {name}\n", *_command(command, name, common)]
    return "\n".join(parts)


_COMMON: Final = 2
"""The number of commands that must have an option before it is described only once."""
_EXAMPLES: Final = 1
"""The number of examples of a command. Its help has all of them."""


def _options(command: click.Command) -> list[click.Option]:
    return [param for param in command.params if isinstance(param, click.Option)]


def _command(command: click.Command, name: str, common: AbstractSet[str]) -> Iterator[str]:
    arguments = [
        param.metavar or str(param.name).upper() for param in command.params if isinstance(param, click.Argument)
    ]
    options = _options(command)
    shared = [option.opts[0] for option in options if _option(option) in common]
    yield f"`cloisterbell {' '.join([name, *arguments, *shared])}`\n"
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        is_list = paragraph.startswith("\b")  # click keeps the lines of this paragraph
        yield f"```text\n{paragraph[2:]}\n```\n" if is_list else f"{' '.join(paragraph.split())}\n"
    yield from (text for text in map(_option, options) if text not in common)
    yield "\n```sh\n" + "\n".join((command.epilog or "").splitlines()[:_EXAMPLES]) + "\n```\n"


def _option(option: click.Option) -> str:
    takes = ""
    if not option.is_flag:
        choices = option.type.choices if isinstance(option.type, click.Choice) else ()
        takes = f" {'|'.join(map(str, choices)) or option.metavar or option.type.name.split()[0].upper()}"
    names = ", ".join(f"`{name}{takes}`" for name in option.opts)
    return f"- {names}: {option.help}".replace("<", "&lt;")


def events_page() -> str:
    common: list[type[Event]] = [*SHARED, *WINDOWS, *DESCRIBED]
    parts = [_about("reference/events"), "## In every game\n", *_tables(common)]
    for slug, game in registry().items():
        own = [kind for kind in game.vocabulary if kind not in common]
        parts += [f"## {game.meta.title} (`{slug}`)\n", *_tables(own)]
    return "\n".join(parts)


def places_page() -> str:
    parts = [_about("reference/fields")]
    for slug in registry():
        game = registry()[slug]
        if game.editor.fields is not None:
            fields = ((f"`{row.name}`" if row.word else row.kind, row) for row in game.editor.fields.rows)
            rows = [f"- {name}: {row.takes}{_stated(row.takes, row.claims)}" for name, row in fields]
            parts += [f"## {game.meta.title} (`{slug}`)\n", *rows, ""]
    return "\n".join(parts)


def _stated(takes: str, claims: str) -> str:
    return f"{'. ' * bool(takes)}*Stated:* {claims.replace('how many cards', 'number')}" if claims else ""


def _tables(kinds: Iterable[type[Event]]) -> Iterator[str]:
    kinds = list(kinds)
    started = [kind for kind in kinds if not issubclass(kind, tuple(KINDS))]
    if started:
        yield from _table("The start", started)
    for base, heading in KINDS.items():
        if found := [kind for kind in kinds if issubclass(kind, base)]:
            yield from _table(heading, found)


def _table(heading: str, kinds: Iterable[type[Event]]) -> Iterator[str]:
    """Yield a list of event kinds with the first sentence of their docstrings; the name of a move says enough."""
    yield f"### {heading}\n"
    for kind in kinds:
        says = " ".join(inspect.getdoc(kind).split()) if kind.__doc__ else ""  # type: ignore[union-attr]
        says = "" if issubclass(kind, Move) else re.split(r"(?<=\.) ", says)[0]
        sealed = sealed_fields(kind)
        hints = get_type_hints(kind, include_extras=True)
        names = [field.name for field in msgspec.structs.fields(kind)]
        typed = {name: f"`{name}{_spelt(hints[name])}`" for name in names}
        fields = [f"*{typed[name]}* ({_audience(sealed[name])})" if name in sealed else typed[name] for name in names]
        yield f"- `{kind.__struct_config__.tag}`: {says} {', '.join(fields)}".replace("  ", " ").rstrip()
    yield ""


_WORDS: Final[Mapping[str, str]] = {
    "str": "", "int": ":number", "bool": ":yes|no", "Any": ":any", "Receipt": ":k,key",
}  # fmt: skip


def _spelt(hint: Any) -> str:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _spelt(parts[0])
    if origin is Literal:
        return f":{'|'.join(map(str, parts))}"
    if origin in (Union, UnionType):
        return f"{'|'.join(_spelt(part) for part in parts if part is not type(None))}?"
    if origin is tuple:
        return f"{_spelt(parts[0])}[]" if parts[-1] is ... else f":({','.join(_spelt(part)[1:] for part in parts)})"
    if origin is dict:
        return f"{_spelt(parts[1])}{{}}"
    return _WORDS[hint.__name__]


def _audience(mark: KnownTo) -> str:
    return " and ".join("all" if field == ALL else field for field in mark.fields) or "hidden from all"


def notation_page(slug: str) -> str:
    """Return a game's page on notation with the verbs of its table of patterns generated between their marks."""
    name, notation = f"reference/notation/{slug}.md", registry()[slug].notation
    page = (DOCS / name).read_text("utf-8")
    before, begun, rest = page.partition(f"<!-- verbs of {slug} -->\n")
    _, ended, after = rest.partition("<!-- end -->")
    if not (begun and ended and isinstance(notation, PatternNotation)):
        raise LookupError(f"{name} has no place for the verbs of {slug}")
    return "".join((before, begun, *_verbs(notation.table), ended, after))


def _verbs(table: PatternTable[Any]) -> Iterator[str]:
    """Yield a table of the verbs of a game, their other spellings, and the written form of each move."""
    yield "\n"
    for row in verb_rows(table):
        forms = ", ".join(f"`{form}`" for form in row.forms)
        yield f"- **{row.verb}** {row.does}: {forms}\n"
    yield "\n"


PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "reference/commands.md": command_page, "reference/events.md": events_page, "reference/fields.md": places_page,
    **{f"reference/notation/{slug}.md": partial(notation_page, slug) for slug in registry()},
}  # fmt: skip


BOARDS: Final[Mapping[str, str]] = {
    "keys-four-player": "20.3", "risk-forgotten-two": "6.4", "ccg-gallifrey-unit": "17.1", "daleks-gallifrey": "16.6",
}  # fmt: skip


def pictures() -> Iterator[tuple[Path, str]]:
    for name, address in BOARDS.items():
        timeline = recording(name).seen_by(ALL)
        yield DOCS / "boards" / f"{name.partition('-')[0]}.svg", timeline.svg(timeline.find(address).last) + "\n"


if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), "utf-8")
    for path, drawn in pictures():
        path.write_text(drawn, "utf-8")
