"""The page `witnesses`: the heads of a thread held against a log, by whoever may see the session, and nothing kept."""

import io
import re
import threading
import urllib.request
from html import unescape
from typing import Any

import pytest
from msgspec.structs import replace
from people import Table, visible
from spectator import read
from texts import missing, wrong
from werkzeug.test import TestResponse

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
from webui.serve import listen

HOST, OTHER = SigningKey(b"h" * 32), SigningKey(b"o" * 32)
NOW = 1_795_219_200_000
PATH = "/s/watched/witnesses"
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


def shown(table: Table, text: str = "", **more: Any) -> str:
    answer = sent(table, text, **more)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store"), visible(answer.text)
    assert "Set-Cookie" not in answer.headers
    return visible(answer.text)


def refused(table: Table, text: str = "", **more: Any) -> str:
    answer = sent(table, text, **more)
    told = visible(answer.text)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (422, "no-store"), told
    assert "Nothing was held against the log." in told
    return told


def test_counts_and_compares_typed_heads(table: Table) -> None:
    last = table.last
    told = shown(table, f"{MONDAY}Log: witness {typed(table.session, 9)}\n{MONDAY}{typed(table.session, last - 1)}")
    assert f"2 of 2 heads hold, the newest of line {last - 1}" in told
    assert f"Lines 1 to {last - 1} are as they were when line {last - 1} was posted by Gwen , 12 Nov 2026 10:00" in told
    assert f"Line {last} stands in no head of this thread: whoever keeps this log could have written it anew." in told
    assert "doubt" not in told.lower()
    assert "written" not in shown(table, f"{MONDAY}{signed(table.session, HOST)}").partition("Another thread")[0]
    told = shown(table, f"{MONDAY}witness 3:{'0' * 32}")
    assert not missing(told, "0 of 1 head hold", "A doubt.", "(posted by Gwen, 12 Nov 2026 10:00, forum #1)")
    assert "No line is vouched for: whoever keeps this log could have written all of it anew since." in told
    assert "1 of 1 head hold, the newest of line 4" in shown(table, f"It is my turn. witness {typed(table.session, 4)}")
    heads = [f"{seq}:{seq:032x}" for seq in range(1, 5000)]
    told = shown(table, "\n".join(MONDAY + "\n".join(heads[at : at + 1000]) for at in range(0, 5000, 1000)))
    assert not missing(told, "0 of 4999 head", "And 4,899 more.")


@pytest.mark.parametrize(("key", "pin", "level"), [(HOST, "", "violation"), (OTHER, "", "doubt")])
def test_a_signed_head_that_differs(table: Table, key: SigningKey, pin: str, level: str) -> None:
    page = sent(table, f"{MONDAY}{signed(table.session, key, bytes(32))}").text
    assert f'<article class="finding {level}">' in page
    assert ("Two stories were told." in page) is (level == "violation")


def test_a_known_key_convicts_and_a_bad_key_is_refused(table: Table) -> None:
    page = sent(table, f"{MONDAY}{signed(table.session, OTHER, bytes(32))}", key=OTHER.fingerprint).text
    assert not missing(page, '<article class="finding violation">', "LOG-KEY at line 1.")
    assert "LOG-KEY" not in sent(table, f"{MONDAY}{typed(table.session, 2)}", key=HOST.public.hex()).text
    text = f"{MONDAY}{typed(table.session, 2)}"
    answer = sent(table, text, key="<b>key")
    assert answer.status_code == 422
    assert unescape(answer.text.partition('spellcheck="false">')[2].partition("</textarea>")[0]) == text
    assert "<b>key" not in answer.text


def test_the_page_says_what_the_command_says(table: Table) -> None:
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


def test_a_line_that_was_changed_under_its_digest_is_found(table: Table) -> None:
    lines = table.store._logs["watched"].lines
    lines[5] = replace(lines[5], at_ms=lines[5].at_ms + 1)
    told = shown(table, f"{MONDAY}{typed(table.session, 9)}")
    assert not missing(told, "1 of 1 head hold", "LOG-CHAIN at line 6. The digest does not follow")
    assert "No line is vouched for" in told
    assert "Lines 1 to 4 are as they were" in shown(table, f"{MONDAY}{typed(table.session, 4)}")


