"""Phase 2, Episodes: they are played on the opponent, solved with Creatures, and act where they are not."""

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Final

from events.events import UNKNOWN
from projections.card_rows import holds
from projections.draft import Draft
from projections.games.ccg.components.cards import ZONES, Card
from projections.games.ccg.events.effects import CardDiscarded, CardEntered, CardSided, EpisodeSolved
from projections.games.ccg.events.moves import PlayEpisode, SolveEpisode
from projections.games.ccg.rules import ability_effects, consequences, turns, windows
from projections.games.ccg.rules.creatures import creatures_of, is_own_turn, locked_objection, side_objections
from projections.games.ccg.rules.exceptions import without_waived
from projections.games.ccg.state.names import card_name, face_name, in_zone, seat_name, zone_name
from projections.games.ccg.state.position import STEPS, InPlay, Position
from projections.games.ccg.state.values import NOBODY, abilities, face_of, is_doctor, is_watcher
from projections.objections import Objection, allowed, require_all
from projections.wording import joined

MOST: Final = 256
"""So many ways to solve are listed at most; every other one is still allowed."""


def _in_phase_two(position: Position, seat: str) -> list[Objection]:
    """What speaks against phase 2 now (CCG-EPI-02)."""
    return turns.step_objections(position, seat, "play")


def _lacking(position: Position, seat: str) -> list[str]:
    """The zones where a player has nothing that counts for an Episode.

    Rules:
        CCG-EPI-03 with A11: Creatures and Resources in play count, Watchers, Episodes and what is out of play do not.
    """
    return [
        zone
        for zone in ZONES
        if not any(
            not is_watcher(card) and face_of(position, card).type in ("creature", "resource")
            for card in position.lying(zone, seat)
        )
    ]


def _hand_objections(position: Position, move: PlayEpisode) -> list[Objection]:
    """What speaks against the card: it is an Episode, and in the hand (CCG-EPI-01)."""
    found = []
    kind = position.cards.card.get(move.card, NOBODY)
    if kind is NOBODY or kind.type != "episode":
        verdict = None if move.card == UNKNOWN else False
        found.append(
            Objection("CCG-EPI-02", verdict, f"Episodes are played here: {face_name(position, move.card)} is none")
        )
    held = holds(position.hands.get(move.player, ()), move.card)
    if held is not True:
        name = seat_name(position, move.player)
        told = f"play an Episode of the own hand: {name} does not hold {face_name(position, move.card)}"
        if held is None:
            told = (
                f"play an Episode of the own hand: whether {name} holds {face_name(position, move.card)} is not known"
            )
        found.append(Objection("CCG-EPI-01", held, told))
    return found


def episode_objections(position: Position, move: PlayEpisode) -> list[Objection]:
    """What speaks against playing an Episode.

    Rules:
        CCG-EPI-02, CCG-EPC-01 in phase 2 of one's own turn, CCG-TRN-02 before solving; CCG-EPI-03 where the opponent
        has something in each zone; CCG-EPI-05 in any zone, chosen or not; CCG-EPI-06 on the opponent's side;
        CCG-EPI-07, A47 one a side of a zone; CCG-EPI-08 one a turn. CCG-EPI-04: the six cards of a zone do not matter.
    """
    found = _in_phase_two(position, move.player)
    if position.episode:
        found.append(
            Objection("CCG-EPI-08", False, f"one Episode a turn: {seat_name(position, move.player)} has played one")
        )
    if position.solved:
        found.append(Objection("CCG-TRN-02", False, "an Episode is played before any is solved: solving has begun"))
    found += _hand_objections(position, move)
    rival = position.rival(move.player)
    if lacking := _lacking(position, rival):
        where = joined(list(map(zone_name, lacking)))
        found.append(
            Objection("CCG-EPI-03", False, f"{seat_name(position, rival)} has nothing but The Watcher in the {where}")
        )
    if any(face_of(position, card).type == "episode" for card in position.lying(move.zone, rival)):
        found.append(
            Objection("CCG-EPI-07", False, f"one Episode on a side of a zone: one lies {in_zone(move.zone)} already")
        )
    return found


def play_episode(draft: Draft[Position], move: PlayEpisode) -> None:
    """Play an Episode on the opponent, who is the Solver (CCG-EPC-03).

    Rules:
        CCG-EPI-01 one need not; CCG-EPI-06 it lies on the opponent's side; CCG-EPI-09 it does nothing yet.
    """
    turns.must_have_begun(draft)
    draft.must("CCG-EPI-05", move.zone in ZONES, f"a zone is one of {', '.join(ZONES)}, not {move.zone}")
    known = move.card in draft.now.cards.card or move.card == UNKNOWN
    draft.must("CCG-EPI-01", known, f"no card of this table is called {move.card}")
    require_all(draft, *episode_objections(draft.now, move))
    draft.add(move)
    now, seat = draft.now, move.player
    if is_own_turn(now, seat):
        turns.reach_step(draft, "play")
    rival = now.rival(seat)
    entered = CardEntered(card=now.count + 1, face=move.card, owner=seat, side=rival, zone=move.zone)
    draft.add(entered, "CCG-EPI-06")
    consequences.apply_consequences(draft)
    if "combat" not in draft.now.stops_of(rival):  # else they are asked this turn, before anything else can happen
        windows.ask_seats(draft, "episode", (rival,), "episode", "CCG-EPI-09")


