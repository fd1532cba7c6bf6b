"""One sentence for every fact of the card game, and never more than the reader may know."""

import msgspec
import pytest
from ccg_games import game
from ccg_views import CROWD, NOBODY, ODD, SPARE, J, S, card, table

from events.facts import Drawn, Fact, Passed, Revealed, Rolled, Shuffled, Started
from projections.described import CardsSet, PlaceSet
from projections.games.ccg.facts import VOCABULARY
from projections.games.ccg.facts import combat_effects as c
from projections.games.ccg.facts import effects as f
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.prose.tell import tell
from projections.games.ccg.state.names import (
    card_name,
    face_name,
    known_row,
    pile_name,
    seat_name,
    value_name,
    zone_name,
)
from projections.games.ccg.state.position import STOPS, Announcement, Change, Fight, Position
from projections.window import Window, WindowClosed, WindowOpened, WindowPassed

NOW = table(
    card(1, "watcher-present", J), card(2, "yeti", S), card(3, "romans", S, "past"), card(4, "romans", S, "past"),
    card(5, "unit-corporal", J), card(6, "sonic-screwdriver", S), card(7, "city-of-death", J),
    card(8, "tegan-jovanka", J), card(9, "the-tardis", J),
    card(10, "dulciens", J, changes=(Change("substance", 1, "tegan-jovanka", 8, constant=True),)),
)  # fmt: skip
"""In the Present: Julie's Watcher, Corporal, Tegan, TARDIS and Dulciens, and an Episode on her; Steve's Yeti and
Sonic Screwdriver. In the Past: two Romans of Steve."""
FIGHT = NOW.replace(stack=(Fight(2, 1, "fight"),))
ANNOUNCED = NOW.replace(stack=(Announcement(1, J, "the-tardis", 9, targets=(2,)),))

