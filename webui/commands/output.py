"""The output of commands: text for people, plain text and JSON for programs, warnings on stderr."""

import re
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
import msgspec

if TYPE_CHECKING:
    from events.store.protocol import EventStore

T = TypeVar("T")
_UNSEEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_MANY: Final = 4


def clean_for_terminal(text: str) -> str:
    """Text that leaves a terminal alone: what steers one, or turns its writing about, becomes U+FFFD."""
    return _UNSEEN.sub("\ufffd", text)


def say(text: str = "") -> None:
    """Print text for people on stdout."""
    click.echo(clean_for_terminal(text))


def warn(text: str) -> None:
    """Print a warning in one line on stderr."""
    click.echo(f"cloisterbell: {clean_for_terminal(' '.join(text.splitlines()))}", err=True)


def write_text(text: str) -> None:
    """Write text for programs on stdout, as UTF-8 and as it is; a terminal gets it cleaned."""
    write_bytes((text if text.endswith("\n") else f"{text}\n").encode("utf-8", "replace"))


def write_bytes(block: bytes) -> None:
    """Write a part of a file on stdout, as it is; a terminal gets it cleaned."""
    is_terminal = sys.stdout.isatty()
    click.echo(clean_for_terminal(block.decode().replace("\r\n", "\n")) if is_terminal else block, nl=False)


def write_json(value: Any) -> None:
    """Write a value as JSON on stdout, indented."""
    write_text(msgspec.json.format(msgspec.json.encode(value)).decode())


def plural(count: int, what: str) -> str:
    """`1 line`, `2 lines`."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def with_progress(items: Iterable[T], doing: str, total: int, least: int = _MANY) -> Iterator[T]:
    """Yield the items one by one, with a bar on stderr if it is a terminal and there are at least so many."""
    if total < least or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console  # noqa: PLC0415  # what shows no bar does not wait for it
    from rich.progress import track as bar  # noqa: PLC0415  # as above

    yield from bar(items, doing, total, console=Console(stderr=True), transient=True)


def witness(store: "EventStore", session: str) -> str:
    """The witness of a session's last line, as it is posted and given to `verify`."""
    head = store.head(session)
    return f"{head.seq}:{head.hex[:32]}"


def print_signed(head: str) -> None:
    """Say the signed head of a log that is signed here."""
    if head:
        say(f"signed {head}")
