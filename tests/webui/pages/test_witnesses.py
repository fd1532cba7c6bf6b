"""The page `witnesses`: the heads of a thread held against a log, by whoever may see the session, and nothing kept."""

import io
import re
import threading
import urllib.request
from html import unescape
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace
from people import Browser, visible
from spectator import SEATS, opened, played, read
from werkzeug.test import TestResponse

from events.line import Head
from events.signature import SigningKey, head_text
from events.store.accounts import SEAT, SPECTATOR, Accounts
from events.store.memory import MemoryStore
from events.store.settings import Settings
from projections.shelf import Shelf
from replay.archives.kinds import read_archive
from replay.archives.posted_heads import posted_heads
from replay.exchange.bundle import export_lines, read_bundle
from replay.exchange.verify import verify
from replay.live.session import Session
from webui import create_app
from webui.serve import listen

HOST, OTHER = SigningKey(b"h" * 32), SigningKey(b"o" * 32)
NOW = 1_795_219_200_000
PATH = "/s/watched/witnesses"
MONDAY = "--- Gwen, 12 Nov 2026 10:00, forum #1 ---\n"


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore([HOST])


@pytest.fixture
def watched(store: MemoryStore, games: Shelf) -> Session:
    return played(opened(store, games, "toy", SEATS, session="watched", title="Dares", options={"points": 40}), 8)


@pytest.fixture
def accounts() -> Accounts:
    return Accounts.memory()


@pytest.fixture
def house(store: MemoryStore, games: Shelf, accounts: Accounts, watched: Session) -> Flask:
    return create_app(store, games, accounts)


def typed(session: Session, seq: int) -> str:
    return f"{seq}:{session.table.lines[seq - 1].digest.hex()[:32]}"


def signed(session: Session, key: SigningKey, digest: bytes = b"", seq: int = 0) -> str:
    line = session.table.lines[(seq or session.head.seq) - 1]
    head = Head(line.seq, digest or line.digest)
    return head_text("watched", head, key.sign("watched", head, NOW))


def sent(house: Flask, text: str = "", **more: Any) -> TestResponse:
    """What somebody without a link or a cookie is answered."""
    return house.test_client().post(PATH, data={"text": text, **more}, buffered=True)


def shown(house: Flask, text: str = "", **more: Any) -> str:
    answer = sent(house, text, **more)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-store"), visible(answer.text)
    assert "Set-Cookie" not in answer.headers
    return visible(answer.text)


def refused(house: Flask, text: str = "", **more: Any) -> str:
    answer = sent(house, text, **more)
    told = visible(answer.text)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (422, "private, no-store"), told
    assert "Nothing was held against the log." in told
    return told


# What is told


def test_heads_that_hold_say_up_to_where(house: Flask, watched: Session) -> None:
    last = watched.head.seq
    told = shown(house, f"{MONDAY}Log: witness {typed(watched, 9)}\n{MONDAY}{typed(watched, last - 1)}")
    assert f"2 of 2 heads hold, the newest of line {last - 1}" in told
    assert f"Lines 1 to {last - 1} are as they were when line {last - 1} was posted by Gwen , 12 Nov 2026 10:00" in told
    assert f"Line {last} stands in no head of this thread: whoever keeps this log could have written it anew." in told
    assert "doubt" not in told.lower()


def test_where_the_last_line_was_posted_nothing_is_left_open(house: Flask, watched: Session) -> None:
    assert "written" not in shown(house, f"{MONDAY}{signed(watched, HOST)}").partition("Another thread")[0]


def test_a_typed_head_that_differs_is_a_doubt(house: Flask, watched: Session) -> None:
    told = shown(house, f"{MONDAY}witness 3:{'0' * 32}")
    assert "0 of 1 head hold" in told
    assert "A doubt." in told
    assert "(posted by Gwen, 12 Nov 2026 10:00, forum #1)" in told
    assert "No line is vouched for: whoever keeps this log could have written all of it anew since." in told


@pytest.mark.parametrize(("key", "pin", "level"), [(HOST, "", "violation"), (OTHER, "", "doubt")])
def test_a_signed_head_that_differs(house: Flask, watched: Session, key: SigningKey, pin: str, level: str) -> None:
    page = sent(house, f"{MONDAY}{signed(watched, key, bytes(32))}").text
    assert f'<article class="finding {level}">' in page
    assert ("Two stories were told." in page) is (level == "violation")


