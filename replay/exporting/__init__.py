"""Exports of a session, one module a format.

`source` is what each is made from. The formats: `log` (`.jsonl`), `transcript` (`.txt`), `table` (`.csv`) and
`database` (`.sqlite`). Each has a function `export(source)` that yields the bytes of the file. The offline page
(`.html`) needs the pages and is one of those.
"""
