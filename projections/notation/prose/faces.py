"""Faces of dice in prose: `5 3 2`, `5-3-2`, `532`, "a five, a three and a two", "double sixes"."""

from collections.abc import Mapping, Sequence
from typing import Final

from projections.notation.prose.word_lists import word_list

_FACES: Final[Mapping[str, str]] = {
    **{face: face for face in "123456"},
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "deux": "2", "trois": "3",
}  # fmt: skip
_MANY: Final[Mapping[str, str]] = {
    "ones": "1", "twos": "2", "threes": "3", "fours": "4", "fives": "5", "sixes": "6", "1s": "1", "2s": "2",
    "3s": "3", "4s": "4", "5s": "5", "6s": "6", "1's": "1", "2's": "2", "3's": "3", "4's": "4", "5's": "5", "6's": "6",
}  # fmt: skip
_TIMES: Final[Mapping[str, int]] = {
    "double": 2, "two": 2, "2": 2, "pair": 2, "both": 2, "triple": 3, "three": 3, "3": 3, "treble": 3,
}  # fmt: skip
_REPEATS: Final = frozenset({"double", "triple", "treble"})
_JOINTS: Final = frozenset({",", "-", "/", "\u2013", "+"})
_ARTICLES: Final = frozenset({"a", "an", "another", "one"})
_COUNTED: Final = word_list("counted")


def faces(texts: Sequence[str], at: int, most: int) -> tuple[list[str], int] | None:
    """Read up to `most` faces of dice from word `at`.

    Return the faces and the index of the next word, or None without faces.
    """
    glued = texts[at]
    if 1 < len(glued) <= most and set(glued) <= set("123456"):
        return list(glued), at + 1
    several = _several(texts, at, most)
    return _with_one_more(texts, several, most) if several else _joined(texts, at, most)


def _joined(texts: Sequence[str], at: int, most: int) -> tuple[list[str], int] | None:
    """Read up to `most` faces that are joined by one kind of sign, or by "and"."""
    found, end, sign = list[str](), at, None
    while end < len(texts) and _is_face(texts, end) and not (found and _is_counted(texts, end)):
        found.append(_FACES[texts[end]])
        end += 1
        joint, to = _joint(texts, end)
        if len(found) == most or to is None or (joint != "and" and sign not in (None, joint)):
            break
        sign = sign if joint == "and" else joint
        if (more := _several(texts, to, most - len(found))) is not None:
            return [*found, *more[0]], more[1]
        if not _goes_on(texts, to):
            break
        end = to
    return (found, end) if found else None


def _with_one_more(texts: Sequence[str], several: tuple[list[str], int], most: int) -> tuple[list[str], int]:
    """Return the faces in a count, with the single face after it if there is one: "double six and a two"."""
    counted, end = several
    _, after = _joint(texts, end)
    if len(counted) < most and after is not None and after > end and _goes_on(texts, after):
        return [*counted, _FACES[texts[after]]], after + 1
    return several


def _is_face(texts: Sequence[str], at: int) -> bool:
    return texts[at] in _FACES and texts[at + 1 : at + 2] != ["of"]


def _goes_on(texts: Sequence[str], at: int) -> bool:
    """Return whether another face of a die follows at this index."""
    return at < len(texts) and texts[at] in _FACES and not _is_counted(texts, at)


def _is_counted(texts: Sequence[str], at: int) -> bool:
    """Return whether the number at word `at` counts the things after it.

    In "5 lost to 6" and "5 lost two", the number is the face of a die and no count.
    """
    after = list(texts[at + 1 : at + 3])
    is_face = after[:1] == ["lost"] and after[1:] and (after[1] == "to" or after[1] in _FACES)
    return bool(after) and after[0] in _COUNTED and not is_face


def _several(texts: Sequence[str], at: int, most: int) -> tuple[list[str], int] | None:
    """Return the faces in a count such as "double six" or "pair of threes", and the index of the next word."""
    times = _TIMES.get(texts[at], 0)
    end = at + 1 + (texts[at + 1 : at + 2] == ["of"])
    word = texts[end] if end < len(texts) else ""
    face = _MANY.get(word) or (_FACES.get(word) if texts[at] in _REPEATS else None)
    return ([face] * times, end + 1) if face and 0 < times <= most else None


def _joint(texts: Sequence[str], at: int) -> tuple[str, int | None]:
    """Return the sign or word at `at` that joins two faces, and the index of the second face (None without one)."""
    joint, end = "", at
    if texts[end : end + 1] and texts[end] in _JOINTS:
        joint, end = texts[end], end + 1
    if texts[end : end + 1] and texts[end] in ("and", "&"):
        joint, end = "and", end + 1
    articles = _ARTICLES if joint else _ARTICLES - _FACES.keys()
    if texts[end : end + 1] and texts[end] in articles and texts[end + 1 : end + 2] and texts[end + 1] in _FACES:
        end += 1
    return joint, end if end < len(texts) else None
