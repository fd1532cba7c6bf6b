"""The rules of a game that no code implements, and the code of a game as text."""

import re
from importlib.resources.abc import Traversable
from typing import Final

from players import SHELF

_NO_CODE: Final = re.compile(r"^\| ([A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}) \| ([^|]{12,}) \|$", re.MULTILINE)


def bare_rules(slug: str) -> dict[str, str]:
    return dict(_NO_CODE.findall(SHELF[slug].meta.folder.joinpath("RULES.md").read_text(encoding="utf-8")))


def code_of(folder: Traversable, within: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in folder.iterdir():
        if entry.is_dir():
            found |= code_of(entry, f"{within}{entry.name}/")
        elif entry.name.endswith(".py"):
            found[f"{within}{entry.name}"] = entry.read_text(encoding="utf-8")
    return found


def deciding_code(folder: Traversable) -> str:
    code = code_of(folder)
    del code["state/reducer.py"]
    assert len(code) > 50
    return "\n".join(code.values())
