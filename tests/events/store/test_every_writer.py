"""Transactions and races, for every store: a group is stored whole or not at all, one writer after the other."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path

import pytest
from logs import NO_LINE, ROW, SESSION, STORES, TOWER, append, chained, opened

from events.errors import ConflictError, LogError, RefusedError, UnknownSessionError
from events.facts import ALL
from events.line import Line, Secret
from events.store.protocol import EventStore
from events.store.records import SessionRow, Submission


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventStore]:
    with closing(opened(request.param, tmp_path / "bell.db")) as empty:
        yield empty


@pytest.fixture
def started(store: EventStore) -> EventStore:
    store.create(ROW, TOWER)
    return store


@pytest.mark.parametrize("seqs", [[4], [2], [3, 3], [3, 5], [4, 3], [3, 2], [0], [-1], [3, 4, 6]])
def test_gap_or_repeat_is_refused_and_nothing_of_it_is_taken(started: EventStore, seqs: list[int]) -> None:
    lines = append(started, 2)

    with started.writing(SESSION) as writer:
        wrong = [Line(SESSION, seq, 1, "black", "{}", bytes(32)) for seq in seqs]
        with pytest.raises(ConflictError, match="does not follow"):
            writer.append(wrong, [Secret(3, "text", 0, ALL, "s", '"v"')], (1, b"12345678"))
        assert writer.head.seq == 2

    assert started.lines(SESSION) == lines
    assert started.secrets(SESSION) == []
    assert started.fingerprints(SESSION) == {}


@pytest.mark.parametrize(
    ("at_ms", "by", "why"),
    [
        (0, "", "author"),
        (0, "Black", "author"),
        (0, "black\n", "author"),
        (0, "a" * 33, "author"),
        (-1, "black", "no time"),
        (2**63, "black", "no time"),
    ],
)
def test_author_and_time_that_are_none_are_refused(started: EventStore, at_ms: int, by: str, why: str) -> None:
    good, bad = chained(NO_LINE, 1)[0], Line(SESSION, 2, at_ms, by, "{}", bytes(32))
    with started.writing(SESSION) as writer, pytest.raises(RefusedError, match=why):
        writer.append([good, bad])

    assert started.lines(SESSION) == []


def test_line_of_another_session_is_refused(started: EventStore) -> None:
    with started.writing(SESSION) as writer, pytest.raises(ConflictError):
        writer.append(chained(NO_LINE, 1, "elsewhere"))

    assert started.lines(SESSION) == []


def test_writer_goes_on_from_its_own_head(started: EventStore) -> None:
    with started.writing(SESSION) as writer:
        for count in (1, 2, 3):
            writer.append(chained(writer.head, count))
        assert writer.head.seq == 6

    assert [line.seq for line in started.lines(SESSION)] == [1, 2, 3, 4, 5, 6]


def test_exception_leaves_nothing_of_a_transaction(started: EventStore) -> None:
    before = append(started, 2)

    with pytest.raises(ZeroDivisionError), started.writing(SESSION) as writer:  # noqa: PT012  # a transaction is left
        writer.append(chained(writer.head, 3), [Secret(3, "text", 0, ALL, "s", '"v"')], (1, b"12345678"))
        writer.answer(Submission("black", "k", "h", "a"))
        raise ZeroDivisionError

    assert started.lines(SESSION) == before
    assert started.head(SESSION).seq == 2
    assert started.secrets(SESSION) == []
    assert started.fingerprints(SESSION) == {}
    assert started.submission(SESSION, "black", "k") is None
    assert append(started, 1)[0].seq == 3


@pytest.mark.parametrize("fails", ["", "fails"])
def test_writer_takes_nothing_after_its_end(started: EventStore, fails: str) -> None:
    with suppress(ZeroDivisionError), started.writing(SESSION) as writer:
        if fails:
            raise ZeroDivisionError

    with pytest.raises(LogError, match="takes nothing more"):
        writer.append(chained(NO_LINE, 1))
    with pytest.raises(LogError, match="takes nothing more"):
        writer.answer(Submission("black", "k", "h", "a"))
    assert started.head(SESSION) == NO_LINE
    assert started.submission(SESSION, "black", "k") is None


def test_nothing_of_a_transaction_is_seen_before_it_ends(started: EventStore) -> None:
    with started.writing(SESSION) as writer:
        writer.append(chained(writer.head, 2), [Secret(1, "text", 0, ALL, "s", '"v"')], (1, b"12345678"))
        writer.answer(Submission("black", "k", "h", "a"))
        assert started.head(SESSION) == NO_LINE
        assert started.lines(SESSION) == []
        assert started.secrets(SESSION) == []
        assert started.fingerprints(SESSION) == {}
        assert started.submission(SESSION, "black", "k") is None

    assert started.head(SESSION).seq == 2


def test_founding_takes_a_session_with_its_first_lines_or_not_at_all(store: EventStore) -> None:
    with pytest.raises(ZeroDivisionError), store.founding(ROW, TOWER) as writer:  # noqa: PT012  # a transaction is left
        writer.append(chained(writer.head, 2))
        raise ZeroDivisionError
    assert store.sessions() == []
    with pytest.raises(UnknownSessionError):
        store.lines(SESSION)

    with store.founding(ROW, TOWER) as writer:
        assert writer.head == NO_LINE
        writer.append(chained(writer.head, 2))
        assert store.sessions() == []

    assert store.row("friday") == ROW
    assert store.tower(SESSION) == TOWER
    assert store.head(SESSION).seq == 2


CHANGED: dict[str, Callable[[EventStore], object]] = {
    "writing": lambda store: store.writing(SESSION).__enter__(),
    "founding": lambda store: store.founding(SessionRow("abc", "keys", 1)).__enter__(),
    "create": lambda store: store.create(SessionRow("abc", "keys", 1)),
    "erase": lambda store: store.erase(SESSION, 1, "text"),
    "put_data": lambda store: store.put_data(sha256(b"{}").hexdigest(), "{}"),
}


@pytest.mark.parametrize("change", CHANGED)
def test_a_thread_holds_one_transaction_at_a_time(started: EventStore, change: str) -> None:
    with pytest.raises(RuntimeError, match="already"), started.writing(SESSION) as writer:  # noqa: PT012  # a transaction is left
        writer.append(chained(writer.head, 1))
        CHANGED[change](started)

    assert started.lines(SESSION) == []
    assert append(started, 1)[0].seq == 1


def test_second_writer_of_a_session_waits_for_the_first(started: EventStore) -> None:
    seen: list[int] = []
    entered = threading.Event()

    def second() -> None:
        entered.set()
        with started.writing(SESSION) as writer:
            seen.append(writer.head.seq)

    other = threading.Thread(target=second)
    with started.writing(SESSION) as writer:
        other.start()
        entered.wait()
        writer.append(chained(writer.head, 5))
        assert seen == []
    other.join()

    assert seen == [5]


def together(work: Callable[[int], None], seats: range) -> None:
    """Let threads work side by side; what one of them raises is raised here."""
    with ThreadPoolExecutor(len(seats)) as pool:
        list(pool.map(work, seats))


class SpoiltError(Exception):
    """A writer's own failure."""


