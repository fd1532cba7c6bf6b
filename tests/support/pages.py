"""Pages of `docs/` that are made from the program, so that they cannot drift.

`python tests/support/pages.py` writes them again, but for what precedes the first heading; in `notation.md` it writes
the verbs of each game whose notation is a table of forms. It also draws the boards that the README shows.
"""

import inspect
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import click
import msgspec
from places import DOCS
from recordings import recording

from events.codec import SHARED, sealed_fields
from events.events import ALL, Chance, Effect, Event, KnownTo, Move, SessionEvent
from projections.described import DESCRIBED
from projections.notation.form import FormTable
from projections.notation.lines import FormNotation
from projections.notation.template import AnyOrder, Group, Hole, Node, Text
from projections.registry import registry
from projections.window import WINDOWS
from webui.cli import every_command

KINDS: Final[Mapping[type[Event], tuple[str, str]]] = {
    Move: ("Moves", "A choice that one seat made."),
    Chance: ("Chance", "A result that nobody chose. The same in every game."),
    Effect: ("Effects", "What the table made of moves and chance; each line names the rule it comes from."),
    SessionEvent: ("SessionEvent", "How the session is run. Games never see these."),
}


def _about(name: str) -> str:
    return (DOCS / f"{name}.md").read_text("utf-8").partition("\n## ")[0]


def command_page() -> str:
    parts = [_about("command-line")]
    for name, command in every_command().items():
        parts += [f"## {name}\n", *_command(command, name)]
    return "\n".join(parts)


def _command(command: click.Command, name: str) -> Iterator[str]:
    arguments = [
        param.metavar or str(param.name).upper() for param in command.params if isinstance(param, click.Argument)
    ]
    yield f"`cloisterbell {' '.join([name, *arguments])}`\n"
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        is_list = paragraph.startswith("\b")  # click keeps its lines, too
        yield f"```text\n{paragraph[2:]}\n```\n" if is_list else f"{' '.join(paragraph.split())}\n"
    yield "| option | |\n| --- | --- |"
    yield from (_option(param) for param in command.params if isinstance(param, click.Option))
    yield "\n```sh\n" + (command.epilog or "") + "\n```\n"


def _option(option: click.Option) -> str:
    takes = ""
    if not option.is_flag:
        choices = option.type.choices if isinstance(option.type, click.Choice) else ()
        takes = f" {'|'.join(map(str, choices)) or option.metavar or option.type.name.split()[0].upper()}"
    names = ", ".join(f"`{name}{takes}`".replace("|", "\\|") for name in option.opts)
    return f"| {names} | {option.help} |".replace("<", "&lt;")


def events_page() -> str:
    common: list[type[Event]] = [*SHARED, *WINDOWS, *DESCRIBED]
    parts = [_about("events"), "## In every game\n", *_tables(common)]
    for slug, game in registry().items():
        own = [kind for kind in game.vocabulary if kind not in common]
        parts += [f"## {game.meta.title} (`{slug}`)\n", *_tables(own)]
    return "\n".join(parts)


def places_page() -> str:
    parts = [_about("places")]
    for slug in registry():
        game = registry()[slug]
        if game.editor.fields is not None:
            fields = ((f"`{row.name}`" if row.word else row.kind, row) for row in game.editor.fields.rows)
            rows = [f"| {place} | {row.takes} | {row.claims} |".replace("  ", " ") for place, row in fields]
            parts += [f"## {game.meta.title} (`{slug}`)\n", "| place | value | claim |\n| --- | --- | --- |", *rows, ""]
    return "\n".join(parts)


def _tables(kinds: Iterable[type[Event]]) -> Iterator[str]:
    kinds = list(kinds)
    started = [kind for kind in kinds if not issubclass(kind, tuple(KINDS))]
    if started:
        yield from _table("The start", "Every log begins with it.", started)
    for base, (heading, says) in KINDS.items():
        if found := [kind for kind in kinds if issubclass(kind, base)]:
            yield from _table(heading, says, found)


