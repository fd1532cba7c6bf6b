"""Posts that are close to clear ones, but are never recorded without a question."""

import pytest
from people_posts import Row, moves_of, unasked

CLEAR = [
    ("keys-3 76 maud", "Draw. Wormhole between e2 and f3. Staying.", "D: ? / P: TT e2/f3 / M: stay"),
    ("keys-1 46 nell", "Card. Red on e4, ok open. I stand still.", "D: ? / P: Kr e4 open (open) / M: stay"),
    ("keys-1 25 nell", "tunnel. barrier g5. no move", "D: TT / P: TB g5 / M: stay"),
    ("keys-4 61 ada", "red key f1 its plain, goin in there", "P: Kr f1 open (open) / M: >f1"),
    ("keys-4 36 ada", "Blue: d6, plain. Not moving.", "D: Kb / P: Kb d6 open (open) / M: stay"),
    ("risk-4 72 ada", "3 on kamchatka for the neutrals", "N: KAM+3"),
    ("risk-3 52 maud", "Venezuela for the TARDIS. All three on Kamchatka, and from there at Japan with 3.",
     "T: VEN / +: / P: KAM+3 / A: KAM>JPN 3"),
    ("risk-1 51 osman", "no card from me, roll it", "D: pass"),
    ("ccg-3 55 piotr", "War machine up. Present. Drew. Kronos down. Fight.",
     'STAND: "War Machine" / ZONE: Pr / DRAW: / PLAY: "Kronos" / COMBAT: announce'),
    ("ccg-3 28 maud", "The Nestene Consciousness attacks Piotr's Watcher (Present). I add nothing; pass.",
     'COMBAT: "Nestene Consciousness" x P."The Watcher (Present)" / PASS'),
    ("ccg-2 116 tobias", "bonus card pls ty, end", "BONUS: draw"),
    ("daleks-1 46 nell", "The ship of the Daleks moves: III to IV.", "DALEKS: ship III>IV"),
    ("daleks-3 11 piotr", "Nothing from me. Pass.", "PASS"),
]  # fmt: skip
NEAR = {
    "keys-3 76 maud": [
        "Draw. Wormhole between e2 and f3. Staying?", "Draw. Wormhole between e2 and f3. Maybe staying.",
        "Draw. Wormhole between e2 and f3 or e4. Staying.",
        "Draw. Wormhole between e2 and f3, then the barrier. Staying.",
        "Draw. Wormhole between e2 and f3. Staying unless June objects.",
        "June: Draw. Wormhole between e2 and f3. Staying.",
        "Draw. Wormhole between e2 and f3. Staying. Not.", "Draw. ~~Wormhole between e2 and f3.~~ Staying.",
        "Plan: Draw. Wormhole between e2 and f3. Staying.", "Draw. Wormhole between e2 and f3 tomorrow. Staying.",
        "Draw. Wormhole between e2 and f3. Staying. Then up to e1.",
        "Draw. Wormhole between e2 and f3. Staying... I think",
    ],
    "keys-1 46 nell": [
        "Card. Red on e4, ok open. I stand still. Next turn f3 to f2.", "Card. Red on e4, ok open? I stand still.",
        "Card. Red on e4, ok open. Osman stands still.", "Card. Red on e4, no dalek, ok open. I stand still.",
        "Card. Red on e4 instead of e5, ok open. I stand still.",
        "Card. Red on e4, ok open. I stand still. Oops, blue.",
        "Two cards. Red on e4, ok open. I stand still.", "Card. Red on e4, ok open. Jam cookie too. I stand still.",
        "Card. I could do red on e4, ok open. I stand still.", '"Card. Red on e4, ok open. I stand still."',
    ],
    "keys-1 25 nell": [
        "tunnel. no barrier g5. no move", "no tunnel. barrier g5. no move", "tunnel. barrier not g5. move",
        "tunnel. barrier g5. no. move", "tunnel. barrier g5. no move, no", "tunnel. barrier g5. no move. no, wait",
        "tunnel. barrier g5. no move. mine is yellow", "tunnel. barrier where? no move",
        "tunnel. barrier g5, again e5. no move",
    ],
    "keys-4 61 ada": [
        "red key f1 its plain, goin in there from f2", "red key f1 its plain, only goin in there if june is",
        "red key f1 its plain, no, not goin in there", "red key f1 its plain, no teleport, not goin in there",
    ],
    "keys-4 36 ada": [
        "Blue: d6, plain. Not moving yet.", "Blue: d6, plain. Moving.", "Blue: d6, plain. Not moving, Finn is.",
        "Blue: d6, plain. Not moving ;)",
        "Blue: d6, plain. Not moving. Wrong game",
        "Blue: d6, plain. I wish. Not moving.",
        "Blue: d6, plain. Not moving 🤞", "Blue: d6, plain. Not moving. EDIT: red",
    ],
    "risk-4 72 ada": [
        "3 on kamchatka for the neutrals, 2 on japan", "3 on kamchatka for the neutrals if nobody minds",
        "not 3 on kamchatka for the neutrals",
        "3 on kamchatka for the neutrals and attack alaska",
        "3 on kamchatka for finn",
        "3 on kamchatka for the neutrals? hm",
        "3 on kamchatka for the neutrals, no wait",
        "3 2 on kamchatka for the neutrals",
        "I was thinking 3 on kamchatka for the neutrals", "finn wants 3 on kamchatka for the neutrals",
    ],
    "risk-3 52 maud": [
        "Venezuela for the TARDIS. All three on Kamchatka, and from there at Japan with 3. Then Alaska with 2.",
        "Venezuela for the TARDIS. All three on Kamchatka, and from there at Japan with 3 until one is left.",
        "Venezuela for the TARDIS. All three on Kamchatka, and from there at Japan with 3, trade my cards.",
        "Venezuela for the TARDIS. All three on Kamchatka, and from there at Japan with 3, unless June pays me.",
        "Venezuela for the TARDIS. All three on Kamchatka, and later from there at Japan with 3.",
        "Venezuela for the TARDIS. All three on Kamchatka, and from there at Japan with 3. Same with Mongolia.",
        "Venezuela for the TARDIS. All three on Kamchatka, and from there at Japan with 3, ambush!!",
    ],
    "risk-1 51 osman": [
        "no card from me, roll it tomorrow", "no card from me, or maybe Donna, roll it", "no card from me yet, roll it",
        "no card from me, don't roll it", "no card from nell, roll it", "no card from me, roll it twice",
        "no card from me if you stop there, roll it",
    ],
    "ccg-3 55 piotr": [
        "War machine up. Present. Drew. Kronos down. Fight?",
        "War machine up. Present. Drew. Kronos down. Karim fights.",
        "War machine up. Present or past. Drew. Kronos down. Fight.",
        "War machine up. Present. Drew two. Kronos down. Fight.",
        "War machine up. Present. Drew. Kronos and one more down. Fight.",
        "War machine up. Present. Drew. Kronos down. Fight later.",
        "Maud: War machine up. Present. Drew. Kronos down. Fight.",
        "War machine up. Present. Drew. Kronos down. Fight. K9 hits.",
        "War machine up. Present. Drew. Kronos down. Fight. Sorry, past.",
    ],
    "ccg-3 28 maud": [
        "The Nestene Consciousness attacks Piotr's Watcher (Present). I add nothing yet; pass.",
        "The Nestene Consciousness attacks Piotr's Watcher (Present). I add Quark; pass.",
        "The Nestene Consciousness attacks Piotr's Watcher (Present). Piotr adds nothing; pass.",
        "Suppose the Nestene Consciousness attacks Piotr's Watcher (Present). I add nothing; pass.",
        "The Nestene Consciousness attacks Piotr's Watcher (Present). I add nothing; pass. Strike that.",
    ],
    "ccg-2 116 tobias": [
        "a bonus card pls ty, not the end",
        "bonus card pls ty, end?",
        "two bonus cards pls ty, end",
        "bonus card for priya pls ty, end",
        "bonus card pls ty, and attack, end",
    ],
    "daleks-1 46 nell": [
        "The ship of the Daleks moves: III to V.", "The ship of the Daleks moves: III to IV, I guess.",
        "The ship of the Daleks moves: III to IV?", "The ship of the Daleks never moves: III to IV.",
        "Osman: the ship of the Daleks moves: III to IV.", "The ship of the Daleks moves: III to IV. Then I charge.",
        "The ship of the Daleks moves: III to IV when Osman is back.",
    ],
    "daleks-3 11 piotr": [
        "Nothing from me. Pass?",
        "Nothing from me. Pass the salt.",
        "Nothing from me yet. Pass.",
        "Nothing from June. Pass.",
        "Nothing from me. Pass. Or Run!", "Something from me. Pass.", "Nothing from me. Pass. Forget it.",
    ],
}  # fmt: skip


def post_at(place: str, post: str, due: str) -> Row:
    session, moves, seat = place.split()
    return Row("", session, int(moves), seat, "", "moves", post, due.split(" / "))


@pytest.mark.parametrize(("place", "post", "due"), CLEAR)
def test_a_clear_post_is_recorded_without_a_question(place: str, post: str, due: str) -> None:
    row = post_at(place, post, due)
    assert moves_of(row, row.due)
    assert unasked(row) == "right"


@pytest.mark.sampled
@pytest.mark.parametrize(("place", "post"), [(place, post) for place, posts in NEAR.items() for post in posts])
def test_a_post_close_to_a_clear_one_is_asked_about(place: str, post: str) -> None:
    assert unasked(post_at(place, post, "")) == "asked"


def test_each_place_with_near_posts_has_a_clear_one() -> None:
    assert {place for place, _, _ in CLEAR} == NEAR.keys()
    assert sum(map(len, NEAR.values())) >= 60