def test_a_key_that_the_reader_knows_convicts(house: Flask, watched: Session) -> None:
    """A log that was written anew with another key in its first line."""
    text = f"{MONDAY}{signed(watched, OTHER, bytes(32))}"
    page = sent(house, text, key=OTHER.fingerprint).text
    assert '<article class="finding violation">' in page
    assert "LOG-KEY at line 1." in page
    assert "LOG-KEY" not in sent(house, f"{MONDAY}{typed(watched, 2)}", key=HOST.public.hex()).text


def test_the_page_says_what_the_command_says(house: Flask, watched: Session, games: Shelf) -> None:
    """The same doubts and violations, in the same words."""
    words = (typed(watched, 4), f"5:{'a' * 40}", f"999:{'b' * 32}", signed(watched, HOST, bytes(32)),
             signed(watched, OTHER, bytes(32), 6), f"{signed(watched, HOST, bytes(32), 7)[:-4]}0000")  # fmt: skip
    thread = MONDAY + "\n".join(words)
    page = sent(house, thread).text
    text = "\n".join(export_lines(watched.store, games, "watched"))
    heads = posted_heads(read_archive(thread.encode()), "watched")
    report = verify(read_bundle(text, games), games, in_thread=heads)
    found = [(one.level, one.condition) for one in report.findings if one.rule == "LOG-WITNESS"]
    articles = re.findall(r'<article class="finding (\w+)">.*?<p>(.*?)</p></article>', page, re.DOTALL)
    plain = [(level, unescape(re.sub(r"<[^>]+>", "", told))) for level, told in articles]
    assert sorted(found) == sorted(plain)
    assert len(found) == 5


def test_a_line_that_was_changed_under_its_digest_is_found(house: Flask, watched: Session, store: MemoryStore) -> None:
    """The digests stand as they were posted, in front of another line: nothing from there on is vouched for."""
    lines = store._logs["watched"].lines
    lines[5] = replace(lines[5], at_ms=lines[5].at_ms + 1)
    told = shown(house, f"{MONDAY}{typed(watched, 9)}")
    assert "1 of 1 head hold" in told
    assert "LOG-CHAIN at line 6. The digest does not follow" in told
    assert "No line is vouched for" in told
    assert "Lines 1 to 4 are as they were" in shown(house, f"{MONDAY}{typed(watched, 4)}")


# What is refused, and what is kept


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"%PDF-1.7", "this is a PDF"), (b"PK\x03\x04", "a ZIP file"), (b"\x89PNG\r\n", "a picture"),
        (b"\xff\xfe\xfa\x00\x00", "no text in UTF-16"), (b"\x00\x01\x02", "a NUL in line 1"), (b"\xe9" * 40, "byte 1"),
        (b"hello", "who wrote and when"), (b"<!doctype html><p>", "a web page"), (b'{"a":1}', "messages"),
        (b"[" * 100_000, ""), (b"From x Thu Nov 12 10:00:00 2026\n\n", ""), (b"--- A, Friday ---\nHm.\n", "no head"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_thread_is_refused(house: Flask, raw: bytes, says: str) -> None:
    told = refused(house, file=(io.BytesIO(raw), "odd.txt"))
    assert says.lower() in told.lower()


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "the archive is empty"), ("  \n ", "the archive is empty"), ("hello", "No head of this log stands in it")],
)
def test_text_without_a_head_is_refused(house: Flask, text: str, says: str) -> None:
    assert says.lower() in refused(house, text).lower()


