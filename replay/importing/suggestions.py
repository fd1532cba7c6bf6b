"""Find the game, the seats, the seats of authors, and game options in the posts of an archive.

Options are found by name, in a code block, seat by seat, or in free text. Each value is shown with the post and the
sentence that it comes from, and the importer confirms it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final, NamedTuple, get_args, get_origin

import msgspec

from events.errors import BellError, NotationError
from events.events import OMNISCIENT
from events.lazy_patterns import lazy_pattern
from events.store.memory import MemoryStore
from projections.registry import Registry
from projections.wording import seat_id
from replay.importing.archive import (
    MODERATOR,
    Archive,
    ArchivedPost,
    Author,
    archive_authors,
    as_seat,
    post_with_blocks,
)
from replay.importing.posts import Target, stage_new
from replay.posts.create_session import seats_in
from replay.posts.prose import ProseReader
from replay.posts.simulate import LookAhead
from replay.reading.timeline import Timeline

_FIELD: Final = lazy_pattern(r"^[ \t]*([A-Za-z_]{1,30})[ \t]*[:=][ \t]*(\S.{0,2000})$", re.MULTILINE)
_CODE: Final = lazy_pattern(r"(?:\[code\]|```)([^\[`=]{1,2000})(?:\[/code\]|```)", re.IGNORECASE)
_SENTENCE: Final = lazy_pattern(r"[^.!?\n]{3,400}")
_AGREED: Final = lazy_pattern(
    r"\b(?:house rules?|variant|we(?:'re| are|'ll| will)? (?:play|playing|agreed|use|using)|play(?:ing|ed) with)\b",
    re.IGNORECASE,
)
_BEGINS: Final = lazy_pattern(
    r"\b([\w-]{1,32}) (?:will )?"
    r"(?:begins?|starts?(?! (?:at|from|in|on)\b)|go(?:es)? first|(?:is|am|are) first|leads? off)\b",
    re.IGNORECASE,
)
_SITS: Final = lazy_pattern(
    r"\b([\w-]{1,32})(?:'m)?(?: am| is| sits?| takes?| from| in| at| have| has| the| as){1,4} ([\w-]{1,32})",
    re.IGNORECASE,
)
_ASKS_FIRST: Final = lazy_pattern(r"\bwho\b[^.?!\n]{0,30}\b(?:first|starts?|begins?)\b[^.?!\n]{0,30}\?", re.IGNORECASE)
_REPLIES: Final = lazy_pattern(r"\W*(you|i|me|[\w-]{1,32})\b[^\n]{0,200}", re.IGNORECASE)
_CLAUSE: Final = lazy_pattern(r"[^.!?\n,;]{3,400}")
_PLACED: Final = lazy_pattern(r"\b(?:from|in|at|on) (?:the )?([\w-]{1,32})", re.IGNORECASE)
_PLAYS: Final = lazy_pattern(r"(?:\bas|\bam|['\u2019]m|\bis|\bare|\bplays?|\btakes?|\bbe) (?:the )?([A-Z][\w-]{1,31})")
_OTHERS: Final = ("he", "she", "they")
_I: Final = ("i", "i'm", "i\u2019m", "me")
_FIRST: Final = 4  # the number of posts that are searched for the first player and for values by seat
_OPENING: Final = 30  # the number of posts that are searched for the first move
_ALIKE: Final = 2  # the number of words that a sentence and an option must have in common
_STEM: Final = 5
_WORD: Final = lazy_pattern(r"[a-z]{4,}")
_COMMON: Final = frozenset({"house", "rule", "play", "with", "that", "when", "wheth", "where", "only", "each", "turn"})

_SHARE: Final = 0.15  # an author of a smaller share of the posts counts as a spectator
_FEWEST: Final = 2


class Found(NamedTuple):
    """A value in the notation of a header, the number of its post (0: no single post), and the sentence with it."""

    value: str
    post: int = 0
    words: str = ""


def suggested_options(
    archive: Archive, registry: Registry, game: str, seats: Sequence[str], people: Mapping[str, str]
) -> dict[str, Found]:
    """Return the options in the posts with which a session can begin; `people` are the seats of authors."""
    kinds = {field.name: field for field in msgspec.structs.fields(registry.options(game))}
    found: dict[str, Found] = {}
    header = {"game": game, "seats": ",".join(seats)}
    changes = {name: text.says for name, text in registry.meta(game).option_texts.items()}
    tried = set[tuple[str, str]]()
    for name, told in _told(archive, kinds, changes, seats, people):
        if name in found or (name, told.value) in tried:
            continue
        tried.add((name, told.value))
        values = {known: one.value for known, one in found.items()}
        if _begins(registry, {**header, **values, name: told.value}):
            found[name] = told
    return found


def _told(
    archive: Archive,
    kinds: Mapping[str, Any],
    changes: Mapping[str, str],
    seats: Sequence[str],
    people: Mapping[str, str],
) -> Iterator[tuple[str, Found]]:
    """Yield candidates for options; those written by name come first."""
    for post in archive.posts:
        named = ((name.lower(), value.strip()) for name, value in _FIELD.findall(post.text))
        yield from ((name, Found(value, post.number)) for name, value in named if name in kinds)
        yield from (
            (name, Found("/".join(code.split()), post.number)) for code in _CODE.findall(post.text) for name in kinds
        )
    firsts = first_options(kinds)
    lists = [name for name, field in kinds.items() if get_origin(field.type) is dict]
    for post in archive.posts[:_FIRST]:
        yield from _by_seat(post, lists, seats, people)
        for sentence, whose in _beginners(post.text, seats, people.get(post.author, "")):
            yield from ((name, Found(whose, post.number, sentence.strip())) for name in firsts)
    for found in _answered_first(archive.posts[: _FIRST + 1], seats, people):
        yield from ((name, found) for name in firsts)
    for post in archive.posts:
        for sentence in filter(_AGREED.search, _SENTENCE.findall(post.text)):
            agreed = _agreed(sentence, kinds, changes)
            yield from ((name, Found(value, post.number, sentence.strip())) for name, value in agreed)


def first_options(kinds: Mapping[str, Any]) -> list[str]:
    """Return the names of the options that hold the seat that begins."""
    return [name for name, field in kinds.items() if name.startswith("first") and field.type is str]


def _beginners(text: str, seats: Sequence[str], seat: str) -> Iterator[tuple[str, str]]:
    for sentence in _SENTENCE.findall(text):
        for who in _BEGINS.findall(sentence):
            before = [name for name in map(seat_id, sentence.split()) if name in seats]
            whose = seat if who.lower() == "i" else (*before, "")[0] if who.lower() in _OTHERS else seat_id(who)
            if who.lower() == "you" and len(seats) == _FEWEST:
                whose = next((other for other in seats if seat and other != seat), "")
            if whose in seats:
                yield sentence, whose


def _answered_first(
    posts: Sequence[ArchivedPost], seats: Sequence[str], people: Mapping[str, str]
) -> Iterator[Found]:  # fmt: skip
    """Yield the seat that the answer to a question such as `who goes first?` names."""
    for asked, answer in pairwise(posts):
        question, reply = _ASKS_FIRST.search(asked.text), _REPLIES.match(answer.text)
        if question and reply and asked.author != answer.author:
            who = reply[1].lower()
            whose = people.get(asked.author if who == "you" else answer.author if who in _I else "", "") or seat_id(who)
            if whose in seats:
                yield Found(whose, answer.number, f"{question[0].strip()} {reply[0].strip()}")


def _by_seat(
    post: ArchivedPost, names: Sequence[str], seats: Sequence[str], people: Mapping[str, str]
) -> Iterator[tuple[str, Found]]:  # fmt: skip
    """Yield options with a value for each seat, from separate lines or sentences such as `I am the Twelfth Doctor`."""
    lines = [line for line in post.text.splitlines() if seat_id(line.partition(":")[0]) in seats and ":" in line]
    if lines:
        yield from ((name, Found("\n".join(lines), post.number)) for name in names)
    for pairs in (_sitting(post, people), _placed(post, seats, people)):
        has = {who: value for who, value, _ in pairs if who in seats}
        if has:
            words = next(words for who, _, words in pairs if who in has)
            value = ", ".join(f"{who}={what}" for who, what in has.items())
            yield from ((name, Found(value, post.number, words)) for name in names)


def _sitting(post: ArchivedPost, people: Mapping[str, str]) -> list[tuple[str, str, str]]:
    return [
        (people.get(post.author, "") if who.lower() in ("i", "me") else seat_id(who), value, sentence.strip())
        for sentence in _SENTENCE.findall(post.text) for who, value in _SITS.findall(sentence)
    ]  # fmt: skip


def _placed(
    post: ArchivedPost, seats: Sequence[str], people: Mapping[str, str]
) -> list[tuple[str, str, str]]:  # fmt: skip
    """Return seats with the place that their clause names: `Tomasz you start at the south edge`."""
    found = list[tuple[str, str, str]]()
    for sentence in _SENTENCE.findall(post.text):
        for clause in _CLAUSE.findall(sentence):
            whose, place = _whose(clause, post, seats, people), _PLACED.search(clause)
            if whose and place:
                found.append((whose, place[1], sentence.strip()))
    return found


def _whose(clause: str, post: ArchivedPost, seats: Sequence[str], people: Mapping[str, str]) -> str:
    """Return the seat of the first person in a clause: a seat, an author, or `I`."""
    known = {as_seat(name): seat for name, seat in people.items()} | {seat: seat for seat in seats}
    for word in clause.lower().replace("(", " ").split():
        whose = people.get(post.author, "") if word in _I else known.get(as_seat(word), "")
        if whose:
            return whose
    return ""


def _agreed(sentence: str, kinds: Mapping[str, Any], changes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the option that a sentence about house rules may mean, with a value that is not the default."""
    stems, alike = _stems(sentence), dict[str, int]()
    for name, field in kinds.items():
        if field.type is bool or (get_origin(field.type) is not None and get_origin(field.type) is not dict):
            alike[name] = len(stems & _stems(f"{name.replace('_', ' ')} {changes.get(name, '')}"))
    best = max(alike, key=alike.__getitem__, default="")
    if not best or alike[best] < _ALIKE or list(alike.values()).count(alike[best]) > 1:
        return
    field = kinds[best]
    values = [str(value) for value in get_args(field.type) or (True, False) if value != field.default]
    told = {value: changes.get(best, "").partition(f"{value.replace('_', ' ').capitalize()}: ")[2] for value in values}
    value = max(values, key=lambda each: len(stems & _stems(told[each])))
    yield best, value.lower() if field.type is bool else value


