"""The two tables of Risk whose sessions by the tower ship: seats, words, talk, and where their chance is from."""

from collections.abc import Sequence
from typing import Final, NamedTuple


class Table(NamedTuple):
    """One session that ships: its name, its seats, and what chance it has."""

    name: str
    session: str
    title: str
    seats: tuple[str, ...]
    seed: int
    words: dict[str, str]
    talk: Sequence[tuple[int, str, str]]
    after: Sequence[tuple[str, str]]
    starts_ms: int


_FIVE: Final = (
    (
        1,
        "black",
        (
            "Five of us at last. The dice are with the service, so nobody has to trust my kitchen table. Post "
            "when you can, shout when you cannot. The TARDIS decides who gets a quiet night."
        ),
    ),
    (1, "white", "I brought no word for the tower. Is that bad? I could not think of one."),
    (1, "orange", "Only if the other four are in league. We are, naturally, but not about that."),
    (4, "blue", "White came for Siberia twice and went home twice. I keep reserves in the cellar. Everybody should."),
    (5, "yellow", "Black has moved the TARDIS onto his own roof. Is that allowed? (It is. I looked it up.)"),
    (11, "black", "Nobody gets past Donna in Kamchatka."),
    (13, "orange", "Blue has cut my supply lines. I had none, but the thought hurts."),
    (15, "white", "Seventh Doctor. Has anybody got a plan for the second half? I only had one for the first."),
    (17, "black", "Russia, China and the Middle East in one evening. Orange, leave something for the Doctor to save."),
    (
        20,
        "blue",
        (
            "I have checked every die of my last three turns against its receipt, and they are perfectly fair. "
            "That is somehow worse."
        ),
    ),
    (24, "yellow", "White, two of us had only just tidied up over there."),
    (
        26,
        "blue",
        ("Clara is on the Tenth, and Yellow, Orange and I have nine each. Orange turns the card. Nobody breathe."),
    ),
)
_TWO: Final = (
    (
        1,
        "yellow",
        (
            "Just the two of us and three armies of couch potatoes, then. You feed the potatoes in my turn, I "
            "feed them in yours. Be kind."
        ),
    ),
    (1, "black", "No."),
    (2, "yellow", "Donna was waiting in Russia. I thought you should know. I did not think you should know before."),
    (3, "yellow", "India in the dark, with searchlights. The potatoes never saw me."),
    (9, "black", "You took India. I had only just hung the curtains."),
    (10, "black", "Mine again. The curtains are still up."),
    (16, "yellow", "That is Irkutsk changing hands for the fifth time. Does anybody actually live there?"),
    (22, "black", "That was the last of the first army, and its three cards come to me. A very good potato."),
)
TOWERS: Final = (
    Table(
        "five-player", "five-armies1", "Five armies, one planet", ("black", "yellow", "orange", "blue", "white"), 244,
        {"black": "skaro", "yellow": "custard", "orange": "marmalade-sandwich", "blue": "police-box"}, _FIVE,
        (
            ("blue", "Kamchatka, with Clara on it. Of course."),
            ("orange", "Nine, nine and nine, so they count Daleks: thirty-five are mine. Again on Sunday?"),
        ),
        1_794_168_000_000,
    ),
    Table(
        "two-player", "two-armies-3", "Two armies, and three that do not care", ("black", "yellow"), 235,
        {"black": "fez", "yellow": "bow-tie"}, _TWO,
        (
            ("yellow", "Yakutsk, and there she is, waving."),
            ("black", "Twenty-three to ten. The potatoes send their regards."),
        ), 1_794_340_800_000,
    ),
)  # fmt: skip
