"""Changes to the rolls and shuffles of an exported log, each with what the pocket program says of it."""

from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256

from players import tower
from pocket import NAME, Rows, places, rewrite, said

from replay.chance.tower import Tower, rolled_faces


def a_roll(rows: Rows) -> int:
    return places(rows, "rolled")[2]


def lost(rows: Rows) -> str:
    del rows[a_roll(rows)]
    return f"line {a_roll(rows) + 1}: roll 4 stands where roll 3 is due"


def repeated(rows: Rows) -> str:
    at = a_roll(rows)
    rows.insert(at + 1, deepcopy(rows[at]))
    return f"line {at + 2}: roll 3 stands where roll 4 is due"


def swapped(rows: Rows) -> str:
    one, other = places(rows, "rolled")[2:4]
    rows[one]["body"], rows[other]["body"] = rows[other]["body"], rows[one]["body"]
    return f"line {one + 1}: roll 4 stands where roll 3 is due"


def other_face(rows: Rows) -> str:
    at = a_roll(rows)
    rewrite(rows[at], faces=[said(rows[at])["faces"][0] % 6 + 1])
    return f"line {at + 1}: the faces of roll 3 are not those of its key"


def other_key(rows: Rows) -> str:
    at = a_roll(rows)
    key = said(rows[at])["receipt"]["key"]
    rewrite(rows[at], receipt={"k": 3, "key": ("0" if key[0] != "0" else "1") + key[1:]})
    return f"line {at + 1}: the key of roll 3 does not follow from the one before"


def key_before(rows: Rows) -> str:
    one, at = places(rows, "rolled")[1:3]
    rewrite(rows[at], receipt={"k": 3, "key": said(rows[one])["receipt"]["key"]})
    return f"line {at + 1}: the key of roll 3 does not follow from the one before"


def other_number(rows: Rows) -> str:
    at = a_roll(rows)
    rewrite(rows[at], receipt=said(rows[at])["receipt"] | {"k": 33})
    return f"line {at + 1}: roll 33 stands where roll 3 is due"


def other_purpose(rows: Rows) -> str:
    at = a_roll(rows)
    rewrite(rows[at], purpose="dare somebody else")
    return f"line {at + 1}: the faces of roll 3 are not those of its key"


def other_sides(rows: Rows) -> str:
    at = next(place for place in places(rows, "rolled") if said(rows[place])["faces"][0] > 3)
    rewrite(rows[at], sides=3)
    return f"line {at + 1}: the faces of roll {said(rows[at])['receipt']['k']} are not those of its key"


def another_die(rows: Rows) -> str:
    at = a_roll(rows)
    first, second = two_faces(rows, at)
    rewrite(rows[at], die="dare dare", faces=[first, second % 6 + 1])
    return f"line {at + 1}: the faces of roll 3 are not those of its key"


def two_faces(rows: Rows, at: int) -> tuple[int, ...]:
    body, words = said(rows[at]), "black=fish-fingers"
    key = bytes.fromhex(body["receipt"]["key"])
    return rolled_faces(key, NAME, body["receipt"]["k"], words, body["purpose"], body["sides"], 2)


def typed_roll(rows: Rows) -> str:
    at = a_roll(rows)
    rewrite(rows[at], source="typed", receipt=None, faces=[6])
    return f"line {at + 1}: its source is 'typed'"


def no_receipt(rows: Rows) -> str:
    at = a_roll(rows)
    rewrite(rows[at], receipt=None, faces=[6])
    return f"line {at + 1}: a roll of the tower has a receipt, and no other has"


def used_again(rows: Rows) -> str:
    one, at = places(rows, "rolled")[1:3]
    rewrite(rows[at], **{**said(rows[one]), "source": "replayed", "receipt": None, "of": one + 1})
    return f"line {at + 1}: it is not the struck roll of line {one + 1}"


def after_the_end(rows: Rows) -> str:
    words = {"black": "fish-fingers"}
    last = len(places(rows, "rolled"))
    roll = Tower(tower(), NAME, words, last, 1).roll("dare", 6, "one more")
    assert roll.receipt is not None
    rows.append(deepcopy(rows[a_roll(rows)]))
    rewrite(
        rows[-1], faces=list(roll.faces), purpose=roll.purpose, receipt={"k": roll.receipt.k, "key": roll.receipt.key}
    )
    return f"line {len(rows)}: it comes after the secret was opened"


