"""A channel of a Discord server."""

from collections.abc import Iterator
from typing import Any

import pytest
from fake_sources import HOST, FakeDiscord, answer_json, body

from replay.sources import web
from replay.sources.discord import DiscordSource, recognise
from replay.sources.hosts import PRIVATE_HOSTS
from replay.sources.source import Reply, SourceError


@pytest.fixture(autouse=True)
def private(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRIVATE_HOSTS, HOST)


@pytest.fixture
def fake() -> Iterator[FakeDiscord]:
    with FakeDiscord() as server:
        yield server


@pytest.fixture
def source(fake: FakeDiscord) -> DiscordSource:
    return DiscordSource(fake.place, fake.secret)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("discord:123", "https://discord.com/channels/123"), ("discord: 123", "https://discord.com/channels/123"),
        ("https://discord.com/channels/1/123", "https://discord.com/channels/123"),
        ("https://ptb.discord.com/channels/1/123/456", "https://discord.com/channels/123"),
        ("https://discord.com/channels/@me/123", "https://discord.com/channels/123"),
        ("discord:friday", None), ("https://discord.com/app", None), ("https://other.example/channels/1/2", None),
    ],
)  # fmt: skip
def test_recognises_the_addresses_of_a_channel(text: str, place: str | None) -> None:
    assert recognise(text) == place


def test_names_every_right_and_intent_that_is_missing(fake: FakeDiscord, source: DiscordSource) -> None:
    fake.flags, fake.rights = 0, 1 << 10
    missing = "\n".join(source.check())
    assert "Message Content Intent" in missing
    for right in ("Read Message History", "Send Messages", "Attach Files"):
        assert f'"{right}"' in missing
    assert "View Channel" not in missing


@pytest.mark.parametrize(
    ("overwrites", "kind", "lacks"),
    [
        ([{"id": "901", "allow": "0", "deny": "2048"}], 0, ["Send Messages"]),
        ([{"id": "901", "allow": "0", "deny": "2048"}, {"id": "77", "allow": "2048", "deny": "0"}], 0, []),
        ([{"id": "77", "allow": "2048", "deny": "0"}, {"id": "900", "allow": "0", "deny": "67584"}], 0,
         ["Read Message History", "Send Messages"]),
        ([{"id": "77", "allow": "2048", "deny": "0"}, {"id": "78", "allow": "0", "deny": "2048"}], 0, []),
        ([{"id": "901", "allow": "0", "deny": "65536"}], 11, ["Read Message History", "Send Messages in Threads"]),
    ],
)  # fmt: skip
def test_computes_rights_as_discord_does(
    fake: FakeDiscord, source: DiscordSource, overwrites: list[dict[str, str]], kind: int, lacks: list[str]
) -> None:
    fake.overwrites, fake.channel_type = overwrites, kind
    assert [line.split('"')[1] for line in source.check()] == lacks


@pytest.mark.parametrize("who", ["owner", "administrator"])
def test_an_owner_and_an_administrator_have_all_rights(fake: FakeDiscord, source: DiscordSource, who: str) -> None:
    fake.rights = 1 << 3 if who == "administrator" else 0
    fake.bot = 1 if who == "owner" else fake.bot
    assert source.check() == ()


def test_a_channel_without_messages_cannot_be_followed(fake: FakeDiscord, source: DiscordSource) -> None:
    fake.channel_type = 15
    assert "text channel" in source.check()[0]


def test_a_locked_thread_is_closed(fake: FakeDiscord, source: DiscordSource) -> None:
    fake.write("Anna", "one")
    fake.is_closed, fake.channel_type = True, 11
    fake.rights |= 1 << 38
    assert source.fetch("", frozenset()).closed == "the thread was locked"
    assert "locked" in source.check()[0]


def changed(fake: FakeDiscord, **fields: Any) -> None:
    """Let the next page have one message more, with these fields."""
    shown = {**fake.message(fake.posts[-1]), "id": "9000", **fields}
    fake.faults.extend([None, body(answer_json([shown, *map(fake.message, reversed(fake.posts))]).body)])


@pytest.mark.parametrize(
    ("fields", "is_automatic", "proof"),
    [
        ({}, False, "account"), ({"author": {"id": "5", "username": "dice", "bot": True}}, True, "account"),
        ({"webhook_id": "5"}, True, "none"), ({"type": 6}, True, "account"), ({"type": 20}, True, "account"),
        ({"author": {"id": "5", "username": "dc", "system": True}}, True, "account"),
        ({"type": 21, "content": ""}, True, "account"),
    ],
)  # fmt: skip
def test_marks_bots_webhooks_and_the_system(
    fake: FakeDiscord, source: DiscordSource, fields: dict[str, Any], is_automatic: bool, proof: str  # noqa: FBT001
) -> None:  # fmt: skip
    fake.write("Anna", "one")
    changed(fake, **fields)
    post = source.fetch("", frozenset()).posts[-1]
    assert (post.is_automatic, post.proof, post.is_cut) == (is_automatic, proof, False)


def test_reads_mentions_as_names_and_no_link_previews(fake: FakeDiscord, source: DiscordSource) -> None:
    fake.write("Anna", "one")
    bob = {"id": "5", "username": "bob.1", "global_name": "Bob"}
    embeds = [{"title": "A preview", "description": "of a link"}]
    changed(fake, content="> quoted\n<@5> attacks <:dalek:77>", mentions=[bob], embeds=embeds)
    assert source.fetch("", frozenset()).posts[-1].text == "@Bob attacks :dalek:"


