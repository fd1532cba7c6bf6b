"""Golden texts: what people read of events, findings, turns and boards, in files of `tests/texts`.

`python tests/support/golden_texts.py` writes the files again. A commit that changes them contains only the cause of the
change. The help of all commands is in the generated page of commands.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from box_faults import faults, refusal
from game_texts import TABLES, board_texts, told_again, turn_texts
from places import TESTS
from recorded_cases import audited, cases, slugs
from recordings import SAMPLES, recording

from events.events import ALL
from replay.turn_summaries.turn_summary import build_turn_summary

FOLDER: Final = TESTS / "texts"


def texts_of(kind: str, key: str) -> list[str]:
    """Return the golden texts of one case or sample."""
    return list(_file(FOLDER / f"{kind}.txt").get(key, ()))


@cache
def _file(path: Path) -> Mapping[str, Sequence[str]]:
    """Parse a golden file: a line with a key, and below it the texts, each indented by four spaces."""
    found = defaultdict[str, list[str]](list)
    key = ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("    "):
            found[key].append(line[4:])
        else:
            key = line
    return found


def turn_summary(name: str) -> list[str]:
    """Return the summary of a sample's last turn: what happened, the totals, and who moves next."""
    summary = build_turn_summary(recording(name).seen_by(ALL))
    return [*summary.told, *summary.totals, *filter(None, [summary.standing])]


def _write(kind: str, texts: Mapping[str, Sequence[str]]) -> None:
    rows = (row for key, some in texts.items() if some for row in (key, *(f"    {text}" for text in some)))
    (FOLDER / f"{kind}.txt").write_text("".join(f"{row}\n" for row in rows), "utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    told = {case.key: audited(case) for slug in slugs() for case in cases(slug)}
    _write("findings", {key: one.findings for key, one in told.items()})
    _write("refusals", {key: one.refusals for key, one in told.items()})
    for game in TABLES:
        _write(f"sentences-{game}", told_again(game))
    _write("box-faults", {key: [refusal(key)] for key in faults()})
    _write("turns", turn_texts())
    _write("boards", board_texts())
    _write("turn-summaries", {name: turn_summary(name) for name in SAMPLES})
