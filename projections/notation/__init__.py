"""The notation of any game: tables of patterns by which lines are read, written, asked about and offered.

- The table: `line_pattern` (patterns, and what all lines of a game share), `template`, `argument_type` (values, chance,
  results), `stated` (results by name), `verbs`, `verb_table` (the verbs as rows for people).
- Words: `cursor`, `vocabulary`, `titles` (printed names), `chance_words`, `die`, `shuffle`.
- A line: `actions` (parts between semicolons), `sentence`, `read`, `parse_errors` (what would be accepted), `write`,
  `lines` (what `Game.notation` holds).
- Questions: `questions`, `spelling_hints`, `prose_match`.
- Declared and recorded chance: `recorded_chance`.

Nothing here knows a game or a log. The verbs of a game are in its own notation.
"""
