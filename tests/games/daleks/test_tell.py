"""One sentence for every fact of Time of the Daleks, and never more than the reader may know."""

from typing import Any

import pytest
from daleks_tables import JULIE, KIM, STEVE, lines, place, table
from daleks_views import ALL, CROWD, ODD

from events.facts import Drawn, Fact, Passed, Revealed, Rolled, Shuffled, Started
from projections.described import CardsSet, PlaceSet
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.facts import VOCABULARY
from projections.games.daleks.facts import adventure_effects as a
from projections.games.daleks.facts import effects as f
from projections.games.daleks.facts import moves as m
from projections.games.daleks.prose.card_text import anomaly_words, card_does, dilemma_words, icon_words, zone_words
from projections.games.daleks.prose.tell import tell
from projections.games.daleks.state.names import roman, space_name
from projections.games.daleks.state.position import Debt, Place, Position
from projections.games.daleks.state.reducer import reducer
from projections.window import WindowClosed, WindowOpened, WindowPassed

NOW = table(
    "adventure", hands={JULIE: "fez k-9", STEVE: "? tune-up"}, consoles={JULIE: "amy rory~ +library-card"},
    places=(place(2, "mars", "sutekh", "?"), Place(3, "into-the-dalek"), place(4, "telos", "", "mara")),
    at={JULIE: (2, 0)}, seats=3, stack=CROWD.stack[:1],
)  # fmt: skip
"""Julie's Adventure on Mars, with the dice of `CROWD`."""
OWED = NOW.replace(stack=(Debt(JULIE, "dilemma", "cybermen", SHIPPED.dilemma["cybermen"].fail, 1, 2),))
SPIN = "tower"