def _stems(words: str) -> set[str]:
    return {word.rstrip("s")[:_STEM] for word in _WORD.findall(words.lower())} - _COMMON


def _begins(registry: Registry, header: dict[str, str]) -> bool:
    """Check whether a session can begin with this header. The result of initial dice or cards may still be missing."""
    try:
        stage_new(MemoryStore(), registry, Target(header=header))
    except BellError as error:
        return isinstance(error.__cause__, NotationError)
    return True


class Suggestion(NamedTuple):
    """The game (slug, or ""), the seats in order, the seats by author, all authors, and the options by game."""

    game: Found
    seats: Found
    people: dict[str, Found]
    authors: tuple[Author, ...]
    options: dict[str, dict[str, Found]]


def suggest(archive: Archive, registry: Registry) -> Suggestion:
    """Find values in the posts of an archive. Without other signs, the authors of many posts have a seat."""
    game, authors = _game(archive, registry), archive_authors(archive, ())
    usual = registry[game.value].usual_seats if game.value in registry else ()
    people = {author.name: _first_head(archive, author) for author in authors if author.heads}
    for name, found in _named_seats(archive, usual).items():
        people.setdefault(name, found)
    seats = tuple(dict.fromkeys(head for author in authors for head in author.heads if head != MODERATOR))
    much = [author for author in authors if author.posts >= _SHARE * len(archive.posts)]
    where = Found("", min((found.post for found in people.values()), default=0))
    if len(seats) < _FEWEST:
        named = [people[author.name].value if author.name in people else as_seat(author.name) for author in much]
        seats = tuple(dict.fromkeys(filter(None, named)))
    seats = seats_in(archive.header.get("seats", "")) or seats
    for author in much:
        if (seat := as_seat(author.name)) in seats:
            people.setdefault(author.name, Found(seat))
    held = {name: found.value for name, found in people.items()}
    options = dict[str, dict[str, Found]]()
    for slug in registry.working():
        told = suggested_options(archive, registry, slug, seats, held)
        header = {"game": slug, "seats": ",".join(seats)}
        options[slug] = told | _first_mover(archive, registry, header, told, held)
    return Suggestion(game, where._replace(value=", ".join(seats)), people, authors, options)


