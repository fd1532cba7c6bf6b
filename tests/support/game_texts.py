"""The texts of each game for events, turns, totals, hands and boards; `golden_texts.py` writes them to `tests/texts`.

A line of `sentences-<slug>.txt` names a position of `TABLES` and contains an event in JSON; the sentence is below it.
Add a line for each new event.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, Union

import ccg_tables as ccg
import daleks_tables as daleks
import keys_board as keys
import msgspec
import risk_worlds as risk
from daleks_tables import JULIE, KIM, STEVE, place
from parsed_picture import ParsedPicture
from places import TESTS

from events.codec import SHARED
from events.events import Drawn, Event, Passed
from projections.contracts import Marks
from projections.described import DESCRIBED
from projections.games.ccg.events import combat_effects as c, effects as f, moves as m
from projections.games.ccg.state.position import Announcement, Change, Fight
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.events import effects as df, moves as dm
from projections.games.daleks.state.position import Debt, Place
from projections.games.keys.events import moves as k
from projections.games.keys.state.position import KeyBonus, Tile
from projections.games.risk import events as r
from projections.games.risk.state.position import Land
from projections.registry import registry
from projections.window import Window

VIEWS: Final = {"ccg": ccg, "daleks": daleks, "keys": keys, "risk": risk}
"""The module with positions of each game as viewers see them."""
J, S = ccg.SEATS
CCG: Final = ccg.seen(
    ccg.lay(1, "watcher-present", J), ccg.lay(2, "yeti", S), ccg.lay(3, "romans", S, "past"),
    ccg.lay(4, "romans", S, "past"), ccg.lay(5, "unit-corporal", J), ccg.lay(6, "sonic-screwdriver", S),
    ccg.lay(7, "city-of-death", J), ccg.lay(8, "tegan-jovanka", J), ccg.lay(9, "the-tardis", J),
    ccg.lay(10, "dulciens", J, changes=(Change("substance", 1, "tegan-jovanka", 8, constant=True),)),
)  # fmt: skip
DALEKS: Final = daleks.table(
    "adventure", hands={JULIE: "fez k-9", "steve": "? tune-up"}, consoles={JULIE: "amy rory~ +library-card"},
    places=(place(2, "mars", "sutekh", "?"), Place(3, "into-the-dalek"), place(4, "telos", "", "mara")),
    at={JULIE: (2, 0)}, seats=3, stack=daleks.CROWD.stack[:1],
)  # fmt: skip
KEYS: Final = keys.board(
    seats="nine ten", open_doors="c1 c2 e5", kinds={"b3": "key", "e2": "closed extra", "f6": "teleport"},
    pawns={"nine": "c1", "ten": "e5"}, tunnels=(("c1", "d2"),),
)  # fmt: skip
RISK: Final = risk.field("russia K4, scandinavia Y2, peru 13, ural K1, india O2")
UNSEEN: Final = KEYS.replace(
    tiles={name: Tile(tile.colour, tile.kind if tile.open else "?", tile.open) for name, tile in KEYS.tiles.items()}
)
USUAL: Final = "usual"
TABLES: Final[Mapping[str, Mapping[str, Any]]] = {
    "ccg": {
        USUAL: CCG, "fight": CCG.replace(stack=(Fight(2, 1, "fight"),)),
        "announced": CCG.replace(stack=(Announcement(1, J, "the-tardis", 9, targets=(2,)),)),
        **{f"{name}-window": CCG.replace(stack=(Window(name, (J,)),)) for name in ("combat", "fight", "answer-1")},
        "two-hits": CCG.replace(stack=(Fight(2, 0, "hit", 2),)), "no-hit": CCG.replace(stack=(Fight(2, 0, "hit"),)),
        "no-deck": CCG.replace(decks={S: ()}), "deal": CCG.replace(turn=0),
    },
    "daleks": {
        USUAL: DALEKS, "crowd": daleks.CROWD, "found": DALEKS.replace(found=("karn", "telos")),
        "owed": DALEKS.replace(stack=(Debt(JULIE, "dilemma", "cybermen", SHIPPED.dilemma["cybermen"].fail, 1, 2),)),
        "davros": daleks.table(places=(place(2, "mars", "", daleks=(5,)),)), "no-adventure": DALEKS.replace(stack=()),
    },
    "keys": {
        USUAL: KEYS, "unseen": UNSEEN, "deal": KEYS.replace(step="set-up"),
        "offered": KEYS.replace(stack=(KeyBonus("nine", "b3"),), step="bonus"),
        "outside": KEYS.replace(pawns={"nine": "out"}),
    },
    "risk": {
        USUAL: RISK, "hidden": risk.HIDDEN, "deal": RISK.replace(step="set-up"),
        "battle": risk.field("russia K4, scandinavia Y2", battle={"daleks": 3}),
        "asked": RISK.replace(stack=(Window("defence", ("yellow",)),)),
        "twelve": RISK.replace(lands={f"t{n}": Land("black", 1) for n in range(12)}),
    },
}  # fmt: skip


class Row(NamedTuple):
    slug: str
    table: str
    event: Any
    text: str

    @property
    def before(self) -> Any:
        return TABLES[self.slug][self.table]


@cache
def rows(slug: str) -> list[Row]:
    lines = (TESTS / f"texts/sentences-{slug}.txt").read_text("utf-8").splitlines()
    decoder = msgspec.json.Decoder(Union[*dict.fromkeys((*SHARED, *registry()[slug].vocabulary))])
    given = [(*key.split(" ", 1), text.strip()) for key, text in zip(lines[::2], lines[1::2], strict=True)]
    return [Row(slug, table, decoder.decode(event), text) for table, event, text in given]


def events(slug: str) -> list[Event]:
    return [row.event for row in rows(slug) if row.table == USUAL]


def tell(slug: str, event: Any, before: Any) -> str:
    game = registry()[slug]
    is_folded = slug in ("ccg", "daleks") or isinstance(event, DESCRIBED)
    after = game.rules.reducer(before, event) if is_folded else before
    return game.view.sentence(event, before, after)


def told_again(slug: str) -> dict[str, list[str]]:
    """Return the lines of the file, each with the game's current sentence."""
    told = ((f"{row.table} {msgspec.json.encode(row.event).decode()}", row) for row in rows(slug))
    return {key: [tell(slug, row.event, row.before)] for key, row in told}


