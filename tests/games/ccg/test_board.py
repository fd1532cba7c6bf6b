"""The picture of the card game: everything is there, nothing hidden is, nothing covers another, always well-formed."""

import random
import re
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest
from ccg_games import game
from ccg_views import CROWD, NOBODY, ODD, SEATS, SPARE, J, Picture, S, card, crowd, table, watchers

from projections.drawing.palette import ATTACK
from projections.drawing.text_width import wide, wrapped
from projections.games.ccg.board.faces import number_sign, short_name
from projections.games.ccg.board.inks import FRAMES
from projections.games.ccg.board.lines import ties
from projections.games.ccg.board.text import text
from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.game import GAME
from projections.games.ccg.state.names import CODES, card_name, face_name
from projections.games.ccg.state.position import Announcement, Change, Doom, Fight, Hit, Position
from projections.terms import Marks
from projections.window import Window

Box = tuple[float, float, float, float]
FULL = table(*(card(at, "dulciens", J, "past") for at in range(1, 12)), *watchers()[3:4])
"""Eleven cards of one side of a zone, more than rules allow."""


def box(picture: Picture, number: int) -> Box:
    """Left, top, width and height of a card."""
    node = picture.node("data-card", str(number))
    frame = next(part for part in node.iter("rect") if part.get("rx") in ("6", "7"))
    x, y = (float(at) for at in re.findall(r"-?[0-9.]+", node.get("transform", "translate(0 0)")))
    return (
        x + float(frame.get("x", 0)), y + float(frame.get("y", 0)), float(frame.get("width", 0)),
        float(frame.get("height", 0)),
    )  # fmt: skip


def apart(one: Box, other: Box) -> bool:
    left, top = max(one[0], other[0]), max(one[1], other[1])
    return left >= min(one[0] + one[2], other[0] + other[2]) or top >= min(one[1] + one[3], other[1] + other[3])


def test_every_card_is_drawn_once_whoever_looks() -> None:
    picture = Picture(CROWD)
    assert sorted(map(int, picture.all("data-card"))) == [card.n for card in CROWD.play]
    assert sorted(map(int, picture.all("data-episode"))) == [37, 38, 39, 40]
    assert len(picture.all("data-zone")) == 3


@pytest.mark.parametrize("position", [CROWD, SPARE, ODD, FULL])
def test_no_card_covers_another(position: Position) -> None:
    picture = Picture(position)
    boxes = {one.n: box(picture, one.n) for one in position.play}
    high = float(picture.root.get("viewBox", "").split()[3])
    for (number, one), (other, two) in combinations(boxes.items(), 2):
        assert apart(one, two), (number, other)
    for left, top, broad, tall in boxes.values():
        assert left >= 0
        assert left + broad <= 1200
        assert top >= 0
        assert top + tall <= high


def words_of(picture: Picture, number: int) -> list[ET.Element]:
    return list(picture.node("data-card", str(number)).iter("text"))


@pytest.mark.parametrize("position", [CROWD, SPARE, ODD, FULL])
def test_words_stay_within_their_cards_and_leave_each_other_room(position: Position) -> None:
    picture = Picture(position)
    for one in position.play:
        if str(one.n) in picture.all("data-episode"):
            continue
        _, _, broad, tall = box(picture, one.n)
        lines = []
        for node in words_of(picture, one.n):
            size, said = float(node.get("font-size", 0)), node.text or ""
            if "rotate" in node.get("transform", ""):
                assert wide(said, size) <= tall + 1, said
                continue
            half = wide(said, size) / 2
            assert half - 0.5 <= float(node.get("x", 0)) <= broad - half + 0.5, said
            lines.append((float(node.get("y", 0)), size))
            assert size * 0.7 <= lines[-1][0] <= tall - 2, said
        for (above, _), (below, size) in pairwise(sorted(lines)):
            assert below - above >= min(16, size * 0.9), (one.n, lines)


