"""Episodes of the card game: played, solved, and in effect while they are not solved. Julie has the turn."""

from itertools import chain, combinations
from typing import Any, Final

import ccg_tables as t
import pytest
from ccg_tables import JULIE, QUIET, STEVE, against, card, creature, episode, flash, innate, lines, play, special, stood
from table_play import effects

from events.errors import UnplayableError
from events.facts import UNKNOWN
from projections.games.ccg.components.cards import ZONES, Card
from projections.games.ccg.facts import moves as m
from projections.games.ccg.facts.effects import CardDiscarded, CardEntered, CardSided, EpisodeSolved
from projections.games.ccg.rules.episodes import episode_choices, solving_choices
from projections.games.ccg.state.position import InPlay, Position


def tale(solve: int) -> Card:
    """An Episode that does nothing."""
    return Card("A story", "episode", solve=solve)


PLAIN: Final = {
    "plot": tale(3), "one": creature(2, 2, 1), "two": creature(2, 2, 2), "three": creature(1, 1, 3),
}  # fmt: skip
CARDS: Final = t.cards_with(
    **PLAIN, saga=tale(9), frail=creature(0, 1, 3),
    plague=episode("damage", 3, value="substance", amount=1),
    silence=episode("bar", bars="support", target="none", every=False),
    pit=episode("banish", every=False), raid=episode("hit", target="none", every=False, whose="any"),
    doctor=creature(3, 3, 1, labels=("doctor",)),
    second=creature(3, 3, 1, labels=("doctor",), races=("assistant",)), helper=creature(1, 1, 1, races=("assistant",)),
    eager=creature(1, 1, 3, innate("waive", waives="CCG-CRE-13")),
    handy=creature(2, 2, 3, special("raise", value="energy", amount=1)), storm=flash("destroy", target="episode"),
)  # fmt: skip
EVERYWHERE: Final = "steve past sidrat, steve present one, steve future two"
"""Steve has a card in each zone."""
PLOT: Final = m.PlayEpisode(JULIE, "plot", "past")
COMBAT: Final = m.AnnounceCombat(JULIE)


def having(play_: str = EVERYWHERE, hand: str = "plot", **more: Any) -> Position:
    """A table with these cards in Julie's hand."""
    return t.table(play_, hands={JULIE: hand}, cards=CARDS, **more)


def solving(play_: str, **more: Any) -> Position:
    """A table with an Episode of Steve's as card 1."""
    return t.table(play_, cards=CARDS, **more)


def solve(*by: int) -> m.SolveEpisode:
    return m.SolveEpisode(JULIE, 1, by)


def test_episode_lies_on_the_opponent_and_does_nothing_yet() -> None:
    """CCG-EPI-01, CCG-EPI-05, CCG-EPI-06, CCG-EPI-09, CCG-EPC-03."""
    plague = m.PlayEpisode(JULIE, "plague", "past")
    entries, now = lines(having(hand="plague plot", stops={STEVE: ("episode",)}), plague)
    assert effects(entries)[0] == CardEntered(card=4, face="plague", owner=JULIE, side=STEVE, zone="past")
    assert (now.hands[JULIE], t.window(now)) == (("plot",), ("episode", (STEVE,)))
    assert [t.strength(now, number) for number in (2, 3)] == [(2, 2, 1), (2, 2, 2)]
    assert play(t.passed(now, STEVE), COMBAT).step == "attack"
    now = play(having(hand="plague"), m.PlayEpisode(JULIE, "plague", "past"))
    assert now.window is None
    assert t.window(play(now, COMBAT)) == ("combat", (STEVE,))


