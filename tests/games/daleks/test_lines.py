"""Other words that lines of Time of the Daleks may use, and lines about unknown cards."""

import re

import msgspec
import pytest
from daleks_dice import EXPANDED, begun_adventure, in_adventure
from daleks_lines import ALONE, CALLED, CHARGING, CHOOSING, FINISHING, FULL, POOL, RECRUITING, ROLLED, ROLLING, TABLE
from daleks_tables import JULIE, STEVE, begun, place, table
from line_reader import LineReader
from msgspec.structs import replace
from places import DOCS
from round_trip import Group, must_come_back
from scripted_chance import ScriptedChance

from events.errors import NotationError
from events.facts import Effect, Move
from events.store.memory import MemoryStore
from projections.draft import Stated, run
from projections.games.daleks.components.printed_costs import printed_cost
from projections.games.daleks.facts import ALL_EFFECTS
from projections.games.daleks.facts import adventure_effects as a
from projections.games.daleks.facts import effects as f
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.moves import MOVES
from projections.games.daleks.game import GAME
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.told_dice import spelt
from projections.games.daleks.prose.tell_moves import numbered
from projections.games.daleks.state.position import Debt, Position
from projections.shelf import shelf
from projections.terms import Claim, Order, Seen
from projections.window import WINDOWS
from replay.posts.record import record_text

LINES = LineReader(GAME, TABLE, JULIE)
said = LINES.said
UNSEEN = (place(2, "orient-express", "?", "?"),)


def test_writes_unknown_and_unchosen_results() -> None:
    now = in_adventure({JULIE: "B1 running"}, places=UNSEEN)
    due = f.CostDue(JULIE, "dilemma", "sutekh", 1)
    draft = run(GAME.rules, now, m.Resolve(JULIE), ScriptedChance(), strict=False, stated=Stated([due]))
    facts = [entry.fact for entry in draft.entries]
    assert facts.index(due) < facts.index(f.StepReached("finish"))
    assert [divergence.doubt for divergence in draft.divergences] == [True]
    line = must_come_back("daleks", Group(now, draft.entries))
    assert line.startswith("END: fail +cost-due julie dilemma sutekh 1")
    draft = run(GAME.rules, now, m.Resolve(JULIE), ScriptedChance(), strict=False)
    assert not any(isinstance(entry.fact, f.CostDue) for entry in draft.entries)
    assert must_come_back("daleks", Group(now, draft.entries)) == "END: fail"
    eager = EXPANDED.doctor["eleventh"]
    icons = (*eager.icons, type(eager.icons[0])(does="add", colours=("green", "red")))
    now = begun_adventure(box=replace(EXPANDED, doctor={**EXPANDED.doctor, "eleventh": replace(eager, icons=icons)}))
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
def test_every_kind_of_result_can_be_stated_by_its_name(kind: type[Effect]) -> None:
    for effect in (some_of(kind, 0), some_of(kind, 1)):
        assert LINES.read(f"END {RESULTS.words(effect)}").stated == (effect,)
    assert LINES.read(f"END {RESULTS.absent_words(kind)}").absent == (kind,)


