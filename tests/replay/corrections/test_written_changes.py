"""Corrections of samples in writing: a forgotten draw, 2 forgotten Daleks, refusals, and what to move on a table."""

from collections import Counter
from functools import cache

import pytest
from players import eventful, founded
from recordings import SAMPLES, corrected, daleks, group, looked_at, recorded, report_of, timeline_of
from refusals import refuses

from events.errors import BellError, RefusedError, SuspendedError, UnplayableError
from events.events import ALL, OMNISCIENT, UNKNOWN, Drawn
from events.session_events import Adjusted, Redecided, SecretsOpened, TakenBack
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import Finding
from replay.corrections.branch import change_branch, compare, make_branch
from replay.corrections.correction import correct, preview
from replay.corrections.plan import KEEP, NEEDS_TABLE, OMIT, Answer, Change, Correction, NeedsAnswerError
from replay.corrections.remedies import remedies
from replay.corrections.ruling import open_disputes, rule
from replay.corrections.written_changes import read_changes, split_changes
from replay.reading.reading import first_origin, groups_of, undone_origin
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.turn_summaries.markup import turn_summary_text
from replay.turn_summaries.turn_summary import PLACES, build_turn_summary, put_right

DRAWN = 'DRAW: "War Machine"'
SHIFT = "CARDS deck-gus: shift"
GUS = ["dalek", "raston-warrior-robot", "war-machine", "quark", "vorum-gas", "osiran-mummy", "kamelion", "sidrat"]


@cache
def text(sample: str, until: str = "") -> str:
    told = SAMPLES[sample].text
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
    found = [one for one in report_of(session).findings if one.level == "violation"]
    assert not [one for one in found if one.rule.startswith("LOG")], found
    return found


def places(session: Session) -> dict[str, str]:
    return {one.rule: one.address for one in violations(session)}


def test_corrects_a_forgotten_draw_in_a_session_and_a_what_if() -> None:
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
    assert not found.moves[0].is_same, "it begins with the first difference"
    assert {"5.3", "7.3", "9.3", "11.3", "15.7"} <= {one.address for one in found.differing}


@pytest.mark.parametrize("viewer", [OMNISCIENT, ALL, "gus", "pilar"])
@pytest.mark.parametrize("change", ["FIX 5.3: DRAW: ?", f"FIX 5.3: DRAW: ?\n{SHIFT}"])
def test_every_viewer_sees_the_same_later_moves(viewer: str, change: str) -> None:
    plan = looked_at(forgotten_draw("== T16"), change, viewer)
    assert not plan.falls
    assert len(plan.again) == len(plan.later) > 90


@pytest.mark.parametrize("until", ["== T16", ""])
def test_each_later_draw_keeps_its_card_without_a_shift(until: str) -> None:
    session = forgotten_draw(until)
    before = drawn(session)
    corrected(session, "FIX 5.3: DRAW: ?")
    assert drawn(session) == [*before[:2], UNKNOWN, *before[2:]]
    assert places(session) == {"CCG-FLA-01": "7.19"}


@pytest.mark.parametrize("until", ["== T16", ""])
@pytest.mark.parametrize("change", ["FIX 5.3: DRAW: ?", f"FIX 5.3: {DRAWN}", "INSERT 5.3: DRAW: ?\nOMIT 5.3"])
def test_a_shift_gives_each_later_draw_the_next_card(until: str, change: str) -> None:
    session = forgotten_draw(until)
    before = drawn(session)
    assert before[: len(GUS)] == GUS
    corrected(session, f"{change}\n{SHIFT}")
    assert drawn(session) == [*before, UNKNOWN]
    assert places(session) == {"CCG-FLA-01": "7.19"}


@pytest.mark.parametrize(("change", "says"), [
    (f'FIX 5.3: DRAW: "Cyberman"\n{SHIFT}', "the card drawn here must be the next recorded one"),
    ("FIX 5.3: DRAW: ?\nCARDS decks: shift", "Piles with draws: deck-gus, deck-pilar"),
])  # fmt: skip
def test_refuses_another_card_or_an_unknown_pile(change: str, says: str) -> None:
    session = forgotten_draw()
    last = session.head.seq
    refuses(BellError, says, corrected, session, change)
    assert session.head.seq == last