@pytest.mark.parametrize(("future", "legal"), [
    ("steve future watcher-future", False), ("steve future watcher-future, steve future force-field", True),
    ("steve future two sided", True), ("steve future two out", False), ("steve future saga", False),
    ("julie future two", False), ("steve future two" + ", steve past one" * 5, True),
])  # fmt: skip
def test_opponent_needs_a_card_in_each_zone(future: str, legal: bool) -> None:  # noqa: FBT001  # a parameter
    """CCG-47, CCG-EPI-03, CCG-EPI-04, CCG-GLO-13."""
    start = having(f"steve present yeti, steve past sidrat, {future}")
    assert against(start, PLOT) == ([] if legal else ["CCG-EPI-03"])
    assert (PLOT in episode_choices(start, JULIE)) == legal


def test_one_episode_a_turn_and_a_zone() -> None:
    start = having(EVERYWHERE + ", steve past saga, julie present saga")
    assert against(start, PLOT) == ["CCG-EPI-07"]
    assert against(start, m.PlayEpisode(JULIE, "plot", "present")) == []
    assert [move.zone for move in episode_choices(start, JULIE)] == ["present", "future"]
    now = play(having(hand="plot saga yeti", stops=QUIET), PLOT)
    assert against(now, m.PlayEpisode(JULIE, "saga", "future")) == ["CCG-EPI-08"]
    assert episode_choices(now, JULIE) == []
    assert against(now, m.PlayCard(JULIE, "yeti")) == ["CCG-TRN-02"]
    start = having(EVERYWHERE + ", julie past plot, julie past three", hand="plot yeti", stops=QUIET)
    solved = play(start, m.SolveEpisode(JULIE, 4, (5,)))
    assert against(solved, m.PlayCard(JULIE, "yeti")) == ["CCG-TRN-02"]
    assert against(solved, PLOT) == ["CCG-TRN-02"]


@pytest.mark.parametrize(("step", "rule"), [("draw", "CCG-PREP-06"), ("attack", "CCG-TRN-02"), ("bonus", "CCG-TRN-02")])
def test_episode_is_refused_outside_its_phase(step: str, rule: str) -> None:
    """CCG-EPI-02, CCG-EPC-01."""
    assert against(having(step=step), PLOT) == [rule]
    theirs = t.table("julie past one, julie present one, julie future one", hands={STEVE: "plot"}, cards=CARDS)
    assert against(theirs, m.PlayEpisode(STEVE, "plot", "past")) == ["CCG-TRN-02"]


@pytest.mark.parametrize(("hand", "face", "rule"), [
    ("yeti", "yeti", "CCG-EPI-02"), ("plot", "saga", "CCG-EPI-01"), ("? ?", "saga", "CCG-EPI-01?"),
    ("? ?", UNKNOWN, "CCG-EPI-02?"),
])  # fmt: skip
def test_played_card_is_an_episode_of_the_hand(hand: str, face: str, rule: str) -> None:
    assert against(having(hand=hand), m.PlayEpisode(JULIE, face, "past")) == [rule]


@pytest.mark.parametrize(("move", "rule"), [
    (m.PlayEpisode(JULIE, "nonsense", "past"), "CCG-EPI-01"), (m.PlayEpisode(JULIE, "plot", "yesterday"), "CCG-EPI-05"),
    (m.SolveEpisode(JULIE, 9, (2,)), "CCG-EPI-12"), (m.SolveEpisode(JULIE, 1, (2, 8)), "CCG-EPI-14"),
])  # fmt: skip
def test_names_of_nothing_cannot_be_recorded(move: Any, rule: str) -> None:
    with pytest.raises(UnplayableError, match=rule):
        stood(having("julie past plot of-steve, julie past three"), move)


def test_recorded_episode_moves_against_the_rules_have_results() -> None:
    found, now = stood(having("steve present yeti", stops=QUIET), PLOT)
    assert (found, card(now, "plot").side) == (["CCG-EPI-03"], STEVE)
    found, now = stood(solving("julie past saga of-steve, julie past three fresh, julie past one sided"), solve(2, 3))
    assert found == ["CCG-CRE-13", "CCG-EPI-14", "CCG-EPI-14"]
    assert (now.discards, t.sided(now)) == ({STEVE: ("saga",)}, [True, True])


THREE: Final = "julie past plot of-steve, julie past one, julie past two, julie past three"


