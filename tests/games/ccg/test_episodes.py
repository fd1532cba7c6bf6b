"""The card game, phase 2: Episodes played, solved, and at work where they are not solved."""

from itertools import chain, combinations
from typing import Any, Final

import pytest
from ccg_tables import JULIE, STEVE, against, card, cards_with, lines, play, refused, stood, table
from table_play import effects

from events.errors import UnplayableError
from events.facts import UNKNOWN, Passed
from projections.games.ccg.components.cards import ZONES, Ability, Card
from projections.games.ccg.facts.effects import CardDiscarded, CardEntered, CardSided, EpisodeSolved
from projections.games.ccg.facts.moves import (
    AnnounceCombat,
    EndTurn,
    GiveSupport,
    PlayCard,
    PlayEpisode,
    PlayFlash,
    SolveEpisode,
    UseSpecial,
)
from projections.games.ccg.rules.episodes import episode_choices, solving_choices
from projections.games.ccg.state.position import InPlay, Position

QUIET: Final = {JULIE: (), STEVE: ()}
"""Nobody is asked at anything."""


def creature(energy: int, substance: int, support: int = 0, **more: Any) -> Card:
    return Card("Somebody", "creature", "present", energy=energy, substance=substance, support=support, **more)


def episode(solve: int, *does: Ability) -> Card:
    return Card("A story", "episode", solve=solve, does=does)


PLAGUE: Final = Ability("episode", "damage", value="substance", amount=1, target="creature", whose="own", every=True)
SILENCE: Final = Ability("episode", "bar", bars="support", whose="own")
CARDS: Final = cards_with(
    plot=episode(3), saga=episode(9), plague=episode(3, PLAGUE), silence=episode(3, SILENCE),
    pit=episode(3, Ability("episode", "banish", target="creature", whose="own")),
    raid=episode(3, Ability("episode", "hit")), one=creature(2, 2, 1), two=creature(2, 2, 2), three=creature(1, 1, 3),
    frail=creature(0, 1, 3), doctor=creature(3, 3, 1, labels=("doctor",)),
    second=creature(3, 3, 1, labels=("doctor",), races=("assistant",)), helper=creature(1, 1, 1, races=("assistant",)),
    eager=creature(1, 1, 3, does=(Ability("innate", "waive", waives="CCG-CRE-13"),)),
    handy=creature(2, 2, 3, does=(Ability("special", "raise", value="energy", amount=1, target="creature"),)),
    storm=Card("A storm", "flash", does=(Ability("flash", "destroy", target="episode"),)),
)  # fmt: skip
EVERYWHERE: Final = "steve past sidrat, steve present one, steve future two"
"""Steve has something in each zone."""


def asked(play_: str = EVERYWHERE, hand: str = "plot", **more: Any) -> Position:
    return table(play_, hands={JULIE: hand}, cards=CARDS, **more)


def solving(play_: str, **more: Any) -> Position:
    """Julie's table, with an Episode of Steve's that is number 1."""
    return table(play_, cards=CARDS, **more)


def solved_by(start: Position, *numbers: int) -> list[str]:
    return against(start, SolveEpisode(JULIE, 1, numbers))


# 2a


def test_an_episode_lies_on_the_opponent_and_does_nothing_yet() -> None:
    """CCG-EPI-01, CCG-EPI-05, CCG-EPI-06, CCG-EPI-09, CCG-EPC-03: also outside the chosen zone; the Solver is asked."""
    entries, now = lines(asked(hand="plague plot", stops={STEVE: ("episode",)}), PlayEpisode(JULIE, "plague", "past"))
    assert effects(entries)[0] == CardEntered(card=4, face="plague", owner=JULIE, side=STEVE, zone="past")
    assert now.hands[JULIE] == ("plot",)
    assert now.window is not None
    assert (now.window.name, now.window.awaited) == ("episode", (STEVE,))
    assert [(one.energy, one.substance) for one in now.play] == [(0, 0), (2, 2), (2, 2), (0, 0)]
    assert play(now, Passed(STEVE), AnnounceCombat(JULIE)).step == "attack"
    assert play(asked(), AnnounceCombat(JULIE)).step == "combat"


