"""What a moderator of the card game sets right by hand, and tables that come back from their description."""

import random
from collections.abc import Iterator

import pytest
from ccg_games import SEATS, VARIANTS, game
from ccg_tables import JULIE, STEVE, begun, card, play, table
from long_runs import some_short
from refusals import refuses
from table_play import Editor, fields_in_use

from events.errors import RefusedError
from events.events import ALL, Effect, Started
from projections.described import CardsSet, PlaceSet
from projections.games.ccg.events import effects as f
from projections.games.ccg.events.combat_effects import AttackBegun, Doomed, HitDue
from projections.games.ccg.events.moves import EndTurn, GiveSupport
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import Announcement, Change, Doom, Fight, Hit, InPlay, Position
from projections.window import Window
from replay.chance.random_source import SeededChance

PAIR = "julie present bok, julie present unit-corporal, steve present yeti sided"
START = table(PAIR, hands={"julie": "zarbi", "steve": "? ?"}, decks={"julie": "? ?", "steve": "?"})
EDITOR = Editor("ccg")
mended, told, described = EDITOR.mended, EDITOR.lines, EDITOR.described


@pytest.mark.parametrize("variant", some_short(VARIANTS, lambda variant: variant == "as printed"))
def test_a_position_is_rebuilt_from_its_description(variant: str) -> None:
    chooser, seen = random.Random(variant), 0
    for _, now in game(21, variant):
        if not now.turn or now.how or chooser.random() < 0.7:
            continue
        EDITOR.comes_back(now)
        seen += 1
    assert seen > 40


def odd_tables() -> Iterator[Position]:
    yield START.replace(
        missed=("stand", "zone"), bars=((STEVE, "past", "support"), (JULIE, "future", "draw")),
        shields={STEVE: 0, JULIE: 2}, owed=(STEVE, STEVE), latest={JULIE: (2, "unit-corporal")},
        stops={JULIE: (), STEVE: ("hit", "action")},
        plays=2, granted=1, episode=True, solved=True, attacked=True, bonus=True, count=19, first=STEVE,
        seen={JULIE: ("zarbi",)},
    )  # fmt: skip
    fight = Fight(1, 3, "hit", 2, again=False, declined=True)
    answer = Announcement(1, STEVE, "yeti", 3, 2, (1, 2), (3,), "energy", "past")
    flash = Announcement(2, JULIE, "brain-transformer", targets=(1,))
    windows = (Window("answer-2", (STEVE,)), Window("fight", (JULIE, STEVE)))
    yield START.replace(
        stack=(fight, answer, flash, Doom((1, 3), "lost", (3,)), Hit(STEVE), Hit(JULIE, attack=True), *windows)
    )
    now = START
    for effect in (
        f.CardCloned(1, "zarbi"), f.CardCloned(1, "yeti", passing=True), f.CardBanished(2), f.CardBanished(3, 1),
        f.ChangeBegan(1, "energy", -1, "daemons", 3), f.ChangeBegan(1, "support", 2, "bok", 0, constant=True),
    ):  # fmt: skip
        now = GAME.rules.reducer(now, effect)
    yield now.replace(
        play=tuple(one.replace(kept="save", supporters=(2, 3), rivals=one.sided, locked=True) for one in now.play)
    )


@pytest.mark.parametrize("now", list(odd_tables()), ids=["turn", "begun", "cards"])
def test_a_description_covers_every_field_of_a_position(now: Position) -> None:
    assert described(now) == now


def test_unusual_positions_use_every_field() -> None:
    shown = {
        name for now in odd_tables() for name in fields_in_use(now, *now.play, *now.stack, plain=Position | InPlay)
    }
    unseen = {"seats", "options", "cards", "winners", "how", "lists", "lost", "discards"}
    assert shown | unseen >= set(Position.__struct_fields__)
    assert shown >= set(InPlay.__struct_fields__)
    for kind in (Announcement, Doom, Fight, Hit):
        assert shown >= {f"{kind.__name__}.{name}" for name in kind.__struct_fields__}
    seats = ("card", "awaited")
    stack = (Hit("card"), Announcement(1, "awaited", "yeti", value="energy"), Window("hit", seats))
    now = Position(seats, turn=3, round=2, step="play", player="card", first="awaited", stack=stack)
    now = GAME.rules.reducer(now, PlaceSet("card 1", ("face bok", "side awaited", "zone past", "values 1/1/1")))
    assert described(now) == now


