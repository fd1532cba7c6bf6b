"""The command `demo`, which records, audits and serves the sample sessions."""

import os
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import NamedTuple

import click

from events.errors import RefusedError, UnknownSessionError
from events.events import OMNISCIENT
from events.store.opening import is_server
from events.store.protocol import HouseStore
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.importing.samples import Sample, differences, samples, take_in
from replay.reading.timeline import Timeline
from webui.commands.database import USUAL, database_place, named_database, open_database, shown_place
from webui.commands.options import address_options, command, database_option
from webui.commands.output import plural, say, with_progress
from webui.commands.serve import serve_pages
from webui.commands.table import print_table


class SampleResult(NamedTuple):
    """One sample as it was recorded and audited. `wrong` is what is not as it was noted beside the sample."""

    alias: str
    sample: Sample
    found: str
    wrong: list[str]
    was_here: bool


@command("demo", "demo", "demo --no-serve --db /tmp/demo.db")
@click.option("--no-serve", is_flag=True, help="End behind the table; do not serve the pages.")
@address_options
@database_option
def demo(host: str, port: int, *, no_serve: bool) -> int:
    """Record the sample sessions, audit them, and serve them.

    Each game ships whole sessions as people posted them; in some of them mistakes stood. The audit must find just what
    is noted beside each, or the demo ends with status 1. The pages open on what to look at first. The samples have a
    file of their own, which CLOISTERBELL_DB does not name: none is put on a server or among sessions that people play,
    which serve begins.
    """
    if is_server(database_place()):
        raise RefusedError("the samples have a file of their own: --db names it; nobody's club is mixed with them")
    with open_database(make=True) as store:
        all_samples = [sample for slug in registry() for sample in samples(slug)]
        if named_database():
            _require_no_others(store, {sample.alias for sample in all_samples})
        shown = [
            _record_sample(store, sample)
            for sample in with_progress(all_samples, "Recording and auditing", len(all_samples))
        ]
        wrong = _say_results(shown)
        if wrong:
            return 1
        path, alias = shown_place(), shown[0].alias
        say("\nEach finding is where it was planted, and there is no other. Look closer:")
        say(f"  cloisterbell audit {alias} --db {path}\n  cloisterbell show {alias} --db {path} --at 2.1")
        if Path(path).resolve() == Path(os.environ.get("CLOISTERBELL_DB") or USUAL).resolve():
            say(f"The samples are in {path}, and so is what `cloisterbell serve` begins: --db names another.")
        else:
            say(f"The samples are in {path}. Your own sessions are begun, and kept apart from them, with:")
            say("  cloisterbell serve")
        if not no_serve:
            say()
            serve_pages(store, host, port, first_look=True)
    return 0


def _require_no_others(store: HouseStore, aliases: AbstractSet[str]) -> None:
    """See that no sample is put among sessions that people play.

    Raises:
        RefusedError: it would be.
    """
    here = {row.alias for row in store.sessions()}
    if here - aliases and aliases - here:
        raise RefusedError(
            f"{shown_place()} holds sessions of somebody's own: the samples have a database of their own, --db names it"
        )


def _record_sample(store: HouseStore, sample: Sample) -> SampleResult:
    """Record or import a sample, unless it is here, and audit it."""
    alias = sample.alias
    try:
        session, was_here = store.row(alias).session, True
    except UnknownSessionError:
        session, was_here = take_in(store, registry(), sample, alias=alias), False
    report = audit_session(store, registry(), session)
    timeline = Timeline.read(store, registry(), session, OMNISCIENT)
    return SampleResult(alias, sample, report.summary, differences(sample, timeline, report), was_here)


def _say_results(shown: list[SampleResult]) -> bool:
    """Say what was found against what was planted; returns whether anything differs."""
    here = [each.alias for each in shown if each.was_here]
    if here:
        say(f"Here already: {', '.join(here)}\n")
    print_table(
        ("session", "planted", "found", ""),
        [
            (each.alias, _planted_mistakes(each.sample), each.found, "DIFFERS" if each.wrong else "just that")
            for each in shown
        ],
    )
    for each in shown:
        say(f"\n{each.alias}: {each.sample.notes.says}")
        for finding in each.sample.notes.findings:
            say(f"  planted: {finding.level} {finding.rule} at {finding.address} {finding.seat}".rstrip())
        for difference in each.wrong:
            say(f"  differs: {difference}")
    return any(each.wrong for each in shown)


def _planted_mistakes(sample: Sample) -> str:
    levels = [finding.level for finding in sample.notes.findings]
    return ", ".join(plural(levels.count(level), level) for level in dict.fromkeys(levels)) or "nothing"
