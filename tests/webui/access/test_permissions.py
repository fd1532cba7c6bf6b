"""Permissions: the pages and forms of each role, and what a preview, a refusal and a retry write."""

from collections.abc import Callable
from typing import Final

import pytest
import toy
from people import Table, filled, visible
from spectator import addresses

from events.session_events import Posted
from events.store.accounts import HOST, JUDGE, MODERATOR, SEAT, SPECTATOR
from projections.contracts import Written
from projections.registry import Registry
from replay.session.submission import Request, submit

ROLES: Final = (
    (HOST, ""), (MODERATOR, ""), (f"{JUDGE}-1", ""), (SEAT, "black"), (SEAT, "yellow"), (SPECTATOR, ""), ("", ""),
)  # fmt: skip
"""The columns of both tables: host, moderator, judge, seat, other seat, spectator, stranger."""
PAGES: Final = {
    "200 200 200 200 200 200 200": ("static", "home.index", "viewer.position", "viewer.file_of_position",
                                    "viewer.picture", "viewer.chart", "audit.page", "audit.data", "dice.page",
                                    "export.file", "feed.atom", "turn_summary.page", "turn_summary.position",
                                    "moving_picture.picture", "takeback.page", "ruling.page", "steps.near",
                                    "why.page", "rulings.page", "steps.outlined", "steps.first", "steps.some",
                                    "help_pages.dark_colours", "help_pages.page", "help_pages.game", "help_pages.rules",
                                    "embed.page", "find.page", "head.head", "notes.page", "turn.page",
                                    "checkpoints.page", "feed.calendar",
                                    "api.openapi", "api.games", "api.sessions", "api.session", "api.lines",
                                    "api.position", "api.moves", "api.log"),
    "302 302 302 302 302 302 302": ("viewer.last", "viewer.go", "viewer.address"),
    "404 404 404 404 404 404 404": ("audit.finding_page", "secret_link.offer", "pictures.picture", "what_if.compared",
                                    "confirmation.offer", "own_feed.atom", "oembed.answer"),
    "200 403 403 403 403 403 403": ("new.page", "imports.page"),
    "404 403 403 403 403 403 403": ("imports.draft",), "200 404 404 404 404 404 404": ("metrics.page",),
    "403 200 403 200 200 403 403": ("move.page", "order.page", "post.page", "ending.page", "notices.page"),
    "403 200 403 403 403 403 403": ("people.page", "people.links", "ruling.skipping", "set_value.page"),
    "403 404 403 403 403 403 403": ("thread.page",),
    "403 200 200 200 200 403 403": ("fix.page",), "403 422 422 422 422 403 403": ("was_move.page",),
    "403 200 200 403 403 403 403": ("what_if.page",),
}  # fmt: skip
"""The status of the pages of each route."""
AFTER: Final = {"after": "LAST"}
FILED: Final = {"key": "k" * 32, **AFTER}
FORMS: Final = [
    ("home.take_samples", "/samples", {}, "303 403 403 403 403 403 403"),
    ("new.begin", "/new", filled(alias="second"), "303 403 403 403 403 403 403"),
    ("imports.begin", "/import", {"draft": "x", "text": "--- Nadia ---\nHi"}, "303 403 403 403 403 403 403"),
    ("imports.send", "/import/autumn", {}, "404 403 403 403 403 403 403"),
    ("secret_link.exchange", "/k/x", {}, "404 404 404 404 404 404 404"),
    ("notices.save", "S/notices", {"seat": "black", "kind": "turn"}, "403 303 403 303 303 403 403"),
    ("confirmation.confirm", "/m/x", {}, "404 404 404 404 404 404 404"),
    ("secret_link.forget", "/leave", {"session": "table"}, "303 303 303 303 303 303 303"),
    ("move.file", "S/move", {"move": "pass", "seat": "yellow", **FILED}, "403 303 403 422 303 403 403"),
    ("order.file", "S/order", {"order": "never", "seat": "yellow", **AFTER}, "403 303 403 303 303 403 403"),
    ("post.send", "S/post", {"text": "pass", "seat": "yellow", "do": "read"}, "403 200 403 422 200 403 403"),
    ("post.send", "S/post", {"text": "pass", "seat": "yellow", "do": "file", **FILED}, "403 303 403 422 303 403 403"),
    ("turn_summary.private", "S/summary/private", {"seat": "yellow"}, "403 303 403 403 403 403 403"),
    ("turn_summary.renew", "S/summary/address", {}, "403 303 403 403 403 403 403"),
    ("people.seat", "S/people/seat", {"seat": "black", "name": "Jo", "away": ""}, "403 303 403 403 403 403 403"),
    ("people.substitute_person", "S/people/substitute", {"seat": "black"}, "403 303 403 403 403 403 403"),
    ("people.link", "S/people/link", {"do": "issue", "role": SPECTATOR}, "403 303 403 403 403 403 403"),
    ("people.appoint_person", "S/people/appoint", {"role": JUDGE}, "403 303 403 403 403 403 403"),
    ("people.settings", "S/people/settings", {"visibility": "public", "trust": "ask"}, "403 303 403 403 403 403 403"),
    ("people.remove", "S/people/remove", {"name": "Table"}, "403 303 403 403 403 403 403"),
    ("people.erase", "S/people/erase", {"author": "black"}, "403 200 403 403 403 403 403"),
    ("people.erase", "S/people/erase", {"author": "black", "do": "erase"}, "403 200 403 403 403 403 403"),
    ("people.look", "S/look", {"view": "table"}, "403 303 303 403 403 403 403"),
    ("thread.send", "S/thread", {"do": "pause"}, "403 404 403 403 403 403 403"),
    ("people.clear_links", "S/links", {}, "303 303 303 303 303 303 303"),
    ("takeback.send", "S/DARE/takeback", {"do": "propose", **AFTER}, "403 422 422 303 303 403 403"),
    ("takeback.send", "S/DARE/takeback", {"do": "rule", "reason": "so", **AFTER}, "403 303 303 403 403 403 403"),
    ("fix.file", "S/DARE/fix", {"line": "dare yellow", "reason": "so", **AFTER}, "403 303 303 303 422 403 403"),
    ("fix.file", "S/DARE/fix", {"omit": "1", "reason": "so", **AFTER}, "403 303 303 303 422 403 403"),
    ("ruling.send", "S/DARE/ruling", {"verdict": "stand", "reason": "so", **AFTER}, "403 303 303 403 403 403 403"),
    ("ruling.send", "S/DARE/ruling", {"verdict": "rewind", "reason": "so", **AFTER}, "403 303 303 403 403 403 403"),
    ("ruling.send", "S/DARE/ruling", {"verdict": "fix", "line": "dare yellow", "reason": "so", **AFTER},
     "403 303 303 403 403 403 403"),
    ("ruling.disputed", "S/DARE/dispute", {"claim": "no", **AFTER}, "403 303 303 303 303 403 403"),
    ("ruling.settle", "S/DARE/settle", {"do": "propose", "way": "stand", "dispute": "1", "reason": "so", **AFTER},
     "403 403 403 422 422 403 403"),
    ("ruling.skipped", "S/skip", {"seat": "yellow", "reason": "away", **AFTER}, "403 303 403 403 403 403 403"),
    ("set_value.send", "S/set", {"place": "x", "value": "1", "reason": "so", **AFTER}, "403 422 403 403 403 403 403"),
    ("ending.send", "S/end", {"do": "resign", "sure": "yes", **AFTER}, "403 422 403 303 303 403 403"),
    ("ending.send", "S/end", {"do": "agree", **AFTER}, "403 422 403 422 422 403 403"),
    ("ending.send", "S/end", {"do": "close", "sure": "yes", "reason": "so", **AFTER}, "403 303 403 403 403 403 403"),
    ("ending.send", "S/end", {"do": "reopen", "reason": "so", **AFTER}, "403 422 403 403 403 403 403"),
    ("was_move.file", "S/POST/was-move", {"line": "1", "move": "dare yellow", **AFTER}, "403 422 422 303 422 403 403"),
    ("what_if.make", "S/DARE/what-if", {"takes": "all", "changes": ""}, "403 303 303 403 403 403 403"),
    ("notes.file", "S/notes", {"at": "", "text": "a note", "whom": "all", **AFTER}, "403 303 303 303 303 403 403"),
    ("notes.withdraw", "S/notes/3/withdraw", AFTER, "403 422 422 422 422 403 403"),
    ("audit.say", "S/audit/00000000", {"status": "waived", "reason": "so", **AFTER}, "403 404 404 403 403 403 403"),
    ("checkpoints.hold", "S/checkpoints", {"text": "hello"}, "422 422 422 422 422 422 422"),
]  # fmt: skip
"""A form, with what a person sends, and the status that each role gets."""
FILES_AGAIN: Final = {"people.substitute_person", "people.appoint_person", "people.look", "people.remove"}
"""Forms that have no key: what is sent a second time is filed a second time."""