SAID = (
    (m.SubmitDeck(J, ("?",) * 60), "Julie lays down a deck of 60 cards."),
    (m.SetStops(J, ("combat", "action")), "Julie wants to be asked at: combat and action."),
    (m.SetStops(J, ()), "Julie wants to be asked at nothing."),
    (
        m.SetStops(J, STOPS),
        "Julie wants to be asked at: combat, attack, targeted, destroyed, hit, episode and action; new: action.",
    ),
    (
        m.SetStops(J, STOPS[1:6]),
        "Julie wants to be asked at: attack, targeted, destroyed, hit and episode; no more: combat.",
    ),
    (m.StandCards(S), "Steve Stands the Sided cards."),
    (m.ChooseZone(S, "past"), "Steve chooses to play in the Past."),
    (m.DrawCard(S), "Steve draws for the turn."),
    (m.PlayCard(S, "zarbi"), "Steve plays Zarbi in the Present."),
    (m.PlayEpisode(S, "inferno", "past"), "Steve plays the Episode Inferno against Julie in the Past."),
    (m.SolveEpisode(J, 7, (5, 8)), "Julie solves City of Death with U.N.I.T. Corporal and Tegan Jovanka."),
    (m.AnnounceCombat(S), "Steve announces combat."),
    (m.Attack(S, 2, 1), "Steve attacks Julie's Watcher (Present) with Yeti."),
    (m.Attack(S, 2), "Steve attacks with Yeti."),
    (m.NameCombatant(J, 1), "Julie defends with The Watcher (Present)."),
    (m.DeclineCombat(J), "Julie names no main combatant."),
    (m.MakeHit(S), "Steve makes a Hit on Julie."),
    (m.GiveSupport(J, 5, 1, "substance"),
     "Julie Sides U.N.I.T. Corporal to support The Watcher (Present) with Substance."),
    (m.UseSpecial(J, 9, targets=(2,), zone="future"),
     ("Julie Sides The TARDIS for its ability 1 on Steve's Yeti, to the Future"
      " (move any Creature of your own in the zone and this card to a neighbouring zone).")),
    (m.UseSpecial(J, 8, targets=(1,), paid=(5,), value="energy"),
     "Julie Sides Tegan Jovanka for its ability on The Watcher (Present), naming Energy, paid with U.N.I.T. Corporal."),
    (m.PlayFlash(J, "brain-transformer", targets=(1,)),
     ("Julie plays the Flash Brain Transformer on The Watcher (Present)"
      " (+1 Support for any Creature in any zone until the turn ends).")),
    (m.DrawBonus(S), "Steve takes the bonus card and ends the turn."),
    (m.EndTurn(S), "Steve ends the turn."),
    (m.SkipStep(S, "draw"), "Steve draws no card."),
    (Passed(J), "Julie passes."),
    (f.TurnBegan(S, 4, 2), "Turn 4, round 2: Steve's turn begins."),
    (f.StepReached("play"), "The turn goes on with playing cards."),
    (f.StepMissed("zone"), "Choosing a zone was passed over."),
    (f.ZoneChosen("past"), "This turn is played in the Past."),
    (f.ZoneChosen("present", bonus=True), "This turn is played in the Present, the bonus zone."),
    (f.CardEntered(11, "bok", S, S, "present"), "Bok comes into play on Steve's side of the Present."),
    (f.CardEntered(11, "inferno", S, J, "past"), "Steve's Inferno comes into play on Julie's side of the Past."),
    (f.CardEntered(11, "?", S, S, "past"), "A card comes into play on Steve's side of the Past."),
    (f.CardSided(2, S), "Steve's Yeti is Sided."),
    (f.CardSided(2, J), "Steve's Yeti is Sided by Julie."),
    (f.CardStood(3), "Steve's Romans #3 Stands."),
    (f.CardLocked(9), "Julie's TARDIS can neither be Sided nor Stand this turn."),
    (f.CardMoved(2, "future"), "Steve's Yeti moves from the Present to the Future."),
    (f.CardCloned(2, "bok"), "Steve's Yeti is an exact copy of Bok now."),
    (f.CardCloned(2, "bok", passing=True), "Steve's Yeti is an exact copy of Bok until the turn ends."),
    (f.CardBanished(2), "Steve's Yeti is out of play."),
    (f.CardBanished(1, 7), "Julie's Watcher (Present) is out of play, under City of Death."),
    (f.CardDiscarded(2, "destroyed"), "Steve's Yeti is destroyed and goes to Steve's discard pile."),
    (f.CardDiscarded(2, "lost"), "Steve's Yeti is lost in combat and goes to Steve's discard pile."),
    (f.CardDiscarded(2, "sacrificed"), "Steve's Yeti is sacrificed and goes to Steve's discard pile."),
    (f.CardDiscarded(7, "solved"), "Julie's City of Death is solved and goes to Steve's discard pile."),
    (f.CardReturned(2, "yeti", S), "Steve's Yeti goes back to Steve's hand."),
    (f.CardReturned(0, "zarbi", S), "Zarbi goes back from Steve's discard pile to the hand."),
    (f.FlashUsed(J, "brain-transformer"), "Brain Transformer goes from Julie's hand to the discard pile."),
    (f.EpisodeSolved(7, 5), "Julie's City of Death is solved with Support 5."),
    (f.EpisodeSolved(7, 0), "Julie's City of Death is solved by a Doctor with two Assistants."),
    (f.ChangeBegan(1, "substance", 1, "unit-corporal", 5),
     "Julie's Watcher (Present) has +1 Substance until the turn ends, by Julie's U.N.I.T. Corporal."),
    (f.ChangeBegan(1, "support", 1, "brain-transformer"),
     "Julie's Watcher (Present) has +1 Support until the turn ends, by Brain Transformer."),
    (f.ChangeBegan(2, "energy", -1, "tegan-jovanka", 8, constant=True),
     "Steve's Yeti has -1 Energy as long as it does so, by Julie's Tegan Jovanka."),
    (f.ChangeEnded(10, "substance", "tegan-jovanka", 8),
     "The Substance that Julie's Dulciens has by Julie's Tegan Jovanka is over."),
    (f.ValuesSet(2, 3, 2, 0), "Steve's Yeti is 3/2/0 now, after 2/2/0."),
    (f.SupportCounted(1, 5), "Julie's Watcher (Present) takes Support from Julie's U.N.I.T. Corporal."),
    (f.ZoneBarred(J, "past", "support"), "Julie can give no Support in the Past this turn."),
    (f.ZoneBarred(J, "", "flash"), "Julie can play no Flash this turn."),
    (f.PlaysGranted(S, 1), "Steve may play 1 more card this turn."),
    (f.TurnGranted(S), "Steve gets one more turn after this one."),
    (f.BonusDue(due=True), "The bonus card may be drawn."),
    (f.BonusDue(due=False), "There is no bonus card this turn."),
    (f.TurnEnded(S), "Steve's turn ends, and values are normal again."),
    (f.GameEnded((J,), "time cards"), "The game is over (time cards): Julie wins."),
    (f.GameEnded((), "turn cap"), "The game is over (turn cap): nobody wins."),
    (c.Announced(1, J, "the-tardis", 9, 2, targets=(2,)),
     "It waits to be answered: Julie's TARDIS (ability 2) on Steve's Yeti."),
    (c.Announced(2, S, "reverse-the-polarity"), "It waits to be answered: Steve's Reverse the Polarity."),
    (c.AnnouncementEnded(4), "Announcement 4 takes effect."),
    (c.Doomed((2,)), "Steve's Yeti is about to leave play."),
    (c.Doomed((2, 1)), "Steve's Yeti and Julie's Watcher (Present) are about to leave play."),
    (c.Doomed(()), "Nothing is about to leave play now."),
    (c.KeepGranted(2, "save"), "Steve's Yeti cannot be destroyed this turn."),
    (c.KeepGranted(2, "regenerate"), "Steve's Yeti will stay in play if it is destroyed this turn."),
    (c.CardKept(2, "save"), "Steve's Yeti is saved and stays in play."),
    (c.CardKept(2, "regenerate"), "Steve's Yeti regenerates and stays in play."),
    (c.AttackBegun(2, 1), "Steve's Yeti attacks Julie's Watcher (Present)."),
    (c.AttackBegun(2), "Steve's Yeti attacks, and no defender is named yet."),
    (c.CombatantNamed(1), "Julie's Watcher (Present) defends."),
    (c.CombatantNamed(0), "No Creature defends, so a Hit may be made."),
    (c.CombatEnded("no-outcome"), "Combat ends without an outcome."),
    (c.HitDue(J), "Julie is about to lose the top Time card."),
    (c.HitShielded(J), "The next Hit on Julie this turn is prevented."),
    (c.HitPrevented(J), "The Hit on Julie is prevented."),
    (c.TimeCardLost(J, "time-future"), "Julie loses a Future Time card and has 5 Time cards left."),
    (c.TimeCardLost(S, "?"), "Steve loses a Time card and has 4 Time cards left."),
    (c.HitsOver(again=True), "Another Hit may be made."),
    (c.HitsOver(again=False), "No further Hit may be made."),
    (WindowOpened("combat", (J,)), "Julie may prepare for combat."),
    (WindowOpened("fight", (S, J)), "Steve and Julie may act in the fight."),
    (WindowOpened("answer-9", ()), "Nobody may answer."),
    (WindowPassed("fight", S), "Steve lets the chance to act in the fight go by."),
    (WindowClosed("combat"), "The preparation for combat is over."),
    (WindowClosed("answer-1"), "Nobody answers any more."),
    (PlaceSet("play 3", ("x", "y")), "Play 3 is set down: x and y."),
    (CardsSet("hand julie", J, ("yeti", "?", "?")), "Hand julie is set down: Yeti and 2 unknown cards."),
    (Shuffled("deck-julie", 0, "typed", ("?",) * 57), "57 cards of Julie's draw deck are shuffled."),
    (Drawn(S, "deck-steve", "typed", ("yeti",)), "Steve draws a card: Yeti."),
    (Drawn(S, "deck-steve", "typed", ("?",)), "Steve draws a card."),
    (Drawn(S, "deck-steve", "typed", ("yeti", "yeti", "?")), "Steve draws 3 cards: 2 Yeti and 1 unknown card."),
    (Drawn(S, "deck-julie", "typed", ("?", "?")), "Steve draws 2 cards from Julie's draw deck."),
    (Revealed("time-julie", "time-julie", "typed", "time-past"),
     "Julie's Time stack shows the Past Time card: the bonus zone is the Past."),
    (Revealed("time-julie", "time-julie", "typed", "?"), "Julie's Time stack shows a card that is not written down."),
    (Rolled("A", 2, (1,), "first player", "tower"), "Chance picks Julie as the first player: 1 of 2."),
    (Rolled("A", 6, (4,), "a card", "tower"), "The dice for a card show 4."),
    (Started("ccg", 1, (J, S)), "The log notes a fact of another kind: Started."),
)  # fmt: skip


