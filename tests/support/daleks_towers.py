"""The two sessions of Time of the Daleks by the tower that ship: one won on Gallifrey, one lost to the seventh Dalek.

`python tests/support/daleks_towers.py` plays them and writes the transcripts; the secrets of their towers are fixed
here, so that every run has the same dice and shuffles.
"""

from typing import Final

from daleks_player import Sensible
from tower_tables import Table, play_at, write_all

from projections.games.daleks.facts.moves import ChooseDoctor
from projections.games.daleks.game import GAME
from replay.live.session import Session

_NELL_AND_OSMAN: Final = (
    (2, "osman", "Scarf on. Darillium, table for two, and that smell in the kitchen was not the fish."),
    (3, "nell", "You threw me the key across the vortex, I threw it back. It will be a long evening for that key."),
    (5, "osman", "A beast in a television studio. Two dice too many. Sarah Jane has found me a fez."),
    (8, "osman", "Ship on one, I am on nine. I do not want to jinx it, so I have written it down instead."),
    (11, "osman", "A motorway, and at the end of it a man with a crow on his head. He wanted dice. He had mine."),
    (14, "osman", "I have rolled everything I own and a card that re-rolls everything I own. Bats. It was bats."),
    (14, "nell", "There is a Dalek with a door in it. Nobody look at me like that, I am going in."),
    (15, "nell", "Out at the other end, and the ship goes backwards. Strax wants to go again."),
    (18, "nell", "Amy kept the door shut so that we got out. I paid it, I am not talking about it."),
    (21, "nell", "Handles, what was the weather? Potatoes. Thank you, Handles."),
    (23, "osman", "He was disguised as a priest. Nardole saw through it. Nardole!"),
    (27, "nell", "I have just come out of a library and I cannot remember why there are marks on my arm."),
    (29, "osman", "Eighteen. The last step but one was a Randomiser out of Sarah Jane's handbag."),
    (30, "nell", "I kept the beast talking and you are home. Now nobody touch the ship."),
)
_PRIYA_TOBIAS_AND_NELL: Final = (
    (2, "priya", "I do not roll for the TARDIS, child, I ask it. It brought us to a throne room. One out."),
    (3, "tobias", "Two out. Something that reads minds, and it read mine, and it was not impressed."),
    (4, "nell", "I went home. Shop window dummies. Somebody had to win something."),
    (6, "priya", "Telos. Snow, and a voice in it that knows my name. Three out, and the green ones are in the tin."),
    (7, "tobias", "A mad chemist on my own doorstep and I beat her with six dice. It can be done, people."),
    (8, "nell", "One little snake, one symbol, and I lost Amy over it. Four."),
    (10, "priya", "Five. At a hotel. Against turtles."),
    (11, "tobias", "Six. Witches in my own street. The last one came in a wheelchair."),
    (11, "nell", "Then there is no seventh to put. I had better win this."),
)
TOWERS: Final = (
    Table(
        "gallifrey", "long-way-home", "The long way home", {"nell": "eleventh", "osman": "fourth"}, 7,
        talk=_NELL_AND_OSMAN,
        after=(
            ("osman", "Eighteen, and the ship on thirteen. They left the light on."),
            ("nell", "You are welcome. Next time I get the robot dog, and you get the snakes."),
        ),
    ),
    Table(
        "seventh-dalek", "one-too-many", "One too many",
        {"priya": "first", "tobias": "twelfth", "nell": "eleventh"}, 17,
        talk=_PRIYA_TOBIAS_AND_NELL,
        after=(
            ("nell", "I rolled Strength three times. Witches do not care for Strength."),
            ("priya", "Three rounds. We shall tell people that it was a first game."),
        ),
    ),
)  # fmt: skip
"""The sessions that ship."""


def play(table: Table) -> Session:
    """Play a session to its end, as its players would: each from its own position."""
    return play_at(table, GAME, ChooseDoctor, Sensible, where="the time thread", rolls=2048)


if __name__ == "__main__":
    write_all(GAME, TOWERS, play)