def test_episode_is_solved_by_support() -> None:
    entries, now = lines(solving(THREE), solve(2, 3))
    assert [(entry.fact, entry.rule) for entry in entries[1:]] == [
        (CardSided(card=2, by=JULIE), "CCG-EPI-14"), (CardSided(card=3, by=JULIE), "CCG-EPI-14"),
        (EpisodeSolved(card=1, support=3), "CCG-EPI-14"), (CardDiscarded(card=1, how="solved"), "CCG-EPI-17"),
    ]  # fmt: skip
    assert (now.discards, now.step, now.window) == ({STEVE: ("plot",)}, "play", None)


@pytest.mark.parametrize(("by", "legal"), [
    ((2,), False), ((3,), False), ((2, 3), True), ((4,), True), ((2, 4), True), ((2, 3, 4), True), ((), False),
])  # fmt: skip
def test_support_reaches_the_solve_number(by: tuple[int, ...], legal: bool) -> None:  # noqa: FBT001  # a parameter
    """CCG-EPI-14, CCG-CRE-09."""
    assert against(solving(THREE), solve(*by)) == ([] if legal else ["CCG-EPI-14"])


@pytest.mark.parametrize(("solver", "rules"), [
    ("julie past three", []), ("julie past eager fresh", []), ("julie past three sided", ["CCG-EPI-14"]),
    ("julie past three rivals", ["CCG-EPI-14"]), ("julie present three", ["CCG-EPI-14"]),
    ("steve past three", ["CCG-EPI-14"]), ("julie past sidrat", ["CCG-EPI-14"] * 2),
    ("julie past three out", ["CCG-GLO-13"]), ("julie past three fresh", ["CCG-CRE-13"]),
    ("julie past three locked", ["CCG-GEN-01"]),
])  # fmt: skip
def test_solver_is_a_standing_creature_of_an_earlier_turn(solver: str, rules: list[str]) -> None:
    start = solving(f"julie past plot of-steve, {solver}")
    assert against(start, solve(2)) == rules
    assert (solve(2) in solving_choices(start, JULIE)) == (not rules)


@pytest.mark.parametrize(("options", "numbers_"), [
    ({"solve_from": "episode_zone"}, [2]), ({"solve_from": "chosen_zone"}, [3]), ({"solve_from": "any"}, [2, 3, 4]),
    ({"fresh_creatures_solve": True}, [2, 5]),
])  # fmt: skip
def test_options_say_which_creatures_solve(options: dict[str, Any], numbers_: list[int]) -> None:
    row = "julie past plot of-steve, julie past three, julie present three, julie future three, julie past three fresh"
    start = solving(row, options=options)
    assert [number for number in range(2, 6) if against(start, solve(number)) == []] == numbers_


@pytest.mark.parametrize(("row", "legal"), [
    ("doctor helper helper", True), ("second helper helper", True), ("doctor second helper", True),
    ("doctor doctor helper", False), ("helper helper helper", False), ("doctor helper one", False),
    ("doctor helper", False), ("doctor helper helper helper", False),
])  # fmt: skip
def test_doctor_and_two_assistants_solve_any_episode(row: str, legal: bool) -> None:  # noqa: FBT001  # a parameter
    start = solving("julie past saga of-steve, " + ", ".join(f"julie past {face}" for face in row.split()))
    move = solve(*t.numbers(start)[1:])
    assert against(start, move) == ([] if legal else ["CCG-EPI-14"])
    if legal:
        entries, now = lines(start, move)
        assert (EpisodeSolved(card=1, support=0), "CCG-EPI-15") in [(entry.fact, entry.rule) for entry in entries]
        assert (t.sided(now), solving_choices(start, JULIE)) == ([True] * 3, [move])


