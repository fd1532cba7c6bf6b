"""What to move on a physical table after a correction."""

import pytest
from recordings import recorded, timeline_of

from events.facts import ALL
from replay.corrections.plan import KEEP
from replay.corrections.ruling import rule
from replay.corrections.written_changes import read_changes
from replay.posts.samples import samples
from replay.reading.timeline import Timeline
from replay.replies.kit import kit_of
from replay.replies.markup import kit_text
from replay.replies.put_right import MOST, put_right


def corrected(slug: str, name: str, change: str) -> Timeline:
    """Correct a sample, if there is a change, and read it as a spectator."""
    session = recorded(next(one.text for one in samples(slug) if one.name == name))
    if change:
        meant = read_changes(timeline_of(session), change)
        rule(session, meant.changes[0].group, "fix", "so it was", by="moderator", changes=meant.changes, others=KEEP)
    return timeline_of(session, ALL)


def test_puts_and_takes_cards_and_numbers() -> None:
    assert put_right(corrected("risk", "mistakes", "OMIT 8.9"), 1)[:2] == (
        "take 1 card off Yellow's Territory Cards, now 1", "put 1 card on the Territory deck, now 38",
    )  # fmt: skip
    timeline = corrected("risk", "mistakes", "DUE 4.2\nINSERT 4.4: P: SEA+2")
    assert "put 2 on Southeast Asia, now 7" in put_right(timeline, 1)
    assert "On a table of cardboard:\n\n- put 2 on Southeast Asia, now 7" in kit_text(kit_of(timeline, 1), "text")


@pytest.mark.parametrize(("slug", "name", "change"), [("keys", "two-player", ""), ("risk", "mistakes", "DUE 4.2")])
def test_lists_nothing_if_the_board_stays_as_it_was(slug: str, name: str, change: str) -> None:
    timeline = corrected(slug, name, change)
    assert put_right(timeline, 1) == ()
    assert "cardboard" not in kit_text(kit_of(timeline, 1), "text")


def test_cuts_a_long_list() -> None:
    told = put_right(corrected("ccg", "mistakes", "OMIT 9.3"), 1)
    assert len(told) <= MOST + 1
    assert all(line.count("?") == 0 or "now" in line or "more" in line for line in told)
