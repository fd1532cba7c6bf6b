"""A folder as a source: its form, edits, deletions, replies, and that nothing outside of it is read."""

import os
from pathlib import Path

import pytest
from refusals import refuses

from replay.posts.blocks import LONGEST_POST
from replay.sources import folder as folders
from replay.sources.folder import FOLDERS, FolderSource, recognise
from replay.sources.source import RECENT, Fetched, Reply, SourceError, SourcePost

DATED = "From: Julie K.\nDate: 2026-03-04T19:12:00+01:00\nAnswers: 1-sam.txt\n\nKb c2 open\n"
NONE = frozenset[str]()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    path = tmp_path / "thread"
    path.mkdir()
    return path


def source(place: Path) -> FolderSource:
    return FolderSource(recognise(str(place)) or "")


def write(place: Path, *names: str, text: str = "Hello.\n") -> None:
    for name in names:
        (place / name).write_text(text, encoding="utf-8")


def ids(fetched: Fetched) -> list[str]:
    return [post.id for post in fetched.posts]


def test_reads_author_time_and_answer_from_the_first_lines(place: Path) -> None:
    write(place, "2-x.txt", text=DATED)
    assert source(place).fetch("", NONE).posts == (
        SourcePost("2-x.txt", "Julie K.", "Kb c2 open", 1_772_647_920_000, "Julie K.", answers="1-sam.txt"),
    )


@pytest.mark.parametrize(("name", "author"), [
    ("0007-anna.txt", "anna"), ("2026-03-04 Julie K.txt", "Julie K"), ("12.txt", "somebody"), ("sam.txt", "sam"),
])  # fmt: skip
def test_reads_author_and_time_from_the_file(place: Path, name: str, author: str) -> None:
    write(place, name, text="\ufeffFrom now on: Date: none\r\nI pass.\r\n")
    os.utime(place / name, ns=(0, 1_772_647_920_123_456_789))
    (post,) = source(place).fetch("", NONE).posts
    assert (post.author, post.author_id, post.at_ms, post.proof) == (author, author, 1_772_647_920_123, "none")
    assert post.text == "From now on: Date: none\nI pass."


@pytest.mark.parametrize(
    "name", ["-Rory-", "Rory,", "Rory\u200b", "Rory\ufeff", "Rory\u2060", f"Rory{' of the North' * 9}"]
)
def test_a_name_like_that_of_another_author_has_another_id(place: Path, name: str) -> None:
    write(place, "1-x.txt", text="From: Rory\n\nI pass.\n")
    write(place, "2-x.txt", text=f"From: {name}\n\nI pass.\n")
    first, second = source(place).fetch("", NONE).posts
    assert (first.author_id, first.author, second.author) == ("Rory", "Rory", name)
    assert second.author_id.startswith("Rory")
    assert second.author_id != "Rory"


def test_numbers_in_names_count_as_numbers(place: Path) -> None:
    write(place, "10-b.txt", "9-a.txt", "x.txt", "0011-c.txt", "notes.md", ".12-d.txt")
    assert ids(source(place).fetch("", NONE)) == ["9-a.txt", "10-b.txt", "0011-c.txt", "x.txt"]


def test_fetches_new_posts_and_the_last_ones_again(place: Path) -> None:
    names = [f"{number}-a.txt" for number in range(1, 71)]
    write(place, *names)
    first = source(place).fetch("", NONE)
    assert (ids(first), first.cursor, first.is_whole) == (names, "70-a.txt", True)
    write(place, "71-b.txt", "69-late.txt")
    write(place, "60-a.txt", text="Edited.")
    (place / "3-a.txt").unlink()
    then = source(place).fetch(first.cursor, set(names))
    assert (len(then.posts), then.cursor, then.deleted) == (RECENT + 1, "71-b.txt", ("3-a.txt",))
    assert ids(then)[-4:] == ["69-a.txt", "69-late.txt", "70-a.txt", "71-b.txt"]
    assert [post.id for post in then.posts if post.text == "Edited."] == ["60-a.txt"]
    assert (then.is_whole, then.has_gap) == (False, False)
    whole = source(place).fetch(then.cursor, set(names), whole=True)
    assert (len(whole.posts), whole.is_whole) == (71, True)


