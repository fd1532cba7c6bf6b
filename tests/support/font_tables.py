"""What a TrueType font says of its signs: which it has, and how wide each is."""

import struct
from collections.abc import Mapping


def _tables(font: bytes) -> Mapping[bytes, int]:
    count: int = struct.unpack(">H", font[4:6])[0]
    return {font[at : at + 4]: struct.unpack(">I", font[at + 8 : at + 12])[0] for at in range(12, 12 + 16 * count, 16)}


def mapped(font: bytes) -> Mapping[int, int]:
    start = _tables(font)[b"cmap"]
    (count,) = struct.unpack(">H", font[start + 2 : start + 4])
    found = dict[int, int]()
    for entry in range(count):
        offset = start + struct.unpack(">I", font[start + 8 + 8 * entry : start + 12 + 8 * entry])[0]
        if struct.unpack(">H", font[offset : offset + 2])[0] == 4:
            found |= _segments(font, offset)
    return found


def _segments(font: bytes, offset: int) -> Mapping[int, int]:
    count = struct.unpack(">H", font[offset + 6 : offset + 8])[0] // 2
    at = [offset + 14, offset + 16 + 2 * count, offset + 16 + 4 * count, offset + 16 + 6 * count]
    rows = [struct.unpack(f">{count}H", font[place : place + 2 * count]) for place in at]
    found = dict[int, int]()
    for number, (high, low, delta, away) in enumerate(zip(*rows, strict=True)):
        for code in range(low, high + 1):
            glyph = code
            if away:
                place = at[3] + 2 * number + away + 2 * (code - low)
                (glyph,) = struct.unpack(">H", font[place : place + 2])
            if glyph := (glyph + delta) % 65536 if glyph or not away else 0:
                found[code] = glyph
    return found


def widths(font: bytes) -> Mapping[str, float]:
    at = _tables(font)
    (units,) = struct.unpack(">H", font[at[b"head"] + 18 : at[b"head"] + 20])
    (count,) = struct.unpack(">H", font[at[b"hhea"] + 34 : at[b"hhea"] + 36])
    start = at[b"hmtx"]
    broad = [struct.unpack(">H", font[start + 4 * glyph : start + 4 * glyph + 2])[0] for glyph in range(count)]
    return {chr(code): broad[min(glyph, count - 1)] / units for code, glyph in mapped(font).items()}
