"""A turn as a moving picture: its frames, its limits, who can get it, and the command that exports it."""

import fcntl
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from html import unescape
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from freezegun import freeze_time
from front_door import Door
from long_runs import some_short
from people import Table
from PIL import Image
from players import founded, play_on
from refusals import failing
from spectator import played, read
from texts import missing
from werkzeug.exceptions import ServiceUnavailable

from events.errors import RefusedError
from events.events import ALL
from events.session_events import PrivilegedView
from events.store.accounts import SEAT
from events.store.memory import MemoryStore
from events.store.opening import open_store
from events.store.settings import Settings, Visibility
from projections.registry import Registry, registry
from replay.reading.numbered_boards import TurnOverview
from replay.reading.timeline import Timeline
from replay.turn_summaries.turn_summary import last_turn
from webui.access import moving_pictures
from webui.access.picture_queue import PictureQueue
from webui.views import moving_picture as module, png as raster
from webui.views.moving_picture import MOST_BYTES, REFUSED, Form, evenly, frames_of_turn, moving_picture
from webui.views.png import picture_sides

PICTURE = "/s/turns/turn/1.gif"


def timeline_of(slug: str, moves: int) -> Timeline:
    session = play_on(founded(MemoryStore(), slug, 2), moves)
    return Timeline(session.row, session.view(ALL))


@pytest.fixture(scope="module")
def toy_timeline() -> Timeline:
    return timeline_of("toy", 9)


@pytest.fixture(scope="module")
def toy_frames(toy_timeline: Timeline) -> list[str]:
    """Different boards, as the frames of one turn."""
    return list(dict.fromkeys(map(toy_timeline.svg, range(1, toy_timeline.last + 1))))


def shown(made: bytes) -> list[tuple[int, Image.Image]]:
    """Return the frames of a picture, each with its time in milliseconds."""
    found = list[tuple[int, Image.Image]]()
    with Image.open(BytesIO(made)) as picture:
        for at in range(picture.n_frames):  # type: ignore[attr-defined]  # of both kinds
            picture.seek(at)
            copied = picture.convert("RGB")
            found.append((int(picture.info["duration"]), copied))
    return found


def captions(frames: list[str]) -> list[str]:
    """Return the sentences of frames."""
    return [unescape(re.findall("<title[^>]*>([^<]*)<", frame)[0]) for frame in frames]


def panels_in(frame: str) -> list[str]:
    return re.findall('data-panel="([^"]+)"', frame)


@pytest.mark.parametrize("slug", some_short(registry(), {"ccg"}.__contains__))
def test_a_frame_has_the_sentence_and_what_changes_in_the_turn(slug: str) -> None:
    """Panels without a change are left out, so that the others are larger."""
    timeline = timeline_of(slug, 30)
    frames = frames_of_turn(timeline, timeline.status(timeline.last).turn - 1)
    boards = [dict(re.findall(r'(?s)data-panel="([^"]+)">(.*?)(?=<g [^>]*data-panel=|$)', frame)) for frame in frames]
    assert {panels_in(frame)[0] for frame in frames} == {"move"}
    for name in {name for board in boards for name in board}:
        assert len({board.get(name) for board in boards}) > 1, name
    assert max(side for frame in frames for side in picture_sides(frame)) < 3 * 520


@pytest.mark.parametrize("slug", some_short(registry(), {"keys"}.__contains__))
@pytest.mark.parametrize("form", ["gif", "webp"])
def test_the_picture_of_a_turn_keeps_its_limits(slug: str, form: Form) -> None:
    timeline = timeline_of(slug, 30)
    number = timeline.status(timeline.last).turn - 1
    frames = frames_of_turn(timeline, number)
    made = moving_picture(frames, form)
    assert len(made) <= MOST_BYTES
    pictures = shown(made)
    assert 1 < len(pictures) <= len(frames)
    assert {max(picture.size) for _, picture in pictures} == {600}
    assert sum(time for time, _ in pictures) <= 10_000
    widths, heights = zip(*map(picture_sides, frames), strict=True)
    assert pictures[0][1].width / pictures[0][1].height == pytest.approx(max(widths) / max(heights), rel=0.01)


