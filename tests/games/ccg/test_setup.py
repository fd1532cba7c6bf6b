"""The card game, decks and set-up: the provisos of a deck, and what is laid out before the first turn."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from ccg_tables import JULIE, SEATS, STEVE, against, begun, cards_with, deck, lines, play, refused, started, stood
from scripted_chance import ScriptedChance
from table_play import effects

from events.errors import RefusedError, UnplayableError
from events.facts import UNKNOWN, Drawn, Revealed, Rolled, Shuffled
from projections.games.ccg.components.cards import Ability, Card
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.facts.effects import CardEntered, StepReached, TurnBegan
from projections.games.ccg.facts.moves import ChooseZone, SubmitDeck
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.decks import deck_objections
from projections.games.ccg.rules.setup import pile, retold, sort_deck, spot
from projections.games.ccg.state.position import Position
from replay.chance.fate import SeededChance

TIMES = ("time-past", "time-present", "time-future") * 2
WATCHERS = ("watcher-past", "watcher-present", "watcher-future")
WEIGHS = Ability(when="episode", what="damage", value="energy", amount=1, target="creature", every=True)
EPISODES = {
    f"told_{solve}": Card(name=f"Told {solve}", type="episode", solve=solve, does=(WEIGHS,)) for solve in (7, 8, 9)
}
DOCTORS = {f"doctor_{at}": Card(name=f"Doctor Who {at}", type="creature", labels=("doctor",)) for at in range(1, 4)}


def empty(**options: Any) -> Position:
    _, now = GAME.begin(started(**options), SeededChance(1))
    return now.replace(cards=cards_with(**EPISODES, **DOCTORS))


def submitted(*cards: str, **options: Any) -> list[str]:
    return against(empty(**options), SubmitDeck(JULIE, cards))


def without(*faces: str, instead: str = "") -> tuple[str, ...]:
    """The usual deck without one card of each of these faces, or with others instead."""
    left = list(deck())
    for face in faces:
        left.remove(face)
    return (*left, *(instead,) * len(faces)) if instead else tuple(left)


def test_a_hidden_deck_leaves_open_questions() -> None:
    """CCG-DEC-02 to CCG-DEC-06."""
    found = deck_objections(empty(), SubmitDeck(JULIE, (UNKNOWN,) * 60))
    assert [each.verdict for each in found] == [None] * len(found)
    assert [each.message.rpartition(", ")[2] for each in found] == ["and 60 cards of this one are hidden"] * len(found)
    assert {each.rule for each in found} == {"CCG-DEC-02", "CCG-DEC-04", "CCG-DEC-05", "CCG-DEC-06"}


@pytest.mark.parametrize(("options", "message"), [
    ({"first_player": "davros"}, 'first_player: no seat "davros"; seats are julie, steve'),
    ({"time_cards": 0}, "time_cards: 0 is not allowed: 3 to 60"), ({"time_cards": 7}, "time_cards: 7 is not allowed"),
    ({"time_cards": 63}, "time_cards: 63 is not allowed"),
    ({"turn_cap": -1}, "turn_cap: -1 is not allowed: 0 for none"), ({"watcher_energy": 2}, "watcher_energy"),
    ({"doctors": "all"}, "doctors"), ({"seats": 3}, "seats"),
])  # fmt: skip
def test_options_are_refused_by_name(options: dict[str, Any], message: str) -> None:
    """CCG-DEC-02, CCG-DEC-03."""
    with pytest.raises(RefusedError, match=message.replace("(", "[(]")):
        GAME.begin(started(**options), SeededChance(1))


def test_two_players_and_their_own_card_file() -> None:
    """CCG-OBJ-01."""
    with pytest.raises(RefusedError, match="takes 2 seats, not 3"):
        GAME.begin(msgspec.structs.replace(started(), seats=("a", "b", "c")), SeededChance(1))
    with pytest.raises(RefusedError, match='no file "zones" is taken; "cards" is'):
        GAME.begin(started(), SeededChance(1), {"zones": b"{}"})
    with pytest.raises(RefusedError, match="cards"):
        GAME.begin(started(), SeededChance(1), {"cards": b"{"})
    own = msgspec.json.encode({"card": {**SHIPPED.card, "told-7": EPISODES["told_7"]}, "starter": {}})
    _, now = GAME.begin(started(), SeededChance(1), {"cards": own})
    assert now.cards.card["told-7"].solve == 7


@pytest.mark.parametrize("energy", [0, 1])
def test_the_energy_of_the_watcher_is_agreed_on(energy: int) -> None:
    now = begun(watcher_energy=energy)
    assert {(card.energy, card.substance, card.support) for card in now.play} == {(energy, 1, 0)}
    assert now.cards.card["yeti"] == SHIPPED.card["yeti"]


def test_both_decks_are_awaited_in_any_order() -> None:
    """CCG-OBJ-02."""
    entries, now = GAME.begin(started(), SeededChance(1))
    assert effects(entries) == [StepReached("deck")]
    assert GAME.rules.status(now).awaited == SEATS
    for seats in (SEATS, SEATS[::-1]):
        first, waiting = lines(now, SubmitDeck(seats[0], deck()))
        assert len(first) == 1
        assert GAME.rules.status(waiting).awaited == (seats[1],)
        assert (waiting.turn, waiting.play, waiting.decks) == (0, (), {})
        assert play(waiting, SubmitDeck(seats[1], deck())).turn == 1


def test_both_decks_are_laid_out() -> None:
    """CCG-SET-01 to CCG-SET-08, CCG-STR-01, CCG-TIM-04."""
    waiting = play(empty(first_player=STEVE), SubmitDeck(STEVE, deck()))
    entries, now = lines(waiting, SubmitDeck(JULIE, deck()))
    kinds = [type(entry.fact) for entry in entries[1:]]
    one = [Shuffled, Revealed, CardEntered, CardEntered, CardEntered, Shuffled, Drawn]
    assert kinds == [*one, *one, TurnBegan, StepReached]
    assert [entry.rule for entry in entries if isinstance(entry.fact, TurnBegan)] == ["CCG-STR-02"]
    assert [(card.n, card.face, card.owner, card.side, card.zone) for card in now.play] == [
        (at * 3 + number, watcher, seat, seat, watcher.removeprefix("watcher-"))
        for at, seat in enumerate(SEATS)
        for number, watcher in enumerate(WATCHERS, 1)
    ]
    assert {card.turn for card in now.play} == {0}
    for seat in SEATS:
        assert sorted(now.times[seat]) == sorted(TIMES)
        assert (len(now.hands[seat]), len(now.decks[seat])) == (7, 60 - 6 - 3 - 7)
        whole = (*now.times[seat], *WATCHERS, *now.hands[seat], *now.decks[seat])
        assert Counter(whole) == Counter(deck())
        assert now.bonus_zone(seat) == now.times[seat][0].removeprefix("time-")
    assert (now.player, now.turn, now.round, now.step) == (STEVE, 1, 1, "zone")


def test_who_begins() -> None:
    """CCG-STR-02."""
    assert {begun(seed).player for seed in range(12)} == set(SEATS)
    assert {begun(seed, first_player=STEVE).player for seed in range(5)} == {STEVE}
    waiting = play(empty(), SubmitDeck(JULIE, deck()))
    entries, now = lines(waiting, SubmitDeck(STEVE, deck()), ScriptedChance(2))
    assert isinstance(entries[1].fact, Rolled)
    assert (now.first, retold(now), retold(waiting)) == (STEVE, {"first_player": STEVE}, {})


def test_nothing_is_played_before_both_decks_are_down() -> None:
    """CCG-STR-03, CCG-SET-04."""
    waiting = play(empty(), SubmitDeck(JULIE, deck()))
    with pytest.raises(UnplayableError, match="deck"):
        lines(waiting, ChooseZone(JULIE, "past"))
    assert refused(waiting, SubmitDeck(JULIE, deck())) == "CCG-OBJ-02"
    assert refused(begun(), SubmitDeck(STEVE, deck())) == "CCG-OBJ-02"
    again, later = stood(begun(), SubmitDeck(STEVE, deck()))
    assert (again, later.turn, len(later.play)) == (["CCG-OBJ-02"], 1, 6)


@pytest.mark.parametrize("time_cards", [3, 9, 12])
def test_a_longer_game(time_cards: int) -> None:
    """CCG-LNG-01, CCG-LNG-02."""
    now = begun(time_cards=time_cards)
    for seat in SEATS:
        assert Counter(now.times[seat]) == dict.fromkeys(set(TIMES), time_cards // 3)
    assert submitted(*deck(), time_cards=time_cards) == ["CCG-DEC-02"]


PLAIN = tuple(face for face in deck(size=70) if "doctor" not in SHIPPED.card[face].labels)
FOUR = (*PLAIN, "doctor-1", "doctor-1", "doctor-2", "doctor-3")


@pytest.mark.parametrize(("cards", "options", "found"), [
    (deck(size=55), {}, []), (deck(size=54), {}, ["CCG-DEC-01"]), ((), {}, ["CCG-DEC-01", "CCG-DEC-02", "CCG-DEC-04"]),
    (without("time-past", instead="time-future"), {}, ["CCG-DEC-03"]),
    (without("time-past", instead="zarbi"), {}, ["CCG-DEC-02", "CCG-DEC-03", "CCG-DEC-05"]),
    ((*deck(), "time-past", "time-present", "time-future"), {}, ["CCG-DEC-02"]),
    (without("watcher-future", instead="watcher-past"), {}, ["CCG-DEC-04"]),
    ((*deck(), "watcher-past", "watcher-past", "watcher-past"), {}, []), ((*deck(), "yeti"), {}, ["CCG-DEC-05"]),
    ((*deck(), *("watcher-past",) * 4), {}, ["CCG-DEC-05"]),
    (deck(size=70, time_cards=18)[:70], {"time_cards": 18}, []),
    *((FOUR, {"doctors": doctors}, []) for doctors in ("distinct", "one_each", "one")),
    ((*FOUR, "doctor-3"), {"doctors": "distinct"}, []), ((*FOUR, "doctor-3"), {"doctors": "one_each"}, ["CCG-DEC-05"]),
    ((*FOUR, "doctor-3"), {"doctors": "one"}, ["CCG-DEC-05"]),
    ((*deck(), "told-9", "told-9", "told-8"), {}, ["CCG-DEC-06"]), ((*deck(), "told-9", "told-9", "told-7"), {}, []),
])  # fmt: skip
def test_deck_keeps_its_provisos(cards: tuple[str, ...], options: dict[str, Any], found: list[str]) -> None:
    """T-CCG-53, T-CCG-54, A35, A36, A37."""
    assert deck().count("yeti") == 4
    assert submitted(*cards, **options) == found


@pytest.mark.parametrize("cards", [("dalek-hovercraft", *deck()), ("zarbi",) * 401])
def test_refuses_an_impossible_deck(cards: tuple[str, ...]) -> None:
    with pytest.raises(UnplayableError):
        stood(empty(), SubmitDeck(JULIE, cards))


def test_a_hidden_deck_leaves_its_provisos_in_doubt() -> None:
    unseen = ("?",) * 60
    doubts = ["CCG-DEC-02?", "CCG-DEC-05?", "CCG-DEC-04?", "CCG-DEC-06?"]
    assert submitted(*unseen) == doubts
    assert submitted(*unseen[:50]) == ["CCG-DEC-01", *doubts]
    assert submitted("time-past", "time-past", "time-past", *unseen) == [
        "CCG-DEC-02?", "CCG-DEC-03", "CCG-DEC-05?", "CCG-DEC-04?", "CCG-DEC-06?",
    ]  # fmt: skip
    assert submitted(*deck()[:-1], "?") == ["CCG-DEC-05?", "CCG-DEC-06?"]
    fate = ScriptedChance(1, items=("time-past", "time-future"))
    _, now = stood(empty(), SubmitDeck(JULIE, unseen), SubmitDeck(STEVE, unseen), fate=fate)
    assert [card.n for card in now.play] == [1, 2, 3, 4, 5, 6]
    for seat, top in zip(SEATS, ("time-past", "time-future"), strict=True):
        assert now.times[seat] == (top, *("?",) * 5)
        assert (len(now.hands[seat]), len(now.decks[seat])) == (7, 60 - 6 - 3 - 7)
    assert now.player == JULIE


def test_a_deck_of_which_some_cards_are_known() -> None:
    now = empty().replace(lists={JULIE: ("time-past", "yeti", "watcher-past", *("?",) * 10)})
    times, watchers, rest = sort_deck(now, JULIE)
    assert times == ("time-past", *("?",) * 5)
    assert watchers == WATCHERS
    assert rest == ("yeti", "?", "?", "?")


def test_a_recorded_deck_against_the_provisos_is_laid_out() -> None:
    bad = (*TIMES, "time-past", "watcher-past", "watcher-present", "yeti", "yeti")
    found, now = stood(
        empty(first_player=JULIE), SubmitDeck(JULIE, bad), SubmitDeck(STEVE, deck()), fate=SeededChance(1)
    )
    assert found == ["CCG-DEC-01", "CCG-DEC-02", "CCG-DEC-03", "CCG-DEC-04"]
    assert len(now.times[JULIE]) == 7
    assert (now.hands[JULIE], now.decks[JULIE]) == (("yeti", "yeti"), ())
    assert [card.face for card in now.lying(side=JULIE)] == ["watcher-past", "watcher-present"]
    nothing, bare = stood(
        empty(first_player=JULIE), SubmitDeck(JULIE, ()), SubmitDeck(STEVE, deck()), fate=SeededChance(1)
    )
    assert "CCG-DEC-01" in nothing
    assert (bare.turn, bare.hands.get(JULIE, ()), len(bare.play)) == (1, (), 3)


def test_piles_and_places() -> None:
    now = begun()
    assert pile(now, "deck-julie") == now.decks[JULIE]
    assert pile(now, "time-steve") is None
    assert pile(now, "deck-davros") is None
    assert [spot("time-julie", place) for place in ("1", "6", "0", "x", "61")] == [0, 5, None, None, None]
    assert spot("deck-julie", "1") is None
