"""The card game, phase 1: Stand, the zone, the draw, a card that is played."""

import pytest
from ccg_tables import JULIE, STEVE, against, begun, card, cards_with, faces, lines, play, refused, stood, table
from table_play import effects

from events.errors import UnplayableError
from events.facts import Drawn, Passed, Revealed
from projections.draft import Stated
from projections.games.ccg.components.cards import Ability, Card
from projections.games.ccg.facts.combat_effects import TimeCardLost
from projections.games.ccg.facts.effects import (
    CardEntered,
    CardStood,
    GameEnded,
    StepReached,
    ZoneChosen,
)
from projections.games.ccg.facts.moves import (
    AnnounceCombat,
    ChooseZone,
    DrawBonus,
    DrawCard,
    EndTurn,
    PlayCard,
    PlayEpisode,
    StandCards,
)
from projections.games.ccg.rules.preparation import play_card_objections
from projections.window import Window

STAND, DRAW, BONUS, END = StandCards(JULIE), DrawCard(JULIE), DrawBonus(JULIE), EndTurn(JULIE)
YETI = PlayCard(JULIE, "yeti")
LEELA = Card(name="Leela", type="creature", zone="timeless", energy=2, substance=2)
LONELY = Card(name="Lonely", type="creature", zone="present", energy=1, substance=1, unique=True)
DOCTORS = {
    f"doctor_{at}": Card(
        name=f"Doctor {at}", type="creature", zone="timeless", labels=("doctor",), energy=1, unique=True
    )
    for at in (1, 2)
}
TOLD = Card(name="Told", type="episode", solve=3)
CARDS = cards_with(leela=LEELA, lonely=LONELY, told=TOLD, **DOCTORS)
HERE = "julie present watcher-present"


def hand(*row: str) -> dict[str, str]:
    return {JULIE: " ".join(row)}


# 1a: Stand.


def test_cards_stand_in_all_zones() -> None:
    """CCG-PREP-01, CCG-STA-01, A39: one's own Sided cards, Creatures and Resources, but what is held down or gone."""
    now = table(
        "julie past zarbi sided, julie present sidrat sided, julie future yeti rivals, julie present bok locked sided, "
        "julie past yeti out sided, steve present yeti sided",
        "stand",
    )
    entries, after = lines(now, STAND)
    assert effects(entries) == [CardStood(1), CardStood(2), CardStood(3), StepReached("zone")]
    assert not card(after.replace(play=after.play[2:3]), "yeti").rivals


def test_standing_is_harmless_where_nothing_is_sided() -> None:
    """A turn that begins without a Sided card goes on to the zone; to Stand changes nothing then."""
    now = begun(first_player=JULIE)
    assert now.step == "zone"
    assert play(now, STAND) == now
    assert refused(play(now, ChooseZone(JULIE, "past")), STAND) == "CCG-PREP-01"


def test_standing_is_compulsory() -> None:
    """CCG-TRN-02, A39: the zone cannot be chosen before; what was passed over is noted, and can be made good."""
    now = table(f"{HERE}, julie past zarbi sided", "stand")
    assert refused(now, ChooseZone(JULIE, "past")) == "CCG-PREP-01"
    found, late = stood(now, ChooseZone(JULIE, "past"))
    assert (found, late.missed, late.zone, late.step) == (["CCG-PREP-01"], ("stand",), "past", "draw")
    found, good = stood(late, STAND)
    assert (found, card(good, "zarbi").sided, good.step) == ([], False, "draw")
    assert refused(good, STAND) == "CCG-PREP-01"


# 1b: the zone.


@pytest.mark.parametrize(("zone", "bonus"), [("past", False), ("present", True), ("future", False)])
def test_the_zone_of_the_turn(zone: str, bonus: bool) -> None:  # noqa: FBT001  # what is due
    """CCG-PREP-02, CCG-PREP-04, CCG-PREP-05 and CCG-ZON-02: one of three; the top Time card tells the bonus zone."""
    now = table("", "zone", times={JULIE: "present past", STEVE: "past"})
    entries, after = lines(now, ChooseZone(JULIE, zone))
    assert ZoneChosen(zone, bonus) in effects(entries)
    assert (after.zone, after.bonus, after.step) == (zone, bonus, "draw")
    assert refused(after, ChooseZone(JULIE, "past")) == "CCG-PREP-03"


