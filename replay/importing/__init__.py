"""Archives of old threads, and how a session is recorded from one.

`kinds` tells which kind some bytes are; `mail`, `discord` and `thread` read them as posts of one `archive`. `quoted`
and `html_text` clean the text of a mail, `timestamps` reads times, `authors` says who holds which seat, `record` makes
the session. Where posts have to be asked about, `review` goes through them one by one, `desk` keeps what was said, and
`suggestions` tell what a thread says of itself, `told_options` which options of its game. `posted_heads` finds the
heads of a log that stand in its posts.

What a single post says is not read here but in `posts`.
"""