SAID = (
    (m.ChooseDoctor(JULIE, "eleventh"), "Julie takes the Eleventh Doctor."),
    (m.Charge(JULIE), "Julie charges the sonic."),
    (m.Install(JULIE, "fez"), "Julie installs Fez."),
    (m.Uninstall(JULIE, "library-card"), "Julie uninstalls The Doctor's Library Card."),
    (m.Dismiss(JULIE, "amy"), "Julie dismisses Amy Pond."),
    (m.PlayTimey(JULIE, "k-9", colour="red"),
     "Julie plays K-9 choosing red dice (adds a black, green, blue or red die)."),
    (m.PlayTimey(STEVE, "fish-fingers", pool=JULIE, colour="blue"),
     ("Steve plays Fish Fingers & Custard on the dice of Julie choosing blue dice"
      " (re-rolls all or none of the green, blue or red dice).")),
    (m.PlayTimey(JULIE, "library-card", to=STEVE, wanted="fez"),
     ("Julie uses The Doctor's Library Card and names Steve for Fez"
      " (pay 1 token and trade this for Equipment of another console).")),
    (m.UseAbility(KIM, "first"),
     "Kim uses what the First Doctor can do (draw a Location and go there without the TARDIS die; draw a card)."),
    (m.Stay(JULIE, 1), "Julie stays at Mars Past and goes to Mars Future."),
    (m.Stay(JULIE, 0), "Julie stays at Mars Past."),
    (m.RollTardis(JULIE), "Julie rolls the TARDIS die."),
    (m.Travel(JULIE, 4, 1), "Julie travels to The Surface (Telos)."),
    (m.Travel(JULIE, 3), "Julie travels to Into the Dalek."),
    (m.Explore(JULIE), "Julie draws two Locations to choose from."),
    (m.KeepLocation(JULIE, "karn"), "Julie keeps the Location Karn."),
    (m.EnterZone(JULIE, 1), "Julie enters The Surface (Telos)."),
    (m.Recruit(JULIE, "token", "alien"), "Julie recruits a Companion from the Alien deck for a token."),
    (m.Recruit(JULIE, "fez", "alien", "susan"), "Julie searches the Alien deck for Susan for the card Fez."),
    (m.Gather(JULIE), "Julie gathers the starting dice."),
    (m.Gather(JULIE, ("green",)), "Julie gathers the starting dice, choosing green where an icon leaves the choice."),
    (m.Focus(JULIE, "amy", 2, "green"), "Julie focuses with Amy Pond: a black die becomes a green one."),
    (m.CallHelp(JULIE, STEVE, "token"), "Julie calls Steve for help, for a token."),
    (m.GiveHelp(STEVE, "here", "token"), "Steve helps at the Location, for a token."),
    (m.GiveHelp(STEVE, "afar"), "Steve helps from afar."),
    (m.CutDie(JULIE, "B1"), "Julie takes black B1 out of the pool."),
    (m.Exterminate(JULIE, "G1"), "Julie loses green G1 to a Dalek marker."),
    (m.RollDice(JULIE), "Julie rolls the dice."),
    (m.ReRoll(JULIE, "eleventh", 3, ("B1", "B2")),
     "Julie re-rolls black B1 and B2 with the Bow Tie of the Eleventh Doctor."),
    (m.ReRollByTokens(JULIE, "U1"), "Julie re-rolls blue U1 for 2 tokens."),
    (m.SpendBlack(JULIE, "B2"), "Julie discards black B2 to re-roll the rest of the pool."),
    (m.ChangeFace(JULIE, "amy", 3, "G1"), "Julie turns green G1 to Diplomacy with Amy Pond."),
    (m.ChangeByTokens(JULIE, "B1", "science"), "Julie turns black B1 to Science for 3 tokens."),
    (m.Resolve(JULIE), "Julie resolves the Adventure."),
    (m.SkipAdventure(JULIE), "Julie does not meet the Adventure."),
    (m.ChooseCost(JULIE, 2), "Julie chooses cost 2."),
    (m.PayCard(JULIE, "fez"), "Julie pays with the card Fez."),
    (m.PayTokens(JULIE), "Julie pays with tokens."),
    (m.PayCompanion(JULIE, "amy"), "Julie gives up Amy Pond."),
    (m.Finish(JULIE), "Julie finishes the turn."),
    (m.DiscardTimey(JULIE, "k-9"), "Julie discards K-9 from a hand of more than four."),
    (m.DaleksMove(JULIE), "Julie plays the Daleks' turn."),
    (Passed(STEVE), "Steve is ready with the helping dice."),
    (Passed(JULIE), "Julie passes."),
    (f.DoctorTaken(seat=JULIE, doctor="eleventh"), "Julie plays the Eleventh Doctor."),
    (f.TurnBegan(seat=JULIE, turn=8, round=4), "Turn 8, round 4: the turn of Julie (Eleventh Doctor) begins."),
    (f.TurnBegan(seat=JULIE, turn=8, round=4, daleks=True), "Turn 8, round 4: the Daleks' turn begins."),
    (f.StepReached("travel"), "The turn goes on: travel."),
    (f.StepMissed("charge"), "A step was passed over: gain tokens."),
    (f.TokensGained(seat=JULIE, tokens=2), "Julie gains 2 tokens."),
    (f.TokensPaid(seat=JULIE, tokens=1), "Julie pays 1 token."),
    (f.TimeyDiscarded(seat=JULIE, card="fez"), "Fez goes from Julie's hand to the discards."),
    (f.TimeyHanded(seat=STEVE, card="tune-up", to=JULIE), "Steve hands TARDIS Tune-Up to Julie."),
    (f.TimeySwapped(seat=STEVE, given="tune-up", to=JULIE, taken="k-9"),
     "Steve gives TARDIS Tune-Up to Julie and takes K-9 at random."),
    (f.TimeySwapped(seat=STEVE, given="tune-up", to=JULIE, taken="?"),
     "Steve gives TARDIS Tune-Up to Julie and takes a card at random."),
    (f.EquipmentInstalled(seat=JULIE, card="fez"), "Fez lies on Julie's console."),
    (f.EquipmentLeft(seat=JULIE, card="fez"), "Fez leaves Julie's console for the discards."),
    (f.EquipmentTraded(seat=JULIE, given="library-card", to=STEVE, taken="fez"),
     "Julie trades The Doctor's Library Card for Steve's Fez."),
    (f.ConsolesSwapped(seats=(JULIE, STEVE), doctors=("twelfth", "first")),
     "All Doctors regenerate: Julie is the Twelfth Doctor and Steve is the First Doctor."),
    (f.CompanionJoined(seat=JULIE, companion="susan", part_time=True), "Susan comes aboard with Julie, part-time."),
    (f.CompanionJoined(seat=JULIE, companion="susan"), "Susan comes aboard with Julie, full-time."),
    (f.CompanionLeft(seat=JULIE, companion="amy", how="discarded"),
     "Amy Pond leaves Julie's console and is discarded."),
    (f.CompanionLeft(seat=JULIE, companion="amy", how="dismissed"),
     "Amy Pond leaves Julie's console and is dismissed into the deck."),
    (f.CompanionsKept(seat=JULIE), "Rory Williams is Julie's full-time Companion now."),
    (f.TardisAnswered(choose=True), "Julie chooses where to go."),
    (f.TardisAnswered(choose=False), "The TARDIS decides where to go."),
    (f.LocationsSearched(locations=("karn", "gallifrey")), "Drawn: Karn and Gallifrey."),
    (f.LocationKept(location="karn"), "Karn is kept."),
    (f.LocationLaid(place=5, location="karn"), "Karn comes into play as Location 5."),
    (f.LocationGone(place=4), "Telos leaves play, and its Dilemmas with it."),
    (f.DilemmaLaid(place=4, zone=0), "A Dilemma lies face down at The Tombs (Telos)."),
    (f.DilemmaGone(place=2, zone=0), "The Dilemma at Mars Past is discarded."),
    (f.DoctorMoved(seat=STEVE, place=1, zone=2), "Steve (Twelfth Doctor) is at Earth Future."),
    (f.DoctorMoved(seat=JULIE, place=0), "Julie (Eleventh Doctor) is back on the console."),
    (f.DalekPlaced(place=1, zone=1), "A Dalek marker is placed at Earth Present."),
    (f.DalekPlaced(place=2), "A Dalek marker is placed at Mars Past / Mars Future."),
    (f.DalekRemoved(place=1, zone=0), "A Dalek marker is removed at Earth Past."),
    (f.ShipMoved(space=4), "The Dalek Ship moves 2 forward to space IV (Earth)."),
    (f.ShipMoved(space=0), "The Dalek Ship moves 2 back to Skaro."),
    (f.TardisMoved(seat=JULIE, space=18), "Julie's TARDIS moves 14 forward to Gallifrey."),
    (f.MarkerTaken(space=6), "The Dalek Ship meets the Time Anomaly marker of space VI."),
    (f.AnomalyTaken(anomaly="into-the-dalek"), "The Time Anomaly Into the Dalek is in force."),
    (f.TaskDone(anomaly="destiny-of-the-daleks"), "A task of Destiny of the Daleks is done."),
    (f.AnomalyGone(anomaly="destiny-of-the-daleks"), "The Time Anomaly Destiny of the Daleks is discarded."),
    (f.CostDue(seat=JULIE, where="dilemma", source="cybermen"),
     "Julie carries out the fail cost of The Cybermen: discard 2 cards, or the Dalek Ship moves 2 forward."),
    (f.CostDue(seat=JULIE, where="effect", source="help"),
     "Julie carries out what helping from afar costs: pay 1 token, or discard a card."),
    (f.CostChosen(option=1), "Due: cost 1."),
    (f.CostMet(left=0), "A part of the cost is done."),
    (f.Used(seat=JULIE, card="eleventh", icon=3),
     "Julie has used the Bow Tie of the Eleventh Doctor for this turn."),
    (f.Used(seat=JULIE, card="amy", icon=3), "Julie has used Amy Pond for this turn."),
    (f.GameEnded(winners=(JULIE, STEVE), how="Gallifrey"), "The game is over (Gallifrey): Julie and Steve win."),
    (f.GameEnded(winners=(), how="seventh Dalek"), "The game is over (seventh Dalek): the Daleks win."),
    (f.GameEnded(winners=(), how="turn cap"), "The game is over (turn cap): nobody wins."),
    (a.AdventureBegan(seat=JULIE, place=2, zone=0, symbols=("tactics", "science", "tactics"),
                      conditions=("fixed-point",)),
     "The Adventure of Julie at Mars Past asks for 2 Tactics and Science, under Fixed Point."),
    (a.AdventureStage("cut"), "The Adventure goes on: cut the pool."),
    (a.DiceGathered(seat=JULIE, card="amy", dice=("B6", "B7", "G2")),
     "Amy Pond brings Julie's pool black B6 and B7; green G2."),
    (a.DieSwapped(die="B1", into="U2"), "B1 becomes a blue die, U2."),
    (a.DieGone(die="B1", how="exterminated"), "B1 is exterminated."),
    (a.DiceOwed(dice=1), "Dalek markers exterminate 1 die."),
    (a.PoolDone(seat=JULIE), "Julie's pool is ready."),
    (a.FaceChanged(die="G1", symbol="diplomacy", by="amy"), "G1 is turned to Diplomacy by Amy Pond."),
    (a.FaceChanged(die="G1", symbol="science", by="tokens"), "G1 is turned to Science by tokens."),
    (a.HelpCalled(helper=STEVE), "Steve is called for help."),
    (a.HelpGiven(helper=STEVE, manner="afar"), "The Adventure has Steve's help from afar."),
    (a.AdventureEnded(won=True), "The Adventure of Julie succeeds."),
    (a.AdventureEnded(won=False), "The Adventure of Julie fails."),
    (WindowOpened("roll", (STEVE, KIM)), "Steve and Kim may play a card before the roll."),
    (WindowOpened("resolve", ()), "Nobody may play a card before the Adventure is resolved."),
    (WindowPassed("roll", STEVE), "Steve lets the chance before the roll go by."),
    (WindowClosed("resolve"), "Nobody plays a further card before the Adventure is resolved."),
    (PlaceSet("ship", ("3",)), "Ship is set down: 3."),
    (PlaceSet("order", (STEVE, JULIE)), "The order of turns: Steve and Julie."),
    (CardsSet("hand julie", JULIE, ("fez", "?", "?")), "Hand julie is set down: Fez and 2 unknown cards."),
    (Shuffled("dilemma", 0, SPIN, ("?",) * 25), "25 Dilemmas of the Dilemma deck are shuffled."),
    (Shuffled("hand-steve", 0, SPIN, ("?",)), "1 card of Steve's hand is shuffled."),
    (Drawn(STEVE, "timey", SPIN, ("?", "?")), "Steve draws 2 cards."),
    (Drawn(STEVE, "timey", SPIN, ("fez", "?")), "Steve draws 2 cards: Fez and 1 unknown card."),
    (Revealed("dilemma", "place 2 zone 0 tile 7", SPIN, "sutekh"),
     ("The Dilemma of Mars Past is Sutekh"
      " (challenge Tactics and Science; fail: the Dalek Ship moves 2 forward).")),
    (Revealed("earth", "draw 7 of turn 3", SPIN, "rose"), "The Earth Companion deck gives Rose Tyler."),
    (Revealed("location", "draw 9 of turn 3", SPIN, "?"),
     "The Location deck shows a tile or card that is not written down."),
    (Rolled("B1 G1", 6, (2, 4), "roll julie", SPIN), "Julie rolls B1 Cunning and G1 Diplomacy."),
    (Rolled("B1", 6, (5,), "re-roll julie eleventh", SPIN), "Julie re-rolls by Bow Tie: B1 Science."),
    (Rolled("U1", 6, (1,), "re-roll julie B2", SPIN), "Julie re-rolls by discarding B2: U1 Science."),
    (Rolled("R1", 6, (1,), "re-roll julie tokens", SPIN), "Julie re-rolls by tokens: R1 Strength."),
    (Rolled("TARDIS", 6, (3,), "TARDIS julie", SPIN), "The TARDIS die of Julie shows 3."),
    (Started("daleks", 1, (JULIE, STEVE)), "The log notes a fact of another kind: Started."),
)  # fmt: skip


