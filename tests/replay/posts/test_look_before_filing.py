"""Previews of posts: they roll no dice, show no hidden card, and say what filing then does."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import NamedTuple

import pytest
import toy
from imported import go_on, record_text
from long_runs import some_short
from players import GAMES, HIDING, SEATS, choose, founded, tables
from spectator import opened

from events.entry import Entry
from events.errors import IllegalMoveError, NotationError
from events.events import ALL, UNKNOWN, Chance, Drawn, Move, Rolled
from events.session_events import Ordered
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.contracts import ObservedChance, Written
from projections.games.risk import events as e
from projections.move_choices import line_of
from projections.notation.recorded_chance import require_unclaimed
from replay.corrections.correction import preview
from replay.corrections.plan import Change, Correction
from replay.posts.door import FiledPost, file_post
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.transfer.bundle import stage


def copied(session: Session) -> Session:
    aside = MemoryStore()
    stage(session.store, aside, session.row.session)
    return Session.load(aside, GAMES, session.row.session)


def played(session: Session, chooser: random.Random, most: int, *, by_one_seat: bool = False) -> list[tuple[str, str]]:
    """Play random moves; return the seat and the line of each."""
    lines = list[tuple[str, str]]()
    while len(lines) < most and not session.table.unsealed:
        before = session.position
        move = choose(session.game, before, chooser)
        if by_one_seat and lines and lines[0][0] != move.player:
            break
        assert submit(session, move.player, [Request(Written(move))]).done
        lines.append((move.player, line_of(session.game, move, before)))
    return lines


def post_of(session: Session, chooser: random.Random) -> tuple[str, str]:
    lines = played(session, chooser, 8, by_one_seat=True)
    return lines[0][0], post(lines[0][0], *(line for _, line in lines))


def post(seat: str, *lines: str) -> str:
    return "\n".join((f"== {seat} ==", *lines, "== end ==\n"))


def looked(session: Session, seat: str, text: str, viewer: str = "") -> tuple[ReadLine, ...]:
    """Preview a post of a seat, or for ALL a post that another person brings in."""
    head, store, name = session.head, session.store, session.row.session
    if viewer == ALL:
        lines = go_on(store, GAMES, name, text, check=True).lines
    else:
        lines = previewed(session, Poster(seat, seat), Pasted(text=text)).lines
    assert store.head(name) == head
    return lines


def previewed(session: Session, poster: Poster, pasted: Pasted) -> ReadPaste:
    return read_post(Timeline(session.row, session.view(poster.seat or ALL)), session.store, pasted, poster)


def filed(session: Session, seat: str, text: str, viewer: str = "") -> tuple[ReadLine, ...]:
    store, name = session.store, session.row.session
    if viewer == ALL:
        return go_on(store, GAMES, name, text).lines
    return file_post(store, GAMES, name, Pasted(text=text), Poster(seat, seat)).lines


@pytest.mark.parametrize(("slug", "seats"), some_short(tables(games=HIDING), lambda case: case[1] == 2))
def test_previews_never_refuse_a_valid_post(slug: str, seats: int) -> None:
    session, chooser, checked = founded(MemoryStore(), slug, seats, session=f"looking-{seats}"), random.Random(7), 0
    for _ in range(12):
        before = copied(session)
        if before.table.unsealed:
            break
        seat, text = post_of(session, chooser)
        for viewer in (seat, ALL):
            lines = looked(before, seat, text, viewer)
            assert {line.status for line in lines} == {"ok"}, text
            checked += sum(not line.message for line in lines)
    assert checked


def world_war() -> tuple[Session, str]:
    session = founded(MemoryStore(), "risk", 3, session="landing")
    return session, session.status.seat


def line(session: Session, move: Move) -> str:
    return line_of(session.game, move, session.position)


@pytest.mark.parametrize("viewer", ["", ALL])
def test_a_preview_leaves_lines_open_after_a_revealed_card(viewer: str) -> None:
    session, seat = world_war()
    lands = session.position.lands
    own = next(name for name, land in lands.items() if land.army == seat)
    other = next(name for name, land in lands.items() if land.army != seat)
    first = [line(session, move) for move in (e.LandTardis(seat), e.CountDaleks(seat))]
    good, wrong, many = (line(session, e.Place(seat, name, count)) for name, count in ((own, 1), (other, 1), (own, 40)))
    for bad, rule in ((wrong, "RISK-PLC-06"), (many, "RISK-PLC-02")):
        text = post(seat, *first, good, bad)
        *_, last = lines = looked(session, seat, text, viewer)
        assert [line.status for line in lines] == ["ok"] * 4
        assert last.waits == "the dice roller has shown the cards before it"
        refused = filed(copied(session), seat, text, viewer)[-1]
        assert (refused.status, refused.rule) == ("illegal", rule)
    early = looked(session, seat, post(seat, first[1]), viewer)[-1]
    supplied = ("illegal", ("T: ?",)) if viewer else ("question", ("T: / +:",))
    assert (early.status, early.choices) == supplied, "only a post gets a compulsory step"


def test_a_preview_waits_for_the_answer_of_a_standing_order() -> None:
    session = founded(MemoryStore(), "toy", 3, session="ordered")
    seat, rival = session.status.seat, next(name for name in SEATS[:3] if name != session.status.seat)
    text = post(seat, *[f"dare {rival}"] * 3)
    session.note(Ordered(rival, "never"), by=rival)
    for viewer in ("", ALL):
        *_, second, third = looked(session, seat, text, viewer)
        assert (second.status, third.status, third.waits) == ("ok", "ok", f"{rival.title()} has answered")


@pytest.mark.parametrize(("viewer", "wrong", "found"), [
    ("", "zz: at all", "chat question ok ok"), (ALL, "zz: at all", "chat question ok ok"), (ALL, "", "chat ok ok"),
])  # fmt: skip
def test_previews_directives_and_chat(viewer: str, wrong: str, found: str) -> None:
    session, seat = world_war()
    text = post(seat, "what a day", *wrong.splitlines(), line(session, e.LandTardis(seat)), "UNDO 1.1 ok")
    assert [line.status for line in looked(session, seat, text, viewer)] == found.split()


@pytest.mark.parametrize("slug", HIDING)
def test_previews_never_use_the_dice_roller(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = founded(MemoryStore(), slug, 2, session="thrown")
    before = copied(session)
    seat, text = post_of(session, random.Random(3))
    monkeypatch.setattr(Session, "fate", lambda *_: None)  # that cannot be asked
    for viewer in ("", ALL):
        assert {line.status for line in looked(before, seat, text, viewer)} == {"ok"}


MODERATOR = Poster("moderator")
CONDUCT = (" accepts the move although ", " declares ", "All hidden values are opened")
"""Sentences that are not about moves."""


def slipped(chooser: random.Random, lines: Sequence[str], lately: Sequence[str]) -> list[str]:
    at = chooser.randrange(len(lines))
    line = lines[at]
    words = line.split(" ")
    del words[chooser.randrange(len(words))]
    before, after = lines[:at], lines[at + 1 :]
    slips = [
        [*before, *after], [*before, line, line, *after], lines[::-1], [*before, chooser.choice(lately), line, *after],
        [*before, " ".join(words), *after], [*before, "PASS", line, *after], lines, lines,
    ]  # fmt: skip
    return list(chooser.choice(slips))


def settled(session: Session, poster: Poster, text: str, chooser: random.Random) -> tuple[Pasted, ReadPaste]:
    pasted = Pasted(text=text)
    paste = previewed(session, poster, pasted)
    for _ in range(3):
        choices = dict(pasted.choices)
        for line in paste.lines:
            if not line.is_settled:
                ways = [Choice(chat=True), *(Choice(take=one) for one in line.choices[:2])]
                ways += [Choice(accept="so it stood")] * (2 * line.may_accept)
                choices[line.number] = chooser.choice(ways)
        pasted = Pasted(text=text, choices=choices)
        paste = previewed(session, poster, pasted)
        if paste.is_settled:
            break
    return pasted, paste


def agreed(session: Session, paste: ReadPaste, done: FiledPost, *, by_seat: bool) -> Counter[str]:
    """Compare each filed line with its preview; count the outcomes."""
    timeline = Timeline.read(session.store, GAMES, session.row.session, ALL)
    seqs = {address: seq for seq, address in timeline.addresses.items()}
    begins = [seqs[line.filed] for line in done.lines if line.filed]
    found, stopped = Counter[str](), False
    rest = done.rest.text.splitlines() if done.rest else []
    for line, result in zip(paste.lines, done.lines, strict=True):
        begin = seqs.get(result.filed, 0)
        end = next((seq for seq in begins if seq > begin), timeline.last + 1) if begin else 0
        implied = max((seq for seq in begins if seq < begin), default=paste.seq)
        groups = [group for group in timeline.groups if implied < group.first < end]
        rolled = any(isinstance(entry.event, Chance) for group in groups for entry in group.entries)
        no_move = timeline.game.notation.exact(line.text, timeline.position(timeline.last), line.seat) == ()
        is_left = not result.filed and line.text in rest  # the author submits it after the roll before it
        outcome = (
            "rest" if is_left and line.waits
            else _outcome(line, result, stopped=stopped, rolled=rolled, by_seat=by_seat, no_move=no_move)
        )  # fmt: skip
        stopped = stopped or outcome == "stopped"
        found[outcome] += 1
    return found


def _outcome(line: ReadLine, result: ReadLine, *, stopped: bool, rolled: bool, by_seat: bool, no_move: bool) -> str:
    if line.status == "chat":
        assert result.status == "chat"
        return "chat"
    assert line.status == "ok"
    if line.waits:
        if stopped or result.filed or not result.is_settled:
            return "waited" if result.filed else "behind" if stopped else "stopped"
        assert no_move, (line, result)
        return "no move"
    if stopped:
        return "behind"
    if not line.says:
        assert (result.filed, result.says) == ("", ()), (line, result)
        return "no move"
    assert result.filed, (line, result)
    says = [one for one in result.says if not any(words in one for words in CONDUCT)]
    assert len(says) >= len(line.says), (line, result)
    if rolled:
        return "rolled"
    assert len(says) == len(line.says), (line, result)
    assert says == list(line.says) or not by_seat, (line, result)  # to others a sealed thing is not named
    return "told"


@pytest.mark.parametrize(("slug", "seats", "seed", "posts"), [
    *((slug, 2, 0, 14 if slug == "toy" else 6) for slug in HIDING),
    *(
        pytest.param(slug, seats, seed, 14, marks=pytest.mark.long)
        for slug, seats in tables(3) if seats > 1
        for seed in range(5)
    ),
])  # fmt: skip
def test_a_submitted_line_has_the_previewed_result(slug: str, seats: int, seed: int, posts: int) -> None:
    chooser = random.Random(seed)
    session = founded(MemoryStore(), slug, seats, session=f"previewed-{seats}")
    found, lately = Counter[str](), ["PASS"]
    for _ in range(posts):
        ahead = copied(session)
        lines = played(ahead, chooser, chooser.randint(1, 6))
        if not lines:
            break
        seat = lines[0][0]
        own = [line for whose, line in lines if whose == seat]
        for _ in range(4):
            text = post(seat, *slipped(chooser, own, lately))
            poster = chooser.choice((Poster(seat, seat), Poster(seat, seat), MODERATOR))
            before = copied(session)
            pasted, paste = settled(before, poster, text, chooser)
            rolls = sum(isinstance(entry.event, Rolled) for entry in before.table.entries)
            done = file_post(before.store, GAMES, before.row.session, pasted, poster)
            if paste.is_settled:
                found += agreed(before, paste, done, by_seat=bool(poster.seat))
            else:
                assert (done.is_done, done.number, done.seq) == (False, 0, session.head.seq)
                found["open"] += 1
                assert rolls == sum(isinstance(entry.event, Rolled) for entry in before.table.entries)
        lately += [line for _, line in lines]
        session = ahead
    assert found["told"]


UNWRITTEN = "unwrittenunw"
DARE = "== T1 Black ==\ndare yellow\n== end ==\n"


@pytest.fixture
def session(store: EventStore) -> Session:
    begun = founded(store, "toy", 2, session=UNWRITTEN, options={"points": 9})
    submit(begun, "black", [Request(Written(toy.Dare("black", "yellow")))])
    return begun


def rolls(store: EventStore) -> int:
    return sum(isinstance(entry.event, Rolled) for entry in Session.load(store, GAMES, UNWRITTEN).table.entries)


def test_a_preview_of_a_correction_rolls_no_dice(session: Session, store: EventStore) -> None:
    submit(session, "yellow", [Request(Written(toy.Answer("yellow", session.position.hands["yellow"][0])))])
    group = Timeline(session.row, session.table).find("1.1")
    before = store.head(UNWRITTEN), store.watermark(UNWRITTEN)
    plan = preview(
        session, Correction([Change(group, Written(toy.Dare("black", "yellow")))]), by="moderator", viewer="yellow"
    )
    assert plan.again
    assert (store.head(UNWRITTEN), store.watermark(UNWRITTEN)) == before


def test_rolls_dice_only_when_a_post_is_submitted(store: EventStore) -> None:
    opened(store, GAMES, "toy", ("black", "yellow"), session=UNWRITTEN, options={"points": 9}, cards="typed")
    text = f"{DARE}--- Yellow ---\n== T1 Yellow ==\npass\nreply: 9\n== end ==\n"
    for _ in range(2):
        looked = go_on(store, GAMES, UNWRITTEN, text, check=True)
        assert looked.session == ""
        assert rolls(store) == 0
    filed = go_on(store, GAMES, UNWRITTEN, text)
    assert not filed.whole
    assert rolls(store) == 1


def test_refuses_to_preview_a_transcript_with_the_dice_roller(store: EventStore) -> None:
    text = f"game: toy\nseats: black, yellow\ndice: tower\ncards: tower\n\n{DARE}"
    with pytest.raises(NotationError):
        record_text(store, GAMES, text, check=True)
    assert store.sessions() == []


ROLLS = "the dice roller rolls these dice. Write (roll) instead of a result"
DEALS = "the dice roller deals these cards. Leave out what was drawn, turned up or shuffled"


class Claim(NamedTuple):
    """A session before a move of chance, its seat, and lines with the result."""

    before: Session
    seat: str
    lines: Sequence[str]
    rolls: bool


def claims(slug: str, seats: int) -> Iterator[Claim]:
    """Yield moves of random play with the chance that their seat has seen."""
    session, chooser = founded(MemoryStore(), slug, seats, session=f"claimed-{seats}"), random.Random(5)

    def is_known(entry: Entry) -> bool:
        event = entry.event
        return isinstance(event, Rolled) or (isinstance(event, Drawn) and UNKNOWN not in event.cards)

    for _ in range(60):
        if session.table.unsealed:
            return
        before = copied(session)
        move, head = choose(session.game, session.position, chooser), session.head.seq
        assert submit(session, move.player, [Request(Written(move))]).done
        after = session.view(move.player)
        entries = after.entries[head:]
        known = [entry.event for entry in entries if is_known(entry)]
        if known:
            line = session.game.notation.write(entries, before.view(move.player).position)
            yield Claim(before, move.player, line.splitlines(), any(isinstance(event, Rolled) for event in known))


def claimed(claim: Claim, take: str = "") -> ReadLine:
    pasted = Pasted(text="\n".join(claim.lines), choices={1: Choice(take=take)} if take else {})
    return previewed(claim.before, Poster(claim.seat, claim.seat), pasted).lines[0]


@pytest.mark.parametrize(("slug", "seats"), [(slug, seats) for slug, seats in tables(games=HIDING) if seats == 2])
def test_refuses_typed_dice_or_cards_and_says_what_to_write(slug: str, seats: int) -> None:
    found = 0
    for claim, _ in zip(claims(slug, seats), range(6), strict=False):
        line = claimed(claim)
        assert (line.status, line.may_accept) == ("illegal", False), claim.lines
        assert line.message == (ROLLS if claim.rolls else DEALS), claim.lines
        assert len(line.choices) == 1, claim.lines
        asked = claimed(claim, take=line.choices[0])
        assert (asked.status, asked.taken) == ("ok", line.choices[0])
        session, head, pasted = claim.before, claim.before.head, Pasted(text="\n".join(claim.lines))
        done = file_post(session.store, GAMES, session.row.session, pasted, Poster(claim.seat, claim.seat))
        assert (done.is_done, done.number) == (False, 0)
        (read, *_) = session.game.notation.exact(claim.lines[0], session.view(claim.seat).position, claim.seat) or ()
        refused = submit(session, claim.seat, [Request(read, keep="so it fell")]).refused
        assert refused is not None
        assert refused.message in (ROLLS, DEALS)
        assert session.store.head(session.row.session) == head
        found += 1
    assert found > 2


@pytest.mark.parametrize(("seen", "dice", "cards", "message"), [
    (ObservedChance(faces=((3,),)), "tower", "typed", ROLLS), (ObservedChance(receipt="hand"), "tower", "typed", ROLLS),
    (ObservedChance(cards=("fez",)), "typed", "tower", DEALS),
    (ObservedChance(items=("karn",)), "typed", "tower", DEALS),
    (ObservedChance(orders=(("fez", "k-9"),)), "typed", "tower", DEALS),
    (ObservedChance(faces=((3,),), receipt="hand"), "typed", "tower", ""),
    (ObservedChance(cards=("fez",), items=("karn",)), "tower", "typed", ""),
    (ObservedChance(cards=(UNKNOWN,), items=(UNKNOWN,), orders=((UNKNOWN,),)), "tower", "tower", ""),
])  # fmt: skip
def test_refuses_only_chance_that_the_dice_roller_makes(
    seen: ObservedChance, dice: str, cards: str, message: str
) -> None:
    with pytest.raises(IllegalMoveError, match=f"^{re.escape(message)}$") if message else nullcontext():
        require_unclaimed(seen, dice, cards)
