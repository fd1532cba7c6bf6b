"""Where a sensible player goes in Time of the Daleks: what each way may bring, and what a failure there costs."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from daleks_forecast import forecast, kit_of, pool_for

from projections.games.daleks.components.box import EARTH, Icon, Option, Part, Timey
from projections.games.daleks.facts import moves as m
from projections.games.daleks.rules.challenge import challenge_at
from projections.games.daleks.rules.dalek_markers import daleks_at
from projections.games.daleks.rules.victory import daleks_on_earth
from projections.games.daleks.state.position import Place, Position
from projections.games.daleks.state.track import gallifrey

_ICONS: Final = {"add": 1.0, "focus": 0.5, "reroll": 0.7, "change": 0.8}
_UNSEEN: Final = (("running", "strength"), ("cunning", "science"), ("diplomacy", "tactics"))
"""Dilemmas that stand for one that nobody has seen."""
_SOMEWHERE: Final = (("running", "cunning", "tactics"), ("diplomacy", "science", "strength"))
"""Zones that stand for a Location that is not drawn yet."""
_STEP, _SHIP, _COMPANION, _CARD, _TOKEN = 1.0, 0.9, 1.2, 0.3, 0.25
_PAID: Final = {"pay-tokens": _TOKEN, "pay-cards": _CARD, "pay-either": _CARD}
_SEVENTH: Final = 12.0


def icons_worth(icons: Iterable[Icon]) -> float:
    """About how much a Companion is worth."""
    return sum(_ICONS[icon.does] * (icon.amount if icon.does == "add" else 1) for icon in icons)


def card_worth(card: Timey) -> float:
    """About how much a Timey-Wimey card of the hand is worth."""
    return 0.2 + 0.12 * len(card.icons) + 0.15 * sum(part.does in ("tardis", "ship", "clear") for part in card.parts)


def cost_worth(now: Position, seat: str, option: Option) -> float:
    """What carrying out an option costs a seat: as much as its parts would bring, if they were a reward."""
    return -Journeys(now, seat).parts(option)


class Journeys:
    """The ways of one seat's Travel step, by what they are worth."""

    kinds = (m.Stay, m.RollTardis, m.Travel, m.UseAbility, m.Explore, m.KeepLocation, m.EnterZone)

    def __init__(self, now: Position, seat: str) -> None:
        self.now, self.seat, self.kit = now, seat, kit_of(now, seat)
        self.out = now.daleks
        self.earth = daleks_on_earth(now)

    def worth(self, move: Any) -> float:
        """What a way of travelling may be expected to bring."""
        now = self.now
        if isinstance(move, m.Travel):
            return self.zone(move.place, move.zone)
        if isinstance(move, m.Stay):
            return self.zone(now.at.get(self.seat, (0, 0))[0], move.zone) + 0.01
        if isinstance(move, m.EnterZone):
            return self.zone(now.entered, move.zone)
        if isinstance(move, m.KeepLocation):
            printed = now.box.location[move.location]
            return max(self._unseen(zone.symbols, zone.reward) for zone in printed.zones)
        new = self._somewhere()
        if isinstance(move, m.RollTardis):
            away = [self.zone(place.n, zone) for place in now.places for zone in range(len(place.slots))]
            return 0.5 * new + 0.5 * max(new + 0.15, *away)
        return new + (0.3 if isinstance(move, m.UseAbility) else 0.15)

    def _somewhere(self) -> float:
        """What a Location brings that is still to be drawn."""
        reward = (Part("tardis"), Part("tokens"), Part("cards"))
        return max(self._unseen(symbols, reward) for symbols in _SOMEWHERE)

    def _unseen(self, symbols: Sequence[str], reward: Sequence[Part]) -> float:
        """A zone of a Location that is not laid yet, or whose Dilemma lies face down."""
        return sum(self._tried((*symbols, *two), (), reward, None, 0, ()) for two in _UNSEEN) / len(_UNSEEN)

    def zone(self, number: int, zone: int) -> float:
        """What an Adventure in a zone brings; nothing where nothing is left to be met."""
        now = self.now
        place = now.place(number)
        if place is None:
            return -_SEVENTH
        if anomaly := now.box.anomaly.get(place.location):
            fail = anomaly.fail
            return 0.3 + self._tried(anomaly.symbols, anomaly.conditions, anomaly.reward, None, 0, fail)
        slot = place.slots[zone]
        if not slot.dilemma:
            return 0.0
        printed = (now.box.earth if number == 1 else now.box.location[place.location]).zones[zone]
        if not slot.open:
            tried = [self._tried((*printed.symbols, *two), (), printed.reward, place, zone, ()) for two in _UNSEEN]
            return sum(tried) / len(tried)
        found = challenge_at(now, number, zone)
        fail = now.box.dilemma[slot.dilemma].fail
        assert found is not None
        return self._tried(found.symbols, found.conditions, printed.reward, place, zone, fail)

    def _tried(
        self, symbols: Sequence[str], conditions: Sequence[str], reward: Sequence[Part], place: Place | None,
        zone: int, fail: Sequence[Option],
    ) -> float:  # fmt: skip
        """What is won, as likely as it is, less what is lost."""
        here = daleks_at(place, zone) if place else 0
        most = 8 - ("time-breach" in conditions)
        pool = pool_for(self.now, symbols, self.kit, most)
        for _ in range(min(here, len(pool))):
            pool = pool_for(self.now, symbols, self.kit._replace(dice=pool, focuses=()), len(pool) - 1)
        likely = forecast(symbols, conditions, pool, self.kit)
        recruits = 0.4 * any(one.part_time for one in self.now.console(self.seat).companions)
        won = self.parts(reward) + recruits + (self._marker(place, fewer=True) if here else 0)
        costs = min((-self.parts(option) for option in fail), default=_SHIP * 1.2)
        return likely * won - (1 - likely) * (costs + self._marker(place))

    def _marker(self, place: Place | None, *, fewer: bool = False) -> float:
        """What one Dalek marker more costs, or one fewer is worth."""
        found = 0.4 + (_SEVENTH if self.out >= 6 else 1.5 if self.out == 5 else 0.3 * (self.out >= 3))
        if place is not None and place.location == EARTH:
            earth = self.earth - fewer
            found += 6.0 if earth == 2 else 1.0 if earth == 1 else 4.0 if earth > 2 else 0.3
        return found

    def parts(self, parts: Iterable[Part]) -> float:
        """What parts of a reward bring, or of a cost, which is less than nothing then."""
        return sum(self._part(part) for part in parts)

    def _part(self, part: Part) -> float:
        now, amount, many = self.now, part.amount, len(self.now.seats) if part.each else 1
        console = now.console(self.seat)
        match part.does:
            case "tardis":
                there = now.tardis.get(self.seat, 0)
                return _STEP * (min(gallifrey(now), there + amount) - there)
            case "ship":
                moves = max(-now.ship, min(gallifrey(now) - now.ship, amount))
                return -_SHIP * moves - 8.0 * (moves > 0 and now.ship + moves + 2 >= gallifrey(now))
            case "tokens":
                return _TOKEN * min(amount, 5 - console.tokens) * many
            case "cards":
                return _CARD * amount * many
            case "pay-tokens" | "pay-cards" | "pay-either":
                return -_PAID[part.does] * (amount if part.does != "pay-either" else 1)
            case "discard-companion" | "dismiss-companion":
                return -_COMPANION * bool(console.companions)
            case "dalek":
                return -self._marker(now.place(now.at.get(self.seat, (0, 0))[0])) * amount
            case "clear":
                number, zone = now.at.get(self.seat, (0, 0))
                place = now.place(number)
                there = min(amount, daleks_at(place, zone)) if place else 0
                return there * self._marker(place, fewer=True)
        return 0.0
