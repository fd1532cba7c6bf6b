"""The JSON API under `/api/v1`: what the pages do, for programs.

`routes` lists all it answers, `shapes` what it takes and gives, `documents` makes these of sessions, `create` begins
one, `posts` reads and files, `openapi` describes the whole. Nothing here is known to a page.
"""