AT_DRAW = keys.board("draw", open_doors="c1", pawns={"nine": "c1", "ten": "e5"}, hands={"nine": "key-blue sonic sonic"})
FAR = keys.board("move", open_doors="c6", kinds={"c7": "open"}, pawns={"nine": "c6"})
RICH = RISK.replace(
    armies=("black", "yellow", "n1"), clara=6, tardis="egypt", hands={"black": ("peru", "japan")},
    missions={"black": ("vampires",)}, powers={"black": ("console",)}, defeated=("n1",),
)  # fmt: skip
MEADOW = daleks.table("prepare", hands={JULIE: "jelly-babies"}, earth=("silurians", "?", "?"))
MANY_CARDS, MANY_DALEKS, ADVENTURE = ccg.CROWD, daleks.CROWD, daleks.CROWD.adventure
assert ADVENTURE is not None
EARLY = MANY_DALEKS.replace(stack=(ADVENTURE.replace(pools=(), helper="", manner=""),))
WON, LOST = daleks.facing(won=True), daleks.facing()
ATTACK = r.BattleBegun("black", "orange", "ural", "india", 1)
SECOND = r.BattleBegun("black", "yellow", "russia", "scandinavia", 3)
FIGHT = (
    m.ChooseZone(S, "present"), m.DrawCard(S), Drawn(S, f"deck-{S}", "typed", ("?",)), m.PlayCard(S, "bok"),
    f.CardEntered(11, "bok", S, S, "present"),
    m.AnnounceCombat(S), m.Attack(S, 8, 2), c.AttackBegun(8, 2), m.PlayFlash(J, "brain-transformer", (2,)),
    m.GiveSupport(J, 10, 2, "substance"), f.ValuesSet(2, 1, 2, 1), c.CombatEnded("draw"), f.CardSided(8, S),
    m.DrawBonus(S),
)  # fmt: skip
HIT = (
    m.ChooseZone(S, "past"), m.Attack(S, 8), c.AttackBegun(8), m.DeclineCombat(J), c.CombatantNamed(0),
    m.MakeHit(S), c.TimeCardLost(J, "time-future"), c.HitsOver(again=False), c.CombatEnded("no-outcome"),
    f.CardDiscarded(8, "destroyed"), f.StepMissed("draw"), f.GameEnded((S,), "time cards"),
)  # fmt: skip
CONQUEST = (
    r.DaleksPlaced("russia", 3), SECOND, r.DaleksLost("russia", 1), r.DaleksLost("scandinavia", 2),
    r.TerritoryTaken("scandinavia", "black", 3), r.DaleksMoved("russia", "scandinavia", 3), r.BattleEnded("conquest"),
)  # fmt: skip


