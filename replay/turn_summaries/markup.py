"""A reply kit in words, for forums (BBCode), for chats and trackers (Markdown), and for mails (plain text).

Whatever a person typed is made harmless: it can neither set marks, nor call people, nor pass for a fence.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from events.signature import fingerprint, signed_heads
from projections.wording import capitalised
from replay.turn_summaries.kit import Kit, KitRoll, PrivatePart

Format = Literal["bbcode", "markdown", "text"]

_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
_MARKS: Final = re.compile(r"([\\`*_{}\[\]<>|~#&$])")
_ROUND: Final = str.maketrans("[]", "()")
_WORD: Final = 400
"""As much of a typed text as one sentence shows."""
LISTED: Final = 4
"""So many lines that are a seat's alone stand below each other, fewer in one sentence."""


class Style(NamedTuple):
    """One format: how its typed texts are escaped, and how it writes what is bold, fenced, linked and shown.

    `inside` is what would end a fence from within, and what stands there in its place.
    """

    escape: Callable[[str], str]
    bold: str
    code: str
    fence: str
    inside: tuple[str, str]
    link: str
    picture: str

    def fenced(self, text: str) -> str:
        """Text that is shown as it stands."""
        return self.fence.format(text.replace(*self.inside))


def plain(text: str) -> str:
    """Typed text on one line, without signs that nobody sees; nothing in it is a fence or calls anybody."""
    line = " ".join(_UNSEEN.sub("\ufffd", text).split())
    line = re.sub(r"([=-])\1+", r"\1", line).replace("@", "@\u200b")
    return line if len(line) <= _WORD else f"{line[: _WORD - 1]}\u2026"


def _markdown(text: str) -> str:
    return _MARKS.sub(r"\\\1", plain(text))


def _bbcode(text: str) -> str:
    """Forums agree on no way to escape a bracket, so that it becomes a round one."""
    return plain(text).translate(_ROUND)


FORMATS: Final[Mapping[Format, Style]] = {
    "bbcode": Style(
        _bbcode, "[b]{}[/b]", "{}", "[code]\n{}\n[/code]", ("[/", "(/"), "Watch: [url]{}[/url]", "[img]{1}[/img]"
    ),
    "markdown": Style(_markdown, "**{}**", "`{}`", "```\n{}\n```", ("```", "'''"), "Watch: {}", "![{0}]({1})"),
    "text": Style(plain, "{}", "{}", "{}", ("\r", ""), "Watch: {}", "Picture: {1}"),
}
"""Every format by its name, the one for forums first."""


def kit_text(kit: Kit, form: Format) -> str:
    """The whole kit, ready to paste."""
    style = FORMATS[form]
    parts = [
        *_opening(kit, style),
        *_put_right(kit, style),
        *_totals(kit, style),
        *_private_lines(kit.offer, style),
        *_closing(kit, style),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _opening(kit: Kit, style: Style) -> Iterator[str]:
    """What happened, after whose turn it was; a private kit says for whom it is."""
    if kit.offer:
        yield style.bold.format(style.escape(f"For {kit.offer.name} alone"))
    first, last = kit.turns
    turn = f"T{first} to T{last}" if last > first else f"T{first} {style.escape(kit.mover)}" if first else ""
    title = f" - {style.escape(kit.title)}" if kit.title else ""
    yield f"{style.bold.format(f'{kit.name} {turn}'.rstrip())}{title}"
    earlier = [f"({_counted(kit.untold, 'earlier event')} before that.)"] * bool(kit.untold)
    yield " ".join([*earlier, *(style.escape(sentence) for sentence in kit.told)])


def _put_right(kit: Kit, style: Style) -> Iterator[str]:
    if kit.put_right:
        yield f"{style.bold.format('On a table of cardboard')}:"
        yield "\n".join(f"- {style.escape(line)}" for line in kit.put_right)


def _totals(kit: Kit, style: Style) -> Iterator[str]:
    if kit.totals:
        yield f"{style.bold.format('Totals')}: {style.escape('; '.join(kit.totals))}."
    if not kit.rolls:
        yield f"{style.bold.format('Dice and cards')}: {style.escape(kit.grade)}."
        return
    yield f"{style.bold.format('Dice')} ({style.escape(kit.grade)}):"
    earlier = [f"- {_counted(kit.unlisted, 'earlier roll')} not listed here"] * bool(kit.unlisted)
    yield "\n".join([*earlier, *(f"- {style.escape(_roll_line(thrown))}" for thrown in kit.rolls)])


def _roll_line(thrown: KitRoll) -> str:
    """One roll: `No. 881, attack russia>scandinavia: 6 5 2`."""
    number = f"No. {thrown.k}" if thrown.k else f"line {thrown.seq}"
    source = "" if thrown.source == "tower" else f" ({thrown.source.removeprefix('other:')})"
    taken = ", taken back" if thrown.undone else ""
    return f"{number}, {thrown.purpose}: {' '.join(map(str, thrown.faces))}{source}{taken}"


def _private_lines(offer: PrivatePart | None, style: Style) -> Iterator[str]:
    if offer is None:
        return
    if offer.hand:
        yield f"{style.bold.format('Yours')}:{_hand_lines(offer.hand, style)}"
    if offer.order:
        yield f"{style.bold.format('Your standing order')}: {style.escape(offer.order)}"
    if offer.options:
        rest = f" (and {_counted(offer.more, 'line')} more)" if offer.more else ""
        yield f"{style.bold.format('You may write')}{rest}:"
        yield style.fenced("\n".join(offer.options))


def _hand_lines(hand: Sequence[str], style: Style) -> str:
    """What is a seat's alone: in a sentence, or a line each where that would be too long to read."""
    if len(hand) < LISTED:
        return f" {style.escape('; '.join(hand))}."
    return "\n\n" + "\n".join(f"- {style.escape(line)}" for line in hand)


def _closing(kit: Kit, style: Style) -> Iterator[str]:
    """Who is awaited and until when, the witness of the log, where to look, and the block to fill in."""
    said = style.escape(kit.standing)
    if kit.awaited:
        by = f", by {style.escape(kit.until)}" if kit.until else ""
        yield f"Next: {style.bold.format(said)}{by}."
    elif said:
        yield f"{capitalised(said)}."
    yield f"Log: line {kit.last}, witness {style.code.format(kit.witness)}"
    for one in signed_heads(kit.signed):
        yield f"Signed with the host's key {style.code.format(fingerprint(one.signature.key))}:"
        yield style.fenced(kit.signed)
    if kit.place.picture:
        yield style.picture.format(f"{kit.name}, line {kit.last}", kit.place.picture)
    if kit.place.page:
        yield style.link.format(kit.place.page)
    if kit.block:
        yield style.fenced(kit.block)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
