"""The abilities of a card in words."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from events.events import Event, Move
from projections.games.ccg.components.cards import Ability, Card, CardSet
from projections.games.ccg.state.position import Position
from projections.named_ids import ids_of, numbers_of
from projections.rulebook import rules_of
from projections.wording import clean, joined

_VALUES: Final[Mapping[str, str]] = {
    "energy": "Energy", "substance": "Substance", "support": "Support", "either": "Energy or Substance",
    "both": "Energy and Substance",
}  # fmt: skip
_BARS: Final[Mapping[str, str]] = {
    "support": "cannot give Support", "special": "cannot use Special abilities", "flash": "cannot play Flash cards",
    "attack": "cannot attack", "draw": "cannot draw",
}  # fmt: skip
_WHEN: Final[Mapping[str, str]] = {
    "special": "Side it",
    "innate": "always",
    "flash": "",
    "episode": "until it is solved",
}
_CODED: Final[Mapping[str, str]] = {
    "time-eddy": "the last card that each player put into a zone returns to its owner's hand",
    "cybermat-swap": "return {aim} to the hand, and one more card may be played",
}
_MAY: Final[Mapping[str, str]] = {
    "CCG-COM-08": "it can attack in the turn in which it comes into play",
    "CCG-CRE-13": "it can Side for everything in the turn in which it comes into play",
    "CCG-PREP-12": "it can be played into any zone",
    "CCG-PREP-16": "it can Side for a Special ability in the turn in which it is played",
    "CCG-EPI-03": "it can be played also if the opponent has only The Watcher in a zone, or no card",
}  # fmt: skip
"""What a card may do to which a rule does not apply, by the rule. Other rules are quoted."""
SHORT: Final = 4
"""Maximum length of a label that is an abbreviation, such as UNIT."""
Words = Callable[[Ability, str], str]


def kind_words(card: Card) -> str:
    """Return the printed type of a card, with a Creature's zone and races: `Past Creature (Alien)`."""
    if card.type != "creature":
        return card.type.title()
    races = " ".join(race.replace("-", " ").title() for race in card.races)
    return f"{card.zone.title()} Creature{f' ({races})' if races else ''}"


def face_words(cards: CardSet, card: Card) -> str:
    """Return everything printed on a card except its name: `Past Creature (Alien) 2/2/1; Side it: ...`."""
    printed = kind_words(card)
    if card.type == "creature":
        printed += f" {card.energy}/{card.substance}/{card.support}"
    elif card.type == "episode":
        printed += f" solve {card.solve}"
    unique = "Unique" if card.unique else ""
    return "; ".join(part for part in (printed, unique, face_does(cards, card)) if part)


def face_does(cards: CardSet, card: Card) -> str:
    """Return the abilities of a card in words, or ""."""
    return "; ".join(does(cards, ability) for ability in card.does)


def exceptions(card: Card) -> str:
    """Return the ids of the rules that do not apply to a card, in brackets after a space; "" for none."""
    rules = [ability.waives for ability in card.does if ability.what == "waive"]
    return f" ({', '.join(rules)})" if rules else ""


def does(cards: CardSet, ability: Ability) -> str:
    """Return an ability in words: when it works, its cost, its effect."""
    when = _WHEN[ability.when]
    before = joined([part for part in (when, *_costs(ability)) if part])
    words = ability_text(cards, ability)
    return f"{before}: {words}" if before else words


def cards_named_in(position: Position, event: Event) -> Iterator[tuple[str, str]]:
    """Yield the cards that an event names by face or number, each with everything printed on it."""
    faces = [*ids_of(event)]
    if isinstance(event, Move):
        played = [position.at(number) for number in numbers_of(event)]
        faces += [card.clone or card.face for card in played if card is not None]
    cards = position.cards
    for face in dict.fromkeys(faces):
        if card := cards.card.get(face):
            yield clean(card.name), face_words(cards, card)


def _costs(ability: Ability) -> list[str]:
    """Return in words the costs in addition to Siding the card, with equal ones counted."""
    paid = Counter((cost.pay, " ".join(_kind(cost.race, "", cost.type))) for cost in ability.cost)
    return [
        f"{'Side' if pay == 'side' else pay} {_a(kind) if count == 1 else f'{count} {kind}s'} of your own"
        for (pay, kind), count in paid.items()
    ]


def ability_text(cards: CardSet, ability: Ability) -> str:
    """Return the effect of an ability in words, without its timing and cost."""
    words = _KINDS[ability.what](ability, _aim(cards, ability))
    flash = ability.what in ("raise", "damage") and ability.when != "episode"
    return f"{words} until the turn ends" if flash else words


