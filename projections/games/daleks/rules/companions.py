"""Companions: recruiting at random or by a Link in stage A, discarding and dismissing."""

from collections.abc import Iterator, Sequence
from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.events.effects import CompanionJoined, CompanionLeft, EquipmentLeft
from projections.games.daleks.events.moves import Recruit
from projections.games.daleks.rules import anomalies, decks, icons, prices, stages
from projections.games.daleks.state import consoles, names, piles
from projections.games.daleks.state.position import Adventure, Position
from projections.move_rule import MoveRule
from projections.rule_conflicts import RuleConflict
from projections.wording import titled, with_article


def _kind(position: Position, adventure: Adventure) -> str:
    """Return the kind of Location where the Adventure is: `earth`, `anomaly` or `alien`."""
    place = position.place(adventure.place)
    location = place.location if place else ""
    return EARTH if location == EARTH else "anomaly" if location in position.box.anomaly else "alien"


def decks_here(position: Position, adventure: Adventure) -> tuple[str, ...]:
    """Return the Companion decks from which a seat may recruit.

    Rules:
        TOD-RECR-04: the Earth deck on Earth. TOD-RECR-05: the Alien deck elsewhere. TOD-RECR-06 and TOD-ALOC-04: either
        deck at a Time Anomaly.
    """
    kind = _kind(position, adventure)
    return ("earth", "alien") if kind == "anomaly" else (kind,)


def cards_in_deck(position: Position, pile: str) -> tuple[str, ...]:
    """Return the Companions in a deck: those on no console and not on the public discard pile (AMB-21)."""
    on_consoles = (one.companion for console in position.consoles.values() for one in console.companions)
    away = {*piles.discards(position, pile), *on_consoles}
    return tuple(name for name in piles.cards_of(position.box, pile) if name not in away)


def in_deck(position: Position, companion: str) -> bool:
    """Return whether a Companion is in its deck."""
    printed = position.box.companion.get(companion)
    return printed is not None and companion in cards_in_deck(position, printed.deck)


def _named(position: Position, links: tuple[str, ...]) -> set[str]:
    """Return the ids of Companions named by Links; a group names each of its members (TOD-LINK-06)."""
    meant = frozenset(links)
    return {name for name, one in position.box.companion.items() if name in meant or not meant.isdisjoint(one.groups)}


def tile_links(position: Position, adventure: Adventure) -> set[str]:
    """Return the Companions linked to the zone or to its Dilemma (TOD-LINK-07)."""
    place = position.place(adventure.place)
    if place is None or adventure.zone >= len(place.slots):
        return set()
    face = names.zone_face(position, place.n, adventure.zone)
    links = face.links if face else ()
    slot = place.slots[adventure.zone]
    dilemma = position.box.dilemma.get(slot.dilemma) if slot.open else None  # a face-down Dilemma has no Links
    return _named(position, (*links, *(dilemma.links if dilemma else ())))


def linked_companions(position: Position, adventure: Adventure) -> set[str]:
    """Return the Companions that the player may search for with a Link now.

    Rules:
        TOD-LINK-03: Links of the Doctor and of Companions. TOD-LINK-04: to Earth Companions only on Earth. TOD-LINK-05:
        to Alien Companions only elsewhere. TOD-LINK-07: Links of Location and Dilemma. TOD-ALOC-08: no Links under some
        anomalies.
    """
    if anomalies.rule_in_force(position, "no-links"):
        return set()
    box, on_earth = position.box, _kind(position, adventure) == EARTH
    cards = icons.on_console(position, adventure.seat)
    links = [link for card in cards if (own := box.doctor.get(card) or box.companion.get(card)) for link in own.links]
    own_links = _named(position, tuple(links))
    return tile_links(position, adventure) | {
        name for name in own_links if (box.companion[name].deck == "earth") == on_earth
    }


def _recruit_conflicts(position: Position, move: Recruit) -> Iterator[RuleConflict]:
    now, seat = position.adventure, move.player
    yield from stages.stage_conflicts(position, seat, "recruit")
    if now is not None and seat != now.seat:
        yield stages.callers_conflict(position, now, "TOD-RECR-02", "recruit")
    companions = position.console(seat).companions
    if len(companions) >= position.box.setting.companion_spaces:
        wanted = "a recruit must have an empty Companion space"
        yield RuleConflict("TOD-RECR-01", wanted, f"all spaces on {names.whose(position, seat)} console are taken")
    if any(one.part_time for one in companions):
        wanted = "a player can recruit only one Companion in an Adventure"
        yield RuleConflict("TOD-RECR-01", wanted, f"{titled(seat)} has recruited one already")
    yield from prices.price_conflicts(position, seat, move.price, "TOD-RECR-03")
    if not piles.deck(position, move.deck):
        wanted = "a recruit must come from a deck with cards"
        yield RuleConflict("TOD-RECR-09", wanted, f"the {titled(move.deck)} deck is empty")
    if now is not None:
        yield from _from_where(position, now, move)