def other_word(rows: Rows) -> str:
    rewrite(rows[places(rows, "seated")[0]], word="another")
    return f"line {places(rows, 'rolled')[0] + 1}: the faces of roll 1 are not those of its key"


def other_anchor(rows: Rows) -> str:
    rewrite(rows[1], anchor="11" * 32)
    return f"line {places(rows, 'rolled')[0] + 1}: the key of roll 1 does not follow from the one before"


def pledged_late(rows: Rows) -> str:
    rows[1], rows[2] = rows[2], rows[1]
    return "line 1: the log does not open with started, pledged, seated, seated, begun"


def other_pledge(rows: Rows) -> str:
    rewrite(rows[1], shuffle="11" * 32)
    return "line 1: the secret that was opened is not the pledged one"


def other_secret(rows: Rows) -> str:
    rewrite(rows[-1], shuffle_secret="11" * 32)
    return "line 1: the secret that was opened is not the pledged one"


def other_order(rows: Rows) -> str:
    at = places(rows, "shuffled")[0]
    seals, opened = said(rows[at])["order"]["sealed"], rows[at]["opened"]["order"]
    for cards in (seals, opened):
        cards[0], cards[1] = cards[1], cards[0]
    rewrite(rows[at], order={"sealed": seals})
    return f"line {at + 1}: 'pile' is not in the order of its shuffle"


def other_card(rows: Rows) -> str:
    at = places(rows, "shuffled")[0]
    seals, opened = said(rows[at])["order"]["sealed"], rows[at]["opened"]["order"]
    opened[2] = {"salt": "22" * 16, "value": opened[3]["value"]}
    seals[2] = sha256(f"{opened[2]['salt']}\n{opened[2]['value']}".encode()).hexdigest()
    rewrite(rows[at], order={"sealed": seals})
    return f"line {at + 1}: 'pile' is not in the order of its shuffle"


def other_shuffle(rows: Rows) -> str:
    at = places(rows, "shuffled")[0]
    rewrite(rows[at], j=2)
    return f"line {at + 1}: shuffle 2 stands where shuffle 1 is due"


def typed_shuffle(rows: Rows) -> str:
    at = places(rows, "shuffled")[0]
    rewrite(rows[at], j=0, source="typed")
    return f"line {at + 1}: its source is 'typed'"


def drawn_card(rows: Rows) -> str:
    """A drawn card has another value, with a new seal."""
    at = places(rows, "drawn")[0]
    seals, rows[at]["opened"]["cards"][0] = said(rows[at])["cards"]["sealed"], {"salt": "22" * 16, "value": '"9"'}
    seals[0] = sha256(f'{"22" * 16}\n"9"'.encode()).hexdigest()
    rewrite(rows[at], cards={"sealed": seals})
    return f"line {at + 1}: what came from 'pile' does not carry the seal that it had there"


def other_value(rows: Rows) -> str:
    at = places(rows, "drawn")[0]
    rows[at]["opened"]["cards"][0]["value"] = '"9"'
    return f"line {at + 1}: what is opened of 'cards' does not match its seal"


def other_salt(rows: Rows) -> str:
    at = places(rows, "drawn")[0]
    rows[at]["opened"]["cards"][0]["salt"] = "22" * 16
    return f"line {at + 1}: what is opened of 'cards' does not match its seal"


Change = Callable[[Rows], str]
CHANGES: dict[Change, str] = {
    lost: "LOG-ROLL", repeated: "LOG-ROLL", swapped: "LOG-ROLL", other_face: "LOG-ROLL", other_key: "LOG-ROLL",
    key_before: "LOG-ROLL", other_number: "LOG-ROLL", other_purpose: "LOG-ROLL", other_sides: "LOG-ROLL",
    another_die: "LOG-ROLL", typed_roll: "LOG-SOURCE", no_receipt: "LOG-ROLL", used_again: "LOG-REPLAY",
    after_the_end: "LOG-ORDER", other_word: "LOG-ROLL", other_anchor: "LOG-ROLL", pledged_late: "LOG-ORDER",
    other_pledge: "LOG-SHUFFLE", other_secret: "LOG-SHUFFLE", other_order: "LOG-SHUFFLE", other_card: "LOG-SHUFFLE",
    other_shuffle: "LOG-SHUFFLE", typed_shuffle: "LOG-SOURCE", other_value: "LOG-SEAL", other_salt: "LOG-SEAL",
    drawn_card: "LOG-CHANCE",
}  # fmt: skip