@pytest.mark.parametrize(("fact", "said"), SAID, ids=lambda given: type(given).__name__)
def test_each_fact_is_a_sentence(fact: Fact, said: str) -> None:
    assert tell(fact, NOW, reducer(NOW, fact)) == said


def test_every_fact_of_the_vocabulary_is_told() -> None:
    told = {type(fact) for fact, _ in SAID}
    assert {*VOCABULARY, Passed, Shuffled, Drawn, Revealed, Rolled} - told == set()


IN_CONTEXT = (
    (Passed(KIM), CROWD, "Kim plays no card before the Adventure is resolved."),
    (m.ChooseCost(JULIE, 2), OWED, "Julie chooses: the Dalek Ship moves 2 forward."),
    (f.CostChosen(option=2), OWED, "Due: the Dalek Ship moves 2 forward."),
    (f.CostMet(left=1), OWED, "Done: discard a card; 1 to come."),
    (f.LocationKept(location="karn"), NOW.replace(found=("karn", "telos")), "Karn is kept; discarded: Telos."),
    (f.DalekPlaced(place=2), table(places=(place(2, "mars", "", daleks=(5,)),)),
     "Davros is placed at Mars Past / Mars Future."),
    (f.TaskDone(anomaly="destiny-of-the-daleks"), CROWD, "A task of Destiny of the Daleks is done (2 tasks so far)."),
    (m.RollDice(JULIE), NOW.replace(stack=()), "Julie rolls the dice."),
)  # fmt: skip


