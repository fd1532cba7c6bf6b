"""Suggest the game, the seats, the seats of authors, and game options from the posts of an archive.

Options are found by name, in a code block, seat by seat, or in free text. An option from free text is a guess. It is
shown with the text, and the importer confirms it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args, get_origin

import msgspec

from events.errors import BellError, NotationError
from events.store.memory import MemoryStore
from projections.registry import Registry
from projections.wording import seat_id
from replay.importing.archive import MODERATOR, Archive, Author, archive_authors, as_seat
from replay.importing.posts import Target, stage_new
from replay.posts.create_session import seats_in

_FIELD: Final = re.compile(r"^[ \t]*([A-Za-z_]{1,30})[ \t]*[:=][ \t]*(\S.{0,2000})$", re.MULTILINE)
_CODE: Final = re.compile(r"(?:\[code\]|```)([^\[`=]{1,2000})(?:\[/code\]|```)", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"[^.!?\n]{3,400}")
_AGREED: Final = re.compile(
    r"\b(?:house rules?|variant|we(?:'re| are|'ll| will)? (?:play|playing|agreed|use|using)|play(?:ing|ed) with)\b",
    re.IGNORECASE,
)
_BEGINS: Final = re.compile(
    r"\b([\w-]{1,32}) (?:will )?(?:begins?|starts?|go(?:es)? first|(?:is|am) first|leads? off)\b", re.IGNORECASE
)
_SITS: Final = re.compile(
    r"\b([\w-]{1,32})(?:'m)?(?: am| is| sits?| takes?| from| in| at| have| has| the| as){1,4} ([\w-]{1,32})",
    re.IGNORECASE,
)
_OTHERS: Final = ("he", "she", "they")
_FIRST: Final = 4  # the number of posts that are searched for the first player and for values by seat
_ALIKE: Final = 2  # the number of words that a sentence and an option must have in common
_STEM: Final = 5
_WORD: Final = re.compile(r"[a-z]{4,}")
_COMMON: Final = frozenset({"house", "rule", "play", "with", "that", "when", "wheth", "where", "only", "each", "turn"})

_SHARE: Final = 0.15  # an author of a smaller share of the posts counts as a spectator
_FEWEST: Final = 2


class SuggestedOption(NamedTuple):
    """An option that posts name: its value in the notation of a header, and the posted sentence if it is a guess."""

    value: str
    words: str = ""


def suggested_options(
    archive: Archive, registry: Registry, game: str, seats: Sequence[str], people: Mapping[str, str]
) -> dict[str, SuggestedOption]:
    """Return the options in the posts with which a session can begin; `people` are the seats of authors."""
    kinds = {field.name: field for field in msgspec.structs.fields(registry.options(game))}
    found: dict[str, SuggestedOption] = {}
    header = {"game": game, "seats": ",".join(seats)}
    changes = {name: text.says for name, text in registry.meta(game).option_texts.items()}
    for name, told in _told(archive, kinds, changes, seats, people):
        values = {known: one.value for known, one in found.items()}
        if name not in found and _begins(registry, {**header, **values, name: told.value}):
            found[name] = told
    return found


def _told(
    archive: Archive,
    kinds: Mapping[str, Any],
    changes: Mapping[str, str],
    seats: Sequence[str],
    people: Mapping[str, str],
) -> Iterator[tuple[str, SuggestedOption]]:
    """Yield candidates for options; those written by name come first."""
    for post in archive.posts:
        named = ((name.lower(), value.strip()) for name, value in _FIELD.findall(post.text))
        yield from ((name, SuggestedOption(value)) for name, value in named if name in kinds)
        yield from (
            (name, SuggestedOption("/".join(code.split()))) for code in _CODE.findall(post.text) for name in kinds
        )
    for post in archive.posts[:_FIRST]:
        seat = people.get(post.author, "")
        lists = [name for name, field in kinds.items() if get_origin(field.type) is dict]
        yield from _by_seat(post.text, lists, seats, seat)
        firsts = [name for name, field in kinds.items() if name.startswith("first") and field.type is str]
        for sentence, whose in _beginners(post.text, seats, seat):
            yield from ((name, SuggestedOption(whose, sentence.strip())) for name in firsts)
    for post in archive.posts:
        for sentence in filter(_AGREED.search, _SENTENCE.findall(post.text)):
            yield from _agreed(sentence.strip(), kinds, changes)


def _beginners(text: str, seats: Sequence[str], seat: str) -> Iterator[tuple[str, str]]:
    for sentence in _SENTENCE.findall(text):
        for who in _BEGINS.findall(sentence):
            before = [name for name in map(seat_id, sentence.split()) if name in seats]
            whose = seat if who.lower() == "i" else (*before, "")[0] if who.lower() in _OTHERS else seat_id(who)
            if whose in seats:
                yield sentence, whose


def _by_seat(text: str, names: Sequence[str], seats: Sequence[str], seat: str) -> Iterator[tuple[str, SuggestedOption]]:
    """Yield options with a value for each seat, from separate lines or sentences such as `I am the Twelfth Doctor`."""
    lines = [line for line in text.splitlines() if seat_id(line.partition(":")[0]) in seats and ":" in line]
    if lines:
        yield from ((name, SuggestedOption("\n".join(lines))) for name in names)
    said = {
        seat if who.lower() in ("i", "me") else seat_id(who): (value, sentence.strip())
        for sentence in _SENTENCE.findall(text) for who, value in _SITS.findall(sentence)
    }  # fmt: skip
    has = {who: value for who, (value, _) in said.items() if who in seats}
    if has:
        words = next(words for who, (_, words) in said.items() if who in has)
        value = ", ".join(f"{who}={what}" for who, what in has.items())
        yield from ((name, SuggestedOption(value, words)) for name in names)


def _agreed(
    sentence: str, kinds: Mapping[str, Any], changes: Mapping[str, str]
) -> Iterator[tuple[str, SuggestedOption]]:
    """Yield the option that a sentence about house rules may mean, with a value that is not the default."""
    said, alike = _stems(sentence), dict[str, int]()
    for name, field in kinds.items():
        if field.type is bool or (get_origin(field.type) is not None and get_origin(field.type) is not dict):
            alike[name] = len(said & _stems(f"{name.replace('_', ' ')} {changes.get(name, '')}"))
    best = max(alike, key=alike.__getitem__, default="")
    if not best or alike[best] < _ALIKE or list(alike.values()).count(alike[best]) > 1:
        return
    field = kinds[best]
    values = [str(value) for value in get_args(field.type) or (True, False) if value != field.default]
    told = {value: changes.get(best, "").partition(f"{value.replace('_', ' ').capitalize()}: ")[2] for value in values}
    value = max(values, key=lambda each: len(said & _stems(told[each])))
    yield best, SuggestedOption(value.lower() if field.type is bool else value, sentence)


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
    """The suggested game (slug, or ""), seats in order, seats by author, and options."""

    game: str
    seats: tuple[str, ...]
    people: dict[str, str]
    authors: tuple[Author, ...]
    options: dict[str, SuggestedOption]


def suggest(archive: Archive, registry: Registry) -> Suggestion:
    """Suggest values for an archive. Without block headers, the authors of many posts have a seat."""
    text = "\n".join(post.text for post in archive.posts).casefold()
    named = Counter({slug: text.count(meta.title.casefold().split(": ")[-1]) for slug, meta in registry.metas.items()})
    game = archive.header.get("game", "") or next((slug for slug, count in named.most_common(1) if count), "")
    authors = archive_authors(archive, ())
    seats = tuple(dict.fromkeys(head for author in authors for head in author.heads if head != MODERATOR))
    if len(seats) < _FEWEST:
        much = [author for author in authors if author.posts >= _SHARE * len(archive.posts)]
        seats = tuple(dict.fromkeys(filter(None, (as_seat(author.name) for author in much))))
    seats = seats_in(archive.header.get("seats", "")) or seats
    called = {author.name: next(iter(author.heads), "") or as_seat(author.name) for author in authors}
    people = {author.name: called[author.name] for author in authors if author.heads or called[author.name] in seats}
    options = suggested_options(archive, registry, game, seats, people) if game in registry else {}
    return Suggestion(game, seats, people, authors, options)
