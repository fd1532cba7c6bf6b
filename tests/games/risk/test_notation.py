"""Written lines: every form of the reference, near misses, and what a line never says by itself."""

from typing import Any

import pytest
from places import lines_on_pages, notation_pages
from table_play import LineReader, ScriptedChance

from events.entry import Entry
from events.events import Move, Passed, Rolled
from projections.contracts import Claim, ObservedChance
from projections.draft import DeclaredResults, find_conflicts, run
from projections.games.risk import events as e
from projections.games.risk.components.cards import SHIPPED
from projections.games.risk.components.world_map import CODES, TERRITORIES
from projections.games.risk.game import GAME
from projections.games.risk.notation.vocabulary import PLACES, plain
from projections.games.risk.options import Options
from projections.games.risk.state.position import Battle, Land, Side, World
from projections.notation.prose.ranking import said_lines
from projections.notation.recorded_chance import Typed
from projections.window import Window
from replay.chance.random_source import NoChance

NOTATION = GAME.notation
SEATS = ("black", "yellow", "orange", "the-blue", "white")
OWN = "black: RUS8 URA3 IND1 AFG1 NEU1 PER6 JPN2 SEU2 CHN1 SIB1 BRA1 ARG1 VEN1; yellow: SCA2 GBR3; orange: MDE1 EGY4"


def table(step: str = "attack", own: str = OWN, *, seats: tuple[str, ...] = SEATS, **more: Any) -> World:
    """A world in black's seventh turn: armies as named, 2 white Daleks everywhere else."""
    lands = {name: Land(seats[-1], 2) for name in TERRITORIES}
    for part in own.split(";"):
        army, _, places = part.partition(":")
        lands |= {CODES[place[:3]]: Land(army.strip(), int(place[3:])) for place in places.split()}
    rows = {
        "hands": {"black": ("japan", "peru", "ontario", "venezuela")}, "missions": dict.fromkeys(seats, ("?",) * 2),
        "powers": dict.fromkeys(seats, ("?",) * 3),
    }  # fmt: skip
    options = Options(**more.pop("options", {}))
    held = {"clara": 5, "player": seats[0], "first": seats[0], "turn": 7, "round": 2, "step": step, "deck": ("?",) * 30}
    return World(seats=seats, options=options, armies=seats, lands=lands, **{**rows, **held, **more})


TABLE = table()


def battle(source: str = "RUS", target: str = "SCA", daleks: int = 3, world: World = TABLE, **more: Any) -> World:
    home, enemy = CODES[source], CODES[target]
    return world.replace(stack=(Battle("black", world.lands[enemy].army, home, enemy, daleks, **more),))


def window(world: World, seat: str) -> World:
    return world.replace(stack=(*world.stack, Window("defence", (seat,))))


LINES = LineReader(GAME, TABLE, "black")
read, moves, ask, refused = LINES.read, LINES.moves, LINES.ask, LINES.refused


def moves_alone(line: str, world: World = TABLE, seat: str = "black") -> list[Move]:
    return [written.move for written in moves(line, world, seat)]


PLACING = table("place", pool=6)
TWO = table(
    "neutral", "yellow: RUS3; n1: JPN3 CHN3; n2: PER1", seats=("black", "yellow"), neutral_pool=3,
    powers={"black": ("?",) * 3, "yellow": ("?",) * 3},
)  # fmt: skip
ROLLED = battle(rolls=1, daleks=3, faces=((6, 5, 2), (4, 3)))
RIVALS = battle("RUS", "NEU")
KEPT = TABLE.replace(hands={"black": ("japan", "ontario", "peru")})


