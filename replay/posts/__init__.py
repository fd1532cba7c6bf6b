"""Posts: parse them, record their moves, and create sessions.

- Structure: `paste` (a post as it was copied), `blocks` (posts and their blocks), `retractions` (words that are struck
  out or withdrawn), `whose` (the preselected seat).
- Meaning: `read` (a whole post), `lines` (its lines, one by one), `choices` (readings and legal moves as sentences, and
  how each word was understood), `word_spans` (its phrases in the text of a line), `simulate` (the position that lines
  lead to), `approved_phrases` (phrases that players confirmed), `directives` (UNDO, SET and the like: parse and
  compose), `acts` (what directives do), `corrected_words` (corrections in plain words), `revisions` (earlier versions
  of a post), `post_of_move` (the post that each move came from), `resignation` (a resignation in plain words),
  `unread_lines` (recorded chat that was a move).
- Plain words: `prose` (the reader), `steps` (where lines of notation lead), `later_text` (text that must wait for dice
  or cards), `decision` (whether the best reading is clear), `said` (which words belong to it), `evidence` and
  `certainty` (how likely it is right), `open_moves` (moves of which a value is left open), `suggestions` (the readings
  as the author sees them).
- Recording: `door` (the entry point for pages, commands and programs; posts are recorded move by move), `unasked` (a
  certain reading that is recorded without a question).
- Creating: `create_session` (from settings and people, a header, or a described position).

The `notation` package of each game parses moves. The `importing` package reads archives of whole threads.
"""
