"""The search in the log of a session: moves, posts and notes by the words that their reader may know."""

from collections.abc import Iterator, Sequence

from events.errors import RefusedError
from replay.reading.reading import Group
from replay.reading.timeline import Timeline, is_closed_note
from webui.views.line_notes import ShownNote

LONGEST_SEARCH = 200  # the maximum number of characters of a search


def groups_with(timeline: Timeline, words: str, noted: Sequence[ShownNote] = ()) -> Iterator[Group]:
    """Yield the groups of the log (a move with its results, a post) that contain all words, in order.

    Notes that belong to no view are found at their subject if the reader's notes are given.
    """
    if len(words) > LONGEST_SEARCH:
        raise RefusedError(f"a search can have at most {LONGEST_SEARCH} characters")
    wanted = words.casefold().split()
    about = [(timeline.group_at(note.at).first, f"{note.author} {note.text}") for note in noted if note.at]
    for group in timeline.groups if wanted else ():
        if is_closed_note(group.head):
            continue
        texts = [timeline.addresses.get(group.first, ""), *(timeline.sentence(entry.seq) for entry in group.entries)]
        text = " ".join((*texts, *(note for first, note in about if first == group.first))).casefold()
        if all(word in text for word in wanted):
            yield group
