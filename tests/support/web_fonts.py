"""The shipped fonts as the pages load them: `webui/static/NAME.DIGEST.woff2` of each `webui/fonts/NAME.ttf`.

`python tests/support/web_fonts.py` makes them again; it needs `pip install fonttools brotli`. The digest is of the
file, so that it may be kept for ever under its name; `bell.css` and `layout.html` name it.
"""

from hashlib import sha256
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2] / "webui"


def write() -> None:
    for font in sorted((ROOT / "fonts").glob("*.ttf")):
        opened, packed = import_module("fontTools.ttLib").TTFont(font), BytesIO()
        opened.flavor = "woff2"
        opened.save(packed)
        for old in (ROOT / "static").glob(f"{font.stem}.*.woff2"):
            old.unlink()
        name = f"{font.stem}.{sha256(packed.getvalue()).hexdigest()[:8]}.woff2"
        (ROOT / "static" / name).write_bytes(packed.getvalue())


if __name__ == "__main__":
    write()
