"""A complete fifth game: a die, a hidden card and an answer window.

Each seat has one hidden card. On its turn a seat dares a rival, who may answer with the card (its number is a shield)
or pass. Then a die is rolled, which scores a point if it beats the shield. Two points win.
"""

from collections.abc import Mapping

import msgspec

from events.errors import RefusedError
from events.events import UNKNOWN, Drawn, Effect, Event, Move, Passed, Rolled, Shuffled, Started
from projections import window
from projections.contracts import Changeable, Claim, Marks, ObservedChance, Order, Outcome, Status
from projections.draft import Draft
from projections.drawing import svg
from projections.drawing.board import Panel
from projections.game import Chart, Editor, Game, Invariant, Rules, StandingOrders, View
from projections.meta import meta_of
from projections.notation.argument_type import ArgumentType, Chance
from projections.notation.cursor import Cursor
from projections.notation.line_pattern import LinePattern, PatternTable
from projections.notation.lines import PatternNotation
from projections.notation.sentence import Sentence
from projections.notation.stated import NamedResults
from projections.notation.vocabulary import Spelling
from projections.rule_conflicts import RuleConflict

META = {"slug": "toy", "title": "A Toy", "rules_number": 1, "shape": 1, "seats": (2, 3)}
CARDS = ("1", "2", "3", "4", "5", "6")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: int = 2


class Dare(Move, frozen=True, tag="toy-dare"):
    rival: str


class Answer(Move, frozen=True, tag="toy-answer"):
    card: str


class DareMade(Effect, frozen=True, tag="toy-dare-made"):
    rule = "TOY-DAR-01"
    player: str
    rival: str


class CardShown(Effect, frozen=True, tag="toy-card-shown"):
    rule = "TOY-ANS-01"
    player: str
    card: str


class DareEnded(Effect, frozen=True, tag="toy-dare-ended"):
    rule = "TOY-DIE-01"
    scored: str


class TurnPassed(Effect, frozen=True, tag="toy-turn-passed"):
    rule = "TOY-TRN-01"
    player: str
    turn: int
    round: int


class Dared(window.StackItem, frozen=True, tag="dared"):
    player: str
    rival: str
    shield: int = 0


class Table(Changeable, frozen=True, omit_defaults=True):
    seats: tuple[str, ...]
    goal: int
    hands: Mapping[str, tuple[str, ...]] = {}
    pile: tuple[str, ...] = CARDS
    gone: tuple[str, ...] = ()
    points: Mapping[str, int] = {}
    stack: tuple[Dared | window.Window, ...] = ()
    player: str = ""
    turn: int = 0
    round: int = 0


def deal(draft: Draft[Table], started: Started) -> None:
    draft.shuffle("pile", CARDS)
    for seat in started.seats:
        draft.draw(seat, "pile")
    draft.add(TurnPassed(started.seats[0], 1, 1), "TOY-TRN-01")


def decide(draft: Draft[Table], move: Move) -> None:
    now = draft.now
    draft.require(RuleConflict("TOY-WIN-01", "the game is over", verdict=winner(now) == ""))
    match move:
        case Dare(player=player, rival=rival):
            draft.must("TOY-DAR-01", rival in now.seats, "no such rival")
            is_due = not now.stack and now.player == player != rival
            draft.require(RuleConflict("TOY-DAR-01", "dare a rival on your turn", verdict=is_due))
            draft.add(move)
            draft.add(DareMade(player, rival), "TOY-DAR-01")
            if not window.open_window(draft, "dare", (rival,) if draft.now.hands[rival] else (), "TOY-ANS-01"):
                throw(draft)
        case Answer(player=player, card=card):
            draft.require(
                RuleConflict("TOY-ANS-01", "nobody dared you", verdict=bool(now.stack) and awaited(now) == (player,))
            )
            hand = now.hands.get(player, ())
            holds = True if card in hand else None if UNKNOWN in hand else False
            draft.require(RuleConflict("TOY-ANS-01", "no such card in hand", verdict=holds))
            draft.add(move)
            draft.add(CardShown(player, card), "TOY-ANS-01")
            draft.add(window.WindowClosed("dare"), "TOY-ANS-01")
            throw(draft)
        case Passed(player=player):
            draft.require(
                RuleConflict("TOY-ANS-01", "nobody dared you", verdict=bool(now.stack) and awaited(now) == (player,))
            )
            draft.add(move)
            top = now.stack[-1] if now.stack else None
            if isinstance(top, window.Window) and window.pass_window(draft, top, player, "TOY-ANS-01"):
                throw(draft)


