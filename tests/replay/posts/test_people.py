"""Posts in people's own words: no wrong reading, talk left alone, and minimum numbers of readings and offers."""

from collections import Counter
from functools import cache
from operator import attrgetter

import pytest
from long_runs import some_short
from people_posts import Outcome, Row, choice_outcome, moves_of, outcome, read, rows, table, unasked

from projections.registry import registry
from replay.posts.door import file_post
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.reading.timeline import Timeline

ONE_KEY = {"keys": 49, "risk": 54, "ccg": 51, "daleks": 68}
"""The minimum number of posts with moves that are read completely, or confirmed with one key."""
OFFERED = {"keys": 64, "risk": 65, "ccg": 63, "daleks": 87}
"""The minimum number of posts that are read, or asked about with the right choice."""
ASKED = {"risk-later-b-47": "asked, not on offer"}
"""Later posts that cost a question without need: plans before words such as `will post`."""
UNASKED = {"keys": 6, "risk": 7, "ccg": 3, "daleks": 10}
"""The minimum number of posts that are recorded without a question if the policy is `sure`."""
KINDS_READ = {"keys": (45, 52), "risk": (55, 65), "ccg": (46, 51), "daleks": (47, 65)}
"""The minimum numbers of posts of `kinds.jsonl`: read or confirmed with one key, and these plus the right offers."""
OWN = 21
"""The minimum number of the 28 clear posts of `own.jsonl` that are read or confirmed with one key."""
VARIATIONS = {"leftovers": (34, 3), "idle-talk": (38, 0)}
"""By file: the minimum number of posts that are read or confirmed with one key, and the maximum of wrong readings."""
HOST = Poster("moderator", "table")
LATER = sorted(rows("later"), key=attrgetter("session", "moves"))
every_game = pytest.mark.parametrize("game", some_short(sorted(registry()), lambda _: False))


@cache
def outcomes(game: str, every: int = 1) -> list[tuple[Row, Outcome]]:
    return [(row, outcome(row)) for row in sorted(rows(game), key=attrgetter("session", "moves"))[::every]]


@pytest.mark.parametrize(("game", "every"), some_short(
    [("keys", 4), *((game, 1) for game in sorted(registry()))], lambda case: case == ("keys", 4)
))  # fmt: skip
def test_never_misreads_a_post_silently(game: str, every: int) -> None:
    """By default, only every fourth post of Keys is read."""
    wrong = [row.id for row, came in outcomes(game, every) if came in ("silently wrong", "clear, wrong")]
    assert wrong == []


@every_game
def test_records_no_wrong_reading_without_a_question(game: str) -> None:
    came = Counter(unasked(row) for row, came in outcomes(game) if came == "one key")
    assert came["right"] >= UNASKED[game]
    assert came["wrong"] == 0


@every_game
def test_does_not_ask_about_ordinary_chat(game: str) -> None:
    assert {came for row, came in outcomes(game) if row.kind == "talk"} == {"right"}


@every_game
def test_moves_are_read_or_offered(game: str) -> None:
    came = Counter(came for row, came in outcomes(game) if row.kind == "moves")
    read = came["right"] + came["one key"]
    assert read >= ONE_KEY[game]
    assert read + came["asked, on offer"] >= OFFERED[game]


@pytest.mark.parametrize(
    "row", some_short(LATER, lambda row: row.game != "risk" or row.session == "risk-1"), ids=attrgetter("id")
)
@pytest.mark.sampled
def test_reads_later_posts_completely(row: Row) -> None:
    due = ASKED.get(row.id) or ("one key" if row.kind == "moves" else "right")
    assert outcome(row) == due


@every_game
def test_reads_or_offers_each_kind_of_writing(game: str) -> None:
    """`hand` names the kind: roller output, lists, one sentence, everyday names, things referred to, a refusal."""
    found = [
        (row, outcome(row)) for row in sorted(rows("kinds"), key=attrgetter("session", "moves")) if row.game == game
    ]
    assert [row.id for row, came in found if came in ("silently wrong", "clear, wrong")] == []
    came = Counter(came for _, came in found)
    read = came["right"] + came["one key"]
    least, offered = KINDS_READ[game]
    assert read >= least
    assert read + came["asked, on offer"] >= offered


