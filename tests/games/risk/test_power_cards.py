"""Risk: Power Cards in attack, in defence and while Daleks are placed."""

import msgspec
import pytest
from risk_worlds import against, army, dice, effects, lines, offers, play, world

from events.errors import IllegalMoveError, UnplayableError
from events.facts import Passed, Rolled
from projections.games.risk.facts import (
    Attack,
    BattleEnded,
    CardPlayed,
    CountDaleks,
    DaleksAdded,
    DaleksLost,
    DiceDue,
    LeaveBattle,
    MoveIn,
    MoveTardis,
    Place,
    PlayPower,
    RemoveDalek,
    ReRoll,
    ReRollOffered,
    RollDice,
    StopAttacking,
    TardisLanded,
)
from projections.games.risk.game import GAME
from projections.games.risk.state.position import Battle, World
from projections.window import WindowClosed, WindowOpened

RUSSIA = "russia K5, scandinavia Y3, ural Y2"
ATTACK = Attack("black", "russia", "scandinavia", 3)


def with_card(card: str, start: World | None = None, daleks: int = 3) -> World:
    """Black attacks with a card; Yellow has none."""
    start = start or world(RUSSIA, powers={"K": f"{card} rust"})
    return play(start, Attack("black", "russia", "scandinavia", daleks, card), fate=dice("4"))


def test_nitro_nine() -> None:
    entries, now = lines(world(RUSSIA, powers={"K": "nitro-9"}), Attack("black", "russia", "scandinavia", 3, "nitro-9"))
    assert effects(entries)[1:] == [CardPlayed("black", "nitro-9"), DiceDue("attack", plus=1)]
    assert (now.powers["black"], now.spent) == ((), ("nitro-9",))
    now = play(now, RollDice("black", 3), roll="5 4 1 / 5 5")
    assert (army(now, "RUS"), army(now, "SCA")) == ("K4", "Y2")
    plain = play(world(RUSSIA), ATTACK, RollDice("black", 3), roll="5 4 1 / 5 5")
    assert army(plain, "RUS") == "K3"


def test_seven_beats_six() -> None:
    """RISK-POW-09."""
    assert army(play(with_card("nitro-9"), RollDice("black", 3), roll="6 6 1 / 6 6"), "SCA") == "Y1"


def test_nitro_nine_lasts_for_the_attack() -> None:
    now = play(with_card("nitro-9"), RollDice("black", 3), roll="5 4 1 / 5 5")
    now = play(now, RollDice("black", 3), roll="5 5 5 / 5 5")
    assert army(now, "SCA") == "K0"
    now = play(now, MoveIn("black", 3), Attack("black", "scandinavia", "northern-europe", 2))
    now = play(now, RollDice("black", 2), roll="5 5 / 5 5")
    assert army(now, "SCA") == "K1"


def test_nitro_nine_comes_with_the_declaration() -> None:
    now = play(world(RUSSIA, powers={"K": "nitro-9"}), ATTACK, RollDice("black", 3), roll="5 4 1 / 5 5")
    assert against(now, PlayPower("black", "nitro-9")) == ["RISK-POW-08"]


def test_now_we_can_begin_is_the_attackers() -> None:
    now = play(world(RUSSIA, powers={"Y": "now-we-can-begin"}), ATTACK)
    assert against(now, PlayPower("yellow", "now-we-can-begin")) == ["RISK-POW-10"]
    options = {"reroll_ones_side": "either"}
    either = play(world(RUSSIA, powers={"Y": "now-we-can-begin"}, options=options), ATTACK)
    now = play(either, PlayPower("yellow", "now-we-can-begin"), RollDice("black", 3), roll="3 2 2 / 5 1")
    assert list(GAME.rules.legal(now, "yellow")) == [ReRoll("yellow", 1), ReRoll("yellow", 0)]
    now = play(now, ReRoll("yellow", 1), roll="6")
    assert army(now, "RUS") == "K3"


def test_re_rolling() -> None:
    entries, now = lines(with_card("now-we-can-begin"), RollDice("black", 3), roll="1 4 1 / 5 5")
    assert effects(entries) == [ReRollOffered("black", "attack", 2)]
    assert (GAME.rules.status(now).step, GAME.rules.status(now).awaited) == ("re-roll", ("black",))
    assert list(GAME.rules.legal(now, "black")) == [ReRoll("black", 2), ReRoll("black", 1), ReRoll("black", 0)]
    assert against(now, RollDice("black", 3)) == ["RISK-POW-11"]
    assert GAME.rules.silence(now, "black") is None
    entries, now = lines(now, ReRoll("black", 2), roll="6 1")
    rolled = next(entry.fact for entry in entries if isinstance(entry.fact, Rolled))
    assert (rolled.die, rolled.purpose) == ("A1 A3", "re-roll attack russia>scandinavia")
    assert now.battle is not None
    assert now.battle.faces == ((6, 4, 1), (5, 5)), "the second 1 stays"
    assert (army(now, "RUS"), army(now, "SCA")) == ("K4", "Y2")
    now = play(now, RollDice("black", 3), roll="1 6 6 / 5 5")
    now = play(now, ReRoll("black", 0))
    assert army(now, "SCA") == "K0"