def test_who_prepares_for_combat_answers_an_episode_then() -> None:
    """CCG-EPI-09, A23: the Solver waits for nobody twice; by default the question comes with combat."""
    now = play(asked(hand="plague"), PlayEpisode(JULIE, "plague", "past"))
    assert now.window is None
    window = play(now, AnnounceCombat(JULIE)).window
    assert window is not None
    assert window.awaited == (STEVE,)


@pytest.mark.parametrize(
    ("lying", "legal"),
    [
        (EVERYWHERE, True),
        ("steve present yeti, steve past sidrat, steve future watcher-future", False),
        ("steve present yeti, steve past sidrat, steve future watcher-future, steve future force-field", True),
        ("steve present yeti, steve past sidrat, steve future two sided", True),
        ("steve present yeti, steve past sidrat, steve future two out", False),
        ("steve present yeti, steve past sidrat, steve future saga", False),
        ("steve present yeti, steve past sidrat, julie future two", False),
    ],
)
def test_the_opponent_has_something_in_each_zone(lying: str, legal: bool) -> None:  # noqa: FBT001  # a parameter
    """T-CCG-47 (CCG-EPI-03, CCG-GLO-13, A11): Watchers, Episodes and what is out of play do not count."""
    move = PlayEpisode(JULIE, "plot", "past")
    assert against(asked(lying), move) == ([] if legal else ["CCG-EPI-03"])
    assert (move in episode_choices(asked(lying), JULIE)) == legal


def test_the_six_cards_of_a_zone_do_not_matter() -> None:
    """CCG-EPI-04: the zone is full, and an Episode is still possible."""
    full = EVERYWHERE + ", steve past one" * 5
    assert against(asked(full), PlayEpisode(JULIE, "plot", "past")) == []


def test_one_episode_a_side_of_a_zone() -> None:
    """CCG-EPI-07, A47: the zone is taken; one of my own side there does not matter."""
    start = asked(EVERYWHERE + ", steve past saga, julie present saga")
    assert against(start, PlayEpisode(JULIE, "plot", "past")) == ["CCG-EPI-07"]
    assert against(start, PlayEpisode(JULIE, "plot", "present")) == []
    assert [move.zone for move in episode_choices(start, JULIE)] == ["present", "future"]
    everywhere = asked(EVERYWHERE + "".join(f", steve {zone} saga" for zone in ZONES))
    assert episode_choices(everywhere, JULIE) == []


def test_one_episode_a_turn() -> None:
    """CCG-EPI-08."""
    now = play(asked(hand="plot saga", stops=QUIET), PlayEpisode(JULIE, "plot", "past"))
    assert against(now, PlayEpisode(JULIE, "saga", "future")) == ["CCG-EPI-08"]
    assert episode_choices(now, JULIE) == []


@pytest.mark.parametrize(("step", "rule"), [("draw", "CCG-PREP-06"), ("attack", "CCG-TRN-02"), ("bonus", "CCG-TRN-02")])
def test_episodes_in_their_phase_only(step: str, rule: str) -> None:
    """CCG-EPI-02, CCG-EPC-01: behind the draw, before combat, and in one's own turn."""
    assert against(asked(step=step), PlayEpisode(JULIE, "plot", "past")) == [rule]
    theirs = table("julie past one, julie present one, julie future one", hands={STEVE: "plot"}, cards=CARDS)
    assert against(theirs, PlayEpisode(STEVE, "plot", "past")) == ["CCG-TRN-02"]


def test_what_comes_after_an_episode() -> None:
    """CCG-TRN-01, CCG-TRN-02: 1d lies behind whoever plays an Episode; 1d and 2a behind whoever solves one."""
    played = play(asked(hand="plot yeti", stops=QUIET), PlayEpisode(JULIE, "plot", "past"))
    assert against(played, PlayCard(JULIE, "yeti")) == ["CCG-TRN-02"]
    start = asked(EVERYWHERE + ", julie past saga, julie past three", hand="plot yeti", stops=QUIET)
    solved = play(start.replace(cards=cards_with(**{**_own(), "saga": episode(2)})), SolveEpisode(JULIE, 4, (5,)))
    assert against(solved, PlayCard(JULIE, "yeti")) == ["CCG-TRN-02"]
    assert against(solved, PlayEpisode(JULIE, "plot", "past")) == ["CCG-TRN-02"]


