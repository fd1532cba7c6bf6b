"""Parse each kind of archive, refuse damaged ones, and find posted heads in them."""

import json
from contextlib import suppress
from typing import Any

import pytest
from places import TESTS
from players import founded, play_on
from refusals import refuses

from events.errors import BellError, NotationError, RefusedError
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.audit.heads import PostedHead, heads_in_words, holding, posted_fault
from replay.importing.archive import Archive, ArchivedPost
from replay.importing.kinds import LARGEST, read_archive
from replay.importing.mail_text import text_of_html, unflowed, without_tail
from replay.importing.posted_heads import posted_heads
from replay.posts.blocks import LONGEST_POST
from replay.session.session import Session

MAIL = b"From: Julie K. <julie@example.org>\nDate: Wed, 4 Mar 2026 19:12:00 +0100\nMessage-ID: <a1@example.org>\n"


def mail(head: bytes = b"", body: bytes = b"Hello.\n") -> bytes:
    return MAIL + head + b"\n" + body


def message(**more: Any) -> dict[str, Any]:
    author = {"id": "1", "name": "julie"}
    return {"id": "12", "timestamp": "2026-03-04T18:22:00+00:00", "author": author, "content": "Hi", **more}


def discord(*rows: Any) -> bytes:
    return json.dumps({"channel": {"name": "games"}, "messages": list(rows)}).encode()


@pytest.mark.parametrize(("line", "author", "when", "where"), [
    ("--- Julie K., 4 March 2026 19:12, post 7 ---", "Julie K.", "4 March 2026 19:12", "post 7"),
    ("Post by Julie K. \u00bb Wed Mar 04, 2026 7:12 pm", "Julie K.", "Wed Mar 04 2026 7:12 pm", ""),
    ("by Julie \u00bb 04 Mar 2026, 19:12", "Julie", "04 Mar 2026 19:12", ""),
    ("Julie wrote on 4 March 2026 at 19:12:", "Julie", "4 March 2026 at 19:12", ""),
    ("#12 Julie K., 2026-03-04, 07:12 PM", "Julie K.", "2026-03-04 07:12 PM", "#12"),
    ("Julie \u2014 04/03/2026 19:12", "Julie", "04/03/2026 19:12", ""),
    ("Julie - 2026-03-04T19:12:33Z #4", "Julie", "2026-03-04T19:12:33Z", "#4"),
    ("Julie\nPosted 4 March 2026 - 19:12", "Julie", "4 March 2026 - 19:12", ""),
    ("Julie\n#12 \u00b7 Mar 4, 2026", "Julie", "Mar 4 2026", "#12"),
])  # fmt: skip
def test_reads_post_headers_of_a_copied_thread(line: str, author: str, when: str, where: str) -> None:
    text = f"{line}\n\nI open the door.\nOn we go.\n\n{line.replace('12', '13')}\nYes.\n"
    first, second = read_archive(text.encode()).posts
    assert (first.author, first.when, first.where, first.text) == (author, when, where, "I open the door.\nOn we go.")
    assert second.text == "Yes."
    assert text.split("\n")[first.at] == "I open the door."


@pytest.mark.parametrize(("sender", "author", "address"), [
    ("=?utf-8?q?J=C3=BClie=2C_K=2E?= <j@example.org>", "J\xfclie K.", "j@example.org"),
    ("=?utf-8?q?sam=40example=2Eorg=2C?= <eve@example.com>", "sam", "eve@example.com"),
    ("=?utf-8?q?Julie_=3Cj=40example=2Eorg=3E?=", "Julie", "j@example.org"),
])  # fmt: skip
def test_an_encoded_name_does_not_change_the_address(sender: str, author: str, address: str) -> None:
    (post,) = read_archive(f"From: {sender}\nDate: Wed, 4 Mar 2026 19:12:00 +0100\nSubject: x\n\nHi\n".encode()).posts
    assert (post.author, post.names) == (author, (address,))


