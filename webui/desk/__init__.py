"""What pages and commands do alike: creating sessions, seats, delivery, addresses, rows of the log.

Nothing here knows a request or a route.
"""
