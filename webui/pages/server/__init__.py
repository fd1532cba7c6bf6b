"""Pages of the whole server.

`home` (with a welcome page if the sample sessions are served as a demo), `new`, `imports`, `help_pages`, `metrics`,
`oembed` (for sites that show positions), and `own_feed` (one feed of a person's sessions).
"""
