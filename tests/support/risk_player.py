"""A sensible player of Risk, and the two tower sessions that ship: made by it, move by move, through the front door.

`python tests/support/risk_player.py` plays them and writes the exports; the secrets of their towers are fixed
here, so that every run has the same dice and the same deals.
"""

import random
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from places import ROOT
from risk_tables import TOWERS, Table

from events.conduct import Posted
from events.facts import ALL, Passed, Started
from events.store.memory import MemoryStore
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import CONTINENTS, TERRITORIES, neighbours
from projections.games.risk.game import GAME
from projections.games.risk.rules.territory_cards import stars_on
from projections.games.risk.state.position import Battle, World
from projections.shelf import shelf
from projections.terms import Written
from replay.chance.tower import build
from replay.exchange.bundle import export_lines
from replay.live.session import Session
from replay.live.submission import Request, submit

_THREAD: Final = "the Skaro thread"
RECORDINGS: Final = ROOT / "projections/games/risk/recordings"


_STEPS: Final = (e.LandTardis, e.CountDaleks, e.StopAttacking, e.HoldPosition, e.EndTurn)


class Sensible:
    """Chooses among the moves on offer, from the position that the seat itself may know."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, world: World, seat: str) -> Any:
        """The move that this player makes, in whatever order moves are on offer."""
        offered = sorted(GAME.rules.legal(world, seat), key=repr)
        ways: dict[type, Callable[[World, str, list[Any]], Any]] = {
            e.PlaceNeutral: self._neutral, e.Place: self._place, e.Attack: self._attack, e.RollDice: self._roll,
            e.MoveIn: self._move_in, e.Manoeuvre: self._manoeuvre, Passed: self._defend, e.RemoveDalek: self._remove,
            e.ReRoll: self._re_roll, e.DrawTerritoryCard: self._draw,
        }  # fmt: skip
        for kind, way in ways.items():
            fitting = [move for move in offered if isinstance(move, kind)]
            if fitting:
                return self._before(world, seat, offered) if kind is e.Place else way(world, seat, offered)
        return self._last(offered)

    def _re_roll(self, _world: World, _seat: str, offered: list[Any]) -> Any:
        return max(offered, key=lambda move: move.dice)

    def _last(self, offered: list[Any]) -> Any:
        """The landing, the count, or the end of a step."""
        return next(move for kind in _STEPS for move in offered if isinstance(move, kind))

    # Placing

    def _before(self, world: World, seat: str, offered: list[Any]) -> Any:
        """Missions, stars and cards before the first Dalek is placed."""
        claims = [move for move in offered if isinstance(move, e.ClaimMission)]
        trades = [move for move in offered if isinstance(move, e.TradeStars) and stars_on(world, move.cards) >= 4]
        cards = [move for move in offered if isinstance(move, e.PlayPower) and move.rival != seat]
        if claims:
            return claims[0]
        if trades:
            return trades[0]
        nudges = [
            move for move in offered if isinstance(move, e.MoveTardis) and world.lands[move.territory].army == seat
        ]
        if nudges and self.chance.random() < 0.35:
            return min(nudges, key=lambda move: self._margin(world, seat, move.territory))
        if cards and self.chance.random() < 0.35:
            return max(cards, key=lambda move: len(world.lands_of(move.rival)) if move.rival else 0)
        return self._place(world, seat, offered)

    def _place(self, world: World, seat: str, _offered: list[Any]) -> Any:
        """Most where an attack promises most, the rest where the border is thin."""
        here = max(sorted(world.lands_of(seat)), key=lambda name: self._promise(world, seat, name))
        thin = min(self._border(world, seat) or [here], key=lambda name: self._margin(world, seat, name))
        if world.pool > 3 and thin != here:
            return e.Place(seat, thin, world.pool // 3)
        return e.Place(seat, here, world.pool)

    def _neutral(self, world: World, _seat: str, offered: list[Any]) -> Any:
        """Neutral Daleks go where they stand in the other player's way."""
        return max(offered, key=lambda move: (self._threat(world, world.player, move.territory), move.daleks))

    def _remove(self, world: World, seat: str, offered: list[Any]) -> Any:
        return max(offered, key=lambda move: self._margin(world, seat, move.territory))

    # The worth of territories

    def _enemies(self, world: World, seat: str, name: str) -> list[str]:
        return [other for other in neighbours(name, world.options) if world.lands[other].army != seat]

    def _border(self, world: World, seat: str) -> list[str]:
        return [name for name in sorted(world.lands_of(seat)) if self._enemies(world, seat, name)]

    def _threat(self, world: World, seat: str, name: str) -> int:
        return sum(
            world.lands[other].daleks for other in neighbours(name, world.options) if world.lands[other].army == seat
        )

    def _margin(self, world: World, seat: str, name: str) -> int:
        """How much stronger a territory is than the enemies beside it."""
        return world.lands[name].daleks - sum(world.lands[other].daleks for other in self._enemies(world, seat, name))

    def _value(self, world: World, seat: str, name: str) -> float:
        """What a territory is worth: more where the seat holds much of its continent."""
        land = TERRITORIES[name]
        whole = CONTINENTS[land.continent]
        held = sum(world.lands[other].army == seat for other in whole.territories)
        return 1 + whole.bonus * held / len(whole.territories)

    def _promise(self, world: World, seat: str, name: str) -> float:
        """The best that could be taken from a territory with the Daleks that may be placed there."""
        if name == world.tardis:
            return -1
        strong = world.lands[name].daleks + world.pool
        open_ = [other for other in self._enemies(world, seat, name) if other != world.tardis]
        return max(
            (self._value(world, seat, other) * strong / (1 + world.lands[other].daleks) for other in open_), default=-1
        )

    # Attacking

    def _attack(self, world: World, seat: str, offered: list[Any]) -> Any:
        """The best attack while it is well ahead, with a card now and then; no more than a few a turn."""
        attacks = [move for move in offered if isinstance(move, e.Attack)]
        most = max(move.daleks for move in attacks)
        ahead = [
            move
            for move in attacks
            if move.daleks == min(3, world.lands[move.source].daleks - 1)
            and world.lands[move.source].daleks > world.lands[move.target].daleks + 1 + world.conquered
        ]
        if not ahead or (world.conquered and self.chance.random() < 0.5) or most < 1:
            return e.StopAttacking(seat)
        best = max(ahead, key=lambda move: self._gain(world, seat, move))
        cards = [move for move in ahead if (move.source, move.target) == (best.source, best.target) and move.card]
        if cards and world.lands[best.target].daleks > 2 and self.chance.random() < 0.5:
            return self.chance.choice(cards)
        return e.Attack(seat, best.source, best.target, best.daleks)

    def _gain(self, world: World, seat: str, move: e.Attack) -> float:
        lead = world.lands[move.source].daleks / world.lands[move.target].daleks
        return self._value(world, seat, move.target) * min(3, lead)

    def _roll(self, world: World, _seat: str, offered: list[Any]) -> Any:
        """Roll on with all dice while the origin is ahead; call it off when it is not."""
        battle = world.battle
        assert isinstance(battle, Battle)
        rolls = [move for move in offered if isinstance(move, e.RollDice)]
        ours, theirs = world.lands[battle.source].daleks, world.lands[battle.target].daleks
        leave = [move for move in offered if isinstance(move, e.LeaveBattle)]
        return leave[0] if leave and ours <= theirs + (ours < 4) else max(rolls, key=lambda move: move.daleks)

    def _defend(self, world: World, seat: str, offered: list[Any]) -> Any:
        """A card when much is at stake, else none."""
        cards = [move for move in offered if isinstance(move, e.PlayPower)]
        battle = world.battle
        assert isinstance(battle, Battle)
        stake = world.lands[battle.target].daleks + self._value(world, seat, battle.target)
        return self.chance.choice(cards) if cards and stake > 4 and self.chance.random() < 0.5 else Passed(seat)

    def _move_in(self, world: World, seat: str, offered: list[Any]) -> Any:
        """All where the front moves on, as few as may be where the origin is still beside enemies."""
        battle = world.battle
        assert isinstance(battle, Battle)
        left = [name for name in self._enemies(world, seat, battle.source) if name != battle.target]
        ahead = self._enemies(world, seat, battle.target)
        how = max if ahead and len(ahead) >= len(left) else min
        return how(offered, key=lambda move: move.daleks)

    # Manoeuvring and drawing

    def _manoeuvre(self, world: World, seat: str, offered: list[Any]) -> Any:
        """Bring what stands idle behind the lines to a border."""
        idle = [
            move
            for move in offered
            if isinstance(move, e.Manoeuvre)
            and not self._enemies(world, seat, move.source)
            and self._enemies(world, seat, move.target)
        ]
        return max(
            idle, key=lambda move: (move.daleks, -self._margin(world, seat, move.target)), default=e.HoldPosition(seat)
        )

    def _draw(self, _world: World, _seat: str, offered: list[Any]) -> Any:
        return next(move for move in offered if isinstance(move, e.DrawTerritoryCard))


