"""Exact chances of Time of the Daleks: `chances` as sentences, from public information; `pool_odds` computes them.

Nothing here rolls dice.
"""