def _own() -> dict[str, Card]:
    return {name: CARDS.card[name] for name in ("plot", "one", "two", "three")}


def test_only_an_episode_of_the_hand() -> None:
    """CCG-EPI-01, CCG-EPI-02: a card of another type, one that is not in the hand, one that is no card."""
    assert against(asked(hand="yeti"), PlayEpisode(JULIE, "yeti", "past")) == ["CCG-EPI-02"]
    assert against(asked(hand="plot"), PlayEpisode(JULIE, "saga", "past")) == ["CCG-EPI-01"]
    assert against(asked(hand="? ?"), PlayEpisode(JULIE, "saga", "past")) == ["CCG-EPI-01?"]
    assert against(asked(hand="? ?"), PlayEpisode(JULIE, UNKNOWN, "past")) == ["CCG-EPI-02?"]
    with pytest.raises(UnplayableError, match=r"no card of this table is called nonsense \(CCG-EPI-01\)"):
        stood(asked(), PlayEpisode(JULIE, "nonsense", "past"))
    with pytest.raises(UnplayableError, match=r"past, present, future, not yesterday \(CCG-EPI-05\)"):
        stood(asked(), PlayEpisode(JULIE, "plot", "yesterday"))


def test_an_episode_against_an_empty_zone_that_stood() -> None:
    """CCG-EPI-03: recorded, it lies there all the same."""
    found, now = stood(asked("steve present yeti", stops=QUIET), PlayEpisode(JULIE, "plot", "past"))
    assert found == ["CCG-EPI-03"]
    assert card(now, "plot").side == STEVE


# 2b


def test_solved_by_support() -> None:
    """T-CCG-48 (CCG-EPI-14, CCG-EPI-16, CCG-EPI-17, CCG-GEN-09, A48): 1 and 2 make 3; to its owner's pile."""
    start = solving("julie past plot of-steve, julie past one, julie past two, julie past three")
    entries, now = lines(start, SolveEpisode(JULIE, 1, (2, 3)))
    assert [(entry.fact, entry.rule) for entry in entries[1:]] == [
        (CardSided(card=2, by=JULIE), "CCG-EPI-14"),
        (CardSided(card=3, by=JULIE), "CCG-EPI-14"),
        (EpisodeSolved(card=1, support=3), "CCG-EPI-14"),
        (CardDiscarded(card=1, how="solved"), "CCG-EPI-17"),
    ]
    assert now.discards == {STEVE: ("plot",)}
    assert (now.step, now.window) == ("play", None)


@pytest.mark.parametrize(
    ("numbers", "legal"),
    [((2,), False), ((3,), False), ((2, 3), True), ((4,), True), ((2, 4), True), ((2, 3, 4), True), ((), False)],
)
def test_how_much_support_it_takes(numbers: tuple[int, ...], legal: bool) -> None:  # noqa: FBT001  # a parameter
    """CCG-EPI-14, CCG-CRE-09, A10: as much as the solve number, or more."""
    start = solving("julie past plot of-steve, julie past one, julie past two, julie past three")
    assert solved_by(start, *numbers) == ([] if legal else ["CCG-EPI-14"])


