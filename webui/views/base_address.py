"""The public address of the pages, and the origins whose pages may frame some of them."""

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern

_BASE: Final = lazy_pattern(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~-]+)*/?")
_LABEL: Final = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ORIGIN: Final = lazy_pattern(
    rf"https?://(?:{_LABEL}(?:\.{_LABEL}){{0,9}}|\*(?:\.{_LABEL}){{2,9}})(?::[1-9][0-9]{{0,4}})?"
)
_MOST_ORIGINS: Final = 40


def leads_here_only(address: str) -> bool:
    """Return whether a web address works only in a browser on this machine, such as `http://127.0.0.1`."""
    name = urlsplit(address).hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def served_address(base: str, host: str, port: int) -> str:
    """Return the address of a server: its public one, or its host and port; "" if it listens on all of its hosts."""
    try:
        is_everywhere = ip_address(host).is_unspecified
    except ValueError:
        is_everywhere = False
    at = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    return base.rstrip("/") or ("" if is_everywhere else at)


def check_base(base: str) -> str:
    """Return the public address of the pages without a final slash; refuse an address that a post cannot contain."""
    if not _BASE.fullmatch(base):
        raise RefusedError(f'"{base[:80]}" is not a web address such as https://bell.example.org')
    return base.rstrip("/")


def check_origins(given: Iterable[str]) -> tuple[str, ...]:
    """Check and return the origins that may show positions in a frame. `https://*.example.org`: all subdomains."""
    found = tuple(dict.fromkeys(origin.lower().rstrip("/") for origin in given))
    for origin in found:
        if not _ORIGIN.fullmatch(origin):
            raise RefusedError(
                f'--frame: "{origin[:80]}" is not an origin such as https://forum.example.org or https://*.example.org.'
                " An origin has no path, and a star can only replace the first part of the host name"
            )
    if len(found) > _MOST_ORIGINS:
        raise RefusedError(f"--frame was given {len(found)} times; at most {_MOST_ORIGINS} origins are allowed")
    return found
