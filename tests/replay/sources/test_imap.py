"""A mail folder as a source, with the fake mail servers: reading, faults, and replies that are sent at most once."""

import threading
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import msgspec
import pytest
from fake_mail import ARRIVED_MS, USER, WORD, FakeMail, certificate, mail_text
from refusals import refuses

from replay.posts.blocks import LONGEST_POST
from replay.sources import imap, outgoing_mail
from replay.sources.hosts import PRIVATE_HOSTS
from replay.sources.imap import ImapSource, recognise
from replay.sources.outgoing_mail import MailServer, hand_in, mail_from_environment, message_id
from replay.sources.source import MOST_POSTS, Fetched, Reply, SourceError, SourcePost

HOST = "127.0.0.1"
NONE = frozenset[str]()
REPLY = Reply("Tenth moves.\n344:02fc", "344:02fc", answers="m1@example.org", title="Friday, entry 344")


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRIVATE_HOSTS, f"{HOST},localhost")


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeMail]:
    with FakeMail() as fake:
        monkeypatch.setenv("CLOISTERBELL_SMTP", f"smtp://bell:word@{HOST}:{fake.smtp_port}")
        monkeypatch.setenv("CLOISTERBELL_MAIL_FROM", "bell@example.net")
        yield fake


def source(fake: FakeMail, password: str = WORD, folder: str = "INBOX", **how: str) -> ImapSource:
    place = f"imap://{USER}@{HOST}:{fake.imap_port}/{folder}"
    return ImapSource(place, password, to=("games@example.org", "sam@example.org"), **how)


def ids(fetched: Fetched) -> list[str]:
    return [post.id for post in fetched.posts]


def one(fake: FakeMail, raw: bytes, server: str = "") -> SourcePost:
    fake.deliver(raw)
    (post,) = source(fake, server=server).fetch("", NONE).posts
    return post


def test_reads_a_mail_as_a_post(fake: FakeMail) -> None:
    head = "In-Reply-To: <m0@example.org>\nReferences: <a@x> <m0@example.org> <b@y>"
    head += "\nAuthentication-Results: mx.example.net; dmarc=pass header.from=example.org"
    text = "Kb c2 open\n\n> What do you do?\n\n-- \nJulie"
    assert one(fake, mail_text(text, 4, "=?utf-8?q?J=C3=BClie?= <Julie@Example.org>", head), "mx.example.net") == (
        SourcePost(
            "m4@example.org", "J\xfclie", "Kb c2 open", ARRIVED_MS, "julie@example.org", answers="m0@example.org",
            proof="dmarc",
        )
    )  # fmt: skip


def test_headers_that_programs_read_differently_prove_nothing(fake: FakeMail) -> None:
    proven = "Authentication-Results: mx.example.net; dmarc=pass header.from=example.org"
    assert one(fake, mail_text(head=proven), "mx.example.net").proof == "dmarc"
    fake.mails.clear()
    for at, head in enumerate((f"X-Note: x\r{proven}", f"X-Note: \0\n{proven}", f"no header\n{proven}"), 2):
        fake.deliver(mail_text(number=at, head=head))
    posts = source(fake, server="mx.example.net").fetch("", NONE).posts
    assert [(post.proof, post.author_id) for post in posts] == [("none", "julie@example.org")] * 3


def test_a_fault_of_the_parts_does_not_change_the_proof(fake: FakeMail) -> None:
    head = "Authentication-Results: mx.example.net; dkim=pass header.d=example.org\n"
    raw = mail_text("--x\n\nI pass.", head=f"{head}Content-Type: multipart/mixed; boundary=x")
    post = one(fake, raw, "mx.example.net")
    assert (post.text, post.proof) == ("I pass.", "dkim")


def test_reads_html_and_names_attachments(fake: FakeMail) -> None:
    parts = "Content-Type: text/html\n\n<p>Kb c2<br>open</p>\n--x\nContent-Type: image/png; name=b.png\n\nxx\n--x--"
    post = one(fake, mail_text(f"--x\n{parts}", head="Content-Type: multipart/mixed; boundary=x"))
    assert post.text == "Kb c2\nopen\n\n[attachment: b.png]"


