"""Every form that acts on a session composes a line, and the line says all that the form says."""

import re

import pytest
from form_rows import FormRow, FormWorld, form_rows

from replay.posts import door
from replay.posts.directives import compose, read_directive
from replay.posts.paste import Pasted, Poster
from webui.access.rate_limits import LIMITS

ROWS = form_rows()
PAGES = {
    "ruling.disputed": "DARE/ruling", "ruling.settle": "DARE/ruling", "notes.withdraw": "notes",
    "fix.file": "DARE/fix?line=dare+yellow&how=fix", "was_move.file": "POST/was-move?line=1&move=dare+yellow",
}  # fmt: skip
"""The page that a form is on, if it is not where the form is sent."""
NOT_SAID = {"csrf", "after"}


@pytest.fixture(autouse=True)
def _no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in LIMITS:
        monkeypatch.setitem(LIMITS, kind, ())


def test_every_line_is_read_back() -> None:
    lines = [FormWorld(row).named(row.line) for row in ROWS]
    assert [compose(read_directive(line)) for line in lines] == lines  # type: ignore[arg-type]  # None would fail


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.line)
def test_a_form_and_its_line_write_the_same(row: FormRow, monkeypatch: pytest.MonkeyPatch) -> None:
    composed: list[str] = []

    def noted(store: object, registry: object, request: door.Request) -> object:
        composed.append(request.sent.text)
        assert not request.is_post
        return door.submit(store, registry, request)  # type: ignore[arg-type]  # handed on as given

    monkeypatch.setattr("webui.pages.session.event_context.submit", noted)
    sent, said = FormWorld(row), FormWorld(row)
    sent.send()
    assert composed == [sent.named(row.line)]
    speaks_for = said.session().started.seats if row.who == "laptop" else ()
    by = "moderator" if row.who == "laptop" else row.who
    who = Poster(by, by if by in said.session().started.seats else "all", speaks_for=speaks_for)
    request = door.Request(said.name, who, Pasted(text=composed[0], after=said.last), is_post=False)
    door.submit(said.store, said.games, request)
    assert [(one.event, one.by) for one in said.entries()] == [(one.event, one.by) for one in sent.entries()]
    assert sent.entries(), "it was written"
    before = sent.entries()
    sent.send()
    assert sent.entries() == before, "sent twice, it is filed once"


def test_each_field_of_each_form_has_a_row() -> None:
    known: dict[str, set[str]] = {}
    shown: dict[str, set[str]] = {}
    for row in ROWS:
        known.setdefault(row.form, set()).update(name.partition("-PASS")[0] for name in row.fields)
    for row in {(row.form, row.who, row.before): row for row in ROWS}.values():
        world = FormWorld(row)
        path = world.named(row.path)
        text = world.browser().read(f"/s/{world.name}/{world.named(PAGES.get(row.form, row.path))}")
        for action, form in re.findall(r'<form method="post"[^>]*action="([^"]+)"[^>]*>(.*?)</form>', text, re.DOTALL):
            if action == f"/s/{world.name}/{path}":
                found = re.findall(r'name="([^"]+)"', form)
                shown.setdefault(row.form, set()).update(re.sub(r"^fall-\d+$", "fall", name) for name in found)
    assert shown.keys() == known.keys()
    for form, names in shown.items():
        assert names - NOT_SAID <= known[form], form
