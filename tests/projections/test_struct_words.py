"""Write structs as words and read them back."""

from typing import Any, Final

import msgspec
import pytest

from events.errors import RefusedError
from projections.struct_words import StructWords


class Queue(msgspec.Struct, frozen=True):
    waiting: tuple[str, ...]
    counters: tuple[int, ...] = ()
    served: int = 0
    quiet: bool = False
    mood: str = "calm"
    asked: tuple[str, ...] = ()


class Bell(msgspec.Struct, frozen=True):
    size: int = 1


SEATS: Final = ("ann", "bob", "served")
WORDS: Final = StructWords(
    "begun", {"queue": Queue, "bell": Bell}, "queue waiting <seats>; bell size 2",
    lambda _position, _kind, name, word: word in {"waiting": SEATS, "mood": ("calm", "cross")}.get(name, ()),
    last="asked",
)  # fmt: skip
QUEUE: Final = Queue(("ann", "bob"), (3, 4), 2, quiet=True, mood="cross", asked=("tea with milk", "cake"))


@pytest.mark.parametrize(("thing", "words"), [
    (Bell(), "bell"), (Bell(3), "bell size 3"), (Queue(("ann",)), "queue waiting ann"),
    (Queue(("served",), served=2), "queue waiting served served 2"),
    (QUEUE, "queue waiting ann bob counters 3 4 served 2 quiet yes mood cross asked tea with milk / cake"),
])  # fmt: skip
def test_words_come_back_as_the_struct(thing: Any, words: str) -> None:
    assert WORDS.write(thing) == words
    assert WORDS.parse(None, words) == WORDS.read(None, words) == thing


@pytest.mark.parametrize(("words", "says"), [
    ("tea", 'begun cannot be "tea": queue waiting'), ("queue", "queue needs waiting"),
    ("queue waiting eve", 'queue waiting cannot be "eve"'), ("queue waiting ann served -5", 'served cannot be "-5"'),
    ("queue waiting ann quiet maybe", 'quiet cannot be "maybe"'),
    ("queue waiting ann counters", 'counters cannot be ""'), ("bell size 12345678", "size cannot be"),
    ("bell size ²", "size cannot be"),
])  # fmt: skip
def test_refuses_words_with_the_field(words: str, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        WORDS.read(None, words)


@pytest.mark.parametrize("words", ["", "tea", "queue", "queue waiting"])
def test_words_of_a_log_that_make_nothing(words: str) -> None:
    assert WORDS.parse(None, words) is None
