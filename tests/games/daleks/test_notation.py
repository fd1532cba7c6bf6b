"""Written lines and posts: every form of the reference, other words, near misses, lines that are refused."""

import random
import re
from itertools import islice
from typing import Any

import daleks_tables as d
import msgspec
import pytest
from daleks_tables import JULIE, STEVE, begun, box_with, place, play, table
from imported import PostTable, record_text
from msgspec.structs import replace
from places import notation_pages
from round_trip import Group, legal_play, must_come_back
from table_play import LineReader, ScriptedChance

from events.entry import Entry
from events.errors import NotationError
from events.events import Effect, Move, Passed
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.contracts import Claim, ObservedChance, Order
from projections.draft import DeclaredResults, run
from projections.games.daleks.components.box import Box, Icon
from projections.games.daleks.components.printed_costs import printed_cost
from projections.games.daleks.events import ALL_EFFECTS, adventure_effects as a, effects as f, moves as m
from projections.games.daleks.events.moves import MOVES
from projections.games.daleks.game import GAME
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.told_dice import spelt
from projections.games.daleks.prose.move_sentences import numbered
from projections.games.daleks.state.position import Debt, Position
from projections.registry import registry
from projections.window import WINDOWS
from replay.posts.lines import spoken_by
from replay.posts.paste import Choice, Poster

LINES = LineReader(GAME, d.TABLE, JULIE)
read, moves, moves_alone, ask, refused = LINES.read, LINES.moves, LINES.moves_alone, LINES.ask, LINES.refused
PAGES = notation_pages("daleks")
NOT_BEGUN = begun(chosen=False)
SPLIT = box_with(
    "doctor", "eleventh", d.EXPANDED, icons=(*d.EXPANDED.doctor["eleventh"].icons, Icon("add", ("green", "red")))
)


@pytest.mark.parametrize("row", [
    ("prepare charge +2", m.Charge(JULIE)), ("PREP: install the fez", m.Install(JULIE, "fez")),
    ('PREP: uninstall "Stetson"', m.Uninstall(JULIE, "stetson")),
    ('PREP: dismiss "Rory Williams"', m.Dismiss(JULIE, "rory")), ("PREP: dismiss Rory", m.Dismiss(JULIE, "rory")),
    ('PLAY: "Jelly Babies"', m.PlayTimey(JULIE, "jelly-babies")),
    ('PREP: play "Jelly Babies" +2', m.PlayTimey(JULIE, "jelly-babies")),
    ('PLAY: "Tune-Up" to S', m.PlayTimey(JULIE, "tune-up", STEVE)),
    ('PLAY: "TARDIS Tune-Up" > Steve', m.PlayTimey(JULIE, "tune-up", STEVE)),
    ('PLAY: "Library Card" to S for "Fez"', m.PlayTimey(JULIE, "library-card", STEVE, wanted="fez")),
    ('PLAY: "Timescoop" as red pool S', m.PlayTimey(JULIE, "timescoop", "", STEVE, "red")),
    ('USE: "Rory"', m.UseAbility(JULIE, "rory")), ('TRAVEL: stay "The Capitol"', m.Stay(JULIE, 0)),
    ("TRAVEL: stays in the drylands", m.Stay(JULIE, 1)), ("TRAVEL: stay zone 2", m.Stay(JULIE, 1)),
    ("TRAVEL: die", m.RollTardis(JULIE)), ('TRAVEL: go "Earth" "Future"', m.Travel(JULIE, 1, 2)),
    ("TRAVEL: to Earth, Past", m.Travel(JULIE, 1, 0)), ("TRAVEL: go #3 zone 2", m.Travel(JULIE, 3, 1)),
    ('TRAVEL: go "The Drylands"', m.Travel(JULIE, 2, 1)), ("TRAVEL: search", m.Explore(JULIE)),
    ("TRAVEL: go aristotle", m.Travel(JULIE, 3, 1)), ("End turn!", m.Finish(JULIE)), ("J: END", m.Finish(JULIE)),
    ('END: discard "Fez"', m.DiscardTimey(JULIE, "fez")), ("DALEKS", m.DaleksMove(JULIE)),
    ('COST: card "Fez"', m.PayCard(JULIE, "fez")), ("COST: tokens", m.PayTokens(JULIE)),
    ("COST: companion Amy", m.PayCompanion(JULIE, "amy")), ("COST: 2", m.ChooseCost(JULIE, 2)),
    ("pay: option one", m.ChooseCost(JULIE, 1)), ("prep: equip fez", m.Install(JULIE, "fez")),
    ("PREP: install Fez for 1 token", m.Install(JULIE, "fez")), ("PREP: remove Stetson", m.Uninstall(JULIE, "stetson")),
    ("PREP: dismiss Amy and Rory", m.Dismiss(JULIE, "amy"), m.Dismiss(JULIE, "rory")),
    ("PREP: play tune up on Steve", m.PlayTimey(JULIE, "tune-up", STEVE)),
    ("PLAY: TARDIS Tune-Up for Steve", m.PlayTimey(JULIE, "tune-up", STEVE)),
    ("PLAY: library card S for Fez", m.PlayTimey(JULIE, "library-card", STEVE, wanted="fez")),
    ("PLAY: timescoop red pool S", m.PlayTimey(JULIE, "timescoop", "", STEVE, "red")),
    ("TRAVEL: Earth, Past", m.Travel(JULIE, 1, 0)), ("travel: go to Earth zone 1", m.Travel(JULIE, 1, 0)),
    ("TRAVEL: fly to the Orient Express, Aristotle", m.Travel(JULIE, 3, 1)),
    ("TRAVEL: roll tardis: choice; Earth Past", m.RollTardis(JULIE), m.Travel(JULIE, 1, 0)),
    ("TRAVEL: remain in the Capitol", m.Stay(JULIE, 0)), ("COST: Fez", m.PayCard(JULIE, "fez")),
    ("PAY: discard Amy", m.PayCompanion(JULIE, "amy")), ("COST: 2 tokens", m.PayTokens(JULIE)),
    ("COST: the second", m.ChooseCost(JULIE, 2)), ("COST: option II", m.ChooseCost(JULIE, 2)),
    ("COST: Second Thoughts", m.PayCard(JULIE, "second-thoughts")),
    ("END: discard Fez, Jelly Babies", m.DiscardTimey(JULIE, "fez"), m.DiscardTimey(JULIE, "jelly-babies")),
    ("END: done", m.Finish(JULIE)), ("End of turn.", m.Finish(JULIE)), ("RECRUIT: -",), ("HELP: none",), ("AGAIN: -",),
    ("PREP: nothing",), ("POOL: drop none",), ('PREP: install "Fez"; it suits me', m.Install(JULIE, "fez")),
    ("END ; that was close", m.Finish(JULIE)), ("DALEKS: ship II>III    ; by the GM", m.DaleksMove(JULIE)),
    ('TRAVEL: die choice, new "Karn" (drop "Telos"); enter zone 2', m.RollTardis(JULIE), m.Explore(JULIE),
     m.KeepLocation(JULIE, "karn"), m.EnterZone(JULIE, 1)),
    ("TRAVEL: die choice; go Earth Past; hoping for the best", m.RollTardis(JULIE), m.Travel(JULIE, 1, 0)),
    ("travel: die decides: Mars Past / Mars Future; enter zone 1; flip the Silence", m.RollTardis(JULIE),
     m.EnterZone(JULIE, 0)),
    ("TRAVEL: die 5, new \u201cMars Past / Mars Future\u201d", m.RollTardis(JULIE)),
])  # fmt: skip
def test_reads_a_line_of_a_turn(row: tuple[Any, ...]) -> None:
    """Each row has a line and its moves."""
    line, *expected = row
    assert moves_alone(line) == expected


