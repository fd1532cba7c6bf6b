"""Laws of all boards: pictures and texts of usual and impossible positions, marked places, and colours."""

import random
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from daleks_tables import table
from game_texts import VIEWS, board_texts
from golden_texts import texts_of
from long_runs import some_short
from parsed_picture import VISIONS, ParsedPicture, both_ways, contrast, lab, least_distance, luminance
from players import quick

from events.events import ALL, OMNISCIENT, Rolled
from events.store.memory import MemoryStore
from projections.contracts import Marks
from projections.drawing.palette import CRIMSON, DARK, DARK_MODE, FONT, GROUND, LIGHT, WHITE
from projections.games.daleks.board.charts import CHARTS
from projections.games.daleks.board.inks import paint
from projections.games.keys.board import layout, pawns
from projections.games.keys.events import effects as k
from projections.games.risk import events as r
from projections.games.risk.board import map as risk_map
from projections.games.risk.board.armies import PAINTS
from projections.registry import registry
from replay.importing.samples import samples, take_in
from replay.reading.provenance import value_at
from replay.reading.timeline import Timeline

SIGNS = set("★☆●○■□▲▼◆→←↑↓↔✓✗…·–×−’“”")
"""Signs in the shipped fonts that are not Latin letters."""
USUAL = {
    "keys": [VIEWS["keys"].HIDDEN], "risk": [VIEWS["risk"].HIDDEN],
    "daleks": [VIEWS["daleks"].CROWD, VIEWS["daleks"].SPARE], "ccg": [VIEWS["ccg"].CROWD, VIEWS["ccg"].SPARE],
}  # fmt: skip
IMPOSSIBLE = {slug: [views.NOBODY, views.ODD] for slug, views in VIEWS.items()}
CASES = [(slug, position) for slug in registry() for position in (*USUAL[slug], *IMPOSSIBLE[slug])]
ODD_MARKS = {
    "keys": (k.PawnMoved("ghost", "zz"), k.TunnelLaid("a1", "b2"), k.PawnTeleported("gone"), k.DoorOpened("zz"),
             k.PawnHeld("", 2)),
    "risk": (r.DaleksMoved("zz", "peru", 3), r.DaleksMoved("peru", "peru", 3), r.DaleksLost("zz", 2),
             r.BattleBegun("", "", "kamchatka", "alaska", 0), Rolled("A", 6, (), "", "typed")),
    "daleks": (), "ccg": (),
}  # fmt: skip
every_position = pytest.mark.parametrize(
    ("slug", "position"), CASES, ids=lambda given: given if type(given) is str else ""
)
every_game = pytest.mark.parametrize("slug", registry())


def drawn(slug: str, position: Any, marks: Marks = Marks()) -> str:
    return registry()[slug].board(position, marks)


@every_position
def test_picture_has_no_external_references(slug: str, position: Any) -> None:
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
def test_text_board_is_printable_and_at_most_80_columns_wide(slug: str, position: Any) -> None:
    text = registry()[slug].view.text(position)
    assert text.encode(errors="strict")
    assert max(map(len, text.splitlines())) <= 80
    assert text.replace("\n", "").isprintable()


@pytest.mark.parametrize(("slug", "position"), CASES, ids=lambda given: given if type(given) is str else "")
def test_draws_impossible_changes_without_an_error(slug: str, position: Any) -> None:
    for before in (*IMPOSSIBLE[slug], *USUAL[slug], "not a position"):
        if before != "not a position" or slug in ("keys", "risk"):
            ET.fromstring(drawn(slug, position, Marks(ODD_MARKS[slug], before)))


@every_position
def test_words_are_large_enough_for_a_phone_and_in_the_shipped_fonts(slug: str, position: Any) -> None:
    picture = ParsedPicture(drawn(slug, position))
    if slug in ("ccg", "daleks", "risk"):
        assert min(float(size) for size in picture.all("font-size")) >= 16
    if position in USUAL[slug]:
        signs = {sign for sign in "".join(picture.root.itertext()) if sign > "\u024f"}
        assert signs <= SIGNS


def test_board_texts_match_the_stored_ones() -> None:
    texts = board_texts()
    assert texts == {key: texts_of("boards", key) for key in texts}


@every_game
def test_two_pictures_on_a_page_have_different_ids(slug: str) -> None:
    one = USUAL[slug][0]
    labels = [ET.fromstring(drawn(slug, each)).get("aria-labelledby") for each in (one, one.replace(step="over"))]
    assert len({*labels}) == 2


@every_game
@pytest.mark.parametrize("seats", [2, 3])
def test_draws_a_random_game_with_its_changes(slug: str, seats: int) -> None:
    if seats not in registry()[slug].meta.seat_counts:
        seats = 2
    before, chooser = None, random.Random(seats)
    for entries, now in quick(slug, seats, seats, 150):
        if before is not None and chooser.random() < 0.15:
            picture = ParsedPicture(drawn(slug, now, Marks(tuple(entry.event for entry in entries), before)))
            keys = picture.all("data-key")
            assert len(keys) == len(set(keys))
            assert max(map(len, registry()[slug].view.text(now).splitlines())) <= 80
        before = now


DALEKS = table(seats=4)
FIVE = ("black", "yellow", "orange", "blue", "white")
SEA, SLOT = risk_map.SEA, layout.SLOT
RISK = [*PAINTS.values()]


