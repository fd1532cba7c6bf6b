"""The rules of a game that no code stands for, read from its RULES.md as a person reads it."""

import re
from typing import Final

from projections.shelf import shelf

_NO_CODE: Final = re.compile(r"^\| ([A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}) \| ([^|]{12,}) \|$", re.MULTILINE)


def bare_rules(slug: str) -> dict[str, str]:
    return dict(_NO_CODE.findall(shelf()[slug].meta.folder.joinpath("RULES.md").read_text(encoding="utf-8")))
