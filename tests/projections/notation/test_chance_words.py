"""What was seen of chance, as a line writes it."""

from events.facts import Drawn, Revealed, Rolled, Shuffled
from projections.notation.chance_words import order_words, seen_words


def quoted(thing: str) -> str:
    return thing if thing == "?" else f'"{thing}"'


def told(*facts: Drawn | Revealed | Rolled | Shuffled) -> str:
    return seen_words(facts, quoted, str.upper, quoted)


def test_each_kind_behind_its_word() -> None:
    drawn, shown = Drawn("ann", "deck", "typed", ("fez", "?")), Revealed("tiles", "b3", "typed", "karn")
    assert told(shown, drawn, Rolled("B1 B2", 6, (2, 5), "roll", "typed")) == 'rolls 2 5 draws "fez" ? shows KARN'
    piles = Shuffled("deck", 0, "typed", ("a", "?", "?")), Shuffled("tiles", 0, "typed", ("?", "?"))
    assert told(*piles) == 'shuffled "a" + 2 ? shuffled 2 ?'


def test_what_nobody_knows_is_not_told() -> None:
    assert told(Drawn("ann", "deck", "typed", ("?", "?")), Shuffled("deck", 0, "typed", ("?",))) == ""


def test_equal_things_beside_each_other_are_counted() -> None:
    assert order_words(("a", "a", "b", "a"), quoted) == '2 "a" + "b" + "a"'