def throw(draft: Draft[Table]) -> None:
    dared = next((thing for thing in draft.now.stack if isinstance(thing, Dared)), None)
    if dared is None:  # recorded although no rival was dared
        return
    face = draft.roll("dare", purpose=f"dare {dared.player}>{dared.rival}")[0]
    draft.add(DareEnded(dared.player if face > dared.shield else ""), "TOY-DIE-01")
    if not winner(draft.now):
        at = draft.now.seats.index(dared.player) + 1
        step = draft.now.round + (at == len(draft.now.seats))
        draft.add(TurnPassed(draft.now.seats[at % len(draft.now.seats)], draft.now.turn + 1, step), "TOY-TRN-01")


def winner(now: Table) -> str:
    return next((seat for seat, points in now.points.items() if points >= now.goal), "")


def awaited(now: Table) -> tuple[str, ...]:
    if winner(now):
        return ()
    return now.stack[-1].awaited if now.stack and isinstance(now.stack[-1], window.Window) else (now.player,)


def reducer(now: Table, event: Event) -> Table:
    replace = msgspec.structs.replace
    match event:
        case Shuffled(order=order):
            return replace(now, pile=order)
        case Drawn(player=player, cards=cards):
            hand = (*now.hands.get(player, ()), *cards)
            return replace(now, pile=now.pile[len(cards) :], hands={**now.hands, player: hand})
        case DareMade(player=player, rival=rival):
            return replace(now, stack=(Dared(player, rival),))
        case CardShown(player=player, card=card):
            left = now.hands[player][1:]
            stack = tuple(
                replace(one, shield=int(card) if card != UNKNOWN else 0) if isinstance(one, Dared) else one
                for one in now.stack
            )
            return replace(now, hands={**now.hands, player: left}, gone=(*now.gone, card), stack=stack)
        case window.WindowOpened() | window.WindowPassed() | window.WindowClosed():
            return window.with_window(now, event)
        case DareEnded(scored=scored):
            points = {**now.points, scored: now.points.get(scored, 0) + 1} if scored else now.points
            return replace(now, stack=(), points=points)
        case TurnPassed(player=player, turn=turn, round=number):
            return replace(now, player=player, turn=turn, round=number)
        case _:
            return now


def legal(now: Table, seat: str) -> list[Move]:
    if seat not in awaited(now):
        return []
    if now.stack:
        return [Passed(seat), *(Answer(seat, card) for card in now.hands[seat])]
    return [Dare(seat, other) for other in now.seats if other != seat]


def status(now: Table) -> Status:
    won = winner(now)
    step = "answer" if now.stack else "dare"
    return Status(now.turn, now.round, now.player, step, awaited(now), Outcome((won,), "points") if won else None)


def silence(now: Table, seat: str) -> Move | None:
    return Passed(seat) if now.stack and seat in awaited(now) else None


def answer(order: Order, now: Table) -> Move | None:
    return Passed(order.seat) if order.text == "never" and now.stack and order.seat in awaited(now) else None


def heeds(order: Order, _now: Table) -> str:
    return "" if order.text == "never" else f'"{order.text}" is no order; write never'


def mend(now: Table, place: str, value: str) -> list[Effect]:
    if place == "turn":
        seat = now.seats[(now.seats.index(now.player) + 1) % len(now.seats)] if value == "next" else value
        if seat in now.seats:
            return [TurnPassed(seat, now.turn + 1, now.round)]
    raise RefusedError(f'"{place}" cannot be set to "{value}"; allowed is turn')


SPELLING = Spelling()


class Words(Cursor):
    spelling = SPELLING


def fallen(context: Sentence[Table]) -> ObservedChance | None:
    cursor = context.cursor
    if not cursor.skip("("):
        return None
    face = cursor.want_number("the face of the die is expected")
    if not cursor.skip(")"):
        raise cursor.slip("the bracket is not closed", {")": ")"})
    return ObservedChance(faces=((face,),))


