"""Identity and access of a request: who asks, and what they may see.

`identity` and `identity_badge` say who asks, `view` what of a session is shown, `timeline_cache` keeps what was read,
`link_tray` hands out links, `token_guard` keeps them out of posts, `rate_limits` counts requests, `responses` says who
may cache what.

No route is here: those stand in `pages` and `api`.
"""
