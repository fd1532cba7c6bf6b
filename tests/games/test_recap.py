"""Texts about a turn in all games: its recap, the totals that people compare, a seat's own cards, and the charts."""

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import pytest
from ccg_views import CROWD as CCG
from ccg_views import SPARE, J, S
from daleks_adventures import facing
from daleks_tables import JULIE, KIM, STEVE
from daleks_tables import lines as daleks_lines
from daleks_tables import table as daleks_table
from daleks_views import CROWD as DALEKS
from keys_board import board
from keys_board import lines as keys_lines
from players import quick
from risk_views import field

from events.facts import Fact, Passed
from projections.drawing.chart import chart_svg
from projections.games.ccg.facts import combat_effects as c
from projections.games.ccg.facts import effects as f
from projections.games.ccg.facts import moves as m
from projections.games.daleks.facts import effects as df
from projections.games.daleks.facts import moves as dm
from projections.games.keys import facts as k
from projections.games.risk import facts as r
from projections.shelf import shelf

VIEWS = {slug: import_module(f"{slug}_views") for slug in shelf()}
KEYS = board("draw", open_doors="c1", pawns={"nine": "c1", "ten": "e5"}, hands={"nine": "key-blue sonic sonic"})
FAR = board("move", open_doors="c6", kinds={"c7": "open"}, pawns={"nine": "c6"})
RISK = field("russia K4, scandinavia Y2, peru n1 3, ural K1, india O2").replace(turn=7, player="black")
RICH = RISK.replace(
    armies=("black", "yellow", "n1"), clara=6, tardis="egypt", hands={"black": ("peru", "japan")},
    missions={"black": ("vampires",)}, powers={"black": ("console",)}, defeated=("n1",),
)  # fmt: skip
MEADOW = daleks_table("prepare", hands={JULIE: "jelly-babies"}, earth=("silurians", "?", "?"))
ADVENTURE = DALEKS.adventure
assert ADVENTURE is not None
EARLY = DALEKS.replace(stack=(ADVENTURE.replace(pools=(), helper="", manner=""),))
ATTACK, SECOND = (
    r.BattleBegun("black", "orange", "ural", "india", 1),
    r.BattleBegun("black", "yellow", "russia", "scandinavia", 3),
)

FIGHT = (
    m.ChooseZone(S, "present"), m.DrawCard(S), m.PlayCard(S, "bok"), f.CardEntered(11, "bok", S, S, "present"),
    m.AnnounceCombat(S), m.Attack(S, 8, 2), c.AttackBegun(8, 2), m.PlayFlash(J, "brain-transformer", (2,)),
    m.GiveSupport(J, 10, 2, "substance"), f.ValuesSet(2, 1, 2, 1), c.CombatEnded("draw"), f.CardSided(8, S),
    m.DrawBonus(S),
)  # fmt: skip
HIT = (
    m.ChooseZone(S, "past"), m.Attack(S, 8), c.AttackBegun(8), m.DeclineCombat(J), c.CombatantNamed(0),
    m.MakeHit(S), c.TimeCardLost(J, "time-future"), c.HitsOver(again=False), c.CombatEnded("no-outcome"),
    f.CardDiscarded(8, "destroyed"), f.StepMissed("draw"), f.GameEnded((S,), "time cards"),
)  # fmt: skip
CONQUEST = (
    r.DaleksPlaced("russia", 3), SECOND, r.DaleksLost("russia", 1), r.DaleksLost("scandinavia", 2),
    r.TerritoryTaken("scandinavia", "black", 3), r.DaleksMoved("russia", "scandinavia", 3),
    r.BattleEnded("conquest"),
)  # fmt: skip


def recap(slug: str, now: Any, facts: Sequence[Fact]) -> str | None:
    game, steps = shelf()[slug], list[Any]()
    for fact in facts:
        after = game.rules.reducer(now, fact)
        steps.append((fact, now, after))
        now = after
    found = game.view.recap(steps)
    return None if found is None else " ".join(found)


def facts_of(now: Any, *moves: Any) -> list[Fact]:
    """The facts of legal moves in Keys to the TARDIS or Time of the Daleks."""
    facts = list[Fact]()
    for move in moves:
        entries, now = (keys_lines if hasattr(now, "tunnels") else daleks_lines)(now, move)
        facts += [entry.fact for entry in entries]
    return facts