@pytest.mark.parametrize(("spellings", "move"), [
    ("T: EGY | T: | T: (roll)", e.LandTardis("black")), ("+: | +: 6 Daleks", e.CountDaleks("black")),
    ("+: mission SEU | +: mission the Vampires", e.ClaimMission("black", "vampires")),
    ("S: trade JPN PER", e.TradeStars("black", ("japan", "peru"))),
    ("P: RUS+4 | P: 4 in Russia | place: RUS4", e.Place("black", "russia", 4)),
    ("A: RUS>SCA 3 | A: RUS>SCA 3v2 | a: russia -&gt; scandinavia with 3 | A: SCA from RUS with 3",
     e.Attack("black", "russia", "scandinavia", 3)),
    ("A: RUS>SCA all until 3", e.Attack("black", "russia", "scandinavia", 3)),
    ("A: JPN>KAM all", e.Attack("black", "japan", "kamchatka", 1)),
    ("A: RUS>NEU 2 [Nitro-9]", e.Attack("black", "russia", "northern-europe", 2, "nitro-9")),
    ("A: RUS>NEU 2 [The Genesis Ark]", e.Attack("black", "russia", "northern-europe", 2, "genesis-ark")),
    ("A: stop", e.StopAttacking("black")), ("M: URA>IND 2 | M: URA>IND all", e.Manoeuvre("black", "ural", "india", 2)),
    ("M: none", e.HoldPosition("black")), ("C: +JPN", e.DrawTerritoryCard("black")), ("C: none", e.EndTurn("black")),
    ('C: "Fresh From The Foundry"', e.PlayPower("black", "foundry")),
    ('C: "Sabotage In The Foundry" Yellow', e.PlayPower("black", "sabotage", rival="yellow")),
    ('C: "Rust In The Ranks" The Blue', e.PlayPower("black", "rust", rival="the-blue")),
    ('C: "A Nudge At The Console" EGY', e.MoveTardis("black", "console", "egypt")),
    ("L: RUS", e.RemoveDalek("black", "russia")), ("D: [The Doctor Donna]", e.PlayPower("black", "doctor-donna")),
    ('D: "Dug In Deep"', e.PlayPower("black", "dug-in")), ("D: 2", e.Defend("black", 2)),
    ("D: keep", e.ReRoll("black", 0)), ("IN: 3", e.MoveIn("black", 3)),
])  # fmt: skip
def test_reads_a_line_as_a_move(spellings: str, move: Any) -> None:
    for line in spellings.split(" | "):
        assert (read(line).move, read(line).stated) == (move, ()), line


def test_reads_territories_and_cards_by_name() -> None:
    for name, land in TERRITORIES.items():
        for spelling in (land.code, land.code.lower(), land.name, name, name.replace("-", " ")):
            assert read(f"L: {spelling}").move == e.RemoveDalek("black", name)
    assert [PLACES[plain(word)] for word in ("Ukraine", "Quebec", "Congo", "Siam")] == [
        "russia", "eastern-canada", "central-africa", "southeast-asia",
    ]  # fmt: skip
    for card, power in SHIPPED.power.items():
        for spelling in (power.name, power.name.upper().replace("'", "\u2019"), f"#{card}"):
            assert read(f"A: RUS>SCA 3 [{spelling}]").move == e.Attack("black", "russia", "scandinavia", 3, card)
    assert read("A: RUS>SCA 3 [Donna]").move == e.Attack("black", "russia", "scandinavia", 3, "doctor-donna")


def test_reads_a_whole_battle_from_a_line() -> None:
    first, second, third = moves("A: RUS>SCA 3v2 (6 5 2 : 4 3)@srv#881 -D2 x >3")
    assert first.move == e.Attack("black", "russia", "scandinavia", 3)
    assert second.move == e.RollDice("black", 3)
    assert second.seen == ObservedChance(faces=((6, 5, 2), (4, 3)), receipt="srv#881")
    assert second.stated == (e.DaleksLost("scandinavia", 2), e.TerritoryTaken("scandinavia", "black", 3))
    assert second.absent == (e.DaleksLost,)
    assert third.move == e.MoveIn("black", 3)
    line = "A: RUS>NEU 2v2 [Nitro-9] [Genesis Ark] (5) (4+1 2+1 : 5 1) -A1 -D1 (3 6 1 : 5) -A1 stop"
    written = moves(line, table(own="black: RUS8; yellow: NEU3"))
    assert [each.move for each in written] == [
        e.Attack("black", "russia", "northern-europe", 2, "nitro-9"), e.PlayPower("black", "genesis-ark"),
        e.RollDice("black", 2), e.RollDice("black", 3, 1), e.LeaveBattle("black"),
    ]  # fmt: skip
    assert [each.seen.faces for each in written] == [(), ((5,),), ((4, 2), (5, 1)), ((3, 6, 1), (5,)), ()]
    assert written[2].stated == (e.DaleksLost("russia", 1), e.DaleksLost("northern-europe", 1))
    assert moves_alone("A: RUS>SCA 3v2 (1 1 1 : 2 2)", ROLLED) == [e.RollDice("black", 3)]
    assert moves_alone("A: RUS>SCA 3", ROLLED) == [e.RollDice("black", 3)]
    assert moves_alone("A: RUS>SCA 3 only", ROLLED) == [e.Attack("black", "russia", "scandinavia", 3)]
    carded = battle(rolls=1, attack=Side(plus=1, card="nitro-9"))
    assert moves_alone("A: RUS>SCA 2v2 [Nitro-9] (4+1 2+1 : 5 1)", carded) == [e.RollDice("black", 2)]
    assert moves_alone("A: RUS>SCA 2v2 [Ambush] (4 2 : 5 1)", carded) == [
        e.PlayPower("black", "ambush"), e.RollDice("black", 2),
    ]  # fmt: skip


