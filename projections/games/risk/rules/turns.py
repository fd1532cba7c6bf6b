"""The six steps of a turn in their order, what each of them asks of a move, and how unfinished business is left."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from events.events import Effect, Move
from projections.draft import Draft
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.events.battle_effects import BattleEnded, DaleksMoved
from projections.games.risk.events.effects import RemovalDue, StepMissed, StepReached, TurnBegan
from projections.games.risk.events.moves import SkipStep
from projections.games.risk.rules.territory_cards import owes_trade
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import NEUTRALS, Battle, Duty, World
from projections.objections import Objection, require_all
from projections.window import Window, WindowClosed
from projections.wording import counted, joined

Step = Literal["neutral", "tardis", "count", "place", "attack", "manoeuvre", "draw"]
STEPS: Final[tuple[Step, ...]] = ("neutral", "tardis", "count", "place", "attack", "manoeuvre", "draw")
"""Landing includes the regeneration check; counting and placing are the two halves of the third step (RISK-TRN-01)."""
_COMPULSORY: Final = ("neutral", "tardis", "count")
_LEFT_OUT: Final[Mapping[str, Objection]] = {
    "neutral": Objection("RISK-TWO-12", False, "first 3 Daleks are added to a neutral army"),
    "tardis": Objection("RISK-TAR-01", False, "land the TARDIS first"),
    "count": Objection("RISK-TRN-01", False, "count the new Daleks first"),
    "attack": Objection("RISK-TRN-01", False, "say first that the attacks are over"),
    "manoeuvre": Objection("RISK-TRN-01", False, "manoeuvre first, or hold position"),
}
_GONE_BACK: Final[Mapping[str, Objection]] = {
    "neutral": Objection("RISK-TWO-12", False, "the neutral Daleks of this turn are added once: they have been"),
    "tardis": Objection("RISK-TAR-01", False, "the TARDIS lands once, at the start of the turn: it has landed"),
    "count": Objection("RISK-PLC-05", False, "the new Daleks are counted once: they have been"),
    "place": Objection("RISK-TRN-02", False, "the Daleks of this turn have been placed: there is no way back"),
    "attack": Objection("RISK-MAN-07", False, "no attack after the manoeuvre: that step is over"),
    "manoeuvre": Objection("RISK-MAN-01", False, "one manoeuvre in a turn: that step is over"),
}


def next_seat(world: World, seat: str) -> str:
    """The seat whose turn follows: the next one clockwise that is not defeated (RISK-SET-03, RISK-TRN-03)."""
    at = world.seats.index(seat)
    order = (*world.seats[at + 1 :], *world.seats[: at + 1])
    return next((other for other in order if other not in world.defeated), seat)


def opponent(world: World, seat: str) -> str:
    """The other player of a game of two."""
    return next(other for other in world.seats if other != seat)


def round_of(world: World, seat: str) -> int:
    """The round in which a seat's turn would begin: the next when play comes round past the first player."""
    seats, first = world.seats, world.first or seat
    since = {name: (seats.index(name) - seats.index(first)) % len(seats) for name in seats}
    return world.round + (since[seat] <= since.get(world.player, len(seats)))


def begin_turn(draft: Draft[World], seat: str, rule: str = "RISK-SET-03") -> None:
    """Give a seat the turn.

    Rules:
        RISK-TWO-12 in a game of two 3 Daleks are added to a neutral army before the TARDIS lands; RISK-TWO-15 not when
        all three are defeated.
    """
    now = draft.now
    draft.add(TurnBegan(player=seat, turn=now.turn + 1, round=round_of(now, seat) if now.turn else 1), rule)
    if any(land.army in NEUTRALS for land in now.lands.values()):
        draft.add(StepReached(step="neutral"), "RISK-TWO-12")


