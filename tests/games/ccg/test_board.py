"""The picture of the card game: everything is there, nothing hidden is, nothing covers another, always well-formed."""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise, product
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest
from ccg_tables import CROWD, NOBODY, ODD, SEATS, SPARE, J, Picture, S, crowd, lay, seen, watchers
from parsed_picture import contrast
from recordings import recording

from projections.contracts import Marks
from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import ATTACK, BLACK, DARK, DARK_MODE as SHARED_DARK_MODE, GROUND, LIGHT, SOFT
from projections.drawing.text_width import wide, wrapped
from projections.games.ccg.board.appearance import printed
from projections.games.ccg.board.draw import draw
from projections.games.ccg.board.faces import PLAIN
from projections.games.ccg.board.glyphs import FAMILIES, MEANINGS, PATHS, SAME, emblems
from projections.games.ccg.board.inks import ARTS, ASKED, DARK_MODE, FRAMES, NEW, PLATE_INKS, TURN, WHITE, ZONE_INKS
from projections.games.ccg.board.layout import FULL as WHOLE, HALF, LONE, MOST, STRIP, TILE
from projections.games.ccg.board.lines import ties
from projections.games.ccg.board.text import card_words, text
from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.events.moves import MOVES
from projections.games.ccg.state.names import CODES, card_name, face_name
from projections.games.ccg.state.position import Announcement, Change, Doom, Fight, Hit, Position
from projections.window import Window
from replay.reading.provenance import why

Box = tuple[float, float, float, float]
FULL = seen(*(lay(at, "dulciens", J, "past") for at in range(1, 12)), watchers()[3].replace(n=12))
"""Eleven cards of one side of a zone, more than rules allow."""
TAGGED = seen(
    lay(1, "romana", J, owner=S, turn=4, sided=True, locked=True, kept="save"),
    lay(2, "romana", S, turn=4, sided=True, rivals=True, locked=True, kept="regenerate"),
    lay(3, "yeti", S, owner=J), stack=(Doom((1, 2)), Announcement(1, S, "daemons", 3, targets=(1, 3))),
)  # fmt: skip
"""Cards with more states than there is room for in words."""


def box(picture: Picture, number: int) -> Box:
    """Left, top, width and height of a card on the whole board."""
    panel = next(group for group in picture.root if any(one.get("data-card") == str(number) for one in group.iter()))
    node = picture.node("data-card", str(number))
    left, top = offset(panel)
    x, y = offset(node)
    frame = next((use.get("href", "") for use in node.iter("use") if "frame" in use.get("href", "")), "")
    if frame:
        broad, high = map(float, re.findall(r"[0-9.]+", frame))
    else:
        rect = next(part for part in node.iter("rect") if part.get("fill") != "none")
        broad, high = float(rect.get("width", 0)), float(rect.get("height", 0))
    return (left + x, top + y, broad, high)


def offset(node: ET.Element) -> tuple[float, float]:
    x, y = re.findall(r"-?[0-9.]+", node.get("transform", ""))
    return (float(x), float(y))


class Words(NamedTuple):
    """A text on a card: what it says, how far left and right it reaches, its base line and its size."""

    text: str
    left: float
    right: float
    base: float
    size: float


def words_on(picture: Picture, number: int) -> list[Words]:
    return [*_words(picture.node("data-card", str(number)), 16)]


def _words(node: ET.Element, size: float) -> Iterator[Words]:
    size = float(node.get("font-size", size))
    if node.tag == "text":
        words = node.text or ""
        room = min(wide(words, size), float(node.get("textLength", 9999)))
        room *= 1 if node.get("font-weight") == "bold" else PLAIN
        left = (
            float(node.get("x", "0")) - {"start": 0, "middle": room / 2, "end": room}[node.get("text-anchor", "start")]
        )
        yield Words(words, left, left + room, float(node.get("y", 0)), size)
    for part in node:
        yield from _words(part, size)


def said_on(picture: Picture, number: int) -> list[str]:
    return [one.text for one in words_on(picture, number)]


