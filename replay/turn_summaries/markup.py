"""A turn summary as text for forums (BBCode), chats and trackers (Markdown), and mails (plain text).

Typed text is made harmless: it cannot add formatting, mention people, or look like the header of a block.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from events.lazy_patterns import lazy_pattern
from events.signature import fingerprint, signed_heads
from projections.wording import capitalised
from replay.reading.chance_trust import grade_text
from replay.turn_summaries.turn_summary import PrivatePart, SummaryRoll, TurnSummary

Format = Literal["bbcode", "markdown", "text"]

_UNSEEN: Final = lazy_pattern(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
_MARKS: Final = lazy_pattern(r"([\\`*_{}\[\]<>|~#&$])")
_ROUND: Final = str.maketrans("[]", "()")
_WORD: Final = 400  # most characters of a typed text in one sentence
LISTED: Final = 4  # from this number on, private phrases are written as a list, not in one sentence


class Style(NamedTuple):
    """An output format, with templates. `inside` is the text that would end a code block, and its replacement.

    `spoiler` hides its second text under the first until a reader opens it. `quote` shows the source of a quoted text,
    then its lines, each after `mark`.
    """

    escape: Callable[[str], str]
    bold: str
    code: str
    fence: str
    inside: tuple[str, str]
    link: str
    picture: str
    spoiler: str
    quote: str
    mark: str = "> "

    def fenced(self, text: str) -> str:
        """Return a text in a code block, which shows the text unchanged."""
        return self.fence.format(text.replace(*self.inside))


_TO_CHANGE: Final = "Changes on a physical board that shows the position before the last takeback or correction"


def plain(text: str) -> str:
    """Return typed text on one line, shortened, without invisible characters, mentions or block headers."""
    line = " ".join(_UNSEEN.sub("\ufffd", text).split())
    line = re.sub(r"([=-])\1+", r"\1", line).replace("@", "@\u200b")
    return line if len(line) <= _WORD else f"{line[: _WORD - 1]}\u2026"


def _markdown(text: str) -> str:
    return _MARKS.sub(r"\\\1", plain(text))


def _bbcode(text: str) -> str:
    """Return text with round brackets: forums have no common way to escape square ones."""
    return plain(text).translate(_ROUND)


FORMATS: Final[Mapping[Format, Style]] = {
    "bbcode": Style(
        _bbcode, "[b]{}[/b]", "{}", "[code]\n{}\n[/code]", ("[/", "(/"), "{0}: [url]{1}[/url]",
        "[img]{1}[/img]", "[spoiler={0}]\n{1}\n[/spoiler]", "[quote={0}]\n{1}\n[/quote]", "",
    ),
    "markdown": Style(
        _markdown, "**{}**", "`{}`", "```\n{}\n```", ("```", "'''"), "{0}: {1}", "![{0}]({1})",
        "{0}: ||{1}||", "Post by {0}:\n\n{1}",
    ),
    "text": Style(plain, "{}", "{}", "{}", ("\r", ""), "{0}: {1}", "Picture: {1}", "{0}: {1}", "Post by {0}:\n{1}"),
}  # fmt: skip
"""Every format by name, with the one for forums first."""


def turn_summary_text(summary: TurnSummary, form: Format) -> str:
    """Return the whole summary, ready to paste."""
    style = FORMATS[form]
    private = _private_lines(summary.offer, style) if summary.offer else ()
    parts = (*_opening(summary, style), *next_lines(summary, style), *private, *_totals(summary, style))
    return "\n\n".join(filter(None, (*parts, *proof_lines(summary, style)))) + "\n"


def heading(summary: TurnSummary, style: Style) -> str:
    """Return the title of the session, and the turns of a summary with their seat."""
    first, last = summary.turns
    turn = f", turns {first} to {last}" if last > first else f", turn {first}: {summary.mover}" if first else ""
    return style.bold.format(style.escape(f"{summary.title or summary.name}{turn.removesuffix(': ')}"))


def _ended(sentence: str) -> str:
    """Return a sentence with a full stop, because the reason at its end can lack one."""
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


def _opening(summary: TurnSummary, style: Style) -> Iterator[str]:
    if summary.offer:
        yield style.bold.format(style.escape(f"Only for {summary.offer.name}"))
    yield heading(summary, style)
    earlier = [f"({_counted(summary.untold, 'earlier sentence')} left out.)"] * bool(summary.untold)
    yield " ".join([*earlier, *(style.escape(_ended(sentence)) for sentence in summary.told)])
    if summary.put_right:
        yield f"{style.bold.format(_TO_CHANGE)}:"
        yield "\n".join(f"- {style.escape(line)}" for line in summary.put_right)
    if summary.place.picture:
        yield style.picture.format(f"The board after entry {summary.last}", summary.place.picture)


def next_lines(summary: TurnSummary, style: Style) -> Iterator[str]:
    """Yield who plays next or how the session ended, then the link to the board."""
    standing = style.escape(summary.standing)
    if summary.awaited:
        by = f", by {style.escape(summary.until)}" if summary.until else ""
        yield f"Next: {style.bold.format(standing)}{by}."
    elif standing:
        yield f"{capitalised(standing)}."
    if summary.place.page:
        yield style.link.format("Board and log", summary.place.page)


def _totals(summary: TurnSummary, style: Style) -> Iterator[str]:
    if summary.totals:
        yield f"{style.bold.format('Totals')}: {style.escape('; '.join(summary.totals))}."
    if not summary.rolls:
        if "; " in summary.grade:  # a remark about the source
            yield f"{style.bold.format('Dice and cards')}: {style.escape(grade_text(summary.grade))}."
        return
    yield f"{style.bold.format('Dice')} ({style.escape(grade_text(summary.grade))}):"
    earlier = [f"- ({_counted(summary.unlisted, 'earlier roll')} left out.)"] * bool(summary.unlisted)
    yield "\n".join([*earlier, *(f"- {style.escape(_roll_line(thrown))}" for thrown in summary.rolls)])


def _roll_line(thrown: SummaryRoll) -> str:
    number = f"No. {thrown.k}" if thrown.k else f"entry {thrown.seq}"
    source = "" if thrown.source == "tower" else f" ({grade_text(thrown.source)})"
    taken = ", taken back" if thrown.undone else ""
    return f"{number}, {thrown.purpose}: {' '.join(map(str, thrown.faces))}{source}{taken}"


def _private_lines(offer: PrivatePart, style: Style) -> Iterator[str]:
    if offer.hand:
        hand = f" {style.escape('; '.join(offer.hand))}."
        if len(offer.hand) >= LISTED:
            hand = "\n\n" + "\n".join(f"- {style.escape(line)}" for line in offer.hand)
        yield f"{style.bold.format('Known only to you')}:{hand}"
    if offer.order:
        yield f"{style.bold.format('Your standing order')}: {style.escape(offer.order)}"
    if offer.options:
        rest = f" ({offer.more:,} more not listed)" if offer.more else ""
        yield f"{style.bold.format('Your possible moves')}{rest}:"
        yield style.fenced("\n".join(offer.options))


def proof_lines(summary: TurnSummary, style: Style) -> Iterator[str]:
    """Yield the empty block, then what proves the log: the checkpoint in one line, the signature in a spoiler."""
    if summary.block:
        yield style.fenced(summary.block)
    if summary.checkpoint:
        yield f"Checkpoint {style.code.format(summary.checkpoint)}"
    for one in signed_heads(summary.signed):
        key = style.code.format(fingerprint(one.signature.key))
        yield style.spoiler.format("Signature", f"key {key}, {style.code.format(summary.signed)}")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