def is_own_turn(world: World, seat: str, step: Step) -> bool:
    """Whether a step of this turn is a seat's: the neutral Daleks are the opponent's to add (RISK-TWO-14)."""
    return seat == (opponent(world, world.player) if step == "neutral" else world.player)


def step_objections(world: World, seat: str, step: Step, late: Objection | None = None) -> Objection | None:
    """What speaks against a seat taking a step of the turn now; `late` is said of a step that lies behind.

    Rules:
        RISK-SET-03 in turn; RISK-ELI-05 no more turns for the defeated; RISK-TRN-01 the order of steps; RISK-TRN-02
        what is compulsory, and no way back. What was passed over, and was found fault with then, can be made good.
    """
    if world.is_over:
        return over_objection(world)
    if seat in world.defeated and seat != world.player:
        return Objection("RISK-ELI-05", False, f"{army_name(seat)} is defeated")
    if step == world.step == "neutral" and seat == world.player:
        return Objection(
            "RISK-TWO-14", False, f"{army_name(opponent(world, seat))} adds the neutral Daleks of this turn"
        )
    if not is_own_turn(world, seat, step):
        return Objection("RISK-SET-03", False, f"it is the turn of {army_name(world.player)}")
    return _unfinished(world) or _out_of_order(world, seat, step, late)


def over_objection(world: World) -> Objection | None:
    """When the game has ended there is nothing to do (RISK-WIN-01, RISK-WIN-06)."""
    return Objection("RISK-WIN-01", False, "the game is over") if world.is_over else None


def _unfinished(world: World) -> Objection | None:
    """What has been begun and has to end first."""
    match world.stack[-1] if world.stack else None:
        case Battle(taken=True, target=target):
            return Objection("RISK-ATT-16", False, f"Daleks have to move into {place(target)} first")
        case Battle(target=target):
            return Objection("RISK-ATT-04", False, f"the battle for {place(target)} is not over; call it off first")
        case Duty(player=player, daleks=daleks):
            return Objection(
                "RISK-POW-16", False, f"{army_name(player)} has to remove {counted(daleks, 'Dalek')} first"
            )
        case Window(awaited=awaited):
            return Objection(
                "RISK-POW-15", False, f"{joined([army_name(each) for each in awaited])} may still play a Power Card"
            )
        case _:
            return None


def _out_of_order(world: World, seat: str, step: Step, late: Objection | None) -> Objection | None:
    now = world.step
    if now not in STEPS:
        return Objection("RISK-TRN-01", False, "the game has not begun")
    if STEPS.index(step) < STEPS.index(now):
        made_good = step in world.missed or (step == "count" and "counted" in world.missed)
        if made_good or (step == "place" and world.pool and not late):
            return None
        return late or (_no_more_attacks(world) if step == "attack" else None) or _GONE_BACK[step]
    for passed in STEPS[STEPS.index(now) : STEPS.index(step)]:
        objection = unplaced_objection(world, seat) if passed == "place" else _LEFT_OUT[passed]
        if objection:
            return objection
    return None


def _no_more_attacks(world: World) -> Objection | None:
    """Why there is no attack any more, where that is not because of a manoeuvre (RISK-ATT-14, RISK-TRN-02)."""
    if world.no_attack:
        return beaten_objection(world)
    if world.step == "manoeuvre":
        return Objection("RISK-TRN-02", False, "the attacks of this turn are over: there is no way back")
    return None


def beaten_objection(world: World) -> Objection:
    """Whoever lost all attackers makes no further attack (RISK-ATT-14)."""
    was = f"{army_name(world.player)} was beaten in this turn"
    return Objection("RISK-ATT-14", False, f"whoever is beaten makes no further attack: {was}")


def unplaced_objection(world: World, seat: str) -> Objection | None:
    """What keeps a seat in step 3: all new Daleks are placed (RISK-PLC-07), and what has to be traded is (A13)."""
    if world.pool:
        return Objection("RISK-PLC-07", False, f"first place the {counted(world.pool, 'Dalek')} still left")
    owed = owes_trade(world, seat)
    if owed is False:
        return None
    return Objection(
        "RISK-TRD-11",
        None if owed is None else False,
        f"first trade stars: a hand of fewer than {_limit(world)} is due",
    )


