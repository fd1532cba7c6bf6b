"""A transcript with a mistake is recorded up to it, and each wrong line is reported."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice

import pytest
from long_runs import some_short
from mutations import mutations, original, outcome, play, short_mutations

from events.errors import NotationError
from events.facts import TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.posts.record import go_on, record_text
from replay.posts.transcript import without_slips
from replay.reading.timeline import Timeline

SHORT, LONG = 4, 40
HEAD = """game: keys
seats: tenth, thirteenth
edges: tenth=S, thirteenth=N
first: tenth
layout: rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby
"""
TEXT = f"""{HEAD}
== T1 tenth ==
D: ?
P: Kb b1 open (open)
M: >b1
== end ==
== T2 thirteenth ==
D: ?
P: nothing known
M: b9>c9
== end ==
hello
== T3 tenth ==
D: ?
== end ==
"""


@pytest.mark.parametrize("count", some_short([SHORT, LONG], lambda count: count == SHORT))
def test_every_slip_gives_a_report(count: int) -> None:
    for slip in islice((short_mutations if count == SHORT else mutations)(random.Random(count)), count):
        came = outcome(slip)
        assert came != "same log" or slip.kind in ("drop", "double", "swap", "seat"), (
            slip.file.name,
            slip.at,
            slip.kind,
        )


def test_a_changed_die_card_or_count_is_never_read_as_what_it_was() -> None:
    told = Counter[str]()
    for slip in short_mutations(random.Random(7)):
        if slip.kind not in ("die", "card", "count") or told[slip.kind] > 2:
            continue
        told[slip.kind] += 1
        now = play(slip.text)
        assert not now.done.whole or now.facts != original(slip.file).facts, (slip.file.name, slip.at)
        if min(told[kind] for kind in ("die", "card", "count")) > 2:
            break


def lines_of(done: Sequence[object]) -> list[tuple[int, str]]:
    return [(line.number, line.status) for line in done]  # type: ignore[attr-defined]  # each is a line


def test_reads_on_after_a_slip_and_records_nothing() -> None:
    done = record_text(MemoryStore(), shelf(), TEXT)
    assert (done.session, done.whole) == ("", False)
    assert lines_of(done.lines)[-1] == (14, "ask")
    assert (15, "ask") in lines_of(done.rest)
    assert [line.number for line in done.rest if line.is_settled][-1] == 19
    store = MemoryStore()
    assert not record_text(store, shelf(), TEXT).whole
    assert store.sessions() == []


def test_keeps_entries_before_a_slip_on_request() -> None:
    store = MemoryStore()
    done = record_text(store, shelf(), TEXT, partial=True)
    timeline = Timeline.read(store, shelf(), done.session, TABLE)
    assert timeline.last == done.seq
    assert [timeline.tell(seq) for seq in timeline.addresses][-1].startswith("Thirteenth")
    again = go_on(store, shelf(), done.session, "== T2 thirteenth ==\nP: Ky a7 what\n== end ==\n", partial=True)
    assert not again.whole
    assert Timeline.read(store, shelf(), done.session, TABLE).last == timeline.last


def test_reports_every_mistake_of_a_header() -> None:
    text, slips = without_slips(
        shelf(), f"{HEAD}dice: none\nfancy: 3\nfirst: tenth\n\n{TEXT.partition(chr(10) * 2)[2]}"
    )
    assert [slip.line for slip in slips] == [8, 7, 6]
    assert play(text).done.seq
    assert text.count("\n") == TEXT.count("\n") + 3


@pytest.mark.parametrize("text", ["game: whist\nseats: a, b\n\n", "seats: a, b\n\n", "hello\n", ""])
def test_refuses_a_header_without_a_game(text: str) -> None:
    with pytest.raises(NotationError):
        without_slips(shelf(), text)
