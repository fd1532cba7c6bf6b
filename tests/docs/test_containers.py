"""The files for hosting in containers agree with the program: copied packages, mounted files and options."""

import re

import pytest
from places import ROOT

from webui.cli import run

HOST = ROOT / "docs/host"
IMAGE, COMPOSE = ((HOST / name).read_text("utf-8") for name in ("Containerfile", "compose.yaml"))
COMMANDS = re.findall(r"^ +command: \[(.+)\]$", COMPOSE, re.MULTILINE)


def test_the_image_contains_the_four_packages() -> None:
    copied = {name for line in re.findall(r"^COPY (?!--)(.+)$", IMAGE, re.MULTILINE) for name in line.split()[:-1]}
    packages = re.search(r"packages = \[(.+)\]", (ROOT / "pyproject.toml").read_text("utf-8"))
    assert packages is not None
    assert copied >= {"pyproject.toml", "README.md", "LICENSE", *re.findall(r'"(\w+)"', packages[1])}
    assert all((ROOT / name).exists() for name in copied)


def test_every_mounted_file_exists() -> None:
    mounted = re.findall(r"- \./([\w.-]+):", COMPOSE)
    assert len(mounted) == 2
    assert all((HOST / name).is_file() for name in mounted)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_program_knows_every_option(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [word.strip(" '") for word in command.split(",")]
    names = [word for word in words if not word.startswith("--")]
    told = ""
    for size in (2, 1):
        if run([*names[:size], "--help"]) == 0:
            told = capsys.readouterr().out
            break
    assert told
    assert all(re.search(rf"{word}\b", told) for word in words if word.startswith("--"))