@pytest.mark.parametrize("row", [
    ('TRAVEL: new "Karn" (drop "Telos")', d.FOUND, m.KeepLocation(JULIE, "karn")),
    ("TRAVEL: enter zone 1", d.ENTERING, m.EnterZone(JULIE, 0)),
    ('TRAVEL: enter "The Aristotle"', d.ENTERING, m.EnterZone(JULIE, 1)),
    ("RECRUIT: -token", d.RECRUITING, m.Recruit(JULIE, "token", "alien")),
    ('RECRUIT: -card "Timescoop", Alien ~"Captain Jack"', d.RECRUITING, m.Recruit(JULIE, "timescoop", "alien")),
    ('RECRUIT: -"Timescoop" Earth', d.RECRUITING, m.Recruit(JULIE, "timescoop", "earth")),
    ("RECRUIT: -1 token, link Strax", d.RECRUITING, m.Recruit(JULIE, "token", "alien", "strax")),
    ("POOL: gather", d.RECRUITING, m.Gather(JULIE)), ("POOL: 5B 2U 1G", d.RECRUITING, m.Gather(JULIE)),
    ("POOL: 4B 1R as red", d.RECRUITING, m.Gather(JULIE, ("red",))),
    ("POOL: gather as green, blue", d.RECRUITING, m.Gather(JULIE, ("green", "blue"))),
    ("POOL: focus Rory B>U", d.POOL, m.Focus(JULIE, "rory", 2, "blue")),
    ('POOL: focus "Amy Pond" (2) black to green', d.POOL, m.Focus(JULIE, "amy", 2, "green")),
    ("POOL: drop b2", d.CUT, m.CutDie(JULIE, "B2")), ("POOL: cut U", d.CUT, m.CutDie(JULIE, "U1")),
    ("POOL: exterminate R", d.CUT, m.Exterminate(JULIE, "R1")),
    ("HELP: call S -token", d.POOL, m.CallHelp(JULIE, STEVE, "token")),
    ('HELP: call Steve -card "Timescoop"', d.POOL, m.CallHelp(JULIE, STEVE, "timescoop")),
    ("HELP: here -token", d.CALLED, m.GiveHelp(STEVE, "here", "token")), ("READY", d.CUT, m.RollDice(JULIE)),
    ("READY", d.CUT, Passed(STEVE)), ("ROLL: (roll)", d.CUT, m.RollDice(JULIE)),
    ("ROLL: B(Ru St) U(Sc) G(Ru) R(Ta) + B(Cu) R(St3)", d.ROLLING, m.RollDice(JULIE)),
    ('AGAIN: "Bow Tie" B1 B2 -> (Cu Ru)', d.ROLLED, m.ReRoll(JULIE, "eleventh", 3, ("B1", "B2"))),
    ("AGAIN: Eleventh Doctor B(St)", d.ROLLED, m.ReRoll(JULIE, "eleventh", 3, ("B2",))),
    ("AGAIN: bow tie b*", d.ROLLED, m.ReRoll(JULIE, "eleventh", 3, ("B1", "B2", "B3"))),
    ("reroll: stetson B2", d.ROLLED, m.ReRoll(JULIE, "stetson", 1, ("B2",))),
    ("AGAIN: tokens G -> Ru", d.ROLLED, m.ReRollByTokens(JULIE, "G1")),
    ("AGAIN: spend B2 -> (Ru St Ru Sc Ta)", d.ROLLED, m.SpendBlack(JULIE, "B2")),
    ("AGAIN: spend B2 -> B(Ru Ru) G(Di2) U(Sc) R(Ta)", d.ROLLED, m.SpendBlack(JULIE, "B2")),
    ("FACE: Amy G -> Di", d.ROLLED, m.ChangeFace(JULIE, "amy", 3, "G1")),
    ('FACE: "Amy Pond" G1', d.ROLLED, m.ChangeFace(JULIE, "amy", 3, "G1")),
    ("FACE: tokens B(St) -> Diplomacy", d.ROLLED, m.ChangeByTokens(JULIE, "B2", "diplomacy")),
    ("END: resolve", d.ROLLED, m.Resolve(JULIE)),
    ("RECRUIT: token, Alien", d.RECRUITING, m.Recruit(JULIE, "token", "alien")),
    ("RECRUIT: aliens for a token", d.RECRUITING, m.Recruit(JULIE, "token", "alien")),
    ("RECRUIT: 1 token, by link Strax", d.RECRUITING, m.Recruit(JULIE, "token", "alien", "strax")),
    ("ROLL: B(Ru Cu Di Sc St) U(Sc Cu) G(Ru)", d.RECRUITING, m.Gather(JULIE), m.RollDice(JULIE)),
    ("POOL: gather 5B+2U+1G", d.RECRUITING, m.Gather(JULIE)),
    ("POOL: Rory B>U", d.POOL, m.Focus(JULIE, "rory", 2, "blue")),
    ("POOL: focus with Rory: B1 to blue", d.POOL, m.Focus(JULIE, "rory", 2, "blue")),
    ("POOL: discard 2 black dice", d.FULL, m.CutDie(JULIE, "B1"), m.CutDie(JULIE, "B2")),
    ("POOL: drop 2B, one red", d.FULL, m.CutDie(JULIE, "B1"), m.CutDie(JULIE, "B2"), m.CutDie(JULIE, "R1")),
    ("POOL: exterminated 1 B", d.FULL, m.Exterminate(JULIE, "B1")),
    ("help: call Steve for a card timescoop", d.POOL, m.CallHelp(JULIE, STEVE, "timescoop")),
    ("HELP: call S, 1 card (Timescoop)", d.POOL, m.CallHelp(JULIE, STEVE, "timescoop")),
    ("HELP: ask Steve for a token", d.POOL, m.CallHelp(JULIE, STEVE, "token")),
    ("ready to roll!", d.FULL, m.RollDice(JULIE)), ("roll all the dice", d.FULL, m.RollDice(JULIE)),
    ("ROLL: B:Run,Str G=Ru U:Sci R:Tac / B=Cu R:St", d.ROLLING, m.RollDice(JULIE)),
    ("AGAIN: Bow Tie all black", d.ROLLED, m.ReRoll(JULIE, "eleventh", 3, ("B1", "B2", "B3"))),
    ("AGAIN: Bow Tie B(Ru St)", d.ROLLED, m.ReRoll(JULIE, "eleventh", 3, ("B1", "B2"))),
    ("AGAIN: Stetson B2(St) = Cu", d.ROLLED, m.ReRoll(JULIE, "stetson", 1, ("B2",))),
    ("AGAIN: 2 tokens: G -> Running", d.ROLLED, m.ReRollByTokens(JULIE, "G1")),
    ("CHANGE FACE: Amy: green to diplomacy", d.ROLLED, m.ChangeFace(JULIE, "amy", 3, "G1")),
    ("FACE: Amy changes G to Dip", d.ROLLED, m.ChangeFace(JULIE, "amy", 3, "G1")),
    ("FACE: -3 tokens B1: Di", d.ROLLED, m.ChangeByTokens(JULIE, "B1", "diplomacy")),
    ("PLAY: fish fingers and custard, red -> Ta", d.ROLLED, m.PlayTimey(JULIE, "fish-fingers", colour="red")),
    ("Resolve", d.ROLLED, m.Resolve(JULIE)), ("END: resolve; failure", d.ROLLED, m.Resolve(JULIE)),
    ("HELP: at the Location -token", d.CALLED, m.GiveHelp(STEVE, "here", "token")),
    ("help: in person, 1 token", d.CALLED, m.GiveHelp(STEVE, "here", "token")),
    ("HELP: here for a token", d.CALLED, m.GiveHelp(STEVE, "here", "token")),
    ("DOCTOR: 4", NOT_BEGUN, m.ChooseDoctor(JULIE, "fourth")),
    ("doctor: 12th", NOT_BEGUN, m.ChooseDoctor(JULIE, "twelfth")),
    ("DOCTOR: xi", NOT_BEGUN, m.ChooseDoctor(JULIE, "eleventh")), ("NEED: Di Cu Ta Ta Sc Sc", d.RECRUITING),
    ("NEED: 2 Ta 2 Sc Cu Di", d.RECRUITING), ("need cunning, diplomacy, 2 tactics, 2 science", d.RECRUITING),
    ("Challenge: Cun Dip Tac Tac Sci Sci", d.RECRUITING),
    ('PREP: charge +2; install "Fez", dismiss Rory', d.CHARGING, m.Charge(JULIE), m.Install(JULIE, "fez"),
     m.Dismiss(JULIE, "rory")),
    ("POOL: drop B = 4, drop U = 3", d.CUT, m.CutDie(JULIE, "B1"), m.CutDie(JULIE, "U1")),
    ("POOL: 5B 2U 1G; focus Rory B>U; drop B B", d.RECRUITING, m.Gather(JULIE), m.Focus(JULIE, "rory", 2, "blue"),
     m.CutDie(JULIE, "B2"), m.CutDie(JULIE, "B3")),
])  # fmt: skip
def test_reads_a_line_of_an_adventure(row: tuple[Any, ...]) -> None:
    """Each row has a line, its position and its moves. Each part is read at the position after the part before it."""
    line, position, *expected = row
    assert moves_alone(line, position, expected[0].player if expected else JULIE) == expected