def test_omitting_a_draw_needs_an_answer_and_refuses_a_shift() -> None:
    session, change = forgotten_draw(), "OMIT 3.3\nKEEP rest"
    last = session.head
    refuses(NeedsAnswerError, "must first draw a card", corrected, session, "OMIT 3.3")
    refuses(UnplayableError, "every card comes from its deck", looked_at, session, f"{change}\n{SHIFT}")
    refuses(BellError, "", corrected, session, f"{change}\n{SHIFT}")
    assert session.head == last
    corrected(session, change)
    assert drawn(session)[:2] == ["dalek", "war-machine"]


@pytest.mark.parametrize("card", ["Sutekh", "Romana", "War Machine"])
def test_refuses_to_draw_a_card_that_is_not_in_its_deck(card: str) -> None:
    session, change = forgotten_draw("== T16"), f'FIX 5.3: DRAW: "{card}"'
    last = session.head
    refuses(UnplayableError, "every card comes from its deck", looked_at, session, change)
    with pytest.raises(BellError, match="hidden from you"):  # a moderator sees what a spectator sees
        corrected(session, change)
    branch = make_branch(session.store, registry(), timeline_of(session))
    left = branch.head
    with pytest.raises(UnplayableError, match="every card comes from its deck"):
        change_branch(branch, change, throws=True, seed=1)
    assert (session.head, branch.head) == (last, left)


@pytest.mark.parametrize("change", ['INSERT 8.3: PLAY: "Temporal Grace"', 'INSERT 1.3: PLAY: "Dalek Saucer"'])
def test_later_moves_keep_their_cards_if_numbers_change(change: str) -> None:
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
    standing = [timeline.sentence(entry.seq) for entry in timeline.entries if entry.seq not in timeline.undone]
    return [told for told in standing if " attacks " in told]


def test_a_move_of_a_card_that_is_not_in_play_no_longer_fits() -> None:
    session = forgotten_draw()
    assert looked_at(session, "OMIT 2.3").falls[0].why == "Pilar's Tharil did not come into play"
    corrected(session, "OMIT 2.3\nKEEP rest")
    assert not [one for one in report_of(session).findings if one.rule.startswith("LOG")]
    again = {e.seq: e.event.kept for e in session.table.entries if isinstance(e.event, Redecided)}
    ends = {True: "is accepted as played.", False: "is played again after a correction."}
    assert {*again.values()} == {True, False}
    assert all(timeline_of(session).sentence(seq).endswith(ends[kept]) for seq, kept in again.items())


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
    assert found.remedy == "ruling (let it stand): nobody lost by it"


def test_a_finding_names_the_other_move_that_a_ruling_was_about() -> None:
    session = recorded(text("keys-observer"))
    rule(session, timeline_of(session).find("9.2"), "stand", "we all saw it", by="moderator")
    remedies_of = {one.address: one.remedy for one in report_of(session, ALL).findings}
    assert (remedies_of["1.2"], remedies_of["2.2"]) == ("", "ruling on 9.2 (let it stand): we all saw it")


FORGOTTEN = "DUE 4.2\nINSERT 4.4: P: SEA+2"


@pytest.mark.parametrize("until", ["== T7", ""])
def test_adds_two_forgotten_daleks_and_keeps_later_moves(until: str) -> None:
    session = forgotten_two(until)
    last = session.head
    says = r"later moves no longer fit.*all new Daleks must be placed first: 2 new Daleks would be left"
    refuses(NeedsAnswerError, says, corrected, session, "DUE 4.2")
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


def test_two_ways_to_correct_give_the_same_position() -> None:
    one, other = forgotten_two(), forgotten_two()
    corrected(one, FORGOTTEN)
    corrected(other, "FIX 4.2: +: base 3, lands 2, Australia 2 = 7\nFIX 4.3: P: SEA+4")
    assert one.position == other.position
    assert violations(other) == []


