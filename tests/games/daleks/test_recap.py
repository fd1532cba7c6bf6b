"""What a post says of a turn of Time of the Daleks: its recap, the sums, a hand; and the charts over the turns."""

import random
from collections.abc import Sequence

from daleks_adventures import facing
from daleks_games import game
from daleks_tables import JULIE, KIM, STEVE, lines, table
from daleks_views import ALL, CROWD, NOBODY, ODD
from msgspec.structs import replace
from table_play import effects

from events.facts import Fact, Passed
from projections.games.daleks.board.charts import CHARTS
from projections.games.daleks.facts import effects as f
from projections.games.daleks.facts import moves as m
from projections.games.daleks.game import GAME
from projections.games.daleks.prose.recap import hand, recap, totals
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.reducer import reducer

Step = tuple[Fact, Position, Position]


def steps(now: Position, *moves: m.TodMove | Passed) -> list[Step]:
    """The facts of legal moves, each with the positions around it."""
    found: list[Step] = []
    for move in moves:
        entries, after = lines(now, move)
        for entry in entries:
            nxt = reducer(now, entry.fact)
            found.append((entry.fact, now, nxt))
            now = nxt
        assert effects(entries) or now == after
    return found


def passed(now: Position) -> list[m.TodMove | Passed]:
    """Resolving, and nobody playing a card at the stop."""
    after = lines(now, m.Resolve(JULIE))[1]
    return [m.Resolve(JULIE), *(Passed(seat) for seat in (after.window.awaited if after.window else ()))]


def test_a_success_is_summed_up() -> None:
    now = facing(won=True)
    said = recap(steps(now, *passed(now)))
    assert said is not None
    assert said[0] == "The Adventure of Julie at The Orient Express against Sutekh succeeds."
    assert said[1] == "Julie's TARDIS goes from space IV (Earth) to space VI."


def test_a_failure_says_what_was_missing() -> None:
    now = facing(won=False)
    said = recap(steps(now, *passed(now)))
    assert said is not None
    assert said[0] == (
        "The Adventure of Julie at The Orient Express against Sutekh fails, for want of Cunning, Diplomacy, 2 Tactics"
        " and 2 Science."
    )
    assert said[1] == "The Dalek Ship goes from space II to space IV (Earth); Dalek markers: 1 placed, 1 out."


def test_an_adventure_under_way_says_how_it_stands() -> None:
    began = CROWD.adventure
    assert began is not None
    stands = "The Adventure of Julie, helped by Steve, at The Orient Express against Sutekh stands at 5 of 6 met"
    assert f"{stands}, missing Science." in (recap([(Passed(KIM), CROWD, CROWD)]) or ())
    early = CROWD.replace(stack=(replace(began, pools=(), helper="", manner=""),))
    told = recap([(Passed(KIM), early, early)]) or ()
    assert (
        "The Adventure of Julie at The Orient Express against Sutekh asks for Cunning, Diplomacy, 2 Tactics and 2"
        " Science."
    ) in told


def test_a_turn_says_where_it_went() -> None:
    now = table("prepare", hands={JULIE: "jelly-babies"}, earth=("silurians", "?", "?"))
    said = recap(steps(now, m.PlayTimey(JULIE, "jelly-babies"), m.Travel(JULIE, 1, 0)))
    assert said == [
        "Julie plays Jelly Babies and goes to Earth Past.",
        "The Adventure of Julie at Earth Past against The Silurians asks for Running, Strength and Diplomacy.",
    ]


def test_what_is_rare_is_told_in_its_own_sentence() -> None:
    now = table()
    swapped = f.ConsolesSwapped(seats=(JULIE, STEVE), doctors=("twelfth", "first"))
    found: Sequence[Step] = [(swapped, now, reducer(now, swapped))]
    assert recap(found) == ["All Doctors regenerate: Julie is the Twelfth Doctor and Steve is the First Doctor."]


def test_a_stretch_where_nothing_happened_is_told_move_by_move() -> None:
    assert recap(()) is None
    now = NOBODY
    assert recap([(f.StepReached("travel"), now, now)]) is None


def test_totals_are_what_people_compare() -> None:
    assert totals(CROWD) == [
        "Julie IX, 5 tokens, 3 Companions, 4 cards", "Steve IX, 1 token, 1 Companion, 4 cards",
        "Kim IV (Earth), 0 tokens, 3 Companions, 0 cards", "Lee IV (Earth), 2 tokens, 1 Companion, 2 cards",
        "Dalek Ship IX", "4 Dalek markers out",
    ]  # fmt: skip


def test_totals_tell_nothing_of_hidden_hands() -> None:
    blind = CROWD.replace(hands={seat: ("?",) * len(cards) for seat, cards in CROWD.hands.items()})
    assert totals(blind) == totals(CROWD)


def test_a_hand_says_what_each_card_does() -> None:
    assert hand(CROWD, JULIE) == [
        "Hand: K-9, Timescoop and 2 unknown cards",
        "K-9: Event, Adventure, 1 token: adds a black, green, blue or red die",
        "Timescoop: Event, Adventure, 1 token: adds a green, blue or red die",
    ]
    assert hand(CROWD, KIM) == []


def test_odd_tables_have_totals_hands_and_charts() -> None:
    for now in ALL:
        for said in (*totals(now), *(line for seat in now.seats for line in hand(now, seat))):
            assert said.isprintable()
        for chart in CHARTS:
            assert chart.inks is not None
            assert set(chart.series(now)) <= set(chart.inks(now))
    assert totals(ODD)


def test_the_race_is_charted() -> None:
    race = CHARTS[0].series(CROWD)
    assert race == {"Julie": 9, "Steve": 9, "Kim": 4, "Lee": 4, "Dalek Ship": 9}


def test_every_group_of_a_random_game_is_summed_up_in_sentences() -> None:
    groups = game(random.Random(3).randrange(99), "three, first game")
    _, now = next(groups)
    for entries, after in groups:
        found: list[Step] = []
        for entry in entries:
            nxt = reducer(now, entry.fact)
            found.append((entry.fact, now, nxt))
            now = nxt
        for said in recap(found) or ():
            assert said.endswith(".")
            assert said[0].isupper()
        assert now == after
    assert GAME.meta.slug == "daleks"