@pytest.mark.parametrize(
    ("solver", "rules"),
    [
        ("julie past three", []),
        ("julie past three sided", ["CCG-EPI-14"]),
        ("julie past three rivals", ["CCG-EPI-14"]),
        ("julie present three", ["CCG-EPI-14"]),
        ("steve past three", ["CCG-EPI-14"]),
        ("julie past three out", ["CCG-GLO-13"]),
        ("julie past three fresh", ["CCG-CRE-13"]),
        ("julie past eager fresh", []),
        ("julie past three locked", ["CCG-GEN-01"]),
    ],
)
def test_who_may_solve(solver: str, rules: list[str]) -> None:
    """CCG-EPI-14, CCG-CRE-13, CCG-GLO-13, CCG-GEN-01, A07, A08, A32: one that Stands in that zone, not fresh."""
    start = solving(f"julie past plot of-steve, {solver}")
    assert solved_by(start, 2) == rules
    assert (SolveEpisode(JULIE, 1, (2,)) in solving_choices(start, JULIE)) == (not rules)


def test_a_resource_does_not_solve() -> None:
    """CCG-EPI-14: Creatures do."""
    start = solving("julie past plot of-steve, julie past sidrat, julie past three")
    assert solved_by(start, 2, 3) == ["CCG-EPI-14"]


@pytest.mark.parametrize(
    ("solve_from", "zones"),
    [("episode_zone", ["past"]), ("chosen_zone", ["present"]), ("any", ["past", "present", "future"])],
)
def test_from_where_an_episode_is_solved(solve_from: str, zones: list[str]) -> None:
    """CCG-EPI-14, A08, option `solve_from`: the Episode lies in the Past, the Present is chosen."""
    for number, zone in enumerate(ZONES, 2):
        start = solving(
            "julie past plot of-steve, julie past three, julie present three, julie future three",
            options={"solve_from": solve_from},
        )
        assert solved_by(start, number) == ([] if zone in zones else ["CCG-EPI-14"])


def test_fresh_creatures_where_the_table_lets_them() -> None:
    """CCG-CRE-13, A07, option `fresh_creatures_solve`."""
    start = solving("julie past plot of-steve, julie past three fresh", options={"fresh_creatures_solve": True})
    assert solved_by(start, 2) == []


def test_a_doctor_and_two_assistants() -> None:
    """T-CCG-50 (CCG-EPI-15, A09): whatever the number."""
    start = solving("julie past saga of-steve, julie past doctor, julie past helper, julie past helper")
    entries, now = lines(start, SolveEpisode(JULIE, 1, (2, 3, 4)))
    assert (EpisodeSolved(card=1, support=0), "CCG-EPI-15") in [(entry.fact, entry.rule) for entry in entries]
    assert [one.sided for one in now.play] == [True, True, True]
    assert solving_choices(start, JULIE) == [SolveEpisode(JULIE, 1, (2, 3, 4))]


@pytest.mark.parametrize(
    ("cards", "legal"),
    [
        ("julie past doctor, julie past helper, julie past helper", True),
        ("julie past second, julie past helper, julie past helper", True),
        ("julie past doctor, julie past second, julie past helper", True),
        ("julie past doctor, julie past doctor, julie past helper", False),
        ("julie past helper, julie past helper, julie past helper", False),
        ("julie past doctor, julie past helper, julie past one", False),
        ("julie past doctor, julie past helper", False),
        ("julie past doctor, julie past helper, julie past helper, julie past helper", False),
    ],
)
def test_which_three_solve(cards: str, legal: bool) -> None:  # noqa: FBT001  # a parameter
    """CCG-EPI-15, A09: one Doctor and two others that are Assistants, exactly three."""
    start = solving(f"julie past saga of-steve, {cards}")
    numbers = [one.n for one in start.play if one.n > 1]
    assert solved_by(start, *numbers) == ([] if legal else ["CCG-EPI-14"])


def test_a_card_counts_once() -> None:
    """CCG-EPI-13, CCG-EPI-15: neither twice in a sum nor as two of the three."""
    start = solving("julie past saga of-steve, julie past doctor, julie past helper")
    assert solved_by(start, 2, 3, 3) == ["CCG-EPI-14", "CCG-EPI-13"]


def test_two_episodes_in_one_turn() -> None:
    """CCG-EPI-12, CCG-EPI-13: each with Creatures of its own."""
    start = solving("julie past plot of-steve, julie present plot of-steve, julie past three, julie present three")
    once = play(start, SolveEpisode(JULIE, 1, (3,)))
    assert against(once, SolveEpisode(JULIE, 2, (3,))) == ["CCG-EPI-14", "CCG-EPI-14"]
    assert [one.n for one in play(once, SolveEpisode(JULIE, 2, (4,))).play] == [3, 4]


