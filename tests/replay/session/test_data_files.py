"""The table's own data files: checked, pinned and exported with their session."""

import random
import re
import tomllib
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from front_door import Door
from places import DOCS
from players import choose
from refusals import refuses

from events.errors import ConflictError, RefusedError, UnknownSessionError
from events.events import ALL, Started
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.contracts import Written
from projections.games.risk.components.cards import _TIMINGS as TIMINGS, shipped_file
from projections.games.risk.game import GAME
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.reading.timeline import Timeline
from replay.session.data_files import LARGEST, OwnData, read_own_data
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.transfer.bundle import export_lines, import_bundle, read_bundle

SHIPPED = shipped_file()
OWN = SHIPPED.replace("daleks = 2", "daleks = 9")
NEW = ("new", "risk", "--seats", "black,yellow,orange")
SAMPLE = GAME.meta.folder.joinpath("recordings/rulebook-battle.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("content", "says"), [
    ("a = [", "cards.toml is not a valid TOML file"),
    ("a." * 100_000 + "b = 1", "cards.toml: line 1 has more than 64 dots"),
    ("a = " + "[" * 100_000, "cards.toml is not a valid TOML file"), (b"\xff", "cards.toml is not UTF-8 text"),
    ("", "cards.toml: territory: must be a table of 42 cards"),
    (SHIPPED.replace("amount = 1", "amount = 77", 1), "cards.toml: power."),
    (SHIPPED.replace("stars =", "starz =", 1), "cards.toml: territory."), (SHIPPED + SHIPPED, "Cannot declare"),
    ("#" * (LARGEST + 1), "cards.toml is too large. A data file can have at most 256 KiB"),
    ("when = 1996-11-22", "only texts, finite numbers"), ("much = inf", "finite numbers"),
    (f"much = {'9' * 5000}", "is not a valid TOML file"),
    (f"much = {'9' * 60}", "cards.toml: 'much' is not allowed. Tables: territory, mission and power"),
    (f"deep = {'[' * 5000}", "is not a valid TOML file"), (f"[{'a.' * 3000}a]", "cards.toml"),
])  # fmt: skip
@pytest.mark.parametrize("there", [False, True])
def test_refuses_a_malformed_data_file(
    no_door: Door, tmp_path: Path, content: str | bytes, says: str, *, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cards.toml").write_bytes(content if isinstance(content, bytes) else content.encode())
    if there:
        no_door.well(*NEW, "--alias", "other")
    no_door.refused(*NEW, "--data", "cards.toml", says=says)
    assert no_door.db.exists() is there


def test_refuses_missing_unusable_and_repeated_data_files(no_door: Door, tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    no_door.refused(*NEW, "--data", path, says="cannot be read: no such file")
    path.write_text(OWN)
    no_door.refused("new", "keys", "--seats", "ten,nine", "--data", path, says="keys has no data files")
    no_door.refused(*NEW, "--data", path, "--data", path, says="--data has two files for cards")
    no_door.well(*NEW, "--alias", "taken")
    no_door.refused(*NEW, "--data", path, "--alias", "taken", says='a session named "taken" already exists')
    no_door.refused(
        "import", "-", "--to", "taken", "--data", path, stdin="--- a ---\nhello", says="--to cannot be combined"
    )


@pytest.mark.parametrize("form", ["{}", "cards={}", "-"])
def test_begins_a_session_with_a_data_file(no_door: Door, tmp_path: Path, form: str) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(OWN)
    output = no_door.well(*NEW, "--data", form.format(path), "--alias", "own", stdin=OWN).out
    own = read_own_data(GAME, OWN.encode(), "cards.toml")
    assert f"data cards: custom file with SHA-256 {own.pin}" in output
    mission = no_door("show", "own", "--format", "json", "--as", "moderator").data["cards"]["mission"]["vampires"]
    assert mission["daleks"] == 9


def test_prints_the_shipped_data_file_as_a_template(no_door: Door) -> None:
    given = no_door.well("games", "--data", "risk").out
    assert tomllib.loads(given) == tomllib.loads(SHIPPED)
    (risk,) = [game for game in no_door.well("games", "--json").data if game["game"] == "risk"]
    assert risk["data"] == {"cards": "data/cards.toml"}
    no_door.refused("games", "--data", "keys", says="keys has no data file")
    assert no_door.well("games", "--data", "risk.cards").out == given
    no_door.refused("games", "--data", "risk.maps", says="name a data file of risk: --data risk.cards")


STARTED = Started("risk", GAME.meta.rules_number, ("black", "yellow"))


def own_cards(text: str = OWN) -> tuple[OwnData, ...]:
    return (read_own_data(GAME, text.encode(), "cards.toml"),)


def test_a_session_with_custom_cards_is_exported_and_audited(store: EventStore) -> None:
    session = Session.create(store, registry(), STARTED, session="owncards", own=own_cards(), clock=lambda: 1)
    chooser = random.Random(1)
    for _ in range(40):
        move = choose(GAME, session.position, chooser)
        assert submit(session, move.player, [Request(Written(move))]).done
    session.end()
    assert list(session.started.data) == ["cards"]
    text = "".join(f"{line}\n" for line in export_lines(store, registry(), "owncards", ALL))
    elsewhere = MemoryStore()
    import_bundle(elsewhere, read_bundle(text, registry()))
    there = Timeline.read(elsewhere, registry(), "owncards", ALL)
    assert there.reading.positions == session.view(ALL).positions
    assert there.position(there.last).cards.mission["vampires"].daleks == 9
    for held in (store, elsewhere):
        assert audit_session(held, registry(), "owncards", ALL).findings == ()
    other = read_bundle(text.replace('"daleks":9', '"daleks":8'), registry())
    refuses(RefusedError, "SHA-256", import_bundle, MemoryStore(), other)


def test_keeps_only_the_pinned_file_of_a_session(store: EventStore) -> None:
    def is_kept(own: OwnData) -> bool:
        with suppress(UnknownSessionError):
            return bool(store.data(own.pin))
        return False

    (own,), (other,) = own_cards(), own_cards(SHIPPED)
    pinned = msgspec.structs.replace(STARTED, data={"cards": own.pin})
    refuses(RefusedError, "this file differs from the one", Session.create, store, registry(), pinned, own=(other,))
    refuses(UnknownSessionError, "data file", Session.create, store, registry(), pinned)
    assert store.sessions() == []
    Session.create(store, registry(), STARTED, alias="taken")
    refuses(ConflictError, "", Session.create, store, registry(), STARTED, alias="taken", own=(own,))
    assert not is_kept(own)
    assert not is_kept(other)
    Session.create(store, registry(), pinned, own=(own,))
    again = Session.create(store, registry(), pinned)  # the file is stored now
    assert again.position.cards.mission["vampires"].daleks == 9


def test_a_transcript_names_the_data_file_of_its_session(no_door: Door, tmp_path: Path) -> None:
    own, other, sample, out = (tmp_path / name for name in ("own.toml", "other.toml", "sample.txt", "out.txt"))
    own.write_text(OWN)
    other.write_text(SHIPPED)
    sample.write_text(SAMPLE)
    no_door.well("import", sample, "--data", own, "--check")
    assert not no_door.db.exists()
    no_door.well("import", sample, "--data", own, "--alias", "first")
    no_door.well("export", "first", out, "--format", "txt")
    assert f"\ndata: cards={own_cards()[0].pin}\n" in out.read_text()
    no_door.well("import", out, "--alias", "again")
    assert len({no_door.well("show", name, "--format", "json").out for name in ("again", "first")}) == 1
    elsewhere = Door(tmp_path / "elsewhere.db", no_door.capsys, no_door.monkeypatch)
    elsewhere.refused("import", out, says="is not on this server. Add it with --data FILE")
    elsewhere.refused("import", out, "--data", other, says="this file differs from the one")
    elsewhere.well("import", out, "--data", own)
    out.write_text(out.read_text().replace("data: cards=", "data: cards=x"))
    elsewhere.refused("import", out, says="NAME=HASH")


def test_a_card_name_must_be_a_short_printable_line() -> None:
    for name in ("", " blank", "x" * 61, "two\\nlines", "\\u001b[31mred"):
        text = SHIPPED.replace('name = "The Doctor Donna"', f'name = "{name}"')
        assert text != SHIPPED
        refuses(RefusedError, r"cards.toml: power\.doctor-donna\.name: a name must have 1 to 60", own_cards, text)


def test_the_page_lists_every_effect_with_its_timing() -> None:
    page = (DOCS / "reference" / "custom-cards.md").read_text(encoding="utf-8")
    told: dict[str, str] = {}
    timing = ""
    for cells in (row.split("|") for row in page.splitlines() if row.startswith("|") and row.count("|") == 4):
        timing = next(iter(re.findall("`([a-z]+)`", cells[1])), timing)
        told |= dict.fromkeys(re.findall("`([a-z-]+)`", cells[2]), timing)
    assert {effect: told.get(effect) for effect in TIMINGS} == TIMINGS
