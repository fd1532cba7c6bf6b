"""Who sent a mail, and which `Authentication-Results` prove it. Most cases are attempts to pass as another sender."""

from email import message_from_bytes
from email.message import Message

import pytest

from replay.sources.mail_proof import proof_of, sender_of
from replay.sources.source import Proof

SERVER = "mx.example.net"
JULIE = "From: Julie K. <Julie@example.org>"
RESULTS = "Authentication-Results: "


def mail(*headers: str) -> Message:
    return message_from_bytes("\n".join((*headers, "", "I pass.")).encode())


def proof(results: str, sender: str = JULIE, server: str = SERVER) -> Proof:
    return proof_of(mail(f"{RESULTS}{results}", sender), server)


@pytest.mark.parametrize(("results", "expected"), [
    ("mx.example.net; dmarc=pass header.from=example.org", "dmarc"),
    ("MX.Example.NET; DMARC=Pass (p=NONE sp=NONE dis=NONE) Header.From=EXAMPLE.org", "dmarc"),
    ("mx.example.net 1; spf=fail smtp.mailfrom=x.org; dmarc=pass header.from=example.org", "dmarc"),
    ('"mx.example.net"; dmarc=pass reason="a; dmarc=fail" header.from="example.org"', "dmarc"),
    ("mx.example.net;\n dkim=pass (2048-bit key)\n header.d=example.org header.s=k1 header.b=Ab/c+D==", "dkim"),
    ("mx.example.net; dkim=fail header.d=example.org; dkim=pass header.d=example.org", "dkim"),
    ("mx.example.net; dmarc=none header.from=example.org; dkim=pass header.d=example.org", "dkim"),
    ("mx.example.net (a (b) c) 1 (x);\tdkim (y) / 1 (z) = (a) pass header (a) . (b) d (c) = (d) example.org", "dkim"),
    ("mx.example.net; dmarc=pass action=none header.from=example.org;", "dmarc"),
    ('mx.example.net; auth=pass smtp.auth="julie k"@example.org; dkim=pass header.d=example.org', "dkim"),
])  # fmt: skip
def test_a_trusted_server_proves_the_sender(results: str, expected: Proof) -> None:
    assert proof(results) == expected


@pytest.mark.parametrize("results", [
    "", ";", "mx.example.net", "mx.example.net; none", "mx.example.net; spf=pass smtp.mailfrom=example.org",
    "mx.example.net; dmarc=fail header.from=example.org; dkim=pass header.d=example.org",
    "mx.example.net; dmarc=pass header.from=evil.org; dkim=pass header.d=example.org",
    "mx.example.net; dmarc=pass header.from=example.org; dmarc=fail header.from=example.org",
    "mx.example.net; dmarc=pass", "mx.example.net; dmarc=pass smtp.mailfrom=example.org",
    "mx.example.net; dkim=pass", "mx.example.net; dkim=pass header.i=@example.org",
    "mx.example.net; dkim=pass header.d=org", "mx.example.net; dkim=pass header.d=.org",
    "mx.example.net; dkim=pass header.d=ample.org", "mx.example.net; dkim=pass header.d=mail.example.org",
    "mx.example.net; dkim=pass header.d=example.org.evil.org", "mx.example.net; dkim=pass header.d=ex\u0430mple.org",
    "mx.example.net; dkim=pass header.d=examp1e.org", "mx.example.net; dkim=neutral header.d=example.org",
    "mx.example.net; dkim=fail header.d=evil.org header.d=example.org; dkim=pass header.d=evil.org",
    "mx.example.net; dkim=pass header.d=evil.org header.d=example.org",
    "evil.org; dmarc=pass header.from=example.org", "mx.example.net.evil.org; dmarc=pass header.from=example.org",
    "evil.org (; mx.example.net;) ; dmarc=pass header.from=example.org",
    "mx.example.net 2; dmarc=pass header.from=example.org",
    "mx.example.net evil.org; dmarc=pass header.from=example.org",
    "(mx.example.net); dmarc=pass header.from=example.org", "dmarc=pass header.from=example.org",
    'mx.example.net; spf=fail reason="x; dmarc=pass header.from=example.org"',
    "mx.example.net; spf=fail (x; dmarc=pass header.from=example.org)",
    'mx.example.net; spf=fail smtp.helo="\\"; dmarc=pass header.from=example.org; x=\\""',
    "mx.example.net; dmarc=pass header.from=example.org (unclosed",
    'mx.example.net; dmarc=pass header.from=example.org reason="unclosed',
    "mx.example.net; dmarc=pass header.from=example.org) x", "mx.example.net; dmarc=pass header.from=example.org \\",
    "mx.example.net; dmarc=pass header.from=example.org nonsense", "mx.example.net; dmarc pass header.from=example.org",
    "mx.example.net; dmarc=pass header.from=example.org" + " " * 10_001 + "(" * 10_001,
])  # fmt: skip
def test_other_results_prove_nothing(results: str) -> None:
    assert proof(results) == "none"


