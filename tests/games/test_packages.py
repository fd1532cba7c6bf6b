"""Games of other packages: how they are found, and what works while one is broken or missing."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from front_door import Door, changed
from game_packages import Changes, SitePackages, forget_games

from events.errors import MissingGameError, RefusedError
from events.store.opening import open_store
from events.store.settings import Settings
from projections.registry import registry
from webui import create_app

SOURCE = "cloisterbell-pig 1.0"
POST = "== Ann ==\nROLL 6\nROLL 5\nHOLD\n== end ==\n"
NEW = "pig --seats ann,bob --alias friday --title Friday --dice typed"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SitePackages]:
    found = SitePackages(tmp_path, monkeypatch)
    yield found
    found.uninstall()


@pytest.fixture
def played(site: SitePackages, no_door: Door) -> Door:
    """A database with one running session of Pig, which an installed package provides."""
    site.install("pig")
    no_door.well("new", *NEW.split())
    no_door.well("post", "friday", "-", stdin=POST)
    return no_door


def client(door: Door) -> FlaskClient:
    store = open_store(str(door.db))
    return create_app(store, registry(), store.open_accounts()).test_client()


def test_a_list_of_games_imports_nothing_of_a_package_but_its_first_module(site: SitePackages) -> None:
    site.install("pig")
    assert registry().meta("pig").source == SOURCE
    assert registry().broken == ()
    assert {name for name in sys.modules if name.startswith("cloisterbell_pig")} == {"cloisterbell_pig"}
    assert registry()["pig"].meta.title == "Pig"


def test_a_session_of_a_packaged_game_is_recorded_audited_drawn_and_exported(played: Door, tmp_path: Path) -> None:
    assert f"pig: Pig, 2 to 4 seats, from {SOURCE}" in played.well("games").out
    assert "Ann: 11" in played.well("show", "friday").out
    assert "no violations" in played.well("audit", "friday").out
    assert "<svg" in client(played).get("/s/friday", follow_redirects=True).text
    for name in ("friday.jsonl", "friday.txt", "friday.html", "friday.csv", "friday.sqlite"):
        played.well("export", "friday", tmp_path / name)
    assert "no violations" in played.well("verify", tmp_path / "friday.jsonl").out


def test_an_offered_roll_without_its_dice_is_not_called_illegal(played: Door) -> None:
    told = played("post", "friday", "-", stdin="== Bob ==\nHOLD\n== end ==\n").out
    assert "  the dice are missing or do not fit. This move needs 1 die from 1 to 6 (turn 2), for example ROLL " in told
    told = played("post", "friday", "-", stdin="== Bob ==\nROLL 5+4\n== end ==\n").out
    assert 'the name of a result after + or - is expected (found "4")' in told


BROKEN: dict[str, tuple[Changes, str]] = {
    "raises an error": ({"__init__.py": ("META = {", "META = {1: unknown, ")}, "NameError"),
    "has no data": ({"__init__.py": ("META", "OTHER")}, "AttributeError"),
    "has an unknown field": ({"__init__.py": ('"shape"', '"form"')}, "ValidationError"),
    "has another slug": ({"__init__.py": ('"slug": "pig"', '"slug": "cow"')}, 'META is "cow"'),
    "has no rulebook": ({"RULES.md": None}, "FileNotFoundError"),
    "has no seats": ({"__init__.py": ("(2, 4)", "(4, 2)")}, "4 to 2"),
}


@pytest.mark.parametrize(("changes", "says"), BROKEN.values(), ids=BROKEN)
def test_a_broken_package_is_reported_and_leaves_the_other_games_working(
    site: SitePackages, no_door: Door, changes: Changes, says: str
) -> None:
    others = list(registry())
    site.install("pig", changes)
    ran = no_door("games")
    assert (ran.status, list(registry())) == (0, others)
    assert f"the game pig of {SOURCE} cannot be used: " in ran.err
    assert says in ran.err
    no_door.refused("games", "pig", says="cannot be used")


@pytest.mark.parametrize(
    "changes",
    [
        {"game.py": ("GAME: ", "import no_such_module\nGAME: ")}, {"game.py": ("GAME: ", "OTHER: ")},
        {"events/__init__.py": ('"pig-hold"', '"pig-roll"')}, {"rules/decide.py": ("def winner(", "def winner")},
    ],
    ids=["import", "name", "tags", "syntax"],
)  # fmt: skip
def test_a_game_whose_import_fails_is_reported_in_lists_and_at_its_first_use(
    site: SitePackages, no_door: Door, changes: Changes, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = list(registry())
    site.install("pig", changes)
    ran = no_door("games")
    assert f"the game pig of {SOURCE} cannot be used: " in ran.err
    assert (ran.status, "pig: Pig" in ran.out) == (0, False)
    forget_games()
    monkeypatch.setattr("webui.serve.serve", lambda _make, _host, port, begun, _log: begun(port))
    assert f"the game pig of {SOURCE} cannot be used: " in no_door("serve").err
    assert list(registry().working()) == others
    assert [one.slug for one in registry().broken] == ["pig"]
    no_door.refused("new", *NEW.split(), says=f"the game pig of {SOURCE} cannot be used")
    assert client(no_door).get("/new").status_code in (200, 403)


def test_a_package_cannot_replace_a_game_of_cloister_bell(site: SitePackages) -> None:
    slug = next(iter(registry()))
    package = site.install("pig").name
    site.enter("other", "2.0", slug, package)
    assert registry().meta(slug).source == ""
    assert [(one.slug, one.source) for one in registry().broken] == [(slug, "other 2.0")]
    assert "pig" in registry()


def test_two_packages_with_one_game_are_both_named_and_not_used(site: SitePackages) -> None:
    package = site.install("pig").name
    site.enter("other-pig", "2.0", "pig", package)
    assert [one.source for one in registry().broken] == [SOURCE, "other-pig 2.0"]
    assert "other-pig 2.0 also has a game with this slug" in registry().broken[0].why
    with pytest.raises(MissingGameError, match="cannot be used"):
        registry()["pig"]


def test_a_name_that_no_package_has_is_refused() -> None:
    with pytest.raises(RefusedError, match='"pig" is not a game'):
        registry()["pig"]


# A session whose package is missing


def test_a_session_without_its_package_is_listed_with_the_package(played: Door, site: SitePackages) -> None:
    assert played.well("list", "--json").data[0]["trouble"] == ""
    site.uninstall()
    (listed,) = played.well("list", "--json").data
    assert listed["alias"] == "friday"
    assert SOURCE in listed["trouble"]
    page = client(played).get("/").text
    assert "Friday" in page
    assert SOURCE in page
    site.install("pig")
    assert played.well("list", "--json").data[0]["trouble"] == ""


def test_pages_of_a_session_without_its_package_name_the_package(played: Door, site: SitePackages) -> None:
    site.uninstall()
    visitor = client(played)
    for path in ("/s/friday", "/s/friday/audit", "/s/friday/3", "/api/v1/sessions/friday"):
        answer = visitor.get(path)
        assert (answer.status_code, SOURCE in answer.text) == (503, True), path
    assert visitor.post("/s/friday/post", data={"text": "HOLD"}).status_code in (400, 403, 503)
    played.refused("show", "friday", says=SOURCE)


def test_a_private_session_without_its_package_stays_hidden(played: Door, site: SitePackages) -> None:
    site.uninstall()
    store = open_store(str(played.db))
    accounts, session = store.open_accounts(), store.row("friday").session
    accounts.put_settings(session, Settings(visibility="private"))
    assert client(played).get(f"/s/{session}").status_code == 404
    accounts.put_settings(session, Settings(visibility="unlisted"))
    assert client(played).get("/s/friday").status_code == 404
    assert client(played).get(f"/s/{session}").status_code == 503


def test_an_export_without_the_package_equals_the_one_with_it(played: Door, site: SitePackages, tmp_path: Path) -> None:
    before = played.exported("friday")
    site.uninstall()
    assert played.exported("friday") == before
    played.refused("export", "friday", tmp_path / "friday.html", says=SOURCE)
    played.refused("import", "-", stdin=before, says='"pig" is not a game')


def test_an_export_is_verified_without_the_package(played: Door, site: SitePackages) -> None:
    text = played.exported("friday")
    site.uninstall()
    ran = played("verify", "-", stdin=text)
    assert (ran.status, "the game pig is not installed" in ran.err) == (2, True)
    assert "the moves and their results, because the game is not installed" in ran.out
    ran = played("verify", "-", "--json", stdin=text.replace("pig-hold", "pig-hola"))
    assert (ran.status, {one["rule"] for one in ran.data["findings"]}) == (1, {"LOG-CHAIN"})
    assert played("audit", "-", stdin=text).status == 2


def test_a_default_title_is_not_compared_without_the_package(played: Door, site: SitePackages) -> None:
    played.well("new", "pig", "--seats", "ann,bob", "--alias", "second")
    text = played.exported("second")
    site.uninstall()
    assert played("verify", "-", "--json", stdin=text).data["findings"] == []


def test_database_checks_count_a_session_without_its_package_as_unread(
    played: Door, site: SitePackages, tmp_path: Path
) -> None:
    site.uninstall()
    told = played.well("db", "check").out
    assert "unread   friday" in told
    assert SOURCE in told
    assert "1 session, none damaged, 1 unread" in told
    played.well("db", "backup", tmp_path / "copy.db")
    assert played.well("db", "check", "--db", tmp_path / "copy.db", "--json").data["sessions"][0]["unread"]
    changed(played.db, "update lines set body = replace(body, 'pig-hold', 'pig-hola') where seq > 3")
    ran = played("db", "check")
    assert (ran.status, "DAMAGED  friday" in ran.out) == (1, True)


def test_a_session_without_its_package_is_removed_with_an_export(
    played: Door, site: SitePackages, tmp_path: Path
) -> None:
    site.uninstall()
    played.well("remove", "friday", "-o", tmp_path / "friday.jsonl", "--yes")
    assert played.well("list", "--json").data == []
    site.install("pig")
    played.well("import", tmp_path / "friday.jsonl")
    assert played.well("list", "--json").data[0]["trouble"] == ""
