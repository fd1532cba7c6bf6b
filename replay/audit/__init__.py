"""Audits, which check a log against the rules: the chain, each group decided again, findings.

Nothing here writes.
"""
