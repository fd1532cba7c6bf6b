"""A move with what was seen of its chance and what came of it, as one line that reads back to just that."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, assert_never

from events.facts import UNKNOWN, Drawn, Effect, Fact, Move, Passed, Revealed, Rolled, Shuffled
from projections.games.risk import facts as e
from projections.games.risk.facts import moves as m
from projections.games.risk.notation.battle_tail import running_battle
from projections.games.risk.notation.card_spelling import bracketed, mission_code, quoted
from projections.games.risk.notation.read_count import count_words
from projections.games.risk.notation.vocabulary import place_code
from projections.games.risk.state.position import World
from projections.notation.vocabulary import seat_code
from projections.notation.write import Spoken

__all__ = ["GOES_ON", "speak", "spell"]

GOES_ON: Final = (
    e.Attack, e.StopAttacking, e.Manoeuvre, e.HoldPosition, e.DrawTerritoryCard, e.EndTurn,
)  # fmt: skip
"""Moves of a seat that has left its battle, where it stands between two rolls."""


def spell(move: Move, world: World) -> str:  # noqa: PLR0911  # one case a move
    """A move as a line says it, without what was seen and what is stated of its results."""
    if isinstance(move, m.BattleMove):
        return _spell_battle(move, world)
    match move:
        case m.PlayPower():
            return _card(move, world)
        case m.MoveTardis(card=card, territory=name):
            return f"C: {quoted(world, card)} {place_code(name)}"
        case m.ClaimMission(card=card):
            return f"+: mission {mission_code(world, card)}"
        case m.TradeStars(cards=cards):
            return f"S: trade {' '.join(map(place_code, cards))}"
        case m.PlaceNeutral(territory=name, daleks=daleks):
            return f"N: {place_code(name)}+{daleks}"
        case m.Place(territory=name, daleks=daleks):
            return f"P: {place_code(name)}+{daleks}"
        case m.RemoveDalek(territory=name):
            return f"L: {place_code(name)}"
        case m.Manoeuvre(source=source, target=target, daleks=daleks):
            return f"M: {place_code(source)}>{place_code(target)} {daleks}"
        case _:
            return _BARE[type(move)]


_BARE: Final[Mapping[type[Move], str]] = {
    m.LandTardis: "T:", m.CountDaleks: "+:", m.StopAttacking: "A: none", m.HoldPosition: "M: none",
    m.DrawTerritoryCard: "C: draw", m.EndTurn: "END", Passed: "D: pass",
}  # fmt: skip
"""Moves that name nothing."""


def _spell_battle(move: m.BattleMove, world: World) -> str:
    match move:
        case m.Attack(source=source, target=target, daleks=daleks, card=card):
            line = f"A: {place_code(source)}>{place_code(target)} {daleks}"
            return f"{line} {bracketed(world, card)}" if card else line
        case m.Defend(dice=dice):
            return f"D: {dice}"
        case m.RollDice(daleks=daleks):
            return f"R: {daleks}"
        case m.ReRoll(dice=dice):
            verb = "D" if world.battle is not None and world.battle.waiting == "defence" else "R"
            return f"{verb}: ones {dice}" if dice else f"{verb}: keep"
        case m.LeaveBattle():
            return "R: stop"
        case m.MoveIn(daleks=daleks):
            return f"IN: {daleks}"
        case _:
            assert_never(move)


def _card(move: e.PlayPower, world: World) -> str:
    power = world.cards.power.get(move.card)
    if power and power.timing in ("declare", "defend"):
        line = f"D: {bracketed(world, move.card)}"
    else:
        line = f"C: {quoted(world, move.card)}"
    return " ".join(filter(None, (line, place_code(move.territory), seat_code(move.rival))))


def speak(move: Move, facts: Sequence[Fact], world: World, unsaid: Sequence[Effect] = ()) -> Spoken:
    """A move with what was seen of its chance, and the results that are always said of it, but for the `unsaid`."""
    spoken = Spoken(spell(move, world))
    _seen(spoken, move, facts)
    effects = [fact for fact in facts if isinstance(fact, Effect)][::-1]
    for effect in unsaid:
        effects.remove(effect)
    _results(spoken, move, effects[::-1], world)
    left = isinstance(move, GOES_ON) and (running_battle(world, move.player) is not None or _goes_on(move, world))
    if left or (isinstance(move, e.TradeStars) and UNKNOWN in move.cards and not spoken.stated):
        spoken.add("only")
    return spoken


def _goes_on(move: Move, world: World) -> bool:
    """Whether an attack would read as the next roll of the battle that is under way."""
    battle = world.battle
    if battle is None or not isinstance(move, e.Attack):
        return False
    return (battle.attacker, battle.source, battle.target) == (move.player, move.source, move.target)


# Chance


def _seen(spoken: Spoken, move: Move, facts: Sequence[Fact]) -> None:
    """What fell, was drawn or turned up."""
    rolls = [fact for fact in facts if isinstance(fact, Rolled)]
    if rolls:
        dice = " : ".join(" ".join(map(str, roll.faces)) for roll in rolls)
        alone = " :" if len(rolls) == 1 and isinstance(move, e.RollDice) else ""
        spoken.add(f"({dice}{alone}){_receipt(rolls)}")
    for fact in facts:
        match fact:
            case Revealed(item=item):
                spoken.add(place_code(item))
            case Drawn(cards=(card,)):
                spoken.line = f"C: +{place_code(card)}"
            case Shuffled(order=order):
                known = any(card != UNKNOWN for card in order)
                spoken.add(f"shuffled {' '.join(map(place_code, order))}" if known else "shuffled")
            case _:
                pass


def _receipt(rolls: Sequence[Rolled]) -> str:
    """Where the dice come from, where that is another than the table."""
    first = rolls[0]
    if first.receipt is not None:
        return f"@srv#{first.receipt.k}"
    return f"@{first.source.removeprefix('other:')}" if first.source.startswith("other:") else ""


# Results that are always said


def _results(spoken: Spoken, move: Move, effects: Sequence[Effect], world: World) -> None:
    match move:
        case e.LandTardis():
            for effect in effects:
                if effect == e.ClaraAdvanced(world.clara + 1):
                    spoken.add("*", effect)
        case e.CountDaleks() | e.ClaimMission() | e.TradeStars():
            _counted(spoken, move, effects)
        case e.RollDice() | e.ReRoll():
            _fought(spoken, move, effects, world)
        case _:
            pass


def _counted(spoken: Spoken, move: Any, effects: Sequence[Effect]) -> None:
    found = [effect for effect in effects if isinstance(effect, e.Reinforced) and effect.player == move.player]
    if len(found) != 1:
        return
    paid = found[0]
    match move:
        case e.CountDaleks() if not paid.missions and not paid.stars:
            spoken.add(count_words(paid), paid)
        case e.ClaimMission() if paid == e.Reinforced(move.player, missions=paid.missions) and paid.missions >= 0:
            spoken.add(str(paid.missions), paid)
        case e.TradeStars():
            traded = [effect for effect in effects if isinstance(effect, e.StarsTraded)]
            same = len(traded) == 1 and traded[0] == e.StarsTraded(move.player, move.cards, traded[0].stars)
            if same and paid == e.Reinforced(move.player, stars=paid.stars):
                spoken.add(f"= {traded[0].stars} > +{paid.stars}", *traded, paid)
        case _:
            pass


def _fought(spoken: Spoken, move: Move, effects: Sequence[Effect], world: World) -> None:
    """The losses of both sides, and the conquest."""
    battle = world.battle
    lost = [effect for effect in effects if isinstance(effect, e.DaleksLost)]
    if battle is None or any(isinstance(effect, e.ReRollOffered) for effect in effects):
        return
    sides = {battle.target: "D", battle.source: "A"}
    if lost and all(effect.territory in sides and effect.daleks > 0 for effect in lost) and len(lost) <= len(sides):
        for effect in sorted(lost, key=lambda effect: effect.territory == battle.source):
            spoken.add(f"-{sides[effect.territory]}{effect.daleks}", effect)
        spoken.absent.append(e.DaleksLost)
    taken = [effect for effect in effects if isinstance(effect, e.TerritoryTaken)]
    dice = move.daleks if isinstance(move, e.RollDice) else len(battle.faces[0])
    if taken == [e.TerritoryTaken(battle.target, move.player, dice)]:
        spoken.add("x", *taken)
