"""The values, the chance and the results of Risk's lines: each with the one list of its spellings."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from events.facts import UNKNOWN, Drawn, Revealed, Rolled, Shuffled
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import daleks_for_stars
from projections.games.risk.notation.card_spelling import bracketed, mission_code, mission_words, power_words, quoted
from projections.games.risk.notation.vocabulary import PLACE_CODES, PLACES, army_words, place_code
from projections.games.risk.rules.rolling import dice_on_offer
from projections.games.risk.state.position import NEUTRALS, Battle, World
from projections.notation.cursor import SlipError
from projections.notation.sentence import Sentence
from projections.notation.slot import Chance, Number, Result, Slot
from projections.notation.vocabulary import seat_code
from projections.terms import Seen

__all__ = [
    "ATTACK_DIE", "BATTLE_RESULTS", "CARD_DIE", "CLARA", "PAID", "POWER", "REWARD", "SHUFFLED", "SLOTS", "STARS",
    "Said", "battle_ends", "continues", "declared", "dice_ahead", "offer", "running_battle",
]  # fmt: skip

Said: TypeAlias = Sentence[World]
ALL: Final = ("all", "everything", "the rest", "rest", "max")
ROLL: Final = ("roll", "?")
"""What stands in brackets where the dice are still to fall."""
_BETWEEN: Final = (":", "/", "|", "v", "vs")
_MOST: Final = 3


# Where a battle stands


def running_battle(world: World, seat: str) -> Battle | None:
    """The battle of a seat that stands between two rolls, so that the seat may roll on or call it off."""
    battle = world.stack[-1] if world.stack else None
    if not isinstance(battle, Battle) or battle.attacker != seat:
        return None
    return battle if battle.rolls and not battle.taken and not battle.waiting else None


def declared(said: Said) -> Said | None:
    """What the line said of the attack whose first dice are still to fall."""
    last = next((one for one in reversed(said.earlier) if isinstance(one.move, e.Attack | e.RollDice)), None)
    return last if last is not None and isinstance(last.move, e.Attack) else None


def offer(said: Said) -> Sequence[int]:
    """With how many Daleks one may attack from the territory that is named, or roll in the battle under way."""
    source, battle = said.values.get("source"), said.position.battle
    if source is None or continues(said):
        return dice_on_offer(said.position, battle) if battle else ()
    return range(1, min(_MOST, max(1, said.position.lands[source].daleks - 1)) + 1)


def continues(said: Said) -> bool:
    """Whether the two territories that are named are those of the seat's own battle under way."""
    battle, ends = said.position.battle, (said.values.get("source"), said.values.get("target"))
    own = battle is not None and (battle.attacker, battle.source, battle.target) == (said.seat, *ends)
    return own and not said.only


def battle_ends(said: Said) -> tuple[str, str]:
    """The origin and the target of the battle that a sentence belongs to, "" where there is none."""
    if isinstance(said.move, e.Attack):
        return said.move.source, said.move.target
    battle = said.position.battle
    return (battle.source, battle.target) if battle else ("", "")


# Values


def _all_but_one(said: Said) -> int:
    land = said.position.lands.get(said.values.get("source", ""))
    return max(1, land.daleks - 1) if land else 0


def _all_moving_in(said: Said) -> dict[str, int]:
    battle = said.position.battle
    if battle is None or battle.group:
        return {}
    return dict.fromkeys(ALL, max(1, said.position.lands[battle.source].daleks - 1))


def _count(what: str, most: Callable[[Said], int]) -> Number[World]:
    """A number of Daleks; `all` is the most there can be."""
    return Number(what=what, most=most, words=lambda said: dict.fromkeys(ALL if most(said) else (), most(said)))


def dice_ahead(said: Said) -> int | None:
    """How many dice the line shows for the attack, where its number is left out; None where nothing tells."""
    texts = [word.text for word in said.cursor.words[said.cursor.at :]]
    inside = texts[texts.index("(") + 1 :] if "(" in texts else []
    attack = inside[: next((at for at, text in enumerate(inside) if text in _BETWEEN), 0)]
    pluses = sum(text == "+" for text in attack)
    return len(attack) - 2 * pluses or None


def _only_offer(said: Said) -> int | None:
    """With how many a roll is made where the line does not say it: as the dice show, or as it must be."""
    found, faces = offer(said), said.seen.faces
    return len(faces[0]) if faces else found[0] if len(found) == 1 else None


