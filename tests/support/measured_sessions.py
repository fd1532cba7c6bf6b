"""Many short sessions in one file, each of its own: played at random, all games in turn."""

import random
from contextlib import closing
from pathlib import Path

from players import tower

from events.facts import Started
from events.store.sqlite import SqliteStore
from projections.shelf import shelf
from projections.terms import Written
from replay.live.session import Session
from replay.live.submission import Request, submit

SEATS = ("tenth", "twelfth", "eleventh", "ninth", "eighth", "fourth")
MOVES = 3


def many_sessions(path: Path, count: int) -> list[str]:
    names, slugs, chance = list[str](), list(shelf()), random.Random(17)
    with closing(SqliteStore(path)) as store:
        for at in range(count):
            game = shelf()[slugs[at % len(slugs)]]
            started = Started(game.meta.slug, game.meta.rules_number, SEATS[: max(2, game.meta.seats[0])])
            session = Session.create(store, shelf(), started, tower=tower())
            for _ in range(MOVES):
                if session.status.outcome is None:
                    seat = session.status.awaited[0]
                    moves = list(session.game.rules.legal(session.view(seat).position, seat))
                    submit(session, seat, [Request(Written(chance.choice(moves)))])
            names.append(session.row.session)
    return names
