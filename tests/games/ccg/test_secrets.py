"""The cards of a deck stay secret: two worlds differ in one card that the viewer does not see.

The decks are laid down by posts, because a post contains the cards in words.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import product
from typing import Any, Final, NamedTuple

import msgspec
import pytest
import worlds
from ccg_games import GREEDY, random_deck
from imported import go_on
from long_runs import LONG, some_short
from players import GAMES, founded, liked, play_on, ticking
from spectator import spectator_outputs, without_hashes
from worlds import ACCEPTED, NAME, Pool, World, computed, copied, fated, guesses_of, linked_outputs, pool_of, told

from events.entry import Entry
from events.events import ALL, OMNISCIENT, UNKNOWN, Move, Shuffled
from events.session_events import Posted
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.contracts import Written
from projections.games.ccg.events.moves import SubmitDeck
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import Position
from replay.chance.tower import Tower
from replay.posts.door import file_post
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import Request, submit
from webui import create_app

TRIES: Final = 6


class Recast(NamedTuple):
    """A card that replaces another one in a player's deck, and its place in the shuffled order."""

    seat: str
    place: int
    face: str


class Recaster(Tower):
    change = Recast("", 0, "")
    old = ""

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        seat, place, face = self.change
        if pile != f"deck-{seat}":
            return super().shuffle(pile, cards)
        shuffled = super().shuffle(pile, exchanged(cards, face, self.old))
        order = (*shuffled.order[:place], face, *shuffled.order[place + 1 :])
        return msgspec.structs.replace(shuffled, order=order)


def exchanged(cards: Sequence[str], old: str, new: str) -> tuple[str, ...]:
    at = cards.index(old)
    return (*cards[:at], new, *cards[at + 1 :])


def order_of(session: Session, pile: str) -> tuple[str, ...]:
    events = (entry.event for entry in session.table.entries)
    return next(event.order for event in events if isinstance(event, Shuffled) and event.pile == pile)


def recasts(session: Session, seat: str, chooser: random.Random) -> Iterator[Recast]:
    """Yield unseen cards of a seat's deck, each with a card that the deck would accept instead; cards in hand first."""
    hand, deck = unseen(session, "", seat)
    chooser.shuffle(hand)
    order = order_of(session, f"deck-{seat}")
    for place in (*hand, *chooser.sample(deck, min(len(deck), TRIES))):
        face = chooser.choice([face for face in fitting(session.position, seat, order[place]) if face not in order])
        yield Recast(seat, place, face)


def fitting(position: Position, seat: str, old: str) -> list[str]:
    """What a deck could have in the place of a card, by the five provisos: of no more to solve, and not too often."""
    cards = position.cards.card
    names = Counter(cards[face].name for face in position.lists[seat])
    doctors = {face for face, card in cards.items() if "doctor" in card.labels}
    return [
        face for face, card in cards.items()
        if card.type != "time" and card.solve <= cards[old].solve and names[card.name] < 4
        and (old in doctors or face not in doctors)
    ]  # fmt: skip


def unseen(session: Session, viewer: str, seat: str) -> tuple[list[int], list[int]]:
    """The places of a shuffled deck whose cards a viewer does not see: of the hand (of like cards one), of the deck."""
    true, known, order = session.position, session.view(viewer or "all").position, order_of(session, f"deck-{seat}")
    drawn = len(order) - len(true.decks[seat])
    hidden = [face for face in true.hands[seat] if face not in true.seen.get(seat, ())]
    shown = UNKNOWN not in known.hands[seat]
    latest = {face: place for place, face in enumerate(order[:drawn])}
    hand = [] if shown else sorted({latest[face] for face in hidden if face in latest})
    return hand, list(range(drawn, len(order)))


BLACK, YELLOW = "black", "yellow"
STRETCHES = (0, 12)
"""Numbers of moves after the decks: without a move, only the decks can be corrected."""
every_case = pytest.mark.parametrize(
    ("stretch", "viewer"), some_short(product(STRETCHES, (ALL, YELLOW)), lambda case: case in ((0, YELLOW), (12, ALL)))
)


