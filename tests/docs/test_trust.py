"""Forgeries: the table of `docs/reports/trust.md` holds for both checkers."""

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

import pytest
from faults import Copy, careless, forged_fields, forged_seals, forged_shapes
from forgeries import (
    FORGER,
    FORGERIES,
    HOST,
    OLD,
    RULES,
    SAME_IN_ALL_COLUMNS,
    Export,
    signed_twice,
    split_in_the_middle,
)
from long_runs import some_short
from places import DOCS
from players import GAMES, eventful, founded, play_on, tables
from pocket import faults_of, loaded
from spectator import SEATS, opened as begun, played

from events.entry import Head, Line, Secret
from events.errors import BellError
from events.events import ALL, OMNISCIENT
from events.signature import SigningKey
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.importing.samples import samples, take_in
from replay.transfer.bundle import Bundle, export_lines, read_bundle
from replay.transfer.verify import verify
from webui.commands.arguments import read_text

VERDICT: Final = "(nothing found|unverified|violation|refused)"
PAGE: Final = (DOCS / "reports" / "trust.md").read_text("utf-8")
ROW: Final = re.compile(rf"(?m)^\| (.+) \| {VERDICT} \| {VERDICT} \| {VERDICT} \|$")
LIST: Final = re.compile(rf"(?m)^All columns: {VERDICT}\n\n((?:- .+\n)+)")
SAME_ON_PAGE: Final = [
    (verdict, row.removeprefix("- ")) for verdict, rows in LIST.findall(PAGE) for row in rows.splitlines()
]
TABLE_OF_PAGE: Final = {
    **{what: tuple(verdicts) for what, *verdicts in ROW.findall(PAGE)},
    **{what: (verdict,) * 3 for verdict, what in SAME_ON_PAGE},
    **{what: (verdict,) * 3 for verdict, changes in SAME_IN_ALL_COLUMNS.items() for what in changes},
}
SESSIONS: Final = ("played", "keys", "risk", "daleks", "ccg")
CHECKER: Final = loaded()


@cache
def base(whose: str, *, signs: bool) -> Export:
    """The file that is forged: of random play, or of a sample of a game; signed twice, or an old one."""
    keys: list[SigningKey] = [HOST] if signs else []
    store = MemoryStore(keys)
    if whose == "played":
        toy = begun(store, GAMES, "toy", SEATS, session="trusttrusttr", title="Friday", options={"points": 40})
        session = played(toy, 12)
        name = session.row.session
    else:
        name = take_in(store, GAMES, next(one for one in samples(whose) if not one.is_export))
    text = "".join(f"{row}\n" for row in export_lines(store, GAMES, name, OMNISCIENT))
    return signed_twice(text) if signs else split_in_the_middle(text)


@lru_cache(maxsize=1)
def read(text: str) -> Bundle:
    return read_bundle(text, GAMES, strict=False)


def said_by_us(text: str, known: set[str], **given: Any) -> str:
    """The verdict of `verify` on the log, but for what it found before; what a cut leaves of a game is the game's."""
    try:
        report = verify(read(text), GAMES, **given)
    except BellError:
        return "refused"
    new = [one for one in report.findings if one.id not in known and one.rule.startswith("LOG-")]
    levels = {one.level for one in new if one.level != "note"}
    return "violation" if "violation" in levels else "unverified" if levels else "nothing found"


def said_by_the_checker(path: Path, *asked: str) -> bool:
    return bool(CHECKER.main(str(path), *asked))