def test_frames_are_the_boards_from_the_one_before_the_turn_on() -> None:
    timeline = timeline_of("keys", 30)
    overview = TurnOverview(timeline, 3)
    frames = frames_of_turn(timeline, 3)
    sentences = [timeline.sentence(entry.seq) for group in overview.shown for entry in group.entries]
    assert captions(frames)[0] == "Before turn 3"
    assert [one for one in sentences if one in captions(frames)] == captions(frames)[1:]
    assert all(one != other for one, other in pairwise(frames))
    assert captions(frames_of_turn(timeline, 0))[0] == timeline.sentence(1), "there is no board before the set-up"
    with pytest.raises(RefusedError, match="turn 99 does not exist; this session has turns 0 to"):
        frames_of_turn(timeline, 99)


def test_a_long_turn_has_one_frame_a_move_and_then_chosen_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    timeline = timeline_of("keys", 30)
    groups = TurnOverview(timeline, 3).shown
    ends = ["Before turn 3", *(timeline.sentence(group.first) for group in groups)]
    whole = frames_of_turn(timeline, 3)
    assert len(whole) > len(ends) > 2
    monkeypatch.setattr(module, "MOST_FRAMES", len(whole) - 1)
    assert captions(frames_of_turn(timeline, 3)) == ends
    monkeypatch.setattr(module, "MOST_FRAMES", len(ends) - 1)
    assert captions(frames_of_turn(timeline, 3)) == evenly(ends, len(ends) - 1)
    assert evenly(list("abcdefg"), 3) == list("adg")


@pytest.mark.parametrize("form", ["gif", "webp"])
def test_a_large_picture_gets_fewer_colours_then_fewer_frames(toy_frames: list[str], form: Form) -> None:
    sizes, made = list[tuple[int, int]](), moving_picture(toy_frames, form)
    with suppress(RefusedError):
        while made:
            pictures = shown(made)
            colours = len({colour for _, one in pictures for _, colour in one.getcolors(10**6) or []})
            sizes.append((len(pictures), colours))
            most = len(made) - 1
            made = moving_picture(toy_frames, form, most)
            assert len(made) <= most
    with pytest.raises(RefusedError, match=r"larger than \S+ MB even with few colours and frames"):
        moving_picture(toy_frames, form, len(made) - 1)
    frames = [count for count, _ in sizes]
    assert frames[0] == len(toy_frames)
    assert sorted(sizes, reverse=True) == sizes
    assert frames[-1] < frames[0]


def test_boards_of_different_sizes_have_one_scale() -> None:
    def board(height: int) -> str:
        box = '<rect x="10" y="10" width="80" height="20" fill="#ff0000"/>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 {height}">{box}</svg>'

    pictures = [picture for _, picture in shown(moving_picture([board(50), board(200)], "webp"))]
    assert {picture.size for picture in pictures} == {(300, 600)}
    for picture in pictures:
        red = Image.eval(picture.getchannel("G"), lambda level: 255 * (level < 40)).getbbox()
        assert red == (30, 30, 270, 90)


class Turns(Table):
    def __init__(self, games: Registry, **how: Any) -> None:
        super().__init__(games, "turns", 4, **how)
        self.client = self.app.test_client()
        self.made = list[tuple[int, str]]()

    def make(self, frames: list[str], form: str) -> bytes:
        self.made.append((len(frames), form))
        return json.dumps(frames).encode()


@pytest.fixture
def turns(games: Registry, monkeypatch: pytest.MonkeyPatch) -> Turns:
    """A session whose pictures are lists of frames, and are made at once."""
    found = Turns(games)
    monkeypatch.setattr(moving_pictures, "_made_apart", found.make)
    return found


