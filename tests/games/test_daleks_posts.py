"""Posts of Time of the Daleks as they are filed: claims in the middle of a line, slips, the expansion that ships."""

import pytest

from events.conduct import Claimed
from events.errors import NotationError, RefusedError
from events.facts import TABLE
from events.line import Entry
from events.store import EventStore, MemoryStore
from projections.games.daleks import GAME, moves
from projections.games.daleks.data_files import SHIPPED, shipped_file
from projections.games.daleks.position import Position
from projections.shelf import shelf
from replay.audit import audit_session
from replay.own_data import read_own_data
from replay.recording import record_text
from replay.timeline import Timeline

EXPANSION = read_own_data(GAME, shipped_file("expansion").encode(), "expansion.toml", "expansion").pin
HEADER = "game: daleks\nseats: neil, ruth\ndoctors: neil=eleventh, ruth=twelfth\ntable: described\n"
TABLE_OF_NEIL = """
== moderator ==
SET turn = neil T5 round 3 ; his
SET step = adventure ; under way
SET place 2 = location gallifrey, zone judoon open, zone none, daleks 0 ; the Capitol
SET at neil = 2 0 ; there
SET tokens neil = 3 ; three
SET hand ruth = run ; she may answer
SET begun = adventure seat neil place 2 zone 0 stage reroll symbols diplomacy diplomacy tactics cunning \
conditions {conditions}, pool seat neil gathered yes done yes, die name B1 gone cut card eleventh, \
die name B2 symbol diplomacy card eleventh, die name B3 symbol running card eleventh ; the lid
== end ==
"""
FIRST_TURN = """\
PREP: charge
TRAVEL: go "Earth" "Past" shows "The Autons"
RECRUIT: -
POOL: 4B 1U 1G
ROLL: B(Ru Ru St St) U(Cu) G(Ru)
END: win
END
DALEKS: ship >I
"""


def recorded(text: str) -> tuple[EventStore, str]:
    store = MemoryStore()
    done = record_text(store, shelf(), text)
    assert done.whole, done.echoes[-1]
    return store, done.session


def moves_of(store: EventStore, session: str) -> list[Entry]:
    entries = Timeline.read(store, shelf(), session, TABLE).entries
    return [entry for entry in entries if isinstance(entry.fact, tuple(moves.MOVES))]


def in_mid_adventure(line: str, conditions: str) -> tuple[EventStore, str]:
    """A line of Neil's, whose dice lie on the table; Ruth might play a card before all is resolved."""
    text = HEADER + TABLE_OF_NEIL.format(conditions=conditions)
    return recorded(f"{text}\n== T5 Neil ==\n{line}\n")


@pytest.mark.parametrize(
    ("line", "rule", "conditions"),
    [
        ("FACE: tokens B1 -> Di", "TOD-POOL-01", "time-breach"),
        ('AGAIN: "Bow Tie" B3 -> (Cu)', "TOD-COND-01", "fixed-point"),
        ("AGAIN: tokens B3 -> (Cu)", "TOD-COND-02", "fixed-point"),
        ("FACE: tokens B3 -> Di", "TOD-COND-05", "time-locked"),
    ],
)
def test_a_slip_resolves_no_adventure(line: str, rule: str, conditions: str) -> None:
    """What is as wrong after a silence as before it does not stand on that silence: the Adventure goes on."""
    store, session = in_mid_adventure(line, conditions)
    assert len(moves_of(store, session)) == 1
    timeline = Timeline.read(store, shelf(), session, TABLE)
    now: Position = timeline.position(timeline.last)
    assert now.adventure is not None
    assert not now.adventure.over
    assert rule in {finding.rule for finding in audit_session(store, shelf(), session).findings}


def test_what_is_claimed_in_mid_line_is_of_its_place_there() -> None:
    """`= 4` is what there is after the gain, not what is left when the hat was paid for."""
    store, session = recorded(
        f"{HEADER}\n== moderator ==\nSET turn = neil T5 round 3 ; his\nSET tokens neil = 2 ; two\n"
        "SET hand neil = fez ; a hat\n== end ==\n\n== T5 Neil ==\nPREP: charge +2 = 4; install Fez -1 = 3\n"
    )
    timeline = Timeline.read(store, shelf(), session, TABLE)
    claims = [entry for entry in timeline.entries if isinstance(entry.fact, Claimed)]
    assert [entry.fact.value for entry in claims if isinstance(entry.fact, Claimed)] == ["4", "3"]
    tokens = [timeline.position(entry.seq).console("neil").tokens for entry in claims]
    assert tokens == [4, 3]
    assert [each.rule for each in audit_session(store, shelf(), session).findings if each.rule == "LOG-CLAIM"] == []


def test_a_line_is_echoed_with_its_last_move_whatever_it_claims() -> None:
    text = f"{HEADER}\n== Neil ==\nPREP: charge =tokens:4 =tokens Ruth:2\n"
    assert [echo.address for echo in record_text(MemoryStore(), shelf(), text).echoes] == ["1.1"]


@pytest.mark.parametrize("turn", ["", FIRST_TURN], ids=["set-up", "a turn"])
def test_a_block_says_nothing_of_a_turn_that_its_last_line_has_led_to(turn: str) -> None:
    """Whoever ends one has not gained the tokens of the next turn in silence: the line that does so stands in that."""
    alone = f'game: daleks\nseats: ruth\nsolo: yes\n\n== Ruth ==\nDOCTOR: "First Doctor"\n{turn}== end ==\n'
    store, session = recorded(f"{alone}\n== Ruth ==\nPREP: charge\n")
    assert audit_session(store, shelf(), session).findings == ()


def test_yes_and_no_are_said_in_a_header() -> None:
    store, session = recorded(f"{HEADER}first_game: Yes\n\n--- Neil ---\nHello.\n")
    assert Timeline.read(store, shelf(), session, TABLE).position(1).options.first_game
    with pytest.raises(NotationError, match=r"line 5, column 1: .*first_game"):
        record_text(MemoryStore(), shelf(), f"{HEADER}first_game: perhaps\n\n--- Neil ---\nHello.\n")


def test_the_expansion_that_ships_need_not_be_brought() -> None:
    store, session = recorded(f"{HEADER}data: expansion={EXPANSION}\n\n--- Neil ---\nHello.\n")
    timeline = Timeline.read(store, shelf(), session, TABLE)
    box = timeline.position(timeline.last).box
    assert "captain-jack" in box.companion
    assert "captain-jack" not in SHIPPED.companion
    assert store.data(EXPANSION)


def test_another_expansion_has_to_be_brought() -> None:
    with pytest.raises(RefusedError, match=r"expansion=0123456789ab\.\.\. is not here: record it with --data FILE"):
        record_text(
            MemoryStore(), shelf(), f"{HEADER}data: expansion={'0123456789ab' + '0' * 52}\n\n--- Neil ---\nHi.\n"
        )
