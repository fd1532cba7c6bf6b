"""Read and check card files: the file that ships and custom files.

A card file has the tables `card` and `starter` (decks), both keyed by id; `cards` defines their fields.
"""

import tomllib
from collections.abc import Mapping
from typing import Any, Final

from projections import card_file
from projections.games.ccg.components.card_grammar import ability_faults
from projections.games.ccg.components.cards import TIMELESS, WATCHERS, ZONES, Card, CardSet, Starter, time_card

_TABLES: Final[Mapping[str, int]] = {"card": 1000, "starter": 50}
"""The tables of a card file, and the maximum number of rows in each."""
_MOST: Final = 20  # the greatest value that a card may have


def shipped_file() -> str:
    """Return the card file that ships, as TOML."""
    return card_file.shipped_text("projections.games.ccg", "data/cards.toml")


def read_cards(given: Any, where: str) -> CardSet:
    """Convert parsed TOML or JSON to a card set. Raises RefusedError with the path to a fault in the file `where`."""
    tables = card_file.tables_of(given, tuple(_TABLES), where)
    card = card_file.rows_of(Card, tables.get("card", {}), f"{where}: card", _TABLES["card"])
    starter = card_file.rows_of(Starter, tables.get("starter", {}), f"{where}: starter", _TABLES["starter"])
    cards = CardSet(card=card, starter=starter)
    card_file.refuse_faults(_faults(cards), where)
    return cards


def parse_cards(text: bytes | str, where: str) -> CardSet:
    """Parse a card set from the JSON text that a session stores. Raise `RefusedError` as `read_cards` does."""
    return read_cards(card_file.decoded(text, where), where)


def _faults(cards: CardSet) -> card_file.Faults:
    """Yield each fault in the content of a card set, as the path to the fault and what is allowed there."""
    yield from _always_there(cards)
    for name, card in cards.card.items():
        printed = (*card_file.name_faults(card.name), *_values(card), *_frame(name, card), *_lists(card))
        faults = (*printed, *ability_faults(cards, card))
        yield from ((f"card.{name}.{field}", allowed) for field, allowed in faults)
    yield from _twins(cards)
    for name, starter in cards.starter.items():
        for field, allowed in (*card_file.name_faults(starter.name), *_provisos(cards, starter)):
            yield f"starter.{name}.{field}", allowed


def _always_there(cards: CardSet) -> card_file.Faults:
    """Check that each zone has its Time card (CCG-DEC-03) and Watcher (CCG-DEC-04), which every deck needs."""
    for kind, ids in (("creature", WATCHERS), ("time", {zone: time_card(zone) for zone in ZONES})):
        for zone, name in ids.items():
            card = cards.card.get(name)
            if card is None:
                yield f"card.{name}", f"this card is missing; every file must have it, with type {kind} and zone {zone}"
            elif (card.type, card.zone) != (kind, zone):
                yield f"card.{name}", f"this card must have the type {kind} and the zone {zone}"


def _twins(cards: CardSet) -> card_file.Faults:
    """Check that no two cards share a title, because identical cards are found by title (CCG-DEC-05, A36)."""
    names: dict[str, str] = {}
    for name, card in cards.card.items():
        first = names.setdefault(card.name.casefold(), name)
        if first != name:
            yield f"card.{name}.name", f"card.{first} has the same name; each card must have its own (CCG-DEC-05)"


def _values(card: Card) -> card_file.Faults:
    """Check the range of each number, and that only its type of card has it (CCG-CRE-06, CCG-CRE-10, CCG-EPI-14)."""
    for field in ("energy", "substance", "support", "solve"):
        value, owner = getattr(card, field), "episode" if field == "solve" else "creature"
        if not 0 <= value <= _MOST:
            yield field, f"must be from 0 to {_MOST}, not {value}"
        elif value and card.type != owner:
            yield field, f"only a card of type {owner} can have {field}"
    if card.type == "creature" and not card.energy and not card.substance:
        yield "energy", "a Creature must have an energy or a substance of at least 1 (CCG-CRE-10)"
    if card.type == "episode" and not card.solve:
        yield "solve", f"an Episode must have a solve number from 1 to {_MOST}"


def _frame(name: str, card: Card) -> card_file.Faults:
    """Check the frame colour of Creatures and Time cards (CCG-CRE-02, CCG-TIM-05); CCG-CRE-05: no race."""
    frames = {"creature": (*ZONES, TIMELESS), "time": ZONES}.get(card.type, ("any",))
    if card.zone not in frames:
        yield "zone", f"a card of type {card.type} must have {' or '.join(frames)}"
    if card.races and card.type != "creature":
        yield "races", "only a Creature can have a race"
    if name.startswith("watcher-") and name not in WATCHERS.values():
        yield "name", "ids that begin with watcher- are reserved for The Watcher of each zone"
    if name in WATCHERS.values() and card.races:
        yield "races", "The Watcher must have no race (CCG-CRE-05)"
    if card.type == "time" and name not in map(time_card, ZONES):
        yield "type", "a Time card must be one of these three: " + ", ".join(map(time_card, ZONES))


def _lists(card: Card) -> card_file.Faults:
    if len(card.races) > 2 or len(set(card.races)) < len(card.races):
        yield "races", "a Creature can have one race or two different races (CCG-CRE-04)"
    for place, label in enumerate(card.labels):
        if not card_file.ID.fullmatch(label) or label in card.labels[:place]:
            yield f"labels[{place}]", f"a label must be {card_file.AN_ID}, and can be listed only once"
    yield from card_file.unknown_faults(Card.__struct_fields__, card.unknown, card.provenance)


def _provisos(cards: CardSet, starter: Starter) -> card_file.Faults:
    """Check the rules of deck formation, without the options of a session (CCG-DEC-01 to CCG-DEC-06)."""
    for name, count in starter.cards.items():
        if name not in cards.card:
            yield f"cards.{name}", "this card is not in this file"
            return
        most = 60 if cards.card[name].type == "time" else 4
        if not 1 <= count <= most:
            yield f"cards.{name}", f"must be from 1 to {most}, not {count} (CCG-DEC-05)"
            return
    if not 55 <= len(starter.row) <= 400:
        yield "cards", f"a deck must have from 55 (CCG-DEC-01) to 400 cards, not {len(starter.row)}"
    counts = [starter.cards.get(time_card(zone), 0) for zone in ZONES]
    if not counts[0] or len(set(counts)) > 1:
        yield "cards", "a deck must have the same number of Time cards of each zone, at least one (CCG-DEC-03)"
    for watcher in WATCHERS.values():
        if watcher not in starter.cards:
            yield f"cards.{watcher}", "a deck must have The Watcher of each zone (CCG-DEC-04)"
    if (total := sum(cards.card[name].solve * count for name, count in starter.cards.items())) > 25:
        yield "cards", f"the solve numbers can add up to at most 25, not {total} (CCG-DEC-06)"


SHIPPED: Final = read_cards(tomllib.loads(shipped_file()), "data/cards.toml")
"""The cards that ship. A session's own card file replaces them."""
