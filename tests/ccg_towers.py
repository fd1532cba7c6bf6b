"""The two games of the card game by the tower that ship, with starter decks, played to the last Time card.

`python tests/ccg_towers.py` plays them and writes the transcripts; the secrets of their towers are fixed here, so every
run has the same shuffles.
"""

import random
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from ccg_player import Sensible

from events.conduct import Posted
from events.facts import ALL, Move, Started
from events.store import MemoryStore
from projections.game import Written
from projections.games.ccg import GAME
from projections.games.ccg.data_files import SHIPPED
from projections.games.ccg.moves import SubmitDeck
from projections.shelf import shelf
from replay.posting import Request, submit
from replay.session import Session
from replay.timeline import Timeline
from replay.tower import build
from replay.written import transcript_of

__all__ = ["RECORDINGS", "TOWERS", "Table", "play", "written"]

RECORDINGS: Final = Path(__file__).parents[1] / "projections/games/ccg/recordings"
_MOST: Final = 3000


class Table(NamedTuple):
    """One game that ships: its name, its seats with their decks, and what is said at it."""

    name: str
    session: str
    title: str
    decks: dict[str, str]
    seed: int
    talk: Sequence[tuple[int, str, str]] = ()
    after: Sequence[tuple[str, str]] = ()


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
    """Play a game to its end, as its players would: each from its own position."""
    rng = random.Random(f"cloister {table.name} {table.seed}")
    ticks = count(1_795_000_000_000, 900_000)
    started = Started("ccg", GAME.rules, tuple(table.decks), title=table.title)
    session = Session.create(
        MemoryStore(), shelf(), started, session=table.session, tower=build(rng.randbytes(32), rng.randbytes(32), 512),
        clock=lambda: next(ticks),
    )  # fmt: skip
    for seat, deck in table.decks.items():
        _file(session, seat, SubmitDeck(seat, SHIPPED.starter[deck].row), [])
    players = {seat: Sensible(table.seed * 100 + at) for at, seat in enumerate(table.decks)}
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
    return Posted(author.capitalize(), text, where="the card thread")


def _file(session: Session, seat: str, move: Move, notes: Sequence[Posted]) -> None:
    """File a move, with what is said before it."""
    answer = submit(session, seat, [Request(Written(move))], after=session.head.seq, notes=notes)
    assert answer.done, (answer, move)


def written(session: Session) -> str:
    """The game as everybody may know it when it is over, as a transcript."""
    return transcript_of(Timeline.read(session.store, shelf(), session.row.session, ALL, now=True))


if __name__ == "__main__":
    for each in TOWERS:
        (RECORDINGS / f"{each.name}.txt").write_text(written(play(each)), encoding="utf-8")
