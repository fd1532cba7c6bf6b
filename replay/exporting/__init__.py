"""Export a session; one module for each format.

`formats` is the table of formats, and `source` collects the data for all of them. The formats are `log` (`.jsonl`),
`transcript` (`.txt`), `table` (`.csv`) and `database` (`.sqlite`). Each module has a function `export(source)` that
yields the bytes of the file. The offline page (`.html`) needs the web pages, so it is defined there.
"""