SIX, INTO = f.TardisMoved(JULIE, 6), ObservedChance(items=("into-the-dalek",))
FAIL = 'END: fail; TARDIS IV>VI, charge +1, card +1 "Fez", cards +2?, anomaly "Into the Dalek"'
ABOARD = table("adventure", consoles={JULIE: "amy~ rory"})
NARDOLE = d.in_adventure({JULIE: "U1 science"}, consoles={JULIE: "nardole"})


@pytest.mark.parametrize(("line", "position", "parts"), [
    ("PREP: charge +2 = 4", d.CHARGING, {"stated": (f.TokensGained(JULIE, 2),),
    "claims": (Claim("tokens julie", "4"),)}),
    *((line, d.CHARGING, {"stated": (f.TokensGained(JULIE, 2),)})
      for line in ("PREP: charge 2", "PREP: Sonic Charge +2 tokens", "PREP: charges 2 tokens")),
    ('PREP: install "Fez" -1', d.TABLE, {"stated": (f.TokensPaid(JULIE, 1),)}),
    ('PREP: install "Fez" -0', d.TABLE, {"absent": (f.TokensPaid,)}),
    ("END +dalek-placed 1 0 -step-reached", d.FINISHING, {"stated": (f.DalekPlaced(1, 0),),
    "absent": (f.StepReached,)}),
    (FAIL, d.ALONE, {"stated": (SIX, f.TokensGained(JULIE, 1)),
                     "seen": ObservedChance(cards=("fez", "?", "?"), items=("into-the-dalek",))}),
    ("END: win", d.ROLLED, {"stated": (a.AdventureEnded(won=True),)}),
    ("END: fail; +1 token", d.ALONE, {"stated": (f.TokensGained(JULIE, 1),)}),
    ("END: fail; TARDIS +2", d.ALONE, {"stated": (f.TardisMoved(JULIE, 6),)}),
    ("END: fail; TARDIS moves 2", d.ALONE, {"stated": (f.TardisMoved(JULIE, 6),)}),
    ("END: fail; TARDIS to VI", d.ALONE, {"stated": (f.TardisMoved(JULIE, 6),)}),
    ("END: fail; TARDIS 4>6", d.ALONE, {"stated": (f.TardisMoved(JULIE, 6),)}),
    ("END: success", d.ALONE, {"stated": (a.AdventureEnded(won=True),)}),
    ("END: resolve; win", d.ALONE, {"stated": (a.AdventureEnded(won=True),)}),
    ("AGAIN: 2 tokens B1 -> Ru", d.ALONE, {"stated": (f.TokensPaid(JULIE, 2),)}),
    ("COST: -2 tokens", d.ALONE, {"stated": (f.TokensPaid(JULIE, 2),)}),
    *((f"END: fail; {words} Into the Dalek", d.ALONE, {"seen": INTO})
      for words in ("Time Anomaly", "draws anomaly", "drew time anomaly")),
    *((f"END: fail; {tail}", d.ALONE, {"seen": ObservedChance(cards=("?", "?"))})
      for tail in ("2 cards", "draws 2 cards", "card +2", "cards: ? ?", "draw ? ?", "+2 cards")),
    *((f"DALEKS: {tail}", d.FINISHING, {"move": m.DaleksMove(JULIE), "claims": (Claim("ship", "3"),), "stated": ()})
      for tail in ("II>III", "ship +1", "+1", "Dalek ship: 2 -> 3", "ship moves 1", "III", "ship to III")),
    ("DALEKS: ship II>III", d.FINISHING, {"claims": (Claim("ship", "3"),)}),
    ('END: resolve; "Amy Pond" full', ABOARD, {"stated": (f.CompanionsKept(JULIE),)}),
    ("FACE: Amy (3) G -> Ta", d.ROLLED, {"stated": (a.FaceChanged("G1", "tactics", "amy"),)}),
    ("FACE: Nardole U1 -> Cu", NARDOLE, {"move": m.ChangeFace(JULIE, "nardole", 5, "U1"),
                                        "stated": (a.FaceChanged("U1", "cunning", "nardole"),)}),
    ('TRAVEL: die decides, new "Telos"', d.TABLE, {"seen": ObservedChance(faces=((4,),), items=("telos",))}),
    ("TRAVEL: die decides: Karn", d.TABLE, {"seen": ObservedChance(faces=((4,),), items=("karn",))}),
    ("TRAVEL: explore Karn, Telos; keep Karn", d.CHOOSING, {"seen": ObservedChance(items=("karn", "telos"))}),
    ("TRAVEL: die choice", d.TABLE, {"seen": ObservedChance(faces=((1,),))}),
    ("TRAVEL: die 6", d.TABLE, {"seen": ObservedChance(faces=((6,),))}),
    ("ROLL:", d.ROLLING, {"seen": ObservedChance()}),
    ("ROLL: B(Ru St) U(Sc2) G(Ta) R(Ta) + B(Cu) R(St3)@hand", d.ROLLING,
     {"seen": ObservedChance(faces=((1, 6, 2, 6, 4, 2, 3),), receipt="hand")}),
    ("ROLL: B1(St) B2(Ru) U(Sc) G(Ru) R(Sc) B3(Ta) R2(St)", d.ROLLING,
        {"seen": ObservedChance(faces=((6, 1, 1, 1, 6, 4, 1),))}),
    ('PLAY: "Fish Fingers" as red -> (St2)', d.ROLLED, {"seen": ObservedChance(faces=((2,),))}),
])  # fmt: skip
def test_reads_results(line: str, position: Position, parts: dict[str, Any]) -> None:
    written = moves(line, position)[0]
    assert {name: getattr(written, name) for name in parts} == parts


