"""Sentences for fields that were set by hand or described."""

from functools import partial
from typing import Final

from projections.described import FieldSentences, SetField, yes_or_no_sentence
from projections.games.risk.prose.effect_sentences import cut_parts
from projections.games.risk.state import names
from projections.games.risk.state.names import STEPS, army_name, place, whose
from projections.wording import clean, counted, joined

_flag: Final = partial(yes_or_no_sentence, seat_name=lambda _, army: army_name(army))


def _armies(found: SetField) -> str:
    return joined([army_name(army) for army in found.values])


def _neutral_pool(found: SetField) -> str:
    left = found.number
    return f"{counted(left, 'neutral Dalek')} {'is' if left == 1 else 'are'} left to place."


def _trades(found: SetField) -> str:
    return f"{army_name(found.after.player)} has made {counted(found.number, 'trade')} in this turn."


def _defeated(found: SetField) -> str:
    return f"{_armies(found) or 'No army'} {'are' if len(found.values) > 1 else 'is'} defeated."


def _missed(found: SetField) -> str:
    return f"Skipped in this turn: {joined([STEPS.get(step) or clean(step) for step in found.values]) or 'no step'}."


def _neutral_army(found: SetField) -> str:
    return f"The neutral Daleks go to {_armies(found)}." if found.values else "No neutral army gets Daleks."


def _tardis_card(found: SetField) -> str:
    card = names.territory_name("".join(found.values))
    return f"The card under the TARDIS is {card}." if found.values else "No card is under the TARDIS."


def _barred(found: SetField) -> str:
    lands = joined([place(territory, first=not at) for at, territory in enumerate(found.values)])
    return f"{lands} cannot attack again in this turn." if lands else "Every territory can attack in this turn."


def _cut(found: SetField) -> str:
    daleks, no_continents = found.after.cuts.get(found.key, (0, False))
    parts = joined(cut_parts(daleks, without_continents=no_continents))
    return f"{whose(found.key)} next count {parts or 'is not reduced'}."


def _battle(found: SetField) -> str:
    battle = found.after.battle
    if battle is None:
        return "No battle is under way."
    where = f"{place(battle.target)} from {place(battle.source)} with {counted(battle.daleks, 'Dalek')}"
    return f"{army_name(battle.attacker)} is attacking {where}; {army_name(battle.defender)} defends."


def _duty(found: SetField) -> str:
    daleks = counted(found.number, "Dalek") if found.number else "no Dalek"
    return f"{army_name(found.key)} must remove {daleks}."


def _defence(found: SetField) -> str:
    return f"{_armies(found) or 'No army'} may answer the attack with a Power Card."


FIELDS: Final[FieldSentences] = {
    "neutral pool": _neutral_pool, "trades": _trades, "defeated": _defeated, "missed": _missed,
    "neutral army": _neutral_army,
    "no attack": _flag("{player} cannot attack any more in this turn.", "{player} can still attack in this turn."),
    "conquered": _flag(
        "{player} has conquered a territory in this turn.", "{player} has conquered no territory in this turn."
    ),
    "drawn": _flag(
        "{player} has drawn a Territory Card in this turn.", "{player} has drawn no Territory Card in this turn."
    ),
    "tardis card": _tardis_card, "barred": _barred, "cut <army>": _cut, "battle": _battle, "duty <army>": _duty,
    "window defence": _defence,
}  # fmt: skip
