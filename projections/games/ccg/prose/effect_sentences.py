"""Sentences for effects: turns, cards, combat and Hits."""

from typing import Final

from events.events import UNKNOWN
from projections.games.ccg.events import combat_effects as c, effects as f
from projections.games.ccg.prose.awaiting import window_words
from projections.games.ccg.prose.use_text import aimed, bare, own, owns, used, values_words
from projections.games.ccg.state import names
from projections.games.ccg.state.position import Announcement, Position
from projections.sentence_table import Rows, Writers
from projections.window import WindowClosed, WindowOpened, WindowPassed
from projections.wording import clean, counted, joined

BARRED: Final = {
    "support": "give Support", "special": "use Special abilities", "flash": "play Flash cards", "attack": "attack",
    "draw": "draw cards",
}  # fmt: skip
"""What a seat cannot do, by `ZoneBarred.bars`."""
_CLOSED: Final = {
    "combat": "The preparation for combat is over", "fight": "The actions in the fight are over",
    "hit": "The answers to the Hit are over", "doom": "The chance to save cards is over",
    "episode": "The answers to the Episode are over",
}  # fmt: skip


def barred_words(position: Position, seat: str, zone: str, bars: str) -> str:
    """Return a sentence on what a seat cannot do this turn, without the full stop."""
    where = f" {names.in_zone(zone)}" if zone else ""
    return f"{names.seat_name(position, seat)} cannot {BARRED.get(bars) or clean(bars)}{where} this turn"


def _game_ended(event: f.GameEnded, before: Position, _after: Position) -> str:
    winners = joined([names.seat_name(before, seat) for seat in event.winners]) or "nobody"
    return f"The game is over ({clean(event.how)}): {winners} {'win' if len(event.winners) > 1 else 'wins'}."


def _bonus_zone(bonus: bool) -> str:  # noqa: FBT001  # a field
    return ", which is the bonus zone" if bonus else ""


def _asked(position: Position, seats: tuple[str, ...]) -> str:
    return joined([names.seat_name(position, seat) for seat in seats]) or "No player"


def _chance(position: Position, window: str) -> str:
    return window_words(position, window).removeprefix("may ")


def _closed(window: str) -> str:
    return _CLOSED.get(window, "The answers are over")


LEFT: Final = {
    "destroyed": "is destroyed", "lost": "is lost in combat", "sacrificed": "is sacrificed", "solved": "leaves play",
}  # fmt: skip
"""How a card leaves play, by `CardDiscarded.how`."""


def _entered(event: f.CardEntered, _before: Position, after: Position) -> str:
    name = names.card_name(after, event.card) if after.at(event.card) else names.face_name(after, event.face)
    if event.owner != event.side:
        name = f"{names.whose(after, event.owner)} {bare(name)}"
    return f"{name} comes into play on {names.whose(after, event.side)} side of the {names.zone_name(event.zone)}."


def _from(position: Position, number: int) -> str:
    card = position.at(number)
    return f" from the {names.zone_name(card.zone)}" if card else ""


def _under(position: Position, number: int) -> str:
    return f", under {names.card_name(position, number)}" if number else ""


def _left(how: str) -> str:
    return LEFT.get(how) or f"leaves play ({clean(how)})"


def _pile(position: Position, number: int) -> str:
    card = position.at(number)
    return f"{names.whose(position, card.owner)} discard pile" if card else "its owner's discard pile"


def _returned(event: f.CardReturned, before: Position, _after: Position) -> str:
    whose = names.whose(before, event.owner)
    if event.card:
        return f"{own(before, event.card)} returns to {whose} hand."
    return f"{names.face_name(before, event.face)} returns from {whose} discard pile to the hand."


def _sided_by(position: Position, number: int, seat: str) -> str:
    card = position.at(number)
    return f" by {names.seat_name(position, seat)}" if card and seat != card.side else ""


def _passing(passing: bool) -> str:  # noqa: FBT001  # a field
    return " until the turn ends" * passing


def _solved(support: int) -> str:
    return f"with Support of {support}" if support else "by a Doctor Who and two Assistants"


def _keep(how: str) -> str:
    return "cannot be destroyed this turn" if how == "save" else "will stay in play if it is destroyed this turn"


def _kept(how: str) -> str:
    return "is saved" if how == "save" else "regenerates"


def _signed(number: int) -> str:
    return f"{number:+}"


def _source(position: Position, face: str, by: int) -> str:
    return own(position, by) if position.at(by) else names.face_name(position, face or UNKNOWN)


def _lasts(constant: bool) -> str:  # noqa: FBT001  # a field
    return "as a constant change" if constant else "until the turn ends"


_ENDED: Final = {
    "resolved": "takes effect", "countered": "is countered and has no effect",
    "no-aim": "has no effect, because it has no target",
}  # fmt: skip
"""What became of an announcement, by `AnnouncementEnded.how`."""


def _announced(event: c.Announced, before: Position, _after: Position) -> str:
    what = used(before, event.player, event.face, event.card, event.ability)
    return f"Announced: {what}{aimed(before, event, event.player)}."


def _announcement(position: Position, place: int) -> str:
    waiting = (thing for thing in position.stack if isinstance(thing, Announcement) and thing.place == place)
    thing = next(waiting, None)
    return used(position, thing.player, thing.face, 0, 1) if thing else f"Announcement {place}"


def _ended(how: str) -> str:
    return _ENDED.get(how) or f"has no effect ({clean(how)})"


