"""Corrections of samples in writing: a forgotten draw, 2 forgotten Daleks, refusals, and what to move on a table."""

from collections import Counter
from functools import cache

import pytest
from recordings import corrected, looked_at, recorded, report_of, timeline_of
from refusals import refuses

from events.errors import BellError, RefusedError, SuspendedError, UnplayableError
from events.events import ALL, OMNISCIENT, UNKNOWN, Drawn
from events.session_events import Adjusted, Redecided, SecretsOpened
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import Finding
from replay.corrections.branch import change_branch, compare, make_branch
from replay.corrections.correction import correct
from replay.corrections.plan import KEEP, OMIT, Change, NeedsAnswerError
from replay.corrections.remedies import remedies
from replay.corrections.ruling import open_disputes, rule
from replay.corrections.written_changes import read_changes, split_changes
from replay.importing.samples import samples
from replay.reading.reading import Group, first_origin, undone_origin
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.turn_summaries.kit import kit_of
from replay.turn_summaries.markup import kit_text
from replay.turn_summaries.put_right import MOST, put_right

DRAWN = 'DRAW: "War Machine"'
SHIFT = "CARDS deck-gus: shift"
GUS = ["dalek", "raston-warrior-robot", "war-machine", "quark", "vorum-gas", "osiran-mummy", "kamelion", "sidrat"]


@cache
def text(sample: str, until: str = "") -> str:
    """The text of a sample, up to a line."""
    slug, _, name = sample.partition("-")
    told = next(one.text for one in samples(slug) if one.name == name)
    return told[: told.index(f"\n{until}") + 1] if until else told


def forgotten_draw(until: str = "") -> Session:
    return recorded(text("ccg-forgotten-draw", until))


def forgotten_two(until: str = "") -> Session:
    return recorded(text("risk-forgotten-two", until))


def drawn(session: Session) -> list[str]:
    events = [entry.event for entry in session.table.entries if entry.seq not in session.table.undone]
    own = [event for event in events if isinstance(event, Drawn) and event.pile == "deck-gus" and len(event.cards) == 1]
    return [event.cards[0] for event in own]


def violations(session: Session) -> list[Finding]:
    """The violations of the rules; the log itself has none."""
    found = [one for one in report_of(session).findings if one.level == "violation"]
    assert not [one for one in found if one.rule.startswith("LOG")], found
    return found


def places(session: Session) -> dict[str, str]:
    return {one.rule: one.address for one in violations(session)}


def test_corrects_the_draw_and_the_flash_and_tries_it_in_a_branch() -> None:
    session = forgotten_draw()
    assert places(session) == {"CCG-PREP-06": "5.3", "CCG-FLA-01": "7.8"}
    assert any(entry.implied for entry in session.table.entries), "answers were passed in silence"
    corrected(session, "FIX 5.3: DRAW: ?\nOMIT 7.8\nKEEP rest")
    assert places(session) == {}
    session = forgotten_draw()
    record = timeline_of(session)
    branch = make_branch(session.store, registry(), record)
    change_branch(branch, f"FIX 5.3: {DRAWN}\n{SHIFT}")
    found = compare(record, timeline_of(branch))
    assert {"5.3", "7.3", "9.3", "11.3", "15.7"} <= {one.address for one in found.differing}


@pytest.mark.parametrize("viewer", [OMNISCIENT, ALL, "gus", "pilar"])
@pytest.mark.parametrize("change", ["FIX 5.3: DRAW: ?", f"FIX 5.3: DRAW: ?\n{SHIFT}"])
def test_every_reader_sees_the_same_later_moves(viewer: str, change: str) -> None:
    plan = looked_at(forgotten_draw("== T16"), change, viewer)
    assert not plan.falls
    assert len(plan.again) == len(plan.later) > 90


@pytest.mark.parametrize("until", ["== T16", ""])
def test_by_name_each_later_draw_keeps_its_card(until: str) -> None:
    session = forgotten_draw(until)
    before = drawn(session)
    corrected(session, "FIX 5.3: DRAW: ?")
    assert drawn(session) == [*before[:2], UNKNOWN, *before[2:]]
    assert places(session) == {"CCG-FLA-01": "7.19"}


