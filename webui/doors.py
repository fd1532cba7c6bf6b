"""What may stand in an address."""

from werkzeug.routing import BaseConverter

__all__ = ["Seq"]


class Seq(BaseConverter):
    """The number of a line, as it is written: no sign, no leading zero."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)
