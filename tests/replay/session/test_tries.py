"""Submissions for another seat reveal nothing about its hand without a log entry, shown by pairs of worlds."""

import random
from functools import cache, partial
from typing import Any

import pytest
from long_runs import some_short
from players import GAMES, HIDING, founded
from refusals import refuses
from spectator import without_hashes
from toy import Answer as AnswerDare, Dare
from worlds import NAME, World, copied, pairs, pool_of, probes, told, world

from events.errors import BellError, ConflictError, IllegalMoveError
from events.events import ALL, MODERATOR_VIEW, Move
from events.session_events import HiddenInfoProbe, Ordered, Posted
from events.store.memory import MemoryStore
from projections.contracts import Written
from projections.draft import weigh
from replay.corrections.correction import correct
from replay.corrections.plan import OMIT, Change, Correction
from replay.corrections.takeback import take_back
from replay.reading.reading import groups_of
from replay.reading.session_event_text import session_event_sentence
from replay.session.hidden_info_attempts import MOST, refused_tries
from replay.session.session import Session
from replay.session.submission import Answer, Request, file_order, submit
from replay.transfer.bundle import export_lines

MODERATOR = "moderator"
SOME = 2
POST = (Posted("black", "Look at this!", key="k"),)
every_game = pytest.mark.parametrize("slug", some_short(HIDING, lambda slug: slug in ("toy", "keys")))


@cache
def telling(slug: str) -> list[tuple[World, World, list[Move]]]:
    first = world(slug, 2, 1)
    found = [(first, second, probes(first, second)[:SOME]) for _, _, second in pairs(slug, 2, ALL, 1)]
    return [one for one in found if one[2]]


def public(session: Session, upto: int | None = None) -> list[str]:
    rows = list(export_lines(session.store, GAMES, NAME, ALL))
    return [without_hashes(row.encode()) for row in rows[: None if upto is None else upto + 1]]


def tries(session: Session) -> list[Any]:
    return [entry.event for entry in session.table.entries_of(HiddenInfoProbe)]


def file(session: Session, move: Move, key: str = "", **how: Any) -> Answer:
    return submit(session, MODERATOR, [Request(Written(move), **how)], key=key, notes=POST)


@every_game
def test_different_hands_give_the_same_log_up_to_a_probe(slug: str) -> None:
    found = telling(slug)
    assert found
    for first, second, moves in found:
        for move in moves:
            one, other = copied(first.session), copied(second.session)
            head = one.head.seq
            answers = [file(one, move, "k"), file(other, move, "k")]
            refused = [answer.refused is not None for answer in answers]
            assert sorted(refused) == [False, True], move
            assert public(one, head + 2) == public(other, head + 2)
            loser, answer = ((one, answers[0]), (other, answers[1]))[refused.index(True)]
            assert loser.head.seq == head + 2
            assert answer.refused is not None
            assert (answer.refused.rule, answer.filed) == ("", 0)
            assert "hidden from you" in answer.refused.message
            assert [type(entry.event) for entry in loser.table.entries[head:]] == [Posted, HiddenInfoProbe]
            assert refused_tries(loser, move.player) == 1
            winner = (one, other)[refused.index(False)]
            assert len(tries(winner)) == 1
            assert move in [entry.event for entry in winner.table.entries[head + 2 :]]


@every_game
def test_a_move_known_to_be_illegal_leaves_no_entry(slug: str) -> None:
    kinds = set[bool]()
    for first, second, _ in telling(slug):
        for move in pool_of(first, second, random.Random(1)).moves:
            try:
                weighed = weigh(first.session.game.rules, first.session.view(ALL).position, move)
            except BellError:
                weighed = None
            if weighed is not None and weighed.hangs and not weighed.certain:
                continue
            one, other = copied(first.session), copied(second.session)
            answers = [told(lambda of=of, move=move: file(of, move)) for of in (one, other)]  # type: ignore[misc]  # bound
            assert without_hashes(answers[0].encode()) == without_hashes(answers[1].encode())
            assert tries(one) == tries(other) == []
            is_refused = "refused=Refusal" in answers[0]
            assert not is_refused or one.head.seq == first.session.head.seq
            kinds.add(is_refused)
    assert True in kinds


@every_game
def test_only_the_seat_and_the_submitter_can_read_a_probe(slug: str) -> None:
    session, move = refusing(slug)
    file(session, move)
    (tried,) = tries(session)
    seen = {
        viewer: session.view(viewer).entries_of(HiddenInfoProbe)[0].event.what  # type: ignore[attr-defined]
        for viewer in (*session.started.seats, ALL)
    }
    assert seen == {seat: tried.what if seat == move.player else "?" for seat in (*session.started.seats, ALL)}
    assert session.view(MODERATOR_VIEW).entries_of(HiddenInfoProbe)[0].event == tried
    assert session_event_sentence(tried).endswith(f"depends on hidden information: {tried.what}")
    assert "?" not in session_event_sentence(session.view(ALL).entries_of(HiddenInfoProbe)[0].event)  # type: ignore[arg-type]  # it is Tried
    session.end()
    seq = session.table.entries_of(HiddenInfoProbe)[0].seq
    assert session.view(ALL).opening(seq) == session.table.opening(seq)


