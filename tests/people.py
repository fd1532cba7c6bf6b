"""People at a table of pages: browsers that enter links and send forms."""

import re
from html import unescape
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

__all__ = ["Browser", "csrf_field", "visible"]


def csrf_field(page: str) -> str:
    found = re.search(r'name="csrf" value="([0-9a-f]{64})"', page)
    assert found, page
    return found[1]


def visible(page: str) -> str:
    """The words of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.partition("<main")[2])).split())


class Browser:
    """One browser: it keeps its cookie, and sends forms as a person does, from the page they stand on."""

    def __init__(self, app: Flask, *tokens: str) -> None:
        self.client: FlaskClient = app.test_client()
        for token in tokens:
            self.enter(token)

    def enter(self, token: str) -> str:
        """Press the button of a link; returns where it leads."""
        answer = self.send(f"/k/{token}", f"/k/{token}")
        assert answer.status_code == 303, answer.text
        return str(answer.headers["Location"])

    def read(self, path: str, status: int = 200) -> str:
        answer = self.client.get(path, buffered=True)
        assert answer.status_code == status, (path, answer.status, visible(answer.text)[:400])
        return answer.text

    def send(self, page: str, path: str, /, **data: Any) -> TestResponse:
        """Send a form that stands on a page."""
        return self.client.post(path, data={"csrf": csrf_field(self.client.get(page).text), **data}, buffered=True)

    def done(self, page: str, path: str, /, **data: Any) -> str:
        """Send a form that is taken; returns where it leads."""
        answer = self.send(page, path, **data)
        assert answer.status_code == 303, (answer.status, visible(answer.text)[:400])
        return str(answer.headers["Location"])

    def refused(self, page: str, path: str, says: str, status: int = 422, /, **data: Any) -> str:
        """Send a form that is refused, in these words; returns the page."""
        answer = self.send(page, path, **data)
        told = visible(answer.text)[:400]
        assert answer.status_code == status, (answer.status, told)
        assert says.lower() in told.lower(), told
        return answer.text