def apart(one: Box, other: Box) -> bool:
    left, top = max(one[0], other[0]), max(one[1], other[1])
    return left >= min(one[0] + one[2], other[0] + other[2]) or top >= min(one[1] + one[3], other[1] + other[3])


@pytest.mark.parametrize("position", [CROWD, NOBODY, ODD, FULL])
def test_every_card_is_drawn_once(position: Position) -> None:
    for before in (None, ODD, CROWD, NOBODY):
        cards = Picture(position, before=before).all("data-card")
        assert sorted(map(int, cards)) == sorted(card.n for card in position.play)


@pytest.mark.parametrize("position", [CROWD, SPARE, ODD, FULL])
def test_no_card_covers_another(position: Position) -> None:
    picture = Picture(position)
    boxes = {one.n: box(picture, one.n) for one in position.play}
    across, high = map(float, picture.root.get("viewBox", "").split()[2:])
    for (number, one), (other, two) in combinations(boxes.items(), 2):
        assert apart(one, two), (number, other)
    for left, top, broad, tall in boxes.values():
        assert left >= 0
        assert left + broad <= across
        assert top >= 0
        assert top + tall <= high


@pytest.mark.parametrize("position", [CROWD, SPARE, ODD, FULL, TAGGED])
def test_words_stay_within_their_cards_without_overlap(position: Position) -> None:
    picture = Picture(position)
    for one in position.play:
        _, _, broad, tall = box(picture, one.n)
        found = words_on(picture, one.n)
        for words in found:
            assert words.left >= 0, words
            assert words.right <= broad + 0.5, words
            assert words.size * 0.7 <= words.base <= tall - 2, words
            assert words.size >= 16, words
        for above, below in combinations(sorted(found, key=lambda words: words.base), 2):
            beside = above.right <= below.left + 0.5 or below.right <= above.left + 0.5
            assert beside or below.base - above.base >= min(16, below.size * 0.85) - 1, (one.n, above, below)


def panels(position: Position, before: Position | None = None) -> dict[str, Panel]:
    return {panel.name: panel for panel in draw(position, Marks((), before))}


def test_board_is_drawn_as_readable_panels_in_three_columns() -> None:
    found = panels(CROWD)
    assert [*found] == [
        "status", "pending", "seats", "zone-past", "zone-present", "legend", "zone-future", "hands",
    ]  # fmt: skip
    assert {(panel.size[0], panel.letters) for panel in found.values()} == {(COLUMN, 16)}
    assert [found[f"zone-{zone}"].column for zone in ZONES] == [1, 2, 3]
    assert [name for name, panel in found.items() if panel.folded] == ["legend"]
    assert found["status"].desc
    assert not any(panel.desc for name, panel in found.items() if name != "status")
    assert "pending" not in panels(SPARE)
    assert "hands" not in panels(SPARE)
    ids = re.findall(r' id="([^"]*)"', Picture(CROWD).markup)
    assert len(ids) == len({*ids})


def test_fullest_zones_fit_a_laptop() -> None:
    for position in (crowd(stack=()), seen(*(lay(at, "bok", side, zone) for at, (side, zone, _) in enumerate(
        product(SEATS, ZONES, range(6)), 1)))):  # fmt: skip
        for column in (1, 2, 3):
            stack = [one for one in draw(position) if one.column == column and not one.folded and one.name != "status"]
            assert sum(panel.size[1] + 8 for panel in stack) <= 1040


def test_cards_take_the_whole_width_of_their_zone() -> None:
    heights = []
    for count in range(15):
        cards = [lay(at, "bok", J, sided=at == 1) for at in range(1, count + 1)]
        picture = Picture(seen(*cards))
        boxes = [box(picture, at) for at in range(1, count + 1)]
        tiles, named = boxes[:MOST], boxes[MOST:]
        halves = [one for one in tiles if one[3] == TILE]
        assert {one[2] for one in halves} <= {HALF}
        assert len(halves) == len(tiles) // 2 * 2, "a lone card has its row"
        assert all((broad, high) == (WHOLE, LONE) for _, _, broad, high in tiles[len(halves) :])
        assert all(high == STRIP for *_, high in named), "the others are only named"
        assert all(said_on(picture, at) == [f"Bok #{at}", "1/1/1"] for at in range(MOST + 1, count + 1))
        heights.append(panels(seen(*cards))["zone-present"].size[1])
    assert heights == sorted(heights)
    assert picture_words(Picture(seen()), "data-zone", "past") == ["Pa", "Past", "Steve 0", "Julie 0"]