@pytest.mark.parametrize("name", sorted(VARIATIONS))
def test_reads_variations_of_posts_that_were_misread(name: str) -> None:
    """Words that are a whole clause, parts that a reading could overlook, and moves beside idle talk."""
    came = Counter(outcome(row) for row in rows(name))
    least, most_wrong = VARIATIONS[name]
    assert came["right"] + came["one key"] >= least
    assert came["clear, wrong"] <= most_wrong
    assert came["silently wrong"] == 0


def test_reads_posts_that_a_developer_wrote_before_seeing_the_lexicon() -> None:
    found = [(row, outcome(row)) for row in sorted(rows("own"), key=attrgetter("session", "moves"))]
    came = Counter((row.kind, came) for row, came in found)
    assert came["moves", "right"] + came["moves", "one key"] >= OWN
    assert [row.id for row, came in found if came in ("silently wrong", "clear, wrong", "asked, not on offer")] == []
    assert {came for row, came in found if row.kind == "talk"} == {"right"}
    assert {choice_outcome(row) for row, _ in found if row.kind == "ask"} == {"right"}


@pytest.mark.parametrize(("text", "is_sure"), [
    ("Drew a card. Sonic screwdriver opens red a1, staying", True),
    ("Drew a card. Sonic screwdriver opens blue a1, staying", False),
])  # fmt: skip
def test_a_colour_before_a_tile_describes_its_door(text: str, *, is_sure: bool) -> None:
    row = Row("", "keys-3", 33, "june", "", "moves", text, ["D: ?", "P: SS a1 open", "M: stay"])
    assert outcome(row) == "one key"
    assert unasked(row) == ("right" if is_sure else "asked")


@pytest.mark.parametrize(("text", "due"), [
    ("`3d6: 3 2 2 vs 1d6: 5`\n`3d6: 1 6 5 vs 1d6: 1`\nfour in", ["R: 3 (3 2 2 : 5)", "R: 3 (1 6 5 : 1)", "IN: 4"]),
    ("3 2 2 v 5, 1 6 5 v 1. four in", ["R: 3 (3 2 2 : 5)", "R: 3 (1 6 5 : 1)", "IN: 4"]),
])  # fmt: skip
def test_separates_the_dice_of_two_rolls(text: str, due: list[str]) -> None:
    clear = next(row for row in rows("clear-2") if row.id == "risk-clear-2-055")
    row = Row("", clear.session, clear.moves, clear.seat, "", "moves", text, due)
    assert moves_of(row, due) in read(row).offered


@pytest.mark.parametrize("text", [
    "Not worth the bones.", "discretion is the better part of valour", "That hurt.", "We go home.", "Mongolia can wait",
])  # fmt: skip
def test_asks_if_unknown_words_end_a_battle(text: str) -> None:
    roll, stop = "R: 3 (2 1 3 : 4 4)", "R: stop"
    row = Row("", "risk-2", 97, "priya", "", "moves", f"2 1 3 v 4 4, two gone. {text}", [roll, stop])
    found = read(row)
    assert found.confirmed is None
    assert moves_of(row, row.due) in found.offered


@pytest.mark.parametrize("text", ["polar bears and geysers", "one souvenir from Reykjavik"])
def test_asks_about_unknown_words_between_moves(text: str) -> None:
    post = f"3 3 5 v 2 5, one each. 6 6 1 v 2. 3 move in, {text}, end turn."
    row = Row("", "risk-2", 102, "priya", "", "moves", post, ["R: 3 (3 3 5 : 2 5)"])
    assert read(row).confirmed is None


def test_a_row_of_numbers_is_not_ignored_as_a_remark() -> None:
    post = "First two one three to nothing but fours, then 3 5 2 v 5 3, stopping."
    row = Row("", "risk-2", 97, "priya", "", "moves", post, ["R: 3 (2 1 3 : 4 4)", "R: 3 (3 5 2 : 5 3)", "R: stop"])
    assert read(row).confirmed is None


