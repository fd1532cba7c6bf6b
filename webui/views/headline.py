"""The headline of a session: its state in one line."""

from projections.wording import joined
from replay.reading.timeline import Timeline


def headline(timeline: Timeline, seq: int) -> str:
    """Return the state of a session after an entry: its outcome, or the turn and what comes next."""
    status, position = timeline.status(seq), timeline.position(seq)
    if closed := timeline.closed(seq):
        return closed
    if status.outcome:
        winners = joined([timeline.game.view.seat_name(position, seat) for seat in status.outcome.winners])
        return f"{winners} won: {status.outcome.how}" if winners else f"Over: {status.outcome.how}"
    return ": ".join(timeline.turn_words(seq))


def own_step(timeline: Timeline, seat: str) -> str:
    """Return what a seat must do next, as a text to its player such as `draw a card`; "" if the game says it otherwise.

    The timeline decides what the text may reveal.
    """
    words, names = (
        timeline.turn_words(timeline.last)[1],
        map(timeline.seat_name, timeline.status(timeline.last).awaited),
    )
    for name in (joined(list(names)), timeline.seat_name(seat)):
        for link, start in ((" to ", ""), (": ", ""), (" may ", "you may ")):
            if words.startswith(name + link):
                return start + words.removeprefix(name + link)
    return ""


def next_headline(timeline: Timeline, seq: int) -> str:
    """Return the headline after an entry, with `Next:` in front of it while the session goes on."""
    over = timeline.status(seq).outcome or timeline.closed(seq)
    return f"{'' if over else 'Next: '}{headline(timeline, seq)}"
