"""Other libraries that do a part of the same work, measured in the same run and used as documented.

No peer does exactly the same; its row says what it does and omits. A missing library is reported in its row. `pip
install -e '.[bench]'` installs the Python libraries; npm installs boardgame.io in a temporary folder.
"""

import io
import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from measure import CLOCK, Row, Sample, chained, interleaved, median_us, ratio, started, timed
from opening import decoding, ended

from events.entry import Line
from events.events import ALL, OMNISCIENT
from events.store.rows import SessionRow
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.chance.random_source import SeededChance
from replay.reading.timeline import Timeline

GROUP: Final = 3
"""Number of entries appended at once if a log is written again."""
BOARDGAME: Final = "boardgame.io@0.50.2"
_INSTALL_S: Final = 180
_SCRIPT: Final = Path(__file__).with_name("keys_reduced.cjs")
_TABLE: Final = (
    "create table lines (session text, seq integer, at_ms integer, by text, body text, digest blob,"
    " primary key (session, seq)) without rowid"
)
Each = Callable[[], list[Row]]


def rows(folder: Path, samples: Sequence[Sample], *, quick: bool) -> list[Row]:
    found: list[Row] = []
    for sample in samples:
        found += _floors(folder, sample, quick=quick)
        found += _asked("eventsourcing", sample.game, lambda sample=sample: _eventsourcing(folder, sample, quick=quick))  # type: ignore[misc]  # bound at once
    ours = {sample.game: _decided(sample.game, quick=quick) for sample in samples}
    what = "a legal move decided by all rules and folded in memory"
    found += [Row(game, what, us, "us", kind="decide") for game, us in ours.items()]
    found += _asked("chess", "all", lambda: [_chess(ours, quick=quick)])
    found += _asked("pokerkit", "all", lambda: [_pokerkit(ours, quick=quick)])
    return [*found, _boardgame(folder, ours, quick=quick)]


def _asked(library: str, game: str, measured: Each) -> list[Row]:
    try:
        return measured()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != library:
            raise
        kind = "rehydrate running" if library == "eventsourcing" else ""
        return [Row(game, library, None, "", kind=kind, note="not installed: pip install -e '.[bench]'")]


def _floors(folder: Path, sample: Sample, *, quick: bool) -> list[Row]:
    """Measure appending and reading a row with only sqlite3, and decoding a body with only msgspec."""
    lines = sample.store.lines(sample.session)
    with closing(sqlite3.connect(folder / f"bare-{sample.game}.db", isolation_level=None)) as bare:
        for setting in ("journal_mode = wal", "synchronous = full"):
            bare.execute(f"pragma {setting}")
        bare.execute(_TABLE)
        walls, processors = list[float](), list[float]()
        for line in lines[: 100 if quick else 400]:
            start, used = time.perf_counter(), time.thread_time()
            bare.execute("begin immediate")
            bare.execute("insert into lines values (?, ?, ?, ?, ?, ?)", _fields(line))
            bare.execute("commit")
            processors.append(time.thread_time() - used)
            walls.append(time.perf_counter() - start)
        bare.execute("delete from lines")
        bare.executemany("insert into lines values (?, ?, ?, ?, ?, ?)", map(_fields, lines))

        def read() -> float:
            return timed(lambda: bare.execute("select * from lines where session = ? order by seq", ("x",)).fetchall())

        took, decoded = interleaved([read, decoding(sample)], 9 if quick else 31)
    wall = f"{median_us(walls):.0f} us by the clock on the wall"
    return [
        Row(sample.game, "sqlite3: a row appended and on disk, processor time", median_us(processors), "us", note=wall),
        Row(sample.game, "sqlite3: a row read", median_us(took, len(lines)), "us"),
        Row(sample.game, "msgspec: a line's body decoded", median_us(decoded, len(lines)), "us"),
    ]


def _fields(line: Line) -> tuple[str, int, int, str, str, bytes]:
    return "x", line.seq, line.at_ms, line.by, line.body, line.digest


# eventsourcing


