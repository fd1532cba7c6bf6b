"""A local folder as a source: each text file is a post.

The form of a folder:

- A post is a file whose name ends in `.txt`. Its name is its id. Posts are in the order of their names, in which
  numbers count as numbers: `9-anna.txt` comes before `10-bob.txt`.
- A post may begin with the lines `From: NAME`, `Date: TIME` and `Answers: FILE`, in any order. TIME is ISO 8601 or
  the form of a mail. Without them, the author is the name of the file without its numbers, and the time is that of
  the last change of the file.
- A reply of the session is a new file `NNNN-cloister-bell.txt`, with its picture in `NNNN-cloister-bell.png`.
- A changed file is an edited post, and a missing file is a deleted one.

Links, devices and folders inside the folder are not read, so nothing outside of the folder is.
"""

import os
import re
import stat
from collections.abc import Iterator, Sequence, Set as AbstractSet
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from replay.chance.clock import iso_moment, now_ms
from replay.importing.archive import MOST_POSTS as MOST_FILES, one_line, plain_text, post_time, require_fits
from replay.importing.kinds import LARGEST, decode_text
from replay.posts.blocks import LONGEST_POST
from replay.sources.source import MOST_POSTS, RECENT, Fetched, Reply, SourceError, SourcePost, id_of_name

KIND: Final = "folder"
FOLDERS: Final = "CLOISTERBELL_FOLDERS"
"""The environment variable with the directories that contain all folders, separated as in `PATH`."""
_OWN: Final = lazy_pattern(r"[0-9]+-cloister-bell\.txt")
_POST: Final = ".txt"
_FIELD: Final = lazy_pattern(r"(From|Date|Answers):[ \t]*([^\n]*)(?:\n|$)", re.IGNORECASE)
_NUMBER: Final = lazy_pattern(r"([0-9]+)")
_LEADING: Final = lazy_pattern(r"[0-9]{1,9}(?![0-9])")
_BEFORE_NAME: Final = lazy_pattern(r"[0-9\s_.#-]*")
_LONGEST_NAME: Final = 120
_LARGEST_POST: Final = 4 * LONGEST_POST  # bytes: a character has at most 4 in UTF-8


class File(NamedTuple):
    """The content of a file, and the time of its last change in milliseconds since 1970."""

    raw: bytes
    changed_ms: int


class UnreadableFileError(Exception):
    """A file was not read. `waits`: it may be readable at the next fetch, so the posts after it wait as well."""

    def __init__(self, why: str, *, waits: bool = False) -> None:
        super().__init__(why)
        self.waits = waits


def recognise(text: str) -> str | None:
    """Return the place of a folder that exists, or None."""
    with suppress(OSError, ValueError, RuntimeError):  # no such user, for example
        path = Path(text).expanduser()
        return str(path.resolve()) if text and path.is_dir() else None
    return None


