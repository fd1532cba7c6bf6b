"""The page `checkpoints` of a session: compare the checkpoints in an archived thread with the log.

It is open to every user of the session's pages. Nothing is saved, no cookie is set, and the result reveals no more of
the log than an export. The verdicts match `cloisterbell verify --checkpoint`.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from flask import Blueprint, Response, request

from events.errors import BellError, NotationError, RefusedError
from events.signature import FINGERPRINT, check_pin
from replay.audit.heads import PostedHead, heads_in_words, holding, pin_fault, posted_fault
from replay.audit.log_checks import Fault, chain_faults
from replay.importing.archive import Archive, ArchivedPost
from replay.importing.kinds import read_archive
from replay.importing.posted_heads import posted_heads
from replay.session.signing import keys_of
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, revalidated
from webui.access.view import SessionView, current_context, requested_view
from webui.pages.server.imports import LARGEST, make_room, sent_or_pasted

_SHOWN: Final = 100  # the maximum number of differing checkpoints shown, and of matching ones, the newest first
_LONGEST_KEY: Final = 400

blueprint = Blueprint("checkpoints", __name__, url_prefix="/s/<session>")
blueprint.url_value_preprocessor(make_room)


class ThreadComparison(NamedTuple):
    """The matching checkpoints of a thread, the newest last, and the others with what they prove.

    `faults` are problems of the log itself: a broken hash chain, or a key other than the expected one. `vouched` is the
    last entry up to which the log is as it was posted, 0 for none. `level` is the severity of the worst problem.
    """

    told: str
    holds: Sequence[PostedHead]
    differs: Sequence[tuple[PostedHead, Fault]]
    faults: Sequence[Fault]
    vouched: int
    level: str


@blueprint.get("/checkpoints")
def page(session: str) -> Response:
    """Show the form for a thread whose checkpoints are to be compared with the log."""
    seen = requested_view(session, {})
    return revalidated(seen.tag("checkpoints"), lambda: _rendered(seen))


@blueprint.post("/checkpoints")
def hold(session: str) -> Response:
    """Show the comparison of all checkpoints in the submitted thread with the log."""
    seen = requested_view(session, {})
    limit_rate("checkpoint", seen.who.link)
    text = request.form.get("text", "")
    key = request.form.get("key", "").strip()[:_LONGEST_KEY]
    try:
        pin = check_pin(key) if key else ""
        found = _held(seen, _heads(text, seen.row.session), pin)
    except BellError as error:
        return not_stored(_rendered(seen, refusal=str(error), text=text), error.status)
    return not_stored(_rendered(seen, found))


def _heads(text: str, session: str) -> Sequence[PostedHead]:
    raw, is_pasted = sent_or_pasted(text, "verify --checkpoint")
    try:
        archive = read_archive(raw)
    except NotationError:
        if not is_pasted:
            raise
        archive = Archive("text", (ArchivedPost(1, "", text),))
    found = posted_heads(archive, session)
    if not found:
        raise RefusedError(
            f"{heads_in_words((), found)}. A checkpoint is an entry number and 32 hex digits, such as 57:9f3c..."
        )
    return found


def _held(seen: SessionView, heads: Sequence[PostedHead], pin: str) -> ThreadComparison:
    context, session = current_context(), seen.row.session
    lines, keys = context.store.lines(session), keys_of(seen.public.timeline.reading)
    broken = next(chain_faults(lines, context.registry.codec(seen.row.game)), None)
    faults = [fault for fault in (broken, pin_fault(keys, pin)) if fault is not None]
    holds = holding(lines, heads)
    differs = [(head, fault) for head in heads if (fault := posted_fault(session, lines, keys, head, pin))]
    differs.sort(key=lambda pair: (pair[1].is_unverified, pair[0].seq))
    newest = holds[-1].seq if holds else 0
    vouched = 0 if broken is not None and broken.seq <= newest else newest
    is_violated = faults or any(not fault.is_unverified for _, fault in differs)
    level = "violation" if is_violated else "unverified" if differs else "note"
    return ThreadComparison(heads_in_words(lines, heads), holds, differs, faults, vouched, level)


def _rendered(seen: SessionView, found: ThreadComparison | None = None, refusal: str = "", text: str = "") -> str:
    lines = current_context().store.lines(seen.row.session)
    keys = keys_of(seen.public.timeline.reading)
    return seen.rendered(
        "checkpoints.html", found=found, refusal=refusal, text=text, most=_SHOWN,
        key=request.form.get("key", "")[:_LONGEST_KEY],
        head=lines[-1] if lines else None, signs=keys[-1].key[:FINGERPRINT] if keys else "",
        megabytes=LARGEST // 1024 // 1024,
    )  # fmt: skip