def claims(context: Sentence[Table]) -> tuple[Claim, ...]:
    cursor, seats = context.cursor, SPELLING.seats(context.position.seats)
    claimed = cursor.claims(lambda: Claim(cursor.want("a seat is expected", seats), cursor.claimed_number()))
    return tuple(claimed)


RIVAL = ArgumentType[Table](what="a rival", words=lambda context: SPELLING.seats(context.position.seats))
CARD = ArgumentType[Table](what="a card", words={card: card for card in (*"123456789", UNKNOWN)})
DIE = Chance[Table](
    what="the die",
    read=fallen,
    write=lambda context: " ".join(
        f"({face})" for event in context.events if isinstance(event, Rolled) for face in event.faces
    ),
)
LINES = PatternTable[Table](
    patterns=(
        LinePattern(Dare, "dare {rival}", does="dare a rival", words=("dares",), chance=(DIE,)),
        LinePattern(Answer, "answer {card}", does="answer with a card", words=("answers",), chance=(DIE,)),
        LinePattern(Passed, "pass", does="let it be", words=("passes",), chance=(DIE,)),
    ),
    slots={"rival": RIVAL, "card": CARD}, cursor=Words,
    stated=NamedResults("toy", (DareMade, CardShown, DareEnded, TurnPassed, *window.WINDOWS), SPELLING, str, str),
    claims=claims, claimed=lambda place, now: str(now.points.get(place, 0)) if place in now.seats else None,
)  # fmt: skip
NOTATION: PatternNotation[Table] = PatternNotation(lambda: GAME, LINES)


def draw(now: Table, marks: Marks) -> list[Panel]:
    rows = [
        svg.text(f"{seat}: {now.points.get(seat, 0)} {' '.join(now.hands.get(seat, ()))}", x=10, y=20 * n + 20)
        for n, seat in enumerate(now.seats)
    ]
    changes = (svg.el("circle", r=3) for _ in marks.events[:1])
    return [Panel("board", "Toy", text(now), (200, 100), (*rows, *changes))]


def text(now: Table) -> str:
    counts = ((seat, now.points.get(seat, 0), len(now.hands.get(seat, ()))) for seat in now.seats)
    return "\n".join(f"{seat} has {points} points and {cards} cards" for seat, points, cards in counts)


def event_sentence(event: Event, _before: Table, _after: Table) -> str:
    fields = " ".join(str(getattr(event, name)) for name in event.__struct_fields__)
    return f"{event.__struct_config__.tag}: {fields}."


def odds(now: Table) -> list[str]:
    dared = next((thing for thing in now.stack if isinstance(thing, Dared)), None)
    if dared is None:
        return []
    shields = [int(card) for card in now.hands[dared.rival] if card != UNKNOWN]
    beaten = [f"Behind the {shield}, {dared.rival} is beaten in {6 - shield} of 6." for shield in shields]
    return [f"Behind nothing, {dared.rival} is beaten for sure.", *beaten]


def thrower(now: Table, _rolled: Rolled) -> str:
    return next((thing.player for thing in now.stack if isinstance(thing, Dared)), "")


def held(now: Table) -> bool:
    return sum(map(len, now.hands.values())) + len(now.pile) + len(now.gone) == len(CARDS)


GAME: Game[Table, Move] = Game(
    meta=meta_of(__name__), options=Options,
    vocabulary=(Dare, Answer, DareMade, CardShown, DareEnded, TurnPassed, *window.WINDOWS),
    rules=Rules(
        initial=lambda started, _data: Table(started.seats, Options(**started.options).points),
        setup=deal, decide=decide, reducer=reducer, legal=legal, implied_pass=silence, status=status,
        pile_cards=lambda now, name: now.pile if name == "pile" else (),
        invariants=(Invariant("six cards", "matter", held),), roller=thrower,
    ),
    notation=NOTATION,
    view=View(
        draw=draw, text=text, sentence=event_sentence, seat_name=lambda _now, seat: seat.title(), odds=odds,
        totals=lambda now: [f"{seat.title()} {now.points.get(seat, 0)} points" for seat in now.seats],
        hand=lambda now, seat: [f"Card {card}" for card in now.hands.get(seat, ())],
        charts=(Chart("Points", lambda now: {seat: now.points.get(seat, 0) for seat in now.seats}),),
    ),
    editor=Editor(edit=mend),
    orders=StandingOrders(answer=answer, refusal=heeds, examples=("never",)),
)  # fmt: skip
