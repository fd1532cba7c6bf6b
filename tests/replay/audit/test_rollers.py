"""Receipts of other dice services, and dice that were not written down: recorded, exported, and noted in the audit."""

import re

import pytest
from imported import record_text
from mutations import Played, play, transcripts

from events.entry import Entry
from events.events import OMNISCIENT, Receipt, Rolled
from events.session_events import Pledged
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import registry
from replay.audit.findings import Finding
from replay.audit.log_checks import tower_faults
from replay.exporting.transcript import transcript_of
from replay.reading.timeline import Timeline
from replay.turn_summaries.markup import turn_summary_text
from replay.turn_summaries.turn_summary import build_turn_summary

FILES = {file.name: file.read_text("utf-8") for file in transcripts()}
HEADER = """game: risk
seats: black, yellow, orange
territories: black=RUS+URA+AFG+IND+CHN+MON+KAM+JPN+EGY+EAF+SAF+ALA+ALB+WUS, \
yellow=SCA+GBR+ICE+NEU+WEU+SEU+NAF+CAF+MAD+GRL+ECA+ONT+NWT+BRA, \
orange=MDE+SIB+YAK+IRK+SEA+INO+NGU+WAU+EAU+EUS+CAM+VEN+PER+ARG
first_player: black
dice: DICE
cards: typed

== T1 Black ==
T: BRA
+: base 3, lands 1 = 4
P: RUS+4
== moderator ==
SET RUS = black 30 ; a long battle
SET SCA = yellow 30 ; a long battle
== T1 Black ==
"""


def battle(*receipts: str, dice: str = "other:srv") -> str:
    lines = "".join(f"A: RUS>SCA 3v2 (6 {at % 3 + 1} 1 : 4 3){each} -D1 -A1\n" for at, each in enumerate(receipts))
    return f"{HEADER.replace('DICE', dice)}{lines}== end ==\n"


def rolls(played: Played) -> list[Rolled]:
    return [event for event in played.events if isinstance(event, Rolled)]


def exported(text: str) -> Played:
    """Record a transcript, export it, and play the export."""
    store = MemoryStore()
    done = record_text(store, registry(), text)
    return play(transcript_of(Timeline.read(store, registry(), done.session, OMNISCIENT)))


def noted(text: str) -> list[Finding]:
    played = play(text)
    assert played.done.whole, played.done.lines[-1]
    return [one for one in played.report.findings if one.rule == "LOG-ROLLER"]


def test_keeps_and_exports_the_receipt_of_each_roll() -> None:
    text = battle("@srv#881", "@srv#882-883", "@srv", "")
    played = play(text)
    assert played.done.whole
    assert [roll.ticket for roll in rolls(played)] == ["srv#881"] * 2 + ["srv#882-883"] * 2 + [""] * 4
    again = exported(text)
    assert again.done.whole
    assert rolls(again) == rolls(played)


def test_stores_a_receipt_only_if_there_is_one(store: EventStore) -> None:
    (attack, _) = rolls(play(battle("")))
    assert b"ticket" not in registry().codec("risk").encode(Entry(attack, OMNISCIENT), 9)[0].encode()
    done = record_text(store, registry(), battle("@srv#881"))
    text = turn_summary_text(
        build_turn_summary(Timeline.read(store, registry(), done.session), has_tower=False), "text"
    )
    assert "attack from Russia to Scandinavia: 6 1 1 (srv#881)" in text


@pytest.mark.parametrize("dice", ["typed", "other:acts"])
def test_a_receipt_omits_the_dice_service_of_the_session(dice: str) -> None:
    tickets = [roll.ticket for roll in rolls(play(battle("@hand", "@acts", "@acts#7", dice=dice)))]
    own, other = ("", "acts") if dice == "typed" else ("hand", "")
    assert tickets == [own, own, other, other, "acts#7", "acts#7"]


@pytest.mark.parametrize("receipt", ["@srv#", "@srv#8#9", "@#881", f"@srv#{'9' * 41}", f"@{'s' * 33}#1"])
def test_asks_about_a_malformed_receipt(receipt: str) -> None:
    played = play(battle(receipt))
    assert not played.done.whole
    assert "a name and a number, such as @srv#881" in played.done.lines[-1].message


@pytest.mark.parametrize("receipt", ["@srv#abc", f"@srv#{'9' * 40}"])
def test_keeps_and_reports_a_receipt_without_a_countable_number(receipt: str) -> None:
    assert rolls(play(battle(receipt)))[0].ticket == receipt[1:]
    assert noted(battle(receipt)) == []
    (one,) = noted(battle(receipt, "@srv#5"))
    assert one.condition == "1 roll without a numbered receipt, although others have one of srv: entry 42."


def test_does_not_note_consecutive_receipt_numbers() -> None:
    assert noted(battle("@srv#881", "@srv#882", "@srv#883-884", "@srv#885")) == []
    assert noted(battle("@srv#7", "@acts#1", "@srv#8", "@acts#2", dice="typed")) == []
    assert not play(battle("@srv#881-D1")).done.whole, "a result is not part of the receipt"
    report = play(battle("@srv#881", "")).report
    external = "2 rolls of an external dice roller, which keeps the receipts"
    assert report.unchecked[:2] == (external, "2 rolls without a receipt")


