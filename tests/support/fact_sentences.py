"""What each game says of a fact: `tests/texts/sentences-<slug>.txt`, which `golden_texts.py` writes again.

A line there names a table of `TABLES` and contains a fact in JSON; the sentence is below it. Add a line for a new fact.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple, Union

import ccg_tables as ccg
import daleks_tables as daleks
import keys_board as keys
import msgspec
import risk_worlds as risk
from daleks_tables import JULIE, place
from places import TESTS

from events.codec import SHARED
from events.events import Fact
from projections.games.ccg.state.position import Announcement, Change, Fight
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.state.position import Debt, Place
from projections.games.keys.state.position import KeyBonus, Tile
from projections.games.risk.state.position import Land
from projections.shelf import shelf
from projections.window import Window

VIEWS: Final = {"ccg": ccg, "daleks": daleks, "keys": keys, "risk": risk}
"""The tables of each game as viewers have them."""
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
    fact: Any
    said: str

    @property
    def before(self) -> Any:
        return TABLES[self.slug][self.table]


@cache
def rows(slug: str) -> list[Row]:
    lines = (TESTS / f"texts/sentences-{slug}.txt").read_text("utf-8").splitlines()
    decoder = msgspec.json.Decoder(Union[*dict.fromkeys((*SHARED, *shelf()[slug].vocabulary))])
    given = [(*key.split(" ", 1), said.strip()) for key, said in zip(lines[::2], lines[1::2], strict=True)]
    return [Row(slug, table, decoder.decode(fact), said) for table, fact, said in given]


def facts(slug: str) -> list[Fact]:
    return [row.fact for row in rows(slug) if row.table == USUAL]


def tell(slug: str, fact: Any, before: Any) -> str:
    game = shelf()[slug]
    after = game.rules.reducer(before, fact) if slug in ("ccg", "daleks") else before
    return game.view.tell(fact, before, after)


def told_again(slug: str) -> dict[str, list[str]]:
    """The lines of the file, each with what the game says now."""
    told = ((f"{row.table} {msgspec.json.encode(row.fact).decode()}", row) for row in rows(slug))
    return {key: [tell(slug, row.fact, row.before)] for key, row in told}
