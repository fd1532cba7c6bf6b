"""Anything that anybody might do or state in the card game, and what a line says, told without reading it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ccg_games import candidate
from round_trip import Wild, is_named

from events.facts import Passed
from projections.games.ccg.facts import effects as f
from projections.games.ccg.facts import moves as m
from projections.games.ccg.state.position import Position

OPTIONS: Sequence[Mapping[str, Any]] = (
    {},
    {"solve_from": "any", "doctors": "one_each", "watcher_energy": 0, "flash_before_zone": True},
    {"solve_from": "chosen_zone", "fresh_creatures_solve": True, "vanished_combatant": "hit"},
    {"attacker_sides_after_hit": False, "first_player": "james-the-second", "turn_cap": 60},
)


# What a line says

_VERBS: dict[Any, str] = {
    m.SubmitDeck: "deck|sub", m.SetStops: "stop|ask", m.StandCards: "sta", m.ChooseZone: "zone|choo|time",
    m.DrawCard: "dr", m.PlayCard: "pl", m.PlayEpisode: "ep", m.SolveEpisode: "so", m.AnnounceCombat: "co|at",
    m.Attack: "co|at", m.NameCombatant: "de|bl", m.DeclineCombat: "de|bl", m.MakeHit: "hi", m.GiveSupport: "si|su",
    m.UseSpecial: "si|sp|ab|da", m.PlayFlash: "fl|da", m.DrawBonus: "bo", m.EndTurn: "bo|en",
    m.SkipStep: "sta|dr|co|at", Passed: "re|pa|lo|ou",
}  # fmt: skip


def says(text: str, move: Any, position: Position) -> bool:
    """Whether a line says what a move is, told by looking for its words, not by reading it."""
    said, _, more = text.casefold().partition(";")
    goes_on = more.lstrip(" :").startswith((">", '"'))  # a card that stands there, or what one is aimed at
    said = f"{said}{more}" if goes_on else said
    seats = "|".join((*position.seats, *(seat[0] for seat in position.seats)))
    said = re.sub(rf"^\W*(?:the )?(?:{seats})(?:'s)?\b(?=\W*[a-z])", "", said)
    verb = re.search(r"[a-z]", said)
    if verb is None or not re.match(_VERBS[type(move)], said[verb.start() :]):
        return False
    body = re.sub(r"\W+", " ", said)
    faces = [getattr(move, "card", "")] if isinstance(getattr(move, "card", ""), str) else []
    numbers = [getattr(move, name, 0) for name in ("attacker", "defender", "target", "episode")]
    numbers += [number for name in ("targets", "paid", "sided") for number in getattr(move, name, ())]
    numbers += [move.card] if isinstance(getattr(move, "card", ""), int) else []
    lying = {card.n: card.face for card in position.play}
    named = all(not n or re.search(rf"#\s*0*{n}\b", said) or _calls(body, lying.get(n, ""), position) for n in numbers)
    zone = getattr(move, "zone", "")
    return named and all(_calls(body, face, position) for face in faces if face) and (not zone or zone[:2] in said)


def _calls(body: str, face: str, position: Position) -> bool:
    card = position.cards.card.get(face)
    return is_named(body, f"{face} {card.name if card else ''}")


WILD = Wild(
    options=OPTIONS,
    seats=("steve", "james-the-second"),
    move=candidate, says=says,
    rare=lambda _seat, _other: (f.StepMissed("draw"), f.BonusDue(True)),
    unlisted=(m.SetStops, m.SkipStep),
    signs='ABCDEFGHSU0123456789:>-=/()[]?;.+ vx*#@"\u2192\u212a\u0130\u00df\u0661\ufe0f\x00\U0001f511!',
    length=500,
)  # fmt: skip
