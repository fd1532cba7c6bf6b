"""The picture of Time of the Daleks and its text twin: everything is there, nothing hidden is, always well-formed."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import pytest
import recordings
from daleks_tables import (
    ALL as TABLES,
    CROWD,
    JULIE,
    KIM,
    LEE,
    NOBODY,
    ODD,
    SPARE,
    STEVE,
    TRAY,
    Picture,
    begun,
    place,
    placed_in,
    table,
)
from long_runs import some_short
from msgspec.structs import replace
from parsed_picture import ParsedPicture
from recordings import recording

from events.events import ALL
from projections.drawing import palette
from projections.drawing.board import BETWEEN, COLUMN
from projections.drawing.palette import CHANGE
from projections.drawing.text_width import wide
from projections.games.daleks.board import inks, section
from projections.games.daleks.board.draw import draw
from projections.games.daleks.board.glyphs import symbol
from projections.games.daleks.board.inks import paint
from projections.games.daleks.board.text import text
from projections.games.daleks.components.box import SYMBOLS, Part
from projections.games.daleks.prose.dice_story import die_line, meeting, story
from projections.games.daleks.state.names import symbol_name
from projections.games.daleks.state.position import Adventure, Debt, Die, Place, Pool, Position, Slot
from projections.registry import registry
from replay.reading.provenance import value_at
from replay.reading.timeline import Timeline


@pytest.mark.parametrize("position", TABLES)
def test_all_words_are_within_their_panel(position: Position) -> None:
    for node, right, _ in Picture(position).placed("text"):
        words, size, x = "".join(node.itertext()), float(node.get("font-size", 16)), right + float(node.get("x", 0))
        takes = wide(words, size) * (1 if node.get("font-weight") else 0.94)
        left = x - {"end": takes, "middle": takes / 2}.get(node.get("text-anchor", ""), 0)
        start = x // (COLUMN + BETWEEN) * (COLUMN + BETWEEN)
        assert start <= left, words
        assert left + takes <= start + COLUMN, words


def test_the_ship_lies_on_its_space() -> None:
    picture = Picture(CROWD)
    shipped, nine = picture.at("data-key", "ship"), picture.node("data-space", "9").find("rect")
    assert nine is not None
    assert float(nine.get("x", 0)) < shipped[0] + 28 < float(nine.get("x", 0)) + 48


def test_the_leader_is_named_above_the_track() -> None:
    ahead = CROWD.replace(tardis={JULIE: 9, STEVE: 11, KIM: 4, LEE: 4})
    assert re.search("Steve 7, leads.*Julie 9.*Kim 14", " ".join(Picture(ahead).root.itertext()))
    assert "Dalek Ship 1, leads" in " ".join(Picture(CROWD.replace(ship=17)).root.itertext())
    assert ", leads" not in " ".join(Picture(CROWD).root.itertext())


def test_a_longer_track_continues_in_rows() -> None:
    picture = Picture(table(options={"gallifrey": 60, "earth": 30}))
    assert len(picture.all("data-space")) == 61
    spots = dict[int, tuple[float, float]]()
    for space in (5, 6, 12, 13, 20, 21):
        box = picture.node("data-space", str(space)).find("rect")
        assert box is not None
        spots[space] = float(box.get("x", 0)), float(box.get("y", 0))
    assert (spots[5][0] < spots[6][0], spots[12][0] > spots[13][0], spots[20][0] < spots[21][0]) == (True, True, True)
    assert spots[5][1] + 60 < spots[12][1] < spots[20][1] - 60


def test_pieces_of_one_space_lie_apart() -> None:
    spots = [(x, y) for node, x, y in Picture(table(seats=4)).placed() if "data-tardis" in node.attrib]
    assert len(spots) == 4
    for (x, y), (x2, y2) in combinations(spots, 2):
        assert abs(x - x2) >= 24 or abs(y - y2) >= 36


def test_every_seat_has_letters_and_a_colour_of_its_own() -> None:
    for seats in (CROWD.seats, ("steve", "stella"), ("a", "ab", "abc"), ("", "x")):
        now = Position(seats=seats)
        made = [paint(now, seat) for seat in seats]
        assert len({one.letters for one in made}) == len(seats)
        assert len({one.fill for one in made}) == len(seats)


def test_each_symbol_has_its_own_icon_and_name() -> None:
    assert len({symbol(name, 24) for name in SYMBOLS}) == 6
    words = " ".join(Picture(SPARE).root.itertext())
    for name in SYMBOLS:
        assert symbol_name(name) in words


def test_asks_for_a_doctor_only_if_one_is_missing() -> None:
    dealt = table("set-up")
    assert "Doctors to choose from" not in text(dealt)
    open_seat = dealt.replace(consoles={**dealt.consoles, STEVE: dealt.console(STEVE).replace(doctor="")})
    assert "Steve to choose a Doctor" in text(open_seat)
    assert "Doctors to choose from" in text(open_seat)
    assert "Doctors to choose from: First Doctor, Fourth Doctor," in text(begun(1, chosen=False))


def test_conditions_are_never_truncated_in_narrow_zones() -> None:
    names = ("akhaten", "telos", "karn", "messaline")
    places = [place(number, location, "mara", "?") for number, location in enumerate(names, 2)]
    closed = [one.replace(slots=(replace(one.slots[0], open=False), one.slots[1])) for one in places]
    words = Picture(table(places=closed)).under("data-zone", "3 0")
    assert "face down" in words
    assert "Time Locked" in words
    assert "…" not in words


def test_arguments_of_moves_are_on_the_board() -> None:
    arguments = {word for value in Picture(CROWD).all("data-arg") for word in value.split()}
    assert {"B1", "U1", "eleventh", "amy", "ace", "fez", "k-9", "token", JULIE, LEE, "alien", "science"} <= arguments
    assert {"place=2", "place=2,zone=0", "place=5,zone=1"} <= arguments
    drawn = Picture(table("choose", answer="choose", found=("karn", "gallifrey")))
    assert {"karn", "gallifrey"} <= set(drawn.all("data-arg"))
    assert "first" in Picture(begun(1, chosen=False)).all("data-arg")
    assert "timescoop" not in Picture(CROWD.replace(hands={JULIE: ("?",) * 4})).all("data-arg")


def test_options_of_a_cost_can_be_chosen_on_the_board() -> None:
    options = ((Part("pay-cards", 2),), (Part("ship", 2),))
    asked = CROWD.replace(stack=(*CROWD.stack[:1], Debt(JULIE, "dilemma", "sutekh", options, 0, 0)))
    assert [arg for arg in Picture(asked).all("data-arg") if arg.startswith("option=")] == ["option=1", "option=2"]
    assert "2 forward" in Picture(asked).under("data-arg", "option=2")
    chosen = asked.replace(stack=(*CROWD.stack[:1], Debt(JULIE, "dilemma", "sutekh", options, 2, 1)))
    assert "option=" not in Picture(chosen).markup


@pytest.mark.parametrize("number", range(3))
def test_parts_that_are_drawn_once_show_the_current_position(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = looks(SAMPLES[number])
    kept = [draw(look.position) for look in shown]
    for look, panels in zip(shown, kept, strict=True):
        monkeypatch.setattr(section, "_kept", {})
        assert draw(look.position) == panels


def test_drawn_locations_are_shown_with_their_challenges() -> None:
    now = table("choose", answer="choose", found=("karn", "gallifrey"))
    for words in (" ".join(Picture(now).root.itertext()), text(now)):
        assert "The Drylands" in words
    assert "The Temple: challenge Diplomacy, Science and Strength; reward: " in Picture(now).under(
        "data-key", "found-1"
    )


def test_an_anomaly_in_play_says_what_it_changes() -> None:
    now = table(places=(Place(2, "into-the-dalek"),))
    assert "moving elsewhere: pay 2 or discard 1" in Picture(now).under("data-key", "place-2")


def test_an_unknown_dilemma_is_not_shown() -> None:
    known = table(earth=("sutekh", "~mara", "?"))
    blind = known.replace(places=(place(1, "earth", "sutekh", "?", "?", daleks=(0, 0, 0)),))
    assert "Mara" in Picture(known).markup
    assert "face down" in Picture(known).under("data-zone", "1 1")
    assert "Mara" not in Picture(blind).markup
    assert "Mara" not in text(blind)


def test_a_hand_shows_known_cards_only() -> None:
    blind = CROWD.replace(hands={seat: ("?",) * len(cards) for seat, cards in CROWD.hands.items()})
    assert Picture(blind).all("data-known") == []
    assert "Timescoop" not in Picture(blind).markup + text(blind)


def test_only_used_icons_have_a_check_mark() -> None:
    assert "✓" in Picture(CROWD).under("data-card", "eleventh")
    fresh = Picture(CROWD.replace(used=())).node("data-card", "eleventh")
    assert "✓" not in "".join(fresh.itertext())
    assert "text-decoration" not in Picture(CROWD).markup


@pytest.mark.parametrize("position", [*TABLES[:2], *(table(seats=seats) for seats in (1, 2, 3, 4))])
def test_cards_of_a_console_do_not_cover_each_other(position: Position) -> None:
    consoles = [panel for panel in draw(position) if panel.name.startswith("console-")]
    assert len(consoles) == len(position.seats)
    for panel in consoles:
        boxes = []
        for node, x, y in placed_in(panel):
            frame = node.find("rect")
            if frame is not None and ("data-card" in node.attrib or node.get("data-key", "").startswith("hand-")):
                boxes.append((x, y, x + float(frame.get("width", 0)), y + float(frame.get("height", 0))))
        assert boxes
        for left, top, right, bottom in boxes:
            assert 0 <= left < right <= panel.size[0]
            assert 0 <= top < bottom <= panel.size[1]
        for (left, top, right, bottom), (left2, top2, right2, bottom2) in combinations(boxes, 2):
            assert right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top


def test_consoles_follow_the_order_of_turns_from_the_player_to_move() -> None:
    turned = CROWD.replace(order=(KIM, LEE, JULIE, STEVE))
    assert Picture(turned).all("data-seat") == [JULIE, STEVE, KIM, LEE]
    assert Picture(turned.replace(player=LEE)).all("data-seat") == [LEE, JULIE, STEVE, KIM]


def test_panels_are_in_columns_and_empty_ones_are_left_out() -> None:
    columns = {panel.name: panel.column for panel in draw(CROWD)}
    assert columns == {
        "status": 1, "track": 1, "stage": 1, "locations": 2, "tasks": 2, "console-julie": 3, "console-steve": 3,
        "console-kim": 3, "console-lee": 3, "decks": 3, "legend": 3,
    }  # fmt: skip
    assert "tasks" not in {panel.name for panel in draw(SPARE)}
    assert [panel.name for panel in draw(CROWD) if panel.folded] == ["legend"]
    assert {panel.size[0] for panel in draw(CROWD)} == {COLUMN}


def test_only_locations_with_doctors_are_opened() -> None:
    picture = Picture(CROWD)
    for number, opened in ((1, True), (2, True), (3, True), (4, False), (5, False)):
        words = ["".join(node.itertext()) for node in picture.node("data-key", f"place-{number}").iter("text")]
        assert any(line.startswith("★") for line in words) == opened, number
    assert "; reward: " in picture.under("data-zone", "4 0"), "the title says the rest"
    means = "Fixed Point: neither cards nor tokens re-roll a die"
    assert means in picture.under("data-key", "dilemma-4-0")
    stolen = table(places=(Place(6, "stolen-earth"),))
    assert "Time Locked: neither cards nor tokens change a face" in Picture(stolen).under("data-zone", "6 0")
    entered = Picture(CROWD.replace(step="enter", stack=(), at={})).node("data-key", "place-5")
    assert any("★" in "".join(node.itertext()) for node in entered.iter("text")), "its zone is chosen next"


def test_omits_the_oldest_of_many_die_faces() -> None:
    faces = ("rolled running", *(f"re-rolled {symbol} tokens" for symbol in ("science", "tactics", "cunning") * 2))
    turned = Adventure(JULIE, 2, 0, (), stage="reroll", pools=(Pool(JULIE, (Die("B1", "black", "cunning", faces),)),))
    often = Picture(CROWD.replace(stack=(turned,))).under("data-row", "B1")
    assert often.endswith(" B1…")


def test_dice_before_the_roll_are_in_one_row() -> None:
    dice = tuple(Die(f"B{n}", "black", card="eleventh") for n in range(1, 9))
    pool = Adventure(JULIE, 2, 0, ("running",), stage="pool", pools=(Pool(JULIE, dice, gathered=True),))
    picture = Picture(CROWD.replace(stack=(pool,)))
    assert picture.all("data-row") == [f"B{n}" for n in range(1, 9)]
    assert picture.under("data-row", "B3") == "B3 black, of Eleventh Doctor B3", "its name stands on it"
    assert "A black die shows Running, Cunning, Diplomacy, Tactics, Science and Strength" in picture.markup
    assert len({picture.at("data-row", name)[1] for name in picture.all("data-row")}) == 1
    assert "data-met" not in picture.markup
    assert die_line(CROWD, dice[0]) == "B1 black, of Eleventh Doctor"


@pytest.mark.parametrize(("stage", "many", "size"), [
    ("pool", 8, "8 dice, at most 8"), ("pool", 10, "10 dice, must be cut to 8"), ("cut", 9, "9 dice, must be cut to 8"),
    ("roll", 8, "8 dice, at most 8"),
])  # fmt: skip
def test_a_pool_with_too_many_dice_says_its_size_after_the_cut(stage: str, many: int, size: str) -> None:
    dice = tuple(Die(f"B{n}", "black", card="eleventh") for n in range(1, many + 1))
    pool = Adventure(JULIE, 2, 0, ("running",), stage=stage, pools=(Pool(JULIE, dice, gathered=True),))
    position = CROWD.replace(stack=(pool,))
    assert f"pool: {size}" in Picture(position).under("data-pool", JULIE)
    assert f"pool: {size}" in " ".join(text(position).split())


def test_a_discarded_die_meets_no_symbol() -> None:
    assert meeting(replace(TRAY, symbols=("running", "running"))) == ("B5", "")


def test_an_unknown_die_history_is_shown_unchanged() -> None:
    odd = Die("B1", "black", story=("<odd>", "rolled science"))
    assert [one.verb for one in story(CROWD, odd)] == ["<odd>", "rolled"]


def test_changes_have_rings_and_words() -> None:
    before = CROWD.replace(ship=7, markers=(9, 12, 15), at={seat: at for seat, at in CROWD.at.items() if seat != KIM})
    picture = Picture(CROWD, before=before)
    assert (picture.all("data-ring"), picture.all("data-was")) == (["space 9", "zone 1 2"], ["ship"])
    assert CHANGE in picture.markup
    words = " ".join(picture.node("data-panel", "changes").itertext())
    assert "the Dalek Ship from space VII to space IX, the Time Anomaly marker of space IX is taken" in words


def test_changes_of_consoles_and_dice_have_rings() -> None:
    poorer = {**CROWD.consoles, LEE: CROWD.console(LEE).replace(tokens=0)}
    own, other = TRAY.pools
    first, *rest = own.dice
    unrolled = replace(first, symbol="running", story=first.story[:1])
    old = replace(TRAY, pools=(replace(own, dice=(unrolled, *rest)), other))
    picture = Picture(CROWD, before=CROWD.replace(consoles=poorer, stack=(old, *CROWD.stack[1:])))
    assert picture.all("data-ring") == ["die B1", "console lee"]
    assert "(tokens 0 to 2)" in " ".join(picture.root.itertext())
    assert "2 tokens" in picture.under("data-seat", LEE)
    assert "0→2" in picture.under("data-seat", LEE)


def test_nothing_is_ringed_without_a_position_before() -> None:
    for before in (None, NOBODY, ODD):
        assert Picture(CROWD, before=before).all("data-ring") == []


def test_a_finished_game_marks_only_the_winners() -> None:
    lost = Picture(SPARE.replace(step="over", how="seventh Dalek"))
    assert "has the turn" not in lost.under("data-seat", JULIE)
    won = Picture(SPARE.replace(step="over", how="Gallifrey", winners=(STEVE,)))
    assert "has won" in won.under("data-seat", STEVE)
    assert "has won" not in won.under("data-seat", JULIE)


def test_locations_with_the_same_name_are_numbered() -> None:
    twins = CROWD.replace(places=(*CROWD.places, Place(9, "akhaten", (Slot(), Slot()))))
    assert "5 Akhaten #5" in text(twins)
    assert "9 Akhaten #9" in text(twins)


SAMPLES: Final = [name for name in recordings.SAMPLES if name.startswith("daleks-")]
LIGHT: Final = 0.3
"""A colour that is lighter in light mode is a background, and must be darker in dark mode."""


class Look(NamedTuple):
    """A line of a sample as it is looked at: the position and its board."""

    timeline: Timeline
    position: Position
    board: ParsedPicture


@cache
def looks(name: str) -> Sequence[Look]:
    """A sample at its first line of each step and stage, with and without help, drawn Locations and costs; its last."""
    taken = recording(name).taken
    timeline = Timeline.read(taken.store, registry(), taken.session, ALL)
    found: dict[object, int] = {}
    for seq in range(1, timeline.last + 1):
        now = timeline.position(seq)
        if now is not None:
            met = now.adventure
            stage = (met.stage, met.manner, met.over) if met else ()
            found.setdefault((now.step, stage, bool(now.found), now.debt is None, now.window is None), seq)
    lines = sorted({*found.values(), timeline.last})
    return [Look(timeline, timeline.position(seq), ParsedPicture(timeline.svg(seq))) for seq in lines]


def _is_light(ink: str) -> bool:
    red, green, blue = (int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue > LIGHT


def _grounds(board: ParsedPicture) -> Iterator[str]:
    """The colours of boxes that are wide enough for words, without labels of gold, which are the same in dark mode."""
    for node in board.root.iter("rect"):
        if float(node.get("width", 0)) > 80 and node.get("fill", "none") not in ("none", "#fff", inks.GOLD):
            yield node.get("fill", "")


@pytest.mark.parametrize("name", some_short(SAMPLES, lambda name: name not in recordings.TOWERS))
def test_board_parts_have_names_keys_and_complete_words(name: str) -> None:
    dark = {**palette.DARK_MODE, **inks.DARK_MODE}
    for look in looks(name):
        parts = [node for node in look.board.root.iter() if "data-place" in node.attrib]
        assert len(parts) > 20
        assert all(node.findtext("title") for node in parts)
        assert all(value_at(look.timeline, node.get("data-place", ""), look.position) for node in parts)
        keys, now = look.board.all("data-key"), look.position
        assert len(keys) == len({key.strip() for key in keys})
        pools = now.adventure.pools if now.adventure else ()
        dice = {f"die-{die.name.lower()}" for pool in pools for die in pool.dice if not die.gone}
        assert {"ship", *(f"tardis-{seat}" for seat in now.seats), *(f"marker-{at}" for at in now.markers)} <= set(keys)
        assert {key for key in keys if key.startswith("die-")} == dice
        assert {f"doctor-{seat}" for seat in now.seats} <= set(keys)
        words = ["".join(node.itertext()) for node in look.board.root.iter("text")]
        assert [sentence for sentence in words if "…" in sentence and not re.fullmatch(r"[BGUR]\d+…", sentence)] == []
        assert [sentence for sentence in words if re.search(r"(?<!\w)[+-]\d|[BGUR]→|[A-Z][a-z]→", sentence)] == []
        light = {ink for ink in _grounds(look.board) if _is_light(ink)}
        assert light
        assert light <= dark.keys()
        assert not [ink for ink in light if _is_light(dark[ink])]


def test_dark_mode_does_not_replace_colours_of_pieces() -> None:
    kept = {
        inks.VORTEX, inks.THREAD, inks.PATH, inks.STONE, inks.GOLD, inks.DALEK, inks.BOX, palette.BLACK, palette.BACK,
        *inks.DICE.values(),
    }  # fmt: skip
    assert not kept & {*palette.DARK_MODE, *inks.DARK_MODE}