@pytest.mark.parametrize(("fact", "said"), SAID, ids=lambda given: type(given).__name__)
def test_each_fact_is_a_sentence(fact: Fact, said: str) -> None:
    assert tell(fact, NOW, GAME.rules.reducer(NOW, fact)) == said


def test_every_fact_of_the_vocabulary_is_told() -> None:
    told = {type(fact) for fact, _ in SAID}
    assert {*VOCABULARY, Passed, Shuffled, Drawn, Revealed, Rolled} - told == set()


IN_CONTEXT = (
    (Passed(J), NOW.replace(stack=(Window("combat", (J,)),)), "Julie is ready for combat."),
    (Passed(J), NOW.replace(stack=(Window("fight", (J,)),)), "Julie does no more in the fight."),
    (Passed(J), NOW.replace(stack=(Window("answer-1", (J,)),)), "Julie does not answer."),
    (WindowOpened("answer-1", (S,)), ANNOUNCED, "Steve may answer The TARDIS."),
    (c.AnnouncementEnded(1), ANNOUNCED, "Julie's TARDIS takes effect."),
    (c.AnnouncementEnded(1, "countered"), ANNOUNCED, "Julie's TARDIS is countered and does nothing."),
    (
        c.AnnouncementEnded(1, "no-aim"), ANNOUNCED,
        "Julie's TARDIS does nothing: what it was aimed at is no longer there.",
    ),
    (c.CombatEnded("attacker", 1), FIGHT, "Steve's Yeti (2/2) beats Julie's Watcher (Present) (1/1)."),
    (c.CombatEnded("defender", 2), FIGHT, "Julie's Watcher (Present) (1/1) beats Steve's Yeti (2/2)."),
    (c.CombatEnded("draw"), FIGHT, "Steve's Yeti (2/2) and Julie's Watcher (Present) (1/1) draw."),
    (c.CombatEnded("no-outcome"), FIGHT, "Combat ends without an outcome."),
    (c.CombatEnded("no-outcome"), NOW.replace(stack=(Fight(2, 0, "hit", 2),)), "The attack is over, with 2 Hits."),
    (c.CombatEnded("no-outcome"), NOW.replace(stack=(Fight(2, 0, "hit"),)), "The attack is over, with no Hit."),
    (c.CombatEnded("attacker", 2), NOW, "Combat ends (attacker); Steve's Yeti is lost."),
    (m.DrawCard(S), NOW.replace(decks={S: ()}), "Steve has no card left to draw."),
    (Drawn(S, "deck-steve", "typed", ("?",) * 7), NOW.replace(turn=0), "Steve is dealt 7 cards."),
)  # fmt: skip


