"""A post of sixty lines: from paste to preview over HTTP, and recording it line by line."""

import random
import statistics
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import msgspec
from measure import CLOCK, Row, Sample, interleaved, longest, play_to, ratio, started, timed

from events.events import Move, Started
from events.store.accounts import Accounts
from events.store.memory import MemoryStore
from events.store.sqlite import SqliteStore
from projections.contracts import ObservedChance, RandomSource
from projections.registry import registry
from replay.chance.random_source import SeededChance
from replay.posts.door import file_post
from replay.posts.paste import Pasted, Poster
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.transfer.bundle import stage
from webui import create_app

LINES = 60


class _Thrown(Session):
    """A session with dice and cards entered by hand, which are random here."""

    def fate(self, _started: Started, _seen: ObservedChance, _words: Mapping[str, str]) -> RandomSource:
        return self.chance

    chance: ClassVar[SeededChance] = SeededChance(5)


def rows(folder: Path, short: Sample, long: Sample, *, quick: bool) -> list[Row]:
    return [row for sample in (short, long) for row in _post(folder, sample, quick=quick)]


def _post(folder: Path, sample: Sample, *, quick: bool) -> list[Row]:
    store = SqliteStore(folder / f"pasting-{sample.game}-{sample.lines}.db")
    session, post = _cut(store, _played(sample))
    client = create_app(store, registry(), Accounts.memory(), laptop=True).test_client()
    page = client.get(f"/s/{session}/post").text
    form = {"text": post, "do": "read", "csrf": page.split('name="csrf" value="')[1].split('"')[0]}
    shown = client.post(f"/s/{session}/post", data=form)
    assert shown.status_code == 200, shown.status
    assert shown.text.count('<li class="ok"') > LINES // 2, shown.text
    size = store.head(session).seq
    read, bare = interleaved([
        lambda: timed(lambda: client.post(f"/s/{session}/post", data=form)),
        lambda: timed(lambda: client.get(f"/s/{session}/post")),
    ], 5 if quick else 21)  # fmt: skip
    filed, moves, alone = _filed(folder, store, session, post)
    return [
        Row(
            sample.game, f"a post of {LINES} lines of notation read, on {size} lines", statistics.median(read) * 1e3,
            "ms", statistics.median(bare) * 1e3, "ms the empty page", ratio(read, bare), "post",
        ),
        Row(
            sample.game, f"  filing it, a move of {moves}", filed / moves * 1e6, "us",
            alone / moves * 1e6, "us submitted alone", filed / alone,
        ),
    ]  # fmt: skip


def _played(sample: Sample) -> Timeline:
    """Return a session of about the sample's length, with dice and cards entered by hand, as the moderator sees it."""
    chance, begun = random.Random(3), started(sample.game)
    typed = msgspec.structs.replace(begun, dice="typed", cards="typed")

    def played(_number: int) -> Session:
        return play_to(_Thrown.create(MemoryStore(), registry(), typed), chance, sample.lines + 4 * LINES)

    found = longest(played, sample.lines)
    return Timeline(found.row, found.table)


def _cut(store: SqliteStore, whole: Timeline) -> tuple[str, str]:
    """Store a session without its last sixty moves; return its id, and these moves as a post of all seats."""
    last = [group for group in whole.groups if isinstance(group.head.event, Move)][-LINES:]
    upto, told, seat = last[0].first - 1, list[str](), ""
    for group in last:
        player = str(getattr(group.head.event, "player", ""))
        told += [f"== {player} =="] if player != seat else []
        told.append(whole.game.notation.write(group.entries, whole.position(group.first - 1)))
        seat = player
    with store.create_with_entries(whole.row) as writer:
        writer.append(whole.lines[:upto], [secret for secret in whole.reading.secrets() if secret.seq <= upto])
    return whole.row.session, "\n".join(told)


def _filed(folder: Path, store: SqliteStore, session: str, post: str) -> tuple[float, int, float]:
    """Return the seconds for recording a post, the number of its moves, and the seconds for submitting them singly."""
    one, other = (SqliteStore(folder / f"filed-{session}-{number}.db") for number in range(2))
    for copy in (one, other):
        stage(store, copy, session)
    start = CLOCK[0]()
    done = file_post(one, registry(), session, Pasted(text=post), Poster("moderator"))
    filed = CLOCK[0]() - start
    assert done.is_done, done.stopped or done.paste.open
    opened, alone, moves = Session.load(other, registry(), session), 0.0, 0
    for line in (line for post in done.paste.posts for line in post.to_file):
        for written in line.moves:
            moves += 1
            start = CLOCK[0]()
            submit(opened, "moderator", [Request(written)], key=f"alone-{moves}")
            alone += CLOCK[0]() - start
    return filed, moves, alone