@pytest.mark.parametrize(("written", "text"), [
    (">>> Amy said\nQ1 2", ""), ("Fine.\n  >>> M: >d7\n\nM: stay", "Fine."), ("> Q1 2\nQ1 1", "Q1 1"),
    ("M: >d7\na >>> b", "M: >d7\na >>> b"),
])  # fmt: skip
def test_three_marks_quote_the_rest_of_a_message(
    fake: FakeDiscord, source: DiscordSource, written: str, text: str
) -> None:
    fake.write("Anna", written)
    assert [post.text for post in source.fetch("", frozenset()).posts] == [text]


def test_a_message_without_any_content_is_withheld(fake: FakeDiscord, source: DiscordSource) -> None:
    fake.write("Anna", "one")
    changed(fake, content="")
    assert [post.is_cut for post in source.fetch("", frozenset()).posts] == [False, True]
    changed(fake, content="", sticker_items=[{"id": "5"}])
    assert [post.is_cut for post in source.fetch("", frozenset()).posts] == [False, False]


def test_names_the_intent_if_no_message_has_content(fake: FakeDiscord, source: DiscordSource) -> None:
    fake.write("Anna", "")
    fake.write("dice", "Rolled 6", is_automatic=True)
    with pytest.raises(SourceError, match="Message Content Intent") as caught:
        source.fetch("", frozenset())
    assert caught.value.is_lasting


def test_no_messages_at_all_are_no_deletions(fake: FakeDiscord, source: DiscordSource) -> None:
    fake.write("Anna", "one")
    first = source.fetch("", frozenset())
    fake.faults.extend([None, body(b"[]"), body(b"[]")])
    with pytest.raises(SourceError, match="Read Message History"):
        source.fetch(first.cursor, frozenset(["11"]))


@pytest.mark.parametrize("fields", [{"id": "x"}, {"id": -5}, {"id": "9" * 30}, {"author": None}, {"timestamp": 5}])
def test_refuses_a_message_of_another_form(fake: FakeDiscord, source: DiscordSource, fields: dict[str, Any]) -> None:
    fake.write("Anna", "one")
    changed(fake, **fields)
    with pytest.raises(SourceError, match="something else than expected"):
        source.fetch("", frozenset())


def test_a_link_leads_to_the_message(fake: FakeDiscord, source: DiscordSource) -> None:
    fake.write("Anna", "one")
    assert source.fetch("", frozenset()).posts[0].link == f"{fake.url}/channels/901/902/11"


def test_the_same_reply_is_posted_once(fake: FakeDiscord, source: DiscordSource) -> None:
    reply = Reply("Blue: b2. 344:02fc", "344:02fc", picture=b"\x89PNG\r\n--x\r\n")
    assert source.reply(reply) == source.reply(reply)
    assert [post.picture for post in fake.posts] == [reply.picture]


def test_finds_a_reply_far_back(fake: FakeDiscord, source: DiscordSource) -> None:
    own = source.reply(Reply("344:02fc", "344:02fc"))
    for at in range(230):
        fake.write("Anna", f"post {at}")
    assert source.find("344:02fc") == own
    assert source.find("345:02fc") == ""


@pytest.mark.parametrize("text", ["x" * 2001, "\U0001f3b2" * 1001])
def test_refuses_a_message_that_is_too_long(source: DiscordSource, text: str) -> None:
    with pytest.raises(SourceError, match="2000"):
        source.reply(Reply(text, "x"))


def test_waits_before_a_limit_is_exceeded(
    fake: FakeDiscord, source: DiscordSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(web, "pause", waits.append)
    fake.write("Anna", "one")
    channel = answer_json(fake.shown_channel()).body
    fake.faults.append(body(channel, X_RateLimit_Remaining="0", X_RateLimit_Reset_After="1.25"))
    assert len(source.fetch("", frozenset()).posts) == 1
    assert waits == [2]
    fake.faults.append(body(channel, X_RateLimit_Remaining="0", X_RateLimit_Reset_After="600"))
    with pytest.raises(SourceError) as caught:
        source.fetch("", frozenset())
    assert caught.value.wait_s == 600
    fake.faults.append(body(channel, X_RateLimit_Remaining="0"))
    assert len(source.fetch("", frozenset()).posts) == 1


def test_reads_smaller_pages_if_messages_are_long(fake: FakeDiscord, source: DiscordSource) -> None:
    written = [fake.write("Anna", f"{at} {'x' * 50_000}") for at in range(100)]
    first = source.fetch("", frozenset())
    assert [post.id for post in first.posts] == written
    fake.delete(written[97])
    second = source.fetch(first.cursor, frozenset(written))
    assert second.deleted == (written[97],), "the posts before a shorter page are not deleted"
    assert not second.is_whole


def test_reads_a_channel_of_5000_messages(fake: FakeDiscord, source: DiscordSource) -> None:
    written = [fake.write("Anna", f"post {at}") for at in range(5030)]
    fetched = source.fetch("", frozenset())
    assert [post.id for post in fetched.posts] == written[:5000]
    assert "next fetch" in fetched.more
    rest = source.fetch(fetched.cursor, frozenset(written[:5000]))
    assert [post.id for post in rest.posts] == written[4950:]


def test_needs_the_token_of_a_bot(fake: FakeDiscord) -> None:
    with pytest.raises(SourceError):
        DiscordSource(fake.place)
