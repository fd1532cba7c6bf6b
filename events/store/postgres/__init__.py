"""The PostgreSQL store, for several server processes. It is imported only if a PostgreSQL database is used.

- `schema`: tables, triggers that refuse changes, and roles
- `database`: connections; `store`: the logs; `tables`: the tables outside the logs
- `shared`: counters and link packets that several processes share
- `transfer`: copying a whole database from or to PostgreSQL
"""
