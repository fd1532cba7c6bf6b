"""Which program wrote a page: with a change of code, template or style, addresses that are kept for ever become new."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

__all__ = ["stamp"]

_PACKAGES: Final = ("events", "projections", "replay", "webui")
_KINDS: Final = frozenset({".css", ".html", ".js", ".py", ".svg", ".toml", ".ttf"})


@cache
def stamp() -> str:
    """Eight hex digits over all that a page is made from."""
    root = Path(__file__).parent.parent
    found = sha256()
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*")):
            if path.suffix in _KINDS:
                found.update(f"{path.relative_to(root).as_posix()}\n".encode())
                found.update(path.read_bytes())
    return found.hexdigest()[:8]