def test_a_correction_needs_new_dice_if_their_number_changes() -> None:
    session, change = forgotten_two(), "INSERT 4.5 orange: P: IND+2"
    last = session.head
    plan = looked_at(session, change)
    (waiting,) = plan.open
    assert "defence india" in waiting.why
    assert plan.waits > 50
    assert plan.spare
    refuses(NeedsAnswerError, "needs dice", corrected, session, change)
    assert session.head == last


@pytest.mark.parametrize("answer", [KEEP, OMIT])
@pytest.mark.parametrize(("slug", "seed", "at"), [("keys", 1, 49), ("ccg", 3, 73), ("daleks", 2, 60)])
def test_hidden_later_moves_wait_for_a_decision_and_go_as_previewed(
    slug: str, seed: int, at: int, answer: Answer
) -> None:  # fmt: skip
    session = eventful(founded(MemoryStore(), slug, 2, session=f"s{seed}"), 14, seed=seed)
    (change,) = (one for one in groups_of(session.view(ALL).entries, session.view(ALL).undone) if one.first == at)
    meant, head = Correction([Change(change)]), session.head
    refuses(NeedsAnswerError, "hidden information", correct, session, meant, by="moderator")
    assert session.head == head
    while asked := [*(plan := preview(session, meant, by="moderator")).undecided, *plan.falls]:
        meant = meant._replace(answers={**meant.answers, asked[0].seq: answer if asked[0] in plan.undecided else OMIT})
    done = correct(session, meant, by="moderator")
    assert [one.seq for one in done.dropped] == [one.seq for one in plan.dropped]
    assert any(one.why == NEEDS_TABLE for one in plan.dropped) == (answer == OMIT)


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
def test_refuses_a_territory_card_that_is_not_in_the_deck(card: str) -> None:
    with pytest.raises(UnplayableError, match="would not be true that the 42 Territory Cards are all there"):
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


def test_shows_the_outcome_of_every_remedy() -> None:
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


def test_lines_and_slashes_separate_changes(over: Session) -> None:
    assert split_changes("OMIT 3.2\n\n KEEP 3.3 / drop rest ") == ["OMIT 3.2", "KEEP 3.3", "drop rest"]
    read = read_changes(timeline_of(over, ALL), "OMIT 3.2\nKEEP 3.3, 3.4\nDROP 3.5 / keep rest\nCARDS territory: shift")
    first = [group(over, place).first for place in ("3.3", "3.4", "3.5")]
    assert read.changes == (Change(group(over, "3.2")),)
    assert read.answers == dict(zip(first, (KEEP, KEEP, OMIT), strict=True))
    assert (read.others, read.keepings) == (KEEP, {"territory": "shift"})


@pytest.mark.parametrize(("text", "says"), [
    ("hello", "this line is not a correction"), ("OMIT", "this line is not a correction"),
    ("OMIT 99.1", "99.1 does not exist"),
    ("OMIT x", "is not a move number"), ("OMIT #1", "is not a move"), ("FIX 3.2", "a move number, a colon and a move"),
    ("FIX 3.2: zebra", "zebra"), ("INSERT 3.2 nobody: pass", "is not a seat"),
    ("CARDS territory: sideways", "not a way to reuse cards"),
    ("KEEP 3.2 99.1", "99.1 does not exist"), ("PUT 3.2", "a colon and a move"), ("OMIT 3.2\n" * 201, "at most 200"),
    ("FIX #999999999: pass", "#999999999 does not exist"),
])  # fmt: skip
def test_refuses_malformed_changes_and_shows_the_allowed_form(over: Session, text: str, says: str) -> None:
    refuses(BellError, says, read_changes, timeline_of(over, ALL), text)


@pytest.mark.parametrize("text", ["KEEP rest", "OMIT 3.2\nOMIT 3.2"])
def test_refuses_no_change_or_two_changes_of_one_move(over: Session, text: str) -> None:
    head = over.head.seq
    with pytest.raises(BellError, match=r"must change at least one move|same move twice"):
        correct(over, read_changes(timeline_of(over, ALL), text), by="moderator")
    assert over.head.seq == head


