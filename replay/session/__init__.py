"""A session in play: decide moves and append the resulting entries to its log.

- Core: `session` (load, decide, append), `encoding` (entries to stored lines), `submission` (submit moves for a seat,
  or record a post together with the effect of its directive).
- Keys: `signing` (the keys of a log, and heads that leave this server), `key_change` (replace the signing key).
- Before a move: `auto_pass` (passes that a move implies), `preview` (read without recording), `conflicts` (entries that
  the author had not seen), `hidden_info_attempts` (moves that depend on information hidden from their author).
- Other entries: `overrides` (set a value by hand), `compensation` (what a ruling gives back), `notes` (add and
  withdraw notes on entries).
- People: `seats` (seats and secret links), `deadline` (who is awaited until when), `erasure` (delete what a person
  wrote, and their name).
- Settings: `data_files` (custom cards), `consent` (who must agree to a takeback). `consent` is not in `corrections`,
  because a new session checks the name of its policy.

This package does not parse posts.
"""
