"""The parts of a page in one file: styles with fonts, scripts, compressed data, and its security policy.

The policy lists the digest of every script and style, so the browser runs no others. The page loads nothing.
"""

import gzip
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Final, NamedTuple

import msgspec

from events.lazy_patterns import lazy_pattern
from webui.views.scripts import joined

_STATIC: Final = files("webui") / "static"
_FONT: Final = lazy_pattern(r'url\("\.\./(?P<name>[\w.-]+\.woff2)"\)')
_ACCENT: Final = lazy_pattern("[\u00a1-\u00b6\u00b8-\u00d6\u00d8-\u1fff]")
_ENDS: Final = lazy_pattern("</(?:script|style)|<!--", re.IGNORECASE)
_SUM: Final = 8
"""The number of hex digits of a line's checksum: enough to find accidental changes, but not deliberate changes."""


class Policy(NamedTuple):
    """The content security policy of a page with these scripts and styles."""

    scripts: Sequence[str]
    styles: Sequence[str]

    def __str__(self) -> str:
        scripts, styles = (" ".join(map(_digest, texts)) for texts in self)
        return (
            f"default-src 'none'; script-src {scripts}; style-src {styles}; font-src data:; img-src data:; "
            "base-uri 'none'; form-action 'none'"
        )


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@cache
def script(name: str) -> str:
    """Return a static script as one text with all its modules inside."""
    return closed(joined(name, whole=True))


def has_accents(*texts: str) -> bool:
    """Return whether texts have letters that only the fonts for accents have."""
    return any(map(_ACCENT.search, texts))


@cache
def style(name: str, *, accents: bool = False) -> str:
    """Return a static stylesheet with its fonts inside, so that the browser shows no text without them."""
    lines = (_STATIC / name).read_text("utf-8").splitlines(keepends=True)
    text = "".join([line for line in lines if accents or "Accents." not in line])
    text = text.replace("font-display: optional", "font-display: block")
    return closed(_FONT.sub(lambda found: f'url("{data_address(found["name"], "font/woff2")}")', text))


@cache
def data_address(name: str, mimetype: str) -> str:
    """Return a static file as a `data:` address."""
    return f"data:{mimetype};base64,{b64encode((_STATIC / name).read_bytes()).decode()}"


def closed(text: str) -> str:
    """Return a script or style unchanged, for use inside a page; raise ValueError if an end tag or comment is in it."""
    if found := _ENDS.search(text):
        raise ValueError(f'a script or style of a page must not contain "{found[0]}"')
    return text


def shown(text: str) -> str:
    """Escape a text for the inside of an element. Quotation marks stay, because a log has many of them."""
    return escape(text, quote=False)


def packed(parts: Mapping[str, bytes]) -> str:
    """Return one text with all `parts` (JSON texts by name), compressed and encoded as base64."""
    whole = msgspec.json.encode({name: msgspec.Raw(part) for name, part in parts.items()})
    return b64encode(gzip.compress(whole, 9, mtime=0)).decode()


def sums(lines: Sequence[str]) -> str:
    """Return a short checksum of each line, concatenated, to find accidental changes."""
    return "".join(sha256(line.encode()).hexdigest()[:_SUM] for line in lines)