@pytest.mark.parametrize(("place", "value", "effects"), [
    ("zone", "future", [PlaceSet("zone", ("future",))]), ("zone", "present", []),
    ("bonus", "yes", [PlaceSet("bonus", ("yes",))]), ("bonus", "no", []), ("plays", "1", [PlaceSet("plays", ("1",))]),
    ("missed", "draw", [PlaceSet("missed", ("draw",))]), ("step", "attack", [f.StepReached("attack")]),
    ("step", "play", []), ("turn", "julie", []), ("turn", "steve", [f.TurnEnded("julie"), f.TurnBegan("steve", 8, 4)]),
    ("turn", "steve T9 round 5", [f.TurnEnded("julie"), f.TurnBegan("steve", 9, 5)]), ("turn", "julie T7 round 4", []),
    ("hand steve", "zarbi ?", [CardsSet("hand steve", "steve", ("zarbi", "?"))]),
    ("hand julie", "zarbi", [CardsSet("hand julie", "julie", ("zarbi",))]),
    ("time julie", "past 2?", [CardsSet("time julie", ALL, ("time-past", "?", "?"))]),
    ("time julie", "past present future", []), ("deck steve", "none", [CardsSet("deck steve", ALL, ())]),
    ("stops steve", "combat, hit", [PlaceSet("stops steve", ("combat", "hit"))]), ("stops steve", "usual", []),
    ("card 9", "none", []), ("card 3", "none", [PlaceSet("card 3", ())]), ("begun", "none", []),
    ("begun", "hit player steve", [PlaceSet("begun", ("hit player steve",))]),
])  # fmt: skip
def test_moderator_can_set_a_value(place: str, value: str, effects: list[Effect]) -> None:
    assert list(GAME.editor.edit(START, place, value)) == effects


@pytest.mark.parametrize(("place", "value", "says"), [
    ("zone", "earth", "past, present, future, or none"), ("bonus", "perhaps", "yes or no"), ("plays", "-1", "0 to 999"),
    ("plays", "²", "0 to 999"), ("missed", "tea", "stand, zone"), ("step", "over", "stand, zone, draw"),
    ("turn", "nemo", "can have the turn: julie, steve"), ("owed", "nemo", "julie, steve"),
    ("hand nemo", "yeti", "cannot be set"),
    ("hand julie", "yetis", "is not a card"), ("deck julie", "401", "at most 400 cards"),
    ("stops julie", "never", "combat, attack"), ("card", "face yeti", "cannot be set"), ("card 0", "face yeti", "1 to"),
    ("card x", "sided", "1 to"), ("card 9", "sided", "name its face, side and zone"),
    ("card 9", "face yeti, side nemo", 'cannot be "side nemo"'),
    ("card 9", "face yeti, side julie", "name its face, side and zone"),
    ("card 9", "face nothing", 'cannot be "face nothing"'), ("card 3", "flying", "a card in play cannot be"),
    ("card 3", "change energy 1 yeti", "cannot be"), ("card 3", "change luck +1 yeti", "cannot be"),
    ("card 3", "values 1/2", "cannot be"), ("card 3", "turn soon", "turn must be"),
    ("card 3", "under 0", "under must be"), ("begun", "tea", "begun cannot be"),
    ("begun", "fight attacker yeti", "fight attacker cannot be"), ("begun", "fight", "fight needs attacker"),
    ("begun", "hit player nemo", "hit player cannot be"), ("begun", "window name tea awaited julie", "window name"),
    ("bars", "julie past", "a seat, a zone and one of"), ("latest julie", "3 yetis", "the card"),
    ("shields julie", "many", "from 0 to"), ("weather", "fair", '"weather" cannot be set. Fields: turn, step'),
])  # fmt: skip
def test_moderator_cannot_set_a_value(place: str, value: str, says: str) -> None:
    refuses(RefusedError, says, GAME.editor.edit, START, place, value)


