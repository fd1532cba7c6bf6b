"""The API: what programs send and get, and the document that describes it."""

import re
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from long_runs import LONG
from people import Table
from players import START_MS
from spectator import SEATS, opened, played
from toy import GAME, Dare

from events.events import OMNISCIENT, Move
from events.session_events import Closed, Posted, Resigned
from events.store.accounts import EVERYWHERE, HOST, MODERATOR, SEAT, Accounts
from events.store.memory import MemoryStore
from projections.registry import Registry, registry
from webui import create_app
from webui.api.routes import OPERATIONS

pytestmark = pytest.mark.usefixtures("unlimited")
BASE = "/api/v1"


class Api:
    def __init__(self, app: Flask, token: str = "") -> None:
        self.client: FlaskClient = app.test_client()
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.client.get(f"{BASE}{path}", headers=self.headers)
        assert answer.status_code == status, answer.text
        assert "Set-Cookie" not in answer.headers
        return msgspec.json.decode(answer.data)

    def post(self, path: str, body: Any, status: int = 200, **headers: str) -> Any:
        sent = {"Content-Type": "application/json", **self.headers, **headers}
        raw = body if isinstance(body, bytes) else msgspec.json.encode(body)
        answer = self.client.post(f"{BASE}{path}", data=raw, headers=sent)
        assert answer.status_code == status, answer.text
        return msgspec.json.decode(answer.data)


class ApiCalls(Table):
    def __init__(self, games: Registry, *, laptop: bool = False) -> None:
        super().__init__(games, "asked", laptop=laptop, title="Asked")

    def program(self, role: str = "", seat: str = "") -> Api:
        return Api(self.app, self.token(role, seat) if role else "")


@pytest.fixture
def here(games: Registry) -> ApiCalls:
    return ApiCalls(games)


def test_a_seat_previews_and_submits_its_post(here: ApiCalls) -> None:
    program, before = here.program(SEAT, "black"), here.session.head.seq
    post = {"text": "== T1 Black ==\ndare Yellow\n== end ==", "after": before, "key": "first"}
    told = program.post("/sessions/asked/readings", post)
    assert told["ready"]
    assert [line["status"] for line in told["lines"]] == ["ok"]
    assert here.last == before, "reading wrote something"
    filed = program.post("/sessions/asked/posts", post)
    assert (filed["done"], filed["filed"]) == (True, 1)
    events = [entry.event for entry in here.again().table.entries[before:]]
    assert Dare("black", "yellow") in events
    assert filed["seq"] == here.last


def test_an_illegal_line_has_its_rule_conflict_as_data(here: ApiCalls) -> None:
    program = here.program(SEAT, "black")
    ((illegal,), (legal,)) = (
        program.post("/sessions/asked/readings", {"text": f"dare {rival}"})["lines"] for rival in ("Black", "Yellow")
    )
    assert (illegal["status"], legal["status"], legal["conflict"]) == ("illegal", "ok", None)
    assert illegal["conflict"] == {"rule": "TOY-DAR-01", "requirement": illegal["message"]}


def test_a_resignation_in_plain_words_needs_a_choice(here: ApiCalls) -> None:
    program, before, post = here.program(SEAT, "black"), here.last, {"text": "I resign.", "key": "first"}
    (line,) = program.post("/sessions/asked/readings", post)["lines"]
    assert (line["status"], line["choices"], line["says"][0]) == ("question", ["END resign"], "Black resigns.")
    assert (program.post("/sessions/asked/posts", post)["done"], here.last) == (False, before)
    chosen = {**post, "choices": {"1": {"take": "END resign"}}}
    assert program.post("/sessions/asked/posts", chosen)["done"]
    assert [event.seat for event in here.events(Resigned)] == ["black"]


def test_a_comment_that_resembles_a_decision_is_a_field_of_its_line(here: ApiCalls) -> None:
    program = here.program(SEAT, "black")
    for path in ("readings", "posts"):
        (line,) = program.post(f"/sessions/asked/{path}", {"text": "dare yellow ; I resign", "key": "first"})["lines"]
        assert (line["status"], line["comment"]) == ("ok", "I resign")


def test_a_retried_post_is_recorded_only_once(here: ApiCalls) -> None:
    program = here.program(SEAT, "black")
    post = {"text": "dare Yellow", "after": here.session.head.seq, "key": "first"}
    first = program.post("/sessions/asked/posts", post)
    seq = here.last
    assert (program.post("/sessions/asked/posts", post)["seq"], here.last) == (first["seq"], seq)
    program.post("/sessions/asked/posts", {**post, "text": "pass"}, 409)