@pytest.mark.parametrize(("ink", "ground", "least", "dark"), [
    *((ink, SEA, 4.5, risk_map.DARK_MODE) for ink in (*risk_map.CONTINENT_INKS.values(), DARK)),
    (DARK, LIGHT, 4.5, risk_map.DARK_MODE), (risk_map.LANE, SEA, 3, risk_map.DARK_MODE),
    (WHITE, risk_map.TARDIS_BLUE, 4.5, risk_map.DARK_MODE),
    *((DARK, ground, 4.5, layout.DARK_MODE) for ground in (LIGHT, layout.SHUT, GROUND)),
    (layout.TARDIS, LIGHT, 4.5, layout.DARK_MODE), (SLOT, GROUND, 3, layout.DARK_MODE),
    (SLOT, LIGHT, 3, layout.DARK_MODE),
    (WHITE, layout.BACK, 4.5, layout.DARK_MODE),
])  # fmt: skip
def test_words_are_readable_in_light_and_dark_mode(ink: str, ground: str, least: float, dark: dict[str, str]) -> None:
    assert min(both_ways(ink, ground, dark)) >= least


def test_letters_can_be_read_on_pieces() -> None:
    pairs = [(one.fill, one.ink) for one in (*RISK, *layout.PAINTS.values())]
    for fill, ink in [*pairs, (CRIMSON, "#ffffff"), *((paint(DALEKS, seat).fill, "#ffffff") for seat in DALEKS.seats)]:
        assert contrast(fill, ink) >= 4.5, (fill, ink)


def test_pieces_keep_visible_colours_in_dark_mode() -> None:
    kept = {shown for one in RISK for shown in (one.fill, one.ink)} | {risk_map.TARDIS_BLUE}
    assert not {*DARK_MODE, *risk_map.DARK_MODE} & kept
    assert luminance(risk_map.DARK_MODE[SEA]) < 0.03
    kept = {shown for one in layout.PAINTS.values() for shown in (one.fill, one.ink)}
    kept |= {shown for shape in pawns.SHAPES for shown in (shape.fill, shape.ink)}
    assert not {*DARK_MODE, *layout.DARK_MODE} & kept
    for one in layout.PAINTS.values():
        assert max(contrast(one.fill, DARK_MODE[GROUND]), contrast(DARK_MODE[DARK], DARK_MODE[GROUND])) >= 3


@pytest.mark.parametrize("vision", VISIONS)
def test_seats_look_different(vision: str) -> None:
    assert least_distance([*(PAINTS[army].fill for army in FIVE), SEA], vision) > 18
    assert CHARTS[0].inks is not None
    inks = CHARTS[0].inks(DALEKS)
    assert set(inks) == {"Julie", "Steve", "Kim", "Lee", "Dalek Ship"}
    assert least_distance(inks.values(), vision) >= 20


def test_armies_differ_in_texture_and_in_grey() -> None:
    textures = [one.texture for one in RISK if one is not PAINTS[""]]
    assert len(set(textures)) == len(textures)
    lightness = sorted(116 * luminance(PAINTS[army].fill) ** (1 / 3) - 16 for army in FIVE)
    assert min(other - one for one, other in pairwise(lightness)) > 13
    neutral = ("n1", "n2", "n3")
    assert max(abs(part) for name in neutral for part in lab(PAINTS[name].fill)[1:]) < 12
    lightness = sorted(lab(PAINTS[name].fill)[0] for name in (*neutral, "black", "yellow"))
    assert min(other - one for one, other in pairwise(lightness)) > 8


SAMPLES = {f"{slug}-{one.name}": one for slug in registry() for one in samples(slug)}
SHORT = ("keys-", "risk-rulebook-", "daleks-mistakes", "ccg-rulebook-")
MOVES = {"keys": "pawn-", "risk": "daleks-", "daleks": "tardis-", "ccg": "card-"}
"""Prefix of the keys of a game's pieces."""
LEAST = {"keys": 40, "risk": 50, "daleks": 20, "ccg": 8}
"""Least number of marked places on a board after the set-up."""


@pytest.mark.parametrize("name", some_short(SAMPLES, lambda name: name.startswith(SHORT)))
@pytest.mark.sampled
def test_board_fields_have_names_values_and_unique_keys(name: str) -> None:
    store, slug = MemoryStore(), SAMPLES[name].game
    session = take_in(store, registry(), SAMPLES[name])
    for viewer in (OMNISCIENT, ALL):
        timeline = Timeline.read(store, registry(), session, viewer)
        for seq in sorted({*range(2, timeline.last + 1, 29), timeline.last}):
            board = ParsedPicture(timeline.svg(seq))
            places = [node for node in board.root.iter() if "data-place" in node.attrib]
            for node in places:
                place = node.attrib["data-place"]
                words = node.text if node.tag == "text" else node.findtext("title") or "".join(node.itertext())
                assert (words or "").strip(), place
                assert value_at(timeline, place, timeline.position(seq)), (seq, place)
            keys = board.all("data-key")
            assert len(keys) == len({*keys})
            if seq == timeline.last:
                assert len(places) >= LEAST[slug]
                assert [key for key in keys if key.startswith(MOVES[slug])]