@pytest.mark.parametrize("position", [CROWD, SPARE, ODD, NOBODY])
def test_no_words_are_smaller_than_a_phone_shows_at_ten_dots(position: Position) -> None:
    sizes = [float(size) for size in Picture(position).all("font-size")]
    squeezed = [
        float(node.get("font-size", 0)) for node in Picture(position).root.iter() if "data-values" in node.attrib
    ]
    assert min(sizes) >= 16 or min(sizes) in squeezed
    assert min(size for size in sizes if size not in squeezed) * 768 / 1200 >= 10
    legal = [float(node.get("font-size", 0)) for node in Picture(CROWD).root.iter() if "data-values" in node.attrib]
    assert min(legal) >= 16


def test_a_crowded_table_fits_a_desk() -> None:
    """At 1440 by 900 the board has 944 by 624 dots: the smallest words are 11 dots high for a spectator."""
    spectator = crowd(hands={J: ("?",) * 7, S: ("?",) * 6})
    _, _, across, high = map(float, Picture(spectator).root.get("viewBox", "").split())
    assert min(944 / across, 624 / high) * 16 >= 11


def test_a_sided_card_lies_on_its_side_and_says_so() -> None:
    picture = Picture(
        table(card(1, "yeti", S), card(2, "bok", S, sided=True), card(3, "bok", J, sided=True, rivals=True))
    )
    _, _, broad, tall = box(picture, 1)
    assert broad < tall
    for number, said in ((2, "sided"), (3, "rival sided")):
        _, _, across, high = box(picture, number)
        assert (across, high) == (tall, broad)
        assert said in [node.text for node in words_of(picture, number)]
        assert any("rotate(90)" in node.get("transform", "") for node in words_of(picture, number))


def test_a_card_shows_name_frame_type_and_values() -> None:
    picture = Picture(
        SPARE.replace(play=(*SPARE.play, card(11, "k9", J), card(12, "?", S), card(13, "davros", S, "future")))
    )
    told = {number: [node.text for node in words_of(picture, number)] for number in (8, 9, 11, 12, 13)}
    assert told[8] == ["Pr Creature", "Yeti", "2/2/0"]
    assert told[9] == ["Resource", "SIDRAT"]
    assert told[11] == ["Tl Creature", "★K9", "1/1/2"]
    assert told[12] == ["Card", "Unknown", "card"]
    assert told[13] == ["Fu Creature", "★Davros", "2/3/1"]
    edge = picture.node("data-card", "8").find("path")
    assert edge is not None
    assert edge.get("fill") == FRAMES["present"].fill


def test_values_that_are_not_the_printed_ones_are_marked_and_the_printed_ones_said() -> None:
    picture = Picture(CROWD)
    yeti = next(one.n for one in CROWD.play if one.face == "yeti")
    dulciens = next(one.n for one in CROWD.play if one.face == "dulciens")
    assert [node.text for node in words_of(picture, yeti)] == ["Pr Creature", "Yeti", "4▲/2/0", "base 2/2/0", "attacks"]
    assert [node.text for node in words_of(picture, dulciens)][-2:] == ["0/0▼/1", "base 0/1/1"]


def test_clones_locks_and_cards_out_of_play_are_tagged_and_told() -> None:
    picture = Picture(CROWD)
    by_face = {one.face: one.n for one in CROWD.play}
    assert picture.under("data-card", str(by_face["kamelion"])).endswith("5/4/0 sided as Emper…")
    assert "copies Emperor Dalek, locked" in picture.under("data-card", str(by_face["kamelion"]))
    out = picture.under("data-card", str(by_face["ice-warrior"]))
    assert "out of play under The Talons of Weng-Chiang" in out
    assert out.endswith("under Ep.")
    assert picture.under("data-card", str(by_face["terileptil"])).endswith("sided locked +1")