@pytest.mark.parametrize("until", ["== T16", ""])
@pytest.mark.parametrize("change", ["FIX 5.3: DRAW: ?", f"FIX 5.3: {DRAWN}", "INSERT 5.3: DRAW: ?\nOMIT 5.3"])
def test_moved_up_each_later_draw_has_the_next_card(until: str, change: str) -> None:
    session = forgotten_draw(until)
    before = drawn(session)
    assert before[: len(GUS)] == GUS
    corrected(session, f"{change}\n{SHIFT}")
    assert drawn(session) == [*before, UNKNOWN]
    assert places(session) == {"CCG-FLA-01": "7.19"}


@pytest.mark.parametrize(("change", "says"), [
    (f'FIX 5.3: DRAW: "Cyberman"\n{SHIFT}', "the one that was drawn next is drawn here"),
    ("FIX 5.3: DRAW: ?\nCARDS decks: shift", "cards are drawn from deck-gus, deck-pilar"),
])  # fmt: skip
def test_refuses_another_card_or_an_unknown_pile(change: str, says: str) -> None:
    session = forgotten_draw()
    last = session.head.seq
    refuses(BellError, says, corrected, session, change)
    assert session.head.seq == last


def test_a_draw_that_is_left_out_leaves_its_card_to_the_next() -> None:
    session, change = forgotten_draw(), "OMIT 3.3\nKEEP rest"
    last = session.head
    refuses(NeedsAnswerError, "first draw the card of this turn", corrected, session, "OMIT 3.3")
    refuses(UnplayableError, "no card is there that its deck did not have", looked_at, session, f"{change}\n{SHIFT}")
    refuses(BellError, "", corrected, session, f"{change}\n{SHIFT}")
    assert session.head == last
    corrected(session, change)
    assert drawn(session)[:2] == ["dalek", "war-machine"]


@pytest.mark.parametrize("card", ["Sutekh", "Romana", "War Machine"])
def test_refuses_the_draw_of_a_card_that_is_somewhere_else(card: str) -> None:
    session, change = forgotten_draw("== T16"), f'FIX 5.3: DRAW: "{card}"'
    last = session.head
    refuses(UnplayableError, "no card is there that its deck did not have", looked_at, session, change)
    with pytest.raises(BellError, match="not known to you"):  # a moderator sees what a spectator sees
        corrected(session, change)
    branch = make_branch(session.store, registry(), timeline_of(session))
    left = branch.head
    with pytest.raises(UnplayableError, match="no card is there that its deck did not have"):
        change_branch(branch, change, throws=True, seed=1)
    assert (session.head, branch.head) == (last, left)


@pytest.mark.parametrize("change", ['INSERT 8.3: PLAY: "Temporal Grace"', 'INSERT 1.3: PLAY: "Dalek Saucer"'])
def test_a_card_that_came_into_play_is_that_card_whatever_its_number(change: str) -> None:
    session = forgotten_draw()
    plan = looked_at(session, change)
    assert [one for one in plan.later if one.fate == "changes"] == []
    assert len(plan.falls) < 3
    told = attacks(session)
    corrected(session, f"{change}\nDROP rest")
    assert attacks(session) == told
    assert len(told) > 8


def attacks(session: Session) -> list[str]:
    timeline = timeline_of(session)
    standing = [timeline.tell(entry.seq) for entry in timeline.entries if entry.seq not in timeline.undone]
    return [told for told in standing if " attacks " in told]


def test_a_move_of_a_card_that_never_came_no_longer_fits() -> None:
    session = forgotten_draw()
    assert looked_at(session, "OMIT 2.3").falls[0].why == "Pilar's Tharil did not come into play"
    corrected(session, "OMIT 2.3\nKEEP rest")
    assert not [one for one in report_of(session).findings if one.rule.startswith("LOG")]
    assert any(isinstance(entry.event, Redecided) and entry.event.kept for entry in session.table.entries)


def test_offers_the_forgotten_draw_or_a_ruling() -> None:
    session = forgotten_draw()
    timeline = timeline_of(session, ALL)
    group = timeline.find("5.3")
    (fix,) = [one for one in remedies(timeline, group, by="moderator", viewer=ALL) if one.way == "fix"]
    assert fix.line == "FIX 5.3: DRAW: ?"
    assert fix.plan is not None
    assert not fix.plan.falls
    rule(session, group, "stand", "nobody lost by it", ["CCG-PREP-06"], by="moderator")
    (found,) = [one for one in report_of(session).findings if one.rule == "CCG-PREP-06"]
    assert found.remedy == "ruled stand: nobody lost by it"


