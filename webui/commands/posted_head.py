"""The head of a log, as commands print it for somebody to post."""

from events.store.protocol import EventStore
from webui.commands.output import say


def witness(store: EventStore, session: str) -> str:
    """The witness of a session's last line, as it is posted and given to `verify`."""
    head = store.head(session)
    return f"{head.seq}:{head.hex[:32]}"


def say_signed(head: str) -> None:
    """Say the signed head of a log that is signed here."""
    if head:
        say(f"signed {head}")
