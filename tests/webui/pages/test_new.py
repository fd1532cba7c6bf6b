"""A session begun in the browser: on a laptop, in a club, and from the middle of a game."""

import io
import re
from pathlib import Path

import msgspec
import pytest
import toy
from flask import Flask
from front_door import Door
from long_runs import LONG
from people import Browser, filled, visible
from texts import missing

from events.events import Started
from events.session_events import Seated
from events.store.accounts import EVERYWHERE, HOST, Accounts
from events.store.memory import MemoryStore
from events.store.settings import Pace
from projections.registry import Registry, registry
from replay.reading.ending import resignation_policy
from replay.session.data_files import LARGEST
from replay.session.session import Session
from webui import create_app
from webui.views.option_fields import seats_needed

NOW = 1_700_000_000_000


@pytest.fixture
def club(store: MemoryStore, games: Registry, accounts: Accounts) -> Flask:
    return create_app(store, games, accounts)


@pytest.fixture
def host(club: Flask, accounts: Accounts) -> Browser:
    return Browser(club, accounts.issue(EVERYWHERE, HOST, NOW)[1])


def started(store: MemoryStore, games: Registry) -> Started:
    return Session.load(store, games, store.sessions()[0].session).started


def test_the_first_page_and_form_have_all_fields(laptop: Browser) -> None:
    assert not missing(laptop.read("/"), 'href="/new"', 'action="/samples"')
    assert "no-store" in laptop.client.get("/").headers["Cache-Control"]
    page = laptop.read("/new")
    assert not missing(page, 'name="toy.points" value="2"', toy.GAME.meta.title, "picks at random</legend>")
    assert 'placeholder="A line for each seat, such as&#10;seat: value"' in page
    names = [f"{slug}.{name}" for slug, meta in registry().metas.items() for name in meta.data]
    assert names
    for name in names:
        assert f'type="file" name="{name}"' in page


def test_the_new_session_form_is_valid_with_its_default_values(
    laptop: Browser, store: MemoryStore, games: Registry
) -> None:
    for slug, game in games.items():
        page = laptop.read("/new")
        fields = dict(re.findall(r'<input name="([^"]+)" value="([^"]*)"', page))
        fields |= dict(re.findall(r'<input id="[^"]+" name="([^"]+)" value="([^"]*)"', page))
        fields |= dict(re.findall(r'<input type="radio" name="([^"]+)" value="([^"]*)" checked', page))
        selects = re.findall(r'<select id="[^"]+" name="([^"]+)">(.*?)</select>', page)
        fields |= {name: re.findall(r'value="([^"]*)" selected', options)[0] for name, options in selects}
        key = re.findall(r'name="key" value="([0-9a-f]+)"', page)[0]
        where = laptop.done("/new", "/new", **{**fields, "game": slug, "key": key})
        begun = Session.load(store, games, where.split("/")[2])
        assert begun.game is game
        assert (len(begun.started.seats), begun.started.options) == (seats_needed(game), {})
        assert begun.strict
        assert begun.row.title.startswith(game.meta.title)


def test_a_laptop_opens_the_session_without_links(laptop: Browser, store: MemoryStore, accounts: Accounts) -> None:
    where = laptop.done("/new", "/new", **filled(**{"name-toy-1": "Julie"}))
    session = store.sessions()[0].session
    assert where == f"/s/{session}/post"
    assert (accounts.links(session), accounts.names(session)) == ([], {"black": "Julie"})
    assert "Julie" in laptop.read(f"/s/{session}/people")
    assert "Create secret link for" not in laptop.read(f"/s/{session}/links")


def test_a_session_without_options_says_that_it_follows_the_rulebook(laptop: Browser, store: MemoryStore) -> None:
    laptop.done("/new", "/new", **filled(**{"toy.points": ""}))
    page = laptop.read(f"/s/{store.sessions()[0].session}/5")
    assert "<dt>Options</dt><dd>as in the rulebook</dd>" in page