def test_an_empty_folder_after_posts_is_an_error(place: Path) -> None:
    refuses(SourceError, "contains no posts any more", source(place).fetch, "1-a.txt", {"1-a.txt"})


@pytest.mark.parametrize(("content", "says"), [
    (b"caf\xe9", "not UTF-8"), (b"\xff\xfea\0", "not UTF-8"), (b"a\0b", "contains a NUL"),
    (b"x" * (LONGEST_POST + 1), "can have at most"), (b"x" * (4 * LONGEST_POST + 1), "can have at most"),
])  # fmt: skip
def test_an_unreadable_file_is_a_cut_post(place: Path, content: bytes, says: str) -> None:
    write(place, "1-a.txt", "3-c.txt")
    (place / "2-b.txt").write_bytes(content)
    fetched = source(place).fetch("", NONE)
    assert [(post.id, post.is_cut) for post in fetched.posts] == [
        ("1-a.txt", False), ("2-b.txt", True), ("3-c.txt", False),
    ]  # fmt: skip
    (note,) = fetched.notes
    assert "2-b.txt" in note
    assert says in note


def test_an_empty_file_and_later_posts_wait(place: Path) -> None:
    write(place, "1-a.txt", "3-c.txt")
    (place / "2-b.txt").touch()
    fetched = source(place).fetch("", NONE)
    assert (ids(fetched), fetched.cursor, fetched.is_whole) == (["1-a.txt"], "1-a.txt", False)
    assert "is empty" in fetched.notes[0]
    write(place, "2-b.txt")
    assert ids(source(place).fetch(fetched.cursor, {"1-a.txt"})) == ["1-a.txt", "2-b.txt", "3-c.txt"]


