"""The address by which others reach the pages of a database."""

import re
from typing import Final

from events.errors import RefusedError

_BASE: Final = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~-]+)*/?")


def check_base(base: str) -> str:
    """An address that others reach these pages by, without a slash at its end.

    Raises:
        RefusedError: it is none that can stand in a post of every format.
    """
    if not _BASE.fullmatch(base):
        raise RefusedError(f'"{base[:80]}" is no address like https://bell.example.org')
    return base.rstrip("/")
