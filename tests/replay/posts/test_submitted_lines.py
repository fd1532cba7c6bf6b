"""Each posted line is read once, and a line that became a move is not reported as unread."""

from pathlib import Path
from typing import Any

import pytest

from events.store.protocol import EventStore
from projections.notation.lines import FormNotation
from projections.shelf import shelf
from replay.posts.record import record_text

PEOPLE = Path(__file__).with_name("people")
PLACED = (("nell", "N: CAM+3"), ("osman", "T: SAF"))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_ready_of_the_seat_that_is_awaited_next_is_not_a_draft(store: EventStore, number: int) -> None:
    lines = (PEOPLE / f"ccg-{number}.txt").read_text().splitlines()
    until = [at for at, line in enumerate(lines, 1) if line == "READY"][3]
    done = record_text(store, shelf(), "\n".join([*lines[:until], "== end ==", ""]))
    assert (done.whole, done.drafts) == (True, ())


def test_the_only_line_of_a_post_is_read_once(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    head, _, _ = (PEOPLE / "risk-1.txt").read_text().partition("\n\n")
    read, known = list[str](), FormNotation.read

    def noted(notation: FormNotation[Any], text: str, position: Any, seat: str) -> object:
        read.append(text)
        return known(notation, text, position, seat)

    monkeypatch.setattr(FormNotation, "read", noted)
    posts = "\n".join(f"--- {seat}, Monday ---\n== T1 {seat} ==\n{line}\n== end ==" for seat, line in PLACED)
    assert record_text(store, shelf(), f"{head}\n\n{posts}\n").whole
    assert read == [line for _, line in PLACED]
