"""Unknown dice are written as `?`: their results are recorded and listed as not checked."""

import re

import pytest
from mutations import play, transcripts

from events.facts import TABLE, Rolled
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.posts.export_text import transcript_of
from replay.posts.record import record_text
from replay.reading.timeline import Timeline

FILES = {file.name: file.read_text("utf-8") for file in transcripts()}
BATTLE = FILES["rulebook-battle.txt"].replace("(6 3 1 : 4 2)", "(?)").replace("(6 3 1 : 4 3)", "(?)")
ADVENTURE = re.sub(
    r"^(?:(ROLL: ).*|(?:AGAIN|FACE): .*)$", lambda line: f"{line[1]}?" if line[1] else "", FILES["rulebook-help.txt"],
    flags=re.MULTILINE,
)  # fmt: skip


@pytest.mark.parametrize("text", [BATTLE, ADVENTURE], ids=["battle", "adventure"])
def test_records_results_of_unknown_dice_as_not_checked(text: str) -> None:
    played = play(text)
    assert played.done.whole
    assert [rule for level, rule in played.found if level == "violation"] == []
    (reason,) = (each for each in played.report.unchecked if "nobody wrote down" in each)
    assert reason.startswith("moves that hang on something unknown: what fell for ")


@pytest.mark.parametrize("text", [BATTLE, ADVENTURE], ids=["battle", "adventure"])
def test_the_notation_export_says_so_again(text: str) -> None:
    store = MemoryStore()
    done = record_text(store, shelf(), text)
    told = transcript_of(Timeline.read(store, shelf(), done.session, TABLE))
    played = play(told)
    assert played.done.whole
    facts = [entry.fact for entry in Timeline.read(store, shelf(), done.session, TABLE).entries]
    rolls = [fact for fact in facts if isinstance(fact, Rolled)]
    assert [fact for fact in played.facts if isinstance(fact, Rolled)] == rolls


@pytest.mark.parametrize("line", ["R: 3 (?) -D2 x", "R: 3 (roll)"])
def test_asks_for_dice_without_results(line: str) -> None:
    played = play(BATTLE.replace("R: 3 (?) -D2 x", line))
    assert played.done.whole is ("?" in line)
