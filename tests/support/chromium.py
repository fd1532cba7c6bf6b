"""The Chromium of this machine, and what it is told when it is started."""

import shutil
from typing import Final

SHELLS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM: Final = next(filter(None, map(shutil.which, SHELLS)), None)
QUIET: Final = (
    "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
    "--disable-domain-reliability", "--disable-sync", "--no-first-run", "--no-pings",
)  # fmt: skip
