"""Who is asking and what they may see: identity, views, responses, limits, links, tokens, caches.

A route stands in `pages` or `api`.
"""