def refusing(slug: str) -> tuple[Session, Move]:
    """A session, and a move of another seat that only the table knows to be illegal."""

    def is_odd(session: Session, move: Move) -> bool:
        try:
            weigh(session.game.rules, session.position, move)
        except BellError:
            return True
        return False

    pairs = telling(slug)
    for first, second, _ in pairs:
        for of in (first, second):
            position, public = of.session.position, of.session.view(ALL).position
            every = [of.session, *(other.session for _, other, _ in pairs)]
            offers = [(of, of.game.rules.legal(public, seat)) for of in every for seat in of.status.awaited]
            guesses = [move for of, moves in offers for move in moves if not is_odd(of, move)]
            rules = of.session.game.rules
            for move in dict.fromkeys([*probes(first, second), *guesses]):
                if weigh(rules, position, move).certain and not weigh(rules, public, move).certain:
                    return copied(of.session), move
    raise AssertionError(slug)


@every_game
def test_counts_a_repeated_probe_once(slug: str) -> None:
    session, move = refusing(slug)
    for key in ("k", "k", "", "other"):
        assert file(session, move, key).refused is not None
    assert len(tries(session)) == 1
    again = copied(session)
    refuses(ConflictError, "", submit, session, MODERATOR, [], key="k", notes=POST)
    assert file(again, move).refused is not None
    assert len(tries(again)) == 1


@every_game
def test_only_the_seat_can_submit_after_three_refused_probes(slug: str) -> None:
    session, move = refusing(slug)
    for number in range(MOST):
        session.note(
            HiddenInfoProbe(MODERATOR, move.player, str(number), f"{move.player} {MODERATOR} -after"), by=MODERATOR
        )
    head = session.head.seq
    refused = file(session, move).refused
    assert refused is not None
    assert "only" in refused.message
    assert "own link" in refused.message
    refuses(IllegalMoveError, "own link", file_order, session, MODERATOR, move.player, "")
    assert session.head.seq == head
    legal = next(iter(session.game.rules.legal(session.view(move.player).position, move.player)))
    assert submit(session, move.player, [Request(Written(legal))]).refused is None


@every_game
def test_an_accepted_illegal_move_is_also_logged_as_a_probe(slug: str) -> None:
    session, move = refusing(slug)
    file(session, move, keep="we play it so")
    assert len(tries(session)) == 1


def test_an_accepted_card_is_a_probe_if_only_dice_are_typed() -> None:
    session = founded(MemoryStore(), "toy", 2, session=NAME, dice="typed")
    submit(session, "black", [Request(Written(Dare("black", "yellow")))])
    head, held = session.head.seq, session.position.hands["yellow"][0]
    wrong = next(card for card in "123456" if card != held)
    assert file(session, AnswerDare("yellow", wrong), keep="we play it so").refused is not None
    assert [type(entry.event) for entry in session.table.entries[head:]] == [Posted, HiddenInfoProbe]


@every_game
def test_a_correction_is_first_logged_as_a_probe(slug: str) -> None:
    compared = 0
    for first, second, moves in telling(slug):
        for move in moves:
            sessions = [copied(of.session) for of in (first, second)]
            outcomes, heads = list[str](), list[int]()
            for session in sessions:
                common = pool_of(first, second, random.Random(1)).common
                assert submit(session, common.player, [Request(Written(common))]).refused is None
                heads.append(session.head.seq)
                last = [one for one in groups_of(session.table.entries) if isinstance(one.head.event, Move)][-1]
                meant = Correction([Change(last, Written(move), inserts=True)], others=OMIT)
                outcomes.append(told(partial(correct, session, meant, by=MODERATOR)))
            upto = [len(tries(session)) + head for session, head in zip(sessions, heads, strict=True)]
            assert upto[0] == upto[1]
            assert public(sessions[0], upto[0]) == public(sessions[1], upto[1])
            if outcomes[0] != outcomes[1]:
                assert [len(tries(session)) for session in sessions] == [1, 1], (move, outcomes)
                compared += 1
    assert compared


@every_game
def test_a_takeback_does_not_depend_on_hidden_information(slug: str) -> None:
    for first, second, _ in telling(slug):
        groups = [group for group in groups_of(first.session.table.entries) if isinstance(group.head.event, Move)]
        for group in groups[-3:]:
            one, other = copied(first.session), copied(second.session)
            for of in (one, other):
                take_back(of, group.first - 1, by=MODERATOR)
            assert tries(one) == tries(other) == []
            assert public(one) == public(other)


def test_a_standing_order_for_another_seat_is_a_probe() -> None:
    for slug in HIDING:
        session = copied(world(slug, 2, 1).session)
        seat = next(iter(session.status.awaited))
        example = next(iter(session.game.orders.examples), "")
        if not example:
            continue
        head = session.head.seq
        file_order(session, MODERATOR, seat, example)
        kinds = [type(entry.event) for entry in session.table.entries[head:]]
        assert kinds[0] in (HiddenInfoProbe, Ordered)
        assert Ordered in kinds
        own = copied(world(slug, 2, 1).session)
        file_order(own, seat, seat, example)
        assert tries(own) == []


def test_continues_after_a_crash_between_probe_and_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_given: object) -> Any:
        raise OSError("stopped")

    session, move = refusing("toy")
    with monkeypatch.context() as patch:
        patch.setattr("replay.session.submission._decided", stopped)
        refuses(OSError, "stopped", file, session, move, "k")
    assert session.store.submission(NAME, MODERATOR, "k") is not None
    assert [type(entry.event) for entry in session.table.entries[-2:]] == [Posted, HiddenInfoProbe]
    assert file(Session.load(session.store, GAMES, NAME), move, "k").refused is not None
    entries = Session.load(session.store, GAMES, NAME).table.entries
    assert [type(entry.event) for entry in entries[-2:]] == [Posted, HiddenInfoProbe]