_FROM: Final = "A08 (option solve_from)"
"""The book does not say from which zone an Episode is solved."""


def solver_objections(position: Position, card: InPlay, episode: InPlay, seat: str) -> list[Objection]:
    """What speaks against Siding a card to solve an Episode.

    Rules:
        CCG-EPI-14 and A08 a Standing Creature of the Solver in the Episode's zone; by the option `solve_from` in the
        chosen zone, or in any. CCG-CRE-13 and A07: none that was played this turn, unless the table lets it
        (`fresh_creatures_solve`).
    """
    where = {"episode_zone": episode.zone, "chosen_zone": position.zone}.get(position.options.solve_from, "")
    found, name = side_objections(position, card, "", seat, "CCG-EPI-14"), card_name(position, card.n)
    if where and card.zone != where:
        found.append(
            Objection(
                "CCG-EPI-14", False, f"it takes a Creature {in_zone(where)}: {name} lies {in_zone(card.zone)}", _FROM
            )
        )
    if card.turn >= position.turn and not position.options.fresh_creatures_solve:
        found.append(
            Objection(
                "CCG-CRE-13",
                False,
                f"in the turn it is played a Creature is Sided only for Support: {name} came this turn",
            )
        )
    return found + locked_objection(card)


def _trio(position: Position, cards: list[InPlay]) -> bool:
    """Whether three cards are a Doctor Who and two Assistants (CCG-EPI-15, A09)."""
    faces = [face_of(position, card) for card in cards]
    if len(faces) != len({card.n for card in cards}) or len(faces) != 3:  # one Doctor, two Assistants
        return False
    return any(
        is_doctor(doctor) and all(_assists(face) for face in faces[:at] + faces[at + 1 :])
        for at, doctor in enumerate(faces)
    )


def _assists(face: Card) -> bool:
    return "assistant" in face.races


def _number_objections(position: Position, episode: InPlay, cards: list[InPlay]) -> list[Objection]:
    """What speaks against these cards being enough (CCG-EPI-14, CCG-EPI-15)."""
    if _trio(position, cards):
        return []
    wanted = face_of(position, episode).solve
    total = sum(card.support for card in cards)
    doubt = any(face_of(position, card) is NOBODY for card in (episode, *cards))
    if total >= wanted and cards and face_of(position, episode) is not NOBODY:
        return []
    message = f"it takes Support of {wanted} in all, or a Doctor Who and two Assistants: there is Support of {total}"
    if not cards:
        message = "it takes Creatures that are Sided: none is named"
    return [Objection("CCG-EPI-14", None if doubt else False, message)]


def solve_objections(position: Position, move: SolveEpisode) -> list[Objection]:
    """What speaks against solving an Episode.

    Rules:
        CCG-EPI-12 in 2b, of the Episodes on one's own side any, one after another; CCG-EPC-03 only the player it lies
        on is its Solver; CCG-EPI-13 each with cards of its own, and each card once; CCG-EPI-14 with Support enough,
        A10 more may be Sided; CCG-EPI-15 or with a Doctor Who and two Assistants; CCG-CRE-09 that is what Support is
        for beside.
    """
    seat = move.player
    found = _in_phase_two(position, seat)
    episode = position.at(move.episode)
    cards = [card for number in move.sided if (card := position.at(number))]
    if episode:
        if episode.side != seat or episode.out:
            found.append(
                Objection(
                    "CCG-EPC-03",
                    False,
                    f"only the player it lies on solves an Episode: {card_name(position, episode.n)} lies elsewhere",
                )
            )
        if face_of(position, episode).type != "episode":
            kind = None if episode.face == UNKNOWN else False
            found.append(
                Objection("CCG-EPI-12", kind, f"Episodes are solved: {card_name(position, episode.n)} is none")
            )
        found += [one for card in cards for one in solver_objections(position, card, episode, seat)]
        found += _number_objections(position, episode, cards)
    if len(set(move.sided)) != len(move.sided):
        found.append(Objection("CCG-EPI-13", False, "each card is Sided once: one is named twice"))
    return found


