"""A site is read within limits, and every fault of it becomes a clear error without a secret."""

import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import formatdate
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from fake_sources import (
    HOST,
    Answer,
    FakeServer,
    Fault,
    body,
    cut,
    drip,
    endless,
    hang,
    huge,
    lost,
    redirect,
    status,
)

from replay.chance.clock import now_ms
from replay.sources import web
from replay.sources.hosts import PRIVATE_HOSTS, address_of
from replay.sources.source import SourceError
from replay.sources.web import Seen, Site, require_header, web_parts

SECRET = "hush-hush-42"  # noqa: S105  # not a real one
Json = dict[str, Any]


@pytest.fixture(autouse=True)
def private(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRIVATE_HOSTS, f"elsewhere.example, {HOST}")


@pytest.fixture
def fake() -> Iterator[FakeServer]:
    with FakeServer() as server:
        yield server


@pytest.fixture
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "_PATIENCE_S", 0.05)


def error_of(fake: FakeServer, *faults: Fault, post: bool = False) -> SourceError:
    fake.faults.extend(faults)
    with Site(fake.url, {"Authorization": f"Bearer {SECRET}"}) as site:

        def ask() -> None:
            if post:
                site.post("/posts", b"{}", "application/json", Json)
            else:
                site.get_json("/thread", Json)

        with pytest.raises(SourceError) as caught:
            ask()
    shown = f"{caught.value} {caught.value!r} {site!r} {caught.value.__cause__!r}"
    assert SECRET not in shown
    assert HOST in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("fault", "is_lasting", "says"),
    [
        (status(401), True, "token"), (status(403), True, "rights"), (status(404), True, "no such thread"),
        (status(410), True, "removed"), (status(422), True, "422"), (status(500), False, "fault"),
        (huge, True, "more than 2 MB"), (endless, True, "more than 2 MB"), (cut, False, "cut off"),
        (body(b"<html>"), False, "something else"), (body(b"[" * 5000 + b"]" * 5000), False, "something else"),
        (body(b"{}", Content_Encoding="gzip"), True, "compressed"),
        (redirect("https://elsewhere.example/thread"), True, "another site, elsewhere.example"),
        (redirect("//elsewhere.example/thread"), True, "another site"),
        (redirect("http://[::1/"), True, "invalid address"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_fault_becomes_a_clear_error(fake: FakeServer, fault: Fault, is_lasting: bool, says: str) -> None:  # noqa: FBT001
    error = error_of(fake, fault)
    assert (error.is_lasting, error.may_have_arrived) == (is_lasting, False)
    assert says in str(error)


@pytest.mark.parametrize("fault", [hang, drip])
@pytest.mark.parametrize("post", [False, True])
def test_gives_up_if_a_site_does_not_answer_in_time(
    fake: FakeServer, short_patience: None, fault: Fault, post: bool  # noqa: FBT001
) -> None:  # fmt: skip
    error = error_of(fake, fault, post=post)
    assert "in time" in str(error)
    assert (error.is_lasting, error.may_have_arrived) == (False, post)


@pytest.mark.parametrize(
    ("fault", "may_have_arrived"),
    [(lost, True), (cut, True), (status(500), True), (body(b"<p>"), True), (status(403), False), (status(302), False)],
)
def test_reports_whether_a_post_may_have_arrived(fake: FakeServer, fault: Fault, may_have_arrived: bool) -> None:  # noqa: FBT001
    assert error_of(fake, fault, post=True).may_have_arrived is may_have_arrived


def refusal(**fields: Any) -> Fault:
    content = msgspec.json.encode(fields)
    return lambda handler, _fake, _request: handler.send(Answer(content, 422))


def test_a_refused_reply_names_the_reason_of_the_site(fake: FakeServer) -> None:
    assert str(error_of(fake, refusal(errors=["Body is too short"]), post=True)).endswith(
        "(status 422): Body is too short"
    )
    assert str(error_of(fake, refusal(message="Thread is\nlocked {0}"), post=True)).endswith(": Thread is locked {0}")
    assert str(error_of(fake, refusal(message=f"Not {SECRET}"), post=True)).endswith("(status 422)")
    assert str(error_of(fake, refusal(errors=5), post=True)).endswith("(status 422)")


def test_a_site_that_cannot_be_reached_did_not_get_the_post() -> None:
    with FakeServer() as fake:
        pass
    fake.faults.clear()
    error = error_of(fake, post=True)
    assert "cannot be reached" in str(error)
    assert not error.may_have_arrived


@pytest.mark.parametrize(
    ("header", "least", "most"),
    [("120", 120, 120), ("64.57", 65, 65), ("soon", 60, 60), ("", 60, 60), ("inf", 60, 60), ("1e12", 86_400, 86_400)],
)
def test_waits_as_long_as_a_site_asks(fake: FakeServer, header: str, least: int, most: int) -> None:
    error = error_of(fake, status(429, Retry_After=header))
    assert least <= error.wait_s <= most
    assert not error.is_lasting


def test_reads_a_date_in_retry_after(fake: FakeServer) -> None:
    error = error_of(fake, status(503, Retry_After=formatdate(now_ms() / 1000 + 90, usegmt=True)))
    assert 85 <= error.wait_s <= 91


def test_takes_a_short_wait_itself(fake: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(web, "pause", waits.append)
    fake.faults.extend([status(429, Retry_After="2"), status(429, Retry_After="0.3")])
    with Site(fake.url) as site:
        assert site.get_json("/thread", Json) == {}
    assert waits == [2, 1]
    assert "asks to wait" in str(error_of(fake, *[status(429, Retry_After="5")] * 20))


def test_does_not_read_on_after_the_time_is_over(fake: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((0.0, 0.0, 1000.0))
    monkeypatch.setattr(web, "ticks_s", lambda: next(clock))
    assert "in time" in str(error_of(fake))


def test_begins_no_further_request_if_a_site_is_slow(fake: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    times = [0.0]
    monkeypatch.setattr(web, "ticks_s", lambda: times[0])
    with Site(fake.url) as site:
        assert site.get("/thread").body == b"{}"
        times[0] = 121.0
        with pytest.raises(SourceError, match="slow") as caught:
            site.get("/thread")
    assert not caught.value.is_lasting
    assert len(fake.requests) == 1


NAME = "forum.example.org"


@pytest.fixture
def certified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a trusted certificate for `NAME`, with its key; all names lead to this machine."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    day = timedelta(days=1)
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), 5, now - day, now + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "certificate.pem"
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path.write_bytes(certificate.public_bytes(form[0]) + key.private_bytes(*form))
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    monkeypatch.setenv(PRIVATE_HOSTS, f"{NAME},other.example.org")
    there = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda *where, **how: there(HOST, *where[1:], **how))
    return path


def test_checks_that_the_certificate_is_for_the_name(certified: Path) -> None:
    with FakeServer(certified) as fake:
        port = fake.url.rpartition(":")[2]
        with Site(f"https://{NAME}:{port}/") as site:
            assert site.get_json("/thread", Json) == {}
        with (
            Site(f"https://other.example.org:{port}/") as site,
            pytest.raises(SourceError, match="encrypted") as caught,
        ):
            site.get("/thread")
    assert not caught.value.may_have_arrived


def test_refuses_a_certificate_that_is_not_trusted(certified: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    with FakeServer(certified) as fake:
        site = Site(f"https://{NAME}:{fake.url.rpartition(':')[2]}/")
        with site, pytest.raises(SourceError, match="encrypted"):
            site.get("/thread")


def test_follows_a_redirect_of_the_same_site(fake: FakeServer) -> None:
    fake.faults.extend([redirect("/t/title/7?page=2"), redirect(f"{fake.url}/there")])
    with Site(fake.url, {"Api-Key": SECRET}) as site:
        assert site.get("/t/7").body == b"{}"
    assert [request.path for request in fake.requests] == ["/t/7", "/t/title/7", "/there"]
    assert "too often" in str(error_of(fake, *[redirect("/again")] * 4))


def test_asks_for_a_page_only_if_it_changed(fake: FakeServer) -> None:
    with Site(fake.url) as site:
        fake.faults.append(body(b"{}", ETag='"v1"', Last_Modified="Mon, 30 Nov 2026 07:00:00 GMT"))
        seen = site.get("/thread").seen
        fake.faults.append(status(304))
        again = site.get("/thread", seen)
    assert again == (b"", seen, True)
    headers = fake.requests[1].headers
    assert (headers["if-none-match"], headers["if-modified-since"]) == (seen.etag, seen.modified)
    assert seen == Seen('"v1"', "Mon, 30 Nov 2026 07:00:00 GMT")


@pytest.mark.parametrize(
    "url",
    ["http://forum.example.org/t/1", "ftp://a.example", "https://", "https://user:pw@a.example/", "https://a.example:x/",
     "https://a.example/\r\nX: y", "https://a.example/" + "x" * 500, "https://[::1", "forum.example.org"],
)  # fmt: skip
def test_refuses_an_address_that_is_not_https(url: str) -> None:
    with pytest.raises(SourceError) as caught:
        web_parts(url)
    assert caught.value.is_lasting
    assert "pw" not in str(caught.value)


@pytest.mark.parametrize("value", ["", "  ", "a\r\nX-Other: b", "t\u00f6ken"])
def test_refuses_a_token_that_cannot_be_sent(value: str) -> None:
    with pytest.raises(SourceError) as caught:
        require_header("token", value)
    assert not value.strip() or value not in str(caught.value)


def test_reads_a_private_host_only_if_the_environment_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert address_of(HOST, 80) == HOST
    monkeypatch.setenv(PRIVATE_HOSTS, "")
    with pytest.raises(SourceError) as caught:
        address_of(HOST, 80)
    assert caught.value.is_lasting


@pytest.mark.parametrize(
    "address", ["10.0.0.1", "::ffff:192.168.1.1", "64:ff9b::a00:1", "169.254.169.254", "fe80::1%eth0"]
)
def test_refuses_a_name_that_leads_into_a_private_network(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (text, 443)) for text in ("93.184.215.14", address)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(SourceError) as caught:
        address_of("forum.example.org", 443)
    assert caught.value.is_lasting
    assert address_of("elsewhere.example", 443) == "93.184.215.14"