def test_cards_of_one_name_keep_their_numbers_however_little_room_there_is() -> None:
    twins = [one for one in CROWD.play if one.face == "romans"]
    assert [f"{short_name(CROWD, one)} {number_sign(CROWD, one)}" for one in twins] == ["Romans #3", "Romans #4"]
    for face in ("aztec-warriors", "celestial-toymaker", "tissue-compressor", "brigadier"):
        more = {"sided": True, "energy": 9, "locked": True} if face != "tissue-compressor" else {"sided": True}
        picture = Picture(table(card(141, face, J, **more), card(142, face, J, **more)))
        for number in (141, 142):
            assert any((node.text or "").endswith(f"#{number}") for node in words_of(picture, number)), face


def test_episodes_lie_on_the_solvers_side_with_their_number() -> None:
    picture = Picture(CROWD)
    assert "The Talons of Weng-Chiang solve 5" in picture.under("data-episode", "37")
    tops = {number: box(picture, number)[1] for number in (37, 38, 39, 40)}
    rows = {one.side: box(picture, one.n)[1] for one in CROWD.play if one.face.startswith("watcher")}
    assert tops[38] == tops[40] < rows[S] < rows[J] < tops[37] == tops[39]


def test_the_first_seat_is_below_whoever_looks_and_each_zone_has_its_column() -> None:
    other = CROWD.replace(hands={J: ("?",) * 7, S: ("yeti", "?")}, player=J)
    for position in (CROWD, other):
        picture = Picture(position)
        assert picture.all("data-seat") == [S, J]
        lefts = {one.zone: box(picture, one.n)[0] for one in position.play if one.face.startswith("watcher")}
        assert [zone for zone, _ in sorted(lefts.items(), key=lambda pair: pair[1])] == list(ZONES)


def test_the_bonus_zone_never_runs_into_the_hand() -> None:
    for zone in ZONES:
        now = CROWD.replace(times={J: (f"time-{zone}", "?"), S: ()}, hands={J: ("yeti",), S: ()})
        picture = Picture(now, before=now.replace(times={J: (), S: ()}))
        bonus = next(node for node in picture.root.iter() if node.get("data-bonus") == zone)
        hand = next(node for node in picture.root.iter() if node.get("data-count") == "hand")
        assert bonus.text in {f"bonus {zone.title()}", "bonus"}
        assert float(bonus.get("x", 0)) + wide(bonus.text, 17) < float(hand.get("x", 0))


def test_the_chosen_zone_and_bonus_zones_are_named() -> None:
    picture = Picture(CROWD)
    chosen = next(node for node in picture.root.iter() if "data-chosen" in node.attrib)
    assert chosen.get("data-zone") == "present"
    assert [node.text for node in chosen.iter("text")] == ["Pr Present", "chosen zone", "bonus: Steve"]
    assert picture.under("data-zone", "past") == "Pa Past"
    assert picture.all("data-bonus") == ["present", "future"]
    both = CROWD.replace(times={J: ("time-past",), S: ("time-past", "?")}, zone="")
    assert Picture(both).under("data-zone", "past") == "Pa Past bonus: both"
    assert Picture(both).all("data-chosen") == []


def test_piles_are_counts_with_the_top_of_the_discards() -> None:
    picture = Picture(CROWD)
    counts = {
        seat: {
            node.get("data-count"): node.get("data-now")
            for node in picture.node("data-seat", seat).iter() if "data-count" in node.attrib
        }
        for seat in SEATS
    }  # fmt: skip
    assert counts[J] == {"time": "6", "hand": "7", "deck": "41", "discards": "0"}
    assert counts[S] == {"time": "5", "hand": "6", "deck": "40", "discards": "2"}
    assert picture.all("data-top") == ["brain-transformer"]
    assert "top Brain Transformer" in picture.under("data-seat", S)
    assert "lost 1 Pa" in picture.under("data-seat", S)


def test_hands_are_backs_or_faces_by_what_the_viewer_knows() -> None:
    picture = Picture(CROWD)
    assert picture.all("data-known") == [
        "dalek", "brain-transformer", "zarbi", "the-war-games", "doctor-who-iv", "force-field",
    ]  # fmt: skip
    assert picture.under("data-known", "the-war-games") == "The War Games solve 9 Ep The War Games solve 9"
    assert len(picture.all("data-back")) == 5 + 1, "Steve's six cards as a heap of five, and one of Julie's"
    spectator = Picture(crowd(hands={J: ("?",) * 7, S: ("?",) * 6}))
    assert spectator.all("data-known") == []
    assert "Force Field" not in spectator.markup