def test_every_viewer_gets_what_a_spectator_sees(turns: Turns) -> None:
    frames = json.dumps(frames_of_turn(turns.timeline(), 1))
    own = turns.browser(SEAT, "black").client
    answers = [client.get(f"{PICTURE}{query}") for client in (turns.client, own) for query in ("", "?as=black")]
    assert {answer.text for answer in answers} == {frames}
    assert answers[0].mimetype == "image/gif"
    assert answers[0].headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answers[0].headers["X-Robots-Tag"] == "noindex"
    assert len(turns.made) == 1, "the others are from the cache"
    held = turns.client.get(PICTURE, headers={"If-None-Match": answers[0].headers["ETag"]})
    assert (held.status_code, held.data) == (304, b"")


@pytest.mark.parametrize("hidden", ["unlisted", "private"])
def test_pictures_of_hidden_sessions_stay_on_their_pages(turns: Turns, hidden: Visibility) -> None:
    turns.accounts.put_settings("turns", Settings(hidden))
    answer = turns.browser(SEAT, "black").client.get(PICTURE)
    assert (answer.status_code, answer.headers["Cross-Origin-Resource-Policy"]) == (200, "same-origin")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    found, unknown = (turns.client.get(path) for path in (PICTURE, PICTURE.replace("turns", "nobody", 1)))
    if hidden == "private":
        assert (found.status_code, found.text.replace("turns", "nobody")) == (unknown.status_code, unknown.text)


def test_a_picture_is_made_again_after_the_log_has_grown(turns: Turns) -> None:
    read(turns.client, PICTURE)
    read(turns.client, PICTURE)
    played(turns.session, 1)
    read(turns.client, PICTURE)
    read(turns.client, PICTURE.replace("gif", "webp"))
    assert [form for _, form in turns.made] == ["gif", "gif", "webp"]


@freeze_time("2040-01-01 12:00:00")
def test_new_pictures_are_limited_by_caller(turns: Turns) -> None:
    kinds = [f"/s/turns/turn/{turn}.{form}" for turn in (0, 1, 2) for form in ("gif", "webp")]
    assert [turns.client.get(path).status_code for path in kinds] == [200] * 4 + [429] * 2
    assert turns.client.get(kinds[0]).status_code == 200, "it was made already"
    assert turns.client.get("/s/turns/turn/99.gif").status_code == 404
    assert turns.browser(SEAT, "black").client.get(kinds[-1]).status_code == 200


def test_the_process_of_a_picture_waits_for_the_one_before(toy_frames: list[str]) -> None:
    command = [sys.executable, "-P", "-m", module.__name__, "gif"]
    with Path(module.__file__).open("rb") as own:
        fcntl.flock(own, fcntl.LOCK_EX)
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        with pytest.raises(subprocess.TimeoutExpired):
            process.communicate(json.dumps(toy_frames[:2]).encode(), timeout=2)
    made, _ = process.communicate(timeout=60)
    assert (process.returncode, made) == (0, moving_picture(toy_frames[:2], "gif"))
    assert moving_pictures._made_apart(toy_frames[:2], "gif") == made


def test_few_requests_wait_for_a_picture() -> None:
    queue = PictureQueue(100, 1, 15)

    def make() -> bytes:
        with pytest.raises(ServiceUnavailable) as told:
            queue.get(("other",), lambda: b"other")
        assert told.value.retry_after == 15
        return b"x"

    assert queue.get(("one",), make) == b"x"
    assert (queue.kept(("one",)), queue.kept(("other",))) == (b"x", None)


@pytest.mark.parametrize(("outcome", "status", "says"), [
    (lambda: subprocess.CompletedProcess([], REFUSED, b"", b"this turn is too large"), 422, "This turn is too large."),
    (failing(subprocess.TimeoutExpired([], 1)), 503, "could not be made in time"),
    (failing(OSError("no memory")), 503, "could not be made in time"),
    (lambda: subprocess.CompletedProcess([], 1, b"", b"Traceback"), 500, "This is an error in Cloister Bell"),
])  # fmt: skip
def test_reports_a_picture_that_cannot_be_made(
    games: Registry, monkeypatch: pytest.MonkeyPatch, outcome: Callable[[], Any], status: int, says: str
) -> None:
    client = Turns(games).client
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: outcome())
    assert says in read(client, PICTURE, status)


