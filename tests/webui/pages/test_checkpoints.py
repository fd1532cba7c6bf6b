"""The page `checkpoints` compares the checkpoints of a thread with a log, and stores nothing."""

import io
import re
from html import unescape
from typing import Any

import pytest
import urllib3
from msgspec.structs import replace
from people import Table, visible
from spectator import read
from texts import missing, wrong
from werkzeug.test import TestResponse
from windows import listening

from events.entry import Head
from events.signature import SigningKey, head_text
from events.store.accounts import SEAT, SPECTATOR
from events.store.settings import Settings
from projections.registry import Registry
from replay.importing.kinds import read_archive
from replay.importing.posted_heads import posted_heads
from replay.session.session import Session
from replay.transfer.bundle import export_lines, read_bundle
from replay.transfer.verify import verify

HOST, OTHER = SigningKey(b"h" * 32), SigningKey(b"o" * 32)
NOW = 1_795_219_200_000
PATH = "/s/watched/checkpoints"
MONDAY = "--- Gwen, 12 Nov 2026 10:00, forum #1 ---\n"


@pytest.fixture
def table(games: Registry) -> Table:
    return Table(games, "watched", 8, keys=[HOST], title="Dares", options={"points": 40})


def typed(session: Session, seq: int) -> str:
    return f"{seq}:{session.table.lines[seq - 1].digest.hex()[:32]}"


def signed(session: Session, key: SigningKey, digest: bytes = b"", seq: int = 0) -> str:
    line = session.table.lines[(seq or session.head.seq) - 1]
    head = Head(line.seq, digest or line.digest)
    return head_text("watched", head, key.sign("watched", head, NOW))


def sent(table: Table, text: str = "", **more: Any) -> TestResponse:
    return table.app.test_client().post(PATH, data={"text": text, **more}, buffered=True)


def shown(table: Table, text: str = "", status: int = 200, **more: Any) -> str:
    answer = sent(table, text, **more)
    told = visible(answer.text)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (status, "no-store"), told
    assert ("Not compared." in told, "Set-Cookie" in answer.headers) == (status != 200, False)
    return told


def test_compares_typed_checkpoints_with_the_log(table: Table) -> None:
    last = table.last
    told = shown(table, f"{MONDAY}Log: checkpoint {typed(table.session, 9)}\n{MONDAY}{typed(table.session, last - 1)}")
    assert f"2 of 2 checkpoints match this log, the newest at entry {last - 1}" in told
    since = f"checkpoint {last - 1} was posted by Gwen , 12 Nov 2026 10:00"
    assert f"Entries 1 to {last - 1} have not changed since {since}" in told
    assert f"No checkpoint in this thread covers entry {last}, so the thread does not show whether it changed." in told
    assert "unverified" not in told.lower()
    page = shown(table, f"{MONDAY}{signed(table.session, HOST)}")
    assert "does not show" not in page.partition("Compare the log with another thread")[0]
    told = shown(table, f"{MONDAY}checkpoint 3:{'0' * 32}")
    assert not missing(
        told, "0 of 1 checkpoint matches this log", "Unverified.", "(posted by Gwen, 12 Nov 2026 10:00, forum #1)"
    )
    assert "No checkpoint in this thread covers this log, so the thread does not show whether entries changed." in told
    assert "1 of 1 checkpoint matches this log, the newest at entry 4" in shown(
        table, f"It is my turn. checkpoint {typed(table.session, 4)}"
    )
    heads = [f"{seq}:{seq:032x}" for seq in range(1, 5000)]
    told = shown(table, "\n".join(MONDAY + "\n".join(heads[at : at + 1000]) for at in range(0, 5000, 1000)))
    assert not missing(told, "0 of 4999 checkpoints", "And 4,899 more.")


@pytest.mark.parametrize(("key", "pin", "level"), [(HOST, "", "violation"), (OTHER, "", "unverified")])
def test_a_different_signed_checkpoint_is_a_finding(table: Table, key: SigningKey, pin: str, level: str) -> None:
    page = sent(table, f"{MONDAY}{signed(table.session, key, bytes(32))}").text
    assert f'<article class="finding {level}">' in page
    assert ("The log was changed." in page) is (level == "violation")


def test_a_known_key_proves_a_change_and_a_bad_key_is_refused(table: Table) -> None:
    page = sent(table, f"{MONDAY}{signed(table.session, OTHER, bytes(32))}", key=OTHER.fingerprint).text
    assert not missing(page, '<article class="finding violation">', "LOG-KEY at entry 1.")
    assert "LOG-KEY" not in sent(table, f"{MONDAY}{typed(table.session, 2)}", key=HOST.public.hex()).text
    text = f"{MONDAY}{typed(table.session, 2)}"
    answer = sent(table, text, key="<b>key")
    assert answer.status_code == 422
    assert unescape(answer.text.partition('spellcheck="false">')[2].partition("</textarea>")[0]) == text
    assert "<b>key" not in answer.text