class FolderSource:
    """A local folder of text files. `is_shared`: the server is for others, so `CLOISTERBELL_FOLDERS` must be set."""

    kind = KIND
    can_reply = True
    can_find = True

    def __init__(self, place: str, secret: str = "", *, is_shared: bool = False) -> None:
        self.place, self._is_shared = place, is_shared
        if secret:
            raise SourceError("a folder needs no token or password", is_lasting=True)

    def check(self) -> tuple[str, ...]:
        """Return what is missing: the right to read the folder, and the right to write replies into it."""
        try:
            with open_folder(self.place, is_shared=self._is_shared):
                can_write = os.access(self.place, os.W_OK)
        except SourceError as error:
            return (str(error),)
        return () if can_write else (f"{self.place} cannot be written, so replies cannot be posted there",)

    def fetch(self, cursor: str, known: AbstractSet[str], *, whole: bool = False) -> Fetched:
        """Return the posts after `cursor`, which is the name of a file, and the last ones before it."""
        with open_folder(self.place, is_shared=self._is_shared) as folder:
            names, notes = _posts_in(folder)
            if known and not names:
                raise SourceError(f"{self.place} contains no posts any more. If it is a mounted disk, mount it again")
            after = [name for name in names if name_order(name) > name_order(cursor)]
            before = names[: len(names) - len(after)]
            wanted = [*(before if whole else before[-RECENT:]), *after]
            posts, more = _read_posts(folder, wanted, notes)
        last = max([*(post.id for post in posts), cursor], key=name_order)
        deleted = sorted(known - set(names), key=name_order)
        return Fetched(
            tuple(posts), last, is_whole=len(posts) == len(names), deleted=tuple(deleted), notes=tuple(notes), more=more
        )

    def reply(self, reply: Reply) -> str:
        """Write a reply as a new file and return its name. No existing file is replaced."""
        with open_folder(self.place, is_shared=self._is_shared) as folder:
            numbers = map(_LEADING.match, _names(folder))
            number = max((int(match[0]) for match in numbers if match), default=0) + 1
            stem, answers = f"{number:04d}-cloister-bell", f"Answers: {reply.answers}\n" if reply.answers else ""
            head = f"From: Cloister Bell\nDate: {iso_moment(now_ms())}\n{answers}"
            try:
                if reply.picture:
                    _write(folder, f"{stem}.png", reply.picture)
                _write(folder, f"{stem}{_POST}", f"{head}\n{reply.text}\n".encode())
            except OSError as error:
                raise SourceError(f"{self.place} cannot be written: {error.strerror or error}") from error
        return f"{stem}{_POST}"

    def find(self, marker: str) -> str:
        """Return the name of our own file that contains `marker`, or ""."""
        with open_folder(self.place, is_shared=self._is_shared) as folder:
            for name in sorted(filter(_OWN.fullmatch, _names(folder)), key=name_order, reverse=True):
                with suppress(UnreadableFileError):
                    if marker.encode() in read_file(folder, name, _LARGEST_POST).raw:
                        return name
        return ""


@contextmanager
def open_folder(place: str, *, is_shared: bool) -> Iterator[int]:
    """Open a folder to read files in it. If it is missing, not allowed, or now a link, raise SourceError."""
    path = Path(place)
    above = [Path(each).resolve() for each in os.environ.get(FOLDERS, "").split(os.pathsep) if each]
    if (above or is_shared) and not set(above) & set(path.parents):
        allowed = f"Allowed: below {', '.join(map(str, above))}" if above else f"The host must set {FOLDERS}"
        raise SourceError(f"this server does not follow the folder {place}. {allowed}", is_lasting=True)
    try:
        if path.resolve(strict=True) != path:
            raise SourceError(f"{place} was replaced by a link, so it is not read", is_lasting=True)
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except (OSError, RuntimeError) as error:
        raise SourceError(f"folder {place} cannot be read: {getattr(error, 'strerror', '') or error}") from error
    try:
        yield folder
    finally:
        os.close(folder)


def name_order(name: str) -> list[tuple[int, int, str]]:
    """Return the sort key of a file name, in which numbers count as numbers."""
    parts = enumerate(_NUMBER.split(name))
    return [(0, int(part), part) if at % 2 else (1, 0, part) for at, part in parts if part]


def listed(folder: int, notes: list[str]) -> list[str]:
    """Return the names of the files in a folder, in order. A note names what is not a file."""
    names = list[str]()
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_file(follow_symlinks=False):
                names.append(entry.name)
            elif entry.is_symlink():
                notes.append(f"{entry.name!a} is a link and was not read")
            elif not entry.is_dir(follow_symlinks=False):
                notes.append(f"{entry.name!a} is a device and was not read")
            if len(names) > MOST_FILES:
                raise SourceError(f"this folder has too many files. It can have at most {MOST_FILES}", is_lasting=True)
    return sorted(names, key=name_order)


