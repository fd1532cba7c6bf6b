"""A move with what was seen of its chance and what came of it, as one line that reads back to just that."""

from collections.abc import Mapping, Sequence
from typing import Final

from events.facts import Effect, Fact, Move, Passed, Revealed, Rolled
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.adventure_effects import AdventureEnded
from projections.games.daleks.notation.dice_words import faces_words, row_words
from projections.games.daleks.notation.naming import named, placed, zoned
from projections.games.daleks.notation.read_chance import chance_words
from projections.games.daleks.notation.read_icon import borne
from projections.games.daleks.notation.read_roll import pool_now, rolled_names
from projections.games.daleks.notation.read_turn import rerolled_by_card
from projections.games.daleks.notation.vocabulary import letter_of, seat_spelt
from projections.games.daleks.rules.adventure import split_icons
from projections.games.daleks.rules.challenge import is_met
from projections.games.daleks.rules.decks import latest, zones
from projections.games.daleks.rules.icons import icon_at
from projections.games.daleks.rules.prices import SONIC
from projections.games.daleks.state.fields import FIELDS
from projections.games.daleks.state.names import CODES, roman
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.reducer import reducer
from projections.games.daleks.state.tray import colour_of, dice_left
from projections.notation.write import Spoken as Line

__all__ = ["speak"]