@pytest.mark.parametrize(
    ("line", "name"), [("DOCTOR: 4", "fourth"), ("doctor: 12th", "twelfth"), ("DOCTOR: xi", "eleventh")]
)
def test_reads_the_number_of_a_doctor(line: str, name: str) -> None:
    assert said(line, begun(chosen=False)) == [m.ChooseDoctor(JULIE, name)]


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("prep: equip fez", [m.Install(JULIE, "fez")]),
        ("PREP: install Fez for 1 token", [m.Install(JULIE, "fez")]),
        ("PREP: remove Stetson", [m.Uninstall(JULIE, "stetson")]),
        ("PREP: dismiss Amy and Rory", [m.Dismiss(JULIE, "amy"), m.Dismiss(JULIE, "rory")]),
        ("PREP: play tune up on Steve", [m.PlayTimey(JULIE, "tune-up", STEVE)]),
        ("PLAY: TARDIS Tune-Up for Steve", [m.PlayTimey(JULIE, "tune-up", STEVE)]),
        ("PLAY: library card S for Fez", [m.PlayTimey(JULIE, "library-card", STEVE, wanted="fez")]),
        ("PLAY: timescoop red pool S", [m.PlayTimey(JULIE, "timescoop", "", STEVE, "red")]),
        ("TRAVEL: Earth, Past", [m.Travel(JULIE, 1, 0)]),
        ("travel: go to Earth zone 1", [m.Travel(JULIE, 1, 0)]),
        ("TRAVEL: fly to the Orient Express, Aristotle", [m.Travel(JULIE, 3, 1)]),
        ("TRAVEL: roll tardis: choice; Earth Past", [m.RollTardis(JULIE), m.Travel(JULIE, 1, 0)]),
        ("TRAVEL: remain in the Capitol", [m.Stay(JULIE, 0)]),
        ("COST: Fez", [m.PayCard(JULIE, "fez")]),
        ("PAY: discard Amy", [m.PayCompanion(JULIE, "amy")]),
        ("COST: 2 tokens", [m.PayTokens(JULIE)]),
        ("COST: the second", [m.ChooseCost(JULIE, 2)]),
        ("COST: option II", [m.ChooseCost(JULIE, 2)]),
        ("COST: Second Thoughts", [m.PayCard(JULIE, "second-thoughts")]),
        ("END: discard Fez, Jelly Babies", [m.DiscardTimey(JULIE, "fez"), m.DiscardTimey(JULIE, "jelly-babies")]),
        ("END: done", [m.Finish(JULIE)]),
        ("End of turn.", [m.Finish(JULIE)]),
    ],
)
def test_reads_other_words_of_a_turn(line: str, moves: list[Move]) -> None:
    assert said(line) == moves


def test_reads_the_cards_that_a_move_draws() -> None:
    (rolled,) = LINES.moves("TRAVEL: die decides: Karn")
    assert rolled.seen == Seen(faces=((4,),), items=("karn",))
    searched, kept = LINES.moves("TRAVEL: explore Karn, Telos; keep Karn", CHOOSING)
    assert (searched.seen, kept.move) == (Seen(items=("karn", "telos")), m.KeepLocation(JULIE, "karn"))
    assert said("TRAVEL: new Location Karn over Telos; the Temple", CHOOSING)[2:] == [m.EnterZone(JULIE, 0)]