FORGOTTEN = "DUE 4.2\nINSERT 4.4: P: SEA+2"


def daleks(session: Session, territory: str) -> str:
    assert session.game.editor.fields is not None
    return str(session.game.editor.fields.setting(session.position, territory))


@pytest.mark.parametrize("until", ["== T7", ""])
def test_places_the_forgotten_two_and_keeps_all_later_moves_that_fit(until: str) -> None:
    session = forgotten_two(until)
    last = session.head
    refuses(NeedsAnswerError, r"later moves fall.*first place the 2 Daleks still left", corrected, session, "DUE 4.2")
    assert session.head == last
    plan = looked_at(session, FORGOTTEN)
    assert (plan.falls, plan.open) == ((), ())
    assert Counter(one.fate for one in plan.later)["changes"] == 1
    (hidden,) = [one for one in plan.later if one.hides]
    assert isinstance(session.table.entries[hidden.seq - 1].event, Adjusted)
    before = daleks(session, "SEA")
    corrected(session, FORGOTTEN)
    assert daleks(session, "SEA") == before, "a value that was set is set again"
    assert violations(session) == []


def test_other_changes_give_the_same_position() -> None:
    one, other = forgotten_two(), forgotten_two()
    corrected(one, FORGOTTEN)
    corrected(other, "FIX 4.2: +: base 3, lands 2, Australia 2 = 7\nFIX 4.3: P: SEA+4")
    assert one.position == other.position
    assert violations(other) == []


def test_waits_for_dice_of_another_number() -> None:
    session, change = forgotten_two(), "INSERT 4.5 orange: P: IND+2"
    last = session.head
    plan = looked_at(session, change)
    (waiting,) = plan.open
    assert "defence india" in waiting.why
    assert plan.waits > 50
    assert plan.spare
    refuses(NeedsAnswerError, "wait for dice", corrected, session, change)
    assert session.head == last


@pytest.mark.parametrize("rest", ["KEEP rest", "DROP rest"])
def test_carries_out_the_answers_for_later_moves(rest: str) -> None:
    session = forgotten_two()
    corrected(session, f"DUE 4.2\n{rest}")
    left = violations(session)
    assert "RISK-CON-01" not in {one.rule for one in left if not one.kept}
    assert bool([one for one in left if one.kept]) == (rest == "KEEP rest")
    assert all(one.remedy for one in left if one.kept)


def test_replaces_a_move_that_no_longer_fits() -> None:
    session = forgotten_two()
    change = "OMIT 7.3\nINSERT 7.4: P: IND+2"
    addresses = timeline_of(session).addresses
    assert addresses[looked_at(session, change).falls[0].seq] == "7.4"
    put = f"{change}\nPUT 7.4: P: CHN+5"
    assert [addresses[one.seq] for one in looked_at(session, put).falls] == ["7.5"]
    corrected(session, f"{put}\nDROP 7.5")
    assert "RISK-PLC-02" not in {one.rule for one in violations(session)}
    assert not [one for one in violations(session) if one.kept]
    kept = forgotten_two()
    corrected(kept, f"{change}\nKEEP 7.4 7.5")
    assert len([one for one in violations(kept) if one.kept]) == 2


@pytest.mark.parametrize("card", ["JPN", "PER"])
def test_refuses_a_territory_card_that_is_somewhere_else(card: str) -> None:
    with pytest.raises(UnplayableError, match="would not hold that the 42 Territory Cards are all there"):
        looked_at(forgotten_two(), f"FIX 7.14: C: +{card}")


@pytest.mark.parametrize(("ended", "gives"), [(False, "blue: +2 SEA"), (True, "blue: +2 southeast asia")])
def test_compensates_unless_the_game_is_decided(*, ended: bool, gives: str) -> None:
    over, session = forgotten_two(), forgotten_two("== T7")
    group, last = timeline_of(session, ALL).find("4.2"), over.head.seq
    with pytest.raises(RefusedError, match="the game is decided"):
        rule(over, timeline_of(over, ALL).find("4.2"), "compensate", "so", by="moderator", gives=gives)
    assert over.head.seq == last
    if ended:
        session.end()
    assert daleks(session, "SEA") == "blue 2"
    rule(session, group, "compensate", "two were forgotten", by="moderator", gives=gives)
    assert daleks(session, "SEA") == "blue 4"
    assert violations(session)


