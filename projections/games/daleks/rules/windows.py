"""The two windows of an Adventure for cards of other players: before the roll, and before it is resolved."""

from projections.draft import Draft
from projections.games.daleks.rules.challenge import is_met, is_untold
from projections.games.daleks.state.position import BEFORE_RESOLVING, BEFORE_ROLL, Position
from projections.games.daleks.state.tray import dice_left, pool_of
from projections.window import WindowClosed, open_window, pass_window


def _others(position: Position) -> tuple[str, ...]:
    """The seats beside the caller, in the order of the table behind the caller."""
    now, seats = position.adventure, position.seats
    at = seats.index(now.seat) if now is not None and now.seat in seats else -1
    return (*seats[at + 1 :], *seats[: max(0, at)])


def _could_answer(position: Position, seat: str) -> bool:
    """Whether a seat could play a card as far as everybody sees: whether it holds any."""
    return bool(position.hands.get(seat))


def ask_before_roll(draft: Draft[Position]) -> bool:
    """Ask those who take no part, before the dice are rolled. Returns whether anybody is awaited.

    Rules:
        TOD-CARD-05 an Any Adventure card may be played without taking part; TOD-POOL-02 for more dice: this is the last
        moment for it. The helper has played what there was while the pool was built.
    """
    now = draft.now
    helper = now.adventure.helper if now.adventure else ""
    seats = tuple(seat for seat in _others(now) if seat != helper and _could_answer(now, seat))
    return open_window(draft, BEFORE_ROLL, seats, "TOD-CARD-05")


def ask_before_resolving(draft: Draft[Position]) -> bool:
    """Ask the others before an Adventure that is not met is resolved. Returns whether anybody is awaited.

    Rules:
        TOD-ROLL-03 nobody is asked where every symbol is met, or nobody knows; TOD-CARD-05 whoever has cards may play
        one; TOD-FAIL-01 the helper may have means left.
    """
    now = draft.now
    adventure = now.adventure
    if adventure is None or is_met(adventure) or is_untold(adventure):
        return False
    helping = adventure.helper if adventure.manner and dice_left(pool_of(adventure, adventure.helper)) else ""
    seats = tuple(seat for seat in _others(now) if seat == helping or _could_answer(now, seat))
    return open_window(draft, BEFORE_RESOLVING, seats, "TOD-CARD-05")


def close_window(draft: Draft[Position]) -> None:
    """Close the window that is open: somebody acted, and every pass lapses (TOD-CARD-05)."""
    window = draft.now.window
    if window is not None:
        draft.add(WindowClosed(name=window.name), "TOD-CARD-05")


def let_pass(draft: Draft[Position], seat: str) -> str:
    """Let a seat pass. Returns the name of the window where that was the last one awaited, else ""."""
    window = draft.now.window
    if window is None or seat not in window.awaited:
        return ""
    return window.name if pass_window(draft, window, seat, "TOD-CARD-05") else ""
