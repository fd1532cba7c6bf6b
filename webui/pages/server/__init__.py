"""Pages of the whole server.

`home` (with `welcome` if the sample sessions are served as a demo), `new`, `imports`, `metrics`, and
`dark_theme`, the colours of a game's boards on a dark page.
"""