def test_a_moderators_post_has_a_preselected_seat(here: ApiCalls) -> None:
    program, before = here.program(MODERATOR), here.session.head.seq
    told = program.post("/sessions/asked/readings", {"text": "Yellow wrote:\npass"})
    assert told["preselected"].startswith("Yellow is preselected from the author line. It is not Yellow's turn")
    assert program.post("/sessions/asked/posts", {"text": "Hello."})["preselected"] == ""
    post = {"text": "dare Yellow", "key": "first"}
    first = program.post("/sessions/asked/posts", post)
    assert first["preselected"] == "Black is preselected as the only seat to move."
    assert program.post("/sessions/asked/posts", post)["seq"] == first["seq"] == here.last
    events = [entry.event for entry in here.again().table.entries[before:]]
    assert [event.author for event in events if isinstance(event, Posted)] == ["table", "black"]


@pytest.mark.parametrize("path", ["readings", "posts"])
@pytest.mark.parametrize("text", [
    "END resign for black", "UNDO 1.1 ; sorry", "Enough.\nEND close ; we stop", "TAKEBACK 1.1 ; sorry",
])  # fmt: skip
def test_a_command_that_does_not_say_whose_it_is_is_not_recorded_as_chat(here: ApiCalls, text: str, path: str) -> None:
    program, before = here.program(MODERATOR), here.last
    told = program.post(f"/sessions/asked/{path}", {"text": text}, 422)
    assert ("does not say whose it is" in told["message"], here.last) == (True, before)


def test_a_command_of_the_moderator_is_recorded_or_only_quoted(here: ApiCalls) -> None:
    post = {"text": "Enough.\nEND close ; we stop"}
    assert here.program(MODERATOR).post("/sessions/asked/posts", {**post, "chat_only": True})["done"]
    assert here.program(MODERATOR).post("/sessions/asked/posts", {**post, "seat": "moderator"})["filed"] == 1
    assert [event.reason for event in here.events(Closed)] == ["we stop"]


def test_a_post_without_a_move_gets_the_legal_moves(here: ApiCalls) -> None:
    program, before = here.program(SEAT, "black"), here.last
    post: dict[str, Any] = {"text": "Nice weather!", "key": "first"}
    told = program.post("/sessions/asked/readings", post)
    assert (told["ready"], told["unheard"]) == (False, ["black"])
    done = program.post("/sessions/asked/posts", post)
    assert (done["done"], done["unheard"], here.last) == (False, ["black"], before)
    assert done["moves"] == told["moves"] == [{"number": 1, "line": "dare yellow", "text": done["moves"][0]["text"]}]
    program.post("/sessions/asked/posts", {**post, "chat_only": "yes"}, 422)
    done = program.post("/sessions/asked/posts", {**post, "chat_only": True})
    assert (done["done"], done["moves"], here.events(Move)) == (True, [], [])


def test_a_crossing_post_gets_the_moves_it_missed(here: ApiCalls) -> None:
    before = here.session.head.seq
    here.program(SEAT, "black").post("/sessions/asked/posts", {"text": "dare Yellow", "after": before})
    seq = here.last
    told = here.program(MODERATOR).post("/sessions/asked/posts", {"text": "pass", "seat": "yellow", "after": before})
    assert not told["done"]
    assert ([one["address"] for one in told["missed"]], here.last) == (["1.1"], seq)


def test_lists_the_moves_a_viewer_may_know_and_submits_a_move(here: ApiCalls) -> None:
    moves = here.program().get("/sessions/asked/moves?seat=black")
    assert not moves["whole"]
    program = here.program(SEAT, "black")
    moves = program.get("/sessions/asked/moves")
    assert moves["whole"]
    assert moves["moves"][0]["move"]["kind"] == "toy-dare"
    assert program.post("/sessions/asked/posts", {"text": moves["moves"][0]["line"]})["done"]


def test_positions_and_entries_depend_on_the_viewer(here: ApiCalls) -> None:
    spectator, seat = here.program(), here.program(SEAT, "black")
    last = here.session.head.seq
    own = seat.get(f"/sessions/asked/positions/{last}?as=black")["position"]["hands"]
    public = spectator.get(f"/sessions/asked/positions/{last}")["position"]["hands"]
    assert (own["black"], set(public["black"])) == (list(here.session.position.hands["black"]), {"?"})
    assert set(own["yellow"]) == {"?"}
    for view in ("black", "yellow", OMNISCIENT):
        spectator.get(f"/sessions/asked/positions/{last}?as={view}", 403)
    seat.get(f"/sessions/asked/positions/{last}?as=yellow", 403)
    told = spectator.get("/sessions/asked/lines?after=2")
    assert [line["seq"] for line in told["lines"]] == list(range(3, last + 1))


