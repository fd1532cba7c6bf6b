"""Private texts of a seat change no output for other viewers, in two sessions that differ only in these texts."""

from collections.abc import Iterator

import pytest
from exports import exported
from long_runs import some_short
from people import Table
from players import GAMES, START_MS
from spectator import spectator_outputs, without_hashes

from events.events import ALL
from events.store.accounts import MODERATOR, SEAT
from events.store.settings import Settings
from replay.exporting.formats import FORMATS
from replay.posts import door
from replay.posts.approved_phrases import confirmed
from replay.posts.paste import Pasted, Poster
from replay.turn_summaries.notices import due_notices
from replay.turn_summaries.turn_summary import build_turn_summary

SEATS = ("black", "yellow", "red")
OURS = ("I bluff with nothing", "He looked at my cards", "the third one is ours", GAMES["risk"].orders.examples[1])
THEIRS = ("I hold every card of", "We all agreed on this", "nobody saw it, I know", GAMES["risk"].orders.examples[2])
PAGES = (
    "", "{last}", "{last}.txt", "{last}.json", "notes", "export.jsonl", "export.csv", "steps/outline.json", "audit",
    "audit.json", "summary", "feed.atom", "dice", "turn", "{dare}/ruling", "{dare}/takeback",
)  # fmt: skip


def world(texts: tuple[str, ...]) -> Table:
    """A session in which Black has written these for itself, for the judge, for later, and for the tower."""
    table = Table(GAMES, "private", 5, slug="risk", seats=SEATS)
    seat = next(one for one in SEATS if one not in table.session.status.awaited)
    alone, judge, later, order = texts
    for line in (
        f"NOTE #0 for alone: {alone}", f"DISPUTE #{table.last} for judge: {judge}", f"NOTE #9 for after: {later}",
        f"ORDER {seat}: {order}",
    ):  # fmt: skip
        request = door.Request("private", Poster(seat, seat), Pasted(text=line), is_post=True)
        door.submit(table.store, GAMES, request, lambda: START_MS)
    return table


def outputs(table: Table, role: str, seat: str) -> Iterator[tuple[str, str]]:
    viewer = seat or ALL
    browser = table.browser(role, seat)
    for page in PAGES:
        path = f"/s/private/{page.format(last=table.last, dare=table.last - 5)}".rstrip("/")
        answer = browser.client.get(f"{path}?as={viewer}" if seat else path, buffered=True, follow_redirects=True)
        yield path, f"{answer.status} {without_hashes(answer.data)}"
    if not role:
        for path, head, body in spectator_outputs(
            table.app, "private", table.last, lambda one: "/export.html" not in one
        ):
            yield f"spectator {path}", f"{head.partition('ETag')[0]} {without_hashes(body)}"
    timeline = table.timeline(viewer)
    yield "summary", without_hashes(str(build_turn_summary(timeline, 1)).encode())
    yield "phrases", str(confirmed(timeline, table.store))
    yield "notices", str(due_notices(table.timeline(), Settings(), START_MS + 10**9))
    for ending, raw in exported(table.store, GAMES, "private", viewer).items():
        yield ending, without_hashes(raw) if FORMATS[ending].is_text else raw.hex()


@pytest.mark.usefixtures("pictures_made_here")
@pytest.mark.parametrize(
    ("role", "seat"),
    some_short([("", ""), (SEAT, "yellow"), (SEAT, "red"), (MODERATOR, "")], lambda case: case == (SEAT, "yellow")),
)
def test_private_texts_do_not_change_output_for_others(role: str, seat: str) -> None:
    ours, theirs = world(OURS), world(THEIRS)
    first, second = dict(outputs(ours, role, seat)), dict(outputs(theirs, role, seat))
    assert first.keys() == second.keys()
    told = " ".join([*first.values(), *second.values()])
    assert len(told) > 10_000
    for ours_text, theirs_text in zip(OURS, THEIRS, strict=True):
        is_for_judge = role == MODERATOR and ours_text == OURS[1]
        assert (ours_text in told, theirs_text in told) == (is_for_judge, is_for_judge)
    if role != MODERATOR:
        assert first == second
