"""Laws of the board pictures and text boards of all games, on usual and on impossible positions."""

import random
import re
from importlib import import_module
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from parsed_picture import ParsedPicture
from players import quick

from events.facts import Rolled
from projections.drawing.palette import FONT
from projections.games.keys import facts as k
from projections.games.risk import facts as r
from projections.shelf import shelf
from projections.terms import Marks

SIGNS = set("★☆●○■□▲▼◆→←↑↓↔✓✗…·–×−’“”")
"""Signs beside Latin letters that the shipped fonts have."""
VIEWS = {slug: import_module(f"{slug}_views") for slug in shelf()}
USUAL = {
    "keys": [VIEWS["keys"].HIDDEN],
    "risk": [VIEWS["risk"].HIDDEN],
    "daleks": [VIEWS["daleks"].CROWD, VIEWS["daleks"].SPARE],
    "ccg": [VIEWS["ccg"].CROWD, VIEWS["ccg"].SPARE],
}
IMPOSSIBLE = {slug: [views.NOBODY, views.ODD] for slug, views in VIEWS.items()}
CASES = [(slug, position) for slug in shelf() for position in (*USUAL[slug], *IMPOSSIBLE[slug])]
ODD_MARKS = {
    "keys": (
        k.PawnMoved("ghost", "zz"),
        k.TunnelLaid("a1", "b2"),
        k.PawnTeleported("gone"),
        k.DoorOpened("zz"),
        k.PawnHeld("", 2),
    ),
    "risk": (
        r.DaleksMoved("zz", "peru", 3),
        r.DaleksMoved("peru", "peru", 3),
        r.DaleksLost("zz", 2),
        r.BattleBegun("", "", "kamchatka", "alaska", 0),
        Rolled("A", 6, (), "", "typed"),
    ),
    "daleks": (),
    "ccg": (),
}
every_position = pytest.mark.parametrize(
    ("slug", "position"), CASES, ids=lambda given: given if type(given) is str else ""
)
every_game = pytest.mark.parametrize("slug", shelf())


def drawn(slug: str, position: Any, marks: Marks = Marks()) -> str:
    return shelf()[slug].view.draw(position, marks)


@every_position
def test_picture_needs_nothing_but_itself(slug: str, position: Any) -> None:
    markup = drawn(slug, position)
    root = ET.fromstring(markup)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert not re.search(r"<(style|script|image|foreignObject)|\s(style|class|on\w+)=", markup)
    assert set(re.findall(r"\w+://[^\"]+", markup)) == {"http://www.w3.org/2000/svg"}
    assert set(re.findall(r'(?:href="|url\()(.)', markup)) <= {"#"}
    ids = re.findall(r' id="([^"]+)"', markup)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#([\w-]+)', markup)) <= set(ids)
    assert {node.get("font-family") for node in root.iter()} == {None, FONT}
    assert [root.get("aria-labelledby"), root.get("aria-describedby")] == [root[0].get("id"), root[1].get("id")]
    assert not {"<b>", "<i>", "\x00"} & set(re.findall(r"<[bi]>|\x00", markup)), "names are escaped"


@every_position
def test_text_board_is_80_columns_of_printable_signs(slug: str, position: Any) -> None:
    text = shelf()[slug].view.text(position)
    assert text.encode(errors="strict")
    assert max(map(len, text.splitlines())) <= 80
    assert text.replace("\n", "").isprintable()


@pytest.mark.parametrize(("slug", "position"), CASES, ids=lambda given: given if type(given) is str else "")
def test_impossible_marks_are_drawn(slug: str, position: Any) -> None:
    for before in (*IMPOSSIBLE[slug], *USUAL[slug], "not a position"):
        if before != "not a position" or slug in ("keys", "risk"):
            ET.fromstring(drawn(slug, position, Marks(ODD_MARKS[slug], before)))


@every_position
def test_words_are_large_enough_for_a_phone_and_in_the_shipped_fonts(slug: str, position: Any) -> None:
    picture = ParsedPicture(drawn(slug, position))
    if slug in ("ccg", "daleks"):
        assert min(float(size) for size in picture.all("font-size")) >= 16
    if position in USUAL[slug]:
        signs = {sign for sign in "".join(picture.root.itertext()) if sign > "\u024f"}
        assert signs <= SIGNS


@every_game
def test_two_pictures_on_a_page_keep_their_names_apart(slug: str) -> None:
    one = USUAL[slug][0]
    labels = [ET.fromstring(drawn(slug, each)).get("aria-labelledby") for each in (one, one.replace(step="over"))]
    assert len({*labels}) == 2


@every_game
@pytest.mark.parametrize("seats", [2, 3])
def test_random_game_is_drawn_with_what_changed(slug: str, seats: int) -> None:
    if seats not in shelf()[slug].meta.seat_counts:
        seats = 2
    before, chooser = None, random.Random(seats)
    for entries, now in quick(slug, seats, seats, 150):
        if before is not None and chooser.random() < 0.15:
            picture = ParsedPicture(drawn(slug, now, Marks(tuple(entry.fact for entry in entries), before)))
            keys = picture.all("data-key")
            assert len(keys) == len(set(keys))
            assert max(map(len, shelf()[slug].view.text(now).splitlines())) <= 80
        before = now
