"""Every form that acts on a session composes a line, and the line says all that the form says.

The rows of `forms.tsv` hold what a form sends, and the line of a post with the same meaning.
"""

import csv
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import toy
from people import MISTAKES, Browser, Recorded, Table, visible
from players import GAMES

from events.entry import Entry
from events.events import Passed
from events.session_events import Posted
from events.store.accounts import JUDGE, MODERATOR, SEAT
from projections.contracts import Written
from projections.registry import Registry
from replay.audit.audit import audit_session
from replay.corrections.ruling import dispute, propose_remedy
from replay.corrections.takeback import propose
from replay.posts import door
from replay.posts.create_session import begin_from, read_description, started_with
from replay.posts.directives import compose, read_directive
from replay.posts.paste import Pasted, Poster
from replay.reading.notes import NoteReader
from replay.reading.timeline import Timeline
from replay.session.notes import file_note
from replay.session.session import Session
from replay.session.submission import Request, file_order, submit

pytestmark = pytest.mark.usefixtures("unlimited")
SHELF: Final = Registry([toy.GAME, *GAMES.values()])
TABLE: Final = (
    "first = tenth\nturn = twelfth T6 round 3\nstep = play\nhand tenth = Kb SS ?\nhand twelfth = 4\ndraw = 61\n"
)
STATES: Final[Mapping[str, Callable[[Session, int], object]]] = {
    "proposal": lambda session, dare: propose(session, dare - 1, seat="black"),
    "dispute": lambda session, dare: dispute(session, dare, "no dare", by=session.started.seats[1]),
    "secret": lambda session, dare: dispute(session, dare, "no dare", by="yellow", private=True),
    "offer": lambda session, dare: propose_remedy(
        session, dispute(session, dare, "no dare", by="yellow"), "rewind", "again", by="black"
    ),
    "note": lambda session, dare: file_note(session, NoteReader("black"), f"#{dare}", "rude"),
    "order": lambda session, _: file_order(session, "yellow", "yellow", "never"),
    "passed": lambda session, _: submit(session, "yellow", [Request(Written(Passed("yellow")))]),
}  # fmt: skip
"""The events before a form is sent. `STATE` is the last entry that they add."""


class FormRow(NamedTuple):
    form: str
    who: str
    before: str
    path: str
    fields: Mapping[str, str]
    line: str


def form_rows() -> list[FormRow]:
    with Path(__file__).with_name("forms.tsv").open() as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [
        FormRow(form, who, before, path, json.loads(sent), line) for form, who, before, path, sent, line in rows[1:]
    ]


