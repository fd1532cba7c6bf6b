"""The address by which others reach the pages of a database, and the origins whose pages may frame some of them."""

import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from events.errors import RefusedError

_BASE: Final = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~-]+)*/?")
_LABEL: Final = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ORIGIN: Final = re.compile(
    rf"https?://(?:{_LABEL}(?:\.{_LABEL}){{0,9}}|\*(?:\.{_LABEL}){{2,9}})(?::[1-9][0-9]{{0,4}})?"
)
_MOST_ORIGINS: Final = 40


def leads_here_only(address: str) -> bool:
    """Whether an address leads nowhere but to the machine that opens it."""
    name = urlsplit(address).hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def check_base(base: str) -> str:
    """An address that others reach these pages by, without a slash at its end.

    Raises:
        RefusedError: it is none that can stand in a post of every format.
    """
    if not _BASE.fullmatch(base):
        raise RefusedError(f'"{base[:80]}" is no address like https://bell.example.org')
    return base.rstrip("/")


def check_origins(given: Iterable[str]) -> tuple[str, ...]:
    """The origins whose pages may frame positions: `https://forum.example.org`, or all below `https://*.example.org`.

    Raises:
        RefusedError: one of them is no such origin, or there are too many; names it.
    """
    found = tuple(dict.fromkeys(origin.lower().rstrip("/") for origin in given))
    for origin in found:
        if not _ORIGIN.fullmatch(origin):
            raise RefusedError(
                f'--frame: "{origin[:80]}" is no origin like https://forum.example.org or https://*.example.org; '
                "an origin has no path, and a star stands for what is before a whole domain"
            )
    if len(found) > _MOST_ORIGINS:
        raise RefusedError(f"--frame: {len(found)} origins; at most {_MOST_ORIGINS}")
    return found