def test_a_sided_card_is_turned_and_labelled() -> None:
    picture = Picture(seen(lay(1, "yeti", S), lay(2, "bok", S, sided=True), lay(3, "bok", J, sided=True, rivals=True)))

    def shape(number: int) -> tuple[float, float]:
        uses = (use.get("href", "") for use in picture.node("data-card", str(number)).iter("use"))
        across, high = map(float, re.findall(r"[0-9.]+", next(href for href in uses if "-small-" in href)))
        return (across, high)

    assert shape(1)[0] < shape(1)[1]
    assert shape(2) == shape(1)[::-1]
    for number, sentence in ((2, "Sided"), (3, "Sided by rival")):
        assert shape(number)[0] > shape(number)[1]
        assert sentence in said_on(picture, number)
        assert said_on(picture, number)[0] == "Present Alien"


def test_a_card_shows_its_name_frame_values_and_effect() -> None:
    picture = Picture(
        SPARE.replace(play=(*SPARE.play, lay(11, "k9", J), lay(12, "?", S), lay(13, "davros", S, "future")))
    )
    told = {number: said_on(picture, number) for number in (8, 9, 11, 12, 13)}
    assert told[8] == ["Present Robot", "Yeti", "2", "2", "0"]
    assert told[9][:2] == ["Resource", "SIDRAT"]
    assert told[9][2].startswith("Side it")
    assert told[11][:5] == ["Timeless Assistant Robot", "★K9", "1", "1", "2"]
    assert told[12] == ["Card", "Unknown card"]
    assert told[13][:5] == ["Future Alien", "★Davros", "2", "3", "1"]
    nodes = {number: picture.node("data-card", str(number)) for number in (8, 9, 11)}
    used = {number: [use.get("href", "") for use in node.iter("use")] for number, node in nodes.items()}
    assert used[8][0].startswith("#ccg-frame-present-")
    assert used[8][2] == "#ccg-robot"
    assert (used[9][2:], used[11][2:4]) == (["#ccg-travel"], ["#ccg-assistant", "#ccg-robot"])
    frame = picture.node("id", used[8][0].removeprefix("#"))
    assert FRAMES["present"].fill in [rect.get("fill") for rect in frame.iter("rect")]


def test_each_card_has_its_words_and_the_fields_of_moves_that_name_it() -> None:
    picture = Picture(CROWD)
    for one in CROWD.play:
        title = picture.node("data-card", str(one.n)).findtext("title") or ""
        assert card_words(CROWD, one) in title
        assert printed(CROWD, one.clone or one.face).does in title
        named = (picture.node("data-card", str(one.n)).get("data-arg") or "").split()
        assert ("ccg-stand" in named) == one.sided, "a move Stands the Sided cards"
        named = [part for part in named if part != "ccg-stand"]
        assert {part.partition("=")[2] for part in named} == {str(one.n)}
        fields = {part.partition("=")[0] for part in named}
        kind = CROWD.cards.card[one.face].type
        assert ("episode" in fields, "attacker" in fields) == (kind == "episode", kind == "creature")
    names = {name for move in MOVES for name in move.__struct_fields__}
    parts = [part for arg in picture.all("data-arg") if "=" in arg for part in arg.split() if part != "ccg-stand"]
    assert {part.partition("=")[0] for part in parts} <= names
    plain = [arg for arg in picture.all("data-arg") if "=" not in arg]
    assert sorted(plain) == sorted([*ZONES, *(face for face in CROWD.hands[J] if face != "?")])