@pytest.mark.parametrize(
    ("line", "position", "moves"),
    [
        ("RECRUIT: token, Alien", RECRUITING, [m.Recruit(JULIE, "token", "alien")]),
        ("RECRUIT: aliens for a token", RECRUITING, [m.Recruit(JULIE, "token", "alien")]),
        ("RECRUIT: 1 token, by link Strax", RECRUITING, [m.Recruit(JULIE, "token", "alien", "strax")]),
        ("POOL: gather 5B+2U+1G", RECRUITING, [m.Gather(JULIE)]),
        ("POOL: Rory B>U", POOL, [m.Focus(JULIE, "rory", 2, "blue")]),
        ("POOL: focus with Rory: B1 to blue", POOL, [m.Focus(JULIE, "rory", 2, "blue")]),
        ("POOL: discard 2 black dice", FULL, [m.CutDie(JULIE, "B1"), m.CutDie(JULIE, "B2")]),
        ("POOL: drop 2B, one red", FULL, [m.CutDie(JULIE, "B1"), m.CutDie(JULIE, "B2"), m.CutDie(JULIE, "R1")]),
        ("POOL: exterminated 1 B", FULL, [m.Exterminate(JULIE, "B1")]),
        ("HELP: ask Steve for a token", POOL, [m.CallHelp(JULIE, STEVE, "token")]),
        ("ready to roll!", FULL, [m.RollDice(JULIE)]),
        ("roll all the dice", FULL, [m.RollDice(JULIE)]),
        ("ROLL: B:Run,Str G=Ru U:Sci R:Tac / B=Cu R:St", ROLLING, [m.RollDice(JULIE)]),
        ("AGAIN: Bow Tie all black", ROLLED, [m.ReRoll(JULIE, "eleventh", 3, ("B1", "B2", "B3"))]),
        ("AGAIN: Bow Tie B(Ru St)", ROLLED, [m.ReRoll(JULIE, "eleventh", 3, ("B1", "B2"))]),
        ("AGAIN: Stetson B2(St) = Cu", ROLLED, [m.ReRoll(JULIE, "stetson", 1, ("B2",))]),
        ("AGAIN: 2 tokens: G -> Running", ROLLED, [m.ReRollByTokens(JULIE, "G1")]),
        ("CHANGE FACE: Amy: green to diplomacy", ROLLED, [m.ChangeFace(JULIE, "amy", 3, "G1")]),
        ("FACE: Amy changes G to Dip", ROLLED, [m.ChangeFace(JULIE, "amy", 3, "G1")]),
        ("FACE: -3 tokens B1: Di", ROLLED, [m.ChangeByTokens(JULIE, "B1", "diplomacy")]),
        ("PLAY: fish fingers and custard, red -> Ta", ROLLED, [m.PlayTimey(JULIE, "fish-fingers", colour="red")]),
        ("Resolve", ROLLED, [m.Resolve(JULIE)]),
        ("END: resolve; failure", ROLLED, [m.Resolve(JULIE)]),
    ],
)
def test_reads_other_words_of_an_adventure(line: str, position: Position, moves: list[Move]) -> None:
    assert said(line, position) == moves


@pytest.mark.parametrize("line", ["HELP: at the Location -token", "help: in person, 1 token", "HELP: here for a token"])
def test_reads_other_words_of_help(line: str) -> None:
    assert said(line, CALLED, STEVE) == [m.GiveHelp(STEVE, "here", "token")]


@pytest.mark.parametrize("words", ["Time Anomaly", "draws anomaly", "drew time anomaly"])
def test_reads_a_drawn_anomaly(words: str) -> None:
    assert LINES.read(f"END: fail; {words} Into the Dalek", ALONE).seen == Seen(items=("into-the-dalek",))


@pytest.mark.parametrize("line", ["PREP: charge 2", "PREP: Sonic Charge +2 tokens", "PREP: charges 2 tokens"])
def test_reads_charged_tokens(line: str) -> None:
    assert LINES.read(line, CHARGING).stated == (f.TokensGained(JULIE, 2),)


@pytest.mark.parametrize(
    "line",
    [
        "NEED: 2 Ta 2 Sc Cu Di", "need cunning, diplomacy, 2 tactics, 2 science", "Challenge: Cun Dip Tac Tac Sci Sci",
    ],
)  # fmt: skip
def test_reads_the_challenge_as_no_move(line: str) -> None:
    assert said(line, RECRUITING) == []


@pytest.mark.parametrize(
    ("line", "stated"),
    [
        ("END: fail; +1 token", f.TokensGained(JULIE, 1)),
        ("END: fail; TARDIS +2", f.TardisMoved(JULIE, 6)),
        ("END: fail; TARDIS moves 2", f.TardisMoved(JULIE, 6)),
        ("END: fail; TARDIS to VI", f.TardisMoved(JULIE, 6)),
        ("END: fail; TARDIS 4>6", f.TardisMoved(JULIE, 6)),
        ("END: success", a.AdventureEnded(won=True)),
        ("END: resolve; win", a.AdventureEnded(won=True)),
        ("AGAIN: 2 tokens B1 -> Ru", f.TokensPaid(JULIE, 2)),
        ("COST: -2 tokens", f.TokensPaid(JULIE, 2)),
    ],
)
def test_reads_other_words_of_a_result(line: str, stated: Effect) -> None:
    assert LINES.read(line, ALONE).stated == (stated,)


