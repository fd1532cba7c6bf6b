"""The commands of `cloisterbell`. Each module declares its commands and does what they do; `webui/cli.py` lists them.

Commands: `demo`, `serve`, `games`, `rules`, `new`, `post`, `summary`, `show` (also `log`), `list`, `note`,
`import_posts`, `export` (also `remove`), `audit`, `verify`, `why`, `correct`, `what_if`, `people`
(also `invite`), and in the folders `db` and `notices`.

No commands are `options`, which declares commands, `arguments`, `settings` and `database`, which
several read, `output`, `output_file` and `table`, which they write, `import_draft` and `import_report`,
which belong to the command that reads posts, and `processes`, which share their work.
"""
