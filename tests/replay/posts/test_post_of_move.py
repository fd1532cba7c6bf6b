"""Which post a move came from: by the answers of the database, or by the times in a log from another database."""

from itertools import count

import pytest
from imported import MODERATOR, PostTable, record_text
from keys_board import BEGUN
from msgspec.structs import replace
from spectator import SEATS, opened

from events.errors import RefusedError
from events.events import ALL, Move
from events.session_events import Posted
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from events.store.rows import Submission
from projections.registry import Registry, registry
from replay.chance.clock import now_ms
from replay.importing.samples import samples
from replay.posts.door import Request, submit
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.post_of_move import PostsOfMoves
from replay.reading.timeline import Timeline

BLACK, YELLOW = Poster("black", "black"), Poster("yellow", "yellow")
Found = list[tuple[str, str, bool]]


class WithoutAnswers:
    """A store as after the import of an exported log."""

    def submissions(self, _session: str) -> list[Submission]:
        return []


class Posting(PostTable):
    """A session in which players post and use buttons, each some time after the one before."""

    def __init__(self, store: EventStore, name: str, games: Registry) -> None:
        times = count(now_ms(), 5)
        super().__init__(store, name, games, lambda: next(times) + self.pause)
        self.pause = 0

    def button(self, text: str, poster: Poster) -> None:
        self.pause += 60_000
        sent = Pasted(text=text, after=self.last, key=f"form-{self.last}")
        submit(self.store, self.games, Request(self.name, poster, sent, is_post=False), self.clock)

    def sources(self, store: EventStore | WithoutAnswers) -> Found:
        return sources(self.timeline(), store)


def sources(timeline: Timeline, store: EventStore | WithoutAnswers) -> Found:
    """Return each move with the text of its post, and whether it surely came from it."""
    posts = PostsOfMoves(timeline, store)  # type: ignore[arg-type]  # it needs one method of a store
    moves = [group for group in timeline.groups if isinstance(group.head.event, Move)]
    found = [(type(group.head.event).__name__, posts.post_of(group)) for group in moves]
    texts = [getattr(source.entry.event, "text", "") if source else "" for _, source in found]
    return [(name, text, bool(source and source.is_sure)) for (name, source), text in zip(found, texts, strict=True)]


@pytest.fixture
def toy(store: EventStore, games: Registry) -> Posting:
    session = opened(store, games, "toy", SEATS, alias="friday", options={"points": 99})
    return Posting(store, session.row.session, games)


@pytest.fixture
def keys(store: EventStore) -> Posting:
    return Posting(store, record_text(store, registry(), BEGUN).session, registry())


def test_a_move_by_button_does_not_show_the_last_post_of_its_player(toy: Posting) -> None:
    toy.file("Lovely weather.", BLACK, chat_only=True)
    toy.button("dare yellow", BLACK)
    toy.filed("pass", YELLOW)
    toy.button("dare black", YELLOW)
    assert toy.sources(toy.store) == [("Dare", "", False), ("Passed", "pass", True), ("Dare", "", False)]
    talk = next(entry.seq for entry in toy.timeline().entries if isinstance(entry.event, Posted))
    posts = PostsOfMoves(toy.timeline(), toy.store)
    assert not posts.has_moves(talk)
    assert posts.has_moves(next(s.entry.seq for g in toy.timeline().groups if (s := posts.post_of(g))))


def test_a_log_without_answers_claims_only_what_was_recorded_at_once(toy: Posting) -> None:
    toy.filed("dare yellow", BLACK)
    toy.file("Let me think.", YELLOW, chat_only=True)
    toy.button("pass", YELLOW)
    assert toy.sources(toy.store) == [("Dare", "dare yellow", True), ("Passed", "", False)]
    assert toy.sources(WithoutAnswers()) == [("Dare", "dare yellow", True), ("Passed", "Let me think.", False)]


