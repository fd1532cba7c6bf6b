"""The pages about posts that are recorded without a question: setting, result, refusal, ruling, finding and log."""

import re

import pytest
from imported import record_text
from keys_board import BEGUN
from people import Browser, Writer, hidden_fields, visible
from texts import missing

from events.events import Move
from events.session_events import Posted, RecordedUnasked, TakenBack, TrustPolicy
from events.store.accounts import MODERATOR, SEAT, Accounts
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.chance.clock import now_ms
from replay.posts import unasked
from replay.session.session import Session
from webui import create_app

TURN = "I drew a card, opened d7 with a green key (plain) and moved in there."
AFTER_DRAW = "I put a Time Barrier on g7. I stay outside."
"""The rest of a turn whose draw is already in the log."""


class KeysTable:
    """A session of Keys with dice and cards entered by hand, in which it is Twelfth's turn."""

    def __init__(self, corrections: str) -> None:
        self.store, self.accounts = MemoryStore(), Accounts.memory()
        text = BEGUN.replace("\n\n== T1", f"\ncorrections: {corrections}\n\n== T1", 1)
        self.name = record_text(self.store, registry(), text).session
        self.app = create_app(self.store, registry(), self.accounts)

    def browser(self, role: str, seat: str = "") -> Browser:
        return Browser(self.app, self.accounts.issue(self.name, role, now_ms(), seat=seat)[1])

    def writer(self, seat: str) -> Writer:
        return Writer(self.browser(SEAT, seat).client, f"/s/{self.name}/post")

    @property
    def session(self) -> Session:
        return Session.load(self.store, registry(), self.name)

    def kinds(self) -> list[type]:
        wanted = Posted | RecordedUnasked | TakenBack | TrustPolicy
        return [type(one.event) for one in self.session.table.entries[22:] if isinstance(one.event, wanted)]


@pytest.fixture(autouse=True)
def every_clear_reading_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unasked, "is_sure", lambda _evidence: True)


@pytest.fixture
def table() -> KeysTable:
    return KeysTable("moderator")


def refuse(writer: Writer, status: int = 303) -> None:
    """Press the button of the result page."""
    action = re.search(r'<form method="post" id="refuse" action="([^"]+)">(.*?)</form>', writer.page, re.DOTALL)
    assert action
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', action[2]))
    answer = writer.client.post(action[1], data={**fields, "do": "propose"})
    assert answer.status_code == status, visible(answer.text)
    writer.page = writer.client.get(answer.headers["Location"]).text if status == 303 else answer.text


def test_a_moderator_sets_the_policy_and_a_post_follows_it(table: KeysTable) -> None:
    moderator, people = table.browser(MODERATOR), f"/s/{table.name}/people"
    assert 'value="ask" selected' in moderator.read(people)
    writer = table.writer("twelfth")
    assert "so nothing was recorded" in visible(writer.send("file", 422, text=TURN))
    moderator.done(people, f"{people}/settings", visibility="public", pace="none", grace="0", where="", trust="sure")
    assert 'value="sure" selected' in moderator.read(people)
    assert table.kinds() == [TrustPolicy]
    table.writer("twelfth").send("file", 303, text="D: ?")
    page = visible(table.writer("twelfth").send("file", 303, text=AFTER_DRAW))
    assert not missing(page, "Recorded without a question.", "Is the reading wrong?")
    assert table.kinds() == [TrustPolicy, Posted, Posted, RecordedUnasked]


def test_a_seat_cannot_set_the_policy(table: KeysTable) -> None:
    table.session.set_trust("ask")
    client = table.browser(SEAT, "tenth").client
    data = {
        "visibility": "public",
        "pace": "none",
        "trust": "sure",
        "csrf": hidden_fields(Writer(client, f"/s/{table.name}/post").page)["csrf"],
    }
    assert client.post(f"/s/{table.name}/people/settings", data=data).status_code == 403
    assert table.kinds() == []


def test_an_author_refuses_a_reading_and_chooses_another(table: KeysTable) -> None:
    table.session.set_trust("sure")
    writer = table.writer("twelfth")
    writer.send("file", 303, text="D: ?")
    writer.send("file", 303, text=AFTER_DRAW)
    refuse(writer)
    assert table.kinds()[1:] == [Posted, Posted, RecordedUnasked, TakenBack]
    assert not missing(visible(writer.page), "You refused the reading of this post", "1 line to confirm")
    assert AFTER_DRAW in writer.page
    writer.send("file", 303, **{"line-1": "=P: TB g7"})
    moves = [one for one in table.session.table.live() if isinstance(one.event, Move)]
    assert len(moves) == 5
    assert table.kinds()[-1] is Posted


def test_a_refusal_needs_consent_after_another_player_moved(table: KeysTable) -> None:
    table.session.set_trust("sure")
    writer = table.writer("twelfth")
    writer.send("file", 303, text="D: ?")
    writer.send("file", 303, text=AFTER_DRAW)
    button = writer.page
    table.writer("tenth").send("file", 303, text="D: ?\nP: Ky d1 open (open)\nM: stay")
    page = visible(writer.client.get(writer.address).text)
    assert "Refuse this reading" not in page
    assert "Take it back" in page
    writer.page = button
    refuse(writer, 409)
    assert TakenBack not in table.kinds()


def test_other_people_see_that_nothing_was_asked_and_cannot_refuse(table: KeysTable) -> None:
    table.session.set_trust("sure")
    writer = table.writer("twelfth")
    writer.send("file", 303, text=TURN)
    page = table.browser(SEAT, "tenth").read(writer.address)
    assert "Twelfth can refuse this reading" in visible(page)
    assert "Refuse this reading" not in page
    move = next(one.seq for one in table.session.table.entries if one.seq > 24 and isinstance(one.event, Move))
    for path in ("takeback", "ruling"):
        page = table.browser(MODERATOR).read(f"/s/{table.name}/{move}/{path}")
        assert "recorded without a question about its meaning" in visible(page)
    assert "recorded without a question" in visible(table.browser(MODERATOR).read(f"/s/{table.name}/{move}"))


@pytest.mark.parametrize("again", ["0", "23", "999", "x", "-1", "1" * 40])
def test_refuses_the_address_of_a_post_that_was_not_refused(table: KeysTable, again: str) -> None:
    table.session.set_trust("sure")
    table.writer("twelfth").send("file", 303, text=TURN)
    page = table.browser(SEAT, "twelfth").read(f"/s/{table.name}/post?again={again}", 422)
    assert "is not a post whose reading was refused" in visible(page)