def test_changed_values_are_marked_and_fit_on_the_card() -> None:
    picture = Picture(CROWD)
    yeti = next(one.n for one in CROWD.play if one.face == "yeti")
    dulciens = next(one.n for one in CROWD.play if one.face == "dulciens")
    energy = picture.node("data-place", f"#{yeti} energy")
    assert [use.get("href") for use in energy.iter("use")] == ["#ccg-up"]
    substance = picture.node("data-place", f"#{dulciens} substance")
    assert [use.get("href") for use in substance.iter("use")] == ["#ccg-down"]
    for sided in (False, True):
        six = [lay(at, "yeti", J, energy=12, substance=10, support=11, sided=sided) for at in range(1, 7)]
        picture = Picture(seen(*six))
        numbers = [words for words in words_on(picture, 1) if words.text in ("12", "10", "11")]
        assert len(numbers) == 3
        assert all(one.right <= other.left for one, other in pairwise(numbers))


def test_states_and_numbers_of_cards_are_shown() -> None:
    picture = Picture(CROWD)
    by_face = {one.face: one.n for one in CROWD.play}

    def signs(face: str) -> set[str]:
        node = picture.node("data-card", str(by_face[face]))
        return {(use.get("href") or "").removeprefix("#ccg-") for use in node.iter("use")}

    assert {"sided", "copy", "hold"} <= signs("kamelion"), "signs, where words find no room"
    assert "Sided · locked · safe" in said_on(picture, by_face["terileptil"])
    for face in ("aztec-warriors", "celestial-toymaker", "tissue-compressor", "brigadier"):
        more = {"sided": True, "energy": 9, "locked": True} if face != "tissue-compressor" else {"sided": True}
        others = (lay(at, "bok", J) for at in range(1, 5))
        picture = Picture(seen(lay(141, face, J, **more), lay(142, face, J, **more), *others))
        for number in (141, 142):
            assert any(words.endswith(f"#{number}") for words in said_on(picture, number)), face


def used(picture: Picture, number: int) -> set[str]:
    return {use.get("href") or "" for use in picture.node("data-card", str(number)).iter("use")}


def picture_words(picture: Picture, name: str, value: str) -> list[str]:
    return [node.text or "" for node in picture.node(name, value).iter("text")]


def test_icons_are_explained_and_keys_are_unique() -> None:
    own = {"bell", "turn", "up", "down"}
    for position in (CROWD, SPARE):
        picture = Picture(position)
        told = {(use.get("href") or "").removeprefix("#ccg-") for use in picture.node("data-legend", "").iter("use")}
        drawn = {(use.get("href") or "").removeprefix("#ccg-") for use in picture.root.iter("use")}
        assert {name for name in drawn if not name.startswith(("frame-", "small-", "values-"))} - own <= told
        assert told <= {*PATHS}
    words = " ".join(Picture(CROWD).node("data-legend", "").itertext())
    for term in ("Sided: cannot be used", "Stand", "chosen zone", "bonus zone", "upper side", "lower side"):
        assert term in words
    assert {*MEANINGS} >= {*FAMILIES.values(), *SAME}
    assert {SAME.get(sign, sign) for sign in MEANINGS} <= {*PATHS}
    for face, one in SPARE.cards.card.items():
        assert emblems(one), face
        assert {*emblems(one)} <= {*PATHS}, face
    assert emblems(SPARE.cards.card["dalek"]) == ("alien", "robot")
    assert emblems(SPARE.cards.card["watcher-past"]) == ("watcher",)
    for position in (CROWD, SPARE):
        keys = Picture(position).all("data-key")
        assert len(keys) == len({*keys})
        assert {f"card-{one.n}" for one in position.play} <= {*keys}
        assert {f"{pile}-{seat}" for pile in ("deck", "hand", "time", "discards") for seat in SEATS} <= {*keys}
    two = CROWD.replace(hands={J: ("yeti", "yeti", "bok"), S: ()})
    assert {f"held-{J}-{card}" for card in ("yeti-1", "yeti-2", "bok-1")} <= {*Picture(two).all("data-key")}


