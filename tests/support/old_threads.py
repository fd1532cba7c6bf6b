"""The threads of tests: their kinds and authors, and complete imports of threads."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from places import TESTS

import projections
from events.store.accounts import Accounts
from events.store.drafts import ImportDrafts
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import Finding
from replay.importing.draft import ImportDraft, Told
from replay.importing.walk import OpenPost
from replay.posts.blocks import read_file
from replay.posts.choices import offers
from webui.commands.import_draft import meant_answer

ARCHIVES = TESTS / "replay/importing"
GAMES = Path(projections.__file__).parent / "games"
CASES = {
    "keys-forum.txt": ("thread", "keys/recordings/observer.txt"),
    "keys-list.mbox": ("mail", "keys/recordings/mistakes.txt"),
    "risk-channel.json": ("discord", "risk/recordings/rulebook-battle.txt"),
    "risk-api.json": ("discord", "risk/recordings/rulebook-battle.txt"),
}
PEOPLE = {
    "keys-forum.txt": {"Recorder_Player": "second", "coat_of_colours": "sixth", "eight_and_counting": "eighth"},
    "keys-list.mbox": {"agnes@oban.example": "sixth", "Leo (Brighton)": "seventh"},
    "risk-channel.json": {"Femi": "black", "Lotte van D.": "yellow", "harriet.b": "orange"},
    "risk-api.json": {"femi_o": "black", "103": "yellow", "Harriet": "orange"},
}


def header(name: str) -> dict[str, str]:
    return dict(read_file((GAMES / CASES[name][1]).read_text("utf-8")).header)


THREADS = TESTS / "replay/importing/threads"
WALKED: dict[str, dict[str, Any]] = json.loads((THREADS / "meant.json").read_text("utf-8"))
"""By file: the header, the seats of the authors, the meaning of each unclear post, and the planted mistakes."""


class Walked(NamedTuple):
    """An imported thread: what was typed at each question, by post, and the resulting session."""

    work: ImportDraft
    store: MemoryStore
    typed: list[tuple[int, str]]
    session: str
    findings: tuple[Finding, ...]


def key_for(current_post: OpenPost, meant: str) -> str:
    """Return the shortest answer: y, the number of an option, or the line itself."""
    if meant in ("c", "cc") or meant[:1] in "<>":
        return meant
    line = next(iter(current_post.open_lines), None)
    may = [one.line for one in offers(current_post.paste, line)] if line else []
    if meant not in may:
        return f"= {meant}"
    return "y" if line and line.is_likely and may[0] == meant else str(may.index(meant) + 1)


def keys_of(work: ImportDraft, name: str) -> Iterator[tuple[int, str]]:
    left = dict[int, list[str]]()
    while True:
        for _ in work.follow():
            pass
        assert work.walk is not None
        current_post = work.walk.open
        if current_post is None:
            return
        known = WALKED[name]["meant"].get(str(current_post.post.number), ["cc"])
        meant = left.setdefault(current_post.post.number, list(known))
        assert meant, f"{name}: post {current_post.post.number} is asked about once more: {current_post.paste.open}"
        line = next(iter(current_post.open_lines), None)
        typed = key_for(current_post, meant.pop(0))
        may = offers(current_post.paste, line) if line else ()
        work.answer(current_post.key, meant_answer(current_post, line, may, typed), "me")
        yield current_post.post.number, typed


def walked(name: str) -> Walked:
    accounts, store, told = Accounts.memory(), MemoryStore(), WALKED[name]
    with_header = Told(told["header"], told["people"])
    drafts, raw = ImportDrafts(accounts), (THREADS / name).read_bytes()
    work = ImportDraft.begin(drafts, store, registry(), "old", raw, "me", with_header)
    typed = list(keys_of(work, name))
    session = work.record("me")
    return Walked(work, store, typed, session, audit_session(store, registry(), session).findings)
