"""The old threads in this folder: what kind each is, the recording that tells of the same game, who wrote in it."""

from pathlib import Path

from places import TESTS

import projections
from replay.posts.fences import read_file

ARCHIVES = TESTS / "replay/archives"
GAMES = Path(projections.__file__).parent / "games"
CASES = {
    "keys-forum.txt": ("thread", "keys/recordings/observer.txt"),
    "keys-list.mbox": ("mail", "keys/recordings/mistakes.txt"),
    "risk-channel.json": ("discord", "risk/recordings/rulebook-battle.txt"),
    "risk-api.json": ("discord", "risk/recordings/rulebook-battle.txt"),
}
PEOPLE = {
    "keys-forum.txt": {"Recorder_Player": "second", "coat_of_colours": "sixth", "eight_and_counting": "eighth"},
    "keys-list.mbox": {"agnes@oban.example": "sixth", "Leo (Brighton)": "seventh"},
    "risk-channel.json": {"Femi": "black", "Lotte van D.": "yellow", "harriet.b": "orange"},
    "risk-api.json": {"femi_o": "black", "103": "yellow", "Harriet": "orange"},
}


def header(name: str) -> dict[str, str]:
    return dict(read_file((GAMES / CASES[name][1]).read_text("utf-8")).header)
