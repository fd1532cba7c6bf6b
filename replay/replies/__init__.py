"""What is posted back: reply kits, their markup, notices.

Nothing here writes to a log.
"""
