"""What is visible of a card: its printed face, its values and its state."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from projections.games.ccg.board.glyphs import emblems
from projections.games.ccg.board.inks import VALUE_INKS, frame, key
from projections.games.ccg.components.cards import ZONES, Card, CardSet
from projections.games.ccg.prose.card_text import exceptions, face_does, face_words
from projections.games.ccg.state.names import card_name, face_card, face_name, is_episode, seat_name, zone_name
from projections.games.ccg.state.position import Announcement, Doom, InPlay, Position
from projections.wording import clean

STAR: Final = "★"
"""Precedes the name of a Unique card."""


class Value(NamedTuple):
    """One value of a Creature, such as Energy: the present number and the printed one."""

    name: str
    now: int
    printed: int

    @property
    def words(self) -> str:
        """The value in words."""
        was = "" if self.now == self.printed else f", printed {self.printed}"
        return f"{self.name.title()} {self.now}{was}"


class Tag(NamedTuple):
    """A state of a card, in words and as a sign. The sign is used if the words do not fit."""

    words: str
    sign: str


class Shown(NamedTuple):
    """Everything visible of a card. Two cards with equal fields are drawn alike."""

    n: int
    name: str
    number: str
    kinds: tuple[str, ...]
    key: str
    emblems: tuple[str, ...]
    values: tuple[Value, ...] = ()
    solve: int = 0
    tags: tuple[Tag, ...] = ()
    sided: bool = False
    main: bool = False
    aimed: bool = False
    out: bool = False
    changed: bool = False
    does: str = ""
    words: str = ""


class Printed(NamedTuple):
    """The printed face of a card for drawing and description. An unknown card has only defaults."""

    name: str
    kinds: tuple[str, ...] = ("Card",)
    key: str = ""
    emblems: tuple[str, ...] = ("bell",)
    values: tuple[Value, ...] = ()
    solve: int = 0
    does: str = ""
    words: str = "not known"
    exceptions: str = ""


_PRINTED: Final[dict[tuple[int, int], tuple[CardSet, Card, Printed]]] = {}
"""Cache of printed faces, keyed by the ids of card set and card. Both are kept, so that the ids stay valid."""
_KEPT: Final = 4096  # maximum size of the cache, enough for several sessions with custom cards


def printed(position: Position, face: str) -> Printed:
    """Return the printed face of a card, from the cache if possible."""
    card = face_card(position, face)
    if card is None:
        name = face_name(position, face)
        return Printed("Unknown card" if name == "a card" else name)
    place = (id(position.cards), id(card))
    found = _PRINTED.get(place)
    if found is None or found[0] is not position.cards or found[1] is not card:
        if len(_PRINTED) >= _KEPT:
            _PRINTED.clear()
        found = _PRINTED[place] = (position.cards, card, _read(position.cards, card))
    return found[2]


def _read(cards: CardSet, card: Card) -> Printed:
    does = face_does(cards, card)
    values = tuple(Value(name, now, now) for name, now in _three(card)) if card.type == "creature" else ()
    return Printed(
        _short_name(card), kinds(card), key(card), emblems(card), values, card.solve, does[:1].upper() + does[1:],
        face_words(cards, card), exceptions(card),
    )  # fmt: skip


def _short_name(card: Card) -> str:
    """Return a card's name without the zone, because the frame shows the zone. A Unique card gets a star."""
    name = clean(card.name)
    for zone in ZONES:
        name = name.removesuffix(f" ({zone_name(zone)})")
    return f"{STAR if card.unique else ''}{name}"


def number_sign(position: Position, card: InPlay) -> str:
    """Return the number of a card as `#15` if another card has the same name, else ""."""
    return card_name(position, card.n).removeprefix(face_name(position, card.face)).strip()


def kinds(card: Card) -> tuple[str, ...]:
    """Return the texts for the frame, longest first: a Creature's zone and races, or the type of another card."""
    if card.type == "time":
        return (f"{zone_name(card.zone)} Time", "Time")
    if card.type != "creature":
        return (card.type.title(),)
    races = " ".join(race.replace("-", " ").title() for race in card.races) or "Creature"
    letters = frame(card).letters
    return (f"{card.zone.title()} {races}", f"{letters} {races}", f"{letters} Creature", letters)


def _three(card: Card | InPlay) -> Iterator[tuple[str, int]]:
    return zip(VALUE_INKS, (card.energy, card.substance, card.support), strict=True)


def shown(position: Position, card: InPlay, words: str, *, changed: bool) -> Shown:
    """Return everything visible of a card in play: `words` describe the card, `changed` marks it as changed."""
    own = printed(position, card.face)
    now = printed(position, card.clone) if card.clone else own
    values: tuple[Value, ...] = ()
    if now.values and own.key:
        pairs = zip(_three(card), now.values, strict=True)
        values = tuple(was if there == was.now else Value(name, there, was.now) for (name, there), was in pairs)
    fight = position.fight
    return Shown(
        card.n, own.name, number_sign(position, card), own.kinds, own.key, own.emblems, values, own.solve,
        tuple(tags(position, card)), card.sided, fight is not None and card.n in (fight.attacker, fight.defender),
        _aimed(position, card.n), bool(card.out), changed, now.does,
        f"{words}.{f' {now.does}{now.exceptions}.' if now.does else ''}",
    )  # fmt: skip


def held(position: Position, face: str) -> Shown:
    """Return what is visible of a known card in a hand."""
    own = printed(position, face)
    words = f"{face_name(position, face)}: {own.words}{own.exceptions}."
    return Shown(0, own.name, "", own.kinds, own.key, own.emblems, own.values, own.solve, words=words)


def _aimed(position: Position, number: int) -> bool:
    return any(isinstance(thing, Announcement) and number in thing.targets for thing in position.stack)


def tags(position: Position, card: InPlay) -> Iterator[Tag]:
    """Yield the states of a card in play, the most important first."""
    fight = position.fight
    if fight and card.n in (fight.attacker, fight.defender):
        yield Tag("attacks", "attacks") if card.n == fight.attacker else Tag("defends", "defends")
    if any(isinstance(thing, Doom) and card.n in thing.cards for thing in position.stack):
        yield Tag("doomed", "doomed")
    yield from _lies(position, card)
    if _aimed(position, card.n):
        yield Tag("aimed at", "aimed")
    if card.owner != card.side and not is_episode(position, card):
        yield Tag(f"{seat_name(position, card.owner)}'s", "others")
    if card.turn and card.turn == position.turn:
        yield Tag("new", "new")


def _lies(position: Position, card: InPlay) -> Iterator[Tag]:
    """Yield the tags for Siding, being out of play, copies, locks and protection."""
    if card.sided:
        yield Tag("Sided by rival" if card.rivals else "Sided", "sided")
    if card.out:
        under = position.at(card.out)
        yield Tag("under Episode" if under else "out of play", "episode" if under else "out")
    if card.clone:
        yield Tag(f"as {face_name(position, card.clone)}", "clone")
    if card.locked:
        yield Tag("locked", "locked")
    if card.kept:
        yield Tag("safe", "safe") if card.kept == "save" else Tag("regenerates", "stays")