def test_rewinds_during_the_game_and_after_its_end() -> None:
    session = forgotten_two("== T7")
    before = timeline_of(session).find("4.2").first - 1
    position = session.table.positions[before - 1]
    rule(session, timeline_of(session, ALL).find("4.2"), "rewind", "all anew", by="moderator")
    assert session.position == position
    over = forgotten_two()
    position = over.table.known_at(before)
    noted = {one.id for one in audit_session(over.store, registry(), over.row.session, OMNISCIENT).findings}
    assert timeline_of(over, ALL).over
    rule(over, timeline_of(over, ALL).find("4.2"), "rewind", "all anew", by="moderator")
    assert over.position == position
    assert not timeline_of(over, ALL).over, "nobody has won"
    refuses(SuspendedError, "", over.require_open)
    found = audit_session(over.store, registry(), over.row.session, OMNISCIENT).findings
    assert {one.id for one in found} <= noted, "a takeback behind the end is no finding"
    last = over.head.seq
    with pytest.raises((RefusedError, SuspendedError)):
        rule(over, timeline_of(over, ALL).find("#1"), "rewind", "into the set-up", by="moderator")
    assert over.head.seq == last


def test_every_remedy_has_its_outcome() -> None:
    for session in (forgotten_two("== T7"), forgotten_two()):
        timeline = timeline_of(session, ALL)
        ways = {one.way: one for one in remedies(timeline, timeline.find("4.2"), by="moderator", viewer=ALL)}
        assert [way for way, one in ways.items() if one.why_not] == ["compensate"] * timeline.over
        fix, rewind, gives = ways["fix"], ways["rewind"], ways["compensate"].gives
        assert fix.plan is not None
        assert [one for one in fix.plan.later if one.fate == "kept"]
        assert (fix.line, fix.written) == ("DUE 4.2", "DUE 4.2\nKEEP rest")
        assert rewind.undone > 20
        assert any("Southeast Asia" in line for line in rewind.places)
        assert set(rewind.by_seat) <= {"Blue", "White", "Orange"}
        assert timeline.over or (gives is not None and gives.line == "blue: +2 pool, next turn")


def test_corrects_the_same_move_twice() -> None:
    def now(line: int) -> int:
        entries, groups = session.table.entries, timeline_of(session).groups
        return next(one.first for one in groups if not one.undone and first_origin(entries, one.first) == line)

    session = forgotten_two()
    count, place = (timeline_of(session).find(address).first for address in ("4.2", "4.3"))
    corrected(session, FORGOTTEN)
    once = session.position
    for change, line in (("DUE #{}", count), ("FIX #{}: P: SEA+2", place), ("DUE 4.2", count)):
        corrected(session, change.format(now(line)))
        assert session.position == once


@pytest.fixture
def over() -> Session:
    return recorded(text("risk-mistakes"), partial=True)


def group(session: Session, address: str) -> Group:
    return timeline_of(session, ALL).find(address)


def test_lines_and_slashes_part_changes(over: Session) -> None:
    assert split_changes("OMIT 3.2\n\n KEEP 3.3 / drop rest ") == ["OMIT 3.2", "KEEP 3.3", "drop rest"]
    read = read_changes(timeline_of(over, ALL), "OMIT 3.2\nKEEP 3.3, 3.4\nDROP 3.5 / keep rest\nCARDS territory: shift")
    first = [group(over, place).first for place in ("3.3", "3.4", "3.5")]
    assert read.changes == (Change(group(over, "3.2")),)
    assert read.answers == dict(zip(first, (KEEP, KEEP, OMIT), strict=True))
    assert (read.others, read.keepings) == (KEEP, {"territory": "shift"})


@pytest.mark.parametrize(("text", "says"), [
    ("hello", "a correction is written so"), ("OMIT", "a correction is written so"), ("OMIT 99.1", "there is no 99.1"),
    ("OMIT x", "is no address"), ("OMIT #1", "is no move"), ("FIX 3.2", "an address, a colon and a move"),
    ("FIX 3.2: zebra", "zebra"), ("INSERT 3.2 nobody: pass", "no seat"), ("CARDS territory: sideways", "kept so"),
    ("KEEP 3.2 99.1", "there is no 99.1"), ("PUT 3.2", "a colon and a move"), ("OMIT 3.2\n" * 201, "at most 200"),
    ("FIX #999999999: pass", "there is no #999999999"),
])  # fmt: skip
def test_refuses_malformed_changes_with_the_allowed_form(over: Session, text: str, says: str) -> None:
    refuses(BellError, says, read_changes, timeline_of(over, ALL), text)