def test_too_much_is_refused(house: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.pages.archive.LARGEST", 1000)
    assert "`cloisterbell verify --witness` reads larger ones" in refused(
        house, file=(io.BytesIO(b"x" * 1001), "a.txt")
    )
    form = "application/x-www-form-urlencoded"
    for size, status in ((2_000_000, 422), (5_000_000, 413), (13_000_000, 413)):
        answer = house.test_client().post(PATH, data=b"text=" + b"x" * size, content_type=form)
        assert answer.status_code == status


def test_a_key_that_is_none_is_refused_and_nothing_typed_is_lost(house: Flask, watched: Session) -> None:
    text = f"{MONDAY}{typed(watched, 2)}"
    answer = sent(house, text, key="<b>key")
    assert answer.status_code == 422
    assert unescape(answer.text.partition('spellcheck="false">')[2].partition("</textarea>")[0]) == text
    assert "<b>key" not in answer.text


def test_a_single_post_will_do(house: Flask, watched: Session) -> None:
    assert "1 of 1 head hold, the newest of line 4" in shown(house, f"It is my turn. witness {typed(watched, 4)}")


def test_hostile_words_are_words(house: Flask, watched: Session) -> None:
    """Names of authors are the only words of a thread that are shown."""
    thread = f"--- <script>alert(1)</script>\u202e, <img src=x>, #\"' ---\n<script>1:{'0' * 32} {typed(watched, 4)}\n"
    page = sent(house, thread).text
    assert "<script>" not in page.replace('<script type="module"', "")
    assert "<img" not in page
    assert "&lt;script&gt;" in page


def test_thousands_of_heads_are_told_in_short(house: Flask) -> None:
    heads = [f"{seq}:{seq:032x}" for seq in range(1, 5000)]
    told = shown(house, "\n".join(MONDAY + "\n".join(heads[at : at + 1000]) for at in range(0, 5000, 1000)))
    assert "0 of 4999 head" in told
    assert "And 4,899 more." in told


def test_nothing_is_written(house: Flask, watched: Session, store: MemoryStore) -> None:
    before = (store.lines("watched"), store.secrets("watched"), store.signatures("watched"))
    shown(house, f"{MONDAY}{typed(watched, 4)} {signed(watched, HOST, bytes(32))}")
    refused(house, "hello")
    assert (store.lines("watched"), store.secrets("watched"), store.signatures("watched")) == before


def test_a_secret_link_in_a_thread_is_left_alone(house: Flask, watched: Session, accounts: Accounts) -> None:
    """Nobody else reads what is sent here, so that nobody's link is revoked by sending it."""
    link, token = accounts.issue("watched", SEAT, NOW, seat="black")
    told = sent(house, f"{MONDAY}/k/{token} {typed(watched, 4)}").text
    assert token not in told
    assert accounts.by_id(link.id)


# Who may ask


def test_of_a_private_session_only_whoever_holds_a_link_may_ask(
    house: Flask, watched: Session, accounts: Accounts, games: Shelf
) -> None:
    accounts.put_settings("watched", Settings(visibility="private"))
    text = f"{MONDAY}{typed(watched, 4)}"
    assert sent(house, text).status_code == 404
    assert house.test_client().get(PATH).status_code == 404
    played(opened(watched.store, games, "toy", SEATS, session="elsewhere"), 2)
    elsewhere = Browser(house, accounts.issue("elsewhere", SEAT, NOW, seat="black")[1])
    assert elsewhere.client.post(PATH, data={"text": text}).status_code == 404
    for role, seat in ((SPECTATOR, ""), (SEAT, "black")):
        browser = Browser(house, accounts.issue("watched", role, NOW, seat=seat)[1])
        assert "1 of 1 head hold" in browser.client.post(PATH, data={"text": text}).text


def test_an_unlisted_one_is_asked_by_its_own_address(house: Flask, watched: Session, accounts: Accounts) -> None:
    accounts.put_settings("watched", Settings(visibility="unlisted"))
    answer = sent(house, f"{MONDAY}{typed(watched, 4)}")
    assert (answer.status_code, answer.headers["X-Robots-Tag"]) == (200, "noindex")


@pytest.mark.parametrize("text", ["", "4:{digest}", "4:" + "0" * 32])
def test_no_other_site_may_ask(house: Flask, watched: Session, text: str) -> None:
    text = text.format(digest=watched.table.lines[3].digest.hex())
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = house.test_client().post(PATH, data={"text": text}, headers=headers)
        assert answer.status_code == 403


def test_it_is_asked_so_often(house: Flask) -> None:
    found = {sent(house, "hello").status_code for _ in range(21)}
    assert found == {422, 429}


def test_no_session_of_that_name(house: Flask) -> None:
    assert house.test_client().post("/s/nobody/witnesses", data={"text": "x"}).status_code == 404


def test_the_audit_leads_here_and_the_page_sets_no_cookie(house: Flask) -> None:
    client = house.test_client()
    assert f'href="{PATH}"' in read(client, "/s/watched/audit")
    answer = client.get(PATH)
    assert "Set-Cookie" not in answer.headers
    assert "csrf" not in answer.text
    assert client.get(PATH, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_the_server_takes_as_much_as_the_form_says(house: Flask, watched: Session) -> None:
    """Two megabytes of a thread, over a real socket."""
    server, port = listen(house, "127.0.0.1", 0)
    worker = threading.Thread(target=server.run, daemon=True)
    worker.start()
    thread = f"{MONDAY}{typed(watched, 4)}\n" + f"{MONDAY}{'Hm, let me think. ' * 50}\n" * 2_200
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
