"""Sentences for fields that were set by hand or described."""

from collections.abc import Sequence
from typing import Final

from projections.described import FieldSentences, SetField
from projections.games.keys.state.names import seat_name
from projections.wording import clean, joined

_STEPS: Final = {
    "draw": "drawing a card", "play": "playing a card", "move": "moving or staying",
    "bonus": "the bonus action of a TARDIS Key",
}  # fmt: skip


def _pairs(found: SetField, text: str) -> Sequence[str]:
    """Return pairs of a seat and a word as texts; `text` has the placeholders `seat` and `word`."""
    pairs = (value.partition(" ") for value in found.values)
    return [text.format(seat=seat_name(found.after, seat), word=clean(word)) for seat, _, word in pairs]


def _step(found: SetField) -> str:
    step = "".join(found.values)
    return f"The next step is {_STEPS.get(step) or clean(step)}."


def _bonus(found: SetField) -> str:
    offers = _pairs(found, "{seat} may use the TARDIS Key on {word}")
    return f"{joined(offers)}." if offers else "No bonus action of a TARDIS Key is on offer."


def _extra_turn(found: SetField) -> str:
    seats = joined([seat_name(found.after, seat) for seat in found.values])
    return f"{seats or 'No seat'} {'get' if len(found.values) > 1 else 'gets'} an extra turn."


def _missed(found: SetField) -> str:
    pairs = [value.partition(" ")[::2] for value in found.values]
    steps = [f"{seat_name(found.after, seat)} can still {clean(step)} a card" for seat, step in pairs]
    return f"{joined(steps)}." if steps else "No skipped step can still be added."


def _used(found: SetField) -> str:
    used = joined(_pairs(found, "{seat} has used the TARDIS Key on {word}"))
    return f"{used}." if used else "No TARDIS Key has been used."


def _earned(found: SetField) -> str:
    earned = joined(_pairs(found, "{seat} has used the Extra Turn tile on {word}"))
    return f"{earned}." if earned else "No Extra Turn tile has been used."


def _tunnel(found: SetField) -> str:
    joins = "A Time Tunnel joins" if "yes" in found.values else "No Time Tunnel joins"
    return f"{joins} {clean(found.key.replace('/', ' and '))}."


def _door(found: SetField) -> str:
    said = [
        "its Jam Cookie goes to the discards" if value == "no cookie" else f"its colour is {clean(value)}"
        for value in found.values
    ]
    return f"The door on {clean(found.key)}: {joined(said) or 'nothing is known'}."


FIELDS: Final[FieldSentences] = {
    "step": _step, "bonus": _bonus, "extra turn": _extra_turn, "missed": _missed, "used": _used, "earned": _earned,
    "tunnel <two tiles>": _tunnel, "<a door a1 to g7>": _door,
}  # fmt: skip
