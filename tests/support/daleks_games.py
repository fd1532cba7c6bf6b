"""Random games of Time of the Daleks for tests, and moves that may be illegal."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from daleks_tables import DOCTORS, SEATS
from players import Played, awaited_moves, choose_by_kind, groups
from round_trip import Wild, is_named, made_up_move

from events.errors import UnplayableError
from events.events import UNKNOWN, Passed, Started
from projections.draft import run
from projections.games.daleks.components.box import COLOURS, SYMBOLS
from projections.games.daleks.events import effects as f, moves as m
from projections.games.daleks.game import GAME
from projections.games.daleks.state.names import CODES
from projections.games.daleks.state.position import Position
from replay.chance.random_source import SeededChance

VARIANTS: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "two": (2, {}),
    "three, first game": (3, {"first_game": True}),
    "four, other readings": (4, {
        "turn_order": "by_doctor", "stay_zone": "same", "dice_order": "free", "helped_ship": "once",
        "gallifrey_winners": "first", "same_location_help": "price", "gallifrey": 20, "earth": 8, "turn_cap": 60,
    }),
    "solo": (1, {"solo": True}),
}  # fmt: skip
CAP: Final = 5_000


def begin(variant: str) -> Started:
    seats, options = VARIANTS[variant]
    seated = SEATS[:seats]
    doctors = {seat: DOCTORS[seat] for seat in seated}
    return Started("daleks", GAME.meta.rules_number, seated, {"doctors": doctors, **options})


def game(seed: int, variant: str = "two") -> Iterator[Played]:
    chooser, fate = random.Random(f"{seed} {variant}"), SeededChance(seed)
    yield from groups(GAME, GAME.begin(begin(variant), fate), chooser, fate, choose_by_kind, CAP)


def mistaken(seed: int, variant: str = "two") -> Iterator[Position]:
    """Yield positions of a game in which a third of all moves are arbitrary and recorded as they were made."""
    chooser, fate = random.Random(f"{seed} {variant}"), SeededChance(seed)
    now = GAME.begin(begin(variant), fate)[1]
    for _ in range(250):
        if now.how:
            return
        offered = awaited_moves(GAME, now)
        guess = chooser.random() < 0.35 or not offered
        with suppress(UnplayableError):
            move = made_up_move("daleks", now, chooser) if guess else chooser.choice(offered)
            now = run(GAME.rules, now, move, fate, strict=False).now
            yield now


def words(now: Position, seat: str) -> Mapping[str, Sequence[Any]]:
    console, adventure = now.console(seat), now.adventure
    aboard = [one.companion for one in console.companions]
    hand = [card for card in now.hands.get(seat, ()) if card != UNKNOWN]
    pools = adventure.pools if adventure else ()
    dice = list(dict.fromkeys(die.name for pool in pools for die in pool.dice)) or ["B1"]
    return {
        "doctor": list(now.box.doctor), "card": [*hand, *hand, *console.equipment, console.doctor, *aboard, "fez"],
        "companion": [*aboard, "", "amy", "rory", "susan", "strax"], "to": ["", "", *now.seats],
        "pool": ["", "", *now.seats], "colour": ["", *COLOURS], "zone": [0, 1, 2],
        "wanted": ["", *(card for one in now.consoles.values() for card in one.equipment)],
        "place": [place.n for place in now.places], "location": [*now.found, "mars", "gallifrey"],
        "price": ["token", "token", "", *hand], "deck": ["earth", "alien"], "colours": COLOURS,
        "icon": [1, 2, 3, 4], "helper": now.seats, "manner": ["afar", "here"], "die": dice, "dice": dice,
        "symbol": SYMBOLS, "option": [1, 2, 3],
    }  # fmt: skip


_VERBS: dict[Any, str] = {
    m.ChooseDoctor: "do|pl", m.Charge: "pr", m.Install: "pr", m.Uninstall: "pr", m.Dismiss: "pr",
    m.PlayTimey: "pl|pr|po", m.UseAbility: "us|pr|tr", m.Stay: "tr", m.RollTardis: "tr", m.Travel: "tr",
    m.Explore: "tr", m.KeepLocation: "tr", m.EnterZone: "tr", m.Recruit: "rec", m.Gather: "po", m.Focus: "po",
    m.CallHelp: "he|po", m.GiveHelp: "he", m.CutDie: "po", m.Exterminate: "po", m.RollDice: "ro|re|po",
    m.ReRoll: "ag|re|ro", m.ReRollByTokens: "ag|re", m.SpendBlack: "ag|re", m.ChangeFace: "fa|ch",
    m.ChangeByTokens: "fa|ch", m.Resolve: "en|fi|res", m.ChooseCost: "co|pa|en|fi|res", m.PayCard: "co|pa|en|fi|res",
    m.PayTokens: "co|pa|en|fi|res", m.PayCompanion: "co|pa|en|fi|res", m.Finish: "en|fi|res",
    m.DiscardTimey: "en|fi|res", m.DaleksMove: "da", m.SkipAdventure: "ro|no", Passed: "pa|re|po|co|he",
}  # fmt: skip
_WORDS: dict[Any, str] = {
    m.Charge: "charge", m.Install: "install|equip", m.Uninstall: "uninstall|remove|off", m.Dismiss: "dismiss",
    m.Stay: r"stay|remain|no|[-\u2013\u2014\u2212]", m.RollTardis: "die|roll|tardis", m.KeepLocation: "new|keep",
    m.Focus: "focus|>", m.CutDie: "drop|cut|discard|remove", m.Exterminate: "exterminate",
    m.ReRollByTokens: "token|charge", m.SpendBlack: "spend|discard", m.ChangeByTokens: "token|charge",
    m.DiscardTimey: "discard", m.Explore: "search|new|keep|explore|draw",
}  # fmt: skip


def says(text: str, move: Any, position: Position) -> bool:
    sentence = text.casefold()
    seats = "|".join((*position.seats, *(seat.replace("-", " ") for seat in position.seats), *"jskl"))
    sentence = re.sub(rf"^\W*(?:the )?(?:{seats})\b(?=\W*[a-z])", "", sentence)
    verb = re.search(r"[a-z]", sentence)
    if verb is None:
        return False
    if isinstance(move, m.Gather | m.CutDie | m.Exterminate) and re.match("ro", sentence[verb.start() :]):
        return "(" in sentence or any(code.casefold() in sentence for code in CODES.values())  # the rolled dice
    if not re.match(_VERBS[type(move)], sentence[verb.start() :]):
        return False
    if not re.search(_WORDS.get(type(move), ""), sentence):
        return False
    body = re.sub(r"\W+", " ", sentence)
    things = [getattr(move, name, "") for name in ("card", "companion", "location", "doctor", "wanted", "price")]
    dice = [move.die] if hasattr(move, "die") else list(getattr(move, "dice", ()))
    symbol = getattr(move, "symbol", "")
    named = all(_calls(body, thing, position) for thing in things if thing)
    return named and all(die[0].casefold() in sentence for die in dice) and CODES.get(symbol, "").casefold() in sentence


def _calls(body: str, ident: str, position: Position) -> bool:
    """Return whether a line contains a part of a thing's name or id; an icon may have its own name."""
    box = position.box
    tables = (box.doctor, box.companion, box.location, box.timey)
    thing: Any = next((table[ident] for table in tables if ident in table), None)
    icons = " ".join(icon.name for icon in getattr(thing, "icons", ()))
    return (ident == "token" and "charge" in body) or is_named(body, f"{ident} {thing.name if thing else ''} {icons}")


WILD = Wild(
    unlisted=(m.SkipAdventure,),
    options=[options for seats, options in VARIANTS.values() if seats > 1],
    seats=("julie", "steve", "kim-the-third", "lee"),
    words=words, missed=lambda event: event.pile in ("earth", "alien"), says=says,
    rare=lambda seat, other: (
        f.CompanionsKept(seat), f.ConsolesSwapped((seat,), ("first",)), f.LocationGone(2), f.StepMissed("charge"),
        f.TimeyHanded(seat, "fez", other),
    ),
    signs='ABCDEFGHSUR0123456789:>-=/()[]?;.+ *#@"~\u2192\u212a\u0130\u00df\u0661\ufe0f\x00\U0001f511!',
    length=400,
)  # fmt: skip
