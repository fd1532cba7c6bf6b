"""Fuzz target for files to import: threads as text, mail and mailboxes, and Discord messages."""

import json
from collections.abc import Iterator
from typing import Any, Final

from imported import import_posts
from old_threads import ARCHIVES, CASES, PEOPLE, header

from events.store.memory import MemoryStore
from projections.registry import registry
from replay.importing.kinds import read_archive
from replay.importing.posted_heads import posted_heads
from replay.importing.posts import Target

_ROWS: Final = 3
_MAIL: Final = (
    b"From: =?utf-8?q?J=C3=BClie?= <julie@example.org>\nDate: Wed, 4 Mar 2026 19:12:00 +0100\n"
    b"Message-ID: <a1@example.org>\nIn-Reply-To: <a0@example.org>\nReferences: <a0@example.org> <a1@example.org>\n"
)
_BODIES: Final = (
    b"\n== T1 Tenth ==\nD: ?\nM: >b1\n== end ==\n-- \nJ.\n",
    b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nNa=C3=AFve =\nline.\n",
    b"Content-Type: text/plain; charset=utf-7\nContent-Transfer-Encoding: base64\n\nTmHDr3ZlLg==\n",
    b"Content-Type: text/html\n\n<p>One<br>two</p><blockquote>old</blockquote><pre>a  b</pre><img alt='x'>&lt;&#9;\n",
    b"Content-Type: text/plain; format=flowed; delsp=yes\n\nA line \nthat goes on.\n> quoted \n> too\n",
    b"Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain\n\nLook.\n--x--\n",
    b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: a/b; name*0=a; name*1*=utf-8''%c3\n\nA\n--x--\n",
    b"Content-Type: image/png\nContent-Disposition: attachment; filename=b.png\n\nAA\n",
    b"Content-Type: message/rfc822\n\nFrom: a\n\nb\n",
)
_MESSAGE: Final = {
    "id": "12", "timestamp": "2026-03-04T18:22:00+00:00", "timestampEdited": "2026-03-04T18:23:00.123+01:00",
    "author": {"id": "42", "name": "julie", "nickname": "J.", "global_name": None}, "type": "Reply",
    "content": "<@42> look <:tardis:99> at <t:1772648520:R> 12:0123456789abcdef0123456789abcdef",
    "mentions": [{"id": "42", "username": "sam"}], "attachments": [{"fileName": "b.png"}],
    "reference": {"messageId": "11"},
    "embeds": [{"title": "Dice", "description": "3d6\n4 4 1", "fields": [{"name": "Total", "value": "9"}]}],
}  # fmt: skip
_HEADS: Final = (
    "--- Julie K., 4 March 2026 19:12, post 7 ---", "Post by Julie K. \u00bb Wed Mar 04, 2026 7:12 pm",
    "Julie wrote on 4 March 2026 at 19:12:", "#12 Julie K., 2026-03-04, 07:12 PM", "[2026-03-04 19:12] Julie: == x ==",
    "Julie - 2026-03-04T19:12:33Z #4", "Julie\nPosted 4 March 2026 - 19:12", "04/03/2026, 19:20 - Sam K.: nice",
)  # fmt: skip


def read(raw: bytes) -> None:
    """Read a file, find the checkpoints in it, and import it as a session of one of the games."""
    archive = read_archive(raw)
    posted_heads(archive, "aaaaaaaaaaaa")
    name = sorted(CASES)[len(raw) % len(CASES)]
    fields = header(name)
    seats = [part.partition("=")[0].split()[0] for part in fields["seats"].split(",")]
    authors = dict.fromkeys(post.author for post in archive.posts)
    people = {**{author: seats[at % len(seats)] for at, author in enumerate(authors)}, **PEOPLE[name]}
    people = {author: seat for author, seat in people.items() if author in authors}
    target = Target(header={**fields, **archive.header})
    import_posts(MemoryStore(), registry(), archive, target, people, check=True)


def _cut(told: Any) -> Any:
    if isinstance(told, dict):
        return {name: value[:_ROWS] if isinstance(value, list) else value for name, value in told.items()}
    return told[:_ROWS]


def seeds() -> Iterator[bytes]:
    """Yield the beginnings of the test threads, and unusual forms of mail, Discord messages and copied pages."""
    threads = [path for path in (*ARCHIVES.iterdir(), *ARCHIVES.joinpath("threads").iterdir()) if path.is_file()]
    texts = [path.read_bytes()[:2500] for path in sorted(threads) if path.suffix in (".txt", ".mbox", ".md")]
    lists = [json.loads(path.read_text("utf-8")) for path in sorted(threads) if path.suffix == ".json"]
    few = [_cut(one) for one in lists]
    few.append({"channel": {"name": "games"}, "messages": [_MESSAGE, {**_MESSAGE, "id": 13, "type": 19}]})
    between = b"From julie@example.org Wed Mar  4 19:12:00 2026\n"
    mails = [between + _MAIL + body + b"\n" + between + _MAIL.replace(b"a1@", b"a2@") + body for body in _BODIES]
    pages = [f"{head}\n\nI open the door.\n{head.replace('12', '13')}\nYes.\n".encode() for head in _HEADS]
    yield from [*pages, *mails, *(_MAIL + body for body in _BODIES), *(json.dumps(one).encode() for one in few), *texts]
