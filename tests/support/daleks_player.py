"""A sensible player of Time of the Daleks: chooses among the moves on offer, from what its seat may know."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from daleks_forecast import fullness, kit_of, pool_for, reckoned
from daleks_journey import Journeys, card_worth, cost_worth, icons_worth
from daleks_throw import thrown

from events.facts import Passed
from projections.games.daleks.facts import moves as m
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.cost_parts import unit_due
from projections.games.daleks.rules.limits import daleks_here, limit_of
from projections.games.daleks.rules.status import due
from projections.games.daleks.state.position import Adventure, Debt, Position
from projections.games.daleks.state.tray import dice_left, pool_of

_WANTED: Final = 0.9
"""With a better chance than this nothing more is spent on dice."""
_HELP: Final = 0.12
"""What a call for help has to gain."""

_AT_ONCE: Final[Mapping[str, Callable[[str], Any]]] = {
    "charge": m.Charge, "finish": m.Finish, "daleks": m.DaleksMove, "roll": m.RollDice,
}  # fmt: skip
"""Where there is nothing to choose."""


class Sensible:
    """Goes where most is to be had, builds the pool that covers the challenge best, spends what turns a roll."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, now: Position, seat: str) -> Any:
        """The move that this player makes, in whatever order moves are on offer."""
        step, _ = due(now)
        if step in _AT_ONCE or (step == "window" and not self._answers(now, seat)):
            return _AT_ONCE.get(step, Passed)(seat)
        offered = sorted(GAME.rules.legal(now, seat), key=repr)
        ways: Mapping[str, Callable[[Position, str, Sequence[Any]], Any]] = {
            "set-up": self._any, "prepare": self._prepare, "travel": self._travel, "choose": self._travel,
            "enter": self._travel, "recruit": self._recruit, "pool": self._pool, "cut": self._cut,
            "exterminate": self._exterminate, "reroll": thrown, "change": thrown, "help": self._help,
            "cost": self._pay, "window": self._asked, "discard": self._discard,
        }  # fmt: skip
        return ways.get(step, self._plainly)(now, seat, offered)

    def _answers(self, now: Position, seat: str) -> bool:
        """Whether a seat that is asked has anything to think about."""
        adventure = now.adventure
        if adventure is None or adventure.stage not in ("reroll", "change"):
            return False
        timings = {now.box.timey[card].timing for card in now.hands[seat]}
        return seat == adventure.helper or "any-adventure" in timings

    def _any(self, _now: Position, _seat: str, offered: Sequence[Any]) -> Any:
        return self.chance.choice(offered)

    def _plainly(self, _now: Position, _seat: str, offered: Sequence[Any]) -> Any:
        plain = (m.Charge, m.RollDice, m.Resolve, m.Finish, m.DaleksMove, Passed)
        return next(move for kind in plain for move in offered if isinstance(move, kind))

    # Prepare and Travel

    def _prepare(self, now: Position, seat: str, offered: Sequence[Any]) -> Any:
        """What costs less than it brings, then Equipment, then away."""
        for move in offered:
            if isinstance(move, m.UseAbility) and not self._skips(now, move):
                return move
        cards = [move for move in offered if isinstance(move, m.PlayTimey) and self._brings(now, seat, move) > 0]
        if cards:
            return max(cards, key=lambda move: self._brings(now, seat, move))
        tokens, held = now.console(seat).tokens, len(now.hands[seat])
        for move in offered:
            if isinstance(move, m.Install) and tokens - now.box.timey[move.card].price + held > 1:
                return move
        return self._travel(now, seat, offered)

    def _skips(self, now: Position, move: m.UseAbility) -> bool:
        doctor = now.box.doctor.get(move.card)
        return doctor is not None and doctor.ability is not None and doctor.ability.skip_roll

    def _brings(self, now: Position, seat: str, move: m.PlayTimey) -> float:
        """What a card without dice brings, less its price and itself."""
        card = now.box.timey[move.card]
        if card.icons or not card.parts:
            return 0
        found = Journeys(now, seat).parts(card.parts) - 0.25 * card.price
        return found - (0.3 if card.type == "event" else 0.2)

    def _travel(self, now: Position, seat: str, offered: Sequence[Any]) -> Any:
        """Where most is to be had: what is known against what may turn up."""
        journeys = Journeys(now, seat)
        going = [move for move in offered if isinstance(move, journeys.kinds)]
        return max(going, key=lambda move: (journeys.worth(move), repr(move)))

    # Recruits, the pool, help

    def _recruit(self, now: Position, seat: str, offered: Sequence[Any]) -> Any:
        """The best Companion a Link leads to, else anybody; for a token, or for a card that is worth less."""
        recruits = [move for move in offered if isinstance(move, m.Recruit)]
        if not recruits:
            return self._gather(now, seat, offered)
        box = now.box

        def promise(move: m.Recruit) -> tuple[float, float]:
            found = box.companion.get(move.companion)
            return (icons_worth(found.icons) if found else 3.0, -self._price(now, seat, move.price))

        return max(recruits, key=promise)

    def _price(self, now: Position, seat: str, price: str) -> float:
        """What a token or a card is worth to whoever pays it."""
        if price in ("", "token"):
            return 0.5 if price and now.console(seat).tokens == 3 else 0.3 * bool(price)
        return card_worth(now.box.timey[price])

    def _gather(self, now: Position, _seat: str, offered: Sequence[Any]) -> Any:
        adventure = now.adventure
        gathers = [move for move in offered if isinstance(move, m.Gather)]
        return max(gathers, key=lambda move: fullness(adventure.symbols if adventure else (), move.colours))

    def _pool(self, now: Position, seat: str, offered: Sequence[Any]) -> Any:
        """Gather, focus, call for help where it gains, play cards for dice, say that the pool is ready."""
        adventure = now.adventure
        assert adventure is not None
        if any(isinstance(move, m.Gather) for move in offered):
            return self._gather(now, seat, offered)
        focus = self._best_focus(adventure, seat, offered)
        return focus or self._more_dice(now, adventure, seat, offered) or self._ready(offered)

    def _more_dice(self, now: Position, adventure: Adventure, seat: str, offered: Sequence[Any]) -> Any | None:
        """A call for help, or a card that adds dice, where the pool alone is no safe thing."""
        calls = [move for move in offered if isinstance(move, m.CallHelp)]
        dice = [move for move in offered if isinstance(move, m.PlayTimey) and self._adds(now, move)]
        if not (calls or dice) or (likely := self._likely(now, adventure)) >= _WANTED:
            return None
        if calls and self._helped(now, adventure) > likely + _HELP:
            return min(calls, key=lambda move: (self._price(now, seat, move.price), -now.console(move.helper).tokens))
        if not dice or len(dice_left(pool_of(adventure, seat))) >= limit_of(now, adventure, seat):
            return None
        colours = [die.colour for die in dice_left(*adventure.pools)]
        return max(dice, key=lambda move: fullness(adventure.symbols, [*colours, *self._adds(now, move)]))

    def _best_focus(self, adventure: Adventure, seat: str, offered: Sequence[Any]) -> Any | None:
        """The focus that makes the pool cover the challenge better, where one does."""
        own = [die.colour for die in dice_left(pool_of(adventure, seat))]
        focuses = [move for move in offered if isinstance(move, m.Focus)]
        if not focuses or "black" not in own:
            return None
        own.remove("black")
        best = max(focuses, key=lambda move: fullness(adventure.symbols, [*own, move.colour]))
        gains = fullness(adventure.symbols, [*own, best.colour]) > fullness(adventure.symbols, [*own, "black"])
        return best if gains else None

    def _ready(self, offered: Sequence[Any]) -> Any:
        return next(move for kind in (m.RollDice, Passed, m.CutDie) for move in offered if isinstance(move, kind))

    def _adds(self, now: Position, move: m.PlayTimey) -> list[str]:
        """The colours of the dice that a card adds."""
        icons = now.box.timey[move.card].icons if now.box.timey[move.card].type != "equipment" else ()
        return [move.colour or icon.colours[0] for icon in icons if icon.does == "add" for _ in range(icon.amount)]

    def _likely(self, now: Position, adventure: Adventure, less: int = 0, more: Sequence[str] = ()) -> float:
        """The chance with what lies there, so many dice less, and some more of a helper's."""
        kit = kit_of(now, adventure.seat)._replace(
            dice=tuple(die.colour for die in dice_left(pool_of(adventure, adventure.seat))), focuses=()
        )
        most = limit_of(now, adventure, adventure.seat) - less
        pool = pool_for(now, adventure.symbols, kit, most - len(more))[: most - daleks_here(now, adventure)]
        return reckoned(adventure.symbols, adventure.conditions, [*pool, *more], kit)

    def _helped(self, now: Position, adventure: Adventure) -> float:
        """The chance with one die of somebody far away."""
        best = max(("black", "green", "blue", "red"), key=lambda colour: fullness(adventure.symbols, [colour]))
        return self._likely(now, adventure, 0, [best])

    def _help(self, now: Position, seat: str, offered: Sequence[Any]) -> Any:
        """From afar, unless coming costs the ship nothing: it moves for help at the Location."""
        adventure = now.adventure
        place = now.place(adventure.place) if adventure else None
        here = [move for move in offered if isinstance(move, m.GiveHelp) and move.manner == "here"]
        if place is not None and place.location in now.box.anomaly and here:
            return min(here, key=lambda move: self._price(now, seat, move.price))
        return next(move for move in offered if isinstance(move, m.GiveHelp) and move.manner == "afar")

    def _cut(self, now: Position, seat: str, offered: Sequence[Any]) -> Any:
        """The die without which the challenge is covered best."""
        if any(isinstance(move, m.Gather) for move in offered):
            return self._gather(now, seat, offered)
        return self._lose(now, [move for move in offered if isinstance(move, m.CutDie)]) or self._pool(
            now, seat, offered
        )

    def _exterminate(self, now: Position, seat: str, offered: Sequence[Any]) -> Any:
        return self._lose(now, [move for move in offered if isinstance(move, m.Exterminate)]) or self._plainly(
            now, seat, offered
        )

    def _lose(self, now: Position, moves: Sequence[Any]) -> Any | None:
        adventure = now.adventure
        if adventure is None or not moves:
            return None
        dice = {die.name: die.colour for die in dice_left(*adventure.pools)}

        def left(move: Any) -> tuple[float, str]:
            rest = [colour for name, colour in dice.items() if name != move.die]
            return fullness(adventure.symbols, rest), move.die

        return max(moves, key=left)

    # Costs, cards of other seats' Adventures, the end of a turn

    def _pay(self, now: Position, seat: str, offered: Sequence[Any]) -> Any:
        """The cheapest option, then what is worth least."""
        debt = next(thing for thing in reversed(now.stack) if isinstance(thing, Debt))
        choices = [move for move in offered if isinstance(move, m.ChooseCost)]
        if choices:
            return min(choices, key=lambda move: cost_worth(now, seat, debt.options[move.option - 1]))
        unit = unit_due(debt)
        amount = unit.amount if unit else 1

        def price(move: Any) -> float:
            if isinstance(move, m.PayCompanion):
                return 2 + icons_worth(now.box.companion[move.companion].icons)
            if isinstance(move, m.PayTokens):
                return 0.3 * amount
            return card_worth(now.box.timey[move.card])

        paying = [move for move in offered if isinstance(move, m.PayCard | m.PayTokens | m.PayCompanion)]
        return min(paying, key=price)

    def _asked(self, now: Position, seat: str, offered: Sequence[Any]) -> Any:
        """A card that re-rolls where it helps; whoever helps uses the own dice; else nothing."""
        adventure = now.adventure
        if adventure is None or adventure.stage not in ("reroll", "change"):
            return Passed(seat)
        found = thrown(now, seat, offered)
        return Passed(seat) if isinstance(found, m.Resolve) else found

    def _discard(self, now: Position, _seat: str, offered: Sequence[Any]) -> Any:
        cards = [move for move in offered if isinstance(move, m.DiscardTimey)]
        return min(cards, key=lambda move: card_worth(now.box.timey[move.card]))