def test_reads_failure_results_only_after_all_passes() -> None:
    assert ask('END: fail; anomaly "Into the Dalek"', d.ROLLED) == ("END: fail",)
    assert ask("END: fail; TARDIS V>VI", d.ALONE) == ("END: fail, TARDIS IV>VI",)
    passed = read('PASS anomaly "Into the Dalek"', play(d.ROLLED, m.Resolve(JULIE)), STEVE)
    assert (passed.move, passed.seen) == (Passed(STEVE), INTO)


def test_a_semicolon_before_other_words_begins_a_comment() -> None:
    assert ask('PREP: install "Fez"; dismis Rory') == ('PREP: install "Fez", dismiss Rory',)


def test_a_zone_name_selects_the_entered_zone_of_a_location() -> None:
    kept, entered = moves('TRAVEL: new "The Aristotle"; flip "Sutekh"', table("choose", found=("orient-express",)))
    assert (kept.move, entered.move) == (m.KeepLocation(JULIE, "orient-express"), m.EnterZone(JULIE, 1))
    assert entered.seen == ObservedChance(items=("sutekh",))
    assert ask('TRAVEL: new "Karn"; flip "Sutekh"', d.FOUND) == (
        'TRAVEL: new "Karn", enter "The Temple" flip "Sutekh"', 'TRAVEL: new "Karn", enter "The Castle" flip "Sutekh"',
    )  # fmt: skip


def test_a_roll_line_also_makes_the_pool_ready() -> None:
    """TOD-CARD-05."""
    now = d.in_adventure({JULIE: "B1, U1"}, "cut", hands={STEVE: "k-9"}, done=False)
    ready, rolled = moves("ROLL: B(Ru) U(Sc)", now)
    assert (ready.move, ready.seen) == (m.RollDice(JULIE), ObservedChance())
    assert (rolled.move, rolled.seen) == (m.RollDice(JULIE), ObservedChance(faces=((1, 1),)))
    assert moves_alone("ROLL:", now) == [m.RollDice(JULIE)]


def test_dice_that_show_different_symbols_are_asked_about() -> None:
    assert ask("FACE: tokens B -> Di", d.ROLLED) == (
        "FACE: tokens B1 -> Di", "FACE: tokens B2 -> Di", "FACE: tokens B3 -> Di",
    )  # fmt: skip
    assert moves_alone("FACE: tokens B(Ru) -> Di", d.ROLLED) == [m.ChangeByTokens(JULIE, "B1", "diplomacy")]
    assert moves_alone("FACE: tokens B4 -> Di", d.ROLLED) == [m.ChangeByTokens(JULIE, "B4", "diplomacy")]


