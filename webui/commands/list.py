"""The command `list`, which lists sessions from summaries.

It loads only sessions that have changed, and their games.
"""

from collections.abc import Mapping
from contextlib import closing
from typing import Any

import msgspec
from click import option

from events.events import UNKNOWN
from events.store.accounts import MODERATOR, Accounts
from events.store.drafts import ImportDrafts
from projections.registry import registry
from projections.wording import joined, titled
from webui.commands.database import open_database
from webui.commands.options import command
from webui.commands.output import print_table, say, with_progress, write_json
from webui.views.session_index import SessionIndex, made_by


@command("list", "list", "list --disputes", "list --json | jq '.[] | select(.over | not) | .session'")
@option("--disputes", is_flag=True, help="List open disputes: the entry of each, and the entry that it is about.")
@option("--what-ifs", is_flag=True, help="Include what-ifs.")
def list_sessions(*, disputes: bool, what_ifs: bool, as_json: bool) -> None:
    """List the sessions in the database, newest first.

    Each row shows the state of the game, what waits for an answer of whom, and whether the log is damaged.
    """
    with open_database() as store, closing(store.open_accounts()) as accounts:
        index = SessionIndex(store, registry(), accounts, made_by(registry()))
        stale = index.stale()
        for session in with_progress(stale, "Reading sessions", len(stale)):
            index.renew_or_drop(session)
        kept, waits = index.entries(), _waiting_posts(accounts)
    read = [msgspec.json.decode(entry, type=dict[str, Any]) for entry in kept]
    found = [one for one in read if (what_ifs or not one["branch"]) and (one["disputes"] or not disputes)]
    if as_json:
        write_json(found)
    elif not found:
        say("no open disputes" if disputes else "no sessions")
    elif disputes:
        rows = [_dispute_row(one, dispute) for one in found for dispute in one["disputes"]]
        print_table(("session", "alias", "title", "dispute", "about", "by", "claim"), rows)
    else:
        rows = [_row(one, waits.get(one["session"], "")) for one in found]
        print_table(("session", "alias", "game", "rules", "title", "entries", "state"), rows)


def _dispute_row(one: Mapping[str, Any], dispute: Mapping[str, Any]) -> tuple[str, ...]:
    claim = "shown only to the judge until the ruling" if dispute["claim"] == UNKNOWN else dispute["claim"]
    entries = str(dispute["seq"]), str(dispute["line"])
    return one["session"], one["alias"], one["title"], *entries, dispute["author"], claim


def _row(one: Mapping[str, Any], waits: str) -> tuple[str, ...]:
    told = f"{one['standing']}; {one['trouble']}".strip("; ") if one["trouble"] else one["standing"]
    ended = " (ended)" if one["over"] and not one["outcome"] else ""
    asked = f"{''.join(map(_waiting, one['requests']))}{waits and f'; {waits}'}"
    state = f"{'what-if; ' * bool(one['branch'])}{told}{asked}{ended}"
    rules = str(one["rules"] or "")
    return one["session"], one["alias"], one["game"], rules, one["title"], str(one["lines"]), state


def _waiting_posts(accounts: Accounts) -> dict[str, str]:
    """Return what the first waiting post of each followed thread waits for."""
    drafts = ImportDrafts(accounts)
    if not (sessions := drafts.followed.sessions()):
        return {}
    from webui.views.thread_state import thread_state  # noqa: PLC0415  # it loads the games

    states = {session: thread_state(drafts, session) for session in sessions}
    return {session: state.wait for session, state in states.items() if state is not None}


def _waiting(request: Mapping[str, Any]) -> str:
    names = joined(["the moderator" if one == MODERATOR else titled(one) for one in request["waiting"]])
    return f"; {request['kind']} #{request['seq']} about {request['address']} waits for {names}"
