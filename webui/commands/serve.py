"""The commands `serve`, which serves the pages, and `demo`, which records, audits and serves the sample sessions."""

import errno
import os
import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click
from click import option

from events.errors import LogError, RefusedError, UnknownSessionError
from events.events import OMNISCIENT
from events.store.accounts import Accounts
from events.store.opening import is_server, open_store
from events.store.protocol import DatabaseStore
from projections.registry import registry
from projections.wording import capitalised
from replay.audit.audit import audit_session
from replay.importing.samples import Sample, differences, samples, take_in
from replay.reading.timeline import Timeline
from replay.session.key_change import make_key, sessions_by_key
from webui.commands.database import (
    USUAL,
    database_exists,
    database_place,
    named_database,
    open_accounts,
    open_database,
    shown_place,
)
from webui.commands.follow import seconds_in
from webui.commands.options import NumberFrom, address_options, command
from webui.commands.output import plural, print_table, say, warn, with_progress
from webui.views.base_address import check_origins, served_address

if TYPE_CHECKING:
    from flask import Flask

    from webui.access.metrics import Figures


METRICS_TOKEN: Final = "CLOISTERBELL_METRICS_TOKEN"  # noqa: S105  # a name
"""The environment variable with the token for /metrics; an option would be visible in the process list."""
_END_S: Final = 20  # the time for the last synchronisation to end
_HERE: Final = ("127.0.0.1", "::1", "localhost")
_LINKS: Final = "visitors without a secret link see what a spectator may know. Create a link for a host with invite"


@command("serve", "serve", "serve --require-links --host 0.0.0.0 --base https://bell.example.org", json=False)
@option("--require-links", is_flag=True, help="Require secret links on this machine too; see invite.")
@option("--base", default="", metavar="URL", help="Public address of the pages.")
@option(
    "--frame", "frames", multiple=True, metavar="ORIGIN", envvar="CLOISTERBELL_FRAMES",
    help="Site that may show boards in its pages, such as https://forum.example.org. Repeatable (default: "
    "CLOISTERBELL_FRAMES, with spaces between sites).",
)  # fmt: skip
@option(
    "--workers", type=NumberFrom(1, 64), default=1, metavar="N",
    help="Number of processes (default: 1). More than one needs a PostgreSQL database.",
)  # fmt: skip
@option("--sync", "every", metavar="TIME", help="Fetch the posts of followed threads this often, such as 5m; see sync.")
@option(
    "--log", type=click.Choice(["none", "text", "json"]), default="none", envvar="CLOISTERBELL_LOG",
    help="Log each request on stderr, without addresses and names (default: CLOISTERBELL_LOG, or none).",
)  # fmt: skip
@address_options
def serve(
    host: str, port: int, base: str, frames: Sequence[str], *, require_links: bool, workers: int, every: str | None,
    log: str,
) -> None:  # fmt: skip
    """Serve the web pages: sessions, boards, posting, audits.

    On 127.0.0.1, the default, there is nothing to set up: every visitor is the moderator of every session. On another
    --host, or with --require-links or --base, people need secret links, which `invite` creates. Visitors without a
    link see what a spectator may know. Stop the server with Ctrl-C. /metrics shows its statistics to programs that
    send CLOISTERBELL_METRICS_TOKEN. With --sync one more process fetches the threads that sessions follow.
    """
    if base and not re.fullmatch(r"https?://[A-Za-z0-9.:\[\]-]{1,200}", base):
        raise RefusedError(f'--base: "{base[:80]}" is not an address such as https://bell.example.org')
    origins, token = check_origins(frames), os.environ.get(METRICS_TOKEN, "")
    if token and not re.fullmatch(r"[!-~]{16,200}", token):
        raise RefusedError(f"{METRICS_TOKEN} must have 16 to 200 letters, digits and signs, without spaces")
    if workers > 1 and not is_server(database_place()):
        raise RefusedError("--workers needs a PostgreSQL database. A database file can have only one process")
    if not database_exists():
        warn(f"{shown_place()} is a new database. The first page shows how to start")
    given = {"base": base, "frames": origins, "metrics_token": token}
    is_for_others = require_links or bool(base) or host not in _HERE
    with _synchronising(seconds_in(every) if every is not None else 0, shared=is_for_others):
        if workers > 1:
            _serve_with_workers(host, port, workers, log, given)
            return
        with open_database(make=True) as store:
            serve_pages(store, host, port, require_links=require_links, log=log, **given)


