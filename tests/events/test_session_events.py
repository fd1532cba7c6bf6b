"""Kinds of session events: each defines its own properties and has a sentence; errors: each has a code."""

import re
from collections.abc import Iterator
from typing import TypeVar, get_args

import pytest
from golden import session_events_in_golden_lines

import replay.corrections.plan  # it declares an error
import replay.importing.archive
from events import session_events as s
from events.entry import Entry
from events.errors import BellError
from events.events import UNKNOWN, Passed, Rolled, SessionEvent
from replay.reading.session_event_text import session_event_sentence
from replay.session.conflicts import position_changes

T = TypeVar("T")


def kinds(base: type[T]) -> Iterator[type[T]]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)


every_kind = pytest.mark.parametrize("kind", list(kinds(SessionEvent)), ids=lambda kind: kind.__name__)


@every_kind
def test_each_kind_is_listed_and_has_a_sentence(kind: type[SessionEvent]) -> None:
    assert kind in s.SESSION_EVENTS
    assert kind in get_args(s.AnySessionEvent)
    for event in session_events_in_golden_lines(kind):
        assert session_event_sentence(event).endswith((".", "!", "?")) or ": " in session_event_sentence(event)
        assert kind.__name__ not in session_event_sentence(event).split()


def test_sentences_omit_the_placeholder_of_private_text() -> None:
    for event in (
        s.Posted(author="black", text=UNKNOWN), s.Remarked(author="black", text=UNKNOWN),
        s.Noted("black", UNKNOWN, UNKNOWN, UNKNOWN, "black -alone"), s.Claimed("black", "moon", UNKNOWN),
        s.ItemRevealed(7, "cards", 0, "black", UNKNOWN), s.DisputeOpened(author="black", line=7, claim=UNKNOWN),
        s.HiddenInfoProbe("moderator", "black", UNKNOWN, ""),
    ):  # fmt: skip
        assert UNKNOWN not in session_event_sentence(event)


def test_each_kind_of_session_event_has_its_properties() -> None:
    assert {kind.__struct_config__.tag for kind in s.SESSION_EVENTS if not kind.moves_board} == {
        "posted", "remarked", "claimed", "flagged", "learned", "ordered", "looked", "triaged", "appointed",
        "takeback-asked", "takeback-answered", "dispute-opened", "ruled", "remedy-proposed", "remedy-answered",
        "compensated", "house-ruled", "claim-published", "noted", "tried", "host-key", "end-proposed", "end-answered",
        "resignation-policy", "trust-policy", "recorded-unasked", "post-origin",
    }  # fmt: skip
    assert tags("is_undone") == {"adjusted", "skipped", "again", "flagged"}
    assert tags("is_by_hand") == {"adjusted", "skipped"}
    assert tags("turns_back") == {"taken-back", "unsealed"}
    assert tags("is_news") == {
        "taken-back", "adjusted", "skipped", "ruled", "dispute-opened", "flagged", "held", "unsealed",
        "remedy-proposed", "remedy-answered", "compensated", "house-ruled", "claim-published", "host-key",
        "resigned", "end-proposed", "end-answered", "closed", "reopened", "trust-policy",
    }  # fmt: skip
    assert tags("speaker") == {
        "posted", "remarked", "claimed", "ordered", "takeback-asked", "takeback-answered", "dispute-opened",
        "remedy-proposed", "remedy-answered", "noted", "resigned", "end-proposed", "end-answered", "recorded-unasked",
        "post-origin",
    }  # fmt: skip


def tags(name: str) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in s.SESSION_EVENTS if getattr(kind, name)}


def test_only_changes_of_the_position_cross_a_post() -> None:
    events = [
        s.Remarked("black", "hm"), Passed("black"), Rolled("d6", 6, (1,), "a dare", "typed"),
        s.Adjusted("turn", "red", "y"), s.Remarked("red", "ha"), s.TakenBack(3),
    ]  # fmt: skip
    entries = [Entry(event, seq=number, cause=2 * (number == 3)) for number, event in enumerate(events, 1)]
    found = position_changes(entries)
    assert [head.seq for head in found] == [2, 4, 6]


def test_each_error_has_a_code_of_its_own() -> None:
    every: list[type[BellError]] = [BellError, *kinds(BellError)]
    found = {kind: kind.code for kind in every if not kind.__module__.startswith("tests")}
    assert replay.importing.archive.UnknownAuthorsError in found
    assert len(set(found.values())) == len(found) > 12
    assert [code for code in found.values() if not re.fullmatch("[a-z]+(-[a-z]+)*", code)] == []
