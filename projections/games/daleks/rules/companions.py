"""Companions: stage A of an Adventure recruits one, by chance or by a Link; others are discarded or dismissed."""

from collections.abc import Iterator, Sequence

from projections.draft import Draft
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.events.effects import CompanionJoined, CompanionLeft, EquipmentLeft
from projections.games.daleks.events.moves import Recruit
from projections.games.daleks.rules.anomalies import rule_in_force
from projections.games.daleks.rules.decks import draw_open
from projections.games.daleks.rules.icons import on_console
from projections.games.daleks.rules.prices import must_know_price, pay_price, price_objections
from projections.games.daleks.rules.stages import stage_objections
from projections.games.daleks.state.consoles import deck_name
from projections.games.daleks.state.names import companion_name
from projections.games.daleks.state.piles import cards_of, deck, discards
from projections.games.daleks.state.position import Adventure, Position
from projections.objections import Objection, require_all
from projections.wording import titled


def _kind(position: Position, adventure: Adventure) -> str:
    """Where the Doctor is: `earth`, `anomaly`, else `alien`."""
    place = position.place(adventure.place)
    location = place.location if place else ""
    return EARTH if location == EARTH else "anomaly" if location in position.box.anomaly else "alien"


def decks_here(position: Position, adventure: Adventure) -> tuple[str, ...]:
    """The Companion decks that a recruit may come from.

    Rules:
        TOD-RECR-04 Earth's on Earth, TOD-RECR-05 the Alien one elsewhere, TOD-RECR-06 and TOD-ALOC-04 either one at a
        Time Anomaly.
    """
    kind = _kind(position, adventure)
    return ("earth", "alien") if kind == "anomaly" else (kind,)


def in_deck(position: Position, companion: str) -> bool:
    """Whether a Companion is in a deck: neither aboard nor on the discards, which everybody sees (AMB-21)."""
    printed = position.box.companion.get(companion)
    if printed is None or companion in discards(position, printed.deck):
        return False
    return all(one.companion != companion for console in position.consoles.values() for one in console.companions)


def _named(position: Position, links: tuple[str, ...]) -> set[str]:
    """The Companions that Links mean, a group each of its members (TOD-LINK-06)."""
    meant = frozenset(links)
    return {name for name, one in position.box.companion.items() if name in meant or not meant.isdisjoint(one.groups)}


def tile_links(position: Position, adventure: Adventure) -> set[str]:
    """The Companions linked to the zone or to its Dilemma (TOD-LINK-07)."""
    place = position.place(adventure.place)
    if place is None or adventure.zone >= len(place.slots):
        return set()
    box = position.box
    printed = box.earth if place.location == EARTH else box.location.get(place.location)
    links = printed.zones[adventure.zone].links if printed and adventure.zone < len(printed.zones) else ()
    slot = place.slots[adventure.zone]
    dilemma = box.dilemma.get(slot.dilemma) if slot.open else None  # one that lies face down links nobody
    return _named(position, (*links, *(dilemma.links if dilemma else ())))


def linked_companions(position: Position, adventure: Adventure) -> set[str]:
    """The Companions whom a Link lets the player search for now.

    Rules:
        TOD-LINK-03 Links of the Doctor and of Companions; TOD-LINK-04 to Earth Companions only on Earth, TOD-LINK-05 to
        Alien ones never there; TOD-LINK-07 Links of Location and Dilemma; TOD-ALOC-08 none where an anomaly says so.
    """
    if rule_in_force(position, "no-links"):
        return set()
    box, on_earth = position.box, _kind(position, adventure) == EARTH
    cards = on_console(position, adventure.seat)
    links = [link for card in cards if (own := box.doctor.get(card) or box.companion.get(card)) for link in own.links]
    own_links = _named(position, tuple(links))
    return tile_links(position, adventure) | {
        name for name in own_links if (box.companion[name].deck == "earth") == on_earth
    }


def recruit_objections(position: Position, move: Recruit) -> list[Objection]:
    """What speaks against recruiting a Companion."""
    return list(_recruit_objections(position, move))


def _recruit_objections(position: Position, move: Recruit) -> Iterator[Objection]:
    now, seat = position.adventure, move.player
    yield from stage_objections(position, seat, "recruit")
    if now is not None and seat != now.seat:
        yield Objection("TOD-RECR-02", False, f"only {titled(now.seat)}, whose Adventure it is, recruits")
    companions = position.console(seat).companions
    if len(companions) >= position.box.setting.companion_spaces:
        yield Objection(
            "TOD-RECR-01",
            False,
            f"recruiting needs an empty Companion space: all on the console of {titled(seat)} are taken",
        )
    if any(one.part_time for one in companions):
        yield Objection(
            "TOD-RECR-01", False, f"one Companion is recruited in an Adventure: {titled(seat)} has recruited one"
        )
    yield from price_objections(position, seat, move.price, "TOD-RECR-03")
    if not deck(position, move.deck):
        yield Objection("TOD-RECR-09", False, f"the {titled(move.deck)} deck is empty")
    if now is not None:
        yield from _from_where(position, now, move)


