"""The pocket program on every sample that is shipped, and on every forgery that our tests know how to make."""

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

import pytest
from faults import Copy, Planted, careless, forged_fields, forged_seals, forged_shapes
from long_runs import some_short
from players import GAMES, eventful, founded, play_on, tables
from pocket import loaded

from events.facts import ALL, TABLE
from events.line import Head, Line, Secret
from events.signature import SigningKey
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.exchange.bundle import export_lines
from replay.posts.samples import samples, take_in

NAME, MOVES, CARELESS = "faultsfaults", 30, 60
HOST, FORGER = SigningKey(b"h" * 32), SigningKey(b"f" * 32)
CLOSED = frozenset({"secret.audience", "secret.half", "secret.gone"})
"""What a file does not show: for whom an item is kept here, and why one is closed in it."""
SHARE = {"keys": 0.25, "toy": 0.5}
OTHERS = 0.1
CHECKER = loaded()
FEW_SAMPLES = ("keys-mistakes", "risk-rulebook-battle", "daleks-rulebook-help", "ccg-rulebook-damage")
SAMPLES = [sample for slug in shelf() for sample in samples(slug)]


def faults(text: str, pin: str = "") -> list[str]:
    header, *lines = text.splitlines()
    told = json.loads(header)
    return list(CHECKER.Log(told["session"], lines, told.get("signatures", []), pin).faults)


@pytest.mark.parametrize("name", some_short((f"{one.game}-{one.name}" for one in SAMPLES), FEW_SAMPLES.__contains__))
@pytest.mark.parametrize("signing", [False, True])
def test_every_sample_is_clean(name: str, *, signing: bool) -> None:
    """As it is shipped; and recorded in a house that signs, where it is recorded from a transcript."""
    (sample,) = (one for one in SAMPLES if f"{one.game}-{one.name}" == name)
    store = MemoryStore([HOST] if signing else [])
    session = take_in(store, shelf(), sample)
    text = "".join(f"{line}\n" for line in export_lines(store, shelf(), session, TABLE))
    signed = signing and not sample.is_export
    assert ('"signatures"' in text.splitlines()[0]) == signed
    assert faults(text, HOST.fingerprint if signed else "") == []


@pytest.mark.parametrize(("slug", "seats"), some_short(tables(4), lambda case: case[1] < 3))
def test_what_we_play_is_clean(slug: str, seats: int) -> None:
    """Random play of every game with talk, takebacks and corrections, cards put back and Dilemmas that lie out."""
    for seed in range(3):
        session = eventful(founded(MemoryStore(), slug, seats, session=NAME), 40, seed=seed)
        play_on(session, 150, seed=seed)
        for viewer in (TABLE, ALL):
            assert faults("\n".join(export_lines(session.store, GAMES, NAME, viewer))) == []


# Forgeries


@cache
def recorded(slug: str, seats: int) -> Copy:
    """A finished session of a house that signs, with all that people do between moves."""
    store = MemoryStore([HOST])
    moves = MOVES if slug in shelf() else MOVES // 3  # the toy game runs every time
    session = eventful(founded(store, slug, seats, session=NAME), moves, seed=seats)
    play_on(session, 10, seed=1)
    session.end()
    return Copy(session, random.Random(seats))


def filed(lines: Sequence[Line], secrets: Sequence[Secret]) -> list[str]:
    """The lines of a file that opens all of these secrets."""
    opened: dict[int, dict[str, dict[int, Any]]] = {}
    for one in secrets:
        pair = {"salt": one.salt, "value": one.value} if one.salt and one.value is not None else None
        opened.setdefault(one.seq, {}).setdefault(one.field, {})[one.item] = pair
    return [
        json.dumps({
            "session": line.session, "seq": line.seq, "at_ms": line.at_ms, "by": line.by, "body": line.body,
            "digest": line.digest.hex(),
            "opened": {
                field: [items.get(item) for item in range(max(items) + 1)]
                for field, items in opened.get(line.seq, {}).items()
            },
        })
        for line in lines
    ]  # fmt: skip


def signatures(copy: Copy) -> list[dict[str, Any]]:
    """The signatures of the true log."""
    return [
        {"seq": one.seq, "signed_ms": one.signed_ms, "key": one.key.hex(), "signature": one.signature.hex()}
        for one in copy.session.store.signatures(NAME)
    ]


def forgeries(copy: Copy, slug: str) -> Iterator[Planted]:
    share = SHARE.get(slug, OTHERS)
    yield from chain(
        careless(copy, CARELESS), forged_fields(copy, share), forged_seals(copy, share / 2),
        forged_shapes(copy, share / 2),
    )  # fmt: skip


@pytest.mark.parametrize(("slug", "seats"), some_short(tables(3), lambda case: case == ("toy", 2)))
def test_every_forgery_is_convicted(slug: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the host's signatures, with none, and one of four with the forger's own and the pin of the host."""
    monkeypatch.setattr(CHECKER, "signed", cache(CHECKER.signed))
    copy = recorded(slug, seats)
    own, honest = signatures(copy), filed(copy.lines, copy.secrets)
    assert own
    assert CHECKER.Log(NAME, honest, own).faults == []
    tried, missed = Counter[str](), Counter[str]()
    for number, planted in enumerate(forgeries(copy, slug)):
        if planted.name in CLOSED:
            continue
        tried[planted.name.partition(".")[0]] += 1
        texts = filed(planted.lines, planted.secrets or copy.secrets)
        last = planted.lines[-1]
        forged = FORGER.sign(NAME, Head(last.seq, last.digest), 1)
        theirs = [{"seq": last.seq, "signed_ms": 1, "key": forged.key.hex(), "signature": forged.signature.hex()}]
        for given in (own, [], theirs)[: 3 if number % 4 == 0 else 2]:
            if not CHECKER.Log(NAME, texts, given, HOST.fingerprint).faults:
                missed[planted.name] += 1
    assert missed == Counter()
    assert tried.total() > 250