def read_file(folder: int, name: str, most: int) -> File:
    """Read a file of at most `most` bytes that nobody is writing. Otherwise raise UnreadableFileError."""
    try:
        with os.fdopen(os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder), "rb") as file:
            before = os.fstat(file.fileno())
            if not stat.S_ISREG(before.st_mode):
                raise UnreadableFileError("it is not a file any more", waits=True)
            raw, after = file.read(most + 1), os.fstat(file.fileno())
    except FileNotFoundError as error:
        raise UnreadableFileError("it was removed while the folder was read", waits=True) from error
    except OSError as error:
        raise UnreadableFileError(f"it cannot be read: {error.strerror or error}") from error
    if (before.st_mtime_ns, before.st_size) != (after.st_mtime_ns, after.st_size):
        raise UnreadableFileError("it was changed while it was read", waits=True)
    if len(raw) > most:
        raise UnreadableFileError(f"it has {after.st_size:,} bytes. A post can have at most {most:,}")
    if not raw.strip():
        raise UnreadableFileError("it is empty", waits=True)
    return File(raw, after.st_mtime_ns // 1_000_000)


def _names(folder: int) -> list[str]:
    with os.scandir(folder) as entries:
        return [entry.name for entry in entries]


def _posts_in(folder: int) -> tuple[list[str], list[str]]:
    notes = list[str]()
    names = [name for name in listed(folder, notes) if not name.startswith(".") and not _OWN.fullmatch(name)]
    return [name for name in names if name.endswith(_POST)], notes


def _read_posts(folder: int, names: Sequence[str], notes: list[str]) -> tuple[list[SourcePost], str]:
    """Read posts up to the first one that waits, or up to the limits of one fetch; also return what is left."""
    posts, size = list[SourcePost](), 0
    for name in names:
        try:
            file = read_file(folder, name, _LARGEST_POST)
            size += len(file.raw)
            if len(posts) == MOST_POSTS or size > LARGEST:
                return posts, f"{len(names) - len(posts)} posts are left for the next fetch"
            posts.append(_post(name, file, notes))
        except UnreadableFileError as error:
            notes.append(f"{name!a}: {error}{'. It and the posts after it wait' if error.waits else ''}")
            if error.waits:
                break
            author = _author(name)
            posts.append(SourcePost(name, author, "", 0, author_id=id_of_name(author), is_cut=True))
    return posts, ""


def _post(name: str, file: File, notes: list[str]) -> SourcePost:
    """Parse a file. A bad name and a file that is not text raise UnreadableFileError."""
    if one_line(name, _LONGEST_NAME) != name:
        raise UnreadableFileError("rename it, with letters, digits, spaces and dashes", waits=True)
    try:
        text = decode_text(file.raw.removeprefix(b"\xef\xbb\xbf")).replace("\r\n", "\n")
        fields, at = dict[str, str](), 0
        while (match := _FIELD.match(text, at)) and match[1].lower() not in fields:
            fields[match[1].lower()], at = match[2].strip(), match.end()
        words = plain_text(text[at:])
        require_fits("it", words)
    except RefusedError as error:
        raise UnreadableFileError(str(error)) from error
    author = fields.get("from", "") or _author(name)
    date = fields.get("date", "")
    on = (post_time(date) or post_time(date, is_mail=True)) if date else None
    if date and on is None:
        notes.append(f"{name!a}: its date cannot be parsed. Write it like 2026-03-04 19:12")
    at_ms = file.changed_ms if on is None else int(on * 1000)
    return SourcePost(name, author, words, at_ms, author_id=id_of_name(author), answers=fields.get("answers", ""))


def _author(name: str) -> str:
    return _BEFORE_NAME.sub("", name.removesuffix(_POST), count=1) or "somebody"


def _write(folder: int, name: str, content: bytes) -> None:
    """Write a new file at once, so that no reader sees a part of it."""
    part = f".{name}.part"
    with suppress(FileNotFoundError):
        os.unlink(part, dir_fd=folder)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    try:
        with os.fdopen(os.open(part, flags, 0o644, dir_fd=folder), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.rename(part, name, src_dir_fd=folder, dst_dir_fd=folder)
        os.fsync(folder)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(part, dir_fd=folder)
