"""Work that pages, API and commands share.

`create_session` begins a session, `begin_branch` a what-if; `seats` gives links to people, `erase_person` forgets one,
`delivery` sends notices; `headline`, `log_rows`, `line_notes` and `dice_log` tell of a session, `session_index` of all
of them at once by the `session_summary` of each, `option_fields` are a game's options on a form; `urls` and
`base_address` write addresses, `dates` times, `png` pictures; `shared_boards` draws several boards on one page, `steps`
gives a session to the viewer's script step by step, in the `deltas` from each board to the next; `contested` is what is
disputed, ruled and found, `inlined` the parts of a page that is one file, `export_formats` the formats of an export.

Nothing here knows a request or a route.
"""