def test_cards_seen_in_a_hand_stay_known() -> None:
    now = table("steve present yeti, steve past bok", hands={"steve": "? ?"}, decks={"steve": "?"})
    back_ = GAME.rules.reducer(now, f.CardReturned(1, "yeti", STEVE))
    assert (back_.hands[STEVE], back_.seen) == (("?", "?", "yeti"), {STEVE: ("yeti",)})
    assert dict(told(back_))["seen steve"] == "2? yeti"
    assert described(back_) == back_
    private = back_.replace(hands={**back_.hands, STEVE: ("zarbi", "yeti", "yeti")})
    assert dict(told(private))["seen steve"] == "1? yeti 1?"
    assert described(private) == private
    unseen = GAME.rules.reducer(described(private), CardsSet("hand steve", STEVE, ("?", "?", "?")))
    assert unseen.seen == {}
    assert mended(unseen, "seen steve", "? yeti ?").hands[STEVE] == ("?", "yeti", "?")
    refuses(RefusedError, "must have every card of the hand", GAME.editor.edit, unseen, "seen steve", "yeti")
    played = GAME.rules.reducer(back_, f.CardEntered(3, "yeti", STEVE, STEVE, "present"))
    assert (played.hands[STEVE], played.seen) == (("?", "?"), {})


def test_moderator_can_change_add_and_remove_a_card() -> None:
    now = mended(START, "card 1", "sided, zone future")
    assert (card(now, "bok").sided, card(now, "bok").zone, card(now, "bok").n) == (True, "future", 1)
    assert card(mended(now, "card 1", "standing"), "bok") == card(START, "bok").replace(zone="future")
    assert mended(START, "card 3", "sided by opponent").play[2].rivals
    assert not mended(START, "card 3", "standing").play[2].sided
    for word, undone in (("locked", "unlocked"), ("kept save", "not kept"), ("out of play", "in play")):
        there = mended(START, "card 1", word)
        assert there != START
        assert mended(there, "card 1", undone) == START
    now = mended(START, "card 7", "face ice-warrior, side steve, zone future")
    there = card(now, "ice-warrior")
    assert (there.energy, there.substance, there.support, there.owner, now.count) == (1, 3, 1, STEVE, 7)
    assert mended(now, "card 7", "none").replace(count=START.count) == START
    mine = mended(now, "card 7", "face zarbi, side steve, zone past, owner julie, turn 3")
    assert (card(mine, "zarbi").owner, card(mine, "zarbi").turn) == (JULIE, 3)
    assert [one.n for one in mended(mine, "card 5", "face yeti, side julie, zone past").play] == [1, 2, 3, 5, 7]


@pytest.mark.parametrize("begun_", [AttackBegun(1, 3), HitDue(STEVE), Doomed((1,))])
def test_setting_another_step_ends_an_action(begun_: Effect) -> None:
    now = GAME.rules.reducer(START, begun_)
    assert list(GAME.editor.edit(now, "step", "bonus")) == [PlaceSet("begun", ()), f.StepReached("bonus")]
    assert (mended(now, "step", "play").stack, mended(now, "turn", "next").stack) == ((), ())


def test_moderator_can_skip_a_turn() -> None:
    """CCG-PREP-01."""
    hurt = mended(START, "card 2", "values 9/9/9")
    assert list(GAME.editor.edit(hurt, "turn", "next")) == [
        f.TurnEnded(JULIE), f.ValuesSet(2, 2, 1, 1), f.TurnBegan(STEVE, 8, 4),
    ]  # fmt: skip
    now = mended(hurt, "turn", "next")
    assert (now.player, now.step, card(now, "unit-corporal")) == (STEVE, "stand", card(START, "unit-corporal"))
    standing = mended(mended(START, "card 3", "standing"), "turn", "next")
    assert (standing.step, standing.zone) == ("zone", "")
    again = mended(standing, "turn", "next")
    assert (again.player, again.turn, again.round) == (JULIE, 9, 5)
    now = mended(START.replace(owed=(JULIE,)), "turn", "next")
    assert (now.player, now.turn, now.owed) == (JULIE, 8, ())