def _game(archive: Archive, registry: Registry) -> Found:
    if given := archive.header.get("game", ""):
        return Found(given)
    titles = {slug: meta.title.casefold().split(": ")[-1] for slug, meta in registry.metas.items()}
    text = "\n".join(post.text for post in archive.posts).casefold()
    named = Counter({slug: text.count(title) for slug, title in titles.items()})
    slug, count = next(iter(named.most_common(1)), ("", 0))
    if not count:
        return Found("")
    for post in archive.posts:
        for sentence in _SENTENCE.findall(post.text):
            if titles[slug] in sentence.casefold():
                return Found(slug, post.number, sentence.strip())
    return Found(slug)


def _first_head(archive: Archive, author: Author) -> Found:
    """Return the most frequent seat in the block headers of an author, with the first post that has such a header."""
    for post in archive.posts:
        if post.author == author.name and any(
            block.seat == author.heads[0] for block in post_with_blocks(post, "").blocks
        ):
            return Found(author.heads[0], post.number)
    return Found(author.heads[0])


def _named_seats(archive: Archive, usual: Sequence[str]) -> dict[str, Found]:
    """Return the seats that the first posts give to authors: `Tomasz you start (as Tenth)`, `I'm Thirteenth`."""
    names, found = {author: author for author in {post.author for post in archive.posts}}, dict[str, Found]()
    for post in archive.posts[:_FIRST]:
        for sentence in _SENTENCE.findall(post.text):
            for clause in _CLAUSE.findall(sentence):
                who = _whose(clause, post, (), names)
                seat = next((seat for word in _PLAYS.findall(clause) if (seat := seat_id(word)) in usual), "")
                if who and seat and seat not in {one.value for one in found.values()}:
                    found.setdefault(who, Found(seat, post.number, sentence.strip()))
    return found