def resolved(now: Any) -> list[Fact]:
    """Resolving, and no one plays a card before."""
    after = daleks_lines(now, dm.Resolve(JULIE))[1]
    awaited = after.window.awaited if after.window else ()
    return facts_of(now, dm.Resolve(JULIE), *(Passed(seat) for seat in awaited))


@pytest.mark.parametrize(
    ("slug", "now", "facts", "sentences"),
    [
        (
            "ccg",
            SPARE,
            FIGHT,
            (
                "Steve plays Bok in the Present, attacks Julie's Watcher (Present) with Yeti and draws the bonus "
                "card. Julie uses Brain Transformer and U.N.I.T. Corporal. Steve's Yeti (2/2) and Julie's Watcher "
                "(Present) (1/2) draw."
            ),
        ),
        (
            "ccg",
            SPARE,
            HIT,
            (
                "Steve chooses the Past and attacks with Yeti. Julie names no main combatant. Julie loses a Future "
                "Time card and has 5 Time cards left. Steve's Yeti is destroyed and goes to Steve's discard pile. "
                "Drawing a card was passed over. The game is over (time cards): Steve wins."
            ),
        ),
        (
            "ccg",
            SPARE,
            [m.PlayEpisode(S, "inferno", "past"), m.NameCombatant(J, 3)],
            "Steve plays the Episode Inferno in the Past. Julie defends with The Watcher (Future).",
        ),
        (
            "ccg",
            CCG,
            [m.SolveEpisode(S, 38, ()), m.UseSpecial(S, 9)],
            "Steve solves City of Death and uses Terileptil.",
        ),
        (
            "ccg",
            SPARE,
            [m.EndTurn(S), m.ChooseZone(S, "past"), f.TurnBegan(J, 5, 3), m.ChooseZone(J, "future")],
            "Steve chooses the Past. Julie chooses the Future.",
        ),
        ("ccg", SPARE.replace(turn=0), [m.SubmitDeck(S, ("?",))], ""),
        (
            "daleks",
            MEADOW,
            facts_of(MEADOW, dm.PlayTimey(JULIE, "jelly-babies"), dm.Travel(JULIE, 1, 0)),
            (
                "Julie plays Jelly Babies and goes to Earth Past. The Adventure of Julie at Earth Past against The "
                "Silurians asks for Running, Strength and Diplomacy."
            ),
        ),
        (
            "daleks",
            daleks_table(),
            [df.ConsolesSwapped(seats=(JULIE, STEVE), doctors=("twelfth", "first"))],
            "All Doctors regenerate: Julie is the Twelfth Doctor and Steve is the First Doctor.",
        ),
        ("daleks", MEADOW, [], None),
        ("daleks", VIEWS["daleks"].NOBODY, [df.StepReached("travel")], None),
        ("keys", KEYS, facts_of(KEYS, k.DrawCard("nine")), ""),
        (
            "keys",
            KEYS,
            facts_of(KEYS, k.DrawCard("nine"), k.PlayKey("nine", "blue", "c2", "open"), k.MovePawn("nine", "c2")),
            (
                "Nine opens c2 with a blue Key: an Open Door. c2 turns out to be a blue Open Door. Nine moves from c1 "
                "to c2."
            ),
        ),
        (
            "keys",
            FAR,
            facts_of(FAR, k.MovePawn("nine", "c7")),
            "Nine moves from c6 to c7. Nine reaches c7 at the far edge and wins.",
        ),
        (
            "risk",
            RISK,
            CONQUEST,
            "Black places 3 Daleks, takes Scandinavia and loses 1; Yellow loses 2.",
        ),
        ("risk", RISK, [ATTACK, r.DaleksLost("ural", 1)], "Black attacks India without taking it and loses 1."),
        ("risk", RISK, [ATTACK, SECOND, ATTACK], "Black attacks India and Scandinavia without taking them."),
        ("risk", RISK, [r.DaleksLost("peru", 2)], "Neutral 1 loses 2."),
        (
            "risk",
            RISK,
            [r.Manoeuvre("black", "russia", "ural", 2), r.ClaraAdvanced(6)],
            "Black manoeuvres 2 Daleks from Russia to Ural. Clara advances to the Sixth Doctor.",
        ),
        (
            "risk",
            RISK,
            [r.ArmyDefeated("yellow"), r.GameEnded(("black",), "domination")],
            (
                "Yellow holds no territory any more and is defeated. The game is over (domination): Black wins, "
                "holding 2 territories."
            ),
        ),
        (
            "risk",
            RISK,
            [r.DaleksPlaced("russia", 1), r.TurnBegan("yellow", 8, 3), r.DaleksPlaced("scandinavia", 4)],
            "Black places 1 Dalek. Yellow places 4 Daleks.",
        ),
        ("risk", RISK.replace(turn=0), [r.DaleksPlaced("russia", 1)], ""),
    ],
)
def test_recap_of_a_stretch(slug: str, now: Any, facts: Sequence[Fact], sentences: str | None) -> None:
    assert recap(slug, now, facts) == sentences


