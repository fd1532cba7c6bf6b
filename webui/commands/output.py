"""The output of commands: text and tables for people, plain text and JSON for programs, warnings on stderr."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeVar
from unicodedata import combining, east_asian_width

import click
import msgspec

from events.errors import BellError, UnknownSessionError
from events.lazy_patterns import lazy_pattern

if TYPE_CHECKING:
    from events.store.protocol import EventStore
    from replay.posts.lines import ReadLine

T = TypeVar("T")
_UNSEEN: Final = lazy_pattern("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_MANY: Final = 4
_GAP: Final = 2
_LEAST: Final = 4  # the minimum width of a folded column


def clean_for_terminal(text: str) -> str:
    """Replace characters that control a terminal or change the text direction by U+FFFD."""
    return _UNSEEN.sub("\ufffd", text)


def say(text: str = "") -> None:
    """Print text for people on stdout."""
    click.echo(clean_for_terminal(text))


def warn(text: str) -> None:
    """Print a warning in one line on stderr."""
    click.echo(f"cloisterbell: {clean_for_terminal(' '.join(text.splitlines()))}", err=True)


def with_advice(error: BellError) -> str:
    """Return the message of an error. If a session was not found, it says how to list the sessions."""
    is_session = isinstance(error, UnknownSessionError) and str(error).startswith("session ")
    return f"{error}. `cloisterbell list` shows the sessions" if is_session else str(error)


def write_text(text: str) -> None:
    """Write text unchanged as UTF-8 on stdout, for programs; for a terminal, replace control characters."""
    write_bytes((text if text.endswith("\n") else f"{text}\n").encode("utf-8", "replace"))


def write_bytes(block: bytes) -> None:
    """Write bytes of a file unchanged on stdout; for a terminal, replace control characters."""
    is_terminal = sys.stdout.isatty()
    click.echo(clean_for_terminal(block.decode().replace("\r\n", "\n")) if is_terminal else block, nl=False)


def write_json(value: Any) -> None:
    """Write a value as indented JSON on stdout."""
    write_text(msgspec.json.format(msgspec.json.encode(value)).decode())


def plural(count: int, what: str) -> str:
    """Return `1 line`, `2 lines`, `2 entries` and so on."""
    many = {"entry": "entries", "state hash": "state hashes"}.get(what, f"{what}s")
    return f"{count} {what if count == 1 else many}"


def with_progress(items: Iterable[T], doing: str, total: int, least: int = _MANY) -> Iterator[T]:
    """Yield the items, with a progress bar if stderr is a terminal and there are at least `least` items."""
    if total < least or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console  # noqa: PLC0415  # needed only for a bar
    from rich.progress import track as bar  # noqa: PLC0415  # as above

    yield from bar(items, doing, total, console=Console(stderr=True), transient=True)


def checkpoint(store: "EventStore", session: str) -> str:
    """Return the checkpoint of a session's last entry, as posts and `verify` use it."""
    head = store.head(session)
    return f"{head.seq}:{head.hex[:32]}"


def print_signed(head: str) -> None:
    """Print the signed checkpoint `head` of a log; nothing if it is "", because the server does not sign."""
    if head:
        say(f"signed checkpoint {head}")


def status_word(line: "ReadLine") -> str:
    """Return the status of a line of a post for people: ok, chat, question, illegal, or accepted."""
    return "accepted" if line.kept else line.status


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table, folded to the width of the terminal if there is one."""
    from shutil import get_terminal_size  # noqa: PLC0415  # needed only for tables

    screen = get_terminal_size().columns if sys.stdout.isatty() else 0
    plain = [[clean_for_terminal(cell).replace("\n", " ") for cell in row] for row in rows]
    first, *others = table_lines(headings, plain, screen)
    click.echo(click.style(first, bold=True))
    for line in others:
        click.echo(line)


def table_lines(headings: Sequence[str], rows: Sequence[Sequence[str]], screen: int) -> Iterator[str]:
    """Yield the lines of a table, headings first; a `screen` of 0 means no limit."""
    widths = [max(map(_width, column)) for column in zip(headings, *rows, strict=True)]
    while screen and sum(widths) + _GAP * (len(widths) - 1) > screen and max(widths) > _LEAST:
        widths[widths.index(max(widths))] -= 1
    for row in (headings, *rows):
        folded = [list(_folded(cell, width)) for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*folded, fillvalue=""):
            cells = (part + " " * (width - _width(part)) for part, width in zip(parts, widths, strict=True))
            yield (" " * _GAP).join(cells).rstrip()


def _folded(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if _width(joined) <= width:
            line = joined
            continue
        if line:
            yield line
        line = ""
        for letter in word:
            if _width(line + letter) > width:
                yield line
                line = ""
            line += letter
    yield line


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(0 if combining(each) else 1 + (east_asian_width(each) in "WF") for each in text)
