"""A card in a zone: upright as it Stands, lying on its side when it is Sided, its words level either way."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from projections.drawing.palette import ATTACK, CHANGE, DARK, LIGHT, SMALL, SOFT, Paint
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide, wrapped
from projections.games.ccg.board.inks import frame
from projections.games.ccg.board.layout import SHORT, SLOT, Spot
from projections.games.ccg.components.cards import ZONES, Card
from projections.games.ccg.state.names import card_name, face_card, face_name, is_episode, seat_name, zone_name
from projections.games.ccg.state.position import Announcement, Doom, InPlay, Position
from projections.games.ccg.state.values import face_of

EDGE: Final = 21
"""How broad the coloured edge of a card is."""
LINE: Final = 17
STAR: Final = "★"
"""Before the name of a Unique card."""
VALUES: Final = 23
"""The size of the values of a Creature."""


class Shown(NamedTuple):
    """What is to be seen of a card: all that its drawing depends on."""

    n: int
    name: str
    number: str
    kind: str
    frame: Paint
    values: str = ""
    base: str = ""
    tags: tuple[str, ...] = ()
    sided: bool = False
    main: bool = False
    aimed: bool = False
    out: bool = False
    changed: bool = False
    words: str = ""


def short_name(position: Position, card: InPlay) -> str:
    """The name on a card: without the zone that its frame tells, with a star where it is Unique."""
    name = face_name(position, card.face)
    for zone in ZONES:
        name = name.removesuffix(f" ({zone_name(zone)})")
    face = face_card(position, card.face)
    name = "Unknown card" if face is None and name == "a card" else name
    return f"{STAR if face and face.unique else ''}{name}"


def number_sign(position: Position, card: InPlay) -> str:
    """The number of a card that has to be told from another of its name."""
    return card_name(position, card.n).removeprefix(face_name(position, card.face)).strip()


def shown(position: Position, card: InPlay, words: str, *, changed: bool) -> Shown:
    """What is to be seen of a card in play."""
    face, own = face_of(position, card), face_card(position, card.face)
    creature = face.type == "creature" and own is not None
    fight = position.fight
    kind = own.type.title() if own else "Card"
    return Shown(
        card.n, short_name(position, card), number_sign(position, card), kind, frame(own),
        _values(card, face) if creature else "", _base(card, face) if creature else "", tuple(tags(position, card)),
        card.sided, fight is not None and card.n in (fight.attacker, fight.defender), _aimed(position, card.n),
        bool(card.out), changed, words,
    )  # fmt: skip


def _values(card: InPlay, face: Card) -> str:
    """The present values, each that is not the printed one with a sign that says which way it went."""
    pairs = ((card.energy, face.energy), (card.substance, face.substance), (card.support, face.support))
    return "/".join(f"{now}{'▲' if now > was else '▼' if now < was else ''}" for now, was in pairs)


def _base(card: InPlay, face: Card) -> str:
    base = (face.energy, face.substance, face.support)
    return "" if base == (card.energy, card.substance, card.support) else "base {}/{}/{}".format(*base)


def _aimed(position: Position, number: int) -> bool:
    return any(isinstance(thing, Announcement) and number in thing.targets for thing in position.stack)


def tags(position: Position, card: InPlay) -> Iterator[str]:
    """What has to be said of a card beside its face, the most pressing first."""
    fight = position.fight
    if fight and card.n in (fight.attacker, fight.defender):
        yield "attacks" if card.n == fight.attacker else "defends"
    if any(isinstance(thing, Doom) and card.n in thing.cards for thing in position.stack):
        yield "doomed"
    yield from _lies(position, card)
    if _aimed(position, card.n):
        yield "aimed at"
    if card.owner != card.side and not is_episode(position, card):
        yield f"{seat_name(position, card.owner)}'s"
    if card.turn and card.turn == position.turn:
        yield "new"


def _lies(position: Position, card: InPlay) -> Iterator[str]:
    """How a card lies, and what holds or keeps it."""
    if card.sided:
        yield "rival sided" if card.rivals else "sided"
    if card.out:
        under = position.at(card.out)
        yield "under Ep." if under else "out of play"
    if card.clone:
        yield f"as {face_name(position, card.clone)}"
    if card.locked:
        yield "locked"
    if card.kept:
        yield "safe" if card.kept == "save" else "stays"


def card_face(spot: Spot, seen: Shown) -> str:
    """A card at its place."""
    x, y, _, _ = spot.box
    return el("g", _face(seen), transform=f"translate({x:g} {y:g})", data_card=seen.n)


@lru_cache(maxsize=4096)
def _face(seen: Shown) -> str:
    wide_, high = (SLOT, SHORT) if seen.sided else (SHORT, SLOT)
    box = {"width": wide_, "height": high, "rx": 7}
    border = ATTACK if seen.main else DARK
    parts = [el("title", plain(seen.words))]
    if seen.changed:
        ring = {"x": -5, "y": -5, "width": wide_ + 10, "height": high + 10, "rx": 11, "fill": "none"}
        parts.append(el("rect", **ring, stroke="#ffffff", stroke_width=6))
        parts.append(el("rect", **ring, stroke=CHANGE, stroke_width=3, data_ring=seen.n))
    parts.append(el("rect", **box, fill="#d9dde1" if seen.out else LIGHT))
    parts.append(_edge(seen, wide_, high))
    dashes = "4 4" if seen.out else "9 4" if seen.aimed else None
    thick = 4 if seen.main else 3 if seen.aimed else 1.6
    parts.append(el("rect", **box, fill="none", stroke=border, stroke_width=thick, stroke_dasharray=dashes))
    parts += _words(seen, 0 if seen.sided else EDGE, (wide_ - EDGE if seen.sided else wide_), high)
    return "".join(parts)


def _edge(seen: Shown, across: float, high: float) -> str:
    """The coloured edge: on top of a Standing card, to the right of a Sided one, with zone and type in words."""
    words = f"{seen.frame.letters} {seen.kind}".strip() if seen.kind == "Creature" else seen.kind
    style = {"font_size": SMALL, "fill": seen.frame.ink, "text_anchor": "middle"}
    if not seen.sided:
        d = f"M0 {EDGE}V7a7 7 0 0 1 7 -7H{across - 7:g}a7 7 0 0 1 7 7V{EDGE}z"
        label = text(words, x=across / 2, y=EDGE - 5, **style)
    else:
        left = across - EDGE
        d = f"M{left:g} 0H{across - 7:g}a7 7 0 0 1 7 7V{high - 7:g}a7 7 0 0 1 -7 7H{left:g}z"
        label = text(words, transform=f"translate({left + 5:g} {high / 2:g}) rotate(90)", **style)
    return el("path", d=d, fill=seen.frame.fill, stroke=DARK, stroke_width=1) + label


def _words(seen: Shown, top: float, across: float, high: float) -> Iterator[str]:
    """Name, values, printed values and tags, one below the other in what room there is."""
    room, middle = across - 6, across / 2
    free = int((high - top - 6 - (VALUES + 3 if seen.values else 0)) // LINE)
    name = _name(seen, room, min(3 if seen.values else 5, free - bool(seen.base) - bool(seen.tags)))
    rest = _tag_lines(seen.tags, room, min(2, free - bool(seen.base) - len(name)))
    foot = [(SOFT, seen.base)] * bool(seen.base) + [(ATTACK if seen.main else DARK, line) for line in rest]
    style = {"x": middle, "font_size": SMALL, "text_anchor": "middle"}
    for at, line in enumerate(name, 1):
        yield text(line, y=top + LINE * at - 1, font_weight="bold", fill=DARK, **style)
    at_y = high - 6 - LINE * max(1, len(foot))
    if seen.values:
        size = min(VALUES, VALUES * room / max(1, wide(seen.values, VALUES)))
        bold = {"font_size": round(size, 1), "font_weight": "bold", "text_anchor": "middle"}
        yield text(seen.values, x=middle, y=at_y, fill=DARK, data_values=seen.n, **bold)
    for at, (ink, line) in enumerate(foot, 1):
        yield text(line, y=at_y + LINE * at, fill=ink, **style)


def _name(seen: Shown, room: float, most: int) -> tuple[str, ...]:
    """The name in lines; where it has to be cut, the number still stands."""
    whole = wrapped(f"{seen.name} {seen.number}".strip(), SMALL, room, most)
    if not seen.number or whole[-1].endswith(seen.number):
        return whole
    *lines, last = wrapped(seen.name, SMALL, room, most)
    return (*lines, f"{cut(last, SMALL, room - wide(f' {seen.number}', SMALL))} {seen.number}")


def _tag_lines(words: tuple[str, ...], room: float, most: int) -> list[str]:
    """Tags in so many lines; a plus says that there are more, which are told in words."""
    found: list[str] = []
    for at, word in enumerate(words):
        longer = f"{found[-1]} · {word}" if found else word
        if found and wide(longer, SMALL) <= room:
            found[-1] = longer
        elif len(found) < most:
            found.append(cut(word, SMALL, room))
        else:
            found[-1] = cut(f"{found[-1]} +{len(words) - at}", SMALL, room)
            break
    return found


def episode_strip(position: Position, card: InPlay, spot: Spot, words: str, *, changed: bool) -> str:
    """An Episode on the Solver's side: name, solve number, tags."""
    x, y, across, high = spot.box
    face = face_card(position, card.face)
    edge = frame(face)
    number = f"solve {face.solve}" if face else ""
    found = [*tags(position, card)]
    tail = " · ".join([number, *found])
    right = wide(tail, SMALL)
    name = f"{short_name(position, card)} {number_sign(position, card)}".strip()
    name = cut(name, SMALL, max(60, across - 92 - right - 14))
    tail = cut(tail, SMALL, across - 92 - 60 - 14)
    box = {"x": x, "y": y, "width": across, "height": high, "rx": 6}
    style = {"y": y + high - 8, "font_size": SMALL}
    return el(
        "g",
        el("title", plain(words)),
        el("rect", **box, fill=LIGHT, stroke=CHANGE if changed else DARK, stroke_width=3.4 if changed else 1.6),
        el("rect", x=x, y=y, width=78, height=high, rx=6, fill=edge.fill),
        text("Episode", x=x + 39, text_anchor="middle", fill=edge.ink, **style),
        text(name, x=x + 84, font_weight="bold", fill=DARK, **style),
        text(tail, x=x + across - 7, text_anchor="end", fill=DARK, **style),
        data_card=card.n, data_episode=card.n,
    )  # fmt: skip