def test_a_clock_that_was_set_back_makes_no_post_sure(toy: Posting) -> None:
    toy.filed("dare yellow", BLACK)
    toy.file("Let me think.", YELLOW, chat_only=True)
    toy.pause = -600_000
    toy.button("pass", YELLOW)
    assert toy.sources(WithoutAnswers())[1:] == [("Passed", "Let me think.", False)]


def test_damaged_answers_and_those_of_another_log_are_not_used(toy: Posting) -> None:
    toy.filed("dare yellow", BLACK)
    kept = toy.store.submissions(toy.name)
    assert kept

    class Damaged(WithoutAnswers):
        def __init__(self, old: str, new: str) -> None:
            self.change = old, new

        def submissions(self, _session: str) -> list[Submission]:
            return [replace(one, answer=one.answer.replace(*self.change)) for one in kept]

    head = toy.timeline().lines[-1].digest.hex()
    for store in (Damaged("{", ""), Damaged(head, "0" * len(head))):
        toy.pause += 60_000
        assert toy.sources(store) == toy.sources(WithoutAnswers())


def test_a_button_cannot_use_the_key_of_a_line_of_a_post(toy: Posting) -> None:
    toy.file("Lovely weather.\nDoes it rain?", BLACK, key="k", chat_only=True)
    sent = Pasted(text="dare yellow", after=toy.last, key="k.2")
    with pytest.raises(RefusedError, match="a key must have"):
        submit(toy.store, toy.games, Request(toy.name, BLACK, sent, is_post=False), toy.clock)


def test_all_moves_of_a_post_show_it(keys: Posting) -> None:
    post = "D: ?\nP: Kb e7 open (open)\nM: >e7"
    keys.filed(post, Poster("twelfth", "twelfth"))
    assert keys.sources(keys.store)[3:] == [(name, post, True) for name in ("DrawCard", "PlayKey", "MovePawn")]
    assert keys.sources(WithoutAnswers())[3:] == keys.sources(keys.store)[3:], "all were recorded at once"


def test_a_button_between_two_parts_of_a_post_is_not_from_the_post(store: EventStore, games: Registry) -> None:
    options = {"first": "tenth"}
    name = opened(store, games, "keys", ("tenth", "twelfth"), options=options).row.session
    keys, post = Posting(store, name, games), "M: stay; D: ?\n> hm"
    tenth, twelfth = Poster("tenth", "tenth"), Poster("twelfth", "twelfth")
    keys.filed("D: ?", tenth)
    legal = iter(keys.session.game.rules.legal(keys.session.position, "tenth"))
    keys.button(keys.session.game.notation.spell(next(legal), keys.session.position), tenth)
    assert not keys.file(post, tenth, key="k").is_done, "only the first action of the line is recorded"
    keys.button("D: ?", twelfth)
    keys.filed(post, tenth, key="k", choices={1: Choice(chat=True)})
    assert [(name, text) for name, text, _ in keys.sources(store)] == [
        ("DrawCard", "D: ?"), ("PlayKey", ""), ("Stay", post), ("DrawCard", "")
    ]  # fmt: skip


def test_a_corrected_move_shows_the_post_of_the_original(toy: Posting) -> None:
    toy.filed("dare yellow", BLACK)
    toy.button("pass", YELLOW)
    toy.filed("dare black", YELLOW)
    held = toy.timeline("table").position(toy.last).hands["yellow"][0]
    toy.filed(f"FIX 1.2: answer {held}", MODERATOR, seat="moderator")
    assert toy.sources(toy.store) == [
        ("Dare", "dare yellow", True), ("Passed", "", False), ("Dare", "dare black", True), ("Answer", "", False),
        ("Dare", "dare black", True),
    ]  # fmt: skip


def test_an_imported_thread_shows_the_post_of_each_move() -> None:
    text = next(one.text for one in samples("keys") if one.name == "two-player")
    store = MemoryStore()
    name = record_text(store, registry(), text).session
    found = sources(Timeline.read(store, registry(), name, ALL), store)
    assert len(found) > 50
    assert all(post and is_sure for _, post, is_sure in found)