def test_a_picture_says_no_more_than_the_position_holds() -> None:
    """Whatever card is not in the position that the viewer has is not in the picture, nor in its words."""
    held = {one.face for one in SPARE.play} | {"time-future", "time-present", "time-past", "zarbi", "brain-transformer"}
    hidden = [one for face, one in SPARE.cards.card.items() if face not in held]
    said = Picture(SPARE).markup + text(SPARE)
    assert [one.name for one in hidden if re.search(rf"(?<!\w){re.escape(one.name)}(?!\w)", said)] == []


def test_support_leads_to_the_combatants_and_the_attack_has_an_arrow() -> None:
    picture = Picture(CROWD)
    by_face = {(one.face, one.side): one.n for one in CROWD.play}
    yeti, watcher = by_face["yeti", S], by_face["watcher-present", J]
    assert sorted(picture.all("data-tie")) == sorted([
        f"{by_face['bok', S]}-{yeti}", f"{by_face['kraal-android', S]}-{yeti}", f"{by_face['brigadier', J]}-{watcher}",
    ])  # fmt: skip
    labels = [node.findtext("text") for node in picture.root if "data-given" in node.attrib]
    assert sorted(filter(None, labels)) == ["+1 E", "+1 E", "+2 S"]
    assert picture.all("data-arrow") == [f"{yeti}-{watcher}"]
    strokes = {line.get("stroke") for line in picture.node("data-arrow", f"{yeti}-{watcher}").iter("path")}
    assert strokes == {"#ffffff", ATTACK, None}, "a dark core in a white casing"


def test_lines_run_between_cards_and_not_across_them() -> None:
    """Every leg of every line keeps out of every card but for the two that it joins."""
    picture = Picture(CROWD)
    boxes = {one.n: box(picture, one.n) for one in CROWD.play}
    lines = [node for node in picture.root if "data-tie" in node.attrib or "data-arrow" in node.attrib]
    assert len(lines) == 4
    for node in lines:
        source, target = map(int, (node.get("data-tie") or node.get("data-arrow") or "").split("-"))
        course = next(line.get("d", "") for line in node.iter("path"))
        points = [tuple(map(float, point.split())) for point in re.findall(r"[-0-9.]+ [-0-9.]+", course)]
        for (x1, y1), (x2, y2) in pairwise(points):
            leg = (min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2))
            crossed = [n for n, one in boxes.items() if n not in (source, target) and not apart(leg, one)]
            assert crossed == [], (source, target)


def test_lines_lead_to_what_is_at_stake_alone() -> None:
    force = card(2, "force-field", J, sided=True)
    helped = card(1, "dulciens", J, substance=3, changes=(Change("substance", 2, "force-field", 2),))
    quiet = table(helped, force)
    assert [*ties(quiet)] == []
    aimed = quiet.replace(stack=(Announcement(1, S, "daemons", 9, targets=(1,), value="substance"),))
    assert [(tie.source, tie.target, tie.words) for tie in ties(aimed)] == [(2, 1, "+2 S")]
    doomed = quiet.replace(stack=(Doom((1,)),))
    assert len([*ties(doomed)]) == 1
    by_episode = helped.replace(changes=(Change("substance", -1, "the-green-death", 3),))
    under = table(by_episode, card(3, "the-green-death", J), stack=(Doom((1,)),))
    assert [*ties(under)] == [], "what acts on a whole zone is no line"


