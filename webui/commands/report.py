"""The report of an audit as commands tell it."""

from replay.audit.findings import Report, report_text
from webui.commands.output import say, write_json


def print_report(report: Report, *, as_json: bool) -> int:
    """Tell of an audit; the exit status."""
    if as_json:
        write_json(report)
    else:
        say(report_text(report).removesuffix("\n"))
    return int(not report.clean)
