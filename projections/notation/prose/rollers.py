"""Output of dice rollers in a post, such as `[dice]3d6[/dice] = 5, 4, 2`, replaced by the faces alone."""

import re
from collections.abc import Sequence
from typing import Final

from events.lazy_patterns import lazy_pattern

_FACES: Final = r"[0-9]{1,2}(?:(?:\s*[,+/]|[^\S ]* )\s*[0-9]{1,2})*"
_ROLLED: Final = lazy_pattern(
    rf"(?:/roll\s+)?(?P<open>\()?(?:\[(?:dice|roll)[\]=]\s*)?(?P<count>[0-9]{{0,2}})d[0-9]{{1,3}}"
    rf"(?:\s*\[/(?:dice|roll)\])?\s*(?:(?:=>|->|=|:|\u2192|\])(?:\s*[\[(])?|\[|\()\s*(?P<faces>{_FACES})"
    r"\s*(?:\[/(?:dice|roll)\]|[\])])?(?(open)\)?)",
    re.IGNORECASE,
)
"""Matches one roll: the dice, a sign, and the faces."""
_LISTED: Final = lazy_pattern(r"(?P<sign>[:=>]\s*)\[(?P<list>\w[\w ,]{0,40})\]")
"""Matches a list in brackets after a sign: `black: [Running, Science]`. Before an end tag it may be markup."""
_AGAINST: Final = lazy_pattern(r"\b(?:v|vs|versus|against|to)\b|[|]", re.IGNORECASE)
_LABELLED: Final = lazy_pattern(
    r"\s*(?:a|att|attack(?:er|s)?|d|def|defen[cs]e|defender|r|rolls?|rolled|dice)\s*:\s*"
    rf"(?=(?:[0-9]{{0,2}}d[0-9]{{1,3}}\s*(?:[=:]\s*)?)?[\[(]?(?P<faces>{_FACES})[\])]?"
    r"(?P<rest>\s*+(?:[.;,]\s*+)?$|\s++(?:v|vs|against)\b))",
    re.IGNORECASE,
)
"""Matches a label before the faces of dice, which end the line or come before those of the defender: `A: 5 6 4`."""
_DEFENDS: Final = lazy_pattern(r"\b(v|vs|against)\s+(?:d|def|defen[cs]e|defender)\s*:", re.IGNORECASE)
_MOST_WORDS: Final = 6
"""The maximum number of words between the dice of the attacker and those of the defender."""
_MOST_DEFEND: Final = 2


def is_roll(line: str) -> bool:
    """Return whether a line has a label and rolled faces, so that it can be prose although it begins like notation."""
    return _LABELLED.match(line) is not None


def plain_rolls(lines: Sequence[str]) -> list[str]:
    """Return the lines of a post with the faces of dice in place of a roller's output.

    A roll of one or two dice that directly follows another roll is the defender's: `v` comes before its faces.
    """
    found, pending, between = list[str](), 0, ""
    for line in lines:
        labelled = _LABELLED.match(line)
        if labelled and not _AGAINST.search(labelled["rest"]):
            faces = re.findall("[0-9]+", labelled["faces"])
            is_answer = pending >= len(faces) <= _MOST_DEFEND and not between.strip()
            found.append(f"{'v ' * is_answer}{' '.join(faces)}{'.' * is_answer}")
            pending, between = 0 if is_answer else len(faces), ""
            continue
        if labelled:
            line = _DEFENDS.sub(r"\1", line[labelled.end() :])  # noqa: PLW2901
        parts, at = list[str](), 0
        for roll in _ROLLED.finditer(line):
            faces = re.findall("[0-9]+", roll["faces"])
            between += line[at : roll.start()]
            is_answer = (
                pending >= len(faces) <= _MOST_DEFEND
                and len(between.split()) <= _MOST_WORDS
                and not re.search("[0-9]", between)
            )
            sign = "v " if is_answer and not _AGAINST.search(between) else ""
            parts += [line[at : roll.start()], f"{sign}{' '.join(faces)}{' ' * line[roll.end() :][:1].isalnum()}"]
            pending, between, at = 0 if is_answer else len(faces), "", roll.end()
        between += f"{line[at:]} "
        tagged, end, plain = "".join([*parts, line[at:]]).rpartition("[/")
        found.append(tagged + end + _LISTED.sub(r"\g<sign>\g<list>", plain))
    return found
