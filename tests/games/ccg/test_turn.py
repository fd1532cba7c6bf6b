"""Decks, set-up and a turn of the card game: cards that Stand, zone, draw, play, bonus card, end."""

from collections import Counter
from typing import Any

import ccg_tables as t
import msgspec
import pytest
from ccg_tables import JULIE, SEATS, STEVE, begun, card, deck, faces, lines, play, refused, started, stood, table
from table_play import ScriptedChance, effects

from events.errors import RefusedError, UnplayableError
from events.events import Drawn, Passed, Revealed, Rolled, Shuffled
from projections.draft import DeclaredResults
from projections.games.ccg.components.cards import Ability, Card
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.events import effects as fx, moves as m
from projections.games.ccg.events.combat_effects import TimeCardLost
from projections.games.ccg.events.effects import CardEntered, StepReached, TurnBegan
from projections.games.ccg.events.moves import ChooseZone, SubmitDeck
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.preparation import play_card_conflicts
from projections.games.ccg.rules.setup import dealt_options, pile, sort_deck, spot
from projections.games.ccg.state.position import Change, Position
from projections.window import Window
from replay.chance.random_source import SeededChance

TIMES = ("time-past", "time-present", "time-future") * 2
WATCHERS = ("watcher-past", "watcher-present", "watcher-future")
WEIGHS = Ability(when="episode", what="damage", value="energy", amount=1, target="creature", every=True)
EPISODES = {f"told_{solve}": Card(f"Told {solve}", "episode", solve=solve, does=(WEIGHS,)) for solve in (7, 8, 9)}
THREE_DOCTORS = {f"doctor_{at}": Card(f"Doctor Who {at}", "creature", labels=("doctor",)) for at in range(1, 4)}
PLAIN = [face for face in deck(size=70) if "doctor" not in SHIPPED.card[face].labels]
FOUR = (*PLAIN, "doctor-1", "doctor-1", "doctor-2", "doctor-3")


def empty(**options: Any) -> Position:
    _, now = GAME.begin(started(**options), SeededChance(1))
    return now.replace(cards=t.cards_with(**EPISODES, **THREE_DOCTORS))


def submitted(*cards: str, **options: Any) -> list[str]:
    return t.against(empty(**options), SubmitDeck(JULIE, cards))


def without(*faces: str, instead: str = "") -> tuple[str, ...]:
    """The usual deck without one card of each of these faces, or with others instead."""
    left = list(deck())
    for face in faces:
        left.remove(face)
    return (*left, *(instead,) * len(faces)) if instead else tuple(left)


@pytest.mark.parametrize(("options", "message"), [
    ({"first_player": "davros"}, 'first_player: "davros" is not a seat. Seats: julie, steve'),
    ({"time_cards": 0}, "time_cards must be a multiple of 3 from 3 to 60, not 0"),
    ({"time_cards": 7}, "multiple of 3 from 3 to 60, not 7"),
    ({"time_cards": 63}, "multiple of 3 from 3 to 60, not 63"),
    ({"turn_cap": -1}, "turn_cap must be 0 for no last turn, or a number of turns, not -1"),
    ({"watcher_energy": 2}, "watcher_energy"),
    ({"doctors": "all"}, "doctors"), ({"seats": 3}, "seats"),
])  # fmt: skip
def test_refuses_invalid_options_by_name(options: dict[str, Any], message: str) -> None:
    """CCG-DEC-02, CCG-DEC-03."""
    with pytest.raises(RefusedError, match=message.replace("(", "[(]")):
        GAME.begin(started(**options), SeededChance(1))


