"""The static scripts: each is sent as one text with the modules that it imports inside."""

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
def names() -> frozenset[str]:
    """Return the names of the scripts that pages load. The files in folders are only their modules."""
    return frozenset(one.name for one in _STATIC.iterdir() if one.name.endswith(".js"))


def _found(name: str, *imports: re.Pattern[str]) -> tuple[str, ...]:
    """Return the modules that a script imports, each after the modules that it imports itself."""
    found: dict[str, None] = {}
    for imported in (one for pattern in imports for one in pattern.finditer(_source(name))):
        path = _path(name, imported)
        found.update(dict.fromkeys((*_found(path, *imports), path)))
    return tuple(found)


@cache
def joined(name: str, *, whole: bool = False) -> str:
    """Return a static script as one text with its modules inside; with `whole`, also those that it loads later.

    Each module runs once in a text. A module that is loaded later has modules of its own, so these keep no state.
    """
    patterns = (_IMPORT, _LAZY) if whole else (_IMPORT,)
    modules = "".join([_as_function(module, whole=whole) for module in _found(name, *patterns)])
    return modules + _without_imports(name, whole=whole)


def _source(name: str) -> str:
    return (_STATIC / name).read_text("utf-8")


def _path(name: str, imported: re.Match[str]) -> str:
    return normpath(join(dirname(name), imported["path"]))


def _as_function(name: str, *, whole: bool) -> str:
    text = _without_imports(name, whole=whole)
    names = ", ".join(found["name"] for found in _EXPORT.finditer(text))
    return f"const {_constant(name)} = (() => {{\n{_EXPORT.sub('', text)}return {{ {names} }};\n}})();\n"


def _without_imports(name: str, *, whole: bool) -> str:
    text = _source(name)
    if whole:
        text = _LAZY.sub(lambda one: f"Promise.resolve({_constant(_path(name, one))})", text)
    return _IMPORT.sub(lambda one: f"const {{{one['names']}}} = {_constant(_path(name, one))};", text)


def _constant(name: str) -> str:
    return "module_" + re.sub(r"\W", "_", name.removesuffix(".js"))
