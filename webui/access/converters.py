"""What may stand in an address."""

from flask import current_app
from werkzeug.routing import BaseConverter

__all__ = ["Seq", "leads"]


class Seq(BaseConverter):
    """The number of a line, as it is written: no sign, no leading zero."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)


def leads(rule: str) -> bool:
    """Whether an address is served here, as the URL map writes it."""
    known = current_app.extensions.get("cloisterbell-rules")
    if known is None:
        known = current_app.extensions["cloisterbell-rules"] = {str(each) for each in current_app.url_map.iter_rules()}
    return rule in known
