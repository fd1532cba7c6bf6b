"""The export that a command is given."""

from events.errors import RefusedError
from projections.registry import registry
from replay.transfer.bundle import Bundle, read_bundle


def read_export(text: str, *, strict: bool) -> Bundle:
    """An export, read. Raises `RefusedError` with a way on where it is something else."""
    if not text.lstrip().startswith("{"):
        raise RefusedError("this is no export: one begins with a header in JSON; a transcript goes to record or audit")
    return read_bundle(text, registry(), strict=strict)
