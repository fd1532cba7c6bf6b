"""Pages of one session.

- Reading: `viewer` (every position, `/steps`, `/turn`), `embed` (a position or picture for other sites), `why`,
  `audit`, `checkpoints` (compare with a thread), `dice`, `notes`, `turn_summary`, `moving_picture` (of a turn), and
  `export` (files, feed, calendar).
- Acting: `post`, `move` (and `/order`) and `what_if` (`/what-if`, `/compare`).
- `find`: the search in the log.
- `head`: the bar on every page, with the moves since a page was opened.
- `people`: seats, links and visibility, and secret links (`/k/<token>`).
- `notices`: what is mailed to each seat, and links that confirm an address (`/m/<code>`).
- `thread`: the thread that the session follows.
- Not pages: `offline_page` is a format of `export`; several pages use `event_context` and `entry_view`.
"""