@pytest.fixture
def no_extra(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(raster, "find_spec", lambda _name: None)
    raster.has_png.cache_clear()
    yield
    raster.has_png.cache_clear()


@pytest.mark.usefixtures("no_extra")
def test_names_the_extra_package_if_it_is_not_installed(turns: Turns, few: Door, tmp_path: Path) -> None:
    says = "oving pictures need an extra package: pip install 'cloisterbell[png]'"
    assert says in read(turns.client, PICTURE, 422)
    assert not missing(read(turns.client, "/s/turns/summary"), "Public summary")
    assert "moving picture" not in read(turns.client, "/s/turns/summary") + read(turns.client, "/s/turns/turn/1")
    few.refused("export", "friday", tmp_path / "turn.gif", says=says)


def test_the_summary_and_the_page_of_a_turn_link_to_its_picture(turns: Turns) -> None:
    timeline = turns.timeline()
    turn = timeline.status(last_turn(timeline) - 1).turn
    page = read(turns.client, "/s/turns/summary")
    assert f'href="/s/turns/turn/{turn}.gif" download="turns-turn-{turn}.gif"' in page
    assert 'href="/s/turns/turn/1.webp"' in read(turns.client, "/s/turns/turn/1")


def test_the_export_command_writes_the_turn(few: Door, tmp_path: Path) -> None:
    path = tmp_path / "turn.gif"
    ran = few.well("export", "keys-mistakes", path, "--turn", "2")
    assert ran.out == f"{path}: turn 2, {round(path.stat().st_size / 1000)} kB\n"
    assert path.read_bytes() == moving_picture(frames_of_turn(few_timeline(few, "keys-mistakes"), 2), "gif")
    path = tmp_path / "turn.webp"
    assert few.well("export", "keys-mistakes", path).out.startswith(f"{path}: turn 15, ")
    assert path.read_bytes()[8:12] == b"WEBP"


def few_timeline(few: Door, name: str) -> Timeline:
    with closing(open_store(str(few.db))) as store:
        return Timeline.read(store, registry(), store.row(name).session)


def test_the_export_command_records_the_view_of_a_seat(few: Door, tmp_path: Path) -> None:
    path = tmp_path / "turn.gif"
    ran = few("export", "friday", path, "--as", "tenth")
    assert "the log of friday now reports that the moderator viewed it as tenth" in ran.err
    few.well("export", "friday", path, "--force")
    assert ran.status == 0
    looks = few_timeline(few, "friday").reading.events_of(PrivilegedView)
    assert [event.view for _, event in looks] == ["tenth"]


@pytest.mark.parametrize(("arguments", "says"), [
    ("export keys-mistakes x.gif --turn 99", "turn 99 does not exist; this session has turns 0 to 15"),
    ("export keys-mistakes x.gif --turn -1", "-1 is not in the range"),
    ("export keys-mistakes x.gif --turn x", "'x' is not a valid whole number"),
    ("export keys-mistakes x.txt --turn 1", "only a moving picture (.gif or .webp) shows one turn"),
    ("export keys-mistakes x.gif --at 2.1", "only an offline page (.html) can open at a chosen entry"),
    ("export keys-mistakes x.png --turn 1", "has no known ending"),
    ("export --all x.sqlite --turn 1", "--all takes only FILE"),
    ("export --all x.gif", "--all writes a database"),
    ("export keys-mistakes - --turn 1", "- needs --format"),
])  # fmt: skip
def test_the_export_command_refuses_bad_turns(few: Door, arguments: str, says: str) -> None:
    few.refused(*arguments.split(), says=says)