def _table(heading: str, says: str, kinds: Iterable[type[Event]]) -> Iterator[str]:
    yield f"### {heading}\n\n{says}\n\n| kind | says | fields | who may know |\n| --- | --- | --- | --- |"
    for kind in kinds:
        says = " ".join(inspect.getdoc(kind).split()) if kind.__doc__ else ""  # type: ignore[union-attr]
        sealed = sealed_fields(kind)
        hints = get_type_hints(kind, include_extras=True)
        names = [field.name for field in msgspec.structs.fields(kind)]
        stars = {name: "*" * (name in sealed) for name in names}
        fields = [f"{stars[name]}{name}{stars[name]} ({_spelt(hints[name])})" for name in names]
        knows = "; ".join(f"*{name}*: {_audience(mark)}" for name, mark in sealed.items()) or "everybody"
        yield f"| `{kind.__struct_config__.tag}` | {says} | {', '.join(fields)} | {knows} |".replace("  ", " ")
    yield ""


_WORDS: Final[Mapping[str, str]] = {
    "str": "text", "int": "number", "bool": "yes or no", "Any": "any value", "Receipt": "k and key",
}  # fmt: skip


def _spelt(hint: Any) -> str:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _spelt(parts[0])
    if origin is Literal:
        return " or ".join(f"`{part}`" for part in parts)
    if origin in (Union, UnionType):
        return " or ".join("nothing" if part is type(None) else _spelt(part) for part in parts)
    if origin is tuple:
        return f"{_spelt(parts[0])}s" if parts[-1] is ... else " and ".join(map(_spelt, parts))
    if origin is dict:
        return f"{_spelt(parts[1])} by name"
    return _WORDS[hint.__name__]


def _audience(mark: KnownTo) -> str:
    return " and ".join("everybody" if field == ALL else f"`{field}`" for field in mark.fields) or "nobody"


def notation_page() -> str:
    """`docs/notation.md` as it stands, with the verbs of each table of forms made anew between their marks."""
    page = (DOCS / "notation.md").read_text("utf-8")
    for slug, game in registry().items():
        if isinstance(game.notation, FormNotation):
            before, begun, rest = page.partition(f"<!-- verbs of {slug} -->\n")
            _, ended, after = rest.partition("<!-- end -->")
            if not (begun and ended):
                raise LookupError(f"docs/notation.md has no place for the verbs of {slug}: see docs/adding-a-game.md")
            page = "".join((before, begun, *_verbs(game.notation.table), ended, after))
    return page


def _verbs(table: FormTable[Any]) -> Iterator[str]:
    """The verbs of a game, their other spellings, and how each of their moves stands in a line."""
    yield "\n| verb | also | says | written |\n| --- | --- | --- | --- |\n"
    for verb, does in table.does.items():
        forms = [form for form in table.of(verb) if form.is_written] or table.of(verb)
        also = ", ".join(word for form in table.of(verb) for word in form.words)
        lines = dict.fromkeys(f"`{form.head}{_for_people(table.bodies(form)[0])}`" for form in forms)
        yield f"| **{verb}** | {also} | {does} | {', '.join(lines)} |\n"
    yield "\n"


def _for_people(nodes: Iterable[Node]) -> str:
    """A template with its values by name in angle brackets, without what only reads."""
    found = []
    for node in nodes:
        match node:
            case Text(written=written):
                found.append(written)
            case Hole(name=name):
                found.append(f"\u2039{name.replace('_', ' ')}\u203a")
            case Group(parts=parts) if parts.holes:
                inner = _for_people(parts)
                found.append(f"{' ' * inner.startswith(' ')}[{inner.strip()}]")
            case AnyOrder(groups=groups):
                found.append(_for_people(groups))
            case _:
                pass
    return "".join(found)


PAGES: Final = {
    "command-line.md": command_page, "events.md": events_page, "places.md": places_page, "notation.md": notation_page,
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
