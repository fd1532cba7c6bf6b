"""The two games of the card game by the tower that ship, with starter decks, played to the last Time card.

`python tests/support/ccg_towers.py` plays them and writes the transcripts; the secrets of their towers are fixed
here, so that every run has the same shuffles.
"""

from typing import Final

from ccg_player import Sensible
from tower_tables import Table, play_at, write_all

from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.facts.moves import SubmitDeck
from projections.games.ccg.game import GAME
from replay.live.session import Session

_NELL_AND_OSMAN: Final = (
    (1, "osman", "Two cards straight away. The big one must attack when he can. I had not read that far."),
    (3, "nell", "I hypnotised your Watcher and mine walked past him. It is only the second turn, do not be cross."),
    (4, "osman", "Four cards out of two hands for one Watcher, and he is gone, and now neither of us has a shield."),
    (12, "nell", "You fed your own Watcher to Sutekh? To be rid of a Tharil?"),
    (13, "osman", "Sutekh asked nicely. Sutekh always asks nicely."),
    (16, "nell", "Your mummy has walked into the bubble twice now, poor old thing, wrapped up like a parcel."),
    (18, "osman", "Three times. And one Doctor fewer. That was Kamelion's idea, he will not have any more of them."),
    (20, "nell", "An Aztec shouted at Sutekh, and Sutekh thought about it. I am keeping the photograph."),
    (22, "osman", "He has thought about it."),
    (26, "nell", "Not this time. Temporal Grace: you knocked and nobody was hit."),
    (28, "osman", "You reversed the polarity of a hypnotist. I resign from being clever. Daleks it is."),
    (32, "osman", "Cobwebs in the Future, for when you find somebody there who can count to three."),
    (42, "nell", "A corporal with a friend, a bubble and a Staser, and the Giant Robot still walked over him."),
    (46, "osman", "There are pyramids in my kitchen. They eat saucers. They have eaten two saucers."),
    (49, "nell", "An Ice Warrior and the Third Doctor have swept up the cobwebs. Three against three, exactly."),
    (51, "osman", "One life, a Past, and my robots are all in the Present. I can see Steven putting his coat on."),
)
_PRIYA_AND_TOBIAS: Final = (
    (1, "priya", "I brought the gentlemen in the robes. They do not fight, they disapprove."),
    (3, "tobias", "I brought the other half of the family. And boots."),
    (6, "priya", "Fourth Doctor, Demat Gun, no Doctor. Three turns he lasted. I am so sorry. I am not."),
    (7, "tobias", "Then a soldier for the door, and a Watcher to knock at it. First life to me."),
    (11, "tobias", "Romana found nobody at home. She left a note."),
    (15, "priya", "She has left two notes now. I read all evening in the Matrix and she just walks in."),
    (17, "tobias", "All that for Benton! Two damages, one corporal, a bit of Aikido. He has gone for a lie down."),
    (20, "priya", "Pyramids in your Present. Everybody human should leave the building."),
    (21, "tobias", "And there the episode stops, with Benton hanging from a sarcophagus. The corporal let go."),
    (23, "tobias", "I threw a Nitro at Borusa and you reversed it. I did not know that it had a polarity."),
    (24, "priya", "He does not even carry anything. He walks across your Present, where nobody is, and tuts."),
    (26, "priya", "Two Pasts under one another! Two lives for one old man in a collar."),
    (28, "tobias", "Victoria too. I win every fight I have, and I am losing."),
    (29, "tobias", "Two corporals into the pyramids to stop him. The pyramids like corporals."),
)
TOWERS: Final = (
    Table(
        "unit-machines", "brigade-iron", "The Brigadier against the scrap heap",
        {"nell": "unit", "osman": "machines"}, 9, _NELL_AND_OSMAN,
        (
            ("osman", "And out goes the light. Who lets an astronaut in?"),
            ("nell", "You did, you were all minding a mummy. Again next week? I want to try the iron ones."),
        ),
    ),
    Table(
        "gallifrey-unit", "robes-boots1", "Robes and boots", {"priya": "gallifrey", "tobias": "unit"}, 2,
        _PRIYA_AND_TOBIAS,
        (
            ("priya", "Down to two, and then six in a row by disapproval alone."),
            ("tobias", "I shall buy a door. Good game."),
        ),
    ),
)  # fmt: skip
"""The games that ship."""


def play(table: Table) -> Session:
    """Play a session to its end, as its players would: each from its own position."""
    return play_at(table, GAME, _lay_down, Sensible, where="the card thread", rolls=512)


def _lay_down(seat: str, deck: str) -> SubmitDeck:
    return SubmitDeck(seat, SHIPPED.starter[deck].row)


if __name__ == "__main__":
    write_all(GAME, TOWERS, play)