GOOD = "mx.example.net; dmarc=pass header.from=example.org"


def test_without_a_server_name_no_mail_is_proven() -> None:
    assert proof(GOOD, server="") == "none"
    assert proof(f"; {GOOD}", server="") == "none"
    assert proof(GOOD) == "dmarc"


@pytest.mark.parametrize("headers", [
    ("Authentication-Results: mx.example.net; dmarc=fail header.from=example.org", f"{RESULTS}{GOOD}", JULIE),
    ("Authentication-Results: evil.org; dmarc=pass header.from=example.org", f"{RESULTS}{GOOD}", JULIE),
    (f"ARC-{RESULTS}i=1; {GOOD}", f"X-{RESULTS}{GOOD}", JULIE),
    (f"Subject: x {RESULTS}{GOOD}", JULIE), (f"Subject: x\n {RESULTS}{GOOD}", JULIE),
    (f"{RESULTS}{GOOD}", "no header", JULIE),
    (JULIE, "", f"{RESULTS}{GOOD}"),
])  # fmt: skip
def test_only_the_topmost_header_counts(headers: tuple[str, ...]) -> None:
    assert proof_of(mail(*headers), SERVER) == "none"


def test_the_header_may_be_folded_and_below_other_headers() -> None:
    folded = "\n\t".join(GOOD.split())
    headers = ("Received: from x", f"authentication-RESULTS:\n\t{folded}", f"{RESULTS}evil.org; dmarc=fail", JULIE)
    assert proof_of(mail(*headers), SERVER) == "dmarc"


@pytest.mark.parametrize(("sender", "address"), [
    ("From: julie@example.org", "julie@example.org"), ("From:<Julie@Example.ORG>", "julie@example.org"),
    ("From: Julie (at home) <julie@example.org>", "julie@example.org"),
    ('From: "K., \\"Julie\\" <x@evil.org>" <julie@example.org> (x)', "julie@example.org"),
    ("From: =?utf-8?q?J=C3=BClie=2C_K=2E?= <julie@example.org>", "julie@example.org"),
    ("From: julie@example.org <eve@evil.org>", "eve@evil.org"),
    ("From: =?utf-8?q?julie=40example=2Eorg=2C?= <eve@evil.org>", "eve@evil.org"),
    ("From: =?utf-8?q?julie=40example=2Eorg_=3Cjulie=40example=2Eorg=3E?= <eve@evil.org>", "eve@evil.org"),
])  # fmt: skip
def test_the_sender_is_the_one_address_in_the_header(sender: str, address: str) -> None:
    assert sender_of(mail(sender)) == address


@pytest.mark.parametrize("sender", [
    "To: julie@example.org", "From:", "From: Julie", "From: julie@", "From: julie@localhost", "From: <>",
    "From: julie@example.org, eve@evil.org", "From: eve@evil.org, julie@example.org", "From: julie@example.org,",
    f"{JULIE}\nFrom: eve@evil.org", f"From: eve@evil.org\n{JULIE}", f"from: eve@evil.org\n{JULIE}",
    "From: <julie@example.org> <eve@evil.org>", "From: Julie <eve@evil.org> <julie@example.org>",
    "From: Friends: julie@example.org;", "From: Friends: <julie@example.org>;", "From: <@evil.org:julie@example.org>",
    "From: =?utf-8?q?julie=40example=2Eorg?=", "From: <=?utf-8?q?julie?=@example.org>",
    "From: <julie@ex\u0430mple.org>", "From: <\u212aim@example.org>", 'From: "julie"@example.org',
    "From: julie@example.org (unclosed", 'From: "Julie <julie@example.org>', "From: Julie\\ <julie@example.org>",
    "From: julie@example.org@evil.org", "From: <julie@exam ple.org>", "From: " + "(" * 10_001,
])  # fmt: skip
def test_an_unclear_sender_has_no_address_and_is_not_proven(sender: str) -> None:
    assert sender_of(mail(sender)) == ""
    for domain in ("example.org", "evil.org", ""):
        assert (
            proof(f"{SERVER}; dmarc=pass header.from={domain or 'x'}; dkim=pass header.d=example.org", sender) == "none"
        )


def test_a_look_alike_address_is_another_sender() -> None:
    assert proof(GOOD, "From: Julie K. <julie@examp1e.org>") == "none"
    assert proof(GOOD, "From: Julie K. <julie@xn--exmple-4nf.org>") == "none"
    assert proof("mx.example.net; dkim=pass header.d=example.org", "From: julie@mail.example.org") == "none"
    assert proof("mx.example.net; dkim=pass header.d=co.uk", "From: julie@example.co.uk") == "none"
    assert proof("mx.example.net; dkim=pass header.d=example.org", "From: julie@mailexample.org") == "none"
