"""Kinds of conduct: each says for itself whether a move written before it may not stand after it."""

from collections.abc import Iterator

import pytest

from events.conduct import CONDUCT, Adjusted, Remarked, TakenBack
from events.facts import Conduct, Passed, Rolled
from events.line import Entry
from replay.live.conflicts import news


def kinds(base: type[Conduct] = Conduct) -> Iterator[type[Conduct]]:
    """All kinds that are derived from it, also of others."""
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)


@pytest.mark.parametrize("kind", list(kinds()), ids=lambda kind: kind.__name__)
def test_each_kind_says_itself_whether_it_moves_the_board(kind: type[Conduct]) -> None:
    assert isinstance(vars(kind).get("moves_board"), bool), "neither inherited nor forgotten"
    assert kind in CONDUCT


def test_talk_and_bookkeeping_leave_the_board_as_it_is() -> None:
    """What the log of old has been read by since its first line; another kind of talk is added here."""
    assert {kind.__struct_config__.tag for kind in CONDUCT if not kind.moves_board} == {
        "posted", "remarked", "claimed", "flagged", "learned", "ordered", "looked", "triaged", "appointed",
        "takeback-asked", "takeback-answered", "dispute-opened", "ruled",
    }  # fmt: skip


def test_a_post_is_crossed_by_what_moves_the_board_alone() -> None:
    facts = [
        Remarked("black", "hm"), Passed("black"), Rolled("d6", 6, (1,), "a dare", "typed"),
        Adjusted("turn", "red", "y"), Remarked("red", "ha"), TakenBack(3),
    ]  # fmt: skip
    found = news([Entry(fact, seq=number, cause=2 if number == 3 else 0) for number, fact in enumerate(facts, 1)])
    assert [head.seq for head in found] == [2, 4, 6]
