"""Random games of Risk: laws, recorded wrong moves, a second implementation, and forged lines."""

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final

import msgspec
import pytest
from long_runs import some_short
from players import awaited_moves, groups
from random_sessions import keenly
from risk_games import SEATS, VARIANTS, daleks_brought, game
from risk_worlds import army, world
from round_trip import forged_events_do_no_harm, made_up_move

from events.errors import CannotTellError, UnplayableError
from events.events import UNKNOWN, Drawn, Event, Revealed, Rolled, Shuffled, Started
from projections.draft import DeclaredResults, find_conflicts, run
from projections.games.risk import events as e
from projections.games.risk.components.cards import SHIPPED
from projections.games.risk.components.world_map import LAND_BORDERS, SEA_LINES, TERRITORIES, neighbours
from projections.games.risk.events import ALL_EFFECTS
from projections.games.risk.game import GAME
from projections.games.risk.options import Options
from projections.games.risk.rules.invariants import INVARIANTS, cards_of
from projections.games.risk.state.position import Battle, World
from replay.chance.random_source import SeededChance

BONUS: Final = {"north-america": 5, "south-america": 2, "europe": 5, "africa": 3, "asia": 7, "australia": 2}
STARS: Final = {2: 2, 3: 4, 4: 7, 5: 10, 6: 13, 7: 17, 8: 21, 9: 25, 10: 30}


