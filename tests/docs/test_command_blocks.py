"""Run the command blocks of the README, the tutorial and the how-to guides, page by page and in order.

A block that cannot run here has a mark with the reason on the line before it: `<!-- not run: REASON -->`. In an output,
`...` replaces lines.
"""

import io
import os
import re
import shlex
import site
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stdout
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import pocket
import pytest
from flask import Flask
from front_door import copied
from game_packages import forget_games
from places import DOCS, ROOT

from webui.cli import run

README: Final = ROOT / "README.md"
PAGES: Final = [README, *sorted((DOCS / "tutorial").glob("*.md")), *sorted((DOCS / "howto").glob("*.md"))]
MOST_MARKS: Final = 15
FENCED: Final = re.compile(r"(?m)^(?:<!-- not run: (.+) -->\n)? *```(\w*)\n((?s:.*?))^ *```$")
KINDS: Final = ("sh", "console", "cron", "sql")
EXIT_1: Final = ("cloisterbell audit afternoon", "cloisterbell what-if ")
"""The commands that report a violation, or different moves."""
VARIES: Final = re.compile(r"k-[a-z2-7]{26}|[0-9a-z]{12}(?= \(friday\))|(?<=\d:)[0-9a-f]{32}")
"""Texts that differ on every server: secrets of links, ids of sessions, digests."""
THREAD: Final = """\
Julie K. wrote on 4 March 2026 at 19:12:
== Tenth ==
D: ?
P: Kb b1 open (open)
M: >b1
== end ==

Bob wrote on 5 March 2026 at 08:30:
Friday was at {}.
== Twelfth ==
D: ?
P: Kr a7 open (open)
M: >a7
== end ==
"""


class Block(NamedTuple):
    """A fenced block of a page: the reason why it is not run ("" if it is), its language, and its text."""

    mark: str
    kind: str
    text: str

    @property
    def commands(self) -> list[str]:
        """The commands, one a line, without prompts and times."""
        if self.mark or self.kind not in KINDS:
            return []
        lines = self.text.replace("\\\n", " ").splitlines()
        if self.kind == "console":
            return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        return [re.sub(r"^\S+( \*){4} ", "", line) for line in lines]

    @property
    def output(self) -> list[str]:
        if self.kind not in ("console", "text") or self.text.startswith("game: "):
            return []
        return [line for line in self.text.splitlines() if not line.startswith("$ ") and line != "..."]


class Shell:
    """Runs the commands of a page in this process, on a server whose files are in one folder."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.monkeypatch, self.printed = folder, monkeypatch, ""
        self.request: tuple[str, dict[str, str]] = ("/", {})
        monkeypatch.chdir(folder)
        for name in [name for name in os.environ if name.startswith("CLOISTERBELL_")]:
            monkeypatch.delenv(name)
        monkeypatch.setattr("webui.serve.serve", self.answer_once)
        for name in ("webhook", "mail"):
            monkeypatch.setattr(f"webui.commands.notices_due.send_{name}", lambda *_: None)

    def __call__(self, line: str) -> None:
        """Run a line of a page with the folders, checkpoint, key and link of this server.

        Raises:
            AssertionError: the exit status is not the expected one.
        """
        words = shlex.split(re.sub(r"[0-9a-f]{12,32}|\d+:[0-9a-f]{32}", self.own, line), comments=True)
        words = [os.path.expandvars(word.replace("/srv/", f"{self.folder}/srv/")) for word in words]
        file = words.pop() if ">" in words else ""
        self.monkeypatch.setattr("sys.stdin", io.StringIO("y\n" * 9))
        with redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")) as out:
            status = self.execute(line, [word for word in words if word != ">"])
        out.seek(0)
        printed = out.read()
        assert status == line.startswith(EXIT_1), (line, printed)
        self.printed += printed
        if file:
            Path(file).write_text(printed, "utf-8")

    @property
    def checkpoint(self) -> str:
        return str(re.findall(r"checkpoint (\d+:[0-9a-f]{32})", self.printed)[-1])

    def own(self, shown: re.Match[str]) -> str:
        """Return this server's checkpoint, key fingerprint or id of a link for the one on the page."""
        if ":" in shown[0]:
            return self.checkpoint
        if len(shown[0]) == 32:
            return str(re.findall(r"fingerprint ([0-9a-f]{32})", self.printed)[-1])
        self("cloisterbell invite friday --list")
        return str(re.findall(r"(?m)^([0-9a-f]{12}) .+UTC$", self.printed)[-1])

    def execute(self, line: str, words: list[str]) -> int:
        match words:
            case [".", ".venv/bin/activate"]:
                return 0
            case ["cloisterbell", *arguments]:
                return run(arguments)
            case ["pip", "install", "-e", project]:
                self.install(project)
                return 0
            case ["python3", "check_dice.py", *arguments]:
                return int(pocket.loaded().main(*arguments))
            case ["curl", *options, url]:
                address = urlsplit(url)
                headers = [header.split(": ") for option, header in pairwise(options) if option == "-H"]
                self.request = address._replace(scheme="", netloc="").geturl(), dict(headers)
                return run(["serve", "--base", f"{address.scheme}://{address.netloc}"])
            case ["select", *_]:
                with closing(sqlite3.connect("sessions.sqlite")) as database:
                    database.execute(line)
                return 0
        name = re.match(r"(?:export )?(CLOISTERBELL_\w+)=", line)
        assert name, f"{line}: this test does not know the program. Add it, or mark the block"
        done = subprocess.run(["sh", "-c", f'{line}\nprintf %s "${name[1]}"'], capture_output=True, check=False)
        self.monkeypatch.setenv(name[1], done.stdout.decode())
        return done.returncode

    def install(self, project: str) -> None:
        """Install a package in a folder of this test, and use its game as the next process would."""
        pip = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--no-build-isolation"]
        subprocess.run([*pip, "--prefix", self.folder / "prefix", "-e", project], check=True, capture_output=True)
        self.monkeypatch.setattr(sys, "path", [*sys.path])
        (packages,) = (self.folder / "prefix").rglob("site-packages")
        site.addsitedir(str(packages))
        forget_games()

    def answer_once(
        self, make: Callable[[], Flask], _host: str, port: int, begun: Callable[[int], Any], _log: str
    ) -> None:
        """Answer one request instead of serving until interrupted."""
        begun(port)
        path, headers = self.request
        answer = make().test_client().get(path, headers=headers)
        assert answer.status_code == 200, answer.text
        self.served = answer.text


