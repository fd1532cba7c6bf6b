"""Each row of the table in `docs/trust.md` is tried, and both checkers say what stands there."""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import pytest
from forgeries import FORGERIES, HOST, OLD, RULES, Export, signed_twice, split_in_the_middle
from long_runs import some_short
from places import DOCS
from players import GAMES
from pocket import loaded
from spectator import SEATS, played
from spectator import opened as begun

from events.errors import BellError
from events.facts import TABLE
from events.signature import SigningKey
from events.store.memory import MemoryStore
from replay.exchange.bundle import Bundle, export_lines, import_bundle, read_bundle
from replay.exchange.verify import verify
from replay.posts.samples import samples, take_in
from webui.commands.arguments import read_text

PAGE: Final = (DOCS / "trust.md").read_text("utf-8")
ROW: Final = re.compile(r"(?m)^\| ([^|]+) \| (clean|doubt|violation|refused) \| (\w+) \| (\w+) \|$")
TABLE_OF_PAGE: Final = {what: tuple(verdicts) for what, *verdicts in ROW.findall(PAGE)}
SESSIONS: Final = ("played", "keys", "risk", "daleks", "ccg")
CHECKER: Final = loaded()


def text_of(store: MemoryStore, session: str) -> str:
    return "".join(f"{row}\n" for row in export_lines(store, GAMES, session, TABLE))


@cache
def base(whose: str, *, signs: bool) -> Export:
    """The file that is forged: of random play, or of a sample of a game; signed twice, or an old one."""
    keys: list[SigningKey] = [HOST] if signs else []
    store = MemoryStore(keys)
    if whose == "played":
        session = played(
            begun(store, GAMES, "toy", SEATS, session="trusttrusttr", title="Friday", options={"points": 40}), 12
        )
        name = session.row.session
    else:
        name = take_in(store, GAMES, next(one for one in samples(whose) if not one.is_export))
    text = text_of(store, name)
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
    return "violation" if "violation" in levels else "doubt" if levels else "clean"


def said_by_the_checker(path: Path, *asked: str) -> bool:
    """Whether the checker of one file finds fault."""
    return bool(CHECKER.main(str(path), *asked))


@pytest.mark.parametrize("whose", some_short(SESSIONS, lambda one: one == "played"))
def test_every_forgery_is_found_as_the_page_says(
    whose: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By `verify`; and the checker finds fault just where that says violation, or refuses the file."""
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
                ({"witnesses": [(seq, digest)]}, [f"{seq}:{digest}"]),
            ]  # fmt: skip
            ours = tuple(said_by_us(told, known, **ask) for ask, _ in given)
            if ours != TABLE_OF_PAGE[what]:
                wrong.append((what, ours))
            theirs = tuple(said_by_the_checker(path, *ask) for _, ask in given)
            if theirs != tuple(one in ("violation", "refused") for one in ours):
                apart.append((what, ours, theirs))
    assert (wrong, apart) == ([], [])


@pytest.mark.parametrize("what", RULES)
def test_what_only_we_find(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The one file of the checker knows no game, and not who writes what; the page says so."""
    honest, path = base("played", signs=False), tmp_path / "export.jsonl"
    text = honest.forged(RULES[what])
    path.write_text(text, encoding="utf-8")
    assert said_by_us(text, set()) == "violation"
    assert not said_by_the_checker(path)
    assert f"- {what}" in PAGE


def test_the_page_tells_of_every_forgery_and_of_no_other() -> None:
    assert TABLE_OF_PAGE.keys() == FORGERIES.keys() | OLD.keys()


def test_what_was_brought_in_leaves_as_it_came(tmp_path: Path) -> None:
    """A foreign export, imported and exported again: the same lines, the same signatures, by both clean."""
    honest = base("played", signs=True)
    store = MemoryStore([HOST])
    import_bundle(store, read_bundle(honest.text, GAMES))
    again = text_of(store, honest.session)
    path = tmp_path / "export.jsonl"
    path.write_text(again, encoding="utf-8")
    assert read_bundle(again, GAMES).lines == read_bundle(honest.text, GAMES).lines
    assert read_bundle(again, GAMES).signatures == read_bundle(honest.text, GAMES).signatures
    assert said_by_us(again, set(), pin=HOST.fingerprint) == "clean"
    assert not said_by_the_checker(path, f"key:{HOST.fingerprint}")
