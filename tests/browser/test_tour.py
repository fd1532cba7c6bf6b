"""The tour and the README show the pages as they are now. `python tests/support/tour.py` takes their pictures again."""

import json
import re
from collections.abc import Mapping
from typing import Final

import pytest
from places import DOCS, ROOT
from tour import FOLDER, LARGEST, NOTES, Shot, normal, walked
from windows import Browser

pytestmark = pytest.mark.browser
TOUR: Final = (DOCS / "tutorial" / "first-evening.md").read_text("utf-8")
SHOWN: Final = re.compile(r"\]\((?:docs/tutorial/)?pictures/(\w+)\.png\)")
QUOTED: Final = re.compile(r"(?m)^> (.+)$")


@pytest.fixture(scope="module")
def shots(browser: Browser) -> Mapping[str, Shot]:
    return walked(browser)


def test_pages_have_not_changed_since_their_pictures_were_taken(shots: Mapping[str, Shot]) -> None:
    noted = json.loads(NOTES.read_text("utf-8"))
    stale = [name for name, digest in noted.items() if name not in shots or shots[name].digest != digest]
    assert stale == [], "python tests/support/tour.py takes them anew"


def test_every_picture_exists_is_shown_and_is_small() -> None:
    noted = set(json.loads(NOTES.read_text("utf-8")))
    shown = {*SHOWN.findall(TOUR), *SHOWN.findall((ROOT / "README.md").read_text("utf-8"))}
    assert shown == noted == {path.stem for path in FOLDER.glob("*.png")}
    assert [path.name for path in FOLDER.glob("*.png") if path.stat().st_size > LARGEST] == []


def test_each_quoted_sentence_is_on_its_page(shots: Mapping[str, Shot]) -> None:
    quoted = 0
    for section in TOUR.split("\n## ")[1:]:
        text = " ".join(normal(shots[name].says) for name in SHOWN.findall(section))
        for quote in QUOTED.findall(section):
            quoted += 1
            assert normal(quote) in text, quote
    assert quoted >= 2  # the output of commands is compared in tests/docs/test_command_blocks.py


def test_the_ruling_left_no_violation(shots: Mapping[str, Shot]) -> None:
    assert shots["audit"].says.startswith("1 violation, 2 unverified")
    assert shots["ruled"].says.startswith("No violations, 2 unverified, 1 note")