def _limit(world: World) -> int:
    return world.options.forced_trade_stars


def ordered_objections(order: Objection | None, *others: Objection | None) -> list[Objection]:
    """What speaks against a move: the order of steps first, then the rest.

    A step that may be passed, and only was not said to be, is no mistake beside another: whoever manoeuvres has stopped
    attacking.
    """
    found = [objection for objection in others if objection]
    if order and found and order in (_LEFT_OUT["attack"], _LEFT_OUT["manoeuvre"]):
        return found
    return [order, *found] if order else found


def reach_step(draft: Draft[World], step: Step) -> None:
    """Go on to a step where the turn stands before it; what is compulsory and was passed over is noted.

    Rules:
        RISK-TRN-01 in order; RISK-TRN-02 what was left out.
    """
    now = draft.now
    if now.step not in STEPS or STEPS.index(now.step) >= STEPS.index(step):
        return
    for passed in STEPS[STEPS.index(now.step) : STEPS.index(step)]:
        if passed in _COMPULSORY:
            draft.add(StepMissed(step=passed), "RISK-TRN-02")
    draft.add(StepReached(step=step), "RISK-TRN-01")


def abandoning_effects(world: World) -> Iterator[tuple[Effect, str]]:
    """The effects that end whatever is unfinished, each with its rule, the last begun first.

    Rules:
        RISK-ATT-12 a battle that is left is called off; RISK-ATT-16 a conquered territory is held by the survivors.
    """
    for thing in reversed(world.stack):
        match thing:
            case Window(name=name):
                yield WindowClosed(name=name), "RISK-POW-15"
            case Battle(taken=True, source=source, target=target, least=least):
                yield DaleksMoved(source=source, target=target, daleks=least), "RISK-ATT-16"
                yield BattleEnded(how="conquest"), "RISK-ATT-10"
            case Battle():
                yield BattleEnded(how="withdrawal"), "RISK-ATT-12"
            case Duty(player=player):
                yield RemovalDue(player=player, daleks=0), "RISK-POW-16"


def abandon_unfinished(draft: Draft[World]) -> None:
    """End what is unfinished, where play has gone past it."""
    for effect, rule in list(abandoning_effects(draft.now)):
        draft.add(effect, rule)


def enter_step(draft: Draft[World], move: Move, step: Step) -> bool:
    """Write a move of a step and go on to that step where the turn is the seat's own. Returns whether it is."""
    own = is_own_turn(draft.now, move.player, step)
    draft.add(move)
    if own:
        abandon_unfinished(draft)
        reach_step(draft, step)
    return own


def skipping_objection(world: World, seat: str, step: Step) -> Objection:
    """What speaks against leaving out a compulsory step (RISK-TRN-02); the rule that asks for the step itself."""
    return step_objections(world, seat, step) or _LEFT_OUT[step]


def skip_step(draft: Draft[World], move: SkipStep) -> None:
    """Leave out a compulsory step, and say so; it can be made good while the turn lasts."""
    draft.must("RISK-TRN-02", move.step in _COMPULSORY, f'no step "{move.step[:40]}" is compulsory')
    step = next(step for step in STEPS if step == move.step)
    require_all(draft, skipping_objection(draft.now, move.player, step))
    if enter_step(draft, move, step) or (step == draft.now.step == "neutral" and move.player == draft.now.player):
        reach_step(draft, STEPS[STEPS.index(step) + 1])


def must_be_territories(draft: Draft[World], *names: str) -> None:
    """Refuse what is no territory of this board."""
    for name in names:
        draft.must("RISK-CMP-06", name in TERRITORIES, f'there is no territory "{name[:40]}"')