def play(table: Table, most: int = 4000) -> Session:
    """Play a table's session to its end, as its players would: each from its own position."""
    rng = random.Random(f"cloister {table.name} {table.seed}")
    tower = build(rng.randbytes(32), rng.randbytes(32), 8192)
    ticks = count(table.starts_ms, 700_000)
    started = Started("risk", GAME.meta.rules_number, table.seats, title=table.title)
    session = Session.create(
        MemoryStore(), shelf(), started, session=table.session, tower=tower, words=table.words,
        clock=lambda: next(ticks),
    )  # fmt: skip
    players = {seat: Sensible(table.seed * 100 + at) for at, seat in enumerate(table.seats)}
    said = 0
    for _ in range(most):
        status = session.status
        if status.outcome:
            break
        notes = [talk for talk in table.talk if said < talk[0] <= status.turn]
        said = max([said, *(turn for turn, _, _ in notes)])
        posted = [Posted(author.capitalize(), text, where=_THREAD) for _, author, text in notes]
        seat = status.awaited[0]
        move = players[seat].choose(session.view(seat).position, seat)
        answer = submit(session, seat, [Request(Written(move))], after=session.head.seq, notes=posted)
        assert answer.done, answer
    session.note(*(Posted(author.capitalize(), text, where=_THREAD) for author, text in table.after))
    return session


def export(session: Session) -> str:
    """The session as everybody may know it when it is over."""
    return "".join(f"{line}\n" for line in export_lines(session.store, shelf(), session.row.session, ALL))


if __name__ == "__main__":
    for each in TOWERS:
        (RECORDINGS / f"{each.name}.jsonl").write_text(export(play(each)), encoding="utf-8")