def recap(slug: str, now: Any, events: Sequence[Event]) -> Sequence[str] | None:
    game, steps = registry()[slug], list[Any]()
    for event in events:
        after = game.rules.reducer(now, event)
        steps.append((event, now, after))
        now = after
    return game.view.summarize(steps)


def events_of(now: Any, *moves: Any) -> list[Event]:
    """Return the events of legal moves in Keys to the TARDIS or Time of the Daleks; other seats pass."""
    events = list[Event]()
    for move in moves:
        entries, now = (keys.lines if hasattr(now, "tunnels") else daleks.lines)(now, move)
        events += [entry.event for entry in entries]
        awaited = now.window.awaited if getattr(now, "window", None) else ()
        events += events_of(now, *map(Passed, awaited))
    return events


DRAWN, OPENED = k.DrawCard("nine"), k.PlayKey("nine", "blue", "c2", "open")
STRETCHES: Final[dict[str, tuple[str, Any, Sequence[Event]]]] = {
    "a fight": ("ccg", ccg.SPARE, FIGHT), "a hit": ("ccg", ccg.SPARE, HIT),
    "an Episode and a defence": ("ccg", ccg.SPARE, [m.PlayEpisode(S, "inferno", "past"), m.NameCombatant(J, 3)]),
    "an Episode solved": ("ccg", MANY_CARDS, [m.SolveEpisode(S, 38, ()), m.UseSpecial(S, 9)]),
    "two turns of cards":
        ("ccg", ccg.SPARE, [m.EndTurn(S), m.ChooseZone(S, "past"), f.TurnBegan(J, 5, 3), m.ChooseZone(J, "future")]),
    "before the first turn of cards": ("ccg", ccg.SPARE.replace(turn=0), [m.SubmitDeck(S, ("?",))]),
    "a card and a journey":
        ("daleks", MEADOW, events_of(MEADOW, dm.PlayTimey(JULIE, "jelly-babies"), dm.Travel(JULIE, 1, 0))),
    "a regeneration": ("daleks", daleks.table(), [df.ConsolesSwapped((JULIE, STEVE), ("twelfth", "first"))]),
    "an Adventure won": ("daleks", WON, events_of(WON, dm.Resolve(JULIE))),
    "an Adventure lost": ("daleks", LOST, events_of(LOST, dm.Resolve(JULIE))),
    "an Adventure under way": ("daleks", MANY_DALEKS, [Passed(KIM)]),
    "an Adventure begun": ("daleks", EARLY, [Passed(KIM)]),
    "nothing": ("daleks", MEADOW, []), "no seats": ("daleks", daleks.NOBODY, [df.StepReached("travel")]),
    "a draw": ("keys", AT_DRAW, events_of(AT_DRAW, DRAWN)),
    "a Key": ("keys", AT_DRAW, events_of(AT_DRAW, DRAWN, OPENED, k.MovePawn("nine", "c2"))),
    "the far edge": ("keys", FAR, events_of(FAR, k.MovePawn("nine", "c7"))),
    "a conquest": ("risk", RISK, CONQUEST), "an attack": ("risk", RISK, [ATTACK, r.DaleksLost("ural", 1)]),
    "an attack called off": ("risk", RISK, [ATTACK, r.DaleksLost("ural", 1), r.BattleEnded("called off")]),
    "three attacks": ("risk", RISK, [ATTACK, SECOND, ATTACK]), "a loss": ("risk", RISK, [r.DaleksLost("peru", 2)]),
    "a manoeuvre": ("risk", RISK, [
        r.Manoeuvre("black", "russia", "ural", 2), r.ClaraAdvanced(6), Drawn("black", "territory", "typed", ("?",)),
    ]),
    "a TARDIS and a card": ("risk", RISK, [
        r.LandTardis("black"), r.TardisLanded("peru", "peru"), r.MoveTardis("black", "console", "ural"),
        r.TardisLanded("ural", ""), r.Attack("black", "russia", "scandinavia", 3, "console"),
    ]),
    "a defeat": ("risk", RISK, [r.ArmyDefeated("yellow"), r.GameEnded(("black",), "domination")]),
    "two turns of Daleks":
        ("risk", RISK, [r.DaleksPlaced("russia", 1), r.TurnBegan("yellow", 8, 3), r.DaleksPlaced("scandinavia", 4)]),
    "before the first turn of Daleks": ("risk", RISK.replace(turn=0), [r.DaleksPlaced("russia", 1)]),
}  # fmt: skip
TOTALS: Final[dict[str, tuple[str, Any]]] = {
    "cards": ("ccg", MANY_CARDS), "no cards": ("ccg", ccg.NOBODY), "Daleks": ("daleks", MANY_DALEKS),
    "Keys": ("keys", AT_DRAW),
    "Keys, held": ("keys", AT_DRAW.replace(held={"ten": 2}, pawns={"nine": "out", "ten": "e5"})),
    "Risk": ("risk", RICH),
}  # fmt: skip
HANDS: Final[dict[str, tuple[str, Any, str]]] = {
    "cards, unseen": ("ccg", MANY_CARDS, S), "cards": ("ccg", MANY_CARDS, J), "no cards": ("ccg", ccg.NOBODY, J),
    "Daleks": ("daleks", MANY_DALEKS, JULIE), "Daleks, empty": ("daleks", MANY_DALEKS, KIM),
    "Keys": ("keys", AT_DRAW, "nine"), "Keys, empty": ("keys", AT_DRAW.replace(hands={}), "nine"),
    "Risk": ("risk", RICH, "black"), "Risk, empty": ("risk", RICH, "yellow"),
}  # fmt: skip