def _strength(what: str, missing: Callable[[Said], int | None]) -> Number[World]:
    """How many attack or roll."""
    return Number(
        what=what, most=lambda said: max(offer(said), default=0), missing=missing,
        words=lambda said: dict.fromkeys(ALL, offer(said)[-1]) if offer(said) else {},
    )  # fmt: skip


def _power(code: Callable[[World, str], str], *, brackets: bool) -> Slot[World]:
    """A Power Card; where it must stand in square brackets, only there."""

    def read(said: Said) -> str | None:
        cursor, opened = said.cursor, said.cursor.skip("[")
        if brackets and not opened:
            return None
        words = power_words(said.position)
        card: str | None = cursor.phrase(words)
        if opened and card is None:
            inside = {word: bracketed(said.position, words[word])[1:-1] for word in words}
            raise cursor.slip("a Power Card is expected", inside)
        if opened and not cursor.skip("]"):
            raise cursor.slip("the bracket is not closed", {"]": "]"})
        return card

    return Slot(
        what="a Power Card", words=lambda said: {} if brackets else power_words(said.position), read=read, kind="card",
        code=lambda card, said: code(said.position, card),
    )  # fmt: skip


POWER: Final = _power(bracketed, brackets=False)
"""A Power Card, written in square brackets."""
_TERRITORY: Final = Slot[World](
    what="a territory", words=lambda _said: PLACES, code=lambda name, _said: place_code(name), kind="place"
)
_NEUTRAL: Final = Slot[World](
    what="a neutral army", kind="army",
    words=lambda _said: {word: army for word, army in army_words((), neutrals=True).items() if army in NEUTRALS},
)  # fmt: skip
_RIVAL: Final = Slot[World](
    what="a player", kind="army", words=lambda said: army_words(said.position.seats),
    code=lambda seat, _said: seat_code(seat),
)  # fmt: skip
_MISSION: Final = Slot[World](
    what="a mission by its territory", kind="card", words=lambda said: mission_words(said.position),
    code=lambda card, said: mission_code(said.position, card),
)  # fmt: skip


# Chance


def _source(rolls: Sequence[Rolled]) -> str:
    """Where dice come from, where that is another than the table."""
    first = rolls[0]
    if first.receipt is not None:
        return f"@srv#{first.receipt.k}"
    return f"@{first.source.removeprefix('other:')}" if first.source.startswith("other:") else ""


def _thrown(said: Said) -> str:
    """The dice of a move, the attack before the defence."""
    rolls = [fact for fact in said.facts if isinstance(fact, Rolled)]
    if not rolls:
        return ""
    alone = " :" if len(rolls) == 1 and isinstance(said.move, e.RollDice) else ""
    return f"({' : '.join(' '.join(map(str, roll.faces)) for roll in rolls)}{alone}){_source(rolls)}"


def _close(cursor: Any) -> None:
    if not cursor.skip(")"):
        raise cursor.slip("the bracket is not closed", {")": ")"})


def _dice(said: Said, *, plus: tuple[int, int] = (0, 0), attack: int = 0) -> Seen | None:
    """Dice in brackets, the attack before the defence; none where they are still to fall.

    `attack` is how many attack, so that a colon left out is missed where it belongs.
    """
    cursor = said.cursor
    if not cursor.skip("("):
        return None
    groups: list[list[int]] = [] if cursor.skip(*ROLL) else [[]]
    while groups and cursor.now not in ("", ")"):
        if len(groups) == 1 and cursor.skip(*_BETWEEN):
            groups.append([])
            continue
        face = cursor.number()
        if face is None or not 1 <= face <= 6:
            cursor.at -= face is not None
            raise cursor.slip("a die shows 1 to 6", {str(side): str(side) for side in range(1, 7)})
        if attack and len(groups) == 1 and len(groups[0]) == attack:
            start = cursor.words[cursor.at - 1].start
            raise SlipError("a colon stands between attack and defence", [(start, start)], {":": ":"})
        groups[-1].append(face)
        _added(cursor, plus[len(groups) - 1])
    _close(cursor)
    return Seen(faces=tuple(tuple(group) for group in groups if group), receipt=_receipt(cursor))


def _receipt(cursor: Any) -> str:
    """Where the dice come from, said once or again."""
    receipt = cursor.receipt()
    while cursor.now.startswith("@"):
        receipt = cursor.receipt()
    return str(receipt)


