"""A move with what was seen of its chance and what came of it, as one line that reads back to just that."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from events.facts import UNKNOWN, Drawn, Effect, Fact, Move, Passed, Revealed
from projections.games.ccg.components.cards import Ability, time_card
from projections.games.ccg.facts import combat_effects as c
from projections.games.ccg.facts import effects as f
from projections.games.ccg.facts import moves as m
from projections.games.ccg.notation.reach import Reach, faced, named, names
from projections.games.ccg.notation.read_chance import chance_words, row_words, time_words
from projections.games.ccg.notation.read_combat import is_unannounced, opposite
from projections.games.ccg.notation.read_turn import may_answer, solvers, to_stand
from projections.games.ccg.notation.read_use import due_amount
from projections.games.ccg.notation.vocabulary import VALUE_CODES, seat_spelt
from projections.games.ccg.rules.card_use import flash_of
from projections.games.ccg.state.names import CODES
from projections.games.ccg.state.position import Hit, Position
from projections.games.ccg.state.values import NOBODY, abilities, face_of
from projections.notation.write import Spoken


def speak(move: Move, facts: Sequence[Fact], position: Position, unsaid: Sequence[Effect] = ()) -> Spoken:
    """A move with what was seen of its chance, and the results that are always said of it, but for the `unsaid`."""
    effects = [fact for fact in facts if isinstance(fact, Effect)][::-1]
    for effect in unsaid:
        effects.remove(effect)
    spoken = Spoken(_spell(move, position))
    _told(spoken, move, [fact for fact in facts if not isinstance(fact, Effect)], effects[::-1], position)
    spoken.add(chance_words(facts, position, spoken.drawn, spoken.shown))
    return spoken


_BARE: Final[Mapping[type[Move], str]] = {
    m.StandCards: "STAND:", m.DrawCard: "DRAW:", m.AnnounceCombat: "COMBAT: announce", m.DeclineCombat: "DEFEND: none",
    m.DrawBonus: "BONUS: draw", m.EndTurn: "END",
}  # fmt: skip
"""Moves that name nothing."""


def _spell(move: Move, position: Position) -> str:  # noqa: C901, PLR0911  # one case a move
    """A move as a line says it, without what was seen and what is stated of its results."""
    seat = move.player
    match move:
        case m.SubmitDeck(cards=cards):
            return f"DECK: {_deck(position, cards)}"
        case m.SetStops(stops=stops):
            return f"STOPS: {' '.join(stops) or 'none'}"
        case m.ChooseZone(zone=zone):
            return f"ZONE: {CODES.get(zone, zone)}"
        case m.PlayCard(card=card):
            return f"PLAY: {faced(position, card)}"
        case m.PlayEpisode(card=card, zone=zone):
            rival = seat_spelt(position.seats, position.rival(seat))
            return f"EPISODE: {faced(position, card)} {rival}.{CODES.get(zone, zone)}"
        case m.SolveEpisode(episode=number, sided=sided):
            listed = names(solvers(position, seat, number), sided) or "-"
            return f"SOLVE: {named(Reach(position, seat), number)} by {listed}"
        case m.Attack():
            return _attack(move, position)
        case m.NameCombatant(card=number):
            return f"DEFEND: {named(Reach(position, seat, sided=False), number)}"
        case m.MakeHit():
            return f"HIT: {seat_spelt(position.seats, position.rival(seat))}"
        case m.GiveSupport() | m.UseSpecial() | m.PlayFlash():
            return _use(move, position)
        case Passed():
            return "READY" if position.window is not None and position.window.name == "combat" else "PASS"
        case _:
            return _BARE[type(move)]


def _deck(position: Position, cards: Sequence[str]) -> str:
    for starter in position.cards.starter.values():
        if starter.row == cards and '"' not in starter.name and ";" not in starter.name:
            return f'"{starter.name}"'
    if all(card == UNKNOWN for card in cards):
        return f"{UNKNOWN}{len(cards)}"
    return row_words(position, cards)


def _attack(move: m.Attack, position: Position) -> str:
    reach = Reach(position, move.player, sided=False)
    line = f"COMBAT: {named(reach, move.attacker)}"
    if move.defender:
        line += f" x {named(opposite(position, move.player), move.defender)}"
    return f"{line} only" if is_unannounced(position, move.player) else line


# Cards that are used


def _use(move: m.GiveSupport | m.UseSpecial | m.PlayFlash, position: Position) -> str:
    seat = move.player
    reach = Reach(position, seat)
    if isinstance(move, m.PlayFlash):
        ability = flash_of(position.cards.card.get(move.card, NOBODY))
        return f"FLASH: {faced(position, move.card)}{_aims(move, position, ability)}"
    user, card = named(reach._replace(sided=False), move.card), position.at(move.card)
    specials = abilities(position, card, "special") if card else []
    if isinstance(move, m.GiveSupport):
        plain = card is not None and face_of(position, card).type == "creature"
        code = VALUE_CODES.get(move.value, move.value)
        return f"{'SIDE' if plain else 'SUPPORT'}: {user} > {named(reach, move.target)} {code}"
    known = 0 < move.ability <= len(specials)
    which = f" ({move.ability})" if len(specials) > 1 or move.ability != 1 else ""
    return f"SPECIAL: {user}{which}{_aims(move, position, specials[move.ability - 1] if known else None)}"


def _aims(move: m.UseSpecial | m.PlayFlash, position: Position, ability: Ability | None) -> str:
    """What a card is aimed at, which value it changes, what it is paid with and where to it moves a card."""
    reach = Reach(position, move.player)
    words = [f"> {names(reach, move.targets)}"] * bool(move.targets)
    words += [_value(move.value, ability)] * bool(_value(move.value, ability))
    words += [f"pay {names(reach._replace(sided=False), move.paid)}"] * bool(move.paid)
    words += [f"to {CODES.get(move.zone, move.zone)}"] * bool(move.zone)
    return "".join(f" {word}" for word in words)


def _value(value: str, ability: Ability | None) -> str:
    """A value that is chosen, or that the card changes anyway, with the amount."""
    amounts = f"{due_amount(ability):+}" if ability and ability.what in ("raise", "damage") else ""
    code = VALUE_CODES.get(value, value)
    if value:
        chosen = ability is not None and ability.value == "either" and value in ("energy", "substance")
        return f"{code}{amounts}" if chosen else f"value {code}"
    fixed = VALUE_CODES.get(ability.value, "") if ability else ""
    return f"{fixed}{amounts}" if fixed and amounts else ""


# What is always said


def _told(
    spoken: Spoken, move: Move, chance: Sequence[Fact], effects: Sequence[Effect], position: Position
) -> None:  # fmt: skip
    match move:
        case m.StandCards():
            _stood(spoken, move, effects, position)
        case m.ChooseZone(zone=zone):
            if f.ZoneChosen(zone, bonus=True) in effects and zone in CODES:
                due = position.bonus_zone(move.player) == zone
                spoken.line += "!"
                spoken.stated += [] if due else [f.ZoneChosen(zone, bonus=True)]
        case m.DrawCard() | m.DrawBonus():
            _drew(spoken, move, chance, effects, position)
        case m.SolveEpisode(episode=number):
            _solved(spoken, number, effects, position)
        case m.GiveSupport():
            _supported(spoken, move, effects, position)
        case m.MakeHit():
            _hit(spoken, position.rival(move.player), move, chance, effects, position)
        case Passed() if any(isinstance(effect, c.TimeCardLost) for effect in effects):
            _lost(spoken, move.player, chance, effects, position)
        case _:
            pass


def _stood(spoken: Spoken, move: Move, effects: Sequence[Effect], position: Position) -> None:
    """The cards that Stand, where they are just those of the table's own, else each of them by its name."""
    numbers = tuple(effect.card for effect in effects if isinstance(effect, f.CardStood))
    if sorted(numbers) == sorted(to_stand(position, move.player)):
        spoken.add(names(Reach(position, move.player, sided=True), numbers) or "-")


