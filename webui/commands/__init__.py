"""The commands of `cloisterbell`; `webui.cli.COMMANDS` is the index.

A module is named as a command of its own and holds those that belong to it: `show` also `list` and `log`, `people` also
`invite`, `audit` also `verify`, `export` also `import`, `games` also `rules`, `notify` also `tick`. The others are no
commands: `arguments`, `settings` and `database` are options that several take, `output` and `examples` what they print,
`audit_all` and `rule_citations` the work of one.
"""
