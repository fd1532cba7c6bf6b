"""One sentence for every fact of Risk, and never more than the reader may know."""

import re

import pytest
from risk_views import HIDDEN, NOBODY, ODD, field

from events.facts import Drawn, Fact, Passed, Revealed, Rolled, Shuffled, Started
from projections.described import CardsSet, PlaceSet
from projections.games.risk import facts as e
from projections.games.risk.facts import VOCABULARY
from projections.games.risk.prose.tell import tell
from projections.games.risk.state.position import Land, World
from projections.window import Window, WindowClosed, WindowOpened, WindowPassed

NOW = field("russia K4, scandinavia Y2, peru n1 3, ural K1, india O2")
"""Black holds Russia and Ural, Yellow Scandinavia, Orange India, the first neutral army Peru."""
BATTLE = field("russia K4, scandinavia Y2", battle={"daleks": 3})
ASKED = NOW.replace(stack=(Window("defence", ("yellow",)),))
DEALING = NOW.replace(step="set-up")
ARK = "genesis-ark"

SAID = (
    (e.PlaceNeutral("yellow", "peru", 2), "Yellow adds 2 Daleks to Peru, for Neutral 1."),
    (e.LandTardis("black"), "Black turns up the top card of the deck to land the TARDIS."),
    (e.CountDaleks("black"), "Black counts new Daleks."),
    (e.SkipStep("black", "neutral"), "Black adds no neutral Daleks."),
    (e.SkipStep("black", "tardis"), "Black does not land the TARDIS."),
    (e.SkipStep("black", "count"), "Black counts no new Daleks."),
    (e.SkipStep("black", "tea"), "Black leaves out tea."),
    (e.ClaimMission("black", "vampires"), "Black reveals a mission: the Vampires (Southern Europe, pays 2)."),
    (e.TradeStars("black", ("peru", "japan", "ural")), "Black trades Peru*, Japan** and Ural**."),
    (e.PlayPower("black", ARK), 'Black plays "The Genesis Ark".'),
    (e.PlayPower("black", "sabotage", rival="yellow"), 'Black plays "Sabotage In The Foundry" on Yellow.'),
    (e.PlayPower("black", "foundry", territory="ural"), 'Black plays "Fresh From The Foundry" in Ural.'),
    (e.Place("black", "russia", 3), "Black places 3 Daleks in Russia."),
    (e.RemoveDalek("orange", "india"), "Orange takes a Dalek off India."),
    (e.Attack("black", "russia", "scandinavia", 3), "Black attacks Scandinavia from Russia with 3."),
    (e.Attack("black", "russia", "scandinavia", 3, ARK),
     'Black attacks Scandinavia from Russia with 3 and plays "The Genesis Ark".'),
    (e.Defend("yellow", 1), "Yellow defends with 1 die."),
    (e.RollDice("black", 3), "Black rolls 3 dice."),
    (e.ReRoll("black", 2), "Black rolls 2 dice that show 1 again."),
    (e.ReRoll("black", 0), "Black lets the 1s stand."),
    (e.LeaveBattle("black"), "Black calls off the battle."),
    (e.MoveIn("black", 3), "Black moves in with 3."),
    (e.StopAttacking("black"), "Black makes no further attack."),
    (e.Manoeuvre("black", "russia", "ural", 3), "Black manoeuvres 3 Daleks from Russia to Ural."),
    (e.HoldPosition("black"), "Black makes no manoeuvre."),
    (e.DrawTerritoryCard("black"), "Black draws a Territory Card for a conquest."),
    (e.EndTurn("black"), "Black ends the turn."),
    (e.MoveTardis("black", "console", "peru"), 'Black plays "A Nudge At The Console": the TARDIS moves to Peru.'),
    (Passed("yellow"), "Yellow passes."),
    (
        e.TerritoriesDealt("black", ("peru", "ural"), 3),
        "Black starts in 2 territories with 3 Daleks each: Peru and Ural.",
    ),
    (e.TurnBegan("yellow", 8, 3), "Turn 8, round 3: Yellow's turn begins."),
    (e.StepReached("place"), "The turn goes on with placing Daleks."),
    (e.StepMissed("tardis"), "Landing the TARDIS was passed over; it can be made good while the turn lasts."),
    (e.TardisLanded("egypt", "egypt"), "The TARDIS lands in Egypt: cease-fire there this turn."),
    (e.TardisLanded("middle-east"), "The TARDIS lands in the Middle East: cease-fire there this turn."),
    (e.TerritorySet("middle-east", "black", 4), "The Middle East is set right: Black with 4 Daleks."),
    (e.ClaraAdvanced(6), "Clara advances to the Sixth Doctor."),
    (e.Reinforced("black", 3, 1, (("south-america", 2),)),
     "Black counts 6 new Daleks: 3, 1 for 2 territories, and 2 for South America."),
    (e.Reinforced("black", 3), "Black counts 3 new Daleks."),
    (e.Reinforced("black", 3, cards=-3), "Black counts 0 new Daleks: 3, and 3 fewer by a card."),
    (e.Reinforced("black", missions=2), "Black gets 2 new Daleks for a mission."),
    (e.Reinforced("black", stars=7), "Black gets 7 new Daleks for stars."),
    (e.Reinforced("black", cards=3), "Black gets 3 new Daleks by a card."),
    (e.Reinforced("black"), "Black gets 0 new Daleks."),
    (e.MissionPaid("black", "vampires"),
     "Black's mission is fulfilled and out of the game: the Vampires (Southern Europe, pays 2)."),
    (e.StarsTraded("black", ("peru", "japan"), 3), "Black's 2 Territory Cards with 3 stars go to the discards."),
    (e.IncomeCut("yellow", 3), "Yellow's next count brings 3 Daleks fewer."),
    (e.IncomeCut("yellow", continent=True), "Yellow's next count brings nothing for continents."),
    (e.RemovalDue("orange", 2), "Orange has to remove 2 Daleks of its own."),
    (e.RemovalDue("orange", 0), "Orange has nothing more to remove."),
    (e.CardPlayed("black", ARK), 'Black\'s "The Genesis Ark" is out of the game.'),
    (e.DaleksPlaced("russia", 3), "3 Daleks are placed in Russia, now 4."),
    (e.DaleksAdded("peru", 1), "1 Dalek is added in Peru, now 3."),
    (e.DaleksLost("scandinavia", 2), "Yellow loses 2 Daleks in Scandinavia."),
    (e.DaleksMoved("russia", "ural", 1), "1 Dalek moves from Russia to Ural."),
    (e.BattleBegun("black", "yellow", "russia", "scandinavia", 3),
     "The battle for Scandinavia begins: Black against Yellow."),
    (e.BattleBegun("black", "yellow", "russia", "scandinavia", 3, 3),
     "The battle for Scandinavia begins: Black against Yellow; 3 Daleks moved in."),
    (e.DiceDue("attack", plus=1), "For the attack in this battle dice count 1 more."),
    (e.DiceDue("defence", reroll=True), "For the defence in this battle 1s may be rolled again."),
    (e.DiceDue("defence", fewer=1), "For the defence in this battle the first roll has 1 die fewer."),
    (e.ReRollOffered("black", "attack", 1), "Black may roll 1 die that shows 1 again."),
    (e.ReRollOffered("black", "attack", 2), "Black may roll 2 dice that show 1 again."),
    (e.TerritoryTaken("scandinavia", "black", 3), "Black takes Scandinavia; at least 3 must move in."),
    (e.BattleEnded("conquest"), "The battle is over: conquered."),
    (e.ArmyDefeated("orange"), "Orange holds no territory any more and is defeated."),
    (e.CardsPassed("orange", "black", ("peru", "japan"), (), (ARK,)),
     "Orange's cards pass to Black: 2 Territory Cards (Peru and Japan) and 1 Power Card (The Genesis Ark)."),
    (e.CardReturned("egypt"), "The card of Egypt goes to the bottom of the deck."),
    (e.DeckRenewed(9), "The deck is empty: 9 discards become the new one."),
    (e.DeckRenewed(1), "The deck is empty: 1 discard becomes the new one."),
    (e.GameEnded(("black",), "every territory"),
     "The game is over (every territory): Black wins, holding 2 territories."),
    (e.GameEnded(("black",), "the Eleventh Doctor", "territories"),
     "The game is over (the Eleventh Doctor): Black wins with most territories, holding 2 territories."),
    (e.GameEnded(("black",), "the Eleventh Doctor", "continents"),
     "The game is over (the Eleventh Doctor): Black wins on continents, the rest being equal, holding 2 territories."),
    (e.GameEnded(("yellow", "orange"), "the Eleventh Doctor", "shared"),
     "The game is over (the Eleventh Doctor): Yellow and Orange share the win, holding 1 territory."),
    (e.GameEnded((), "the turn cap"), "The game is over: the turn cap."),
    (e.TerritorySet("peru", "black", 4), "Peru is set right: Black with 4 Daleks."),
    (PlaceSet("barred", ("peru", "egypt")), "Barred is set down: peru and egypt."),
    (CardsSet("deck", "all", ("?", "?", "peru")), "Deck is set down: Peru and 2 cards."),
    (e.PoolSet(5), "The new Daleks still to be placed are set right: 5."),
    (WindowOpened("defence", ("yellow",)), "Yellow may answer with a Power Card."),
    (WindowPassed("defence", "yellow"), "Yellow lets the chance to play a Power Card go by."),
    (WindowClosed("defence"), "No more cards are played before the dice."),
    (Shuffled("territory", 1, "tower", ("?",) * 42), "42 Territory Cards are shuffled."),
    (Shuffled("power", 1, "tower", ("?",)), "1 Power Card is shuffled."),
    (Drawn("black", "territory", "tower", ("peru",)), "Black draws a Territory Card: Peru*."),
    (Drawn("black", "mission", "tower", ("vampires", "?")), "Black draws 2 Mission Cards: the Vampires mission."),
    (Revealed("territory", "tardis", "tower", "egypt"), "The top card of the deck is Egypt, and Clara is on it."),
    (Revealed("territory", "tardis", "tower", "peru"), "The top card of the deck is Peru."),
    (Rolled("A1 A2 A3", 6, (6, 5, 2), "attack russia>scandinavia", "tower"),
     "The attack on Scandinavia from Russia rolls 6 5 2."),
    (Rolled("D1 D2", 6, (4, 3), "defence scandinavia", "tower"), "The defence of Scandinavia rolls 4 3."),
    (Rolled("A2", 6, (4,), "re-roll attack russia>scandinavia", "tower"), "The attack rolls 4 in place of 1s."),
    (Rolled("D1", 6, (4,), "re-roll defence russia>scandinavia", "tower"), "The defence rolls 4 in place of 1s."),
    (Rolled("pick", 3, (2,), "first player", "tower"), "Chance picks Yellow as the first player: 2 of 3."),
    (Rolled("ark", 6, (4,), "the Genesis Ark in russia", "tower"), "The dice for the Genesis Ark in Russia show 4."),
)  # fmt: skip