@pytest.mark.parametrize(
    ("won", "sentences"),
    [
        (
            True,
            (
                "The Adventure of Julie at The Orient Express against Sutekh succeeds. Julie's TARDIS goes from space "
                "IV (Earth) to space VI."
            ),
        ),
        (
            False,
            (
                "The Adventure of Julie at The Orient Express against Sutekh fails, for want of Cunning, Diplomacy, 2 "
                "Tactics and 2 Science. The Dalek Ship goes from space II to space IV (Earth); Dalek markers: 1 "
                "placed, 1 out."
            ),
        ),
    ],
)
def test_recap_of_an_adventure(*, won: bool, sentences: str) -> None:
    now = facing(won=won)
    assert (recap("daleks", now, resolved(now)) or "").startswith(sentences)


@pytest.mark.parametrize(
    ("now", "sentence"),
    [
        (
            DALEKS,
            (
                "The Adventure of Julie, helped by Steve, at The Orient Express against Sutekh stands at 5 of 6 met,"
                " missing Science."
            ),
        ),
        (
            EARLY,
            (
                "The Adventure of Julie at The Orient Express against Sutekh asks for Cunning, Diplomacy, 2 Tactics"
                " and 2 Science."
            ),
        ),
    ],
)
def test_recap_of_an_adventure_under_way(now: Any, sentence: str) -> None:
    assert sentence in list(shelf()["daleks"].view.recap([(Passed(KIM), now, now)]) or ())


@pytest.mark.parametrize("slug", shelf())
def test_recap_of_a_random_game_is_sentences(slug: str) -> None:
    (_, now), *groups = quick(slug, 2, 5)
    said = list[str]()
    for entries, after in groups:
        said.append(recap(slug, now, [entry.fact for entry in entries]) or "")
        now = after
    assert any(said)
    assert all(re.fullmatch(r"(\w.*\.)?", sentence) for sentence in said)
    assert slug != "ccg" or "The game is over" in said[-1]


HELD = KEYS.replace(held={"ten": 2}, pawns={"nine": "out", "ten": "e5"})


@pytest.mark.parametrize(
    ("slug", "now", "totals"),
    [
        (
            "ccg",
            CCG,
            (
                "Julie 6 Time cards (bonus Future), 7 in hand, 20 in play; Steve 5 Time cards (bonus Present), 6 in "
                "hand, 20 in play; chosen zone Present"
            ),
        ),
        ("ccg", VIEWS["ccg"].NOBODY, ""),
        (
            "daleks",
            DALEKS,
            (
                "Julie IX, 5 tokens, 3 Companions, 4 cards; Steve IX, 1 token, 1 Companion, 4 cards; Kim IV (Earth), "
                "0 tokens, 3 Companions, 0 cards; Lee IV (Earth), 2 tokens, 1 Companion, 2 cards; Dalek Ship IX; 4 "
                "Dalek markers out"
            ),
        ),
        ("keys", KEYS, "Nine on c1, 3 cards; Ten on e5, 3 cards; draw pile 9; discards 0"),
        (
            "keys",
            HELD,
            (
                "Nine outside at the south edge, 3 cards; Ten on e5, held for 2 more turns, 3 cards; draw pile 9; "
                "discards 0"
            ),
        ),
        (
            "risk",
            RICH,
            (
                "Black 2 territories, 5 Daleks, 4 cards; Yellow 1 territory, 2 Daleks; Neutral 1 defeated; Clara with "
                "the Sixth Doctor; TARDIS in Egypt"
            ),
        ),
    ],
)
def test_totals_do_not_depend_on_hidden_cards(slug: str, now: Any, totals: str) -> None:
    hidden = {
        name: {seat: ("?",) * len(row) for seat, row in getattr(now, name).items()}
        for name in ("hands", "missions", "powers")
        if hasattr(now, name)
    }
    for each in (now, now.replace(**hidden)):
        assert "; ".join(shelf()[slug].view.totals(each)) == totals


