"""The place of a thread from what a person types: the same place for the same thread, and no password in a message."""

import pytest

from events.errors import RefusedError
from replay.sources.kinds import source_of


@pytest.mark.parametrize("text", [
    "https://anna:hush42@f.example/t/1", "feed:https://anna:hush42@f.example/rss", "https://anna:hush42/x@f.example/t/1",
    "anna:hush42@f.example", "imaps://anna:hush42@f.example/INBOX", "imap://anna:hush42@f.example",
    "https://f.example/x?key=hush42", "feed:https://anna:hush42/x@f.example",
])  # fmt: skip
def test_a_refusal_does_not_repeat_a_password(text: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        source_of(text)
    assert "hush42" not in str(refusal.value)


@pytest.mark.parametrize("text", ["nowhere", "~no-such-user/x", "", "a\0b"])
def test_refuses_what_is_not_a_thread(text: str) -> None:
    with pytest.raises(RefusedError, match="is not a thread that can be followed"):
        source_of(text)