def test_a_mail_without_time_of_arrival_has_that_of_its_header(fake: FakeMail) -> None:
    fake.deliver(mail_text(), at="long ago")
    assert source(fake).fetch("", NONE).posts[0].at_ms == ARRIVED_MS - 12 * 60_000


def test_fetches_only_new_mails_after_the_cursor(fake: FakeMail) -> None:
    written = fake.fill(60)
    first = source(fake).fetch("", NONE)
    assert (ids(first), first.cursor, first.notes) == (written, "7 60", ())
    fake.asked.clear()
    assert source(fake).fetch(first.cursor, set(written)) == Fetched((), "7 60")
    assert not any("BODY" in asked for asked in fake.asked)
    fake.deliver(mail_text("new", 61))
    second = source(fake).fetch(first.cursor, set(written))
    assert (ids(second), second.cursor, second.has_gap) == (["m61@example.org"], "7 61", False)
    assert ids(source(fake).fetch(first.cursor, {*written, "m61@example.org"})) == []


def test_a_repeated_message_id_is_not_an_edit(fake: FakeMail) -> None:
    fake.fill(2)
    fake.deliver(mail_text("forged", 1, "eve@evil.org"))
    first = source(fake).fetch("", NONE)
    assert [(post.id, post.text) for post in first.posts] == [
        ("m1@example.org", "post 1"),
        ("m2@example.org", "post 2"),
    ]
    fake.deliver(mail_text("forged again", 2, "eve@evil.org"))
    del fake.mails[2]
    for whole in (False, True):
        then = source(fake).fetch(first.cursor, set(ids(first)), whole=whole)
        assert (then.posts, then.deleted) == ((), ())


def test_a_mail_without_an_id_has_that_of_the_folder(fake: FakeMail) -> None:
    raw = mail_text().replace(b"Message-ID: <m1@example.org>\r\n", b"")
    assert one(fake, raw).id == "7-1"
    assert ids(source(fake).fetch("7 1", {"7-1"}, whole=True)) == []


def test_reports_expunged_mails_if_all_are_asked_for(fake: FakeMail) -> None:
    written = fake.fill(9)
    first = source(fake).fetch("", NONE)
    del fake.mails[3], fake.mails[9]
    assert source(fake).fetch(first.cursor, set(written)).deleted == ()
    whole = source(fake).fetch(first.cursor, set(written), whole=True)
    assert whole.deleted == ("m3@example.org", "m9@example.org")
    assert (whole.has_gap, whole.cursor) == (False, "7 9")
    fake.mails.clear()
    emptied = source(fake).fetch(first.cursor, set(written), whole=True)
    assert (emptied.deleted, emptied.notes) == ((), ("the folder contains no mails any more",))


def test_a_mail_that_is_removed_during_the_fetch_is_left_out(fake: FakeMail, monkeypatch: pytest.MonkeyPatch) -> None:
    fake.fill(3)
    mails_of = imap._Folder.mails

    def late(folder: imap._Folder, listed: list[imap._Listed]) -> dict[int, bytes]:
        fake.mails.pop(2, None)
        return mails_of(folder, listed)

    monkeypatch.setattr(imap._Folder, "mails", late)
    fetched = source(fake).fetch("", NONE)
    assert (ids(fetched), fetched.cursor) == (["m1@example.org", "m3@example.org"], "7 3")


def test_new_uids_of_the_same_mails_are_no_gap(fake: FakeMail) -> None:
    written = fake.fill(5)
    first = source(fake).fetch("", NONE)
    fake.validity, fake.mails = 8, {uid + 100: mail for uid, mail in fake.mails.items() if uid != 2}
    fake.next_uid = 200
    fake.deliver(mail_text("new", 6))
    second = source(fake).fetch(first.cursor, set(written))
    assert (ids(second), second.cursor, second.has_gap) == (["m6@example.org"], "8 200", False)
    assert second.deleted == ("m2@example.org",)


