"""Identity and access of a request: who asks, and what they may see.

`identity` and `identity_badge` say who asks, `view` what of a session is shown, `timeline_cache` keeps what was read,
`pending_links` hands out links, `token_guard` keeps them out of posts, `rate_limits` and `shared_limits` refuse what
comes too often, `responses` says who may cache what, `request_log` writes what was asked for, `metrics` counts it.

No route is here: those stand in `pages` and `api`.
"""
