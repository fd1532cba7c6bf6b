"""The commands of `cloisterbell db`, which work on a whole database.

`backup` copies it, `restore` puts a backup in its place, `check` looks for damage, `upgrade` brings its tables to this
version, `transfer` moves it to another place, `key` manages the key that signs logs.
"""