@pytest.mark.long
@pytest.mark.parametrize("whose", SESSIONS)
def test_finds_every_forgery_as_the_page_says(whose: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`verify` reports each forgery as the page says. The checker of one file reports a fault or refuses the file."""
    path, wrong, apart = tmp_path / "export.jsonl", [], []
    for forgeries, signs in ((FORGERIES, True), (OLD, False)):
        honest = base(whose, signs=signs)
        known = {one.id for one in verify(read_bundle(honest.text, GAMES, strict=False), GAMES).findings}
        seq, digest = len(honest.rows), str(honest.rows[-1]["digest"])[:32]
        for what, forge in forgeries.items():
            text = honest.forged(forge)
            assert (text == honest.text) is what.endswith(("nothing", "nothing changed")), what
            path.write_text(text, encoding="utf-8", newline="")
            told = read_text(str(path))
            given: list[tuple[dict[str, Any], list[str]]] = [
                ({}, []), ({"pin": HOST.fingerprint}, [f"key:{HOST.fingerprint}"]),
                ({"checkpoints": [(seq, digest)]}, [f"{seq}:{digest}"]),
            ]  # fmt: skip
            ours = tuple(said_by_us(told, known, **ask) for ask, _ in given)
            if ours != TABLE_OF_PAGE[what]:
                wrong.append((what, ours))
            theirs = tuple(said_by_the_checker(path, *ask) for _, ask in given)
            if theirs != tuple(one in ("violation", "refused") for one in ours):
                apart.append((what, ours, theirs))
    assert (wrong, apart) == ([], [])


@pytest.mark.parametrize("what", RULES)
def test_only_verify_finds_forgeries_that_need_game_and_seats(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The one file of the checker knows no game, and not who writes what; the page says so."""
    honest, path = base("played", signs=False), tmp_path / "export.jsonl"
    text = honest.forged(RULES[what])
    path.write_text(text, encoding="utf-8")
    assert said_by_us(text, set()) == "violation"
    assert not said_by_the_checker(path)
    assert f"- {what}" in PAGE


def test_the_page_lists_exactly_the_tested_forgeries() -> None:
    assert TABLE_OF_PAGE.keys() == FORGERIES.keys() | OLD.keys()


NAME, MOVES, CARELESS = "faultsfaults", 30, 60
CLOSED = frozenset({"secret.audience", "secret.half", "secret.gone"})
"""Forgeries that a file cannot show: the audience of a stored item, and why an item is closed."""
SHARE = {"keys": 0.25, "toy": 0.5}
OTHERS = 0.1
FEW_SAMPLES = ("keys-mistakes", "risk-rulebook-battle", "daleks-rulebook-help", "ccg-rulebook-damage")
ALL_SAMPLES = [sample for slug in registry() for sample in samples(slug)]


@pytest.mark.parametrize(
    "name", some_short((f"{one.game}-{one.name}" for one in ALL_SAMPLES), FEW_SAMPLES.__contains__)
)
@pytest.mark.parametrize("signing", [False, True])
def test_every_sample_is_clean(name: str, *, signing: bool) -> None:
    (sample,) = (one for one in ALL_SAMPLES if f"{one.game}-{one.name}" == name)
    store = MemoryStore([HOST] if signing else [])
    session = take_in(store, registry(), sample)
    text = "".join(f"{line}\n" for line in export_lines(store, registry(), session, OMNISCIENT))
    signed = signing and not sample.is_export
    assert ('"signatures"' in text.splitlines()[0]) == signed
    assert faults_of(text, HOST.fingerprint if signed else "") == []


@pytest.mark.parametrize(("slug", "seats"), some_short(tables(4), {("toy", 2), ("keys", 2)}.__contains__))
def test_randomly_played_sessions_are_clean(slug: str, seats: int) -> None:
    for seed in range(2):
        session = eventful(founded(MemoryStore(), slug, seats, session=NAME), 40, seed=seed)
        play_on(session, 150, seed=seed)
        for viewer in (OMNISCIENT, ALL):
            assert faults_of("\n".join(export_lines(session.store, GAMES, NAME, viewer))) == []


@cache
def recorded(slug: str, seats: int) -> Copy:
    """A finished session of a house that signs, with all that people do between moves."""
    store = MemoryStore([HOST])
    moves = MOVES if slug in registry() else MOVES // 3  # the toy game runs every time
    session = eventful(founded(store, slug, seats, session=NAME), moves, seed=seats)
    play_on(session, 10, seed=1)
    session.end()
    return Copy(session, random.Random(seats))


def filed(lines: Sequence[Line], secrets: Sequence[Secret]) -> list[str]:
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
    return [
        {"seq": one.seq, "signed_ms": one.signed_ms, "key": one.key.hex(), "signature": one.signature.hex()}
        for one in copy.session.store.signatures(NAME)
    ]


@pytest.mark.parametrize(("slug", "seats"), some_short(tables(3), lambda _: False))
def test_every_forgery_is_detected(slug: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the host's signatures, with none, and one of four with the forger's own and the pin of the host."""
    monkeypatch.setattr(CHECKER, "signed", cache(CHECKER.signed))
    copy = recorded(slug, seats)
    own, honest = signatures(copy), filed(copy.lines, copy.secrets)
    assert own
    assert CHECKER.Log(NAME, honest, own).faults == []
    tried, missed = Counter[str](), Counter[str]()
    share = SHARE.get(slug, OTHERS)
    plants = (
        careless(copy, CARELESS), forged_fields(copy, share),
        *(forge(copy, share / 2) for forge in (forged_seals, forged_shapes)),
    )  # fmt: skip
    for number, planted in enumerate(chain.from_iterable(plants)):
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
