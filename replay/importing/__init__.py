"""Import posts from a file and record a session from them.

- Read a file: `kinds` recognizes its kind; `mail`, `discord` and `thread` parse it into the posts of an `archive`.
  `mail_text` cleans the text of a mail, `posted_heads` finds log heads.
- Prepare: `archive` (also: which author has which seat), `suggestions` (game, seats and options that posts mention),
  `samples` (sessions that games ship).
- Import: `posts` is the entry point: it stages a session, and `walk` reads the posts up to the first unclear one.
  `draft` stores the answers about unclear posts.

The `posts` package of `replay` reads a single post.
"""