def test_reads_chat_with_author_and_text_on_one_line() -> None:
    text = "[2026-03-04 19:12] Julie: == Tenth ==\nD: ?\n04/03/2026, 19:20 - Sam K.: nice\n"
    first, second = read_archive(text.encode("utf-16")).posts
    assert (first.author, first.text, first.at) == ("Julie", "== Tenth ==\nD: ?", 0)
    assert (second.author, second.when, second.text) == ("Sam K.", "04/03/2026 19:20", "nice")


@pytest.mark.parametrize("name", ["risk-channel.json", "keys-list.mbox"])
def test_a_file_in_utf_16_is_read_as_in_utf_8(name: str) -> None:
    raw = (TESTS / "replay/importing" / name).read_bytes()
    assert read_archive(raw.decode().encode("utf-16")) == read_archive(raw)


def test_a_sentence_does_not_begin_a_post_or_a_mail() -> None:
    text = "--- Julie ---\nWe met on 4 March 2026 at 19:12 and Sam was late, you know - it was 19:30.\nSam\nslept.\n"
    assert len(read_archive(text.encode()).posts) == 1
    assert len(read_archive(text.replace("--- Julie ---", "Julie - 2026-03-04 19:12").encode()).posts) == 1
    body = b"Hello.\n\nFrom Russia with love.\n\nFrom 12:30 on 4 March 2026 it rained.\n"
    raw = b"From julie Wed Mar 4 19:12:00 2026\n" + mail(body=body) + b"\nFrom sam Wed Mar 4 19:20:00 2026\n"
    raw += b"From: Sam <sam@example.org>\nIn-Reply-To: <a1@example.org>\nDate: gone\n\nWet.\n"
    first, second = read_archive(raw).posts
    assert "it rained" in first.text
    assert (second.author, second.answers, second.when, second.text) == ("Sam", "a1@example.org", "", "Wet.")


@pytest.mark.parametrize(
    ("head", "body", "says"),
    [
        (b"", "Na\u00efve.".encode(), "Na\u00efve."),
        (b"Content-Type: text/plain; charset=latin-1\n", "Na\u00efve.".encode("latin-1"), "Na\u00efve."),
        (b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n",
         b"Na=C3=AFve and a long =\nline.", "Na\u00efve and a long line."),
        (b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n", b"TmHDr3ZlLg==",
         "Na\u00efve."),
        (b"Content-Type: text/html\n", b"<p>One<br>two</p><blockquote><p>old</p></blockquote><p>&lt;three&gt;</p>",
         "One\ntwo\n\n> old\n>\n<three>"),
        (b"Content-Type: text/plain; format=flowed\n", b"A line \nthat goes on.\n> quoted \n> too\n-- \nJ.",
         "A line that goes on.\n> quoted too"),
        (b"Content-Type: multipart/mixed; boundary=x\n",
         (b"--x\nContent-Type: text/plain\n\nLook.\n--x\nContent-Type: image/png\n"
          b"Content-Disposition: attachment; filename=board.png\n\nAAAA\n--x--\n"), "Look.\n\n[attachment: board.png]"),
        (b"Content-Type: image/png; name=board.png\n", b"AAAA", "[attachment: board.png]"),
        (b"", b">From here on\n> From there", "From here on\n> From there"),
    ],
)  # fmt: skip
def test_reads_the_text_of_a_mail(head: bytes, body: bytes, says: str) -> None:
    (post,) = read_archive(mail(head, body)).posts
    assert post.text == says
    assert (post.author, post.when, post.where) == ("Julie K.", "2026-03-04 18:12 UTC", "a1@example.org")


def test_reads_circular_mail_replies_and_repeated_messages() -> None:
    raw = b"".join(
        f"From x Wed Mar 4 19:1{at}:00 2026\nFrom: A{at} <a@b>\nMessage-ID: <{at}@x>\nIn-Reply-To: <{1 - at}@x>\n"
        f"Date: Wed, 4 Mar 2026 19:1{at}:00 +0000\n\nNumber {at}.\n\n".encode()
        for at in (1, 0)
    )
    assert [post.text for post in read_archive(raw).posts] == ["Number 0.", "Number 1."]
    rows = [message(content="first"), message(content="second", timestampEdited="2026-03-04T19:00:00Z")]
    for archive in (read_archive(discord(*rows)), read_archive(discord(*reversed(rows)))):
        assert [post.text for post in archive.posts] == ["second"]
        assert archive.notes == ("repeated messages: 1. The last edited version was used",)


