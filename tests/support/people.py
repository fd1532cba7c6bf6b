"""People at a table of pages: browsers that enter links and send forms."""

import re
from html import unescape
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse


def csrf_field(page: str) -> str:
    found = re.search(r'name="csrf" value="([0-9a-f]{64})"', page)
    assert found, page
    return found[1]


def enter(client: FlaskClient, token: str) -> str:
    response = client.post(f"/k/{token}", data={"csrf": csrf_field(client.get(f"/k/{token}").text)})
    assert response.status_code == 303, response.text
    return str(response.headers["Location"])


def visible(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.partition("<main")[2])).split())


def filled(**changed: Any) -> dict[str, Any]:
    usual = {
        "key": "a" * 32, "game": "toy", "seat-toy-1": "Black", "seat-toy-2": "Yellow", "seat-toy-3": "", "me-toy": "",
        "dice": "tower", "cards": "tower", "pace": "none", "hours": "48", "at": "19:00", "zone": "UTC", "grace": "0",
        "corrections": "friendly", "visibility": "public", "opens": "all", "title": "", "alias": "", "toy.points": "2",
    }  # fmt: skip
    return {**usual, **changed}


class Browser:
    """One browser: it keeps its cookie, and sends forms as a person does, from the page they stand on."""

    def __init__(self, app: Flask, *tokens: str) -> None:
        self.client: FlaskClient = app.test_client()
        for token in tokens:
            self.enter(token)

    def enter(self, token: str) -> str:
        answer = self.send(f"/k/{token}", f"/k/{token}")
        assert answer.status_code == 303, answer.text
        return str(answer.headers["Location"])

    def read(self, path: str, status: int = 200) -> str:
        answer = self.client.get(path, buffered=True)
        assert answer.status_code == status, (path, answer.status, visible(answer.text)[:400])
        return answer.text

    def send(self, page: str, path: str, /, **data: Any) -> TestResponse:
        return self.client.post(path, data={"csrf": csrf_field(self.client.get(page).text), **data}, buffered=True)

    def done(self, page: str, path: str, /, **data: Any) -> str:
        answer = self.send(page, path, **data)
        assert answer.status_code == 303, (answer.status, visible(answer.text)[:400])
        return str(answer.headers["Location"])

    def refused(self, page: str, path: str, says: str, status: int = 422, /, **data: Any) -> str:
        answer = self.send(page, path, **data)
        told = visible(answer.text)[:400]
        assert answer.status_code == status, (answer.status, told)
        assert says.lower() in told.lower(), told
        return answer.text