def test_requires_two_players_and_accepts_a_custom_card_file() -> None:
    """CCG-OBJ-01."""
    with pytest.raises(RefusedError, match="needs 2 seats, not 3"):
        GAME.begin(msgspec.structs.replace(started(), seats=("a", "b", "c")), SeededChance(1))
    with pytest.raises(RefusedError, match='"zones" is not a file of this game'):
        GAME.begin(started(), SeededChance(1), {"zones": b"{}"})
    with pytest.raises(RefusedError, match="cards"):
        GAME.begin(started(), SeededChance(1), {"cards": b"{"})
    own = msgspec.json.encode({"card": {**SHIPPED.card, "told-7": EPISODES["told_7"]}, "starter": {}})
    _, now = GAME.begin(started(), SeededChance(1), {"cards": own})
    assert now.cards.card["told-7"].solve == 7


@pytest.mark.parametrize("energy", [0, 1])
def test_an_option_sets_the_energy_of_the_watcher(energy: int) -> None:
    now = begun(watcher_energy=energy)
    assert {(card.energy, card.substance, card.support) for card in now.play} == {(energy, 1, 0)}
    assert now.cards.card["yeti"] == SHIPPED.card["yeti"]


def test_both_decks_are_laid_out() -> None:
    """CCG-SET-01 to CCG-SET-08, CCG-STR-01, CCG-TIM-04."""
    entries, now = lines(play(empty(first_player=STEVE), SubmitDeck(STEVE, deck())), SubmitDeck(JULIE, deck()))
    kinds = [type(entry.event) for entry in entries[1:]]
    one = [Shuffled, Revealed, CardEntered, CardEntered, CardEntered, Shuffled, Drawn]
    assert kinds == [*one, *one, TurnBegan, StepReached]
    assert [entry.rule for entry in entries if isinstance(entry.event, TurnBegan)] == ["CCG-STR-02"]
    assert [(card.n, card.face, card.owner, card.side, card.zone) for card in now.play] == [
        (at * 3 + number, watcher, seat, seat, watcher.removeprefix("watcher-"))
        for at, seat in enumerate(SEATS)
        for number, watcher in enumerate(WATCHERS, 1)
    ]
    assert {card.turn for card in now.play} == {0}
    for seat in SEATS:
        assert sorted(now.times[seat]) == sorted(TIMES)
        assert (len(now.hands[seat]), len(now.decks[seat])) == (7, 60 - 6 - 3 - 7)
        assert Counter((*now.times[seat], *WATCHERS, *now.hands[seat], *now.decks[seat])) == Counter(deck())
        assert now.bonus_zone(seat) == now.times[seat][0].removeprefix("time-")
    assert (now.player, now.turn, now.round, now.step) == (STEVE, 1, 1, "zone")


def test_both_seats_submit_decks_and_a_roll_picks_who_begins() -> None:
    """CCG-OBJ-02, CCG-STR-02."""
    entries, now = GAME.begin(started(), SeededChance(1))
    assert effects(entries) == [StepReached("deck")]
    assert GAME.rules.status(now).awaited == SEATS
    for seats in (SEATS, SEATS[::-1]):
        first, waiting = lines(now, SubmitDeck(seats[0], deck()))
        assert len(first) == 1
        assert GAME.rules.status(waiting).awaited == (seats[1],)
        assert (waiting.turn, waiting.play, waiting.decks) == (0, (), {})
        assert play(waiting, SubmitDeck(seats[1], deck())).turn == 1
    assert {begun(seed).player for seed in range(12)} == set(SEATS)
    assert {begun(seed, first_player=STEVE).player for seed in range(5)} == {STEVE}
    waiting = play(empty(), SubmitDeck(JULIE, deck()))
    entries, now = lines(waiting, SubmitDeck(STEVE, deck()), ScriptedChance(2))
    assert isinstance(entries[1].event, Rolled)
    assert (now.first, dealt_options(now), dealt_options(waiting)) == (STEVE, {"first_player": STEVE}, {})