def test_what_waits_is_listed_last_first_with_who_may_answer() -> None:
    picture = Picture(CROWD)
    assert "Julie may answer Reverse the Polarity" in picture.root[0].text  # type: ignore[operator]  # there is a title
    said = [node.text for node in picture.root if "data-line" in node.attrib]
    assert said == [
        "Announced as 2: Steve's Reverse the Polarity.",
        "Announced as 1: Julie's Daemons on Steve's Bok, naming Substance.",
        "Combat: Steve's Yeti 4/2/0 against Julie's Watcher (Present) 1/3/1.",
    ]
    quiet = Picture(SPARE)
    assert [node.text for node in quiet.root if "data-line" in node.attrib] == ["Nothing waits to be answered."]


def test_what_changed_is_ringed_and_what_left_is_told() -> None:
    before = SPARE.replace(play=(*SPARE.play, card(11, "bok", J)))
    sided = tuple(one.replace(sided=one.n == 8) for one in SPARE.play)
    after = SPARE.replace(
        play=(*sided, card(12, "davros", S, "future")), discards={**SPARE.discards, J: ("bok",)},
        times={**SPARE.times, S: SPARE.times[S][1:]},
    )  # fmt: skip
    picture = Picture(after, before=before)
    assert sorted(picture.all("data-ring")) == ["12", "8"]
    desc = picture.root.findtext("desc") or ""
    assert "New in play: Davros. Changed: Yeti. Gone from play: Julie's Bok." in desc
    assert "was 0" in picture.under("data-seat", J)
    assert "Time 4 was 5" in picture.under("data-seat", S)
    assert Picture(after, before=after).all("data-ring") == []
    assert Picture(SPARE).all("data-ring") == []


def test_a_zone_just_chosen_is_ringed() -> None:
    before = SPARE.replace(zone="", step="zone")
    assert Picture(SPARE, before=before).all("data-ring") == ["present"]


@pytest.mark.parametrize("position", [NOBODY, ODD, FULL])
def test_positions_that_no_rule_leads_to_are_drawn_too(position: Position) -> None:
    picture = Picture(position)
    assert picture.root.tag == "svg"
    assert len(picture.all("data-card")) == len(position.play)
    assert "<script" not in picture.markup
    assert " style=" not in picture.markup
    for before in (ODD, CROWD, NOBODY):
        assert Picture(position, before=before).root.tag == "svg"


