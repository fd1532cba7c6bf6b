"""The pages' own type: served from here, kept for ever, named alike by style and page, and free to be handed on."""

import re
from hashlib import sha256
from pathlib import Path

from flask.testing import FlaskClient
from spectator import read

import webui
from projections.drawing.palette import FONT

HOME = Path(webui.__file__).parent
SERVED = sorted((HOME / "static").glob("*.woff2"))


def test_each_font_of_the_pictures_is_served_under_a_digest_of_itself() -> None:
    assert [path.name.split(".")[0] for path in SERVED] == [
        path.stem for path in sorted((HOME / "fonts").glob("*.ttf"))
    ]
    for path in SERVED:
        assert path.name.split(".")[1] == sha256(path.read_bytes()).hexdigest()[:8]
    assert sum(path.stat().st_size for path in SERVED) < 40_000


def test_style_and_page_name_what_is_there(client: FlaskClient) -> None:
    names = [path.name for path in SERVED]
    css = (HOME / "static" / "bell.css").read_text("utf-8")
    assert sorted(re.findall(r'url\("([^"]+\.woff2)"\)', css)) == names
    assert (
        sorted(
            re.findall(
                r'rel="preload" href="/static/([^"]+)" as="font" type="font/woff2" crossorigin', read(client, "/")
            )
        )
        == names
    )
    family = FONT.split(",")[0]
    assert css.count(f'@font-face {{ font-family: "{family}"') == len(names)
    assert re.search(rf'font: 16px/1\.5 "{family}", ', css)


def test_they_are_kept_for_ever_and_no_other_host_is_asked(client: FlaskClient) -> None:
    for path in SERVED:
        answer = client.get(f"/static/{path.name}", buffered=True)
        assert answer.mimetype == "font/woff2"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    policy = client.get("/", buffered=True).headers["Content-Security-Policy"]
    assert "font-src 'self';" in policy


def test_they_are_under_their_licence_and_no_name_is_reserved() -> None:
    """The licence lets a font be served in another form under its own name only where none is reserved."""
    licence = (HOME / "fonts" / "OFL.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    head = licence.partition("This Font Software is licensed")[0]
    assert head.startswith("Copyright")
    assert "reserved" not in head.lower()
