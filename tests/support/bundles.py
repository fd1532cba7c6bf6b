"""Bundles as an outside program reads them: with a parser of HTML, base64, gzip and JSON; and a session worth one."""

import gzip
import json
import re
from base64 import b64decode
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, Final

from events.facts import TABLE
from projections.shelf import shelf
from replay.corrections.ruling import dispute, rule
from replay.corrections.written_changes import read_changes
from replay.live.session import Session
from replay.reading.timeline import Timeline

if TYPE_CHECKING:
    from people import Recorded

RAW: Final = frozenset({"script", "style"})


class Bundle(HTMLParser):
    """One file: its elements in order, the text of each that has an id, and what all of them say."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.elements = text, list[tuple[str, dict[str, str]]]()
        self.texts, self.said = dict[str, str](), list[str]()
        self._open: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        if tag in RAW or tag == "pre":
            self._open.append((tag, found.get("id", "")))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1][1]:
            name = self._open[-1][1]
            self.texts[name] = self.texts.get(name, "") + data
        if not (self._open and self._open[-1][0] in RAW):
            self.said.append(data)

    @property
    def log(self) -> str:
        return self.texts["log"].removeprefix("\n")

    @property
    def steps(self) -> dict[str, Any]:
        return dict(json.loads(self._unpacked))

    @property
    def _unpacked(self) -> str:
        return gzip.decompress(b64decode(self.texts["steps"].strip())).decode()

    @property
    def unfolded(self) -> str:
        """The file with its steps unpacked, and without the sums, which say of the log what the log says."""
        page = self.text.replace(self.texts["steps"], self._unpacked)
        return re.sub(' data-sums="[0-9a-f]*"', "", page)


def unfolded(text: str) -> str:
    return Bundle(text).unfolded


def without_length(head: str) -> str:
    """The headers of a bundle without its length: digests, which are packed with the steps, pack now so, now so."""
    return re.sub(r"(?m)^Content-Length: .*\n", "", head)


def disputed_keys(claim: str, reason: str) -> "Recorded":
    """Keys in which mistakes stood, where one move was disputed and corrected by a ruling."""
    from people import Recorded  # noqa: PLC0415  # which knows the spectator, who knows bundles

    recorded = Recorded("keys")
    session = Session.load(recorded.store, shelf(), recorded.name)
    finding = recorded.found("KEY-MOV-03")
    claimed = dispute(session, finding.seq, claim, by=session.started.seats[0])
    timeline = Timeline(session.row, session.view(TABLE))
    meant = read_changes(timeline, f"DUE {finding.address}")
    rule(
        session, timeline.group_at(finding.seq), "fix", reason, [finding.rule], by="moderator", settles=claimed,
        changes=meant.changes, answers=meant.answers, others=meant.others, keepings=meant.keepings,
    )  # fmt: skip
    return recorded
