"""A Maildir as a source: it is only read, each mail is a post once, and nothing outside of it is read."""

import os
from pathlib import Path

import pytest
from fake_mail import mail_text
from refusals import refuses

from replay.sources import folder, maildir
from replay.sources.folder import FOLDERS
from replay.sources.maildir import MaildirSource, recognise
from replay.sources.source import Fetched, Reply, SourceError

NONE = frozenset[str]()
PROVEN = "Authentication-Results: mx.example.net; dkim=pass header.d=example.org"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for part in ("cur", "new", "tmp"):
        (tmp_path / "mail" / part).mkdir(parents=True)
    return tmp_path / "mail"


def source(place: Path) -> MaildirSource:
    return MaildirSource(recognise(str(place)) or "", server="mx.example.net")


def deliver(place: Path, number: int, name: str = "", raw: bytes = b"") -> None:
    (place / (name or f"new/{1_772_647_000 + number}.M1.host")).write_bytes(raw or mail_text(f"post {number}", number))


def ids(fetched: Fetched) -> list[str]:
    return [post.id for post in fetched.posts]


def test_reads_mails_in_the_order_of_their_delivery(place: Path) -> None:
    deliver(place, 2, "cur/1772647000.M10.host:2,S")
    deliver(place, 1, "cur/1772647000.M9.host:2,RS", mail_text("post 1", 1, head=PROVEN))
    deliver(place, 3)
    deliver(place, 4, "tmp/1772647004.M1.host")
    first, second, third = source(place).fetch("", NONE).posts
    assert (first.id, first.text, first.proof, first.at_ms) == ("m1@example.org", "post 1", "dkim", 1_772_647_000_000)
    assert (second.proof, second.author_id, third.text) == ("none", "julie@example.org", "post 3")


def test_fetches_new_mails_and_notices_removed_ones(place: Path) -> None:
    for number in range(1, 61):
        deliver(place, number)
    first = source(place).fetch("", NONE)
    known = set(ids(first))
    assert (len(known), first.cursor) == (60, "1772647060.M1.host")
    (place / "new/1772647005.M1.host").rename(place / "cur/1772647005.M1.host:2,S")
    (place / "new/1772647006.M1.host").unlink()
    deliver(place, 61)
    deliver(place, 5, "new/1772647062.M1.host", mail_text("forged", 5, "eve@evil.org"))
    second = source(place).fetch(first.cursor, known)
    assert (ids(second), second.deleted, second.cursor) == (["m61@example.org"], (), "1772647062.M1.host")
    whole = source(place).fetch(second.cursor, {*known, *ids(second)}, whole=True)
    assert (ids(whole), whole.deleted) == ([], ("m6@example.org",))
    for file in place.rglob("*.host*"):
        file.unlink()
    emptied = source(place).fetch(second.cursor, known, whole=True)
    assert (emptied.deleted, emptied.notes) == ((), ("the Maildir contains no mails any more",))


@pytest.mark.parametrize(("sender", "author"), [
    ('"a.b@example.org" <a.b@example.org>', "a.b"), ("=?utf-8?q?Amy_=3Ca=40example=2Eorg=3E?= <a@example.org>", "Amy"),
    ("a@example.org (a@example.org)", "a"), ('"@" <a@example.org>', "a"), ("a@example.org", "a"),
    ("a@example.org (Amy)", "Amy"), ("Amy K. (GM) <a@example.org>", "Amy K. (GM)"),
])  # fmt: skip
def test_the_shown_name_of_an_author_contains_no_address(place: Path, sender: str, author: str) -> None:
    deliver(place, 1, raw=mail_text(sender=sender))
    (post,) = source(place).fetch("", NONE).posts
    assert post.author == author


def test_only_reads(place: Path) -> None:
    deliver(place, 1)
    before = sorted(place.rglob("*"))
    source(place).fetch("", NONE, whole=True)
    refuses(SourceError, "sends no mail", source(place).reply, Reply("text", "344:02fc"))
    assert (source(place).can_reply, source(place).can_find, source(place).find("post")) == (False, False, "")
    assert sorted(place.rglob("*")) == before


def test_reads_nothing_outside_of_the_folder(place: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").write_bytes(mail_text("the password", 9))
    (place / "new/1772647001.M1.host").symlink_to(tmp_path / "outside")
    os.mkfifo(place / "cur/1772647002.M1.host")
    deliver(place, 3)
    fetched = source(place).fetch("", NONE)
    assert ids(fetched) == ["m3@example.org"]
    assert len(fetched.notes) == 2
    followed = source(place)
    (place / "new").rename(tmp_path / "elsewhere")
    (place / "new").symlink_to(tmp_path / "elsewhere")
    refuses(SourceError, "cannot be read", followed.fetch, "", NONE)
    assert followed.check() != ()


@pytest.mark.parametrize(("raw", "is_cut"), [(b"", None), (b"no mail", True), (b"x" * 2_000, True)])
def test_a_mail_that_cannot_be_read(
    place: Path, monkeypatch: pytest.MonkeyPatch, raw: bytes, *, is_cut: bool | None
) -> None:
    monkeypatch.setattr(maildir, "LARGEST_MAIL", 1_000)
    deliver(place, 1)
    (place / "new/1772647002.M1.host").write_bytes(raw)
    deliver(place, 3)
    fetched = source(place).fetch("", NONE)
    assert [post.is_cut for post in fetched.posts] == ([False] if is_cut is None else [False, is_cut, False])
    assert "1772647002.M1.host" in fetched.notes[0]


def test_a_mail_that_moves_during_the_fetch_waits(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (1, 2, 3):
        deliver(place, number)
    listed = folder.listed

    def moving(opened: int, notes: list[str]) -> list[str]:
        names = listed(opened, notes)
        if (place / "new/1772647002.M1.host").exists():
            (place / "new/1772647002.M1.host").rename(place / "tmp/moved")
        return names

    monkeypatch.setattr(maildir, "listed", moving)
    first = source(place).fetch("", NONE)
    assert (ids(first), first.cursor) == (["m1@example.org"], "1772647001.M1.host")
    (place / "tmp/moved").rename(place / "cur/1772647002.M1.host:2,S")
    assert ids(source(place).fetch(first.cursor, set(ids(first)))) == ["m2@example.org", "m3@example.org"]


def test_limits_the_mails_of_one_fetch(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(1, 8):
        deliver(place, number)
    monkeypatch.setattr(maildir, "MOST_POSTS", 3)
    first = source(place).fetch("", NONE)
    assert (len(first.posts), first.more) == (3, "4 mails are left for the next fetch")
    assert len(source(place).fetch(first.cursor, set(ids(first))).posts) == 3


def test_a_shared_server_follows_only_a_maildir_below_the_named_folders(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = MaildirSource(str(place), is_shared=True)
    refuses(SourceError, "must set CLOISTERBELL_FOLDERS", shared.fetch, "", NONE)
    monkeypatch.setenv(FOLDERS, str(tmp_path))
    assert shared.check() == ()


def test_recognises_only_a_maildir(place: Path, tmp_path: Path) -> None:
    assert recognise(str(place)) == str(place.resolve())
    for other in (str(tmp_path), f"{place}/none", "", "\0"):
        assert recognise(other) is None
    refuses(SourceError, "needs no token", MaildirSource, str(place), "token")
