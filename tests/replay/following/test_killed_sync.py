"""A synchronisation that is killed at any moment loses no post, records none twice and sends no second reply."""

import random
import re
from contextlib import closing
from pathlib import Path

import pytest
from fake_mail import FakeMail
from killed_syncs import KilledMailSyncs, KilledSyncs
from long_runs import LONG
from postgres_server import ON_SERVER, new_database

from events.events import Move
from events.session_events import PostOrigin, Ruled
from events.store.opening import STATE_DIR, open_store
from projections.registry import registry
from replay.reading.timeline import Timeline

TURNS = (("Rory", "D: ?\nP: Kg d7 open (open)\nM: >d7"), ("Amy", "D: ?\nP: Ky d1 open (open)\nM: stay"))
RULING = "RULING 1.1: stand ; case {at}"


@pytest.mark.parametrize(("kills", "seed", "is_server"), [
    (20, 1, False), pytest.param(100, 2, False, marks=LONG), pytest.param(300, 2, False, marks=pytest.mark.sweep),
    pytest.param(20, 3, True, marks=ON_SERVER),
])  # fmt: skip
def test_every_post_is_recorded_once_and_every_reply_sent_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, kills: int, seed: int, is_server: bool
) -> None:
    monkeypatch.setenv(STATE_DIR, str(tmp_path / "beside"))
    thread = KilledSyncs(tmp_path, new_database(migrated=True) if is_server else "")
    play(thread, kills, seed)
    numbers = [re.findall(r"\(reply ([0-9]+)\)", text) for text in thread.replies()]
    assert numbers == [[str(number)] for number in range(1, len(numbers) + 1)]


@pytest.mark.parametrize(("kills", "seed"), [
    (10, 1), pytest.param(100, 2, marks=LONG), pytest.param(300, 2, marks=pytest.mark.sweep),
])  # fmt: skip
def test_every_mail_is_recorded_once_and_every_reply_sent_at_most_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kills: int, seed: int
) -> None:
    with FakeMail() as fake:
        monkeypatch.setenv("CLOISTERBELL_PRIVATE_HOSTS", "127.0.0.1")
        monkeypatch.setenv("CLOISTERBELL_SMTP", f"smtp://127.0.0.1:{fake.smtp_port}")
        monkeypatch.setenv("CLOISTERBELL_MAIL_FROM", "bell@example.net")
        thread = KilledMailSyncs(tmp_path, fake)
        play(thread, kills, seed)
    assert len(thread.replies()) >= kills // 4
    assert len(set(thread.replies())) == len(thread.replies())


def play(thread: KilledSyncs, kills: int, seed: int) -> None:
    """Kill a synchronisation after each post, and check the recorded posts and moves."""
    chance, moves = random.Random(seed), 0
    killed, turns, rulings = 0, list(TURNS), list[str]()
    for at in range(kills):
        if turns and at % 5 == 1:
            thread.post(*turns.pop(0))
            moves += 3
        elif at % 2:
            thread.post("Mo", RULING.format(at=at))
            rulings.append(f"case {at}")
        else:
            thread.post(chance.choice(["Amy", "Rory", "Bev"]), "the same words")
        killed += thread.killed(chance, after_reply=bool(at % 2))
    thread.sync()
    thread.sync()
    with closing(open_store(thread.place)) as store:
        timeline = Timeline.read(store, registry(), thread.session)
    entries = timeline.entries[thread.begun :]
    assert [entry.event.post for entry in entries if isinstance(entry.event, PostOrigin)] == thread.posts()
    assert sum(isinstance(entry.event, Move) and not entry.implied for entry in entries) == moves
    assert [entry.event.reason for entry in entries if isinstance(entry.event, Ruled)] == rulings
    assert killed > kills // 2
