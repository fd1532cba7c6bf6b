"""The store on PostgreSQL, for a house of several processes: imported where a database is named so, only."""