@pytest.mark.parametrize("tail", ["2 cards", "draws 2 cards", "card +2", "cards: ? ?", "draw ? ?", "+2 cards"])
def test_counts_unseen_cards(tail: str) -> None:
    assert LINES.read(f"END: fail; {tail}", ALONE).seen == Seen(cards=("?", "?"))


@pytest.mark.parametrize("tail", ["92 cards", "draws 92 cards", "+21 cards"])
def test_refuses_too_many_unseen_cards(tail: str) -> None:
    with pytest.raises(NotationError):
        LINES.read(f"END: fail; {tail}", ALONE)


@pytest.mark.parametrize(
    "tail", ["II>III", "ship +1", "+1", "Dalek ship: 2 -> 3", "ship moves 1", "III", "ship to III"]
)
def test_reads_where_the_ship_goes(tail: str) -> None:
    written = LINES.read(f"DALEKS: {tail}", FINISHING)
    assert (written.move, written.claims, written.stated) == (m.DaleksMove(JULIE), (Claim("ship", "3"),), ())


def test_a_comment_hides_no_move() -> None:
    error = LINES.refused("TRAVEL: die choice; hoping for Karn; go Earth Past")
    assert error.read == "hoping"
    assert said("TRAVEL: die choice; go Earth Past; hoping for the best") == [
        m.RollTardis(JULIE),
        m.Travel(JULIE, 1, 0),
    ]


@pytest.mark.parametrize(
    ("line", "position", "why"),
    [
        ("TRAVEL: die 7", TABLE, "the TARDIS die has faces 1 to 6"),
        ("POOL: drop 3R", FULL, "2 red dice lie here"),
        ("POOL: drop 2B", ROLLED, "3 black dice lie here; which is meant?"),
        ("ROLL: Ru St Sc Ru Ta Cu St", ROLLING, "the colour of the dice stands before what they show"),
        ("AGAIN: Bow Tie B(Ru Cu)", ROLLED, "no such die is here"),
        ("POOL: five dice", RECRUITING, "dice, such as 5B, or a card with a focus is expected"),
        ("COST: gold", TABLE, "the number of a printed cost or a number of tokens is expected"),
    ],
)
def test_refuses_impossible_details(line: str, position: Position, why: str) -> None:
    assert why in str(LINES.refused(line, position))


@pytest.mark.parametrize(
    ("line", "position", "choice"),
    [
        ("charge +2", CHARGING, "PREP: charge +2"),
        ("Charge: +2", CHARGING, "PREP: Charge +2"),
        ("go to Earth Past", TABLE.replace(step="travel"), "TRAVEL: go to Earth Past"),
        ("drop B", FULL, "POOL: drop B"),
        ("Focus: Rory B>U", POOL, "POOL: Focus Rory B>U"),
        ("POOL: focus Rori B>U", POOL, 'POOL: focus "Rory Williams" B>U'),
        ("ship II>III", TABLE.replace(step="daleks"), "DALEKS: ship II>III"),
    ],
)
def test_asks_about_a_line_without_its_verb(line: str, position: Position, choice: str) -> None:
    assert choice in LINES.ask(line, position)


@pytest.mark.parametrize("line", ["Charge!!", "go Steve", "stay tuned", "focus, everybody", "drop it", "call me"])
def test_refuses_prose_that_begins_like_a_move(line: str) -> None:
    assert LINES.refused(line, ROLLED).column == 1


PAGE = DOCS / "notation.md"
PLACES_OF = {
    "doctor": begun(chosen=False), "recruit": RECRUITING, "pool": FULL, "help": POOL, "again": ROLLED, "change": ROLLED,
    "end": ALONE, "resolve": ROLLED, "charge": CHARGING, "drop": FULL,
}  # fmt: skip


