"""The recap of turns for a post: sentences about what happened, totals, and a seat's own cards."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from events.events import UNKNOWN, Drawn, Event, Move
from projections.described import DESCRIBED
from projections.games.ccg.events import combat_effects as c, effects as f, moves as m
from projections.games.ccg.prose import card_text, sentences
from projections.games.ccg.prose.use_text import own
from projections.games.ccg.state.names import card_name, face_name, in_zone, known_row, seat_name, zone_name
from projections.games.ccg.state.position import Position
from projections.wording import clean, counted, joined

Step = tuple[Event, Position, Position]
RARE = (
    f.StepMissed, f.CardMoved, f.CardDiscarded, f.CardReturned, f.CardCloned, f.CardBanished, f.TurnGranted,
    f.GameEnded, c.CombatEnded, c.CardKept, c.HitPrevented, c.TimeCardLost, *DESCRIBED,
)  # fmt: skip
"""Events that get their own sentence in a recap."""


def recap(steps: Sequence[Step]) -> Sequence[str]:
    """Return sentences for each turn: one for the active player, one for the other, and one for each rare event."""
    turns = groupby(steps, lambda step: step[1].turn)
    return [sentence for turn, run in turns if turn for sentence in _turn([*run])]


def _turn(steps: Sequence[Step]) -> Iterator[str]:
    mover = steps[0][1].player
    for seat in (mover, steps[0][1].rival(mover)):
        did = [*_draws(steps, seat), *_did(steps, seat)]
        if did:
            yield f"{seat_name(steps[0][1], seat)} {joined(did)}."
    used = [(event.player, event.card) for event, _, _ in steps if isinstance(event, m.PlayFlash)]
    for event, before, after in steps:
        if _is_rare(event, before) or (isinstance(event, f.FlashUsed) and (event.player, event.face) not in used):
            yield sentences.SENTENCES(event, before, after)


def _is_rare(event: Event, before: Position) -> bool:
    match event:
        case c.AnnouncementEnded(how=how):
            return how != "resolved"
        case f.CardSided(card=card, by=by):
            there = before.at(card)
            return there is not None and by != there.side
        case _:
            return isinstance(event, RARE) and not _only_hits(event, before)


def _only_hits(event: Event, before: Position) -> bool:
    """Return whether an event ends an attack without a defender, which the lost Time cards already show."""
    fight = before.fight
    return isinstance(event, c.CombatEnded) and fight is not None and not fight.defender


def _draws(steps: Sequence[Step], seat: str) -> Iterator[str]:
    """Yield the cards that a seat drew, without the bonus card: the known ones by name, or else their number."""
    drawn, is_bonus = list[str](), False
    for event, _, _ in steps:
        is_bonus = isinstance(event, m.DrawBonus) if isinstance(event, Move) else is_bonus
        if isinstance(event, Drawn) and event.player == seat and not is_bonus:
            drawn += event.cards
    if any(card != UNKNOWN for card in drawn):
        yield f"draws {known_row(steps[0][1], drawn)}"
    elif drawn:
        yield "draws a card" if len(drawn) == 1 else f"draws {counted(len(drawn), 'card')}"


def _did(steps: Sequence[Step], seat: str) -> Iterator[str]:
    own_steps = [(event, before) for event, before, _ in steps if isinstance(event, Move) and event.player == seat]
    yield from _played([event for event, _ in own_steps], own_steps)
    for event, before in own_steps:
        match event:
            case m.PlayEpisode(card=card, zone=zone):
                yield f"plays the Episode {face_name(before, card)} {in_zone(zone)}"
            case m.SolveEpisode(episode=episode):
                yield f"solves {card_name(before, episode)}"
            case m.Attack(attacker=attacker, defender=defender):
                name = own(before, attacker, seat)
                yield f"attacks {own(before, defender, seat)} with {name}" if defender else f"attacks with {name}"
            case m.NameCombatant(card=card):
                yield f"defends with {own(before, card, seat)}"
            case m.DeclineCombat():
                yield "names no main combatant"
    if used := [*_used(own_steps, seat)]:
        yield f"uses {joined(used)}"
    if any(isinstance(event, m.DrawBonus) for event, _ in own_steps):
        yield "draws the bonus card"


def _played(moves: Sequence[Event], steps: Sequence[tuple[Event, Position]]) -> Iterator[str]:
    """Yield the cards played in step 1d with their zone, or the chosen zone if no card was played."""
    cards = [face_name(before, event.card) for event, before in steps if isinstance(event, m.PlayCard)]
    zone = next((event.zone for event in reversed(moves) if isinstance(event, m.ChooseZone)), "")
    if cards:
        zone = zone or next(before.zone for event, before in steps if isinstance(event, m.PlayCard))
        yield f"plays {joined(cards)} {in_zone(zone)}"
    elif zone:
        yield f"chooses the {zone_name(zone)}"


def _used(steps: Sequence[tuple[Event, Position]], seat: str) -> Iterator[str]:
    for event, before in steps:
        match event:
            case m.UseSpecial(card=card) | m.GiveSupport(card=card):
                yield own(before, card, seat)
            case m.PlayFlash(card=face):
                yield face_name(before, face)


def totals(position: Position) -> Sequence[str]:
    """Return sentences: the totals of each seat (Time cards, bonus zone, hand, cards in play) and the chosen zone."""
    found = [_sums(position, seat) for seat in position.seats]
    return [*found, *[f"chosen zone {zone_name(position.zone)}"] * bool(position.zone)]


def _sums(position: Position, seat: str) -> str:
    bonus = position.bonus_zone(seat)
    times = counted(len(position.times.get(seat, ())), "Time card") + (f" (bonus {zone_name(bonus)})" if bonus else "")
    play = sum(card.side == seat for card in position.play)
    return f"{seat_name(position, seat)} {times}, {len(position.hands.get(seat, ()))} in hand, {play} in play"


def hand(position: Position, seat: str) -> Sequence[str]:
    """Return a seat's hand with equal cards counted, then what is printed on each card."""
    held, cards = position.hands.get(seat, ()), position.cards
    known = [cards.card[face] for face in dict.fromkeys(held) if face in cards.card]
    row = [f"Hand: {known_row(position, held)}"] if held else []
    return [*row, *(clean(f"{card.name}: {card_text.face_words(cards, card)}") for card in known)]
