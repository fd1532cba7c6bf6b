"""The command `bundle`, which puts a session into one page to hand on."""

from contextlib import closing

import click

from events.errors import RefusedError
from events.events import ALL
from projections.shelf import shelf
from replay.reading.timeline import Timeline
from webui import create_app
from webui.access.view import SessionView, current_context, require_seat_name
from webui.commands.arguments import open_view
from webui.commands.database import open_database
from webui.commands.options import command, database_option, viewer_option
from webui.commands.output import plural, say, with_progress, write_text
from webui.commands.output_file import atomic_file, output_path
from webui.desk.steps import chunks
from webui.pages.bundle import bundle_text, line_to_open


class _OpenedView(SessionView):
    """A session as a viewer sees it whose view was opened by whoever holds the database."""

    def _viewer(self, asked: str) -> str:
        if asked != ALL:
            require_seat_name(asked, self.seats)
        return asked


@command(
    "bundle", "bundle friday", "bundle friday -o friday.html --at 7.3", "bundle friday --as black -o mine.html",
)  # fmt: skip
@click.argument("session", metavar="ID")
@viewer_option
@click.option("--at", metavar="LINE", default="", help="Open at a line or a step, as in 412 or 7.3; the last if none.")
@click.option("-o", "--output", metavar="FILE", help="Where to write it; ID.html here unless given, `-` is stdout.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@database_option
def bundle(session: str, viewer: str, at: str, output: str | None, *, force: bool) -> None:
    """Put a session into one page to hand on.

    The file opens in a browser without a network and without this program: every board, the log, what is disputed,
    ruled and found, with the boards before and after. It checks the digests and seals of its log, compares a witness,
    and gives out the log as `export` does, for `verify`. It holds what its viewer may know, and nothing else.
    """
    with open_database() as store, closing(store.open_accounts()) as accounts:
        row = store.row(session)
        path = output_path(output or f"{row.alias or row.session}.html", force=force)
        timeline = Timeline.read(store, shelf(), row.session)
        if not timeline.last:
            raise RefusedError(f"nothing can be read of {row.alias or row.session} yet")
        line_to_open(timeline, at)  # what is refused is refused before anybody looks
        open_view(store, session, viewer)
        with create_app(store, shelf(), accounts).test_request_context():
            seen = _OpenedView(
                row, current_context().timelines.read(row), {"as": viewer}, accounts.settings(row.session)
            )
            numbers = range(1, chunks(seen.timeline) + 1)
            for _ in with_progress(map(seen.cached.chunk, numbers), "Drawing", len(numbers), least=2):
                pass  # each chunk is kept for the page
            text = bundle_text(seen, line_to_open(seen.timeline, at))
    if path is None:
        write_text(text)
        return
    raw = text.encode()
    with atomic_file(path) as file:
        file.write(raw)
    say(f"{path}: {plural(seen.timeline.last, 'line')}, {round(len(raw) / 1000)} kB")
