"""The offline page in a browser without a network."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from forgeries import FORGERIES, HOST, Export, signed_twice
from offline_pages import OfflinePage
from people import disputed_keys, visible
from players import GAMES
from pocket import faults_of, loaded
from spectator import SEATS, opened, played
from windows import SIDEWAYS, Page, Windows

from events.events import OMNISCIENT
from events.store.memory import MemoryStore
from events.store.settings import plain_title
from replay.transfer.bundle import export_lines
from webui.cli import run
from webui.views.inlined import shown, sums

if TYPE_CHECKING:
    from people import Recorded

pytestmark = pytest.mark.browser
SPELLED = frozenset({
    "a mark of the byte order at its start", "a CR between the parts of a row", "CRLF for line ends", "blank lines",
    "no `opened` in a line",
})  # fmt: skip
"""Variants of an export that are valid elsewhere, but never occur in an offline page. The page reports them."""
OTHERS_FIND = frozenset({
    "a title twice in the header", "signatures twice in the header", "an author twice in a line",
    "a value twice in what is opened", "a field twice in a body, chained", "`1.0` for a number", "`1e0` for a number",
    "a key of small order",
})  # fmt: skip
"""Faults that a browser ignores. `verify` and the checker of one file refuse them."""


@pytest.fixture(scope="module")
def disputed() -> "Recorded":
    return disputed_keys("That is not </script><b>so</b>", "The book <i>says</i> so")


@pytest.fixture(scope="module")
def text(disputed: "Recorded") -> str:
    return disputed.app.test_client().get(f"/s/{disputed.name}/export.html").text


class Reader:
    """A browser without a network that opens files; what it asks for and complains of is recorded."""

    def __init__(self, window: Windows, folder: Path) -> None:
        self.window, self.folder = window, folder

    def open(self, text: str, fragment: str = "", init: str = "", **how: Any) -> Page:
        path = self.folder / "friday.html"
        path.write_text(text, encoding="utf-8", newline="")
        page = self.window(**{"height": 800, "strict": True, "offline": True, "accept_downloads": True, **how})
        if init:
            page.add_init_script(init)
        page.goto(f"{path.as_uri()}{fragment}")
        return page

    def ready(self, text: str, fragment: str = "", **how: Any) -> Page:
        """Open a file and wait for all steps."""
        page = self.open(text, fragment, **how)
        page.wait_for_selector(".scene[data-whole]")
        return page

    def verdict(self, text: str) -> str:
        """Return the result of checking a log."""
        page = self.open(text)
        checked(page)
        return page.inner_text("#verdict")


@pytest.fixture
def reader(window: Windows, tmp_path: Path) -> Reader:
    return Reader(window, tmp_path)


def at(page: Page) -> int:
    return int(page.get_attribute(".scene", "data-seq") or 0)


def test_three_clicks_show_before_and_after_of_a_dispute(reader: Reader, text: str, disputed: "Recorded") -> None:
    page = reader.ready(text)
    page.click("#contested > summary")
    item = page.locator("#contested li").first
    assert "That is not </script><b>so</b>" in item.inner_text()
    assert "The book <i>says</i> so" in item.inner_text()
    lines = [int((link.get_attribute("href") or "").removeprefix("#")) for link in item.locator(".compare a").all()]
    item.locator(".compare a").first.click()
    page.wait_for_selector(f'.scene[data-seq="{lines[0]}"]')
    assert page.locator("#words").text_content() == words_at(disputed, lines[0])
    assert not page.locator("#contested li").first.is_visible()
    for number, name in ((1, "As played"), (2, "As corrected")):
        page.click(f"#comparing a >> nth={number}")
        page.wait_for_selector(f'.scene[data-seq="{lines[number]}"]')
        assert page.locator("#words").text_content() == words_at(disputed, lines[number])
        assert page.locator("#comparing [aria-current]").inner_text() == name
    assert page.url.endswith(f"#{lines[2]}")


def words_at(disputed: "Recorded", seq: int) -> str:
    return disputed.app.test_client().get(f"/s/{disputed.name}/{seq}.txt").text


def test_the_offline_page_steps_jumps_and_goes_back(reader: Reader, text: str) -> None:
    page = reader.ready(text, "#40")
    assert at(page) == 40
    ends = OfflinePage(text).steps["outline.json"]["ends"]["move"]
    later = next(end for end in ends if end > 40)
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(f'.scene[data-seq="{later}"]')
    assert page.url.endswith(f"#{later}")
    page.fill("#at", "6.3")
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('h1 .at').textContent === '6.3'")
    there = at(page)
    page.click('[data-step="last"]')
    page.wait_for_selector(f'.scene[data-seq="{OfflinePage(text).steps["outline.json"]["last"]}"]')
    page.go_back()
    page.wait_for_selector(f'.scene[data-seq="{there}"]')
    page.fill("#at", "99.9")
    page.keyboard.press("Enter")
    assert page.evaluate("document.getElementById('at').validationMessage")
    page.evaluate("document.activeElement.blur()")
    for key in ("e", "w", "t", "t"):
        page.keyboard.press(key)
    assert at(page) == there
    page.goto(f"{page.url.partition('#')[0]}#99999")
    assert at(page) == there


def test_links_and_marks_in_the_log_stay_within_the_file(reader: Reader, text: str) -> None:
    page = reader.ready(text)
    row = page.locator(".turns li > a").nth(3)
    row.evaluate("link => link.click()")
    page.wait_for_selector(f'.scene[data-seq="{(row.get_attribute("href") or "")[1:]}"]')
    mark = page.locator(".turns a.mark").first
    mark.evaluate("link => link.click()")
    page.wait_for_function(
        "document.querySelector('#contested').open && document.querySelector('#contested li:target')"
    )


def test_the_log_is_checked_and_can_be_saved_for_another_program(
    reader: Reader, text: str, disputed: "Recorded", tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = reader.ready(text)
    head = disputed.store.head(disputed.name)
    assert page.inner_text("#verdict").startswith("The hash chain of this log is intact")
    assert f"Checkpoint: {head.seq}:{head.digest.hex()[:32]}." in page.inner_text("#verdict")
    with page.expect_download() as saved:
        page.click("#save")
    path = tmp_path / "saved.jsonl"
    saved.value.save_as(path)
    assert saved.value.suggested_filename == f"{disputed.name}.jsonl"
    assert path.read_bytes() == disputed.app.test_client().get(f"/s/{disputed.name}/export.jsonl").data
    assert faults_of(path.read_text("utf-8")) == []
    assert run(["verify", str(path), "--checkpoint", f"{head.seq}:{head.digest.hex()[:32]}"]) in (0, 1)
    told = capsys.readouterr().out
    assert f"The checkpoint of entry {head.seq} matches." in told
    assert "LOG-" not in told


def test_a_checkpoint_is_compared(reader: Reader, text: str, disputed: "Recorded") -> None:
    page = reader.ready(text)
    digest = disputed.store.lines(disputed.name)[56].digest.hex()
    page.fill("#posted", f"head: 57:{digest[:32]} and 57:{digest.upper()}, 57:{'0' * 32}, 99999:{'a' * 64}, 5:abc")
    page.click("#checkpoint button")
    told = page.locator("#compared li").all_inner_texts()
    assert [words.partition(".")[0].partition(",")[0] for words in told] == [
        "Entry 57 has this digest", "Entry 57 has this digest", "Entry 57 has a different digest",
        "Entry 99999 is not in this log",
    ]  # fmt: skip
    page.fill("#posted", "nothing")
    page.click("#checkpoint button")
    assert page.locator("#compared li").all_inner_texts() == [
        "No checkpoint found. A checkpoint is an entry number, a colon, and 32 or 64 hex digits."
    ]


CHANGES = {
    "a word of a body": (r'(\{"session":"[^"]+","seq":30,.*?"kind\\":\\")(.)', "X", "Entry 30 "),
    "a digit of a digest": (r'("seq":30,.*?"digest":")(.)', "g", "Entry 30 "),
    "a digit of the time": (r'("seq":30,"at_ms":\d)(\d)', "other", "Entry 30 "),
    "the name of a field": (r'("seq":30,"at_m)(s)', "z", "Entry 30 "),
    "a blank that means nothing": (r'("seq":30)(,)', ", ", "Entry 30 "),
    "the author": (r'("seq":30,"at_ms":\d+,"by":")(.)', "X", "Entry 30 "),
    "an opened value": (r'("seq":\d+,(?:(?!"seq").)*?"salt":")([0-9a-f])', "other", "Entry {seq} opens a value"),
    "a line that is missing": (r'(\n)(\{"session":"[^"]+","seq":31,[^\n]*\n)', "", "Entry 31 does not follow"),
}
"""Changes to a log: a pattern, the replacement of its second group, and the result of the check."""


@pytest.mark.parametrize("change", CHANGES)
def test_names_the_entry_at_which_a_log_was_changed(reader: Reader, text: str, change: str) -> None:
    pattern, other, says = CHANGES[change]
    head, log, rest = text.partition('<pre id="log"')
    found = re.search(pattern, rest)
    assert found
    new = other if other != "other" else "1" if found[2] == "0" else "0"
    page = reader.ready(f"{head}{log}{rest[: found.start(2)]}{new}{rest[found.end(2) :]}")
    seq = re.findall(r'"seq":(\d+)', found[0])[-1]
    assert page.inner_text("#verdict").startswith("This log was changed. " + says.format(seq=seq))
    assert page.inner_text("#to-proof") == "This log was changed"


def test_finds_a_changed_data_file(reader: Reader, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards, made, db = tmp_path / "cards.toml", tmp_path / "own.html", str(tmp_path / "bell.db")
    assert run(["games", "--data", "ccg"]) == 0
    cards.write_text(capsys.readouterr().out, encoding="utf-8")
    seats = ["--seats", "julie,steve", "--alias", "own"]
    assert run(["--db", db, "new", "ccg", *seats, "--data", str(cards)]) == 0
    assert run(["--db", db, "export", "own", str(made)]) == 0
    text = made.read_text("utf-8")
    page = reader.ready(text)
    assert page.inner_text("#verdict").startswith("The hash chain of this log is intact")
    assert ", 1 data file." in page.inner_text("#checked")
    assert reader.verdict(text.replace('"name":"The Watcher (Past)"', '"name":"The Watcher (Fast)"')) == (
        "This log was changed. The header differs from the text that was exported. "
        "Entry 1 requires a data file that differs from the one in the header."
    )


def with_log(text: str, log: str) -> str:
    """Return an offline page with another log, as a skilled attacker would make it."""
    log = log.removesuffix("\n")
    lines = log.split("\n")
    put = f'data-sums="{sums(lines)}">\n{shown(log)}\n</pre>'
    changed, times = re.subn(r'data-sums="[0-9a-f]*">\n.*?\n</pre>', lambda _: put, text, count=1, flags=re.DOTALL)
    assert times == 1
    return changed


def signed_export() -> Export:
    """The export of a random session that was signed in the middle and at its end."""
    store = MemoryStore([HOST])
    session = played(opened(store, GAMES, "toy", SEATS, session="signed", title="Friday", options={"points": 40}), 24)
    return signed_twice("".join(f"{row}\n" for row in export_lines(store, GAMES, session.row.session, OMNISCIENT)))


@pytest.mark.parametrize("what", FORGERIES)
def test_finds_forgeries_of_a_signed_log(reader: Reader, text: str, what: str, tmp_path: Path) -> None:
    forged = signed_export().forged(FORGERIES[what])
    path = tmp_path / "export.jsonl"
    path.write_text(forged, encoding="utf-8", newline="")
    is_changed = what not in OTHERS_FIND and (what in SPELLED or bool(loaded().main(str(path))))
    verdict = reader.verdict(with_log(text, forged))
    assert verdict.startswith("This log was changed. " if is_changed else "The hash chain of this log is"), verdict


def test_counts_an_unsigned_last_entry_without_a_line_end(reader: Reader, text: str) -> None:
    one = signed_export()
    one.add("table", kind="told", text="later")
    told = reader.verdict(with_log(text, one.text).replace("\n</pre>", "</pre>"))
    assert f"Entry {len(one.rows)} comes after the last signed entry." in told


ODD_ROWS = {
    "a body that is no object": ("body", "[]"), "a body that is no JSON": ("body", "{"),
    "a line end in an author": ("by", "a\nb"), "a raw separator in a body": ("body", '{"kind":"told","text":"\u2028"}'),
    "a time before any": ("at_ms", -1),
}  # fmt: skip


@pytest.mark.parametrize("odd", ODD_ROWS)
def test_finds_an_invalid_entry_even_if_chained_and_signed(reader: Reader, text: str, odd: str) -> None:
    one, (field, value) = signed_export(), ODD_ROWS[odd]
    one.rows[30] |= {field: value, "opened": {}}
    one.chain()
    one.sign(HOST)
    assert reader.verdict(with_log(text, one.text)).startswith("This log was changed. Entry 31 "), odd


@pytest.mark.parametrize(
    ("title", "shown"), [("a\ufeffb", "a\ufffdb"), ("a\x1fb", "a b"), ("\u00a0", "A Toy"), (" a \u00a0 b\t", "a b")]
)
def test_a_cleaned_title_is_not_reported_as_a_change(reader: Reader, text: str, title: str, shown: str) -> None:
    one = signed_export()
    one.rows[0]["body"] = json.dumps({**json.loads(one.rows[0]["body"]), "title": title}, separators=(",", ":"))
    one.header["title"] = shown
    one.chain()
    one.sign(HOST)
    assert reader.verdict(with_log(text, one.text)).startswith("The hash chain of this log is intact"), title
    assert shown == (plain_title(title) or "A Toy")


def checked(page: Page) -> str:
    page.wait_for_function("document.getElementById('verdict').textContent !== 'Not checked yet.'")
    return page.inner_text("#checked")


def test_shows_the_key_of_a_signed_log(reader: Reader, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made, db = tmp_path / "own.html", str(tmp_path / "bell.db")
    assert run(["--db", db, "db", "key", "--make", "--json"]) == 0
    print_ = json.loads(capsys.readouterr().out)["fingerprint"]
    assert run(["--db", db, "new", "keys", "--seats", "tenth,twelfth", "--alias", "own"]) == 0
    assert run(["--db", db, "export", "own", str(made)]) == 0
    page = reader.open(made.read_text("utf-8"))
    told = checked(page)
    assert page.inner_text("#verdict").startswith("The hash chain of this log is intact ")
    assert f"Signed with the key {print_} up to entry " in told
    assert ", 1 signature checked)." in told
    assert "Not signed" not in told


def test_reports_signatures_that_the_browser_cannot_check(reader: Reader, text: str) -> None:
    without = "Object.defineProperty(Crypto.prototype, 'subtle', {value: undefined})"
    honest = signed_export()
    page = reader.open(with_log(text, honest.text), init=without)
    assert "This browser does not support Ed25519, so 2 signatures were not checked." in checked(page)
    assert page.inner_text("#verdict").startswith("The hash chain of this log is intact ")
    page = reader.open(with_log(text, honest.forged(FORGERIES["signatures left out"])), init=without)
    checked(page)
    assert page.inner_text("#verdict") == "This log was changed. Entry 1 names a key, but this log has no signature."


def test_a_script_that_was_changed_does_not_run(reader: Reader, text: str) -> None:
    page = reader.open(
        text.replace("const pipes", "").replace('"Not checked yet."', "").replace("function save()", "function save( )")
    )
    assert page.inner_text("#verdict") == "Not checked yet."
    assert any("Content Security Policy" in words for words in reader.window.complaints)
    reader.window.complaints.clear()


def test_reports_steps_that_cannot_be_unpacked(reader: Reader, text: str) -> None:
    whole = OfflinePage(text).texts["steps"].strip()
    page = reader.open(text.replace(whole, f"{whole[:900]}AAAA{whole[904:]}"))
    page.wait_for_selector("main > .banner.bad")
    assert "cannot be unpacked" in page.inner_text("main > .banner.bad")
    assert page.inner_text("#verdict").startswith("The hash chain of this log is intact")


def test_shows_a_board_and_the_log_without_scripts(reader: Reader, text: str) -> None:
    page = reader.open(text, java_script_enabled=False)
    assert page.locator("#part-board svg[data-panel=board]").bounding_box()
    groups = OfflinePage(text).steps["outline.json"]["groups"]
    assert page.locator(".turns li:not(.fold)").count() == len(groups)
    assert "Without scripts, this file shows one board" in visible(page.content())


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(reader: Reader, text: str, axe: Callable[[Page], list[Any]], width: int) -> None:
    page = reader.ready(text, width=width, bypass_csp=True)
    page.click("#contested > summary")
    assert axe(page) == []
    assert page.evaluate(SIDEWAYS) <= 0
