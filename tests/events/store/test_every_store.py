"""One suite for every store: reading, transactions, races and signatures."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from at_once import at_once
from logs import NO_LINE, ROW, SESSION, STORES, TOWER, append, chained, opened
from refusals import refuses

from events.codec import Codec, Opening
from events.entry import GENESIS, Entry, Head, Line, Secret, digest
from events.errors import ConflictError, LogError, RefusedError, UnknownSessionError
from events.events import ALL, REMOVED
from events.session_events import Remarked
from events.signature import Signature, SigningKey
from events.store.protocol import EventStore, Writer
from events.store.rows import SessionRow, Submission, TowerRow


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventStore]:
    with closing(opened(request.param, tmp_path / "bell.db")) as empty:
        yield empty


@pytest.fixture
def started(store: EventStore) -> EventStore:
    store.create(ROW, TOWER)
    return store


EMPTY: tuple[object, ...] = (NO_LINE, [], [], {}, [], None)
SECRET = Secret(1, "text", 0, ALL, "s", '"v"')


def content(store: EventStore) -> tuple[object, ...]:
    """All that a writer adds to a session."""
    parts = store.head(SESSION), store.lines(SESSION), store.secrets(SESSION), store.fingerprints(SESSION)
    return *parts, store.signatures(SESSION), store.submission(SESSION, "black", "k")


def test_finds_a_session_by_id_or_alias_and_lists_the_newest_first(started: EventStore) -> None:
    assert started.row(SESSION) == started.row("friday") == ROW
    assert (started.tower(SESSION), content(started)) == (TOWER, EMPTY)
    newer, also = SessionRow("mnopqrstuvwx", "risk", 2_000, origin="imported"), SessionRow("aaaa", "keys", 1_000)
    started.create(newer)
    started.create(also)
    assert started.tower("mnopqrstuvwx") is None
    refuses(UnknownSessionError, "", started.row, "")
    assert started.sessions() == [newer, also, ROW]


@pytest.mark.parametrize("row", [
    SessionRow(SESSION, "risk", 2_000), SessionRow("friday", "risk", 2_000),
    SessionRow("mnopqrstuvwx", "risk", 2_000, alias="friday"), SessionRow("mnopqrstuvwx", "risk", 2_000, alias=SESSION),
])  # fmt: skip
def test_ids_and_aliases_are_one_namespace(started: EventStore, row: SessionRow) -> None:
    refuses(ConflictError, "already", started.create, row)
    assert started.sessions() == [ROW]


@pytest.mark.parametrize("session", ["", "Friday", "-a", "a" * 33, "a b", "a\n", "ä", "\ud800"])
def test_refuses_malformed_ids_and_aliases(store: EventStore, session: str) -> None:
    refuses(RefusedError, "not allowed", store.create, SessionRow(session, "keys", 1))
    refuses(RefusedError, "not allowed", store.create, SessionRow("abc", "keys", 1, alias=session or "A"))
    assert store.sessions() == []


ASKED: dict[str, Callable[[EventStore, str], object]] = {
    "row": lambda store, name: store.row(name), "head": lambda store, name: store.head(name),
    "lines": lambda store, name: store.lines(name), "secrets": lambda store, name: store.secrets(name),
    "tower": lambda store, name: store.tower(name), "fingerprints": lambda store, name: store.fingerprints(name),
    "submission": lambda store, name: store.submission(name, "black", "k"),
    "submissions": lambda store, name: store.submissions(name),
    "erase": lambda store, name: store.erase(name, 1, "text"), "erased": lambda store, name: store.erased(name),
    "state": lambda store, name: store.state(name),
    "remove": lambda store, name: store.remove(name), "writing": lambda store, name: store.writing(name).__enter__(),
    "watermark": lambda store, name: store.watermark(name),
    "put_watermark": lambda store, name: store.put_watermark(name, 1, 1),
    "data": lambda store, name: store.data(name), "signatures": lambda store, name: store.signatures(name),
    "signed_head": lambda store, name: store.signed_head(name),
    "put_signed_head": lambda store, name: store.put_signed_head(name, NO_LINE),
}  # fmt: skip


@pytest.mark.parametrize("name", ["nobody", "", "a\0b", "\udcff", "x" * 10_000])
def test_refuses_unknown_sessions_by_name(started: EventStore, name: str) -> None:
    for asked in ASKED.values():
        caught = refuses(UnknownSessionError, r'^(session|data file) ".*" was not found$', asked, started, name)
        assert str(caught).isascii()
        assert len(str(caught)) < 100


def test_entries_of_each_session_are_returned_in_order(started: EventStore) -> None:
    started.create(SessionRow("abc", "keys", 2_000))
    lines = append(started, 3) + append(started, 300) + append(started, 1)
    theirs = append(started, 3, "abc")
    assert started.lines(SESSION) == lines
    assert started.lines("abc") == theirs
    assert started.head(SESSION) == Head(304, lines[-1].digest)


@pytest.mark.parametrize(("after", "upto", "seqs"), [
    (0, None, [1, 2, 3, 4]), (2, None, [3, 4]), (4, None, []), (9, None, []), (-1, None, [1, 2, 3, 4]), (1, 3, [2, 3]),
    (0, 0, []), (0, -1, []), (3, 2, []), (2, 99, [3, 4]),
])  # fmt: skip
def test_returns_a_range_of_entries(started: EventStore, after: int, upto: int | None, seqs: list[int]) -> None:
    append(started, 4)
    assert [line.seq for line in started.lines(SESSION, after, upto)] == seqs


@pytest.mark.parametrize("text", ["", "jam 🍪 ﷽", "a\\u0000b", "'; drop table lines; --", "x" * 1_000_000])
def test_stores_any_text_unchanged(started: EventStore, text: str) -> None:
    body = f'{{"kind":"remarked","text":"{text}"}}'
    line = Line(SESSION, 1, 0, "black", body, digest(GENESIS, SESSION, 1, 0, "black", body))
    with started.writing(SESSION) as writer:
        writer.append([line], [Secret(1, "text", 0, ALL, "00" * 16, text)])
    assert started.lines(SESSION) == [line]
    assert started.secrets(SESSION) == [Secret(1, "text", 0, ALL, "00" * 16, text)]


def test_secrets_are_sorted_by_entry_field_and_item(started: EventStore) -> None:
    kept = [Secret(seq, field, item, "black", "s", '"v"') for seq in (1, 2) for field in "ab" for item in range(12)]
    with started.writing(SESSION) as writer:
        writer.append(chained(writer.head, 2), kept[::-1])
    assert started.secrets(SESSION) == kept
    assert started.secrets(SESSION, after=1) == kept[24:]
    assert started.secrets(SESSION, after=2) == []
    assert started.secrets(SESSION, upto=1) == kept[:24]
    assert started.secrets(SESSION, after=1, upto=1) == []


def test_sealed_item_has_one_secret(started: EventStore) -> None:
    with pytest.raises(LogError), started.writing(SESSION) as writer:
        writer.append(chained(writer.head, 1), [SECRET, SECRET])
    assert started.lines(SESSION) == []
    for refused in (False, True):
        with pytest.raises(LogError) if refused else nullcontext(), started.writing(SESSION) as writer:
            writer.append(chained(writer.head, 1), [SECRET])
    assert started.head(SESSION).seq == 1


def test_erasing_removes_value_and_salt_but_keeps_the_chain(started: EventStore) -> None:
    codec = Codec()
    with started.writing(SESSION) as writer:
        head = writer.head
        for text in ("call me on 555-0100", "well played"):
            body, secrets = codec.encode(Entry(Remarked("black", text), "black"), head.seq + 1)
            number = head.seq + 1
            line = Line(SESSION, number, 7, "black", body, digest(head.hex, SESSION, number, 7, "black", body))
            writer.append([line], secrets)
            head = Head(line.seq, line.digest)
    lines = started.lines(SESSION)
    assert started.erased(SESSION) == 0
    assert started.erase(SESSION, 1, "text") == 1
    assert started.erase(SESSION, 1, "author") == 0
    assert started.erase(SESSION, 9, "text") == 0
    assert started.erased(SESSION) == 1
    assert started.lines(SESSION) == lines
    assert started.head(SESSION) == head
    assert started.state(SESSION) == (started.row(SESSION), head, 1)
    gone, kept = started.secrets(SESSION)
    assert (gone.seq, gone.field, gone.audience, gone.salt, gone.value) == (1, "text", ALL, None, None)
    assert (kept.seq, kept.value) == (2, '"well played"')
    known: list[Opening] = [{("text", 0): None}, {("text", 0): (str(kept.salt), str(kept.value))}]
    told = [codec.decode(line, opening).event for line, opening in zip(lines, known, strict=True)]
    assert told == [Remarked("black", REMOVED), Remarked("black", "well played")]


def test_a_state_hash_belongs_to_the_last_entry_of_its_group(started: EventStore) -> None:
    with started.writing(SESSION) as writer:
        writer.append(chained(writer.head, 3), fingerprint=(7, b"abcdefgh"))
        writer.append(chained(writer.head, 2))
        writer.append(chained(writer.head, 1), fingerprint=(8, bytes(8)))
    assert started.fingerprints(SESSION) == {3: (7, b"abcdefgh"), 6: (8, bytes(8))}


def test_keeps_data_under_its_hash_only(store: EventStore) -> None:
    text = '{"cards":["jam-cookie","🗝"]}'
    name, other = sha256(text.encode()).hexdigest(), sha256(b"{}").hexdigest()
    for _ in range(2):
        store.put_data(name, text)
    assert store.data(name) == text
    for wrong in ("[]", "\ud800"):
        refuses(RefusedError, "SHA-256", store.put_data, other, wrong)
    refuses(RefusedError, "SHA-256", store.put_data, name[:-1] + ("0" if name[-1] != "0" else "1"), text)
    refuses(UnknownSessionError, "", store.data, other)


def test_high_water_marks_rise_and_never_fall(started: EventStore) -> None:
    started.create(SessionRow("abc", "keys", 1))
    assert started.watermark(SESSION) == (0, 0)
    with started.writing(SESSION) as writer:
        writer.append(chained(writer.head, 1))
        started.put_watermark(SESSION, 1, 0)
        assert started.watermark(SESSION) == (1, 0)
    for rolls, shuffles in ((5, 2), (3, 4), (0, 0)):
        started.put_watermark(SESSION, rolls, shuffles)
    assert (started.watermark(SESSION), started.watermark("abc")) == ((5, 4), (0, 0))


def test_removes_a_session_only_if_no_entry_was_added(started: EventStore) -> None:
    other = SessionRow("mnopqrstuvwx", "risk", 2_000)
    started.create(other)
    append(started, 2)
    sign(started, signature(1))
    head = started.head(SESSION)
    late, kept = append(started, 1), append(started, 3, other.session)
    refuses(ConflictError, "now ends at entry 3, not at entry 2", started.remove, SESSION, head)
    assert started.lines(SESSION, 2) == late
    started.remove(SESSION, started.head(SESSION))
    assert (started.sessions(), started.lines(other.session)) == ([other], kept)
    for name in ("row", "head", "lines", "tower", "writing"):
        refuses(UnknownSessionError, "", ASKED[name], started, SESSION)
    started.create(ROW, TOWER)
    assert content(started) == EMPTY
    append(started, 1)
    started.remove(SESSION)
    assert started.sessions() == [other]


@pytest.mark.parametrize("seqs", [[4], [2], [3, 3], [3, 5], [4, 3], [3, 2], [0], [-1], [3, 4, 6]])
def test_refuses_a_gap_or_repeat_and_saves_nothing(started: EventStore, seqs: list[int]) -> None:
    append(started, 2)
    before = content(started)
    with started.writing(SESSION) as writer:
        wrong = [Line(SESSION, seq, 1, "black", "{}", bytes(32)) for seq in seqs]
        with pytest.raises(ConflictError, match="does not follow"):
            writer.append(wrong, [msgspec.structs.replace(SECRET, seq=3)], (1, b"12345678"))
        assert writer.head.seq == 2
    assert content(started) == before


@pytest.mark.parametrize(("at_ms", "by", "why"), [
    (0, "", "author"), (0, "Black", "author"), (0, "black\n", "author"), (0, "a" * 33, "author"),
    (-1, "black", "not a time in milliseconds"), (2**63, "black", "not a time in milliseconds"),
])  # fmt: skip
def test_refuses_malformed_authors_and_times(started: EventStore, at_ms: int, by: str, why: str) -> None:
    good, bad = chained(NO_LINE, 1)[0], Line(SESSION, 2, at_ms, by, "{}", bytes(32))
    with started.writing(SESSION) as writer, pytest.raises(RefusedError, match=why):
        writer.append([good, bad])
    assert started.lines(SESSION) == []


def test_a_writer_appends_only_to_its_own_session(started: EventStore) -> None:
    with started.writing(SESSION) as writer, pytest.raises(ConflictError):
        writer.append(chained(NO_LINE, 1, "elsewhere"))
    assert started.lines(SESSION) == []
    with started.writing(SESSION) as writer:
        for count in (1, 2, 3):
            writer.append(chained(writer.head, count))
        assert writer.head.seq == 6
    assert [line.seq for line in started.lines(SESSION)] == [1, 2, 3, 4, 5, 6]


def write_all(writer: Writer) -> None:
    writer.append(chained(writer.head, 2), [SECRET], (1, b"12345678"))
    writer.answer(Submission("black", "k", "h", "a"))
    writer.sign(signature(1))


def test_an_unfinished_or_failed_transaction_is_invisible(started: EventStore) -> None:
    with pytest.raises(ZeroDivisionError), started.writing(SESSION) as writer:  # noqa: PT012  # a transaction is left
        write_all(writer)
        raise ZeroDivisionError
    assert content(started) == EMPTY
    with started.writing(SESSION) as writer:
        write_all(writer)
        assert content(started) == EMPTY
    assert started.head(SESSION).seq == 2


@pytest.mark.parametrize("fails", ["", "fails"])
def test_a_writer_refuses_entries_after_its_transaction(started: EventStore, fails: str) -> None:
    with suppress(ZeroDivisionError), started.writing(SESSION) as writer:
        if fails:
            raise ZeroDivisionError
    refuses(LogError, "has failed or ended", writer.append, chained(NO_LINE, 1))
    refuses(LogError, "has failed or ended", writer.answer, Submission("black", "k", "h", "a"))
    refuses(LogError, "has failed or ended", writer.sign, signature(1))
    assert content(started) == EMPTY


def test_creates_a_session_with_its_first_entries_or_not_at_all(store: EventStore) -> None:
    with pytest.raises(ZeroDivisionError), store.create_with_entries(ROW, TOWER) as writer:  # noqa: PT012  # a transaction is left
        writer.append(chained(writer.head, 2))
        raise ZeroDivisionError
    assert store.sessions() == []
    refuses(UnknownSessionError, "", store.lines, SESSION)
    with store.create_with_entries(ROW, TOWER) as writer:
        assert writer.head == NO_LINE
        writer.append(chained(writer.head, 2))
        assert store.sessions() == []
    assert store.row("friday") == ROW
    assert store.tower(SESSION) == TOWER
    assert store.head(SESSION).seq == 2


CHANGED: dict[str, Callable[[EventStore], object]] = {
    "writing": lambda store: store.writing(SESSION).__enter__(),
    "founding": lambda store: store.create_with_entries(SessionRow("abc", "keys", 1)).__enter__(),
    "create": lambda store: store.create(SessionRow("abc", "keys", 1)),
    "erase": lambda store: store.erase(SESSION, 1, "text"),
    "put_data": lambda store: store.put_data(sha256(b"{}").hexdigest(), "{}"),
}


@pytest.mark.parametrize("change", CHANGED)
def test_a_thread_can_open_only_one_transaction_at_a_time(started: EventStore, change: str) -> None:
    with pytest.raises(RuntimeError, match="already"), started.writing(SESSION) as writer:  # noqa: PT012  # a transaction is left
        writer.append(chained(writer.head, 1))
        CHANGED[change](started)
    assert started.lines(SESSION) == []
    assert append(started, 1)[0].seq == 1


@pytest.mark.parametrize("store", STORES[1:], indirect=True)
def test_refuses_a_forked_and_a_closed_store(started: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    refuses(ValueError, "32 bytes", started.create, SessionRow("abc", "keys", 1), TowerRow(1, (b"short",), b"s"))
    assert started.sessions() == [ROW]
    with monkeypatch.context() as patch:
        patch.setattr("os.getpid", lambda: -1)
        refuses(LogError, f"{started.label} was opened before a fork", started.head, SESSION)
    started.close()
    started.close()
    for asked in ("head", "writing"):
        refuses(LogError, "closed", ASKED[asked], started, SESSION)


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


def together(work: Callable[[int], None], seats: int) -> None:
    at_once(*(partial(work, seat) for seat in range(seats)))


def write(store: EventStore, session: str, *, spoilt: bool) -> int:
    with suppress(ZeroDivisionError), store.writing(session) as writer:
        writer.append(chained(writer.head, 2, session))
        if spoilt:
            raise ZeroDivisionError
    return 0 if spoilt else writer.head.seq


def test_writers_of_many_sessions_do_not_affect_each_other(started: EventStore) -> None:
    names = [f"session-{at}" for at in range(12)]
    for name in names:
        started.create(SessionRow(name, "keys", 1))
    won: dict[str, list[int]] = {name: [] for name in names}

    def play(seat: int) -> None:
        name = names[seat % 12]
        for turn in range(12):
            won[name].append(write(started, name, spoilt=seat % 3 == 2 and turn % 2 == 1))

    together(play, 18)
    for name in names:
        acknowledged = sorted(filter(None, won[name]))
        assert acknowledged == list(range(2, 2 * len(acknowledged) + 2, 2))
        assert started.lines(name) == chained(NO_LINE, 2 * len(acknowledged), name)
    assert sum(map(len, won.values())) == 18 * 12
    assert sum(won[name].count(0) for name in names) == 6 * 6


def test_two_writers_of_the_same_head_have_one_winner(started: EventStore) -> None:
    after = append(started, 2)[-1].seq
    missed: list[list[int]] = []

    def submit(_: int) -> None:
        with started.writing(SESSION) as writer:
            late = [line.seq for line in started.lines(SESSION, after)]
            if writer.head.seq == after:
                writer.append(chained(writer.head, 1))
        missed.append(late)

    together(submit, 8)
    assert sorted(missed) == [[]] + [[3]] * 7
    assert started.head(SESSION).seq == 3


def test_keeps_the_latest_answer_for_each_author_and_key(started: EventStore) -> None:
    first, later = Submission("black", "k1", "hash", "1 filed"), Submission("black", "k1", "hash", "2 filed")
    other = Submission("black", "k1", "other", "")
    with pytest.raises(ConflictError), started.writing(SESSION) as writer:  # noqa: PT012  # a transaction is left
        writer.answer(first)
        writer.answer(other)
    assert started.submission(SESSION, "black", "k1") is None
    for answer in (first, later):
        with started.writing(SESSION) as writer:
            writer.append(chained(writer.head, 1))
            writer.answer(answer)
        assert started.submission(SESSION, "black", "k1") == answer
    assert started.submission(SESSION, "red", "k1") is started.submission(SESSION, "black", "k2") is None
    with pytest.raises(ConflictError, match="k1"), started.writing(SESSION) as writer:  # noqa: PT012  # as above
        writer.append(chained(writer.head, 1))
        writer.answer(other)
    assert (started.submission(SESSION, "black", "k1"), started.head(SESSION).seq) == (later, 2)
    more = [Submission("black", "k0", "hash", ""), Submission("amber", "k2", "hash", "")]
    with started.writing(SESSION) as writer:
        for answer in more:
            writer.answer(answer)
    assert started.submissions(SESSION) == [more[1], more[0], later]


@pytest.fixture
def three(started: EventStore) -> EventStore:
    append(started, 3)
    return started


KEY, OTHER = SigningKey(bytes(range(32))), SigningKey(bytes(32))


def signature(seq: int, key: SigningKey = KEY, signed_ms: int = 1_000) -> Signature:
    return Signature(seq, signed_ms, key.public, bytes([seq]) * 64)


def sign(store: EventStore, *signatures: Signature) -> None:
    with store.writing(SESSION) as writer:
        for one in signatures:
            writer.sign(one)


def test_keeps_the_first_signature_of_a_key_for_each_entry(three: EventStore) -> None:
    assert three.signatures(SESSION) == []
    sign(three, signature(3))
    sign(three, signature(1), signature(3, OTHER, 2_000), Signature(3, 9_000, KEY.public, bytes(64)))
    assert three.signatures(SESSION) == [signature(1), signature(3), signature(3, OTHER, 2_000)]
    sign(three, Signature(2, 1, KEY.public, bytes(64)), Signature(2, 2, KEY.public, bytes(64)))
    assert three.signatures(SESSION)[1] == Signature(2, 1, KEY.public, bytes(64))


@pytest.mark.parametrize("wrong", [
    signature(4), Signature(0, 1, KEY.public, bytes(64)), Signature(-1, 1, KEY.public, bytes(64)),
    Signature(1, -1, KEY.public, bytes(64)), Signature(1, 2**63, KEY.public, bytes(64)),
    Signature(1, 1, b"", bytes(64)), Signature(1, 1, KEY.public * 2, bytes(64)), Signature(1, 1, KEY.public, b"x"),
])  # fmt: skip
def test_refuses_malformed_signatures(three: EventStore, wrong: Signature) -> None:
    refuses(RefusedError, "", sign, three, wrong)
    assert three.signatures(SESSION) == []


def test_keeps_the_highest_signed_head_and_the_last_keys(three: EventStore) -> None:
    assert (three.signed_head(SESSION), three.signing_keys()) == (NO_LINE, ())
    for seq, sign in ((2, b"b"), (3, b"c"), (1, b"a"), (3, b"d")):
        three.put_signed_head(SESSION, Head(seq, sign * 32))
    assert three.signed_head(SESSION) == Head(3, b"c" * 32)
    three.put_signing_keys([KEY, OTHER])
    three.put_signing_keys([OTHER])
    assert three.signing_keys() == (OTHER,)