def test_only_signs_that_the_fonts_have() -> None:
    said = "".join(Picture(CROWD).root.itertext())
    assert {sign for sign in said if not sign.isascii()} <= set("★▲▼·…")


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_words_on_frames_can_be_read_and_no_frame_is_told_by_colour_alone() -> None:
    for name, frame in FRAMES.items():
        light, dark = sorted((_luminance(frame.fill), _luminance(frame.ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, name
    words = [FRAMES[zone].letters for zone in (*ZONES, "timeless")]
    assert words == [*CODES.values(), "Tl"]


@pytest.mark.parametrize("position", [CROWD, SPARE, ODD, NOBODY, FULL])
def test_the_text_twin_is_80_columns_wide_and_names_every_card(position: Position) -> None:
    assert max(map(len, text(position).splitlines())) <= 80
    twin = flat(position)
    for one in position.play:
        assert " ".join(card_name(position, one.n).replace("\x00", "\ufffd").split()) in twin
    for seat in position.seats:
        for face in position.hands.get(seat, ()):
            assert face == "?" or face_name(position, face) in twin


def test_the_text_twin_tells_what_the_picture_shows() -> None:
    for said in (
        "Turn 4, round 2: Julie may answer Reverse the Polarity.",
        "Steve: 5 Time cards, bonus zone Present; lost Past Time card; draw deck 40. Hand 6.",
        "Hand 7: Dalek, Brain Transformer, Zarbi, The War Games, Doctor Who IV, Force Field and 1 unknown card.",
        "PRESENT (Pr): chosen, bonus zone of Steve",
        "Yeti, Present Creature (Robot), 4/2/0 (base 2/2/0), attacks, +1 Energy by Steve's Bok, +1 Energy by",
        "Steve's Kraal Android, supported by Bok and Kraal Android",
        "Kamelion*, Timeless Creature (Robot), 5/4/0, Sided, copies Emperor Dalek, locked",
        "Ice Warrior, Future Creature (Alien), 1/3/1, out of play under The Talons of Weng-Chiang",
        "U.N.I.T. Headquarters, Resource, Sided by the opponent",
        "Genesis of the Daleks, Episode, solve 6, played by Julie",
        "Nestene Consciousness*, Present Creature (Alien), 3/4/0, new this turn",
    ):
        assert said in flat(CROWD), said


DUE = (
    ({"step": "deck", "turn": 0, "lists": {J: ("?",)}}, "Steve to lay down a deck"),
    ({"step": "deck", "turn": 0, "lists": {}}, "Julie and Steve to lay down their decks"),
    ({"step": "deck", "turn": 0}, "The table is being set up"),
    ({"step": "stand"}, "Steve to Stand cards"),
    ({"step": "zone"}, "Steve to choose a zone"),
    ({"step": "combat"}, "Julie to prepare for combat"),
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
)


@pytest.mark.parametrize(("given", "due"), DUE)
def test_what_is_due_is_said(given: dict[str, object], due: str) -> None:
    title = Picture(SPARE.replace(**given)).root.findtext("title") or ""
    assert title.endswith(f": {due}")
    assert due in text(SPARE.replace(**given))


def flat(position: Position) -> str:
    """The text twin in one line."""
    return " ".join(text(position).split())


def test_before_the_first_turn_it_is_said_whose_deck_is_laid_and_at_what_a_seat_is_asked() -> None:
    begun = Position(seats=SEATS, lists={S: ("?",) * 58}, stops={J: ("combat", "hit"), S: ()})
    bars = [Picture(begun).under("data-seat", seat) for seat in SEATS]
    assert bars == ["Julie Time 0 Hand 0 Deck 0 Discards 0", "Steve deck is laid Time 0 Hand 0 Deck 0 Discards 0"]
    assert "Steve: 0 Time cards; draw deck 0. Hand 0. Discard pile 0. Has laid down a deck of 58 cards." in flat(begun)
    assert "Asked at combat and hit. Steve" in flat(begun)
    assert "Asked at nothing." in flat(begun)


def test_combat_without_a_defender_is_told() -> None:
    named = SPARE.replace(stack=(Fight(8, 0, "name"),))
    assert "Steve's Yeti 2/2/0 attacks; no defender is named yet." in flat(named)
    hit = SPARE.replace(stack=(Fight(8, 0, "hit", hits=1, again=False),))
    assert "Steve's Yeti 2/2/0 meets no defender and may make no further Hit, 1 made." in flat(hit)
    assert Picture(hit).all("data-arrow") == []


def test_long_words_are_broken_where_they_may_be() -> None:
    assert wrapped("Brigadier Lethbridge-Stewart", 16, 94, 3) == ("Brigadier", "Lethbridge-", "Stewart")
    assert wrapped("", 16, 94, 3) == ()
    assert all(wide(line, 16) <= 94 for line in wrapped("W" * 40 + " mmmm", 16, 94, 3))
    assert wrapped("one two three four", 16, 50, 2)[-1].endswith("…")


def test_every_card_that_ships_is_legible_as_it_stands_and_lies() -> None:
    """No name of the card set needs more than the three lines that a card has."""
    for face, printed in SPARE.cards.card.items():
        for sided in (False, True):
            at = table(card(1, face, J, printed.zone if printed.zone in ZONES else "past", sided=sided))
            said = " ".join(node.text or "" for node in words_of(Picture(at), 1))
            if printed.type != "episode":
                assert "…" not in said, said


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_drawn_and_written(seed: int) -> None:
    before, chooser = None, random.Random(seed)
    for entries, now in game(seed):
        if before is not None and chooser.random() < 0.08:
            facts = tuple(entry.fact for entry in entries)
            ET.fromstring(GAME.view.draw(now, Marks(facts, before)))
            assert max(map(len, GAME.view.text(now).splitlines())) <= 80
        before = now
    assert before is not None