def write(store: EventStore, session: str, *, spoilt: bool) -> int:
    """Append two lines, and fail after that if so wished; the number acknowledged, 0 where it failed."""
    try:
        with store.writing(session) as writer:
            writer.append(chained(writer.head, 2, session))
            if spoilt:
                raise SpoiltError  # noqa: TRY301  # a transaction rolls back when its body raises
    except SpoiltError:
        return 0
    return writer.head.seq


def test_writers_of_many_sessions_share_commits_and_nothing_else(started: EventStore) -> None:
    names = [f"session-{at}" for at in range(12)]
    for name in names:
        started.create(SessionRow(name, "keys", 1))
    won: dict[str, list[int]] = {name: [] for name in names}

    def play(seat: int) -> None:
        name = names[seat % 12]
        for turn in range(12):
            won[name].append(write(started, name, spoilt=seat % 3 == 2 and turn % 2 == 1))

    together(play, range(18))

    for name in names:
        acknowledged = sorted(filter(None, won[name]))
        assert acknowledged == list(range(2, 2 * len(acknowledged) + 2, 2))
        assert started.lines(name) == chained(NO_LINE, 2 * len(acknowledged), name)
    assert sum(map(len, won.values())) == 18 * 12
    assert sum(won[name].count(0) for name in names) == 6 * 6


def test_two_writers_of_the_same_head_have_one_winner(started: EventStore) -> None:
    after = append(started, 2)[-1].seq
    start = threading.Barrier(8)
    missed: list[list[int]] = []

    def submit(_: int) -> None:
        start.wait()
        with started.writing(SESSION) as writer:
            late = [line.seq for line in started.lines(SESSION, after)]
            if writer.head.seq == after:
                writer.append(chained(writer.head, 1))
        missed.append(late)

    together(submit, range(8))

    assert sorted(missed) == [[]] + [[3]] * 7
    assert started.head(SESSION).seq == 3


def test_answer_is_kept_under_author_and_key_and_renewed(started: EventStore) -> None:
    first, later = Submission("black", "k1", "hash", "1 filed"), Submission("black", "k1", "hash", "2 filed")
    with started.writing(SESSION) as writer:
        writer.append(chained(writer.head, 1))
        writer.answer(first)
    assert started.submission(SESSION, "black", "k1") == first

    with started.writing(SESSION) as writer:
        writer.append(chained(writer.head, 1))
        writer.answer(later)

    assert started.submission(SESSION, "black", "k1") == later
    assert started.submission(SESSION, "red", "k1") is None
    assert started.submission(SESSION, "black", "k2") is None


def test_key_of_another_request_is_refused_with_all_its_transaction(started: EventStore) -> None:
    first = Submission("black", "k1", "hash", "done")
    with started.writing(SESSION) as writer:
        writer.answer(first)

    with pytest.raises(ConflictError, match="k1"), started.writing(SESSION) as writer:  # noqa: PT012  # a transaction is left
        writer.append(chained(writer.head, 1))
        writer.answer(Submission("black", "k1", "other", "done"))

    assert started.submission(SESSION, "black", "k1") == first
    assert started.lines(SESSION) == []


def test_key_is_for_one_request_within_a_transaction_too(started: EventStore) -> None:
    with pytest.raises(ConflictError), started.writing(SESSION) as writer:  # noqa: PT012  # a transaction is left
        writer.answer(Submission("black", "k1", "hash", ""))
        writer.answer(Submission("black", "k1", "other", ""))

    assert started.submission(SESSION, "black", "k1") is None