def _drew(
    spoken: Spoken, move: Any, chance: Sequence[Fact], effects: Sequence[Effect], position: Position
) -> None:  # fmt: skip
    drawn = [fact for fact in chance if isinstance(fact, Drawn)]
    if len(drawn) == 1 and drawn[0].player == move.player and len(drawn[0].cards) == 1:
        spoken.add(faced(position, drawn[0].cards[0]))
        spoken.drawn = 1
    elif isinstance(move, m.DrawCard) and not position.decks.get(move.player) and c.HitDue(move.player) in effects:
        spoken.add("hit")
        _hit(spoken, move.player, move, chance, effects, position)


def _solved(spoken: Spoken, number: int, effects: Sequence[Effect], position: Position) -> None:
    found = [effect for effect in effects if isinstance(effect, f.EpisodeSolved)]
    episode = position.at(number)
    if episode and len(found) == 1 and found[0].card == number and found[0].support >= 0:
        spoken.add(f"{found[0].support}>={face_of(position, episode).solve}", *found)


def _supported(spoken: Spoken, move: m.GiveSupport, effects: Sequence[Effect], position: Position) -> None:
    """By how much the Support changes the value, where that is what the Creature has to give."""
    card = position.at(move.card)
    amount = card.support if card else 0
    if card and f.ChangeBegan(move.target, move.value, amount, card.face, card.n) in effects:
        spoken.line += f"{amount:+}"


def _hit(
    spoken: Spoken, loser: str, move: Move, chance: Sequence[Fact], effects: Sequence[Effect], position: Position
) -> None:  # fmt: skip
    if not may_answer(position, loser, move):
        _time_lost(spoken, loser, chance, effects, position)


def _lost(spoken: Spoken, loser: str, chance: Sequence[Fact], effects: Sequence[Effect], position: Position) -> None:
    """A seat that lets a Hit take effect says what it lost."""
    window = position.window
    due = any(isinstance(thing, Hit) and thing.player == loser for thing in position.stack)
    if window is not None and loser in window.awaited and due:
        before, spoken.line = spoken.line, "LOSE:"
        if not _time_lost(spoken, loser, chance, effects, position):
            spoken.line = before


def _time_lost(
    spoken: Spoken, loser: str, chance: Sequence[Fact], effects: Sequence[Effect], position: Position
) -> bool:  # fmt: skip
    """`Fu > Pr again`: the Time card that was lost, where it lay on top, and the one turned up."""
    top = position.times.get(loser, ())[:1]
    lost = [effect for effect in effects if isinstance(effect, c.TimeCardLost)]
    if len(lost) != 1 or lost[0].player != loser or (lost[0].card,) != top:
        return False
    if not any(time_card(zone) == lost[0].card for zone in CODES):
        return False
    shown = [fact.item for fact in chance if isinstance(fact, Revealed)]
    words = time_words(lost[0].card)
    if len(shown) == 1:
        words, spoken.shown = f"{words} > {time_words(shown[0])}", 1
    due = len(shown) == 1 and shown[0] == lost[0].card
    again = [effect for effect in effects if isinstance(effect, c.HitsOver)]
    spoken.add(f"{words} again" if due and again == [c.HitsOver(again=True)] else words)
    return True
