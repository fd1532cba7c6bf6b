"""Moving pictures for the pages, as spectators see the turn: a queue of their own, a cache, and a process for each.

The process keeps the server free for other requests. It waits for the processes of other workers on this computer.
"""

import subprocess
import sys
from collections.abc import Sequence
from typing import Final

import msgspec
from flask import current_app
from werkzeug.exceptions import ServiceUnavailable

from events.errors import RefusedError
from webui.access.picture_queue import PictureQueue
from webui.access.rate_limits import limit_rate
from webui.access.view import SessionView
from webui.views import moving_picture
from webui.views.moving_picture import REFUSED, Form, frames_of_turn, require_moving_pictures

_BYTES: Final = 24 * 1024 * 1024
_WAITING: Final = 2
_AGAIN_S: Final = 15
_LONGEST_S: Final = 120


def moving_picture_of(seen: SessionView, number: int, form: Form) -> bytes:
    """Return a turn as a moving picture. Refuse a turn that does not exist, and too many pictures for one caller."""
    require_moving_pictures()
    default = PictureQueue(_BYTES, _WAITING, _AGAIN_S)
    queue: PictureQueue = current_app.extensions.setdefault("cloisterbell-moving-pictures", default)
    key = seen.row.session, *seen.public.mark, number, form
    if found := queue.kept(key):
        return found
    limit_rate("moving", seen.who.link)
    return queue.get(key, lambda: _made_apart(frames_of_turn(seen.public.timeline, number), form))


def _made_apart(frames: Sequence[str], form: Form) -> bytes:
    """Return frames as a moving picture that another process makes."""
    command = [sys.executable, "-P", "-m", moving_picture.__name__, form]
    try:
        made = subprocess.run(  # noqa: S603  # a module of this program
            command, input=msgspec.json.encode(frames), capture_output=True, timeout=_LONGEST_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        message = "The moving picture could not be made in time. Try again later."
        raise ServiceUnavailable(message, retry_after=_AGAIN_S) from error
    if made.returncode == REFUSED:
        raise RefusedError(made.stderr.decode())
    if made.returncode:
        raise RuntimeError(f"a moving picture ended with status {made.returncode}: {made.stderr[-400:]!r}")
    return made.stdout
