"""What people post: taken apart, read, filed, recorded, and written out again.

- Taken apart: `paste` (a post as it was copied), `blocks` (posts and blocks), `headers` (the head of a block),
  `retractions` (what is struck out, or taken back in words).
- Read: `read` (a whole post), `lines` (line by line), `prose` (what is said in people's own words), `choices` (what a
  line may mean, told in sentences), `words` (what each word became), `simulate` (where they lead), `approved_phrases`
  (words that a table has confirmed), `directives` (UNDO, SET and the like, read and composed), `acts` (what
  these lines do), `revisions` (what was filed of it before).
- Made moves: `completions` (the legal moves that words may mean, to choose from), `unread_lines` (chat that is
  filed).
- Written down: `door` (the way of every page, command and program), `file` (posts, move by move), `transcript` and
  `position_file` (how a recorded session begins).
- Begun: `create_session` begins a session with its settings and its people.

How a game writes a move is not here but in the game's `notation`; archives of whole threads stand in `importing`.
"""
