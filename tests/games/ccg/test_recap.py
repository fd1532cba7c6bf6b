"""What a post says of the card game: its turn, its sums, a seat's own cards; and the charts over turns."""

from collections.abc import Sequence

from ccg_games import game
from ccg_views import CROWD, NOBODY, ODD, SPARE, J, S

from events.facts import Fact
from projections.drawing.chart import chart_svg
from projections.games.ccg.facts import combat_effects as c
from projections.games.ccg.facts import effects as f
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import Position


def steps(position: Position, facts: Sequence[Fact]) -> list[tuple[Fact, Position, Position]]:
    found = []
    for fact in facts:
        after = GAME.rules.reducer(position, fact)
        found.append((fact, position, after))
        position = after
    return found


def recap(*facts: Fact, position: Position = SPARE) -> list[str]:
    return list(GAME.view.recap(steps(position, facts)) or ())


def test_a_turn_is_a_sentence_a_seat() -> None:
    facts = (
        m.ChooseZone(S, "present"), m.DrawCard(S), m.PlayCard(S, "bok"), f.CardEntered(11, "bok", S, S, "present"),
        m.AnnounceCombat(S), m.Attack(S, 8, 2), c.AttackBegun(8, 2), m.PlayFlash(J, "brain-transformer", (2,)),
        m.GiveSupport(J, 10, 2, "substance"), f.ValuesSet(2, 1, 2, 1), c.CombatEnded("draw"), f.CardSided(8, S),
        m.DrawBonus(S),
    )  # fmt: skip
    assert recap(*facts) == [
        "Steve plays Bok in the Present, attacks Julie's Watcher (Present) with Yeti and draws the bonus card.",
        "Julie uses Brain Transformer and U.N.I.T. Corporal.",
        "Steve's Yeti (2/2) and Julie's Watcher (Present) (1/2) draw.",
    ]


def test_what_happens_rarely_has_its_own_sentence() -> None:
    facts = (
        m.ChooseZone(S, "past"), m.Attack(S, 8), c.AttackBegun(8), m.DeclineCombat(J), c.CombatantNamed(0),
        m.MakeHit(S), c.TimeCardLost(J, "time-future"), c.HitsOver(again=False), c.CombatEnded("no-outcome"),
        f.CardDiscarded(8, "destroyed"), f.StepMissed("draw"), f.GameEnded((S,), "time cards"),
    )  # fmt: skip
    assert recap(*facts) == [
        "Steve chooses the Past and attacks with Yeti.",
        "Julie names no main combatant.",
        "Julie loses a Future Time card and has 5 Time cards left.",
        "Steve's Yeti is destroyed and goes to Steve's discard pile.",
        "Drawing a card was passed over.",
        "The game is over (time cards): Steve wins.",
    ]


def test_episodes_and_defenders_are_told() -> None:
    assert recap(m.PlayEpisode(S, "inferno", "past"), m.NameCombatant(J, 3)) == [
        "Steve plays the Episode Inferno in the Past.", "Julie defends with The Watcher (Future).",
    ]  # fmt: skip
    assert recap(m.SolveEpisode(S, 38, ()), m.UseSpecial(S, 9), position=CROWD) == [
        "Steve solves City of Death and uses Terileptil.",
    ]  # fmt: skip


def test_every_turn_of_a_stretch_is_told_and_the_deal_is_not() -> None:
    second = (f.TurnBegan(J, 5, 3), m.ChooseZone(J, "future"))
    assert recap(m.EndTurn(S), m.ChooseZone(S, "past"), *second) == [
        "Steve chooses the Past.",
        "Julie chooses the Future.",
    ]
    assert recap(m.SubmitDeck(S, ("?",)), position=SPARE.replace(turn=0)) == []


def test_whole_games_are_summed_up() -> None:
    found: list[tuple[Fact, Position, Position]] = []
    now: Position | None = None
    for entries, after in game(5):
        found += steps(now, [entry.fact for entry in entries]) if now is not None else []
        now = after
    said = GAME.view.recap(found)
    assert said
    assert said[-1].startswith("The game is over")
    assert all(sentence.endswith(".") for sentence in said)


def test_the_sums_that_people_compare() -> None:
    assert GAME.view.totals(CROWD) == [
        "Julie 6 Time cards (bonus Future), 7 in hand, 20 in play",
        "Steve 5 Time cards (bonus Present), 6 in hand, 20 in play",
        "chosen zone Present",
    ]
    assert GAME.view.totals(NOBODY) == []
    assert GAME.view.totals(ODD)


def test_a_hand_is_its_owners_to_read() -> None:
    row, *cards = GAME.view.hand(CROWD, J)
    names = ("Dalek", "Brain Transformer", "Zarbi", "The War Games", "Doctor Who IV", "Force Field")
    assert row == f"Hand: {', '.join(names)} and 1 unknown card"
    assert [line.partition(":")[0] for line in cards] == list(names)
    assert "Zarbi: Future Creature (Alien) 1/1/0" in cards
    assert "Force Field: Resource; Side it: +2 Substance for any Creature in the zone until the turn ends" in cards
    assert any(line.startswith("The War Games: Episode solve 9; until it is solved: ") for line in cards)
    assert any(
        line.startswith("Doctor Who IV: Timeless Creature (Time Lord) 3/3/1; Unique; Side it: ") for line in cards
    )
    assert GAME.view.hand(CROWD, S) == ["Hand: 6 unknown cards"]
    assert GAME.view.hand(NOBODY, J) == []


def test_charts_count_time_cards_hands_and_cards_in_play() -> None:
    series = [chart.series(CROWD) for chart in GAME.view.charts]
    assert series == [{"Julie": 6, "Steve": 5}, {"Julie": 7, "Steve": 6}, {"Julie": 20, "Steve": 20}]
    for chart in GAME.view.charts:
        assert chart_svg(chart, [(1, SPARE), (2, CROWD)]).startswith("<svg")
        assert chart_svg(chart, [(1, NOBODY)])