@pytest.mark.parametrize(("line", "last"), [
    ("A: RUS>NEU 1", e.Attack("black", "russia", "northern-europe", 1)), ("A: none", e.StopAttacking("black")),
    ("M: none", e.HoldPosition("black")), ("M: URA>IND 2", e.Manoeuvre("black", "ural", "india", 2)),
    ("C: +?", e.DrawTerritoryCard("black")), ("END", e.EndTurn("black")),
])  # fmt: skip
def test_a_move_elsewhere_implies_leaving_the_battle(line: str, last: Any) -> None:
    assert (moves_alone(line, ROLLED), moves_alone(f"{line} only", ROLLED)) == ([e.LeaveBattle("black"), last], [last])
    assert moves_alone(line, battle()) == [last], "before the first roll nothing is called off"
    assert moves_alone(line, battle(rolls=1, taken=True)) == [last], "a conquered territory is not left"


def test_reads_further_rolls_and_re_rolls() -> None:
    assert moves_alone("R: 3 (6 5 2 : 4 3) -D2 x >4", battle()) == [e.RollDice("black", 3), e.MoveIn("black", 4)]
    assert moves_alone("R: (6 5 : 4 3)", ROLLED) == [e.RollDice("black", 2)]
    assert moves_alone("R: all (roll)", ROLLED) == [e.RollDice("black", 3)]
    assert moves_alone("R: (roll)", battle()) == [e.RollDice("black", 3)], "the first roll is with the number declared"
    assert ask("R: ", ROLLED) == ("R: 1", "R: 2", "R: 3")
    assert read("IN: all", battle(rolls=1, taken=True, least=3)).move == e.MoveIn("black", 7)
    again = battle(rolls=1, attack=Side(reroll=True), faces=((1, 5, 1), (4, 3)), waiting="attack")
    written = read("R: ones 2 (4 3) -D1 -A1", again)
    assert (written.move, written.seen.faces) == (e.ReRoll("black", 2), ((4, 3),))
    assert read("R: ones (4)", again).move == e.ReRoll("black", 1)
    assert read("R: keep -A2", again).move == e.ReRoll("black", 0)
    line = "A: RUS>SCA 3v2 [Now, We Can Begin] (1 5 1 : 4 3) ones (6 2) -D1 -A1"
    assert moves_alone(line) == [
        e.Attack("black", "russia", "scandinavia", 3, "now-we-can-begin"), e.RollDice("black", 3), e.ReRoll("black", 2),
    ]  # fmt: skip
    assert "may first re-roll 1s" in refused(line.replace("ones (6 2) ", "")).reason
    assert moves_alone(line.replace("ones (6 2)", "keep"))[-1] == e.ReRoll("black", 0)
    theirs = battle(rolls=1, defence=Side(reroll=True), faces=((5, 5), (1, 3)), waiting="defence")
    assert read("D: ones 1 (6) -A2", theirs, "yellow").move == e.ReRoll("yellow", 1)
    assert read("D: [Cellar-Reserves] (3)@srv#14", RIVALS, "yellow").seen == ObservedChance(
        faces=((3,),), receipt="srv#14"
    )
    first, second = moves("A: RUS>NEU 2 [Genesis Ark] (5)@hand (6 4 : 1)@acts:77")
    assert (first.seen.receipt, second.seen.receipt) == ("hand", "acts:77")