def on_the_page(heading: str) -> list[str]:
    """The texts between backticks in a paragraph of the game's section."""
    section = PAGE.read_text(encoding="utf-8").partition("## Time of the Daleks")[2].partition("\n## ")[0]
    paragraph = " ".join(section.partition(f"**{heading}**")[2].partition("\n\n")[0].split())
    return re.findall(r"`([^`]+)`", paragraph)


def where(line: str) -> Position:
    """A table at which a line of the page can be read."""
    return PLACES_OF.get(re.split(r"\W", line.casefold())[0], TABLE)


def test_reads_the_other_words_of_the_documentation() -> None:
    *lines, bare, verbless = on_the_page("In other words.")
    assert len(lines) > 12
    for line in lines:
        assert said(line, where(line)), line
    for line in (bare, verbless):
        assert LINES.ask(line, where(line))


def test_reads_the_standing_orders_of_the_documentation() -> None:
    orders = on_the_page("Standing orders")
    assert len(orders) > 4
    for text in orders:
        assert GAME.orders.heeds(Order(JULIE, text), TABLE) == "", text


ROLLED = in_adventure({JULIE: "B1 running, B2 tactics, B3 running, G1 science"})


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        ("~B-1~", ["X B3"]), ("~Ru2~", ["X B3"]), ("~Ru*~", ["X B1 B3"]), ("~B-2*~", ["X B2 B3"]),
        ("~Ta~", ["X B2"]), ("B+(Ru)", ["X B(Ru Ru Ru)"]), ("~Di~", []), ("~=~", []),
    ],
)  # fmt: skip
def test_reads_dice_by_place_or_face(told: str, lines: list[str]) -> None:
    assert spelt(f"X {told}", ROLLED, JULIE) == lines


def test_leaves_other_lines_alone() -> None:
    assert spelt("ROLL: B(Ru)", ROLLED, JULIE) == ()


NOW = table("travel", places=(place(2, "mars", "silence", ""),), at={JULIE: (2, 0)})


@pytest.mark.parametrize(
    ("field", "number", "says"),
    [
        ("place", 1, "Earth"), ("place", 2, "Mars"), ("zone", 0, "zone 1: Past, Mars Past"),
        ("zone", 2, "zone 3: Future"), ("icon", 3, "icon 3"), ("option", 2, "cost 2"),
    ],
)  # fmt: skip
def test_a_number_is_the_name_of_something(field: str, number: int, says: str) -> None:
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


def test_every_number_of_a_move_is_a_name() -> None:
    for move in MOVES:
        numbers = {name for name, kind in move.__annotations__.items() if kind is int}
        assert numbers <= set(getattr(move, "names", ()))


SESSION = """\
game: daleks
seats: neil, ruth
doctors: neil=eleventh, ruth=twelfth
table: described

== moderator ==
SET turn = neil T5 round 3 ; as it was
SET step = prepare ; as it was
SET place 2 = location mars, zone silence open, zone none, daleks 0 ; as it was
SET at neil = 2 0 ; as it was
SET tokens neil = 5 ; as it was
SET hand neil = hypercube ; as it was
== end ==

== T5 Neil ==
PLAY: "Hypercube" {drawn}
TRAVEL: stay "Mars Past"
"""


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        ("card +5?", "2 cards are drawn here, not 5"), ('card +3 "Run!"', "2 cards are drawn here, not 3"),
        ('card +1 "Run!" "K-9"', "2 cards are named here"), ("card +2?", ""), ('card +2 "Run!"', ""), ("draws ?", ""),
    ],
)  # fmt: skip
def test_refuses_a_wrong_number_of_drawn_cards(drawn: str, message: str) -> None:
    done = record_text(MemoryStore(), shelf(), SESSION.format(drawn=drawn))
    assert (done.whole, message in done.lines[-1].message) == (not message, True)
