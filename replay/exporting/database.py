"""The format `.sqlite`: a database for SQL queries or Datasette."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlite_utils import Database
from sqlite_utils.utils import OperationalError

from events.entry import Entry
from events.errors import StorageError
from events.events import ALL, UNKNOWN, Drawn, Revealed, Rolled
from events.session_events import Posted
from replay.audit.audit import audit_session
from replay.chance.clock import iso_moment
from replay.exporting.source import MoveRow, Source, move_rows
from replay.reading.timeline import Timeline

_BLOCK: Final = 1 << 20
_OF_SESSION: Final[Mapping[str, type]] = {"id": int, "session_id": str}
_OF_MOVE: Final[Mapping[str, type]] = {**_OF_SESSION, "move_id": int}
_KEYS: Final = {"session_id": "sessions", "move_id": "moves"}
_TABLES: Final[Mapping[str, Mapping[str, type]]] = {
    "sessions": {
        "id": str, "alias": str, "game": str, "title": str, "seats": str, "rules": int, "dice": str, "cards": str,
        "begun": str, "last": str, "winners": str, "won_by": str, "what_if_of": str,
    },
    "moves": {**_OF_SESSION, **MoveRow.__annotations__, "undone": int},
    "rolls": {
        **_OF_MOVE, "roll": int, "purpose": str, "source": str, "die": str, "sides": int, "face": int,
    },
    "cards": {**_OF_MOVE, "event": str, "seat": str, "pile": str, "place": str, "card": str},
    "posts": {**_OF_SESSION, "author": str, "text": str, "posted": str, "thread": str, "time": str},
    "findings": {
        **_OF_MOVE, "finding": str, "level": str, "rule": str, "seat": str, "what": str, "rule_text": str,
        "effect": str, "remedy": str, "accepted": int, "triage": str,
    },
}  # fmt: skip
"""The tables with their columns. A card or text that the viewer may not know is NULL."""

Row = dict[str, Any]


def export(source: Source) -> Iterator[bytes]:
    """Yield a database of one session."""
    return database_of([source])


def database_of(sources: Iterable[Source]) -> Iterator[bytes]:
    """Yield a database of several sessions in blocks of bytes. Raises StorageError if it cannot be written."""
    with TemporaryDirectory(prefix="cloisterbell-") as folder:
        path = Path(folder) / "export.sqlite"
        try:
            _build(path, sources)
        except OperationalError as error:
            raise StorageError(f"the database cannot be written in {folder}: {error}") from error
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                yield block


def _build(path: Path, sources: Iterable[Source]) -> None:
    database = Database(path, execute_plugins=False)
    database.execute("pragma synchronous = off")  # after a crash the file is exported again
    try:
        for name, columns in _TABLES.items():
            keys = [(column, other, "id") for column, other in _KEYS.items() if column in columns]
            database.table(name).create(dict(columns), pk="id", foreign_keys=keys)
        numbers = count(1)
        with database.atomic():
            for source in sources:
                for name, rows in _rows(source, numbers).items():
                    database.table(name).insert_all(rows)
        database.index_foreign_keys()
        database.table("posts").enable_fts(["author", "text"])
        database.vacuum()
    finally:
        database.close()


def _rows(source: Source, numbers: Iterator[int]) -> Mapping[str, Sequence[Row]]:
    """Return the rows of each table for one session. `numbers` yields move ids that are unique in the database."""
    timeline = source.timeline
    session, moves, ids = {"session_id": timeline.row.session}, list[Row](), dict[int, int]()
    for group, row in move_rows(timeline):
        ids[group.first] = next(numbers)
        moves.append({"id": ids[group.first], **session, **row._asdict(), "undone": int(group.undone)})
    rolls, cards = list[Row](), list[Row]()
    for group in timeline.groups:
        of_move = {**session, "move_id": ids.get(group.first)}
        for entry in group.entries:
            if isinstance(entry.event, Rolled):
                roll = rolls[-1]["roll"] + 1 if rolls else 1
                rolls += [{**of_move, "roll": roll, **die} for die in _dice(entry.event)]
            cards += [{**of_move, **card} for card in _cards(entry)]
    posts = [{**session, **_post(entry.event, entry)} for entry in timeline.entries if isinstance(entry.event, Posted)]
    return {
        "sessions": [_session(timeline)], "moves": moves, "rolls": rolls, "cards": cards, "posts": posts,
        "findings": [{**session, **finding} for finding in _findings(source, ids)],
    }  # fmt: skip


def _session(timeline: Timeline) -> Row:
    started, row, outcome = timeline.reading.started, timeline.row, timeline.status(timeline.last).outcome
    return {
        "id": row.session, "alias": row.alias or None, "game": row.game, "title": row.title,
        "seats": ", ".join(started.seats), "rules": started.rules, "dice": started.dice, "cards": started.cards,
        "begun": iso_moment(timeline.lines[0].at_ms), "last": iso_moment(timeline.lines[-1].at_ms),
        "winners": ", ".join(outcome.winners) if outcome else None, "won_by": outcome.how if outcome else None,
        "what_if_of": started.branch.partition("#")[0] or None,
    }  # fmt: skip


def _dice(rolled: Rolled) -> Iterator[Row]:
    for die, face in zip(rolled.die.split(), rolled.faces, strict=False):
        yield {"purpose": rolled.purpose, "source": rolled.source, "die": die, "sides": rolled.sides, "face": face}


def _cards(entry: Entry) -> Iterator[Row]:
    match entry.event:
        case Drawn(player=seat, pile=pile, cards=cards):
            for card in cards:
                yield {"event": "drawn", "seat": seat, "pile": pile, "place": None, "card": _known(card)}
        case Revealed(pile=pile, place=place, item=item):
            yield {"event": "revealed", "seat": None, "pile": pile, "place": place, "card": _known(item)}


def _known(value: str) -> str | None:
    return None if value == UNKNOWN else value


def _post(event: Posted, entry: Entry) -> Row:
    return {
        "author": event.author, "text": _known(event.text), "posted": event.when, "thread": event.where,
        "time": iso_moment(entry.at_ms),
    }  # fmt: skip


def _findings(source: Source, ids: Mapping[int, int]) -> Iterator[Row]:
    """Yield the audit's findings as rows; for a view that ends early, only a spectator's, up to its last entry."""
    timeline = source.timeline
    viewer = timeline.viewer if source.upto is None else ALL
    for one in audit_session(source.store, source.registry, timeline.row.session, viewer).findings:
        is_in_view = 1 <= one.seq <= timeline.last
        if is_in_view or source.upto is None:
            yield {
                "move_id": ids.get(timeline.group_at(one.seq).first) if is_in_view else None, "finding": one.id,
                "level": one.level, "rule": one.rule, "seat": one.seat, "what": one.condition,
                "rule_text": one.criteria, "effect": one.effect, "remedy": one.remedy, "accepted": int(one.kept),
                "triage": one.triage,
            }  # fmt: skip