def test_each_card_counts_once() -> None:
    start = solving("julie past saga of-steve, julie past doctor, julie past helper")
    assert against(start, solve(2, 3, 3)) == ["CCG-EPI-14", "CCG-EPI-13"]
    two = solving("julie past plot of-steve, julie present plot of-steve, julie past three, julie present three")
    once = play(two, solve(3))
    assert against(once, m.SolveEpisode(JULIE, 2, (3,))) == ["CCG-EPI-14", "CCG-EPI-14"]
    assert t.numbers(play(once, m.SolveEpisode(JULIE, 2, (4,)))) == [3, 4]


def test_solver_sides_own_cards_in_the_own_turn() -> None:
    """CCG-EPI-02, CCG-EPI-11, CCG-EPI-16, CCG-CRE-14."""
    start = solving("steve past plot of-julie, julie past three, steve past three")
    assert (against(start, solve(2)), solving_choices(start, JULIE)) == (["CCG-EPC-03"], [])
    assert t.refused(start, m.SolveEpisode(STEVE, 1, (3,))) == "CCG-TRN-02"
    assert against(solving("julie past yeti, julie past three"), solve(2)) == ["CCG-EPI-12"]
    assert against(solving("julie past plot of-steve, julie past three", step="attack"), solve(2)) == ["CCG-TRN-02"]
    now = play(solving("julie present plot of-steve, julie present handy, julie present two"), solve(2))
    assert (t.strength(now, 2), card(now, "handy").sided) == ((2, 2, 3), True)
    assert "CCG-SID-02" in against(now, m.UseSpecial(JULIE, 2, targets=(3,)))
    assert "CCG-COM-32" in against(now, m.GiveSupport(JULIE, 2, 3, "energy"))


@pytest.mark.parametrize(("number", "rules"), [(2, ["CCG-EPI-14?"] * 2), (1, ["CCG-EPI-12?", "CCG-EPI-14?"])])
def test_unknown_cards_leave_open_whether_an_episode_is_solved(number: int, rules: list[str]) -> None:
    start = solving("julie past plot of-steve, julie past one, julie past three", stops=QUIET)
    found, now = stood(t.unknown(start, number), solve(2))
    assert (found, t.numbers(now)) == (rules, [2, 3])


@pytest.mark.parametrize("move", [solve(2), m.PlayFlash(JULIE, "storm", targets=(1,))])
def test_card_under_an_episode_goes_when_the_episode_leaves(move: Any) -> None:
    """CCG-EPC-05, CCG-GEN-05."""
    start = solving("julie past plot of-steve, julie past three, julie past two", hands={JULIE: "storm"}, stops=QUIET)
    now = play(start.replace(play=(*start.play[:2], start.play[2].replace(out=1))), move)
    assert (now.discards[STEVE], now.discards[JULIE][-1], t.numbers(now)) == (("plot",), "two", [2])


def _enough(cards: tuple[InPlay, ...], wanted: int) -> bool:
    return sum(one.support for one in cards) >= wanted


@pytest.mark.parametrize("wanted", [1, 3, 4, 6])
def test_every_smallest_way_to_solve_is_offered(wanted: int) -> None:
    row = "julie past plot of-steve, julie past one, julie past two, julie past three, julie past one, julie past two"
    start = t.table(row, cards=t.cards_with(**{**PLAIN, "plot": tale(wanted)}))
    able = start.play[1:]
    every = chain.from_iterable(combinations(able, size) for size in range(1, len(able) + 1))
    least = [
        tuple(one.n for one in group)
        for group in every
        if _enough(group, wanted) and not any(_enough(tuple(set(group) - {one}), wanted) for one in group)
    ]
    assert sorted(move.sided for move in solving_choices(start, JULIE)) == sorted(least)
    assert all(against(start, solve(*by)) == [] for by in least)


def test_episode_bars_and_banishes_and_256_ways_are_offered() -> None:
    rows = ", ".join(f"julie {zone} one" for zone in ZONES for _ in range(6))
    offered = solving_choices(solving(f"julie past saga of-steve, {rows}", options={"solve_from": "any"}), JULIE)
    assert len(offered) == len(set(offered)) == 256
    assert {len(move.sided) for move in offered} == {9}
    now = play(solving("julie present silence of-steve, julie present two", stops=QUIET), COMBAT)
    assert now.bars == ((JULIE, "present", "support"),)
    row = "julie past pit of-steve, julie past frail, julie past two, steve past two"
    assert [one.out for one in play(solving(row, stops=QUIET), COMBAT).play] == [0, 0, 1, 0]