def test_episodes_lie_on_the_side_of_their_solver() -> None:
    picture = Picture(CROWD)
    tops = {number: offset(picture.node("data-card", str(number)))[1] for number in (37, 38, 39, 40)}
    watching = {(one.side, one.zone): one.n for one in CROWD.play if one.face.startswith("watcher")}
    rows = {seat: offset(picture.node("data-card", str(watching[seat, "present"])))[1] for seat in SEATS}
    assert max(tops[38], tops[40]) < rows[S] < rows[J] < min(tops[37], tops[39])
    crowded = [lay(at, "bok", J, "future") for at in range(1, 9)]
    longest = lay(9, "the-talons-of-weng-chiang", S, "present", locked=True, kept="save", turn=4)
    picture = Picture(seen(*crowded, longest, lay(10, "the-web-of-fear", S, "past", locked=True, turn=4),
                           stack=(Doom((9,)),)))  # fmt: skip
    assert said_on(picture, 9) == ["The Talons of Weng-Chiang", "solve 5"], "signs if words find no room"
    signs = [use.get("href") for use in picture.node("data-card", "9").iter("use")]
    assert signs == [f"#ccg-{name}" for name in ("episode", "doomed", "hold", "safe", "special")]
    assert said_on(picture, 10) == ["locked · new", "The Web of Fear", "solve 3"]


def test_seats_and_zones_keep_their_positions() -> None:
    other = CROWD.replace(hands={J: ("?",) * 7, S: ("yeti", "?")}, player=J)
    for position in (CROWD, other):
        picture = Picture(position)
        assert picture.all("data-seat") == [S, J]
        lefts = {one.zone: box(picture, one.n)[0] for one in position.play if one.face.startswith("watcher")}
        assert [zone for zone, _ in sorted(lefts.items(), key=lambda pair: pair[1])] == list(ZONES)
    for seat in ("julie", "the-brigadier-lethbridge-stewart-of-unit"):
        for zone in ZONES:
            rows = {
                "decks": {seat: ("?",) * 141}, "hands": {seat: ("?",) * 24},
                "discards": {seat: ("tissue-compressor",) * 30},
            }  # fmt: skip
            now = seen(seats=(seat, S), player=seat, times={seat: (f"time-{zone}", "?")}, **rows,
                        lost={seat: ("time-past", "time-present", "time-future")})  # fmt: skip
            picture = Picture(now, before=now.replace(times={}, hands={}, decks={}, discards={}))
            for words in _words(picture.node("data-seat", seat), 16):
                assert words.left >= 0, words
                assert words.right <= COLUMN, words
            assert "bonus: " in picture.under("data-seat", seat)
            assert "lost: 1 Past, 1 Present, 1 Future" in picture.under("data-seat", seat)


def test_unknown_cards_of_a_hand_are_only_counted() -> None:
    assert Picture(CROWD).under("data-key", f"hand-{S}") == "Steve's hand: 6 cards. Hand 6"
    assert [*map(len, (CROWD.hands[J], Picture(CROWD).all("data-known")))] == [7, 6]
    spectator = Picture(crowd(hands={J: ("?",) * 7, S: ("?",) * 6}))
    assert spectator.all("data-known") == []
    assert "Force Field" not in spectator.markup


def test_a_picture_names_only_cards_of_the_position() -> None:
    held = {one.face for one in SPARE.play} | {"time-future", "time-present", "time-past", "zarbi", "brain-transformer"}
    hidden = [one for face, one in SPARE.cards.card.items() if face not in held]
    words = Picture(SPARE).markup + text(SPARE)
    assert [one.name for one in hidden if re.search(rf"(?<!\w){re.escape(one.name)}(?!\w)", words)] == []


def corners(course: str) -> Iterator[tuple[float, float]]:
    """The corners of a path of horizontal and vertical legs."""
    x, y = map(float, course[1:].replace("V", "H").split("H")[0].split())
    yield x, y
    for way, number in re.findall(r"([HV])(-?[0-9.]+)", course):
        x, y = (float(number), y) if way == "H" else (x, float(number))
        yield x, y