def test_a_group_server_gives_a_link_for_each_seat(
    club: Flask, host: Browser, store: MemoryStore, accounts: Accounts
) -> None:
    where = host.done("/new", "/new", **filled(**{"name-toy-1": "Julie", "visibility": "private"}))
    session = store.sessions()[0].session
    assert where == f"/s/{session}/links"
    page = host.read(where)
    tokens = re.findall(r'value="http://localhost/k/(k-[a-z2-7]{26})"', page)
    assert ([link.role for link in accounts.links(session)].count("seat"), len(tokens)) == (2, 3)
    assert "These links work on this computer only" in visible(page)
    club.config["BASE"] = "https://bell.example.org"
    assert "on this machine only" not in visible(host.read(where))
    club.config["BASE"] = ""
    assert host.client.get(where).headers["Cache-Control"] == "no-store"
    assert re.findall("k-[a-z2-7]{26}", host.read(where)) == re.findall("k-[a-z2-7]{26}", page)
    Browser(club).read(where, 404)
    Browser(club, tokens[1]).read(where, 403)
    for token, seat in zip(tokens, ("black", "yellow"), strict=False):
        Browser(club, token).read(f"/s/{session}/5?as={seat}")
    host.done(where, f"/s/{session}/links")
    assert not re.findall("k-[a-z2-7]{26}", host.read(where))


def test_the_log_names_people_by_link_ids(
    host: Browser, store: MemoryStore, games: Registry, accounts: Accounts
) -> None:
    host.done("/new", "/new", **filled())
    session = Session.load(store, games, store.sessions()[0].session)
    logged = {
        entry.event.seat: entry.event.person for entry in session.table.entries if isinstance(entry.event, Seated)
    }
    assert logged == {link.seat: link.person for link in accounts.links(session.row.session) if link.seat}
    assert all(re.fullmatch("[0-9a-f]{12}", person) for person in logged.values())


def test_a_host_who_takes_a_seat_is_not_the_moderator(host: Browser, store: MemoryStore, accounts: Accounts) -> None:
    host.done("/new", "/new", **filled(**{"me-toy": "2"}))
    session = store.sessions()[0].session
    host.read(f"/s/{session}/5?as=yellow")
    host.read(f"/s/{session}/people", 403)
    host.read(f"/s/{session}/5.json?as=black", 403)


def test_a_player_who_hosts_the_server_is_named(laptop: Browser, store: MemoryStore, games: Registry) -> None:
    laptop.done("/new", "/new", **filled(**{"me-toy": "1"}))
    assert started(store, games).host == "black"
    assert "could foresee" in laptop.read(f"/s/{store.sessions()[0].session}/5")


def test_every_field_of_the_form_is_used(
    host: Browser, store: MemoryStore, games: Registry, accounts: Accounts
) -> None:
    host.done(
        "/new", "/new",
        **filled(**{
            "title": "Friday  nights", "alias": "friday", "toy.points": "5",
            "seat-toy-3": "The Red One", "word-toy-3": "tea", "dice": "other", "roller": "Dice Bot",
            "cards": "tower", "pace": "days", "day-mon": "1", "day-thu": "1",
            "at": "20:30", "zone": "Europe/London", "grace": "6", "corrections": "strict", "visibility": "unlisted",
            "opens": "seats", "where": "https://forum.example.org/t/17", "resignation": "end",
        }),
    )  # fmt: skip
    session = store.row("friday").session
    begun = Session.load(store, games, session).started
    assert begun.seats == ("black", "yellow", "the-red-one")
    assert (begun.dice, begun.cards, begun.opens, begun.corrections) == ("other:dice-bot", "tower", "seats", "strict")
    assert (begun.title, begun.options) == ("Friday nights", {"points": 5})
    settings = accounts.settings(session)
    assert settings.pace == Pace(0, ("mon", "thu"), "20:30", "Europe/London", 6)
    assert (settings.visibility, settings.where) == ("unlisted", "https://forum.example.org/t/17")
    assert Session.load(store, games, session).words["the-red-one"] == "tea"
    assert resignation_policy(Session.load(store, games, session).table) == "end"


