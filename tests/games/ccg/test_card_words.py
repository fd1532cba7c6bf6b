"""The words for abilities, and the card that is named if it sets a rule aside."""

from typing import get_args

import pytest
from ccg_tables import JULIE, STEVE, card, cards_with, table

from projections.games.ccg.components.cards import Ability, Card, Kind
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.prose.card_text import face_does, said
from projections.games.ccg.rules.interpretation import rules_set_aside

SAID = {
    "daemons": "Side it: -1 Energy or Substance for any other Creature in the zone until the turn ends",
    "force-field": "Side it: +2 Substance for any Creature in the zone until the turn ends",
    "sidrat": "Side it and side a Creature of your own: move what paid for it and this card to a neighbouring zone",
    "demat-gun": "Side it and side a Time Lord Creature of your own: destroy any card in any zone",
    "tegan-jovanka": "always: +1 Substance for each Doctor Who V in the zone",
    "temporal-grace": "the next Hit against you this turn is prevented",
    "brain-transformer": "+1 Support for any Creature in any zone until the turn ends",
    "yeti": "",
}


@pytest.mark.parametrize(("face", "words"), SAID.items())
def test_a_card_says_what_it_does(face: str, words: str) -> None:
    assert face_does(SHIPPED, SHIPPED.card[face]) == words


def test_abilities_and_costs_have_words() -> None:
    shipped = {one.what: one for face in SHIPPED.card.values() for one in face.does}
    assert shipped.keys() == set(get_args(Kind))
    words = {what: said(SHIPPED, one) for what, one in shipped.items()}
    assert len(set(words.values())) == len(words)
    assert all(text and "{" not in text for text in words.values())
    assert face_does(SHIPPED, SHIPPED.card["time-ring"]).startswith("Side it and sacrifice 2 Creatures of your own: ")


EAGER = Card("Eager", "creature", "present", energy=2, substance=2, does=(
    Ability("innate", "waive", target="self", waives="CCG-COM-08"),
))  # fmt: skip


def told(more: str) -> tuple[dict[str, str], str]:
    """The rules that an attack by an eager card sets aside, and the sentence in the log."""
    now = table(
        f"julie present eager{more}, steve present yeti", "attack", cards=cards_with(eager=EAGER),
    )  # fmt: skip
    move = m.Attack(JULIE, card(now, "eager").n, card(now, "yeti", STEVE).n)
    return rules_set_aside(now, move), GAME.view.tell(move, now, now)


def test_the_log_names_the_card_that_sets_a_rule_aside() -> None:
    law = "the attacker's main combatant came into play in an earlier turn"
    assert face_does(SHIPPED, EAGER) == f"always: CCG-COM-08 does not hold for it ({law})"
    attack = "Julie attacks Steve's Yeti with Eager"
    assert told(" fresh") == ({"CCG-COM-08": "Eager"}, f"{attack}, as Eager sets CCG-COM-08 aside.")
    assert told("") == ({}, f"{attack}.")