@pytest.mark.parametrize(("fact", "before", "said"), IN_CONTEXT)
def test_a_sentence_knows_what_stands_on_the_table(fact: Fact, before: Position, said: str) -> None:
    assert tell(fact, before, reducer(before, fact)) == said


@pytest.mark.parametrize("position", ALL)
def test_every_fact_is_told_on_any_table(position: Position) -> None:
    for fact, _ in SAID:
        said = tell(fact, position, reducer(position, fact))
        assert said.endswith(".")
        assert said.isprintable()


def test_names_that_nobody_should_use_break_no_sentence() -> None:
    ids = dict.fromkeys(("card", "companion", "seat", "die", "location", "source", "anomaly"), "\x00\ud800<b>")
    for fact, _ in SAID:
        kind: Any = type(fact)
        given = {name: value for name, value in ids.items() if name in kind.__struct_fields__}
        odd = kind(**{name: getattr(fact, name) for name in kind.__struct_fields__ if name != "rule"} | given)
        assert tell(odd, ODD, reducer(ODD, odd)).isprintable()


def test_a_card_says_what_it_does_in_words() -> None:
    assert card_does(SHIPPED, "amy") == (
        "adds a green die; swaps a black die for a green one; turns a green die to Diplomacy; linked to Rory Williams"
    )
    assert card_does(SHIPPED, "fez") == "Equipment, Adventure, 1 token: adds a black die; a hat"
    assert icon_words(SHIPPED.doctor["eleventh"].icons[2]) == "Bow Tie: re-rolls up to 2 black dice"
    assert card_does(SHIPPED, "nothing") == ""


