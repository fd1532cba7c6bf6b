"""A second implementation of the rules of Risk, from the log alone; it shares no code with the product's rules."""

from collections.abc import Sequence
from typing import Any, Final

from events.events import Drawn, Event, Revealed, Rolled, Shuffled
from projections.games.risk import events as e
from projections.games.risk.components.cards import SHIPPED
from projections.games.risk.components.world_map import LAND_BORDERS, SEA_LINES, TERRITORIES
from projections.games.risk.options import Options

BONUS: Final = {"north-america": 5, "south-america": 2, "europe": 5, "africa": 3, "asia": 7, "australia": 2}
STARS: Final = {2: 2, 3: 4, 4: 7, 5: 10, 6: 13, 7: 17, 8: 21, 9: 25, 10: 30}


class Referee:
    """The table as the lines say it stands; `check` takes the lines of one move."""

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

    # What the rules say

    def held(self, army: str) -> list[str]:
        return [name for name, holder in self.army.items() if holder == army]

    def whole(self, army: str) -> list[str]:
        kept = {land.continent for name, land in TERRITORIES.items() if self.army[name] != army}
        return [name for name in BONUS if name not in kept]

    def income(self, army: str) -> int:
        return max(3, len(self.held(army)) // 3) + sum(BONUS[name] for name in self.whole(army))

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
            assert counted.total == self.income(self.player)
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