def test_only_the_solver_solves() -> None:
    """CCG-EPC-03, CCG-EPI-11, CCG-EPI-12, CCG-EPI-02: in one's own turn, an Episode on one's own side."""
    start = solving("steve past plot of-julie, julie past three, steve past three")
    assert solved_by(start, 2) == ["CCG-EPC-03"]
    assert refused(start, SolveEpisode(STEVE, 1, (3,))) == "CCG-TRN-02"
    assert solving_choices(start, JULIE) == []
    assert solved_by(solving("julie past yeti, julie past three"), 2) == ["CCG-EPI-12"]
    late = solving("julie past plot of-steve, julie past three", step="attack")
    assert solved_by(late, 2) == ["CCG-TRN-02"]


def test_siding_to_solve_buys_nothing_else() -> None:
    """CCG-EPI-16, CCG-CRE-14, A50: no Special, no Support."""
    start = solving("julie present plot of-steve, julie present handy, julie present two")
    now = play(start, SolveEpisode(JULIE, 1, (2,)))
    assert (card(now, "handy").energy, card(now, "handy").sided) == (2, True)
    assert refused(now, UseSpecial(JULIE, 2, targets=(3,)))
    assert "CCG-COM-32" in against(now, GiveSupport(JULIE, 2, 3, "energy"))


def test_what_is_not_there_neither_solves_nor_is_solved() -> None:
    """CCG-EPI-12, CCG-EPI-14: a number that is nobody's is refused in every kind of record."""
    start = solving("julie past plot of-steve, julie past three")
    with pytest.raises(UnplayableError, match=r"number 9 \(CCG-EPI-12\)"):
        stood(start, SolveEpisode(JULIE, 9, (2,)))
    with pytest.raises(UnplayableError, match=r"number 8 \(CCG-EPI-14\)"):
        stood(start, SolveEpisode(JULIE, 1, (2, 8)))


def test_solving_that_stood() -> None:
    """CCG-CRE-13, CCG-EPI-14: mistakes that stood have their results."""
    start = solving("julie past saga of-steve, julie past three fresh, julie past one sided")
    found, now = stood(start, SolveEpisode(JULIE, 1, (2, 3)))
    assert found == ["CCG-CRE-13", "CCG-EPI-14", "CCG-EPI-14"]
    assert now.discards == {STEVE: ("saga",)}
    assert [one.sided for one in now.play] == [True, True]


def test_what_lies_under_a_solved_episode() -> None:
    """CCG-EPC-05, CCG-GEN-05: it was out of play, and goes to its owner's pile."""
    start = solving("julie past plot of-steve, julie past three, julie past two")
    under = tuple(one.replace(out=1) if one.n == 3 else one for one in start.play)
    now = play(start.replace(play=under), SolveEpisode(JULIE, 1, (2,)))
    assert now.discards == {STEVE: ("plot",), JULIE: ("two",)}
    assert [one.n for one in now.play] == [2]


def test_what_lies_under_an_episode_that_a_card_destroys() -> None:
    """CCG-EPC-05: likewise."""
    start = solving("julie past plot of-steve, julie past two", hands={JULIE: "storm"}, stops=QUIET)
    under = tuple(one.replace(out=1) if one.n == 2 else one for one in start.play)
    now = play(start.replace(play=under), PlayFlash(JULIE, "storm", targets=(1,)))
    assert now.play == ()
    assert now.discards == {STEVE: ("plot",), JULIE: ("storm", "two")}


def _enough(cards: tuple[InPlay, ...], wanted: int) -> bool:
    return sum(one.support for one in cards) >= wanted