def _eventsourcing(folder: Path, sample: Sample, *, quick: bool) -> list[Row]:
    """Measure an aggregate with one event for each entry and the same bodies: saved, and rebuilt.

    It is stored in SQLite with a write-ahead log, full synchronisation and no snapshots, like our log.
    """
    from eventsourced import Log  # noqa: PLC0415  # optional dependency
    from eventsourcing.application import Application  # noqa: PLC0415  # as above

    path = folder / f"eventsourcing-{sample.game}.db"
    app = Application(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)})
    lines, ours = sample.store.lines(sample.session), SqliteStore(folder / f"again-{sample.game}.db")
    ours.create(SessionRow("again", sample.game, 0))
    log = Log(sample.game)
    app.save(log)
    theirs_us, ours_us = list[float](), list[float]()
    for at in range(0, len(lines), GROUP):
        group = lines[at : at + GROUP]
        used = time.thread_time()
        for line in group:
            log.file(line.at_ms, line.by, line.body)
        app.save(log)
        theirs_us.append(time.thread_time() - used)
        used = time.thread_time()
        with ours.writing("again") as writer:
            writer.append(chained("again", group, writer.head))
        ours_us.append(time.thread_time() - used)
    assert app.repository.get(log.id).lines == len(lines)
    middle, rounds = len(lines) // 2, 5 if quick else 21
    over = ended(folder, sample)
    whole, read, opened, half, upto = interleaved([
        lambda: timed(lambda: app.repository.get(log.id)),
        lambda: timed(lambda: Timeline.read(sample.store, registry(), sample.session, OMNISCIENT)),
        lambda: timed(lambda: Timeline.read(over.store, registry(), over.session, ALL)),
        lambda: timed(lambda: app.repository.get(log.id, version=middle)),
        lambda: timed(lambda: Timeline.read(sample.store, registry(), sample.session, OMNISCIENT, upto=middle)),
    ], rounds)  # fmt: skip
    app.close()
    over.store.close()
    ours.close()
    size, our_size = (
        sum(one.stat().st_size for one in folder.glob(f"{name}-{sample.game}.db*"))
        for name in ("eventsourcing", "again")
    )
    return [
        Row(
            sample.game, f"eventsourcing: {GROUP} events appended in one save, processor time",
            median_us(theirs_us), "us", median_us(ours_us), "us ours, chained", ratio(theirs_us, ours_us),
            note=f"neither checks rules; {size / len(lines):.0f} B an event, ours {our_size / len(lines):.0f} B",
        ),
        Row(
            sample.game, f"eventsourcing: {len(lines)} events rehydrated, an event", median_us(whole, len(lines)), "us",
            median_us(read, len(lines)), "us ours, a running session", ratio(whole, read), "rehydrate running",
            note="it counts events and keeps the last state; ours opens seals and folds, and keeps every position",
        ),
        Row(
            sample.game, "  the same beside a finished session", median_us(whole, len(lines)), "us",
            median_us(opened, over.lines), "us ours, opened to all", ratio(whole, opened), "rehydrate finished",
        ),
        Row(
            sample.game, "eventsourcing: the version in the middle", statistics.median(half) * 1e3, "ms",
            statistics.median(upto) * 1e3, "ms ours, read cold", ratio(half, upto),
        ),
    ]  # fmt: skip


def _decided(slug: str, *, quick: bool) -> float:
    """Return microseconds for a move of our game, decided by all rules and folded in memory, as the peers do."""
    game, chance, most = registry()[slug], random.Random(5), 150 if quick else 600
    fate = SeededChance(5)
    _, start = game.begin(started(slug), fate)
    position, moves = start, list[Any]()
    while len(moves) < most and not (status := game.rules.status(position)).outcome:
        moves.append(chance.choice(list(game.rules.legal(position, status.awaited[0]))))
        _, position = game.play(position, moves[-1], fate)

    def again() -> float:
        fate, at = SeededChance(5), start
        game.begin(started(slug), fate)  # brings chance to the same state
        begun = CLOCK[0]()
        for move in moves:
            _, at = game.play(at, move, fate)
        return CLOCK[0]() - begun

    return median_us([again() for _ in range(5)], len(moves))


def _beside(what: str, us: float, ours: dict[str, float], note: str) -> Row:
    slowest = max(ours.values())
    each = ", ".join(f"{game} {told:.0f} us" for game, told in ours.items())
    return Row(
        "all", what, us, "us", slowest, "us ours, a move", us / slowest,
        note=f"{1e3 / us:.1f} k/s; {note}; ours, decided and folded in memory: {each}",
    )  # fmt: skip


