"""`follow` and `sync` with a forum, a feed and a chat on the web: from the first post to a reply in the thread."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_sources import HOST, FakeDiscord, FakeDiscourse, FakeFeed, FakeGeek, FakeThread, hang, status
from front_door import Door
from keys_board import BEGUN
from scripted_source import TURN

from replay.sources import web
from replay.sources.hosts import PRIVATE_HOSTS
from webui.commands.follow import SECRET

KINDS = {"discourse": FakeDiscourse, "discord": FakeDiscord, "feed": FakeFeed, "boardgamegeek": FakeGeek}
PNG = b"\x89PNG\r\n\x1a\n"
IDS = {"discourse": "5", "discord": "5", "feed": "name:Rory", "boardgamegeek": "Rory"}


@pytest.fixture
def fake(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeThread]:
    monkeypatch.setenv(PRIVATE_HOSTS, HOST)
    monkeypatch.setattr("webui.views.thread_state.png", lambda _svg: PNG)
    with KINDS[request.param]() as server:
        monkeypatch.setenv(SECRET, server.secret)
        server.write("Rory", TURN, author_id=5)
        yield server


@pytest.fixture
def friday(no_door: Door, tmp_path: Path) -> Door:
    (tmp_path / "friday.txt").write_text(BEGUN)
    no_door.well("import", tmp_path / "friday.txt", "--alias", "friday")
    return no_door


def hush(fake: FakeThread) -> str:
    return fake.secret.rpartition(":")[2] or "no secret"


@pytest.mark.parametrize("fake", KINDS, indirect=True)
def test_records_the_posts_of_a_thread_on_the_web(friday: Door, fake: FakeThread) -> None:
    begin = ("--from", "p11") * (fake.kind == "feed")
    shown = friday.well("follow", "friday", fake.place, "--seat", f"{IDS[fake.kind]}=twelfth", *begin)
    synced = friday.well("sync", "friday")
    assert "1 post recorded, 3 moves" in synced.out
    own = [post for post in fake.posts if post.is_own]
    assert ["Checkpoint" in post.text for post in own] == [True] * (fake.kind in ("discourse", "discord"))
    assert [post.picture for post in own] == [PNG] * (fake.kind == "discord") + [b""] * (fake.kind == "discourse")
    state = friday.well("follow", "friday", "--json").data
    assert (state["kind"], state["place"], state["trouble"]) == (fake.kind, fake.place, "")
    assert hush(fake) not in f"{shown.out}{shown.err}{synced.out}{synced.err}{state}"
    assert "0 new posts" in friday.well("sync", "friday").out
    assert len([post for post in fake.posts if post.is_own]) == len(own)


@pytest.mark.parametrize("fake", ["feed"], indirect=True)
def test_stops_before_the_first_post_of_a_feed_that_may_not_be_the_first_of_its_thread(
    friday: Door, fake: FakeThread
) -> None:
    friday.well("follow", "friday", fake.place, "--seat", "name:Rory=twelfth")
    stopped = friday("sync", "friday")
    assert stopped.status == 1
    assert "the thread shows no posts before post p11 by Rory" in stopped.err
    friday.well("follow", "friday", "--resume")
    assert "1 post recorded, 3 moves" in friday.well("sync", "friday").out


@pytest.mark.parametrize("fake", ["discourse"], indirect=True)
def test_a_new_token_replaces_the_old_one(friday: Door, fake: FakeThread, tmp_path: Path) -> None:
    friday.well("follow", "friday", fake.place, "--seat", "5=twelfth")
    friday.well("sync", "friday")
    fake.secret = "bell:new-hush-43"  # noqa: S105  # not a real one
    fake.write("Rory", "How was that?", author_id=5)
    failed = friday("sync", "friday")
    assert failed.status == 1
    assert "rights of the token" in failed.err
    file = tmp_path / "key.txt"
    file.write_text("bell:wrong-hush-44")
    friday.refused("follow", "friday", "--secret-file", file, says="not stored")
    file.write_text(f"{fake.secret}\n")
    shown = friday.well("follow", "friday", "--secret-file", file)
    assert "1 post recorded, 0 moves" in friday.well("sync", "friday").out, "the first post is not recorded again"
    assert "hush" not in f"{failed.err}{shown.out}{shown.err}"


@pytest.mark.parametrize("fake", ["discourse"], indirect=True)
def test_a_damaged_secrets_file_is_reported_with_the_state_and_does_not_prevent_leaving(
    friday: Door, fake: FakeThread
) -> None:
    friday.well("follow", "friday", fake.place, "--seat", "5=twelfth")
    Path(f"{friday.db}.secrets").write_text("damaged")
    ran = friday("sync", "friday")
    assert (ran.status, "is not a Cloister Bell secrets file" in ran.err) == (1, True)
    assert "is not a Cloister Bell secrets file" in friday.well("follow", "friday").out
    left = friday("follow", "friday", "--stop")
    assert (left.status, "was not removed" in left.err) == (0, True)
    friday.refused("sync", "friday", says="follows no thread")


@pytest.mark.parametrize("fake", ["discord"], indirect=True)
def test_an_error_of_a_site_is_shown_with_the_next_attempt(
    friday: Door, fake: FakeThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    friday.well("follow", "friday", fake.place, "--seat", "5=twelfth")
    monkeypatch.setattr(web, "_PATIENCE_S", 0.05)
    for fault, says in ((status(429, Retry_After="300"), "300 seconds"), (status(500), "fault"), (hang, "in time")):
        fake.faults.append(fault)
        failed = friday("sync", "friday")
        assert failed.status == 1
        assert says in failed.err
        assert "Next attempt: " in failed.err
        assert hush(fake) not in failed.err
    monkeypatch.setattr(web, "_PATIENCE_S", 30)
    assert "1 post recorded, 3 moves" in friday.well("sync", "friday").out
