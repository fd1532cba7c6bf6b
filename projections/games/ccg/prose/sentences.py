"""One sentence for every event.

A sentence uses only the event and the positions around it, so it names no card that the viewer does not know.
"""

from typing import Final

from events.events import Started
from projections.games.ccg.prose import (
    card_sentences as cards,
    chance_sentences as chance,
    combat_sentences as combat,
    move_sentences as moves,
    turn_sentences as turns,
)
from projections.games.ccg.prose.use_text import own, step_words
from projections.games.ccg.state import names
from projections.sentence_table import SentenceTable, Writers

_WRITERS: Final[Writers] = {
    "player": names.seat_name, "seat": names.seat_name, "whose": names.whose, "card": own, "cards": names.known_row,
    "face": names.face_name, "zone": names.zone_name, "in zone": names.in_zone, "value": names.value_name,
    "step": step_words,
}  # fmt: skip
SENTENCES: Final = SentenceTable(
    {
        Started: "This entry is of another kind: started.",
        **moves.ROWS,
        **chance.ROWS,
        **turns.ROWS,
        **cards.ROWS,
        **combat.ROWS,
    },
    {**_WRITERS, **moves.WRITERS, **turns.WRITERS, **cards.WRITERS, **combat.WRITERS},
)