def test_the_page_shows_the_same_findings_as_the_command(table: Table) -> None:
    session, other = table.session, bytes(32)
    words = (
        typed(session, 4), f"5:{'a' * 40}", f"999:{'b' * 32}", signed(session, HOST, other),
        signed(session, OTHER, other, 6), f"{signed(session, HOST, other, 7)[:-4]}0000",
    )  # fmt: skip
    thread = MONDAY + "\n".join(words)
    page = sent(table, thread).text
    text = "\n".join(export_lines(table.store, table.games, "watched"))
    heads = posted_heads(read_archive(thread.encode()), "watched")
    report = verify(read_bundle(text, table.games), table.games, in_thread=heads)
    found = [(one.level, one.condition) for one in report.findings if one.rule == "LOG-WITNESS"]
    articles = re.findall(r'<article class="finding (\w+)">.*?<p>(.*?)</p></article>', page, re.DOTALL)
    plain = [(level, unescape(re.sub(r"<[^>]+>", "", told))) for level, told in articles]
    assert (sorted(found), len(found)) == (sorted(plain), 5)


def test_finds_a_changed_entry_with_an_unchanged_digest(table: Table) -> None:
    lines = table.store._logs["watched"].lines
    lines[5] = replace(lines[5], at_ms=lines[5].at_ms + 1)
    told = shown(table, f"{MONDAY}{typed(table.session, 9)}")
    assert not missing(told, "1 of 1 checkpoint matches this log", "LOG-CHAIN at entry 6. This entry was changed")
    assert "No checkpoint in this thread covers this log" in told
    assert "Entries 1 to 4 have not changed" in shown(table, f"{MONDAY}{typed(table.session, 4)}")


@pytest.mark.parametrize(("raw", "says"), [
    (b"%PDF-1.7", "this is a PDF"), (b"\xff\xfe\xfa\x00\x00", "not UTF-16 text"), (b"[" * 100_000, ""),
    (b"hello", "no line has an author and a time"), (b"--- A, Friday ---\nHm.\n", "the text contains no checkpoint"),
])  # fmt: skip
def test_refuses_a_file_that_is_not_a_thread(table: Table, raw: bytes, says: str) -> None:
    assert says.lower() in shown(table, "", 422, file=(io.BytesIO(raw), "odd.txt")).lower()


def test_refuses_a_file_that_is_too_large(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.pages.server.imports.LARGEST", 1000)
    told = shown(table, "", 422, file=(io.BytesIO(b"x" * 1001), "a.txt"))
    assert "Use `cloisterbell verify --checkpoint` for larger files" in told
    form = "application/x-www-form-urlencoded"
    for size, status in ((2_000_000, 422), (5_000_000, 413), (13_000_000, 413)):
        answer = table.app.test_client().post(PATH, data=b"text=" + b"x" * size, content_type=form)
        assert answer.status_code == status


def test_hostile_text_is_escaped(table: Table) -> None:
    thread = (
        f"--- <script>alert(1)</script>\u202e, <img src=x>, #\"' ---\n<script>1:{'0' * 32} {typed(table.session, 4)}\n"
    )
    page = sent(table, thread).text
    assert "<script>" not in page.replace('<script type="module"', "")
    assert not wrong(page, "&lt;script&gt;", absent=["<img"])


def test_comparing_writes_nothing_and_does_not_revoke_links(table: Table) -> None:
    before = (table.store.lines("watched"), table.store.secrets("watched"), table.store.signatures("watched"))
    shown(table, f"{MONDAY}{typed(table.session, 4)} {signed(table.session, HOST, bytes(32))}")
    for text, why in (
        ("", "The file is empty"),
        ("  \n ", "The file is empty"),
        ("hello", "contains no checkpoint of"),
    ):
        assert why in shown(table, text, 422)
    assert (table.store.lines("watched"), table.store.secrets("watched"), table.store.signatures("watched")) == before
    link, token = table.accounts.issue("watched", SEAT, NOW, seat="black")
    assert token not in sent(table, f"{MONDAY}/k/{token} {typed(table.session, 4)}").text
    assert table.accounts.by_id(link.id)


def test_only_people_with_a_link_can_check_a_private_session(table: Table) -> None:
    text = f"{MONDAY}{typed(table.session, 4)}"
    table.accounts.put_settings("watched", Settings(visibility="unlisted"))
    answer = sent(table, text)
    assert (answer.status_code, answer.headers["X-Robots-Tag"]) == (200, "noindex")
    table.accounts.put_settings("watched", Settings(visibility="private"))
    assert sent(table, text).status_code == 404
    for role, seat in ((SPECTATOR, ""), (SEAT, "black")):
        answer = table.browser(role, seat).client.post(PATH, data={"text": text})
        assert "1 of 1 checkpoint matches this log" in answer.text


def test_the_page_limits_the_number_of_requests(table: Table) -> None:
    assert {sent(table, "hello").status_code for _ in range(21)} == {422, 429}


def test_the_audit_links_to_the_page_which_sets_no_cookie(table: Table) -> None:
    client = table.app.test_client()
    assert f'href="{PATH}"' in read(client, "/s/watched/audit")
    answer = client.get(PATH)
    assert "Set-Cookie" not in answer.headers
    assert "csrf" not in answer.text
    assert client.get(PATH, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


@pytest.mark.long
def test_the_server_accepts_files_as_large_as_the_form_allows(table: Table) -> None:
    thread = f"{MONDAY}{typed(table.session, 4)}\n" + f"{MONDAY}{'Hm, let me think. ' * 50}\n" * 2_200
    assert len(thread) > 2_000_000
    sent, close = {"file": ("a.txt", thread)}, {"Connection": "close"}
    with listening(table.app) as base:
        answer = urllib3.request("POST", f"{base}{PATH}", fields=sent, headers=close)
    assert "1 of 1 checkpoint matches this log" in answer.data.decode()