def test_no_other_zone() -> None:
    """CCG-ZON-01: there are three."""
    with pytest.raises(UnplayableError, match="past, present, future"):
        stood(table("", "zone"), ChooseZone(JULIE, "gallifrey"))


def test_a_bonus_zone_that_is_not_known() -> None:
    """Who does not know the top Time card takes a zone for none with a bonus, unless it is said to be one."""
    now = table("", "zone").replace(times={JULIE: ("?", "?"), STEVE: ("?",)})
    found, after = stood(now, ChooseZone(JULIE, "past"))
    assert (found, after.zone, after.bonus, after.step) == ([], "past", False, "draw")
    _, said = stood(now, ChooseZone(JULIE, "past"), stated=Stated((ZoneChosen("past", bonus=True),)))
    assert (said.zone, said.bonus, said.step) == ("past", True, "draw")


def test_the_bonus_is_judged_once() -> None:
    """A14: it is kept for the turn although the Time card of the zone is lost in 1c."""
    now = table("", "zone", times={JULIE: "past future", STEVE: "past"}, decks={JULIE: ""}, stops={JULIE: ()})
    now = play(now, ChooseZone(JULIE, "past"), DRAW)
    assert (now.bonus, now.bonus_zone(JULIE)) == (True, "future")


# 1c: the draw.


def test_one_card_is_drawn() -> None:
    """CCG-PREP-06, CCG-SET-07: one, whatever the hand is; the second is refused."""
    now = table("", "draw", decks={JULIE: "bok yeti"}, hands=hand(*("zarbi",) * 30))
    entries, after = lines(now, DRAW)
    assert [entry.fact.cards for entry in entries if isinstance(entry.fact, Drawn)] == [("bok",)]
    assert (len(after.hands[JULIE]), after.decks[JULIE], after.step) == (31, ("yeti",), "play")
    assert refused(after, DRAW) == "CCG-PREP-06"


def test_drawing_is_compulsory() -> None:
    """CCG-TRN-02: playing, Episodes and combat come behind it; a missed draw can be made good once."""
    now = table("", "draw", hands=hand("yeti"))
    for move in (YETI, AnnounceCombat(JULIE), PlayEpisode(JULIE, "told", "past")):
        assert "CCG-PREP-06" in against(now.replace(cards=CARDS), move)
    found, late = stood(now, YETI)
    assert (found, late.missed, late.step) == (["CCG-PREP-06"], ("draw",), "play")
    found, good = stood(late, DRAW)
    assert (found, len(good.hands[JULIE]), good.step) == ([], 1, "play")
    assert refused(good, DRAW) == "CCG-PREP-06"


def test_an_empty_draw_deck_costs_a_time_card() -> None:
    """CCG-PREP-07, A15: one Hit, no chain although the next card shows the same zone."""
    now = table("", "draw", decks={JULIE: ""}, times={JULIE: "past past future", STEVE: "past"}, stops={JULIE: ()})
    entries, after = lines(now, DRAW)
    assert TimeCardLost(JULIE, "time-past") in effects(entries)
    assert [entry.fact for entry in entries if isinstance(entry.fact, Revealed)] == [
        Revealed("time-julie", "2", "typed", "time-past")
    ]
    assert (after.times[JULIE], after.lost[JULIE]) == (("time-past", "time-future"), ("time-past",))
    assert (after.step, after.stack) == ("play", ())
    assert refused(after, DRAW) == "CCG-PREP-06"


def test_the_hit_of_an_empty_deck_may_be_answered() -> None:
    """A window is open for whoever has cards to answer with; silence takes the Hit (CCG-COM-16)."""
    now = table("", "draw", decks={JULIE: ""}, hands=hand("brain-transformer"))
    waiting = play(now, DRAW)
    assert waiting.stack[-1] == Window("hit", (JULIE,))
    assert refused(waiting, PlayCard(JULIE, "yeti")) == "CCG-FLA-01"
    assert play(waiting, Passed(JULIE)).times[JULIE] == ("time-present", "time-future")


def test_the_last_time_card_at_ones_own_draw() -> None:
    """CCG-WIN-01, A15: whoever cannot draw and has one Time card left loses."""
    now = table("", "draw", decks={JULIE: ""}, times={JULIE: "past", STEVE: "past"}, stops={JULIE: ()})
    entries, after = lines(now, DRAW)
    assert effects(entries)[-1] == GameEnded((STEVE,), "time cards")
    assert (after.step, after.winners) == ("over", (STEVE,))
    assert refused(after, YETI) == refused(after, END) == refused(after, STAND) == "CCG-WIN-01"


