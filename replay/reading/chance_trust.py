"""The provenance of a session's chance: how far it can be trusted, and what of it nobody can check."""

from typing import Any, Final

from events.events import Rolled, Shuffled
from events.session_events import Pledged, Seated, SecretsOpened
from events.store.rows import SessionRow
from projections.wording import counted
from replay.reading.reading import Reading

UNWITNESSED: Final = "no player brought a word, so the host could have picked the dice"
"""What is to be known of dice that nobody but the host had a hand in."""


def unpledged(reading: Reading[Any]) -> list[str]:
    """Chance that nobody can check from the log."""
    out = []
    events = [entry.event for entry in reading.entries_of(Rolled, Shuffled, SecretsOpened)]
    typed = [
        event for event in events if isinstance(event, Rolled) and event.receipt is None and event.source != "replayed"
    ]
    if elsewhere := sum("#" in event.ticket for event in typed):
        out.append(f"{counted(elsewhere, 'roll')} whose receipt another roller keeps")
    if left := len(typed) - elsewhere:
        out.append(f"{counted(left, 'roll')} without a receipt")
    started = reading.started
    shuffles = sum(isinstance(event, Shuffled) for event in events)
    if started.cards != "tower":
        out.append(f"shuffles and draws: they were {_whose(started.cards)}, nobody pledged them")
    elif shuffles and not any(getattr(event, "shuffle_secret", "") for event in events):
        out.append(f"the order of {counted(shuffles, 'shuffle')}: the secret of it is not open yet")
    return out


def _whose(source: str) -> str:
    """Whose cards they were, in words: `other:NAME` is another dealer's."""
    kind, _, name = source.partition(":")
    return f"from {name}" if kind == "other" and name else source


def trust_in_words(reading: Reading[Any], row: SessionRow, *, has_tower: bool) -> str:
    """How far the session's chance can be trusted, in words."""
    started = reading.started
    events = [entry.event for entry in reading.entries_of(Pledged, Seated)]
    parts = [f"dice {started.dice}, cards {started.cards}" if started.dice != started.cards else started.dice]
    if any(isinstance(event, Pledged) for event in events):
        words = any(isinstance(event, Seated) and event.word for event in events)
        parts.append("with words of the players" if words else UNWITNESSED)
    if started.host:
        parts.append(f"the host plays {started.host} and could foresee it")
    if row.origin == "imported":
        parts.append("imported: the tower is not here" if not has_tower else "imported")
    return "; ".join(parts)