def test_reads_declared_losses_and_counts() -> None:
    one = moves("A: RUS>SCA 3v2 (6 5 2 : 4 3) -D1")[1]
    assert (one.stated, one.absent) == ((e.DaleksLost("scandinavia", 1),), (e.DaleksLost,))
    none = moves("A: RUS>SCA 3v2 (6 5 2 : 4 3) -0")[1]
    assert (none.stated, none.absent) == ((), (e.DaleksLost,))
    count, claim = moves("+: base 3, lands 1, mission SEU 2 = 6")
    assert (count.move, count.stated) == (e.CountDaleks("black"), (e.Reinforced("black", 3, 1),))
    assert (claim.move, claim.stated) == (e.ClaimMission("black", "vampires"), (e.Reinforced("black", missions=2),))
    whole = e.Reinforced("black", 3, 1, (("south-america", 2),))
    assert read("+: base 3, lands 1, South America 2 = 6").stated == (whole,)
    assert read("+: base 3 + lands 1 + South America 2").stated == (whole,)
    assert read("+: base 3, Asia 7, cut 3 = 7").stated == (
        e.Reinforced("black", 3, continents=(("asia", 7),), cards=-3),
    )
    assert read("+: base 3 = 3").stated == (e.Reinforced("black", 3),), "with its sum a count stands as it is"


@pytest.mark.parametrize(("line", "choices"), [
    ("+: 4", ("+: base 3, lands 1, South America 2 = 6", "+: base 3, lands 1 = 4")),
    ("+: 5", ("+: base 3, lands 1, South America 2 = 6", "+: base 3, South America 2 = 5")),
    ("+: base 3", ("+: base 3, lands 1, South America 2 = 6", "+: base 3 = 3")),
    ("+: base 3, lands 2 = 6", ("+: base 3, lands 1, South America 2 = 6", "+: base 3, lands 2 = 5")),
    ("+: mission SEU 2 = 3", ("+: mission SEU 2 = 2",)),
])  # fmt: skip
def test_asks_about_an_ambiguous_count(line: str, choices: tuple[str, ...]) -> None:
    assert ask(line)[: len(choices)] == choices


def test_reads_a_trade_by_cards_or_by_stars() -> None:
    written = read("S: trade JPN PER = 3 > +4")
    assert written.stated == (e.StarsTraded("black", ("japan", "peru"), 3), e.Reinforced("black", stars=4))
    assert read("S: trade 1 2 2", KEPT).move == e.TradeStars("black", ("peru", "japan", "ontario"))
    assert ask("S: trade 2 2") == ("S: trade JPN ONT", "S: trade JPN VEN", "S: trade ONT VEN")
    assert "no cards in hand" in refused("S: trade 1 1 1").reason
    closed = TABLE.replace(hands={"black": ("?",) * 4})
    for line in ("S: trade 1 2 2 = 5 > +10", "S: trade 1 2 2", "S: trade ? ? ? = 5"):
        written = read(line, closed)
        assert written.move == e.TradeStars("black", ("?",) * 3)
        assert written.stated == (e.StarsTraded("black", ("?",) * 3, 5), e.Reinforced("black", stars=10))
    assert "the number of stars" in refused("S: trade ? ? ?", closed).reason


def test_reads_placements_landings_and_shuffles() -> None:
    assert moves_alone("P: RUS+4 URA+2") == [e.Place("black", "russia", 4), e.Place("black", "ural", 2)]
    assert moves_alone("P: 4 RUS, 2 URA") == moves_alone("P: RUS+4 URA+2") == moves_alone("P: RUS4 URA2")
    assert (
        moves_alone("P: RUS+4, URA all", PLACING)
        == moves_alone("P: 4 in Russia and all in Ural", PLACING)
        == moves_alone("P: RUS+4 URA+2")
    )
    assert moves_alone("L: RUS URA-2") == [e.RemoveDalek("black", name) for name in ("russia", "ural", "ural")]
    placed = [e.PlaceNeutral("yellow", "japan", 2), e.PlaceNeutral("yellow", "china", 1)]
    for line in ("N: neutral 1 JPN+2 CHN+1", "N: n1 JPN+2 CHN+1", "N: JPN+2 CHN+1", "N: neutral JPN+2 CHN+1"):
        assert moves_alone(line, TWO, "yellow") == placed
    assert "not held by n2" in refused("N: n2 JPN+3", TWO, "yellow").reason
    assert read("T: EGY *").stated == (e.ClaraAdvanced(6),)
    assert read("T: Egypt with Clara").seen.items == ("egypt",)
    assert read("T: EGY no Clara").absent == (e.ClaraAdvanced,)
    empty = TABLE.replace(deck=())
    assert read("C: +JPN shuffled PER ? CHN", empty).seen == ObservedChance(
        cards=("japan",), orders=(("peru", "?", "china"),)
    )
    assert read("T: EGY * shuffled", empty).seen == ObservedChance(items=("egypt",))
    assert "it is not shuffled" in refused("C: +? shuffled").reason