def test_lines_lead_from_support_to_combatants() -> None:
    picture = Picture(CROWD)
    by_face = {(one.face, one.side): one.n for one in CROWD.play}
    yeti, watcher = by_face["yeti", S], by_face["watcher-present", J]
    strokes = {line.get("stroke") for line in picture.node("data-arrow", f"{yeti}-{watcher}").iter("path")}
    assert strokes == {"#ffffff", ATTACK, None}, "a dark core in a white casing"
    boxes = {one.n: box(picture, one.n) for one in CROWD.play}
    lines = [node for node in picture.root.iter() if "data-tie" in node.attrib or "data-arrow" in node.attrib]
    left, top = offset(picture.node("data-panel", "zone-present"))
    assert len(lines) == 4
    for node in lines:
        source, target = map(int, (node.get("data-tie") or node.get("data-arrow") or "").split("-"))
        course = next(line.get("d", "") for line in node.iter("path"))
        points = [(left + x, top + y) for x, y in corners(course)]
        assert len(points) >= 3
        for (x1, y1), (x2, y2) in pairwise(points):
            leg = (min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2))
            crossed = [n for n, one in boxes.items() if n not in (source, target) and not apart(leg, one)]
            assert crossed == [], (source, target)


def test_lines_lead_only_to_targets_of_open_actions() -> None:
    force = lay(2, "force-field", J, sided=True)
    helped = lay(1, "dulciens", J, substance=3, changes=(Change("substance", 2, "force-field", 2),))
    quiet = seen(helped, force)
    assert [*ties(quiet)] == []
    aimed = quiet.replace(stack=(Announcement(1, S, "daemons", 9, targets=(1,), value="substance"),))
    assert [(tie.source, tie.target, tie.words) for tie in ties(aimed)] == [(2, 1, "+2 Substance")]
    assert len([*ties(quiet.replace(stack=(Doom((1,)),)))]) == 1
    by_episode = helped.replace(changes=(Change("substance", -1, "the-green-death", 3),))
    under = seen(by_episode, lay(3, "the-green-death", J), stack=(Doom((1,)),))
    assert [*ties(under)] == [], "what acts on a whole zone is no line"


def test_an_announcement_has_its_card_in_small() -> None:
    picture = Picture(CROWD)
    first = picture.node("data-line", "0")
    assert "#ccg-stop" in [use.get("href") for use in first.iter("use")], "with the card in small"
    assert Picture(SPARE).all("data-line") == []
    asked = Picture(SPARE.replace(stack=(Window("combat", (J,)),)))
    assert asked.all("data-line") == [], "the expected action is said once"
    assert asked.node("data-place", "step").findtext("text") == "Julie may prepare for combat"
    odd = panels(SPARE.replace(stack=tuple(Hit(J) for _ in range(40))))["pending"]
    assert "and 29 more in the text version" in "".join(odd.parts)


def test_changes_have_rings_and_removals_are_listed() -> None:
    before = SPARE.replace(play=(*SPARE.play, lay(11, "bok", J)))
    sided = tuple(one.replace(sided=one.n == 8) for one in SPARE.play)
    after = SPARE.replace(
        play=(*sided, lay(12, "davros", S, "future")), discards={**SPARE.discards, J: ("bok",)},
        times={**SPARE.times, S: SPARE.times[S][1:]},
    )  # fmt: skip
    picture = Picture(after, before=before)
    assert sorted(picture.all("data-ring")) == ["12", "8"]
    desc = picture.root.findtext("desc") or ""
    assert "New in play: Davros. Changed: Yeti. Left play: Julie's Bok." in desc
    assert "was 0" in picture.under("data-seat", J)
    assert picture.under("data-key", "time-steve").endswith("Time 4 was 5")
    assert "Left play: Julie's Bok." in " ".join(node.text or "" for node in picture.node("data-panel", "changes"))
    assert Picture(after, before=after).all("data-ring") == []
    assert Picture(SPARE).all("data-ring") == []


