"""The effects of cards, tiles and dice icons in words, derived from their icons and parts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from events.events import Event
from projections.games.daleks.components.box import Ability, Anomaly, Box, Dilemma, Icon, Option, Part, Timey, ZoneFace
from projections.games.daleks.state.names import CONDITIONS, card_name, symbol_name, symbols_row
from projections.games.daleks.state.position import Position
from projections.named_ids import ids_of
from projections.wording import clean, counted, either, joined, titled, with_article

_TIMINGS: Final[Mapping[str, str]] = {
    "anytime": "Anytime", "prepare": "Prepare", "adventure": "Adventure", "any-adventure": "Any Adventure",
}  # fmt: skip
_SHORT: Final = 4
"""The greatest length of the name of a Companion group that is an abbreviation, such as UNIT."""
RULES_IN_FORCE: Final[Mapping[str, str]] = {
    "one-token": "a charge gives one token",
    "no-token-rerolls": "tokens re-roll no dice",
    "no-help": "help cannot be called",
    "pool-one-less": "the dice pool holds one less",
    "no-links": "no Link finds a Companion",
}
CONDITION_MEANS: Final[Mapping[str, str]] = {
    "fixed-point": "neither cards nor tokens re-roll a die",
    "time-locked": "neither cards nor tokens change a face",
    "time-breach": "the dice pool holds one die less",
}
"""The meaning of each condition in an Adventure (TOD-COND-01 to TOD-COND-07)."""


def icon_words(icon: Icon) -> str:
    """Return a dice icon in words: `adds 4 black dice`, `Bow Tie: re-rolls up to 2 black dice`."""
    name = f"{clean(icon.name)}: " if icon.name else ""
    price = f", for {counted(icon.price, 'token')}" if icon.price else ""
    return f"{name}{_ICONS[icon.does](icon, either(icon.colours))}{price}"


def _added(icon: Icon, colours: str) -> str:
    return f"adds {with_article(f'{colours} die')}" if icon.amount == 1 else f"adds {icon.amount} {colours} dice"


def _re_rolled(icon: Icon, colours: str) -> str:
    if icon.mode == "number":
        return (
            f"re-rolls {with_article(f'{colours} die') if icon.amount == 1 else f'up to {icon.amount} {colours} dice'}"
        )
    return f"re-rolls {'any number of' if icon.mode == 'any' else 'all or none of the'} {colours} dice"


_ICONS: Final[Mapping[str, Callable[[Icon, str], str]]] = {
    "add": _added,
    "focus": lambda _, colours: f"swaps a black die for {with_article(colours)} one",
    "reroll": _re_rolled,
    "change": lambda icon, colours: f"turns {with_article(f'{colours} die')} to {symbol_name(icon.symbol)}",
}


def part_words(part: Part) -> str:
    """Return a part of a reward or cost in words, as an instruction: `gain 2 tokens`, `each Doctor: draw a card`."""
    parts = _PARTS[part.does](part.amount)
    return f"each Doctor: {parts}" if part.each else parts


def _card(amount: int) -> str:
    return "a card" if amount == 1 else f"{amount} cards"


def _moved(what: str) -> Callable[[int], str]:
    return lambda amount: f"{what} {abs(amount)} {'back' if amount < 0 else 'forward'}"


_PARTS: Final[Mapping[str, Callable[[int], str]]] = {
    "tokens": lambda amount: f"gain {counted(amount, 'token')}",
    "cards": lambda amount: f"draw {_card(amount)}",
    "pay-tokens": lambda amount: f"pay {counted(amount, 'token')}",
    "pay-cards": lambda amount: f"discard {_card(amount)}",
    "pay-either": lambda amount: f"pay {counted(amount, 'token')} or discard a card",
    "discard-companion": lambda amount: f"discard {'a Companion' if amount == 1 else counted(amount, 'Companion')}",
    "dismiss-companion": lambda amount: f"dismiss {'a Companion' if amount == 1 else counted(amount, 'Companion')}",
    "ship": _moved("the Dalek Ship moves"),
    "tardis": _moved("the TARDIS moves"),
    "dalek": lambda amount: f"place {'a Dalek marker' if amount == 1 else counted(amount, 'Dalek marker')} here",
    "clear": lambda amount: f"remove {'a Dalek marker' if amount == 1 else f'up to {amount} Dalek markers'}",
    "regenerate": lambda _: "every Doctor regenerates",
    "console": lambda _: "the Doctor goes back to the console",
    "swap": lambda _: "swap this card for a random one of another hand",
    "trade": lambda _: "trade this for Equipment of another console",
    "redraw": lambda _: "discard this and draw another Time Anomaly",
}


def option_words(option: Option) -> str:
    """Return parts that are carried out together, in words."""
    return joined([part_words(part) for part in option]) or "nothing"


def options_words(options: Sequence[Option]) -> str:
    """Return the options of a cost in words."""
    return ", or ".join(option_words(option) for option in options) or "nothing"


def conditions_row(conditions: Sequence[str]) -> str:
    """Return the names of conditions, joined in one text."""
    return joined([CONDITIONS.get(one) or titled(one) for one in conditions])


@lru_cache(maxsize=512)
def zone_words(face: ZoneFace) -> str:
    """Return the printed text of a zone: its part of the challenge and its reward."""
    return f"challenge {symbols_row(face.symbols)}; reward: {option_words(face.reward)}"


@lru_cache(maxsize=512)
def dilemma_words(dilemma: Dilemma) -> str:
    """Return the printed text of a Dilemma: its part of the challenge, conditions, fail cost."""
    under = f", {conditions_row(dilemma.conditions)}" if dilemma.conditions else ""
    return f"challenge {symbols_row(dilemma.symbols)}{under}; fail: {options_words(dilemma.fail)}"


def anomaly_words(anomaly: Anomaly) -> str:
    """Return the printed text of a Time Anomaly."""
    return f"{titled(anomaly.type)} anomaly: {'; '.join(_anomaly(anomaly)) or 'nothing'}"


def _anomaly(anomaly: Anomaly) -> Iterator[str]:
    if anomaly.effect:
        yield f"at once {option_words(anomaly.effect)}"
    if anomaly.symbols:
        under = f", {conditions_row(anomaly.conditions)}" if anomaly.conditions else ""
        yield f"challenge {symbols_row(anomaly.symbols)}{under}"
    if anomaly.reward:
        yield f"reward: {option_words(anomaly.reward)}"
    if anomaly.fail:
        yield f"fail: {options_words(anomaly.fail)}"
    if anomaly.toll:
        yield f"moving to an ordinary Location costs: {options_words(anomaly.toll)}"
    if anomaly.prison:
        yield f"the {anomaly.prison} dice lie on it, one comes back for each task"
    if anomaly.rule:
        yield RULES_IN_FORCE.get(anomaly.rule, anomaly.rule)
    if anomaly.wanted:
        tasks = f"{counted(anomaly.tasks, 'task')}: " if anomaly.tasks else "a task: "
        yield f"{tasks}a success against {either([*map(symbol_name, anomaly.wanted)])}"


def timey_kind(card: Timey) -> str:
    """Return type, timing and price of a Timey-Wimey card in words: `Equipment, Prepare, 1 token`."""
    price = f", {counted(card.price, 'token')}" if card.price else ""
    return f"{card.type.title()}, {_TIMINGS[card.timing]}{price}"


def card_does(box: Box, card: str) -> str:
    """Return the effects of a card in words: icons, then the ability; "" if the card is not in the box."""
    if timey := box.timey.get(card):
        parts = [*map(icon_words, timey.icons), *([option_words(timey.parts)] if timey.parts else [])]
        hat = ["a hat"] if timey.hat else []
        return f"{timey_kind(timey)}: {'; '.join([*parts, *hat]) or 'nothing'}"
    who = box.doctor.get(card) or box.companion.get(card)
    if who is None:
        return ""
    parts = [icon_words(icon) for icon in who.icons]
    parts += [_ability(box, who.ability)] if who.ability else []
    parts += [f"linked to {joined([link_name(box, link) for link in who.links])}"] if who.links else []
    return "; ".join(parts) or "nothing"


def cards_named_in(position: Position, event: Event) -> Iterator[tuple[str, str]]:
    """Yield the cards and tiles that an event names, each with its printed text."""
    box = position.box
    for ident in dict.fromkeys(ids_of(event)):
        if tile := box.dilemma.get(ident):
            yield clean(tile.name), dilemma_words(tile)
        elif anomaly := box.anomaly.get(ident):
            yield clean(anomaly.name), anomaly_words(anomaly)
        elif ident in box.location:
            printed = box.location[ident]
            yield clean(printed.name), "; ".join(f"{clean(face.name)}: {zone_words(face)}" for face in printed.zones)
        elif does := card_does(box, ident):
            yield card_name(position, ident), does


def _ability(box: Box, ability: Ability) -> str:
    names = [clean(doctor.name) for doctor in box.doctor.values() if doctor.number in ability.doctors]
    names += [f"Doctor {n}" for n in ability.doctors if all(one.number != n for one in box.doctor.values())]
    along = f" with the {' or '.join(names)}" if names else ""
    skip = ["draw a Location and go there without the TARDIS die"] if ability.skip_roll else []
    done = [*skip, *map(part_words, ability.parts)]
    return f"once a turn, in {'Prepare' if ability.when == 'prepare' else 'Travel'}{along}: {', then '.join(done)}"


def link_name(box: Box, link: str) -> str:
    """Return the name of a Companion or of a group of Companions that a Link finds."""
    found = box.companion.get(link)
    return clean(found.name) if found else link.upper() if len(link) <= _SHORT else titled(link)
