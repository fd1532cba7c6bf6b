"""Check for refused calls, and functions that always fail."""

from collections.abc import Callable
from typing import NoReturn, ParamSpec, TypeVar

import pytest

P = ParamSpec("P")
Error = TypeVar("Error", bound=Exception)


def refuses(
    error: type[Error] | tuple[type[Error], ...], says: str, act: Callable[P, object], /, *args: P.args, **how: P.kwargs
) -> Error:
    """Check that a call raises an error, optionally with these words, and return the error."""
    with pytest.raises(error, match=says or None) as caught:
        act(*args, **how)
    return caught.value


def failing(error: BaseException) -> Callable[..., NoReturn]:
    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    return fail