def _chess(ours: dict[str, float], *, quick: bool) -> Row:
    """Measure random games of chess from their notation: each ply is read, checked and made."""
    import chess  # noqa: PLC0415  # optional dependency
    import chess.pgn  # noqa: PLC0415  # as above

    told, plies = list[tuple[list[str], str]](), 0
    for seed in range(5 if quick else 20):
        chance, board, moves = random.Random(seed), chess.Board(), list[str]()
        while len(moves) < 200 and not board.is_game_over():
            move = chance.choice(list(board.legal_moves))
            moves.append(board.san(move))
            board.push(move)
        told.append((moves, str(chess.pgn.Game.from_board(board))))
        plies += len(moves)

    def pushed() -> None:
        for moves, _ in told:
            board = chess.Board()
            for san in moves:
                board.push_san(san)

    def parsed() -> None:
        for _, pgn in told:
            assert not chess.pgn.read_game(io.StringIO(pgn)).errors

    san, pgn = interleaved([lambda: timed(pushed), lambda: timed(parsed)], 5)
    note = f"random games; {median_us(pgn, plies):.1f} us where a whole PGN is read into a tree"
    return _beside("chess: a ply from its notation (SAN), checked and made", median_us(san, plies), ours, note)


def _pokerkit(ours: dict[str, float], *, quick: bool) -> Row:
    """Measure six-player hands of no-limit hold'em with all automations; a third of the actions raise if possible."""
    import pokerkit  # noqa: PLC0415  # optional dependency

    chance, hands = random.Random(6), 40 if quick else 300

    def hand(choices: Iterator[float]) -> int:
        state = pokerkit.NoLimitTexasHoldem.create_state(
            tuple(pokerkit.Automation), ante_trimming_status=True, raw_antes=0, raw_blinds_or_straddles=(1, 2),
            min_bet=2, raw_starting_stacks=200, player_count=6,
        )  # fmt: skip
        actions = 0
        while state.status:
            choice = next(choices)
            if choice < 0.3 and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to()
            elif choice > 0.85 and state.can_fold():
                state.fold()
            else:
                state.check_or_call()
            actions += 1
        return actions

    def played() -> float:
        random.seed(6)  # its deck uses the global generator
        choices = iter([chance.random() for _ in range(hands * 100)])
        start = CLOCK[0]()
        actions = sum(hand(choices) for _ in range(hands))
        return (CLOCK[0]() - start) / actions

    note = "a hand of six with its dealing and paying"
    return _beside(
        "pokerkit: an action of a hand, checked and made", median_us([played() for _ in range(3)]), ours, note
    )


def _boardgame(folder: Path, ours: dict[str, float], *, quick: bool) -> Row:
    """Measure a part of the rules of Keys (see `keys_reduced.cjs`) in a client without a server."""
    what = "boardgame.io: an action of a part of Keys, checked and made"
    place = folder / "boardgame"
    place.mkdir()
    missing = _installed(place)
    if missing:
        return Row("keys", what, None, "", note=missing)
    shutil.copy(_SCRIPT, place)
    clock = "cpu" if CLOCK[0] is time.process_time else "wall"
    asked = ["node", _SCRIPT.name, "20" if quick else "100", clock]
    run = subprocess.run(asked, cwd=place, check=False, capture_output=True, text=True)
    if run.returncode:
        return Row("keys", what, None, "", note=f"its run failed: {run.stderr.strip()[-200:]}")
    told = json.loads(run.stdout)
    note = (
        f"{told['empty_us']:.0f} us an empty move; left out: tunnels, Jam Cookies, Pandoricas, Cybermen, bonuses of"
        " tiles, going back outside, hidden hands"
    )
    keys = {game: us for game, us in ours.items() if game == "keys"}
    return _beside(what, told["us"], keys or ours, note)


def _installed(place: Path) -> str:
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"{program} is not installed"
    asked = ["npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(place), BOARDGAME]
    kept = {**os.environ, "npm_config_update_notifier": "false"}
    try:
        run = subprocess.run(
            asked, cwd=place, env=kept, check=False, capture_output=True, text=True, timeout=_INSTALL_S
        )
    except subprocess.TimeoutExpired:
        return f"npm did not install {BOARDGAME} in {_INSTALL_S} seconds"
    return f"npm could not install {BOARDGAME}: {run.stderr.strip()[-200:]}" if run.returncode else ""
