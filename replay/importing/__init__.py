"""Posts of a file, and how a session is recorded from them.

`kinds` recognises a file; `mail`, `discord` and `thread` read it as posts of one `archive`. `quoted` and `html_text`
clean the text of a mail, `timestamps` reads times, `authors` knows the seats of authors. `posts` is the way of every
import: `start` stages a session, `walk` reads the posts and stops at the first unclear one, and then they are recorded.
`draft` keeps the answers about unclear posts. `suggestions` and `told_options` find the game, the seats and options in
the posts. `posted_heads` finds the heads of a log in them. `samples` are the sessions that games ship.

A single post is read in `posts` of `replay`.
"""
