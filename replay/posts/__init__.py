"""What people post: fences, headers, lines, questions, transcripts; reading, filing and recording them.

Forums, mail and exports of whole threads stand in `archives`.
"""
