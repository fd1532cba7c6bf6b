"""The audience of a post: all, unless it tells what is sealed to others."""

from collections.abc import Sequence

from events.codec import Codec, audience_of
from events.entry import Entry
from events.events import ALL, UNKNOWN
from projections.terms import Written


class AudienceCollector:
    """Collects the audience of a post from what its lines would seal."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self._audiences: set[str] = set()

    @property
    def audience(self) -> str:
        """Who may read all of it: seats separated by spaces, `all`, or "" for the table alone."""
        if not self._audiences:
            return ALL
        common = set.intersection(*(set(audience.split()) for audience in self._audiences))
        return " ".join(sorted(common))

    def take_in(self, entries: Sequence[Entry]) -> None:
        """Take in what lines would seal."""
        for entry in entries:
            for field, known in self.codec.twins[type(entry.event)].sealed.items():
                audience, value = audience_of(entry.event, known), getattr(entry.event, field)
                items = (value,) if isinstance(value, str) else value
                if any(item != UNKNOWN for item in items):
                    self.keep_to(audience)

    def keep_to(self, audience: str) -> None:
        """Take in that something is told which only these may know."""
        if audience != ALL:
            self._audiences.add(audience)

    def take_in_words(self, written: Written) -> None:
        """Take in a move, and what was written of chance, where its lines are not known yet."""
        self.take_in([Entry(written.move)])
        cards = (*written.seen.cards, *(card for order in written.seen.orders for card in order))
        if any(card != UNKNOWN for card in cards):
            self._audiences.add(written.move.player)
