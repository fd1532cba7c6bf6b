"""What the commands of `cloisterbell` do; `webui.usage.commands` is the index and says how each is called.

A module is named as a command of its own and holds those that belong to it: `show` also `list` and `log`, `people` also
`invite`, `audit` also `verify`, `export` also `import`, `games` also `rules`, `notify` also `tick`. The others are no
commands: `arguments`, `settings` and `database` are read by several, `output` and `output_file` are what they write,
`audit_all`, `due_notices`, `recipients` and `rule_citations` the work of one.
"""