def test_colours_of_a_split_icon_follow_from_the_counts() -> None:
    now = d.begun_adventure(box=SPLIT)
    assert moves_alone("POOL: 4B 1U 1G 1R", now) == [m.Gather(JULIE, ("red",))]
    assert moves_alone("POOL: 4B 1U 2G", now) == [m.Gather(JULIE, ("green",))]
    assert ask("POOL: gather", now) == ("POOL: gather as green", "POOL: gather as red")


@pytest.mark.parametrize(("line", "claim", "true"), [
    ("END =tokens:3", Claim("tokens julie", "3"), "5"), ("END =tokens S:2", Claim("tokens steve", "2"), "3"),
    ("END =hand Steve:1", Claim("hand steve", "1"), "1"), ("END =companions:2", Claim("companions julie", "2"), "2"),
    ("END =dice:6", Claim("dice julie", "6"), "6"),
    ("END =pool:3B 1U 1G 1R", Claim("pool julie", "3B 1G 1U 1R"), "3B 1G 1U 1R"),
    ("END =pool S:0", Claim("pool steve", "0"), "1B 1R"), ("END =ship:IX", Claim("ship", "9"), "2"),
    ("END =ship:Skaro", Claim("ship", "0"), "2"), ("END =tardis:VI", Claim("tardis julie", "6"), "4"),
    ("END =daleks:3", Claim("daleks", "3"), "0"), ("END =need:Cu Cu", Claim("need", "Cu Cu"), "Cu Cu Cu"),
    ("END =B1:Ru", Claim("die B1", "Ru"), "Ru"),
])  # fmt: skip
def test_reads_and_evaluates_board_statements(line: str, claim: Claim, true: str) -> None:
    assert read(line, d.ROLLED).claims == (claim,)
    assert GAME.notation.claim(claim.place, d.ROLLED) == true


def test_other_board_statements_cannot_be_evaluated() -> None:
    assert GAME.notation.claim("tokens nobody", d.ROLLED) is None
    assert GAME.notation.claim("gallifrey", d.ROLLED) is None
    assert GAME.notation.claim("need", d.TABLE) == GAME.notation.claim("die B1", d.TABLE) == "none"


@pytest.mark.parametrize(("line", "column", "was_read"), [
    ("PREP: dance", 7, "dance"), ("RECRUIT: -token", 16, ""), ("END: win wine", 10, "wine"),
    ("TRAVEL: go Mondas", 12, "Mondas"), ("S END", 1, "S"), ("Hello there", 1, "Hello there"),
    ("END =moon:3", 6, "moon"), ("END +moon-landed 3", 6, "moon-landed"), ("POOL: drop B", 12, "B"),
])  # fmt: skip
def test_an_unreadable_line_is_refused_with_its_column(line: str, column: int, was_read: str) -> None:
    error = refused(line)
    assert (error.column, error.read) == (column, was_read)


@pytest.mark.parametrize("line", ["Charge!!", "go Steve", "stay tuned", "focus, everybody", "drop it", "call me"])
def test_refuses_prose_that_begins_like_a_move(line: str) -> None:
    assert refused(line, d.ROLLED).column == 1


@pytest.mark.parametrize(("line", "position", "choice"), [
    ('PREP: instal "Fez"', d.TABLE, 'PREP: install "Fez"'), ('PREP: install "Fzz"', d.TABLE, 'PREP: install "Fez"'),
    ("POL: drop B", d.FULL, "POOL: drop B"), ("POOL: drp B", d.FULL, "POOL: drop B"),
    ('FACE: "Amy Pund" G -> Di', d.ROLLED, 'FACE: "Amy Pond" G -> Di'),
    ('TRAVEL: go "Erth" "Past"', d.TABLE, 'TRAVEL: go "Earth" "Past"'),
    ('TRAVEL: go "Earth" "Pst"', d.TABLE, 'TRAVEL: go "Earth" "Past"'),
    ("HELP: call Stve -token", d.POOL, "HELP: call S -token"), ("PREP: chrge", d.CHARGING, "PREP: charge"),
    ("FACE: tokens B1 -> Diplomcy", d.ROLLED, "FACE: tokens B1 -> Di"), ("charge +2", d.CHARGING, "PREP: charge +2"),
    ("Charge: +2", d.CHARGING, "PREP: Charge +2"),
    ("go to Earth Past", d.TABLE.replace(step="travel"), "TRAVEL: go to Earth Past"),
    ("drop B", d.FULL, "POOL: drop B"), ("Focus: Rory B>U", d.POOL, "POOL: Focus Rory B>U"),
    ("POOL: focus Rori B>U", d.POOL, 'POOL: focus "Rory Williams" B>U'),
    ("ship II>III", d.TABLE.replace(step="daleks"), "DALEKS: ship II>III"),
])  # fmt: skip
def test_asks_about_near_misses_and_lines_without_their_verb(line: str, position: Position, choice: str) -> None:
    assert choice in ask(line, position)


@pytest.mark.parametrize(("line", "position", "why"), [
    ("ROLL: B(Ru St) U(Sc) G(Ru) R(Ta)", d.CUT, "7 dice were rolled; what B3 and R2 show is missing"),
    ("ROLL: G(Sc) B(Ru St Cu) U(Sc) R(Ta St)", d.CUT, "no green die has this face"),
    ("ROLL: B(Ru St) U(Sc)", d.CUT, "7 dice were rolled; what G1, R1, B3 and R2 show is missing"),
    ("ROLL: B(Ru St Cu Ta Di) U(Sc) G(Ru) R(Ta St)", d.CUT, "no more of these dice were rolled than B1, B2 and B3"),
    ("AGAIN: tokens G -> Sc", d.ROLLED, "no green die has this face"),
    ("TRAVEL: die 7", d.TABLE, "the TARDIS die has faces 1 to 6"), ("POOL: drop 3R", d.FULL, "2 red dice lie here"),
    ("POOL: drop 2B", d.ROLLED, "3 black dice lie here; which is meant?"),
    ("ROLL: Ru St Sc Ru Ta Cu St", d.ROLLING, "the colour of the dice before their symbols"),
    ("AGAIN: Bow Tie B(Ru Cu)", d.ROLLED, "no such die is here"),
    ("POOL: five dice", d.RECRUITING, "dice, such as 5B, or a card with a focus is expected"),
    ("COST: gold", d.TABLE, "the number of a printed cost or a number of tokens is expected"),
    ('TRAVEL: go "Future" "Future"', d.TABLE, "a Location in play is expected"),
    ("NEED: Cu Di", d.TABLE, "no challenge"), ("NEED: Cu Di", d.RECRUITING, "the challenge is Cu Di Ta Ta Sc Sc"),
    ("DALEKS: ship III>IV", d.TABLE, "the Dalek Ship is on II"),
    ('END: resolve; "Rory Williams" full', ABOARD, "this is not understood here"),
    *((f"END: fail; {tail}", d.ALONE, "cards") for tail in ("92 cards", "draws 92 cards", "+21 cards")),
])  # fmt: skip
def test_refuses_impossible_details(line: str, position: Position, why: str) -> None:
    assert why in str(refused(line, position))


