"""Two sessions of the toy that differ in a card which Yellow alone knows."""

from collections.abc import Sequence

from flask import Flask
from scripted_chance import ScriptedChance
from spectator import SEATS, opened
from toy import Answer, Dare

from events.events import Drawn, Move, Passed, Shuffled
from events.session_events import Noted, Ordered, Posted, Remarked
from events.store.memory import MemoryStore
from projections.registry import Registry
from projections.terms import Seen, Written
from replay.session.session import Session
from replay.session.submission import Request, submit
from webui import create_app

FIRST, SECOND = ("5", "2", "1", "3", "4", "6"), ("5", "3", "6", "2", "1", "4")


class Dealt(ScriptedChance):
    def __init__(self, order: Sequence[str]) -> None:
        super().__init__()
        self.order = tuple(order)

    def shuffle(self, pile: str, _cards: Sequence[str], /) -> Shuffled:
        return Shuffled(pile, 0, "typed", self.order)

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        return Drawn(player, pile, "typed", tuple(top))


def world(games: Registry, order: Sequence[str]) -> tuple[Flask, Session]:
    store = MemoryStore()
    session = opened(
        store, games, "toy", SEATS, session="worlds", title="Two worlds", dice="typed", cards="typed",
        options={"points": 9}, tower=None, fate=Dealt(order),
    )  # fmt: skip
    moves: list[tuple[Move, int]] = [
        (Dare("black", "yellow"), 0), (Passed("yellow"), 4), (Dare("yellow", "black"), 0), (Answer("black", "5"), 2),
    ]  # fmt: skip
    for move, face in moves:
        seen = Seen(faces=((face,),)) if face else Seen()
        submit(session, move.player, [Request(Written(move, seen))], notes=[Posted(move.player, "my move\nas posted")])
    secret = f"I hold the {order[1]}"
    session.note(Remarked("yellow", secret, "yellow"), Ordered("yellow", secret), Posted("yellow", secret, "yellow"))
    for audience in ("yellow -alone", "yellow -bench", "yellow"):
        session.note(Noted("yellow", secret, order[1], "", audience), by="yellow")
        line = str(session.head.seq) if order[1] == "2" else ""
        session.note(Noted("yellow", "", order[1], line, audience), by="yellow")
    return create_app(store, games), session