def _kind(race: str, label: str, target: str) -> list[str]:
    kinds = {"creature": "Creature", "resource": "Resource", "episode": "Episode", "card": "card"}
    return [word for word in (race.replace("-", " ").title(), _label(label), kinds[target]) if word]


def _label(label: str) -> str:
    return label.upper() if len(label) <= SHORT else label.title()


def _a(words: str) -> str:
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"


def _aim(cards: CardSet, ability: Ability) -> str:
    """Return the target of an ability as a noun: `this card`, `any other Alien Creature of your own in the zone`."""
    if ability.target == "self":
        return "this card"
    if ability.target == "payment":
        return "the card that paid" + (" and this card" if ability.along else "")
    if ability.target == "none":
        return ""
    if ability.named:
        named = cards.card.get(ability.named)
        noun = named.name if named else ability.named
        noun = f"each {noun}"
    else:
        words = " ".join(_kind(ability.race, ability.label, ability.target))
        each = ability.every or ability.what in ("bonus", "swell")
        noun = f"{'every' if each else 'any'} {'other ' if ability.other else ''}{words}"
    whose = {"own": "of your own", "rival": "of the opponent", "any": ""}[ability.whose]
    if ability.when == "episode":
        whose = {"own": "of the Solver", "rival": "of the opponent", "any": ""}[ability.whose]
    everywhere = ability.reach == "any" or ability.when == "flash"
    return " ".join(part for part in (noun, whose, "in any zone" if everywhere else "in the zone") if part)


def _plus(ability: Ability, aim: str) -> str:
    sign = "-" if ability.what == "damage" else "+"
    return f"{sign}{ability.amount} {_VALUES[ability.value]} for {aim}"


def _clone(ability: Ability, aim: str) -> str:
    copy = "a Creature of your own" if ability.when == "flash" else "this card"
    return f"{copy} becomes a copy of {aim}" + (" until the turn ends" if ability.when == "flash" else "")


def _waive(ability: Ability, _aim: str) -> str:
    law = rules_of("projections.games.ccg").get(ability.waives, ability.waives).rstrip(".")
    return _MAY.get(ability.waives) or f"it is an exception to the rule: {law[:1].lower()}{law[1:]}"


def _span(ability: Ability) -> str:
    return "" if ability.when == "innate" else " this turn"


def _bar(ability: Ability, _aim: str) -> str:
    who = "the Solver" if ability.when == "episode" else "the opponent"
    return f"{who} {_BARS.get(ability.bars, 'cannot act')} in the zone this turn"


def _plays(ability: Ability, _aim: str) -> str:
    count = max(1, ability.amount)
    return f"{'one more card' if count == 1 else f'{count} more cards'} may be played this turn"


_KINDS: Final[Mapping[str, Words]] = {
    "raise": _plus,
    "damage": _plus,
    "bonus": _plus,
    "swell": lambda ability, _aim: (
        f"+{ability.amount} {_VALUES[ability.value]} for each other card with its name on this side of the zone"
    ),
    "move": lambda ability, aim: f"move {aim}{' and this card' if ability.along and 'this' not in aim else ''} to a"
    " neighbouring zone",
    "side": lambda _, aim: f"Side {aim}",
    "stand": lambda _, aim: f"{aim} Stands",
    "lock": lambda _, aim: f"{aim} can neither Side nor Stand this turn",
    "destroy": lambda _, aim: f"destroy {aim}",
    "discard": lambda _, aim: f"discard {aim}, even if it is saved or regenerates",
    "return": lambda _, aim: f"{aim} returns to its owner's hand",
    "clone": _clone,
    "counter": lambda _ability, aim: f"stop {aim}" if aim else "stop the latest card that the opponent announced",
    "save": lambda ability, aim: f"{aim} cannot be destroyed{_span(ability)}",
    "regenerate": lambda ability, aim: (
        f"when {aim} is destroyed{_span(ability)}, it stays in play, Sided, with its normal values"
    ),
    "banish": lambda ability, aim: f"{aim} is out of play" + (
        " under it" if ability.when == "episode" else ""
    ),
    "prevent-hit": lambda _ability, _aim: "the next Hit against you this turn is prevented",
    "hit": lambda ability, _aim: f"{'the Solver' if ability.when == 'episode' else 'the opponent'} takes a Hit",
    "extra-play": _plays,
    "extra-turn": lambda _ability, _aim: "you have one more turn after this one",
    "draw": lambda ability, _aim: f"draw {'a card' if ability.amount == 1 else f'{ability.amount} cards'}",
    "bar": _bar,
    "must-attack": lambda _ability, _aim: "it is Sided if it could attack in your turn but did not",
    "waive": _waive,
    "code": lambda ability, aim: _CODED.get(ability.code, ability.code).format(aim=aim),
}  # fmt: skip
