"""Random games of the card game for tests: with random legal decks, and with moves that may be illegal."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from players import Played, choose_by_kind, groups, liked
from round_trip import Wild, is_named

from events.events import UNKNOWN, Passed, Started
from projections.games.ccg.components.cards import WATCHERS, ZONES, time_card
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.events import effects as f, moves as m
from projections.games.ccg.events.moves import SubmitDeck
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.status import awaited
from projections.games.ccg.state.position import STOPS, Position
from projections.games.ccg.state.values import is_doctor
from replay.chance.random_source import SeededChance

SEATS: Final = ("julie", "steve")
VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "as printed": {}, "longer": {"time_cards": 9, "watcher_energy": 0, "solve_from": "any", "doctors": "one_each"},
    "other readings": {
        "solve_from": "chosen_zone", "fresh_creatures_solve": True, "attacker_sides_after_hit": False,
        "flash_before_zone": True, "vanished_combatant": "hit", "doctors": "one", "turn_cap": 90,
    },
}  # fmt: skip
CAP: Final = 3000


def random_deck(now: Position, chooser: random.Random, size: int = 0) -> tuple[str, ...]:
    times = [time_card(zone) for zone in ZONES for _ in range(now.options.time_cards // 3)]
    deck = [*times, *WATCHERS.values()]
    names = Counter(now.cards.card[face].name for face in deck)
    solve, wanted = 0, size or chooser.randint(55, 70)
    faces = [face for face, card in now.cards.card.items() if card.type != "time"]
    while len(deck) < wanted:
        face = chooser.choice(faces)
        card = now.cards.card[face]
        name = "Doctor" if is_doctor(card) and now.options.doctors != "distinct" else card.name
        if names[name] < 4 and solve + card.solve <= 25:
            deck.append(face)
            names[name] += 1
            solve += card.solve
    return tuple(deck)


def game(seed: int, variant: str = "as printed") -> Iterator[Played]:
    """Yield a random game group by group: a random kind, then a move of that kind. Half of the seats set stops."""
    chooser, fate = random.Random(f"{seed} {variant}"), SeededChance(seed)
    entries, now = GAME.begin(Started("ccg", GAME.meta.rules_number, SEATS, VARIANTS[variant]), fate)
    for seat in SEATS:
        yield entries, now
        entries, now = GAME.play(now, m.SubmitDeck(seat, random_deck(now, chooser)), fate)
        if chooser.random() < 0.5:
            yield entries, now
            stops = tuple(chooser.sample(STOPS, chooser.randint(0, len(STOPS))))
            entries, now = GAME.play(now, m.SetStops(seat, stops), fate)
    yield from groups(GAME, (entries, now), chooser, fate, choose_by_kind, CAP)


def words(now: Position, seat: str) -> Mapping[str, Sequence[Any]]:
    hand = [face for face in now.hands.get(seat, ()) if face != UNKNOWN]
    numbers = [*(card.n for card in now.play), 0, 99]
    decks = [starter.row for starter in now.cards.starter.values()]
    return {
        "card": [*hand * 9, *now.cards.card, *numbers], "stops": STOPS,
        "cards": [row[:size] for row in decks for size in (20, 60)],
        "zone": [*ZONES, ""], "value": ["", "energy", "substance"], "ability": [1, 1, 2],
        **dict.fromkeys(("episode", "sided", "attacker", "defender", "target", "targets", "paid"), numbers),
    }  # fmt: skip


GREEDY: Final[Mapping[str, float]] = {
    "Passed": 6, "PlayCard": 9, "PlayEpisode": 6, "SolveEpisode": 4, "AnnounceCombat": 3, "Attack": 8,
    "NameCombatant": 2, "MakeHit": 20, "DrawBonus": 9, "EndTurn": 1,
    "UseSpecial": 0.2, "PlayFlash": 0.2, "GiveSupport": 0.2,
}  # fmt: skip


def waits(seed: int) -> list[tuple[str, ...]]:
    """Return for each turn except the last the occasions on which its player waited for the opponent.

    A seat that has just acted continues in the same post. If both seats are asked, the active player acts first.
    """
    chance = random.Random(seed)
    _, now = GAME.begin(Started("ccg", GAME.meta.rules_number, SEATS, {}), SeededChance(seed))
    for seat, starter in zip(SEATS, chance.sample([*SHIPPED.starter.values()], 2), strict=True):
        _, now = GAME.play(now, SubmitDeck(seat, starter.row), SeededChance(seed))
    turns: list[list[str]] = []
    last = ""
    for count in range(4000):
        seats = awaited(now)
        if not seats:
            break
        if now.turn > len(turns):
            turns.append([])
            last = now.player
        seat = last if last in seats else now.player if now.player in seats else seats[0]
        if seat != now.player and last == now.player:
            turns[-1].append(now.window.name.partition("-")[0] if now.window else now.step)
        last = seat
        moves = list(GAME.rules.legal(now, seat))
        (move,) = chance.choices(moves, liked(now, moves, GREEDY))
        _, now = GAME.play(now, move, SeededChance(seed * 10_000 + count))
    return [tuple(waited) for waited in turns[:-1]]


def share_of(turns: Sequence[Sequence[str]], most: int = 2) -> tuple[float, float]:
    return sum(len(waited) <= most for waited in turns) / len(turns), sum(map(len, turns)) / len(turns)


_VERBS: dict[Any, str] = {
    m.SubmitDeck: "deck|sub", m.SetStops: "stop|ask", m.StandCards: "sta", m.ChooseZone: "zone|choo|time",
    m.DrawCard: "dr", m.PlayCard: "pl", m.PlayEpisode: "ep", m.SolveEpisode: "so", m.AnnounceCombat: "co|at",
    m.Attack: "co|at", m.NameCombatant: "de|bl", m.DeclineCombat: "de|bl", m.MakeHit: "hi", m.GiveSupport: "si|su",
    m.UseSpecial: "si|sp|ab|da", m.PlayFlash: "fl|da", m.DrawBonus: "bo", m.EndTurn: "bo|en",
    m.SkipStep: "sta|dr|co|at", Passed: "re|pa|lo|ou",
}  # fmt: skip


def says(text: str, move: Any, position: Position) -> bool:
    sentence, _, more = text.casefold().partition(";")
    goes_on = more.lstrip(" :").startswith((">", '"'))  # a card in play, or a target
    sentence = f"{sentence}{more}" if goes_on else sentence
    seats = "|".join((*position.seats, *(seat[0] for seat in position.seats)))
    sentence = re.sub(rf"^\W*(?:the )?(?:{seats})(?:'s)?\b(?=\W*[a-z])", "", sentence)
    verb = re.search(r"[a-z]", sentence)
    if verb is None or not re.match(_VERBS[type(move)], sentence[verb.start() :]):
        return False
    body = re.sub(r"\W+", " ", sentence)
    faces = [getattr(move, "card", "")] if isinstance(getattr(move, "card", ""), str) else []
    numbers = [getattr(move, name, 0) for name in ("attacker", "defender", "target", "episode")]
    numbers += [number for name in ("targets", "paid", "sided") for number in getattr(move, name, ())]
    numbers += [move.card] if isinstance(getattr(move, "card", ""), int) else []
    lying = {card.n: card.face for card in position.play}
    named = all(
        not n or re.search(rf"#\s*0*{n}\b", sentence) or _calls(body, lying.get(n, ""), position) for n in numbers
    )
    zone = getattr(move, "zone", "")
    return named and all(_calls(body, face, position) for face in faces if face) and (not zone or zone[:2] in sentence)


def _calls(body: str, face: str, position: Position) -> bool:
    card = position.cards.card.get(face)
    return is_named(body, f"{face} {card.name if card else ''}")


WILD = Wild(
    options=[*VARIANTS.values(), {"first_player": "james-the-second"}], seats=("steve", "james-the-second"),
    words=words, says=says, rare=lambda _seat, _other: (f.StepMissed("draw"), f.BonusDue(True)),
    unlisted=(m.SetStops, m.SkipStep),
    signs='ABCDEFGHSU0123456789:>-=/()[]?;.+ vx*#@"\u2192\u212a\u0130\u00df\u0661\ufe0f\x00\U0001f511!', length=500,
)  # fmt: skip