@pytest.mark.parametrize("time_cards", [3, 9, 12])
def test_an_option_sets_the_number_of_time_cards(time_cards: int) -> None:
    """CCG-LNG-01, CCG-LNG-02."""
    now = begun(time_cards=time_cards)
    for seat in SEATS:
        assert Counter(now.times[seat]) == dict.fromkeys(set(TIMES), time_cards // 3)
    assert submitted(*deck(), time_cards=time_cards) == ["CCG-DEC-02"]


@pytest.mark.parametrize(("cards", "options", "found"), [
    (deck(size=55), {}, []), (deck(size=54), {}, ["CCG-DEC-01"]), ((), {}, ["CCG-DEC-01", "CCG-DEC-02", "CCG-DEC-04"]),
    (without("time-past", instead="zarbi"), {}, ["CCG-DEC-02", "CCG-DEC-03", "CCG-DEC-05"]),
    (without("watcher-future", instead="watcher-past"), {}, ["CCG-DEC-04"]),
    ((*deck(), "watcher-past", "watcher-past", "watcher-past"), {}, []), ((*deck(), "yeti"), {}, ["CCG-DEC-05"]),
    ((*deck(), *("watcher-past",) * 4), {}, ["CCG-DEC-05"]),
    (deck(size=70, time_cards=18)[:70], {"time_cards": 18}, []),
    *((FOUR, {"doctors": doctors}, []) for doctors in ("distinct", "one_each", "one")),
    ((*FOUR, "doctor-3"), {"doctors": "distinct"}, []), ((*FOUR, "doctor-3"), {"doctors": "one_each"}, ["CCG-DEC-05"]),
    ((*FOUR, "doctor-3"), {"doctors": "one"}, ["CCG-DEC-05"]),
    ((*deck(), "told-9", "told-9", "told-8"), {}, ["CCG-DEC-06"]), ((*deck(), "told-9", "told-9", "told-7"), {}, []),
])  # fmt: skip
def test_checks_the_provisos_of_a_deck(cards: tuple[str, ...], options: dict[str, Any], found: list[str]) -> None:
    """T-CCG-53, T-CCG-54, A35, A36, A37."""
    assert deck().count("yeti") == 4
    assert submitted(*cards, **options) == found


@pytest.mark.parametrize("cards", [("dalek-hovercraft", *deck()), ("zarbi",) * 401])
def test_refuses_an_impossible_deck(cards: tuple[str, ...]) -> None:
    with pytest.raises(UnplayableError):
        stood(empty(), SubmitDeck(JULIE, cards))


def test_provisos_of_a_hidden_deck_are_unverified() -> None:
    """CCG-DEC-02 to CCG-DEC-06."""
    unseen = ("?",) * 60
    doubts = ["CCG-DEC-02?", "CCG-DEC-05?", "CCG-DEC-04?", "CCG-DEC-06?"]
    assert (submitted(*unseen), submitted(*unseen[:50])) == (doubts, ["CCG-DEC-01", *doubts])
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
    now = empty().replace(lists={JULIE: ("time-past", "yeti", "watcher-past", *("?",) * 10)})
    times, watchers, rest = sort_deck(now, JULIE)
    assert times == ("time-past", *("?",) * 5)
    assert watchers == WATCHERS
    assert rest == ("yeti", "?", "?", "?")


def test_an_illegal_deck_that_is_recorded_is_laid_out() -> None:
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


def test_refuses_moves_before_both_decks_are_submitted() -> None:
    """CCG-STR-03, CCG-SET-04."""
    waiting = play(empty(), SubmitDeck(JULIE, deck()))
    with pytest.raises(UnplayableError, match="deck"):
        lines(waiting, ChooseZone(JULIE, "past"))
    again, later = stood(begun(), SubmitDeck(STEVE, deck()))
    assert (again, later.turn, len(later.play)) == (["CCG-OBJ-02"], 1, 6)
    now = begun()
    assert pile(now, "deck-julie") == now.decks[JULIE]
    assert pile(now, "time-steve") is None
    assert pile(now, "deck-davros") is None
    assert [spot("time-julie", place) for place in ("1", "6", "0", "x", "61")] == [0, 5, None, None, None]
    assert spot("deck-julie", "1") is None


STAND, DRAW, BONUS, END = m.StandCards(JULIE), m.DrawCard(JULIE), m.DrawBonus(JULIE), m.EndTurn(JULIE)
YETI = m.PlayCard(JULIE, "yeti")
DOCTORS = {
    f"doctor_{at}": Card(f"Doctor {at}", "creature", "timeless", labels=("doctor",), energy=1, unique=True)
    for at in (1, 2)
}
CARDS = t.cards_with(
    leela=t.creature(2, 2, zone="timeless"), told=t.episode("side", 3), **DOCTORS,
    lonely=Card("Lonely", "creature", "present", energy=1, substance=1, unique=True),
)  # fmt: skip
HERE = "julie present watcher-present"


def test_sided_cards_of_the_player_in_turn_stand_up() -> None:
    """CCG-STA-01."""
    lying = (
        "julie past zarbi sided, julie present sidrat sided, julie future yeti rivals, julie present bok locked sided"
    )
    now = table(f"{lying}, julie past yeti out sided, steve present yeti sided", "stand")
    entries, after = lines(now, STAND)
    assert effects(entries) == [fx.CardStood(1), fx.CardStood(2), fx.CardStood(3), fx.StepReached("zone")]
    assert not card(after.replace(play=after.play[2:3]), "yeti").rivals
    now = begun(first_player=JULIE)
    assert now.step == "zone"
    assert play(now, STAND) == now
    now = table(f"{HERE}, julie past zarbi sided", "stand")
    assert refused(now, m.ChooseZone(JULIE, "past")) == "CCG-PREP-01"
    found, late = stood(now, m.ChooseZone(JULIE, "past"))
    assert (found, late.missed, late.zone, late.step) == (["CCG-PREP-01"], ("stand",), "past", "draw")
    found, good = stood(late, STAND)
    assert (found, card(good, "zarbi").sided, good.step) == ([], False, "draw")


@pytest.mark.parametrize(("zone", "bonus"), [("past", False), ("present", True), ("future", False)])
def test_the_chosen_zone_may_give_a_bonus(zone: str, bonus: bool) -> None:  # noqa: FBT001  # the expected bonus
    """CCG-PREP-02, CCG-PREP-04, CCG-PREP-05, CCG-ZON-02."""
    entries, after = lines(table("", "zone", times={JULIE: "present past", STEVE: "past"}), m.ChooseZone(JULIE, zone))
    assert fx.ZoneChosen(zone, bonus) in effects(entries)
    assert (after.zone, after.bonus, after.step) == (zone, bonus, "draw")


def test_refuses_an_unknown_zone_and_allows_a_hidden_bonus_zone() -> None:
    with pytest.raises(UnplayableError, match="past, present or future"):
        stood(table("", "zone"), m.ChooseZone(JULIE, "gallifrey"))
    now = table("", "zone").replace(times={JULIE: ("?", "?"), STEVE: ("?",)})
    found, after = stood(now, m.ChooseZone(JULIE, "past"))
    assert (found, after.zone, after.bonus, after.step) == ([], "past", False, "draw")
    _, later = stood(now, m.ChooseZone(JULIE, "past"), stated=DeclaredResults((fx.ZoneChosen("past", bonus=True),)))
    assert (later.zone, later.bonus, later.step) == ("past", True, "draw")
    now = table("", "zone", times={JULIE: "past future", STEVE: "past"}, decks={JULIE: ""}, stops={JULIE: ()})
    now = play(now, m.ChooseZone(JULIE, "past"), DRAW)
    assert (now.bonus, now.bonus_zone(JULIE)) == (True, "future")


def test_one_card_must_be_drawn() -> None:
    """CCG-SET-07."""
    entries, after = lines(table("", "draw", decks={JULIE: "bok yeti"}, hands={JULIE: "zarbi " * 30}), DRAW)
    assert [entry.event.cards for entry in entries if isinstance(entry.event, Drawn)] == [("bok",)]
    assert (len(after.hands[JULIE]), after.decks[JULIE], after.step) == (31, ("yeti",), "play")
    now = table("", "draw", hands={JULIE: "yeti"})
    for move in (YETI, m.AnnounceCombat(JULIE), m.PlayEpisode(JULIE, "told", "past")):
        assert "CCG-PREP-06" in t.against(now.replace(cards=CARDS), move)
    found, late = stood(now, YETI)
    assert (found, late.missed, late.step) == (["CCG-PREP-06"], ("draw",), "play")
    found, good = stood(late, DRAW)
    assert (found, len(good.hands[JULIE]), good.step) == ([], 1, "play")
    assert refused(good, DRAW) == "CCG-PREP-06"


def test_an_empty_deck_costs_a_time_card() -> None:
    """CCG-PREP-07."""
    now = table("", "draw", decks={JULIE: ""}, times={JULIE: "past past future", STEVE: "past"}, stops={JULIE: ()})
    entries, after = lines(now, DRAW)
    assert TimeCardLost(JULIE, "time-past") in effects(entries)
    assert [entry.event for entry in entries if isinstance(entry.event, Revealed)] == [
        Revealed("time-julie", "2", "typed", "time-past")
    ]
    assert (after.times[JULIE], after.lost[JULIE]) == (("time-past", "time-future"), ("time-past",))
    assert (after.step, after.stack) == ("play", ())
    waiting = play(table("", "draw", decks={JULIE: ""}, hands={JULIE: "brain-transformer"}), DRAW)
    assert waiting.stack[-1] == Window("hit", (JULIE,))
    assert refused(waiting, m.PlayCard(JULIE, "yeti")) == "CCG-FLA-01"
    assert play(waiting, Passed(JULIE)).times[JULIE] == ("time-present", "time-future")
    now = table("", "draw", decks={JULIE: ""}, times={JULIE: "past", STEVE: "past"}, stops={JULIE: ()})
    entries, after = lines(now, DRAW)
    assert effects(entries)[-1] == fx.GameEnded((STEVE,), "time cards")
    assert (after.step, after.winners) == ("over", (STEVE,))
    assert refused(after, YETI) == refused(after, END) == refused(after, STAND) == "CCG-WIN-01"
    bars = ((JULIE, "present", "draw"),)
    after = play(table("", "draw", bars=bars), DRAW)
    assert (after.hands[JULIE], after.step) == ((), "play")
    assert t.against(table("", "attack", bars=bars, bonus=True), BONUS) == ["CCG-GEN-01"]


@pytest.mark.parametrize("face", ["brain-transformer", "time-past", "told"])
def test_refuses_to_play_cards_of_other_types(face: str) -> None:
    assert refused(table(HERE, hands={JULIE: face}, cards=CARDS), m.PlayCard(JULIE, face)) == "CCG-PREP-09"


def test_limits_plays_in_a_turn_and_cards_in_a_zone() -> None:
    row = {JULIE: "yeti yeti sidrat bok"}
    once = play(table(HERE, hands=row), YETI)
    twice = play(table(HERE, hands=row, bonus=True), YETI, m.PlayCard(JULIE, "sidrat"))
    assert refused(once.replace(granted=1), m.PlayCard(JULIE, "sidrat")) == ""
    assert refused(twice.replace(granted=1), m.PlayCard(JULIE, "bok")) == ""
    five = f"{HERE}, julie present sidrat, julie present bok, julie present bok, julie present yeti"
    here = {JULIE: "yeti force-field"}
    assert refused(table(five, hands=here), YETI) == ""
    full = table(f"{five}, julie present dulciens", hands=here)
    with_episode = table(f"{five}, julie present told of-steve, steve present yeti", hands=here, cards=CARDS)
    assert refused(with_episode, YETI) == ""
    assert refused(table(f"{five}, julie present dulciens out", hands=here), YETI) == ""
    found, after = stood(full, YETI)
    assert (found, len(faces(after, "present", JULIE))) == (["CCG-PREP-11"], 7)


@pytest.mark.parametrize("where", ["julie past", "steve future"])
def test_refuses_a_second_unique_card(where: str) -> None:
    lonely = m.PlayCard(JULIE, "lonely")
    assert refused(table(f"{where} lonely", hands={JULIE: "lonely"}, cards=CARDS), lonely) == "CCG-PREP-15"
    assert refused(table(f"{where} lonely out", hands={JULIE: "lonely"}, cards=CARDS), lonely) == ""
    copied = table(f"{where} yeti", hands={JULIE: "lonely"}, cards=CARDS)
    assert refused(copied.replace(play=(copied.play[0].replace(clone="lonely"),)), lonely) == ""


@pytest.mark.parametrize(("doctors", "beside_own", "beside_rivals"), [
    ("distinct", "", ""), ("one_each", "CCG-PREP-15", ""), ("one", "CCG-PREP-15", "CCG-PREP-15"),
])  # fmt: skip
def test_options_limit_the_doctors_in_play(doctors: str, beside_own: str, beside_rivals: str) -> None:
    second = m.PlayCard(JULIE, "doctor-2")
    for side, due in ((JULIE, beside_own), (STEVE, beside_rivals)):
        now = table(f"{side} past doctor-1", hands={JULIE: "doctor-2"}, cards=CARDS, options={"doctors": doctors})
        assert refused(now, second) == due


def test_cards_fit_their_zone_and_come_before_episodes() -> None:
    """CCG-PREP-13, CCG-CRE-02, CCG-CRE-12."""
    for zone in ("past", "present", "future"):
        for face in ("leela", "sidrat"):
            assert refused(table("", zone=zone, hands={JULIE: face}, cards=CARDS), m.PlayCard(JULIE, face)) == ""
    spread = "julie past leela, julie past leela, julie present leela, julie future leela"
    leela = m.PlayCard(JULIE, "leela")
    assert refused(table(f"{spread}, steve past leela", hands={JULIE: "leela"}, cards=CARDS), leela) == ""
    assert refused(table(f"{spread}, julie future leela", hands={JULIE: "leela"}, cards=CARDS), leela) == "CCG-PREP-14"
    assert refused(table(f"{spread}, julie future leela out", hands={JULIE: "leela"}, cards=CARDS), leela) == ""
    now = table(HERE, hands={JULIE: "yeti"})
    assert refused(now.replace(episode=True), YETI) == refused(now.replace(solved=True), YETI) == "CCG-TRN-02"
    assert refused(now.replace(step="attack"), YETI) == "CCG-TRN-02"
    found, after = stood(table("", "zone", hands={JULIE: "yeti leela"}, cards=CARDS), YETI)
    assert found == ["CCG-PREP-02"]
    assert (after.missed, faces(after, "present", JULIE)) == (("zone", "draw"), ["yeti"])
    found, good = stood(after, m.ChooseZone(JULIE, "present"))
    assert (found, good.zone, good.step) == ([], "present", "play")


def test_a_creature_or_resource_comes_from_the_hand() -> None:
    """CCG-PREP-09, CCG-GEN-06, CCG-ZON-03, CCG-PREP-08."""
    entries, after = lines(table(HERE, hands={JULIE: "yeti sidrat"}), YETI)
    assert effects(entries) == [fx.CardEntered(2, "yeti", JULIE, JULIE, "present")]
    yeti = card(after, "yeti")
    assert (yeti.energy, yeti.substance, yeti.support, yeti.turn, yeti.sided) == (2, 2, 0, 7, False)
    assert (after.hands[JULIE], after.plays) == (("sidrat",), 1)
    assert (
        faces(play(table(HERE, hands={JULIE: "sidrat"}), m.PlayCard(JULIE, "sidrat")), "present", JULIE)[-1] == "sidrat"
    )
    assert refused(table(HERE, hands={JULIE: "yeti"}), m.AnnounceCombat(JULIE)) == ""
    assert t.against(table(HERE, hands={JULIE: "? bok"}), YETI) == ["CCG-GEN-08?"]
    (doubt,) = play_card_conflicts(table(HERE, hands={JULIE: "? bok"}), YETI)
    assert doubt.message == "a card must come from the player's own hand: this log does not show if Julie holds Yeti"
    _, after = stood(table(HERE, hands={JULIE: "? bok"}), YETI)
    assert after.hands[JULIE] == ("bok",)
    for face in ("dalek-hovercraft", "?"):
        with pytest.raises(UnplayableError):
            stood(table(HERE), m.PlayCard(JULIE, face))
    innate = Ability(when="innate", what="bonus", value="substance", amount=1, target="creature", named="yeti")
    friend = Card(name="Friend", type="creature", zone="present", energy=1, substance=1, does=(innate,))
    cards = t.cards_with(friend=friend)
    now = play(table("julie present yeti", hands={JULIE: "friend"}, cards=cards), m.PlayCard(JULIE, "friend"))
    assert (card(now, "yeti").substance, card(play(now.replace(step="bonus"), END), "yeti").substance) == (3, 3)


def test_combat_is_announced_and_waits_for_the_defender() -> None:
    """CCG-FLA-01, CCG-COM-20."""
    now = table(HERE)
    assert refused(now, END) == refused(now, BONUS) == "CCG-COM-01"
    entries, _ = GAME.play(now.replace(step="attack"), END, ScriptedChance())
    assert not any(isinstance(effect, fx.StepMissed) for effect in effects(entries))
    found, after = stood(now, END)
    assert (found, after.player) == (["CCG-COM-01"], STEVE)
    found, _ = stood(table("julie past zarbi sided", "stand"), END)
    assert found == ["CCG-PREP-01"]
    now = table("julie present yeti, steve present yeti", hands={STEVE: "brain-transformer"})
    waiting = play(now, m.AnnounceCombat(JULIE))
    assert refused(waiting, END) == refused(waiting, m.Attack(JULIE, 1)) == "CCG-COM-03"
    found, attacked = stood(waiting, m.Attack(JULIE, 1))
    assert (found, attacked.window, attacked.step) == (["CCG-COM-03"], None, "name")
    assert refused(play(waiting, Passed(STEVE), m.Attack(JULIE, 1, 2)), END) == "CCG-COM-33"
    naming = play(waiting, Passed(STEVE), m.Attack(JULIE, 1))
    assert refused(naming, END) == "CCG-COM-12"
    found, after = stood(naming, END)
    assert (found, after.player, card(after, "yeti", JULIE).sided) == (["CCG-COM-12"], STEVE, True)


def test_the_bonus_card_needs_the_bonus_zone_and_at_most_one_play() -> None:
    """CCG-EXR-01, CCG-EXR-02, CCG-BON-03."""
    now = table(HERE, "attack", bonus=True, decks={JULIE: "bok yeti"})
    for plays in (0, 1):
        entries, after = lines(now.replace(plays=plays), BONUS)
        kinds = [fx.StepReached, Drawn, fx.TurnEnded, fx.TurnBegan, fx.StepReached]
        assert [type(entry.event) for entry in entries[1:]] == kinds
        assert after.hands[JULIE] == ("bok",)
    assert refused(now.replace(plays=2, granted=1), BONUS) == ""
    assert play(now, END).hands[JULIE] == ()
    empty = table(HERE, "attack", bonus=True, decks={JULIE: ""})
    found, after = stood(empty, BONUS)
    assert (found, after.player, len(after.times[JULIE])) == (["CCG-BON-01"], STEVE, 3)
    found, after = stood(now.replace(plays=2), BONUS)
    assert (found, after.hands[JULIE], after.player) == (["CCG-BON-02"], ("bok",), STEVE)


def changed(now: Position, number: int, *changes: Change, **values: int) -> Position:
    play_ = tuple(
        lying.replace(changes=changes, supporters=(9,), kept="save", locked=True, **values)
        if lying.n == number else lying for lying in now.play
    )  # fmt: skip
    return now.replace(play=play_)


def test_the_end_of_a_turn_makes_values_normal() -> None:
    """CCG-NOR-01, CCG-NOR-05, CCG-TRN-03, CCG-FLA-04."""
    now = table(
        "julie past zarbi, steve present yeti sided", "bonus", shields={STEVE: 1}, bars=((STEVE, "past", "special"),)
    )
    now = changed(now, 1, Change("energy", 3, "daemons"), energy=4)
    now = changed(now, 2, Change("substance", -1, "daemons"), Change("substance", 2, "force-field"), substance=3)
    entries, after = lines(now, END)
    assert effects(entries)[:3] == [fx.TurnEnded(JULIE), fx.ValuesSet(1, 1, 1, 0), fx.ValuesSet(2, 2, 2, 0)]
    assert {(one.changes, one.supporters, one.kept, one.locked) for one in after.play} == {((), (), "", False)}
    assert (after.shields, after.bars, card(after, "yeti").sided, after.step) == ({}, (), True, "stand")
    weak = t.cards_with(weak=Card(name="Weak", type="creature", zone="present"))
    now = table("steve present weak", "bonus", cards=weak, hands={STEVE: "brain-transformer"})
    after = play(changed(now, 1, Change("energy", 2, "brain-transformer"), energy=2), END)
    assert (after.play, after.discards[STEVE], after.player) == ((), ("weak",), STEVE)


def test_turns_follow_each_other_until_the_cap() -> None:
    """CCG-TRN-01, CCG-GEN-01."""
    first = play(begun(first_player=STEVE).replace(step="bonus"), m.EndTurn(STEVE))
    assert (first.player, first.turn, first.round) == (JULIE, 2, 1)
    second = play(first.replace(step="bonus"), END)
    assert (second.player, second.turn, second.round) == (STEVE, 3, 2)
    extra = play(second.replace(step="bonus", owed=(STEVE,)), m.EndTurn(STEVE))
    assert (extra.player, extra.turn, extra.round, extra.owed) == (STEVE, 4, 2, ())
    assert play(extra.replace(step="bonus"), m.EndTurn(STEVE)).player == JULIE
    rivals = play(second.replace(step="bonus", owed=(JULIE,)), m.EndTurn(STEVE))
    assert (rivals.player, rivals.owed) == (JULIE, (JULIE,))
    assert play(rivals.replace(step="bonus"), END).player == JULIE
    entries, after = lines(table("", "bonus", options={"turn_cap": 7}), END)
    assert effects(entries)[-1] == fx.GameEnded((), "turn cap")
    assert (after.step, after.winners) == ("over", ())
    assert play(table("", "bonus", options={"turn_cap": 8}), END).turn == 8


def total(now: Position) -> int:
    rows = (now.hands, now.decks, now.times, now.lost, now.discards)
    return len(now.play) + sum(len(row) for rows_of in rows for row in rows_of.values())


def test_moves_at_the_wrong_time_do_not_change_card_totals() -> None:
    steps = ("stand", "zone", "draw", "play", "attack", "name", "fight", "hit", "bonus")
    for step in steps:
        now = table(f"{HERE}, steve present yeti sided", step, hands={JULIE: "yeti", STEVE: "yeti"})
        for seat in SEATS:
            for move in (
                m.StandCards(seat), m.ChooseZone(seat, "past"), m.DrawCard(seat), m.PlayCard(seat, "yeti"),
                m.DrawBonus(seat), m.EndTurn(seat),
            ):  # fmt: skip
                found, after = stood(now, move)
                assert total(after) == total(now)
                assert seat == JULIE or (found and after == now)
    over = table("", step="over", how="time cards", winners=(JULIE,))
    for move in (STAND, m.ChooseZone(JULIE, "past"), DRAW, END, BONUS):
        found, after = stood(over, move)
        assert (found, after.winners) == (["CCG-WIN-01"], (JULIE,))
        assert total(after) == total(over)
