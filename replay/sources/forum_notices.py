"""Notices that a forum sends by mail about a reply in a watched thread.

A notice never proves that a thread was read without a gap, so the post behind it is always cut:

- MyBB 1.8 (`inc/datahandlers/post.php`, `inc/languages/english/messages.lang.php`): the notice contains only the first
  characters of the post. It is sent only to a member who has visited the forum since the last post.
- XenForo 2 (template `watched_thread_reply`): the notice may contain the post. It is sent only to a member who has read
  the thread since the last notice.
"""

from email.message import Message
from typing import Final

from replay.importing.archive import one_line

_MYBB: Final = " has just replied to a thread which you have subscribed to at "
_XENFORO: Final = " replied to a thread you are watching at "
_XENFORO_SUBJECT: Final = " - New reply to watched thread"
_FIRST_LINES: Final = 20


def author_in_notice(mail: Message, subject: str, text: str) -> str:
    """Return the name of the author whose post a notice reports; "" if the mail is not a notice in English."""
    is_mybb = str(mail.get("X-Mailer", "")).strip() == "MyBB"
    words = _MYBB if is_mybb else _XENFORO if subject.endswith(_XENFORO_SUBJECT) else ""
    line = next((line for line in text.split("\n")[:_FIRST_LINES] if words in line), "") if words else ""
    return one_line(line.partition(words)[0].rpartition(", ")[2]) if line else ""
