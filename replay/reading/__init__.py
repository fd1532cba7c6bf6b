"""Reading a log as one viewer may know it: timelines, claims, provenance, audience, conduct in words.

Nothing here writes.
"""
