"""`verify --witness FILE`: the heads that stand in an archived thread, held against an export."""

from pathlib import Path

import pytest
from front_door import Door
from texts import missing

from events.line import Head
from events.signature import SigningKey, head_text, signed_heads

MONDAY = "--- Gwen, 12 Nov 2026 10:00, forum #1 ---\n"


@pytest.fixture
def signed(no_door: Door, tmp_path: Path) -> Door:
    """A house with a key, and a session whose first heads were posted."""
    no_door.well("key", "--make")
    no_door.well("new", "keys", "--seats", "tenth,twelfth", "--alias", "friday")
    no_door.well("export", "friday", "-o", tmp_path / "friday.jsonl")
    return no_door


def head_of(door: Door, name: str = "friday") -> str:
    """The signed head of a kit, as it is posted."""
    (found,) = signed_heads(door.well("kit", name).out)
    return head_text(found.session, found.head, found.signature)


def thread(tmp_path: Path, *words: str) -> Path:
    path = tmp_path / "thread.txt"
    path.write_text(MONDAY + "\n".join(words) + "\n", "utf-8")
    return path


def test_heads_that_hold_are_counted(signed: Door, tmp_path: Path) -> None:
    (head,) = signed_heads(head_of(signed))
    typed = f"{head.head.seq}:{head.head.hex[:32]}"
    told = signed.well(
        "verify", tmp_path / "friday.jsonl", "--witness", thread(tmp_path, head_of(signed), f"witness {typed}")
    )
    assert f"thread.txt: 2 of 2 heads hold, the newest of line {head.head.seq}." in told.out
    assert "whose key that is" not in told.out, "a thread that was given is a witness"


def test_a_thread_without_a_head_is_no_witness(signed: Door, tmp_path: Path) -> None:
    told = signed.well("verify", tmp_path / "friday.jsonl", "--witness", thread(tmp_path, "Good morning."))
    assert not missing(told.out, "thread.txt: no head of this log stands in it.", "whose key that is")


def test_a_typed_head_that_differs_is_a_doubt(signed: Door, tmp_path: Path) -> None:
    told = signed("verify", tmp_path / "friday.jsonl", "--witness", thread(tmp_path, f"witness 3:{'0' * 32}"))
    assert (told.status, "1 doubt" in told.out) == (0, True)
    assert "(posted by Gwen, 12 Nov 2026 10:00, forum #1)" in " ".join(told.out.split())
    assert "thread.txt: 0 of 1 head hold." in told.out
    assert "whose key that is" in " ".join(told.out.split()), "what does not hold speaks for nothing"


def forged(signed: Door, key: SigningKey) -> str:
    """A head of the session at its last line with another digest, signed with a key."""
    (head,) = signed_heads(head_of(signed))
    other = Head(head.head.seq, bytes(32))
    return head_text(head.session, other, key.sign(head.session, other, 1_795_000_000_000))


def test_a_head_that_the_host_signed_and_that_differs_is_a_violation(signed: Door, tmp_path: Path) -> None:
    seed = bytes.fromhex(Path(f"{signed.db}.key").read_text("utf-8").splitlines()[1])
    posted = thread(tmp_path, forged(signed, SigningKey(seed)))
    told = signed("verify", tmp_path / "friday.jsonl", "--witness", posted)
    assert (told.status, "LOG-WITNESS" in told.out) == (1, True)
    assert "thread.txt: 0 of 1 head hold." in told.out


def test_a_doubt_hides_no_violation_of_the_same_line(signed: Door, tmp_path: Path) -> None:
    """A kit has the head twice, typed and signed: what the typed one leaves in doubt the signed one proves."""
    seed = bytes.fromhex(Path(f"{signed.db}.key").read_text("utf-8").splitlines()[1])
    posted = forged(signed, SigningKey(seed))
    (head,) = signed_heads(posted)
    kit = thread(tmp_path, f"witness {head.head.seq}:{head.head.hex[:32]}", posted)
    told = signed("verify", tmp_path / "friday.jsonl", "--witness", kit)
    assert (told.status, "1 violation" in told.out) == (1, True)
    assert "was signed as" in told.out


def test_a_head_that_somebody_signed_with_a_key_of_their_own_convicts_nobody(signed: Door, tmp_path: Path) -> None:
    posted = thread(tmp_path, forged(signed, SigningKey.make()))
    told = signed("verify", tmp_path / "friday.jsonl", "--witness", posted)
    assert (told.status, "1 doubt" in told.out) == (0, True)
    assert "a key that this log does not name" in " ".join(told.out.split())


def test_a_signature_that_does_not_hold_is_words(signed: Door, tmp_path: Path) -> None:
    """With a digest that is right it speaks for the log as any typed head does, else it is a doubt."""
    posted = head_of(signed)
    broken = posted[:-4] + ("0000" if posted[-4:] != "0000" else "1111")
    assert (
        "1 of 1 head hold"
        in signed.well("verify", tmp_path / "friday.jsonl", "--witness", thread(tmp_path, broken)).out
    )


def test_heads_of_another_session_are_left_alone(signed: Door, tmp_path: Path) -> None:
    signed.well("new", "keys", "--seats", "tenth,twelfth", "--alias", "sunday")
    other = head_of(signed, "sunday")
    for posted in (other, f"{other[:-4]}0000"):
        ran = signed.well("verify", tmp_path / "friday.jsonl", "--witness", thread(tmp_path, posted))
        assert not missing(ran.out, "no head of this log stands in it", "no doubts")


@pytest.mark.parametrize(("raw", "says"), [
    (b"", "the archive is empty"), (b"%PDF-1.7", "a PDF"), (b"PK\x03\x04", "a ZIP file"),
    (b"hello", "who wrote and when"),
])  # fmt: skip
def test_a_file_that_is_no_thread_is_refused(signed: Door, tmp_path: Path, raw: bytes, says: str) -> None:
    (tmp_path / "odd").write_bytes(raw)
    signed.refused("verify", tmp_path / "friday.jsonl", "--witness", tmp_path / "odd", says=says)


def test_a_witness_that_is_neither_head_nor_file_is_refused(signed: Door, tmp_path: Path) -> None:
    signed.refused(
        "verify", tmp_path / "friday.jsonl", "--witness", tmp_path / "nothing", says="or name the file of a thread"
    )