def test_the_chosen_zone_is_named_and_ringed() -> None:
    both = CROWD.replace(times={J: ("time-past",), S: ("time-past", "?")}, zone="")
    words = picture_words(Picture(both), "data-zone", "past")
    assert words == ["Pa", "Past", "bonus zone of both", "Steve 7", "Julie 6"]
    assert Picture(both).all("data-chosen") == []
    assert Picture(SPARE, before=SPARE.replace(zone="", step="zone")).all("data-ring") == ["present"]


def test_colours_are_legible_in_light_and_dark_mode() -> None:
    pieces = {frame.fill for frame in FRAMES.values()} | {WHITE, BLACK, "#000000", ATTACK, "none"}
    for position in (CROWD, SPARE, ODD, NOBODY):
        picture = Picture(position, before=SPARE)
        assert {*picture.all("fill"), *picture.all("stroke")} <= {*DARK_MODE, *SHARED_DARK_MODE, *pieces}
    assert not {*DARK_MODE} & pieces
    for name, frame in FRAMES.items():
        assert contrast(frame.fill, frame.ink) >= 4.5, name
    for scheme in ({}, {**SHARED_DARK_MODE, **DARK_MODE}):
        for name, art in ARTS.items():
            assert contrast(*(scheme.get(ink, ink) for ink in art)) >= 3, name
        for ground in (*ZONE_INKS.values(), *PLATE_INKS.values(), LIGHT, GROUND, ASKED):
            assert contrast(scheme.get(ground, ground), scheme.get(DARK, DARK)) >= 7, ground
        for ground in (LIGHT, GROUND, ASKED, *(one.ground for one in ARTS.values())):
            assert contrast(scheme.get(ground, ground), scheme.get(NEW, NEW)) >= 4.5, ground
        assert contrast(scheme.get(TURN, TURN), WHITE) >= 4.5
        for ground in (LIGHT, GROUND):
            assert contrast(scheme.get(ground, ground), scheme.get(SOFT, SOFT)) >= 4.5, ground
    assert [FRAMES[zone].letters for zone in (*ZONES, "timeless")] == [*CODES.values(), "Tl"]


@pytest.mark.parametrize("position", [CROWD, SPARE, ODD, NOBODY, FULL])
def test_the_text_names_every_card(position: Position) -> None:
    twin = flat(position)
    for one in position.play:
        assert " ".join(card_name(position, one.n).replace("\x00", "\ufffd").split()) in twin
    for seat in position.seats:
        for face in position.hands.get(seat, ()):
            assert face == "?" or face_name(position, face) in twin


@pytest.mark.parametrize(("given", "due"), [
    ({"step": "deck", "turn": 0, "lists": {J: ("?",)}}, "Steve to submit a deck"),
    ({"step": "deck", "turn": 0, "lists": {}}, "Julie and Steve to submit their decks"),
    ({"step": "deck", "turn": 0}, "The game is being set up"), ({"step": "stand"}, "Steve to Stand cards"),
    ({"step": "zone"}, "Steve to choose a zone"), ({"step": "combat"}, "Julie to prepare for combat"),
    ({"step": "name"}, "Julie to name a main combatant or decline"),
    ({"step": "bonus", "bonus": True}, "Steve to draw the bonus card or end the turn"),
    ({"step": "bonus", "bonus": False}, "Steve to end the turn"),
    ({"stack": (Window("combat", (J,)),)}, "Julie may prepare for combat"),
    ({"stack": (Window("fight", (S, J)),)}, "Steve and Julie may act in the fight"),
    ({"stack": (Hit(J), Window("hit", (J,)))}, "Julie may answer the Hit"),
    ({"stack": (Doom((8,)), Window("doom", (S,)))}, "Steve may save Yeti"),
    ({"stack": (Window("episode", (J,)),)}, "Julie may answer the Episode"),
    ({"stack": (Window("answer-3", (J,)),)}, "Julie may answer"),
    ({"step": "over", "winners": (S,), "how": "time cards"}, "Steve has won"),
    ({"step": "over", "winners": (), "how": "turn cap"}, "The game is over"),
])  # fmt: skip
def test_names_the_next_step(given: dict[str, object], due: str) -> None:
    title = Picture(SPARE.replace(**given)).root.findtext("title") or ""
    assert title.endswith(f": {due}")
    assert due in text(SPARE.replace(**given))


