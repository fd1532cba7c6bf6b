"""The targets of the fuzzer by their names."""

from typing import Final

import archive_files
import card_files
import export_files
import http_requests
import notation_lines
import prose_posts
import transcript_files
from judging import Target

TARGETS: Final = {
    target.name: target
    for target in (
        Target("notation", notation_lines.read, notation_lines.seeds, longest=600),
        Target("prose", prose_posts.read, prose_posts.seeds, longest=1500),
        Target("transcripts", transcript_files.read, transcript_files.seeds),
        Target("archives", archive_files.read, archive_files.seeds),
        Target("cards", card_files.read, card_files.seeds, longest=2000),
        Target("exports", export_files.read, export_files.seeds, longest=60_000, may_be_damaged=True),
        Target("http", http_requests.read, http_requests.seeds, longest=3000),
    )
}
