"""Tables of the card game for tests: given / when / then in a line each. Julie has the turn unless told otherwise."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from table_play import TablePlay

from events.events import UNKNOWN, Passed, Started
from projections.games.ccg.components.cards import WATCHERS, ZONES, Ability, Card, CardSet, Zone, time_card
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.facts.moves import AnnounceCombat, EndTurn, SubmitDeck
from projections.games.ccg.game import GAME
from projections.games.ccg.options import Options
from projections.games.ccg.state.position import InPlay, Position
from replay.chance.fate import SeededChance

JULIE, STEVE = "julie", "steve"
SEATS: Final = (JULIE, STEVE)
QUIET: Final[Mapping[str, tuple[str, ...]]] = {JULIE: (), STEVE: ()}
TURN: Final = 7
PRINTED: Final = (
    "zarbi", "yeti", "unit-corporal", "bok", "menoptera", "ice-warrior", "dulciens", "daemons", "sidrat", "force-field",
    "brain-transformer", "doctor-who-v", "tegan-jovanka",
)  # fmt: skip
"""Cards that ship and do not change: the rulebook and its questions tell of them."""


def cards_with(**faces_: Card) -> CardSet:
    """The cards that ship, and some more: `big_one=Card(...)` is the card `big-one`."""
    more = {name.replace("_", "-"): face for name, face in faces_.items()}
    return CardSet(card={**SHIPPED.card, **more}, starter=SHIPPED.starter)


def laid(text: str, cards: CardSet = SHIPPED, turn: int = TURN) -> tuple[InPlay, ...]:
    """Cards in play as `julie present yeti sided, steve past bok fresh`, numbered from 1 in this order.

    `rivals` are Sided by the opponent, `fresh` ones played this turn; others are `locked`, `out` or `of-julie`.
    """
    return tuple(_lying(at, part.split(), cards, turn) for at, part in enumerate(filter(None, text.split(", ")), 1))


def _lying(number: int, words: Sequence[str], cards: CardSet, turn: int) -> InPlay:
    side, zone, face, *more = words
    assert side in SEATS, words
    printed = cards.card[face]
    creature = printed.type == "creature"
    owner = next((word.removeprefix("of-") for word in more if word.startswith("of-")), side)
    assert set(more) <= {"sided", "rivals", "fresh", "locked", "out", f"of-{owner}"}, words
    return InPlay(
        number, face, owner, side, cast("Zone", zone), turn if "fresh" in more else 0 if "watcher" in face else 1,
        sided="sided" in more or "rivals" in more, rivals="rivals" in more, locked="locked" in more,
        out=-1 if "out" in more else 0, energy=printed.energy if creature else 0,
        substance=printed.substance if creature else 0, support=printed.support if creature else 0,
    )  # fmt: skip


def _rows(given: Mapping[str, str] | None, usual: str = "") -> dict[str, tuple[str, ...]]:
    return {seat: tuple((given or {}).get(seat, usual).split()) for seat in SEATS}


def table(
    play_: str = "", step: str = "play", *, zone: str = "present", hands: Mapping[str, str] | None = None,
    times: Mapping[str, str] | None = None, decks: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None, cards: CardSet = SHIPPED, **more: Any,
) -> Position:  # fmt: skip
    """A table in the middle of Julie's seventh turn, with these cards in play (see `laid`).

    `times` are stacks from the top, as zones: `{"julie": "past future"}`, by default one Time card of each zone.
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
    """A legal deck that holds these cards: Time cards, Watchers, and four each of the cards of the rulebook."""
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