def test_re_rolling_until_not_one() -> None:
    start = world(RUSSIA, powers={"K": "now-we-can-begin"}, options={"reroll_ones": "until_not_one"})
    now = play(with_card("now-we-can-begin", start), RollDice("black", 3), roll="1 4 1 / 5 5")
    now = play(now, ReRoll("black", 2), roll="1 6")
    assert list(GAME.rules.legal(now, "black")) == [ReRoll("black", 1), ReRoll("black", 0)]
    now = play(now, ReRoll("black", 1), roll="6")
    assert army(now, "SCA") == "Y1"


def test_both_sides_re_roll() -> None:
    start = world(RUSSIA, powers={"K": "now-we-can-begin", "Y": "steady-aim"})
    now = play(with_card("now-we-can-begin", start), PlayPower("yellow", "steady-aim"))
    now = play(now, RollDice("black", 3), roll="1 4 4 / 1 1")
    assert GAME.rules.status(now).awaited == ("black",)
    now = play(now, ReRoll("black", 1), roll="6")
    assert GAME.rules.status(now).awaited == ("yellow",)
    assert against(now, ReRoll("black", 1)) == ["RISK-SET-03"]
    now = play(now, ReRoll("yellow", 2), roll="6 5")
    assert (army(now, "RUS"), army(now, "SCA")) == ("K3", "Y3")


def test_the_genesis_ark() -> None:
    start = world("russia K2, scandinavia Y2", powers={"K": "genesis-ark"})
    entries, now = lines(start, Attack("black", "russia", "scandinavia", 1, "genesis-ark"), roll="5")
    assert effects(entries)[2:] == [DaleksAdded("russia", 5)]
    assert army(now, "RUS") == "K7"
    assert [move.daleks for move in offers(now, "black", RollDice)] == [1, 2, 3]


DONNA = PlayPower("yellow", "doctor-donna")


def test_the_doctor_donna() -> None:
    """RISK-POW-13."""
    now = play(world(RUSSIA, powers={"Y": "doctor-donna"}), ATTACK)
    entries, now = lines(now, DONNA)
    assert effects(entries) == [
        CardPlayed("yellow", "doctor-donna"), DaleksLost("russia", 1), DaleksAdded("scandinavia", 1),
        WindowClosed("defence"),
    ]  # fmt: skip
    assert (army(now, "RUS"), army(now, "SCA"), GAME.rules.status(now).step) == ("K4", "Y4", "roll")


def test_donna_destroys_the_only_attacker() -> None:
    """RISK-88, RISK-POW-14."""
    start = world("russia K2, scandinavia Y2", powers={"Y": "doctor-donna"})
    entries, now = lines(play(start, Attack("black", "russia", "scandinavia", 1)), DONNA)
    assert (army(now, "RUS"), army(now, "SCA"), now.battle) == ("K1", "Y3", None)
    assert BattleEnded("beaten", "step") in effects(entries)
    assert not [entry for entry in entries if isinstance(entry.fact, Rolled)]


@pytest.mark.parametrize("style", ["stack", "group"])
def test_a_stronger_donna_spares_the_guard(style: str) -> None:
    start = world("russia K3, scandinavia Y2", powers={"Y": "doctor-donna"}, options={"attack_style": style})
    donna = msgspec.structs.replace(start.cards.power["doctor-donna"], amount=5)
    cards = msgspec.structs.replace(start.cards, power={**start.cards.power, "doctor-donna": donna})
    now = play(start.replace(cards=cards), Attack("black", "russia", "scandinavia", 2))
    entries, now = lines(now, DONNA)
    assert DaleksLost("russia", 2) in effects(entries)
    assert (army(now, "RUS"), army(now, "SCA"), now.battle, now.no_attack) == ("K1", "Y7", None, True)


@pytest.mark.parametrize("style", ["stack", "group"])
def test_the_ark_and_then_donna(style: str) -> None:
    start = world("russia K2, scandinavia Y2", powers={"K": "genesis-ark", "Y": "doctor-donna"},
                  options={"attack_style": style})  # fmt: skip
    now = play(start, Attack("black", "russia", "scandinavia", 1, "genesis-ark"), roll="4")
    now = play(now, DONNA)
    assert (army(now, "RUS"), army(now, "SCA")) == ("K5", "Y3")
    assert (now.battle is None, now.no_attack) == (style == "group", style == "group")


