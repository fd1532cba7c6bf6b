"""How a box file is read: what ships, and a table's own."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any, Final

import msgspec

from events.errors import RefusedError
from projections.games.daleks.box import Box

__all__ = ["SHIPPED", "parse_box", "read_box", "shipped_file"]


def shipped_file() -> str:
    """The box file that ships, as TOML."""
    return resources.files("projections.games.daleks").joinpath("data/box.toml").read_text("utf-8")


def read_box(given: Any, where: str) -> Box:
    """A box from parsed TOML or JSON.

    Raises:
        RefusedError: with the path to the fault in the file `where`, and what is allowed.
    """
    try:
        return msgspec.convert(given, Box)
    except msgspec.ValidationError as error:
        raise RefusedError(f"{where}: {error}") from error


def parse_box(text: bytes | str, where: str) -> Box:
    """A box from the text of a JSON file, as a session pins it. Raises `RefusedError` as `read_box` does."""
    try:
        given = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RefusedError(f"{where}: {error}") from error
    return read_box(given, where)


@cache
def _shipped() -> Box:
    return read_box(tomllib.loads(shipped_file()), "data/box.toml")


SHIPPED: Final = _shipped()
"""The box that ships; a table's own file takes its place."""
