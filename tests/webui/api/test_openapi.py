"""The document that describes the API: whatever it allows is answered as it says, and nothing breaks."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from long_runs import LONG
from spectator import SEATS, START_MS, opened, played
from toy import GAME

from events.store.accounts import EVERYWHERE, HOST, SEAT, Accounts
from events.store.memory import MemoryStore
from projections.shelf import shelf
from webui import create_app
from webui.access.rate_limits import LIMITS
from webui.api.routes import OPERATIONS

STORE, DESK = MemoryStore(), Accounts.memory()
GAMES = shelf().with_game(GAME)
SESSION = played(opened(STORE, GAMES, "toy", SEATS, session="asked", title="Asked", options={"points": 9}), 3)
APP = create_app(STORE, GAMES, DESK)
TOKENS = {
    "nobody": "",
    "seat": DESK.issue("asked", SEAT, START_MS, seat="black")[1],
    "host": DESK.issue(EVERYWHERE, HOST, START_MS)[1],
}


@pytest.fixture(autouse=True)
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in LIMITS:
        monkeypatch.setitem(LIMITS, kind, ())


@LONG
@pytest.mark.parametrize("who", TOKENS)
def test_every_operation_keeps_to_the_document(who: str) -> None:
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


def test_the_document_names_every_door() -> None:
    prefix = "/api/v1"
    doors = {
        (rule.rule.removeprefix(prefix).replace("<seq:seq>", "{seq}").replace("<session>", "{session}"), method.lower())
        for rule in APP.url_map.iter_rules()
        if rule.rule.startswith(prefix) and rule.endpoint != "api.openapi"
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert doors == {(one.path, one.method) for one in OPERATIONS}