def test_asks_which_of_several_icons_is_meant() -> None:
    two = (*d.EXPANDED.companion["adric"].icons, Icon("change", ("black",), symbol="science"))
    box = box_with("companion", "adric", d.EXPANDED, icons=two)
    now = d.in_adventure({JULIE: "B1 running"}, box=box, consoles={JULIE: "adric"})
    assert moves_alone("FACE: Adric B -> Sc", now) == [m.ChangeFace(JULIE, "adric", 4, "B1")]
    assert ask("FACE: Adric B", now) == ("FACE: Adric (3) B", "FACE: Adric (4) B")


def test_asks_if_a_companion_was_recruited_by_its_link() -> None:
    now = d.begun_adventure(
        (1, 0), at={JULIE: (1, 0)}, earth=("wire", "~racnoss", "~mara"), consoles={JULIE: "amy"}, hands={JULIE: "fez"}
    )
    assert ask('RECRUIT: -token, Earth ~"Rory Williams"', now) == (
        'RECRUIT: -token, Earth link "Rory Williams"', 'RECRUIT: -token, Earth shows "Rory Williams"',
    )  # fmt: skip


WRITTEN: list[tuple[Position, Move, str, Any]] = [
    (d.CHARGING, m.Charge(JULIE), "PREP: charge = 4", ScriptedChance()),
    (d.TABLE, m.Install(JULIE, "fez"), 'PREP: install "Fez"', ScriptedChance()),
    (d.TABLE, m.Stay(JULIE, 0), 'TRAVEL: stay "The Capitol" shows "Sutekh"', ScriptedChance()),
    (d.TABLE, m.Travel(JULIE, 1, 1), 'TRAVEL: go "Earth" "Present" shows "The Wire"', ScriptedChance()),
    (d.TABLE, m.RollTardis(JULIE), "TRAVEL: die 2", ScriptedChance(2)),
    (d.TABLE, m.RollTardis(JULIE), 'TRAVEL: die decides shows "Karn"', ScriptedChance(4, items=("karn",))),
    (d.FOUND, m.KeepLocation(JULIE, "karn"), 'TRAVEL: new "Karn"', ScriptedChance()),
    (d.RECRUITING, m.Recruit(JULIE, "token", "alien"), 'RECRUIT: -token Alien shows "Ace"',
     ScriptedChance(items=("ace",))),
    (d.RECRUITING, m.Gather(JULIE), "POOL: 5B 1G 2U", ScriptedChance()),
    (d.POOL, m.Focus(JULIE, "rory", 2, "blue"), 'POOL: focus "Rory Williams" B>U', ScriptedChance()),
    (d.CUT, m.CutDie(JULIE, "B2"), "POOL: drop B2", ScriptedChance()),
    (d.ROLLED, m.ReRoll(JULIE, "eleventh", 3, ("B1", "B3")), 'AGAIN: "Bow Tie" B1 B3 -> (Cu St)', ScriptedChance(2, 6)),
    (d.ROLLED, m.ReRoll(JULIE, "stetson", 1, ("B2",)), 'AGAIN: "Stetson" B2 -> (Cu)', ScriptedChance(2)),
    (d.ROLLED, m.ReRollByTokens(JULIE, "G1"), "AGAIN: tokens G1 -> (Ru3)", ScriptedChance(3)),
    (d.ROLLED, m.ChangeFace(JULIE, "amy", 3, "G1"), 'FACE: "Amy Pond" G1 -> Di', ScriptedChance()),
    (d.ROLLED, m.Resolve(JULIE), "END: fail", ScriptedChance()),
    (d.FINISHING, m.Finish(JULIE), "END", ScriptedChance()),
]  # fmt: skip


@pytest.mark.parametrize(("position", "move", "line", "fate"), WRITTEN)
def test_writes_moves_as_players_write_them(position: Position, move: Move, line: str, fate: Any) -> None:
    draft = run(GAME.rules, position, move, fate, strict=False)
    assert GAME.notation.write(draft.entries, position) == line
    assert must_come_back("daleks", Group(position, draft.entries)) == line


def test_writes_only_moves_and_names_unexpected_results() -> None:
    with pytest.raises(NotationError, match="only a move can be written"):
        GAME.notation.write([Entry(f.ShipMoved(3), "table")], d.TABLE)
    stated = DeclaredResults([f.TokensGained(JULIE, 1)])
    draft = run(GAME.rules, d.CHARGING, m.Charge(JULIE), ScriptedChance(), strict=False, stated=stated)
    line = must_come_back("daleks", Group(d.CHARGING, draft.entries))
    assert line == "PREP: charge = 3 +tokens-gained julie 1"


WHERE = {
    "DOCTOR": begun(chosen=False), "RECRUIT": d.RECRUITING, "POOL": d.POOL, "HELP": d.POOL, "ROLL": d.ROLLING,
    "FACE": d.ROLLED, "AGAIN": d.ROLLED, "NEED": d.ROLLED,
}  # fmt: skip
SAMPLE = {
    "ROLL: B(Ru": d.in_adventure({JULIE: "B1, B2, U1, U2, U3, G1, R1, R2"}, "roll"),
    "END: win": table("adventure", consoles={JULIE: "captain-jack~"}, box=d.EXPANDED),
    "POOL: focus": play(
        d.RECRUITING, m.Recruit(JULIE, "token", "alien"), m.Gather(JULIE), fate=ScriptedChance(items=("captain-jack",))
    ),
    'POOL: focus "Osgood"': d.in_adventure({JULIE: "B1, B2"}, "pool", consoles={JULIE: "osgood"}, done=False),
    "POOL: 5B": d.RECRUITING, "POOL: 4B": d.RECRUITING, "POOL: gather": d.RECRUITING,
    'AGAIN: "Bow': d.in_adventure({JULIE: "B1 running, B2 strength, U1 science"}),
    "AGAIN: spend": d.in_adventure({JULIE: "B1 running, B2 strength, B3 tactics, U1 science"}),
    "NEED": d.in_adventure({JULIE: ""}, symbols="tactics cunning diplomacy"),
    "TRAVEL: enter": table("enter", places=(place(2, "trenzalore", "?", "?"),)), "DALEKS": d.TABLE.replace(ship=8),
    'PLAY: "Fish': d.in_adventure({JULIE: "R1 tactics, R2 tactics"}, hands={JULIE: "fish-fingers"}),
}  # fmt: skip