def test_a_finished_session_is_corrected_by_a_ruling(over: Session) -> None:
    place, before = group(over, "3.2"), {one.id for one in report_of(over).findings if one.level == "violation"}
    ends = sum(isinstance(entry.event, SecretsOpened) for entry in over.table.entries)
    done = rule(over, place, "fix", "it was never said", by="moderator", meant=Correction([Change(place)], others=KEEP))
    assert done is not None
    assert [one.fate for one in done.later].count("kept") == 1
    assert sum(isinstance(entry.event, SecretsOpened) for entry in over.table.entries) == ends
    assert len([one for one in report_of(over).findings if one.kept and "unchanged from entry" in one.remedy]) == 1
    assert before <= {one.id for one in report_of(over).findings}


def test_replayed_entries_refer_to_their_original_entries(over: Session) -> None:
    first, later = group(over, "3.2"), group(over, "5.2")
    correct(over, Correction([Change(first)], others=KEEP), by="moderator")
    entries = over.table.entries
    now = next(one.first for one in timeline_of(over).groups if undone_origin(entries, one.first) == later.first)
    assert first_origin(entries, now) == later.first
    origins = [first_origin(entries, now + at) for at in range(len(later.entries))]
    assert origins == [entry.seq for entry in later.entries]
    assert open_disputes(over.table) == ()


@pytest.mark.parametrize(("answer", "says"), [
    *(
        (f"INSERT 4.4: P: SEA+2\n{one}", "are only for later moves that no longer fit or are open")
        for one in ("KEEP 4.3", "DROP 4.3", "PUT 4.3: P: SEA+1", "KEEP 4.2", "KEEP 1.1")
    ),
    *((one, r"two different answers|both KEEP rest and DROP rest")
      for one in ("KEEP 4.5\nDROP 4.5", "PUT 4.5: A: none\nKEEP 4.5")),
    ("KEEP rest\nDROP rest", r"two different answers|both KEEP rest and DROP rest"),
])  # fmt: skip
def test_refuses_needless_or_contradictory_answers(answer: str, says: str) -> None:
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


def test_lists_the_changes_for_a_physical_board() -> None:
    assert put_right(put_so("risk", "mistakes", "OMIT 8.9"), 1)[:2] == (
        "take 1 card from Yellow's Territory Cards (1 card left)", "add 1 card to the Territory deck (38 cards)",
    )  # fmt: skip
    timeline = put_so("risk", "mistakes", "DUE 4.2\nINSERT 4.4: P: SEA+2")
    assert "put 2 on Southeast Asia, now 7" in put_right(timeline, 1)
    told = "Changes on a physical board that shows the position before the last takeback or correction:\n\n- put 2 on"
    assert told in turn_summary_text(build_turn_summary(timeline, 1), "text")


def test_the_changes_for_a_physical_board_lead_to_its_present_position() -> None:
    timeline = put_so("risk", "rulebook-battle", "")
    back = timeline.reading.entries_of(TakenBack)[-1].seq
    assert timeline.position(back) != timeline.position(timeline.last), "moves followed the takeback"
    assert "Scandinavia: Yellow 1 instead of Black 3" in put_right(timeline, 1)


@pytest.mark.parametrize(("slug", "name", "change"), [("keys", "two-player", ""), ("risk", "mistakes", "DUE 4.2")])
def test_lists_nothing_if_the_board_stays_as_it_was(slug: str, name: str, change: str) -> None:
    timeline = put_so(slug, name, change)
    assert put_right(timeline, 1) == ()
    assert "cardboard" not in turn_summary_text(build_turn_summary(timeline, 1), "text")


def test_shortens_a_long_list_of_board_changes() -> None:
    told = put_right(put_so("ccg", "mistakes", "OMIT 9.3"), 1)
    assert len(told) <= PLACES + 1
    assert not any("?" in line or "nothing" in line for line in told)