@pytest.fixture(scope="module")
def toys() -> Registry:
    return Registry([toy.GAME])


@pytest.fixture(autouse=True)
def _no_samples(unlimited: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.pages.server.home.samples", lambda _slug: ())


def dared(toys: Registry) -> Table:
    """A session in which Black has dared Yellow in a post with a line of chat."""
    table = Table(toys, "table", title="Table")
    submit(table.session, "black", [Request(Written(toy.Dare("black", "yellow")))], notes=[Posted("black", "Hello")])
    return table


def sender(table: Table, role: str, seat: str, path: str, sent: dict[str, str]) -> Callable[[], int]:
    """A function that sends a form as a role does, with the hidden field of another form, and returns the status."""
    post = next(entry.seq for entry in table.again().table.entries if isinstance(entry.event, Posted))
    path = path.replace("S/", "/s/table/").replace("DARE", str(table.timeline().find("1.1").last))
    path, browser, token = path.replace("POST", str(post)), table.browser(role, seat), table.token(HOST)
    data = {name: value.replace("LAST", str(table.last)) for name, value in sent.items()}
    return lambda: browser.send(f"/k/{token}", path, **data).status_code


def test_each_role_can_open_only_its_permitted_pages(toys: Registry) -> None:
    table = dared(toys)
    rules = {rule.endpoint: rule for rule in table.app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert sorted(rules) == sorted(name for names in PAGES.values() for name in names)
    browsers = [table.browser(role, seat) for role, seat in ROLES]
    for statuses, names in PAGES.items():
        for name in names:
            path = addresses(rules[name], "table", table.last)[0]
            found = [str(browser.client.get(path, buffered=True).status_code) for browser in browsers]
            assert " ".join(found) == statuses, name


def test_the_permission_table_lists_every_form(toys: Registry) -> None:
    rules = [rule for rule in dared(toys).app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    forms = {rule.endpoint for rule in rules if not rule.endpoint.startswith("api.")}
    assert forms == {name for name, *_ in FORMS}


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "path", "sent", "statuses"), FORMS)
def test_each_role_can_send_only_its_permitted_forms(
    toys: Registry, name: str, path: str, sent: dict[str, str], statuses: str
) -> None:
    """A preview and a refusal file nothing; a form that was filed is not filed again when it is sent again."""
    table = dared(toys)
    for (role, seat), wanted in zip(ROLES, map(int, statuses.split()), strict=True):
        send, before = sender(table, role, seat, path, sent), table.last
        assert send() == wanted, (role, seat)
        if wanted == 303 and name not in FILES_AGAIN:
            filed = table.last
            assert send() == (409 if name == "imports.begin" else 303)
            assert table.last == filed
        if wanted == 303:
            table = dared(toys)
        else:
            assert table.last == before


@pytest.mark.parametrize(("role", "path", "sent"), [
    ("black", "S/DARE/takeback", {"do": "propose", "reason": "see TOKEN", **AFTER}),
    ("black", "S/DARE/dispute", {"claim": "see /k/TOKEN", **AFTER}),
    ("black", "S/notes", {"at": "", "text": "go to /k/TOKEN", "whom": "all"}),
    ("black", "S/notes", {"at": "", "text": "go to /k/TOKEN", "whom": "alone"}),
    ("yellow", "S/post", {"text": "pass\nhttp://localhost/k/TOKEN", "do": "file", **FILED}),
    (MODERATOR, "S/DARE/ruling", {"verdict": "stand", "reason": "see TOKEN", **AFTER}),
    (MODERATOR, "S/DARE/fix", {"line": "dare yellow", "reason": "see TOKEN", **AFTER}),
    (MODERATOR, "S/skip", {"seat": "yellow", "reason": "see TOKEN", **AFTER}),
    (MODERATOR, "S/set", {"place": "x", "value": "1", "reason": "see TOKEN", **AFTER}),
    (MODERATOR, "S/people/seat", {"seat": "black", "name": "see TOKEN"}),
])  # fmt: skip
def test_revokes_a_live_secret_link_in_a_text(toys: Registry, role: str, path: str, sent: dict[str, str]) -> None:
    table = dared(toys)
    link, token = table.accounts.issue("table", SPECTATOR, 1)
    given = {name: value.replace("TOKEN", token) for name, value in sent.items()}
    before = table.last
    assert sender(table, *((role, "") if role == MODERATOR else (SEAT, role)), path, given)() == 422
    assert table.last == before
    assert table.accounts.by_token(token) is None
    assert (table.accounts.settings("table").exposed, table.accounts.names("table")) == ((link.id,), {})


def test_a_refused_text_is_shown_again_without_its_link(toys: Registry) -> None:
    table = dared(toys)
    token, path = table.token(SPECTATOR), f"/s/table/{table.timeline().find('1.1').last}/takeback"
    black = table.browser(SEAT, "black")
    told = black.refused(
        path, path, "contains a secret link", do="propose", after=str(table.last), reason=f"see {token}"
    )
    assert token not in told.replace(f'value="see {token}"', "")
    assert "see" in visible(told)
