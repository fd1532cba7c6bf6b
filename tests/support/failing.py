"""A function that fails, for the place of another."""

from collections.abc import Callable
from typing import NoReturn


def failing(error: BaseException) -> Callable[..., NoReturn]:
    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    return fail
