"""The list of many sessions: `python tests/bench/listing.py FOLDER [--sessions N] [--rounds N]`.

Records small sessions of random legal play, of all games in turn, in FOLDER, with different titles; some are hidden.
Existing sessions are reused. Then the app is asked for the list as by a spectator's browser: the first page, a search,
filters, the last page. Each is compared with a raw read of the same number of rows by sqlite3. Only the program's own
caches remain between requests. The first list, which creates the summaries, is timed once.
"""

import argparse
import random
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from flask.testing import FlaskClient
from measure import Row, interleaved, median_us, next_move, p95, ratio, started, timed, tower
from msgspec.structs import replace
from report import add_forms, tell

from events.store.accounts import Accounts
from events.store.settings import Settings
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.corrections.ruling import dispute
from replay.session.session import Session
from replay.session.submission import submit
from webui import create_app
from webui.pages.server.home import PAGE
from webui.views.session_index import SessionIndex

_ASKED: Final = {
    "the first page": "/", "a search for two words": "/?q=nights+gallifrey", "running": "/?state=running",
    "disputed": "/?state=disputed", "finished, by title": "/?state=finished&sort=title",
    "one game, waiting longest": "/?game={game}&sort=silent", "the last page": "/?page={last}",
}  # fmt: skip
_PLACES: Final = ("Gallifrey", "Skaro", "Peladon", "Karn", "Traken", "Mondas", "Logopolis")
_NIGHTS: Final = ("Monday nights", "Friday nights", "a long weekend", "by letter", "between exams")
_HIDDEN: Final = 10
_ENDED: Final = 3
FULL: Final = 10_000
_DISPUTED: Final = 25
_FLOOR: Final = "select session, json from summaries where is_branch = 0 order by is_over, filed_ms desc limit ?"


def make(path: Path, count: int, moves: int, only: str = "") -> None:
    """Record sessions of a few moves each until there are `count`, of all games in turn or of one only."""
    with closing(SqliteStore(path)) as store, closing(Accounts(path)) as accounts:
        games, chain = [only] if only else list(registry()), tower()
        for number in range(len(store.sessions()), count):
            chance, slug = random.Random(number), games[number % len(games)]
            title = f"{chance.choice(_PLACES)} {chance.choice(_NIGHTS)}, {number}"
            begun = replace(started(slug, 2), title=title)
            session = Session.create(store, registry(), begun, tower=chain, session=f"s{number:08}")
            for _ in range(chance.randint(1, moves)):
                if session.status.outcome is not None:
                    break
                submit(session, *next_move(session, chance))
            if number % _ENDED == 1:
                session.end()
            elif number % _DISPUTED == 0:
                dispute(session, session.table.seq, "That was not so.", by=session.started.seats[0])
            if number % _HIDDEN == 0:
                accounts.put_settings(session.row.session, Settings("private"))


def rows(path: Path, rounds: int) -> list[Row]:
    with closing(SqliteStore(path)) as store, closing(Accounts(path)) as accounts:
        with accounts.transaction() as db:
            for name in ("summaries", "summaries_moved"):
                db.execute(f"drop table if exists {name}")
        count = len(store.sessions())
        index = SessionIndex(store, registry(), accounts, "bench", at_once=2**63)
        first = timed(index.refresh)
        app = create_app(store, registry(), accounts)
        client = app.test_client()
        begun = timed(lambda: client.get("/"))
        while "still being looked through" in client.get("/").text:
            time.sleep(0.5)
        last = -(-(count - -(-count // _HIDDEN)) // PAGE)
        raw = sqlite3.connect(path)

        def floor() -> float:
            return timed(lambda: raw.execute(_FLOOR, (PAGE,)).fetchall())

        found = [
            Row("all", f"{count} sessions: all summaries made anew", first, "s"),
            Row("all", "the first list after that by another version", begun * 1e3, "ms"),
        ]
        for what, path_of in _ASKED.items():
            asked = path_of.format(game=next(iter(registry())), last=last)
            found.append(_row(what, client, asked, floor, rounds, count))
        raw.close()
    return found


def _row(
    what: str, client: FlaskClient, asked: str, floor: Callable[[], float], rounds: int, count: int
) -> Row:  # fmt: skip
    answer = client.get(asked)
    assert answer.status_code == 200, answer.text
    took, least = interleaved([lambda: timed(lambda: client.get(asked)), floor], rounds)
    kept = {"If-None-Match": answer.headers["ETag"]}
    again = [timed(lambda: client.get(asked, headers=kept)) for _ in range(rounds)]
    told = f"p95 {p95(took) * 1e3:.1f} ms; {median_us(again) / 1e3:.1f} ms where the reader has it already"
    kind = "list" if asked == "/" and count >= FULL else ""
    return Row(
        "all", f"the list of {count} sessions: {what}", median_us(took) / 1e3, "ms", median_us(least) / 1e3, "ms raw",
        ratio(took, least), kind, note=told,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python tests/bench/listing.py", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the database stands, or is to be made")
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--moves", type=int, default=6, help="at most so many moves a session")
    parser.add_argument("--rounds", type=int, default=30)
    add_forms(parser)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    path = asked.folder / "many.db"
    make(path, asked.sessions, asked.moves)
    tell(rows(path, asked.rounds), asked)


if __name__ == "__main__":
    main()
