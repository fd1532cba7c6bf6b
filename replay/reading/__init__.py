"""A log as one viewer may know it: timelines, claims, provenance, audience, what conduct says.

Nothing here writes.
"""
