"""The commands of `cloisterbell db`, which work on a whole database.

- `backup` copies it, `restore` replaces it with a backup, `check` looks for damage.
- `transfer` moves it to another place. The same module has the command that updates its tables.
- `key` manages the key that signs logs.
"""
