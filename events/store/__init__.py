"""Storage of logs: one protocol, a store in memory, one on disk, one on a server, and what is kept beside the logs.

`protocol` says what a store does, `rows` what it gives beside lines, `checks` what each asks before it writes;
`memory`, `sqlite` and `postgres` are the stores, and `opening` opens a house by its name. Of the one on disk: `schema`
(tables and migrations), `connection`, `group_commit`, `backup`, `recovery` of a damaged file. Of a house on
either: `sql_reads` (how rows are read), `watermark` (how far dice towers and signed heads came) and `key_file`. A
whole database is moved by `transfer`, with `sqlite_transfer` at an end that is a file. Beside the logs: `tables` (where
they stand), `settings` of sessions, `accounts` with people, links and notices, `drafts` of imports that are not
recorded yet, and `summaries`, which are derived, so that a list of thousands reads no log.

No game, no position and no page is known here.
"""
