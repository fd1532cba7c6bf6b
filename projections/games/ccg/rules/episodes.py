"""Phase 2, Episodes: playing them on the opponent, solving them with Creatures, and the effect of unsolved ones."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.events import effects as f, moves as m
from projections.games.ccg.rules import ability_effects, consequences, creatures, exceptions, turns, windows
from projections.games.ccg.rules.preparation import hand_conflicts
from projections.games.ccg.state.names import card_name, face_name, in_zone, seat_name, whose, zone_name
from projections.games.ccg.state.position import STEPS, InPlay, Position
from projections.games.ccg.state.values import NOBODY, abilities, face_of, is_doctor, is_watcher
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import either, joined


def _lacking(position: Position, seat: str) -> list[str]:
    """Return the zones without a Creature or Resource that counts, so no Watcher (CCG-EPI-03, A11)."""
    counting = [card for card in position.lying(side=seat) if not is_watcher(card)]
    held = {card.zone for card in counting if face_of(position, card).type in ("creature", "resource")}
    return [zone for zone in ZONES if zone not in held]


def _hand_conflicts(position: Position, move: m.PlayEpisode) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of the card of the move: it must be an Episode from the hand (CCG-EPI-01)."""
    if position.cards.card.get(move.card, NOBODY).type != "episode":
        verdict = None if move.card == UNKNOWN else False
        state = "the card is not named" if verdict is None else f"{face_name(position, move.card)} is not an Episode"
        yield RuleConflict("CCG-EPI-02", "only an Episode can be played this way", state, verdict=verdict)
    yield from hand_conflicts(position, move.player, move.card, "CCG-EPI-01", "Episode")


def episode_conflicts(position: Position, move: m.PlayEpisode) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of playing an Episode.

    Rules:
        CCG-EPI-02, CCG-EPC-01: in phase 2 of the player's own turn. CCG-TRN-02: before any Episode is solved.
        CCG-EPI-03: only if the opponent has a card that counts in each zone. CCG-EPI-05: in any zone, chosen or not.
        CCG-EPI-06: on the opponent's side. CCG-EPI-07, A47: one on each side of a zone. CCG-EPI-08: one a turn.
        CCG-EPI-04: the limit of six cards does not apply.
    """
    yield from turns.step_conflicts(position, move.player, "play")
    if position.episode:
        told = f"{seat_name(position, move.player)} has already played one"
        yield RuleConflict("CCG-EPI-08", "a player can play only one Episode in a turn", told, have=2, limit=1)
    if position.solved:
        yield RuleConflict("CCG-TRN-02", "an Episode can be played only before any is solved", "one is already solved")
    yield from _hand_conflicts(position, move)
    rival = position.rival(move.player)
    name = seat_name(position, rival)
    if lacking := _lacking(position, rival):
        where = joined(list(map(zone_name, lacking)))
        told = "the opponent must have a Creature or Resource in each zone, not counting The Watcher"
        yield RuleConflict("CCG-EPI-03", told, f"{name} has none in the {where}")
    if any(face_of(position, card).type == "episode" for card in position.lying(move.zone, rival)):
        told = f"{name} already has one {in_zone(move.zone)}"
        yield RuleConflict("CCG-EPI-07", "one side of a zone can hold only one Episode", told, have=2, limit=1)


def _play_must(draft: Draft[Position], move: m.PlayEpisode) -> None:
    turns.must_have_begun(draft, move)
    draft.must("CCG-EPI-05", move.zone in ZONES, f'the zone must be {either(ZONES)}, not "{move.zone[:40]}"')
    known = move.card in draft.now.cards.card or move.card == UNKNOWN
    draft.must("CCG-EPI-01", known, f'no card is called "{move.card[:40]}"')


def play_episode(draft: Draft[Position], move: m.PlayEpisode) -> None:
    """Play an Episode on its Solver (CCG-EPI-01, CCG-EPI-06, CCG-EPC-03), without effect yet (CCG-EPI-09)."""
    now, seat = draft.now, move.player
    if creatures.is_own_turn(now, seat):
        turns.reach_step(draft, "play")
    rival = now.rival(seat)
    entered = f.CardEntered(card=now.count + 1, face=move.card, owner=seat, side=rival, zone=move.zone)
    draft.add(entered, "CCG-EPI-06")
    consequences.apply_consequences(draft)
    if "combat" not in draft.now.stops_of(rival):  # the stop "combat" asks them later this turn
        windows.ask_seats(draft, "episode", (rival,), "episode", "CCG-EPI-09")


_FROM: Final = "A08 (option solve_from)"
"""Open rules question and its option: from which zone is an Episode solved? The rulebook does not say."""


def solver_conflicts(position: Position, card: InPlay, episode: InPlay, seat: str) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of Siding a card to solve an Episode.

    Rules:
        CCG-EPI-14, A08: a Standing Creature of the Solver in the Episode's zone; with the option `solve_from` in the
        chosen zone, or in any.
        CCG-CRE-13, A07: not played this turn, unless the option `fresh_creatures_solve` allows it.
    """
    where = {"episode_zone": episode.zone, "chosen_zone": position.zone}.get(position.options.solve_from, "")
    yield from creatures.side_conflicts(position, card, "", seat, "CCG-EPI-14")
    name = card_name(position, card.n)
    if where and card.zone != where:
        there = f"{name} is {in_zone(card.zone)}"
        yield RuleConflict("CCG-EPI-14", f"the Creature must be {in_zone(where)}", there, reading=_FROM)
    if card.turn >= position.turn and not position.options.fresh_creatures_solve:
        only = "a Creature played in this turn can be Sided only to give Support"
        yield RuleConflict("CCG-CRE-13", only, f"{name} came into play this turn")
    yield from creatures.locked_conflict(card)