def _doomed(event: c.Doomed, before: Position, _after: Position) -> str:
    if not event.cards:
        return "No card is about to leave play any longer."
    return f"{owns(before, event.cards)} {'is' if len(event.cards) == 1 else 'are'} about to leave play."


def _attack_begun(event: c.AttackBegun, before: Position, _after: Position) -> str:
    name = own(before, event.attacker)
    if event.defender:
        return f"The main combatants are {name} and {own(before, event.defender)}."
    return f"The attacker's main combatant is {name}."


def _combatant_named(event: c.CombatantNamed, before: Position, _after: Position) -> str:
    if event.card:
        return f"The defender's main combatant is {own(before, event.card)}."
    return "No Creature defends, so a Hit may be made."


def _combat_ended(event: c.CombatEnded, before: Position, _after: Position) -> str:
    fight = before.fight
    if fight and not fight.defender and event.how == "no-outcome":
        return f"The attack is over, with {counted(fight.hits, 'Hit') if fight.hits else 'no Hit'}."
    if event.how == "no-outcome" or fight is None or not fight.defender:
        lost = f"; {own(before, event.loser)} is lost" if event.loser else ""
        how = "without an outcome" if event.how == "no-outcome" else f"({clean(event.how)})"
        return f"Combat ends {how}{lost}."
    sides = {"attacker": fight.attacker, "defender": fight.defender}
    winner = sides.get(event.how, fight.attacker)
    other = fight.attacker + fight.defender - winner
    one, two = (f"{own(before, number)} ({_strength(before, number)})" for number in (winner, other))
    return f"{one} beats {two}." if event.how in sides else f"{one} and {two} fight to a draw."


def _strength(before: Position, number: int) -> str:
    return values_words(before, number).rpartition("/")[0]


def _time_card_lost(event: c.TimeCardLost, before: Position, after: Position) -> str:
    left = counted(len(after.times.get(event.player, ())), "Time card")
    lost = names.face_name(before, event.card)
    what = "a Time card" if lost == "a card" else f"a {lost}"
    return f"{names.seat_name(before, event.player)} loses {what} and has {left} left."


WRITERS: Final[Writers] = {
    "bonus": _bonus_zone, "player zone bars": barred_words, "seats": _asked, "window": window_words, "chance": _chance,
    "closed": _closed,
    "from": _from, "under": _under, "left": _left, "pile of": _pile, "card by": _sided_by, "passing": _passing,
    "solved": _solved, "keep": _keep, "kept": _kept, "signed": _signed, "face by": _source, "constant": _lasts,
    "values": values_words,
    "announcement": _announcement, "ended": _ended,
}  # fmt: skip
ROWS: Final[Rows] = {
    f.TurnBegan: "Turn {turn}, round {round}: {player:whose} turn begins.",
    f.StepReached: "The next step is {step}.",
    f.StepMissed: "{step} is skipped.",
    f.ZoneChosen: "The zone of this turn is the {zone}{bonus}.",
    f.TurnEnded: "{player:whose} turn ends, and all values return to normal.",
    f.GameEnded: _game_ended,
    f.ZoneBarred: "{player zone bars}.",
    f.PlaysGranted: "{player} may play {plays:count more card|more cards} this turn.",
    f.TurnGranted: "{player} gets one more turn after this one.",
    f.BonusDue: lambda event, _before, _after: (
        "The bonus card may be drawn." if event.due else "The bonus card cannot be drawn this turn."
    ),
    WindowOpened: "{seats} {name:window}.",
    WindowPassed: "{seat} chooses not to {name:chance}.",
    WindowClosed: "{name:closed}.",
    f.CardEntered: _entered,
    f.CardMoved: "{card} moves{card:from} to the {zone}.",
    f.CardBanished: "{card} is out of play{under}.",
    f.CardDiscarded: "{card} {how:left} and goes to {card:pile of}.",
    f.CardReturned: _returned,
    f.FlashUsed: "{face} goes from {player:whose} hand to the discard pile.",
    f.CardSided: "{card} is Sided{card by}.",
    f.CardStood: "{card} Stands.",
    f.CardLocked: "{card} can neither be Sided nor Stand this turn.",
    f.CardCloned: "{card} becomes an exact copy of {face}{passing}.",
    f.EpisodeSolved: "{card} is solved {support:solved}.",
    c.KeepGranted: "{card} {how:keep}.",
    c.CardKept: "{card} {how:kept} and stays in play.",
    f.ChangeBegan: "{card} gets {amount:signed} {value} from {face by} {constant}.",
    f.ChangeEnded: "{card} loses the change of {value} from {face by}.",
    f.ValuesSet: "{card} changes from {card:values} to {energy}/{substance}/{support}.",
    f.SupportCounted: "{by:card} counts as a supporter of {card}.",
    c.Announced: _announced,
    c.AnnouncementEnded: "{place:announcement} {how:ended}.",
    c.Doomed: _doomed,
    c.AttackBegun: _attack_begun,
    c.CombatantNamed: _combatant_named,
    c.CombatEnded: _combat_ended,
    c.HitDue: "{player} is about to lose the top Time card.",
    c.HitShielded: "The next Hit on {player} this turn will be prevented.",
    c.HitPrevented: "The Hit on {player} is prevented.",
    c.TimeCardLost: _time_card_lost,
    c.HitsOver: lambda event, _before, _after: (
        "Another Hit may be made." if event.again else "No further Hit may be made."
    ),
}
