"""The commands of `cloisterbell`; `webui/cli.py` lists them. Each module declares its commands and implements them.

- Commands: `serve` (also `demo`), `games`, `rules`, `new`, `post` (also `note`), `show` (also `log`, `why` and
  `summary`), `list`, `import_posts`, `export` (also `remove`), `audit` (also `verify`), `correct` (also `what-if`),
  `people` (also `invite`), `follow`, `sync`, and the group `db`.
- Declaration and input: `options`, `arguments` and `database`.
- Output: `output`.
- Parts of commands: `import_draft`, `new_game`, `notices_due` and `demo_thread`.
- A group of commands: `notices`.
"""