@pytest.mark.parametrize(("text", "own"), [
    ("Yes.\n\nOn 4 March 2026 at 19:12, Julie <j@x.org> wrote:\n> No?\n>\n> Why?", "Yes."),
    ("Yes.\n\nOn 4 March 2026 at 19:12,\nJulie <j@x.org>\nwrote:\n\n> No?", "Yes."),
    ("Yes.\n-- \nJulie\n555 0123", "Yes."), ("> No?\nYes.\n> Why?\nSo.", "> No?\nYes.\n> Why?\nSo."),
    ("Yes.\n\n-----Original Message-----\nFrom: Sam\nSent: today\n\nNo?", "Yes."), ("> only\n> this", "> only\n> this"),
    ("Yes.\n---\nFrom: here", "Yes.\n---\nFrom: here"),
])  # fmt: skip
def test_removes_quoted_mails_and_signatures(text: str, own: str) -> None:
    assert without_tail(text) == own


def test_joins_flowed_lines_and_converts_pages() -> None:
    assert unflowed("one \ntwo\n  indented\n> q \n> r \nnot quoted") == "one two\n indented\n> q r \nnot quoted"
    assert unflowed("one \ntwo", joined=True) == "onetwo"
    page = (
        "<html><head><title>x</title><style>p{}</style></head><body><script>alert(1)</script><ul><li>A</li><li>B</li>"
        "</ul><pre>a  b\n c</pre><table><tr><td>1</td><td>2</td></tr></table><img src=x alt='a board'>&nbsp;!</body>"
    )
    assert text_of_html(page) == "A\nB\n\na  b\n c\n\n1 2\n\na board !"
    assert text_of_html("<blockquote>" * 50 + "deep").startswith(">>>>>>>>> deep")
    page = "<!DOCTYPE html><?xml?><p>3 < 4 <- so<!-- not <b>it</b> --> <b>yes</b></p><![if x]>a & b<![endif]> <!-- open"
    assert text_of_html(page) == "3 < 4 <- so yes\n\na & b <!-- open"


def test_reads_discord_names_emoji_and_times() -> None:
    row = message(
        content="<@42> look <:tardis:99> at <t:1772648520:R> <@77>",
        mentions=[{"id": "42", "username": "sam", "global_name": "Sam"}],
        embeds=[{"title": "Dice", "description": "3d6\n4 4 1", "fields": [{"name": "Total", "value": "9"}]}],
    )  # fmt: skip
    (post,) = read_archive(discord(row)).posts
    text = "@Sam look :tardis: at 2026-03-04 18:22 UTC @77\n[card] Dice\n[card] 3d6\n[card] 4 4 1\n[card] Total: 9"
    assert post.text == text
    assert (post.author, post.where) == ("julie", "#games 12")


