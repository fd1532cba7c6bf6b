"""Exports of a session, one module a format.

`formats` has the table of formats, `source` what each is made from. The formats: `log` (`.jsonl`), `transcript`
(`.txt`), `table` (`.csv`) and `database` (`.sqlite`). Each has a function `export(source)` that yields the bytes of the
file. The offline page (`.html`) needs the web pages and is one of those.
"""
