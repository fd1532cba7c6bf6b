"""How far the dice and cards of a session can be trusted, and which results cannot be checked."""

from typing import Any, Final

from events.events import Rolled, Shuffled
from events.session_events import Pledged, Seated, SecretsOpened
from events.store.rows import SessionRow
from projections.wording import counted, titled
from replay.reading.reading import Reading

NO_PLAYER_SEED: Final = "without seeds from the players"  # the part of a grade for dice to which no player contributed


_SOURCES: Final = {
    "tower": "the built-in dice roller", "typed": "entered by hand", "other:tower": "a dice roller of another server",
}  # fmt: skip


def unpledged(reading: Reading[Any]) -> list[str]:
    """Return in words which rolls, shuffles and cards cannot be checked from the log, one text for each kind."""
    out = []
    events = [entry.event for entry in reading.entries_of(Rolled, Shuffled, SecretsOpened)]
    rolls = [event for event in events if isinstance(event, Rolled) and event.receipt is None]
    typed = [roll for roll in rolls if roll.source != "replayed"]
    if elsewhere := sum("#" in event.ticket for event in typed):
        out.append(f"{counted(elsewhere, 'roll')} of an external dice roller, which keeps the receipts")
    if left := len(typed) - elsewhere:
        out.append(f"{counted(left, 'roll')} without a receipt")
    started = reading.started
    shown = next((at for at, event in enumerate(reversed(events)) if getattr(event, "shuffle_secret", "")), len(events))
    shuffles = sum(isinstance(event, Shuffled) for event in events[len(events) - shown :])  # not yet opened
    if started.cards != "tower":
        out.append(f"shuffles and draws, which were {_whose(started.cards)}")
    elif shuffles:
        out.append(f"the order of {counted(shuffles, 'shuffle')}, because the shuffle secret is not open yet")
    return out


def _whose(source: str) -> str:
    kind, _, name = source.partition(":")
    return f"made by {name}" if kind == "other" and name else "entered by hand" if source == "typed" else source


def grade_text(grade: str) -> str:
    """Return a grade, as `trust_in_words` makes it, with plain words for the sources of dice and cards."""
    sources, mark, rest = grade.partition("; ")
    told = []
    for part in sources.split(", "):
        what, _, source = part.rpartition(" ")
        plain = _SOURCES.get(source, source)
        told.append(f"{what} {plain.removeprefix('other:')}".strip())
    return f"{', '.join(told)}{mark}{rest}"


def proof_in_words(reading: Reading[Any]) -> str:
    """Return sentences on what the log proves about the session's dice and cards."""
    started, said = reading.started, list[str]()
    sources = {started.dice, started.cards}
    if "tower" in sources:
        fixed = "The log proves that the dice roller's results were fixed before the first roll"
        seeded = any(reading.seat_words().values())
        said.append(
            f"{fixed} and that no one chose them." if seeded else f"{fixed}. It does not prove that they are random."
        )
    if sources != {"tower"}:
        said.append(f"The log does not prove {'the other' if said else 'these'} results.")
    return " ".join(said)


def trust_in_words(reading: Reading[Any], row: SessionRow, *, has_tower: bool) -> str:
    """Return in words how far the session's dice and cards can be trusted."""
    started = reading.started
    events = [entry.event for entry in reading.entries_of(Pledged, Seated)]
    parts = [f"dice {started.dice}, cards {started.cards}" if started.dice != started.cards else started.dice]
    if any(isinstance(event, Pledged) for event in events):
        words = any(isinstance(event, Seated) and event.word for event in events)
        parts.append("with seeds from the players" if words else NO_PLAYER_SEED)
    if started.host:
        parts.append(f"the host plays {titled(started.host)} and could know results in advance")
    if row.origin == "imported":
        parts.append("imported" if has_tower else "imported without its dice roller")
    return "; ".join(parts)
