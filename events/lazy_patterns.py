"""Regular expressions that are compiled at their first use, so that a command compiles only those that it needs."""

import re
from typing import Any, AnyStr, Final, Generic, cast

_METHODS: Final = ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn")


class LazyPattern(Generic[AnyStr]):
    """A regular expression that is compiled when one of its methods is first used."""

    def __init__(self, pattern: AnyStr, flags: int) -> None:
        self.pattern: AnyStr = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        """Compile the pattern and keep its methods, so that they are found directly from now on."""
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self.flags)
        self.__dict__.update({method: getattr(compiled, method) for method in _METHODS})
        return self.__dict__[name]


def lazy_pattern(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a regular expression for a constant of a module."""
    return cast("re.Pattern[AnyStr]", LazyPattern(pattern, flags))
