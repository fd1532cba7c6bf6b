"""The headline of a session: where it stands, in one line."""

from replay.reading.timeline import Timeline


def headline(timeline: Timeline, seq: int) -> str:
    """Where a session stood after a line: its outcome, or the turn and what is due."""
    status, position = timeline.status(seq), timeline.position(seq)

    def named(*seats: str, by: str = ", ") -> str:
        return by.join(timeline.game.view.seat_name(position, seat) for seat in seats)

    if status.outcome:
        winners = named(*status.outcome.winners, by=" and ")
        return f"{winners} won: {status.outcome.how}" if winners else f"Over: {status.outcome.how}"
    if not status.turn:
        return f"Set-up: {status.step}" if status.step not in {"", "set-up"} else "Set-up"
    others = status.awaited not in {(), (status.seat,)}
    awaited = f" (awaited: {named(*status.awaited)})" if others else ""
    return f"Turn {status.turn}, {named(status.seat)}: {status.step}{awaited}"
