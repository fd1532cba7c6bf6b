"""Storage of logs, and of the tables outside the logs: accounts, settings, drafts of imports and summaries.

- `protocol`: the interface of a store; `rows`: its records other than entries; `checks`: checks before each write
- `memory`, `sqlite`, `postgres`: the three stores; `opening`: open a store by the name of its database
- `schema`, `connection`, `group_commit`, `backup`, `recovery`: parts of the SQLite store
- `sql_store`, `watermark`, `private_file`, `key_file`, `secrets_file`: parts that SQLite and PostgreSQL share
- `transfer`, `sqlite_transfer`: copying a whole database to another place
- `tables`: access to the tables outside the logs
- `settings`, `accounts`, `drafts`: settings of sessions; people, links and notices; drafts of imports
- `followed`: the threads that sessions follow
- `summaries`: derived data for session lists, so that a list need not read the logs

This package does not depend on games, positions or pages.
"""
