"""The commands of `cloisterbell notices`.

`set` says who gets the notices of a session, `send` sends those that are due. `recipients` checks addresses, and `due`
finds the notices and sends each once.
"""
