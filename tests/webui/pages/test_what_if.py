"""The pages `what-if` and `compare`: who makes a branch, what is refused, and that it never passes for the record."""

import pytest
from people import Browser, visible
from recorded_pages import Recorded

from events.store.accounts import JUDGE, MODERATOR, SEAT


@pytest.fixture
def table() -> Recorded:
    return Recorded()


def what_if(table: Recorded) -> str:
    return f"/s/{table.name}/141/what-if"


def made(table: Recorded, browser: Browser, **sent: str) -> str:
    return browser.done(what_if(table), what_if(table), **sent)


def test_a_judge_makes_a_branch_and_sees_it_beside_the_record(table: Recorded) -> None:
    judge, before = table.browser(JUDGE), table.store.head(table.name)
    where = made(table, judge, takes="all", changes="DUE 4.2\nKEEP rest")
    words = visible(table.browser().read(where))
    assert "What if: this is not the record of what was played" in table.browser().read(where).replace(
        "<strong>", ""
    ).replace("</strong>", "")
    assert "Black counts 7 new Daleks" in words
    assert "which it leaves behind line 344" in words
    assert table.store.head(table.name) == before
    branch = where.rpartition("/")[0]
    reader = table.browser()
    for page in (str(before.seq), "100", "audit", "kit", "dice", "why", "compare", f"{before.seq}/takeback"):
        assert 'class="due branch"' in reader.read(f"{branch}/{page}")
    for end in ("svg", "txt"):
        assert "What if: this is not the record" in reader.read(f"{branch}/{before.seq}.{end}")
        assert "What if" not in reader.read(f"/s/{table.name}/{before.seq}.{end}")
    for page in (f"{branch}/feed.atom", f"{branch}/log.jsonl", f"{branch}/kit"):
        assert "What if: " in reader.read(page)
    told = reader.client.get(f"/api/v1/sessions/{branch.rpartition('/')[2]}").json
    assert told is not None
    assert told["branch"] == f"{table.name}#{before.seq}"
    assert branch not in reader.read("/")
    assert branch.rpartition("/")[2] not in reader.read("/")


def test_a_branch_is_as_private_as_its_record_is_by_now(table: Recorded) -> None:
    judge = table.browser(JUDGE)
    branch = made(table, judge, takes="all", changes="OMIT 4.2\nKEEP rest").rpartition("/")[0]
    reader = table.browser()
    pages = [f"{branch}{page}" for page in ("", "/100", "/compare", "/100.svg", "/log.jsonl", "/feed.atom", "/kit")]
    assert all(reader.client.get(page).status_code < 400 for page in pages)
    assert reader.client.get(f"/api/v1/sessions/{branch.rpartition('/')[2]}").status_code == 200
    table.accounts.change(table.name, visibility="private")
    for page in pages:
        answer = reader.client.get(page)
        assert answer.status_code == 404
        assert table.name not in answer.text
    assert reader.client.get(f"/api/v1/sessions/{branch.rpartition('/')[2]}").status_code == 404
    assert "What if" in judge.read(f"{branch}/100")
    table.accounts.change(branch.rpartition("/")[2], record="")
    answer = reader.client.get(f"{branch}/compare")
    assert answer.status_code == 404
    assert "cannot be read here" in answer.text
    assert table.name not in visible(answer.text)


def test_a_branch_up_to_before_a_move_is_played_on_by_whoever_made_it(table: Recorded) -> None:
    moderator = table.browser(MODERATOR)
    where = made(table, moderator, takes="before", changes="")
    branch = where.rpartition("/")[0]
    assert "line 139" in visible(moderator.read(where))
    assert "Post" in visible(moderator.read(f"{branch}/post"))
    assert table.browser().client.get(f"{branch}/post").status_code == 403


def test_nobody_else_makes_one(table: Recorded) -> None:
    count = len(list(table.store.sessions()))
    for browser in (table.browser(), table.browser(SEAT, "black")):
        assert browser.client.get(what_if(table)).status_code == 403
        assert browser.client.post(what_if(table), data={"changes": "OMIT 4.2"}).status_code in (400, 403)
    assert len(list(table.store.sessions())) == count


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"changes": "hello"}, "correction is written so"), ({"changes": "OMIT 4.2"}, "what is missing be thrown"),
        ({"changes": "OMIT 99.9"}, "here is no 99.9"),
        ({"changes": "DUE 4.2", "seed": "x"}, "a number of at most nine"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_nothing_is_left(table: Recorded, sent: dict[str, str], says: str) -> None:
    judge, before = table.browser(JUDGE), {row.session for row in table.store.sessions()}
    answer = judge.send(what_if(table), what_if(table), takes="all", **sent)
    assert answer.status_code in (400, 422)
    assert says in visible(answer.text)
    assert {row.session for row in table.store.sessions()} == before


def test_a_record_has_nothing_beside_it(table: Recorded) -> None:
    assert "This is no what-if" in table.browser().read(f"/s/{table.name}/compare", 404)
