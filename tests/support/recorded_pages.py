"""The recorded sessions in which mistakes stood, with their pages and people."""

from copy import deepcopy

from flask import Flask
from people import Browser
from recordings import recorded_once
from spectator import START_MS

from events.store.accounts import Accounts
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Finding, Report
from replay.posts.samples import samples
from webui import create_app

MISTAKES = {slug: next(one.text for one in samples(slug) if one.name == "mistakes") for slug in shelf()}


class Recorded:
    """A recorded session, by its game or its text, with its pages and people."""

    def __init__(self, slug: str = "risk", text: str = "") -> None:
        self.store, self.accounts = MemoryStore(), Accounts.memory()
        taken = recorded_once(text or MISTAKES[slug])
        self.name, self.store._logs = taken.session, deepcopy(taken.store._logs)
        self.app: Flask = create_app(self.store, shelf(), self.accounts)

    def browser(self, role: str = "", seat: str = "") -> Browser:
        return Browser(self.app, *([self.accounts.issue(self.name, role, START_MS, seat=seat)[1]] * bool(role)))

    @property
    def report(self) -> Report:
        return audit_session(self.store, shelf(), self.name)

    def found(self, rule: str) -> Finding:
        return next(one for one in self.report.findings if one.rule == rule)

    def page(self, rule: str) -> str:
        return f"/s/{self.name}/audit/{self.found(rule).id}"
