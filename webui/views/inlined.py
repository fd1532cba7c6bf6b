"""The parts of a page that is one file: styles with their fonts, scripts as they ship, data packed small, its policy.

A browser lets a script or a style of such a page act only if it is, byte for byte, one whose digest stands in the
page's policy; nothing else runs in it, and nothing is asked of anybody.
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

_STATIC: Final = files("webui") / "static"
_FONT: Final = re.compile(r'url\("(?P<name>[\w.-]+\.woff2)"\)')
_IMPORT: Final = re.compile(r'(?m)^import \{ (?P<names>[\w, ]+) \} from "\./(?P<module>[\w-]+\.js)";$')
_EXPORT: Final = re.compile(r"(?m)^export (?=(?:async )?function|const|class)")
_ENDS: Final = re.compile("</(?:script|style)|<!--", re.IGNORECASE)
_SUM: Final = 8
"""The hex digits of the sum of one line: enough for a slip, and no proof against anybody."""


class Policy(NamedTuple):
    """What may act in a page: these scripts and these styles."""

    scripts: Sequence[str]
    styles: Sequence[str]

    def __str__(self) -> str:
        """The policy as a browser reads it."""
        scripts, styles = (" ".join(map(_digest, texts)) for texts in self)
        return (
            f"default-src 'none'; script-src {scripts}; style-src {styles}; font-src data:; img-src data:; "
            "base-uri 'none'; form-action 'none'"
        )


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@cache
def script(name: str) -> str:
    """A script that ships, with the modules that it imports in it."""
    text = (_STATIC / name).read_text("utf-8")
    return closed(_IMPORT.sub(lambda found: _module(found["module"], found["names"]), text))


def _module(name: str, names: str) -> str:
    text = _EXPORT.sub("", script(name))
    return f"const {{ {names} }} = (() => {{\n{text}return {{ {names} }};\n}})();"


@cache
def style(name: str) -> str:
    """A style that ships, with the fonts that it names in it; what lies in the page is waited for."""
    text = (_STATIC / name).read_text("utf-8").replace("font-display: optional", "font-display: block")
    return closed(_FONT.sub(lambda found: f'url("{data_address(found["name"], "font/woff2")}")', text))


@cache
def data_address(name: str, mimetype: str) -> str:
    """A file that ships, as an address that holds it."""
    return f"data:{mimetype};base64,{b64encode((_STATIC / name).read_bytes()).decode()}"


def closed(text: str) -> str:
    """A script or style that can stand in a page: nothing in it ends the element that it stands in.

    Raises:
        ValueError: something does.
    """
    if found := _ENDS.search(text):
        raise ValueError(f'a script or style of a page may not hold "{found[0]}"')
    return text


def shown(text: str) -> str:
    """A text as it stands in an element; quotes stay as they are, for a log has many."""
    return escape(text, quote=False)


def packed(parts: Mapping[str, bytes]) -> str:
    """Texts in JSON under their names, packed; letters, digits, `+`, `/` and `=` alone, whatever they hold."""
    whole = msgspec.json.encode({name: msgspec.Raw(part) for name, part in parts.items()})
    return b64encode(gzip.compress(whole, 9, mtime=0)).decode()


def sums(lines: Sequence[str]) -> str:
    """A short sum of each line, one behind the other, so that a line that was changed by mistake is found."""
    return "".join(sha256(line.encode()).hexdigest()[:_SUM] for line in lines)
