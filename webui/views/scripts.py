"""The static scripts: the modules that each imports, and the same as one text."""

import re
from functools import cache
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Final

from events.lazy_patterns import lazy_pattern

_STATIC: Final = files("webui") / "static"
_IMPORT: Final = lazy_pattern(r'(?m)^import \{(?P<names>[\w$,\s]+)\} from "(?P<path>\.[\w./-]+\.js)";$')
_LAZY: Final = lazy_pattern(r'\bimport\("(?P<path>\.[\w./-]+\.js)"\)')
_EXPORT: Final = lazy_pattern(r"(?m)^export (?=(?:(?:async )?function|const|class) (?P<name>[\w$]+))")


@cache
def modules(name: str) -> tuple[str, ...]:
    """Return the modules that the static script `name` loads, each after the modules that it imports itself."""
    return _found(name, _IMPORT)


def _found(name: str, *imports: re.Pattern[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for imported in (one for pattern in imports for one in pattern.finditer(_source(name))):
        path = _path(name, imported)
        found.update(dict.fromkeys((*_found(path, *imports), path)))
    return tuple(found)


@cache
def joined(name: str) -> str:
    """Return a static script as one text with its modules inside, also those that it loads later.

    Each module runs once.
    """
    return "".join(map(_as_function, _found(name, _IMPORT, _LAZY))) + _without_imports(name)


def _source(name: str) -> str:
    return (_STATIC / name).read_text("utf-8")


def _path(name: str, imported: re.Match[str]) -> str:
    return normpath(join(dirname(name), imported["path"]))


def _as_function(name: str) -> str:
    text = _without_imports(name)
    names = ", ".join(found["name"] for found in _EXPORT.finditer(text))
    return f"const {_constant(name)} = (() => {{\n{_EXPORT.sub('', text)}return {{ {names} }};\n}})();\n"


def _without_imports(name: str) -> str:
    text = _LAZY.sub(lambda one: f"Promise.resolve({_constant(_path(name, one))})", _source(name))
    return _IMPORT.sub(lambda one: f"const {{{one['names']}}} = {_constant(_path(name, one))};", text)


def _constant(name: str) -> str:
    return "module_" + re.sub(r"\W", "_", name.removesuffix(".js"))