def blocks(page: Path) -> list[Block]:
    return [Block(mark, kind, dedent(text)) for mark, kind, text in FENCED.findall(page.read_text("utf-8"))]


def prepare(shell: Shell, page: Path) -> None:
    """Write the session and the files that a page takes for granted: `friday` with two turns, unless it begins one."""
    (session,) = (block.text for block in blocks(README) if block.text.startswith("game: "))
    legal = session.replace("D: none", "D: ?")
    Path("afternoon.txt").write_text(session, "utf-8")
    shell("cloisterbell db key --make")
    Path("posts").mkdir()
    Path("posts/1.txt").write_text(
        "".join(block.text for block in blocks(page) if block.text.startswith("From: ")), "utf-8"
    )
    match page.stem:
        case "README" | "moderate" | "follow-a-thread":
            return
        case "add-a-game":
            (post,) = (block.text for block in blocks(page) if block.text.startswith("== Ann"))
            Path("turn.txt").write_text(post, "utf-8")
            return
        case "post-a-turn":
            Path("post.txt").write_text("== Tenth ==\nD: ?\n== end ==\n", "utf-8")
            shell("cloisterbell new keys --seats tenth,twelfth --alias friday --option first=tenth")
            return
        case "first-evening":
            Path("afternoon.txt").write_text(session.replace("afternoon", "evening"), "utf-8")
            shell("cloisterbell import afternoon.txt --alias evening")
            shell("cloisterbell correct evening 'FIX 2.1: D: ?' --reason 'The draw is compulsory.'")
            return
        case "corrections":
            shell("cloisterbell import afternoon.txt --alias friday")
            return
    Path("thread.txt").write_text(legal, "utf-8")
    shell("cloisterbell import thread.txt --alias friday")
    if page.stem == "import-a-thread":
        Path("thread.txt").write_text(THREAD.format(shell.checkpoint), "utf-8")
    for folder in ("archive", "club", "srv/bell", "srv/backups"):
        Path(folder).mkdir(parents=True)
    for file in ("friday.jsonl", "archive/april.jsonl", "club/may.jsonl"):
        shell(f"cloisterbell export friday {file}")
    for file in ("club.db", "srv/bell/club.db"):
        copied(Path("cloisterbell.db"), Path(file))


@pytest.fixture
def no_further_games() -> Iterator[None]:
    """After the test, forget the game that a page has installed."""
    yield
    forget_games()


@pytest.mark.sampled
@pytest.mark.usefixtures("no_further_games")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(tmp_path, monkeypatch)
    prepare(shell, page)
    for command in [command for block in blocks(page) for command in block.commands]:
        shell(command)
    shown = [line for block in blocks(page) for line in block.output]
    assert [line for line in shown if VARIES.sub("*", line) not in VARIES.sub("*", shell.printed)] == []


def test_only_few_command_blocks_are_skipped() -> None:
    assert all(2 * len(blocks(page)) == page.read_text("utf-8").count("```") for page in PAGES)
    marked = [block for page in PAGES for block in blocks(page) if block.mark]
    assert len(marked) <= MOST_MARKS
    assert all(block.kind in KINDS for block in marked)
