"""The targets of the fuzzer by their names."""

from typing import Final

import archive_files
import card_files
import export_files
import http_requests
import told_moves
from judging import Target

TARGETS: Final = {
    target.name: target
    for target in (
        Target("notation", told_moves.read_line, told_moves.lines, longest=600),
        Target("prose", told_moves.read_prose, told_moves.posts, longest=1500),
        Target("transcripts", told_moves.record, told_moves.beginnings),
        Target("archives", archive_files.read, archive_files.seeds),
        Target("cards", card_files.read, card_files.seeds, longest=2000),
        Target("exports", export_files.read, export_files.seeds, longest=60_000, may_be_damaged=True),
        Target("http", http_requests.read, http_requests.seeds, longest=3000),
    )
}
