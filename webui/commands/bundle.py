"""The command `bundle`, which puts a session into one page to hand on."""

from contextlib import closing

from events.errors import RefusedError
from events.facts import ALL
from events.store.accounts import Accounts
from projections.shelf import shelf
from webui import create_app
from webui.access.view import SessionView, current_context, require_seat_name
from webui.commands.arguments import open_view
from webui.commands.database import open_database
from webui.commands.output import say, write_text
from webui.commands.output_file import atomic_file, output_path
from webui.pages.bundle import bundle_text, line_to_open


class _OpenedView(SessionView):
    """A session as a viewer sees it whose view was opened by whoever holds the database."""

    def _viewer(self, asked: str) -> str:
        if asked != ALL:
            require_seat_name(asked, self.seats)
        return asked


def bundle(session: str, viewer: str, at: str, output: str | None, *, force: bool) -> None:
    """Put a session into one page to hand on."""
    with open_database() as store, closing(Accounts(store.path)) as accounts:
        row = store.row(session)
        path = output_path(output or f"{row.alias or row.session}.html", force=force)
        open_view(store, session, viewer)
        app = create_app(store, shelf(), accounts)
        with app.test_request_context():
            timelines = current_context().timelines
            seen = _OpenedView(row, timelines.read(row), {"as": viewer}, accounts.settings(row.session))
            if not seen.timeline.last:
                raise RefusedError(f"nothing is filed yet in {row.alias or row.session}")
            text = bundle_text(seen, line_to_open(seen.timeline, at))
    if path is None:
        write_text(text)
        return
    with atomic_file(path) as file:
        file.write(text.encode())
    say(f"{path}: {seen.timeline.last} lines, {len(text.encode()) // 1000} kB")
