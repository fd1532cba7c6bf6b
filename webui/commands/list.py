"""The command `list`: what there is, from summaries; only a session that has changed since is read, and its game."""

from contextlib import closing

import click
import msgspec

from events.events import UNKNOWN
from projections.registry import registry
from webui.commands.database import open_database
from webui.commands.options import command, database_option, json_option
from webui.commands.output import say, with_progress, write_json
from webui.commands.table import print_table
from webui.views.session_index import SessionIndex, made_by


class _Disputed(msgspec.Struct, frozen=True):
    """What the table tells of a dispute."""

    author: str
    line: int
    claim: str


class _Entry(msgspec.Struct, frozen=True):
    """What the table tells of a session, of all that its `SessionEntry` says."""

    session: str
    alias: str
    game: str
    title: str
    lines: int
    standing: str
    over: bool
    trouble: str
    branch: str
    disputes: tuple[_Disputed, ...]
    outcome: dict[str, object] | None


@command("list", "list", "list --disputes", "list --json | jq '.[] | select(.over | not) | .session'")
@click.option("--disputes", is_flag=True, help="Only the disputes that wait for a ruling, with the line of each.")
@click.option("--what-ifs", is_flag=True, help="What-ifs too, which are no records and are left out otherwise.")
@database_option
@json_option
def list_sessions(*, disputes: bool, what_ifs: bool, as_json: bool) -> None:
    """List the sessions of the database, the newest first."""
    with open_database() as store, closing(store.open_accounts()) as accounts:
        index = SessionIndex(store, registry(), accounts, made_by())
        stale = index.stale()
        for session in with_progress(stale, "Reading sessions", len(stale)):
            index.renew_or_drop(session)
        kept = index.entries()
    read = {entry: msgspec.json.decode(entry, type=_Entry) for entry in kept}
    found = {
        entry: one for entry, one in read.items() if (what_ifs or not one.branch) and (one.disputes or not disputes)
    }
    if as_json:
        write_json([msgspec.Raw(entry.encode()) for entry in found])
    elif not found:
        say("no dispute is open" if disputes else "no session yet")
    elif disputes:
        print_table(
            ("session", "alias", "title", "line", "by", "what is claimed"),
            [_dispute_row(one, dispute) for one in found.values() for dispute in one.disputes],
        )
    else:
        print_table(
            ("session", "alias", "game", "title", "lines", "where it stands"), [_row(one) for one in found.values()]
        )


def _dispute_row(one: _Entry, dispute: _Disputed) -> tuple[str, ...]:
    claim = "for the judge alone, until the ruling" if dispute.claim == UNKNOWN else dispute.claim
    return one.session, one.alias, one.title, str(dispute.line), dispute.author, claim


def _row(one: _Entry) -> tuple[str, ...]:
    told = f"{one.standing}; {one.trouble}".strip("; ") if one.trouble else one.standing
    ended = " (ended)" if one.over and not one.outcome else ""
    disputed = "; a dispute is open" if one.disputes else ""
    branch = "what if, not a record; " if one.branch else ""
    return one.session, one.alias, one.game, one.title, str(one.lines), branch + told + disputed + ended