def _added(cursor: Any, plus: int) -> None:
    """What a card adds to a die, `4+1`: said by way of a reminder, so it must be what the card adds."""
    if not cursor.skip("+"):
        return
    said = cursor.number()
    if said != plus:
        cursor.at -= said is not None
        raise cursor.slip(f"{plus or 'nothing'} is added to this die", {str(plus): str(plus)} if plus else {})


def _battle_dice(said: Said) -> Seen | None:
    battle, attack = said.position.battle, declared(said)
    plus = (battle.attack.plus, battle.defence.plus) if battle else (0, 0)
    daleks = said.values.get("daleks") or (attack.values["daleks"] if attack else 0)
    return _dice(said, plus=plus, attack=daleks)


def _card_die(said: Said, *, asked: bool) -> Seen | None:
    """The one die of a card, in brackets of its own; `asked` where it may be still to fall."""
    cursor = said.cursor
    if not cursor.skip("("):
        return None
    if cursor.skip(*ROLL):
        _close(cursor)
        return Seen() if asked else None
    face = cursor.number()
    if not asked and (face is None or cursor.now != ")"):
        return None
    if face is None:
        raise cursor.slip("the die of the card is expected", {})
    _close(cursor)
    return Seen(faces=((face,),), receipt=cursor.receipt())


DICE: Final = Chance[World](what="dice", read=_battle_dice, write=_thrown)
ONES: Final = Chance[World](what="dice", read=_dice, write=_thrown)
CARD_DIE: Final = Chance[World](
    what="the die of the card", read=lambda said: _card_die(said, asked=True), write=_thrown
)
ATTACK_DIE: Final = Chance[World](
    what="the die of the card", read=lambda said: _card_die(said, asked=False), write=_thrown
)


def _shown(said: Said) -> Seen | None:
    """The card turned up, in brackets or without; `(roll)` where it is still to be turned up."""
    cursor, opened = said.cursor, said.cursor.skip("(")
    place = UNKNOWN if cursor.skip(*ROLL) else cursor.phrase(PLACES)
    if place is None:
        return None
    if opened:
        _close(cursor)
    return Seen(items=(place,)) if place != UNKNOWN else Seen()


def _drawn(said: Said) -> Seen:
    """The card drawn, one that nobody saw where it is not named."""
    cursor, at = said.cursor, said.cursor.at
    cursor.skip("+")
    card = cursor.phrase({**PLACES, **dict.fromkeys((UNKNOWN, "card", "one", "a card"), UNKNOWN)})
    cursor.at = at if card is None else cursor.at
    return Seen(cards=(card or UNKNOWN,))


def _shuffled(said: Said) -> Seen | None:
    """`shuffled JPN PER ...`: the order of a renewed deck, as far as anybody saw it."""
    cursor, deck = said.cursor, said.position.deck
    if not cursor.skip("shuffled"):
        return None
    if deck:
        cursor.at -= 1
        raise cursor.slip(f"{len(deck)} cards lie in the deck, so nothing is shuffled", {})
    order: list[str] = []
    while (card := cursor.phrase({**PLACES, UNKNOWN: UNKNOWN})) is not None:
        order.append(card)
    return Seen(orders=(tuple(order),) if order else ())


def _order(said: Said) -> str:
    words = []
    for fact in said.facts:
        if isinstance(fact, Shuffled):
            known = fact.order if any(card != UNKNOWN for card in fact.order) else ()
            words.append(" ".join(("shuffled", *map(place_code, known))))
    return " ".join(words)


SHOWN: Final = Chance[World](
    what="a territory", read=_shown, words=lambda _said: PLACE_CODES,
    write=lambda said: " ".join(place_code(fact.item) for fact in said.facts if isinstance(fact, Revealed)),
)  # fmt: skip
DRAWN: Final = Chance[World](
    what="a card", read=_drawn,
    write=lambda said: " ".join(place_code(*fact.cards) for fact in said.facts if isinstance(fact, Drawn)),
)  # fmt: skip
SHUFFLED: Final = Chance[World](what="an order", read=_shuffled, write=_order)


# Results


def _told_dice(said: Said) -> int:
    """How many dice attacked in the throw that a sentence tells of; 0 where it tells of none."""
    if isinstance(said.move, e.RollDice):
        thrown = said.seen.faces or any(isinstance(fact, Rolled) for fact in said.facts)
        return said.move.daleks if thrown else 0
    if isinstance(said.move, e.Attack):
        return said.move.daleks if said.move.card else 0
    battle, attack = said.position.battle, declared(said)
    return len(battle.faces[0]) if battle and battle.faces[0] else attack.values["daleks"] if attack else 0