def _from_where(position: Position, adventure: Adventure, move: Recruit) -> Iterator[Objection]:
    """The deck for this Location, or a Link (TOD-RECR-04 to TOD-RECR-06, TOD-LINK-01)."""
    here = decks_here(position, adventure)
    if not move.companion:
        if move.deck not in here:
            rule = "TOD-RECR-04" if here == ("earth",) else "TOD-RECR-05"
            yield Objection(
                rule, False, f"here a recruit comes from the {titled(here[0])} deck, not the {titled(move.deck)} deck"
            )
        return
    printed = position.box.companion.get(move.companion)
    if printed is None or printed.deck != move.deck:
        name = companion_name(position, move.companion)
        yield Objection("TOD-COMP-18", False, f"{name} is not of the {titled(move.deck)} deck")
    if move.companion not in linked_companions(position, adventure):
        rule = "TOD-LINK-01"
        if move.deck not in here:
            rule = "TOD-LINK-04" if move.deck == "earth" else "TOD-LINK-05"
        yield Objection(rule, False, f"no Link leads to {companion_name(position, move.companion)[:40]} here")
    elif not in_deck(position, move.companion):
        yield Objection(
            "TOD-LINK-01", False, f"{companion_name(position, move.companion)[:40]} is not in the deck (AMB-21)"
        )


def recruit(draft: Draft[Position], move: Recruit) -> None:
    """Recruit a Companion: pay, then draw, or search the deck and shuffle it.

    Rules:
        TOD-RECR-01 and TOD-RECR-02 at the start of one's own Adventure; TOD-RECR-03 the price, paid first (AMB-22);
        TOD-RECR-07 the recruit is part-time; TOD-LINK-01 a Link finds a Companion for the same price; TOD-COMP-15 a
        deck that ran out gives nobody. TOD-HELP-29 a helper recruits nobody.
    """
    draft.must("TOD-COMP-18", move.deck in ("earth", "alien"), f"{move.deck[:40]!a} is no deck: earth or alien")
    known = not move.companion or move.companion in draft.now.box.companion
    draft.must("TOD-LINK-01", known, f"there is no Companion {move.companion[:40]!a}")
    must_know_price(draft, move.price, "TOD-RECR-03")
    require_all(draft, *recruit_objections(draft.now, move))
    draft.add(move)
    if draft.now.adventure is None or not deck(draft.now, move.deck):
        return
    pay_price(draft, move.player, move.price, "TOD-RECR-03")
    if move.companion:
        _search(draft, move)
    else:
        _draw(draft, move)


def _draw(draft: Draft[Position], move: Recruit) -> None:
    """Take the Companion on top (TOD-RECR-04, TOD-RECR-05)."""
    _join(draft, move.player, draw_open(draft, move.deck))


def _search(draft: Draft[Position], move: Recruit) -> None:
    """Take the Companion whom a Link means (TOD-LINK-01), and shuffle the deck (TOD-LINK-02)."""
    _join(draft, move.player, move.companion)
    if row := deck(draft.now, move.deck):
        left = tuple(name for name in cards_of(draft.now.box, move.deck) if in_deck(draft.now, name))
        draft.shuffle(move.deck, left if len(left) == len(row) else row)


def _join(draft: Draft[Position], seat: str, companion: str) -> None:
    """A recruit comes aboard, part-time (TOD-RECR-07); hats are discarded where a Companion allows none."""
    draft.add(CompanionJoined(seat=seat, companion=companion, part_time=True), "TOD-RECR-07")
    printed = draft.now.box.companion.get(companion)
    if printed is None or not printed.no_hats:
        return
    for other in draft.now.seats:
        for card in draft.now.console(other).equipment:
            if card in draft.now.box.timey and draft.now.box.timey[card].hat:
                draft.add(EquipmentLeft(seat=other, card=card), "TOD-CARD-07")


def remove_companions(draft: Draft[Position], seat: str, companions: Sequence[str], how: str, rule: str = "") -> None:
    """Let Companions leave a console.

    Rules:
        TOD-COMPN-01 `discarded`: to the discard pile; TOD-COMPN-02 `dismissed`: back into their decks, which are
        shuffled.
    """
    due = rule or ("TOD-COMPN-01" if how == "discarded" else "TOD-COMPN-02")
    for companion in companions:
        draft.add(CompanionLeft(seat=seat, companion=companion, how=how), due)
    if how == "dismissed":
        for pile in dict.fromkeys(deck_name(draft.now, companion) for companion in companions):
            shuffle_companions(draft, pile)


def dismiss_part_timers(draft: Draft[Position], seat: str) -> None:
    """Dismiss all part-time Companions of a seat (TOD-FAIL-02)."""
    leaving = [one.companion for one in draft.now.console(seat).companions if one.part_time]
    remove_companions(draft, seat, leaving, "dismissed", "TOD-FAIL-02")


def shuffle_companions(draft: Draft[Position], pile: str) -> None:
    """Shuffle a Companion deck, after a search or when somebody was dismissed into it (TOD-COMPN-02, TOD-LINK-02).

    Rules:
        TOD-COMP-15 and TC-17: whoever is dismissed into an empty deck can be recruited from it again.
    """
    if row := deck(draft.now, pile):
        left = tuple(name for name in cards_of(draft.now.box, pile) if in_deck(draft.now, name))
        draft.shuffle(pile, left if len(left) == len(row) else row)