@pytest.mark.parametrize(("changed", "says"), [
    ({"game": "chess"}, '"chess" is not a game'), ({"seat-toy-2": ""}, "needs 2 to 3 seats, not 1"),
    ({"seat-toy-2": "black"}, "Each seat must have its own name"),
    ({"seat-toy-2": "Moderator"}, "is the name of a role"),
    ({"seat-toy-2": "x" * 40}, "is not allowed. Use 1 to 32"), ({"toy.points": "many"}, "points"),
    ({"dice": "loaded"}, "tower, typed, other"), ({"dice": "other"}, "name of the other dice roller"),
    ({"cards": "marked"}, "tower, typed, other"), ({"pace": "hours", "hours": "0"}, "how many hours"),
    ({"pace": "hours", "hours": "-3"}, "not a number of hours"), ({"pace": "days"}, "at least one day"),
    ({"pace": "hours", "hours": "99999"}, "is not allowed. Choose 1 to"),
    ({"pace": "days", "day-mon": "1", "at": "25:00"}, "not a time of day"),
    ({"pace": "days", "day-mon": "1", "zone": "../../etc/passwd"}, "not a time zone"),
    ({"corrections": "never"}, "corrections"), ({"resignation": "never"}, "play on, end"),
    ({"alias": "Not An Alias"}, "alias"),
    ({"visibility": "secret"}, "public, unlisted, private"), ({"opens": "nobody"}, "all, seats, auditor"),
    ({"where": "javascript:alert(1)"}, "is not a web address"),
    ({"where": "https://u:p@forum.example.org/"}, "is not a web address"),
    *(({"title": title}, "A title must be one line") for title in ("Friday\x85", "a\u202eb", "\u2028", "x" * 81)),
    ({"name-toy-1": "\u2029"}, "A name must be one line"), ({"word-toy-1": "two words"}, "1 to 64 characters: a-z"),
])  # fmt: skip
def test_refuses_bad_input_and_keeps_the_form(
    laptop: Browser, store: MemoryStore, accounts: Accounts, changed: dict[str, str], says: str
) -> None:
    page = laptop.refused("/new", "/new", says, **filled(**{"name-toy-2": "Steve", **changed}))
    assert not missing(page, 'value="Steve"', f'value="{"a" * 32}"')
    assert store.sessions() == []
    assert (accounts.rows("select * from settings"), accounts.rows("select * from links")) == ([], [])


def test_refuses_an_alias_in_use(laptop: Browser, store: MemoryStore) -> None:
    laptop.done("/new", "/new", **filled(alias="friday"))
    laptop.refused(
        "/new", "/new", 'A session named "friday" already exists', 409, **filled(alias="friday", key="b" * 32)
    )
    assert len(store.sessions()) == 1


def test_refuses_a_bad_file_of_cards(laptop: Browser, store: MemoryStore) -> None:
    game = next(game for game in registry().values() if game.meta.data)
    name = f"{game.meta.slug}.{next(iter(game.meta.data))}"
    two = {f"seat-{game.meta.slug}-1": "black", f"seat-{game.meta.slug}-2": "yellow"}
    for raw, says in (
        (b"cards = ", "is not a valid TOML file"), (b"\xff", "is not UTF-8 text"), (b"x = 1", "is not allowed. Tables"),
        (b"#" * (LARGEST + 1), "is too large"),
    ):  # fmt: skip
        file = (io.BytesIO(raw), "mine.toml")
        page = laptop.refused("/new", "/new", says, **filled(**two, game=game.meta.slug, **{name: file}))
        assert "Choose the file again." in page
    assert store.sessions() == []