def _fought(fields: Callable[[Said, str, str], Mapping[str, Any]]) -> Callable[[Said], Mapping[str, Any] | str]:
    """What a result of a throw leaves unsaid, by the two ends of its battle; or why it cannot be told."""

    def given(said: Said) -> Mapping[str, Any] | str:
        source, target = battle_ends(said)
        if not target:
            return "no battle is under way here"
        if not _told_dice(said):
            return "the dice of this are not in the line"
        battle = said.led.battle if said.led is not None else None
        if battle is not None and battle.waiting:
            return f"{battle.attacker if battle.waiting == 'attack' else battle.defender} may roll 1s again first"
        return fields(said, source, target)

    return given


def _loss(letter: str) -> Slot[World]:
    """How many a side has lost, `D2`."""

    def read(said: Said) -> int | None:
        match = re.fullmatch(rf"{letter}([0-9]{{1,2}})", said.cursor.now, re.IGNORECASE)
        said.cursor.at += match is not None
        return int(match[1]) if match else None

    return Number(what="how many are lost", read=read, code=lambda daleks, _said: f"{letter}{daleks}", least=1)


def _lost(letter: str) -> Result[World]:
    """The losses of a side, `-D2`; who states one states all."""

    def given(_said: Said, source: str, target: str) -> Mapping[str, Any]:
        return {"territory": target if letter == "D" else source}

    return Result(
        e.DaleksLost, "-{daleks}", denied="(-0|- d0|- a0)", whole=True, slots={"daleks": _loss(letter)},
        given=_fought(given),
    )  # fmt: skip


_TAKEN: Final = Result[World](
    e.TerritoryTaken, "(x|conquered|conquers|taken|takes it)",
    given=_fought(lambda said, _, target: {"territory": target, "player": said.seat, "least": _told_dice(said)}),
)  # fmt: skip
BATTLE_RESULTS: Final = (_lost("D"), _lost("A"), _TAKEN)
CLARA: Final = Result[World](
    e.ClaraAdvanced, "(*|clara|with clara|clara *)", denied="(no clara|no *|without clara)",
    given=lambda said: {"doctor": said.position.clara + 1},
)  # fmt: skip
REWARD: Final = Result[World](
    e.Reinforced, "{missions}", slots={"missions": Number(what="what it pays")},
    given=lambda said: {"player": said.seat},
)  # fmt: skip


def _unsaid_stars(said: Said) -> e.StarsTraded | str | None:
    if not isinstance(said.move, e.TradeStars) or UNKNOWN not in said.move.cards:
        return None
    known = said.values.get("stars")
    return e.StarsTraded(said.seat, said.move.cards, known) if known else "how many stars these cards bear is expected"


def _unsaid_pay(said: Said) -> e.Reinforced | None:
    if not isinstance(said.move, e.TradeStars) or UNKNOWN not in said.move.cards:
        return None
    told = [effect.stars for effect in said.stated if isinstance(effect, e.StarsTraded)]
    return e.Reinforced(said.seat, stars=daleks_for_stars(*told[:1] or (0,)))


STARS: Final = Result[World](
    e.StarsTraded, "= {stars}", slots={"stars": Number(what="the stars")}, missing=_unsaid_stars,
    given=lambda said: {"player": said.seat, "cards": getattr(said.move, "cards", ())},
)  # fmt: skip
PAID: Final = Result[World](
    e.Reinforced, "(> +|>){stars}", slots={"stars": Number(what="what they pay")}, missing=_unsaid_pay,
    given=lambda said: {"player": said.seat},
)  # fmt: skip
SLOTS: Final[Mapping[str, Slot[World] | Chance[World]]] = {
    "territory": _TERRITORY, "source": _TERRITORY, "target": _TERRITORY, "army": _NEUTRAL, "rival": _RIVAL,
    "mission": _MISSION, "card": _power(quoted, brackets=False), "bracketed": _power(bracketed, brackets=True),
    "placed": _count("how many Daleks", lambda said: said.position.pool),
    "added": _count("how many Daleks", lambda said: said.position.neutral_pool or 3),
    "moved": _count("how many Daleks", _all_but_one),
    "entering": Number(what="how many move in", words=_all_moving_in), "number": Number(what="how many"),
    "attackers": _strength("how many attack", dice_ahead), "rolling": _strength("how many roll", _only_offer),
    "dice": DICE, "ones": ONES, "die": CARD_DIE, "shown": SHOWN, "drawn": DRAWN,
}  # fmt: skip
"""The holes of the forms, by their names."""
