"""Exact probabilities for Risk: The Dalek Invasion of Earth.

`battle_odds` computes them, `chances` puts them into words. Nothing here rolls dice.
"""