@pytest.mark.parametrize(("fact", "before", "said"), IN_CONTEXT)
def test_what_stands_on_the_table_gives_the_words(fact: Fact, before: Position, said: str) -> None:
    assert tell(fact, before, GAME.rules.reducer(before, fact)) == said


@pytest.mark.parametrize("before", [NOBODY, ODD, CROWD, SPARE])
def test_any_fact_is_told_on_any_table(before: Position) -> None:
    for fact, _ in SAID:
        said = tell(fact, before, before)
        assert said.endswith("."), fact
        assert "\n" not in said


def test_names_that_nobody_should_use_are_told_too() -> None:
    for kind in VOCABULARY:
        given = {
            field.name: field.default if field.default is not msgspec.NODEFAULT else _odd(field.type)
            for field in msgspec.structs.fields(kind) if field.name != "rule"
        }  # fmt: skip
        fact = kind(**given)
        for before in (NOW, ODD):
            said = tell(fact, before, before)
            assert said.endswith("."), fact
            assert "\n" not in said


def _odd(kind: object) -> object:
    """A value of a field that no rule gives."""
    return {str: "<a>", int: -7, bool: True}.get(kind, ())  # type: ignore[call-overload]  # a type or an annotation


def test_a_card_not_known_is_a_card() -> None:
    """What stands in a fact as not known is told as such, even where the position knows the card."""
    known = SPARE.replace(hands={J: ("yeti",), S: ("bok",)})
    for fact in (
        Drawn(S, "deck-steve", "typed", ("?",)), CardsSet("hand steve", S, ("?",)), m.SubmitDeck(S, ("?",)),
        Shuffled("deck-steve", 0, "typed", ("?",)),
    ):  # fmt: skip
        said = tell(fact, known, known)
        assert "Bok" not in said
        assert "Yeti" not in said


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_told(seed: int) -> None:
    now: Position | None = None
    for entries, after in game(seed):
        for entry in entries if now is not None else ():
            assert now is not None
            following = GAME.rules.reducer(now, entry.fact)
            said = tell(entry.fact, now, following)
            assert said.endswith(".")
            assert "card 0" not in said
            assert "?" not in said, "nothing is hidden from whoever sees all"
            now = following
        now = after


def test_names() -> None:
    assert seat_name(NOW, "steve") == "Steve"
    assert [zone_name(zone) for zone in ("past", "", "x")] == ["Past", "no zone", "X"]
    assert [face_name(NOW, face) for face in ("?", "", "yeti", "some-card")] == [
        "a card",
        "a card",
        "Yeti",
        "Some Card",
    ]
    assert [card_name(NOW, number) for number in (2, 3, 4, 0, 99)] == [
        "Yeti",
        "Romans #3",
        "Romans #4",
        "no card",
        "a card that is not in play",
    ]
    assert [value_name(value) for value in ("energy", "both", "")] == ["Energy", "Energy and Substance", "a value"]
    assert known_row(NOW, ("yeti", "?", "yeti", "bok")) == "2 Yeti, Bok and 1 unknown card"
    assert [pile_name(NOW, pile) for pile in ("deck-julie", "time-steve", "x")] == [
        "Julie's draw deck", "Steve's Time stack", "the x",
    ]  # fmt: skip
    elsewhere = NOW.replace(play=(card(3, "romans", S, "past"), card(4, "romans", J, "past"), card(5, "romans", S)))
    assert {card_name(elsewhere, number) for number in (3, 4, 5)} == {"Romans"}, "one a side of a zone needs no number"