class Referee:
    """The rules of Risk a second time, from the log alone: no code of the product's rules. `check` takes one move."""

    def __init__(self, seats: Sequence[str], options: dict[str, Any]) -> None:
        self.seats, self.options = list(seats), Options(**options)
        self.army: dict[str, str] = {}
        self.daleks: dict[str, int] = {}
        self.deck: list[str] = []
        self.discards: list[str] = []
        self.hands: dict[str, list[str]] = {}
        self.out: set[str] = set()
        self.cut: set[str] = set()
        self.player, self.turn, self.clara, self.tardis, self.under = "", 0, 1, "", ""
        self.conquered = self.drew = False
        self.pool, self.group, self.fight = 0, 0, ("", "", "")
        self.faces: dict[str, list[int]] = {}
        self.plus = {"attack": 0, "defence": 0}
        self.fewer = self.chosen = 0
        self.open = ""
        kept = {
            frozenset({"new-guinea", "western-australia"}): self.options.edge_new_guinea_western_australia,
            frozenset({"east-africa", "middle-east"}): self.options.edge_east_africa_middle_east,
        }
        self.edges = [{*pair} for pair in (*LAND_BORDERS, *SEA_LINES) if kept.get(frozenset(pair), True)]

    # The rules again, written apart from the product

    def held(self, army: str) -> list[str]:
        return [name for name, holder in self.army.items() if holder == army]

    def whole(self, army: str) -> list[str]:
        kept = {land.continent for name, land in TERRITORIES.items() if self.army[name] != army}
        return [name for name in BONUS if name not in kept]

    def winners(self) -> set[str]:
        left = [(seat, self.held(seat)) for seat in self.seats if seat not in self.out]
        scores = {
            seat: (len(held), sum(self.daleks[name] for name in held), len(self.whole(seat))) for seat, held in left
        }
        if self.options.tie_break == "shared":
            scores = {seat: (score[0], 0, 0) for seat, score in scores.items()}
        return {seat for seat, score in scores.items() if score == max(scores.values())}

    def following(self) -> str:
        at = self.seats.index(self.player)
        order = self.seats[at + 1 :] + self.seats[: at + 1]
        return next(seat for seat in order if seat not in self.out)

    def joined(self, source: str, target: str, seat: str) -> bool:
        if self.options.manoeuvre_reach == "adjacent":
            return {source, target} in self.edges
        closed = {self.tardis} if self.options.tardis_blocks_path else set()
        own = set(self.held(seat)) - closed
        reached = {source}
        for _ in TERRITORIES:
            reached |= {name for name in own for edge in self.edges if name in edge and edge - {name} <= reached}
        return target in reached

    def losses(self) -> tuple[int, int]:
        ours = sorted((face + self.plus["attack"] for face in self.faces["A"]), reverse=True)
        theirs = sorted((face + self.plus["defence"] for face in self.faces["D"]), reverse=True)
        pairs = min(len(ours), len(theirs))
        beaten = len([at for at in range(pairs) if ours[at] > theirs[at]])
        return pairs - beaten, beaten

    # One move

    def check(self, events: Sequence[Event]) -> None:
        """Check the move against the table before it, take in what followed, and check that."""
        move, *others = events
        getattr(self, f"_before_{type(move).__name__.lower()}", lambda *_: None)(move, others)
        for event in events:
            self._take(event)
        if isinstance(move, e.RollDice | e.ReRoll) and not any(isinstance(event, e.ReRollOffered) for event in others):
            self._compared(others)
        if isinstance(move, e.RollDice | e.ReRoll):
            self._conquests(others)
        assert not (isinstance(move, e.EndTurn) and self.under)
        ended = [event for event in others if isinstance(event, e.GameEnded)]
        if isinstance(move, e.EndTurn | e.LandTardis):
            assert all(set(event.winners) == self.winners() for event in ended)
        assert [name for name, count in self.daleks.items() if count < 1] == [self.open] * bool(self.open)
        assert len(self.deck) + len(self.discards) + bool(self.under) + sum(map(len, self.hands.values())) == 42

    def _before_landtardis(self, move: e.LandTardis, others: list[Event]) -> None:
        assert move.player == self.player
        shown = next(event for event in others if isinstance(event, Revealed))
        renewed = [event for event in others if isinstance(event, Shuffled)]
        assert bool(renewed) is not bool(self.deck)
        assert shown.item == (self.deck or list(renewed[0].order))[0]
        clara = SHIPPED.territory[shown.item].clara and self.options.end_mode == "regeneration"
        went = [event.doctor for event in others if isinstance(event, e.ClaraAdvanced)]
        assert went == [self.clara + 1] * clara
        assert any(isinstance(event, e.GameEnded) for event in others) is (went == [11])

    def _before_countdaleks(self, move: e.CountDaleks, others: list[Event]) -> None:
        (counted,) = (event for event in others if isinstance(event, e.Reinforced))
        assert move.player == self.player
        if self.player not in self.cut:
            bonus = sum(BONUS[name] for name in self.whole(self.player))
            assert counted.total == max(3, len(self.held(self.player)) // 3) + bonus
        self.cut.discard(self.player)

    def _before_tradestars(self, move: e.TradeStars, others: list[Event]) -> None:
        (paid,) = (event for event in others if isinstance(event, e.Reinforced))
        assert set(move.cards) <= set(self.hands[move.player])
        assert paid.total == STARS[min(10, sum(SHIPPED.territory[card].stars for card in move.cards))]

    def _before_claimmission(self, move: e.ClaimMission, _: list[Event]) -> None:
        assert self.army[SHIPPED.mission[move.card].territory] == move.player

    def _before_place(self, move: e.Place, _: list[Event]) -> None:
        assert self.army[move.territory] == move.player == self.player
        assert 0 < move.daleks <= self.pool

    def _before_placeneutral(self, move: e.PlaceNeutral, _: list[Event]) -> None:
        assert move.player != self.player
        assert self.army[move.territory].startswith("n")

    def _before_attack(self, move: e.Attack, _: list[Event]) -> None:
        assert self.army[move.source] == move.player == self.player != self.army[move.target]
        assert {move.source, move.target} in self.edges
        assert self.tardis not in (move.source, move.target)
        assert 0 < move.daleks <= min(3, self.daleks[move.source] - 1)
        assert self.pool == 0
        self.fight = (move.source, move.target, self.army[move.target])
        self.faces, self.plus, self.fewer, self.chosen = {}, {"attack": 0, "defence": 0}, 0, 0

    def _before_rolldice(self, move: e.RollDice, others: list[Event]) -> None:
        source, target, _ = self.fight
        stack = self.options.attack_style == "stack"
        ready = self.daleks[source] - 1 if stack else self.group
        assert move.daleks <= min(3, ready)
        assert stack or move.daleks == ready
        due = min(2, self.daleks[target])
        due = max(1, due - self.fewer) if not self.faces else due
        thrown = [event for event in others if isinstance(event, Rolled)]
        assert [len(event.faces) for event in thrown] == [move.daleks, self.chosen or due]
        self.chosen = 0

    def _compared(self, others: list[Event]) -> None:
        source, target, _ = self.fight
        lost = {event.territory: event.daleks for event in others if isinstance(event, e.DaleksLost)}
        ours, theirs = self.losses()
        assert (lost.get(source, 0), lost.get(target, 0)) == (ours, theirs)

    def _before_movein(self, move: e.MoveIn, _: list[Event]) -> None:
        source = self.fight[0]
        if self.group:
            assert move.daleks == self.group
        else:
            assert len(self.faces["A"]) <= move.daleks < self.daleks[source]

    def _before_manoeuvre(self, move: e.Manoeuvre, _: list[Event]) -> None:
        assert self.army[move.source] == self.army[move.target] == move.player == self.player
        assert 0 < move.daleks < self.daleks[move.source]
        assert self.tardis not in (move.source, move.target)
        assert self.joined(move.source, move.target, move.player)

    def _before_drawterritorycard(self, move: e.DrawTerritoryCard, others: list[Event]) -> None:
        assert self.conquered
        assert not self.drew
        assert move.player == self.player
        renewed = [event for event in others if isinstance(event, Shuffled)]
        (drawn,) = (event for event in others if isinstance(event, Drawn))
        assert drawn.cards == tuple(self.deck or renewed[0].order)[:1]

    def _before_endturn(self, move: e.EndTurn, others: list[Event]) -> None:
        assert move.player == self.player
        capped = bool(self.options.turn_cap) and self.turn >= self.options.turn_cap
        assert [event.player for event in others if isinstance(event, e.TurnBegan)] == [self.following()] * (not capped)

    def _conquests(self, others: list[Event]) -> None:
        """A last defender gone is a conquest; a last territory gone a defeat; the board, or the other of two, a win."""
        taken = [event for event in others if isinstance(event, e.TerritoryTaken)]
        if not taken:
            assert not [event for event in others if isinstance(event, e.GameEnded | e.ArmyDefeated)]
            return
        loser = self.fight[2]
        gone = not self.held(loser)
        assert any(isinstance(event, e.ArmyDefeated) for event in others) is gone
        assert not gone or not self.hands.get(loser)
        won = len(self.held(self.player)) == 42 or (gone and len(self.seats) == 2 and loser in self.seats)
        assert [event.winners for event in others if isinstance(event, e.GameEnded)] == [(self.player,)] * won

    # Bookkeeping

    def _take(self, event: Event) -> None:  # noqa: C901, PLR0912  # one case an event
        match event:
            case e.TerritoriesDealt(army=army, territories=names):
                self.army |= dict.fromkeys(names, army)
                self.daleks |= dict.fromkeys(names, 3)
            case Shuffled(pile="territory", order=order):
                self.deck, self.discards = list(order), []
            case Drawn(player=player, pile="territory", cards=cards):
                self.deck = self.deck[len(cards) :]
                self.hands.setdefault(player, []).extend(cards)
                self.drew = self.drew or self.turn > 0
            case e.TurnBegan(player=player, turn=turn):
                assert turn == self.turn + 1
                self.player, self.turn, self.tardis, self.conquered, self.drew = player, turn, "", False, False
            case Revealed(item=item):
                self.deck, self.under = self.deck[1:], item
            case e.TardisLanded(territory=name):
                self.tardis = name
            case e.CardReturned(card=card):
                assert card == self.under
                self.deck, self.under = [*self.deck, card], ""
            case e.ClaraAdvanced(doctor=doctor):
                self.clara = doctor
            case e.Reinforced():
                self.pool += event.total
            case e.StarsTraded(player=player, cards=cards):
                self.hands[player] = [card for card in self.hands[player] if card not in cards]
                self.discards += cards
            case e.IncomeCut(rival=rival):
                self.cut.add(rival)
            case e.DaleksPlaced(territory=name, daleks=daleks):
                self.pool -= daleks
                self.daleks[name] += daleks
            case e.DaleksAdded(territory=name, daleks=daleks):
                self.daleks[name] += daleks
            case e.BattleBegun(source=source, group=group):
                self.group = group
                self.daleks[source] -= group
            case e.DiceDue(side=side, plus=plus, fewer=fewer):
                self.plus[side] += plus
                self.fewer += fewer
            case e.Defend(dice=dice):
                self.chosen = dice
            case Rolled(die=die, faces=faces, purpose=purpose) if purpose.startswith("re-roll"):
                for name, face in zip(die.split(), faces, strict=True):
                    assert self.faces[die[0]][int(name[1:] or 1) - 1] == 1
                    self.faces[die[0]][int(name[1:] or 1) - 1] = face
            case Rolled(die=die, faces=faces) if die[0] in "AD":
                self.faces[die[0]] = list(faces)
            case e.DaleksLost(territory=name, daleks=daleks):
                self._gone(name, daleks)
            case e.TerritoryTaken(territory=name, player=player):
                assert self.daleks[name] == 0
                self.army[name], self.open = player, name
                self.conquered = True
            case e.DaleksMoved(source=source, target=target, daleks=daleks):
                self._gone(source, daleks)
                self.daleks[target] += daleks
                self.open = ""
            case e.BattleEnded():
                self.daleks[self.fight[0]] += self.group
                self.group = 0
            case e.ArmyDefeated(army=army):
                self.out.add(army)
            case e.CardsPassed(loser=loser, taker=taker, territories=cards):
                assert sorted(cards) == sorted(self.hands.pop(loser, []))
                self.hands.setdefault(taker, []).extend(cards)

    def _gone(self, name: str, daleks: int) -> None:
        if self.group and name == self.fight[0]:
            self.group -= daleks
        else:
            self.daleks[name] -= daleks
        assert self.daleks[name] >= 0


GAMES = [(seats, seed, name) for seats in (2, 3, 4, 5) for seed in (1, 11) for name in VARIANTS]
CASES: Final = [(seats, name) for seats in (2, 3, 4, 5) for name in VARIANTS]


@pytest.mark.parametrize(("seats", "seed", "variant"), some_short(GAMES, lambda case: case[:2] == (3, 11)))
def test_random_game_keeps_invariants_and_a_second_engine_agrees(seats: int, seed: int, variant: str) -> None:
    """RISK-TAR-02, RISK-REG-01, RISK-REG-04, RISK-VAR-01, RISK-PLC-04, RISK-CON-02, RISK-CON-05, RISK-TRD-04,
    RISK-ATT-05, RISK-DIC-02, RISK-DIC-03, RISK-CMB-01, RISK-CMB-04 to RISK-CMB-06, RISK-ATT-17, RISK-MAN-03,
    RISK-DRW-01, RISK-TRN-03, RISK-WIN-03.
    """
    referee, daleks, last = Referee(SEATS[:seats], VARIANTS[variant]), 0, World(seats=(), options=Options())
    for entries, now in game(seats, seed, variant):
        referee.check([entry.event for entry in entries])
        daleks += sum(daleks_brought(entry.event) for entry in entries)
        group = now.battle.group if now.battle else 0
        assert sum(land.daleks for land in now.lands.values()) + group == daleks
        assert [invariant.name for invariant in INVARIANTS if not invariant.holds(now)] == []
        last = now
    assert last.how
    assert last.winners
    assert referee.turn > seats
    assert [len(cards_of(last, kind)) for kind in ("territory", "mission", "power")] == [42, 10, 15]


@pytest.mark.parametrize(("seats", "variant"), some_short(CASES, CASES[:1].__contains__))
def test_listed_moves_are_exactly_the_accepted_moves(seats: int, variant: str) -> None:
    chooser = random.Random(seats)
    for _, now in islice(game(seats, 3, variant), 0, None, 5):
        for seat in now.seats:
            listed = list(GAME.rules.legal(now, seat))
            for move in chooser.sample(listed, min(6, len(listed))):
                assert find_conflicts(GAME.rules, now, move) == []
            shapes = {_shape(move) for move in listed}
            for move in (made_up_move("risk", now, chooser, seat) for _ in range(6)):
                with suppress(UnplayableError):
                    assert find_conflicts(GAME.rules, now, move) or _shape(move) in shapes, move


def _shape(move: Any) -> Any:
    """A move without the amount that is listed in unit steps; sets of cards are listed up to a limit."""
    match move:
        case e.Place() | e.Manoeuvre():
            return msgspec.structs.replace(move, daleks=1)
        case e.TradeStars():
            return type(move)
        case e.PlayPower() if move.rival:
            return msgspec.structs.replace(move, territory="")
        case _:
            return move


def slip(now: World, chooser: random.Random, stated: DeclaredResults) -> World:
    """Record a random move of a random seat; return the same world if it is impossible."""
    move = made_up_move("risk", now, chooser)
    try:
        draft: Any = run(GAME.rules, now, move, SeededChance(chooser.randrange(1000)), strict=False, stated=stated)
    except (UnplayableError, CannotTellError):
        return now
    return draft.now  # type: ignore[no-any-return]  # a draft of this game


def hidden(now: World) -> World:
    rows = {
        name: {seat: (UNKNOWN,) * len(hand) for seat, hand in getattr(now, name).items()}
        for name in ("hands", "missions", "powers")
    }
    piles = {name: (UNKNOWN,) * len(getattr(now, name)) for name in ("deck", "mission_pile", "power_pile")}
    return now.replace(**rows, **piles)


@pytest.mark.parametrize(("seats", "variant"), some_short(CASES[:-4], CASES[:1].__contains__))
@pytest.mark.parametrize(("seed", "slips", "absent"), [(5, 10, 0), (6, 6, 4)])
def test_wrong_moves_and_missing_results_do_not_break_the_game(
    seats: int, variant: str, seed: int, slips: int, absent: int
) -> None:
    chooser = random.Random(seats)
    for at, (_, now) in islice(enumerate(game(seats, seed, variant)), 0, None, 9):
        world = hidden(now) if at % 2 and not absent else now
        for _ in range(0 if now.how else slips):
            world = slip(world, chooser, DeclaredResults((), chooser.sample([*ALL_EFFECTS], absent)))
            assert [law.name for law in INVARIANTS if law.kind == "matter" and not law.holds(world)] == []
            assert all(land.daleks >= 0 for land in world.lands.values())
            assert GAME.rules.status(world).outcome or GAME.rules.status(world).awaited
            for seat in world.seats:
                list(GAME.rules.legal(world, seat))
                GAME.rules.implied_pass(world, seat)


@pytest.mark.parametrize("seats", some_short(range(2, 6), lambda seats: seats == 3))
def test_a_second_implementation_agrees_to_the_last_territory(seats: int) -> None:
    """RISK-ELI-01, RISK-ELI-02, RISK-WIN-05, RISK-VAR-02, RISK-VAR-03, RISK-TWO-03, RISK-TWO-16."""
    options = {"end_mode": "domination", "beaten_attacker": "blocks_origin", "forced_trade_stars": 6}
    referee, chooser, fate = Referee(SEATS[:seats], options), random.Random(seats), SeededChance(seats)
    begun = GAME.begin(Started("risk", 1, SEATS[:seats], options), fate)

    def pick(_game: Any, now: World, chooser: random.Random, _status: Any) -> Any:
        moves = awaited_moves(GAME, now)
        return chooser.choices(moves, keenly(now, moves))[0]

    played = list(groups(GAME, begun, chooser, fate, pick, 4000))
    for entries, _ in played:
        referee.check([entry.event for entry in entries])
    assert played[-1][1].how in ("every territory", "the other player eliminated")
    assert len(referee.out) >= seats - 1


_PLACES: Final = [*TERRITORIES, "atlantis", UNKNOWN, ""]
_ARMIES: Final = ["black", "yellow", "orange", "n1", "nobody", UNKNOWN, ""]
_CARDS: Final = ["egypt", "nitro-9", "genesis-ark", "vampires", "sonic", UNKNOWN]
_WORDS: Final[Mapping[str, list[Any]]] = {
    **dict.fromkeys(("territory", "source", "target"), _PLACES),
    **dict.fromkeys(("player", "army", "attacker", "defender", "rival", "loser", "taker", "seat"), _ARMIES),
    **dict.fromkeys(("winners", "seats"), _ARMIES), "territories": [*_PLACES, *_CARDS],
    **dict.fromkeys(("card", "cards", "missions", "powers", "order", "item"), _CARDS),
    "pile": ["territory", "mission", "power", "tiles"], "side": ["attack", "defence", "left"],
    "step": ["neutral", "place", "attack", "draw", "over", "lunch"], "bars": ["", "step", "russia", "atlantis"],
    "name": ["defence", "tea"], "die": ["A1 A2 A3", "A", "D", "D1 D2", "", "A9", "A A1", "D3 A1", "x1", "Ax"],
    "purpose": ["attack", "re-roll attack"],
}  # fmt: skip


@pytest.mark.parametrize(("seats", "variant"), some_short(CASES[:-8], CASES[:1].__contains__))
def test_forged_entries_do_not_stop_the_game(seats: int, variant: str) -> None:
    rng = random.Random(f"{seats} {variant}")
    for _, start in islice(game(seats, 5, variant), 0, None, 20):
        forged_events_do_no_harm(rng, GAME, _WORDS, start)


def test_the_reducer_ignores_unknown_territories_and_dice() -> None:
    start = world("russia K4, scandinavia Y2", "place", pool=3)
    for event in (
        e.DaleksAdded("atlantis", 2), e.DaleksLost("atlantis", 1), e.DaleksMoved("atlantis", "mu", 1),
        e.BattleBegun("black", "yellow", "russia", "atlantis", 3), e.TerritoryTaken("atlantis", "black", 1),
        e.BattleBegun("black", "yellow", "atlantis", "scandinavia", 3), e.TerritorySet("atlantis", "black", 1),
    ):  # fmt: skip
        assert GAME.rules.reducer(start, event) == start, event
    assert GAME.rules.reducer(start, e.DaleksMoved("russia", "atlantis", 1)).lands.keys() == TERRITORIES.keys()
    assert neighbours("atlantis") == ()
    start = GAME.rules.reducer(
        world("russia K4, scandinavia Y2"), e.BattleBegun("black", "yellow", "russia", "scandinavia", 3)
    )
    for die in ("", "B1", "A1 x", "Ax"):
        assert GAME.rules.reducer(start, Rolled(die, 6, (6, 5), "attack", "typed")) == start, die
    assert GAME.rules.reducer(start, e.DiceDue("left", plus=9)) == start
    rolled = GAME.rules.reducer(start, Rolled("A", 6, (6,), "attack", "typed"))
    again = GAME.rules.reducer(rolled, Rolled("A3", 6, (2,), "re-roll attack", "typed"))
    assert _battle(again).faces == ((6, 2), ())
    assert _battle(again).rolls == 1, "1s rolled again are no new roll"
    assert _battle(GAME.rules.reducer(start, e.Defend("yellow", -3))).dice == 0
    assert _battle(GAME.rules.reducer(start, e.CardPlayed("black", "sonic"))).attack.card == ""


def _battle(now: World) -> Battle:
    assert now.battle is not None
    return now.battle


def test_reducer_handles_unknown_cards_and_removals() -> None:
    start = GAME.rules.reducer(world("SCA Y3, RUS K3"), e.RemovalDue("yellow", 2))
    other = GAME.rules.reducer(start, e.DaleksLost("russia", 1))
    assert (army(other, "RUS"), other.stack) == ("K2", start.stack)
    assert GAME.rules.reducer(start, e.DaleksLost("scandinavia", 2)).stack == ()
    start = world(hands={"O": "japan"}, powers={"O": "rust"})
    drawn = GAME.rules.reducer(start, Drawn("black", "territory", "typed", ("atlantis", "egypt")))
    assert (drawn.hands["black"], len(drawn.deck)) == ((UNKNOWN, "egypt"), len(start.deck) - 2)
    assert GAME.rules.reducer(start, Drawn("black", "tiles", "typed", ("egypt",))) == start
    assert GAME.rules.reducer(start, Shuffled("tiles", 0, "typed", ("egypt",))) == start
    assert GAME.rules.reducer(start, Shuffled("power", 0, "typed", ("sonic", "dug-in"))).power_pile == (
        UNKNOWN, "dug-in",
    )  # fmt: skip
    shown = GAME.rules.reducer(start, Revealed("territory", "tardis", "typed", "atlantis"))
    assert (shown.tardis_card, len(shown.deck)) == (UNKNOWN, len(start.deck) - 1)
    passed = GAME.rules.reducer(start, e.CardsPassed("orange", "black", ("nitro-9",), (), ("japan",)))
    assert (passed.hands["black"], passed.powers["black"]) == ((UNKNOWN,), (UNKNOWN,))
    traded = GAME.rules.reducer(start, e.StarsTraded("orange", ("sonic",), 1))
    assert (traded.discards, traded.hands["orange"]) == ((UNKNOWN,), ())