@contextmanager
def _synchronising(every_s: int, *, shared: bool) -> Iterator[None]:
    """Fetch threads every `every_s` seconds in another process, which ends with this one; not at all for 0."""
    if not every_s:
        yield
        return
    import multiprocessing  # noqa: PLC0415  # needed only with --sync

    from webui.commands.sync import sync_forever  # noqa: PLC0415  # as above

    spawning = multiprocessing.get_context("spawn")
    parent, child = spawning.Pipe()
    worker = spawning.Process(target=sync_forever, args=(database_place(), every_s, child), kwargs={"shared": shared})
    worker.start()
    child.close()
    try:
        yield
    finally:
        parent.close()
        worker.join(_END_S)
        worker.terminate()


def _serve_with_workers(host: str, port: int, workers: int, log: str, given: dict[str, Any]) -> None:
    place = database_place()
    try:
        os.getcwd()  # noqa: PTH109  # gunicorn calls it, and fails if the folder was deleted
    except FileNotFoundError:
        os.chdir("/")
    try:
        from webui.app import create_app, make_closed_app  # noqa: PLC0415  # Flask loads slowly
        from webui.workers import listen, serve_with_workers  # noqa: PLC0415  # one process does not need it
    except ModuleNotFoundError as error:
        raise RefusedError(f"--workers needs {error.name}. Run pip install 'cloisterbell[postgres]'") from error

    def make(figures: "Figures") -> "Flask":
        own = open_store(place)
        try:
            return create_app(own, registry(), own.open_accounts(), figures=figures, **given)
        except BaseException:
            own.close()
            raise

    def make_closed(figures: "Figures") -> "Flask":
        return make_closed_app(registry(), figures=figures, **given)

    with _taking_address(host, port):
        listening = listen(host, port)
    with listening:
        with open_accounts(make=True) as (store, accounts):  # refuse before processes are started
            _keep_address(accounts, given["base"], host, listening.getsockname()[1])
            _say_key(store)
            _warn_of_role(store)
            _warn_of_games()
        warn(_LINKS)
        serve_with_workers(make, make_closed, listening, workers, lambda bound: say(_where(host, bound)), log)


@contextmanager
def _taking_address(host: str, port: int) -> Iterator[None]:
    try:
        yield
    except (OSError, OverflowError, ValueError) as error:
        if getattr(error, "errno", 0) == errno.EADDRINUSE:
            what = f"port {port} on {host} is already in use. Choose another with --port (0 picks a free one)"
            raise RefusedError(what) from error
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise RefusedError(f"cannot serve on {host}:{port}: {why}. Check --host and --port") from error


def _where(host: str, port: int) -> str:
    return f"Cloister Bell at http://{f'[{host}]' if ':' in host else host}:{port}/ (stop with Ctrl-C)"


def _keep_address(accounts: Accounts, base: str, host: str, port: int) -> None:
    """Save the address of the server for `invite` and `summary`."""
    with suppress(LogError):  # a server that cannot write can still show its sessions
        accounts.set_address(served_address(base, host, port))


def _warn_of_role(store: DatabaseStore) -> None:
    if role := store.unlimited_role():
        warn(
            f'the database role "{role}" can change and delete entries of logs. Serve with a role that cannot: see '
            "docs/howto/postgresql.md#roles"
        )


def _say_key(store: DatabaseStore) -> None:
    keys = store.signing_keys()
    if not keys and any(name for name in sessions_by_key(store)):
        warn(
            f"sessions are signed with a key that is missing. Put it back as {store.key_file.path}. If it is lost, "
            "create a new one with db key --lost"
        )
    elif not keys:
        warn(f"new sessions are signed with the new key {make_key(store).fingerprint}; see db key")
    elif store.key_file.is_open_to_others:
        warn(f"other users can read {store.key_file.path}. Make it readable only for its owner")


def serve_pages(
    store: DatabaseStore, host: str, port: int, *, require_links: bool = False, log: str = "none", **given: Any
) -> None:
    """Serve until interrupted; `given` are arguments of `create_app`. A bad address raises `RefusedError`."""
    from webui.app import create_app  # noqa: PLC0415  # Flask and waitress load slowly
    from webui.serve import serve as serve_app  # noqa: PLC0415  # as above

    require_links = require_links or bool(given.get("base")) or host not in _HERE

    def begun(bound: int) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        if require_links:
            warn(_LINKS)
            _say_key(store)
            _warn_of_role(store)
        _warn_of_games()
        _keep_address(accounts, given.get("base", ""), host, bound)
        say(_where(host, bound))

    with _taking_address(host, port), closing(store.open_accounts()) as accounts:
        pages = partial(create_app, store, registry(), accounts, laptop=not require_links, **given)
        serve_app(pages, host, port, begun, log)


def _warn_of_games() -> None:
    for broken in registry().unusable():
        warn(str(broken))


