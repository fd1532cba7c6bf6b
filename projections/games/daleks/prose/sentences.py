"""One sentence for every event.

A sentence contains only what the event and the positions around it contain. An unknown card is only "a card".
"""

from typing import Final

from projections.games.daleks.prose import (
    adventure_sentences as adventure,
    chance_sentences as chance,
    console_sentences as console,
    effect_sentences as effects,
    move_sentences as moves,
    set_fields,
)
from projections.games.daleks.rules.icons import icon_name
from projections.games.daleks.state import names
from projections.sentence_table import SentenceTable, Writers, written

_WRITERS: Final[Writers] = {
    "player": names.seat_name, "seat": names.seat_name, "helper": names.seat_name, "to": names.seat_name,
    "whose": names.whose, "doctor": names.doctor_name, "companion": names.companion_name, "card": names.card_name,
    "given": names.card_name, "taken": names.card_name, "the card": names.the_card, "cards": names.known_row,
    "card icon": icon_name, "location": names.location_name, "anomaly": names.anomaly_name, "place": names.place_name,
    "place zone": names.in_zone, "space": names.space_name, "symbol name": names.symbol_name, "die": written,
    "dice": names.dice_names,
}  # fmt: skip
SENTENCES: Final = SentenceTable(
    {**moves.ROWS, **chance.ROWS, **effects.ROWS, **console.ROWS, **adventure.ROWS},
    {**_WRITERS, **moves.WRITERS, **effects.WRITERS, **console.WRITERS, **adventure.WRITERS},
    fields=set_fields.FIELDS,
    label=set_fields.label,
)
