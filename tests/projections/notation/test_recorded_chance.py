"""Recorded chance: typed, replayed, and in words."""

from typing import Any

import pytest
from players import GAMES

from events.errors import NeedsFateError, NotationError
from events.facts import UNKNOWN, Drawn, Fact, Revealed, Rolled, Shuffled
from events.line import Entry
from projections.draft import Breach, Draft
from projections.notation.chance_words import order_words, seen_words
from projections.notation.recorded_chance import ChanceError, Recorded, Typed, require_all_told
from projections.terms import Seen
from replay.chance.fate import NoChance


def test_asks_for_dice_that_were_not_written() -> None:
    with pytest.raises(NotationError, match="dice are due for a dare"):
        Typed(Seen()).roll("d6", 6, "a dare")
    with pytest.raises(NeedsFateError, match="dice are due: a dare"):
        Typed(Seen(), lenient=True).roll("d6", 6, "a dare")
    with pytest.raises(NotationError, match="takes 1 die of 1 to 6"):
        Typed(Seen(faces=((7,),)), lenient=True).roll("d6", 6, "a dare")


def drafted(*facts: Fact) -> Draft[Any]:
    draft = Draft[Any](GAMES["toy"].rules, None, NoChance())
    draft.entries += [Entry(fact, "table") for fact in facts]
    return draft


def test_refuses_written_dice_and_cards_that_are_not_used() -> None:
    drawn = drafted(Drawn("black", "deck", "typed", ("k9",)))
    require_all_told(Seen(cards=("k9",)), drawn)
    require_all_told(Seen(cards=("?",)), drafted())
    with pytest.raises(NotationError, match="1 card is drawn here, not 3"):
        require_all_told(Seen(cards=("k9", "?", "?")), drawn)
    with pytest.raises(NotationError, match="no dice are rolled here"):
        require_all_told(Seen(faces=((6,),)), drawn)
    drawn.breaches.append(Breach("TOY-ROL-01", "roll no dice"))
    require_all_told(Seen(faces=((6,),)), drawn)


def test_offers_show_no_hidden_card() -> None:
    for blind, card in ((False, "the-matrix"), (True, UNKNOWN)):
        fate = Typed(Seen(), lenient=True, blind=blind)
        assert fate.draw("black", "deck", ("the-matrix",)).cards == (card,)
        assert fate.turn_up("deck", "top", "the-matrix").item == card
    written = Typed(Seen(cards=("k9",), items=("e-space",)), blind=True)
    assert written.draw("black", "deck", ("?",)).cards == ("k9",)
    assert written.turn_up("zones", "a1", "?").item == "e-space"


def test_reads_recorded_chance_in_order_or_by_kind() -> None:
    rolled, drawn = Rolled("d6", 6, (3,), "a dare", "typed"), Drawn("black", "deck", "typed", ("k9",))
    with pytest.raises(ChanceError, match="the log has a roll instead"):
        Recorded([rolled, drawn]).draw("black", "deck", ("?",))
    lenient = Recorded([rolled, drawn], lenient=True)
    assert lenient.draw("black", "deck", ("?",)) == drawn
    assert lenient.roll("d6", 6, "another") == rolled
    assert lenient.left == []


def test_missing_chance_is_unknown_if_lenient() -> None:
    lenient = Recorded([], lenient=True)
    assert lenient.roll("d6 d6", 6, "a dare").faces == (1, 1)
    assert lenient.shuffle("deck", ("k9", "leela")) == Shuffled("deck", 0, "typed", (UNKNOWN, UNKNOWN))
    assert lenient.draw("black", "deck", ("k9",)).cards == (UNKNOWN,)
    assert lenient.turn_up("tiles", "a1", "door") == Revealed("tiles", "a1", "typed", "door")


def quoted(thing: str) -> str:
    return thing if thing == "?" else f'"{thing}"'


def told(*facts: Drawn | Revealed | Rolled | Shuffled) -> str:
    return seen_words(facts, quoted, str.upper, quoted)


def test_words_of_chance() -> None:
    drawn, shown = Drawn("ann", "deck", "typed", ("fez", "?")), Revealed("tiles", "b3", "typed", "karn")
    assert told(shown, drawn, Rolled("B1 B2", 6, (2, 5), "roll", "typed")) == 'rolls 2 5 draws "fez" ? shows KARN'
    piles = Shuffled("deck", 0, "typed", ("a", "?", "?")), Shuffled("tiles", 0, "typed", ("?", "?"))
    assert told(*piles) == 'shuffled "a" + 2 ? shuffled 2 ?'
    assert told(Drawn("ann", "deck", "typed", ("?", "?")), Shuffled("deck", 0, "typed", ("?",))) == ""
    assert order_words(("a", "a", "b", "a"), quoted) == '2 "a" + "b" + "a"'
