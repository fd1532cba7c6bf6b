"""Data and text that pages, API and commands show.

- A session: `quoted_posts` (of audit findings), `headline`, `log_rows`, `log_search`, `line_notes`, `dice_log` and
  `contested`.
- The thread that a session follows: `thread_state`.
- All its positions for the viewer's script: `steps`, with the `deltas` between boards.
- Lists of sessions: `session_index` and `session_summary`.
- Forms: `option_fields` (the options of a game) and `import_form` (the session of imported posts).
- Text: `urls`, `base_address`, `rest_address` (rests and comments of posts in an address), `dates`, `calendar`, `feed`,
  and `invitations` (texts to send with a secret link).
- Pictures: `png`, `moving_picture` (a turn), `panels` (a board on a page), `board_things` (what moves can name on it),
  `shared_boards` (several boards on one page) and `inlined` (parts of a page in one file).
- Scripts: `scripts` (each with the modules that it imports).
- Exports: `export_formats`.

No module here uses a request or a route.
"""