def test_a_card_may_bar_the_draw() -> None:
    """CCG-GEN-01: then there is no card in that zone, and no Hit."""
    bars = ((JULIE, "present", "draw"),)
    after = play(table("", "draw", bars=bars), DRAW)
    assert (after.hands[JULIE], after.step) == ((), "play")
    assert against(table("", "attack", bars=bars, bonus=True), BONUS) == ["CCG-GEN-01"]


# 1d: playing a card.


def test_a_creature_or_resource_is_played() -> None:
    """CCG-PREP-09, CCG-GEN-06, CCG-ZON-03: from the hand into the chosen zone, with the next number."""
    entries, after = lines(table(HERE, hands=hand("yeti", "sidrat")), YETI)
    assert effects(entries) == [CardEntered(2, "yeti", JULIE, JULIE, "present")]
    yeti = card(after, "yeti")
    assert (yeti.energy, yeti.substance, yeti.support, yeti.turn, yeti.sided) == (2, 2, 0, 7, False)
    assert (after.hands[JULIE], after.plays) == (("sidrat",), 1)
    assert faces(play(table(HERE, hands=hand("sidrat")), PlayCard(JULIE, "sidrat")), "present", JULIE)[-1] == "sidrat"


def test_playing_is_optional() -> None:
    """CCG-PREP-08: combat can be announced at once."""
    assert refused(table(HERE, hands=hand("yeti")), AnnounceCombat(JULIE)) == ""


@pytest.mark.parametrize("face", ["brain-transformer", "time-past", "told"])
def test_nothing_else_is_played_there(face: str) -> None:
    """CCG-PREP-09, CCG-SET-04: no Flash, no Time card, no Episode."""
    assert refused(table(HERE, hands=hand(face), cards=CARDS), PlayCard(JULIE, face)) == "CCG-PREP-09"


def test_a_card_that_is_not_in_the_hand() -> None:
    """CCG-GEN-08; where the hand is not known, neither is this. A card of no file is refused in every draft."""
    assert against(table(HERE, hands=hand("bok")), YETI) == ["CCG-GEN-08"]
    assert against(table(HERE, hands=hand("?", "bok")), YETI) == ["CCG-GEN-08?"]
    (doubt,) = play_card_objections(table(HERE, hands=hand("?", "bok")), YETI)
    assert doubt.message == "play a card of the own hand: whether Julie holds Yeti is not known"
    _, after = stood(table(HERE, hands=hand("?", "bok")), YETI)
    assert after.hands[JULIE] == ("bok",)
    for face in ("dalek-hovercraft", "?"):
        with pytest.raises(UnplayableError):
            stood(table(HERE), PlayCard(JULIE, face))


def test_one_card_two_in_the_bonus_zone() -> None:
    """CCG-PREP-09, CCG-PREP-10: any mix of two; what cards grant comes beside (A57)."""
    row = hand("yeti", "yeti", "sidrat", "bok")
    once = play(table(HERE, hands=row), YETI)
    assert refused(once, PlayCard(JULIE, "sidrat")) == "CCG-PREP-09"
    twice = play(table(HERE, hands=row, bonus=True), YETI, PlayCard(JULIE, "sidrat"))
    assert refused(twice, YETI) == "CCG-PREP-10"
    assert refused(once.replace(granted=1), PlayCard(JULIE, "sidrat")) == ""
    assert refused(twice.replace(granted=1), PlayCard(JULIE, "bok")) == ""


def test_case_44_six_cards_in_a_zone() -> None:
    """T-CCG-44: six Creatures and Resources, the Watcher among them, are all (CCG-PREP-11, A12); an Episode is none."""
    five = f"{HERE}, julie present sidrat, julie present bok, julie present bok, julie present yeti"
    here = hand("yeti", "force-field")
    assert refused(table(five, hands=here), YETI) == ""
    full = table(f"{five}, julie present dulciens", hands=here)
    assert refused(full, YETI) == refused(full, PlayCard(JULIE, "force-field")) == "CCG-PREP-11"
    with_episode = table(f"{five}, julie present told of-steve, steve present yeti", hands=here, cards=CARDS)
    assert refused(with_episode, YETI) == ""
    assert refused(table(f"{five}, julie present dulciens out", hands=here), YETI) == ""
    found, after = stood(full, YETI)
    assert (found, len(faces(after, "present", JULIE))) == (["CCG-PREP-11"], 7)