@pytest.mark.parametrize(("line", "claim", "true"), [
    ("A: none =SCA:Y2", Claim("SCA", "Y2"), "Y2"), ("A: none =SCA:K3", Claim("SCA", "K3"), "Y2"),
    ("A: none =Scandinavia: yellow 2", Claim("SCA", "Y2"), "Y2"), ("A: none =SCA:2", Claim("daleks SCA", "2"), "2"),
    ("A: none =SCA:yellow", Claim("army SCA", "yellow"), "yellow"), ("A: none =black:13", Claim("black", "13"), "13"),
    ("A: none =the-blue:0", Claim("the-blue", "0"), "0"),
    ("A: none =daleks black:29", Claim("daleks black", "29"), "29"),
    ("A: none =hand black:4", Claim("hand black", "4"), "4"),
    ("A: none =missions yellow:2", Claim("missions yellow", "2"), "2"),
    ("A: none =powers yellow:3", Claim("powers yellow", "3"), "3"), ("A: none =pool:0", Claim("pool", "0"), "0"),
    ("A: none =clara:5", Claim("clara", "5"), "5"), ("A: none =tardis:EGY", Claim("tardis", "EGY"), "nowhere"),
    ("A: none =deck:30", Claim("deck", "30"), "30"), ("A: none =discards:0", Claim("discards", "0"), "0"),
])  # fmt: skip
def test_reads_and_evaluates_board_statements(line: str, claim: Claim, true: str) -> None:
    assert read(line).claims == (claim,)
    assert NOTATION.claim(claim.place, TABLE) == true


@pytest.mark.parametrize(("line", "choice"), [
    ("A: RUS>SAC 3", "A: RUS>SCA 3"), ("A: Rusia>Scandanavia 3", "A: RUS>SCA 3"), ("A: RUS>SCA", "A: RUS>SCA 3"),
    ("A: RUS>SCA 3v2 (6 5 : 4 3)", "A: RUS>SCA 2v2 (6 5 : 4 3)"), ("A: RUS>SCA 3v1", "A: RUS>SCA 3v2"),
    ("A: RUS>SCA 3v1 (roll)", "A: RUS>SCA 3v2 (roll)"),
    ("A: RUS>SCA 3v2 (6 5 2 : 4 3", "A: RUS>SCA 3v2 (6 5 2 : 4 3 )"),
    ("A: RUS>SCA 3v2 (6 5 2 4 3)", "A: RUS>SCA 3v2 (6 5 2  :4 3)"),
    ("A: RUS>SCA 3 [The Ark]", "A: RUS>SCA 3 [The Genesis-Ark]"), ("A: RUS>SCA 3 [Nitor-9]", "A: RUS>SCA 3 [Nitro-9]"),
    ("A: RUS>SCA 3 +daleks-lots SCA 2", "A: RUS>SCA 3 +daleks-lost SCA 2"), ("AA: RUS>SCA 3", "A: RUS>SCA 3"),
    ("Atack: RUS>SCA 3", "A: RUS>SCA 3"), ("RUS>SCA 3v2 (6 5 2 : 4 3)", "A: RUS>SCA 3v2 (6 5 2 : 4 3)"),
    ("T: Egpyt", "T: EGY"), ("P: RUS+4 URX+2", "P: RUS+4 URA+2"), ("M: URA>INF 2", "M: URA>IND 2"),
    ("M: URA>IND", "M: URA>IND 2"), ("C: sabotage", "C: sabotage yellow"),
    ("C: Foundry", 'C: "Fresh From The Foundry"'),
])  # fmt: skip
def test_near_misses_are_asked_about(line: str, choice: str) -> None:
    assert choice in ask(line, table(own="black: RUS8 URA3 IND1 AFG1 JPN2; yellow: SCA2 NEU2"))