def _first_mover(
    archive: Archive, registry: Registry, header: Mapping[str, str], options: Mapping[str, Found],
    people: Mapping[str, str],
) -> dict[str, Found]:  # fmt: skip
    """Return the option for the seat that begins, from the first post with a move, if no post says who begins."""
    firsts = first_options({field.name: field for field in msgspec.structs.fields(registry.options(header["game"]))})
    if not firsts or firsts[0] in options or not people:
        return {}
    told = {
        **header,
        **{name: one.value for name, one in options.items()},
        firsts[0]: header["seats"].partition(",")[0],
    }
    try:
        begun = stage_new(MemoryStore(), registry, Target(header=told))
    except BellError:
        return {}
    timeline = Timeline(begun.row, begun.view(OMNISCIENT))
    for post in archive.posts[:_OPENING]:
        if found := _move_in(post, timeline, people.get(post.author, "")):
            return {firsts[0]: found}
    return {}


def _move_in(post: ArchivedPost, timeline: Timeline, seat: str) -> Found | None:
    """Return the seat of a post that seems to contain a move, with the line of the move."""
    seats = timeline.reading.started.seats
    with suppress(NotationError):
        if blocks := post_with_blocks(post, "").blocks:
            return Found(blocks[0].seat, post.number) if blocks[0].seat in seats else None
    lines = post.text.split("\n")
    reader = ProseReader(timeline.game, LookAhead(timeline), seat)
    if seat not in seats or not reader.speaks_of_moves(lines):
        return None
    return Found(seat, post.number, next((line.strip() for line in lines if reader.speaks_of_moves([line])), ""))
