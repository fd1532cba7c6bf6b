"""Positions of the card game for tests, written in one line, and positions as viewers see them, including odd ones.

Julie has the turn unless stated otherwise.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar, cast

from parsed_picture import ParsedPicture
from table_play import TablePlay

from events.events import UNKNOWN, Event, Move, Passed, Started
from projections.contracts import Marks
from projections.drawing.board import compose
from projections.games.ccg.board.draw import draw
from projections.games.ccg.components.cards import WATCHERS, ZONES, Ability, Card, CardSet, Zone, time_card
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.events.moves import AnnounceCombat, EndTurn, SubmitDeck
from projections.games.ccg.game import GAME
from projections.games.ccg.options import Options
from projections.games.ccg.state.position import Announcement, Change, Doom, Fight, Hit, InPlay, Position
from projections.window import Window
from replay.chance.random_source import SeededChance

M = TypeVar("M", bound=Move)
JULIE, STEVE = "julie", "steve"
SEATS: Final = (JULIE, STEVE)
QUIET: Final[Mapping[str, tuple[str, ...]]] = {JULIE: (), STEVE: ()}
TURN: Final = 7
PRINTED: Final = (
    "zarbi", "yeti", "unit-corporal", "bok", "menoptera", "ice-warrior", "dulciens", "daemons", "sidrat", "force-field",
    "brain-transformer", "doctor-who-v", "tegan-jovanka",
)  # fmt: skip
"""Cards from the rulebook and its questions, which do not change."""


def cards_with(**faces_: Card) -> CardSet:
    """Return the cards that ship with additional ones: `big_one=Card(...)` is the card `big-one`."""
    more = {name.replace("_", "-"): face for name, face in faces_.items()}
    return CardSet(card={**SHIPPED.card, **more}, starter=SHIPPED.starter)


def laid(text: str, cards: CardSet = SHIPPED, turn: int = TURN) -> tuple[InPlay, ...]:
    """Return cards in play from `julie present yeti sided, steve past bok fresh`, numbered from 1.

    `rivals` means Sided by the opponent, `fresh` played this turn. Other words are `locked`, `out` and `of-julie`
    (owner).
    """
    return tuple(_lying(at, part.split(), cards, turn) for at, part in enumerate(filter(None, text.split(", ")), 1))


def _lying(number: int, words: Sequence[str], cards: CardSet, turn: int) -> InPlay:
    side, zone, face, *more = words
    assert side in SEATS, words
    owner = next((word.removeprefix("of-") for word in more if word.startswith("of-")), side)
    assert set(more) <= {"sided", "rivals", "fresh", "locked", "out", f"of-{owner}"}, words
    return lay(
        number, face, side, zone, cards=cards, owner=owner,
        turn=turn if "fresh" in more else int("watcher" not in face),
        sided="sided" in more or "rivals" in more, rivals="rivals" in more, locked="locked" in more,
        out=-1 if "out" in more else 0,
    )  # fmt: skip


def _rows(given: Mapping[str, str] | None, usual: str = "") -> dict[str, tuple[str, ...]]:
    return {seat: tuple((given or {}).get(seat, usual).split()) for seat in SEATS}


def table(
    play_: str = "", step: str = "play", *, zone: str = "present", hands: Mapping[str, str] | None = None,
    times: Mapping[str, str] | None = None, decks: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None, cards: CardSet = SHIPPED, **more: Any,
) -> Position:  # fmt: skip
    """Return a position in Julie's seventh turn with these cards in play (see `laid`).

    `times` are Time stacks from the top, as zones: `{"julie": "past future"}`. The default is one Time card of each
    zone.
    """
    stacks = {seat: tuple(map(time_card, row)) for seat, row in _rows(times, "past present future").items()}
    lying = laid(play_, cards)
    chosen = "" if step in ("stand", "zone") else zone
    given: dict[str, Any] = {
        "play": lying, "count": len(lying), "step": step, "zone": chosen, "player": JULIE, "first": JULIE,
        "turn": TURN, "round": 4, "hands": _rows(hands), "times": stacks, "decks": _rows(decks, "zarbi zarbi"),
        "lists": dict.fromkeys(SEATS, ()), "drawn": step not in ("stand", "zone", "draw"),
    }  # fmt: skip
    return Position(seats=SEATS, options=Options(**options or {}), cards=cards, **{**given, **more})


def deck(*extra: str, size: int = 60, time_cards: int = 6, episodes: Sequence[str] = ()) -> tuple[str, ...]:
    """Return a legal deck with these cards, Time cards, Watchers, and four each of the rulebook's cards."""
    times = [time_card(zone) for zone in ZONES for _ in range(time_cards // 3)]
    own = [*times, *WATCHERS.values(), *extra, *episodes]
    others = (name for name, face in SHIPPED.card.items() if face.type not in ("time", "episode"))
    fill = [name for name in dict.fromkeys((*PRINTED, *others)) if name not in own for _ in range(4)]
    return (*own, *fill[: size - len(own)])


def started(**options: Any) -> Started:
    return Started("ccg", GAME.meta.rules_number, SEATS, options)


def begun(seed: int = 1, decks: Sequence[Sequence[str]] = (), **options: Any) -> Position:
    fate = SeededChance(seed)
    _, now = GAME.begin(started(**options), fate)
    given = decks or (deck(time_cards=now.options.time_cards),) * 2
    return play(now, *(SubmitDeck(seat, tuple(row)) for seat, row in zip(SEATS, given, strict=True)), fate=fate)


_TABLE: Final = TablePlay(GAME)
play, lines, refused, against, stood = _TABLE.play, _TABLE.lines, _TABLE.refused, _TABLE.against, _TABLE.stood


def listed(now: Position, seat: str, kind: type[M]) -> list[M]:
    return [move for move in GAME.rules.legal(now, seat) if isinstance(move, kind)]


def card(now: Position, face: str, side: str = "") -> InPlay:
    (found,) = [one for one in now.play if one.face == face and side in ("", one.side)]
    return found


def strength(now: Position, number: int) -> tuple[int, int, int] | None:
    found = now.at(number)
    return (found.energy, found.substance, found.support) if found else None


def numbers(now: Position) -> list[int]:
    return [one.n for one in now.play]


def sided(now: Position) -> list[bool]:
    return [one.sided for one in now.play]


def window(now: Position) -> tuple[str, tuple[str, ...]] | None:
    return (now.window.name, now.window.awaited) if now.window else None


def passed(now: Position, *seats: str) -> Position:
    return play(now, *map(Passed, seats))


def next_turn(now: Position) -> Position:
    return play(now, AnnounceCombat(now.player), EndTurn(now.player))


def unknown(now: Position, number: int) -> Position:
    return now.replace(play=tuple(one.replace(face=UNKNOWN) if one.n == number else one for one in now.play))


def faces(now: Position, zone: str, side: str) -> list[str]:
    return [one.face for one in now.lying(zone, side)]


def special(what: Any, **more: Any) -> Ability:
    return Ability("special", what, **{"target": "creature", **more})


def innate(what: Any, **more: Any) -> Ability:
    return Ability("innate", what, **{"target": "self", **more})


def creature(energy: int, substance: int, support: int = 0, *does: Ability, **more: Any) -> Card:
    given = {"zone": "present", "energy": energy, "substance": substance, "support": support, **more}
    return Card("Creature", "creature", does=does, **given)


def resource(*does: Ability) -> Card:
    return Card("Resource", "resource", does=does)


def flash(what: Any, *more_does: Ability, **more: Any) -> Card:
    return Card("Flash", "flash", does=(Ability("flash", what, **{"target": "creature", **more}), *more_does))


def episode(what: Any, solve: int = 9, **more: Any) -> Card:
    given = {"target": "creature", "whose": "own", "every": True, **more}
    return Card("Episode", "episode", does=(Ability("episode", what, **given),), solve=solve)


J, S = JULIE, STEVE


def lay(
    number: int, face: str, side: str, zone: str = "present", *, cards: CardSet = SHIPPED, **more: Any
) -> InPlay:  # fmt: skip
    """Return a card in play, by default with its printed values. An Episode is owned by the other seat."""
    printed = cards.card.get(face)
    given: dict[str, Any] = {"owner": side, "turn": 1}
    if printed and printed.type == "creature":
        given |= {"energy": printed.energy, "substance": printed.substance, "support": printed.support}
    if printed and printed.type == "episode":
        given["owner"] = S if side == J else J
    return InPlay(number, face, side=side, zone=cast("Zone", zone), **{**given, **more})


def seen(*play: InPlay, **more: Any) -> Position:
    """Return a position in Steve's fourth turn, with the Present chosen and both hands hidden."""
    given: dict[str, Any] = {
        "seats": SEATS, "decks": {J: ("?",) * 41, S: ("?",) * 40}, "hands": {J: ("?",) * 7, S: ("?",) * 6},
        "times": {J: ("time-future", *("?",) * 5), S: ("time-present", *("?",) * 4)}, "lost": {S: ("time-past",)},
        "discards": {S: ("zarbi", "brain-transformer")}, "lists": {J: ("?",) * 60, S: ("?",) * 60}, "count": 40,
        "first": J, "player": S, "turn": 4, "round": 2, "step": "play", "zone": "present", "bonus": True, "drawn": True,
    }  # fmt: skip
    return Position(play=play, **{**given, **more})


def watchers() -> tuple[InPlay, ...]:
    pairs = ((seat, zone) for seat in SEATS for zone in ZONES)
    return tuple(lay(at, f"watcher-{zone}", seat, zone, turn=0) for at, (seat, zone) in enumerate(pairs, 1))


FACES: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "past": (
        ("watcher-past", "meddling-monk", "romans", "romans", "tissue-compressor", "victoria-waterfield"),
        ("watcher-past", "highlanders", "terileptil", "doctor-who-iii", "jamie-mccrimmon", "sutekh"),
    ),
    "present": (
        ("watcher-present", "unit-corporal", "brigadier", "daemons", "unit-headquarters", "sarah-jane-smith"),
        ("watcher-present", "yeti", "bok", "nestene-consciousness", "sidrat", "kraal-android"),
    ),
    "future": (
        ("watcher-future", "ice-warrior", "emperor-dalek", "metebelis-crystal", "kamelion", "raston-warrior-robot"),
        ("watcher-future", "cyber-controller", "celestial-toymaker", "dulciens", "the-matrix", "chancellery-guard"),
    ),
}


def crowd(**more: Any) -> Position:
    """Return a position in a fight, with Support, Sided cards, tags, full zones, and Episodes on every side."""
    play, number = [], 0
    for zone, both in FACES.items():
        for seat, faces in zip(SEATS, both, strict=True):
            for face in faces:
                number += 1
                play.append(lay(number, face, seat, zone, sided=number % 3 == 0))
    named = {(one.face, one.side): one for one in play}
    yeti, watcher = named["yeti", S], named["watcher-present", J]
    given: dict[int, dict[str, Any]] = {
        yeti.n: {"energy": 4, "sided": False, "changes": (
            Change("energy", 1, "bok", named["bok", S].n),
            Change("energy", 1, "kraal-android", named["kraal-android", S].n),
        ), "supporters": (named["bok", S].n, named["kraal-android", S].n)},
        watcher.n: {"substance": 3, "support": 1, "sided": False, "changes": (
            Change("substance", 2, "brigadier", named["brigadier", J].n), Change("support", 1, "brain-transformer"),
        ), "supporters": (named["brigadier", J].n,)},
        named["bok", S].n: {"sided": True}, named["kraal-android", S].n: {"sided": True},
        named["brigadier", J].n: {"sided": True}, named["nestene-consciousness", S].n: {"turn": 4, "sided": False},
        named["kamelion", J].n: {
            "clone": "emperor-dalek", "energy": 5, "substance": 4, "support": 0, "sided": True, "locked": True,
        },
        named["terileptil", S].n: {"locked": True, "kept": "save"},
        named["dulciens", S].n: {"energy": 0, "substance": 0}, named["ice-warrior", J].n: {"out": 37, "sided": False},
        named["unit-headquarters", J].n: {"sided": True, "rivals": True},
    }  # fmt: skip
    play = [one.replace(**given.get(one.n, {})) for one in play]
    play += [
        lay(37, "the-talons-of-weng-chiang", J, "future"), lay(38, "city-of-death", S, "past"),
        lay(39, "the-web-of-fear", J, "present"), lay(40, "genesis-of-the-daleks", S, "present"),
    ]  # fmt: skip
    hand = ("dalek", "brain-transformer", "zarbi", "the-war-games", "doctor-who-iv", "force-field", "?")
    stack = (
        Fight(yeti.n, watcher.n, "fight"),
        Announcement(1, J, "daemons", named["daemons", J].n, targets=(named["bok", S].n,), value="substance"),
        Announcement(2, S, "reverse-the-polarity"), Window("answer-2", (J,)),
    )  # fmt: skip
    return seen(*play, **{"step": "fight", "stack": stack, "hands": {J: hand, S: ("?",) * 6}, **more})


CROWD: Final = crowd()
SPARE: Final = seen(
    *watchers(), lay(7, "zarbi", J, "future"), lay(8, "yeti", S), lay(9, "sidrat", S), lay(10, "unit-corporal", J)
)
NOBODY: Final = Position(seats=())
ODD: Final = Position(
    seats=('<b>&"\'', "\x00\ud800x", "q"), count=-3, first="ghost", player="nobody", turn=-3, round=-1, step="??",
    play=(
        *(lay(at, "?", '<b>&"\'', "past") for at in range(1, 12)),
        InPlay(12, "<x>", "ghost", "ghost", cast("Zone", "nowhere"), sided=True, clone="<y>", out=99, energy=-4,
               substance=10**7, support=-1, changes=(Change("<v>", -9, "<f>", 77),), supporters=(12, 13, 99),
               kept="<k>"),
        lay(13, "city-of-death", "ghost", "past"), lay(14, "city-of-death", "q", "past"),
        lay(15, "yeti", "\x00\ud800x", "future", supporters=(1, 13), changes=(Change("energy", 3, "yeti", 16),)),
        lay(16, "bok", "\x00\ud800x", "past"), lay(17, "time-past", "q", "future"), lay(18, "", "", "future"),
    ),
    decks={"ghost": ("?",) * 500}, times={'<b>&"\'': ("<t>",) * 90}, lost={'<b>&"\'': ("<l>", "time-past") * 30},
    hands={'<b>&"\'': ("<h>", "?") * 60, "\x00\ud800x": ("the-talons-of-weng-chiang",) * 90},
    discards={"\x00\ud800x": ("<d>",) * 70}, stops={"q": ("<s>",)}, missed=("??",), zone="nowhere", bonus=True,
    bars=(("<p>", "<z>", "<b>"), ("q", "", "draw")), shields={"q": -2, "\x00\ud800x": 3}, owed=("ghost",),
    latest={"q": (99, "<l>")}, granted=-2, winners=("<w>",), how="<how>",
    stack=(
        Announcement(1, "ghost", "<a>", 99, 7, (12, 15, 99), (13,), "<v>", "<z>"), Doom((99, 12), "<how>"),
        Fight(15, 1, "??", 9, again=False), Hit("ghost"), Window("answer-7", ("ghost",)), Window("<w>", ()),
    ),
)  # fmt: skip


class Picture(ParsedPicture):
    def __init__(self, position: Position, *events: Event, before: Position | None = None) -> None:
        super().__init__(compose("ccg", draw(position, Marks(events, before))))