@pytest.mark.parametrize("change", ["grows", "goes", "becomes a link", "becomes a device"])
def test_a_file_that_changes_during_the_fetch_waits(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    write(place, "1-a.txt", "2-b.txt", "3-c.txt")
    second, listed = place / "2-b.txt", folders.listed

    def changed(folder: int, notes: list[str]) -> list[str]:
        names = listed(folder, notes)
        second.unlink()
        if change == "becomes a link":
            second.symlink_to(tmp_path / "elsewhere")
        elif change == "becomes a device":
            os.mkfifo(second)
        return names

    if change == "grows":
        fstat, seen = os.fstat, list[int]()

        def growing(file: int) -> os.stat_result:
            seen.append(file)
            if len(seen) == 4:
                write(place, "2-b.txt", text="more than before")
            return fstat(file)

        monkeypatch.setattr("os.fstat", growing)
    else:
        monkeypatch.setattr(folders, "listed", changed)
    fetched = source(place).fetch("", NONE)
    monkeypatch.undo()
    if change == "becomes a link":
        assert [post.id for post in fetched.posts if post.is_cut] == ["2-b.txt"]
    else:
        assert (ids(fetched), fetched.cursor) == (["1-a.txt"], "1-a.txt")
    assert "2-b.txt" in fetched.notes[0]


def test_reads_nothing_outside_of_the_folder(place: Path, tmp_path: Path) -> None:
    write(tmp_path, "secret.txt", text="the password")
    write(place, "1-a.txt")
    (place / "2-b.txt").symlink_to(tmp_path / "secret.txt")
    (place / "3-c.txt").symlink_to(tmp_path)
    (place / "4-d.txt").mkdir()
    os.mkfifo(place / "5-e.txt")
    fetched = source(place).fetch("", NONE)
    assert ids(fetched) == ["1-a.txt"]
    assert sorted(note.partition(" ")[0] for note in fetched.notes) == ["'2-b.txt'", "'3-c.txt'", "'5-e.txt'"]
    followed = source(place)
    place.rename(tmp_path / "moved")
    place.symlink_to(tmp_path)
    for act in (lambda: followed.fetch("", NONE), lambda: followed.find("password")):
        refuses(SourceError, "was replaced by a link", act)
    assert followed.check() != ()


@pytest.mark.parametrize("name", ["2-a,b.txt", "2-a\nb.txt", "2-" + "x" * 130 + ".txt", b"2-\xff.txt"])
def test_a_file_with_an_unusable_name_waits(place: Path, name: str | bytes) -> None:
    write(place, "1-a.txt", "3-c.txt")
    Path(os.fsdecode(os.fsencode(place) + b"/" + os.fsencode(name))).write_text("Hi", encoding="utf-8")
    fetched = source(place).fetch("", NONE)
    assert ids(fetched) == ["1-a.txt"]
    assert "rename it" in fetched.notes[0]
    assert fetched.notes[0].isprintable()


def test_limits_the_posts_and_bytes_of_one_fetch(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(place, *(f"{number}-a.txt" for number in range(1, 8)))
    monkeypatch.setattr(folders, "MOST_POSTS", 3)
    first = source(place).fetch("", NONE)
    assert (len(first.posts), first.more, first.is_whole) == (3, "4 posts are left for the next fetch", False)
    monkeypatch.setattr(folders, "LARGEST", 20)
    assert ids(source(place).fetch("", NONE)) == ["1-a.txt", "2-a.txt"]
    monkeypatch.setattr(folders, "MOST_FILES", 5)
    refuses(SourceError, "too many files", source(place).fetch, "", NONE)


def test_a_reply_is_a_new_file_and_no_post(place: Path) -> None:
    write(place, "0009-anna.txt")
    followed = source(place)
    assert followed.check() == ()
    name = followed.reply(Reply("Tenth moves.\n9:02fc", "9:02fc", answers="0009-anna.txt", picture=b"PNG"))
    assert name == "0010-cloister-bell.txt"
    assert (place / "0010-cloister-bell.png").read_bytes() == b"PNG"
    text = (place / name).read_text(encoding="utf-8")
    assert text.startswith("From: Cloister Bell\nDate: ")
    assert text.endswith("\nAnswers: 0009-anna.txt\n\nTenth moves.\n9:02fc\n")
    assert followed.reply(Reply("Next", "x")) == "0011-cloister-bell.txt"
    assert (followed.find("9:02fc"), followed.find("never written")) == (name, "")
    assert ids(followed.fetch("", NONE)) == ["0009-anna.txt"]
    assert [path.name for path in place.iterdir() if path.name.startswith(".")] == []


def test_a_failed_reply_leaves_no_file(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    refuses(SourceError, "cannot be written: No space left", source(place).reply, Reply("a", "a", picture=b"PNG"))
    assert list(place.iterdir()) == []


def test_a_shared_server_follows_only_folders_below_the_named_ones(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(place, "1-a.txt")

    def shared() -> list[str]:
        return ids(FolderSource(str(place), is_shared=True).fetch("", NONE))

    refuses(SourceError, "The host must set CLOISTERBELL_FOLDERS", shared)
    for elsewhere in (place, tmp_path / "thr", tmp_path / "thread" / ".." / "other"):
        monkeypatch.setenv(FOLDERS, str(elsewhere))
        refuses(SourceError, "does not follow the folder", shared)
        refuses(SourceError, "does not follow the folder", source(place).fetch, "", NONE)
    monkeypatch.setenv(FOLDERS, f"/nowhere{os.pathsep}{tmp_path}")
    assert shared() == ["1-a.txt"]


def test_recognises_only_folders_that_exist(place: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(place)
    assert recognise(str(link)) == recognise(f"{place}/") == str(place.resolve())
    write(place, "1-a.txt")
    for other in (f"{place}/1-a.txt", f"{place}/none", f"file://{place}", "", "\0", "a" * 5_000):
        assert recognise(other) is None, other
    refuses(SourceError, "No such file", FolderSource(f"{place}/none").fetch, "", NONE)
    refuses(SourceError, "needs no token", FolderSource, str(place), "token")