@pytest.mark.parametrize(("raw", "says"), [
    (b"%PDF-1.7", "this is a PDF"), (b"PK\x03\x04", "a ZIP file"), (b"\x89PNG\r\n", "a picture"),
    (b"\xff\xfe\xfa\x00\x00", "not text in UTF-16"), (b"\x00\x01\x02", "a NUL in line 1"), (b"\xe9" * 40, "byte 1"),
    (b"hello", "who wrote and when"), (b"<!doctype html><p>", "a web page"), (b'{"a":1}', "messages"),
    (b"[" * 100_000, ""), (b"From x Thu Nov 12 10:00:00 2026\n\n", ""), (b"--- A, Friday ---\nHm.\n", "no head"),
])  # fmt: skip
def test_a_file_that_is_no_thread_is_refused(table: Table, raw: bytes, says: str) -> None:
    assert says.lower() in refused(table, file=(io.BytesIO(raw), "odd.txt")).lower()
    for text, why in (("", "the file is empty"), ("  \n ", "the file is empty"), ("hello", "no head of")):
        assert why in refused(table, text).lower()


def test_too_much_is_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.pages.server.imports.LARGEST", 1000)
    assert "`cloisterbell verify --witness` reads larger files" in refused(
        table, file=(io.BytesIO(b"x" * 1001), "a.txt")
    )
    form = "application/x-www-form-urlencoded"
    for size, status in ((2_000_000, 422), (5_000_000, 413), (13_000_000, 413)):
        answer = table.app.test_client().post(PATH, data=b"text=" + b"x" * size, content_type=form)
        assert answer.status_code == status


def test_hostile_words_are_words(table: Table) -> None:
    thread = (
        f"--- <script>alert(1)</script>\u202e, <img src=x>, #\"' ---\n<script>1:{'0' * 32} {typed(table.session, 4)}\n"
    )
    page = sent(table, thread).text
    assert "<script>" not in page.replace('<script type="module"', "")
    assert not wrong(page, "&lt;script&gt;", absent=["<img"])


def test_changes_nothing_and_leaves_links_alone(table: Table) -> None:
    before = (table.store.lines("watched"), table.store.secrets("watched"), table.store.signatures("watched"))
    shown(table, f"{MONDAY}{typed(table.session, 4)} {signed(table.session, HOST, bytes(32))}")
    refused(table, "hello")
    assert (table.store.lines("watched"), table.store.secrets("watched"), table.store.signatures("watched")) == before
    link, token = table.accounts.issue("watched", SEAT, NOW, seat="black")
    assert token not in sent(table, f"{MONDAY}/k/{token} {typed(table.session, 4)}").text
    assert table.accounts.by_id(link.id)


def test_a_person_with_a_link_may_ask_about_a_session_that_is_not_public(table: Table) -> None:
    text = f"{MONDAY}{typed(table.session, 4)}"
    table.accounts.put_settings("watched", Settings(visibility="unlisted"))
    answer = sent(table, text)
    assert (answer.status_code, answer.headers["X-Robots-Tag"]) == (200, "noindex")
    table.accounts.put_settings("watched", Settings(visibility="private"))
    assert sent(table, text).status_code == 404
    for role, seat in ((SPECTATOR, ""), (SEAT, "black")):
        assert "1 of 1 head hold" in table.browser(role, seat).client.post(PATH, data={"text": text}).text


def test_it_is_asked_so_often(table: Table) -> None:
    assert {sent(table, "hello").status_code for _ in range(21)} == {422, 429}


def test_the_audit_leads_here_and_the_page_sets_no_cookie(table: Table) -> None:
    client = table.app.test_client()
    assert f'href="{PATH}"' in read(client, "/s/watched/audit")
    answer = client.get(PATH)
    assert "Set-Cookie" not in answer.headers
    assert "csrf" not in answer.text
    assert client.get(PATH, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_the_server_takes_as_much_as_the_form_says(table: Table) -> None:
    server, port = listen(table.app, "127.0.0.1", 0)
    worker = threading.Thread(target=server.run, daemon=True)
    worker.start()
    thread = f"{MONDAY}{typed(table.session, 4)}\n" + f"{MONDAY}{'Hm, let me think. ' * 50}\n" * 2_200
    part = 'Content-Disposition: form-data; name="file"; filename="a.txt"'
    body = f"--x\r\n{part}\r\n\r\n{thread}\r\n--x--\r\n".encode()
    assert len(body) > 2_000_000
    request = urllib.request.Request(  # our own server
        f"http://127.0.0.1:{port}{PATH}", body, {"Content-Type": "multipart/form-data; boundary=x"}
    )
    try:
        with urllib.request.urlopen(request) as answer:  # noqa: S310  # as above
            assert "1 of 1 head hold" in answer.read().decode()
    finally:
        server.close()
        worker.join(10)
