"""The two sessions of Time of the Daleks by the tower that ship: one won on Gallifrey, one lost to the seventh Dalek.

`python tests/daleks_towers.py` plays them and writes the transcripts; the secrets of their towers are fixed here, so
every run has the same dice and shuffles.
"""

import random
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

from daleks_player import Sensible

from events.conduct import Posted
from events.facts import ALL, Move, Started
from events.store import MemoryStore
from projections.game import Written
from projections.games.daleks import GAME
from projections.games.daleks.moves import ChooseDoctor
from projections.shelf import shelf
from replay.posting import Request, submit
from replay.session import Session
from replay.timeline import Timeline
from replay.tower import build
from replay.written import transcript_of

__all__ = ["RECORDINGS", "TOWERS", "Table", "play", "written"]

RECORDINGS: Final = Path(__file__).parents[1] / "projections/games/daleks/recordings"
_MOST: Final = 3000


class Table(NamedTuple):
    """One session that ships: its name, its seats with their Doctors, and what is said at it."""

    name: str
    session: str
    title: str
    doctors: Mapping[str, str]
    seed: int
    options: Mapping[str, Any] = {}
    talk: Sequence[tuple[int, str, str]] = ()
    after: Sequence[tuple[str, str]] = ()


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
    rng = random.Random(f"cloister {table.name} {table.seed}")
    ticks = count(1_795_000_000_000, 900_000)
    started = Started("daleks", GAME.rules, tuple(table.doctors), dict(table.options), title=table.title)
    session = Session.create(
        MemoryStore(), shelf(), started, session=table.session, tower=build(rng.randbytes(32), rng.randbytes(32), 2048),
        clock=lambda: next(ticks),
    )  # fmt: skip
    players = {seat: Sensible(table.seed * 100 + at) for at, seat in enumerate(table.doctors)}
    for seat, doctor in table.doctors.items():
        _file(session, seat, ChooseDoctor(seat, doctor), [])
    said = 0
    for _ in range(_MOST):
        status = session.status
        if status.outcome:
            break
        notes = [_posted(who, text) for turn, who, text in table.talk if said < turn <= status.turn]
        said = max(said, status.turn)
        seat = status.awaited[0]
        _file(session, seat, players[seat].choose(session.view(seat).position, seat), notes)
    session.note(*(_posted(who, text) for who, text in table.after))
    return session


def _posted(author: str, text: str) -> Posted:
    return Posted(author.capitalize(), text, where="the time thread")


def _file(session: Session, seat: str, move: Move, notes: Sequence[Posted]) -> None:
    """File a move, with what is said before it."""
    answer = submit(session, seat, [Request(Written(move))], after=session.head.seq, notes=notes)
    assert answer.done, (answer, move)


def written(session: Session) -> str:
    """The session as everybody may know it when it is over, as a transcript."""
    return transcript_of(Timeline.read(session.store, shelf(), session.row.session, ALL, now=True))


if __name__ == "__main__":
    for each in TOWERS:
        (RECORDINGS / f"{each.name}.txt").write_text(written(play(each)), encoding="utf-8")
