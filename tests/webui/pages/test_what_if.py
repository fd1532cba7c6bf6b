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


def branches(table: Recorded) -> list[str]:
    """A what-if of the record and one of that what-if."""
    judge = table.browser(JUDGE)
    first = made(table, judge, takes="all", changes="OMIT 4.2\nKEEP rest").rpartition("/")[0]
    form = f"{first}/141/what-if"
    return [first, judge.done(form, form, takes="before", changes="").rpartition("/")[0]]


def opened_pages(table: Recorded, branch: str, reader: Browser) -> list[str]:
    """The addresses of a branch that a stranger can open."""
    name = branch.rpartition("/")[2]
    ends = ("", "/100", "/compare", "/100.svg", "/100.png", "/100/embed", "/log.jsonl", "/feed.atom", "/kit", "/audit")
    pages = [*(f"{branch}{end}" for end in ends), f"/api/v1/sessions/{name}", f"/api/v1/sessions/{name}/log"]
    found = {page: reader.client.get(page) for page in pages}
    assert all(table.name not in visible(answer.text) for answer in found.values() if answer.status_code == 404)
    return [page.removeprefix(branch) for page, answer in found.items() if answer.status_code < 400]


def test_a_branch_is_as_private_as_its_record_is_by_now(table: Recorded) -> None:
    reader = table.browser()
    found = branches(table)
    for branch in found:
        assert len(opened_pages(table, branch, reader)) >= 9
        table.accounts.change(branch.rpartition("/")[2], visibility="public")
    table.accounts.change(table.name, visibility="private")
    for branch in found:
        assert opened_pages(table, branch, reader) == []
    for branch in found:  # made before what-ifs knew their record beside the log, or brought in from elsewhere
        table.accounts.change(branch.rpartition("/")[2], record="")
        assert opened_pages(table, branch, reader) == []


def test_the_maker_of_a_what_if_keeps_it_if_the_record_becomes_private(table: Recorded) -> None:
    judge = table.browser(JUDGE)
    branch = made(table, judge, takes="all", changes="OMIT 4.2\nKEEP rest").rpartition("/")[0]
    table.accounts.change(table.name, visibility="private")
    assert "What if" in judge.read(f"{branch}/100")
    assert "public" not in judge.client.get(f"{branch}/100.png").headers["Cache-Control"]
    form = f"{branch}/141/what-if"
    second = judge.done(form, form, takes="before", changes="").rpartition("/")[0]
    assert opened_pages(table, second, table.browser()) == [], "a what-if of a private what-if is private"


def test_a_branch_stays_as_hidden_when_its_record_is_removed(table: Recorded) -> None:
    found = branches(table)
    table.accounts.change(table.name, visibility="private")
    moderator = table.browser(MODERATOR)
    title = table.store.row(table.name).title or table.name
    moderator.done(f"/s/{table.name}/people", f"/s/{table.name}/people/remove", name=title)
    for branch in found:
        assert opened_pages(table, branch, table.browser()) == []


def test_a_branch_tells_nothing_of_notes_that_are_closed(table: Recorded) -> None:
    black, judge, stranger = table.browser(SEAT, "black"), table.browser(JUDGE), table.browser()
    notes = f"/s/{table.name}/notes"
    for whom in ("alone", "judge"):
        black.done(notes, notes, at="#141", text="a bluff", whom=whom)
    last = table.store.head(table.name).seq
    branch = made(table, judge, takes="all", changes="").rpartition("/")[0]
    for seq in (last, last - 1):
        told = visible(stranger.read(f"{branch}/{seq}")).lower()
        at = told.find("noted")
        assert at < 0, told[max(0, at - 150) : at + 100]
        assert f'id="l{seq}"' not in stranger.read(f"{branch}/{seq}")
    outline = stranger.client.get(f"{branch}/steps/outline.json").json
    assert outline is not None
    assert not {last, last - 1} & {*outline["moments"]["notes"]}
    assert not {str(last), str(last - 1)} & outline["texts"].keys()


def test_the_maker_of_a_what_if_plays_on_from_before_a_move(table: Recorded) -> None:
    moderator = table.browser(MODERATOR)
    where = made(table, moderator, takes="before", changes="")
    branch = where.rpartition("/")[0]
    assert "line 139" in visible(moderator.read(where))
    assert "Post" in visible(moderator.read(f"{branch}/post"))
    assert table.browser().client.get(f"{branch}/post").status_code == 403


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
