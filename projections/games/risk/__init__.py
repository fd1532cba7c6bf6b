"""Risk: The Dalek Invasion of Earth, a game of conquest for two to five players."""

META = {
    "slug": "risk",
    "title": "Risk: The Dalek Invasion of Earth",
    "rules_number": 1,
    "shape": 1,
    "seats": (2, 5),
    "data": {"cards": "data/cards.toml"},
}
