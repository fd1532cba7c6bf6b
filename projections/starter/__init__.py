"""Pig, a dice game: roll again, or keep what you have. `game` has all parts, `options` is what a group agrees on."""

META = {"slug": "pig", "title": "Pig", "rules_number": 1, "shape": 1, "seats": (2, 4)}
