"""Pages of one session.

To read: `viewer` (every position), `embed` (one for a frame), `steps` (all of them, for the script of the viewer),
`why`, `pictures`, `audit`, `witnesses` (an archived thread against the log), `dice`, `notes`, `turn`, `kit`, `export`
(all of it in one file), `feed`. To act: `post`, `move`, `order`, `what_if` (`/what-if`, `/compare`).

Four are not pages: `offline_page` is a format of `export`; `event_context`, `session_properties` and `viewer_scene` are
what several pages show.
"""