def _trio(position: Position, cards: list[InPlay]) -> bool:
    """Return whether three cards are a Doctor Who and two Assistants (CCG-EPI-15, A09)."""
    faces = [face_of(position, card) for card in cards]
    if len(faces) != len({card.n for card in cards}) or len(faces) != 3:
        return False
    return any(
        is_doctor(doctor) and all("assistant" in face.races for face in faces[:at] + faces[at + 1 :])
        for at, doctor in enumerate(faces)
    )


def _number_conflicts(position: Position, episode: InPlay, cards: list[InPlay]) -> list[RuleConflict]:
    """Return a rule conflict if these cards are not enough to solve an Episode (CCG-EPI-14, CCG-EPI-15)."""
    if _trio(position, cards):
        return []
    wanted = face_of(position, episode).solve
    total = sum(card.support for card in cards)
    doubt = any(face_of(position, card) is NOBODY for card in (episode, *cards))
    if total >= wanted and cards and face_of(position, episode) is not NOBODY:
        return []
    needed = f"this Episode must be solved with Support of {wanted} or more, or a Doctor Who and two Assistants"
    found = f"the Support is {total}"
    if not cards:
        needed, found = "an Episode must be solved by Creatures that Side", "no Creature is named"
    if doubt:
        return [RuleConflict("CCG-EPI-14", needed, found, verdict=None)]
    return [RuleConflict("CCG-EPI-14", needed, found, have=total, need=wanted)]