def test_players_who_are_not_involved() -> None:
    """RISK-91, RISK-POW-06, RISK-POW-04."""
    now = play(world(RUSSIA, powers={"O": "doctor-donna nitro-9", "Y": "rust"}), ATTACK)
    assert against(now, PlayPower("orange", "doctor-donna")) == ["RISK-POW-06"]
    assert against(now, PlayPower("orange", "nitro-9")) == ["RISK-POW-06"]
    assert list(GAME.rules.legal(now, "orange")) == []


def test_the_same_target_again_with_another_card() -> None:
    start = world("russia K9, scandinavia Y5", powers={"K": "nitro-9 genesis-ark"})
    now = play(with_card("nitro-9", start), RollDice("black", 3), roll="5 4 1 / 5 5")
    now = play(now, LeaveBattle("black"))
    assert against(now, Attack("black", "russia", "scandinavia", 3, "genesis-ark")) == []


def test_one_card_a_side() -> None:
    now = with_card("nitro-9", world(RUSSIA, powers={"K": "nitro-9 ambush"}))
    assert against(now, PlayPower("black", "ambush")) == ["RISK-POW-05"]
    both = play(world(RUSSIA, powers={"Y": "dug-in doctor-donna"}), ATTACK, PlayPower("yellow", "dug-in"))
    assert against(both, DONNA) == ["RISK-POW-05"]


def test_the_window_of_the_defender() -> None:
    start = world("russia K9, scandinavia Y5", powers={"Y": "rust ?"})
    entries, now = lines(start, ATTACK)
    assert effects(entries)[1:] == [WindowOpened("defence", ("yellow",))]
    assert (GAME.rules.status(now).step, GAME.rules.status(now).awaited) == ("defence", ("yellow",))
    assert against(now, RollDice("black", 3)) == ["RISK-POW-15"]
    assert GAME.rules.silence(now, "yellow") == Passed("yellow")
    assert list(GAME.rules.legal(now, "yellow")) == [Passed("yellow")], "a placement card is none for defence"
    now = play(now, Passed("yellow"), RollDice("black", 3), roll="1 1 1 / 6 6")
    assert GAME.rules.status(now).step == "roll"
    assert against(now, Passed("yellow")) == ["RISK-POW-15"]
    assert isinstance(play(world(RUSSIA), ATTACK).stack[-1], Battle), "no card, no window"


def test_cards_from_the_own_hand() -> None:
    hands = {"K": "rust dug-in"}
    start = world(RUSSIA, powers=hands)
    assert against(start, Attack("black", "russia", "scandinavia", 3, "nitro-9")) == ["RISK-POW-07"]
    assert against(start, Attack("black", "russia", "scandinavia", 3, "dug-in")) == ["RISK-POW-02"]
    assert against(start, PlayPower("black", "dug-in")) == ["RISK-POW-02"]
    hidden = world(RUSSIA, powers={"K": "?"}, power_pile=("?",) * 6)
    assert against(hidden, Attack("black", "russia", "scandinavia", 3, "nitro-9")) == ["RISK-POW-07?"]
    spent = world(RUSSIA, powers={"K": "?"}, power_pile=("?",) * 6, spent=("nitro-9",))
    assert against(spent, Attack("black", "russia", "scandinavia", 3, "nitro-9")) == ["RISK-POW-07"]
    assert against(world(RUSSIA), Attack("black", "russia", "scandinavia", 3, "nitro-9")) == ["RISK-POW-07"]
    with pytest.raises(UnplayableError):
        against(start, PlayPower("black", "sonic"))


def test_fewer_dice_in_the_first_roll() -> None:
    now = with_card("searchlights")
    now = play(now, RollDice("black", 3), roll="2 2 2 / 1")
    assert army(now, "SCA") == "Y2"
    entries, _ = lines(now, RollDice("black", 3), roll="2 2 2 / 1 1")
    assert [fact.die for fact in (entry.fact for entry in entries) if isinstance(fact, Rolled)][1] == "D1 D2"


def test_an_ambush() -> None:
    assert army(with_card("ambush"), "SCA") == "Y2"
    lone = world("russia K5, scandinavia Y1, ural Y2", powers={"K": "ambush"})
    assert army(with_card("ambush", lone), "SCA") == "Y1", "never the last one"


def test_dug_in() -> None:
    now = play(world(RUSSIA, powers={"Y": "dug-in"}), ATTACK, PlayPower("yellow", "dug-in"))
    assert army(play(now, RollDice("black", 3), roll="6 6 6 / 5 5"), "RUS") == "K3"