def test_reads_every_line_of_the_documentation() -> None:
    rows = [row for row in PAGES.splitlines() if row.startswith("- `")]
    lines = [line for row in rows for line in re.findall(r"`([A-Z]{3,7}(?::[^`]*)?|END [^`]*)`", row)]
    assert len(lines) > 55
    for line in lines:
        fitting = [key for key in SAMPLE if line.startswith(key)]
        where = SAMPLE[max(fitting, key=len)] if fitting else WHERE.get(line.partition(":")[0], d.TABLE)
        moves(line, where)


def test_a_helper_line_starts_with_the_letter_of_the_helper() -> None:
    spoken = spoken_by("S HELP: afar", JULIE, (JULIE, STEVE), GAME.interjections)
    assert (spoken.seat, spoken.text) == (STEVE, "HELP: afar")
    assert spoken_by("S PASS", JULIE, (JULIE, STEVE), GAME.interjections).seat == STEVE


ODD = (
    "None", "?", "token", "card", "B1", "B* Ru", "to S", "-", "+5", "as red", "zone 2", "(2)", "win", "x; y", "a",
    "the", "\u201cquoted\u201d", "#3", "End", "1", "Ru St", "= 4", "@srv#3", "for me", "link", "full", "shows", "> S",
    "draws ?", "shuffled", "rolls 2", "Julie", "'s", "& more", "~", "-> (Ru)", "a b c d e f g h i j k l m n o p q r s",
)  # fmt: skip
"""Names that look like something else."""


def odd_box(chance: random.Random) -> Box:
    """A table's own box where everything is called oddly."""
    left = [*chance.sample(ODD, len(ODD)), *(f"{chance.choice(ODD)} {n}"[:60] for n in range(200))]
    tables = ("timey", "companion", "doctor", "dilemma", "anomaly")
    given: dict[str, Any] = {
        kind: {name: replace(row, name=left.pop(0)) for name, row in getattr(d.EXPANDED, kind).items()}
        for kind in tables
    }
    given["location"] = {
        name: replace(row, name=left.pop(0), zones=tuple(replace(zone, name=chance.choice(ODD)) for zone in row.zones))
        for name, row in d.EXPANDED.location.items()
    }
    return replace(d.EXPANDED, **given)