def turn_texts() -> dict[str, list[str]]:
    """Return the current texts by key. No recap at all (`none`) differs from an empty one."""
    recaps = {f"recap: {name}": recap(*given) for name, given in STRETCHES.items()}
    views = {slug: game.view for slug, game in registry().items()}
    return {
        **{key: ["none"] if text is None else list(text) for key, text in recaps.items()},
        **{f"totals: {name}": list(views[slug].totals(now)) for name, (slug, now) in TOTALS.items()},
        **{f"hand: {name}": list(views[slug].hand(now, seat)) for name, (slug, now, seat) in HANDS.items()},
    }


def board_texts() -> dict[str, list[str]]:
    """Return the words of each game's text board and picture."""
    tables = {"ccg": MANY_CARDS, "daleks": MANY_DALEKS, "keys": keys.HIDDEN, "risk": risk.HIDDEN}
    views = {slug: registry()[slug].view for slug in tables}
    pictures = {slug: ParsedPicture(registry()[slug].board(now, Marks())) for slug, now in tables.items()}
    lines = {slug: map(str.rstrip, views[slug].text(now).splitlines()) for slug, now in tables.items()}
    return {
        **{f"{slug}: text": list(filter(None, rows)) for slug, rows in lines.items()},
        **{f"{slug}: picture": picture.parts() for slug, picture in pictures.items()},
    }
