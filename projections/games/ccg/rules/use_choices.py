"""Every way in which a seat can use its cards: Support, Specials, Flash cards."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice, product
from typing import Final

from events.events import UNKNOWN
from projections.games.ccg.components.cards import Ability
from projections.games.ccg.events.moves import GiveSupport, PlayFlash, UseSpecial
from projections.games.ccg.rules import answers, card_use, support, targets as aims
from projections.games.ccg.state.position import InPlay, Position
from projections.games.ccg.state.values import NOBODY, abilities, face_of

MOST: Final = 256
"""Maximum number of listed ways to use one card, and of ways to solve Episodes. Others are legal too."""
Way = tuple[tuple[int, ...], tuple[int, ...], str, str]
"""A way to use a card: numbers of the targets, numbers of the cards that pay, chosen value, chosen zone."""


def use_candidates(position: Position, seat: str) -> Iterable[GiveSupport | UseSpecial | PlayFlash]:
    """Return moves by which a seat may be able to use a card now: Support, Specials and Flash cards."""
    if answers.acting_conflicts(position, seat):
        return ()
    return chain(_supports(position, seat), _specials(position, seat), _flashes(position, seat))


def _supports(position: Position, seat: str) -> Iterator[GiveSupport]:
    own = [card for card in position.lying(position.zone, seat) if face_of(position, card).type == "creature"]
    return (
        GiveSupport(seat, card.n, target.n, value)
        for card in own
        if card.support and not card.sided
        for target in own
        if target.n != card.n and len(target.supporters) < target.support
        for value in support.VALUES
    )


def _specials(position: Position, seat: str) -> Iterator[UseSpecial]:
    return (
        UseSpecial(seat, card.n, at, *way)
        for card in position.lying(position.zone, seat)
        if not card.sided
        for at, ability in enumerate(abilities(position, card, "special"), start=1)
        for way in islice(_ways(position, seat, ability, card), MOST)
    )


def _flashes(position: Position, seat: str) -> Iterator[PlayFlash]:
    return (
        PlayFlash(seat, face, *way)
        for face in dict.fromkeys(position.hands.get(seat, ()))
        if face != UNKNOWN and (ability := card_use.flash_of(position.cards.card.get(face, NOBODY)))
        for way in islice(_ways(position, seat, ability, None), MOST)
    )


def _ways(position: Position, seat: str, ability: Ability, source: InPlay | None) -> Iterator[Way]:
    for paid in aims.payments(position, seat, ability, source):
        for targets in _aims(position, seat, ability, source):
            moving = aims.moving_cards(position, ability, source, targets, paid)
            zones = aims.zones_wanted(position, ability, moving) if ability.what == "move" else ("",)
            for value, zone in product(aims.values_wanted(ability) or ("",), zones):
                yield targets, paid, value, zone


def _aims(position: Position, seat: str, ability: Ability, source: InPlay | None) -> Iterator[tuple[int, ...]]:
    wanted = aims.targets_wanted(ability)
    if not wanted:
        yield ()
        return
    models = [card.n for card in aims.possible_targets(position, seat, ability, source)]
    if wanted == 1:
        yield from ((number,) for number in models)
        return
    own = [card.n for card in position.lying(side=seat) if face_of(position, card).type == "creature"]
    yield from ((copy, model) for copy in own for model in models if copy != model)
