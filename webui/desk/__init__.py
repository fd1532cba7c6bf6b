"""Work that pages, API and commands share: creating sessions, seats, delivery, addresses, rows of the log.

Nothing here knows a request or a route.
"""
