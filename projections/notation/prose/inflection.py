"""The forms of English verbs, so that a lexicon lists each verb once."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

_IRREGULAR_ROWS: Final = """
    begin began begun; bind bound; build built; catch caught; creep crept; drink drank drunk; eat ate eaten;
    fling flung; freeze froze frozen; grind ground; grow grew grown; hang hung; leap leapt; mean meant; meet met;
    shake shook shaken; shoot shot; sleep slept; slide slid; steal stole stolen; tell told; withdraw withdrew withdrawn;
    bend bent; spin spun; blow blew blown; wear wore worn; tear tore torn; lean leant; burn burnt; sink sank sunk;
    be is are was been being am; beat beaten; bid bids bidding; break broke broken; bring brought; buy bought;
    cast; choose chose chosen; come came; cut; deal dealt; dig dug; do did done; draw drew drawn;
    drive drove driven; fall fell fallen; feed fed; fight fought; find found; fly flew flown; get got gotten;
    give gave given; go went gone goes; hide hid hidden; hit; hold held; keep kept; land; lay laid; lead led;
    leave left; lend lent; let; lose lost; make made; pay paid; put; ride rode; rise rose risen; run ran;
    see saw seen; sell sold; send sent; set; shove; show shown; shut; sit sat; sling slung; spend spent; split;
    stand stood; stick stuck; strike struck; sweep swept; swing swung; take took taken; throw threw thrown;
    wake woke; win won
"""
_IRREGULAR: Final[Mapping[str, Sequence[str]]] = {
    verb: others for verb, *others in (row.split() for row in _IRREGULAR_ROWS.split(";"))
}
"""The irregular forms of verbs, by verb."""
_VOWELS: Final = frozenset("aeiou")


def forms(verb: str) -> Sequence[str]:
    """Return a verb and its other forms. In a phrase the first word is the verb."""
    first, blank, rest = verb.partition(" ")
    if first == "not":
        return [f"not {form}" for form in forms(rest)]
    return [verb, *(f"{form}{blank}{rest}" for form in _forms(first))]


@lru_cache(maxsize=4096)
def _forms(verb: str) -> Sequence[str]:
    return tuple(_regular_and_irregular(verb))


def _regular_and_irregular(verb: str) -> Iterator[str]:
    if not verb.isascii() or not verb.isalpha() or len(verb) < 2:
        return
    stem = verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb
    if _doubles(verb):
        stem += verb[-1]
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        yield f"{verb[:-1]}ies"
    else:
        yield f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else f"{verb}s"
    yield from (f"{stem}ing", f"{stem}in", f"{stem}in'")
    if verb in _IRREGULAR:
        yield from _IRREGULAR[verb]
    yield f"{verb[:-1]}ied" if verb.endswith("y") and verb[-2] not in _VOWELS else f"{stem}ed"


def _doubles(verb: str) -> bool:
    """Return whether the last letter is doubled before an ending: a short verb with one vowel, before the last letter.

    For example, *drop* is such a verb, and *open* is not.
    """
    has_one_vowel = sum(letter in _VOWELS for letter in verb) == 1
    return 2 < len(verb) < 5 and has_one_vowel and verb[-1] not in "wxy" and verb[-2] in _VOWELS