def test_new_uids_of_other_mails_are_a_gap(fake: FakeMail) -> None:
    written = fake.fill(5)
    first = source(fake).fetch("", NONE)
    fake.validity, fake.mails = 8, {}
    fake.deliver(mail_text("other", 77))
    second = source(fake).fetch(first.cursor, set(written))
    assert (ids(second), second.has_gap, second.deleted) == (["m77@example.org"], True, ())


@pytest.mark.parametrize("most", [120, pytest.param(MOST_POSTS, marks=pytest.mark.long)])
def test_limits_the_mails_of_one_fetch(fake: FakeMail, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    written = fake.fill(most + 1)
    monkeypatch.setattr(imap, "MOST_POSTS", most)
    first = source(fake).fetch("", NONE)
    assert (ids(first), first.more) == (written[:most], "1 mails are left for the next fetch")
    assert ids(source(fake).fetch(first.cursor, set(ids(first)))) == written[most:]


@pytest.mark.parametrize(("cut", "read"), [(("FETCH", 0), 0), (("SEARCH", 3), 0), (("EXAMINE", 9), 0)])
def test_a_cut_connection_is_an_error(fake: FakeMail, cut: tuple[str, int], read: int) -> None:
    fake.fill(3)
    fake.cut_at = cut
    error = refuses(SourceError, "127.0.0.1 was cut off", source(fake).fetch, "", NONE)
    assert not error.is_lasting
    fake.cut_at = None
    assert len(source(fake).fetch("", NONE).posts) == 3 + read


def test_a_cut_in_the_middle_keeps_the_mails_before_it(fake: FakeMail, monkeypatch: pytest.MonkeyPatch) -> None:
    written, row = fake.fill(120), imap._Folder.mails

    def breaks(folder: imap._Folder, listed: list[imap._Listed]) -> dict[int, bytes]:
        if listed[0].uid > 100:
            fake.cut_at = ("FETCH", 500)
        return row(folder, listed)

    monkeypatch.setattr(imap._Folder, "mails", breaks)
    first = source(fake).fetch("", NONE)
    assert (ids(first), first.more) == (written[:100], "20 mails are left for the next fetch")
    fake.cut_at = None
    monkeypatch.undo()
    monkeypatch.setenv(PRIVATE_HOSTS, HOST)
    assert ids(source(fake).fetch(first.cursor, set(ids(first)))) == written[100:]


@pytest.mark.parametrize("command", ["AUTHENTICATE", "EXAMINE", "FETCH"])
def test_a_silent_server_is_left_after_a_while(fake: FakeMail, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    fake.fill(1)
    fake.silent_at = command
    monkeypatch.setattr(imap, "_TIMEOUT_S", 0.05)
    refuses(SourceError, "127.0.0.1 did not answer in time", source(fake).fetch, "", NONE)


def test_a_connection_that_takes_too_long_is_closed(fake: FakeMail, monkeypatch: pytest.MonkeyPatch) -> None:
    fake.silent_at = "SEARCH"
    monkeypatch.setattr(imap, "_LONGEST_S", 0.2)
    refuses(SourceError, "127.0.0.1 did not answer in time", source(fake).fetch, "", NONE)
    waiting = [thread for thread in threading.enumerate() if thread.name == "request"]
    for thread in waiting:
        thread.join(5)
    assert not any(thread.is_alive() for thread in waiting)


def test_the_time_of_one_fetch_is_limited(fake: FakeMail, monkeypatch: pytest.MonkeyPatch) -> None:
    fake.fill(120)
    monkeypatch.setattr(imap, "_PATIENCE_S", 0)
    first = source(fake).fetch("", NONE)
    assert (len(first.posts), first.more) == (50, "70 mails are left for the next fetch")


@pytest.mark.parametrize("capabilities", ["IMAP4rev1 AUTH=PLAIN", "IMAP4rev1"])
def test_a_wrong_password_is_a_lasting_error_without_the_password(fake: FakeMail, capabilities: str) -> None:
    fake.capabilities = capabilities
    for password in ("wrong", 'hush "quoted" w\xf6rd!', "two words"):
        assert "does not accept the user name or password of anna" in source(fake, password).check()[0]
    fake.word = 'a "b" \\c'
    assert source(fake, fake.word).check() == ()
    caught = refuses(SourceError, "password of anna", source(fake, "x").fetch, "", NONE)
    assert caught.is_lasting
    assert "hush" not in f"{caught!r}{caught.__cause__!r}{caught.__context__!r}"


def test_names_what_is_missing(fake: FakeMail, monkeypatch: pytest.MonkeyPatch) -> None:
    assert source(fake).check() == ()
    assert 'has no folder "Games"' in source(fake, folder="Games").check()[0]
    fake.folder = "Gr&APwA3w-e &- mehr"
    assert source(fake, folder="Gr%C3%BC%C3%9Fe%20%26%20mehr").check() == ()
    monkeypatch.delenv("CLOISTERBELL_SMTP")
    assert source(fake, folder="Nowhere").check() == (
        '127.0.0.1 has no folder "Nowhere". It may have been moved or renamed',
        "replies cannot be sent, because CLOISTERBELL_SMTP is not set",
    )
    alone = ImapSource(f"imap://{USER}@{HOST}:{fake.imap_port}/", WORD)
    assert (alone.can_reply, alone.can_find, source(fake).can_reply, alone.find("x")) == (False, False, True, "")
    refuses(SourceError, "CLOISTERBELL_SMTP", alone.reply, REPLY)


def test_checks_the_certificate_and_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, context = certificate(tmp_path, "localhost")
    with FakeMail(context) as fake:
        fake.fill(1)
        place = f"imaps://{USER}@localhost:{fake.imap_port}/INBOX"
        refuses(SourceError, "encrypted connection to localhost failed", ImapSource(place, WORD).fetch, "", NONE)
        monkeypatch.setenv("SSL_CERT_FILE", str(path))
        assert len(ImapSource(place, WORD).fetch("", NONE).posts) == 1
        other = ImapSource(place.replace("localhost", HOST), WORD)
        refuses(SourceError, "encrypted connection to 127.0.0.1 failed", other.fetch, "", NONE)
    monkeypatch.setenv(PRIVATE_HOSTS, "")
    refuses(SourceError, "is not a public host", ImapSource(place, WORD).fetch, "", NONE)


@pytest.mark.parametrize(("head", "sender"), [
    ("Auto-Submitted: auto-replied", ""), ("Auto-Submitted: Auto-Generated; x=y", ""), ("Return-Path: <>", ""),
    ("Precedence: bulk", ""), ("Precedence: JUNK", ""), ("precedence: auto_reply", ""),
])  # fmt: skip
def test_automatic_mails_are_marked(fake: FakeMail, head: str, sender: str) -> None:
    assert one(fake, mail_text(head=f"{head}{sender}")).is_automatic


@pytest.mark.parametrize(("own", "is_own"), [
    (message_id("imaps://x 3", "bell@example.net"), True), ("77@mail.cloister-bell.org", False),
    ("77.cloister-bell@example.org", False), ("cloister-bell@example.org", False),
])  # fmt: skip
def test_a_mail_is_our_own_only_by_the_exact_form_of_its_id(fake: FakeMail, own: str, is_own: bool) -> None:  # noqa: FBT001
    assert one(fake, mail_text().replace(b"m1@example.org", own.encode())).is_automatic is is_own


@pytest.mark.parametrize("head", [
    "Auto-Submitted: no", "Auto-Submitted: No (by hand)", "Return-Path: <julie@example.org>", "Precedence: list",
    "Precedence: bulk\nList-Id: <games.example.org>", "Precedence: bulk\nList-Post: <mailto:games@example.org>",
])  # fmt: skip
def test_mails_of_people_and_lists_are_not_automatic(fake: FakeMail, head: str) -> None:
    assert not one(fake, mail_text(head=head)).is_automatic


MYBB = """Bell,

Julie K. has just replied to a thread which you have subscribed to at Games. This thread is titled Friday.

Here is an excerpt of the message:
------------------------------------------
Kb c2 op... (visit the thread to read more..)
------------------------------------------"""
XENFORO = (
    "<p>Bell, Julie K. replied to a thread you are watching at <a>Games</a>.</p><h2>Friday</h2><div>Kb c2 open</div>"
)


@pytest.mark.parametrize(("text", "head"), [
    (MYBB, "X-Mailer: MyBB"),
    (XENFORO, "Subject: Friday - New reply to watched thread\nAuto-Submitted: auto-generated\nContent-Type: text/html"),
])  # fmt: skip
def test_the_notice_of_a_forum_is_a_cut_post_of_its_author(fake: FakeMail, text: str, head: str) -> None:
    raw = mail_text(text, head=head, sender="Games <forum@example.org>")
    fake.deliver(raw.replace(b"Subject: Friday\r\n", b"", 1) if b"watched thread" in raw else raw)
    fetched = source(fake).fetch("", NONE)
    (post,) = fetched.posts
    assert (post.author, post.author_id, post.proof, post.is_cut) == ("Julie K.", "", "none", True)
    assert not post.is_automatic
    assert "notices can leave out text and posts" in fetched.notes[0]


def test_the_words_of_a_notice_in_another_mail_are_its_text(fake: FakeMail) -> None:
    post = one(fake, mail_text(MYBB))
    assert (post.author, post.is_cut) == ("Julie K.", False)
    assert post.author_id == "julie@example.org"


@pytest.mark.parametrize(("raw", "says"), [
    (mail_text("x" * (LONGEST_POST + 1)), "can have at most"),
    (mail_text(f"<html>{'<p>x' * 7 * LONGEST_POST}", head="Content-Type: text/html"), "can have at most"),
    (mail_text("eA", head="Content-Transfer-Encoding: base64\nContent-Type: text/plain")[:-4] + b"A\r\n", "base64"),
    (mail_text(head=f"Content-Type: text/plain; {'x' * 5000}"), "content header"),
    (mail_text("\n".join(f"--{at}\nContent-Type: multipart/mixed; boundary={at + 1}\n" for at in range(1, 40)),
               head="Content-Type: multipart/mixed; boundary=1"), "nested levels"),
    (mail_text("\n--x\n\nx" * 300, head="Content-Type: multipart/mixed; boundary=x"), "parts"),
])  # fmt: skip
def test_a_mail_that_cannot_be_read_is_a_cut_post(fake: FakeMail, raw: bytes, says: str) -> None:
    fake.deliver(raw)
    fake.deliver(mail_text("next", 2))
    fetched = source(fake).fetch("", NONE)
    assert [(post.is_cut, post.text) for post in fetched.posts] == [(True, ""), (False, "next")]
    assert says in " ".join(fetched.notes)


def test_a_mail_that_is_too_large_is_a_cut_post(fake: FakeMail, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "LARGEST_MAIL", 500)
    monkeypatch.setattr(imap, "_BEGINNING", 300)
    fake.deliver(mail_text("word " * 200))
    fake.deliver(mail_text("next", 2))
    large, following = source(fake).fetch("", NONE).posts
    assert (large.id, large.author_id, large.is_cut) == ("m1@example.org", "julie@example.org", True)
    assert large.text.startswith("word word")
    assert not following.is_cut


def test_an_answer_without_end_is_left(fake: FakeMail, monkeypatch: pytest.MonkeyPatch) -> None:
    fake.fill(1)
    fake.deliver(mail_text("word " * 2_000, 2))
    monkeypatch.setattr(imap, "_LARGEST_ANSWER", 5_000)
    refuses(SourceError, "was cut off", source(fake).fetch, "", NONE)
    fake.fill(2_000)
    refuses(SourceError, "was cut off", source(fake).fetch, "", NONE)


def test_a_reply_is_a_mail_in_the_same_conversation(fake: FakeMail) -> None:
    fake.deliver(mail_text(head="References: <a@x> <b@y>"))
    own = source(fake).reply(msgspec.structs.replace(REPLY, picture=b"\x89PNG"))
    (sent,) = fake.sent
    assert sent.to == ("games@example.org", "sam@example.org")
    assert (sent.message["From"], sent.message["Subject"]) == ("bell@example.net", "Re: Friday")
    assert sent.message["To"] == sent.message["Reply-To"] == "games@example.org, sam@example.org"
    assert (sent.message["Auto-Submitted"], sent.message["In-Reply-To"]) == ("auto-replied", "<m1@example.org>")
    assert sent.message["References"] == "<a@x> <b@y> <m1@example.org>"
    assert sent.message["Message-ID"] == f"<{own}>"
    body, picture = sent.message.iter_parts()
    assert body.get_content() == "Tenth moves.\n344:02fc\n"
    assert picture.get_payload(decode=True) == b"\x89PNG"
    fake.deliver(sent.message.as_bytes())
    assert source(fake).fetch("7 1", {"m1@example.org"}).posts[0].is_automatic


def test_a_reply_does_not_show_the_addresses_of_players(fake: FakeMail) -> None:
    fake.fill(1)
    place = f"imap://{USER}@{HOST}:{fake.imap_port}/INBOX"
    ImapSource(place, WORD, players=("julie@example.org", "sam@example.org")).reply(REPLY)
    (sent,) = fake.sent
    assert sent.to == ("julie@example.org", "sam@example.org")
    assert "sam@" not in sent.message.as_string()
    assert (sent.message["To"], sent.message["Reply-To"]) == ("bell@example.net", None)


def test_a_reply_to_a_missing_mail_begins_a_conversation(fake: FakeMail) -> None:
    for answers in ("gone@example.org", "", 'x"\r\nA1 DELETE INBOX'):
        source(fake).reply(msgspec.structs.replace(REPLY, answers=answers))
        assert fake.sent[-1].message["Subject"] == "Friday, entry 344"
    assert [sent.message["In-Reply-To"] for sent in fake.sent] == ["<gone@example.org>", None, None]
    assert not any("DELETE" in asked for asked in fake.asked)


def test_the_marker_of_a_reply_determines_its_id(fake: FakeMail) -> None:
    first, again, other = (
        source(fake).reply(msgspec.structs.replace(REPLY, text=text, marker=marker))
        for text, marker in (("one", "344:02fc"), ("two", "344:02fc"), ("one", "345:02fc"))
    )
    assert first == again != other


def test_a_subject_cannot_add_headers(fake: FakeMail) -> None:
    fake.deliver(mail_text().replace(b"Subject: Friday", b"Subject: =?utf-8?q?x=0D=0ABcc:_eve=40evil.org?="))
    source(fake).reply(REPLY)
    assert fake.sent[0].message["Bcc"] is None
    assert fake.sent[0].message["Subject"].startswith("Re: x")


@pytest.mark.parametrize(("answers", "says", "lasting", "arrived"), [
    ({"AUTH": "535 no"}, "user name or password", True, False), ({"MAIL": "550 no"}, "no recipient", True, False),
    ({"RCPT": "550 no"}, "no recipient", True, False), ({"RCPT": "450 later"}, "no recipient", False, False),
    ({"DATA": "554 no"}, "status 554", True, False), ({"DATA": "451 later"}, "status 451", False, False),
    ({".": "554 spam"}, "status 554", True, False), ({".": "452 full"}, "status 452", False, False),
    ({"EHLO": "", "HELO": ""}, "cannot be reached", False, False), ({"RCPT": ""}, "cannot be reached", False, False),
    ({".": ""}, "may have arrived", False, True), ({"DATA": ""}, "may have arrived", False, True),
])  # fmt: skip
def test_says_whether_a_mail_that_failed_may_have_arrived(
    fake: FakeMail, answers: dict[str, str], says: str, *, lasting: bool, arrived: bool
) -> None:
    fake.fill(1)
    fake.answers = answers
    error = refuses(SourceError, says, source(fake).reply, REPLY)
    assert (error.is_lasting, error.may_have_arrived) == (lasting, arrived)
    assert "word" not in f"{error!r}".replace("password", "")


def test_a_silent_mail_server_may_have_the_mail(fake: FakeMail, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing_mail, "_TIMEOUT_S", 0.05)
    fake.fill(1)
    fake.silent_at = "."
    assert refuses(SourceError, "may have arrived", source(fake).reply, REPLY).may_have_arrived
    fake.silent_at = "MAIL"
    assert not refuses(SourceError, "cannot be reached", source(fake).reply, REPLY).may_have_arrived
    assert len(fake.sent) == 1


def test_a_mail_is_sent_to_the_recipients_that_are_accepted(fake: FakeMail) -> None:
    fake.answers = {"games@example.org": "550 no"}
    source(fake).reply(REPLY)
    assert [sent.to for sent in fake.sent] == [("sam@example.org",)]


def test_checks_the_certificate_of_the_mail_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, context = certificate(tmp_path, "localhost")
    message = EmailMessage()
    message["Subject"] = "Friday"
    with FakeMail(context) as fake:
        mail = MailServer("localhost", fake.smtp_port, "bell@example.net")
        hand_in(mail, message, ["sam@example.org"])  # that of this computer is not checked
        monkeypatch.setattr(outgoing_mail, "_LOCAL", ())
        says = "encrypted connection to localhost failed"
        assert not refuses(SourceError, says, hand_in, mail, message, ["sam@example.org"]).may_have_arrived
        monkeypatch.setenv("SSL_CERT_FILE", str(path))
        hand_in(mail, message, ["sam@example.org"])
    with FakeMail() as fake:
        plain = MailServer("localhost", fake.smtp_port, "bell@example.net", is_tls=False)
        refuses(SourceError, "offers no encryption", hand_in, plain, message, ["sam@example.org"])
    assert fake.sent == []


@pytest.mark.parametrize(("url", "port", "is_tls"), [
    ("smtps://mail.example.org", 465, True), ("smtp://mail.example.org", 587, False),
    ("smtp://mail.example.org:25", 25, False),
])  # fmt: skip
def test_the_scheme_chooses_the_port(monkeypatch: pytest.MonkeyPatch, url: str, port: int, *, is_tls: bool) -> None:
    monkeypatch.setenv("CLOISTERBELL_SMTP", url)
    monkeypatch.setenv("CLOISTERBELL_MAIL_FROM", "bell@example.net")
    assert mail_from_environment() == MailServer("mail.example.org", port, "bell@example.net", is_tls=is_tls)


def test_a_mail_that_arrived_is_sent_whatever_follows(fake: FakeMail) -> None:
    fake.fill(1)
    fake.answers = {"QUIT": ""}
    source(fake).reply(REPLY)
    assert len(fake.sent) == 1


@pytest.mark.parametrize(("text", "place"), [
    ("imaps://anna@Mail.Example.org", "imaps://anna@mail.example.org/INBOX"),
    ("imaps://anna@mail.example.org:993/inbox", "imaps://anna@mail.example.org/INBOX"),
    ("imaps://anna%40example.org@mail.example.org:9993/Gr%C3%BC%C3%9Fe/a%20b",
     "imaps://anna%40example.org@mail.example.org:9993/Gr%C3%BC%C3%9Fe/a%20b"),
    ("imap://anna@127.0.0.1:143/", "imap://anna@127.0.0.1/INBOX"),
    ("https://mail.example.org/", None), ("/home/anna/Maildir", None), ("", None),
])  # fmt: skip
def test_recognises_the_address_of_a_folder(text: str, place: str | None) -> None:
    assert recognise(text) == place
    assert place is None or recognise(place) == place


@pytest.mark.parametrize("text", [
    "imaps://anna:hush@mail.example.org/", "imaps://mail.example.org/", "imaps://anna@/x", "imaps://anna@h:port/",
    "imaps://an%0D%0Ana@mail.example.org/", "imaps://anna@mail.example.org/a%0D%0Ab", "imaps://anna@h.org/?x#y",
    "imap://anna@mail.example.org/", "imaps://[anna@h/",
])  # fmt: skip
def test_refuses_a_bad_address_without_its_password(text: str) -> None:
    assert "hush" not in str(refuses(SourceError, "", recognise, text))