def solve_conflicts(position: Position, move: m.SolveEpisode) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of solving an Episode.

    Rules:
        CCG-EPI-12: in 2b, any of the Episodes on the player's own side, one after another. CCG-EPC-03: only by the
        player on whose side it is.
        CCG-EPI-13: each with its own cards, and each card once. CCG-EPI-14: with enough Support. A10: more may be
        Sided.
        CCG-EPI-15: or with a Doctor Who and two Assistants. CCG-CRE-09: this is the other use of Support.
    """
    seat = move.player
    yield from turns.step_conflicts(position, seat, "play")
    episode = position.at(move.episode)
    cards = [card for number in move.sided if (card := position.at(number))]
    if episode:
        name = card_name(position, episode.n)
        if episode.side != seat or episode.out:
            there = "out of play" if episode.out else f"on {whose(position, episode.side)} side"
            yield RuleConflict("CCG-EPC-03", "a player can solve only Episodes on their own side", f"{name} is {there}")
        if face_of(position, episode).type != "episode":
            kind = None if episode.face == UNKNOWN else False
            state = "this log does not show which card is solved" if kind is None else f"{name} is not an Episode"
            yield RuleConflict("CCG-EPI-12", "only an Episode can be solved", state, verdict=kind)
        for card in cards:
            yield from solver_conflicts(position, card, episode, seat)
        yield from _number_conflicts(position, episode, cards)
    if repeated := [number for number in dict.fromkeys(move.sided) if move.sided.count(number) > 1]:
        twice = joined([card_name(position, number) for number in repeated])
        yield RuleConflict("CCG-EPI-13", "each card can be Sided only once", f"{twice} is named twice")


def _solve_must(draft: Draft[Position], move: m.SolveEpisode) -> None:
    turns.must_have_begun(draft, move)
    for rule, number in (("CCG-EPI-12", move.episode), *(("CCG-EPI-14", number) for number in move.sided)):
        draft.must(rule, draft.now.at(number) is not None, f"no card in play has the number {number}")


def solve_episode(draft: Draft[Position], move: m.SolveEpisode) -> None:
    """Side Creatures to solve an Episode, which is discarded.

    Rules:
        CCG-EPI-16, A50, CCG-CRE-14: Siding them has no other effect. CCG-EPC-02: the Episode's effect stops.
        CCG-EPI-17, A48: the Episode goes to the pile of the player who played it.
    """
    if creatures.is_own_turn(draft.now, move.player):
        turns.reach_step(draft, "play")
    episode = draft.now.at(move.episode)
    cards = [card for number in dict.fromkeys(move.sided) if (card := draft.now.at(number))]
    for card in cards:
        if not card.sided:
            draft.add(f.CardSided(card=card.n, by=move.player), "CCG-EPI-14")
    if episode:
        _solved(draft, episode, cards)
    consequences.apply_consequences(draft)


EPISODE_MOVES: Final[MoveRules[Position]] = {
    m.PlayEpisode: MoveRule(episode_conflicts, play_episode, _play_must),
    m.SolveEpisode: MoveRule(solve_conflicts, solve_episode, _solve_must),
}


def _solved(draft: Draft[Position], episode: InPlay, cards: list[InPlay]) -> None:
    """Discard an Episode solved by Support (CCG-EPI-14) or by a Doctor and two Assistants (CCG-EPI-15), CCG-EPI-17."""
    total = sum(card.support for card in cards)
    trio = total < face_of(draft.now, episode).solve and _trio(draft.now, cards)
    draft.add(f.EpisodeSolved(episode.n, 0 if trio else total), "CCG-EPI-15" if trio else "CCG-EPI-14")
    draft.add(f.CardDiscarded(card=episode.n, how="solved"), "CCG-EPI-17")


def apply_unsolved(draft: Draft[Position]) -> None:
    """Apply the unsolved Episodes on the active player's side, unless combat was already announced.

    Rules:
        CCG-EPI-10, A49: only in the Solver's own turn, after 2b. CCG-EPI-18, CCG-EPI-19: in each turn until solved.
        CCG-EPC-03: on the player on whose side it is. CCG-EPC-06: in the zone of the Episode.
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


def episode_candidates(position: Position, seat: str) -> Iterator[m.PlayEpisode]:
    """Yield the moves by which a seat may be able to play an Episode: one for each card and zone."""
    cards, hand = position.cards.card, position.hands.get(seat, ())
    faces = sorted({face for face in hand if cards.get(face, NOBODY).type == "episode"})
    return (m.PlayEpisode(seat, face, zone) for face in faces for zone in ZONES)


def solving_candidates(position: Position, seat: str) -> Iterator[m.SolveEpisode]:
    """Yield moves by which a seat may be able to solve an Episode, without unnecessary Creatures."""
    for episode in position.lying(side=seat):
        if face_of(position, episode).type == "episode":
            for cards in _ways(position, episode, seat):
                yield m.SolveEpisode(seat, episode.n, tuple(sorted(card.n for card in cards)))


def _ways(position: Position, episode: InPlay, seat: str) -> Iterator[list[InPlay]]:
    able = [card for card in creatures.creatures_of(position, "", seat) if not card.sided]
    able = [card for card in able if _may_solve(position, card, episode, seat)]
    wanted = face_of(position, episode).solve
    for trio in combinations(able, 3):
        if _trio(position, list(trio)) and sum(card.support for card in trio) < wanted:
            yield list(trio)
    yield from _sums(sorted(able, key=lambda card: -card.support), wanted)


def _may_solve(position: Position, card: InPlay, episode: InPlay, seat: str) -> bool:
    alone = m.SolveEpisode(player=seat, episode=episode.n, sided=(card.n,))
    return not any(exceptions.without_waived(position, alone, solver_conflicts(position, card, episode, seat)))


def _sums(cards: list[InPlay], wanted: int) -> Iterator[list[InPlay]]:
    """Yield the minimal groups that reach a total of Support. The cards are sorted by falling Support."""
    for at, card in enumerate(cards):
        if card.support >= wanted:
            yield [card]
        elif sum(other.support for other in cards[at:]) >= wanted:
            yield from ([card, *others] for others in _sums(cards[at + 1 :], wanted - card.support))
        else:
            return
