"""The card game: the rulebook's example game, its first five turns, by their numbered cases."""

from collections.abc import Sequence
from typing import Any

from ccg_tables import JULIE, SEATS, STEVE, card, cards_with, deck, faces, lines, play, refused, started, turn_to
from scripted_chance import ScriptedChance
from table_play import effects

from events.facts import Passed
from projections.games.ccg.components.cards import Card
from projections.games.ccg.facts import moves as m
from projections.games.ccg.facts.effects import (
    CardStood,
    ValuesSet,
)
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import Position

TOLD = Card(name="Told", type="episode", solve=3)
CARDS = cards_with(told=TOLD)
JULIES = ("zarbi", "unit-corporal", "menoptera", "ice-warrior", "brain-transformer", "force-field", "bok")
STEVES = ("yeti", "sidrat", "bok", "zarbi", "zarbi", "force-field", "menoptera")
TIMES = (
    ("time-future", "time-future", "time-past", "time-past", "time-present", "time-present"),
    ("time-present", "time-present", "time-past", "time-past", "time-future", "time-future"),
)
PASS = {seat: Passed(seat) for seat in SEATS}
J1 = (*turn_to(JULIE, "future", "zarbi"), PASS[STEVE], m.DrawBonus(JULIE))
S2 = (*turn_to(STEVE, "present", "yeti", "sidrat"), PASS[JULIE], m.EndTurn(STEVE))
J3 = (*turn_to(JULIE, "present", "unit-corporal"), PASS[STEVE], m.EndTurn(JULIE))
S4 = (*turn_to(STEVE, "present", "bok"), PASS[JULIE])
J5 = (m.StandCards(JULIE), *turn_to(JULIE, "future", "menoptera", "ice-warrior"), PASS[STEVE], m.EndTurn(JULIE))


def rest(first: Sequence[str]) -> tuple[str, ...]:
    """A deck without Time cards and Watchers, with these cards on top."""
    left = [face for face in deck() if not face.startswith(("time-", "watcher-"))]
    for face in first:
        left.remove(face)
    return (*first, *left)


def example(*moves: Any) -> Position:
    """The example game up to some point."""
    orders = (TIMES[0], rest(JULIES), TIMES[1], rest(STEVES))
    fate = ScriptedChance(orders=orders)
    _, now = GAME.begin(started(first_player=JULIE), fate)
    return play(now, m.SubmitDeck(JULIE, deck()), m.SubmitDeck(STEVE, deck()), *moves, fate=fate)


def hands(now: Position) -> tuple[int, int]:
    return len(now.hands[JULIE]), len(now.hands[STEVE])


def fought() -> Position:
    """The fight of the fourth turn, to its end."""
    now = example(*J1, *S2, *J3, *S4)
    watcher = card(now, "watcher-present", JULIE).n
    return play(
        now, m.Attack(STEVE, card(now, "yeti").n, watcher), m.PlayFlash(JULIE, "brain-transformer", (watcher,)),
        m.GiveSupport(JULIE, card(now, "unit-corporal").n, watcher, "substance"), PASS[STEVE], PASS[JULIE],
    )  # fmt: skip


def test_cases_20_to_22() -> None:
    """CCG-20, CCG-EXR-01."""
    now = example(*J1)
    assert faces(now, "future", JULIE) == ["watcher-future", "zarbi"]
    assert not any(lying.sided for lying in now.play)
    assert hands(now) == (8, 7)
    assert (now.player, now.turn, now.round, now.step) == (STEVE, 2, 1, "zone")
    now = example(*turn_to(JULIE, "future", "zarbi", announced=False)).replace(cards=CARDS)
    now = now.replace(hands={**now.hands, JULIE: (*now.hands[JULIE], "told")})
    assert refused(now, m.PlayEpisode(JULIE, "told", "past")) == "CCG-EPI-03"
    now = play(now, m.AnnounceCombat(JULIE), PASS[STEVE])
    assert refused(now, m.Attack(JULIE, card(now, "zarbi").n)) == "CCG-COM-08"


def test_cases_23_to_27() -> None:
    """CCG-23, CCG-24, CCG-PREP-10, CCG-EXR-02."""
    now = example(*J1, *S2)
    assert faces(now, "present", STEVE) == ["watcher-present", "yeti", "sidrat"]
    assert hands(now) == (8, 6)
    before = example(*J1, *S2[:-1])
    assert refused(before, m.Attack(STEVE, card(before, "yeti").n)) == "CCG-COM-08"
    assert refused(before, m.DrawBonus(STEVE)) == "CCG-BON-02"
    now = example(*J1, *S2, *J3)
    assert faces(now, "present", JULIE) == ["watcher-present", "unit-corporal"]
    assert hands(now) == (8, 6)
    played = example(*J1, *S2, *J3[:3])
    assert refused(played, m.PlayCard(JULIE, "bok")) == "CCG-PREP-09"
    assert refused(example(*J1, *S2, *J3[:-1]), m.DrawBonus(JULIE)) == "CCG-BON-01"
    now = example(*J1, *S2, *J3, *S4)
    assert faces(now, "present", STEVE) == ["watcher-present", "yeti", "sidrat", "bok"]
    assert now.step == "attack"


def test_cases_29_to_31() -> None:
    """CCG-31, CCG-EXR-10."""
    now = fought()
    assert [card(now, *named).sided for named in (("yeti",), ("watcher-present", JULIE), ("unit-corporal",))] == [
        True, False, True,
    ]  # fmt: skip
    assert hands(play(now, m.DrawBonus(STEVE))) == (7, 7)
    now = fought()
    watcher = card(now, "watcher-present", JULIE)
    assert (watcher.energy, watcher.substance, watcher.support) == (1, 2, 1)
    entries, after = lines(now, m.DrawBonus(STEVE))
    assert [effect for effect in effects(entries) if isinstance(effect, ValuesSet)] == [ValuesSet(watcher.n, 1, 1, 0)]
    back = card(after, "watcher-present", JULIE)
    assert (back.changes, back.supporters) == ((), ())
    assert [card(after, face).energy for face in ("yeti", "bok")] == [2, 1]
    now = play(fought(), m.DrawBonus(STEVE))
    assert now.step == "stand"
    entries, stands = lines(now, m.StandCards(JULIE))
    assert [effect for effect in effects(entries) if isinstance(effect, CardStood)] == [
        CardStood(card(now, "unit-corporal").n)
    ]
    now = play(stands, *J5[1:])
    assert faces(now, "future", JULIE) == ["watcher-future", "zarbi", "menoptera", "ice-warrior"]
    assert hands(now) == (6, 7)
    assert {len(row) for row in now.times.values()} == {6}
    assert [len(now.decks[seat]) for seat in SEATS] == [44 - 4, 44 - 3]
    assert card(now, "yeti").sided
    assert (now.player, now.turn, now.round, now.step) == (STEVE, 6, 3, "stand")