def test_reserves() -> None:
    now = play(world(RUSSIA, powers={"Y": "cellar-reserves"}), ATTACK)
    assert army(play(now, PlayPower("yellow", "cellar-reserves"), roll="5"), "SCA") == "Y6"


def placing(cards: str, text: str = "RUS K3", **more: object) -> World:
    return play(world(text, "count", powers={"K": cards}, **more), CountDaleks("black"))  # type: ignore[arg-type]  # a world's own


def test_more_daleks() -> None:
    """RISK-POW-16, RISK-PLC-02, RISK-PLC-08."""
    now = play(placing("foundry"), Place("black", "russia", 1), PlayPower("black", "foundry"))
    assert (now.pool, now.spent) == (2 + 3, ("foundry",))
    assert against(world(RUSSIA, powers={"K": "foundry"}), PlayPower("black", "foundry")) == ["RISK-POW-02"]


def test_tribute() -> None:
    assert play(placing("tribute"), PlayPower("black", "tribute")).pool == 3 + 1
    two = "INO K3, NGU K3, WAU K3, EAU K3, VEN K3, PER K3, BRA K3, ARG K3"
    assert play(placing("tribute", two), PlayPower("black", "tribute")).pool == 3 + 2 + 2 + 2


@pytest.mark.parametrize(("card", "due"), [("sabotage", 2), ("supply-lines", 3)])
def test_a_rival_gets_less(card: str, due: int) -> None:
    start = placing(card, "RUS K3, INO Y3, NGU Y3, WAU Y3, EAU Y3")
    assert [move.rival for move in offers(start, "black", PlayPower)] == ["yellow", "orange"]
    now = play(start, PlayPower("black", card, rival="yellow"))
    theirs = now.replace(player="yellow", step="count", pool=0)
    after = play(theirs, CountDaleks("yellow"))
    assert (after.pool, after.cuts) == (due, {})
    assert play(after.replace(step="count", pool=0), CountDaleks("yellow")).pool == 5
    assert against(start, PlayPower("black", card, rival="black")) == ["RISK-POW-16"]
    with pytest.raises(UnplayableError):
        against(start, PlayPower("black", card, rival="mauve"))


def test_two_cuts_never_go_below_none() -> None:
    now = play(placing("sabotage"), PlayPower("black", "sabotage", rival="yellow"))
    theirs = now.replace(player="yellow", step="count", pool=0, cuts={"yellow": (6, True)})
    assert play(theirs, CountDaleks("yellow")).pool == 0


def test_a_rival_removes_daleks() -> None:
    start = placing("rust", "RUS K3, SCA Y3, ICE Y1")
    now = play(start, PlayPower("black", "rust", rival="yellow"))
    assert (GAME.rules.status(now).step, GAME.rules.status(now).awaited) == ("remove", ("yellow",))
    assert list(GAME.rules.legal(now, "yellow")) == [RemoveDalek("yellow", "scandinavia")]
    assert against(now, Place("black", "russia", 3)) == ["RISK-POW-16"]
    now = play(now, RemoveDalek("yellow", "scandinavia"), RemoveDalek("yellow", "scandinavia"))
    assert (army(now, "SCA"), GAME.rules.status(now).awaited) == ("Y1", ("black",))
    bare = play(placing("rust", "RUS K3, SCA Y1, ICE Y1"), PlayPower("black", "rust", rival="yellow"))
    assert bare.stack == (), "there is nothing that can go"
    one = play(placing("rust", "RUS K3, SCA Y2, ICE Y1"), PlayPower("black", "rust", rival="yellow"))
    assert play(one, RemoveDalek("yellow", "scandinavia")).stack == ()


def test_the_tardis_moves() -> None:
    start = placing("console", tardis="egypt", tardis_card="egypt")
    assert len(offers(start, "black", MoveTardis)) == 41
    entries, now = lines(start, MoveTardis("black", "console", "ural"))
    assert effects(entries) == [CardPlayed("black", "console"), TardisLanded("ural")]
    assert (now.tardis, now.tardis_card) == ("ural", "egypt")
    assert against(start, MoveTardis("black", "console", "egypt")) == ["RISK-POW-16"]
    now = play(now, Place("black", "russia", 3))
    assert against(now, Attack("black", "russia", "ural", 3)) == ["RISK-TAR-04"]
    with pytest.raises(UnplayableError):
        against(start, PlayPower("black", "console"))
    with pytest.raises(UnplayableError):
        against(placing("rust"), MoveTardis("black", "rust", "ural"))


def test_a_card_at_the_wrong_time_is_refused() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        play(world(RUSSIA, powers={"K": "foundry"}), StopAttacking("black"), PlayPower("black", "foundry"))
    assert caught.value.rule == "RISK-POW-02"
