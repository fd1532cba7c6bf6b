"""The page `/metrics`: the server's metrics in the text format of Prometheus.

The server's token or a laptop shows everything. A host's link shows the health of the server and the public sessions:
request counts would reveal activity in private ones. Others get 404.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import NotFound

from events.errors import BellError
from webui import __version__
from webui.access.identity import accounts, is_host, is_laptop
from webui.access.metrics import BOUNDS_S
from webui.access.rate_limits import limit_rate
from webui.access.request_log import figures
from webui.access.view import current_context, session_index

_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_BEARER: Final = "Bearer "

blueprint = Blueprint("metrics", __name__)

Sample = tuple[str, Mapping[str, str], float]
"""One value of a metric: a suffix of the metric's name, the labels, and the value."""


@blueprint.get("/metrics")
def page() -> Response:
    """Show the metrics."""
    sees_all = _has_token() or is_laptop()
    if not sees_all and not is_host():
        raise NotFound
    response = Response("".join(_families(everything=sees_all)), content_type=_TYPE)
    response.headers["Cache-Control"] = "no-store"
    return response


def _has_token() -> bool:
    wanted, given = current_app.config["METRICS_TOKEN"], request.headers.get("Authorization", "")
    if not wanted or not given.startswith(_BEARER):
        return False
    if hmac.compare_digest(given.removeprefix(_BEARER).encode("utf-8", "replace"), wanted.encode()):
        return True
    limit_rate("guess")
    return False


def _families(*, everything: bool) -> Iterator[str]:
    yield _family("info", "gauge", "Version of the server.", [("", {"version": __version__}, 1)])
    answers = _database_answers()
    yield _family("database_up", "gauge", "1 if the database answers, otherwise 0.", [("", {}, answers)])
    if answers:
        try:
            found = session_index().tally(everything=everything)
        except BellError:
            found = {}
        states = [("", {"state": state}, count) for state, count in found.items()]
        yield _family("sessions", "gauge", "Sessions by state. A session can have several states.", states)
    if everything:
        yield from _counted()
        yield from _pools()


def _database_answers() -> bool:
    database = getattr(current_context().store, "database", None)
    if database is not None:
        return bool(database.answers())
    try:
        return accounts().rows("select 1") == [(1,)]
    except BellError:
        return False


def _counted() -> Iterator[str]:
    counted = figures()
    requests = [("", {"kind": kind, "status": _status(status)}, count) for kind, status, count in counted.requests()]
    yield _family("requests_total", "counter", "Answered requests by kind and status.", requests)
    times: list[Sample] = []
    for kind, parts, seconds in counted.times():
        bounds = [*(f"{bound:g}" for bound in BOUNDS_S), "+Inf"]
        times += [("_bucket", {"kind": kind, "le": bound}, count) for bound, count in zip(bounds, parts, strict=True)]
        times += [("_sum", {"kind": kind}, seconds), ("_count", {"kind": kind}, parts[-1])]
    yield _family("request_seconds", "histogram", "Time to answer a request, in seconds.", times)
    refused = [("", {"status": _status(status)}, count) for status, count in counted.refusals()]
    yield _family("refusals_total", "counter", "Refused submissions by status.", refused)
    yield _family("lines_filed_total", "counter", "Log entries recorded by these processes.", [("", {}, counted.lines)])


def _status(status: int) -> str:
    return str(status) if status else "other"


def _pools() -> Iterator[str]:
    pools = figures().pools()
    if not pools:
        return
    for name, kind, text, figure, unit in (
        ("pool_connections", "gauge", "Open connections to the database server.", "open", 1.0),
        ("pool_most", "gauge", "Maximum number of open connections.", "most", 1.0),
        ("pool_busy", "gauge", "Busy connections when each process last answered.", "busy", 1.0),
        ("pool_waiting", "gauge", "Requests that waited for a connection at that time.", "waiting", 1.0),
        ("pool_asked_total", "counter", "Requests for a connection.", "asked", 1.0),
        ("pool_waited_total", "counter", "Requests that had to wait for a connection.", "waited", 1.0),
        ("pool_waited_seconds_total", "counter", "Seconds spent waiting for a connection.", "waited_ms", 0.001),
        ("pool_failed_total", "counter", "Requests that got no connection in time.", "failed", 1.0),
    ):
        yield _family(name, kind, text, [("", {"pool": pool}, used[figure] * unit) for pool, used in pools.items()])


def _family(name: str, kind: str, text: str, samples: Iterable[Sample]) -> str:
    whole = f"cloisterbell_{name}"
    lines = [f"# HELP {whole} {text}", f"# TYPE {whole} {kind}"]
    for end, labels, value in samples:
        shown = ",".join(f'{label}="{word}"' for label, word in labels.items())
        number = int(value) if value == int(value) else value
        lines.append(f"{whole}{end}{{{shown}}} {number}" if shown else f"{whole}{end} {number}")
    return "\n".join(lines) + "\n"
