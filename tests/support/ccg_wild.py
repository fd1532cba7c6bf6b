"""Anything that anybody might do or state in the card game, and what a line says, told without reading it."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ccg_games import candidate
from round_trip import Wild

from events.facts import UNKNOWN, Effect, Passed
from projections.draft import Stated
from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.facts import combat_effects as c
from projections.games.ccg.facts import effects as f
from projections.games.ccg.facts import moves as m
from projections.games.ccg.state.position import Position
from projections.window import WindowOpened, WindowPassed

OPTIONS: Sequence[Mapping[str, Any]] = (
    {},
    {"solve_from": "any", "doctors": "one_each", "watcher_energy": 0, "flash_before_zone": True},
    {"solve_from": "chosen_zone", "fresh_creatures_solve": True, "vanished_combatant": "hit"},
    {"attacker_sides_after_hit": False, "first_player": "james-the-second", "turn_cap": 60},
)


def wild_move(chance: random.Random, position: Position) -> Any:
    return candidate(position, chance)


def wild_results(chance: random.Random, position: Position) -> Stated:
    seat, rival = chance.sample(position.seats, 2)
    one, other = chance.choices(range(1, 14), k=2)
    zone = chance.choice(ZONES)
    effects: list[Effect] = [
        f.CardStood(one), f.CardSided(one, rival), f.CardMoved(other, zone), f.ZoneChosen(zone, bonus=True),
        f.ChangeBegan(one, "substance", 2, "bok", other), f.ValuesSet(one, 2, 0, 1), f.StepReached("bonus"),
        f.StepMissed("draw"), f.CardDiscarded(one, "lost"), f.EpisodeSolved(one, 3), f.FlashUsed(seat, "yeti"),
        f.CardEntered(99, "bok", seat, rival, zone), f.BonusDue(True), f.CardReturned(0, UNKNOWN, seat),
        c.Announced(1, seat, "daemons", one, 1, (one, other), (), "energy", ""), c.Doomed((one, other)),
        c.CombatEnded("draw"), c.TimeCardLost(seat, f"time-{zone}"), c.HitsOver(True), c.HitDue(rival),
        f.ZoneBarred(seat, zone, "flash"), WindowOpened("fight", (seat, rival)), f.TurnBegan(rival, 9, 4),
        c.AnnouncementEnded(1, "no-aim"), f.CardCloned(one, "bok"), f.CardBanished(one, other),
    ]  # fmt: skip
    kinds: list[type[Effect]] = [
        f.CardStood, f.CardSided, f.StepReached, f.CardEntered, f.ValuesSet, f.ChangeBegan, f.ZoneChosen, f.TurnBegan,
        c.TimeCardLost, c.HitDue, c.CombatEnded, c.Announced, WindowOpened, WindowPassed, f.FlashUsed, c.HitsOver,
    ]  # fmt: skip
    return Stated(chance.sample(effects, chance.randint(0, 2)), chance.sample(kinds, chance.randint(0, 2)))


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
    words = re.findall(r"\w+", f"{face} {card.name if card else ''}".casefold())
    telling = [word.rstrip("s")[:-1] for word in words if len(word) > 2] or words
    return any(word in body for word in telling)


WILD = Wild(
    options=OPTIONS,
    seats=("steve", "james-the-second"),
    move=wild_move, results=wild_results, says=says,
    unlisted=(m.SetStops, m.SkipStep),
    signs='ABCDEFGHSU0123456789:>-=/()[]?;.+ vx*#@"\u2192\u212a\u0130\u00df\u0661\ufe0f\x00\U0001f511!',
    length=500,
)  # fmt: skip
