"""The text of a fetched post: plain text without quotations, and not longer than a post can be."""

from typing import NamedTuple

from replay.importing.archive import plain_text
from replay.importing.mail_text import text_of_html
from replay.posts.blocks import LONGEST_POST, QUOTE_TAG, quoted_lines


class Text(NamedTuple):
    """A text. It is cut if it was too long, and then empty: no part of a post is read as the whole."""

    text: str
    is_cut: bool = False


def own_text(text: str) -> Text:
    """Return what the author of a post wrote: its text without quotations."""
    lines = plain_text(QUOTE_TAG.sub("\n\\g<0>\n", text)).split("\n")
    own = "\n".join(line for line, quoted in zip(lines, quoted_lines(lines), strict=True) if not quoted).strip()
    return Text("", is_cut=True) if len(own) > LONGEST_POST else Text(own)


def own_text_of_html(page: str) -> Text:
    """Return what the author of a post in HTML wrote: its text without quotations."""
    return own_text(text_of_html(page))
