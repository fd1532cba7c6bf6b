"""The command `follow` with a mail folder: its options, its password, and a first `sync`."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from fake_mail import USER, WORD, FakeMail, mail_text
from front_door import Door

from events.store.followed import FollowedThread, FollowedThreads
from events.store.sqlite import SqliteStore

PROVEN = "Authentication-Results: mx.example.net; dmarc=pass header.from=example.org"


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeMail]:
    with FakeMail() as fake:
        monkeypatch.setenv("CLOISTERBELL_PRIVATE_HOSTS", "127.0.0.1")
        monkeypatch.setenv("CLOISTERBELL_SMTP", f"smtp://127.0.0.1:{fake.smtp_port}")
        monkeypatch.setenv("CLOISTERBELL_MAIL_FROM", "bell@example.net")
        monkeypatch.setenv("CLOISTERBELL_SECRET", WORD)
        yield fake


def place(fake: FakeMail) -> str:
    return f"imap://{USER}@127.0.0.1:{fake.imap_port}/INBOX"


def followed(door: Door) -> FollowedThread:
    with closing(SqliteStore(door.db)) as store, closing(store.open_accounts()) as accounts:
        found = FollowedThreads(accounts).get(store.row("friday").session)
    assert found is not None
    return found


def test_follows_a_mail_folder(few: Door, fake: FakeMail) -> None:
    fake.deliver(mail_text("D: ?", head=PROVEN))
    few.well("follow", "friday", place(fake), "--seat", "Julie@Example.org=tenth", "--mail-server", "MX.example.net")
    few.well("follow", "friday", "--reply-to", "games@example.org", "--reply-to", "sam@example.org")
    thread = followed(few)
    assert (thread.mail_server, thread.reply_to) == ("mx.example.net", ("games@example.org", "sam@example.org"))
    ran = few.well("sync", "friday")
    assert "1 move" in ran.out
    origin = next(entry["event"] for entry in few.log("friday") if entry["event"]["kind"] == "post-origin")
    assert (origin["post"], origin["proof"]) == ("m1@example.org", "dmarc")
    content = b"".join(path.read_bytes() for path in few.db.parent.glob(f"{few.db.name}*") if path.suffix != ".secrets")
    assert WORD.encode() not in content


def test_moves_of_a_mail_that_is_not_proven_wait(few: Door, fake: FakeMail) -> None:
    fake.deliver(mail_text("D: ?"))
    few.well("follow", "friday", place(fake), "--seat", "julie@example.org=tenth")
    assert "waits" in few.well("sync", "friday").out
    few.well("follow", "friday", "--unproven", "accept")
    assert "1 move" in few.well("sync", "friday").out


@pytest.mark.parametrize(("options", "says"), [
    (("--mail-server", "two words"), "is not the name of a mail server"),
    (("--reply-to", "games"), "is not a mail address"),
])  # fmt: skip
def test_refuses_bad_options_of_mail(few: Door, fake: FakeMail, options: tuple[str, ...], says: str) -> None:
    few.refused("follow", "friday", place(fake), *options, says=says)


def test_only_a_mail_folder_has_options_of_mail(few: Door, fake: FakeMail) -> None:
    for options in (("--mail-server", "mx.example.org"), ("--reply-to", "games@example.org")):
        few.refused("follow", "friday", few.db.parent, *options, says="only for mail")


def test_a_wrong_password_is_not_stored(few: Door, fake: FakeMail) -> None:
    fake.word = "other"
    few.refused("follow", "friday", place(fake), says="does not accept the user name or password of anna")
    assert not few.db.with_name(f"{few.db.name}.secrets").exists()