def _from_where(position: Position, adventure: Adventure, move: Recruit) -> Iterator[RuleConflict]:
    """Yield rule conflicts of a recruit's deck or Link (TOD-RECR-04 to TOD-RECR-06, TOD-LINK-01, AMB-21)."""
    here = decks_here(position, adventure)
    if not move.companion:
        if move.deck not in here:
            rule = "TOD-RECR-04" if here == ("earth",) else "TOD-RECR-05"
            wanted = f"at this Location a recruit must come from the {titled(here[0])} deck"
            yield RuleConflict(rule, wanted, f"the {titled(move.deck)} deck is named")
        return
    printed = position.box.companion.get(move.companion)
    if printed is None or printed.deck != move.deck:
        name = names.companion_name(position, move.companion)
        wanted = "a Companion can be searched for only in the right deck"
        yield RuleConflict("TOD-COMP-18", wanted, f"{name} is not {with_article(titled(move.deck))} Companion")
    if move.companion not in linked_companions(position, adventure):
        name = names.companion_name(position, move.companion)[:40]
        if move.deck in here:
            wanted = "a Companion can be searched for only with a Link"
            yield RuleConflict("TOD-LINK-01", wanted, f"there is no Link to {name}")
        elif move.deck == "earth":
            wanted = "a Link can search for an Earth Companion only on Earth"
            yield RuleConflict("TOD-LINK-04", wanted, "the Adventure is not on Earth")
        else:
            wanted = "a Link cannot search for an Alien Companion on Earth"
            yield RuleConflict("TOD-LINK-05", wanted, "the Adventure is on Earth")
    elif not in_deck(position, move.companion):
        state = f"{names.companion_name(position, move.companion)[:40]} is not in the deck"
        yield RuleConflict("TOD-LINK-01", "a Companion can be searched for only while the card is in the deck", state)


def _recruit_must(draft: Draft[Position], move: Recruit) -> None:
    draft.must("TOD-COMP-18", move.deck in ("earth", "alien"), f"{move.deck[:40]!a} is not a deck; use earth or alien")
    known = not move.companion or move.companion in draft.now.box.companion
    draft.must("TOD-LINK-01", known, f"{move.companion[:40]!a} is not a Companion")
    prices.must_know_price(draft, move.price, "TOD-RECR-03")


def recruit(draft: Draft[Position], move: Recruit) -> None:
    """Recruit a Companion: pay, then draw a Companion, or search the deck for one and shuffle the deck.

    Rules:
        TOD-RECR-01 and TOD-RECR-02: at the start of one's own Adventure. TOD-RECR-03: the price is paid first (AMB-22).
        TOD-RECR-07: the recruit is part-time. TOD-LINK-01: a Link finds a Companion for the same price. TOD-COMP-15: an
        empty deck gives no recruit. TOD-HELP-29: a helper does not recruit.
    """
    if draft.now.adventure is None or not piles.deck(draft.now, move.deck):
        return
    prices.pay_price(draft, move.player, move.price, "TOD-RECR-03")
    if move.companion:
        _search(draft, move)
    else:
        _draw(draft, move)


def _draw(draft: Draft[Position], move: Recruit) -> None:
    _join(draft, move.player, decks.draw_open(draft, move.deck))


def _search(draft: Draft[Position], move: Recruit) -> None:
    """Take the Companion named by a Link (TOD-LINK-01), then shuffle the deck (TOD-LINK-02)."""
    _join(draft, move.player, move.companion)
    shuffle_companions(draft, move.deck)


def _join(draft: Draft[Position], seat: str, companion: str) -> None:
    """Put a part-time recruit on the console. If the Companion forbids hats, all hats are discarded."""
    draft.add(CompanionJoined(seat=seat, companion=companion, part_time=True), "TOD-RECR-07")
    printed = draft.now.box.companion.get(companion)
    if printed is None or not printed.no_hats:
        return
    for other in draft.now.seats:
        for card in draft.now.console(other).equipment:
            if card in draft.now.box.timey and draft.now.box.timey[card].hat:
                draft.add(EquipmentLeft(seat=other, card=card), "TOD-CARD-07")


RECRUIT: Final[MoveRule[Position]] = MoveRule(_recruit_conflicts, recruit, _recruit_must)


def remove_companions(draft: Draft[Position], seat: str, companions: Sequence[str], how: str, rule: str = "") -> None:
    """Remove Companions from a console: `discarded` to the discards, `dismissed` into the deck, which is shuffled."""
    due = rule or ("TOD-COMPN-01" if how == "discarded" else "TOD-COMPN-02")
    for companion in companions:
        draft.add(CompanionLeft(seat=seat, companion=companion, how=how), due)
    if how == "dismissed":
        for pile in dict.fromkeys(consoles.deck_name(draft.now, companion) for companion in companions):
            shuffle_companions(draft, pile)


def dismiss_part_timers(draft: Draft[Position], seat: str) -> None:
    """Dismiss all part-time Companions of a seat."""
    leaving = [one.companion for one in draft.now.console(seat).companions if one.part_time]
    remove_companions(draft, seat, leaving, "dismissed", "TOD-FAIL-02")


def shuffle_companions(draft: Draft[Position], pile: str) -> None:
    """Shuffle a Companion deck after a search or dismissal (TOD-COMPN-02, TOD-LINK-02, TOD-COMP-15, TC-17)."""
    if row := piles.deck(draft.now, pile):
        left = cards_in_deck(draft.now, pile)
        draft.shuffle(pile, left if len(left) == len(row) else row)
