"""The commands of `cloisterbell`. Each module declares its commands and does what they do; `webui/cli.py` lists them.

A module is named as a command of its own and holds those that belong to it: `demo`, `serve`, `new`, `record`, `post`,
`was_move`, `correct`, `whatif`, `people` (also `invite`), `archive`, `desk`, `list`, `show` (also
`log`), `why`, `note`, `kit`, `audit`, `verify`, `export` (also `import` and `remove`), `erase`, `bundle`, `key`,
`backup`, `restore`, `doctor`, `move`, `migrate`, `notify` (also `tick`), `games`, `rules`.

No commands are `options`, which declares commands, `arguments`, `export_file`, `settings` and `database`, which
several read, `output`, `output_file`, `posted_head`, `report` and `table`, which they write, and `audit_all`,
`audit_file`, `audit_many`, `due_notices` and `recipients`, each the work of one.
"""
