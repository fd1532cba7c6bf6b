"""What each game says of play, totals, hands and a board: `tests/texts` has it in `turns.txt` and `boards.txt`."""

from collections.abc import Sequence
from typing import Any, Final

from ccg_tables import CROWD as CCG
from ccg_tables import NOBODY as NO_CCG
from ccg_tables import SPARE, J, S
from daleks_tables import CROWD as DALEKS
from daleks_tables import JULIE, KIM, STEVE, facing
from daleks_tables import NOBODY as NO_DALEKS
from daleks_tables import lines as daleks_lines
from daleks_tables import table as daleks_table
from keys_board import HIDDEN as KEYS_BOARD
from keys_board import board
from keys_board import lines as keys_lines
from parsed_picture import ParsedPicture
from risk_worlds import HIDDEN as RISK_BOARD
from risk_worlds import field

from events.events import Fact, Passed
from projections.games.ccg.facts import combat_effects as c
from projections.games.ccg.facts import effects as f
from projections.games.ccg.facts import moves as m
from projections.games.daleks.facts import effects as df
from projections.games.daleks.facts import moves as dm
from projections.games.keys import facts as k
from projections.games.risk import facts as r
from projections.shelf import shelf
from projections.terms import Marks

KEYS = board("draw", open_doors="c1", pawns={"nine": "c1", "ten": "e5"}, hands={"nine": "key-blue sonic sonic"})
FAR = board("move", open_doors="c6", kinds={"c7": "open"}, pawns={"nine": "c6"})
RISK = field("russia K4, scandinavia Y2, peru 13, ural K1, india O2").replace(turn=7, player="black")
RICH = RISK.replace(
    armies=("black", "yellow", "n1"), clara=6, tardis="egypt", hands={"black": ("peru", "japan")},
    missions={"black": ("vampires",)}, powers={"black": ("console",)}, defeated=("n1",),
)  # fmt: skip
MEADOW = daleks_table("prepare", hands={JULIE: "jelly-babies"}, earth=("silurians", "?", "?"))
ADVENTURE = DALEKS.adventure
assert ADVENTURE is not None
EARLY = DALEKS.replace(stack=(ADVENTURE.replace(pools=(), helper="", manner=""),))
WON, LOST = facing(won=True), facing()
ATTACK = r.BattleBegun("black", "orange", "ural", "india", 1)
SECOND = r.BattleBegun("black", "yellow", "russia", "scandinavia", 3)
FIGHT = (
    m.ChooseZone(S, "present"), m.DrawCard(S), m.PlayCard(S, "bok"), f.CardEntered(11, "bok", S, S, "present"),
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


def recap(slug: str, now: Any, facts: Sequence[Fact]) -> Sequence[str] | None:
    game, steps = shelf()[slug], list[Any]()
    for fact in facts:
        after = game.rules.reducer(now, fact)
        steps.append((fact, now, after))
        now = after
    return game.view.recap(steps)


def facts_of(now: Any, *moves: Any) -> list[Fact]:
    """The facts of legal moves in Keys to the TARDIS or Time of the Daleks; other seats pass."""
    facts = list[Fact]()
    for move in moves:
        entries, now = (keys_lines if hasattr(now, "tunnels") else daleks_lines)(now, move)
        facts += [entry.fact for entry in entries]
        awaited = now.window.awaited if getattr(now, "window", None) else ()
        facts += facts_of(now, *map(Passed, awaited))
    return facts


DRAWN, OPENED = k.DrawCard("nine"), k.PlayKey("nine", "blue", "c2", "open")
STRETCHES: Final[dict[str, tuple[str, Any, Sequence[Fact]]]] = {
    "a fight": ("ccg", SPARE, FIGHT), "a hit": ("ccg", SPARE, HIT),
    "an Episode and a defence": ("ccg", SPARE, [m.PlayEpisode(S, "inferno", "past"), m.NameCombatant(J, 3)]),
    "an Episode solved": ("ccg", CCG, [m.SolveEpisode(S, 38, ()), m.UseSpecial(S, 9)]),
    "two turns of cards":
        ("ccg", SPARE, [m.EndTurn(S), m.ChooseZone(S, "past"), f.TurnBegan(J, 5, 3), m.ChooseZone(J, "future")]),
    "before the first turn of cards": ("ccg", SPARE.replace(turn=0), [m.SubmitDeck(S, ("?",))]),
    "a card and a journey":
        ("daleks", MEADOW, facts_of(MEADOW, dm.PlayTimey(JULIE, "jelly-babies"), dm.Travel(JULIE, 1, 0))),
    "a regeneration": ("daleks", daleks_table(), [df.ConsolesSwapped((JULIE, STEVE), ("twelfth", "first"))]),
    "an Adventure won": ("daleks", WON, facts_of(WON, dm.Resolve(JULIE))),
    "an Adventure lost": ("daleks", LOST, facts_of(LOST, dm.Resolve(JULIE))),
    "an Adventure under way": ("daleks", DALEKS, [Passed(KIM)]), "an Adventure begun": ("daleks", EARLY, [Passed(KIM)]),
    "nothing": ("daleks", MEADOW, []), "no seats": ("daleks", NO_DALEKS, [df.StepReached("travel")]),
    "a draw": ("keys", KEYS, facts_of(KEYS, DRAWN)),
    "a Key": ("keys", KEYS, facts_of(KEYS, DRAWN, OPENED, k.MovePawn("nine", "c2"))),
    "the far edge": ("keys", FAR, facts_of(FAR, k.MovePawn("nine", "c7"))),
    "a conquest": ("risk", RISK, CONQUEST), "an attack": ("risk", RISK, [ATTACK, r.DaleksLost("ural", 1)]),
    "three attacks": ("risk", RISK, [ATTACK, SECOND, ATTACK]), "a loss": ("risk", RISK, [r.DaleksLost("peru", 2)]),
    "a manoeuvre": ("risk", RISK, [r.Manoeuvre("black", "russia", "ural", 2), r.ClaraAdvanced(6)]),
    "a defeat": ("risk", RISK, [r.ArmyDefeated("yellow"), r.GameEnded(("black",), "domination")]),
    "two turns of Daleks":
        ("risk", RISK, [r.DaleksPlaced("russia", 1), r.TurnBegan("yellow", 8, 3), r.DaleksPlaced("scandinavia", 4)]),
    "before the first turn of Daleks": ("risk", RISK.replace(turn=0), [r.DaleksPlaced("russia", 1)]),
}  # fmt: skip
TOTALS: Final[dict[str, tuple[str, Any]]] = {
    "cards": ("ccg", CCG), "no cards": ("ccg", NO_CCG), "Daleks": ("daleks", DALEKS), "Keys": ("keys", KEYS),
    "Keys, held": ("keys", KEYS.replace(held={"ten": 2}, pawns={"nine": "out", "ten": "e5"})), "Risk": ("risk", RICH),
}  # fmt: skip
HANDS: Final[dict[str, tuple[str, Any, str]]] = {
    "cards, unseen": ("ccg", CCG, S), "cards": ("ccg", CCG, J), "no cards": ("ccg", NO_CCG, J),
    "Daleks": ("daleks", DALEKS, JULIE), "Daleks, empty": ("daleks", DALEKS, KIM), "Keys": ("keys", KEYS, "nine"),
    "Keys, empty": ("keys", KEYS.replace(hands={}), "nine"), "Risk": ("risk", RICH, "black"),
    "Risk, empty": ("risk", RICH, "yellow"),
}  # fmt: skip


def turn_texts() -> dict[str, list[str]]:
    """What the game says now, by its key; no recap at all is not the same as an empty one."""
    recaps = {f"recap: {name}": recap(*given) for name, given in STRETCHES.items()}
    views = {slug: game.view for slug, game in shelf().items()}
    return {
        **{key: ["none"] if said is None else list(said) for key, said in recaps.items()},
        **{f"totals: {name}": list(views[slug].totals(now)) for name, (slug, now) in TOTALS.items()},
        **{f"hand: {name}": list(views[slug].hand(now, seat)) for name, (slug, now, seat) in HANDS.items()},
    }


BOARDS: Final[dict[str, Any]] = {"ccg": CCG, "daleks": DALEKS, "keys": KEYS_BOARD, "risk": RISK_BOARD}


def board_texts() -> dict[str, list[str]]:
    """What the text board and the picture of a game say."""
    views = {slug: shelf()[slug].view for slug in BOARDS}
    lines = {slug: map(str.rstrip, views[slug].text(now).splitlines()) for slug, now in BOARDS.items()}
    pictures = {slug: ParsedPicture(views[slug].draw(now, Marks())) for slug, now in BOARDS.items()}
    return {
        **{f"{slug}: text": list(filter(None, rows)) for slug, rows in lines.items()},
        **{f"{slug}: picture": picture.parts() for slug, picture in pictures.items()},
    }
