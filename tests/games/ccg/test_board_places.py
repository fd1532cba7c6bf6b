"""Each kind of place on a board of the card game has an answer to `why`."""

from ccg_views import Picture
from recordings import recording

from replay.reading.why import why


def test_why_answers_for_each_kind_of_place() -> None:
    read = recording("ccg-rulebook-support").timeline
    kinds: dict[str, tuple[str, int]] = {}
    for at in read.ends["move"]:
        for place in Picture(read.position(at)).all("data-place"):
            word, _, rest = place.partition(" ")
            kinds[rest if word.startswith("#") else word] = (place, at)
    assert {"card", "energy", "zone", "bonus", "time", "hand", "deck", "discards", "begun", "turn", "step"} <= {*kinds}
    for place, at in kinds.values():
        assert why(read, place, at).value, place