class Spoken(Line):
    """A line while it is written, and the facts of chance that its words have told."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.told: list[Fact] = []

    def tell(self, words: str, fact: Fact) -> None:
        """Words that tell a fact of chance."""
        self.add(words)
        self.told.append(fact)


def speak(move: Move, facts: Sequence[Fact], position: Position, unsaid: Sequence[Effect] = ()) -> Spoken:
    """A move with what was seen of its chance, and what is always said of its results, but for the `unsaid`."""
    spoken = Spoken(_spell(move, position))
    _seen(spoken, move, facts, position, unsaid)
    spoken.add(chance_words(facts, position, *spoken.told))
    return spoken


_BARE: Final[Mapping[type[Move], str]] = {
    m.Charge: "PREP: charge", m.RollTardis: "TRAVEL: die", m.Explore: "TRAVEL: search", m.RollDice: "ROLL:",
    m.Resolve: "END:", m.PayTokens: "COST: tokens", m.Finish: "END", m.DaleksMove: "DALEKS:", Passed: "PASS",
}  # fmt: skip
"""Moves that name nothing."""


def _spell(move: Move, position: Position) -> str:  # noqa: PLR0911  # one case a move
    """A move as a line says it, without what was seen and what is stated of its results."""
    match move:
        case m.ChooseDoctor(doctor=doctor):
            return f"DOCTOR: {named(position, doctor, 'doctor')}"
        case m.Install(card=card):
            return f"PREP: install {named(position, card, 'timey')}"
        case m.Uninstall(card=card):
            return f"PREP: uninstall {named(position, card, 'timey')}"
        case m.Dismiss(companion=companion):
            return f"PREP: dismiss {named(position, companion, 'companion')}"
        case m.UseAbility(card=card):
            return f"USE: {named(position, card, 'doctor', 'companion', 'timey')}"
        case m.PlayTimey():
            return _played(move, position)
        case m.Stay() | m.Travel() | m.KeepLocation() | m.EnterZone():
            return f"TRAVEL: {_journey(move, position)}"
        case m.ChooseCost() | m.PayCard() | m.PayCompanion() | m.DiscardTimey():
            return _paid(move, position)
        case _ if type(move) in _BARE:
            return _BARE[type(move)]
        case _:
            return _in_adventure(move, position)


def _played(move: m.PlayTimey, position: Position) -> str:
    seats = position.seats
    words = [f"PLAY: {named(position, move.card, 'timey')}"]
    words += [f"as {move.colour}"] * bool(move.colour)
    words += [f"pool {seat_spelt(seats, move.pool)}"] * bool(move.pool)
    words += [f"to {seat_spelt(seats, move.to)}"] * bool(move.to)
    words += [f"for {named(position, move.wanted, 'timey')}"] * bool(move.wanted)
    return " ".join(words)


def _journey(move: m.Stay | m.Travel | m.KeepLocation | m.EnterZone, position: Position) -> str:
    match move:
        case m.Stay(player=seat, zone=zone):
            return f"stay {zoned(position, position.at.get(seat, (0, 0))[0], zone)}"
        case m.Travel(place=number, zone=zone):
            where = placed(position, number)
            return f"go {where}" if zones(position, number) == 1 else f"go {where} {zoned(position, number, zone)}"
        case m.KeepLocation(location=location):
            return f"new {named(position, location, 'location')}"
        case m.EnterZone(zone=zone):
            return f"enter {zoned(position, latest(position), zone)}"


def _paid(move: m.ChooseCost | m.PayCard | m.PayCompanion | m.DiscardTimey, position: Position) -> str:
    match move:
        case m.ChooseCost(option=option):
            return f"COST: option {option}"
        case m.PayCard(card=card):
            return f"COST: card {named(position, card, 'timey')}"
        case m.PayCompanion(companion=companion):
            return f"COST: companion {named(position, companion, 'companion')}"
        case m.DiscardTimey(card=card):
            return f"END: discard {named(position, card, 'timey')}"


# Adventures


def _in_adventure(move: Move, position: Position) -> str:  # noqa: C901, PLR0911  # one case a move
    seats = position.seats
    match move:
        case m.Recruit(price=price, deck=deck, companion=companion):
            link = f" link {named(position, companion, 'companion')}" if companion else ""
            return f"RECRUIT:{_price(position, price)} {deck.capitalize()}{link}"
        case m.Gather():
            return f"POOL: gather{_chosen(move, position)}"
        case m.CallHelp(helper=helper, price=price):
            return f"HELP: call {seat_spelt(seats, helper)}{_price(position, price)}"
        case m.GiveHelp(manner=manner, price=price):
            return f"HELP: {manner}{_price(position, price)}"
        case m.CutDie(die=die):
            return f"POOL: drop {die}"
        case m.Exterminate(die=die):
            return f"POOL: exterminate {die}"
        case m.ReRollByTokens(die=die):
            return f"AGAIN: tokens {die}"
        case m.SpendBlack(die=die):
            return f"AGAIN: spend {die}"
        case m.ChangeByTokens(die=die, symbol=symbol):
            return f"FACE: tokens {die} -> {CODES[symbol]}"
        case m.Focus() | m.ReRoll() | m.ChangeFace():
            return _with_icon(move, position)
        case _:
            raise TypeError(type(move))


def _chosen(move: m.Gather, position: Position) -> str:
    """The colours chosen for split icons, where there are any."""
    colours = ", ".join(move.colours)
    return f" as {colours or 'none'}" if colours or split_icons(position, move.player) else ""


def _price(position: Position, price: str) -> str:
    if price in ("", SONIC):
        return f" -{price}" if price else ""
    return f" -card {named(position, price, 'timey')}"


def _with_icon(move: m.Focus | m.ReRoll | m.ChangeFace, position: Position) -> str:
    seat, card, number = move.player, move.card, move.icon
    match move:
        case m.Focus(colour=colour):
            icon = borne(position, seat, card, number, "focus", lambda icon: colour in icon.colours)
            return f"POOL: focus {icon} B>{letter_of(colour)}"
        case m.ReRoll(dice=dice):
            colours = {colour_of(name) for name in dice}
            icon = borne(position, seat, card, number, "reroll", lambda icon: colours <= set(icon.colours))
            return f"AGAIN: {icon} {_dice(position, seat, dice)}"
        case m.ChangeFace(die=die):
            found = icon_at(position, card, number, "change")
            symbol = found.symbol if found else ""
            icon = borne(
                position, seat, card, number, "change",
                lambda icon: colour_of(die) in icon.colours and symbol in ("", icon.symbol),
            )  # fmt: skip
            return f"FACE: {icon} {die}{f' -> {CODES[symbol]}' if symbol else ''}"


def _dice(position: Position, seat: str, dice: Sequence[str]) -> str:
    """Dice as a line names them: all of a colour in one word."""
    if not dice:
        return "none"
    colour = colour_of(dice[0])
    every = tuple(die.name for die in dice_left(pool_now(position, seat)) if die.colour == colour)
    return f"{letter_of(colour)}*" if len(dice) > 1 and tuple(dice) == every else " ".join(dice)


# What was seen, and what is always said


def _seen(
    spoken: Spoken, move: Move, facts: Sequence[Fact], position: Position, unsaid: Sequence[Effect]
) -> None:  # fmt: skip
    rolled = [fact for fact in facts if isinstance(fact, Rolled)]
    match move:
        case m.Charge() if facts:
            spoken.add(f"= {_after(facts, position, move).console(move.player).tokens}")
        case m.Gather():
            _gathered(spoken, move, facts, position)
        case m.Recruit():
            _recruited(spoken, move, facts, position)
        case m.RollTardis() if len(rolled) == 1:
            spoken.tell(_tardis(position, rolled[0]), rolled[0])
        case m.RollDice() if len(rolled) == 1:
            _fell(spoken, rolled[0], rolled_names(position), position)
        case m.ReRoll() | m.ReRollByTokens() | m.SpendBlack() | m.PlayTimey() if len(rolled) == 1:
            _fell(spoken, rolled[0], _again(move, position), position)
        case m.Resolve():
            _resolved(spoken, [fact for fact in facts if fact not in unsaid], position)
        case m.DaleksMove():
            after = _after(facts, position, move).ship
            spoken.add(f"ship {_space(position.ship)}>{_space(after)}" if after != position.ship else "")
        case _:
            pass


def _after(facts: Sequence[Fact], position: Position, move: Move) -> Position:
    for fact in (move, *facts):
        position = reducer(position, fact)
    return position


def _space(space: int) -> str:
    return roman(space) if space else "Skaro"


def _gathered(spoken: Spoken, move: m.Gather, facts: Sequence[Fact], position: Position) -> None:
    """How many dice of each colour there are then, in place of the word."""
    pool = FIELDS.claim(f"pool {move.player}", _after(facts, position, move)) or "0"
    if pool != "0" and not pool_now(position, move.player).gathered:
        spoken.line = f"POOL: {pool}{_chosen(move, position)}"


def _recruited(spoken: Spoken, move: m.Recruit, facts: Sequence[Fact], position: Position) -> None:
    shown = [fact for fact in facts if isinstance(fact, Revealed)]
    if len(shown) == 1 and not move.companion and shown[0].item in position.box.companion:
        linked = f"shows {named(position, shown[0].item, 'companion')}"
        spoken.tell(linked, shown[0])


def _tardis(position: Position, rolled: Rolled) -> str:
    faces, face = position.box.setting.choose_faces, rolled.faces[0]
    return "choice" if face == 1 and faces > 0 else "decides" if face == faces + 1 else str(face)


def _again(move: Move, position: Position) -> tuple[str, ...]:
    """The dice that a move rolls again."""
    match move:
        case m.ReRoll(dice=dice):
            return tuple(dict.fromkeys(dice))
        case m.ReRollByTokens(die=die):
            return (die,)
        case m.SpendBlack(player=seat, die=die):
            return tuple(one.name for one in dice_left(pool_now(position, seat)) if one.name != die)
        case m.PlayTimey():
            return rerolled_by_card(position, move)
        case _:
            return ()


def _fell(spoken: Spoken, rolled: Rolled, names: tuple[str, ...], position: Position) -> None:
    """The faces of dice, where those fell that were to."""
    if tuple(rolled.die.split()) != names or not names:
        return
    row = spoken.line != "ROLL:"
    words = row_words(position, names, rolled.faces) if row else faces_words(position, names, rolled.faces)
    if words:
        spoken.tell(f"-> {words}" if row else words, rolled)


def _resolved(spoken: Spoken, facts: Sequence[Fact], position: Position) -> None:
    """`win` or `fail`; what the dice do not say is stated."""
    now, ended = position.adventure, [fact for fact in facts if isinstance(fact, AdventureEnded)]
    won = ended[0].won if len(ended) == 1 else None
    if now is None:
        spoken.line = "END: resolve"
    elif won is None:
        spoken.add("win" if is_met(now) else "fail")
    else:
        spoken.add("win" if won else "fail", *([] if is_met(now) == won else ended))
