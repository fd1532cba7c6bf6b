"""What pages, API and commands show, as data and text.

`headline`, `log_rows`, `line_notes`, `dice_log` and `contested` show a session. `steps` shows all its positions to the
script of the viewer page, with the `deltas` from each board to the next. `session_index` and `session_summary` are
for lists of sessions. `option_fields` are a game's options on a form. `urls` and `base_address` write addresses,
`dates` dates and times, `png` pictures, `shared_boards` several boards on one page, `inlined` the parts of a page that
is one file. `export_formats` lists the formats of an export.

No module here knows a request or a route.
"""