def flat(position: Position) -> str:
    return " ".join(text(position).split())


def test_text_board_says_what_the_picture_shows() -> None:
    assert "Steve's Yeti 2/2/0 attacks; no defender is named yet." in flat(SPARE.replace(stack=(Fight(8, 0, "name"),)))
    hit = SPARE.replace(stack=(Fight(8, 0, "hit", hits=1, again=False),))
    assert "Steve's Yeti 2/2/0 has no defender to fight and may make no further Hit, 1 made." in flat(hit)
    assert Picture(hit).all("data-arrow") == []
    begun = Position(seats=SEATS, lists={S: ("?",) * 58}, stops={J: ("combat", "hit"), S: ()})
    bars = [Picture(begun).under("data-seat", seat) for seat in SEATS]
    assert ["deck is laid" in bar for bar in bars] == [False, True]
    for bar in bars:
        assert all(words in bar for words in ("Time 0", "Hand 0", "Deck 0", "Discards 0"))
    assert "Steve: 0 Time cards; draw deck 0. Hand 0. Discard pile 0. Has submitted a deck of 58 cards." in flat(begun)
    assert "Asked at combat and hit. Steve" in flat(begun)
    assert "Asked at no stop." in flat(begun)


def test_long_words_are_broken_at_allowed_positions() -> None:
    assert wrapped("Brigadier Lethbridge-Stewart", 16, 94, 3) == ("Brigadier", "Lethbridge-", "Stewart")
    assert wrapped("", 16, 94, 3) == ()
    assert all(wide(line, 16) <= 94 for line in wrapped("W" * 40 + " mmmm", 16, 94, 3))
    assert wrapped("one two three four", 16, 50, 2)[-1].endswith("…")


def test_every_shipped_card_is_legible() -> None:
    faces, cards = [*SPARE.cards.card], SPARE.cards.card
    sided: list[dict[str, Any]] = [{}, {"sided": True}, {"sided": True, "energy": 9, "turn": 4}]
    for start, more in product(range(0, len(faces), 6), sided):
        six = dict(enumerate(faces[start : start + 6], 1))
        picture = Picture(seen(*(lay(number, face, J, **more) for number, face in six.items()), lay(7, "bok", J)))
        for number, face in six.items():
            sentence = "".join(said_on(picture, number))
            assert printed(SPARE, face).name.replace(" ", "") in sentence.replace(" ", ""), face
            if more and cards[face].type != "episode":
                assert "Sided" in sentence or "#ccg-sided" in used(picture, number), face
    for count in (1, 11, 12, 13, 14, 40, len(faces)):
        hand = tuple(("the-talons-of-weng-chiang", *faces)[:count])
        picture = Picture(SPARE.replace(hands={J: hand, S: ("?",)}))
        assert [*picture.all("data-known")] == [*hand]
        places = [offset(node) for node in picture.root.iter() if "data-known" in node.attrib]
        assert len({*places}) == count
        for face in hand:
            assert picture_words(picture, "data-known", face)[0] == printed(SPARE, face).name
        broad = [float(rect.get("width", 0)) for node in picture.root.iter() if "data-known" in node.attrib
                 for rect in node.iter("rect")]  # fmt: skip
        assert all(x >= 0 and x + wide_ <= COLUMN for (x, _), wide_ in zip(places, broad, strict=True))


def test_each_kind_of_board_field_has_a_provenance() -> None:
    read = recording("ccg-rulebook-support").timeline
    kinds: dict[str, tuple[str, int]] = {}
    for at in read.ends["move"][::4]:
        for place in Picture(read.position(at)).all("data-place"):
            word, _, rest = place.partition(" ")
            kinds[rest if word.startswith("#") else word] = (place, at)
    assert {"card", "energy", "zone", "bonus", "time", "hand", "deck", "discards", "begun", "turn", "step"} <= {*kinds}
    for place, at in kinds.values():
        assert why(read, place, at).value, place