def test_every_card_and_tile_of_the_box_has_words() -> None:
    for card in (*SHIPPED.doctor, *SHIPPED.companion, *SHIPPED.timey):
        assert card_does(SHIPPED, card)
    for said in (
        *map(dilemma_words, SHIPPED.dilemma.values()), *map(anomaly_words, SHIPPED.anomaly.values()),
        *(zone_words(face) for tile in SHIPPED.location.values() for face in tile.zones),
    ):  # fmt: skip
        assert "nothing" not in said, said


def test_spaces_have_roman_numbers() -> None:
    assert [roman(n) for n in (1, 4, 9, 14, 18, 40, 99, 0, -3)] == [
        "I", "IV", "IX", "XIV", "XVIII", "XL", "XCIX", "0", "-3",
    ]  # fmt: skip
    assert [space_name(NOW, n) for n in (0, 4, 12, 18)] == ["Skaro", "space IV (Earth)", "space XII", "Gallifrey"]


def test_a_swapped_card_is_told_to_the_two_of_them_alone() -> None:
    now = table(hands={JULIE: "tune-up", STEVE: "fez k-9"})
    entries, _ = lines(now, m.PlayTimey(JULIE, "tune-up", to=STEVE))
    swapped = next(entry.fact for entry in entries if isinstance(entry.fact, f.TimeySwapped))
    seen = f.TimeySwapped(seat=swapped.seat, given=swapped.given, to=swapped.to, taken="?")
    blind = now.replace(hands={JULIE: ("?",), STEVE: ("?", "?")})
    assert "Fez" not in (said := tell(seen, blind, reducer(blind, seen)))
    assert "K-9" not in said
