"""Options of a game as the posts of an archive tell them: by name, as a block of code, seat by seat, in free words.

What is told in free words is a guess: it is shown with the words, and whoever brings the archive in says yes or no.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args, get_origin

import msgspec

from events.errors import BellError, NotationError
from events.store.memory import MemoryStore
from projections.registry import Registry
from projections.rulebook import options_told
from projections.wording import seat_id
from replay.importing.archive import Archive
from replay.importing.start import stage_new

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
_FIRST: Final = 4
"""In so many posts it is told who begins and who has what."""
_ALIKE: Final = 2
"""So many words of a sentence are those of the option that it may mean."""
_STEM: Final = 5
_WORD: Final = re.compile(r"[a-z]{4,}")
_COMMON: Final = frozenset({"house", "rule", "play", "with", "that", "when", "wheth", "where", "only", "each", "turn"})


class ToldOption(NamedTuple):
    """An option that a post tells: its value as a header writes it, and the words that are guessed to say so, if so."""

    value: str
    words: str = ""


def told_options(
    archive: Archive, registry: Registry, game: str, seats: Sequence[str], people: Mapping[str, str]
) -> dict[str, ToldOption]:
    """The options that posts tell, where a session can begin with them; `people` are the seats of authors."""
    kinds = {field.name: field for field in msgspec.structs.fields(registry.options(game))}
    found: dict[str, ToldOption] = {}
    header = {"game": game, "seats": ",".join(seats)}
    for name, told in _told(archive, kinds, options_told(registry.meta(game).package), seats, people):
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
) -> Iterator[tuple[str, ToldOption]]:
    """What posts may tell of options, what is told by name first."""
    for post in archive.posts:
        named = ((name.lower(), value.strip()) for name, value in _FIELD.findall(post.text))
        yield from ((name, ToldOption(value)) for name, value in named if name in kinds)
        yield from ((name, ToldOption("/".join(code.split()))) for code in _CODE.findall(post.text) for name in kinds)
    for post in archive.posts[:_FIRST]:
        seat = people.get(post.author, "")
        lists = [name for name, field in kinds.items() if get_origin(field.type) is dict]
        yield from _by_seat(post.text, lists, seats, seat)
        firsts = [name for name, field in kinds.items() if name.startswith("first") and field.type is str]
        for sentence, whose in _beginners(post.text, seats, seat):
            yield from ((name, ToldOption(whose, sentence.strip())) for name in firsts)
    for post in archive.posts:
        for sentence in filter(_AGREED.search, _SENTENCE.findall(post.text)):
            yield from _agreed(sentence.strip(), kinds, changes)


def _beginners(text: str, seats: Sequence[str], seat: str) -> Iterator[tuple[str, str]]:
    """Each sentence of a post by `seat` that says who begins, and that seat."""
    for sentence in _SENTENCE.findall(text):
        for who in _BEGINS.findall(sentence):
            before = [name for name in map(seat_id, sentence.split()) if name in seats]
            whose = seat if who.lower() == "i" else (*before, "")[0] if who.lower() in _OTHERS else seat_id(who)
            if whose in seats:
                yield sentence, whose


def _by_seat(text: str, names: Sequence[str], seats: Sequence[str], seat: str) -> Iterator[tuple[str, ToldOption]]:
    """What each seat has: a line of its own, or `I am the Twelfth Doctor`, `Lin from the north`."""
    lines = [line for line in text.splitlines() if seat_id(line.partition(":")[0]) in seats and ":" in line]
    if lines:
        yield from ((name, ToldOption("\n".join(lines))) for name in names)
    said = {
        seat if who.lower() in ("i", "me") else seat_id(who): (value, sentence.strip())
        for sentence in _SENTENCE.findall(text) for who, value in _SITS.findall(sentence)
    }  # fmt: skip
    has = {who: value for who, (value, _) in said.items() if who in seats}
    if has:
        words = next(words for who, (_, words) in said.items() if who in has)
        value = ", ".join(f"{who}={what}" for who, what in has.items())
        yield from ((name, ToldOption(value, words)) for name in names)


def _agreed(sentence: str, kinds: Mapping[str, Any], changes: Mapping[str, str]) -> Iterator[tuple[str, ToldOption]]:
    """The option of a few values that a sentence may speak of, with a value that is not the usual one."""
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
    yield best, ToldOption(value.lower() if field.type is bool else value, sentence)


def _stems(words: str) -> set[str]:
    return {word.rstrip("s")[:_STEM] for word in _WORD.findall(words.lower())} - _COMMON


def _begins(registry: Registry, header: dict[str, str]) -> bool:
    """Whether a session can begin so; what was thrown or dealt for it may still be to be told."""
    try:
        stage_new(MemoryStore(), registry, header)
    except BellError as error:
        return isinstance(error.__cause__, NotationError)
    return True