@pytest.mark.parametrize("wanted", [1, 3, 4, 6])
def test_every_way_without_a_card_too_many_is_offered(wanted: int) -> None:
    """CCG-EPI-14, A10: against a count of all subsets."""
    cards = cards_with(**{**_own(), "plot": episode(wanted)})
    start = table(
        "julie past plot of-steve, julie past one, julie past two, julie past three, julie past one, julie past two",
        cards=cards,
    )
    able = start.play[1:]
    every = chain.from_iterable(combinations(able, size) for size in range(1, len(able) + 1))
    least = {
        tuple(one.n for one in group)
        for group in every
        if _enough(group, wanted) and not any(_enough(tuple(set(group) - {one}), wanted) for one in group)
    }
    offered = [move.sided for move in solving_choices(start, JULIE)]
    assert sorted(offered) == sorted(least)
    assert all(solved_by(start, *numbers) == [] for numbers in offered)


def test_at_most_so_many_ways_are_offered() -> None:
    """CCG-EPI-14: eighteen Creatures of Support 1 against a solve number of 9, from any zone."""
    rows = ", ".join(f"julie {zone} one" for zone in ZONES for _ in range(6))
    start = solving(f"julie past saga of-steve, {rows}", options={"solve_from": "any"})
    offered = solving_choices(start, JULIE)
    assert len(offered) == len(set(offered)) == 256
    assert {len(move.sided) for move in offered} == {9}


# What is not solved


def test_an_episode_acts_in_the_turn_of_its_solver() -> None:
    """T-CCG-51 (CCG-EPI-09, CCG-EPI-10, CCG-EPI-18, A49): not in the turn in which it is played."""
    start = asked(hand="plague", stops=QUIET)
    played = play(start, PlayEpisode(JULIE, "plague", "present"), AnnounceCombat(JULIE))
    assert card(played, "one", STEVE).substance == 2
    theirs = play(played, EndTurn(JULIE)).replace(step="play", zone="past", drawn=True)
    acted = play(theirs, AnnounceCombat(STEVE))
    assert card(acted, "one", STEVE).substance == 1


def test_an_episode_acts_each_turn_until_it_is_solved() -> None:
    """CCG-EPI-18, CCG-EPI-19, CCG-EPC-02, CCG-EPC-06: in its own zone, again and again, and no more once solved."""
    start = solving(
        "julie past plague of-steve, julie past two, julie past frail sided, julie present two, steve past two",
        stops=QUIET,
    )
    now = play(start, AnnounceCombat(JULIE))
    assert [one.n for one in now.play] == [1, 2, 4, 5]
    assert [one.substance for one in now.play] == [0, 1, 2, 2]
    again = play(now, EndTurn(JULIE)).replace(player=JULIE, step="play", drawn=True)
    assert card(again, "two", STEVE).substance == 2
    assert again.at(2).substance == 2  # type: ignore[union-attr]  # it is there
    twice = play(again, AnnounceCombat(JULIE))
    assert twice.at(2).substance == 1  # type: ignore[union-attr]  # it is there
    solvable = solving("julie past plague of-steve, julie past three, julie past two", stops=QUIET)
    calm = play(solvable, SolveEpisode(JULIE, 1, (2,)), AnnounceCombat(JULIE))
    assert card(calm, "two").substance == 2


def test_an_episode_of_the_opponent_s_does_not_act_now() -> None:
    """CCG-EPI-10, CCG-EPC-04, A49: only in the Solver's own turn."""
    now = play(solving("steve past plague of-julie, steve past two", stops=QUIET), AnnounceCombat(JULIE))
    assert card(now, "two").substance == 2


def test_what_episodes_forbid() -> None:
    """CCG-EPI-18, CCG-EPC-06: a bar of the zone where it lies."""
    now = play(solving("julie present silence of-steve, julie present two", stops=QUIET), AnnounceCombat(JULIE))
    assert now.bars == ((JULIE, "present", "support"),)


