"""Pages of the whole server.

`home` (with a welcome page if the sample sessions are served as a demo), `new`, `imports`, `help_pages` and `metrics`.
"""
