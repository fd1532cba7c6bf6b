"""The turn overview: draw, play, move; whose turn it is, and how one ends."""

from typing import Literal

from projections.draft import Draft
from projections.games.keys.events import (
    BonusClosed,
    HoldCounted,
    KeysMove,
    PawnReleased,
    StepMissed,
    TurnBegan,
)
from projections.games.keys.state.names import seat_name
from projections.games.keys.state.position import ExtraTurn, KeyBonus, Position, clockwise
from projections.objections import Objection
from projections.terms import Outcome, Status
from projections.wording import titled

Step = Literal["draw", "play", "move"]


def next_seat(position: Position, seat: str) -> str:
    """The seat clockwise of another (KEY-TRN-06)."""
    order = clockwise(position)
    return order[(order.index(seat) + 1) % len(order)]


def bonus_of(position: Position, seat: str) -> KeyBonus | None:
    """The bonus of a TARDIS Key tile that a seat may use now."""
    return next((thing for thing in position.stack if isinstance(thing, KeyBonus) and thing.player == seat), None)


def over_objection(position: Position) -> Objection | None:
    """After the first pawn has crossed there is nothing to do."""
    if position.is_over:
        return Objection("KEY-WIN-01", False, f"make no move after the end: {titled(position.winner)} has won")
    return None


def is_own_step(position: Position, seat: str, step: Step) -> bool:
    """Whether a step that a seat takes belongs to its turn, be it too early, and not to a step passed over before."""
    return seat == position.player and position.step in ("draw", "play", "move") and (seat, step) not in position.missed


def step_objections(position: Position, seat: str, step: Step) -> list[Objection | None]:
    """What speaks against drawing, playing or moving now.

    A step that was passed over, and was found fault with then, can be made good until another seat acts: no rule is
    broken twice.

    Rules:
        KEY-TRN-01 draw, then play, then move, in this order (B31); KEY-TRN-02 and KEY-TRN-03 drawing and playing are
        compulsory, and once each; KEY-TRN-06 in turn; KEY-MOV-01 one step; KEY-TKE-06 no step for a Key bonus.
    """
    if position.is_over:
        return [over_objection(position)]
    if (seat, step) in position.missed:
        return []
    if seat != position.player:
        return [_out_of_turn(position, seat, step)]
    now = position.step
    found: list[Objection | None] = []
    if step == "draw" and now != "draw":
        found.append(
            Objection("KEY-TRN-02", False, f"draw one card, at the start of the turn: {titled(seat)} has drawn")
        )
    if step != "draw" and now == "draw":
        found.append(Objection("KEY-TRN-02", False, "draw a card first"))
    if step == "play" and now in ("move", "bonus"):
        found.append(Objection("KEY-TRN-03", False, f"play one card in a turn: {titled(seat)} has played one"))
    if step == "move" and now in ("draw", "play"):
        found.append(Objection("KEY-TRN-03", False, "play a card before the pawn moves"))
    if step == "move" and now == "bonus":
        found.append(Objection("KEY-TKE-06", False, "make no further move for a bonus: use the TARDIS Key or pass"))
    return found


def _out_of_turn(position: Position, seat: str, step: Step) -> Objection:
    if (step, position.step) == ("draw", "play") and seat == next_seat(position, position.player):
        return Objection(
            "KEY-TRN-03", False, f"begin no turn before {seat_name(position, position.player)} has played a card"
        )
    return Objection("KEY-TRN-06", False, f"wait until the turn of {seat_name(position, position.player)} is over")


def write_move(draft: Draft[Position], move: KeysMove, step: Step) -> None:
    """Write a drawing, playing or moving, and which compulsory steps it passed over.

    Rules:
        KEY-TRN-02 and KEY-TRN-03: what is compulsory was left out.
    """
    before = draft.now
    draft.add(move)
    if not is_own_step(before, move.player, step):
        return
    if step != "draw" and before.step == "draw":
        draft.add(StepMissed(player=move.player, step="draw"), "KEY-TRN-02")
    if step == "move" and before.step in ("draw", "play"):
        draft.add(StepMissed(player=move.player, step="play"), "KEY-TRN-03")


def round_of(position: Position, seat: str) -> int:
    """The round in which a seat's turn would begin: the next when play comes round to the first player."""
    order = clockwise(position)
    first = order.index(position.first)
    since_first = {name: (order.index(name) - first) % len(order) for name in order}
    return position.round + (since_first[seat] <= since_first[position.player])


def begin_turn(draft: Draft[Position], seat: str, rule: str, *, bonus: bool = False) -> None:
    """Give a seat the turn; a bonus turn belongs to the round in which it was earned."""
    now = draft.now
    number = now.round if bonus else round_of(now, seat)
    draft.add(TurnBegan(player=seat, turn=now.turn + 1, round=number, bonus=bonus), rule)


def end_turn(draft: Draft[Position], follows: str = "") -> None:
    """End the turn of the player; the next seat follows, unless another drew a card or an Extra Turn is owed.

    Rules:
        KEY-TRN-06 clockwise; KEY-TEX-02 a bonus turn is a full one, at once (B15); KEY-CPA-02 and KEY-CPA-04 two
        turns on a Pandorica, then it is discarded (B27).
    """
    player = draft.now.player
    if bonus := bonus_of(draft.now, player):
        draft.add(BonusClosed(player=bonus.player), "KEY-TKE-01")
    left = draft.now.held.get(player, 0)
    if left > 1:
        draft.add(HoldCounted(player=player, left=left - 1), "KEY-CPA-02")
    elif left == 1:
        draft.add(PawnReleased(player=player), "KEY-CPA-04")
    if ExtraTurn(player) in draft.now.stack and not follows:
        begin_turn(draft, player, "KEY-TEX-02", bonus=True)
    else:
        begin_turn(draft, follows or next_seat(draft.now, player), "KEY-TRN-06")


def status(position: Position) -> Status:
    """Where the game stands; whoever passed over a step is awaited behind the player."""
    outcome = Outcome((position.winner,), "reached the opposite edge") if position.winner else None
    awaited: tuple[str, ...] = ()
    if not position.is_over and position.player:
        awaited = tuple(dict.fromkeys((position.player, *(seat for seat, _step in position.missed))))
    return Status(position.turn, position.round, position.player, position.step, awaited, outcome)