def test_episode_acts_in_the_turn_of_its_solver() -> None:
    """CCG-51, CCG-EPI-09, CCG-EPI-10, CCG-EPI-18, CCG-EPC-04, CCG-EPI-19, CCG-EPC-02, CCG-EPC-06."""
    start = having(hand="plague", stops=QUIET)
    played = play(start, m.PlayEpisode(JULIE, "plague", "present"), COMBAT)
    assert t.strength(played, 2) == (2, 2, 1)
    theirs = play(played, m.EndTurn(JULIE)).replace(step="play", zone="past", drawn=True)
    assert t.strength(play(theirs, m.AnnounceCombat(STEVE)), 2) == (2, 1, 1)
    row = "julie past plague of-steve, julie past two, julie past frail sided, julie present two, steve past two"
    now = play(solving(row, stops=QUIET), COMBAT)
    assert [t.strength(now, number) for number in (2, 3, 4, 5)] == [(2, 1, 2), None, (2, 2, 2), (2, 2, 2)]
    again = play(now, m.EndTurn(JULIE)).replace(player=JULIE, step="play", drawn=True)
    assert [t.strength(again, number) for number in (2, 5)] == [(2, 2, 2)] * 2
    assert t.strength(play(again, COMBAT), 2) == (2, 1, 2)
    solvable = solving("julie past plague of-steve, julie past three, julie past two", stops=QUIET)
    assert t.strength(play(solvable, solve(2), COMBAT), 3) == (2, 2, 2)


def test_episode_hits_its_solver() -> None:
    """CCG-EPI-18, CCG-GLO-10."""
    start = solving("julie past raid of-steve, julie past two, steve present two", stops=QUIET)
    now = play(start, COMBAT)
    assert (now.lost, now.step) == ({JULIE: ("time-past",)}, "attack")
    found, ended = stood(start, m.EndTurn(JULIE))
    assert (found, ended.lost) == (["CCG-COM-01"], {JULIE: ("time-past",)})
    over = play(solving("julie past raid of-steve", times={JULIE: "past"}, stops=QUIET), COMBAT)
    assert (over.step, over.winners) == ("over", (STEVE,))
    row = "julie past raid of-steve, julie future raid of-steve, julie present two, steve present two"
    now = play(solving(row), COMBAT)
    assert t.window(now) == ("hit", (JULIE,))
    after = t.passed(now, JULIE)
    assert (after.lost, after.step, t.window(after)) == (
        {JULIE: ("time-past", "time-present")}, "combat", ("combat", (STEVE,)),
    )  # fmt: skip


def test_solver_answers_before_the_defender_prepares() -> None:
    """CCG-EPI-18, CCG-CRE-10, CCG-SUP-07, CCG-COM-02."""
    row = "julie past plague of-steve, julie past frail, julie present plague of-steve, julie present frail"
    now = play(solving(row + ", steve present two", hands={JULIE: "yeti"}), COMBAT)
    assert (now.step, t.window(now)) == ("combat", ("doom", (JULIE,)))
    after = t.passed(now, JULIE)
    assert (after.discards, t.numbers(after)) == ({JULIE: ("frail", "frail")}, [1, 3, 5])
    assert (after.step, t.window(after)) == ("combat", ("combat", (STEVE,)))
    assert t.passed(after, STEVE).step == "attack"


@pytest.mark.parametrize("row", ["steve past plague of-julie, steve past two", "julie past plague out, julie past two"])
def test_episode_of_the_other_turn_or_out_of_play_does_nothing(row: str) -> None:
    assert t.strength(play(solving(row, stops=QUIET), COMBAT), 2) == (2, 2, 2)