def begun(decks: Sequence[SubmitDeck]) -> Session:
    """A session in which both decks were laid down by posts of their players."""
    session = founded(MemoryStore(), "ccg", 2, session=NAME)
    for deck in decks:
        seat = deck.player
        filed = file_post(session.store, GAMES, NAME, post_of(deck), Poster(seat, seat), ticking())
        assert filed.is_done, filed.lines
    return Session.load(session.store, GAMES, NAME, ticking())


def post_of(deck: SubmitDeck, **how: Any) -> Pasted:
    empty = founded(MemoryStore(), "ccg", 2).position
    text = f"== T0 {deck.player} ==\n{GAME.notation.write([Entry(deck)], empty)}\n== end =="
    return Pasted(**{"text": text, "key": f"the-deck-of-{deck.player}", **how})


@cache
def first(stretch: int) -> World:
    chooser = random.Random(stretch)
    empty = founded(MemoryStore(), "ccg", 2).position
    decks = [SubmitDeck(seat, random_deck(empty, chooser)) for seat in (BLACK, YELLOW)]
    session = play_on(begun(decks), stretch, chooser=chooser, weigh=partial(liked, weights=GREEDY))
    return World(session, tuple(entry.event for entry in session.table.entries if isinstance(entry.event, Move)))


@cache
def second(stretch: int) -> tuple[World, Recast, str]:
    """The same session with another card in the hand of Black, the change, and the original card."""
    one = first(stretch)
    for change in recasts(one.session, BLACK, random.Random(stretch)):
        old = order_of(one.session, f"deck-{BLACK}")[change.place]
        with fated(Recaster, change=change, old=old):
            deck, other, *moves = one.moves
            assert isinstance(deck, SubmitDeck)
            assert isinstance(other, SubmitDeck)
            session = begun([SubmitDeck(BLACK, exchanged(deck.cards, old, change.face)), other])
            if all(submit(session, move.player, [Request(Written(move))]).done for move in moves):
                return World(session, one.moves), change, old
    raise AssertionError("no card can be another one")


def asked_about(stretch: int, *seats: str) -> Pool:
    """Moves to ask about: the deck in both worlds as a deck of these seats, and guesses of the hand."""
    one, (two, _, _) = first(stretch), second(stretch)
    pool = pool_of(one, two, random.Random(1))
    decks = [SubmitDeck(seat, world.session.position.lists[BLACK]) for world in (one, two) for seat in seats]
    return Pool([*decks, *pool.moves], pool.common)


@pytest.mark.long
@pytest.mark.parametrize("stretch", STRETCHES)
def test_paired_sessions_differ_in_one_card_of_a_deck(stretch: int) -> None:
    one, (two, change, old) = first(stretch), second(stretch)
    ours, theirs = one.session.position, two.session.position
    assert exchanged(ours.lists[BLACK], old, change.face) == theirs.lists[BLACK]
    assert ours.hands[BLACK] != theirs.hands[BLACK]
    assert (ours.hands[YELLOW], ours.times) == (theirs.hands[YELLOW], theirs.times)
    answers = [dict(computed(world, OMNISCIENT, asked_about(stretch))) for world in (one, two)]
    assert {name.split()[0] for name in answers[0] if answers[0][name] != answers[1][name]} >= {"position", "export"}


@pytest.mark.long
@every_case
def test_computed_output_does_not_depend_on_a_hidden_deck(stretch: int, viewer: str) -> None:
    pool = asked_about(stretch, viewer.removeprefix(ALL) or BLACK)
    ours, theirs = (dict(computed(world, viewer, pool)) for world in (first(stretch), second(stretch)[0]))
    assert ours.keys() == theirs.keys()
    for name, text in ours.items():
        if ACCEPTED not in (text, theirs[name]) or text == theirs[name]:
            assert text == theirs[name], name


@pytest.mark.usefixtures("pictures_made_here")
@every_case
@LONG
def test_answers_to_a_link_do_not_depend_on_a_hidden_deck(stretch: int, viewer: str) -> None:
    asked = guesses(stretch)
    ours, theirs = (dict(linked_outputs(world, viewer, asked)) for world in (first(stretch), second(stretch)[0]))
    assert ours.keys() == theirs.keys()
    for request, answer in ours.items():
        if ACCEPTED not in (answer, theirs[request]):
            assert answer == theirs[request], request