def test_the_colour_of_the_zone() -> None:
    """CCG-PREP-12, CCG-PREP-13, CCG-CRE-02: coloured Creatures in their zone, white ones and Resources in any."""
    assert refused(table(HERE, hands=hand("zarbi")), PlayCard(JULIE, "zarbi")) == "CCG-PREP-12"
    for zone in ("past", "present", "future"):
        for face in ("leela", "sidrat"):
            assert refused(table("", zone=zone, hands=hand(face), cards=CARDS), PlayCard(JULIE, face)) == ""


def test_case_45_five_timeless() -> None:
    """T-CCG-45: five Timeless Creatures of a player over all zones (CCG-PREP-14); the opponent's do not count."""
    spread = "julie past leela, julie past leela, julie present leela, julie future leela"
    leela = PlayCard(JULIE, "leela")
    assert refused(table(f"{spread}, steve past leela", hands=hand("leela"), cards=CARDS), leela) == ""
    five = table(f"{spread}, julie future leela", hands=hand("leela"), cards=CARDS)
    assert refused(five, leela) == "CCG-PREP-14"
    out = table(f"{spread}, julie future leela out", hands=hand("leela"), cards=CARDS)
    assert refused(out, leela) == ""


@pytest.mark.parametrize("where", ["julie past", "steve future"])
def test_unique_cards(where: str) -> None:
    """CCG-PREP-15, A35: once in play over all zones and both players, by its own title; not one out of play."""
    lonely = PlayCard(JULIE, "lonely")
    assert refused(table(f"{where} lonely", hands=hand("lonely"), cards=CARDS), lonely) == "CCG-PREP-15"
    assert refused(table(f"{where} lonely out", hands=hand("lonely"), cards=CARDS), lonely) == ""
    copied = table(f"{where} yeti", hands=hand("lonely"), cards=CARDS)
    copied = copied.replace(play=(copied.play[0].replace(clone="lonely"),))
    assert refused(copied, lonely) == ""


@pytest.mark.parametrize(
    ("doctors", "beside_own", "beside_rivals"),
    [("distinct", "", ""), ("one_each", "CCG-PREP-15", ""), ("one", "CCG-PREP-15", "CCG-PREP-15")],
)
def test_doctors_in_play(doctors: str, beside_own: str, beside_rivals: str) -> None:
    """A35: Doctors of different numbers are different cards, or one a player, or one at the table."""
    second = PlayCard(JULIE, "doctor-2")
    for side, due in ((JULIE, beside_own), (STEVE, beside_rivals)):
        now = table(f"{side} past doctor-1", hands=hand("doctor-2"), cards=CARDS, options={"doctors": doctors})
        assert refused(now, second) == due


def test_cards_are_played_before_episodes() -> None:
    """CCG-TRN-02: an Episode played or solved ends 1d; CCG-CRE-12: and so does combat."""
    now = table(HERE, hands=hand("yeti"))
    assert refused(now.replace(episode=True), YETI) == refused(now.replace(solved=True), YETI) == "CCG-TRN-02"
    assert refused(now.replace(step="attack"), YETI) == "CCG-TRN-02"
    assert refused(now, PlayCard(STEVE, "yeti")) == "CCG-TRN-02"


def test_a_card_played_where_no_zone_was_chosen() -> None:
    """What stood is put where its colour belongs; both steps that were passed over are noted."""
    now = table("", "zone", hands=hand("yeti", "leela"), cards=CARDS)
    found, after = stood(now, YETI)
    assert found == ["CCG-PREP-02"]
    assert (after.missed, faces(after, "present", JULIE)) == (("zone", "draw"), ["yeti"])
    found, good = stood(after, ChooseZone(JULIE, "present"))
    assert (found, good.zone, good.step) == ([], "present", "play")


def test_an_innate_ability_works_at_once() -> None:
    """CCG-PREP-18: Doctor V has 1 Substance more as soon as Tegan is beside."""
    innate = Ability(when="innate", what="bonus", value="substance", amount=1, target="creature", named="yeti")
    friend = Card(name="Friend", type="creature", zone="present", energy=1, substance=1, does=(innate,))
    cards = cards_with(friend=friend)
    now = play(table("julie present yeti", hands=hand("friend"), cards=cards), PlayCard(JULIE, "friend"))
    assert card(now, "yeti").substance == 3
    assert card(play(now.replace(step="bonus"), END), "yeti").substance == 3
