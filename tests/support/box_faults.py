"""Faults in a box file or an expansion of Time of the Daleks, with the refusals in `tests/texts/box-faults.txt`.

A line of that file names the file, a path in it and its JSON value; null removes the value. The refusal is below it.
"""

import copy
import json
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from places import TESTS

from events.errors import RefusedError
from projections.games.daleks.components.data_files import SHIPPED, read_box, read_expansion, shipped_file

FILE: Final[dict[str, Any]] = tomllib.loads(shipped_file())
MORE: Final[dict[str, Any]] = tomllib.loads(shipped_file("expansion"))


def changed(file: Mapping[str, Any], path: str, value: Any) -> Any:
    """Return a file with one value replaced, or removed if `value` is None."""
    found = copy.deepcopy(dict(file))
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = found
    for step in way:
        place = place.setdefault(step, {}) if isinstance(place, dict) else place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return found


def refusal(key: str) -> str:
    """Return how the file of a line is refused, or "" if it is accepted."""
    name, path, value = key.split(" ", 2)
    try:
        if name == "box":
            read_box(changed(FILE, path, json.loads(value)), "mine.toml")
        else:
            read_expansion(changed(MORE, path, json.loads(value)), "mine.toml", SHIPPED)
    except RefusedError as error:
        return str(error)
    return ""


def faults() -> list[str]:
    lines = (TESTS / "texts" / "box-faults.txt").read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("    ")]
