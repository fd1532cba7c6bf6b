"""The help pages and the rules of each game: complete, short, and with examples that are read as they say."""

import re

import pytest
from people import Browser, visible
from people_posts import outcome, rows

from events.store.memory import MemoryStore
from projections.registry import registry
from replay.importing.samples import samples, take_in
from webui import create_app
from webui.pages.server.help_pages import game_help

MOST_WORDS = 1_200
every_game = pytest.mark.parametrize("slug", registry())


@pytest.fixture(scope="module")
def stranger() -> Browser:
    return Browser(create_app(MemoryStore(), registry(), laptop=False, base="https://bell.example.org"))


def test_the_general_help_links_to_each_game(stranger: Browser) -> None:
    page = stranger.read("/help")
    assert [
        f"/{part}/{slug}" for slug in registry() for part in ("help", "rules") if f"/{part}/{slug}" not in page
    ] == []
    headings = {
        "What secret links are for", "What each role can do and see", "What the moderator can see",
        "What this server stores about you", "How your texts are erased",
    }  # fmt: skip
    assert headings <= set(re.findall(r"<h2[^>]*>([^<]*)</h2>", page))


@every_game
def test_the_help_of_a_game_is_short_and_names_each_verb(stranger: Browser, slug: str) -> None:
    page = stranger.read(f"/help/{slug}")
    assert len(visible(page).split()) <= MOST_WORDS
    verbs = registry()[slug].notation.table.does  # type: ignore[attr-defined]  # all four have a table of patterns
    assert [verb for verb in verbs if f'<th scope="row">{verb}</th>' not in page] == []
    texts = game_help(registry().meta(slug).package)
    assert all((texts.names, texts.omit, texts.chance))


@every_game
def test_each_example_is_read_as_the_page_says(slug: str) -> None:
    posts = {row.post: row for row in rows(slug)}
    examples = game_help(registry().meta(slug).package).example
    assert len(examples) == 5
    for one in examples:
        row = posts[one.post]
        assert (tuple(row.due), outcome(row)) == (one.lines, "one key")


@every_game
def test_the_rules_have_an_anchor_for_each_id(stranger: Browser, slug: str) -> None:
    page = stranger.read(f"/rules/{slug}")
    assert [rule for rule in registry().meta(slug).rulebook if f'<dt id="{rule}">' not in page] == []
    texts = registry().meta(slug).option_texts
    assert [name for name in texts if f"(<code>{name}</code>)" not in page] == []
    assert [name for name, text in texts.items() if text.label not in visible(page)] == []


@pytest.mark.parametrize("path", ["/help/chess", "/rules/chess", "/help/%3Cb%3E", "/rules/..%2F..%2Fetc"])
def test_an_unknown_game_is_not_found(stranger: Browser, path: str) -> None:
    page = stranger.read(path, 404)
    assert "<b>" not in page.partition("<main")[2]


def test_findings_and_the_post_page_link_to_the_help() -> None:
    store = MemoryStore()
    take_in(store, registry(), next(one for one in samples("keys") if one.name == "mistakes"), alias="slips")
    moderator = Browser(create_app(store, registry(), laptop=True))
    audit = moderator.read("/s/slips/audit")
    assert 'href="/rules/keys#KEY-MOV-03"' in audit
    found = re.findall(r'href="(/s/[^"]+/audit/[0-9a-f]+)"', audit)
    assert 'href="/rules/keys#KEY-' in moderator.read(found[0])
    assert 'href="/help/keys"' in moderator.read("/s/slips/post")
