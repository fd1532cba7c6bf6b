"""The page `witnesses` of a session: the heads that stand in an archived thread, held against the log.

Whoever may see the session may ask. What is sent is read and forgotten: nothing is written, no cookie is set, and the
answer says of the log no more than its export does. The verdicts are those of `cloisterbell verify --witness`.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from flask import Blueprint, Response, render_template, request, url_for

from events.errors import BellError, NotationError, RefusedError
from events.signature import FINGERPRINT, check_pin
from replay.audit.chain import Fault, chain_faults
from replay.audit.signatures import pin_fault
from replay.audit.witnesses import PostedHead, heads_in_words, holding, posted_fault
from replay.importing.archive import Archive, ArchivedPost
from replay.importing.kinds import read_archive
from replay.importing.posted_heads import posted_heads
from replay.session.signing import keys_of
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, revalidated
from webui.access.view import SessionView, current_context, requested_view
from webui.pages.server.imports import LARGEST, make_room, sent_or_pasted

_SHOWN: Final = 100
"""So many heads that differ are told one by one; of those that hold as many, the newest."""
_LONGEST_KEY: Final = 400

blueprint = Blueprint("witnesses", __name__, url_prefix="/s/<session>")
blueprint.url_value_preprocessor(make_room)


class Differing(NamedTuple):
    """A head that the log does not have, and what that shows."""

    head: PostedHead
    fault: Fault


class HeldAgainst(NamedTuple):
    """What a thread shows of a log: heads that it has, the newest last, and heads that it does not have.

    `faults` speak against the log by themselves: a line that does not follow, a key that its reader knows otherwise.
    `vouched` is the last line up to which all stands as it was posted, 0 for none.
    """

    told: str
    holds: Sequence[PostedHead]
    differs: Sequence[Differing]
    faults: Sequence[Fault]
    vouched: int

    @property
    def level(self) -> str:
        """How bad it is: as the worst of what was found."""
        if self.faults or any(not one.fault.is_doubt for one in self.differs):
            return "violation"
        return "doubt" if self.differs else "note"


@blueprint.get("/witnesses")
def page(session: str) -> Response:
    """The form."""
    seen = requested_view(session, {})
    return revalidated(seen.tag("witnesses"), lambda: _rendered(seen))


@blueprint.post("/witnesses")
def hold(session: str) -> Response:
    """Hold every head of what was sent against the log."""
    seen = requested_view(session, {})
    limit_rate("witness", seen.who.link)
    text = request.form.get("text", "")
    found, refusal, status = None, "", 200
    try:
        pin = check_pin(key) if (key := request.form.get("key", "").strip()[:_LONGEST_KEY]) else ""
        found = _held(seen, _heads(text, seen.row.session), pin)
    except BellError as error:
        refusal, status = str(error), error.status
    return not_stored(_rendered(seen, found, refusal, text if refusal else ""), status)


def _heads(text: str, session: str) -> Sequence[PostedHead]:
    """The heads of a session in what was uploaded, else in what was pasted; pasted text may be one post by itself.

    Raises:
        RefusedError: it is no archive, or no head of this log stands in it.
        NotationError: a file of text, and no line of it begins a post.
    """
    raw, is_pasted = sent_or_pasted(text, "verify --witness")
    try:
        archive = read_archive(raw)
    except NotationError:
        if not is_pasted:
            raise
        archive = Archive("text", (ArchivedPost(1, "", text),))
    found = posted_heads(archive, session)
    if not found:
        raise RefusedError(f"{heads_in_words((), found)}; a head is a line's number and 32 digits, as 57:9f3c...")
    return found


def _held(seen: SessionView, heads: Sequence[PostedHead], pin: str) -> HeldAgainst:
    context, session = current_context(), seen.row.session
    lines, keys = context.store.lines(session), keys_of(seen.public.timeline.reading)
    broken = next(chain_faults(lines, context.registry.codec(seen.row.game)), None)
    known = pin_fault(keys, pin)
    holds = holding(lines, heads)
    differs = [Differing(head, fault) for head in heads if (fault := posted_fault(session, lines, keys, head, pin))]
    newest = holds[-1].seq if holds else 0
    return HeldAgainst(
        heads_in_words(lines, heads), holds, sorted(differs, key=lambda one: (one.fault.is_doubt, one.head.seq)),
        [fault for fault in (broken, known) if fault is not None],
        0 if broken is not None and broken.seq <= newest else newest,
    )  # fmt: skip


def _rendered(seen: SessionView, found: HeldAgainst | None = None, refusal: str = "", text: str = "") -> str:
    lines = current_context().store.lines(seen.row.session)
    keys = keys_of(seen.public.timeline.reading)
    return render_template(
        "witnesses.html", view=seen, base=url_for("viewer.last", session=seen.row.session), found=found,
        refusal=refusal, text=text, key=request.form.get("key", "")[:_LONGEST_KEY], most=_SHOWN,
        head=lines[-1] if lines else None, signs=keys[-1].key[:FINGERPRINT] if keys else "",
        megabytes=LARGEST // 1024 // 1024,
    )  # fmt: skip