@pytest.mark.parametrize(("receipts", "level", "seq", "evidence", "says"), [
    (("@srv#881", "@srv#883"), "note", 47, (43, 47),
     "Receipt 882 of srv is missing between 881 (entry 42) and 883 (entry 47)"),
    (("@srv#883", "@srv#886"), "note", 47, (43, 47),
     "Receipts 884 to 885 of srv are missing between 883 (entry 42) and 886 (entry 47)"),
    (("@srv#881", "@srv#883", "@srv#882"), "note", 52, (47, 52),
     "Receipt 882 of srv was posted after the higher receipt 883 (entry 47)."),
    (("@srv#881", "@srv#882", "@srv#881"), "unverified", 52, (42, 43, 52, 53),
     "was used for two rolls: 6 1 1 : 4 3 at entry 42 and 6 3 1 : 4 3 here."),
    (("@srv#881", "", "@srv#882", "@hand"), "note", 47, (47, 57),
     "2 rolls without a numbered receipt, although others have one of srv: entries 47 and 57."),
])  # fmt: skip
def test_notes_missing_repeated_and_absent_numbers(
    receipts: tuple[str, ...], level: str, seq: int, evidence: tuple[int, ...], says: str
) -> None:
    (one,) = noted(battle(*receipts))
    assert (one.level, one.seat, one.seq, one.evidence) == (level, "black", seq, evidence)
    assert says in one.condition
    assert noted(battle("", "@hand", "")) == []


def test_a_roll_repeated_after_a_takeback_counts_once() -> None:
    again = "A: RUS>SCA 3v2 (6 1 1 : 4 3)@srv#881 -D1 -A1"
    undo = "== end ==\n== moderator ==\nUNDO 1.6 ok Yellow, Orange\n== T1 Black ==\n"
    assert noted(battle("@srv#881", "@srv#882").replace("== end ==", f"{undo}{again}\n== end ==")) == []
    (one,) = noted(
        battle("@srv#881", "@srv#882").replace("== end ==", f"{undo}{again.replace('6 1 1', '6 2 1')}\n== end ==")
    )
    assert one.level == "unverified"


def test_notes_gaps_once_and_a_receipt_on_a_built_in_roll() -> None:
    (one,) = noted(battle(*(f"@srv#{number}" for number in range(3, 60, 3))))
    assert "The same is true of 18 rolls, as is usual if a roller serves many games." in one.condition
    assert rolls(play(battle("@srv#1-2", "@srv#3-4", dice="other:tower")))[-1].ticket == "srv#3-4"
    assert noted(battle("@srv#1-2", "@srv#3-4", dice="other:tower")) == []
    rolled = Rolled("d1", 6, (3,), "a dare", "tower", Receipt(1, "0" * 64), ticket="srv#1")
    entries = [Entry(Pledged("0" * 64, 9, "0" * 64), OMNISCIENT, seq=1), Entry(rolled, "tower", seq=2)]
    assert "a roll of the dice roller cannot have a receipt of another roller" in [
        one.what for one in tower_faults("s", entries)
    ]


def test_exports_receipts_of_every_game() -> None:
    lines = FILES["rulebook-help.txt"].split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("ROLL:"))
    lines[at] += "@srv#310"
    again = [roll.ticket for roll in rolls(exported("\n".join(lines)))]
    assert again == [roll.ticket for roll in rolls(play("\n".join(lines)))]
    assert again.count("srv#310") == 1


# Dice that are not known
BATTLE = FILES["rulebook-battle.txt"].replace("(6 3 1 : 4 2)", "(?)").replace("(6 3 1 : 4 3)", "(?)")
ADVENTURE = re.sub(
    r"^(?:(ROLL: ).*|(?:AGAIN|FACE): .*)$", lambda line: f"{line[1]}?" if line[1] else "", FILES["rulebook-help.txt"],
    flags=re.MULTILINE,
)  # fmt: skip
every_unknown = pytest.mark.parametrize("text", [BATTLE, ADVENTURE], ids=["battle", "adventure"])


@every_unknown
def test_records_results_of_unknown_dice_as_not_checked(text: str) -> None:
    played = play(text)
    assert played.done.whole
    assert [rule for level, rule in played.found if level == "violation"] == []
    (reason,) = (each for each in played.report.unchecked if "not recorded" in each)
    assert reason.startswith("moves that depend on hidden information: the dice for ")


@every_unknown
def test_exports_unknown_dice_in_notation(text: str) -> None:
    again = exported(text)
    assert again.done.whole
    assert rolls(again) == rolls(play(text))


@pytest.mark.parametrize("line", ["R: 3 (?) -D2 x", "R: 3 (roll)"])
def test_asks_for_dice_without_results(line: str) -> None:
    played = play(BATTLE.replace("R: 3 (?) -D2 x", line))
    assert played.done.whole is ("?" in line)
