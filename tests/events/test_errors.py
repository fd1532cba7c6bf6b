"""The codes of errors: programs and tests know an error by its code, so that a message can change."""

import re
from collections.abc import Iterator

import replay.archives.authors
import replay.corrections.plan  # it declares an error
from events.errors import BellError


def kinds(kind: type[BellError]) -> Iterator[type[BellError]]:
    yield kind
    for narrower in kind.__subclasses__():
        yield from kinds(narrower)


def test_each_error_has_a_code_of_its_own() -> None:
    found = {kind: kind.code for kind in kinds(BellError) if not kind.__module__.startswith("tests")}
    assert replay.archives.authors.UnknownAuthorsError in found
    assert len(set(found.values())) == len(found) > 12
    assert [code for code in found.values() if not re.fullmatch("[a-z]+(-[a-z]+)*", code)] == []
