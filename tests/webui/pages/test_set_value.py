"""A value that the moderator sets on the page: previewed, saved once, shown to those who may know it."""

from html import unescape
from typing import Any

import pytest
from long_runs import some_short
from people import Browser, Table, visible
from players import GAMES
from spectator import links, without_hashes
from texts import missing, wrong
from werkzeug.test import TestResponse
from worlds import NAME, World, pairs, world

from events.events import ALL
from events.session_events import Adjusted
from events.store.accounts import MODERATOR, Accounts
from projections.registry import Registry
from replay.posts.create_session import begin_from, read_description, started_with
from webui import create_app

TABLE = "first = tenth\nturn = twelfth T6 round 3\nstep = play\nhand tenth = Kb SS ?\nhand twelfth = 4\ndraw = 61\n"
PATH = "/s/room/set"


class Room(Table):
    """A session that began in the middle, or one of the tower."""

    def __init__(self, games: Registry, *, tower: bool = False) -> None:
        super().__init__(games, "room", slug="keys", seats=("tenth", "twelfth"), options={"first": "tenth"})
        if not tower:
            fields = {"game": "keys", "seats": "tenth,twelfth", "dice": "typed", "cards": "typed", "first": "tenth"}
            self.store.remove("room")
            begin_from(self.store, games, started_with(games, fields), read_description(TABLE), session="room")

    def filed(self, **changed: Any) -> TestResponse:
        return self.browser(MODERATOR).send(PATH, PATH, **form(self, **changed))


@pytest.fixture
def room(games: Registry) -> Room:
    return Room(games)


def form(room: Room, **changed: Any) -> dict[str, Any]:
    usual = {"place": "c2", "value": "open", "reason": "the picture shows it", "after": str(room.last)}
    return {**usual, "do": "file", **changed}


def test_the_fields_have_their_printed_names(room: Room) -> None:
    page = room.browser(MODERATOR).read(PATH)
    assert "<code>pawn tenth = out</code></a> <small>Tenth&#39;s pawn: outside</small>" in page, visible(page)[-900:]
    assert "<code>step = play</code></a></li>" in page, "an internal field has no printed name"


def test_only_submitting_records_a_value_and_a_preview_does_not(room: Room) -> None:
    browser, before = room.browser(MODERATOR), room.last
    look = browser.send(PATH, PATH, **form(room, do="look"))
    assert (look.status_code, "c2 is open." in visible(look.text)) == (200, True)
    assert "Nothing is recorded yet" in look.text
    assert (room.last, browser.done(PATH, PATH, **form(room))) == (before, "/s/room")
    entry = room.again().table.entries[before]
    assert (entry.event, entry.by) == (Adjusted("c2", "open", "the picture shows it"), "moderator")


def test_a_form_sent_twice_is_recorded_once(room: Room) -> None:
    browser = room.browser(MODERATOR)
    for changed in ({}, {"place": "hand tenth", "value": "Kb SS JC"}):
        sent, before = form(room, **changed), room.last
        for _ in range(2):
            browser.done(PATH, PATH, **sent)
        assert len(room.events(Adjusted, after=before)) == 1
    again = browser.send(PATH, PATH, **form(room))
    assert (again.status_code, "is already the case" in visible(again.text)) == (422, True)
    events = [entry.event for entry in room.again().view(ALL).entries if isinstance(entry.event, Adjusted)]
    assert events[-1] == Adjusted("hand tenth", "3", "the picture shows it")


def test_warns_before_saving_and_does_not_show_hands(room: Room) -> None:
    look = room.filed(place="draw", value="12", do="look")
    assert "This would break a rule: the 68 cards are all there (KEY-CMP-01)" in visible(look.text)
    look = room.filed(do="look")
    assert "would not hold" not in look.text
    page = room.browser(MODERATOR).read("/s/room/set")
    assert not wrong(page, "hand tenth = 3?", "draw = 61?", absent=["Kb"])
    assert "first = tenth" in page, "the whole table can be carried away as a description"
    (field,) = links(page, ".*place=turn&.*")
    assert not missing(room.browser(MODERATOR).read(unescape(field)), 'value="turn"', 'value="twelfth T6 round 3"')
    room.again().end()
    assert not wrong(
        room.browser(MODERATOR).read(PATH), "Values can no longer be set.", absent=['action="/s/room/set"']
    )


@pytest.mark.parametrize(("changed", "says", "status"), [
    ({"place": "z9"}, "cannot be set", 422), ({"value": "ajar"}, "open, closed", 422),
    ({"reason": ""}, "needs a reason", 422), ({"value": ""}, "Name the field", 422),
    ({"after": ""}, "the last entry that you saw", 422), ({"after": "3"}, "is not the last entry", 409),
    ({"after": "9999"}, "Entry 9999 does not exist", 409),
    ({"place": "step", "value": "play"}, "is already the case", 422),
    ({"place": "<b>", "value": "<svg onload=x>"}, "cannot be set", 422),
])  # fmt: skip
def test_a_refused_form_keeps_the_typed_text(room: Room, changed: dict[str, str], says: str, status: int) -> None:
    before = room.last
    answer = room.filed(**changed)
    page = answer.text
    assert answer.status_code == status
    assert says in visible(page)
    if changed.get("reason") != "":
        assert "the picture shows it" in page
    assert "<svg onload" not in page
    assert room.last == before


def test_refuses_to_set_cards_that_the_dice_roller_deals(games: Registry) -> None:
    room = Room(games, tower=True)
    before = room.last
    for do, place in (("look", "hand tenth"), ("file", "hand tenth"), ("file", "draw"), ("file", "discards")):
        sent = form(room, place=place, value="3", do=do)
        answer = room.browser(MODERATOR).send(PATH, PATH, **sent)
        assert (answer.status_code, "The dice roller deals the cards" in visible(answer.text)) == (422, True)
    assert room.last == before
    assert room.browser(MODERATOR).done(PATH, PATH, **form(room, place="pawn tenth", value="c2")) == "/s/room"


@pytest.mark.parametrize("slug", some_short(["keys", "risk", "ccg"], lambda slug: slug == "keys"))
def test_a_preview_does_not_reveal_hidden_cards(slug: str) -> None:
    ours = looked(world(slug, 2, 1))
    assert len(ours) > 12
    for _, _, second in pairs(slug, 2, ALL, 1):
        assert looked(second) == ours


def looked(of: World) -> dict[str, str]:
    accounts = Accounts.memory()
    browser = Browser(create_app(of.session.store, GAMES, accounts, laptop=True))
    path, game, position = f"/s/{NAME}/set", of.session.game, of.session.view(ALL).position
    assert game.editor.fields is not None
    found = {"page": browser.read(path)}
    places = [
        *game.editor.fields.describe(position),
        *((f"{column}{row}", "is dalek") for column in "abg" for row in (1, 4, 7)),
    ]
    others = (("c2", "open"), ("hand tenth", "Kb ?"), ("draw", "3"), ("RUS", "1"), ("clara", "3"))
    for place, value in [*places[::3], *others]:
        sent = {"place": place, "value": value, "reason": "so", "after": str(of.session.head.seq)}
        answer = browser.send(path, path, **sent, do="look")
        found[f"{place} = {value}"] = f"{answer.status} {answer.text}"
    accounts.close()
    return {name: without_hashes(text.encode()) for name, text in found.items()}
