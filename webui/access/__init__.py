"""Identity and access of a request: who asks, what they may see, responses, limits, links, tokens, caches.

A route stands in `pages` or `api`.
"""