@LONG
def test_one_click_records_the_samples_only_once(store: MemoryStore, accounts: Accounts) -> None:
    laptop = Browser(create_app(store, registry(), accounts, laptop=True))
    assert laptop.done("/", "/samples") == "/"
    count = len(store.sessions())
    assert count > 3
    assert "Finished" in visible(laptop.read("/"))
    laptop.done("/new", "/samples")
    assert len(store.sessions()) == count


BY_HAND = """
Black: Alaska, alberta, Central America, Eastern United States, GRL, Northwest Territory, Ontario, Eastern Canada, \
Western United States, Argentina, Brazil, Peru, Venezuela, Central Africa
 YELLOW : Russia, Scandinavia, Ural, Great Britain, Iceland, Northern Europe, Southern Europe, Western Europe, Egypt, \
East Africa, Madagascar, North Africa, South Africa, Middle East
orange: Afghanistan, China, India, Irkutsk, Japan, Kamchatka, Mongolia, Southeast Asia, Siberia, Yakutsk, \
Eastern Australia, Indonesia, New Guinea, Western Australia
"""


def test_risk_setup_accepts_names_as_people_write_them(laptop: Browser, store: MemoryStore) -> None:
    sent = {
        "game": "risk", "dice": "typed", "cards": "typed", "key": "", "visibility": "public", "corrections": "friendly",
        "seat-risk-1": "Black", "seat-risk-2": " YELLOW ", "seat-risk-3": "orange",
    }  # fmt: skip
    says = "Choose the seat that begins, in the rule options below"
    assert "<details open><summary>Rule options of Risk" in laptop.refused("/new", "/new", says, **sent)
    says = "Set territories to a line for each army, such as Black: Russia, Ural"
    laptop.refused("/new", "/new", says, **sent, **{"risk.first_player": "Yellow "})
    given = {**sent, "risk.first_player": "Yellow ", "risk.territories": BY_HAND}
    slip = {**given, "risk.territories": BY_HAND.replace("Ural", "Mordor")}
    says = 'not a territory: "Mordor" of Yellow; not dealt: Ural'
    laptop.refused("/new", "/new", says, **slip)
    session = laptop.done("/new", "/new", **given).split("/")[2]
    opened = Session.load(store, registry(), session)
    assert (opened.started.seats, opened.status.awaited) == (("black", "yellow", "orange"), ("yellow",))


def test_each_house_rule_says_what_it_changes(laptop: Browser) -> None:
    page = visible(laptop.read("/new"))
    for game in registry().values():
        texts = game.meta.option_texts
        assert texts.keys() == {field.name for field in msgspec.structs.fields(game.options)}
        for name, (label, sentence) in texts.items():
            assert re.fullmatch(r"[A-Z].{8,}[^.]", label)
            assert name.replace("_", " ") != label.lower()
            assert re.fullmatch(r"[A-Z].{20,}\.", sentence)
            assert label in page
            assert sentence in page


@pytest.mark.parametrize(("option", "value", "says"), [
    ("risk.turn_cap", "soon", '"Last turn of the game" (turn_cap) must be a number'),
    ("risk.turn_cap", "-1", '"Last turn of the game" (turn_cap): -1 is not allowed'),
    ("risk.attack_style", "odd", '"Daleks that fight in an attack" (attack_style) must be stack or group'),
    ("risk.tardis_blocks_path", "maybe", "(tardis_blocks_path) must be yes or no"),
    ("risk.first_player", "nemo", '"Seat that begins" (first_player): "nemo" is not a seat'),
])  # fmt: skip
def test_an_error_shows_the_label_and_the_name_of_the_option(
    laptop: Browser, option: str, value: str, says: str
) -> None:
    seats = {f"seat-risk-{number}": seat for number, seat in enumerate(("black", "yellow", "orange"), 1)}
    laptop.refused("/new", "/new", says, 422, **filled(game="risk", **seats, **{option: value}))


TABLE = """first = tenth
turn = twelfth T6 round 3
step = play
c2 = open, is key
pawn tenth = c2
hand twelfth = 4
draw = 61
"""