@pytest.mark.parametrize(("raw", "says"), [
    (b"", "the file is empty"), (b" \n\n", "the file is empty"), (b"PK\x03\x04abc", "a ZIP file"),
    (b"\x1f\x8b\x08", "Unpack it"), (b"%PDF-1.7", "a PDF"), (b"SQLite format 3\0", "Open it with --db"),
    (b"<!DOCTYPE html><p>x", "a web page"), (b"\x89PNG\r\n", "a picture"),
    (b"Hello there.\nHow are you?", "line 1, column 1: this text contains no posts"),
    (b"caf\xe9 - 2026-03-04 19:12\nx", "byte 4, on line 1, is 0xe9"), (b"--- a ---\nx\0y", "line 2 contains a NUL"),
    (b'{"a": 1}', "has no messages"), (b"[]", "contains no posts"), (b"[{]", "line 1"),
    (b'{"format": "cloisterbell-1"}', "cloisterbell import"), (b"[1, 2]", "contains no posts"),
    (b'{"a":' * 100_000, "too many nested levels"), (b'{"messages": [7]}', "message 1 of the list"),
    (discord(message(), message(timestamp="noon")), 'message 2 of the list: "noon" is not a time'),
    (discord(message(id="x")), 'the id "x" is not a number'), (discord(message(author={})), "the author has no name"),
    (discord(message(content=5)), "message 1 of the list: .*content"),
    (discord(message(timestampEdited="later")), '"later" is not a time'),
    (discord(message(content="x" * (LONGEST_POST + 1))), "A post can have at most"),
    (b"Subject: hello\nDate: Wed, 4 Mar 2026 19:12:00 +0100\nTo: you\n\nx", "mail 1 .line 1 .* has no From"),
    (mail(b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n", b"QUJDR"), "base64 text is incomplete"),
    (mail(body=b"x" * (LONGEST_POST + 1)), "A post can have at most"),
    (mail(b"Content-Type: multipart/mixed; boundary=x\n", b"--x\n\na\n" * 300 + b"--x--"), "300 parts"),
])  # fmt: skip
def test_refuses_unreadable_archives_and_says_where(raw: bytes, says: str) -> None:
    refuses((RefusedError, NotationError), says, read_archive, raw)


def test_refuses_deep_mails_and_endless_archives() -> None:
    def nested(depth: int) -> bytes:
        parts = (f"Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n" for at in range(depth))
        return MAIL + "".join(parts).encode() + b"Content-Type: text/plain\n\nx\n"

    for raw, says in (
        (nested(40), "nested levels of parts"), (nested(3000), "."), (b"x" * (LARGEST + 1), "at most 32 MiB"),
        (b"--- a ---\nx\n" * 20_001, "so split it"),
    ):  # fmt: skip
        refuses(RefusedError, says, read_archive, raw)


@pytest.mark.parametrize("cut", range(0, 1000, 7))
def test_a_file_that_breaks_off_is_read_or_refused(cut: int) -> None:
    rows = discord(message(), message(id=13, content="There", timestampEdited="2026-03-04T19:00:00Z"))
    body = b"--x\nContent-Type: text/html\n\n<p>a<b>\n--x--\n"
    letter = mail(b"Content-Type: multipart/alternative; boundary=x\n", body)
    for raw in (rows[:cut], letter[:cut], rows[cut:], letter[cut:]):
        with suppress(BellError):
            assert read_archive(raw).posts


MANY = 250_000
PAGE = b"Content-Type: text/html\n"
BETWEEN = b"From julie@example.org Wed Mar  4 19:12:00 2026\n"


@pytest.mark.parametrize(("head", "body", "says"), [
    (b"Content-Type: text/plain" + b';a="' * MANY + b"\n", b"Hi", "a content header has 1000024 bytes"),
    (b"Content-Type: text/plain" + b"\n ;a=b" * MANY + b"\n", b"Hi", "It can have at most 4000"),
    (b"Content-Disposition: x; " + b"f*0=a; " * MANY + b"\n", b"Hi", "It can have at most 4000"),
    (PAGE, b'<a x="' * MANY, "A post can have at most"), (PAGE, b"<!--" * MANY, "A post can have at most"),
    (PAGE, b"<!-- " * MANY + b">", "A post can have at most"), (PAGE, b"</" * MANY, "A post can have at most"),
    (PAGE, b"<![CDATA[" * MANY, "A post can have at most"),
])  # fmt: skip
def test_refuses_mails_built_to_slow_down_the_parser(head: bytes, body: bytes, says: str) -> None:
    refuses(RefusedError, says, read_archive, mail(head, body))


@pytest.mark.parametrize("sender", [
    b"(" * MANY, b"a:" * MANY, b"=?utf-8?b?eHg=?= " * MANY, b'"' * MANY, b"a@b," * MANY,
], ids=["comments", "groups", "words", "quotes", "addresses"])  # fmt: skip
def test_reads_any_name_of_a_sender(sender: bytes) -> None:
    with suppress(RefusedError):
        (post,) = read_archive(BETWEEN + mail().replace(b"Julie K. <julie@example.org>", sender)).posts
        assert len(post.author) <= 60


@pytest.mark.parametrize("charset", ["punycode", "idna", "unicode_escape", "raw-unicode-escape", "zlib", "rot13"])
def test_ignores_codecs_that_are_not_character_sets(charset: str) -> None:
    head = f"Content-Type: text/plain; charset={charset}\n".encode()
    (post,) = read_archive(mail(head, b"a-\\x62" + b"c" * 90_000)).posts
    assert post.text.startswith("a-\\x62cc")


def test_shortens_long_names_and_reports_unknown_charsets() -> None:
    known = {"id": "7", "name": "b" * 500_000}
    (post,) = read_archive(discord(message(content="<@7> " * 100, mentions=[known]))).posts
    assert len(post.text) < 100 * 70
    archive = read_archive(mail(b"Content-Type: text/plain; charset=x-runes\n", b"caf\xe9"))
    assert archive.posts[0].text == "caf\u00e9"
    assert archive.notes == (
        "mail 1 (line 1 of the file): its text is not valid x-runes, so some characters may be wrong",
    )


@pytest.fixture(scope="module")
def session() -> Session:
    return play_on(founded(MemoryStore(), "risk", 2, games=registry(), session="posted"), 12)


def told(session: Session, seq: int, digits: int = 32) -> str:
    return f"{seq}:{session.table.lines[seq - 1].digest.hex()[:digits]}"


def test_finds_heads_in_the_posts_of_an_archive(session: Session) -> None:
    last = session.head.seq
    wrong = f"{last - 1}:{'0' * 32}"
    texts = [
        f"Log: line 9, checkpoint `{told(session, 9)}`\n\nYour move.",
        f"checkpoint {told(session, last, 64).upper()}. It stands.",
        f"I have {wrong} here, and the same again: {wrong}",
        "At 10:30 we meet; 12:abcdef is no checkpoint.",
    ]  # fmt: skip
    thread = "\n".join(f"--- Gwen, 12 Nov 2026 1{at}:00 ---\n{text}\n" for at, text in enumerate(texts))
    heads = posted_heads(read_archive(thread.encode()), session.row.session)
    assert [(head.seq, head.author) for head in heads] == [(9, "Gwen"), (last, "Gwen"), (last - 1, "Gwen")]
    lines = session.table.lines
    assert [head.seq for head in holding(lines, heads)] == [9, last]
    assert heads_in_words(lines, heads) == f"2 of 3 checkpoints match this log, the newest at entry {last}"
    faults = [found for head in heads if (found := posted_fault(session.row.session, lines, (), head))]
    assert [(fault.rule, fault.seq, fault.is_unverified) for fault in faults] == [("LOG-WITNESS", last - 1, True)]
    assert "(posted by Gwen" in faults[0].what


def test_reports_late_checkpoints_and_ignores_malformed_ones(session: Session) -> None:
    head = PostedHead(9999, "0" * 32, "Gwen", "Thu 21:14", "forum #3")
    found = posted_fault(session.row.session, session.table.lines, (), head)
    assert found
    assert found.is_unverified
    assert "this log ends at entry" in found.what
    assert found.what.endswith("(posted by Gwen, Thu 21:14, forum #3)")
    digits = told(session, 9).partition(":")[2]
    for text in (
        f"0:{digits}", f"9:{digits[:31]}", f"9:{digits}{'a' * 40}", f"x9:{digits}", f"1:9:{digits}", f"9: {digits}",
    ):  # fmt: skip
        assert posted_heads(Archive("thread", (ArchivedPost(1, "Gwen", text),)), session.row.session) == (), text
    assert heads_in_words(session.table.lines, []) == "the text contains no checkpoint of this log"