@pytest.mark.parametrize(("sentence", "line"), [
    ("I attack Scandinavia with three from Russia", "A: RUS>SCA 3"),
    ("Black strikes NEU from RUS using [Nitro-9]", "A: RUS>NEU [Nitro-9]"),
    ("I put four in Russia and two in the Ural", "P: RUS+4 URA+2"),
    ("We send 2 from the Ural to India", "M: URA>IND 2"), ("The TARDIS lands in Egypt, with Clara", "T: EGY *"),
    ("I trade Japan and Peru", "S: trade JPN PER"),
])  # fmt: skip
def test_suggests_the_line_for_a_sentence(sentence: str, line: str) -> None:
    world = table(own="black: RUS8 URA3 IND1 AFG1 JPN2; yellow: SCA2 NEU2")
    assert line in list(said_lines(GAME.wordings, world, "black", sentence))


@pytest.mark.parametrize(("line", "column", "was_read"), [
    ("A: RUS>SCA 3v2 (6 5 7 : 4 3)", 21, "7"), ("A: RUS>SCA 3 (roll) x", 21, "x"), ("A: RUS>SCA 3 -D2", 14, "-"),
    ("A: RUS>NEU 2v1 [Nitro-9] (4+2 2+1 : 5)", 29, "2"), ("A: RUS>SCA 3v2 (6+1 5 2 : 4 3)", 21, "5"),
    ("A: RUS>SCA 3v2 (6+3 5+3 2+3 : 4 3)", 19, "3"), ("A: RUS>SCA 3 and then some", 14, "and"),
    ("P: RUS+4 and that is all", 14, "that"), ("P: RUS", 7, ""), ("T: nowhere", 4, "nowhere"),
    ("A: none =SCA:X3", 14, "X3"), ("A: none =SCA", 13, ""), ("R: stop +daleks-lost SCA many", 26, "many"),
    ("I had chips for tea", 1, "I had chips for tea"),
    ("ice cream at sea, per person", 1, "ice cream at sea, per person"),
])  # fmt: skip
def test_an_unreadable_line_is_refused_with_its_column(line: str, column: int, was_read: str) -> None:
    error = refused(line)
    assert (error.column, error.read) == (column, was_read)


def test_refuses_unclear_lines_or_asks_about_them() -> None:
    error = refused("A: RUS>SAC 3", table(own="black: RUS3; yellow: SCA2"))
    assert (error.column, error.read) == (8, "SAC")
    assert "SCA" in error.allowed
    paris = refused("T: Paris")
    assert paris.reason == "a territory is expected"
    assert paris.allowed != ("none",)
    assert ask("A: stop", ROLLED) == ("R: stop", "A: none")
    assert "1 to 600" in refused("   ; nothing").reason
    assert "1 to 600" in refused(f"P: {'RUS+1 ' * 200}").reason


def test_writes_moves_as_players_write_them() -> None:
    line = NOTATION.write(GAME.play(battle(), e.RollDice("black", 3), ScriptedChance(6, 5, 2, 4, 3))[0], battle())
    assert line == "R: 3 (6 5 2 : 4 3) -D2 x"
    at = battle("RUS", "SCA", 2)
    line = NOTATION.write(GAME.play(at, e.RollDice("black", 2), ScriptedChance(6, 1, 5, 4))[0], at)
    assert line == "R: 2 (6 1 : 5 4) -D1 -A1"
    assert NOTATION.write([Entry(Passed("yellow"))], window(TABLE, "yellow")) == "D: pass -window-passed -window-closed"
    rolls = [Rolled("A1 A2", 6, (6, 5), "attack russia>scandinavia", "other:acts")]
    assert NOTATION.write([Entry(e.RollDice("black", 2)), *map(Entry, rolls)], RIVALS).startswith("R: 2 (6 5 :)@acts")


