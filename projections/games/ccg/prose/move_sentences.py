"""Sentences for moves."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from events.events import UNKNOWN, Passed
from projections.games.ccg.events import moves as m
from projections.games.ccg.prose.card_text import ability_text
from projections.games.ccg.prose.use_text import ability_words, aimed, own
from projections.games.ccg.rules.interpretation import rules_set_aside
from projections.games.ccg.state import names
from projections.games.ccg.state.position import Position
from projections.sentence_table import Rows, Writers
from projections.wording import clean, counted, joined

_LEFT_OUT: Final = {
    "stand": "does not Stand the Sided cards", "draw": "draws no card", "combat": "does not announce combat",
}  # fmt: skip
_PASSES: Final = {"": "passes", "combat": "is ready for combat", "fight": "does nothing more in the fight"}
_MOMENTS: Final = {
    "combat": "combat is announced", "attack": "both main combatants are known",
    "targeted": "a card of this seat is targeted", "destroyed": "a card of this seat is about to be destroyed",
    "hit": "this seat is about to lose a Time card", "episode": "an Episode is played on this seat",
    "action": "the other player uses any other card",
}  # fmt: skip


def _passed(move: Passed, before: Position, _after: Position) -> str:
    window = before.window.name if before.window else ""
    return f"{names.seat_name(before, move.player)} {_PASSES.get(window, 'does not answer')}."


def _deck(position: Position, cards: tuple[str, ...]) -> str:
    named = next((one.name for one in position.cards.starter.values() if sorted(one.row) == sorted(cards)), "")
    count = counted(len(cards), "card")
    return f"the deck {clean(named)} ({count})" if named else f"a deck of {count}"


def moments(stops: Sequence[str]) -> str:
    """Return stops in words, each with its name: `when combat is announced (combat)`."""
    return joined([f"when {_MOMENTS[stop]} ({stop})" if stop in _MOMENTS else clean(stop) for stop in stops])


def _stops(position: Position, player: str, stops: tuple[str, ...]) -> str:
    """Return in words when a seat wants to be asked, or only the change if one stop was added or removed."""
    if not stops:
        return "does not want to be asked at any moment"
    was = position.stops_of(player)
    more, less = [stop for stop in stops if stop not in was], [stop for stop in was if stop not in stops]
    if len(more) + len(less) != 1:
        return f"wants to be asked {moments(stops)}"
    return f"wants to be asked also {moments(more)}" if more else f"wants to be asked no longer {moments(less)}"


def _drawing(position: Position, player: str) -> str:
    return "draws for the turn" if position.decks.get(player) else "has no card left to draw"


def _skipping(step: str) -> str:
    return _LEFT_OUT.get(step, "skips a step")


def _mine(position: Position, number: int, player: str) -> str:
    return own(position, number, player)


def _rival(position: Position, player: str) -> str:
    return names.seat_name(position, position.rival(player))


def _raised(value: str) -> str:
    return clean(value).title()


def _by_card(words: Callable[[Any, Position], str]) -> Callable[[Any, Position, Position], str]:
    """Return a row for a move whose cards can set rules aside: it adds the rules that the move would break."""

    def sentence(move: Any, before: Position, _after: Position) -> str:
        aside = rules_set_aside(before, move)
        because = "".join(f", because {clean(card)} overrides {rule}" for rule, card in aside.items())
        return f"{names.seat_name(before, move.player)} {words(move, before)}{because}."

    return sentence


def _attack(move: m.Attack, before: Position) -> str:
    name = own(before, move.attacker, move.player)
    return f"attacks {own(before, move.defender, move.player)} with {name}" if move.defender else f"attacks with {name}"


def _play_episode(move: m.PlayEpisode, before: Position) -> str:
    against = f"against {_rival(before, move.player)} {names.in_zone(move.zone)}"
    return f"plays the Episode {names.face_name(before, move.card)} {against}"


def _solve(move: m.SolveEpisode, before: Position) -> str:
    return f"solves {names.card_name(before, move.episode)} with {names.cards_named(before, move.sided)}"


def _use_special(move: m.UseSpecial, before: Position) -> str:
    there = before.at(move.card)
    face = (there.clone or there.face) if there else UNKNOWN
    words = ability_words(before, face, move.ability)
    use = f"uses {'the ability' if words == 'ability' else words} of {own(before, move.card, move.player)}"
    return f"{use}{aimed(before, move, move.player)}{_says(before, face, 'special', move.ability)}"


def _play_flash(move: m.PlayFlash, before: Position) -> str:
    use = f"plays the Flash {names.face_name(before, move.card)}{aimed(before, move, move.player)}"
    return f"{use}{_says(before, move.card, 'flash', 1)}"


def _says(before: Position, face: str, when: str, ability: int) -> str:
    """Return the words of a card's ability in brackets, or "" if the card is unknown."""
    card = before.cards.card.get(face)
    used = [one for one in card.does if one.when == when] if card else []
    return f" ({ability_text(before.cards, used[ability - 1])})" if 0 < ability <= len(used) else ""


WRITERS: Final[Writers] = {
    "deck": _deck, "player stops": _stops, "drawing": _drawing, "skipping": _skipping, "mine": _mine, "rival": _rival,
    "raised": _raised,
}  # fmt: skip
ROWS: Final[Rows] = {
    Passed: _passed,
    m.SubmitDeck: "{player} submits {cards:deck}.",
    m.SetStops: "{player} {player stops}.",
    m.StandCards: "{player} Stands the Sided cards.",
    m.ChooseZone: "{player} chooses to play {zone:in zone}.",
    m.DrawCard: "{player} {player:drawing}.",
    m.PlayCard: _by_card(
        lambda move, before: f"plays {names.face_name(before, move.card)} {names.in_zone(before.zone)}"
    ),
    m.PlayEpisode: _by_card(_play_episode),
    m.SolveEpisode: _by_card(_solve),
    m.AnnounceCombat: "{player} announces combat.",
    m.Attack: _by_card(_attack),
    m.NameCombatant: "{player} defends with {card player:mine}.",
    m.DeclineCombat: "{player} names no main combatant.",
    m.MakeHit: "{player} makes a Hit on {player:rival}.",
    m.GiveSupport: "{player} Sides {card player:mine} to support {target player:mine} with {value:raised}.",
    m.UseSpecial: _by_card(_use_special),
    m.PlayFlash: _by_card(_play_flash),
    m.SkipStep: "{player} {step:skipping}.",
    m.DrawBonus: "{player} draws the bonus card and ends the turn.",
    m.EndTurn: "{player} ends the turn.",
}