def keys(**changed: str) -> dict[str, str]:
    return filled(**{"game": "keys", "seat-keys-1": "Tenth", "seat-keys-2": "Twelfth", "middle": TABLE, **changed})


def test_refuses_an_invalid_description_of_a_position(laptop: Browser, store: MemoryStore) -> None:
    middle, says = "first = tenth\nc2 = ajar", 'line 2, column 1: c2 cannot be "ajar"'
    for do in ("look", "begin"):
        assert "first = tenth" in laptop.refused("/new", "/new", says, 422, **keys(middle=middle, do=do))
    assert store.sessions() == []


def test_a_described_position_is_previewed_and_started(laptop: Browser, store: MemoryStore, games: Registry) -> None:
    laptop.refused("/new", "/new", "describe the position first", 422, **keys(middle=" ", do="look"))
    look = laptop.send("/new", "/new", **keys(do="look", middle=TABLE.replace("draw = 61", "draw = 2")))
    assert "the 68 cards are all there" in visible(look.text)
    look = laptop.send("/new", "/new", **keys(do="look"))
    assert (look.status_code, "Turn 6, round 3: Twelfth to play a card." in visible(look.text)) == (200, True)
    assert "Nothing is recorded yet" in look.text
    assert store.sessions() == []
    laptop.done("/new", "/new", **keys())
    (row,) = store.sessions()
    session = Session.load(store, games, row.session)
    assert (session.started.dice, session.started.cards) == ("typed", "typed")
    assert (session.status.turn, session.status.seat, session.position.pawns["tenth"]) == (6, "twelfth", "c2")
    assert laptop.done("/new", "/new", **keys()).startswith(f"/s/{row.session}"), "a form sent twice begins one"


def test_the_new_command_starts_from_a_position_file(no_door: Door, tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(TABLE, encoding="utf-8")
    told = no_door.well("new", "keys", "--seats", "tenth,twelfth", "--from", file, "--check").out
    assert "Turn 6, round 3: Twelfth to play a card." in told
    assert told.endswith("7 lines read; nothing was saved\n")
    assert not no_door.db.exists()
    no_door.well(
        "new", "keys", "--seats", "tenth,twelfth", "--from", file, "--alias", "mid", "--reason", "as on Friday"
    )
    log = no_door.log("mid")
    assert {entry["event"]["reason"] for entry in log if entry["kind"] == "adjusted"} == {"as on Friday"}
    described = no_door.well("show", "mid", "--describe").out
    no_door.well("new", "keys", "--seats", "tenth,twelfth", "--from", "-", "--alias", "again", stdin=described)
    assert no_door.well("show", "again", "--describe").out == described


@pytest.mark.parametrize(("given", "says"), [
    (["--check"], "--check needs --from"), (["--from", "F", "--dice", "tower"], "entered by hand"),
    (["--from", "F", "--cards", "tower"], "entered by hand"),
    (["--from", "nowhere.txt"], "cannot be read"), (["--from", "-"], "line 2, column 1"),
    (["--from", "F", "--option", "first=nemo"], "nemo"), (["--from", "F", "--reason", " "], "needs a reason"),
])  # fmt: skip
def test_a_refused_command_does_not_create_a_database(
    no_door: Door, tmp_path: Path, given: list[str], says: str
) -> None:
    file = tmp_path / "table.txt"
    file.write_text(TABLE, encoding="utf-8")
    ran = no_door(
        "new", "keys", "--seats", "tenth,twelfth", *(str(file) if part == "F" else part for part in given),
        stdin="first = tenth\nz9 = open\n",
    )  # fmt: skip
    assert (ran.status, says in ran.err) == (2, True)
    assert not no_door.db.exists()


def test_warns_about_a_position_that_breaks_a_rule(no_door: Door) -> None:
    ran = no_door("new", "keys", "--seats", "tenth,twelfth", "--from", "-", stdin="first = tenth\ndraw = 3\n")
    assert (ran.status, "this position breaks a rule: the 68 cards are all there" in ran.err) == (0, True)
