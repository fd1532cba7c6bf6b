"""The audience of a sealed item and of a post: everyone, unless the post contains what is hidden from some seats."""

from collections.abc import Sequence

from events import events
from events.codec import Codec, audience_of
from events.entry import Entry
from events.events import ALL, OMNISCIENT, UNKNOWN
from projections.contracts import Written


def knows(viewer: str, audience: str, unsealed: str, seats: Sequence[str]) -> bool:
    """Return whether a viewer may know a sealed item. `unsealed` names the viewers to whom all secrets were opened.

    The text of a dispute for the judge alone is opened by the ruling, not by the end of the session. A note for its
    author or for judges belongs to no view, and a note for after the end to none before the end: see
    `replay.reading.notes`.
    """
    among = audience.split()
    if events.AUTHOR_ONLY in among or events.WITH_MODERATOR in among or (events.UNTIL_END in among and not unsealed):
        return False
    if events.UNTIL_END in among and viewer == OMNISCIENT:
        return unsealed == ALL  # secrets opened to the seats alone are not in the view of all secrets
    if viewer == OMNISCIENT or audience == ALL:
        return True
    if viewer in among or not unsealed or (events.MODERATOR_VIEW in among and events.PUBLIC_AFTER_END not in among):
        return viewer in among
    return unsealed in (ALL, viewer) or (unsealed == "seats" and viewer in seats)


class AudienceCollector:
    """Collects the audience of a post from the values that its entries would seal."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self._audiences: set[str] = set()

    @property
    def audience(self) -> str:
        """The seats that may read the whole post, separated by spaces; `all`, or "" for no seat."""
        if not self._audiences:
            return ALL
        common = set.intersection(*(set(audience.split()) for audience in self._audiences))
        return " ".join(sorted(common))

    def take_in(self, entries: Sequence[Entry]) -> None:
        """Restrict the audience to seats that may know all sealed values of these entries."""
        for entry in entries:
            for field, known in self.codec.twins[type(entry.event)].sealed.items():
                audience, value = audience_of(entry.event, known), getattr(entry.event, field)
                items = (value,) if isinstance(value, str) else value
                if any(item != UNKNOWN for item in items):
                    self.keep_to(audience)

    def keep_to(self, audience: str) -> None:
        """Restrict the audience to these seats."""
        if audience != ALL:
            self._audiences.add(audience)

    def take_in_words(self, written: Written) -> None:
        """Restrict the audience by a move and the cards declared with it, before its entries exist."""
        self.take_in([Entry(written.move)])
        cards = (*written.seen.cards, *(card for order in written.seen.orders for card in order))
        if any(card != UNKNOWN for card in cards):
            self._audiences.add(written.move.player)