def test_what_episodes_leave_to_be_answered_comes_before_the_defender() -> None:
    """CCG-EPI-18, CCG-SUP-07, CCG-COM-02: first whoever may keep a card, then the defender's preparation."""
    start = solving("julie past plague of-steve, julie past frail, julie present two, steve present two")
    now = play(start.replace(hands={JULIE: ("yeti",), STEVE: ()}), AnnounceCombat(JULIE))
    assert now.window is not None
    assert (now.step, now.window.name, now.window.awaited) == ("combat", "doom", (JULIE,))
    after = play(now, Passed(JULIE))
    assert after.discards == {JULIE: ("frail",)}
    assert after.window is not None
    assert (after.step, after.window.name, after.window.awaited) == ("combat", "combat", (STEVE,))
    assert play(after, Passed(STEVE)).step == "attack"


def test_two_episodes_that_destroy() -> None:
    """CCG-EPI-18, CCG-CRE-10: what the first one leaves to be answered is not forgotten by the second."""
    start = solving(
        "julie past plague of-steve, julie past frail, julie present plague of-steve, julie present frail, "
        "steve present two",
        hands={JULIE: "yeti"},
    )
    now = play(start, AnnounceCombat(JULIE), Passed(JULIE))
    assert sorted(now.discards[JULIE]) == ["frail", "frail"]
    assert [one.face for one in now.lying(side=JULIE)] == ["plague", "plague"]


def test_an_episode_that_hits() -> None:
    """CCG-EPI-18, CCG-GLO-10, CCG-WIN-01: it costs the Solver a Time card, and the last one loses."""
    start = solving("julie past raid of-steve, steve present two", stops=QUIET)
    now = play(start, AnnounceCombat(JULIE))
    assert now.lost == {JULIE: ("time-past",)}
    assert now.step == "attack"
    last = solving("julie past raid of-steve", times={JULIE: "past"}, stops=QUIET)
    over = play(last, AnnounceCombat(JULIE))
    assert (over.step, over.winners) == ("over", (STEVE,))


def test_an_episode_out_of_play_does_nothing() -> None:
    """CCG-GLO-13, A51."""
    now = play(solving("julie past plague of-steve out, julie past two", stops=QUIET), AnnounceCombat(JULIE))
    assert card(now, "two").substance == 2


def test_episodes_act_where_combat_was_not_announced() -> None:
    """CCG-EPI-18, CCG-COM-01: the turn was ended out of phase 1; recorded, they act all the same, and once."""
    start = solving("julie past raid of-steve, julie past two", stops=QUIET)
    found, now = stood(start, EndTurn(JULIE))
    assert found == ["CCG-COM-01"]
    assert now.lost == {JULIE: ("time-past",)}


def test_an_episode_puts_cards_out_of_play() -> None:
    """CCG-EPC-05, CCG-GLO-13, CCG-GEN-05: under itself; it takes the strongest."""
    start = solving("julie past pit of-steve, julie past frail, julie past two", stops=QUIET)
    now = play(start, AnnounceCombat(JULIE))
    assert [one.out for one in now.play] == [0, 0, 1]


def test_two_episodes_that_hit() -> None:
    """CCG-EPI-18, CCG-GLO-10: each costs a Time card; the Solver is asked once for both."""
    start = solving("julie past raid of-steve, julie future raid of-steve, julie present two, steve present two")
    now = play(start, AnnounceCombat(JULIE))
    assert now.window is not None
    assert (now.window.name, now.window.awaited) == ("hit", (JULIE,))
    after = play(now, Passed(JULIE))
    assert after.lost == {JULIE: ("time-past", "time-present")}
    assert after.window is not None
    assert (after.step, after.window.name) == ("combat", "combat")


def test_solving_with_cards_that_nobody_knows() -> None:
    """CCG-EPI-12, CCG-EPI-14: whether it is enough hangs in doubt; recorded, it is solved."""
    start = solving("julie past plot of-steve, julie past one, julie past three", stops=QUIET)
    for number, rules in ((2, ["CCG-EPI-14?", "CCG-EPI-14?"]), (1, ["CCG-EPI-12?", "CCG-EPI-14?"])):
        hidden = tuple(one.replace(face=UNKNOWN) if one.n == number else one for one in start.play)
        found, now = stood(start.replace(play=hidden), SolveEpisode(JULIE, 1, (2,)))
        assert found == rules
        assert [one.n for one in now.play] == [2, 3]
