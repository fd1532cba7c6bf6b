"""The authors of a followed thread: which names are the same for a reader, and the name that each author is shown by.

An author is known by an id. A name never gives a seat. So that readers of a log cannot confuse two authors, an author
whose name looks like another one's is shown with a number.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Final

from replay.importing.archive import shown_name
from replay.sources.source import NAME_ONLY, SourcePost, id_of_name

_ALIKE: Final = str.maketrans(
    "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456\u0455\u0458\u0501\u04bb\u043a\u043c\u0442\u0432\u043d"
    "\u03bf\u03b1\u03b5\u03c1\u03c4\u03c5\u03bd\u03ba\u03b9\u03c7\u0131013|",
    "aceopxyisjdhkmtbhoaeptuvkixioiel",
)  # fmt: skip
"""Letters of other alphabets, and digits, to the Latin letters that they look like."""


def writer_of(post: SourcePost) -> str:
    """Return the id of a post's author, which begins with `NAME_ONLY` if the source has only names."""
    return post.author_id or f"{NAME_ONLY}{id_of_name(post.author)}"


def skeleton(name: str) -> str:
    """Return a name without case, accents, spaces and signs, with Latin letters instead of their look-alikes."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(sign for sign in plain if sign.isalnum() or sign == "|").translate(_ALIKE)
    return letters.replace("l", "i").replace("rn", "m").replace("vv", "w")


def with_name(names: Mapping[str, str], writer: str, name: str, reserved: Iterable[str] = ()) -> dict[str, str]:
    """Return the shown names with that of a writer, who keeps a name that nobody else has. `reserved` belong to seats.

    A writer who was shown before keeps the shown name.
    """
    if writer in names:
        return dict(names)
    taken = {skeleton(other) for other in (*names.values(), *reserved)}
    plain = shown_name(name) or "unnamed"
    numbered = (f"{plain} [{number}]" for number in count(2))
    shown = plain if skeleton(plain) not in taken else next(one for one in numbered if skeleton(one) not in taken)
    return {**names, writer: shown}