class SampleResult(NamedTuple):
    """A sample session after recording and auditing. `wrong` lists the differences from the expected results."""

    sample: Sample
    found: str
    wrong: list[str]
    was_here: bool


@command(
    "demo", "demo", "demo --no-serve --db /tmp/demo.db", "demo --follow posts", json=False,
    database=("Database file for the samples", "./cloisterbell-demo.db"),
)  # fmt: skip
@option("--no-serve", is_flag=True, help="Print the table of results and exit.")
@option("--follow", "folder", metavar="FOLDER", help="Write the posts of a sample to a new FOLDER, and follow it.")
@address_options
def demo(host: str, port: int, folder: str | None, *, no_serve: bool) -> int:
    """Record, audit and serve the sample sessions.

    Each game has complete sample sessions. Some of them contain planted mistakes. Exit status 1: an audit did not find
    exactly the planted mistakes. The samples have a database of their own, which CLOISTERBELL_DB does not select. They
    cannot be stored on a server or among your own sessions. With --follow one more session follows a folder of
    posts: add a text file, then call `sync`.
    """
    if is_server(database_place()):
        raise RefusedError("the samples cannot be stored on a server. Name a file with --db")
    with open_database(make=True) as store:
        all_samples = [sample for slug in registry().working() for sample in samples(slug)]
        if named_database():
            here, aliases = {row.alias for row in store.sessions()}, {sample.alias for sample in all_samples}
            if here - aliases and aliases - here:
                raise RefusedError(f"{shown_place()} contains sessions that are not samples. Choose another with --db")
        shown = [
            _record_sample(store, sample)
            for sample in with_progress(all_samples, "Recording and auditing", len(all_samples))
        ]
        wrong = _say_results(shown)
        if wrong:
            return 1
        path, alias = shown_place(), shown[0].sample.alias
        say("\nThe audits found exactly the planted mistakes. Look closer:")
        say(f"  cloisterbell audit {alias} --db {path}\n  cloisterbell show {alias} --db {path} --at 2.1")
        if Path(path).resolve() == Path(os.environ.get("CLOISTERBELL_DB") or USUAL).resolve():
            say(f"The samples are in {path}. `cloisterbell serve` uses this database too, unless you choose another")
            say("with --db.")
        else:
            say(f"The samples are in {path}. To start your own sessions, in another database:")
            say("  cloisterbell serve")
        if folder is not None:
            _follow_folder(store, all_samples, Path(folder))
        if not no_serve:
            say()
            serve_pages(store, host, port, first_look=True)
    return 0


def _follow_folder(store: DatabaseStore, all_samples: Sequence[Sample], folder: Path) -> None:
    from webui.commands.demo_thread import follow_sample, longest  # noqa: PLC0415  # needed only with --follow

    alias, report = follow_sample(store, longest(all_samples), folder)
    posts, moves = plural(report.recorded, "post"), plural(report.moves, "move")
    say(f"\nSession {alias} follows {folder}: {posts} recorded, {moves}. {capitalised(report.waiting)}.")
    say(f"Read the reply in {folder}, add a text file, and fetch it: cloisterbell sync {alias} --db {shown_place()}")


def _record_sample(store: DatabaseStore, sample: Sample) -> SampleResult:
    try:
        session, was_here = store.row(sample.alias).session, True
    except UnknownSessionError:
        session, was_here = take_in(store, registry(), sample, alias=sample.alias), False
    report = audit_session(store, registry(), session)
    timeline = Timeline.read(store, registry(), session, OMNISCIENT)
    return SampleResult(sample, report.summary, differences(sample, timeline, report), was_here)


def _say_results(shown: list[SampleResult]) -> bool:
    here = [each.sample.alias for each in shown if each.was_here]
    if here:
        say(f"Recorded before: {', '.join(here)}\n")
    print_table(
        ("session", "planted", "found", ""),
        [
            (each.sample.alias, _planted_mistakes(each.sample), each.found, "DIFFERS" if each.wrong else "as planted")
            for each in shown
        ],
    )
    for each in shown:
        say(f"\n{each.sample.alias}: {each.sample.notes.says}")
        for finding in each.sample.notes.findings:
            say(f"  planted: {finding.level} {finding.rule} at {finding.address} {finding.seat}".rstrip())
        for difference in each.wrong:
            say(f"  differs: {difference}")
    return any(each.wrong for each in shown)


def _planted_mistakes(sample: Sample) -> str:
    levels = [finding.level for finding in sample.notes.findings]
    return (
        ", ".join(
            f"{levels.count(level)} unverified" if level == "unverified" else plural(levels.count(level), level)
            for level in dict.fromkeys(levels)
        )
        or "nothing"
    )