@pytest.mark.parametrize("text", ["KEEP rest", "OMIT 3.2\nOMIT 3.2"])
def test_refuses_no_change_or_two_at_one_place(over: Session, text: str) -> None:
    head = over.head.seq
    with pytest.raises(BellError, match=r"say what is to be changed|changed twice"):
        correct(over, read_changes(timeline_of(over, ALL), text).changes, by="moderator")
    assert over.head.seq == head


def test_a_finished_session_is_corrected_by_a_ruling(over: Session) -> None:
    place, before = group(over, "3.2"), {one.id for one in report_of(over).findings if one.level == "violation"}
    ends = sum(isinstance(entry.event, SecretsOpened) for entry in over.table.entries)
    done = rule(over, place, "fix", "it was never said", by="moderator", changes=[Change(place)], others=KEEP)
    assert done is not None
    assert [one.fate for one in done.later].count("kept") == 1
    assert sum(isinstance(entry.event, SecretsOpened) for entry in over.table.entries) == ends
    assert len([one for one in report_of(over).findings if one.kept and "as the table had it" in one.remedy]) == 1
    assert before <= {one.id for one in report_of(over).findings}


def test_origins_follow_a_corrected_move(over: Session) -> None:
    first, later = group(over, "3.2"), group(over, "5.2")
    correct(over, [Change(first)], by="moderator", others=KEEP)
    entries = over.table.entries
    now = next(one.first for one in timeline_of(over).groups if undone_origin(entries, one.first) == later.first)
    assert first_origin(entries, now) == later.first
    origins = [first_origin(entries, now + at) for at in range(len(later.entries))]
    assert origins == [entry.seq for entry in later.entries]
    assert open_disputes(over.table) == ()


@pytest.mark.parametrize(("answer", "says"), [
    *(
        (f"INSERT 4.4: P: SEA+2\n{one}", "are for later moves that fall or are open, not for line")
        for one in ("KEEP 4.3", "DROP 4.3", "PUT 4.3: P: SEA+1", "KEEP 4.2", "KEEP 1.1")
    ),
    *((one, r"two things are said|cannot both be") for one in ("KEEP 4.5\nDROP 4.5", "PUT 4.5: A: none\nKEEP 4.5")),
    ("KEEP rest\nDROP rest", r"two things are said|cannot both be"),
])  # fmt: skip
def test_refuses_an_answer_for_a_move_that_still_fits_or_two_for_one(answer: str, says: str) -> None:
    session = forgotten_two()
    last = session.head
    refuses(RefusedError, says, corrected, session, f"DUE 4.2\n{answer}")
    assert session.head == last


def put_so(slug: str, name: str, change: str) -> Timeline:
    """Correct a sample, if there is a change, and read it as a spectator."""
    session = recorded(text(f"{slug}-{name}"))
    if change:
        corrected(session, f"{change}\nKEEP rest")
    return timeline_of(session, ALL)


def test_puts_and_takes_cards_and_numbers() -> None:
    assert put_right(put_so("risk", "mistakes", "OMIT 8.9"), 1)[:2] == (
        "take 1 card off Yellow's Territory Cards, now 1", "put 1 card on the Territory deck, now 38",
    )  # fmt: skip
    timeline = put_so("risk", "mistakes", "DUE 4.2\nINSERT 4.4: P: SEA+2")
    assert "put 2 on Southeast Asia, now 7" in put_right(timeline, 1)
    assert "On a table of cardboard:\n\n- put 2 on Southeast Asia, now 7" in kit_text(kit_of(timeline, 1), "text")


@pytest.mark.parametrize(("slug", "name", "change"), [("keys", "two-player", ""), ("risk", "mistakes", "DUE 4.2")])
def test_lists_nothing_if_the_board_stays_as_it_was(slug: str, name: str, change: str) -> None:
    timeline = put_so(slug, name, change)
    assert put_right(timeline, 1) == ()
    assert "cardboard" not in kit_text(kit_of(timeline, 1), "text")


def test_cuts_a_long_list() -> None:
    told = put_right(put_so("ccg", "mistakes", "OMIT 9.3"), 1)
    assert len(told) <= MOST + 1
    assert all(line.count("?") == 0 or "now" in line or "more" in line for line in told)