def guesses(stretch: int) -> worlds.Guesses:
    """Right and wrong guesses, among them the posts that laid the decks down."""
    one, (two, _, _) = first(stretch), second(stretch)
    pool = asked_about(stretch, BLACK, YELLOW)
    asked = guesses_of(one, two, [*pool.moves[:4], *pool.moves[-2:], pool.common])
    lines = [GAME.notation.write([Entry(move)], one.session.position) for move in pool.moves[:4]]
    posts = [entry.seq + 1 for entry in one.session.table.entries if isinstance(entry.event, Posted)]
    fixes = [(post, line) for post in posts for line in lines[:2]]
    lists = [("list black", " + ".join(world.session.position.lists[BLACK])) for world in (one, two)]
    return asked._replace(fixes=[*fixes, *asked.fixes], values=[*lists, *asked.values])


ADDRESS = re.compile(r"(?<=object at )0x[0-9a-f]+")


@pytest.mark.long
@every_case
def test_right_guess_of_a_post_is_answered_like_a_wrong_one(stretch: int, viewer: str) -> None:
    told = [list(guessed(world, viewer)) for world in (first(stretch), second(stretch)[0])]
    assert told[0] == told[1]
    assert len(told[0]) == 16


def guessed(of: World, viewer: str) -> Iterator[str]:
    """The answers to posts that guess the deck of one of the worlds."""
    decks = [SubmitDeck(BLACK, world.session.position.lists[BLACK]) for world in (first(12), second(12)[0])]
    posts = [entry.seq for entry in of.session.table.entries if isinstance(entry.event, Posted)]
    ways: list[dict[str, Any]] = [{}, {"key": "another"}, {"key": ""}, {"instead": posts[0]}]
    for deck, way in product(decks, ways):
        aside, poster = copied(of.session), Poster("moderator" if viewer == ALL else viewer, viewer.removeprefix(ALL))
        timeline = Timeline(aside.row, aside.view(poster.viewer))
        read = told(partial(read_post, timeline, aside.store, post_of(deck, **way), poster))
        yield without_hashes(ADDRESS.sub("", read).encode())
        filing = partial(file_post, aside.store, GAMES, NAME, post_of(deck, **way), poster, ticking())
        yield re.sub(r"key=.[a-z0-9-]+-1", "key", without_hashes(ADDRESS.sub("", told(filing)).encode()))


@pytest.mark.usefixtures("pictures_made_here")
@LONG
def test_pages_of_a_spectator_do_not_depend_on_a_hidden_deck() -> None:
    for stretch in STRETCHES:
        one, last = first(stretch), first(stretch).session.head.seq
        ours, theirs = (
            {
                path: without_hashes(re.sub("(?m)^(Date|Expires): .*$", "", f"{head}\n").encode() + body)
                for path, head, body in spectator_outputs(create_app(world.session.store, GAMES), NAME, last)
            }
            for world in (one, second(stretch)[0])
        )
        assert ours == theirs


def brings(store: EventStore, text: str, author: str) -> None:
    """Submit a post as its author, or import it without an author."""
    if author:
        assert file_post(store, GAMES, NAME, Pasted(text=text), Poster(author, author)).is_done
    else:
        assert go_on(store, GAMES, NAME, text).whole


def test_posts_with_decks_are_hidden_from_other_seats() -> None:
    session = first(0).session
    for viewer, read in ((ALL, 0), (BLACK, 1), (YELLOW, 1), (OMNISCIENT, 2)):
        posts = [entry.event for entry in session.view(viewer).entries if isinstance(entry.event, Posted)]
        assert [post.audience for post in posts] == [BLACK, YELLOW]
        assert sum(post.text != UNKNOWN for post in posts) == read
    decks = first(0).moves
    for author in ("", BLACK):
        session = founded(MemoryStore(), "ccg", 2, session=NAME)
        for deck in decks if not author else decks[:1]:
            assert isinstance(deck, SubmitDeck)
            brings(session.store, post_of(deck).text, author)
        brings(session.store, f"== T0 {BLACK} ==\nSTOPS: hit\n== end ==", author)
        known = Session.load(session.store, GAMES, NAME).view(ALL)
        posts = [entry.event for entry in known.entries if isinstance(entry.event, Posted)]
        assert [post.text == UNKNOWN for post in posts] == [True] * (len(posts) - 1) + [False]
        assert [post.audience for post in posts] == [*(deck.player for deck in decks[: len(posts) - 1]), ALL]
