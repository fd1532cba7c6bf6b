"""The rows of `tests/webui/pages/forms.tsv`: what a form sends, and the line that says the same."""

import csv
import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import toy
from people import MISTAKES, Browser, Recorded, Table, visible
from places import TESTS
from players import GAMES

from events.entry import Entry
from events.events import Passed
from events.session_events import Posted
from events.store.accounts import JUDGE, MODERATOR, SEAT
from projections.registry import Registry
from projections.terms import Written
from replay.audit.audit import audit_session
from replay.corrections.proposals import propose
from replay.corrections.ruling import dispute
from replay.corrections.settlement import propose_remedy
from replay.posts.position_file import begin_from, read_description
from replay.posts.transcript import started_with
from replay.reading.notes import NoteReader
from replay.reading.timeline import Timeline
from replay.session.note import file_note
from replay.session.session import Session
from replay.session.submission import Request, file_order, submit

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
"""What happened before a form is sent; the last line of it is `STATE`."""


class FormRow(NamedTuple):
    form: str
    who: str
    before: str
    path: str
    fields: Mapping[str, str]
    line: str


def form_rows() -> list[FormRow]:
    with (TESTS / "webui" / "pages" / "forms.tsv").open() as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [
        FormRow(form, who, before, path, json.loads(sent), line) for form, who, before, path, sent, line in rows[1:]
    ]


class FormWorld:
    """A session in the state that a row begins with, and the browser of whoever sends the form."""

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
        """A text of the row with the numbers of this session."""
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
        """Send the form, from the page that it is on; returns the status."""
        path = f"/s/{self.name}/{self.named(self.row.path)}"
        fields = {self.named(name): self.named(value) for name, value in self.row.fields.items()}
        answer = self.browser().send(f"/s/{self.name}/notes", path, after=str(self.last), **fields, **more)
        assert answer.status_code in (303, 200), (self.row, answer.status, visible(answer.text)[:700])
        return answer.status_code

    def entries(self) -> list[Entry]:
        """What was written since."""
        return self.session().table.entries[self.last :]