@pytest.mark.parametrize(("role", "seat"), [("", ""), ("spectator", ""), ("judge-1", "")])
def test_refuses_posts_from_roles_that_may_not_post(here: ApiCalls, role: str, seat: str) -> None:
    program = here.program(role, seat)
    program.post("/sessions/asked/posts", {"text": "dare Yellow"}, 403)
    program.post("/sessions/asked/readings", {"text": "dare Yellow"}, 403)
    assert here.last == here.session.head.seq


def test_a_host_begins_a_session_once_and_gets_its_links(here: ApiCalls) -> None:
    host = here.program(HOST)
    asked = {"game": "toy", "seats": ["black", "yellow"], "title": "By a bot", "key": "one", "visibility": "private"}
    began = host.post("/sessions", asked, 201)
    assert [link["role"] for link in began["links"]] == ["seat", "seat", "moderator"]
    assert host.post("/sessions", asked, 201) == {"session": began["session"], "links": []}
    moderator = Api(here.app, began["links"][-1]["token"])
    told = moderator.get(f"/sessions/{began['session']}")
    assert (told["title"], told["you"]) == ("By a bot", "moderator")
    assert moderator.get("/sessions")["sessions"][0]["session"] == began["session"]
    assert began["session"] not in str(here.program().get("/sessions"))
    here.program().get(f"/sessions/{began['session']}", 404)
    here.program().post("/sessions", asked, 403)
    here.program(MODERATOR).post("/sessions", asked, 403)


@pytest.mark.parametrize(("wrong", "says"), [
    ({"seats": []}, "seats"), ({"dice": "loaded"}, "dice"), ({"policy": "whatever"}, "whatever"),
    ({"visibility": "secret"}, "visibility"), ({"options": {"pints": "9"}}, "pints"), ({"nonsense": 1}, "nonsense"),
])  # fmt: skip
def test_refuses_a_session_with_invalid_settings(here: ApiCalls, wrong: dict[str, Any], says: str) -> None:
    asked = {"game": "toy", "seats": ["black", "yellow"]}
    problem = here.program(HOST).post("/sessions", {**asked, **wrong}, 422)
    assert problem["code"] in ("refused", "notation")
    assert says in problem["message"].lower()
    assert len(here.store.sessions()) == 1


@pytest.mark.parametrize(("body", "status"), [
    (b"", 400), (b"{", 400), (b"\xff", 400), (b"[" * 5000, 422), (b"[]", 422), (b"{}", 422), (b'{"text":1}', 422),
    (b'{"text":"x","odd":1}', 422), (b'{"text":"x","after":-1}', 422), (b'{"text":"x","after":1e99}', 422),
    (b'{"text":"x","key":"a b"}', 422), (b'{"text":"","after":1}', 422), (b'{"text":"x","seat":"nobody"}', 422),
    (b'{"text":"x","after":99999}', 409), (b'{"text":"x","choices":{"x":{}}}', 422), (b'{"text":"\\ud800"}', 400),
    (b'"' + b"x" * 1_200_000 + b'"', 413),
])  # fmt: skip
def test_a_bad_body_is_refused_with_a_message(here: ApiCalls, body: bytes, status: int) -> None:
    program = here.program(SEAT, "black")
    for path in ("posts", "readings"):
        problem = program.post(f"/sessions/asked/{path}", body, status)
        assert problem["status"] == status
        assert re.fullmatch("[a-z]+(-[a-z]+)*", problem["code"])
        assert problem["message"]
        assert "Traceback" not in problem["message"]
    assert here.last == here.session.head.seq


@pytest.mark.parametrize("given", ["Bearer k-" + "a" * 26, "Bearer ", "Basic eDp5", "k-x", "Bearer \u00e9"])
def test_an_invalid_token_is_refused(here: ApiCalls, given: str) -> None:
    answer = here.app.test_client().get(f"{BASE}/sessions", headers={"Authorization": given})
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")


def test_ignores_cookies_and_refuses_other_methods_in_json(here: ApiCalls) -> None:
    answer = here.browser(SEAT, "black").client.post(f"{BASE}/sessions/asked/posts", json={"text": "dare Yellow"})
    assert answer.status_code == 403
    answer = here.app.test_client().delete(f"{BASE}/sessions/asked")
    assert (answer.status_code, msgspec.json.decode(answer.data)["status"]) == (405, 405)


def test_local_programs_act_as_moderator_but_other_sites_cannot(games: Registry) -> None:
    program = ApiCalls(games, laptop=True).program()
    assert program.get("/sessions/asked")["you"] == "moderator"
    assert program.post("/sessions/asked/posts", {"text": "dare Yellow", "seat": "black"})["done"]
    program.post("/sessions/asked/posts", {"text": "x"}, 403, **{"Sec-Fetch-Site": "cross-site"})
    program.post("/sessions/asked/posts", {"text": "x"}, 421, Host="evil.example")
    program.post("/sessions/asked/posts", b'{"text":"x"}', 415, **{"Content-Type": "text/plain"})