def test_refuses_to_set_values_before_the_game_or_after_it() -> None:
    _, empty = GAME.begin(Started("ccg", GAME.meta.rules_number, SEATS), SeededChance(1))
    for place, value in (("zone", "past"), ("turn", "next"), ("turn", "julie"), ("step", "play")):
        refuses(RefusedError, "both players have submitted a deck", GAME.editor.edit, empty, place, value)
    assert mended(empty, "turn", "steve T6 round 3").player == STEVE
    with pytest.raises(RefusedError, match="after the end of the game"):
        GAME.editor.edit(START.replace(how="time cards"), "zone", "past")


def test_each_invariant_detects_a_broken_position() -> None:
    now = begun()
    assert [law.name for law in GAME.rules.invariants if not law.holds(now)] == []
    yetis = [(f"card {n}", "face yeti, side julie, zone present, owner steve") for n in range(20, 26)]
    timeless = next(face for face, one in now.cards.card.items() if one.timeless)
    episode = next(face for face, one in now.cards.card.items() if one.type == "episode")
    spread = [(f"card {n}", f"face {timeless}, side steve, zone past") for n in range(20, 26)]
    episodes = [(f"card {n}", f"face {episode}, side steve, zone past, owner julie") for n in (20, 21)]
    faults = {
        "CCG-OBJ-02": [("hand julie", "none")], "CCG-GEN-07": [("cards so far", "1")],
        "CCG-GEN-09": [("hand julie", "5 yeti zarbi bok".replace("5", "yeti yeti yeti yeti"))], "CCG-PREP-11": yetis,
        "CCG-PREP-14": spread, "CCG-EPI-07": episodes, "CCG-WIN-01": [("time steve", "none")],
        "CCG-COM-26": [("card 20", "face yeti, side steve, zone past, values 7/7/7")],
        "CCG-CRE-10": [("card 1", "values 0/0/0")], "CCG-GEN-04": [("begun", "doom cards 1, doom cards 2")],
        "CCG-COM-14": [("begun", "fight attacker 99")],
    }  # fmt: skip
    for rule, settings in faults.items():
        wrong = now
        for place, value in settings:
            wrong = mended(wrong, place, value)
        assert any(rule in law.name for law in GAME.rules.invariants if not law.holds(wrong)), rule
    assert len(faults) == len(GAME.rules.invariants)


def test_play_continues_from_set_values() -> None:
    """CCG-NOR-01, CCG-COM-30."""
    now = mended(table(PAIR, "attack"), "card 1", "values 4/2/1")
    assert card(now, "bok").changes == (Change("energy", 3, "bok", 1), Change("substance", 1, "bok", 1))
    later = play(now, EndTurn(JULIE))
    assert (card(later, "bok").energy, card(later, "bok").substance) == (1, 1)
    copy = mended(START, "card 1", "copies yeti")
    assert (card(copy, "bok").energy, card(copy, "bok").clone) == (2, "yeti")
    assert mended(copy, "card 1", "copies nothing") == START
    more = mended(START, "card 1", "change substance +2 force-field")
    assert card(more, "bok").substance == 3
    assert mended(more, "card 1", "no changes") == START
    now = mended(table("julie present bok, julie present unit-corporal"), "card 2", "supporter 9")
    assert GiveSupport(JULIE, 1, 2, "energy") not in GAME.rules.legal(now, JULIE)
    assert GiveSupport(JULIE, 1, 2, "energy") in GAME.rules.legal(mended(now, "card 2", "no supporters"), JULIE)
    now = mended(mended(START, "card 3", "standing"), "step", "fight")
    now = mended(now, "begun", "fight attacker 1 defender 3 state fight, window name fight awaited julie steve")
    assert now.stack == (Fight(1, 3, "fight"), Window("fight", (JULIE, STEVE)))
    assert GAME.rules.status(now).awaited == (JULIE, STEVE)
    assert GiveSupport(JULIE, 2, 1, "energy") in GAME.rules.legal(now, JULIE)
