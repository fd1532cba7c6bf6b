"""Tables of the card game as viewers have them, odd ones too, and the picture parsed."""

from collections.abc import Mapping
from typing import Any, Final, cast

from parsed_picture import ParsedPicture

from events.events import Fact
from projections.games.ccg.board.draw import draw
from projections.games.ccg.components.cards import ZONES, Zone
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.state.position import Announcement, Change, Doom, Fight, Hit, InPlay, Position
from projections.terms import Marks
from projections.window import Window

SEATS: Final = ("julie", "steve")
J, S = SEATS


def card(number: int, face: str, side: str, zone: str = "present", **more: Any) -> InPlay:
    """A card in play with its printed values, unless others are given; its owner's own unless it is an Episode."""
    printed = SHIPPED.card.get(face)
    given: dict[str, Any] = {"owner": side, "turn": 1}
    if printed and printed.type == "creature":
        given |= {"energy": printed.energy, "substance": printed.substance, "support": printed.support}
    if printed and printed.type == "episode":
        given["owner"] = S if side == J else J
    return InPlay(number, face, side=side, zone=cast("Zone", zone), **{**given, **more})


def table(*play: InPlay, **more: Any) -> Position:
    """A table of Julie and Steve in Steve's fourth turn, with the Present chosen, as nobody's hand is seen."""
    given: dict[str, Any] = {
        "seats": SEATS, "decks": {J: ("?",) * 41, S: ("?",) * 40}, "hands": {J: ("?",) * 7, S: ("?",) * 6},
        "times": {J: ("time-future", *("?",) * 5), S: ("time-present", *("?",) * 4)}, "lost": {S: ("time-past",)},
        "discards": {S: ("zarbi", "brain-transformer")}, "lists": {J: ("?",) * 60, S: ("?",) * 60}, "count": 40,
        "first": J, "player": S, "turn": 4, "round": 2, "step": "play", "zone": "present", "bonus": True, "drawn": True,
    }  # fmt: skip
    return Position(play=play, **{**given, **more})


def watchers() -> tuple[InPlay, ...]:
    pairs = ((seat, zone) for seat in SEATS for zone in ZONES)
    return tuple(card(at, f"watcher-{zone}", seat, zone, turn=0) for at, (seat, zone) in enumerate(pairs, 1))


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
    """Twelve cards a zone and Episodes on every side, in the middle of a fight with Support, sided cards and tags."""
    play, number = [], 0
    for zone, both in FACES.items():
        for seat, faces in zip(SEATS, both, strict=True):
            for face in faces:
                number += 1
                play.append(card(number, face, seat, zone, sided=number % 3 == 0))
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
        card(37, "the-talons-of-weng-chiang", J, "future"), card(38, "city-of-death", S, "past"),
        card(39, "the-web-of-fear", J, "present"), card(40, "genesis-of-the-daleks", S, "present"),
    ]  # fmt: skip
    hand = ("dalek", "brain-transformer", "zarbi", "the-war-games", "doctor-who-iv", "force-field", "?")
    stack = (
        Fight(yeti.n, watcher.n, "fight"),
        Announcement(1, J, "daemons", named["daemons", J].n, targets=(named["bok", S].n,), value="substance"),
        Announcement(2, S, "reverse-the-polarity"), Window("answer-2", (J,)),
    )  # fmt: skip
    return table(*play, **{"step": "fight", "stack": stack, "hands": {J: hand, S: ("?",) * 6}, **more})


CROWD: Final = crowd()
SPARE: Final = table(
    *watchers(), card(7, "zarbi", J, "future"), card(8, "yeti", S), card(9, "sidrat", S), card(10, "unit-corporal", J)
)
NOBODY: Final = Position(seats=())
ODD: Final = Position(
    seats=('<b>&"\'', "\x00\ud800x", "q"), count=-3, first="ghost", player="nobody", turn=-3, round=-1, step="??",
    play=(
        *(card(at, "?", '<b>&"\'', "past") for at in range(1, 12)),
        InPlay(12, "<x>", "ghost", "ghost", cast("Zone", "nowhere"), sided=True, clone="<y>", out=99, energy=-4,
               substance=10**7, support=-1, changes=(Change("<v>", -9, "<f>", 77),), supporters=(12, 13, 99),
               kept="<k>"),
        card(13, "city-of-death", "ghost", "past"), card(14, "city-of-death", "q", "past"),
        card(15, "yeti", "\x00\ud800x", "future", supporters=(1, 13), changes=(Change("energy", 3, "yeti", 16),)),
        card(16, "bok", "\x00\ud800x", "past"), card(17, "time-past", "q", "future"), card(18, "", "", "future"),
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
    def __init__(self, position: Position, *facts: Fact, before: Position | None = None) -> None:
        super().__init__(draw(position, Marks(facts, before)))
