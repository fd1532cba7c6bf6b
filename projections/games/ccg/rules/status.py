"""The status of a session: whose turn it is, which step, and which seats are awaited."""

from projections.contracts import Outcome, Status
from projections.games.ccg.state.position import Position

WORDS = {
    "deck": "lay down decks", "stand": "Stand cards", "zone": "choose a zone", "draw": "draw a card",
    "play": "play cards", "combat": "prepare for combat", "attack": "attack", "name": "name a main combatant",
    "fight": "combat", "hit": "Hit", "bonus": "bonus", "over": "over",
}  # fmt: skip


def status(position: Position) -> Status:
    """Return the status of the session, derived from public information."""
    outcome = Outcome(position.winners, position.how) if position.how else None
    step = WORDS.get(position.step, position.step)
    return Status(position.turn, position.round, position.player, step, awaited(position), outcome)


def awaited(position: Position) -> tuple[str, ...]:
    """Return the seats that must or may act now."""
    if position.step == "over":
        return ()
    if position.step == "deck":
        return tuple(seat for seat in position.seats if seat not in position.lists)
    window = position.window
    if window is not None:
        return window.awaited
    if position.step == "name":
        return (position.rival(position.player),)
    return (position.player,)