@pytest.mark.parametrize(
    ("slug", "now", "seat", "said"),
    [
        ("ccg", CCG, S, "Hand: 6 unknown cards"),
        ("ccg", VIEWS["ccg"].NOBODY, J, ""),
        (
            "daleks",
            DALEKS,
            JULIE,
            (
                "Hand: K-9, Timescoop and 2 unknown cards; K-9: Event, Adventure, 1 token: adds a black, green, blue "
                "or red die; Timescoop: Event, Adventure, 1 token: adds a green, blue or red die"
            ),
        ),
        ("daleks", DALEKS, KIM, ""),
        ("keys", KEYS, "nine", "Cards: a blue Key and 2 Sonic Screwdrivers"),
        ("keys", KEYS.replace(hands={}), "nine", ""),
        (
            "risk",
            RICH,
            "black",
            (
                "Territory Cards: Peru*, Japan**; Mission Cards: the Vampires (Southern Europe, pays 2); Power Cards: "
                "A Nudge At The Console"
            ),
        ),
        ("risk", RICH, "yellow", ""),
    ],
)
def test_hand_is_listed_for_its_owner(slug: str, now: Any, seat: str, said: str) -> None:
    assert "; ".join(shelf()[slug].view.hand(now, seat)) == said


def test_ccg_hand_says_what_each_card_does() -> None:
    row, *cards = shelf()["ccg"].view.hand(CCG, J)
    names = ("Dalek", "Brain Transformer", "Zarbi", "The War Games", "Doctor Who IV", "Force Field")
    assert row == f"Hand: {', '.join(names)} and 1 unknown card"
    assert [line.partition(":")[0] for line in cards] == list(names)
    for start in (
        "Zarbi: Future Creature (Alien) 1/1/0",
        "Force Field: Resource; Side it: +2 Substance for any Creature in the zone until the turn ends",
        "The War Games: Episode solve 9; until it is solved: ",
        "Doctor Who IV: Timeless Creature (Time Lord) 3/3/1; Unique; Side it: ",
    ):
        assert any(line.startswith(start) for line in cards), start


@pytest.mark.parametrize("slug", shelf())
def test_impossible_positions_have_totals_hands_and_charts(slug: str) -> None:
    view = shelf()[slug].view
    for now in (VIEWS[slug].NOBODY, VIEWS[slug].ODD):
        totals = list(view.totals(now))
        assert len(totals) >= len(getattr(now, "armies", ()) or now.seats)
        assert all(said.isprintable() for said in totals)
        for seat in (*now.seats, "nobody"):
            kinds = [getattr(now, name, {}).get(seat) for name in ("hands", "missions", "powers")]
            hand = list(view.hand(now, seat))
            assert bool(hand) == any(kinds)
            assert all(said.isprintable() for said in hand)
        for chart in view.charts:
            assert chart_svg(chart, [(1, now)])
            assert chart.inks is None or set(chart.series(now)) <= set(chart.inks(now))


def test_charts_count_what_people_compare() -> None:
    series = [chart.series(CCG) for chart in shelf()["ccg"].view.charts]
    assert series == [{"Julie": 6, "Steve": 5}, {"Julie": 7, "Steve": 6}, {"Julie": 20, "Steve": 20}]
    for chart in shelf()["ccg"].view.charts:
        assert chart_svg(chart, [(1, SPARE), (2, CCG)]).startswith("<svg")
    race = shelf()["daleks"].view.charts[0]
    assert race.series(DALEKS) == {"Julie": 9, "Steve": 9, "Kim": 4, "Lee": 4, "Dalek Ship": 9}
    assert race.inks is not None