def test_reads_declared_results_and_board_statements() -> None:
    line = "R: stop +daleks-lost SCA 2 +cards-passed yellow black JPN/? - doctor-donna -battle-ended =SCA:Y2"
    written = read(line, ROLLED)
    passed = e.CardsPassed("yellow", "black", ("japan", "?"), (), ("doctor-donna",))
    assert (written.stated, written.absent) == ((e.DaleksLost("scandinavia", 2), passed), (e.BattleEnded,))
    stated = read('A: none +game-ended black/yellow "by hand" - +reinforced black 3 0 asia:7/europe:5 0 0 -2').stated
    lands = (("asia", 7), ("europe", 5))
    assert stated == (e.GameEnded(("black", "yellow"), "by hand"), e.Reinforced("black", 3, 0, lands, cards=-2))
    last = moves("A: RUS>SCA 3v2 (6 5 2 : 4 3) -D2 x >3 =SCA:K3 =black:14 ; more tomorrow")[-1]
    assert last.claims == (Claim("SCA", "K3"), Claim("black", "14"))
    assert NOTATION.claim("nonsense", TABLE) is None
    assert NOTATION.claim("daleks nobody", TABLE) is None
    five = table(seats=SEATS)
    assert [NOTATION.claim(code, five) for code in ("RUS", "SCA", "MDE", "ALA")] == ["K8", "Y2", "O1", "W2"]


def test_reads_every_line_of_the_documentation() -> None:
    page = notation_pages("risk")
    for land in TERRITORIES.values():
        assert f"{land.name} `{land.code}`" in page
    lines = lines_on_pages("risk", r"`((?:[A-Z]{1,3}|\+):[^`]*|END)`")
    assert len(lines) > 50
    again = battle(rolls=1, attack=Side(reroll=True), faces=((1, 5, 1), (4, 3)), waiting="attack")
    theirs = battle(rolls=1, defence=Side(reroll=True), faces=((5, 5), (1, 3)), waiting="defence")
    where = {
        "N": TWO, "R": battle(), "R: ones": again, "R: keep": again, "D: ones": theirs, "D: keep": theirs, "IN": ROLLED,
    }  # fmt: skip
    for line in lines:
        world = where.get(" ".join(line.split()[:2]), where.get(line.partition(":")[0], TABLE))
        if line.startswith("S: trade 1"):
            world = KEPT
        if line != "+: 11":
            moves(line, world)
    assert ask("+: 11")


BLOCK = """
T: EGY *                              ; TARDIS card Egypt shows Clara, she moves to the 6th Doctor
+: base 3, lands 1, mission SEU 2 = 6
P: RUS+4 URA+2
A: RUS>SCA 3v2 (6 5 2 : 4 3)@srv#881 -D2
A: RUS>SCA 3v1 (3 2 1 : 5)@srv#882 -A1
A: RUS>SCA 3v1 (6 4 4 : 2)@srv#883 -D1 x >3       ; conquered, three move in
A: RUS>NEU 2v2 [Nitro-9] (4+1 2+1 : 5 1)@srv#884 -A1 -D1 stop
M: URA>IND 2                          ; path through Afghanistan, all own
C: +?                                 ; draws one territory card
END
"""


def test_reads_a_whole_turn_whose_results_all_match() -> None:
    own = "black: RUS3 URA1 IND1 AFG1 SEU2 CHN1 SIB1 BRA1 ARG1 PER6 JPN2 KAM1; yellow: SCA3 GBR2; orange: NEU3 VEN2"
    powers = {"black": ("nitro-9",), "yellow": ("?",), "orange": ("?",)}
    world = table("tardis", own, missions={"black": ("vampires",)}, powers=powers)
    for line in BLOCK.strip().splitlines():
        for written in moves(line, world):
            while any(not conflict.is_unverified for conflict in find_conflicts(GAME.rules, world, written.move)):
                silent = GAME.rules.implied_pass(world, GAME.rules.status(world).awaited[0])
                assert silent is not None, line
                world = run(GAME.rules, world, silent, NoChance()).now
            stated = DeclaredResults(written.stated, written.absent)
            draft = run(GAME.rules, world, written.move, Typed(written.seen), stated=stated)
            assert draft.divergences == [], line
            world = draft.now
    assert world.player == "yellow"
    lands = {code: world.lands[CODES[code]].daleks for code in ("RUS", "SCA", "NEU", "URA", "IND")}
    assert lands == {"RUS": 2, "SCA": 3, "NEU": 2, "URA": 1, "IND": 3}
    assert (world.clara, len(world.hands["black"])) == (6, 5)