@pytest.mark.parametrize(
    ("fact", "sentence"), SAID, ids=[f"{type(fact).__name__}-{n}" for n, (fact, _) in enumerate(SAID)]
)
def test_every_fact_is_told_in_a_sentence(fact: Fact, sentence: str) -> None:
    assert tell(fact, NOW, NOW) == sentence


def test_no_fact_of_the_vocabulary_is_left_out() -> None:
    told = {type(fact) for fact, _ in SAID}
    assert set(VOCABULARY) <= told
    assert {Shuffled, Drawn, Revealed, Passed, Rolled} <= told


@pytest.mark.parametrize(
    ("fact", "before", "sentence"),
    [
        (Drawn("black", "mission", "tower", ("?",) * 2), DEALING, "Black is dealt 2 Mission Cards."),
        (Passed("yellow"), ASKED, "Yellow plays no Power Card."),
        (e.RollDice("black", 1), BATTLE, "Black rolls 1 die against Scandinavia."),
        (e.LeaveBattle("black"), BATTLE, "Black calls off the battle for Scandinavia."),
        (e.MoveIn("black", 3), BATTLE, "Black moves into Scandinavia with 3."),
        (e.BattleEnded("conquest"), BATTLE, "The battle for Scandinavia is over: conquered."),
        (e.BattleEnded("withdrawal"), BATTLE, "The battle for Scandinavia is called off."),
        (e.BattleEnded("beaten", "step"), BATTLE,
         "The battle for Scandinavia is over: the attackers are beaten; the attacks of this turn are over."),
        (e.BattleEnded("beaten", "russia"), BATTLE,
         "The battle for Scandinavia is over: the attackers are beaten; Russia attacks no more this turn."),
        (e.Reinforced("black", 3, 1), NOW.replace(lands={f"t{n}": Land("black", 1) for n in range(12)}),
         "Black counts 4 new Daleks: 3, and 1 for 12 territories."),
    ],
)  # fmt: skip
def test_a_sentence_heeds_the_position_before(fact: Fact, before: World, sentence: str) -> None:
    assert tell(fact, before, before) == sentence


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (Drawn("black", "territory", "tower", ("?",)), "Black draws a Territory Card."),
        (Drawn("black", "power", "tower", ("?",) * 3), "Black draws 3 Power Cards."),
        (e.CardsPassed("orange", "black", ("?",) * 2, ("?",), ()),
         "Orange's cards pass to Black: 2 Territory Cards and 1 Mission Card."),
        (e.CardsPassed("orange", "black", ("peru", "?"), (), ()),
         "Orange's cards pass to Black: 2 Territory Cards (Peru and 1 Territory Card)."),
        (Revealed("territory", "tardis", "typed", "?"),
         "The top card of the deck is turned up; which it is, is not written down."),
        (e.CardReturned("?"), "The card under the TARDIS goes to the bottom of the deck."),
        (e.PlayPower("black", "?"), "Black plays a Power Card."),
        (e.CardPlayed("black", "?"), "A Power Card of Black is out of the game."),
        (e.ClaimMission("black", "?"), "Black reveals a mission: unknown card."),
    ],
)  # fmt: skip
def test_what_is_not_known_is_not_told(fact: Fact, sentence: str) -> None:
    assert tell(fact, HIDDEN, HIDDEN) == sentence


def test_facts_of_other_layers_are_told_too() -> None:
    assert tell(Started(game="risk", rules=1, seats=("black",)), NOW, NOW).endswith("Started.")


@pytest.mark.parametrize("fact", [fact for fact, _ in SAID], ids=lambda fact: type(fact).__name__)
def test_every_fact_is_told_on_positions_that_no_game_reaches(fact: Fact) -> None:
    for world in (NOBODY, ODD, NOW.replace(lands={}, seats=())):
        sentence = tell(fact, world, world)
        assert re.fullmatch(r"[^\n\x00]+\.", sentence)
