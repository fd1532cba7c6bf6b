"""An audit as text to post for the group: the report in ten lines, or one finding with the post that it is about.

Typed text is made harmless as in a turn summary.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, get_args

from projections.wording import capitalised, counted, titled
from replay.audit.findings import Finding, Level, Report
from replay.turn_summaries.markup import FORMATS, Format, Style, plain
from replay.turn_summaries.turn_summary import PlayerNames

SHOWN: Final = 6  # most findings in a report, which then has at most ten lines
_LINES: Final = 12  # most lines of a quoted post
_LONG: Final = 600  # most characters of a quoted post


class QuotedPost(NamedTuple):
    """The post of a move: its entry, its author, its date as text, its place if known, and its text."""

    seq: int
    author: str
    when: str
    where: str
    text: str

    @property
    def source(self) -> str:
        """The author, the date and the place of the post, as one text."""
        return ", ".join(filter(None, (self.author, self.when, self.where)))

    @property
    def excerpt(self) -> str:
        """The beginning of the post: at most 12 lines and 600 characters."""
        lines = self.text.split("\n")
        cut = "\n".join(lines[:_LINES])[:_LONG]
        return cut if cut == self.text else f"{cut.rstrip()} \u2026"


class AuditContext(NamedTuple):
    """What a text about an audit needs beside the report.

    `link` is the address of the audit page, "" for none. `names` are the names of the seats as the game prints them,
    `players` adds the names of their players. `posts` are the posts of the findings, by the id of the finding.
    """

    link: str
    names: Mapping[str, str]
    players: PlayerNames
    posts: Mapping[str, QuotedPost]


def report_post(report: Report, about: AuditContext, form: Format) -> str:
    """Return the report in at most ten lines: the result, the first findings, what was not checked, and proof."""
    style = FORMATS[form]
    roots = sorted(report.roots, key=lambda one: get_args(Level).index(one.level))
    more, left = len(roots) - SHOWN, counted(len(report.unchecked), "thing") + " not" if report.unchecked else ""
    checkpoint = style.code.format(f"{report.head_seq}:{report.head[:32]}")
    rows = [
        style.bold.format(style.escape(f"Audit of {report.title or report.session}: {report.summary}")),
        *(f"- {_row(one, about, style)}" for one in roots[:SHOWN]),
        *([f"- and {counted(more, 'more finding')}"] if more > 0 else []),
        f"Checked up to entry {report.head_seq}; {left or 'everything was'} checked. Checkpoint {checkpoint}",
        *([style.link.format("Whole audit", about.link)] if about.link else []),
    ]
    return "\n".join(rows) + "\n"


def finding_post(report: Report, finding: Finding, about: AuditContext, form: Format) -> str:
    """Return one finding: the quoted post, what happened, the rule, and what was decided about it."""
    style = FORMATS[form]
    title = f"{report.title or report.session}, {_place(finding, about)}: {_level(finding)}"
    texts = {
        "": about.players.with_players(finding.condition), "The rule": f"{finding.criteria} ({finding.rule})",
        "Effect": finding.effect, "Ruling or reason": finding.remedy, "Assessment": capitalised(finding.triage),
    }  # fmt: skip
    parts = [
        style.bold.format(style.escape(title)),
        _quoted(about.posts[finding.id], style) if finding.id in about.posts else "",
        *(f"{name}{': ' * bool(name)}{style.escape(text)}" for name, text in texts.items() if text),
        style.link.format("Finding", f"{about.link}/{finding.id}") if about.link else "",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _row(finding: Finding, about: AuditContext, style: Style) -> str:
    post = about.posts.get(finding.id)
    source = f" {style.escape(f'(post: {post.source})')}" if post else ""
    told = about.players.with_players(finding.condition)
    place = style.bold.format(style.escape(_place(finding, about)))
    return f"{place}{source}: {_level(finding)}. {style.escape(told)} ({style.escape(finding.rule)})"


def _place(finding: Finding, about: AuditContext) -> str:
    seat = about.names.get(finding.seat, titled(finding.seat))
    where = finding.address or (f"entry {finding.seq}" if finding.seq else "the log")
    return f"{where}, {about.players.with_players(seat)}" if seat else where


def _level(finding: Finding) -> str:
    return f"{finding.level}, accepted as played" if finding.kept else finding.level


def _quoted(post: QuotedPost, style: Style) -> str:
    lines: Sequence[str] = [style.escape(line) for line in post.excerpt.split("\n")]
    return style.quote.format(
        style.escape(plain(post.source)), "\n".join(f"{style.mark}{line}".rstrip() for line in lines)
    )
