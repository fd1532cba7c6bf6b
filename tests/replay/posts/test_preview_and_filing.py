"""What a preview says of a line is what becomes of it: shown by posts of random play by the tower, right and wrong."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from players import GAMES, choose, founded, tables

from events.facts import ALL, Chance, Rolled
from events.store.memory import MemoryStore
from projections.move_choices import line_of
from projections.terms import Written
from replay.exchange.bundle import stage
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.posts.file import FiledPost, file_post
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.reading.timeline import Timeline

LONGEST = 6
POSTS, FEW_POSTS = 14, 6
TRIES = 4
ROUNDS = 3
"""So often what is asked about is settled before a post is given up."""
MODERATOR = Poster("moderator")
CONDUCT = (" keeps it although ", " claims ", "All that was sealed is opened")
"""What is told beside the moves; claims are compared on a preview."""


def copied(session: Session) -> Session:
    aside = MemoryStore()
    stage(session.store, aside, session.row.session)
    return Session.load(aside, GAMES, session.row.session)


def played(session: Session, chooser: random.Random) -> list[tuple[str, str]]:
    """Moves of random play, filed: for each whose it is and the line; those of one seat, and what answers them."""
    lines = list[tuple[str, str]]()
    for _ in range(chooser.randint(1, LONGEST)):
        if session.table.unsealed:
            break
        before = session.position
        move = choose(session.game, before, chooser)
        assert submit(session, move.player, [Request(Written(move))]).done
        lines.append((move.player, line_of(session.game, move, before)))
    return lines


def slipped(chooser: random.Random, lines: Sequence[str], lately: Sequence[str]) -> list[str]:
    """The lines as somebody posts them who drops, doubles, swaps or mistakes one now and then."""
    found = list(lines)
    at = chooser.randrange(len(found))
    match chooser.randrange(8):
        case 0:
            del found[at]
        case 1:
            found.insert(at, found[at])
        case 2:
            found.reverse()
        case 3:
            found.insert(at, chooser.choice(lately))
        case 4:
            words = found[at].split(" ")
            del words[chooser.randrange(len(words))]
            found[at] = " ".join(words)
        case 5:
            found.insert(at, "PASS")
    return found


def looked(session: Session, poster: Poster, pasted: Pasted) -> ReadPaste:
    viewer = poster.seat or ALL
    return read_post(Timeline(session.row, session.view(viewer)), session.store, pasted, poster)


def settled(session: Session, poster: Poster, text: str, chooser: random.Random) -> tuple[Pasted, ReadPaste]:
    """A post and how it reads, with what is asked about settled by one of the ways that the page has."""
    pasted = Pasted(text=text)
    paste = looked(session, poster, pasted)
    for _ in range(ROUNDS):
        choices = dict(pasted.choices)
        for line in paste.lines:
            if not line.is_settled:
                ways = [Choice(chat=True), *(Choice(take=one) for one in line.choices[:2])]
                ways += [Choice(keep="so it stood")] * (2 * line.may_keep)
                choices[line.number] = chooser.choice(ways)
        pasted = Pasted(text=text, choices=choices)
        paste = looked(session, poster, pasted)
        if paste.is_settled:
            break
    return pasted, paste


def agreed(session: Session, paste: ReadPaste, done: FiledPost, *, by_seat: bool) -> Counter[str]:
    """See that each line came to what its preview said; tells what the lines came to."""
    timeline = Timeline.read(session.store, GAMES, session.row.session, ALL)
    seqs = {address: seq for seq, address in timeline.addresses.items()}
    begins = [seqs[line.filed] for line in done.lines if line.filed]
    found, stopped = Counter[str](), False
    for line, result in zip(paste.lines, done.lines, strict=True):
        begin = seqs.get(result.filed, 0)
        end = next((seq for seq in begins if seq > begin), timeline.last + 1) if begin else 0
        implied = max((seq for seq in begins if seq < begin), default=paste.seq)
        groups = [group for group in timeline.groups if implied < group.first < end]
        rolled = any(isinstance(entry.fact, Chance) for group in groups for entry in group.entries)
        says_no_move = timeline.game.notation.exact(line.text, timeline.position(timeline.last), line.seat) == ()
        outcome = _outcome(line, result, stopped=stopped, rolled=rolled, by_seat=by_seat, says_no_move=says_no_move)
        stopped = stopped or outcome == "stopped"
        found[outcome] += 1
    return found


def _outcome(
    line: ReadLine, result: ReadLine, *, stopped: bool, rolled: bool, by_seat: bool, says_no_move: bool
) -> str:
    if line.status == "chat":
        assert result.status == "chat"
        return "chat"
    assert line.status == "ok"
    if line.waits:
        if stopped or result.filed or not result.is_settled:
            return "waited" if result.filed else "behind" if stopped else "stopped"
        assert says_no_move, (line, result)
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


@pytest.mark.parametrize(
    ("slug", "seats", "seed", "posts"),
    [
        *((slug, 2, 0, POSTS if slug in ("toy", "keys") else FEW_POSTS) for slug in GAMES),
        *(
            pytest.param(slug, seats, seed, POSTS, marks=pytest.mark.long)
            for slug, seats in tables(3) if seats > 1
            for seed in range(5)
        ),
    ],
)  # fmt: skip
def test_a_line_comes_to_what_its_preview_said(slug: str, seats: int, seed: int, posts: int) -> None:
    chooser = random.Random(seed)
    session = founded(MemoryStore(), slug, seats, session=f"previewed-{seats}")
    found, lately = Counter[str](), ["PASS"]
    for _ in range(posts):
        ahead = copied(session)
        lines = played(ahead, chooser)
        if not lines:
            break
        seat = lines[0][0]
        own = [line for whose, line in lines if whose == seat]
        for _ in range(TRIES):
            text = "\n".join((f"== {seat} ==", *slipped(chooser, own, lately), "== end ==\n"))
            poster = chooser.choice((Poster(seat, seat), Poster(seat, seat), MODERATOR))
            before = copied(session)
            pasted, paste = settled(before, poster, text, chooser)
            rolls = sum(isinstance(entry.fact, Rolled) for entry in before.table.entries)
            done = file_post(before.store, GAMES, before.row.session, pasted, poster)
            if paste.is_settled:
                found += agreed(before, paste, done, by_seat=bool(poster.seat))
            else:
                assert (done.is_done, done.number, done.seq) == (False, 0, session.head.seq)
                found["open"] += 1
                assert rolls == sum(isinstance(entry.fact, Rolled) for entry in before.table.entries)
        lately += [line for _, line in lines]
        session = ahead
    assert found["told"]