class FormWorld:
    """A session in the state that a row begins with, and the browser that sends the form."""

    def __init__(self, row: FormRow) -> None:
        self.row, self.games = row, SHELF
        self.table: Table | Recorded = self._table()
        self.name, self.store = self.table.name, self.table.store
        session = self.session()
        timeline = Timeline(session.row, session.table)
        moved = [group for group in timeline.groups if group.first in timeline.addresses]
        dare = timeline.find("4.2") if "risk" in row.before else (moved or timeline.groups[-1:])[0]
        post = next((entry.seq for entry in timeline.entries if isinstance(entry.event, Posted)), 0)
        self.names = {"DARE": dare.first, "PASS": 0, "STATE": 0, "POST": post}
        for state in row.before.split():
            if state in STATES:
                STATES[state](session, self.names["DARE"])
                self.names["STATE" if state != "passed" else "PASS"] = session.head.seq
        if "passed" in row.before:
            session = self.session()
            self.names["PASS"] = Timeline(session.row, session.table).find("1.2").first
        self.last = self.store.head(self.name).seq

    def _table(self) -> Table | Recorded:
        before = self.row.before.split()
        if "found" in before:
            return Recorded("keys")
        if "risk" in before:
            return Recorded(text=MISTAKES["risk"][: MISTAKES["risk"].index("== T7")])
        if "keys" in before:
            table = Table(SHELF, "forms", slug="keys", seats=("tenth", "twelfth"), options={"first": "tenth"})
            fields = {"game": "keys", "seats": "tenth,twelfth", "dice": "typed", "cards": "typed", "first": "tenth"}
            table.store.remove("forms")
            begin_from(table.store, SHELF, started_with(SHELF, fields), read_description(TABLE), session="forms")
            return table
        if "drawn" in before:
            return Table(SHELF, "forms", 4, slug="keys", seats=("tenth", "twelfth"), options={"first": "tenth"})
        table = Table(SHELF, "forms", laptop=self.row.who == "laptop")
        notes = [Posted("black", "dare yellow, I said")] if "chat" in before else []
        moves = [] if before == ["chat"] else [Request(Written(toy.Dare("black", "yellow")))]
        submit(table.session, "black", moves, notes=notes)
        return table

    def session(self) -> Session:
        return Session.load(self.store, self.games, self.name)

    def named(self, text: str) -> str:
        """Return a text of the row with the numbers of this session inserted."""
        for name, number in self.names.items():
            text = text.replace(name, str(number))
        if "FINDING" not in text:
            return text
        ident = audit_session(self.store, self.games, self.name).findings[0].id
        return text.replace("audit/FINDING", f"audit/{ident}").replace(" FINDING:", f" {ident}:")

    def browser(self) -> Browser:
        who = self.row.who
        if who == "laptop":
            return self.table.browser()
        role = MODERATOR if who == MODERATOR else JUDGE if who.startswith(JUDGE) else SEAT
        return self.table.browser(f"{JUDGE}-1" if role == JUDGE else role, who if role == SEAT else "")

    def send(self, **more: Any) -> int:
        path = f"/s/{self.name}/{self.named(self.row.path)}"
        fields = {self.named(name): self.named(value) for name, value in self.row.fields.items()}
        answer = self.browser().send(f"/s/{self.name}/notes", path, after=str(self.last), **fields, **more)
        assert answer.status_code in (303, 200), (self.row, answer.status, visible(answer.text)[:700])
        return answer.status_code

    def entries(self) -> list[Entry]:
        return self.session().table.entries[self.last :]


ROWS = form_rows()
PAGES = {
    "ruling.disputed": "DARE/ruling", "ruling.settle": "DARE/ruling", "notes.withdraw": "notes",
    "fix.file": "DARE/fix?line=dare+yellow&how=fix", "was_move.file": "POST/was-move?line=1&move=dare+yellow",
}  # fmt: skip
"""The page that contains a form, if it has another address than the form."""
NOT_SAID = {"csrf", "after"}


def test_every_composed_line_is_parsed_and_composed_the_same() -> None:
    lines = [FormWorld(row).named(row.line) for row in ROWS]
    assert [compose(read_directive(line)) for line in lines] == lines  # type: ignore[arg-type]  # None would fail


@pytest.mark.sampled
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.line)
def test_a_form_and_its_text_line_record_the_same_entries(row: FormRow, monkeypatch: pytest.MonkeyPatch) -> None:
    composed: list[str] = []

    def noted(store: object, registry: object, request: door.Request) -> object:
        composed.append(request.sent.text)
        assert not request.is_post
        return door.submit(store, registry, request)  # type: ignore[arg-type]  # handed on as given

    monkeypatch.setattr("webui.pages.session.event_context.submit", noted)
    sent, posted = FormWorld(row), FormWorld(row)
    sent.send()
    assert composed == [sent.named(row.line)]
    speaks_for = posted.session().started.seats if row.who == "laptop" else ()
    by = "moderator" if row.who == "laptop" else row.who
    who = Poster(by, by if by in posted.session().started.seats else "all", speaks_for=speaks_for)
    request = door.Request(posted.name, who, Pasted(text=composed[0], after=posted.last), is_post=False)
    door.submit(posted.store, posted.games, request)
    assert [(one.event, one.by) for one in posted.entries()] == [(one.event, one.by) for one in sent.entries()]
    assert sent.entries(), "it was written"
    before = sent.entries()
    sent.send()
    assert sent.entries() == before, "sent twice, it is filed once"


def test_the_table_of_forms_covers_every_field() -> None:
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