def solve_episode(draft: Draft[Position], move: SolveEpisode) -> None:
    """Side Creatures to solve an Episode, which is discarded.

    Rules:
        CCG-EPI-16, A50 nothing else follows from Siding them, CCG-CRE-14 for a Siding buys one thing; CCG-EPI-17, A48
        the Episode goes to the pile of whoever played it; CCG-EPC-02 so its effect is stopped.
    """
    turns.must_have_begun(draft)
    for rule, number in (("CCG-EPI-12", move.episode), *(("CCG-EPI-14", number) for number in move.sided)):
        draft.must(rule, draft.now.at(number) is not None, f"no card in play has number {number}")
    require_all(draft, *solve_objections(draft.now, move))
    draft.add(move)
    if is_own_turn(draft.now, move.player):
        turns.reach_step(draft, "play")
    episode = draft.now.at(move.episode)
    cards = [card for number in dict.fromkeys(move.sided) if (card := draft.now.at(number))]
    for card in cards:
        if not card.sided:
            draft.add(CardSided(card=card.n, by=move.player), "CCG-EPI-14")
    if episode:
        _solved(draft, episode, cards)
    consequences.apply_consequences(draft)


def _solved(draft: Draft[Position], episode: InPlay, cards: list[InPlay]) -> None:
    """Discard a solved Episode; what lies under it goes the same way when the table is set right.

    Rules:
        CCG-EPI-14 by so much Support, or CCG-EPI-15 by a Doctor Who and two Assistants; CCG-EPI-17 at once.
    """
    total = sum(card.support for card in cards)
    trio = total < face_of(draft.now, episode).solve and _trio(draft.now, cards)
    draft.add(EpisodeSolved(episode.n, 0 if trio else total), "CCG-EPI-15" if trio else "CCG-EPI-14")
    draft.add(CardDiscarded(card=episode.n, how="solved"), "CCG-EPI-17")


def apply_unsolved(draft: Draft[Position]) -> None:
    """Let the Episodes on the active player act that were not solved; nothing happens once combat is announced.

    Rules:
        CCG-EPI-10, A49 only in the Solver's own turn, behind 2b; CCG-EPI-18 now, or again; CCG-EPI-19 each turn until
        solved; CCG-EPC-03 on the player it lies on; CCG-EPC-06 in whichever zone it lies.
    """
    if STEPS.index(draft.now.step) > STEPS.index("play"):
        return
    turns.reach_step(draft, "play")
    for number in [card.n for card in draft.now.lying(side=draft.now.player)]:
        card = draft.now.at(number)
        if card is None or card.out or face_of(draft.now, card).type != "episode":
            continue
        for ability in abilities(draft.now, card, "episode"):
            source = draft.now.at(number)
            if source is not None and not source.out and draft.now.step != "over":
                ability_effects.apply_ability(draft, source, ability, None)
                consequences.apply_consequences(draft)


def episode_choices(position: Position, seat: str) -> list[PlayEpisode]:
    """The Episodes that a seat may play, each with each zone where it may lie."""
    faces = sorted({face for face in position.hands.get(seat, ()) if _is_episode(position, face)})
    plays = [PlayEpisode(player=seat, card=face, zone=zone) for face in faces for zone in ZONES]
    return [one for one in plays if allowed(without_waived(position, one, episode_objections(position, one)))]


def _is_episode(position: Position, face: str) -> bool:
    return position.cards.card.get(face, NOBODY).type == "episode"


def solving_choices(position: Position, seat: str) -> list[SolveEpisode]:
    """The ways in which a seat may solve the Episodes on its side: no card too many, and at most 256 in all."""
    episodes = [card for card in position.lying(side=seat) if face_of(position, card).type == "episode"]
    ways = (
        SolveEpisode(player=seat, episode=episode.n, sided=tuple(sorted(card.n for card in cards)))
        for episode in episodes
        for cards in _ways(position, episode, seat)
    )
    may = (one for one in ways if allowed(without_waived(position, one, solve_objections(position, one))))
    return list(islice(may, MOST))


def _ways(position: Position, episode: InPlay, seat: str) -> Iterator[list[InPlay]]:
    """Groups of Creatures that solve an Episode, none with a card too many."""
    able = [card for card in creatures_of(position, "", seat) if not card.sided]
    able = [card for card in able if _may_solve(position, card, episode, seat)]
    wanted = face_of(position, episode).solve
    for trio in combinations(able, 3):
        if _trio(position, list(trio)) and sum(card.support for card in trio) < wanted:
            yield list(trio)
    yield from _sums(sorted(able, key=lambda card: -card.support), wanted)


def _may_solve(position: Position, card: InPlay, episode: InPlay, seat: str) -> bool:
    alone = SolveEpisode(player=seat, episode=episode.n, sided=(card.n,))
    return not without_waived(position, alone, solver_objections(position, card, episode, seat))


def _sums(cards: list[InPlay], wanted: int) -> Iterator[list[InPlay]]:
    """The smallest groups, of cards from the greatest Support down, that reach a number."""
    for at, card in enumerate(cards):
        if card.support >= wanted:
            yield [card]
        elif sum(other.support for other in cards[at:]) >= wanted:
            for others in _sums(cards[at + 1 :], wanted - card.support):
                yield [card, *others]
        else:
            return
