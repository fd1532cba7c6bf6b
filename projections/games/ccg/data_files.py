"""How a card file is read: what ships, and a table's own.

A card file has the tables `card`, by id, and `starter`, decks made of them; `cards` says what a card is made of.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, TypeVar

import msgspec

from events.errors import RefusedError
from projections.games.ccg.cards import WATCHERS, ZONES, Card, CardSet, Starter, time_card

__all__ = ["SHIPPED", "parse_cards", "read_cards", "shipped_file"]

T = TypeVar("T")

_TABLES: Final = ("card", "starter")
_MOST: Final = {"card": 1000, "starter": 50}
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


def shipped_file() -> str:
    """The card file that ships, as TOML."""
    return resources.files("projections.games.ccg").joinpath("data/cards.toml").read_text("utf-8")


def read_cards(given: Any, where: str) -> CardSet:
    """A card set from parsed TOML or JSON.

    Raises:
        RefusedError: with the path to the fault in the file `where`, and what is allowed.
    """
    if not isinstance(given, Mapping):
        raise RefusedError(f"{where}: a card file has the tables card and starter")
    if unknown := set(given) - set(_TABLES):
        raise RefusedError(f"{where}: {min(map(str, unknown))[:40]}: there are card and starter, no other")
    cards = CardSet(card=_rows(given, "card", Card, where), starter=_rows(given, "starter", Starter, where))
    for needed in (*WATCHERS.values(), *map(time_card, ZONES)):
        if needed not in cards.card:
            raise RefusedError(f"{where}: card.{needed}: this card is in every card file")
    return cards


def parse_cards(text: bytes | str, where: str) -> CardSet:
    """A card set from the text of a JSON file, as a session pins it. Raises `RefusedError` as `read_cards` does."""
    try:
        return read_cards(msgspec.json.decode(text), where)
    except msgspec.DecodeError as error:
        raise RefusedError(f"{where}: {error}") from error


def _rows(given: Mapping[str, Any], kind: str, row: type[T], where: str) -> dict[str, T]:
    rows = given.get(kind, {})
    if not isinstance(rows, Mapping):
        raise RefusedError(f"{where}: {kind}: a table by id is needed")
    if len(rows) > _MOST[kind]:
        raise RefusedError(f"{where}: {kind}: {len(rows)} rows; {_MOST[kind]} are the most")
    found: dict[str, T] = {}
    for name, fields in rows.items():
        if not isinstance(name, str) or not _ID.fullmatch(name):
            raise RefusedError(
                f"{where}: {kind}.{str(name)[:40]}: an id is small letters, digits and hyphens, 32 at most"
            )
        try:
            found[name] = msgspec.convert(fields, row)
        except msgspec.ValidationError as error:
            raise RefusedError(f"{where}: {kind}.{name}: {error}") from error
    return found


@cache
def _shipped() -> CardSet:
    return read_cards(tomllib.loads(shipped_file()), "data/cards.toml")


SHIPPED: Final = _shipped()
"""The cards that ship; a table's own file takes their place."""
