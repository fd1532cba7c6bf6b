"""Summaries for posts: the result of a turn in sentences, the totals of each army, and a seat's cards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from events.events import Drawn, Event, Move
from projections.games.risk import events as e
from projections.games.risk.prose.sentences import PILES, SENTENCES, drawn_words
from projections.games.risk.state.names import army_name, doctor_name, known_row, place
from projections.games.risk.state.position import Land, World
from projections.wording import counted, joined

Step = tuple[Event, World, World]
RARE = (
    e.PlayPower, e.MoveTardis, e.ClaimMission, e.TradeStars, e.PlaceNeutral, e.ArmyDefeated, e.CardsPassed,
    e.ClaraAdvanced, e.DeckRenewed, e.StepMissed, e.GameEnded, e.TerritorySet, e.PoolSet,
)  # fmt: skip
"""Events that get their own sentence in a recap."""


def recap(steps: Sequence[Step]) -> Sequence[str]:
    """Return sentences about several events: one for placing and fighting in each turn, and one for each rare event."""
    turns = groupby(steps, lambda step: step[1].turn)
    return [sentence for turn, run in turns if turn for sentence in _turn([*run])]


def _turn(steps: Sequence[Step]) -> Iterator[str]:
    mover, lost = steps[0][1].player, _losses(steps)
    did = [*_did(steps)]
    if lost[mover]:
        did.append(f"loses {lost[mover]}")
    did += _draws(steps, mover)
    others = [f"{army_name(army)} loses {count}" for army, count in lost.items() if army != mover]
    if did or others:
        own = f"{army_name(mover)} {joined(did)}" if did else ""
        yield f"{'; '.join(filter(None, (own, joined(others))))}."
    move: Event | None = None
    for event, before, after in steps:
        move = event if isinstance(event, Move) else move
        if isinstance(event, RARE) or _is_rare(event, move):
            yield SENTENCES(event, before, after)


def _is_rare(event: Event, move: Event | None) -> bool:
    """Return whether an event shows what no other sentence does. `move` is the last move up to this event."""
    match event:
        case e.Attack(card=card):
            return bool(card)
        case e.TardisLanded():
            return not isinstance(move, e.MoveTardis)
        case e.DaleksAdded():
            return not isinstance(move, e.PlaceNeutral)
        case _:
            return False


def _draws(steps: Sequence[Step], mover: str) -> Iterator[str]:
    for event, before, _ in steps:
        if isinstance(event, Drawn) and event.player == mover:
            yield f"draws {drawn_words(before, PILES.get(event.pile, 'card'), event.cards)}"


def _losses(steps: Sequence[Step]) -> Counter[str]:
    """Return the number of Daleks that each army lost. Losses of an unknown army are ignored."""
    lost = Counter[str]()
    for event, before, _ in steps:
        if isinstance(event, e.DaleksLost):
            lost[before.lands.get(event.territory, Land()).army] += event.daleks
    del lost[""]
    return lost


def _did(steps: Sequence[Step]) -> Iterator[str]:
    events = [event for event, _, _ in steps]
    taken = [event.territory for event in events if isinstance(event, e.TerritoryTaken)]
    fought = [event.target for event in events if isinstance(event, e.BattleBegun) and event.target not in taken]
    now = battle.target if (battle := steps[-1][2].battle) else ""
    tried = [target for target in fought if target != now]
    if placed := sum(event.daleks for event in events if isinstance(event, e.DaleksPlaced)):
        yield f"places {counted(placed, 'Dalek')}"
    if taken:
        yield f"takes {_places(taken)}"
    if tried:
        yield f"attacks {_places(tried)} without taking {'it' if len(set(tried)) == 1 else 'them'}"
    if now in fought:
        yield f"is still attacking {place(now)}"
    for event in events:
        if isinstance(event, e.Manoeuvre):
            yield f"manoeuvres {counted(event.daleks, 'Dalek')} from {place(event.source)} to {place(event.target)}"


def _places(names: Sequence[str]) -> str:
    return joined([place(name) for name in dict.fromkeys(names)])


def totals(world: World) -> Sequence[str]:
    """Return the territories, Daleks and cards of each army in words, then Clara's Doctor and the TARDIS."""
    found = [_sums(world, army) for army in world.army_order]
    if world.options.end_mode != "domination":
        found.append(f"Clara with the {doctor_name(world.clara)}")
    return [*found, *[f"TARDIS in {place(world.tardis)}"] * bool(world.tardis)]


def _sums(world: World, army: str) -> str:
    if army in world.defeated:
        return f"{army_name(army)} defeated"
    lands = counted(len(world.lands_of(army)), "territory", "territories")
    kinds = ("Territory Card", world.hands), ("mission", world.missions), ("Power Card", world.powers)
    held = [counted(len(kind[army]), what) for what, kind in kinds if kind.get(army)]
    return ", ".join((f"{army_name(army)} {lands}", counted(world.daleks_of(army), "Dalek"), *held))


def hand(world: World, seat: str) -> Sequence[str]:
    """Return a seat's cards in words, one text for each kind."""
    kinds = ("Territory Cards", world.hands), ("Mission Cards", world.missions), ("Power Cards", world.powers)
    return [f"{what}: {known_row(world, kind[seat])}" for what, kind in kinds if kind.get(seat)]
