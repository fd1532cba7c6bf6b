"""The secrets file: its form, its mode, and that no backup, export, transfer or check contains a secret."""

import stat
from contextlib import closing
from pathlib import Path

import pytest
from front_door import Door
from refusals import refuses

from events.errors import RefusedError
from events.store.secrets_file import SecretsFile
from events.store.sqlite import SqliteStore

WORD = "xoxb-8c1f-not-in-any-copy"


@pytest.fixture
def file(tmp_path: Path) -> SecretsFile:
    return SecretsFile(tmp_path / "bell.db.secrets")


def test_keeps_named_secrets(file: SecretsFile) -> None:
    assert file.names() == ()
    file.write("forum", WORD)
    file.write("mail", " pass = wörd ")
    file.write("forum", WORD[::-1])
    again = SecretsFile(file.path)
    assert {name: again.read(name) for name in again.names()} == {"forum": WORD[::-1], "mail": " pass = wörd "}
    file.remove("forum")
    file.remove("forum")
    assert file.names() == ("mail",)
    assert WORD not in refuses(RefusedError, "no secret named forum", file.read, "forum").args[0]


def test_only_its_owner_can_read_the_file(file: SecretsFile) -> None:
    file.write("forum", WORD)
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    file.path.chmod(0o640)
    assert file.is_open_to_others
    refuses(RefusedError, "other users can read .*secrets", file.read, "forum")
    file.write("mail", "word")
    assert (file.is_open_to_others, file.read("forum")) == (False, WORD)


@pytest.mark.parametrize("secret", ["", "two\nlines", "nul\0", "x" * 4_001, "para\u2029graph"])
def test_refuses_a_secret_that_is_not_one_line(file: SecretsFile, secret: str) -> None:
    error = refuses(RefusedError, "one line of 1 to 4000", file.write, "forum", secret)
    assert not secret or secret not in str(error)
    assert not file.path.exists()


@pytest.mark.parametrize("name", ["", "Forum", "a b", "a" * 33, "../key"])
def test_refuses_a_bad_name(file: SecretsFile, name: str) -> None:
    refuses(RefusedError, "secret", file.write, name, WORD)
    assert not file.path.exists()


@pytest.mark.parametrize("content", [
    b"", b"dear diary\n", b"cloisterbell-key-1\nforum word\n", b"cloisterbell-secrets-1\nforum\n", b"\xff\xfe",
])  # fmt: skip
def test_refuses_and_keeps_another_file(file: SecretsFile, content: bytes) -> None:
    file.path.write_bytes(content)
    refuses(RefusedError, "is not a Cloister Bell secrets file", file.read, "forum")
    refuses(RefusedError, "is not a Cloister Bell secrets file", file.write, "forum", WORD)
    assert file.path.read_bytes() == content


def test_a_failed_write_leaves_the_old_secrets(file: SecretsFile, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write("forum", WORD)

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    error = refuses(RefusedError, "cannot be written: No space left", file.write, "forum", "other-secret")
    assert "other-secret" not in str(error)
    assert file.read("forum") == WORD
    assert [path.name for path in file.path.parent.iterdir()] == [file.path.name]


def test_no_copy_or_check_of_a_database_contains_a_secret(few: Door, tmp_path: Path) -> None:
    with closing(SqliteStore(few.db)) as store:
        store.secrets_file.write("forum", WORD)
        assert store.secrets_file.path == Path(f"{few.db}.secrets")
    answers = [
        few.well("db", "backup", tmp_path / "copy.db"), few("db", "check"), few("db", "check", "--json"), few("doctor"),
        few.well("export", "friday", tmp_path / "friday.jsonl"), few.well("db", "key"), few.well("list", "--json"),
        few.well("db", "transfer", "--to", tmp_path / "moved.db", "--yes"),
    ]  # fmt: skip
    assert f"move {few.db}.secrets to {tmp_path / 'moved.db.secrets'}" in answers[-1].out
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.name != f"{few.db.name}.secrets"}
    assert {"copy.db", "friday.jsonl", "moved.db"} <= made.keys()
    assert [name for name, content in made.items() if WORD.encode() in content] == []
    assert [ran for ran in answers if WORD in ran.out + ran.err] == []
    assert [path.name for path in tmp_path.glob("*.secrets")] == [f"{few.db.name}.secrets"]
