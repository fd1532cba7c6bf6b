"""Templates and addresses are compiled once for all the apps that a test run makes."""

from collections.abc import Callable
from types import CodeType
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

Builder = Callable[..., tuple[str, str]]


class Compiled(BytecodeCache):
    """Compiled templates by name and source."""

    def __init__(self) -> None:
        self.codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self.codes[bucket.key, bucket.checksum] = bucket.code


class SharedRule(Rule):
    """A rule of the URL map that takes over what an equal one of another app has compiled to build addresses."""

    builders: dict[Any, Builder] = {}  # noqa: RUF012  # it is shared

    def _compile_builder(self, append_unknown: bool = True) -> Builder:  # noqa: FBT001, FBT002  # as Werkzeug has it
        key = (tuple(self._trace), f"{self.defaults}", append_unknown)
        found = self.builders.get(key)
        if found is None:
            found = self.builders[key] = super()._compile_builder(append_unknown)
        return found


def share_compiled() -> None:
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}
    Flask.url_rule_class = SharedRule
