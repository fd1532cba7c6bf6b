"""Identity and access of a request: who sent it, and what they can see.

- `identity`: who is asking.
- `view`: the view of a session that a request asks for, and the badge with the user's role.
- `timeline_cache`: sessions that were already read.
- `pending_links`: new secret links that wait to be handed out, and the guard that keeps links out of posts.
- `request_links`: links to what waits for an answer.
- `rate_limits`: limits on requests.
- `picture_queue` and `moving_pictures`: pictures that are made one at a time.
- `responses`: caching and headers.
- `request_log` and `metrics`: the request log and the server's counters.

Routes are in `pages` and `api`.
"""
