"""Exact chances of Time of the Daleks: `chances` in sentences, from what everybody sees; `pool_odds` reckons them.

Nothing here rolls.
"""