@pytest.mark.parametrize("seed", range(4))
def test_custom_cards_with_confusing_names_round_trip(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    box = odd_box(random.Random(seed))
    monkeypatch.setattr("projections.games.daleks.rules.setup.box_of", lambda _data: box)
    groups = list(islice(legal_play("daleks", 1 + seed, seed), 1, 120))
    for group in groups:
        must_come_back("daleks", group)
    assert len(groups) > 50


UNSEEN = (place(2, "orient-express", "?", "?"),)


def test_writes_unknown_and_unchosen_results() -> None:
    now = d.in_adventure({JULIE: "B1 running"}, places=UNSEEN)
    due = f.CostDue(JULIE, "dilemma", "sutekh", 1)
    draft = run(GAME.rules, now, m.Resolve(JULIE), ScriptedChance(), strict=False, stated=DeclaredResults([due]))
    events = [entry.event for entry in draft.entries]
    assert events.index(due) < events.index(f.StepReached("finish"))
    assert [divergence.is_unverified for divergence in draft.divergences] == [True]
    line = must_come_back("daleks", Group(now, draft.entries))
    assert line.startswith("END: fail +cost-due julie dilemma sutekh 1")
    draft = run(GAME.rules, now, m.Resolve(JULIE), ScriptedChance(), strict=False)
    assert not any(isinstance(entry.event, f.CostDue) for entry in draft.entries)
    assert must_come_back("daleks", Group(now, draft.entries)) == "END: fail"
    now = d.begun_adventure(box=SPLIT)
    draft = run(GAME.rules, now, m.Gather(JULIE), ScriptedChance(), strict=False)
    assert must_come_back("daleks", Group(now, draft.entries)).endswith(" as none")


VALUES = {"tuple[int": ((), (0, 5)), "tuple": ((), ("sutekh", "?")), "bool": (True, False), "int": (3, -1)}
"""Values of an effect's fields, by what their types begin with; else a name, a text of several words, nothing."""


def some_of(kind: type[Effect], which: int) -> Effect:
    """An effect with the first or the second value of each type."""
    shapes = [str(field.type) for field in msgspec.structs.fields(kind)]
    rows = [next((row for part, row in VALUES.items() if part in shape), ("turn cap", "")) for shape in shapes]
    return kind(*(row[which] for row in rows))


@pytest.mark.parametrize("kind", [*ALL_EFFECTS, *WINDOWS])
def test_every_kind_of_result_can_be_declared_by_name(kind: type[Effect]) -> None:
    for effect in (some_of(kind, 0), some_of(kind, 1)):
        assert read(f"END {RESULTS.words(effect)}").stated == (effect,)
    assert read(f"END {RESULTS.absent_words(kind)}").absent == (kind,)


def test_a_comment_does_not_hide_a_move() -> None:
    assert refused("TRAVEL: die choice; hoping for Karn; go Earth Past").read == "hoping"
    _, kept = moves_alone("TRAVEL: explore Karn, Telos; keep Karn", d.CHOOSING)
    assert kept == m.KeepLocation(JULIE, "karn")
    assert moves_alone("TRAVEL: new Location Karn over Telos; the Temple", d.CHOOSING)[2:] == [m.EnterZone(JULIE, 0)]


PLACES_OF = {
    "doctor": begun(chosen=False), "recruit": d.RECRUITING, "pool": d.FULL, "help": d.POOL, "again": d.ROLLED,
    "change": d.ROLLED, "end": d.ALONE, "resolve": d.ROLLED, "charge": d.CHARGING, "drop": d.FULL,
}  # fmt: skip


def on_the_page(heading: str) -> list[str]:
    """The texts between backticks in a paragraph of the game's section."""
    paragraph = " ".join(PAGES.partition(f"**{heading}**")[2].partition("\n\n")[0].split())
    return re.findall(r"`([^`]+)`", paragraph)


def where(line: str) -> Position:
    return PLACES_OF.get(re.split(r"\W", line.casefold())[0], d.TABLE)


def test_reads_the_alternative_words_of_the_documentation() -> None:
    *lines, bare, verbless = on_the_page("In other words.")
    assert len(lines) > 12
    for line in lines:
        assert moves_alone(line, where(line)), line
    for line in (bare, verbless):
        assert ask(line, where(line))


def test_reads_the_standing_orders_of_the_documentation() -> None:
    orders = on_the_page("Standing orders")
    assert len(orders) > 4
    for text in orders:
        assert GAME.orders.refusal(Order(JULIE, text), d.TABLE) == "", text


LYING = d.in_adventure({JULIE: "B1 running, B2 tactics, B3 running, G1 science"})


@pytest.mark.parametrize(("told", "lines"), [
    ("~B-1~", ["X B3"]), ("~Ru2~", ["X B3"]), ("~Ru*~", ["X B1 B3"]), ("~B-2*~", ["X B2 B3"]), ("~Ta~", ["X B2"]),
    ("B+(Ru)", ["X B(Ru Ru Ru)"]), ("~Di~", []), ("~=~", []),
])  # fmt: skip
def test_reads_dice_by_position_or_face(told: str, lines: list[str]) -> None:
    assert spelt(f"X {told}", LYING, JULIE) == lines
    assert spelt("ROLL: B(Ru)", LYING, JULIE) == ()


NOW = table("travel", places=(place(2, "mars", "silence", ""),), at={JULIE: (2, 0)})


@pytest.mark.parametrize(("field", "number", "says"), [
    ("place", 1, "Earth"), ("place", 2, "Mars"), ("zone", 0, "zone 1: Past, Mars Past"), ("zone", 2, "zone 3: Future"),
    ("icon", 3, "icon 3"), ("option", 2, "cost 2"),
])  # fmt: skip
def test_numbers_in_moves_are_shown_as_names(field: str, number: int, says: str) -> None:
    assert says in numbered(NOW, field, number)


def test_the_zones_and_costs_have_names() -> None:
    assert numbered(NOW.replace(step="enter"), "zone", 1) == "Mars Future"
    choices = [name for name, one in NOW.box.dilemma.items() if len(one.fail) > 1]
    for name in choices:
        now = NOW.replace(stack=(Debt(JULIE, "dilemma", name, printed_cost(NOW.box, "dilemma", name)),))
        words = [numbered(now, "option", number) for number in (1, 2)]
        assert len(set(words)) == 2
        assert "cost" not in words[0]
    assert choices


def test_every_number_field_of_a_move_has_a_name() -> None:
    for move in MOVES:
        numbers = {name for name, kind in move.__annotations__.items() if kind is int}
        assert numbers <= set(getattr(move, "names", ()))


def described(header: str, *settings: str) -> str:
    """A transcript of a table that people describe, up to the first move."""
    rows = "\n".join(f"SET {setting} ; as it was" for setting in settings)
    return f"game: daleks\n{header}\ntable: described\n\n== moderator ==\n{rows}\n== end ==\n\n"


SESSION = described(
    "seats: neil, ruth\ndoctors: neil=eleventh, ruth=twelfth", "turn = neil T5 round 3", "step = prepare",
    "place 2 = location mars, zone silence open, zone none, daleks 0", "at neil = 2 0", "tokens neil = 5",
    "hand neil = hypercube",
)  # fmt: skip
DRAWN = '== T5 Neil ==\nPLAY: "Hypercube" {drawn}\nTRAVEL: stay "Mars Past"\n'


@pytest.mark.parametrize(("drawn", "message"), [
    ("card +5?", "2 cards are drawn here, not 5"), ('card +3 "Run!"', "2 cards are drawn here, not 3"),
    ('card +1 "Run!" "K-9"', "2 cards are named here"), ("card +2?", ""), ('card +2 "Run!"', ""), ("draws ?", ""),
])  # fmt: skip
def test_refuses_a_wrong_number_of_drawn_cards(drawn: str, message: str) -> None:
    done = record_text(MemoryStore(), registry(), SESSION + DRAWN.format(drawn=drawn))
    assert (done.whole, message in done.lines[-1].message) == (not message, True)


BEGUN = described(
    "seats: ruth, tom\ndoctors: ruth=twelfth, tom=fourth\ndice: typed\ncards: typed", "order = tom, ruth",
    "turn = ruth T5 round 2", "step = travel", "companions ruth = clara", "companions tom = sarah-jane",
    "place 1 = location earth, zone ?, zone ?, zone ?, daleks 0 0 0", "tokens ruth = 3", "hand ruth = tardis-key",
    "deck location = 20?", "deck dilemma = 20?",
)  # fmt: skip
RUTH = Poster("ruth")
PROSE = """\
Hullo hullo,

So, I'll roll the TARDIS die please. Fingers crossed for Gallifrey.
Charge! Pass the salt. Ready when you are, and help yourselves to cake.
Focus, Ruth, focus. I'd drop everything for a cup of tea.
Then I stay up all night, to the end. Play fair!

Cheers
Ruth
"""


@pytest.fixture
def typed(store: EventStore) -> PostTable:
    done = record_text(store, registry(), BEGUN)
    assert done.whole, done.lines
    return PostTable(store, done.session)


def test_prose_is_asked_about_and_never_taken_for_moves(typed: PostTable) -> None:
    found = typed.read(PROSE, RUTH)
    assert "ok" not in {line.status for line in found.lines}
    asked = [line for line in found.lines if line.status == "question"]
    assert asked[0].choices == ("TRAVEL: die",)
    chat = {line.number: Choice(chat=True) for line in asked}
    assert "ok" not in {line.status for line in typed.read(PROSE, RUTH, choices=chat).lines}


def test_lines_in_chat_style_are_offered_one_after_the_other(typed: PostTable) -> None:
    post = "== Ruth ==\nTRAVEL: roll tardis die decides, Mars\nenter Mars Past\nstill raining here\n== end ==\n"
    found = typed.read(post, RUTH)
    assert [line.status for line in found.lines] == ["ok", "question", "chat"]
    assert found.posts[0].lines[1].choices == ('TRAVEL: enter "Mars Past"',)