@pytest.mark.parametrize("text", [
    "Played: {} and the Time Scoop.", "the Time Scoop n {} come in", "{} and the Time Scoop take their places.",
    "I put {} on the table, and the Time Scoop.", "Down: the Time Scoop + {}.",
])  # fmt: skip
@pytest.mark.parametrize(("name", "likely"), [("the Hand of Omega", True), ("the thingummy", False)])
def test_asks_about_an_unknown_name_next_to_a_card(text: str, name: str, *, likely: bool) -> None:
    post = f"Nestene is up. Present, my bonus. Drew the Meddling Monk. {text.format(name)} Combat announced."
    row = Row("", "ccg-3", 41, "maud", "", "moves", post, [])
    assert (read(row).confirmed is not None) is likely


@pytest.mark.parametrize("text", [
    "I shut c5", "Blocked c5", "barring c5", "I frobnicate c5", "Osman wants me to bar c5",
    "Osman asked me to put a barrier on c5", "You told me to open c5", "He said I should open c5",
])  # fmt: skip
def test_asks_about_a_tile_in_a_sentence_without_a_known_move(text: str) -> None:
    row = Row("", "keys-1", 88, "nell", "", "moves", f"Drew green. {text}. f3 to e3", ["D: Kg", "M: f3>e3"])
    found = read(row)
    assert found.is_open
    assert found.confirmed is None


@pytest.mark.parametrize(("session", "moves", "seat", "text", "wrong"), [
    ("ccg-1", 80, "nell", "K9 could attack but Osman has a flash for sure. I end my turn.", 'COMBAT: "K9"'),
    ("ccg-2", 90, "tobias", "Aztec warriors #15 wanted to attack, but I'm keeping them back. End of turn",
     'COMBAT: "Aztec Warriors" #15'),
    ("ccg-5", 65, "karim", "stand all but the raston. present, bonus. drew deadly assassin.", "STAND:"),
    ("ccg-3", 48, "maud", "nestene hits k9, piotr please no flash", "PASS"),
])  # fmt: skip
def test_does_not_confirm_denied_or_excepted_moves(session: str, moves: int, seat: str, text: str, wrong: str) -> None:
    row = Row("", session, moves, seat, "", "moves", text, [wrong])
    found = read(row)
    assert moves_of(row, [wrong])[0] not in (found.confirmed or ())


def block(row: Row, lines: list[str], turn: int) -> Pasted:
    return Pasted(text="\n".join([f"== T{turn} {row.seat} ==", *lines, "== end =="]), seat="")


@pytest.mark.long
@pytest.mark.parametrize(
    "row",
    [row for row in rows(*registry(), "kinds", "leftovers", "idle-talk", "sealed", "sealed-2") if row.due],
    ids=lambda row: row.id,
)
def test_expected_lines_can_be_submitted(row: Row) -> None:
    store, session = table(row.session, row.moves)
    timeline = Timeline.read(store, registry(), session, HOST.viewer)
    for lines in row.readings:
        found = read_post(timeline, store, block(row, lines, timeline.status(timeline.last).turn), HOST)
        assert not found.trouble
        assert [(line.text, line.message) for line in found.lines if line.status != "ok"] == []


def test_a_block_without_dice_does_not_imply_a_roll() -> None:
    row = next(row for row in rows("daleks") if row.id == "daleks-c-021")
    table.cache_clear()  # the cached session was changed
    store, session = table(row.session, row.moves)
    table.cache_clear()
    turn = Timeline.read(store, registry(), session, HOST.viewer)
    filed = file_post(store, registry(), session, block(row, list(row.due), turn.status(turn.last).turn), HOST)
    assert filed.is_done
    after = Timeline.read(store, registry(), session, HOST.viewer)
    assert after.status(after.last).step == "roll the dice"
    assert after.status(after.last).awaited == (row.seat,)
