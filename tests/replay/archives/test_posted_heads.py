"""Find posted heads in threads, mailboxes and Discord exports, and compare them with a log."""

import json
from collections.abc import Callable
from email.message import EmailMessage

import pytest
from players import founded, play_on

from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.archives.archive import Archive, ArchivedPost
from replay.archives.kinds import read_archive
from replay.archives.posted_heads import posted_heads
from replay.audit.witnesses import PostedHead, heads_in_words, holding, posted_fault
from replay.live.session import Session


@pytest.fixture(scope="module")
def session() -> Session:
    return play_on(founded(MemoryStore(), "risk", 2, games=shelf(), session="witnessed"), 12)


def told(session: Session, seq: int, digits: int = 32) -> str:
    return f"{seq}:{session.table.lines[seq - 1].digest.hex()[:digits]}"


def in_thread(posts: list[str]) -> bytes:
    written = "\n".join(f"--- Gwen, 12 Nov 2026 1{at}:00, forum #{at} ---\n{text}\n" for at, text in enumerate(posts))
    return written.encode()


def in_mailbox(posts: list[str]) -> bytes:
    found = []
    for at, text in enumerate(posts):
        mail = EmailMessage()
        mail["From"], mail["Subject"], mail["Message-ID"] = "Gwen <gwen@list.example>", "War", f"<{at}@list.example>"
        mail["Date"] = f"Thu, 12 Nov 2026 1{at}:00:00 +0000"
        mail.set_content(text, cte="quoted-printable")
        found.append(f"From gwen@list.example Thu Nov 12 1{at}:00:00 2026\n{mail.as_string()}\n")
    return "".join(found).encode()


def in_channel(posts: list[str]) -> bytes:
    messages = [
        {
            "id": str(1437000000000000000 + at), "type": "Default", "timestamp": f"2026-11-12T1{at}:00:00+00:00",
            "timestampEdited": None, "content": text, "author": {"id": "1", "name": "gwen", "nickname": "Gwen"},
        }
        for at, text in enumerate(posts)
    ]  # fmt: skip
    return json.dumps({"guild": {}, "channel": {"name": "war"}, "messages": messages}).encode()


@pytest.mark.parametrize("archived", [in_thread, in_mailbox, in_channel])
def test_heads_are_found_in_every_kind_of_archive(session: Session, archived: Callable[[list[str]], bytes]) -> None:
    last = session.head.seq
    wrong = f"{last - 1}:{'0' * 32}"
    texts = [
        f"Log: line 9, witness `{told(session, 9)}`\n\nYour move.",
        f"witness {told(session, last, 64).upper()}. It stands.", f"I have {wrong} here, and the same again: {wrong}",
        "At 10:30 we meet; 12:abcdef is no witness.",
    ]  # fmt: skip
    heads = posted_heads(read_archive(archived(texts)), session.row.session)
    assert [(head.seq, head.author) for head in heads] == [(9, "Gwen"), (last, "Gwen"), (last - 1, "Gwen")]
    lines = session.table.lines
    assert [head.seq for head in holding(lines, heads)] == [9, last]
    assert heads_in_words(lines, heads) == f"2 of 3 heads hold, the newest of line {last}"
    faults = [found for head in heads if (found := posted_fault(session.row.session, lines, (), head))]
    assert [(fault.rule, fault.seq, fault.is_doubt) for fault in faults] == [("LOG-WITNESS", last - 1, True)]
    assert "(posted by Gwen" in faults[0].what


def test_doubts_a_head_after_the_end_and_ignores_malformed_ones(session: Session) -> None:
    head = PostedHead(9999, "0" * 32, "Gwen", "Thu 21:14", "forum #3")
    found = posted_fault(session.row.session, session.table.lines, (), head)
    assert found
    assert found.is_doubt
    assert "this log ends at line" in found.what
    assert found.what.endswith("(posted by Gwen, Thu 21:14, forum #3)")
    digits = told(session, 9).partition(":")[2]
    for text in (
        f"0:{digits}", f"9:{digits[:31]}", f"9:{digits}{'a' * 40}", f"x9:{digits}", f"1:9:{digits}", f"9: {digits}",
    ):  # fmt: skip
        assert posted_heads(Archive("thread", (ArchivedPost(1, "Gwen", text),)), session.row.session) == (), text
    assert heads_in_words(session.table.lines, []) == "no head of this log stands in it"
