"""Risk: The Dalek Invasion of Earth: conquer the planet before the eleventh Doctor makes peace."""

META = {
    "slug": "risk",
    "title": "Risk: The Dalek Invasion of Earth",
    "rules_number": 1,
    "shape": 1,
    "seats": (2, 5),
    "data": {"cards": "data/cards.toml"},
}