def test_a_post_that_contains_a_secret_link_is_refused(here: ApiCalls) -> None:
    link, token = here.accounts.issue("asked", SEAT, START_MS, seat="black")
    problem = Api(here.app, token).post("/sessions/asked/posts", {"text": f"dare Yellow\nsee /k/{token}"}, 422)
    assert token not in problem["message"]
    assert here.accounts.by_id(link.id) is None
    assert here.last == here.session.head.seq


def test_returns_the_same_games_and_log_as_the_pages(here: ApiCalls) -> None:
    assert {game["game"] for game in here.program().get("/games")} == set(here.games)
    pages = here.app.test_client().get("/s/asked/export.jsonl").data
    assert here.app.test_client().get(f"{BASE}/sessions/asked/log").data == pages


@pytest.mark.parametrize(
    "path", ["/nothing", "/sessions/asked/positions/0", "/sessions/asked/positions/99999", "/sessions?page=9"]
)
def test_reports_a_missing_page_in_json(here: ApiCalls, path: str) -> None:
    assert here.program().get(path, 404)["status"] == 404


def test_the_log_of_a_private_view_ends_at_that_view(here: ApiCalls) -> None:
    here.session.look("black")
    looked, moderator = here.session.head.seq, here.program(MODERATOR)
    here.program(SEAT, "black").post("/sessions/asked/posts", {"text": "dare Yellow", "after": looked})
    ours = moderator.client.get(f"{BASE}/sessions/asked/log?as=black", headers=moderator.headers).text.splitlines()
    assert len(ours) == 1 + looked
    assert here.last > looked


def test_the_same_key_of_another_host_begins_a_new_session(here: ApiCalls) -> None:
    asked = {"game": "toy", "seats": ["black", "yellow"], "key": "friday", "visibility": "private"}
    ours, theirs = here.program(HOST), here.program(HOST)
    first, second = ours.post("/sessions", asked, 201), theirs.post("/sessions", asked, 201)
    assert first["session"] != second["session"]
    assert second["links"]
    assert ours.post("/sessions", asked, 201) == {"session": first["session"], "links": []}


def test_an_etag_cannot_confirm_guessed_settings(games: Registry) -> None:
    """Settings contain mail addresses, and a tag must not confirm a guessed one."""
    one, other = ApiCalls(games), ApiCalls(games)
    seen = [each.app.test_client().get("/s/asked/1").headers["ETag"] for each in (one, one, other)]
    assert seen[0] == seen[1] != seen[2]


STORE, DESK = MemoryStore(), Accounts.memory()
GAMES = registry().with_game(GAME)
SESSION = played(opened(STORE, GAMES, "toy", SEATS, session="asked", title="Asked", options={"points": 9}), 3)
APP = create_app(STORE, GAMES, DESK)
TOKENS = {
    "nobody": "", "seat": DESK.issue("asked", SEAT, START_MS, seat="black")[1],
    "host": DESK.issue(EVERYWHERE, HOST, START_MS)[1],
}  # fmt: skip


@LONG
@pytest.mark.parametrize("who", TOKENS)
def test_every_operation_follows_the_openapi_document(who: str) -> None:
    schemathesis: Any = pytest.importorskip("schemathesis")  # it takes long to load
    headers = {"Accept-Encoding": "identity"}  # the checks read answers as they are sent
    headers |= {"Authorization": f"Bearer {TOKENS[who]}"} if TOKENS[who] else {}
    # Two checks do not fit: each operation answers without a token too, and rules refuse what no document can.
    excluded = [schemathesis.checks.ignored_auth, schemathesis.checks.positive_data_acceptance]
    operations = [
        found.ok() for found in schemathesis.openapi.from_wsgi("/api/v1/openapi.json", APP).get_all_operations()
    ]
    assert len(operations) == len(OPERATIONS)
    for operation in operations:

        @settings(
            max_examples=25, derandomize=True, deadline=None, phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=operation.as_strategy())
        def keeps_to_it(case: Any) -> None:
            case.validate_response(case.call(headers=headers), excluded_checks=excluded)

        keeps_to_it()


def test_the_openapi_document_lists_every_operation() -> None:
    prefix = "/api/v1"
    doors = {
        (rule.rule.removeprefix(prefix).replace("<seq:seq>", "{seq}").replace("<session>", "{session}"), method.lower())
        for rule in APP.url_map.iter_rules()
        if rule.rule.startswith(prefix) and rule.endpoint != "api.openapi"
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert doors == {(one.path, one.method) for one in OPERATIONS}
