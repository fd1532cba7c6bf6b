"""The command `erase`, which drops what a person wrote in a session."""

from contextlib import closing

import click

from events.errors import RefusedError
from replay.session.erasure import texts_of
from webui.commands.arguments import load_session
from webui.commands.database import open_database
from webui.commands.options import command, database_option
from webui.commands.output import plural, say
from webui.desk.erase_person import KEPT, erase_person

_SHOWN = 12
"""So many lines are told by their numbers."""


@command(
    "erase", "erase friday --of black", "erase friday --of black --from 1 --to 412 --yes",
    "erase friday --words 'Julie Smith'",
)  # fmt: skip
@click.argument("session", metavar="ID")
@click.option("--of", "author", metavar="WHO", default="", help="Whoever wrote: a seat, moderator, or judge-1 ...")
@click.option("--words", metavar="WORDS", default="", help="Only texts that hold these words, in any letter case.")
@click.option("--from", "first", metavar="LINE", type=click.IntRange(1, 10**9), default=1, help="From this line on.")
@click.option("--to", "last", metavar="LINE", type=click.IntRange(1, 10**9), help="Up to this line; the last if none.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@database_option
def erase(session: str, author: str, words: str, first: int, last: int | None, *, yes: bool) -> None:
    """Erase what a person wrote in a session, for good.

    Posts, notes, claims and reasons read `removed` from then on; every digest still verifies, and moves and dice stay.
    Without WORDS the person's name and addresses go too. It tells the lines, and asks before it goes on.
    """
    with open_database() as store, closing(store.open_accounts()) as accounts:
        opened = load_session(store, session)
        texts = texts_of(opened, author, words, first, last or 0)
        lines = sorted({one.seq for one in texts})
        say(f"{plural(len(texts), 'text')}{_where(lines)}")
        if not yes and not click.confirm("Erase them for good?"):
            raise RefusedError("nothing was erased")
        done = erase_person(accounts, opened, author, words, first, last or 0)
    say(f"erased: {plural(done.texts, 'text')}{', and the name and addresses beside the log' * done.was_named}")
    say(KEPT)


def _where(lines: list[int]) -> str:
    if not lines:
        return ""
    told = ", ".join(map(str, lines[:_SHOWN]))
    return f", in {'line' if len(lines) == 1 else 'lines'} {told}{' ...' if len(lines) > _SHOWN else ''}"
