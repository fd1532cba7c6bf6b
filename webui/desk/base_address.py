"""The address by which others reach the pages of a database."""

import re
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from events.errors import RefusedError

_BASE: Final = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~-]+)*/?")


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
