"""The store on PostgreSQL, for a house of several processes. Nothing imports it but where a database is named so.

`schema` has the tables, what the server refuses by itself, and the roles; `database` the connections, `store` the logs,
`tables` what stands beside them, `shared` what several processes count and keep together, `transfer` an end of a move.
"""
